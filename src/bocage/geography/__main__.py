"""Rewrite the stored map of a game: ``python -m bocage.geography fire_movement [--to FOLDER]``."""

from __future__ import annotations

import argparse
from pathlib import Path

from bocage.geography.painter import paint, painted_games, write


def main() -> None:
    """Paint the map that is asked for and say what was written."""
    parser = argparse.ArgumentParser(prog="python -m bocage.geography", description=__doc__)
    parser.add_argument("game", choices=painted_games())
    parser.add_argument("--to", type=Path, help="folder to write to (default: the data folder of the game)")
    asked = parser.parse_args()
    folder = asked.to or Path(__file__).resolve().parents[1] / "games" / asked.game / "data"
    for path in write(paint(asked.game), folder):
        print(path)


if __name__ == "__main__":
    main()
