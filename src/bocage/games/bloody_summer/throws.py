"""What a die would bring that is thrown for something else than a fight, without touching the game.

Bombardments and batteries, infiltration, and the way out of a box under interdiction. Points, adjustments and tables
are those by which the dice are read when they fall.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, product
from math import comb
from typing import Final, NamedTuple, TypeVar

from bocage.games.bloody_summer import air, boxes, logistics, naval
from bocage.games.bloody_summer.bombardment import (
    NO_STRIKE,
    Bombardment,
    CoastalFire,
    Strike,
    adjustments,
    batteries_on,
    bombers_for,
    is_carpet,
    points_of,
    ships_for,
)
from bocage.games.bloody_summer.campaign import GERMAN
from bocage.games.bloody_summer.entry import EntryAndExit
from bocage.games.bloody_summer.fight import Shift
from bocage.games.bloody_summer.logistics import MarkerMovement
from bocage.games.bloody_summer.movement import MovementPhase
from bocage.games.bloody_summer.off_map_movement import OffMapMovement
from bocage.games.bloody_summer.places import SIZE, Place
from bocage.games.bloody_summer.special import infiltrations
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.words import PASS, RESIST
from bocage.hexes import members
from bocage.kernel import Odds, Order

Thing = TypeVar("Thing")

DICE: Final = range(1, 7)
THROWN: Final = frozenset(
    {"sail", "fly", "spend", "split", "fire", "operate", "infiltrate", "to", "at", "enter", "resist", "pass"}
)  # the verbs after which such a die may fall


class Case(NamedTuple):
    """Something that may come of a throw."""

    numbers: tuple[int, ...]  # levels in each place, or how many come through
    chance: float


class Throw(NamedTuple):
    """What is thrown for, and all that may come of it."""

    kind: str
    cases: tuple[Case, ...]
    rule: str
    places: tuple[Place, ...] = ()  # that are bombarded, entered or left
    units: tuple[int, ...] = ()  # for whom it is thrown
    strike: Strike = NO_STRIKE
    points: int = 0  # of a bombardment
    causes: tuple[Shift, ...] = ()  # what is added to the die


def throw_at_hand(g: State, order: Order) -> Throw | None:
    """The throw to which a legal order leads; None if it leads to none, or to a fight."""
    frame, verb = g.stack[-1], order.verb
    if isinstance(frame, Bombardment):
        strike = _mustered(g, frame, order)
        return None if strike is None else bombardment(g, strike, frame.place)
    if isinstance(frame, CoastalFire):
        return _batteries(g, frame.unit) if verb == "fire" else None
    if isinstance(frame, MovementPhase):
        return _infiltration(g, frame, order)
    if isinstance(frame, OffMapMovement):
        return _way_out(g, frame, order)
    if isinstance(frame, EntryAndExit):
        return _entry(g, frame, order)
    if isinstance(frame, MarkerMovement) and verb == "to" and frame.side == GERMAN:
        return _marker(g, frame.origin, order.arg)
    return None


def throw_odds(throw: Throw) -> Odds:
    """A throw as a preview."""
    results: dict[str, float] = {}
    for case in throw.cases:
        results[code_of(throw, case)] = case.chance
    return Odds(throw.points, 0, "", throw.causes, 0, results, throw.rule)


def code_of(throw: Throw, case: Case) -> str:
    """A case in short: the cells of the Bombardment Table, or how many come through."""
    if throw.kind in ("bombardment", "batteries"):
        return " + ".join(f"A{levels}" if levels else "-" for levels in case.numbers)
    return f"{case.numbers[0]} of {case.numbers[1]}"


# -- bombardment ----------------------------------------------------------------------------------


def _mustered(g: State, frame: Bombardment, order: Order) -> Strike | None:
    """The bombardment as it would be with an order; ships whose points are not chosen yet spend all."""
    strike = frame.strike
    match order.verb:
        case "fire":
            return strike
        case "fly":
            return strike._replace(bombers=(*strike.bombers, order.arg))
        case "sail":
            return strike._replace(ships=(*strike.ships, (order.arg, naval.left(g, order.arg))))
        case "spend":
            return strike._replace(ships=(*strike.ships, (frame.ships, order.arg)))
        case "split":
            return strike._replace(second=order.arg)
    return None


def bombardment(g: State, strike: Strike, place: Place) -> Throw:
    """A die for each place (6.2-08, 9.4-06)."""
    table, points = g.campaign.tables.bombardment, points_of(g, strike)
    places = (place, strike.second) if strike.second >= 0 else (place,)
    causes = [adjustments(g, strike, one) for one in places]
    rows = [[table.levels(points, die + sum(by for _, by in why)) if points else 0 for die in DICE] for why in causes]
    return Throw(
        "bombardment", _counted(product(*rows)), "6.2-08", places, strike=strike, points=points, causes=causes[0]
    )


def best_strike(g: State, army: int, place: Place) -> Strike:
    """The bombardment with the most levels to expect of all that is at hand; of equals the smallest."""
    ships = sorted(((naval.left(g, one), one) for one in ships_for(g, army, place)), reverse=True)
    found = [Strike(ships=tuple((one, points) for points, one in some)) for some in _beginnings(ships)]
    bombers = sorted(bombers_for(g, army, place), key=lambda one: -air.counter(g, one).points)
    heavy = [one for one in bombers if is_carpet(g, Strike(bombers=(one,)))]
    for kind in (heavy, [one for one in bombers if one not in heavy], bombers):
        found += [Strike(bombers=tuple(some)) for some in _beginnings(kind)]
    return max(found, key=lambda strike: levels_expected(bombardment(g, strike, place)))


def _beginnings(things: Sequence[Thing]) -> Iterator[Sequence[Thing]]:
    return (things[:number] for number in range(1, len(things) + 1))


def levels_expected(throw: Throw) -> float:
    """The levels that a bombardment brings on average, in all its places."""
    return sum(case.chance * sum(case.numbers) for case in throw.cases)


def _batteries(g: State, unit: int) -> Throw:
    hex_ = g.where[unit]
    points, table = len(batteries_on(g, hex_)), g.campaign.tables.bombardment
    cases = _counted((table.levels(points, die),) for die in DICE)
    return Throw("batteries", cases, "6.2.a-04", (hex_,), (unit,), points=points)


def _counted(dice: Iterator[tuple[int, ...]]) -> tuple[Case, ...]:
    """Throws that are equally likely, the same counted together, the best first."""
    found = list(dice)
    return tuple(Case(one, found.count(one) / len(found)) for one in sorted(set(found), key=_most_first))


def _most_first(numbers: tuple[int, ...]) -> tuple[int, ...]:
    return (-sum(numbers), *(-number for number in numbers))


# -- infiltration ---------------------------------------------------------------------------------


def _infiltration(g: State, frame: MovementPhase, order: Order) -> Throw | None:
    """4.4-05: into a hex that is named, or into the only one."""
    if order.verb == "infiltrate":
        unit, hexes = frame.in_hand[0], [order.arg]
    elif order.verb == "operate":
        unit, hexes = order.arg, members(infiltrations(g, order.arg))
    else:
        return None
    success = g.campaign.tables.infiltration.success_to / len(DICE)
    return Throw("infiltration", _all_or_none(1, success), "4.4-05", tuple(hexes), (unit,))


def _all_or_none(number: int, chance: float) -> tuple[Case, ...]:
    cases = Case((number, number), chance), Case((0, number), 1 - chance)
    return tuple(case for case in cases if case.chance)


# -- the way out of a box -------------------------------------------------------------------------


def _way_out(g: State, frame: OffMapMovement, order: Order) -> Throw | None:
    """4.1.2-13: each by itself; 6.12-06: out of a confusion all together."""
    if order.verb == "to":
        return getting_out(g, frame)
    if order is not RESIST and order is not PASS:
        return None
    if frame.overruns and frame.goal == g.where[frame.in_hand[0]]:
        return None
    found = getting_out(g, frame, risen=order is RESIST)
    return None if found is None else found._replace(kind="maquis")


def getting_out(g: State, frame: OffMapMovement, *, risen: bool = False) -> Throw | None:
    """Who of the units in hand gets out of its box; None if nothing holds them up."""
    units, here = frame.in_hand, g.where[frame.in_hand[0]]
    if g.in_confusion(here):
        return _interdiction(g, units, here, together=True, risen=risen)
    return _interdiction(g, units, here, together=False, risen=risen) if frame.side == GERMAN else None


def _interdiction(g: State, units: tuple[int, ...], place: Place, *, together: bool, risen: bool = False) -> Throw:
    if risen:
        g = g.copy()
        g.hush()
        boxes.rise(g, place)
    causes = boxes.modifiers(g, units if together else units[:1], place)
    free = _free(boxes.interdiction_value(g, place), sum(by for _, by in causes))
    number = len(units)
    if together:
        cases = _all_or_none(number, free)
    else:
        chances = [(one, comb(number, one) * free**one * (1 - free) ** (number - one)) for one in range(number, -1, -1)]
        cases = tuple(Case((one, number), chance) for one, chance in chances if chance)
    return Throw("interdiction", cases, "6.12-06" if together else "4.1.2-13", (place,), units, causes=causes)


def _free(value: int, modifier: int) -> float:
    """How likely a die is lower than the value of a box."""
    return sum(die + modifier < value for die in DICE) / len(DICE)


def _entry(g: State, frame: EntryAndExit, order: Order) -> Throw | None:
    """1.1.2.1.a-01: entering the map is leaving a box; where there is one hex only, nothing more is asked."""
    if frame.side != GERMAN or order.verb not in ("enter", "at"):
        return None
    unit = order.arg if order.verb == "enter" else frame.unit
    if order.verb == "enter" and len(frame.hexes(g, unit)) > 1:
        return None
    return _interdiction(g, (unit,), g.where[unit], together=False)


def _marker(g: State, origin: Place, place: Place) -> Throw | None:
    """0.2.1-10: a German Offensive marker rolls in each box that it leaves."""
    left = [one for one in (origin, *logistics.way_to(g, GERMAN, origin, place)[:-1]) if one >= SIZE]
    if not left:
        return None
    chances = [_free(*logistics.interdicted(g, box)) for box in left]
    arrives, goes = list(accumulate(chances, lambda one, other: one * other))[-1], chances[0]
    cases = (Case((2, 2), arrives), Case((1, 2), goes - arrives), Case((0, 2), 1 - goes))
    return Throw("marker", tuple(case for case in cases if case.chance > 1e-9), "0.2.1-10", (place, *left))
