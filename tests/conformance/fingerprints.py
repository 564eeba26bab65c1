"""Print the record hash of one random game of every scenario; run in processes with different hash seeds."""

from __future__ import annotations

from random import Random

from bocage.games import list_scenarios
from tests.conformance.walks import Case, start, walk


def main() -> None:
    for info in list_scenarios():
        game = start(Case(info.name, {option.name: option.choices[-1] for option in info.options}), "1944")
        for _ in walk(game, Random(1944), 1500):
            pass
        print(info.name, game.record_hash())


if __name__ == "__main__":
    main()
