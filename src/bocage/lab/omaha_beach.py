"""What is measured in D-Day at Omaha Beach alone: what each turn of the morning of 6 June costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bocage.games.omaha_beach.losses import lost_companies
from bocage.games.omaha_beach.state import State
from bocage.games.omaha_beach.words import GERMANS, US
from bocage.kernel import Game
from bocage.lab.bench import Bench, Measurement

TARGETS: dict[str, str] = {}
LOST: Final = ("US steps", "US companies", "German units")


def measurements(_: Bench) -> Iterator[Measurement]:
    """What is measured of this game alone: nothing."""
    yield from ()


def milestones(game: Game) -> dict[str, float]:
    """The steps, companies and German units lost in each turn.

    >>> import bocage
    >>> from bocage.players import make, play_out
    >>> game = bocage.new("easy_fox", seed=1)
    >>> _ = play_out(game, {"1st": make("recruit", 1)})
    >>> milestones(game)["US steps lost on turn  2, 0630"]
    2
    """
    found: dict[str, float] = {}
    turn, before, lost = 0, (0, 0, 0), (0, 0, 0)
    for state in game.states():
        assert isinstance(state, State)
        if state.turn != turn:
            turn, before = state.turn, lost if turn else losses(game, state)
        lost = losses(game, state)
        time = state.battle.content.track.turns[turn].time
        for name, then, now in zip(LOST, before, lost, strict=True):
            found[f"{name} lost on turn {turn:2}, {time}"] = now - then
    return found


def losses(game: Game, g: State) -> tuple[int, int, int]:
    """American steps of all units so far, companies in the loss boxes (13.1), and German units that are destroyed."""
    sides = game.setting.tally(g).losses
    companies = sum(len(lost_companies(g, division)) for division in range(len(g.battle.companies)))
    return sides[US].steps, companies, sides[GERMANS].units
