"""Bocage: board wargames on Normandy 1944, every rule enforced and explained.

>>> import bocage
>>> game = bocage.new("fire_movement/sword", seed=1944)
>>> game.decision.prompt
'Record the set-up hex of 716/716'
>>> str(game.decision.orders[0])
'at 0139'
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bocage.kernel import Game

__version__ = "0.1.0"


def new(
    name: str, *, seed: int | str = 0, options: Mapping[str, str] | None = None, overlay: Path | str | None = None
) -> Game:
    """Start a game: ``new("fire_movement/sword", seed=1944, options={"weather": "yes"})``."""
    from bocage.games import open_setting
    from bocage.kernel import Game

    return Game(open_setting(name, options, Path(overlay) if overlay is not None else None), str(seed))


def load(path: Path | str, *, overlay: Path | str | None = None) -> Game:
    """Read a record and play it through to its last order."""
    from bocage.games import open_setting
    from bocage.kernel import record

    values = Path(overlay) if overlay is not None else None
    return record.replay(record.read(path), lambda name, options: open_setting(name, options, values))
