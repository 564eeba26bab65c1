"""After the die: who loses a step, where units retreat to, and who advances."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.games.dark_summer.advance import Advance
from bocage.games.dark_summer.assault import WaveAdvance
from bocage.games.dark_summer.campaign import ALLIED, GERMAN, US
from bocage.games.dark_summer.places import GRID, SECOND_WAVE, SIZE
from bocage.games.dark_summer.retreat import Retreats
from bocage.games.dark_summer.stacking import is_over_stacked
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.supply import supplied_hexes
from bocage.games.dark_summer.withdrawals import LAST_TURN
from bocage.games.dark_summer.words import HALT
from bocage.hexes import Hex
from bocage.kernel import Order
from bocage.players.dark_summer.goals import at
from bocage.players.dark_summer.ground import ground_of

BESIDE, WATCH = 2, 6  # hexes from a Beach within which Germans keep its last unit there, more once one is Closed
DIVISION = 1.2  # a division that can score no more


def price_of_step(g: State, unit: int) -> float:
    """What the loss of a step of a unit costs its owner."""
    campaign = g.campaign
    price = ground_of(campaign).value[unit]
    if g.steps_of(unit) == 1 and campaign.division[unit] >= 0:
        price += DIVISION * (2.0 if campaign.kampfgruppe[unit] else 1.0)
    if campaign.units[unit].may_withdraw:  # it goes home soon, if it lives
        price += 1.0 if g.steps_of(unit) == 1 else -0.5 if g.turn <= LAST_TURN else 0.0
    return price


def score_losses(g: State, orders: Sequence[Order]) -> list[float]:
    """The cheapest steps first."""
    return [-price_of_step(g, order.arg) for order in orders]


def score_removal(g: State, orders: Sequence[Order], *, enemies: bool) -> list[float]:
    """Of a stack that is too large the least of the own units, or the best of the enemy's."""
    value = ground_of(g.campaign).value
    return [(1 if enemies else -1) * value[order.arg] * g.steps_of(order.arg) for order in orders]


def enemies_beside(g: State, side: int, hex_: Hex) -> int:
    """The enemy stacks next to a hex."""
    return (GRID.spread(1 << hex_) & g.occupied[1 - side]).bit_count()


def score_retreat(g: State, frame: Retreats, orders: Sequence[Order]) -> list[float]:
    """Into Supply, good ground, away from enemies, and to friends."""
    if orders[0].verb == "retreat":
        return [ground_of(g.campaign).value[order.arg] for order in orders]
    side = g.campaign.side[frame.unit]
    supplied = supplied_hexes(g, g.campaign.group[frame.unit])
    shift = ground_of(g.campaign).shift
    return [
        3.0 * (supplied >> order.arg & 1)
        - 0.5 * shift[order.arg]
        - 0.4 * enemies_beside(g, side, order.arg)
        + 0.3 * (g.occupied[side] >> order.arg & 1)
        for order in orders
    ]


# -- advance ----------------------------------------------------------------------------------------


def is_needed(g: State, unit: int) -> bool:
    """Whether a unit must not leave its hex: an Open Beach or Avranches with nobody else."""
    place = g.where[unit]
    if place >= SIZE or len(g.at[place]) > 1:
        return False
    if place == g.campaign.avranches and g.campaign.side[unit] == ALLIED:
        return True
    near = GRID.within(1 << place, WATCH if g.closed_beaches else BESIDE)
    return bool(g.open_beaches >> place & 1 and near & g.occupied[GERMAN] & ~g.strongpoints)


def score_advance(g: State, frame: Advance, orders: Sequence[Order]) -> list[float]:
    """The strong go on where it is worth it; a stack is not torn apart for plain ground."""
    ground, target = ground_of(g.campaign), frame.target
    side = g.active_side
    beach = side == GERMAN and g.open_beaches >> target & 1
    scores = []
    for order in orders:
        if order is HALT:
            scores.append(0.0)
            continue
        unit = order.arg
        origin = g.where[unit]
        worth = 0.4 + ground.key[target] + 0.05 * g.defence_of(unit) + (20.0 if beach else 0.0)
        if side == GERMAN:
            worth += 0.5 * (ground.shift[origin] - ground.shift[target]) - 0.25 * enemies_beside(g, side, target)
            worth -= ground.key[origin] * (len(g.at[origin]) == 1)
        elif is_needed(g, unit):
            worth = -1.0
        scores.append(worth)
    return scores


def score_wave_advance(g: State, frame: WaveAdvance, orders: Sequence[Order]) -> list[float]:
    """Inland, so that the next can land; but a Beach is not left empty, and nobody runs into the tanks."""
    field = ground_of(g.campaign).field(ALLIED, at("2407", "2705", "2204", "3205", "3705", "4506"))
    if orders[0].verb == "to":
        return [-0.2 * field[order.arg] - 0.5 * enemies_beside(g, ALLIED, order.arg) for order in orders]
    scores = []
    for order in orders:
        if order is HALT:
            scores.append(0.0)
        elif order.arg not in frame.ashore:
            scores.append(-1.0 if is_needed(g, order.arg) else 1.0)
        else:
            scores.append(_worth_further(g, frame, order.arg))
    return scores


def _worth_further(g: State, frame: WaveAdvance, unit: int) -> float:
    campaign = g.campaign
    there = [other for other in g.at[frame.target] if not campaign.stacks_free[other]]
    if campaign.stacks_free[unit]:
        return -1.0
    coming = g.at.get(SECOND_WAVE.get(frame.target, -1), ()) if g.round_kind == "wave1" else ()
    if len(there) + len(coming) > campaign.stacking_limit or is_over_stacked(g, frame.target):
        return 5.0
    crowded = len(there) + len(coming) > 2 and len(there) > 1
    return 0.5 if crowded and campaign.group[unit] != US else 0.2 if crowded else -1.0
