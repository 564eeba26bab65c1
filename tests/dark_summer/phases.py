"""Phases and Rounds of The Dark Summer in a few words."""

from __future__ import annotations

from bocage.games.dark_summer.action_phase import ActionPhase
from bocage.games.dark_summer.campaign import GERMANS
from bocage.games.dark_summer.rounds import ActionRound
from bocage.games.dark_summer.state import State
from bocage.kernel import Game
from tests.dark_summer.positions import GROUPS, Group, begin, position, state
from tests.questions import orders, play

BOTH_SIDES = """
    allied 18/1 at 3204
    allied 56 at 4004
    german 6-FJ at 5915
"""  # far from each other, and all of them In Supply
BEACHES = "3203 4003"
WAYS = ("move", "combat", "offensive", "combined-move", "combined-combat")


def between_rounds(units: str = BOTH_SIDES, **more: object) -> State:
    """A state in an Action Phase in which no Round has begun."""
    g = position(units, **{"beaches": BEACHES, **more})  # type: ignore[arg-type]
    g.rounds = g.round = 0
    g.end_round()
    return g


def acting(units: str = BOTH_SIDES, **more: object) -> Game:
    """A game at the beginning of an Action Phase."""
    return begin(between_rounds(units, **more), ActionPhase())


def drawing(
    cup: tuple[int, ...], units: str = BOTH_SIDES, *, reactions: int = 0, played: str = "", **more: object
) -> Game:
    """A game in which the next chit is drawn; ``played`` has those on the track, as ``us move german combat``."""
    g = between_rounds(units, **more)
    words = played.split()
    g.cup, g.reactions = cup, reactions
    g.track = tuple((GROUPS[who], WAYS.index(way)) for who, way in zip(words[::2], words[1::2], strict=True))
    phase = ActionPhase()
    phase.step = "draw"
    return begin(g, phase)


def playing(group: Group, way: str, units: str = BOTH_SIDES, **more: object) -> Game:
    """A game in the Round of a chit of a group that is played in a way."""
    return begin(between_rounds(units, **more), ActionRound(GROUPS[group], WAYS.index(way)))


def sit_out(game: Game) -> None:
    """Do nothing in a Round: nobody moves and nobody attacks."""
    while orders(game) and state(game).round_kind:
        if "pass" in orders(game):
            play(game, "pass")
        else:
            play(game, "end")


def track(game: Game) -> list[str]:
    """The Action Round Track in words."""
    names = {number: name for name, number in GROUPS.items()}
    return [f"{names[who]} {WAYS[way] if way < len(WAYS) else 'reaction'}" for who, way in state(game).track]


def is_german(game: Game) -> bool:
    """Whether the Round at hand is German."""
    return state(game).active == GERMANS
