"""Draw the whole maps of all games for the board: ``python -m bocage.drawings FOLDER``."""

from __future__ import annotations

import argparse
from pathlib import Path

from bocage.drawings import whole_maps


def main() -> None:
    """Write a file for each map and say which."""
    parser = argparse.ArgumentParser(prog="python -m bocage.drawings", description=__doc__)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for name, drawing in whole_maps():
        path = folder / f"{name}.svg"
        path.write_text(drawing, encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
