"""Units, places, Rounds and combats in words, from what a view shows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from bocage.games.dark_summer.advance import Advance
from bocage.games.dark_summer.assault import WaveAdvance
from bocage.games.dark_summer.campaign import ALLIED, GERMAN, SEATS, Campaign
from bocage.games.dark_summer.movement import going
from bocage.games.dark_summer.places import EASTERN_EXIT, ELIMINATED, GERMAN_EXIT, SIZE, WAITING, Place, place_name
from bocage.games.dark_summer.reinforcements import turn_of as entry_turn
from bocage.games.dark_summer.sentences import place_title
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.strongpoints import is_hidden
from bocage.games.dark_summer.words import ADVANCE, HEXES, PLACE, UNIT_IDS, UNITS
from bocage.kernel import Order
from bocage.kernel.wording import listed

# As a chit stands on the Action Round Track: the ways of chits.py, a Reaction, and both Waves.
PLAYED_AS = (
    "Move Round", "Combat Round", "Prepared Offensive", "Combined Action Round (Move chit)",
    "Combined Action Round (Combat chit)", "Reaction Round", "1st Wave", "2nd Wave",
)  # fmt: skip


def turn_of(view: State) -> str:
    """The turn, as a heading says it: 'Turn 3 of 10 · 23-30 June 1944'."""
    dates = view.campaign.tables.turn[max(view.turn, 1) - 1].dates
    return f"Turn {view.turn} of {view.campaign.last_turn} · {dates} 1944"


def phase_of(view: State) -> str:
    """What is being done, as a heading says it: 'US Move Round', '1st Wave', 'Replacement Phase'."""
    return view.heading()


# -- units and places ------------------------------------------------------------------------------


def strength(view: State, unit: int) -> str:
    """The numbers of a counter's present side: '6-5-5', with a star if it is reduced, '?-?-0' if it lies face down."""
    allowance = view.campaign.allowance[unit]
    if is_hidden(view, unit):
        return f"?-?-{allowance}"
    return f"{view.attack_of(unit)}-{view.defence_of(unit)}-{allowance}{'*' if view.is_reduced(unit) else ''}"


def formation_of(campaign: Campaign, unit: int) -> str:
    """The Formation of a unit, or nothing if it is one by itself."""
    name = campaign.formations[campaign.formation[unit]]
    return "" if campaign.formation_units[campaign.formation[unit]].bit_count() == 1 else name


def unit_line(view: State, unit: int) -> str:
    """A unit in one line: id, Formation, kind, strength and place."""
    piece = view.campaign.units[unit]
    kind = piece.type.value.replace("_", " ")
    if piece.size.value != kind:
        kind = f"{kind} {piece.size.value}"
    words = (formation_of(view.campaign, unit), kind, strength(view, unit), whereabouts(view, unit))
    return f"{UNIT_IDS[unit]}: {', '.join(filter(None, words))}"


def whereabouts(view: State, unit: int) -> str:
    """Where a unit is, or when it comes."""
    where = view.where[unit]
    if where == WAITING:
        return f"comes on Turn {entry_turn(view, unit)}"
    if where < 0:
        return "eliminated" if where == ELIMINATED else "withdrawn"
    return f"in {place_words(view.campaign, where)}"


def place_on_board(place: Place, side: int) -> str:
    """The name that the board has for a place: in the Eastern Exit each side has a section of its own (5.5)."""
    return GERMAN_EXIT if place == EASTERN_EXIT and side == GERMAN else place_name(place)


@cache
def place_words(campaign: Campaign, place: Place) -> str:
    """A place by its number and its name, if it has one: '4506 Caen', '2403 Utah', 'the 1st Wave before 2403'."""
    if place >= SIZE:
        return place_title(place)
    beach = next((name for name, hexes in campaign.beach_hexes.items() if hexes >> place & 1), "")
    return f"{place_name(place)} {campaign.ground.place_at(place) or beach}".rstrip()


@cache
def ground_words(campaign: Campaign, place: Place) -> str:
    """The Terrain of a hex, nothing of a box; its name stands beside its number already."""
    return campaign.ground.terrain[place].value if place < SIZE else ""


def hex_words(view: State, place: Place) -> str:
    """Terrain and units of a place."""
    units = (f"{UNIT_IDS[unit]} {strength(view, unit)}" for unit in view.at.get(place, ()))
    return ", ".join(filter(None, (ground_words(view.campaign, place), *units)))


# -- what a decision is about ----------------------------------------------------------------------


def about(view: State) -> str:
    """The units or the combat that a decision is about, in words; may be empty."""
    matter, action = view.about(), going(view)
    if action is not None and len(action.in_hand) > 1:
        return f"{_listed(view, action.in_hand)} {whereabouts(view, matter.unit)}"
    if matter.unit >= 0:
        return unit_line(view, matter.unit)
    if matter.target < 0:
        return ""
    if isinstance(view.stack[-1], Advance | WaveAdvance):
        return _advancing(view)
    target, attackers = place_words(view.campaign, matter.target), _listed(view, matter.attackers)
    sides = {view.campaign.side[unit] for unit in matter.attackers}
    there = [unit for unit in view.at.get(matter.target, ()) if view.campaign.side[unit] not in sides]
    asked = view.pending.seat if view.pending is not None else ""
    if attackers and asked == SEATS[GERMAN if ALLIED in sides else ALLIED]:
        does = "attacks" if len(matter.attackers) == 1 else "attack"
        if there:
            return f"{attackers} {does} your {_listed(view, there)} in {target}"
        return f"{attackers} {does} {'your Open Beach ' * (view.open_beaches >> matter.target & 1)}{target}"
    if not there:
        return f"{attackers}, at {target}" if attackers else target
    against = f"{_listed(view, there)} in {target}"
    return f"{attackers} against {against}" if attackers else against


def _advancing(view: State) -> str:
    """Who may advance, and from where: '7/3-Can 5-4-5 in 4405 and 8/3 4-4-5 in 4504'."""
    asked = view.pending.orders if view.pending is not None else ()
    able = [order.arg for order in asked if order.verb == ADVANCE.name]
    return listed(f"{UNIT_IDS[unit]} {strength(view, unit)} {whereabouts(view, unit)}" for unit in able)


def _listed(view: State, units: Sequence[int]) -> str:
    """Units with their strengths: '16/1 6-5-5, 18/1 5-5-5 and 116/29 5-4-5'."""
    return listed(f"{UNIT_IDS[unit]} {strength(view, unit)}" for unit in units)


def describe(view: State, order: Order) -> str:
    """Strength and place of a unit; name, Terrain and units of a hex."""
    if order.noun is UNITS:
        return f"{strength(view, order.arg)}, {whereabouts(view, order.arg)}"
    if order.noun is HEXES or order.noun is PLACE:
        return hex_words(view, order.arg)
    return ""
