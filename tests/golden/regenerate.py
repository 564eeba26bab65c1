"""Play the golden games again and write their records: ``python -m tests.golden.regenerate [NAME ...]``.

Do this when rules or data have changed on purpose, and look at the diff of results.toml before you commit it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from itertools import zip_longest

import bocage
from bocage.kernel import Game
from bocage.players import make, play_out
from tests.golden.recorded import GAMES, RESULTS, Golden


def play(golden: Golden) -> Game:
    """Play a golden game from its seed."""
    game = bocage.new(golden.scenario, seed=golden.seed, options=dict(golden.options))
    names = zip_longest(game.setting.seats, golden.players, fillvalue=golden.players[-1])
    return play_out(game, {seat: make(name, number) for number, (seat, name) in enumerate(names, 1)})


def facts(golden: Golden, game: Game) -> str:
    """What the test compares, as a table of results.toml."""
    assert game.outcome is not None
    lines = [
        f"[{golden.name}]",
        f"orders = {game.length}",
        f'hash = "{game.hash()}"',
        f'record = "{game.record_hash()}"',
    ]
    lines += [f"{key} = {json.dumps(value)}" for key, value in game.outcome._asdict().items()]
    return "\n".join(lines) + "\n"


def main(names: Sequence[str]) -> None:
    """Record all games; with names only these, and the results of the others are read from their records."""
    tables = []
    for golden in GAMES:
        if not names or golden.name in names:
            game = play(golden)
            game.save(golden.path)
            print(f"{golden.name}: {game.length} orders, {game.outcome}", flush=True)
        else:
            game = bocage.load(golden.path)
        tables.append(facts(golden, game))
    known = {golden.path for golden in GAMES}
    for path in RESULTS.parent.glob("*.bocage"):
        if path not in known:
            path.unlink()
    RESULTS.write_text("# Written by python -m tests.golden.regenerate\n\n" + "\n".join(tables), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
