"""Hexes to be shaded on demand: supply, zones of control, stacking, reach, attacks with their Support, lines."""

from __future__ import annotations

from collections.abc import Iterator

from bocage.games.dark_summer.attacks import Attack, able_beside, attackable, attacks_alone
from bocage.games.dark_summer.attrition import out_of_supply
from bocage.games.dark_summer.boundary import allowed_hexes, is_lifted
from bocage.games.dark_summer.campaign import ALLIED, BRITISH, GERMANS, GROUP_NAMES, SEATS, SIDE_OF, US
from bocage.games.dark_summer.columns import find_column
from bocage.games.dark_summer.movement import movement_points, search_moves
from bocage.games.dark_summer.places import SIZE, place_name
from bocage.games.dark_summer.stacking import fits, why_not_stack
from bocage.games.dark_summer.state import State
from bocage.games.dark_summer.strength import defenders_of
from bocage.games.dark_summer.strongpoints import is_hidden
from bocage.games.dark_summer.supply import sources, supplied_hexes
from bocage.games.dark_summer.support import available
from bocage.games.dark_summer.title import DarkSummer
from bocage.games.dark_summer.words import UNIT_IDS, unit_number
from bocage.games.dark_summer.zones import zone_of
from bocage.hexes import HexSet, members
from bocage.kernel import BocageError, nearest
from bocage.table.dark_summer.charts import results_column
from bocage.table.model import Box, Overlay, OverlayKind, Shade

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
    if what == "attack":
        return _overlay(kind, "11.1", list(_attacks(view, GROUP_IDS[who])))
    if what == "stacking":
        return _of_unit(kind, "5.1", unit, list(_stacking(view, _unit(unit))))
    if what == "reach":
        return _of_unit(kind, "10.1", unit, list(_reach(view, _unit(unit))))
    if kind == "gun-line":
        return _overlay(kind, "12.3", list(_gun_line(view)), _GUN_LEGEND)
    return _overlay(kind, "15.0", list(_boundary(view)), _BOUNDARY_LEGEND)


def _overlay(kind: str, rule: str, shades: list[Shade], legend: tuple[Box, ...] = ()) -> Overlay:
    return Overlay(kind=kind, title=_TITLES[kind], rule=rule, shades=shades, legend=list(legend))


def _of_unit(kind: str, rule: str, unit: str | None, shades: list[Shade]) -> Overlay:
    return Overlay(kind=kind, title=f"{_TITLES[kind]}: {unit}", rule=rule, shades=shades, about=unit or "")


def _unit(name: str | None) -> int:
    if name is None:
        raise BocageError("say which unit it is about")
    try:
        return unit_number(name)
    except ValueError as error:
        raise BocageError(str(error)) from None


def _shades(hexes: HexSet, seat: str, text: str, pattern: str) -> Iterator[Shade]:
    for h in members(hexes):
        yield Shade(hex=place_name(h), seat=seat, text=text, pattern=pattern)


# -- supply and zones ------------------------------------------------------------------------------

_SUPPLY_LEGEND = (
    Box(id="source", title="Supply Source", text="dense: where Supply Lines end"),
    Box(id="supply", title="In Supply", text="dots: a unit here is In Supply"),
    Box(id="none", title="Out of Supply", text="lines: units that are Out of Supply"),
)
_ZONES_LEGEND = (
    Box(id="zone", title="Zone of control", text="lines: an enemy must stop here"),
    Box(id="negated", title="Negated", text="dots: an enemy unit negates it for Supply Lines and retreats"),
)
_GUN_LEGEND = (
    Box(id="naval", title="Naval Support", text="lines: Clear hexes, Beaches and Towns"),
    Box(id="no", title="No Naval Support", text="dots: other Terrain within the Gun Line"),
)
_BOUNDARY_LEGEND = (
    Box(id="us", title="US units", text="lines: the US Zone"),
    Box(id="both", title="Both", text="dense: along the Boundary Line"),
    Box(id="british", title="British units", text="dots: the British Zone"),
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
        column = "?"
        if not any(is_hidden(g, unit) for unit in (*attackers, *defenders_of(g, attack))):
            column = results_column(g.campaign, find_column(g, attack).number)
        names = ", ".join(UNIT_IDS[unit] for unit in attackers)
        text = f"{names}: {'odds unknown, units lie face down' if column == '?' else f'column {column}'}; "
        text += f"Support: {', '.join(markers) or 'none'}"
        yield Shade(hex=place_name(target), seat=SEATS[SIDE_OF[group]], value=column, text=text, pattern="lines")


# -- of one unit -----------------------------------------------------------------------------------


def _stacking(view: State, unit: int) -> Iterator[Shade]:
    side = view.campaign.side[unit]
    for h in members(view.occupied[side]):
        if fits(view, h, unit):
            yield Shade(hex=place_name(h), seat=SEATS[side], value="yes", text=f"{UNIT_IDS[unit]} may stack here")
        else:
            refusal = why_not_stack(view, h, unit)
            assert refusal is not None
            yield Shade(hex=place_name(h), seat=SEATS[side], value="no", text=refusal.sentence, pattern="lines")


def _reach(view: State, unit: int) -> Iterator[Shade]:
    if view.where[unit] < 0 or view.where[unit] >= SIZE:
        raise BocageError(f"{UNIT_IDS[unit]} is not on the map")
    seat = SEATS[view.campaign.side[unit]]
    moves = search_moves(view, (unit,), movement_points(view, unit, "normal"), "normal", fresh=True)
    for h in moves.reach:
        cost = f"{moves.reach.cost_of(h) / 2:g}"
        yield Shade(hex=place_name(h), seat=seat, value=cost, text=f"{cost} Movement Points")


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
