"""Units, places, phases and combats in words, from what a view shows."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from bocage.games.bloody_summer.advance import Advance
from bocage.games.bloody_summer.campaign import Campaign
from bocage.games.bloody_summer.pieces import HEADQUARTERS, PIECE_IDS, UNITS
from bocage.games.bloody_summer.places import LOST, SIZE, WAITING, Place, place_name
from bocage.games.bloody_summer.reinforcements import due_turn
from bocage.games.bloody_summer.sentences import place_title
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.words import ADVANCE, HEX, PLACE, UNIT
from bocage.kernel import Order
from bocage.kernel.wording import listed

LEVELS = ("", " (disorganised)", " (disorganised twice)")


def turn_of(view: State) -> str:
    """The turn, as a heading says it: 'Turn 3 of 4 · 20-26 June 1944'; a set-up belongs to the first."""
    turn = max(view.turn, view.campaign.first_turn)
    return f"Turn {turn} of {view.campaign.last_turn} · {view.campaign.tables.turn[turn].dates} 1944"


def phase_of(view: State) -> str:
    """What is being done, as a heading says it: 'Phase A · Allied Movement phase', 'Logistics phase'."""
    return view.heading()


# -- units and places ------------------------------------------------------------------------------


def strength(view: State, piece: int) -> str:
    """The numbers of a counter's present side: '5-6-5', with its level if it is disorganised; '+2' of a corps."""
    if piece in HEADQUARTERS:
        return f"+{view.campaign.bonus[piece]}"
    if not view.campaign.steps[piece]:
        return "unguarded"
    values = f"{view.attack_of(piece)}-{view.campaign.allowance[piece]}-{view.defence_of(piece)}"
    return f"{values}{'*' if view.lost[piece] else ''}{LEVELS[view.level[piece]]}"


def unit_line(view: State, piece: int) -> str:
    """A piece in one line: id, formation, kind, strength and place."""
    words = [strength(view, piece), whereabouts(view, piece)]
    if piece < UNITS:
        unit = view.campaign.units[piece]
        words[:0] = [unit.formation, f"{unit.arm.value.replace('_', ' ')} {unit.size.value}"]
    return f"{PIECE_IDS[piece]}: {', '.join(filter(None, words))}"


def whereabouts(view: State, piece: int) -> str:
    """Where a piece is, or when it comes."""
    where = view.where[piece]
    if where == WAITING:
        return f"comes on turn {due_turn(view, piece)}"
    if where < 0:
        return "lost" if where == LOST else "returned to the Strategic Reserve"
    return f"in {place_words(view.campaign, where)}"


@cache
def place_words(campaign: Campaign, place: Place) -> str:
    """A place by its number and its name, that of a beach if it has no other: '0908 Caen', '0617 Utah', 'Le Mans'."""
    if place >= SIZE:
        return place_title(place)
    name = campaign.ground.place_at(place) or campaign.ground.beach_at.get(place, "")
    return f"{place_name(place)} {name}".rstrip()


@cache
def ground_words(campaign: Campaign, place: Place) -> str:
    """Terrain of a hex; nothing of a box."""
    return "" if place >= SIZE else " or ".join(terrain.value for terrain in campaign.ground.terrains_at(place))


def hex_words(view: State, place: Place) -> str:
    """Terrain and pieces of a place."""
    return _ground_with(view, place, view.at.get(place, ()))


def target_words(view: State, place: Place) -> str:
    """Terrain of a place that is attacked, and the enemies in it: whoever attacks may stand there too (6.11)."""
    side = view.side_of(view.pending.seat) if view.pending is not None else ""
    return _ground_with(view, place, [one for one in view.at.get(place, ()) if view.side_of(view.seat(one)) != side])


def _ground_with(view: State, place: Place, pieces: Iterable[int]) -> str:
    named = (f"{PIECE_IDS[piece]} {strength(view, piece)}" for piece in pieces)
    return ", ".join(filter(None, (ground_words(view.campaign, place), *named)))


AGAINST_ENEMIES = frozenset({"attack", "overrun", "bombard"})  # orders that are about whoever is in a hex against us

# -- what a decision is about ----------------------------------------------------------------------


def about(view: State) -> str:
    """The units or the combat that a decision is about, in words; may be empty."""
    matter = view.about()
    if matter.unit >= 0:
        return unit_line(view, matter.unit)
    if matter.target < 0:
        return ""
    if isinstance(frame := view.stack[-1], Advance):
        return _advancing(view, frame)
    target = place_words(view.campaign, matter.target)
    defenders = [piece for piece in view.at.get(matter.target, ()) if piece not in matter.attackers]
    against = f"{_stack(view, defenders)} in {target}" if defenders else target
    return f"{_stack(view, matter.attackers)} against {against}" if matter.attackers else against


def _advancing(view: State, advance: Advance) -> str:
    """Who may advance into the hex, or who has and may go on, and where they are."""
    asked = view.pending.orders if view.pending is not None else ()
    units = [order.arg for order in asked if order.verb == ADVANCE.name] or advance.gone
    return listed(f"{PIECE_IDS[unit]} {strength(view, unit)} {whereabouts(view, unit)}" for unit in units)


def _stack(view: State, pieces: tuple[int, ...] | list[int]) -> str:
    return ", ".join(f"{PIECE_IDS[piece]} {strength(view, piece)}" for piece in pieces)


def describe(view: State, order: Order) -> str:
    """Strength and place of a unit; terrain and pieces of a place."""
    if order.noun is UNIT:
        return f"{strength(view, order.arg)}, {whereabouts(view, order.arg)}"
    if order.noun is HEX or order.noun is PLACE:
        return (target_words if order.verb in AGAINST_ENEMIES else hex_words)(view, order.arg)
    return ""
