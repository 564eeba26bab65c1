"""Stacking (rulebook 5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bocage.games.dark_summer.campaign import INDEPENDENT, Campaign
from bocage.games.dark_summer.places import SIZE, place_name
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.words import UNIT_IDS
from bocage.hexes import Hex, HexSet, mask
from bocage.kernel import Refusal
from bocage.kernel.wording import listed


def is_legal(campaign: Campaign, units: Iterable[int]) -> bool:
    """Whether units may stack in a hex: four at most, of one division and one of the Allied groups (5.0, 5.1).

    Strongpoints and battalions count for nothing but the group, and airborne and Flak units belong to no division.
    """
    groups, free, divisions = campaign.group, campaign.stacks_free, campaign.stacking_division
    count, division, group = 0, -1, -1
    for unit in units:
        if group not in (-1, groups[unit]):
            return False
        group = groups[unit]
        if free[unit]:
            continue
        count += 1
        own = divisions[unit]
        if own >= 0:
            if division not in (-1, own):
                return False
            division = own
    return count <= campaign.stacking_limit


def fits(g: State, hex_: Hex, *units: int) -> bool:
    """Whether units may end in a hex beside those that are there; they may be among them already."""
    there = g.at.get(hex_, ())
    return not there or is_legal(g.campaign, {*there, *units})


def room_for(g: State, units: Sequence[int]) -> HexSet:
    """The hexes with friends where units that may stack, and are not there, may end beside them: ``fits`` of each."""
    campaign = g.campaign
    count, division = 0, INDEPENDENT
    for unit in units:
        if not campaign.stacks_free[unit]:
            count += 1
            division = max(division, campaign.stacking_division[unit])
    room = g.stands[campaign.group[units[0]]] & ~g.mixed & ~g.over[campaign.stacking_limit - count]
    if division == INDEPENDENT:
        return room
    places = [g.where[unit] for unit in campaign.stacked_by_division[division]]
    own = mask([place for place in places if 0 <= place < SIZE])
    return room & (own | ~g.claimed)


def is_over_stacked(g: State, hex_: Hex) -> bool:
    """Whether a hex holds more than it may."""
    return not is_legal(g.campaign, g.at.get(hex_, ()))


def over_stacked(g: State) -> list[Hex]:
    """All hexes of the map that hold more than they may; boxes and offshore hexes have no limit (5.2-09, 5.3)."""
    return [place for place, units in sorted(g.at.items()) if place < SIZE and not is_legal(g.campaign, units)]


def too_many(g: State, hex_: Hex, *units: int) -> str:
    """What a hex holds, or would hold with more units, and how much of it may stay, in words; nothing if all may."""
    campaign, stack = g.campaign, {*g.at.get(hex_, ()), *units}
    if is_legal(campaign, stack):
        return ""
    holds = f"{place_name(hex_)} {'would hold' if units else 'holds'}"
    count = counted(campaign, stack)
    if count > campaign.stacking_limit:
        return f"{holds} {count} units, and at most {campaign.stacking_limit} may stay"
    return f"{holds} units of more than one division, and only one may stay"


def counted(campaign: Campaign, units: Iterable[int]) -> int:
    """How many of some units count for the limit (5.1-05)."""
    return sum(not campaign.stacks_free[unit] for unit in units)


def why_not_stack(g: State, hex_: Hex, *units: int) -> Refusal | None:
    """The rule that keeps units from ending in a hex beside those that are there, or None."""
    if fits(g, hex_, *units):
        return None
    campaign, label = g.campaign, place_name(hex_)
    names = listed(UNIT_IDS[unit] for unit in units)
    stack = {*g.at[hex_], *units}
    if len({campaign.group[unit] for unit in stack}) > 1:
        return Refusal("5.0-04", f"{names} may not stack with the units of the other army in {label}")
    divisions = {campaign.stacking_division[unit] for unit in stack if not campaign.stacks_free[unit]} - {-1}
    if len(divisions) > 1:
        return Refusal("5.1-02", f"{label} would hold units of more than one division with {names}")
    number, most = counted(campaign, stack), campaign.stacking_limit
    return Refusal("5.1-01", f"{label} would hold {number} units with {names}, and at most {most} may stay")
