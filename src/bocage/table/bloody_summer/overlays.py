"""What is shown on the map on demand: supply and its lines, zones, command, air, ships, reach, retreats, threat."""

from __future__ import annotations

from collections.abc import Iterator

from bocage.games.bloody_summer.air import interdicted
from bocage.games.bloody_summer.campaign import ALLIED, BRITISH, GERMANS, LEADERS, SEATS, SIDE_NAMES, US
from bocage.games.bloody_summer.control import area, in_command, why_not_command
from bocage.games.bloody_summer.depots import sources
from bocage.games.bloody_summer.fight import attack_value
from bocage.games.bloody_summer.naval import reaches as guns_of
from bocage.games.bloody_summer.pieces import HEADQUARTERS, NAVAL_IDS, PIECE_IDS, UNITS, piece_number
from bocage.games.bloody_summer.places import GRID, SIZE, Place, place_name
from bocage.games.bloody_summer.reach import gaits_of, search
from bocage.games.bloody_summer.retreat import retreat_paths, toll_of
from bocage.games.bloody_summer.state import NOBODY, State
from bocage.games.bloody_summer.supply import automatic, by_itself, by_road, free_places, in_field, supplied_hqs, traces
from bocage.games.bloody_summer.title import BloodySummer
from bocage.hexes import Hex, HexSet, mask, members
from bocage.kernel import BocageError, nearest
from bocage.table.layers import (
    BREAK,
    WAY,
    gradient,
    is_cut,
    layer,
    shaded,
    shortest,
    threat,
    trace,
    unit_named,
)
from bocage.table.model import Key, Line, Overlay, OverlayKind, Shade

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
    *(
        OverlayKind(
            id=f"threat-{side}",
            title=f"{side.capitalize()} threat",
            text="The attack values that it could bring against each hex after its next move: the twelve strongest "
            "units that find room next to it, two in a hex, without support. The darker, the more than elsewhere.",
        )
        for side in SIDE_NAMES
    ),
    OverlayKind(
        id="line",
        title="Supply line of a unit",
        text="The way from the selected unit to its headquarters and on by road to a depot, or where it is cut.",
        needs="unit",
        follows=True,
    ),
    OverlayKind(
        id="retreats",
        title="Retreats of a unit",
        text="Where the selected unit could retreat after combat, one hex or two, and what that costs it.",
        needs="unit",
        follows=True,
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
    Key(id="depot", title="Depot", text="where lines of supply end", pattern="dense"),
    Key(id="road", title="By road", text="a headquarters here is supplied", pattern="lines"),
    Key(id="supply", title="In supply", text="within reach of a headquarters that is supplied", pattern="dots"),
    Key(id="none", title="Out of supply", text="units that are out of supply", pattern="cross"),
)
_COMMAND_LEGEND = (
    Key(id="area", title="In command", text="units here can be controlled", pattern="dots"),
    Key(id="units", title="Units", text="units that it may command now", pattern="lines"),
    Key(
        id="markers",
        title="The headquarters",
        text="with its Offensive markers",
        pattern="dense",
    ),
)
_INTERDICTION_LEGEND = (
    Key(id="struck", title="Interdicted", text="Germans pay double", pattern="lines"),
    Key(id="zone", title="Zone", text="without fighter-bombers", pattern="dots"),
)
_RETREATS_LEGEND = (
    Key(id="free", title="Retreats to", text="at no cost", pattern="dots"),
    Key(id="dear", title="At a cost", text="it loses steps or is disorganised; the hex says how", pattern="dense"),
)
_SHIPS_LEGEND = (
    Key(id="destroyers", title="Destroyers", text="and all other ships", pattern="lines"),
    Key(id="cruisers", title="Battleships and cruisers", text="they alone reach so far", pattern="dots"),
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
        return _of_unit(kind, "4.1.1", unit, _reach(view, _piece(unit)))
    if what == "threat":
        return _overlay(kind, "6", _threat(view, SIDE_NAMES.index(who)))
    if what == "line":
        return _line(view, _piece(unit))
    if what == "retreats":
        return _retreats(view, _piece(unit))
    if what == "interdiction":
        return _overlay(kind, "9.2", list(_interdiction(view)), _INTERDICTION_LEGEND)
    if what == "ships":
        return _overlay(kind, "6.2", list(_ships(view)), _SHIPS_LEGEND)
    return _overlay(kind, "0.2", list(_shades(view.held & view.campaign.in_play, LEADERS[ALLIED], "Allied", "lines")))


def _overlay(kind: str, rule: str, shades: list[Shade], legend: tuple[Key, ...] = ()) -> Overlay:
    return layer(kind, _TITLES[kind], rule, shades, legend, scale="attack values")


def _of_unit(kind: str, rule: str, unit: str | None, shades: list[Shade], legend: tuple[Key, ...] = ()) -> Overlay:
    return layer(kind, _TITLES[kind], rule, shades, legend, scale="movement points", unit=unit or "")


def _piece(name: str | None) -> int:
    return unit_named(name, piece_number)


def _shades(hexes: HexSet, seat: str, text: str, pattern: str) -> list[Shade]:
    return shaded(place_name, hexes & ((1 << SIZE) - 1), seat, text, pattern)


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
            yield Shade(hex=place_name(view.where[unit]), seat=seat, text=text, pattern="cross")


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


def _reach(view: State, piece: int) -> list[Shade]:
    if not view.on_map(piece):
        raise BocageError(f"{PIECE_IDS[piece]} is not on the map")
    costs = {place_name(h): cost for h, cost in sorted(_costs(view, piece).items())}
    return gradient(costs, SEATS[view.campaign.army[piece]], "movement points")


def _costs(view: State, piece: int) -> dict[Hex, int]:
    """The hexes that a piece reaches in one way or another, with the least cost."""
    side, start = view.campaign.side[piece], view.where[piece]
    costs: dict[Hex, int] = {}
    for gait in gaits_of(view, piece):
        found = search(view, side, start, gait, fresh=True)
        for h in members(found.hexes):
            costs[h] = min(found.cost_of(h), costs.get(h, found.cost_of(h)))
    return costs


def _threat(view: State, side: int) -> list[Shade]:
    units = [unit for unit in range(UNITS) if view.campaign.side[unit] == side and view.on_map(unit)]
    strong = [(unit, strength) for unit in units if (strength := attack_value(view, unit))]
    reach = [(strength, 1 << view.where[unit] | mask(_costs(view, unit))) for unit, strength in strong]
    return threat(GRID, reach, view.campaign.in_play, LEADERS[side], room=2)


# -- lines and retreats of one unit ----------------------------------------------------------------


def _line(view: State, piece: int) -> Overlay:
    """7.3: from a unit to a headquarters that controls it, and from there by road to a depot."""
    name = PIECE_IDS[piece]
    found = Overlay(kind="line", title=f"Supply line of {name}", rule="7.3", shades=[], about=name)
    if (piece >= UNITS and piece not in HEADQUARTERS) or not in_field(view, piece):
        found.notes = [f"{name} traces no line of supply where it is."]
        return found
    if piece < UNITS and by_itself(view, piece):
        found.notes = [f"{name} needs no headquarters where it is."]
        return found
    corps = piece if piece in HEADQUARTERS else _commander(view, piece)
    if corps not in (piece, NOBODY):
        found.lines += _to_headquarters(view, piece, corps)
    if corps != NOBODY:
        found.lines += _to_depot(view, corps)
    found.legend = [WAY, BREAK]
    found.notes = [_supply_words(view, piece, corps, found.lines)]
    return found


def _commander(view: State, unit: int) -> int:
    """The headquarters through which a unit is supplied, or else the nearest of its army."""
    if view.corps[unit] != NOBODY:
        return view.corps[unit]
    army, start = view.campaign.army[unit], view.where[unit]
    corps = {view.where[hq]: hq for hq in HEADQUARTERS if view.campaign.army[hq] == army and in_field(view, hq)}
    near = [hq for hq in corps.values() if in_command(view, unit, hq)]
    goals = mask(view.where[hq] for hq in near) if near else mask(corps)
    path = shortest(start, goals, lambda place: view.campaign.ways[place], view.campaign.in_play)
    return corps[path[-1]] if path else NOBODY


def _to_headquarters(view: State, unit: int, hq: int) -> list[Line]:
    side = view.campaign.side[unit]
    free = free_places(view, side) | 1 << view.where[hq]
    ways, ground = view.campaign.ways, view.campaign.in_play | mask(view.campaign.boxes)
    seat = SEATS[view.campaign.army[unit]]
    return trace(
        view.where[unit],
        1 << view.where[hq],
        lambda place: ways[place],
        free,
        ground,
        name=place_name,
        seat=seat,
        to=PIECE_IDS[hq],
    )


def _to_depot(view: State, hq: int) -> list[Line]:
    army, side = view.campaign.army[hq], view.campaign.side[hq]
    roads, depots = view.campaign.road_ways, sources(view, army)
    free = free_places(view, side) | depots
    ground = view.campaign.in_play | mask(view.campaign.boxes)
    return trace(
        view.where[hq],
        depots,
        lambda place: roads[place],
        free,
        ground,
        name=place_name,
        seat=SEATS[army],
        to="a depot",
    )


def _supply_words(view: State, piece: int, hq: int, lines: list[Line]) -> str:
    name = PIECE_IDS[piece]
    if automatic(view):
        return f"{name} is in supply: everybody is up to turn 1."
    if hq == NOBODY:
        return f"{name} has no headquarters."
    by = "" if hq == piece else f" by {PIECE_IDS[hq]}"
    if not traces(view, hq) and view.is_supported(hq):
        return f"The Offensive markers with {PIECE_IDS[hq]} stand for the road to a depot."
    cut = is_cut(lines) or not traces(view, hq)
    return f"{name} has {'no' if cut else 'a'} line to a depot{by}."


def _retreats(view: State, piece: int) -> Overlay:
    """6.6: where retreats of one and two hexes would end if the unit were attacked in its hex."""
    name, seat = PIECE_IDS[piece], SEATS[view.campaign.army[piece]]
    found = Overlay(kind="retreats", title=f"Retreats of {name}", rule="6.6", shades=[], about=name)
    if piece >= UNITS or not view.on_map(piece):
        found.notes = [f"{name} does not retreat where it is."]
        return found
    best: dict[Place, tuple[int, int, int]] = {}  # steps, levels and hexes of the cheapest way to each end
    for length in (1, 2):
        for path in retreat_paths(view, piece, view.where[piece], length):
            toll = toll_of(view, piece, path, air=False)
            best[path[-1]] = min(best.get(path[-1], (99, 99, 99)), (toll.steps, toll.levels, length))
    for place, (steps, levels, length) in sorted(best.items()):
        words = [f"{length} hex{'es' if length > 1 else ''} back"]
        words += [f"it loses {steps} step{'s' if steps > 1 else ''}"] if steps else []
        words += [f"{levels} level{'s' if levels > 1 else ''} of disorganisation"] if levels else []
        pattern = "dense" if steps or levels else "dots"
        found.shades.append(Shade(hex=place_name(place), seat=seat, text=", ".join(words), pattern=pattern))
    found.legend = list(_RETREATS_LEGEND)
    if not best:
        found.notes = [f"{name} has no way back: it would be captured."]
    return found


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
