"""Depots (rulebook 7.1, 7.2): how Allied ones are built and lost, and which ones of both sides work."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from bocage.games.bloody_summer.campaign import (
    ALLIED,
    CLOSED,
    FULL,
    GERMAN,
    GERMANS,
    REDUCED,
    WRECKED,
    Campaign,
)
from bocage.games.bloody_summer.counters import GermanDepot
from bocage.games.bloody_summer.pieces import DEPOT_IDS, GERMAN_DEPOTS, PIECE_IDS
from bocage.games.bloody_summer.places import LOST, SIZE, Place
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.zones import enemy_zone, in_enemy_zone
from bocage.hexes import Hex, HexSet, mask, members

DEPOTS: Final = range(len(DEPOT_IDS))
GONE_AFTER: Final = 2  # full turns of German occupation (7.1.3-03)
CHERBOURG: Final = DEPOT_IDS.index("Cherbourg")


# -- Allied depots (7.1) --------------------------------------------------------------------------------


def depots_in(g: State, hex_: Place) -> Sequence[int]:
    """The depots, open or not, that belong to a hex: a beach may have a port, too."""
    return g.campaign.depots_in.get(hex_, [])


def is_open(g: State, depot: int) -> bool:
    """Whether a depot is on the map."""
    return REDUCED <= g.depot[depot] <= FULL


def is_port(g: State, depot: int) -> bool:
    """Whether enemy zones of control matter to it: they have no effect on a beach (7.1-03, -10)."""
    return g.campaign.depots[depot].kind != "beach"


def works(g: State, depot: int) -> bool:
    """Whether a depot is operational: open, Allied, and outside any enemy zone of control (7.1-03)."""
    return bool(all_that_work(g) >> depot & 1)


def all_that_work(g: State) -> int:
    """The depots that are operational, as a mask."""
    sites = g.campaign.depot_sites
    return _working(g.campaign, tuple(g.depot), g.held & sites, enemy_zone(g, ALLIED) & sites)


@lru_cache(1 << 10)
def _working(campaign: Campaign, status: tuple[int, ...], held: HexSet, zone: HexSet) -> int:
    found = 0
    for depot, hex_ in enumerate(campaign.depot_hexes):
        barred = campaign.depots[depot].kind != "beach" and zone >> hex_ & 1
        if status[depot] in (REDUCED, FULL) and held >> hex_ & 1 and not barred:
            found |= 1 << depot
    return found


def capacity(g: State, depot: int) -> int:
    """The Offensive markers that a depot lands in a turn, by the side that it shows."""
    return _offensive(g.campaign, depot, g.depot[depot])


def _offensive(campaign: Campaign, depot: int, status: int) -> int:
    one, written = campaign.depots[depot], campaign.set_up.offensive_capacity
    if status == REDUCED and one.offensive_reduced is not None:
        return one.offensive_reduced
    return written.get(DEPOT_IDS[depot], one.offensive)


def with_room(g: State, used: Mapping[int, int]) -> Sequence[int]:
    """The operational depots that can land another Offensive marker when each has landed as many as it says."""
    return _with_room(g.campaign, tuple(g.depot), all_that_work(g), tuple(used.items()))


@lru_cache(1 << 10)
def _with_room(
    campaign: Campaign, status: tuple[int, ...], working: int, used: tuple[tuple[int, int], ...]
) -> Sequence[int]:
    landed = dict(used)
    return [depot for depot in members(working) if landed.get(depot, 0) < _offensive(campaign, depot, status[depot])]


def landing_capacity(g: State, hex_: Hex) -> int:
    """The stacking value that the operational depots of a hex land in a movement phase (4.2-02)."""
    return _capacity(g.campaign, g.depot, all_that_work(g), hex_)


def landing_capacities(g: State, army: int) -> Mapping[Hex, int]:
    """The hexes with operational depots of an army, in ascending order, and the landing capacity of each."""
    return _capacities(g.campaign, tuple(g.depot), all_that_work(g), tuple(g.depot_army), army)


@lru_cache(1 << 10)
def _capacities(
    campaign: Campaign, status: tuple[int, ...], working: int, armies: tuple[int, ...], army: int
) -> Mapping[Hex, int]:
    sites = _sites(campaign, working, armies, army)
    return {hex_: _capacity(campaign, status, working, hex_) for hex_ in members(sites)}


def _capacity(campaign: Campaign, status: Sequence[int], working: int, hex_: Hex) -> int:
    depots = campaign.depots_in.get(hex_, [])
    return sum(_landing(campaign, depot, status[depot]) for depot in depots if working >> depot & 1)


def _landing(campaign: Campaign, depot: int, status: int) -> int:
    one = campaign.depots[depot]
    return one.landing_reduced if status == REDUCED and one.landing_reduced is not None else one.landing


def army_of(g: State, depot: int) -> int:
    """Whose units a depot serves: a beach the army that lands there, a port the one that took it (7.1-02)."""
    beach = g.campaign.beach_army.get(g.campaign.depot_hexes[depot])
    return g.depot_army[depot] if beach is None else beach


def operational(g: State, army: int) -> HexSet:
    """The hexes with an operational depot of an Allied army."""
    return _sites(g.campaign, all_that_work(g), tuple(g.depot_army), army)


@lru_cache(1 << 10)
def _sites(campaign: Campaign, working: int, armies: tuple[int, ...], army: int) -> HexSet:
    sites = ((campaign.depot_hexes[depot], armies[depot]) for depot in members(working))
    return mask(hex_ for hex_, taken_by in sites if campaign.beach_army.get(hex_, taken_by) == army)


# -- taken and lost -------------------------------------------------------------------------------------


def entered(g: State, unit: int, place: Place) -> None:
    """A unit's side has come to control a place: what becomes of the depots there."""
    if g.campaign.side[unit] == ALLIED:
        for piece in GERMAN_DEPOTS:
            if g.where[piece] == place:
                lose_german(g, piece)
        for depot in depots_in(g, place):
            take(g, depot, g.campaign.army[unit])
    else:
        for depot in depots_in(g, place):
            lose(g, depot)


def take(g: State, depot: int, army: int) -> None:
    """The hex of a depot is Allied: it opens at once on a beach, else after its construction time (7.1-04, -05)."""
    g.depot_army[depot] = army
    if depot == CHERBOURG:
        g.occupation = 0
    if g.depot[depot] != CLOSED:
        return
    if is_port(g, depot):
        g.depot_due[depot] = g.turn + g.campaign.depots[depot].construction + 1
        g.tell("depot_begun", "7.1-04", depot=depot, turn=g.depot_due[depot])
    else:
        open_depot(g, depot, "7.1.2-02")


def open_depot(g: State, depot: int, rule: str) -> None:
    """A depot is placed on the map, on its reduced side if it has one (7.1-06)."""
    growth = g.campaign.depots[depot].full_after
    g.depot[depot] = FULL if growth is None else REDUCED
    g.depot_due[depot] = 0 if growth is None else g.turn + growth
    g.forget()
    g.tell("depot_opened", rule, depot=depot, hex=g.campaign.depot_hexes[depot])


def lose(g: State, depot: int) -> None:
    """Germans enter a depot's hex: what is built is destroyed, but not Cherbourg; what is not is put off (7.1-07)."""
    if is_open(g, depot) and depot != CHERBOURG:
        wreck(g, depot, "7.1-07")
    elif not is_open(g, depot):
        g.depot_due[depot] = 0
    g.forget()


def wreck(g: State, depot: int, rule: str) -> None:
    """A depot is destroyed; a Mulberry is never built again (7.1.1-05)."""
    mulberry = g.campaign.depots[depot].kind == "mulberry"
    g.depot[depot] = WRECKED if mulberry else CLOSED
    g.depot_due[depot] = 0
    g.forget()
    g.tell("depot_destroyed", rule, depot=depot, hex=g.campaign.depot_hexes[depot])


# -- the port construction step (1.1.1.2-02) ------------------------------------------------------------


def build(g: State) -> list[int]:
    """Depots open and grow on their turns; those that are gone by German occupation are returned."""
    for depot in DEPOTS:
        if g.depot_due[depot]:
            _go_on(g, depot)
    return occupy_cherbourg(g)


def _go_on(g: State, depot: int) -> None:
    """A turn counts for the construction of a port only outside enemy zones of control (7.1-09)."""
    if not g.controls(ALLIED, g.campaign.depot_hexes[depot]):
        g.depot_due[depot] += 1
    elif is_port(g, depot) and in_enemy_zone(g, ALLIED, g.campaign.depot_hexes[depot]):
        g.depot_due[depot] += 1
        g.tell("depot_delayed", "7.1-09", depot=depot, turn=g.depot_due[depot])
    elif g.turn >= g.depot_due[depot]:
        if is_open(g, depot):
            _complete(g, depot)
        else:
            open_depot(g, depot, "7.1-05")


def _complete(g: State, depot: int) -> None:
    """A reduced harbour is turned to its full side (7.1.1-03, 7.1.3-02)."""
    g.depot[depot], g.depot_due[depot] = FULL, 0
    rule = "7.1.3-02" if depot == CHERBOURG else "7.1.1-03"
    g.tell("depot_completed", rule, depot=depot, hex=g.campaign.depot_hexes[depot])


def occupy_cherbourg(g: State) -> list[int]:
    """Full turns of German occupation first halve the Allied harbour and then end it (7.1.3-03)."""
    hex_ = g.campaign.depot_hexes[CHERBOURG]
    if not is_open(g, CHERBOURG) or not g.units_in(hex_, GERMAN):
        g.occupation = 0
        return []
    g.occupation += 1  # the first time the turn that is over was not a full one
    if g.occupation > GONE_AFTER:
        wreck(g, CHERBOURG, "7.1.3-03")
        return [CHERBOURG]
    if g.occupation == GONE_AFTER and g.depot[CHERBOURG] == FULL:
        g.depot[CHERBOURG] = REDUCED
        g.tell("depot_reduced", "7.1.3-03", depot=CHERBOURG, hex=hex_)
    return []


def storm(g: State) -> None:
    """A die for each Mulberry on the map: 4, 5 or 6 destroys it (7.1.1-04)."""
    for depot in DEPOTS:
        if g.campaign.depots[depot].kind == "mulberry" and is_open(g, depot):
            die = g.chance.die()
            lost = die >= g.campaign.tables.weather.mulberry_lost_from
            hex_ = g.campaign.depot_hexes[depot]
            g.tell_result("mulberry_battered", "7.1.1-04", step=True, die=die, depot=depot, lost=lost, hex=hex_)
            if lost:
                wreck(g, depot, "7.1.1-05")


# -- German depots (7.2) --------------------------------------------------------------------------------


def german(g: State, piece: int) -> GermanDepot:
    """The German depot of a piece."""
    return g.campaign.counters.german_depot[PIECE_IDS[piece].removeprefix("Depot-")]


def working(g: State) -> list[int]:
    """The German depots at which markers are placed and to which supply is traced: none in confusion (7.2-06)."""
    return [piece for piece in GERMAN_DEPOTS if g.where[piece] >= 0 and not _blocked(g, g.where[piece])]


def _blocked(g: State, place: Place) -> bool:
    return g.in_confusion(place) or (place >= SIZE and not g.controls(GERMAN, place))


def lose_german(g: State, piece: int) -> None:
    """A German depot is destroyed (7.2-05, 7.2-07)."""
    rule = "7.2-07" if g.where[piece] < SIZE else "7.2-05"
    g.tell("german_depot_destroyed", rule, unit=piece, hex=g.where[piece])
    g.remove(piece, LOST)


# -- supply ---------------------------------------------------------------------------------------------


def sources(g: State, army: int) -> int:
    """The places of the depots that supply an army (7.3.2-01)."""
    if army == GERMANS:
        return mask(g.where[piece] for piece in working(g))
    return operational(g, army)
