"""Units, hexes, combats and results in words, from what a view shows."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from bocage.games.fire_movement.airborne import bad_ground
from bocage.games.fire_movement.battle import ALLIED, GERMAN, Battle
from bocage.games.fire_movement.bombardment import BombardmentPhase
from bocage.games.fire_movement.chart import Chart
from bocage.games.fire_movement.retreat import Retreat
from bocage.games.fire_movement.sentences import BY_COMBAT
from bocage.games.fire_movement.set_up import GermanSetUp
from bocage.games.fire_movement.state import ELIMINATED, UNKNOWN, WAITING, State, is_mines, value_of
from bocage.games.fire_movement.support import NAVAL_CUPS, SupportFire
from bocage.games.fire_movement.words import CUP_TITLES, CUPS, END, GRID, HEXES, UNIT_IDS, UNITS, Cup
from bocage.hexes import Hex, HexSet, mask
from bocage.kernel import Order
from bocage.kernel.wording import listed

NAVAL_USE = "never back"
_REACH = {  # how far markers of a cup bombard
    **dict.fromkeys((Cup.US_ARTILLERY, Cup.CW_ARTILLERY, Cup.GERMAN), "reach 2 hexes"),
    **dict.fromkeys((Cup.US_AIRCRAFT, Cup.CW_AIRCRAFT), "reach anywhere"),
}
_CHOOSING = {"beach_assaults": "beach_assault", "landing_attacks": "landing_attack"}  # where the next is chosen


def combat_of(view: State) -> str:
    """The kind of the combat at hand, or of which one is chosen next; a plain attack if it is nothing special."""
    doing = (_CHOOSING.get(frame.doing, frame.doing) for frame in view.stack)
    return next((kind for kind in doing if kind in BY_COMBAT), "attack")


def phase_of(view: State) -> str:
    """What is being done, as a heading says it: 'Beach assaults', 'Movement Phase'."""
    return view.heading()


# -- units and hexes -------------------------------------------------------------------------------


def strength(view: State, unit: int) -> str:
    """The numbers of a counter's present side: '6-5-12', or '3-4-12 reduced'."""
    reduced, battle = view.is_reduced(unit), view.battle
    numbers = (side[reduced][unit] for side in (battle.attack, battle.defence, battle.allowance))
    return "-".join(map(str, numbers)) + (" reduced" if reduced else "")


def unit_line(view: State, unit: int) -> str:
    """A unit in one line: id, title, kind, strength and place."""
    return f"{_known_as(view, unit)}, {whereabouts(view, unit)}"


def _known_as(view: State, unit: int) -> str:
    known = view.battle.units[unit]
    kind = f"{'mobile ' if known.mobile else ''}{known.type.value.replace('_', ' ')} {known.size.value}"
    return f"{known.id}: {known.title}, {kind}, {strength(view, unit)}"


def whereabouts(view: State, unit: int) -> str:
    """Where a unit is, or when it comes."""
    where = view.where[unit]
    if where == WAITING and unit in view.secret:
        return f"recorded in {GRID.label(view.secret[unit])}"
    if where == WAITING:
        entry = view.entry_of(unit)
        return f"comes on turn {entry.turn}, {_way_in(entry.how)}" if entry is not None else "still to be placed"
    if where < 0:
        return "eliminated" if where == ELIMINATED else "not in this scenario"
    name = place_at(view.battle.chart, where)
    return f"in {GRID.label(where)}{f' ({name})' if name else ''}"


def _way_in(how: str) -> str:
    """By which way a reinforcement comes, in words.

    >>> [_way_in(how) for how in ("beach", "E", "west_road", "0450")]
    ['by sea', 'from the east', 'by the western road', 'in 0450']
    """
    edges = {"N": "from the north", "E": "from the east", "S": "from the south", "W": "from the west"}
    return {"beach": "by sea", "west_road": "by the western road", **edges}.get(how, f"in {how}")


@cache
def place_at(chart: Chart, h: Hex) -> str:
    """The name of the place in a hex, or an empty text."""
    return chart.place_at(h)


@cache
def ground_words(chart: Chart, h: Hex) -> str:
    """The terrain of a hex; its name stands beside its number already."""
    return " ".join(sorted(chart.terrain[h]))


def hex_words(view: State, h: Hex) -> str:
    """Terrain and units of a hex."""
    return _with_units(view, h, view.at.get(h, ()))


def target_words(view: State, h: Hex) -> str:
    """Terrain of a hex that is attacked, and who defends it: not those who attack from within."""
    side = view.battle.side
    return _with_units(view, h, [unit for unit in view.at.get(h, ()) if side[unit] != view.active])


def beach_words(view: State, h: Hex) -> str:
    """Terrain of a beach that is assaulted, and the Germans whose zones make it harder (10.9.4-05)."""
    ground = ground_words(view.battle.chart, h)
    if not view.in_ezoc(ALLIED, h):
        return f"{ground}, out of reach of the Germans"
    beside = [unit for other in GRID.neighbours[h] for unit in view.at.get(other, ())]
    near = [unit for unit in beside if view.battle.side[unit] == GERMAN and view.exerts_zone(unit)]
    return f"{ground}, under fire of {listed(f'{UNIT_IDS[unit]} {strength(view, unit)}' for unit in near)}"


def _with_units(view: State, h: Hex, units: Iterable[int]) -> str:
    return ", ".join(
        [ground_words(view.battle.chart, h), *(f"{UNIT_IDS[unit]} {strength(view, unit)}" for unit in units)]
    )


def hex_name(view: State, h: Hex) -> str:
    """The number of a hex, and its name if it has one: '0938 Caen'."""
    return f"{GRID.label(h)} {place_at(view.battle.chart, h)}".rstrip()


def objective_hexes(battle: Battle) -> HexSet:
    """The hexes that decide the game: a scenario's objectives, or the cities of a campaign."""
    if not battle.scenario.campaign:
        return GRID.set(battle.areas[0].objectives.hexes)
    cities: HexSet = 0
    for hexes in battle.campaign_cities:
        cities |= hexes
    return cities


# -- what a decision is about ----------------------------------------------------------------------


def about(view: State) -> str:
    """The unit or combat that a decision is about, in words, and the markers in it so far; may be empty."""
    return "; ".join(filter(None, (_matter(view), _markers(view), _still_to_set_up(view))))


def _still_to_set_up(view: State) -> str:
    """How many German units are recorded after the one that is asked for."""
    frame = view.stack[-1] if view.stack else None
    if not isinstance(frame, GermanSetUp) or not view.about().unit >= 0:
        return ""
    left = len(frame.units(view)) - frame.number - 1
    return f"{left} more to set up after it" if left else "the last to set up"


def _markers(view: State) -> str:
    """The support fire markers of the combat or bombardment at hand, once there are any."""
    frame = view.stack[-1] if view.stack else None
    if isinstance(frame, BombardmentPhase) and frame.cups:
        return f"chosen so far, to be drawn with the last one: {_drawn_from(view, frame.cups)}"
    if not isinstance(frame, SupportFire):
        return ""
    sides = (("attack", frame.attacker), ("defence", 1 - frame.attacker))
    placed = [f"{name} {_placed(view, frame, side)}" for name, side in sides if frame.placed_by(side)]
    return f"markers so far: {', '.join(placed)}" if placed else ""


def _placed(view: State, frame: SupportFire, side: int) -> str:
    """The markers of a side, those that the view does not know last, and what the others add."""
    placed = frame.placed_by(side)
    known = [(cup, marker) for cup, marker in placed if marker != UNKNOWN]
    values = [f"+{value_of(marker)}" for _, marker in known]
    down = len(placed) - len(known)
    total = frame.total(view, side, tuple(known))
    adds = f" (adds {total})" if len(known) > 1 or values != [f"+{total}"] * len(values) else ""
    return listed([*values, *([f"{down} face down"] if down else ())]) + adds * bool(known)


def _drawn_from(view: State, cups: tuple[int, ...]) -> str:
    """Markers that are still in their cups, and what each may turn out to be."""
    named = []
    for cup in cups:
        values = [value_of(marker) for marker in view.cups[cup] if not is_mines(marker)]
        low, high = min(values), max(values)
        named.append(f"a {CUP_TITLES[cup]} marker (+{low}{f' to +{high}' * (high > low)})")
    return listed(named)


def _matter(view: State) -> str:
    """The unit or combat that a decision is about, in words; may be empty."""
    matter = view.about()
    unit, target, defender = matter.unit, matter.target, matter.defender
    if unit < 0 and view.stack and view.stack[-1].doing == "bombardment":
        unit = defender
    if unit >= 0 and isinstance(view.stack[-1], Retreat):
        return f"{_known_as(view, unit)}, on its way from {hex_name(view, view.where[unit])}"
    if unit >= 0:
        return unit_line(view, unit)
    if target < 0:
        return ""
    attackers = listed(f"{UNIT_IDS[unit]} {strength(view, unit)}" for unit in matter.attackers)
    if not attackers:
        return f"{GRID.label(target)}: {target_words(view, target)}"
    if any(frame.doing == "beach_assault" for frame in view.stack):
        return f"{attackers} assault{'s' * (len(matter.attackers) == 1)} {hex_name(view, target)}"
    if defender < 0:
        return f"{attackers} against {GRID.label(target)}: {target_words(view, target)}"
    return f"{attackers} against {UNIT_IDS[defender]} {strength(view, defender)} in {hex_name(view, target)}"


def describe(view: State, order: Order) -> str:
    """Strength and place of a unit; name, terrain and units of a hex."""
    if order.noun is UNITS:
        where = view.where[order.arg]
        return f"{strength(view, order.arg)}{f' in {GRID.label(where)}' if where >= 0 else ''}"
    if order.verb == "attack":
        return (beach_words if view.stack[-1].doing == "beach_assaults" else target_words)(view, order.arg)
    if order.noun is HEXES:
        return "; ".join(filter(None, (hex_words(view, order.arg), drop_words(view, order))))
    if order.noun is CUPS:
        return cup_words(view, order.arg)
    if order.verb == "naval":
        return NAVAL_USE
    return unused_words(view) if order is END else ""


def drop_words(view: State, order: Order) -> str:
    """What the ground costs whoever comes down in a hex, or drifts from it or its neighbours (10.9.2 step 4)."""
    if view.stack[-1].doing != "drops":
        return ""
    sea, bad, hex_ = view.battle.chart.sea, bad_ground(view.battle), order.arg
    if order.verb == "at" and (sea | bad) >> hex_ & 1:
        return "whoever comes down here is lost" if sea >> hex_ & 1 else "whoever comes down here loses a step"
    around = mask(GRID.neighbours[hex_])
    lost, hurt = (around & sea).bit_count(), (around & bad & ~sea).bit_count()
    beside = [f"{count} {words}" for count, words in ((hurt, "cost a step"), (lost, "cost the unit")) if count]
    return f"of the hexes beside it {listed(beside)}" if beside else ""


def cup_words(view: State, cup: int) -> str:
    """How many markers a cup holds and of which values, where they serve, and whether they come back."""
    markers = view.cups[cup]
    values = [value_of(marker) for marker in markers]
    low, high = min(values, default=0), max(values, default=0)
    bombards = view.stack[-1].doing == "bombardment"
    use = _REACH[Cup(cup)] if bombards else NAVAL_USE if cup in NAVAL_CUPS else "back next turn"
    return ", ".join(filter(None, (f"{len(markers)} left", f"+{low}{f' to +{high}' * (high > low)}", use)))


def unused_words(view: State) -> str:
    """What is given up with the end of a phase: so many orders that could still be given."""
    orders = view.pending.orders if view.pending is not None else ()
    verb = {"movement": "move", "bombardment": "bombard", "combat": "attack"}.get(view.stack[-1].doing)
    left = sum(one.verb == verb for one in orders)
    match verb:
        case "move" if left:
            return f"{left} unit{'s' * (left > 1)} could still move"
        case "bombard" if left:
            return f"{left} unit{'s' * (left > 1)} could still be bombarded"
        case "attack" if left:
            return f"{left} hex{'es' * (left > 1)} could still be attacked"
    return ""
