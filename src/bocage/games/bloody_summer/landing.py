"""Landings from the Strategic Reserve (rulebook 4.2), of the 79th Armoured and by glider (10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, NamedTuple

from bocage.games.bloody_summer import depots
from bocage.games.bloody_summer.bombardment import CoastalFire
from bocage.games.bloody_summer.campaign import ALLIED, CORPS, GERMAN, OTHERS, POINTS, Campaign
from bocage.games.bloody_summer.drops import Drop
from bocage.games.bloody_summer.pieces import MOBILE, PIECE_IDS, UNITS
from bocage.games.bloody_summer.places import ACROSS, GRID, STRATEGIC_RESERVE, Place, place_name
from bocage.games.bloody_summer.stacking import in_load, load_together, where_to_stay
from bocage.games.bloody_summer.state import State
from bocage.hexes import Hex, HexSet, mask, members
from bocage.kernel import Next, Procedure, Refusal, call, done

BEACHES_BEFORE: Final = {place: tuple(stretch.split(" and ")) for stretch, place in ACROSS.items()}
GLIDER_PART: Final = (1, "A")  # the turn and phase in which a glider may land


# -- where ----------------------------------------------------------------------------------------------


def is_open(g: State) -> bool:
    """Whether anybody may land: not on D-Day, which has its own landings, and not in a storm."""
    return g.turn > 0 and not g.storm


def beaches_across(g: State, unit: int) -> tuple[Hex, ...]:
    """The beach hexes before a brigade of the 79th Armoured that is still across them."""
    return _beaches(g.campaign, g.where[unit])


@cache
def _beaches(campaign: Campaign, place: Place) -> tuple[Hex, ...]:
    return tuple(GRID.at(campaign.ground.beaches[name].hex) for name in BEACHES_BEFORE.get(place, ()))


def glider_hex(g: State, unit: int) -> Hex | None:
    """The landing zone of a unit that comes by glider now."""
    if unit >= UNITS or (g.turn, g.part) != GLIDER_PART or g.where[unit] != STRATEGIC_RESERVE:
        return None
    entry = g.campaign.units[unit].entry
    return GRID.at(entry.hex) if entry.kind == "glider" and entry.hex is not None else None


def waiting(g: State, army: int) -> list[int]:
    """The pieces of an Allied army that are in the Strategic Reserve or still across the beaches, ascending."""
    there = g.who.get(STRATEGIC_RESERVE, 0)
    for place in BEACHES_BEFORE:
        there |= g.who.get(place, 0)
    return members(there & g.campaign.movers[army])


def kind_of(g: State, piece: int) -> tuple[object, ...]:
    """What decides where a piece that waits can land; those of one kind can land in the same hexes."""
    return g.where[piece], g.campaign.load[piece], glider_hex(g, piece)


def candidates(g: State, unit: int) -> list[Hex]:
    """The hexes that are worth asking about for a unit."""
    if unit >= MOBILE or g.campaign.side[unit] != ALLIED or g.turn == 0:
        return []
    if g.where[unit] in BEACHES_BEFORE:
        return list(beaches_across(g, unit))
    if g.where[unit] != STRATEGIC_RESERVE:
        return []
    found = list(capacities(g, g.campaign.army[unit]))
    glider = glider_hex(g, unit)
    return found if glider is None or glider in found else [*found, glider]


def _confused_beaches(g: State, army: int) -> HexSet:
    return g.troops[ALLIED] & g.troops[GERMAN] & g.campaign.beach_hexes[army]


def capacities(g: State, army: int) -> Mapping[Hex, int]:
    """The hexes where an army can land, in ascending order, and the stacking points for which each has room in a phase;
    on a beach in confusion a unit joins that as any unit may.
    """
    open_, confused = depots.landing_capacities(g, army), _confused_beaches(g, army)
    if not confused:
        return open_
    points = g.campaign.tables.stacking.points
    return dict(sorted({**open_, **dict.fromkeys(members(confused), points)}.items()))


class Room(NamedTuple):
    """A hex where an army can land, the stacking points for which it has room in a phase, and who has used it."""

    hex: Hex
    capacity: int
    landed: int  # the loads of those together


def rooms_of(g: State, army: int) -> list[Room]:
    """The hexes where an army can land now, in ascending order; see ``capacities``."""
    landed, campaign = g.landed, g.campaign
    rooms = capacities(g, army).items() if is_open(g) else ()
    return [Room(hex_, capacity, load_together(campaign, landed.get(hex_, ()))) for hex_, capacity in rooms]


def places(g: State, unit: int) -> list[Place]:
    """The hexes where a unit can come ashore now."""
    return _places(g, unit, rooms_of(g, g.campaign.army[unit]))


def _places(g: State, unit: int, rooms: Sequence[Room]) -> list[Place]:
    if g.where[unit] == STRATEGIC_RESERVE and glider_hex(g, unit) is None:
        campaign, load = g.campaign, g.campaign.load[unit]
        return [room.hex for room in rooms if not _too_many(campaign, room.landed + load, room.capacity)]
    return [hex_ for hex_ in candidates(g, unit) if why_not_land(g, unit, hex_) is None]


def landable(g: State, army: int) -> list[int]:
    """The pieces of an army offshore that can come ashore now and stay there."""
    found, alike = [], dict[tuple[object, ...], bool]()
    rooms = rooms_of(g, army)
    for unit in waiting(g, army) if is_open(g) else ():
        kind = kind_of(g, unit)
        if kind not in alike:
            hexes = mask(_places(g, unit, rooms))
            alike[kind] = bool(hexes and where_to_stay(g, hexes, (unit,)))
        if alike[kind]:
            found.append(unit)
    return found


# -- whether --------------------------------------------------------------------------------------------


def why_not_land(g: State, unit: int, place: Place) -> Refusal | None:
    """The rule that keeps a unit from coming ashore in a hex, or None."""
    name = PIECE_IDS[unit]
    if unit >= MOBILE or g.campaign.side[unit] != ALLIED or g.turn == 0:
        return Refusal("4.2-01", f"{name} does not land from the Strategic Reserve")
    if g.storm:
        return Refusal("1.1.1.1.a-05", "nobody lands in a storm")
    if g.where[unit] in BEACHES_BEFORE:
        return why_not_from_across(g, unit, place)
    if g.where[unit] != STRATEGIC_RESERVE:
        return Refusal("4.2-01", f"{name} is not in the Strategic Reserve")
    if place == glider_hex(g, unit):
        return _why_not_glide(g, place)
    return _why_not_ashore(g, unit, place)


def why_not_from_across(g: State, unit: int, place: Place) -> Refusal | None:
    """The rule that keeps a brigade of the 79th Armoured from landing on a beach before it, or None."""
    before = beaches_across(g, unit)
    if place not in before:
        return Refusal("10.A.1.a-08", f"{PIECE_IDS[unit]} lands on a beach before it")
    for hex_ in before:
        if g.who.get(hex_, 0) & g.campaign.of_side[GERMAN]:
            return Refusal("10.A.1.a-08", f"{place_name(hex_)} before {PIECE_IDS[unit]} is not free of Germans")
    return None


def _why_not_glide(g: State, hex_: Hex) -> Refusal | None:
    if g.pieces_in(hex_, GERMAN):
        return Refusal("4.2-04", f"the enemy is in {place_name(hex_)}: the gliders do not land there")
    return None


def _why_not_ashore(g: State, unit: int, place: Place) -> Refusal | None:
    rooms = capacities(g, g.campaign.army[unit])
    if place not in rooms:
        return Refusal("4.2-04", f"there is no operational depot of its army in {place_name(place)}")
    wrong = _rule_against(g, unit, place, rooms[place])
    return Refusal("4.2-02", wrong.format(place_name(place), rooms[place])) if wrong else None


def _rule_against(g: State, unit: int, hex_: Hex, capacity: int) -> str:
    """What is wrong with another unit that lands in a hex, as a sentence for its name; or nothing."""
    return _too_many(g.campaign, load_together(g.campaign, (*g.landed.get(hex_, ()), unit)), capacity)


@lru_cache(1 << 10)
def _too_many(campaign: Campaign, load: int, capacity: int) -> str:
    limits = campaign.tables.stacking
    if in_load(load, POINTS) > capacity:
        return "{} lands {} stacking points in a phase"
    if in_load(load, CORPS) > limits.headquarters:
        return "one headquarters lands in {} in a phase"
    return "one unit without stacking value lands in {} in a phase" if in_load(load, OTHERS) > limits.zero_units else ""


# -- the landing ----------------------------------------------------------------------------------------


@dataclass
class Ashore(Procedure[None]):
    """A unit comes ashore where it may, or lands by glider."""

    unit: int
    hex: Hex

    def begin(self, g: State) -> Next:
        """A glider lands as paratroops drop."""
        if self.hex == glider_hex(g, self.unit):
            return call(Drop(self.unit, self.hex), then=self.landed)
        if g.where[self.unit] == STRATEGIC_RESERVE:
            g.landed[self.hex] = (*g.landed.get(self.hex, ()), self.unit)
        put_ashore(g, self.unit, self.hex)
        if self.unit < UNITS and g.campaign.ground.beach >> self.hex & 1:
            return call(CoastalFire(self.unit), then=self.landed)
        return done()

    def landed(self, g: State, _: None) -> Next:
        """It is ashore."""
        return done()


def put_ashore(g: State, unit: int, hex_: Hex) -> None:
    """A unit comes ashore."""
    g.tell("landed", "4.2-01", unit=unit, hex=hex_, origin=g.where[unit])
    g.put(unit, hex_)
