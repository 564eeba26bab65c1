"""Stacking (rulebook 2.1)."""

from __future__ import annotations

from collections.abc import Iterable

from bocage.games.bloody_summer.campaign import Campaign
from bocage.games.bloody_summer.pieces import MOBILE, UNITS
from bocage.games.bloody_summer.places import SIZE, Place, place_name
from bocage.games.bloody_summer.state import State
from bocage.kernel import Refusal


def why_not_together(campaign: Campaign, pieces: Iterable[int], place: Place, *, crowd: bool = False) -> Refusal | None:
    """The rule that keeps pieces of one side from staying in a hex or box, or None.

    ``crowd`` lifts the limit of one unit without stacking value, as on D-Day (2.1-03).
    """
    armies, points, corps, others = 0, 0, 0, 0
    for piece in pieces:
        if piece < MOBILE:
            armies |= 1 << campaign.army[piece]
            points += campaign.stacking[piece]
            corps += piece >= UNITS
            others += piece < UNITS and not campaign.stacking[piece]
    limits = campaign.tables.stacking
    if armies & armies - 1:
        return Refusal("2.1-07", f"US and British units may not be together in {place_name(place)}")
    if place >= SIZE:
        return None
    if points > limits.points:
        return Refusal(
            "2.1-03", f"{place_name(place)} would hold {points} stacking points; the limit is {limits.points}"
        )
    if corps > limits.headquarters:
        return Refusal("2.1-03", f"{place_name(place)} would hold more than one headquarters")
    if others > limits.zero_units and not crowd:
        return Refusal("2.1-03", f"{place_name(place)} would hold more than one unit without stacking value")
    return None


def why_not_stack(g: State, place: Place, *pieces: int) -> Refusal | None:
    """The rule that keeps pieces from staying in a place beside their friends there, or None."""
    friends = g.pieces_in(place, g.campaign.side[pieces[0]])
    return why_not_together(g.campaign, {*friends, *pieces}, place, crowd=g.turn == 0)


def fits(g: State, place: Place, *pieces: int) -> bool:
    """Whether pieces may stay in a place beside their friends there; they may be among them already."""
    return why_not_stack(g, place, *pieces) is None


def why_overfull(g: State, side: int, place: Place) -> Refusal | None:
    """The rule by which a side has more together in a place than it may, or None (2.1-05)."""
    return why_not_together(g.campaign, g.pieces_in(place, side), place, crowd=g.turn == 0)
