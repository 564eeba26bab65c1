"""Movement to and from the off-map boxes (10.4): Cherbourg, Brittany, and the Eastern Exit."""

from __future__ import annotations

from bocage.games.dark_summer.boundary import is_lifted
from bocage.games.dark_summer.campaign import BRITISH, GERMAN, GERMANS, US
from bocage.games.dark_summer.places import BRITTANY, CHERBOURG, EASTERN_EXIT, GRID, MAY_LEAVE, SIZE, Place
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.supply import would_be_supplied
from bocage.games.dark_summer.words import UNIT_IDS
from bocage.games.dark_summer.zones import enemy_zone
from bocage.hexes import Hex, HexSet, mask
from bocage.kernel import Refusal

# -- into a box -----------------------------------------------------------------------------------------


def why_not_into(g: State, unit: int, hex_: Hex, leaving: HexSet) -> Refusal | None:
    """The rule that keeps a unit from entering the box to which a Lettered hex leads, or None.

    ``leaving`` is the hex that the unit leaves bare by its move, if it does: Supply in an E hex may depend on it.
    """
    box = g.campaign.box_at[hex_]
    if box == CHERBOURG:
        return _why_not_into_cherbourg(g, unit)
    if box == BRITTANY:
        return _why_not_into_brittany(g, unit)
    return _why_not_out_east(g, unit, hex_, leaving)


def _why_not_into_cherbourg(g: State, unit: int) -> Refusal | None:
    campaign = g.campaign
    if campaign.side[unit] == GERMAN:
        if g.cherbourg_captured:
            return Refusal("10.4.3-04", "the Allies control Cherbourg: no German unit may enter it any more")
    elif not campaign.is_us[unit]:
        return Refusal(
            "10.4.3-01", f"only US and German units enter the Cherbourg Box, and {UNIT_IDS[unit]} is neither"
        )
    return None


def _why_not_into_brittany(g: State, unit: int) -> Refusal | None:
    if not g.campaign.is_us[unit]:
        return Refusal("10.4.4-01", f"only US units enter Brittany, and {UNIT_IDS[unit]} is none")
    if 0 < g.reentry_turn < g.turn:
        return Refusal("10.4.4-06", f"a unit came back from Brittany on turn {g.reentry_turn}: no more may enter it")
    return None


def _why_not_out_east(g: State, unit: int, hex_: Hex, leaving: HexSet) -> Refusal | None:
    group, label, name = g.campaign.group[unit], GRID.label(hex_), UNIT_IDS[unit]
    if group == GERMANS:
        if (g.exits[US] | g.exits[BRITISH]) >> hex_ & 1:
            return Refusal("10.4.5-12", f"{label} has an Exit marker: German units do not leave the map there")
        return None
    other = BRITISH if group == US else US
    if group == US and not is_lifted(g, US):
        return Refusal("10.4.5-01", "US and French units leave the map in the east only once the Boundary is lifted")
    if group == BRITISH and not g.caen_taken:
        return Refusal("10.4.5-06", "British units leave the map only once the Allies have controlled all of Caen")
    if g.stands[other] >> hex_ & 1:
        rule = "10.4.5-02" if group == US else "10.4.5-07"
        return Refusal(rule, f"{label} is occupied by units of the other Allied army")
    if g.exits[other] & exits_beyond(g, group, hex_):
        rule, where = ("10.4.5-03", "south") if group == US else ("10.4.5-08", "north")
        return Refusal(rule, f"the other Allied army has an Exit marker in {label} or in an E hex {where} of it")
    if g.entered & g.reentered & 1 << unit:
        return Refusal("10.4.4-05", f"{name} came back from Brittany in this move and may not leave the map again")
    if not would_be_supplied(g, unit, hex_, leaving):
        rule = "10.4.5-04" if group == US else "10.4.5-09"
        return Refusal(rule, f"{name} would be Out of Supply in {label}, where it leaves the map")
    return None


def exits_beyond(g: State, group: int, hex_: Hex) -> HexSet:
    """An E hex with those south of it for the US, north of it for the British: the other may have no marker there."""
    exits = g.campaign.ground.exits
    place = exits.index(hex_)
    return mask(exits[place:] if group == US else exits[: place + 1])


def enter_box(g: State, unit: int, hex_: Hex) -> None:
    """A unit goes from a Lettered hex into its box, with what follows from it."""
    box, group = g.campaign.box_at[hex_], g.campaign.group[unit]
    if box == BRITTANY and not g.brittany_since:
        g.brittany_since = g.rounds
        g.tell("brittany_entered", "15.0-03", unit=unit)
    if box == EASTERN_EXIT:
        g.left_on[unit] = g.turn
        if group != GERMANS and not g.exits[group] >> hex_ & 1:
            g.exits[group] |= 1 << hex_
            g.tell("exit_marker", "10.4.5-05" if group == US else "10.4.5-10", group=group, hex=hex_)
    g.put(unit, box)


# -- out of a box ---------------------------------------------------------------------------------------


def why_not_out_of(g: State, unit: int) -> Refusal | None:
    """The rule that keeps a unit in its box, whatever the hexes outside are like, or None."""
    box, side = g.where[unit], g.campaign.side[unit]
    name = UNIT_IDS[unit]
    if box == CHERBOURG:
        if g.units_in(CHERBOURG, 1 - side):
            return Refusal("10.4.3-06", f"{name} may not leave the Cherbourg Box while enemy units are in it")
        if side == GERMAN and g.isolated:
            return Refusal("10.4.3-07", "Cherbourg is Isolated: no German unit may leave it in this Round")
        return None
    if box == MAY_LEAVE:
        return None
    if box == BRITTANY:
        return Refusal("10.4.4-03", f"{name} entered Brittany this turn and may leave it in the next at the earliest")
    if box == EASTERN_EXIT:
        return Refusal("10.4.5-14", f"{name} has left the map for good")
    return Refusal("2.1-03", f"{name} is still offshore")


def hexes_out_of(g: State, unit: int) -> HexSet:
    """The Lettered hexes by which a unit may leave its box now; Germans need one where they can go on (10.4.2-03)."""
    if why_not_out_of(g, unit) is not None:
        return 0
    side = g.campaign.side[unit]
    letter = g.campaign.ground.letters["C" if g.where[unit] == CHERBOURG else "S"]
    free = letter & ~g.occupied[1 - side]
    return free & ~enemy_zone(g, side) if side == GERMAN else free


def leave_box(g: State, unit: int) -> None:
    """A unit is about to come onto the map out of its box."""
    if g.where[unit] == MAY_LEAVE:
        g.entered |= 1 << unit
        g.reentered |= 1 << unit
        if not g.reentry_turn:
            g.reentry_turn = g.turn
            g.tell("brittany_left", "10.4.4-06", unit=unit)


def is_box(place: Place) -> bool:
    """Whether a place is a box to which units move."""
    return SIZE <= place <= EASTERN_EXIT
