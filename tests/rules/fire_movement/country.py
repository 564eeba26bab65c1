"""Open country: the grid of the map with clear ground everywhere, for rules in which the landscape is not the point.

What a test wants there it puts there::

    fields = open_country(terrain={"1042": "swamp"}, rivers="1040-1041", roads="1040-1039 1039-1038")
    game = position("sword", "allied 8/3-br at 1040", setting=fields)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from bocage.games.fire_movement.battle import Battle
from bocage.games.fire_movement.chart import load_chart
from bocage.games.fire_movement.content import Content, TerrainCost, Unit, load_content
from bocage.games.fire_movement.title import FireMovement, choose_options
from bocage.games.fire_movement.words import GRID
from bocage.hexes import Hex, Sides


def private(
    scenario: str = "sword",
    *,
    units: Mapping[str, Mapping[str, object]] | None = None,
    costs: Mapping[str, float | str | None] | None = None,
    river: float | None = None,
    rename: Callable[[Unit], dict[str, object]] | None = None,
) -> FireMovement:
    """A scenario that no other test shares, with other numbers on some counters or other costs of terrain.

    ``units`` changes fields of units by id, where ``movement`` stands for both sides of the counter. A cost may be
    for a terrain that is not ours ("jungle"); "+1" is added to the rest of the hex, and None closes the terrain.
    """
    content = load_content()
    changed = dict(content.units)
    for id_, unit in content.units.items():
        update = {**(rename(unit) if rename else {}), **(units or {}).get(id_, {})}
        if "movement" in update:
            allowance = {"movement": update.pop("movement")}
            update["front"] = unit.front.model_copy(update=allowance)
            update["back"] = unit.back and unit.back.model_copy(update=allowance)
        changed[id_] = unit.model_copy(update=update)
    rows = dict(content.terrain.hex)
    for name, cost in (costs or {}).items():
        known: TerrainCost = rows.get(name, rows["woods"])
        points = cost if cost is None else float(cost)
        rows[name] = known.model_copy(update={"leg": points, "mobile": points, "plus": str(cost).startswith("+")})
    key = content.terrain.model_copy(update={"hex": rows, **({} if river is None else {"river": river})})
    other: Content = content.model_copy(update={"units": changed, "terrain": key})
    listed = other.scenarios[scenario]
    return FireMovement(other, listed, choose_options(listed, {}))


def open_country(
    terrain: Mapping[str, str] | None = None,
    *,
    rivers: str = "",
    roads: str = "",
    trails: str = "",
    forts: str = "",
    minefields: str = "",
    like: FireMovement | None = None,
) -> FireMovement:
    """A setting whose land is all clear but for what is named; its units and costs are those of ``like``."""
    setting = like or private()
    old, chart = setting.battle, load_chart()
    kinds = [frozenset(("sea",)) if "sea" in here else frozenset(("clear",)) for here in chart.terrain]
    for label, names in (terrain or {}).items():
        kinds[GRID.at(label)] = frozenset(names.split())
    found = {name: sum(1 << h for h in GRID.hexes if name in kinds[h]) for name in old.key.hex}
    plain = replace(
        chart,
        terrain=tuple(kinds),
        rivers=sides(rivers),
        roads=sides(roads),
        trails=sides(trails),
        bridges=Sides(),
        _with=found,
    )
    units = {unit.id: unit for unit in old.units}
    setting.battle = Battle(old.scenario, old.areas, units, old.key, old.table, plain, old.options)
    setting.battle.fortified = GRID.set(forts)
    setting.battle.minefields = sides(minefields)
    return setting


def sides(text: str) -> Sides:
    """Hexsides from pairs of labels: ``"1040-1041 1041-1141"``."""
    found = Sides()
    for pair in text.split():
        a, b = map(GRID.at, pair.split("-"))
        assert b in GRID.neighbours[a], pair
        found.add(a, b)
    return found


def find_step(wanted: Callable[[Hex, Hex], bool], what: str) -> tuple[Hex, Hex]:
    """The first step from a hex of the real map into its neighbour that is as wanted."""
    land = load_chart().land
    for a in GRID.hexes:
        for b in GRID.neighbours[a]:
            if land >> a & 1 and land >> b & 1 and wanted(a, b):
                return a, b
    raise AssertionError(f"the map has no {what}")
