"""Setting up (3): WN units and depth markers dealt face down, pools filled, US units in boxes and on the turn track."""

from __future__ import annotations

from bocage.games.omaha_beach.battle import BOX
from bocage.games.omaha_beach.deck import pick_from
from bocage.games.omaha_beach.scenarios import SetUp
from bocage.games.omaha_beach.state import WAITING, State
from bocage.games.omaha_beach.words import BOX_IDS

SECRETS = 1 << 30


def set_up(g: State) -> None:
    """Everything before the first turn."""
    scenario = g.battle.scenario
    table = g.battle.content.scenarios.set_up(scenario.id)
    g.deck = tuple(sorted(g.battle.deck))
    g.rockets_fired = table.rockets_have_fired
    g.cleared = g.battle.grid.set(table.cleared)
    place_strongpoints(g, table)
    fill_pools(g, table)
    place_us(g)
    g.secret = 1 + g.chance.pick(SECRETS)
    g.tell("set_up", "3-01", scenario=scenario.title)


def place_strongpoints(g: State, table: SetUp) -> None:
    """WN units are mixed within their backs and dealt to the hexes named for these, some with depth (3-07..13)."""
    battle = g.battle
    numbers = {position.id: number for number, position in enumerate(battle.positions)}
    for back, names in table.wn.by_back.items():
        units = tuple(n for n, unit in enumerate(battle.german) if unit.pool == "wn" and unit.back == back)
        for name in names:
            g.german[numbers[name]], units = pick_from(g, units)
        g.gone = (*g.gone, *units)
    markers = _markers(g, "wn")
    for name in table.wn_depth:
        g.german_depth[numbers[name]], markers = pick_from(g, markers)
    g.depth_pools["wn"] = _some(g, markers, table.boxes.wn_depth)


def fill_pools(g: State, table: SetUp) -> None:
    """The German boxes (3-15..19); pieces that a scenario does not need leave the game unseen."""
    boxes = table.boxes
    for name, count in (("tactical", boxes.tactical), ("division", boxes.division), ("meyer", boxes.meyer)):
        units = tuple(n for n, unit in enumerate(g.battle.german) if unit.pool == name)
        while len(units) > count:
            unit, units = pick_from(g, units)
            g.gone = (*g.gone, unit)
        g.pools[name] = units
    mobile = _markers(g, "mobile")
    for _ in range(boxes.meyer_depth):
        marker, mobile = pick_from(g, mobile)
        g.depth_pools["meyer"] = (*g.depth_pools["meyer"], marker)
    g.depth_pools["mobile"] = _some(g, mobile, boxes.mobile_depth)
    g.depth_pools["building"] = _some(g, _markers(g, "building"), boxes.building_depth)


def _markers(g: State, kind: str) -> tuple[int, ...]:
    return tuple(n for n, marker in enumerate(g.battle.depth) if marker.type == kind)


def _some(g: State, markers: tuple[int, ...], count: int) -> tuple[int, ...]:
    """So many of some markers, at random; the rest leaves the game."""
    while len(markers) > count:
        marker, markers = pick_from(g, markers)
        g.gone_depth = (*g.gone_depth, marker)
    return markers


def place_us(g: State) -> None:
    """Units without an arrival turn stand in their boxes, the others on the turn track (3-21..23)."""
    battle = g.battle
    for number, unit in enumerate(battle.units):
        if battle.home[number] not in battle.divisions:
            continue
        if unit.arrives is None:
            g.put(number, BOX + BOX_IDS.index(unit.box))
        elif unit.arrives <= battle.scenario.last_arrival:
            g.where[number] = WAITING
            g.arrives[number] = unit.arrives
