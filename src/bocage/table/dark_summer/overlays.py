"""What is shown on the map on demand: supply and its lines, zones, stacking, reach, retreats, attacks, threat."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bocage.games.dark_summer.attacks import Attack, able_beside, attackable, attacks_alone
from bocage.games.dark_summer.attrition import out_of_supply
from bocage.games.dark_summer.boundary import allowed_hexes, is_lifted
from bocage.games.dark_summer.campaign import ALLIED, BRITISH, GERMANS, GROUP_NAMES, SEATS, SIDE_OF, US
from bocage.games.dark_summer.columns import BEST, find_column
from bocage.games.dark_summer.movement import movement_points, search_moves
from bocage.games.dark_summer.places import GRID, SIZE, place_name
from bocage.games.dark_summer.retreat import retreat_paths
from bocage.games.dark_summer.stacking import fits, why_not_stack
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.strength import defenders_of
from bocage.games.dark_summer.strongpoints import is_hidden
from bocage.games.dark_summer.supply import (
    brittany_supplied,
    in_supply,
    is_supplied_by_itself,
    line_hexes,
    sources,
    supplied_hexes,
)
from bocage.games.dark_summer.support import available
from bocage.games.dark_summer.title import DarkSummer
from bocage.games.dark_summer.words import UNIT_IDS, unit_number
from bocage.games.dark_summer.zones import zone_of
from bocage.hexes import Hex, HexSet, mask, members
from bocage.kernel import BocageError, nearest
from bocage.table.dark_summer.charts import results_column
from bocage.table.layers import BREAK, WAY, gradient, is_cut, layer, shaded, threat, trace, unit_named
from bocage.table.model import Key, Overlay, OverlayKind, Shade

GROUP_IDS = {"us": US, "british": BRITISH, "german": GERMANS}
OVERLAYS = (
    *(
        OverlayKind(
            id=f"supply-{name}",
            title=f"{GROUP_NAMES[group]} supply",
            text="Hexes in which its units are In Supply, its Supply Sources, and units without.",
        )
        for name, group in GROUP_IDS.items()
    ),
    *(
        OverlayKind(
            id=f"zones-{seat}",
            title=f"{seat.capitalize()} zones of control",
            text="Not into Cities and Flooded hexes, not across Major Rivers. Dots: an enemy unit negates it for "
            "supply and retreat.",
        )
        for seat in SEATS
    ),
    *(
        OverlayKind(
            id=f"attack-{name}",
            title=f"{GROUP_NAMES[group]} attacks",
            text="Hexes that it could attack in a Combat Round now: the column with all its units, and its Support.",
        )
        for name, group in GROUP_IDS.items()
    ),
    *(
        OverlayKind(
            id=f"threat-{seat}",
            title=f"{seat.capitalize()} threat",
            text="The Attack factors that it could bring against each hex after its next move: the twelve strongest "
            "units that find room next to it, two in a hex, without Support. The darker, the more than elsewhere.",
        )
        for seat in SEATS
    ),
    OverlayKind(
        id="line",
        title="Supply Line of a unit",
        text="The way from the selected unit to a Supply Source, or where it is cut.",
        needs="unit",
        follows=True,
    ),
    OverlayKind(
        id="retreats",
        title="Retreats of a unit",
        text="The hexes in which a retreat of the selected unit could end.",
        needs="unit",
        follows=True,
    ),
    OverlayKind(
        id="stacking",
        title="Where a unit may stack",
        text="Hexes with friends in which it could end its move, and why not in others.",
        needs="unit",
    ),
    OverlayKind(
        id="reach",
        title="Reach of a unit",
        text="Hexes that it could come to in a Move Round, with the cost.",
        needs="unit",
    ),
    OverlayKind(
        id="gun-line", title="Naval Gun Line", text="Hexes that Naval Support reaches, if they are fit for it."
    ),
    OverlayKind(
        id="boundary", title="Boundary", text="How far US and British units may go: one hex beyond the Boundary Line."
    ),
)
_TITLES = {box.id: box.title for box in OVERLAYS}


def overlay_of(setting: DarkSummer, view: State, kind: str, unit: str | None) -> Overlay:
    """The overlay of a kind; raises BocageError for a kind or unit that is not known."""
    if kind not in _TITLES:
        raise BocageError(f"there is no overlay '{kind}'{nearest(kind, _TITLES)}")
    what, _, who = kind.partition("-")
    if what == "supply":
        return _overlay(kind, "13.2", list(_supply(view, GROUP_IDS[who])), _SUPPLY_LEGEND)
    if what == "zones":
        return _overlay(kind, "6.0", list(_zones(view, SEATS.index(who))), _ZONES_LEGEND)
    if what == "threat":
        return _overlay(kind, "11.1", _threat(view, SEATS.index(who)))
    if what == "line":
        return _line(view, _unit(unit))
    if what == "retreats":
        return _retreats(view, _unit(unit))
    if what == "attack":
        return _overlay(kind, "11.1", list(_attacks(view, GROUP_IDS[who])))
    if what == "stacking":
        return _of_unit(kind, "5.1", unit, list(_stacking(view, _unit(unit))), _STACKING_LEGEND)
    if what == "reach":
        return _of_unit(kind, "10.1", unit, _reach(view, _unit(unit)))
    if kind == "gun-line":
        return _overlay(kind, "12.3", list(_gun_line(view)), _GUN_LEGEND)
    return _overlay(kind, "15.0", list(_boundary(view)), _BOUNDARY_LEGEND)


def _overlay(kind: str, rule: str, shades: list[Shade], legend: tuple[Key, ...] = ()) -> Overlay:
    return layer(kind, _TITLES[kind], rule, shades, legend, scale="Attack factors" * kind.startswith("threat"))


def _of_unit(kind: str, rule: str, unit: str | None, shades: list[Shade], legend: tuple[Key, ...] = ()) -> Overlay:
    return layer(kind, _TITLES[kind], rule, shades, legend, scale="Movement Points", unit=unit or "")


def _unit(name: str | None) -> int:
    return unit_named(name, unit_number)


_shades = partial(shaded, place_name)


# -- supply and zones ------------------------------------------------------------------------------

_SUPPLY_LEGEND = (
    Key(id="source", title="Supply Source", text="where Supply Lines end", pattern="dense"),
    Key(id="supply", title="In Supply", text="a unit here is In Supply", pattern="dots"),
    Key(id="none", title="Out of Supply", text="units that are Out of Supply", pattern="lines"),
)
_ZONES_LEGEND = (
    Key(id="zone", title="Zone of control", text="an enemy must stop here", pattern="lines"),
    Key(id="negated", title="Negated", text="an enemy unit negates it for Supply Lines and retreats", pattern="dots"),
)
_STACKING_LEGEND = (
    Key(id="yes", title="May stack", text="it could end its move here", pattern="dots"),
    Key(id="no", title="May not", text="the hex says why", pattern="lines"),
)
_RETREATS_LEGEND = (
    Key(id="end", title="Retreats to", text="where it may end", pattern="dense"),
    Key(id="by", title="By way of", text="the hex on the way", pattern="dots"),
)
_GUN_LEGEND = (
    Key(id="naval", title="Naval Support", text="Clear hexes, Beaches and Towns", pattern="lines"),
    Key(id="no", title="No Naval Support", text="other Terrain within the Gun Line", pattern="dots"),
)
_BOUNDARY_LEGEND = (
    Key(id="us", title="US units", text="the US Zone", pattern="lines"),
    Key(id="both", title="Both", text="along the Boundary Line", pattern="dense"),
    Key(id="british", title="British units", text="the British Zone", pattern="dots"),
)


def _supply(view: State, group: int) -> Iterator[Shade]:
    seat = SEATS[SIDE_OF[group]]
    starving: HexSet = 0
    for unit in out_of_supply(view, group):
        starving |= 1 << view.where[unit] if view.where[unit] < SIZE else 0
    ends = sources(view, group)
    yield from _shades(ends, seat, "a Supply Source", "dense")
    yield from _shades(supplied_hexes(view, group) & ~ends & ~starving, seat, "In Supply", "dots")
    yield from _shades(starving & ~ends, seat, "a unit that is Out of Supply", "lines")


def _zones(view: State, side: int) -> Iterator[Shade]:
    zone = zone_of(view, side)
    negated = zone & view.occupied[1 - side]
    owner = "an Allied" if side == ALLIED else "a German"
    yield from _shades(zone & ~negated, SEATS[side], f"in {owner} zone of control", "lines")
    text = f"in {owner} zone of control, negated by a unit for Supply Lines and retreats"
    yield from _shades(negated, SEATS[side], text, "dots")


# -- what could be attacked ------------------------------------------------------------------------


def _attacks(view: State, group: int) -> Iterator[Shade]:
    """As in a Combat Round of the group that begins now."""
    g = view.copy()
    g.hush()
    g.begin_round("combat", group)
    for target in members(attackable(g, group)):
        attackers = tuple(sorted(able_beside(g, target, g.force[group])))
        if not any(attacks_alone(g, unit) for unit in attackers):
            continue
        attack = Attack(target, attackers)
        markers = dict.fromkeys(g.campaign.markers[m].title for m in available(g, attack, attacking=True))
        column, level = "?", 0.5
        if not any(is_hidden(g, unit) for unit in (*attackers, *defenders_of(g, attack))):
            number = find_column(g, attack).number
            column, level = results_column(g.campaign, number), (number + 2) / (BEST + 2)
        names = ", ".join(UNIT_IDS[unit] for unit in attackers)
        text = f"{names}: {'odds unknown, units lie face down' if column == '?' else f'column {column}'}; "
        text += f"Support: {', '.join(markers) or 'none'}"
        yield Shade(hex=place_name(target), seat=SEATS[SIDE_OF[group]], value=column, text=text, level=level)


# -- of one unit -----------------------------------------------------------------------------------


def _stacking(view: State, unit: int) -> Iterator[Shade]:
    side = view.campaign.side[unit]
    for h in members(view.occupied[side]):
        if fits(view, h, unit):
            yield Shade(
                hex=place_name(h),
                seat=SEATS[side],
                value="yes",
                text=f"{UNIT_IDS[unit]} may stack here",
                pattern="dots",
            )
        else:
            refusal = why_not_stack(view, h, unit)
            assert refusal is not None
            yield Shade(hex=place_name(h), seat=SEATS[side], value="no", text=refusal.sentence, pattern="lines")


def _reach(view: State, unit: int) -> list[Shade]:
    if not view.on_map(unit):
        raise BocageError(f"{UNIT_IDS[unit]} is not on the map")
    seat = SEATS[view.campaign.side[unit]]
    moves = search_moves(view, (unit,), movement_points(view, unit, "normal"), "normal", fresh=True)
    return gradient({place_name(h): moves.reach.cost_of(h) / 2 for h in moves.reach}, seat, "Movement Points")


def _line(view: State, unit: int) -> Overlay:
    """13.2: from the hex next to the unit to a Supply Source of its group."""
    name, group, start = UNIT_IDS[unit], view.campaign.group[unit], view.where[unit]
    found = Overlay(kind="line", title=f"Supply Line of {name}", rule="13.2", shades=[], about=name)
    if view.where[unit] < 0:
        found.notes = [f"{name} is not in play."]
    elif not view.on_map(unit) or is_supplied_by_itself(view, unit):
        found.notes = [f"{name} is {'In' if in_supply(view, unit) else 'Out of'} Supply where it is, without a line."]
    else:
        goals = sources(view, group)
        if view.reentered >> unit & 1 and brittany_supplied(view):
            goals |= view.campaign.ground.letters["S"]
        free, land = line_hexes(view, group), view.campaign.ground.passable
        seat = SEATS[SIDE_OF[group]]
        found.lines = trace(start, goals, _around, free, land, name=place_name, seat=seat, to="a Supply Source")
        found.legend = [WAY, BREAK]
        found.notes = [f"{name} is {'Out of' if is_cut(found.lines) else 'In'} Supply."]
    return found


def _around(h: Hex) -> HexSet:
    return GRID.spread(1 << h)


def _retreats(view: State, unit: int) -> Overlay:
    """11.3.7: two hexes back, or one into an Open Beach."""
    name, seat = UNIT_IDS[unit], SEATS[view.campaign.side[unit]]
    found = Overlay(kind="retreats", title=f"Retreats of {name}", rule="11.3.7", shades=[], about=name)
    if not view.on_map(unit):
        found.notes = [f"{name} is not on the map."]
        return found
    if view.campaign.strongpoint[unit]:
        found.notes = [f"{name} is a Strongpoint and never retreats: it would be eliminated."]
        return found
    paths = retreat_paths(view, unit)
    ends = {path[-1] for path in paths}
    between = {path[0] for path in paths} - ends
    found.shades = [
        *(Shade(hex=place_name(h), seat=seat, text="a retreat may end here", pattern="dense") for h in sorted(ends)),
        *(Shade(hex=place_name(h), seat=seat, text="on the way back", pattern="dots") for h in sorted(between)),
    ]
    found.legend = list(_RETREATS_LEGEND)
    if not paths:
        found.notes = [f"{name} has no way back: it would be eliminated."]
    return found


# -- threat ----------------------------------------------------------------------------------------


def _threat(view: State, side: int) -> list[Shade]:
    reach = []
    for unit in members(view.campaign.units_of_side[side]):
        if view.on_map(unit) and not is_hidden(view, unit) and view.attack_of(unit) > 0:
            moves = search_moves(view, (unit,), movement_points(view, unit, "normal"), "normal", fresh=True)
            reach.append((view.attack_of(unit), 1 << view.where[unit] | mask(moves.reach)))
    return threat(GRID, reach, view.campaign.ground.passable, SEATS[side], room=2)


# -- lines of the map ------------------------------------------------------------------------------


def _gun_line(view: State) -> Iterator[Shade]:
    ground = view.campaign.ground
    fit: HexSet = 0
    for terrain, row in view.campaign.tables.terrain.items():
        fit |= ground.having[terrain] if row.naval else 0
    yield from _shades(ground.gun_line & fit, SEATS[ALLIED], "Naval Support is possible", "lines")
    yield from _shades(ground.gun_line & ~fit, SEATS[ALLIED], "within the Gun Line, no Naval Support", "dots")


def _boundary(view: State) -> Iterator[Shade]:
    land = view.campaign.ground.passable
    us, british = (allowed_hexes(view, group) & land for group in (US, BRITISH))
    lifted = is_lifted(view, US)
    yield from _shades(us & ~british, SEATS[ALLIED], "US units only", "lines")
    both = "both armies: the Boundary is lifted for the US" if lifted else "both armies: along the Boundary Line"
    yield from _shades(us & british, SEATS[ALLIED], both, "dense")
    yield from _shades(british & ~us, SEATS[ALLIED], "British units only", "dots")
