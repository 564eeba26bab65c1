"""Units, arrivals, Terrain, Weather, charts and set-ups to read, each with its source."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from bocage.games.dark_summer.content import CHERBOURG, Content, SetUp, load_content
from bocage.games.dark_summer.ground import MAJOR
from bocage.games.dark_summer.tables import Cost, Rounds, WeatherRow
from bocage.games.dark_summer.terms import LETTERS, Side
from bocage.games.dark_summer.units import Entry, Unit
from bocage.kernel.inventory import Listing, Sheet, scenario_asked_for
from bocage.kernel.overlay import differing, differing_tables

KINDS: Mapping[str, str] = {
    "units": "Attack, defence, movement, steps and entry of every unit, and where the numbers come from.",
    "arrivals": "The Formations of every turn, and where they enter.",
    "terrain": "Movement costs and combat effects of Terrain, Rivers and Roads.",
    "map": "Towns, Beaches, Lettered hexes and bridges over Major Rivers.",
    "weather": "What each kind of Weather does, with its Action chits and Replacements.",
    "combat": "The Combat Results Table and the Cherbourg Combat Table.",
    "markers": "The Combat Support markers, their values and turns.",
    "scenarios": "The set-ups; for one of them where every unit begins.",
    "victory": "Sudden death and Victory Points of both sides.",
}


def listing(kind: str, scenario: str | None, overlay: Path | None) -> Listing:
    """One kind of data, all of it or what a set-up uses."""
    content = load_content(overlay)
    chosen = scenario_asked_for(scenario, content.set_ups)
    lists = {
        "units": _units,
        "arrivals": _arrivals,
        "terrain": _terrain,
        "map": _map,
        "weather": _weather,
        "combat": _combat,
        "markers": _markers,
        "scenarios": _scenarios,
        "victory": _victory,
    }
    return lists[kind](content, chosen)


def changes(overlay: Path) -> Mapping[str, Sequence[str]]:
    """What a file of a player's own values makes different."""
    ours, mine = load_content(), load_content(overlay)
    return {"units": differing(ours.units, mine.units), **differing_tables(ours.tables, mine.tables)}


def _words(name: str) -> str:
    return name.replace("_", " ")


# -- units -----------------------------------------------------------------------------------------


def _units(content: Content, set_up: SetUp | None) -> Listing:
    chosen = [unit for unit in content.units.values() if set_up is None or unit.id in set_up.placed]
    heads = ("unit", "nation", "formation", "type", "size", "front", "back", "dot", "ZOC", "entry", "source")
    rows = [
        (
            unit.id,
            _words(unit.nation),
            unit.formation,
            _words(unit.type),
            unit.size.value,
            _side(unit, reduced=False),
            _side(unit, reduced=True) if unit.steps == 2 else "",
            "" if unit.replaceable else "dot",
            "" if unit.zoc else "none",
            entry_in_words(unit.entry),
            f"listed {unit.listed}; values {unit.values}; entry {unit.entry_source}",
        )
        for unit in chosen
    ]
    return Listing([Sheet(heads, rows)], [unit.model_dump(mode="json") for unit in chosen])


def _side(unit: Unit, *, reduced: bool) -> str:
    attack, defence = unit.factors(reduced)
    return f"{attack}-{defence}-{unit.movement}"


def entry_in_words(entry: Entry) -> str:
    """When and where a unit comes into play.

    >>> entry_in_words(Entry(kind="turn", turn=3, letter="E"))
    'turn 3, E'
    """
    words = {
        "hex": str(entry.hex),
        "cherbourg": f"{CHERBOURG} Box",
        "first_wave": f"1st Wave to {entry.hex}",
        "second_wave": f"2nd Wave to {entry.hex}",
        "third_wave": f"3rd Wave, {entry.beach}",
        "airfield": "3rd Wave by air",
        "turn": ", ".join(filter(None, (f"turn {entry.turn}", entry.letter))),
        "dealt": "dealt at random",
    }
    return words[entry.kind]


def _arrivals(content: Content, _: SetUp | None) -> Listing:
    rows = []
    for turn, space in enumerate(content.tables.turn, 1):
        for formation in content.formations.values():
            due = [unit for name in formation.units if (unit := content.units[name]).entry.turn == turn]
            if due:
                where = due[0].entry.letter or "Open Beach"
                names = ", ".join(unit.id for unit in due)
                rows.append((str(turn), space.name, space.dates, formation.army.value, formation.name, where, names))
    return Listing.of(Sheet(("turn", "name", "dates", "army", "formation", "where", "units"), rows))


# -- the map ---------------------------------------------------------------------------------------


def _terrain(content: Content, _: SetUp | None) -> Listing:
    tables = content.tables
    rows = [
        (
            name.value,
            _cost(row.allied),
            "by Weather" if row.german == "weather" else _cost(row.german),
            _shift(row.shift),
            "; ".join(
                words
                for words, holds in (
                    (f"+{row.defence} to the defence", row.defence),
                    (f"Tac Air {row.tac_air}", row.tac_air),
                    (f"Germans ignore DR up to turn {row.stand_to}", row.stand_to),
                    ("not cancelled by Carpet Bombing", not row.carpet_bombing),
                    ("Naval Support", row.naval),
                    ("no ZOC into it", not row.zoc),
                )
                if holds
            ),
            row.source,
        )
        for name, row in tables.terrain.items()
    ]
    for name, river in (("minor river", tables.river.minor), ("major river", tables.river.major)):
        effects = [] if river.zoc else ["no ZOC across"]
        if river.bridge_only:
            effects.append(f"by a bridge only: {', '.join(map(_words, river.bridge_only))}")
        plus = f"+{river.cost:g}"
        rows.append((name, plus, plus, _shift(river.shift), "; ".join(effects), river.source))
    for name, road in (("minor road", tables.road.minor), ("major road", tables.road.major)):
        rows.append((name, f"{road.cost:g}", f"{road.cost:g}", "", "instead of hex and hexside", road.source))
    return Listing.of(Sheet(("terrain", "Allied", "German", "shift", "effects", "source"), rows))


def _cost(cost: Cost) -> str:
    return cost if isinstance(cost, str) else f"{cost:g}"


def _shift(shift: int) -> str:
    return "" if not shift else f"{abs(shift)}{'L' if shift < 0 else 'R'}"


def _map(content: Content, _: SetUp | None) -> Listing:
    ground = content.ground
    rows: list[tuple[str, ...]] = [
        (place.kind, place.name, " ".join(place.hexes), place.source) for place in ground.places
    ]
    for beach in ground.beaches.values():
        rows.append(("beach", f"{beach.name} ({beach.army})", " ".join(hex_.hex for hex_ in beach.hexes), beach.source))
    for letter in LETTERS:
        rows.append(("letter", letter, " ".join(ground.grid.labels(ground.letters[letter])), ""))
    sides = [
        f"{ground.grid.label(a)}|{ground.grid.label(b)}" for a, b in ground.bridges if ground.bridges[a, b] == MAJOR
    ]
    rows.append(("bridges", "over Major Rivers", " ".join(sides), ""))
    return Listing.of(Sheet(("kind", "name", "hexes", "source"), rows))


# -- charts ----------------------------------------------------------------------------------------


def _weather(content: Content, _: SetUp | None) -> Listing:
    table = content.tables.weather
    lines: list[tuple[str, list[str]]] = [
        ("chits in the cup", [str(row.chits) for row in table.values()]),
        ("US chits", [f"{row.us.chits}: at most {_rounds(row.us)}" for row in table.values()]),
        ("British chits", [" or ".join(map(_rounds, row.british)) for row in table.values()]),
        ("German chits", [" or ".join(map(_rounds, row.german)) for row in table.values()]),
        ("Reaction chits", [str(row.reactions) for row in table.values()]),
        ("Germans use Roads", [_yes(row.german_roads) for row in table.values()]),
        ("Clear for Germans", [f"{row.german_clear:g}" for row in table.values()]),
        ("Formation entry, Allied", [_modifier(row, Side.ALLIED) for row in table.values()]),
        ("Formation entry, German", [_modifier(row, Side.GERMAN) for row in table.values()]),
        ("German attacks", [_shift(row.german_attack_shift) or "-" for row in table.values()]),
        ("Prepared Offensive", [_yes(row.prepared_offensive) for row in table.values()]),
        ("Carpet Bombing", [_yes(row.carpet_bombing) for row in table.values()]),
        ("Tac Air", ["never" if row.tac_air == "never" else f"once a {row.tac_air}" for row in table.values()]),
        ("Naval Support", [_yes(row.naval) for row in table.values()]),
        ("German Artillery", [_yes(row.artillery) for row in table.values()]),
        ("Assault Guns", [str(row.assault_guns) for row in table.values()]),
        ("Allied attrition", [_yes(row.allied_attrition) for row in table.values()]),
        ("Withdrawals", [_yes(row.withdrawals) for row in table.values()]),
        *((f"Replacements, {who}", [_replacements(row, who) for row in table.values()]) for who in _RECEIVERS),
    ]
    sheet = Sheet(("", *(weather.value for weather in table)), [(name, *cells) for name, cells in lines])
    return Listing([sheet], {weather.value: row.model_dump(mode="json") for weather, row in table.items()})


_RECEIVERS = ("us", "british", "canadian", "german")


def _rounds(rounds: Rounds) -> str:
    return f"{rounds.moves} Move, {rounds.combats} Combat"


def _yes(holds: bool) -> str:
    return "yes" if holds else "no"


def _modifier(row: WeatherRow, side: Side) -> str:
    return str(row.entry[side]) if row.entry[side] else "-"


def _replacements(row: WeatherRow, who: str) -> str:
    given = {str(receiver): kinds for receiver, kinds in row.replacements.items()}.get(who, {})
    return ", ".join(f"{count} {kind.value}" for kind, count in given.items()) or "-"


def _combat(content: Content, _: SetUp | None) -> Listing:
    table, cherbourg = content.tables.combat, content.tables.cherbourg_combat
    return Listing.of(
        Sheet(("die", *table.columns), [(str(roll), *row) for roll, row in sorted(table.die.items())]),
        Sheet(("result", "meaning"), list(table.results.items())),
        Sheet(("Cherbourg", *cherbourg.columns), [(str(roll), *row) for roll, row in sorted(cherbourg.die.items())]),
        Sheet(("result", "meaning"), list(cherbourg.results.items())),
    )


def _markers(content: Content, _: SetUp | None) -> Listing:
    rows = [
        (
            name,
            marker.army.value,
            _words(marker.kind),
            "*" if marker.attack is None else str(marker.attack),
            "*" if marker.defence is None else str(marker.defence),
            f"turn {marker.turn}{f', Round {marker.round}' if marker.round > 1 else ''}",
            "; ".join(filter(None, (f"{marker.uses} uses" if marker.uses else "", "option" * marker.optional))),
            marker.source,
        )
        for name, marker in content.tables.support.items()
    ]
    return Listing.of(Sheet(("marker", "army", "kind", "attack", "defence", "from", "", "source"), rows))


# -- set-ups and victory ---------------------------------------------------------------------------


def _scenarios(content: Content, set_up: SetUp | None) -> Listing:
    chosen = [set_up] if set_up is not None else list(content.set_ups.values())
    rows = [
        (
            one.id,
            one.title,
            str(one.turn),
            one.weather.value if one.weather else "drawn",
            str(len(one.placed)),
            one.source,
        )
        for one in chosen
    ]
    sheets = [Sheet(("scenario", "title", "turn", "weather", "units", "source"), rows)]
    if set_up is not None:
        sheets.append(_places(content, set_up))
    return Listing(sheets, [one.model_dump(mode="json") for one in chosen])


def _places(content: Content, set_up: SetUp) -> Sheet:
    there: dict[str, list[str]] = {}
    for unit, place in set_up.placed.items():
        there.setdefault(place, []).append(f"{unit}{' (reduced)' if unit in set_up.reduced else ''}")
    for what, places in (("Strongpoint", set_up.strongpoints), ("Ost battalion", set_up.ost_battalions)):
        for place in places:
            there.setdefault(place, []).append(what)
    grid, terrain = content.ground.grid, content.ground.terrain
    rows = [
        (place, "box" if place == CHERBOURG else terrain[grid.at(place)].value, ", ".join(units))
        for place, units in sorted(there.items())
    ]
    return Sheet(("place", "terrain", "units"), rows)


def _victory(content: Content, _: SetUp | None) -> Listing:
    death, points = content.tables.sudden_death, content.tables.victory
    sheets = [
        Sheet((title, ""), [(_words(name), str(value)) for name, value in table.model_dump(mode="json").items()])
        for title, table in (("sudden death", death), ("Allied", points.allied), ("German", points.german))
    ]
    return Listing(sheets, {"sudden_death": death.model_dump(mode="json"), "points": points.model_dump(mode="json")})
