"""Landings from the Strategic Reserve (rulebook 4.2), of the 79th Armoured and by glider (10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from bocage.games.bloody_summer import depots
from bocage.games.bloody_summer.bombardment import CoastalFire
from bocage.games.bloody_summer.campaign import ALLIED, CORPS, GERMAN, OTHERS, POINTS, Campaign
from bocage.games.bloody_summer.drops import Drop
from bocage.games.bloody_summer.pieces import MOBILE, PIECE_IDS, UNITS
from bocage.games.bloody_summer.places import ACROSS, GRID, STRATEGIC_RESERVE, Place, place_name
from bocage.games.bloody_summer.stacking import in_load, load_together
from bocage.games.bloody_summer.state import State
from bocage.hexes import Hex, HexSet, members
from bocage.kernel import Next, Procedure, Refusal, call, done

BEACHES_BEFORE: Final = {place: tuple(stretch.split(" and ")) for stretch, place in ACROSS.items()}
GLIDER_PART: Final = (1, "A")  # the turn and phase in which a glider may land


# -- where ----------------------------------------------------------------------------------------------


def beaches_across(g: State, unit: int) -> tuple[Hex, ...]:
    """The beach hexes before a brigade of the 79th Armoured that is still across them."""
    names = BEACHES_BEFORE.get(g.where[unit], ())
    return tuple(GRID.at(g.campaign.ground.beaches[name].hex) for name in names)


def glider_hex(g: State, unit: int) -> Hex | None:
    """The landing zone of a unit that comes by glider now."""
    if unit >= UNITS or (g.turn, g.part) != GLIDER_PART or g.where[unit] != STRATEGIC_RESERVE:
        return None
    entry = g.campaign.units[unit].entry
    return GRID.at(entry.hex) if entry.kind == "glider" and entry.hex is not None else None


def waiting(g: State, army: int) -> list[int]:
    """The pieces of an Allied army that are in the Strategic Reserve or still across the beaches, ascending."""
    there = (piece for place in (STRATEGIC_RESERVE, *BEACHES_BEFORE) for piece in g.at.get(place, ()))
    return sorted(piece for piece in there if g.campaign.army[piece] == army)


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


def places(g: State, unit: int) -> list[Place]:
    """The hexes where a unit can come ashore now."""
    if g.where[unit] == STRATEGIC_RESERVE and g.turn and not g.storm and glider_hex(g, unit) is None:
        rooms = capacities(g, g.campaign.army[unit])
        return [hex_ for hex_, capacity in rooms.items() if not _rule_against(g, unit, hex_, capacity)]
    return [hex_ for hex_ in candidates(g, unit) if why_not_land(g, unit, hex_) is None]


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
        if g.pieces_in(hex_, GERMAN):
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
    return _too_many(g.campaign, (*g.landed.get(hex_, ()), unit), capacity)


@lru_cache(1 << 10)
def _too_many(campaign: Campaign, landed: tuple[int, ...], capacity: int) -> str:
    limits, load = campaign.tables.stacking, load_together(campaign, landed)
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
