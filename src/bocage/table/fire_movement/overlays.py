"""What is shown on the map on demand: zones of control, supply and its lines, range, reach, retreats, threat."""

from __future__ import annotations

from functools import partial

from bocage.games.fire_movement.battle import ALLIED, ARMIES, GERMAN, SEATS
from bocage.games.fire_movement.bombardment import RANGE, range_of
from bocage.games.fire_movement.content import Army
from bocage.games.fire_movement.movement import movement_points, search_reach
from bocage.games.fire_movement.reinforcements import landing_hexes
from bocage.games.fire_movement.retreat import allied_goals, retreat_choices
from bocage.games.fire_movement.state import WAITING, State
from bocage.games.fire_movement.supply import drop_zone_supply, supplied_units, supply_area
from bocage.games.fire_movement.title import FireMovement
from bocage.games.fire_movement.words import GRID, UNIT_IDS, unit_number
from bocage.hexes import Hex, HexSet, mask, members
from bocage.kernel import BocageError, nearest
from bocage.table.layers import (
    BREAK,
    WAY,
    gradient,
    is_cut,
    layer,
    scale_of,
    shaded,
    threat,
    trace,
    unit_named,
)
from bocage.table.model import Key, Overlay, OverlayKind, Shade

OVERLAYS = (
    OverlayKind(
        id="zones-allied", title="Allied zones of control", text="Hexes in which Allied units hamper German movement."
    ),
    OverlayKind(
        id="zones-german", title="German zones of control", text="Hexes in which German units hamper Allied movement."
    ),
    OverlayKind(
        id="supply", title="Allied supply", text="Hexes from which a beachhead, or a drop zone, can be reached."
    ),
    OverlayKind(
        id="threat-allied",
        title="Allied threat",
        text="The attack strength that the Allies could bring against each hex after their next move: "
        "the six strongest units that find room next to it, without support fire. The darker, the more than elsewhere.",
    ),
    OverlayKind(
        id="threat-german",
        title="German threat",
        text="The attack strength that the Germans could bring against each hex after their next move: "
        "the six strongest units that find room next to it, without support fire. The darker, the more than elsewhere.",
    ),
    OverlayKind(
        id="line",
        title="Supply line of a unit",
        text="The way by which the selected Allied unit is supplied, or where it is cut.",
        needs="unit",
        follows=True,
    ),
    OverlayKind(
        id="retreats",
        title="Retreats of a unit",
        text="Where the selected unit could retreat after combat, one hex or two.",
        needs="unit",
        follows=True,
    ),
    OverlayKind(id="range-allied", title="Allied artillery range", text=f"Hexes within {RANGE} of an Allied unit."),
    OverlayKind(id="range-german", title="German artillery range", text=f"Hexes within {RANGE} of a German unit."),
    OverlayKind(
        id="reach",
        title="Reach of a unit",
        text="Hexes that a unit could come to in its next move, with the cost.",
        needs="unit",
    ),
)
_TITLES = {box.id: box.title for box in OVERLAYS}
_SUPPLY_LEGEND = (
    Key(id="supply", title="In supply", text="a beachhead can be reached", pattern="dots"),
    Key(id="drop", title="Drop zone", text="in supply for airborne units", pattern="lines"),
    Key(id="none", title="Without supply", text="Allied units that will be reduced", pattern="dense"),
)
_RETREATS_LEGEND = (
    Key(id="one", title="One hex back", text="where it may end", pattern="dense"),
    Key(id="two", title="Two hexes back", text="where it may end", pattern="dots"),
)


def overlay_of(setting: FireMovement, view: State, kind: str, unit: str | None) -> Overlay:
    """The overlay of a kind; raises BocageError for a kind or unit that is not known."""
    if kind not in _TITLES:
        raise BocageError(f"there is no overlay '{kind}'{nearest(kind, _TITLES)}")
    what, _, seat = kind.partition("-")
    if what == "reach":
        return _reach(setting, view, unit)
    if what == "line":
        return _line(setting, view, _unit(unit))
    if what == "retreats":
        return _retreats(setting, view, _unit(unit))
    if what == "supply":
        return _overlay(setting, kind, "10.12", _supply(view), _SUPPLY_LEGEND)
    side = SEATS.index(seat)
    if what == "zones":
        return _overlay(setting, kind, "6.0", _zones(view, side))
    if what == "range":
        return _overlay(setting, kind, "10.8.1-10" if side == ALLIED else "10.8.2-04", _range(view, side))
    return _overlay(setting, kind, "8.2", _threat(view, side))


def _overlay(setting: FireMovement, kind: str, rule: str, shades: list[Shade], legend: tuple[Key, ...] = ()) -> Overlay:
    return layer(kind, _TITLES[kind], setting.cite(rule), shades, legend, scale="attack strength")


def _unit(name: str | None) -> int:
    return unit_named(name, unit_number)


_shades = partial(shaded, GRID.label)


def _zones(view: State, side: int) -> list[Shade]:
    hexes = GRID.spread(view.zone_sources[side]) & view.battle.playable
    return _shades(hexes, SEATS[side], f"in {_owner(side)} zone of control")


def _owner(side: int) -> str:
    return "an Allied" if side == ALLIED else "a German"


def _supply(view: State) -> list[Shade]:
    battle = view.battle
    area = supply_area(view)
    dropped: HexSet = 0
    for army in ARMIES:
        dropped |= drop_zone_supply(view, army)
    starving: HexSet = 0
    for unit in members(view.force[ALLIED] & ~supplied_units(view)):
        starving |= 1 << view.where[unit]
    seat = SEATS[ALLIED]
    return [
        *_shades(area & battle.playable & ~starving, seat, "in supply", "dots"),
        *_shades(dropped & battle.playable & ~area & ~starving, seat, "in supply for airborne units", "lines"),
        *_shades(starving, seat, "an Allied unit without supply", "dense"),
    ]


def _range(view: State, side: int) -> list[Shade]:
    hexes: HexSet = 0
    for army in ARMIES if side == ALLIED else (Army.GERMAN,):
        hexes |= range_of(view, army)
    return _shades(hexes & view.battle.playable, SEATS[side], f"within {RANGE} hexes of a unit")


def _reach(setting: FireMovement, view: State, name: str | None) -> Overlay:
    unit = _unit(name)
    side = view.battle.side[unit]
    seat = SEATS[side]
    friends = view.units_in[side]
    if view.where[unit] == WAITING and view.entry_of(unit) is not None and side == ALLIED:
        shades = [Shade(hex=GRID.label(h), seat=seat, text="could land here") for h in landing_hexes(view, unit)]
    elif view.where[unit] >= 0 or (view.where[unit] == WAITING and view.entry_of(unit) is not None):
        found = search_reach(view, unit, movement_points(view, unit))
        costs = {GRID.label(h): cost / 2 for h, cost in found.cost.items() if not friends[h]}
        shades = gradient(costs, seat, "movement points")
    else:
        raise BocageError(f"{UNIT_IDS[unit]} is not on the map and not on its way")
    scale = scale_of(shades, "movement points")
    name, rule = UNIT_IDS[unit], setting.cite("5.2")
    return Overlay(kind="reach", title=f"Reach of {name}", rule=rule, shades=shades, scale=scale, about=name)


def _threat(view: State, side: int) -> list[Shade]:
    reach = [
        (view.attack_of(unit), 1 << view.where[unit] | mask(search_reach(view, unit, movement_points(view, unit))))
        for unit in members(view.force[side])
    ]
    return threat(GRID, reach, view.battle.playable, SEATS[side])


# -- of one unit -----------------------------------------------------------------------------------


def _line(setting: FireMovement, view: State, unit: int) -> Overlay:
    """The way from an Allied unit to a beachhead, or for airborne units to a drop zone (10.12)."""
    name, battle = UNIT_IDS[unit], view.battle
    found = Overlay(kind="line", title=f"Supply of {name}", rule=setting.cite("10.12"), shades=[], about=name)
    if view.where[unit] < 0:
        found.notes = [f"{name} is not on the map."]
    elif battle.side[unit] == GERMAN:
        found.notes = [f"{name} is German and needs no supply."]
    elif battle.commando[unit]:
        found.notes = [f"{name} is a commando and needs no supply."]
    else:
        goals = allied_goals(view, unit)
        passable = battle.playable & ~view.occupied[GERMAN]
        free = passable & ~GRID.spread(view.zone_sources[GERMAN]) | goals & passable
        found.lines = trace(
            view.where[unit], goals, _around, free, battle.playable, name=GRID.label, seat=SEATS[ALLIED], to="a source"
        )
        found.legend = [WAY, BREAK]
        found.notes = [f"{name} is out of supply." if is_cut(found.lines) else f"{name} is in supply."]
    return found


def _around(h: Hex) -> HexSet:
    return GRID.spread(1 << h)


def _retreats(setting: FireMovement, view: State, unit: int) -> Overlay:
    """Where retreats of one and of two hexes may end (8.3)."""
    name, seat = UNIT_IDS[unit], SEATS[view.battle.side[unit]]
    found = Overlay(kind="retreats", title=f"Retreats of {name}", rule=setting.cite("8.3"), shades=[], about=name)
    if view.where[unit] < 0:
        found.notes = [f"{name} is not on the map."]
        return found
    shaded: set[Hex] = set()
    for length, pattern in ((1, "dense"), (2, "dots")):
        choices = retreat_choices(view, unit, length)
        words = f"{length} hex{'es' if length > 1 else ''} back"
        text = f"{words}, onto a unit that makes room" if choices.onto_friend else words
        ends = sorted({path[-1] for path in choices.paths} - shaded)
        shaded.update(ends)
        found.shades += [Shade(hex=GRID.label(h), seat=seat, text=text, pattern=pattern) for h in ends]
    found.legend = list(_RETREATS_LEGEND)
    if not shaded:
        found.notes = [f"{name} has no way back: it would be lost."]
    return found
