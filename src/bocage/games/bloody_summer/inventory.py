"""Units, corps, counters, arrivals, terrain, charts, boxes and set-ups to read, each with its source."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from bocage.games.bloody_summer.content import Content, SetUp, load_content
from bocage.games.bloody_summer.ground import MAJOR
from bocage.games.bloody_summer.tables import Outcome, Result
from bocage.games.bloody_summer.terms import Side, Terrain
from bocage.games.bloody_summer.units import Entry, Unit
from bocage.kernel.inventory import Listing, Sheet, scenario_asked_for
from bocage.kernel.overlay import differing, differing_tables

KINDS: Mapping[str, str] = {
    "units": "Attack, movement, defence, steps and entry of every combat unit, and where the numbers come from.",
    "headquarters": "Combat bonus, movement and entry of every corps headquarters.",
    "counters": "Garrisons, batteries, Festungen, depots, aircraft, ships, the Resistance, and how many there are.",
    "arrivals": "The units and headquarters of every turn, and where they come.",
    "terrain": "Movement costs and combat effects of terrain, rivers, roads and fortified lines.",
    "map": "Towns, villages, beaches, exits, zones and bridges over major rivers.",
    "boxes": "The Strategic Movement Map: links, interdiction values, depots, exits, Festungen.",
    "tables": "Weather, aircraft, ships, resources and the dice of D-Day.",
    "combat": "The Combat Result Table and the Bombardment Table.",
    "scenarios": "The set-ups; for one of them where every unit begins.",
    "victory": "Victory points of both sides and automatic victories.",
}


def listing(kind: str, scenario: str | None, overlay: Path | None) -> Listing:
    """One kind of data, all of it or what a set-up uses."""
    content = load_content(overlay)
    chosen = scenario_asked_for(scenario, content.set_ups)
    lists = {
        "units": _units,
        "headquarters": _headquarters,
        "counters": _counters,
        "arrivals": _arrivals,
        "terrain": _terrain,
        "map": _map,
        "boxes": _boxes,
        "tables": _tables,
        "combat": _combat,
        "scenarios": _scenarios,
        "victory": _victory,
    }
    return lists[kind](content, chosen)


def changes(overlay: Path) -> Mapping[str, Sequence[str]]:
    """What a file of a player's own values makes different."""
    ours, mine = load_content(), load_content(overlay)
    return {
        "units": differing(ours.units, mine.units),
        "headquarters": differing(ours.headquarters, mine.headquarters),
        **differing_tables(ours.counters, mine.counters),
        **differing_tables(ours.tables, mine.tables),
    }


def _words(name: str) -> str:
    return name.replace("_", " ")


def _yes(holds: bool) -> str:
    return "yes" if holds else ""


# -- units and headquarters ------------------------------------------------------------------------


def _of(set_up: SetUp | None, name: str) -> bool:
    """Whether a counter takes part in a set-up."""
    if set_up is None:
        return True
    return name in set_up.placed or name in set_up.arriving or any(name in free.units for free in set_up.free)


def _units(content: Content, set_up: SetUp | None) -> Listing:
    chosen = [unit for unit in content.units.values() if _of(set_up, unit.id)]
    heads = ("unit", "nation", "formation", "arm", "size", "elite", "SV", "front", "back", "second", "entry", "source")
    rows = [
        (
            unit.id,
            _words(unit.nation),
            unit.formation,
            _words(unit.arm),
            unit.size.value,
            _yes(unit.elite),
            str(unit.stacking),
            *(_side(unit, lost) for lost in range(3)),
            entry_in_words(unit.entry),
            f"listed {unit.listed}; values {unit.values}; entry {unit.entry_source}",
        )
        for unit in chosen
    ]
    return Listing([Sheet(heads, rows)], [unit.model_dump(mode="json") for unit in chosen])


def _side(unit: Unit, lost: int) -> str:
    if lost >= unit.steps:
        return ""
    attack, defence = unit.factors(lost)
    return f"{attack}-{unit.movement}-{defence}"


def entry_in_words(entry: Entry) -> str:
    """When and where a counter comes into play in the campaign.

    >>> entry_in_words(Entry(kind="exit", turn=1, exit="c"))
    'turn 1, exit c'
    """
    words = {
        "hex": str(entry.hex),
        "box": f"box {entry.box}",
        "first_wave": f"first wave, {entry.beach}",
        "second_wave": f"second wave, {entry.beach}",
        "last_wave": f"last wave, {entry.beach}",
        "second_wave_by_die": "second wave, by a die",
        "commandos": "second wave, commandos",
        "drop": f"drops at {entry.hex}",
        "landing": f"lands at {entry.hex} at the end of turn 0",
        "across": f"across {' and '.join(entry.beaches)}",
        "reserve": f"turn {entry.turn}, Strategic Reserve",
        "glider": f"turn {entry.turn}, Strategic Reserve or by glider at {entry.hex}",
        "exit": f"turn {entry.turn}, exit {entry.exit}",
        "arrival": f"turn {entry.turn}, box {entry.box}",
    }
    return words[entry.kind]


def _headquarters(content: Content, set_up: SetUp | None) -> Listing:
    chosen = [corps for corps in content.headquarters.values() if _of(set_up, corps.id)]
    rows = [
        (
            corps.id,
            _words(corps.nation),
            str(corps.bonus),
            str(corps.movement),
            entry_in_words(corps.entry),
            f"listed {corps.listed}; values {corps.values}; entry {corps.entry_source}",
        )
        for corps in chosen
    ]
    sheet = Sheet(("headquarters", "nation", "bonus", "movement", "entry", "source"), rows)
    return Listing([sheet], [corps.model_dump(mode="json") for corps in chosen])


def _arrivals(content: Content, set_up: SetUp | None) -> Listing:
    rows = []
    for space in content.tables.turn:
        for side in Side:
            there: dict[str, list[str]] = {}
            for name in (*content.units, *content.headquarters):
                entry = content.entry(name)
                counter = content.units.get(name) or content.headquarters[name]
                if entry.turn == space.number and counter.side is side and (set_up is None or name in set_up.arriving):
                    there.setdefault(entry_in_words(entry).partition(", ")[2], []).append(name)
            for where, names in there.items():
                rows.append((str(space.number), space.dates, side.value, where, ", ".join(names)))
    return Listing.of(Sheet(("turn", "dates", "side", "where", "units"), rows))


# -- other counters --------------------------------------------------------------------------------


def _counters(content: Content, _: SetUp | None) -> Listing:
    counters = content.counters
    fixed = [
        *(
            ("garrison", name, one.hex, str(one.defence), f"back: {one.back}", one.source)
            for name, one in counters.garrison.items()
        ),
        *(
            ("battery", name, one.hex, str(one.defence), f"beaches {one.beaches}", one.source)
            for name, one in counters.battery.items()
        ),
        *(
            ("Festung", name, one.hex or f"box {one.box}", str(one.defence), "", one.source)
            for name, one in counters.festung.items()
        ),
        *(
            (
                "German depot",
                name,
                one.hex or f"box {one.box}",
                str(one.defence or ""),
                f"capacity {one.capacity}",
                one.source,
            )
            for name, one in counters.german_depot.items()
        ),
    ]
    depots = [
        (
            name,
            _words(one.kind),
            one.hex,
            _two(one.landing_reduced, one.landing),
            _two(one.offensive_reduced, one.offensive),
            str(one.construction) + ("" if one.full_after is None else f" + {one.full_after}"),
            one.source,
        )
        for name, one in counters.depot.items()
    ]
    air = [
        (name, one.army.value, one.cup.value, str(one.points), "light" if one.light else "", one.source)
        for name, one in counters.air.items()
    ]
    ships = [(name, one.army.value, str(one.range), one.source) for name, one in counters.naval.items()]
    counted = [(_words(kind), str(number)) for kind, number in counters.count if kind != "source"]
    return Listing(
        [
            Sheet(("kind", "counter", "place", "defence", "", "source"), fixed),
            Sheet(("depot", "kind", "hex", "landing", "Offensive", "turns", "source"), depots),
            Sheet(("air", "army", "cup", "points", "", "source"), air),
            Sheet(("naval", "army", "range", "source"), ships),
            Sheet(("kind", "number"), [*counted, ("all", str(counters.count.total))]),
        ],
        counters.model_dump(mode="json"),
    )


def _two(reduced: int | None, full: int) -> str:
    return str(full) if reduced is None else f"{reduced}, {full}"


# -- the map ---------------------------------------------------------------------------------------


def _terrain(content: Content, _: SetUp | None) -> Listing:
    tables = content.tables
    rows: list[tuple[str, ...]] = []
    for kind, row in tables.terrain.items():
        costs = ("impassable",) * 2 if not row.passable else (_cost(kind, row.foot), _cost(kind, row.motorized))
        effects = _effects(
            ("no air support", not row.air_support),
            ("no ZOC into it", row.zoc == "none"),
            ("ZOC into it by a road only", row.zoc == "road"),
            ("armour by a road only", row.armour == "road"),
            ("a level of disorganisation for retreating into it off a road", row.retreat == "level"),
            ("one step lost instead of a retreat", row.retreat == "step"),
            ("doubled by interdiction", row.interdicted),
        )
        shift = f"{row.sea_shift} from the sea" if row.sea_shift else str(row.shift or "")
        rows.append((kind.value, *costs, shift, effects, row.source))
    for name, river in (("minor river", tables.river.minor), ("major river", tables.river.major)):
        effects = _effects(
            ("no ZOC across without a bridge", river.zoc == "bridge"),
            ("a level of disorganisation for retreating without a bridge", river.retreat == "level"),
            ("doubled by interdiction", river.interdicted),
        )
        rows.append((name, f"+{river.foot}", f"+{river.motorized}", str(river.shift or ""), effects, river.source))
    rows.append(("estuary", "impassable", "impassable", "", "no attack across", tables.river.estuary.source))
    for name, way in (("road", tables.road), ("railroad", tables.railroad)):
        rows.append((name, str(way.foot), str(way.motorized), "", "instead of hex and hexside", way.source))
    line = tables.fortified
    effects = f"bombardment {line.bombardment}; ignores retreats of {line.ignored_retreat} hex"
    rows.append(("fortified line", "+0", "+0", str(line.shift), effects, line.source))
    return Listing.of(Sheet(("terrain", "foot", "motorized", "columns left", "effects", "source"), rows))


def _cost(kind: Terrain, cost: int | None) -> str:
    return "other terrain" if kind is Terrain.VILLAGE else str(cost)


def _effects(*effects: tuple[str, bool]) -> str:
    return "; ".join(words for words, holds in effects if holds)


def _map(content: Content, _: SetUp | None) -> Listing:
    ground = content.ground
    rows: list[tuple[str, ...]] = [
        (place.kind, place.name, " ".join(place.hexes), place.source) for place in ground.places
    ]
    rows += [("beach", f"{one.name} ({one.army})", one.hex, one.source) for one in ground.beaches.values()]
    rows += [("exit", f"{letter} to {one.box}", one.hex, one.source) for letter, one in ground.exits.items()]
    rows += [("zone", name, f"{hexes.bit_count()} hexes", "") for name, hexes in ground.zones.items()]
    rows += [("coast", str(who), " ".join(ground.grid.labels(hexes)), "") for who, hexes in ground.coast.items()]
    rows.append(("bridges", "over major rivers", _sides(content, MAJOR), ""))
    return Listing.of(Sheet(("kind", "name", "hexes", "source"), rows))


def _sides(content: Content, river: int) -> str:
    grid, bridges = content.ground.grid, content.ground.bridges
    return " ".join(f"{grid.label(a)}|{grid.label(b)}" for a, b in bridges if bridges[a, b] == river)


def _boxes(content: Content, set_up: SetUp | None) -> Listing:
    ground, counters = content.ground, content.counters
    rows = []
    for name, box in ground.boxes.items():
        if set_up is not None and name not in set_up.boxes:
            continue
        depot = next((one for one in counters.german_depot.values() if one.box == name), None)
        rows.append(
            (
                name,
                str(box.interdiction),
                ", ".join(box.links),
                " ".join(letter for letter, one in ground.exits.items() if one.box == name),
                "" if depot is None else str(depot.capacity),
                ", ".join(f"{one.name} {one.defence}" for one in counters.festung.values() if one.box == name),
                _effects(("Maquis", box.maquis), ("beyond the Seine", box.beyond_seine)),
                box.source,
            )
        )
    heads = ("box", "interdiction", "links", "exits", "depot", "Festungen", "", "source")
    return Listing.of(Sheet(heads, rows))


# -- charts ----------------------------------------------------------------------------------------


def _tables(content: Content, _: SetUp | None) -> Listing:
    tables = content.tables
    dice = tuple(str(die) for die in range(1, 7))
    resources = tables.resources
    by_die = [
        ("weather", *(sky.value for sky in tables.weather.die)),
        *((f"Allied markers, {sky}", *map(str, row)) for sky, row in resources.allied.items()),
        *((f"German markers, {sky}", *map(str, row)) for sky, row in resources.german.items()),
        ("German replacement", *(str(kind) for kind in resources.replacement)),
        (f"FB on superiority, to turn {tables.superiority.late_from - 1}", *map(str, tables.superiority.early)),
        (f"FB on superiority, from turn {tables.superiority.late_from}", *map(str, tables.superiority.late)),
        ("drift", *tables.drop.drift),
    ]
    air = tables.availability
    drawn = [
        (name, *(str(row[cup]) for cup in row))
        for name, row in (
            ("turn 0", air.turn_0),
            ("clear", air.clear),
            ("overcast", air.overcast),
            ("storm", air.storm),
        )
    ]
    naval = [
        (
            "-".join(dict.fromkeys(map(str, row.turns))),
            *(str(points) for force in (row.western, row.eastern) for points in force.values()),
        )
        for row in tables.naval_points
    ]
    ships = ("WTF battle cruisers", "WTF destroyers", "ETF battle cruisers", "ETF destroyers")
    drops = [
        (str(die), "drifts" if landing.drifts else "on target", f"D{landing.level}" if landing.level else "good order")
        for die, landing in tables.drop.die.items()
    ]
    tanks = [(str(die), result) for die, result in tables.dd_tanks.die.items()]
    sheets = [
        Sheet(("die", *dice), by_die),
        Sheet(("counters drawn", "HB", "MB", "FB"), drawn),
        Sheet(("naval points, turns", *ships), naval),
        Sheet(("drop", "", ""), drops),
        Sheet(("drop modifier", ""), _pairs(tables.drop.modifier)),
        Sheet(("DD tanks", ""), tanks),
        Sheet(("DD modifier", ""), _pairs(tables.dd_tanks.modifier)),
    ]
    return Listing(sheets, tables.model_dump(mode="json", exclude={"combat", "bombardment", "victory", "terrain"}))


def _pairs(table: Mapping[str, int]) -> list[tuple[str, str]]:
    return [(name, f"{value:+}" if value else "0") for name, value in table.items()]


def _combat(content: Content, _: SetUp | None) -> Listing:
    table, bombs = content.tables.combat, content.tables.bombardment
    rows = [(str(roll), *map(result_in_words, row)) for roll, row in sorted(table.die.items())]
    levels = [(str(die), *("-" if not one else f"A{one}" for one in row)) for die, row in sorted(bombs.die.items())]
    return Listing.of(
        Sheet(("die", *table.columns), rows),
        Sheet(("bombardment, points", *map(str, bombs.points)), levels),
    )


def result_in_words(result: Result) -> str:
    """A result as the table writes it.

    >>> result_in_words(Result(Outcome(0, 1, 0), Outcome(2, 1, 2), True))
    'D1 / d2 D1 R2 E'
    """

    def side(letter: str, outcome: Outcome) -> str:
        marks: Iterable[tuple[str, int]] = zip((letter, "D", "R"), outcome, strict=True)
        return " ".join(f"{mark}{number}" for mark, number in marks if number) or "-"

    words = f"{side('a', result.attacker)} / {side('d', result.defender)}"
    return f"{words} E" if result.exploitation else words


# -- set-ups and victory ---------------------------------------------------------------------------


def _scenarios(content: Content, set_up: SetUp | None) -> Listing:
    chosen = [set_up] if set_up is not None else list(content.set_ups.values())
    rows = [
        (
            one.id,
            one.title,
            f"{one.turns[0]}-{one.turns[1]}",
            f"{one.columns[0]:02}-{one.columns[1]:02}",
            str(len(one.placed)),
            str(len(one.arriving)),
            one.source,
        )
        for one in chosen
    ]
    heads = ("scenario", "title", "turns", "columns", "placed", "arriving", "source")
    sheets = [Sheet(heads, rows)]
    if set_up is not None:
        sheets.append(_places(content, set_up))
    return Listing(sheets, [_as_json(one) for one in chosen])


def _as_json(set_up: SetUp) -> dict[str, object]:
    written = set_up.model_dump(mode="json")
    return {**written, **{name: sorted(getattr(set_up, name)) for name in ("returned", "lost", "allied")}}


def _places(content: Content, set_up: SetUp) -> Sheet:
    there: dict[str, list[str]] = {}
    for name, place in set_up.placed.items():
        state = []
        if name in set_up.disorganized:
            state.append(f"D{set_up.disorganized[name]}")
        if name in set_up.steps_lost:
            state.append(f"-{set_up.steps_lost[name]}")
        there.setdefault(place, []).append(f"{name} ({', '.join(state)})" if state else name)
    for formation, lost in set_up.steps_to_lose.items():
        there.setdefault("owner's choice", []).append(f"{formation} (-{lost})")
    for free in set_up.free:
        there.setdefault("owner's choice", []).extend(free.units)
    ground = content.ground
    rows = [
        (place, ground.terrain[ground.grid.at(place)].value if place in ground.labels else "", ", ".join(names))
        for place, names in sorted(there.items())
    ]
    return Sheet(("place", "terrain", "units"), rows)


def _victory(content: Content, _: SetUp | None) -> Listing:
    points, automatic = content.tables.victory, content.tables.automatic_victory
    sheets = [
        Sheet((title, ""), [(_words(name), str(value)) for name, value in table.model_dump(mode="json").items()])
        for title, table in (("points", points), ("automatic victory", automatic))
    ]
    return Listing(sheets, {"points": points.model_dump(mode="json"), "automatic": automatic.model_dump(mode="json")})
