"""Stacking (rulebook 2.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from bocage.games.bloody_summer.campaign import ALLIED, CORPS, GERMAN, OF_ARMY, OTHERS, POINTS, Campaign
from bocage.games.bloody_summer.places import SIZE, Place, place_name
from bocage.games.bloody_summer.state import State, mask_of
from bocage.hexes import Hex, HexSet, mask, members
from bocage.kernel import Refusal


@lru_cache(1 << 12)
def _rule_against(campaign: Campaign, load: int, crowd: bool) -> str:
    """What is wrong with pieces of one side in a hex, by their loads together: the key of a sentence, or nothing."""
    limits = campaign.tables.stacking
    if sum(in_load(load, army) > 0 for army in OF_ARMY) > 1:
        return "armies"
    if in_load(load, POINTS) > limits.points:
        return "points"
    if in_load(load, CORPS) > limits.headquarters:
        return "headquarters"
    return "others" if in_load(load, OTHERS) > limits.zero_units and not crowd else ""


def in_load(load: int, first: int) -> int:
    """A field of a load, by where it begins."""
    return load >> first & 0xFF


def load_together(campaign: Campaign, pieces: Iterable[int]) -> int:
    """The loads of pieces in one."""
    return sum(map(campaign.load.__getitem__, pieces))


@lru_cache(1 << 14)
def _rule_in(campaign: Campaign, stack: tuple[int, ...], side: int, crowd: bool) -> str:
    """What is wrong with the pieces of a side among those in a hex: the key of a sentence, or nothing."""
    own = [piece for piece in stack if campaign.side[piece] == side]
    return _rule_against(campaign, load_together(campaign, own), crowd)


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
    return _refusal(_rule_against(campaign, load_together(campaign, pieces), crowd), place)


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


def crowded_hexes(g: State, side: int) -> list[Hex]:
    """The hexes with pieces of a side and several in all."""
    return members(g.crowded & g.occupied[side])


def overfull_hexes(g: State, side: int, crowded: Sequence[Hex]) -> list[Hex]:
    """Of hexes with several pieces those where a side has more together than it may (2.1-05)."""
    campaign, at, crowd = g.campaign, g.at, g.turn == 0
    return [hex_ for hex_ in crowded if _rule_in(campaign, at[hex_], side, crowd)]


def why_not_stay(g: State, hex_: Hex, units: Sequence[int]) -> Refusal | None:
    """The rule that keeps units from ending a move in a hex, or None.

    Limits count at the end of the phase (2.1-04), so friends of the same army that may still move on are not in the
    way; all others are.
    """
    return _refusal(_rule_against_staying(g, hex_, units), hex_)


def may_stay(g: State, hex_: Hex, units: Sequence[int]) -> bool:
    """Whether units may end a move in a hex."""
    return not _rule_against_staying(g, hex_, units)


def where_to_stay(g: State, hexes: HexSet, units: Sequence[int]) -> HexSet:
    """Of some hexes those where units may end a move."""
    campaign, at, crowd = g.campaign, g.at, g.turn == 0
    own, settled = load_together(campaign, units), _settled(g, units)
    return mask([h for h in members(hexes) if not _rule_beside(campaign, mask_of(at.get(h, ())) & settled, own, crowd)])


def can_stay(g: State, hexes: HexSet, units: Sequence[int]) -> bool:
    """Whether there is one of some hexes where units may end a move."""
    campaign, at, crowd = g.campaign, g.at, g.turn == 0
    own, settled = load_together(campaign, units), _settled(g, units)
    while hexes:
        hex_ = hexes.bit_length() - 1
        hexes ^= 1 << hex_
        if not _rule_beside(campaign, mask_of(at.get(hex_, ())) & settled, own, crowd):
            return True
    return False


@lru_cache(1 << 14)
def _rule_beside(campaign: Campaign, pieces: int, load: int, crowd: bool) -> str:
    """What is wrong with a load beside the pieces of a mask: the key of a sentence, or nothing."""
    return _rule_against(campaign, load_together(campaign, members(pieces)) + load, crowd)


def _settled(g: State, units: Sequence[int]) -> int:
    """The friends of units that stay where they are in this phase, as a mask."""
    campaign, unit = g.campaign, units[0]
    leaving = campaign.movers[campaign.army[unit]] & ~(g.moved | g.resting)
    for hex_ in members(g.troops[ALLIED] & g.troops[GERMAN]):
        leaving &= ~mask_of(g.at[hex_])  # nobody leaves confusion
    return campaign.movers_of_side[campaign.side[unit]] & ~(leaving | mask(units))


def _rule_against_staying(g: State, hex_: Hex, units: Sequence[int]) -> str:
    settled = _settled(g, units)
    there = [piece for piece in g.at.get(hex_, ()) if settled >> piece & 1]
    return _rule_against(g.campaign, load_together(g.campaign, [*units, *there]), g.turn == 0)
