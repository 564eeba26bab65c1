"""Hexes to be shaded on demand: zones of control, supply, range, reach, threat."""

from __future__ import annotations

from heapq import nlargest

from bocage.games.fire_movement.battle import ALLIED, ARMIES, SEATS
from bocage.games.fire_movement.bombardment import RANGE, range_of
from bocage.games.fire_movement.content import Army
from bocage.games.fire_movement.movement import movement_points, search_reach
from bocage.games.fire_movement.reinforcements import landing_hexes
from bocage.games.fire_movement.state import WAITING, State
from bocage.games.fire_movement.supply import drop_zone_supply, supplied_units, supply_area
from bocage.games.fire_movement.title import FireMovement
from bocage.games.fire_movement.words import GRID, UNIT_IDS, unit_number
from bocage.hexes import Hex, HexSet, members
from bocage.kernel import BocageError, nearest
from bocage.table.model import Overlay, OverlayKind, Shade

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
    OverlayKind(id="range-allied", title="Allied artillery range", text=f"Hexes within {RANGE} of an Allied unit."),
    OverlayKind(id="range-german", title="German artillery range", text=f"Hexes within {RANGE} of a German unit."),
    OverlayKind(
        id="reach",
        title="Reach of a unit",
        text="Hexes that a unit could come to in its next move, with the cost.",
        needs="unit",
    ),
    OverlayKind(
        id="threat-allied",
        title="Allied threat",
        text="The attack strength that the Allies could bring against each hex after their next move: "
        "the six strongest units that can get next to it, each on its own, without support fire.",
    ),
    OverlayKind(
        id="threat-german",
        title="German threat",
        text="The attack strength that the Germans could bring against each hex after their next move: "
        "the six strongest units that can get next to it, each on its own, without support fire.",
    ),
)
_TITLES = {box.id: box.title for box in OVERLAYS}
_MOST_ATTACKERS = 6  # a hex has six neighbours, and units do not stack


def overlay_of(setting: FireMovement, view: State, kind: str, unit: str | None) -> Overlay:
    """The overlay of a kind; raises BocageError for a kind or unit that is not known."""
    if kind not in _TITLES:
        raise BocageError(f"there is no overlay '{kind}'{nearest(kind, _TITLES)}")
    what, _, seat = kind.partition("-")
    if what == "reach":
        return _reach(setting, view, unit)
    if what == "supply":
        return _overlay(setting, kind, "10.12", _supply(view))
    side = SEATS.index(seat)
    if what == "zones":
        return _overlay(setting, kind, "6.0", _zones(view, side))
    if what == "range":
        return _overlay(setting, kind, "10.8.1-10" if side == ALLIED else "10.8.2-04", _range(view, side))
    return _overlay(setting, kind, "8.2", _threat(view, side))


def _overlay(setting: FireMovement, kind: str, rule: str, shades: list[Shade]) -> Overlay:
    return Overlay(kind=kind, title=_TITLES[kind], rule=setting.cite(rule), shades=shades)


def _shades(hexes: HexSet, seat: str, text: str, value: str = "") -> list[Shade]:
    return [Shade(hex=GRID.label(h), seat=seat, value=value, text=text) for h in members(hexes)]


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
        *_shades(area & battle.playable & ~starving, seat, "in supply", "supply"),
        *_shades(dropped & battle.playable & ~area & ~starving, seat, "in supply for airborne units", "drop zone"),
        *_shades(starving, seat, "an Allied unit without supply", "none"),
    ]


def _range(view: State, side: int) -> list[Shade]:
    hexes: HexSet = 0
    for army in ARMIES if side == ALLIED else (Army.GERMAN,):
        hexes |= range_of(view, army)
    return _shades(hexes & view.battle.playable, SEATS[side], f"within {RANGE} hexes of a unit")


def _reach(setting: FireMovement, view: State, name: str | None) -> Overlay:
    if name is None:
        raise BocageError("say which unit's reach you want to see")
    try:
        unit = unit_number(name)
    except ValueError as error:
        raise BocageError(str(error)) from None
    side = view.battle.side[unit]
    seat = SEATS[side]
    friends = view.units_in[side]
    if view.where[unit] == WAITING and view.entry_of(unit) is not None and side == ALLIED:
        shades = [Shade(hex=GRID.label(h), seat=seat, text="could land here") for h in landing_hexes(view, unit)]
    elif view.where[unit] >= 0 or (view.where[unit] == WAITING and view.entry_of(unit) is not None):
        found = search_reach(view, unit, movement_points(view, unit))
        shades = [
            Shade(hex=GRID.label(h), seat=seat, value=f"{cost / 2:g}", text=f"{cost / 2:g} movement points")
            for h, cost in found.cost.items()
            if not friends[h]
        ]
    else:
        raise BocageError(f"{UNIT_IDS[unit]} is not on the map and not on its way")
    return Overlay(kind="reach", title=f"Reach of {UNIT_IDS[unit]}", rule=setting.cite("5.2"), shades=shades)


def _threat(view: State, side: int) -> list[Shade]:
    strengths: dict[Hex, list[int]] = {}
    for unit in members(view.force[side]):
        reached: HexSet = 1 << view.where[unit]
        for h in search_reach(view, unit, movement_points(view, unit)):
            reached |= 1 << h
        for h in members(GRID.spread(reached) & view.battle.playable):
            strengths.setdefault(h, []).append(view.attack_of(unit))
    shades = []
    for h, found in sorted(strengths.items()):
        total = sum(nlargest(_MOST_ATTACKERS, found))
        count = min(len(found), _MOST_ATTACKERS)
        text = f"{total} attack strength of {count} unit{'s' if count > 1 else ''}"
        shades.append(Shade(hex=GRID.label(h), seat=SEATS[side], value=str(total), text=text))
    return shades
