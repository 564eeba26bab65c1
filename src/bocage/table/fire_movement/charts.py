"""The printed tables: combat results, what results mean, terrain, support fire markers, sequence of play."""

from __future__ import annotations

from itertools import pairwise

from bocage.games.fire_movement.battle import Battle
from bocage.games.fire_movement.content import Army, Markers
from bocage.games.fire_movement.results import ResultsTable
from bocage.games.fire_movement.sentences import IN_BEACH_ASSAULT, IN_BOMBARDMENT, RESULTS
from bocage.games.fire_movement.title import FireMovement
from bocage.games.fire_movement.words import GRID
from bocage.table.layout import abbreviations_of
from bocage.table.model import Chart

RESULTS_CHART = "results"

_SITUATIONS = {  # the keys of the table's special lines, in words
    "beach_assault_in_ezoc": "beach assault in a German zone of control",
    "beach_assault": "other beach assault",
    "river": "across a river",
    "bridged_river": "across a bridged river",
}


def charts_of(setting: FireMovement) -> list[Chart]:
    """All charts of a scenario, its rule numbers as its edition prints them."""
    battle = setting.battle
    return [
        _results(battle.table, battle, setting),
        _meanings(setting),
        _terrain(battle, setting),
        _markers(battle, setting),
        _victory(battle, setting),
        _sequence(setting),
        abbreviations_of(ABBREVIATIONS),
    ]


ABBREVIATIONS = {  # of the rules, and of the names of units
    "GT": "game turn",
    "MP": "movement point",
    "MA": "movement allowance",
    "ZOC": "zone of control",
    "EZOC": "enemy zone of control",
    "CRT": "combat results table",
    "GTRT": "game turn record track",
    "DZ": "drop zone",
    "CW": "Commonwealth",
    "SFM": "support fire marker",
    "br": "British",
    "cdn": "Canadian",
    "cdo": "commandos",
    "arm": "armoured",
    "aa": "anti-aircraft guns, flak",
    "pz": "Panzer: German armour",
    "GA": "Guards Armoured Division",
}


def line_row(table: ResultsTable, line: str) -> int:
    """The row of the results chart that has the differentials of a terrain line."""
    return _lines(table).index(line)


def _lines(table: ResultsTable) -> list[str]:
    return list(reversed(table.by_difficulty))


def _results(table: ResultsTable, battle: Battle, setting: FireMovement) -> Chart:
    count = len(table.results[0])
    rows = []
    for line in _lines(table):
        kinds = [name for name, row in battle.key.hex.items() if row.line == line]
        kinds += [words for name, words in _SITUATIONS.items() if table.special[name] == line]
        rows.append([", ".join(kinds), *_differentials(table.lines[line]), *[""] * (count - len(table.lines[line]))])
    rows += [[f"Die {die}", *results] for die, results in enumerate(table.results, 1)]
    return Chart(
        id=RESULTS_CHART,
        title="Combat results",
        rule=setting.cite("8.2.1"),
        columns=["Attack minus defence", *(str(number) for number in range(1, count + 1))],
        rows=rows,
        notes=[
            "Find the difference on the line of the defender's terrain, the line best for the defender; "
            "shifts then move the column, never beyond the first.",
        ],
    )


def _differentials(lowest: tuple[int, ...]) -> list[str]:
    """What each column stands for.

    >>> _differentials((-1, 0, 2, 4))
    ['-1 or less', '0 to +1', '+2 to +3', '+4 or more']
    """
    texts = []
    for low, above in pairwise(lowest):
        texts.append(_signed(low) if above == low + 1 else f"{_signed(low)} to {_signed(above - 1)}")
    texts[0] = f"{_signed(lowest[1] - 1)} or less"
    return [*texts, f"{_signed(lowest[-1])} or more"]


def _signed(number: int) -> str:
    return f"{number:+d}" if number else "0"


def _meanings(setting: FireMovement) -> Chart:
    return Chart(
        id="meanings",
        title="What results mean",
        rule=setting.cite("8.2.4"),
        columns=["Result", "Ground combat", "Bombardment", "Beach assault"],
        rows=[
            [code, text, IN_BOMBARDMENT.get(code, text), IN_BEACH_ASSAULT.get(code, text)]
            for code, text in RESULTS.items()
        ],
    )


def _terrain(battle: Battle, setting: FireMovement) -> Chart:
    rows = []
    for name, row in battle.key.hex.items():
        costs = ["closed" if cost is None else f"{'+' if row.plus else ''}{cost:g}" for cost in (row.leg, row.mobile)]
        rows.append([name, *costs, row.line or ""])
    special = battle.table.special
    rows += [
        ["river side", *[f"+{battle.key.river:g}"] * 2, f"{special['river']}, if all attack across it"],
        ["river side with a bridge", "as the road", "as the road", f"{special['bridged_river']}, if all attack across"],
        ["road", *[f"{battle.key.road:g}"] * 2, ""],
        ["trail", *[f"{battle.key.trail:g}"] * 2, ""],
    ]
    return Chart(
        id="terrain",
        title="Terrain effects",
        rule=setting.cite("5.4"),
        columns=["Terrain", "Leg units", "Mobile units", "Line of the results table"],
        rows=rows,
        notes=[
            "A hex costs its dearest terrain, and every cost with a + is added.",
            "A leg unit stops in an enemy zone of control; a mobile unit pays half its allowance for each such hex.",
        ],
    )


def _markers(battle: Battle, setting: FireMovement) -> Chart:
    rows = []
    for area in battle.areas:
        army = "US" if area.army is Army.US else "Commonwealth"
        rows += [
            [area.title, "German", *_counts(area.german_markers)],
            [area.title, "of them mines", *_counts(area.mines)],
            [area.title, f"{army} artillery and aircraft", *_counts(area.allied_markers)],
            [area.title, "of them aircraft", *_counts(area.aircraft)],
            [area.title, f"{army} naval gunfire", *_counts(area.naval_markers)],
        ]
    return Chart(
        id="markers",
        title="Support fire markers",
        rule=setting.cite("7.2"),
        columns=["Area", "Markers", *(f"+{value}" for value in range(1, 11))],
        rows=rows,
        notes=["All but the naval ones come back every turn, unless the Germans have lost them for good."],
    )


def _counts(markers: Markers) -> list[str]:
    return [str(markers.counts.get(value) or "") for value in range(1, 11)]


def _victory(battle: Battle, setting: FireMovement) -> Chart:
    if battle.scenario.campaign:
        chapter, won = "15.5", f"they hold {battle.scenario.campaign_city_hexes} city hexes in supply"
    else:
        wanted = battle.areas[0].objectives
        chapter, won = f"{battle.areas[0].chapter}.8", f"they hold {wanted.needed} of {', '.join(wanted.hexes)}"
        won += " in supply" if wanted.supply else ""
        if wanted.adjacent_units:
            place = battle.chart.place_at(GRID.at(wanted.adjacent_to[0]))
            won += f" and have {wanted.adjacent_units} units next to {place}"
    return Chart(
        id="victory",
        title="Victory",
        rule=setting.cite(chapter),
        columns=["Who wins", "When"],
        rows=[
            ["German, at once", "at the end of any turn the Allies have no beachhead left"],
            ["Allied", f"at the end of the last turn {won}"],
            ["German", "at the end of the last turn the Allies have not done that"],
        ],
    )


def _sequence(setting: FireMovement) -> Chart:
    steps = [
        ("Support Fire Marker Phase", "Weather, German marker losses, markers back into their cups, replacements."),
        ("Movement Phase", "Any of your units move; German reinforcements enter, Allied ones land at its end."),
        ("Bombardment Phase", "Support fire markers alone against single units."),
        ("Combat Phase", "Units attack neighbours; both sides may add two markers."),
        ("Mobile Movement Phase", "Mobile units that have not moved may move now."),
        ("Mobile Combat Phase", "Mobile units that have not fought may fight now."),
        ("End of the Allied player turn", "Allied units out of supply lose a step."),
    ]
    return Chart(
        id="sequence",
        title="Sequence of play",
        rule=setting.cite("4.1"),
        columns=["Phase", "What happens"],
        rows=[list(step) for step in steps],
        notes=["The Allied player goes through all phases first, then the German player; that is one game turn."],
    )
