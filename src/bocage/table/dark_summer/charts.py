"""The printed tables: Combat, Cherbourg, Terrain, Weather, chits, Support, Replacements, victory, sequence of play."""

from __future__ import annotations

from bocage.games.dark_summer.campaign import Campaign
from bocage.games.dark_summer.places import GRID
from bocage.games.dark_summer.tables import Rounds, Support
from bocage.games.dark_summer.terms import Side, Terrain, Weather
from bocage.kernel.wording import listed
from bocage.table.layout import abbreviations_of
from bocage.table.model import Chart

RESULTS_CHART, CHERBOURG_CHART = "results", "cherbourg"
BELOW_COLUMN = "below"
DIE = "Die"


def charts_of(campaign: Campaign) -> list[Chart]:
    """All charts."""
    return [
        _results(campaign),
        _cherbourg(campaign),
        _terrain(campaign),
        _shifts(campaign),
        _weather(campaign),
        _chits(campaign),
        _support(campaign),
        _replacements(campaign),
        _rebuilding(campaign),
        _points(campaign),
        _sudden_death(campaign),
        _sequence(),
        _reminders(),
        abbreviations_of(ABBREVIATIONS, "2.4"),
    ]


def results_column(campaign: Campaign, number: int) -> str:
    """A column of the Combat Results Table as the chart calls it."""
    return BELOW_COLUMN if number < 0 else campaign.tables.combat.columns[number]


def _results(campaign: Campaign) -> Chart:
    table = campaign.tables.combat
    return Chart(
        id=RESULTS_CHART,
        title="Combat Results Table",
        rule="11.3.5",
        columns=[DIE, BELOW_COLUMN, *table.columns],
        rows=[[str(die), table.below, *results] for die, results in sorted(table.die.items())],
        notes=[
            *(f"{code}: {text}" for code, text in table.results.items()),
            "Odds are rounded in favour of the defender; better than 6-1 is 6-1.",
            "Germans in Bocage up to Turn 6, and in Cities, ignore DR; with two or more steps they take DR* as BL1.",
        ],
    )


def _cherbourg(campaign: Campaign) -> Chart:
    table = campaign.tables.cherbourg_combat
    return Chart(
        id=CHERBOURG_CHART,
        title="Cherbourg Combat Table",
        rule="11.7",
        columns=[DIE, *table.columns],
        rows=[[str(die), *results] for die, results in sorted(table.die.items())],
        notes=[
            *(f"{code}: {text}" for code, text in table.results.items()),
            "All US units in the box attack all German ones, once in a US Combat Round, without shifts.",
        ],
    )


# -- Terrain ---------------------------------------------------------------------------------------


def terrain_words(campaign: Campaign, terrain: Terrain) -> str:
    """What a kind of Terrain does, in a sentence or two."""
    row = campaign.tables.terrain[terrain]
    if row.allied == "prohibited":
        return "Closed to all units."
    cost = f"Costs {_cost(row.allied)}" if row.allied == row.german else f"Costs {_cost(row.allied)}, Germans "
    if row.allied != row.german:
        cost += "by the Weather" if row.german == "weather" else _cost(row.german)
    return f"{cost}. {_combat_words(campaign, terrain)}".strip()


def _cost(cost: object) -> str:
    return "closed" if cost == "prohibited" else f"{cost:g}" if isinstance(cost, int | float) else "by the Weather"


def _combat_words(campaign: Campaign, terrain: Terrain) -> str:
    row = campaign.tables.terrain[terrain]
    facts = {
        f"Shift {row.shift:+d}.": bool(row.shift),
        f"Defence +{row.defence}.": bool(row.defence),
        f"Tac Air {row.tac_air:+d}.": bool(row.tac_air),
        f"Germans hardly retreat up to Turn {row.stand_to}.": bool(row.stand_to),
        "No zones of control into it.": not row.zoc and row.allied != "prohibited",
        "Naval Support within the Gun Line.": row.naval,
    }
    return " ".join(words for words, true in facts.items() if true)


def _terrain(campaign: Campaign) -> Chart:
    tables = campaign.tables
    rows = [
        [terrain.value.capitalize(), _cost(row.allied), _cost(row.german), _combat_words(campaign, terrain)]
        for terrain, row in tables.terrain.items()
    ]
    for name, river in (("Minor River", tables.river.minor), ("Major River", tables.river.major)):
        text = f"Shift {river.shift:+d} if all attack across it."
        text += " No zones of control across." if not river.zoc else ""
        only = f", {', '.join(kind.value.replace('_', ' ') for kind in river.bridge_only)} by bridge only"
        cost = f"+{river.cost:g}{only if river.bridge_only else ''}"
        rows.append([name, cost, cost, text])
    for name, road in (("Minor Road", tables.road.minor), ("Major Road", tables.road.major)):
        rows.append([name, f"{road.cost:g}", f"{road.cost:g}, not in Sun and Cloud", ""])
    rows.append(["Into or out of a box", *[f"{tables.movement.box:g}"] * 2, ""])
    return Chart(
        id="terrain",
        title="Terrain Effects Chart",
        rule="10.2",
        columns=["Terrain", "Allied units", "German units", "In combat"],
        rows=rows,
        notes=[
            "A bridge costs nothing extra. A unit may always move one hex, whatever it costs.",
            f"Out of Supply a unit has no more than {tables.movement.out_of_supply} Movement Points.",
        ],
    )


def _shifts(campaign: Campaign) -> Chart:
    shifts = campaign.tables.shifts
    rows = [
        ["Terrain and Rivers", "see the Terrain Effects Chart"],
        ["Combined Action Round", f"{shifts.combined_action:+d}"],
        ["Prepared Offensive", f"{shifts.prepared_offensive:+d}"],
        ["Carpet Bombing", f"{shifts.carpet_bombing:+d}, and Terrain does not count, but for Cities"],
        ["German attack in Sun and Cloud", f"{campaign.weather[Weather.SUN].german_attack_shift:+d}"],
    ]
    return Chart(id="shifts", title="Column shifts", rule="11.3.4", columns=["Cause", "Columns"], rows=rows)


# -- Weather and chits -----------------------------------------------------------------------------


def weather_words(campaign: Campaign, kind: Weather) -> str:
    """What a Weather does, in lines."""
    row = campaign.weather[kind]
    facts = {
        f"Chits: US {row.us.chits}, British {_rounds_words(row.british)}, German {_rounds_words(row.german)}": True,
        f"Reaction chits: {row.reactions}": True,
        "Germans do not use Roads": not row.german_roads,
        f"German attacks shift {row.german_attack_shift:+d}": bool(row.german_attack_shift),
        f"Tac Air: {_TAC_AIR[row.tac_air]}": True,
        "No Naval Support": not row.naval,
        "Prepared Offensives and Carpet Bombing": row.prepared_offensive,
        "German Artillery": row.artillery,
        "Allied units Out of Supply lose steps": row.allied_attrition,
        "No Withdrawals": not row.withdrawals,
    }
    return "\n".join(words for words, true in facts.items() if true)


_TAC_AIR = {"round": "once a Round", "turn": "once a turn", "never": "none"}


def _rounds_words(choices: tuple[Rounds, ...]) -> str:
    return " or ".join(f"{rounds.moves} Move {rounds.combats} Combat" for rounds in choices)


def _yes(true: bool) -> str:
    return "yes" if true else "no"


def _weather(campaign: Campaign) -> Chart:
    kinds = campaign.weather
    lines = {
        "Chits in the Weather Cup": [str(row.chits) for row in kinds.values()],
        "Germans use Roads": [_yes(row.german_roads) for row in kinds.values()],
        "Clear hex for Germans": [f"{row.german_clear:g}" for row in kinds.values()],
        "Shift of German attacks": [
            f"{row.german_attack_shift:+d}" if row.german_attack_shift else "0" for row in kinds.values()
        ],
        "Allied entry die": [_modifier(row.entry.get(Side.ALLIED, 0)) for row in kinds.values()],
        "German entry die": [_modifier(row.entry.get(Side.GERMAN, 0)) for row in kinds.values()],
        "Tac Air": [_TAC_AIR[row.tac_air] for row in kinds.values()],
        "Naval Support": [_yes(row.naval) for row in kinds.values()],
        "Carpet Bombing": [_yes(row.carpet_bombing) for row in kinds.values()],
        "Prepared Offensive": [_yes(row.prepared_offensive) for row in kinds.values()],
        "German Artillery": [_yes(row.artillery) for row in kinds.values()],
        "Assault Guns (option)": [str(row.assault_guns) for row in kinds.values()],
        "Allied Attrition": [_yes(row.allied_attrition) for row in kinds.values()],
        "Withdrawals": [_yes(row.withdrawals) for row in kinds.values()],
    }
    return Chart(
        id="weather",
        title="Weather",
        rule="7.2",
        columns=["", *(kind.value.capitalize() for kind in kinds)],
        rows=[[name, *cells] for name, cells in lines.items()],
        notes=["A chit is drawn each turn from Turn 2 on and never goes back. Turn 1 counts as Showers."],
    )


def _modifier(modifier: int) -> str:
    return f"{modifier:+d}, and no choice of half" if modifier else "die, or half of those waiting"


def _chits(campaign: Campaign) -> Chart:
    rows = [
        [
            kind.value.capitalize(),
            f"{row.us.chits}: at most {row.us.moves} Move, {row.us.combats} Combat",
            _rounds_words(row.british),
            _rounds_words(row.german),
            str(row.reactions),
        ]
        for kind, row in campaign.weather.items()
    ]
    return Chart(
        id="chits",
        title="Action chits",
        rule="9.1",
        columns=["Weather", "US", "British", "German", "Reaction"],
        rows=rows,
        notes=[
            "The Allies play one of their chits first; the others are drawn from the cup.",
            "From Turn 2 on each Allied army may play one chit a turn as a Combined Action Round.",
            "After each Allied Round the Germans may play a Reaction chit.",
        ],
    )


# -- Support and Replacements ----------------------------------------------------------------------


def _support(campaign: Campaign) -> Chart:
    return Chart(
        id="support",
        title="Support markers",
        rule="12.0",
        columns=["Marker", "Attack", "Defence", "From", "How often"],
        rows=[
            [
                f"{marker.title}{' (option)' if marker.optional else ''}",
                "–" if marker.attack is None else str(marker.attack),
                "–" if marker.defence is None else str(marker.defence),
                f"Turn {marker.turn}{f', Round {marker.round}' if marker.round > 1 else ''}",
                _often(marker),
            ]
            for marker in campaign.markers
        ],
    )


def _often(marker: Support) -> str:
    return {
        "naval": "once a Round",
        "tac_air": "once a Round, in Showers once a turn",
        "carpet_bombing": f"once a turn, {marker.uses} times a game",
        "assault_gun": "as the Weather says",
    }.get(marker.kind, "once a turn")


def _replacements(campaign: Campaign) -> Chart:
    armies = ("us", "british", "canadian", "german")
    rows = []
    for kind, row in campaign.weather.items():
        given = [row.replacements.get(army, {}) for army in armies]  # type: ignore[call-overload]
        rows.append([kind.value.capitalize(), *(_given_words(each) for each in given)])
    return Chart(
        id="replacements",
        title="Replacements",
        rule="8.2",
        columns=["Weather", "US", "British", "Canadian", "German"],
        rows=rows,
        notes=["Each restores one reduced unit In Supply to full strength; what is not used is lost."],
    )


def _given_words(given: dict[str, int]) -> str:
    return ", ".join(f"{count} {kind}" for kind, count in given.items() if count) or "–"


def _rebuilding(campaign: Campaign) -> Chart:
    def words(things: tuple[str, ...]) -> str:
        return ", ".join(str(thing).replace("_", " ") for thing in things)

    return Chart(
        id="rebuilding",
        title="Rebuilding Units Table",
        rule="8.2.1",
        columns=["Nation", "Type of unit", "Replacement"],
        rows=[
            [words(row.nations), words(row.types), " or ".join(row.replacement)] for row in campaign.tables.rebuilding
        ],
        notes=["A unit with a dot on its counter is never rebuilt."],
    )


# -- victory and the turn --------------------------------------------------------------------------


def _points(campaign: Campaign) -> Chart:
    allied, german = campaign.tables.victory.allied, campaign.tables.victory.german
    rows = [
        *([f"Cherbourg captured on Turn {turn}", str(points), ""] for turn, points in allied.cherbourg.items()),
        ["Complete US division in Brittany", f"{allied.brittany_division:g}, at most {allied.brittany_most}", ""],
        ["Complete Allied division in the Eastern Exit Box", f"{allied.exit_division:g}", ""],
    ]
    for label in dict.fromkeys((*allied.hexes, *german.hexes)):
        name = f"{campaign.ground.place_at(GRID.at(label))} {label}".strip()
        rows.append([name, _worth(allied.hexes.get(label)), _worth(german.hexes.get(label))])
    turns = listed(map(str, german.exit_turns))
    rows += [
        ["Closed Beach", "", f"{german.closed_beach:g}"],
        [
            f"Allied airborne, Ranger or Special Service unit not withdrawn by Turn {german.special_units_turn}",
            "",
            f"{german.special_units:g}",
        ],
        [f"Panzer division that left to the east on Turns {turns}", "", f"{german.exit_panzer_division:g}"],
        ["Other division that left so", "", f"{german.exit_division:g}"],
        ["Independent unit that left so", "", f"{german.exit_independent:g}"],
        ["All that left together", "", f"at most {german.exit_most}"],
    ]
    return Chart(
        id="points",
        title="Victory Points",
        rule="3.2.2",
        columns=["For", "Allies", "Germans"],
        rows=rows,
        notes=["The Allies win with more points than the Germans when the last turn ends; otherwise the Germans win."],
    )


def _worth(points: float | None) -> str:
    return "" if points is None else f"{points:g}"


def _sudden_death(campaign: Campaign) -> Chart:
    limits = campaign.tables.sudden_death
    return Chart(
        id="sudden-death",
        title="Sudden death",
        rule="3.2.1",
        columns=["Who wins", "When"],
        rows=[
            [
                "German, at once",
                f"{limits.closed_beaches} Beaches are Closed, {limits.contiguous} of them side by side",
            ],
            ["German", f"Cherbourg is German at the end of Turn {limits.cherbourg_by}"],
            ["German", "Avranches is German at the end of a Round once a US unit has entered Brittany"],
            ["Allied, at once", f"no German unit on the map is In Supply, up to the end of Turn {limits.supplied_to}"],
        ],
    )


def _sequence() -> Chart:
    steps = [
        ("Turn Marker Advance Phase", "A new turn."),
        ("Weather Phase", "A Weather chit is drawn (not on Turn 1)."),
        ("Replacement Phase", "The Allies, then the Germans, rebuild reduced units (not on Turn 1)."),
        ("Action Phase", "The cup is filled; chit by chit an army moves or fights. Turn 1 begins with the two Waves."),
        ("Attrition Phase", "Units Out of Supply lose a step: Germans always, the Allies in Rain and Storm."),
        ("Clean-Up Phase", "Units in Brittany may leave from the next turn on."),
        ("Victory Check Phase", "What is scored in this turn, and on the last turn everything."),
    ]
    return Chart(
        id="sequence",
        title="Sequence of play",
        rule="4.0",
        columns=["Phase", "What happens"],
        rows=[list(step) for step in steps],
    )


def _reminders() -> Chart:
    """What is easily forgotten, in the campaign and on D-Day."""
    return Chart(
        id="reminders",
        title="Reminders",
        rule="R.1",
        columns=["What", "Rule"],
        rows=[
            ["Four units of one division at most in a hex; battalions and Strongpoints do not count.", "5.1"],
            ["Armor, armored cavalry, Flak and mechanized units cross Major Rivers by bridges alone.", "10.2"],
            ["Germans neither stop in C, W and S hexes nor attack Allies there.", "10.1"],
            ["US and French units cross the Boundary freely after the Round in which Brittany is entered.", "15.0"],
            ["Kampfgruppen and Tigers that attack alone may take an Exchange as BL1.", "R.1"],
            ["Germans in Bocage up to Turn 6, and in Cities, hardly ever retreat.", "11.8"],
            ["A lone Open Beach defends with one and falls to DR* or any loss.", "11.9"],
            ["Out of Supply: three Movement Points, half strength, no Replacements; Allies do not attack.", "13.4"],
            ["D-Day: no Support in the 1st Wave, Naval Support from the 2nd on.", "R.2"],
            ["D-Day: who takes a hex in a Wave may go one hex further; the 2nd Wave heeds ZOCs there.", "9.4"],
            ["D-Day: Strongpoints ignore DR if they are attacked from the Beach Approach alone.", "11.5.1"],
            ["D-Day: Omaha Strongpoints have three more, and take DR* as an Exchange that costs two steps.", "11.4.1"],
        ],
    )


ABBREVIATIONS = {
    "AG": "Assault Gun",
    "Arty": "Artillery",
    "BR": "British",
    "Can": "Canadian",
    "CRT": "Combat Results Table",
    "dr": "die roll",
    "DRM": "what modifies a die roll",
    "EW": "Emergency Withdrawal",
    "FJ": "Fallschirmjäger",
    "GE": "German",
    "KG": "Kampfgruppe",
    "MP": "Movement Point",
    "OOS": "Out of Supply",
    "SP": "Strongpoint",
    "TD": "Tank Destroyer",
    "TDSN": "The Dark Summer: Normandy 1944",
    "TEC": "Terrain Effects Chart",
    "TRT": "Turn Record Track",
    "VP": "Victory Point",
    "ZOC": "Zone of Control",
}
