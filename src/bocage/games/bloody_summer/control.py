"""Who controls whom (rulebook 5.1): five divisions and three independent units under each headquarters.

For supply, in the Logistics Phase, as many units as possible are assigned; only if some must go without is their owner
asked which. For combat the owner chooses by naming his attackers: what counts is who fights under a headquarters.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import inf
from typing import Final, NamedTuple

from bocage.games.bloody_summer.campaign import ALLIED, ARMIES, GERMAN, SEATS, SIDE_OF, Campaign
from bocage.games.bloody_summer.pieces import FORMATION_NAMES, HEADQUARTERS, PIECE_IDS, UNITS
from bocage.games.bloody_summer.places import OFF_MAP, SIZE, Place
from bocage.games.bloody_summer.state import NOBODY, State
from bocage.games.bloody_summer.supply import in_field, kept, reaches, supplied_hqs
from bocage.games.bloody_summer.words import FORMATIONS, WITHOUT
from bocage.hexes import mask, members
from bocage.kernel import Next, Order, Procedure, Refusal, ask, done

DIVISION: Final = 0  # the two kinds of places under a headquarters
INDEPENDENT: Final = 1
Slot = tuple[int, int]  # a headquarters and a kind of place
ALWAYS: Final = "79 Arm"  # may always be controlled (5.1-03)


# -- how far command reaches ----------------------------------------------------------------------------


def area(g: State, hq: int) -> int:
    """The places where units can be under a headquarters as things stand (5.1-05 to -07)."""
    return kept(g, "area", hq, lambda: _area(g, hq))


def _area(g: State, hq: int) -> int:
    place = g.where[hq]
    if g.in_confusion(place):
        return 1 << place
    if place >= SIZE:
        return mask((place, *g.campaign.box_links.get(place, ())))
    near, lines = _near(g, place), reaches(g, hq)
    mixed = members(near & g.troops[ALLIED] & g.troops[GERMAN])
    return near & lines | mask(hex_ for hex_ in mixed if g.campaign.ways[hex_] & lines)


def _near(g: State, place: Place) -> int:
    return _within(g.campaign, place)


@cache
def _within(campaign: Campaign, place: Place) -> int:
    return campaign.grid.within(1 << place, campaign.tables.control.radius)


def in_command(g: State, unit: int, hq: int) -> bool:
    """Whether a headquarters could control a unit: nation, distance and a supply line (5.1)."""
    if g.campaign.army[unit] != g.campaign.army[hq] or g.where[unit] < 0 or g.where[hq] < 0:
        return False
    return bool(area(g, hq) >> g.where[unit] & 1)


def why_not_command(g: State, unit: int, hq: int) -> Refusal | None:
    """The rule that keeps a unit from the control of a headquarters, whatever else that controls; or None."""
    place, centre, name, corps = g.where[unit], g.where[hq], PIECE_IDS[unit], PIECE_IDS[hq]
    if g.campaign.army[unit] != g.campaign.army[hq]:
        return Refusal("5.1-02", f"{name} is not of the nationality of {corps}")
    if not in_field(g, unit) or not in_field(g, hq):
        return Refusal("5.1-05", f"{name} and {corps} are not both on the map or in boxes")
    if in_command(g, unit, hq):
        return None
    if g.in_confusion(centre):
        return Refusal("5.1-07", f"{corps} is in confusion and controls only units in its own hex")
    if place >= SIZE or centre >= SIZE:
        return Refusal("5.1-06", f"{name} is not in the box of {corps} or in one next to it")
    if not _near(g, centre) >> place & 1:
        return Refusal("5.1-05", f"{name} is more than {g.campaign.tables.control.radius} hexes from {corps}")
    why = "no way for wheels that is free of enemies and their ZOCs joins them"
    return Refusal("7.3.1-04", f"{corps} does not control {name}: {why}")


def check(g: State) -> None:
    """At the start of a combat phase: which headquarters may command each unit (5-02)."""
    g.commanders = [0] * UNITS
    for army in ARMIES:
        found = in_reach(g, army, [hq for hq in HEADQUARTERS if g.campaign.army[hq] == army and in_field(g, hq)])
        for place, corps in found.items():
            for unit in members(g.who[place] & g.campaign.units_of[army]):
                g.commanders[unit] = corps


def in_reach(g: State, army: int, corps: Sequence[int]) -> dict[Place, int]:
    """Of each place with troops of a side in it the headquarters, of some of an army, that could control units there,
    as a mask.
    """
    found: dict[Place, int] = {}
    taken = g.troops[SIDE_OF[army]] | mask(OFF_MAP.intersection(g.at))
    for hq in corps:
        for place in members(area(g, hq) & taken):
            found[place] = found.get(place, 0) | 1 << hq
    return found


def commands(g: State, hq: int, unit: int) -> bool:
    """Whether a unit was in reach of a headquarters when the combat phase began and has fought under no other (5.3)."""
    return unit < UNITS and bool(g.commanders[unit] >> hq & 1) and g.fought_under.get(unit, hq) == hq


# -- places under a headquarters ------------------------------------------------------------------------


def kinds_of(campaign: Campaign, formation: int, units: Sequence[int], *, alone: bool) -> tuple[int, ...]:
    """The kinds of places that units of a formation may take; ``alone``: the rest of it is elsewhere (5.1-01)."""
    if FORMATION_NAMES[formation] == ALWAYS:
        return ()
    if campaign.is_division[formation]:
        part = alone and len(units) == 1 and len(campaign.formation_units[formation]) > 1
        return (DIVISION, INDEPENDENT) if part else (DIVISION,)
    brigade = any(campaign.stacking[unit] for unit in units)
    return (INDEPENDENT, DIVISION) if brigade else (INDEPENDENT,)


def limits(campaign: Campaign) -> tuple[int, int]:
    """How many places of each kind a headquarters has (5.1-01)."""
    table = campaign.tables.control
    return table.divisions, table.independents


def fit(g: State, hq: int, units: Iterable[int]) -> bool:
    """Whether a headquarters can control all these units at once (5.1-01)."""
    campaign, together = g.campaign, _by_formation(g.campaign, units)
    either, needed = 0, [0, 0]
    for formation, members_ in together.items():
        kinds = kinds_of(campaign, formation, members_, alone=_alone(g, hq, formation, members_))
        if len(kinds) == 2:
            either += 1
        elif kinds:
            needed[kinds[0]] += 1
    most = limits(campaign)
    return needed[0] <= most[0] and needed[1] <= most[1] and sum(needed) + either <= sum(most)


def _by_formation(campaign: Campaign, units: Iterable[int]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for unit in units:
        found.setdefault(campaign.formation[unit], []).append(unit)
    return found


def _alone(g: State, hq: int, formation: int, units: Sequence[int]) -> bool:
    """Whether the other counters of a formation are elsewhere, out of reach of a headquarters."""
    return not any(
        g.commanders[other] >> hq & 1 for other in g.campaign.formation_units[formation] if other not in units
    )


def has_room(g: State, unit: int, hq: int) -> bool:
    """Whether a headquarters can control a unit besides those who have fought under it in this turn."""
    return fit(g, hq, sorted({unit, *(other for other, corps in g.fought_under.items() if corps == hq)}))


# -- combat ---------------------------------------------------------------------------------------------


def may_fight(g: State, unit: int, hq: int) -> bool:
    """Whether a unit may fight under a headquarters."""
    return why_not_fight(g, unit, hq) is None


def why_not_fight(g: State, unit: int, hq: int) -> Refusal | None:
    """The rule that keeps a unit from fighting under a headquarters besides those who have, or None."""
    bound = g.fought_under.get(unit, hq)
    if bound != hq:
        return Refusal("5.1-04", f"{PIECE_IDS[unit]} has fought under {PIECE_IDS[bound]} in this turn")
    if not g.commanders[unit] >> hq & 1:
        refusal = why_not_command(g, unit, hq)
        return refusal or Refusal("5-02", f"{PIECE_IDS[hq]} did not control {PIECE_IDS[unit]} as the phase began")
    if has_room(g, unit, hq):
        return None
    divisions, independents = limits(g.campaign)
    words = f"{divisions} divisions and {independents} independent units"
    return Refusal("5.1-01", f"{PIECE_IDS[hq]} controls {words} at most")


# -- supply ---------------------------------------------------------------------------------------------


class Element(NamedTuple):
    """Units of a formation that take one place together, and the places that they could take."""

    formation: int
    units: tuple[int, ...]
    slots: tuple[Slot, ...]
    hqs: tuple[int, ...]
    steps: int


Reach = dict[int, frozenset[int]]  # of each unit the headquarters that could control it


def reach_of(g: State, army: int) -> dict[int, Reach]:
    """The headquarters in supply that could control each unit of an army, by formation; units without one left out."""
    corps = in_reach(g, army, supplied_hqs(g, army))
    found: dict[int, Reach] = {}
    for unit in members(g.campaign.units_of[army]):
        if own := corps.get(g.where[unit]):
            found.setdefault(g.campaign.formation[unit], {})[unit] = _hqs(own)
    return found


@cache
def _hqs(corps: int) -> frozenset[int]:
    return frozenset(members(corps))


def _together(g: State, reach: Reach) -> Iterator[tuple[int, ...]]:
    """All units of a formation, or the largest parts of it that have a headquarters in common."""
    left = list(reach)
    if len(set(reach.values())) == 1:
        yield tuple(left)
        return
    while left:
        corps = sorted(frozenset.union(*(reach[unit] for unit in left)))
        best = max(corps, key=lambda hq: sum(g.steps_of(unit) for unit in left if hq in reach[unit]))
        yield tuple(unit for unit in left if best in reach[unit])
        left = [unit for unit in left if best not in reach[unit]]


def _by_reach(reach: Reach) -> list[tuple[int, ...]]:
    """The units of a formation that have the same headquarters in reach."""
    kinds = dict.fromkeys(reach.values())
    return [tuple(unit for unit, corps in reach.items() if corps == kind) for kind in kinds]


def _element(g: State, formation: int, units: tuple[int, ...], reach: Reach) -> Element:
    common = frozenset.intersection(*(reach[unit] for unit in units))
    corps = tuple(sorted(common, key=lambda hq: _liking(g, units, hq)) if len(common) > 1 else common)
    kinds = kinds_of(g.campaign, formation, units, alone=True)
    slots = tuple((hq, kind) for hq in corps for kind in kinds)
    return Element(formation, units, slots, corps, sum(map(g.steps_of, units)))


def _liking(g: State, units: Sequence[int], hq: int) -> tuple[bool, int, int]:
    """A headquarters that had them comes first, then a near one."""
    place, centre = g.where[units[0]], g.where[hq]
    apart = g.campaign.grid.distance(place, centre) if place < SIZE and centre < SIZE else 0
    return g.corps[units[0]] != hq, apart, hq


def _parted(elements: Iterable[Element]) -> dict[int, list[int]]:
    """The formations of which there are several elements, and their numbers."""
    found: dict[int, list[int]] = {}
    for number, one in enumerate(elements):
        found.setdefault(one.formation, []).append(number)
    return {formation: parts for formation, parts in found.items() if len(parts) > 1}


class Roll:
    """Elements in places, at most so many in each; who comes later may make others change places."""

    def __init__(self, most: tuple[int, int], asking: Sequence[Element], enough: float = inf) -> None:
        """``enough`` steps without a place: it is of no interest any more."""
        self.most, self.asking = most, asking
        self.parted = _parted(asking)
        self.taken: dict[Slot, list[int]] = {}
        self.under: dict[int, int] = {}  # of each element that has a place, its headquarters
        self.crowd: list[Element] = []  # those among whom somebody must go without
        self.missing = 0  # steps without a place
        self.barred = False  # whether a part of a formation was kept from a place by another
        closed: set[Slot] = set()  # places of which it is known that nobody can be moved on from them
        for number, element in enumerate(asking):
            tried = set(closed)
            if element.slots and not self.seat(number, tried):
                self.missing += element.steps
                if not self.crowd:
                    there = {number, *(other for slot in tried for other in self.taken[slot])}
                    self.crowd = [asking[other] for other in sorted(there)]
                if self.missing >= enough:
                    break
                if not self.barred:
                    closed = tried
            self.barred = False

    def seat(self, number: int, tried: set[Slot]) -> bool:
        """Find a place for an element, if need be by moving others on."""
        element = self.asking[number]
        parts = self.parted.get(element.formation)
        for slot in element.slots:
            if slot in tried:
                continue
            if parts is not None and self.divided(number, slot[0], parts):
                self.barred = True
                continue
            tried.add(slot)
            there = self.taken.setdefault(slot, [])
            if len(there) < self.most[slot[1]]:
                there.append(number)
                self.under[number] = slot[0]
                return True
            for other in there:
                if self.seat(other, tried):
                    there[there.index(other)] = number
                    self.under[number] = slot[0]
                    return True
        return False

    def divided(self, number: int, hq: int, parts: Iterable[int]) -> bool:
        """Whether another part of a formation has a place under a headquarters: then this is no lone counter there."""
        under = self.under
        return any(other != number and under.get(other) == hq for other in parts)

    def admit(self, left: Iterable[Element]) -> Roll:
        """The same places, and elements that were left out in those that are free after all."""
        found = Roll(self.most, ())
        found.asking = [*self.asking, *left]
        found.parted = _parted(found.asking)
        found.taken = {slot: list(there) for slot, there in self.taken.items()}
        found.under = dict(self.under)
        for number in range(len(self.asking), len(found.asking)):
            found.seat(number, set())
        return found

    def corps(self) -> dict[int, int]:
        """The headquarters of each unit that has one; elements without slots are always controlled."""
        seated = {number: hq for (hq, _), there in self.taken.items() for number in there}
        seated |= {number: one.hqs[0] for number, one in enumerate(self.asking) if not one.slots}
        return {unit: hq for number, hq in seated.items() for unit in self.asking[number].units}


class Muster:
    """The formations of an army as they can be placed: together as far as they can, or divided by their reach."""

    def __init__(self, g: State, army: int) -> None:
        self.most = limits(g.campaign)
        self._assigned: dict[tuple[int, ...], Roll] = {}
        reach = reach_of(g, army)
        self.whole = {name: [_element(g, name, part, own) for part in _together(g, own)] for name, own in reach.items()}
        mixed = {name: own for name, own in reach.items() if len(set(own.values())) > 1}
        self.apart = {name: [_element(g, name, part, own) for part in _by_reach(own)] for name, own in mixed.items()}

    def assigned(self, without: tuple[int, ...]) -> Roll:
        """The best assignment; ``without``: the first units of elements that are left out."""
        if without not in self._assigned:
            divided: tuple[int, ...] = ()
            roll = self.roll(without, divided)
            while roll.crowd and (more := self.better(roll, without, divided)):
                divided, roll = more, self.roll(without, more)
            self._assigned[without] = roll
        return self._assigned[without]

    def roll(self, without: Collection[int], divided: Collection[int], enough: float = inf) -> Roll:
        """The elements in their places, the strongest first."""
        found = (one for name in self.whole for one in (self.apart if name in divided else self.whole)[name])
        asking = [one for one in found if one.units[0] not in without]
        return Roll(self.most, sorted(asking, key=lambda one: (-one.steps, one.units)), enough)

    def better(self, roll: Roll, without: Collection[int], divided: tuple[int, ...]) -> tuple[int, ...] | None:
        """With which formation divided, too, more steps find a place; None if with none."""
        names = dict.fromkeys(one.formation for one in roll.crowd if one.formation in self.apart)
        tries = ((*divided, name) for name in names if name not in divided)
        return next((more for more in tries if self.roll(without, more, roll.missing).missing < roll.missing), None)


def assigned(g: State, army: int, without: tuple[int, ...] = ()) -> Roll:
    """The best assignment of an army; ``without``: the first units of elements that are left out."""
    if army not in g.musters:
        g.musters[army] = Muster(g, army)
    return g.musters[army].assigned(without)


def left_out(g: State, army: int, corps: Collection[int]) -> list[Element]:
    """The units of an army that have a headquarters in reach and none above them, in parts of their formations."""
    found = []
    for formation, reach in reach_of(g, army).items():
        rest = {unit: own for unit, own in reach.items() if unit not in corps}
        found += [_element(g, formation, part, rest) for part in _by_reach(rest)]
    return found


@dataclass
class Assignment(Procedure[None]):
    """The units of an army are assigned to its headquarters for supply (5.1, 5-02)."""

    army: int
    without: tuple[int, ...] = ()  # the first units of elements that go without

    def begin(self, g: State) -> Next:
        """If all find a place, nobody is asked."""
        formations = self.formations(g)
        if not formations:
            return self.assign
        if len(formations) == 1:
            return self.leave_out
        prompt = "There are more formations than the headquarters can control: which goes without?"
        orders = [WITHOUT[formation] for formation in formations]
        return ask(SEATS[self.army], prompt, orders, then=self.chosen, why=self.why_not, rule="5.1-01")

    def formations(self, g: State) -> list[int]:
        """The formations of which one must go without."""
        return list(dict.fromkeys(element.formation for element in assigned(g, self.army, self.without).crowd))

    def chosen(self, g: State, order: Order) -> Next:
        """A formation goes without."""
        return self.drop(g, order.arg)

    def leave_out(self, g: State) -> Next:
        """There is but one formation in question."""
        return self.drop(g, self.formations(g)[0])

    def drop(self, g: State, formation: int) -> Next:
        """Its units, or the weakest part of it that is concerned, will be out of supply."""
        crowd = assigned(g, self.army, self.without).crowd
        element = [element for element in crowd if element.formation == formation][-1]
        self.without += (element.units[0],)
        return self.begin

    def assign(self, g: State) -> Next:
        """Every unit is under one headquarters, or under none (5.1-04)."""
        roll = assigned(g, self.army, self.without)
        corps = roll.admit(left_out(g, self.army, roll.corps())).corps()
        for unit in members(g.campaign.units_of[self.army]):
            g.corps[unit] = corps.get(unit, NOBODY)
        g.musters = {}
        return done()

    def why_not(self, g: State, order: Order) -> Refusal:
        """Why a formation is not offered."""
        if order.verb != WITHOUT.name:
            return Refusal("5.1-01", "name a formation that goes without a headquarters")
        name = FORMATIONS.show(order.arg)
        return Refusal("5.1-01", f"nobody else would have a place if {name} went without")
