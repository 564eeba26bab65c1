"""Stacking (rulebook 2.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from bocage.games.bloody_summer.campaign import CORPS, OF_ARMY, OTHERS, POINTS, Campaign
from bocage.games.bloody_summer.places import SIZE, Place, place_name
from bocage.games.bloody_summer.state import State
from bocage.hexes import Hex, members
from bocage.kernel import Refusal


@lru_cache(1 << 12)
def _rule_against(campaign: Campaign, load: int, crowd: bool) -> str:
    """What is wrong with pieces of one side in a hex, by their loads together: the key of a sentence, or nothing."""
    limits = campaign.tables.stacking
    if sum(_field(load, army) > 0 for army in OF_ARMY) > 1:
        return "armies"
    if _field(load, POINTS) > limits.points:
        return "points"
    if _field(load, CORPS) > limits.headquarters:
        return "headquarters"
    return "others" if _field(load, OTHERS) > limits.zero_units and not crowd else ""


def _field(load: int, first: int) -> int:
    return load >> first & 0xFF


def _load(campaign: Campaign, pieces: Iterable[int]) -> int:
    return sum(map(campaign.load.__getitem__, pieces))


@lru_cache(1 << 14)
def _rule_in(campaign: Campaign, stack: tuple[int, ...], side: int, crowd: bool) -> str:
    """What is wrong with the pieces of a side among those in a hex: the key of a sentence, or nothing."""
    return _rule_against(campaign, _load(campaign, [piece for piece in stack if campaign.side[piece] == side]), crowd)


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
    return _refusal(_rule_against(campaign, _load(campaign, pieces), crowd), place)


def _refusal(wrong: str, place: Place) -> Refusal | None:
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
    return _refusal(_rule_in(g.campaign, g.at.get(place, ()), side, g.turn == 0), place)


def overfull_hexes(g: State, side: int) -> list[Hex]:
    """The hexes where a side has more together than it may (2.1-05)."""
    campaign, at, crowd = g.campaign, g.at, g.turn == 0
    return [hex_ for hex_ in members(g.crowded & g.occupied[side]) if _rule_in(campaign, at[hex_], side, crowd)]


def why_not_stay(g: State, hex_: Hex, units: Sequence[int]) -> Refusal | None:
    """The rule that keeps units from ending a move in a hex, or None.

    Limits count at the end of the phase (2.1-04), so friends of the same army that may still move on are not in the
    way; all others are.
    """
    return _refusal(_rule_against_staying(g, hex_, units), hex_)


def may_stay(g: State, hex_: Hex, units: Sequence[int]) -> bool:
    """Whether units may end a move in a hex."""
    return not _rule_against_staying(g, hex_, units)


def _rule_against_staying(g: State, hex_: Hex, units: Sequence[int]) -> str:
    campaign = g.campaign
    side, army, able = campaign.side, campaign.army, ~(g.moved | g.resting)
    own, nation = side[units[0]], army[units[0]]
    if g.troops[0] & g.troops[1] & 1 << hex_:
        able = 0  # nobody leaves confusion
    load = _load(campaign, units)
    for piece in g.at.get(hex_, ()):
        if side[piece] == own and (army[piece] != nation or not able >> piece & 1) and piece not in units:
            load += campaign.load[piece]
    return _rule_against(campaign, load, g.turn == 0)
