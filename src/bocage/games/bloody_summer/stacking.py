"""Stacking (rulebook 2.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from bocage.games.bloody_summer.campaign import ALLIED, CORPS, GERMAN, OF_ARMY, OTHERS, POINTS, Campaign
from bocage.games.bloody_summer.pieces import PIECE_IDS
from bocage.games.bloody_summer.places import SIZE, Place, place_name
from bocage.games.bloody_summer.state import State
from bocage.hexes import Hex, HexSet, members
from bocage.kernel import Refusal
from bocage.kernel.wording import listed

MOST_KEPT: Final = 1 << 12  # stacks beside which a load was tried


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


def _rule_in(g: State, side: int, place: Place) -> str:
    """What is wrong with the pieces of a side in a place: the key of a sentence, or nothing."""
    own = g.who.get(place, 0) & g.campaign.of_side[side]
    return _rule_against(g.campaign, load_together(g.campaign, members(own)), g.turn == 0) if own else ""


WITHOUT_VALUE: Final = "unit without stacking value"
_SENTENCES: Final = {
    "armies": ("2.1-07", "US and British units may not be together in {place}"),
    "points": ("2.1-03", "{place} {holds} {points} stacking points, and at most {most} may stay"),
    "headquarters": ("2.1-03", "{place} {holds} more than one headquarters"),
    "others": ("2.1-03", f"{{place}} {{holds}} more than one {WITHOUT_VALUE}"),
}


def why_not_together(campaign: Campaign, pieces: Iterable[int], place: Place, *, crowd: bool = False) -> Refusal | None:
    """The rule that keeps pieces of one side from staying in a hex or box, or None.

    ``crowd`` lifts the limit of one unit without stacking value, as on D-Day (2.1-03). Boxes hold any number (2.1-06).
    """
    return _refusal(campaign, load_together(campaign, pieces), place, crowd)


def _refusal(campaign: Campaign, load: int, place: Place, crowd: bool, holds: str = "would hold") -> Refusal | None:
    wrong = _rule_against(campaign, load, crowd)
    if not wrong or (place >= SIZE and wrong != "armies"):
        return None
    rule, sentence = _SENTENCES[wrong]
    points, most = in_load(load, POINTS), campaign.tables.stacking.points
    return Refusal(rule, sentence.format(place=place_name(place), holds=holds, points=points, most=most))


def why_not_stack(g: State, place: Place, *pieces: int) -> Refusal | None:
    """The rule that keeps pieces from staying in a place beside their friends there, or None."""
    friends = g.pieces_in(place, g.campaign.side[pieces[0]])
    return why_not_together(g.campaign, {*friends, *pieces}, place, crowd=g.turn == 0)


def fits(g: State, place: Place, *pieces: int) -> bool:
    """Whether pieces may stay in a place beside their friends there; they may be among them already."""
    return why_not_stack(g, place, *pieces) is None


def why_overfull(g: State, side: int, place: Place) -> Refusal | None:
    """The rule by which a side has more together in a place than it may, or None (2.1-05)."""
    campaign, pieces = g.campaign, g.pieces_in(place, side)
    refusal = _refusal(campaign, load_together(campaign, pieces), place, g.turn == 0, "holds")
    if refusal is None or not refusal.sentence.endswith(WITHOUT_VALUE):
        return refusal
    names = listed(PIECE_IDS[piece] for piece in pieces if in_load(campaign.load[piece], OTHERS))
    most = campaign.tables.stacking.zero_units
    return refusal._replace(sentence=f"{refusal.sentence}, {names}, and at most {most} of them may stay")


def overfull_hexes(g: State, side: int) -> list[Hex]:
    """The hexes where a side has more together than it may (2.1-05).

    Only hexes that somebody has entered or left are looked at again, all of them as D-Day begins or ends.
    """
    crowd = g.turn == 0
    again = g.touched if g.crowds == crowd else g.campaign.in_play
    if again:
        for whose in (ALLIED, GERMAN):
            g.overfull[whose] &= ~again
            for hex_ in members(again & g.crowded):
                if _rule_in(g, whose, hex_):
                    g.overfull[whose] |= 1 << hex_
        g.touched, g.crowds = 0, crowd
    return members(g.overfull[side])


def why_not_stay(g: State, hex_: Hex, units: Sequence[int]) -> Refusal | None:
    """The rule that keeps units from ending a move in a hex, or None.

    Limits count at the end of the phase (2.1-04), so friends of the same army that may still move on are not in the
    way; all others are.
    """
    return _refusal(g.campaign, _load_that_stays(g, hex_, units), hex_, g.turn == 0)


def may_stay(g: State, hex_: Hex, units: Sequence[int]) -> bool:
    """Whether units may end a move in a hex."""
    return not _rule_against(g.campaign, _load_that_stays(g, hex_, units), g.turn == 0)


def where_to_stay(g: State, hexes: HexSet, units: Sequence[int]) -> HexSet:
    """Of some hexes those where units may end a move: in question are only those with friends."""
    campaign, who, settled = g.campaign, g.who, _settled(g, units)
    full = _full_beside(campaign, load_together(campaign, units), g.turn == 0)
    if full[0]:
        return 0
    for hex_ in members(hexes & g.occupied[campaign.side[units[0]]]):
        if full[who[hex_] & settled]:
            hexes ^= 1 << hex_
    return hexes


class FullBeside(dict[int, bool]):
    """Whether a load is too much beside the pieces of a mask; what has been asked once is kept."""

    def __init__(self, campaign: Campaign, load: int, crowd: bool) -> None:
        super().__init__()
        self.campaign, self.load, self.crowd = campaign, load, crowd

    def __missing__(self, pieces: int) -> bool:
        load = load_together(self.campaign, members(pieces)) + self.load
        if len(self) >= MOST_KEPT:
            self.clear()
        full = self[pieces] = bool(_rule_against(self.campaign, load, self.crowd))
        return full


_full_beside = lru_cache(1 << 10)(FullBeside)


def _settled(g: State, units: Sequence[int]) -> int:
    """The friends of units that stay where they are in this phase, as a mask."""
    campaign, unit = g.campaign, units[0]
    others = campaign.movers[campaign.army[unit]] & ~(g.moved | g.resting | g.confused())
    for unit in units:
        others |= 1 << unit
    return campaign.movers_of_side[campaign.side[unit]] & ~others


def _load_that_stays(g: State, hex_: Hex, units: Sequence[int]) -> int:
    settled = _settled(g, units)
    return load_together(g.campaign, [*units, *(piece for piece in g.at.get(hex_, ()) if settled >> piece & 1)])
