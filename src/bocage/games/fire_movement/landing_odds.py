"""Exact odds of those who come from the air or raid the coast (10.9.2, 10.9.3), without touching the game."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from bocage.games.fire_movement.airborne import AirborneLandings, bad_ground, over_land_or_sea
from bocage.games.fire_movement.assaults import CommandoAssaults
from bocage.games.fire_movement.battle import GERMAN
from bocage.games.fire_movement.state import State
from bocage.games.fire_movement.words import GRID
from bocage.hexes import Hex
from bocage.kernel import Odds, Order

DICE: Final = range(1, 7)

# What becomes of whoever lands, the best first.
AIMED, DRIFTED, RAIDED, FIGHTS, MOVES_ON, REDUCED, HURT_ADRIFT, LOST = (
    "aimed", "drifted", "raided", "fights", "moves_on", "reduced", "hurt_adrift", "lost",
)  # fmt: skip
ENDS: Final = (AIMED, DRIFTED, RAIDED, FIGHTS, MOVES_ON, REDUCED, HURT_ADRIFT, LOST)


def landing_odds(g: State, order: Order) -> Odds | None:
    """What becomes of the unit that an order places; None if no die is thrown for it."""
    frame = g.stack[-1]
    if order.verb != "at":
        return None
    if isinstance(frame, AirborneLandings):
        return _odds(g, _drop(g, frame.about(g).unit, order.arg), "10.9.2")
    if isinstance(frame, CommandoAssaults):
        return _odds(g, _raid(g, frame.about(g).unit), "10.9.3-03")
    return None


def _odds(g: State, chances: dict[str, Fraction], rule: str) -> Odds:
    return Odds(0, 0, "", (), 0, {end: float(chances[end]) for end in ENDS if end in chances}, g.cite(rule))


def _drop(g: State, unit: int, aimed: Hex) -> dict[str, Fraction]:
    """One die for survival, a second one for drift (10.9.2 step 3); whom it may share a hex with is not known yet."""
    found: dict[str, Fraction] = {}

    def count(end: str, share: int = 1) -> None:
        found[end] = found.get(end, Fraction(0)) + Fraction(1, len(DICE) * share)

    for die in DICE:
        lost = 1 if die <= 3 else 0
        if die == 1 and not g.battle.glider[unit]:
            count(LOST)
        elif die in (1, 6):
            count(_come_down(g, unit, aimed, aimed, lost))
        else:
            for direction in range(len(DICE)):
                count(_come_down(g, unit, aimed, GRID.toward(aimed, direction), lost), len(DICE))
    return found


def _come_down(g: State, unit: int, aimed: Hex, hex_: Hex | None, lost: int) -> str:
    """What becomes of a unit that comes down in a hex after so many losses (10.9.2 step 4)."""
    land = over_land_or_sea(g.battle, g.battle.army[unit]) & ~g.battle.chart.sea
    if hex_ is None or not land >> hex_ & 1:
        return LOST
    lost += bad_ground(g.battle) >> hex_ & 1
    if lost > (0 if g.on_last_step(unit) else 1):
        return LOST
    if g.units_in[GERMAN][hex_]:
        return FIGHTS
    if hex_ == aimed:
        return REDUCED if lost else AIMED
    return HURT_ADRIFT if lost else DRIFTED


def _raid(g: State, unit: int) -> dict[str, Fraction]:
    """One die (10.9.3-03 to -08): from a 2 on it comes through, from a 4 on it may move a hex."""
    sixth = Fraction(1, len(DICE))
    if g.on_last_step(unit):
        return {LOST: 5 * sixth, RAIDED: sixth}
    return {LOST: sixth, REDUCED: 2 * sixth, MOVES_ON: 2 * sixth, RAIDED: sixth}
