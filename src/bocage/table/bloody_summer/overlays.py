"""Hexes to be shaded on demand: supply, zones of control, command, interdiction, ships, reach, the front."""

from __future__ import annotations

from collections.abc import Iterator

from bocage.games.bloody_summer.air import interdicted
from bocage.games.bloody_summer.campaign import ALLIED, BRITISH, GERMANS, LEADERS, SEATS, SIDE_NAMES, US
from bocage.games.bloody_summer.control import area, why_not_command
from bocage.games.bloody_summer.depots import sources
from bocage.games.bloody_summer.naval import reaches as guns_of
from bocage.games.bloody_summer.pieces import HEADQUARTERS, NAVAL_IDS, PIECE_IDS, UNITS, piece_number
from bocage.games.bloody_summer.places import SIZE, place_name
from bocage.games.bloody_summer.reach import gaits_of, search
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.supply import by_road, supplied_hqs
from bocage.games.bloody_summer.title import BloodySummer
from bocage.hexes import HexSet, members
from bocage.kernel import BocageError, nearest
from bocage.table.model import Box, Overlay, OverlayKind, Shade

_ARMIES = {"us": US, "british": BRITISH, "german": GERMANS}
_NAMES = {"us": "US", "british": "British", "german": "German"}
OVERLAYS = (
    *(
        OverlayKind(
            id=f"supply-{name}",
            title=f"{title} supply",
            text="Depots, the roads by which headquarters are supplied, and where units would be.",
        )
        for name, title in _NAMES.items()
    ),
    *(
        OverlayKind(
            id=f"zones-{side}",
            title=f"{side.capitalize()} zones of control",
            text="Where enemies must stop; not into towns, nor over major rivers without a bridge.",
        )
        for side in SIDE_NAMES
    ),
    OverlayKind(
        id="command",
        title="Command of a headquarters",
        text="Hexes in which it controls units, the units that it may command, and Offensive markers with it.",
        needs="headquarters",
    ),
    OverlayKind(id="reach", title="Reach of a unit", text="Hexes that it could come to, with the cost.", needs="unit"),
    OverlayKind(
        id="interdiction", title="Interdiction", text="The zones; those with a fighter-bomber cost Germans double."
    ),
    OverlayKind(id="ships", title="Range of the ships", text="Hexes that ships of both task forces can bombard."),
    OverlayKind(id="front", title="The front", text="Hexes that the Allies control."),
)
_TITLES = {kind.id: kind.title for kind in OVERLAYS}

_SUPPLY_LEGEND = (
    Box(id="depot", title="Depot", text="dense: where lines of supply end"),
    Box(id="road", title="By road", text="lines: a headquarters here is supplied"),
    Box(id="supply", title="In supply", text="dots: within reach of a headquarters that is supplied"),
    Box(id="none", title="Out of supply", text="a word: units that are out of supply"),
)
_COMMAND_LEGEND = (
    Box(id="area", title="In command", text="dots: units here can be controlled"),
    Box(id="units", title="Units", text="lines: units that it may command now"),
    Box(id="markers", title="Offensive markers", text="a number: so many are with the headquarters"),
)
_SHIPS_LEGEND = (
    Box(id="destroyers", title="Destroyers", text="lines"),
    Box(id="cruisers", title="Battleships and cruisers", text="dots"),
)


def overlay_of(setting: BloodySummer, view: State, kind: str, unit: str | None) -> Overlay:
    """The overlay of a kind; raises BocageError for a kind or unit that is not known."""
    if kind not in _TITLES:
        raise BocageError(f"there is no overlay '{kind}'{nearest(kind, _TITLES)}")
    what, _, who = kind.partition("-")
    if what == "supply":
        return _overlay(kind, "7.3", list(_supply(view, _ARMIES[who])), _SUPPLY_LEGEND)
    if what == "zones":
        return _overlay(kind, "3", list(_zones(view, SIDE_NAMES.index(who))))
    if what == "command":
        return _of_unit(kind, "5.1", unit, list(_command(view, _piece(unit))), _COMMAND_LEGEND)
    if what == "reach":
        return _of_unit(kind, "4.1.1", unit, list(_reach(view, _piece(unit))))
    if what == "interdiction":
        return _overlay(kind, "9.2", list(_interdiction(view)))
    if what == "ships":
        return _overlay(kind, "6.2", list(_ships(view)), _SHIPS_LEGEND)
    return _overlay(kind, "0.2", list(_shades(view.held & view.campaign.in_play, LEADERS[ALLIED], "Allied", "lines")))


def _overlay(kind: str, rule: str, shades: list[Shade], legend: tuple[Box, ...] = ()) -> Overlay:
    return Overlay(kind=kind, title=_TITLES[kind], rule=rule, shades=shades, legend=list(legend))


def _of_unit(kind: str, rule: str, unit: str | None, shades: list[Shade], legend: tuple[Box, ...] = ()) -> Overlay:
    title = f"{_TITLES[kind]}: {unit}"
    return Overlay(kind=kind, title=title, rule=rule, shades=shades, legend=list(legend), about=unit or "")


def _piece(name: str | None) -> int:
    if name is None:
        raise BocageError("say which unit it is about")
    try:
        return piece_number(name)
    except ValueError as error:
        raise BocageError(str(error)) from None


def _shades(hexes: HexSet, seat: str, text: str, pattern: str) -> Iterator[Shade]:
    for h in members(hexes & ((1 << SIZE) - 1)):
        yield Shade(hex=place_name(h), seat=seat, text=text, pattern=pattern)


# -- supply, zones, command ------------------------------------------------------------------------


def _supply(view: State, army: int) -> Iterator[Shade]:
    seat = SEATS[army]
    depots, roads = sources(view, army), by_road(view, army)
    near = 0
    for hq in supplied_hqs(view, army):
        near |= area(view, hq) if view.where[hq] < SIZE else 0
    yield from _shades(depots, seat, "a depot", "dense")
    yield from _shades(roads & ~depots, seat, "joined to a depot by road", "lines")
    yield from _shades(near & ~roads & ~depots, seat, "within reach of a supplied headquarters", "dots")
    for unit in members(view.unsupplied):
        if view.campaign.army[unit] == army and view.on_map(unit):
            text = f"{PIECE_IDS[unit]} is out of supply"
            yield Shade(hex=place_name(view.where[unit]), seat=seat, value="!", text=text, pattern="dense")


def _zones(view: State, side: int) -> Iterator[Shade]:
    owner = "an Allied" if side == ALLIED else "a German"
    yield from _shades(view.zone[side], LEADERS[side], f"in {owner} zone of control", "lines")


def _command(view: State, hq: int) -> Iterator[Shade]:
    if hq not in HEADQUARTERS:
        raise BocageError(f"{PIECE_IDS[hq]} is no headquarters")
    if not view.on_map(hq):
        raise BocageError(f"{PIECE_IDS[hq]} is not on the map")
    seat, army = SEATS[view.campaign.army[hq]], view.campaign.army[hq]
    own = [unit for unit in range(UNITS) if view.campaign.army[unit] == army and view.on_map(unit)]
    units: HexSet = 0
    for unit in own:
        units |= 1 << view.where[unit] if why_not_command(view, unit, hq) is None else 0
    here = 1 << view.where[hq]
    yield from _shades(area(view, hq) & ~units & ~here, seat, f"{PIECE_IDS[hq]} controls units here", "dots")
    yield from _shades(units & ~here, seat, f"units that {PIECE_IDS[hq]} may command", "lines")
    markers = view.markers_at(view.campaign.side[hq], view.where[hq])
    text = f"{PIECE_IDS[hq]} is here; Offensive markers with it: {markers}"
    yield Shade(hex=place_name(view.where[hq]), seat=seat, value=str(markers), text=text, pattern="dense")


# -- reach -----------------------------------------------------------------------------------------


def _reach(view: State, piece: int) -> Iterator[Shade]:
    if not view.on_map(piece):
        raise BocageError(f"{PIECE_IDS[piece]} is not on the map")
    side, start = view.campaign.side[piece], view.where[piece]
    costs: dict[int, int] = {}
    for gait in gaits_of(view, piece):
        found = search(view, side, start, gait, fresh=True)
        for h in found:
            costs[h] = min(found.cost_of(h), costs.get(h, found.cost_of(h)))
    for h, cost in sorted(costs.items()):
        seat = SEATS[view.campaign.army[piece]]
        yield Shade(hex=place_name(h), seat=seat, value=str(cost), text=f"{cost} movement points")


# -- aircraft and ships ----------------------------------------------------------------------------


def _interdiction(view: State) -> Iterator[Shade]:
    ground = view.campaign.ground
    struck = interdicted(view)
    for name, hexes in ground.zones.items():
        land = hexes & view.campaign.in_play
        yield from _shades(land & struck, LEADERS[ALLIED], f"the {name} zone: interdicted", "lines")
        yield from _shades(land & ~struck, "", f"the {name} zone", "dots")


def _ships(view: State) -> Iterator[Shade]:
    """The farthest guns last, so that the near ones show."""
    reach = {name: guns_of(view, ships) & view.campaign.in_play for ships, name in enumerate(NAVAL_IDS)}
    near: HexSet = 0
    for name, hexes in reach.items():
        if "destroyers" in name:
            near |= hexes
            yield from _shades(hexes, LEADERS[ALLIED], "destroyers reach it", "lines")
    for name, hexes in reach.items():
        if "destroyers" not in name:
            yield from _shades(hexes & ~near, LEADERS[ALLIED], "battleships and cruisers reach it", "dots")
