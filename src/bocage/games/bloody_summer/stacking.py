"""Stacking (rulebook 2.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bocage.games.bloody_summer.campaign import Campaign
from bocage.games.bloody_summer.pieces import HEADQUARTERS, MOBILE, UNITS
from bocage.games.bloody_summer.places import OFF_MAP, SIZE, Place, place_name
from bocage.games.bloody_summer.state import State
from bocage.kernel import Refusal


def why_not_together(campaign: Campaign, pieces: Iterable[int], place: Place, *, crowd: bool = False) -> Refusal | None:
    """The rule that keeps pieces of one side from staying in a hex or box, or None.

    ``crowd`` lifts the limit of one unit without stacking value, as on D-Day (2.1-03).
    """
    stack = [piece for piece in pieces if piece < MOBILE]
    if len({campaign.army[piece] for piece in stack}) > 1:
        return Refusal("2.1-07", f"US and British units may not be together in {place_name(place)}")
    if place >= SIZE:
        return None
    limits, label = campaign.tables.stacking, place_name(place)
    points = sum(campaign.stacking[piece] for piece in stack)
    if points > limits.points:
        return Refusal("2.1-03", f"{label} would hold {points} stacking points; {limits.points} is the limit")
    if sum(piece in HEADQUARTERS for piece in stack) > limits.headquarters:
        return Refusal("2.1-03", f"{label} would hold more than one headquarters")
    if not crowd and sum(piece < UNITS and not campaign.stacking[piece] for piece in stack) > limits.zero_units:
        return Refusal("2.1-03", f"{label} would hold more than one unit without stacking value")
    return None


def why_not_stack(g: State, place: Place, *pieces: int) -> Refusal | None:
    """The rule that keeps pieces from staying in a place beside their friends there, or None."""
    friends = g.pieces_in(place, g.campaign.side[pieces[0]])
    return why_not_together(g.campaign, {*friends, *pieces}, place, crowd=g.turn == 0)


def fits(g: State, place: Place, *pieces: int) -> bool:
    """Whether pieces may stay in a place beside their friends there; they may be among them already."""
    return why_not_stack(g, place, *pieces) is None


def overfull(g: State, side: int) -> Iterator[tuple[Place, Refusal]]:
    """The places where a side has more together than it may, with the rule (2.1-05)."""
    for place in sorted(g.at):
        if (place < SIZE or place in OFF_MAP) and (stack := g.pieces_in(place, side)):
            refusal = why_not_together(g.campaign, stack, place, crowd=g.turn == 0)
            if refusal is not None:
                yield place, refusal
