"""Stacking (rulebook 2.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from bocage.games.bloody_summer.campaign import SIDE_OF, Campaign
from bocage.games.bloody_summer.pieces import MOBILE, UNITS
from bocage.games.bloody_summer.places import SIZE, Place, place_name
from bocage.games.bloody_summer.state import State
from bocage.hexes import Hex
from bocage.kernel import Refusal


@lru_cache(1 << 16)
def _rule_against(campaign: Campaign, stack: tuple[int, ...], crowd: bool) -> str:
    """What is wrong with pieces of one side in a hex: the key of a sentence, or nothing."""
    armies, points, corps, others = 0, 0, 0, 0
    for piece in stack:
        if piece < MOBILE:
            armies |= 1 << campaign.army[piece]
            points += campaign.stacking[piece]
            corps += piece >= UNITS
            others += piece < UNITS and not campaign.stacking[piece]
    limits = campaign.tables.stacking
    if armies & armies - 1:
        return "armies"
    if points > limits.points:
        return "points"
    if corps > limits.headquarters:
        return "headquarters"
    return "others" if others > limits.zero_units and not crowd else ""


_SENTENCES: Final = {
    "armies": ("2.1-07", "US and British units may not be together in {}"),
    "points": ("2.1-03", "{} would hold more stacking points than it may"),
    "headquarters": ("2.1-03", "{} would hold more than one headquarters"),
    "others": ("2.1-03", "{} would hold more than one unit without stacking value"),
}


def why_not_together(campaign: Campaign, pieces: Iterable[int], place: Place, *, crowd: bool = False) -> Refusal | None:
    """The rule that keeps pieces of one side from staying in a hex or box, or None.

    ``crowd`` lifts the limit of one unit without stacking value, as on D-Day (2.1-03). Boxes hold any number (2.1-06).
    """
    wrong = _rule_against(campaign, tuple(sorted(pieces)), crowd)
    if not wrong or (place >= SIZE and wrong != "armies"):
        return None
    rule, sentence = _SENTENCES[wrong]
    return Refusal(rule, sentence.format(place_name(place)))


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


def why_not_stay(g: State, hex_: Hex, units: Sequence[int]) -> Refusal | None:
    """The rule that keeps units from ending a move in a hex, or None.

    Limits count at the end of the phase (2.1-04), so friends of the same army that may still move on are not in the
    way; all others are.
    """
    army, of, able = g.campaign.army[units[0]], g.campaign.army, ~(g.moved | g.resting)
    if g.troops[0] & g.troops[1] & 1 << hex_:
        able = 0  # nobody leaves confusion
    settled = {
        piece
        for piece in g.at.get(hex_, ())
        if SIDE_OF[of[piece]] == SIDE_OF[army] and (of[piece] != army or not able >> piece & 1)
    }
    return why_not_together(g.campaign, settled.union(units), hex_, crowd=g.turn == 0)
