"""Action chits: which are in the cup, and as what Rounds they may be played (rulebook 9.1, 9.2, 9.3.3, 7.2.3)."""

from __future__ import annotations

from typing import Final

from bocage.games.dark_summer.campaign import BRITISH, GERMANS, GROUP_NAMES, US
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.tables import Rounds
from bocage.kernel import Refusal

# The kinds of chits that go into the cup (9.2-07).
US_CHIT, BRITISH_MOVE, BRITISH_COMBAT, GERMAN_CHIT = CHITS = range(4)
CHIT_TITLES: Final = ("US", "British Move", "British Combat", "German")
OWNER: Final = (US, BRITISH, BRITISH, GERMANS)

# As what a chit may be played: a Combined Action Round counts by the side of the chit (9.3.3-12).
MOVE, COMBAT, OFFENSIVE, COMBINED_MOVE, COMBINED_COMBAT = WAYS = range(5)
ON_MOVE_SIDE: Final = (MOVE, COMBINED_MOVE)
COMBINED: Final = (COMBINED_MOVE, COMBINED_COMBAT)
COMBAT_ROUNDS: Final = (COMBAT, OFFENSIVE)
WAY_TITLES: Final = (
    "Move Round",
    "Combat Round",
    "Combat Round with a Prepared Offensive",
    "Combined Action Round of a Move chit",
    "Combined Action Round of a Combat chit",
)

FIRST_COMBINED_TURN: Final = 2  # 9.3.3-01


def chits_for(g: State, british: Rounds) -> tuple[int, ...]:
    """The chits of this turn by kind, without Reaction chits; of the British this combination (9.1)."""
    sky = g.sky
    germans = sky.german[0]
    return (sky.us.chits, british.moves, british.combats, germans.moves + germans.combats)


def played(g: State, group: int, *ways: int) -> int:
    """How many chits of a group have been played in these ways this turn."""
    return sum(owner == group and way in ways for owner, way in g.track)


def why_not_play(g: State, chit: int, way: int) -> Refusal | None:
    """Why a chit may not be played as a Round of a kind, or None."""
    group = OWNER[chit]
    if way in COMBINED and (refusal := _why_not_combined(g, group)):
        return refusal
    if way == OFFENSIVE and (refusal := _why_not_offensive(g, group)):
        return refusal
    if chit == BRITISH_MOVE and way not in ON_MOVE_SIDE:
        return Refusal("9.2-07", "the British chit that was drawn is a Move chit")
    if chit == BRITISH_COMBAT and way in ON_MOVE_SIDE:
        return Refusal("9.2-07", "the British chit that was drawn is a Combat chit")
    if chit == US_CHIT:
        return _why_not_us(g, way)
    if chit == GERMAN_CHIT:
        return _why_not_german(g, way)
    return None


def _why_not_us(g: State, way: int) -> Refusal | None:
    """9.2-11, 9.2-12."""
    if way in ON_MOVE_SIDE:
        kind, most, taken = "Move", g.sky.us.moves, played(g, US, *ON_MOVE_SIDE)
    else:
        kind, most, taken = "Combat", g.sky.us.combats, played(g, US, *COMBAT_ROUNDS, COMBINED_COMBAT)
    if taken < most:
        return None
    return Refusal(
        "9.2-11" if most > 1 else "9.2-12",
        f"the US have played {taken} {kind} chit{'s' * (taken != 1)}: more are not allowed",
    )


def _why_not_german(g: State, way: int) -> Refusal | None:
    """9.2-09, 9.2-10: the Rounds so far and this one must be part of a combination that is allowed."""
    moves = played(g, GERMANS, MOVE) + (way == MOVE)
    combats = played(g, GERMANS, COMBAT) + (way == COMBAT)
    allowed = g.sky.german
    if any(moves <= rounds.moves and combats <= rounds.combats for rounds in allowed):
        return None
    words = " or ".join(f"{rounds.moves} Move and {rounds.combats} Combat Rounds" for rounds in allowed)
    return Refusal("9.2-10" if len(allowed) > 1 else "9.2-09", f"the Germans take {words} this turn")


def _why_not_combined(g: State, group: int) -> Refusal | None:
    if group == GERMANS:
        return Refusal("9.3.3-02", "only the Allies take Combined Action Rounds")
    if g.turn < FIRST_COMBINED_TURN:
        return Refusal("9.3.3-01", "there are no Combined Action Rounds on Turn 1")
    if played(g, group, *COMBINED):
        return Refusal("9.3.3-03", f"the {GROUP_NAMES[group]} have taken their Combined Action Round of this turn")
    return None


def _why_not_offensive(g: State, group: int) -> Refusal | None:
    if group == GERMANS:
        return Refusal("7.2.3-03", "only the Allies make Prepared Offensives")
    if not g.sky.prepared_offensive:
        return Refusal("7.2.3-03", "a Prepared Offensive needs Sun or Cloud")
    if played(g, group, *COMBAT_ROUNDS):
        return Refusal("7.2.3-04", f"this is not the first Combat Round of the {GROUP_NAMES[group]} in this turn")
    if played(g, group, *COMBINED):
        return Refusal("7.2.3-06", f"the {GROUP_NAMES[group]} have taken a Combined Action Round in this turn")
    return None
