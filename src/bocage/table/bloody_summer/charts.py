"""The printed tables: combat, terrain, shifts, bombardment, weather, aircraft, ships, resources, D-Day, victory."""

from __future__ import annotations

from itertools import pairwise

from bocage.games.bloody_summer.campaign import Campaign
from bocage.games.bloody_summer.tables import Outcome, Result, RiverRow
from bocage.games.bloody_summer.terms import Cup, Ship, Terrain, Weather
from bocage.table.layout import abbreviations_of
from bocage.table.model import Chart

BOMBARDMENT_CHART = "bombardment"
RESULTS_CHART = "results"
DIE = "Die"
_FACES = ("1", "2", "3", "4", "5", "6")


def charts_of(campaign: Campaign) -> list[Chart]:
    """All charts; those of D-Day where it is played."""
    charts = [
        _results(campaign),
        _shifts(campaign),
        _terrain(campaign),
        _bombardment(campaign),
        _weather(campaign),
        _aircraft(campaign),
        _ships(campaign),
        _resources(campaign),
        _command(campaign),
        _depots(campaign),
        _boxes(campaign),
        _victory(campaign),
        _sequence(),
        abbreviations_of(ABBREVIATIONS, "0"),
        _glossary(),
    ]
    return charts if campaign.first_turn else [*charts, _drops(campaign), _landing(campaign)]


# -- combat ----------------------------------------------------------------------------------------


def _outcome_words(letter: str, outcome: Outcome) -> str:
    parts = [(letter, outcome.steps), ("D", outcome.levels), ("R", outcome.retreat)]
    return " ".join(f"{sign}{number}" for sign, number in parts if number) or "–"


def result_words(result: Result) -> str:
    """A cell of the Combat Result Table as it is printed: 'a1 D1 / d1 R2 E'."""
    words = f"{_outcome_words('a', result.attacker)} / {_outcome_words('d', result.defender)}"
    return f"{words} E" if result.exploitation else words


def _results(campaign: Campaign) -> Chart:
    table = campaign.tables.combat
    return Chart(
        id=RESULTS_CHART,
        title="Combat Result Table",
        rule="6.3",
        columns=[DIE, *table.columns],
        rows=[[str(die), *map(result_words, results)] for die, results in sorted(table.die.items())],
        notes=[
            "Attacker / defender. a, d: steps lost. D: levels of disorganisation. R: hexes of retreat.",
            "E: exploitation.",
            "Odds are rounded in the defender's favour; a shift to the right helps the attacker.",
            f"If half of the factors are elite: {campaign.tables.elite.attack:+d} on the die for the attacker, "
            f"{campaign.tables.elite.defence:+d} for the defender.",
        ],
    )


def _shifts(campaign: Campaign) -> Chart:
    tables = campaign.tables
    rows = [
        ["Terrain of the hex, by the defender's choice in towns and villages", "see the Terrain Effects Chart"],
        ["All attackers across major rivers without a bridge", f"{tables.river.major.shift} left"],
        ["All attackers across a fortified line", f"{tables.fortified.shift} left"],
        ["Attack on a Beach from the sea", f"{tables.terrain[Terrain.BEACH].sea_shift} left"],
        ["79th Armoured before the Beach", f"{tables.seventy_ninth.shift} right"],
        ["Headquarters of the attacker", "its bonus right"],
        ["Headquarters of the defender", f"{tables.control.defensive_support} left"],
        ["Tactical Air Support", f"{tables.support.shift} right for the attacker, left for the defender"],
        ["Affected and disorganised units", "1 for each level"],
    ]
    return Chart(id="shifts", title="Column shifts", rule="6.3", columns=["Cause", "Columns"], rows=rows)


def points_heads(campaign: Campaign) -> list[str]:
    """The columns of the Bombardment Table by their points."""
    least = campaign.tables.bombardment.points
    heads = [str(low) if high == low + 1 else f"{low}-{high - 1}" for low, high in pairwise(least)]
    return [*heads, f"{least[-1]}+"]


def _bombardment(campaign: Campaign) -> Chart:
    table = campaign.tables.bombardment
    return Chart(
        id=BOMBARDMENT_CHART,
        title="Bombardment Table",
        rule="6.2",
        columns=[DIE, *points_heads(campaign)],
        rows=[
            [str(die), *(f"A{level}" if level else "–" for level in levels)]
            for die, levels in sorted(table.die.items())
        ],
        notes=[
            f"Medium bombers with half of the points: {table.medium:+d}.",
            f"Garrison, battery or Festung: {table.garrison:+d}.",
            "A3 is A2 and a level of disorganisation.",
        ],
    )


# -- terrain ---------------------------------------------------------------------------------------


def terrain_words(campaign: Campaign, terrain: Terrain) -> str:
    """What a kind of terrain does, in a sentence or two."""
    row = campaign.tables.terrain[terrain]
    if not row.passable:
        return "Closed to all units."
    cost = "" if row.foot is None else f"Costs {row.foot} on foot, {row.motorized} on wheels. "
    return f"{cost}{_combat_words(campaign, terrain)}".strip()


def _combat_words(campaign: Campaign, terrain: Terrain) -> str:
    row = campaign.tables.terrain[terrain]
    facts = {
        f"Shift {row.shift} to the left.": bool(row.shift),
        f"Attacked from the sea: {row.sea_shift} to the left.": bool(row.sea_shift),
        "No Tactical Air Support.": not row.air_support,
        "No zones of control into it.": row.zoc == "none",
        "Zones of control and armour only along a road.": row.armour == "road",
        "Retreating into it off a road costs a level of disorganisation.": row.retreat == "level",
        "The owner may lose a step instead of retreating.": row.retreat == "step",
        "Costs Germans more under interdiction.": row.interdicted,
    }
    return " ".join(words for words, true in facts.items() if true)


def river_words(row: RiverRow) -> str:
    """What a class of rivers does."""
    if not row.passable:
        return "Closed to all units."
    facts = {
        f"Costs {row.foot} more on foot, {row.motorized} on wheels, without road or railroad.": True,
        f"Shift {row.shift} to the left if all attack across it.": bool(row.shift),
        "Zones of control reach across by bridges only.": row.zoc == "bridge",
        "Retreating across without a bridge costs a level of disorganisation.": row.retreat == "level",
    }
    return " ".join(words for words, true in facts.items() if true)


def _terrain(campaign: Campaign) -> Chart:
    tables = campaign.tables
    rows = []
    for terrain, row in tables.terrain.items():
        closed = "as beneath" if row.passable else "closed"
        costs = [closed, closed] if row.foot is None else [str(row.foot), str(row.motorized)]
        rows.append([terrain.value.capitalize(), *costs, _combat_words(campaign, terrain)])
    for name, river in (("Minor river", tables.river.minor), ("Major river", tables.river.major)):
        rows.append([name, f"+{river.foot}", f"+{river.motorized}", river_words(river).partition(". ")[2]])
    rows.append(["Estuary", "closed", "closed", ""])
    for name, way in (("Road", tables.road), ("Railroad", tables.railroad)):
        rows.append([name, str(way.foot), str(way.motorized), ""])
    leaving = tables.movement.leaving_zoc
    return Chart(
        id="terrain",
        title="Terrain Effects Chart",
        rule="2.2",
        columns=["Terrain", "Foot", "Wheels", "In combat"],
        rows=rows,
        notes=[
            f"Leaving an enemy zone of control: {leaving.commando} for Rangers and commandos, {leaving.elite} for "
            f"elite units and paratroops, {leaving.other} for others. An overrun costs {tables.movement.overrun}.",
            "A unit may always move one hex, whatever it costs.",
        ],
    )


# -- weather, aircraft, ships ----------------------------------------------------------------------


def weather_words(campaign: Campaign, kind: Weather) -> str:
    """What a weather means for the aircraft and the markers of a turn."""
    drawn = getattr(campaign.tables.availability, kind.value)
    counters = ", ".join(f"{number} {cup.value}" for cup, number in drawn.items() if number) or "none"
    return f"Air counters: {counters}"


def _weather(campaign: Campaign) -> Chart:
    table = campaign.tables.weather
    return Chart(
        id="weather",
        title="Weather",
        rule="1.1.1.1",
        columns=[DIE, *_FACES],
        rows=[["Weather", *(sky.value for sky in table.die)]],
        notes=[
            f"{table.adjustment:+d} for each turn of bad weather in a row before, {table.adjustment_most:+d} at most.",
            f"After a natural {table.storm_test} there is a Storm in a phase on {table.storm_from} or more; each "
            f"Mulberry is then lost on {table.mulberry_lost_from} or more.",
        ],
    )


def _aircraft(campaign: Campaign) -> Chart:
    tables = campaign.tables
    given = tables.availability
    rows = [
        [name, *(str(drawn.get(cup, 0)) for cup in Cup)]
        for name, drawn in (
            ("D-Day", given.turn_0),
            ("Clear", given.clear),
            ("Overcast", given.overcast),
            ("Storm", given.storm),
        )
    ]
    superiority = tables.superiority
    return Chart(
        id="aircraft",
        title="Air counters drawn",
        rule="9",
        columns=["Weather", *(cup.value for cup in Cup)],
        rows=rows,
        notes=[
            f"Fighter-bombers on air superiority, by a die: {_by_die(superiority.early)}; from turn "
            f"{superiority.late_from} on {_by_die(superiority.late)}; half of them in overcast weather.",
            f"Tactical interdiction: at most {tables.tactical_interdiction.most} fighter-bombers, one to a zone.",
            f"A heavy bomber that bombs a carpet is away for {tables.support.carpet_returns} turns and costs points.",
        ],
    )


def _by_die(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))


def _ships(campaign: Campaign) -> Chart:
    rows = []
    for row in campaign.tables.naval_points:
        first, last = row.turns
        turns = str(first) if first == last else f"{first}-{last}"
        rows.append([turns, *(str(force[ship]) for force in (row.western, row.eastern) for ship in Ship)])
    ranges = {one.ship: one.range for one in campaign.counters.naval.values()}
    heads = [f"{force} {ship.value.replace('_', ' ')}" for force in ("Western", "Eastern") for ship in Ship]
    reach = "; ".join(f"{ship.value.replace('_', ' ')} reach {hexes} hexes" for ship, hexes in ranges.items())
    return Chart(
        id="ships", title="Naval points", rule="6.2", columns=["Turns", *heads], rows=rows, notes=[f"{reach}."]
    )


def _resources(campaign: Campaign) -> Chart:
    table = campaign.tables.resources
    rows = [
        [f"{side}, {sky.value}", *map(str, numbers)]
        for side, by_sky in (("Allied", table.allied), ("German", table.german))
        for sky, numbers in by_sky.items()
    ]
    rows.append(["German replacement", *map(str, table.replacement)])
    return Chart(
        id="resources", title="Offensive markers and replacements", rule="1.1.1.2", columns=[DIE, *_FACES], rows=rows
    )


# -- command, depots, boxes ------------------------------------------------------------------------


def _command(campaign: Campaign) -> Chart:
    control, stacking = campaign.tables.control, campaign.tables.stacking
    rows = [
        ["A headquarters controls", f"{control.divisions} divisions and {control.independents} independent units"],
        ["Its radius of control", f"{control.radius} hexes"],
        ["Its range of support", f"{control.support_range} hexes"],
        ["Defensive support", f"{control.defensive_support} column"],
        ["A destroyed headquarters is back after", f"{control.returns} turn"],
        [
            "A hex holds",
            f"{stacking.points} stacking points, {stacking.zero_units} unit without, "
            f"{stacking.headquarters} headquarters",
        ],
        ["Units supplied by air", f"{campaign.tables.supply.air} stacking points"],
    ]
    return Chart(id="command", title="Headquarters and stacking", rule="5.1", columns=["", ""], rows=rows)


def _depots(campaign: Campaign) -> Chart:
    rows = [
        [
            depot.name,
            depot.hex,
            str(depot.landing) if depot.landing_reduced is None else f"{depot.landing_reduced}, then {depot.landing}",
            str(depot.offensive)
            if depot.offensive_reduced is None
            else f"{depot.offensive_reduced}, then {depot.offensive}",
            str(depot.construction),
        ]
        for depot in campaign.depots
    ]
    columns = ["Depot", "Hex", "Landing", "Offensive markers", "Turns to build"]
    return Chart(id="depots", title="Allied depots", rule="7.1", columns=columns, rows=rows)


def _boxes(campaign: Campaign) -> Chart:
    ground = campaign.ground
    rows = [
        [ground.boxes[name].title, str(ground.boxes[name].interdiction), ", ".join(ground.boxes[name].links)]
        for name in campaign.set_up.boxes
    ]
    most, extra = campaign.tables.movement.boxes, campaign.tables.strategic_interdiction
    return Chart(
        id="boxes",
        title="Strategic Movement Map",
        rule="4.1.2",
        columns=["Box", "Interdiction", "Leads to"],
        rows=rows,
        notes=[
            f"A unit moves {most} boxes at most. A German counter leaves a box with a die below its interdiction.",
            f"Added to the die: heavy bombers {extra.HB}, medium ones {extra.MB}, fighter-bombers {extra.FB}, "
            f"Partisans {extra.partisan}.",
        ],
    )


# -- D-Day -----------------------------------------------------------------------------------------


def _drops(campaign: Campaign) -> Chart:
    table = campaign.tables.drop
    rows = [
        [str(die), "drifts" if how.drifts else "on its hex", f"D{how.level}" if how.level else "in good order"]
        for die, how in sorted(table.die.items())
    ]
    modifiers = ", ".join(f"{unit} {number:+d}" for unit, number in table.modifier.items() if number)
    drift = ", ".join(f"{die} {where}" for die, where in enumerate(table.drift, 1))
    columns = [DIE, "Lands", "Disorganised"]
    return Chart(
        id="drops",
        title="Drops",
        rule="10.O.1",
        columns=columns,
        rows=rows,
        notes=[f"Modifiers: {modifiers}.", f"Drift by a second die: {drift}.", "Below 4 counts as 4, above 7 as 7."],
    )


def _landing(campaign: Campaign) -> Chart:
    table = campaign.tables.dd_tanks
    words = {"unharmed": "unharmed", "disorganised": "disorganised", "step": "loses a step", "lost": "lost"}
    modifiers = ", ".join(f"{beach} {number:+d}" for beach, number in table.modifier.items() if number)
    return Chart(
        id="landing",
        title="DD tanks",
        rule="10.A.1",
        columns=[DIE, "Tanks of the 1st Wave"],
        rows=[[str(die), words[result]] for die, result in sorted(table.die.items())],
        notes=[
            f"Modifiers: {modifiers}.",
            f"The 5th Ranger lands at Pointe du Hoc on {campaign.tables.fifth_ranger.pointe_du_hoc_to} or less.",
        ],
    )


# -- victory and the turn --------------------------------------------------------------------------


def _victory(campaign: Campaign) -> Chart:
    table, at_once = campaign.tables.victory, campaign.tables.automatic_victory
    rows = [
        ["German step lost, elite", f"{table.step}, {table.elite_step}"],
        ["Town taken", f"{table.town}"],
        ["Depot opened", f"{table.depot}"],
        ["Festung besieged, destroyed", f"{table.festung_besieged}, {table.festung_destroyed}"],
        ["German depot destroyed", f"{table.depot_destroyed}"],
        ["Paris, by the 2e DB", f"{table.paris}, {table.paris_by_2e_db}"],
        ["Airborne or special forces returned", f"{table.returned}"],
        [f"Such a unit kept from turn {table.kept_from} on, each turn", f"{table.kept}"],
        [f"Each turn from turn {table.german_turns_from} on", f"{table.german_turn}"],
        [
            "Allied depot destroyed, small or large",
            f"{table.allied_depot_destroyed.small}, {table.allied_depot_destroyed.large}",
        ],
        ["Heavy bomber that bombs a carpet", f"{table.heavy_bomber}"],
    ]
    return Chart(
        id="victory",
        title="Victory Points",
        rule="11.3.2",
        columns=["For", "Points, Allied up and German down"],
        rows=rows,
        notes=[
            f"Marginal victory from {table.marginal} ahead, decisive from {table.decisive}.",
            f"The Allies win at once with fewer than {at_once.german_units} German units on the map; the Germans with "
            f"{at_once.beach_hexes} beach hexes.",
        ],
    )


def _sequence() -> Chart:
    rows = [
        ["Start of the turn", "Weather, aircraft; ports, supply, Offensive markers; initiative, replacements, rest"],
        ["Phase A", "Storm test; then each side: reinforcements, off-map movement, movement, combat corps by corps"],
        ["Phase B", "As phase A"],
        ["End of the turn", "Aircraft return, disorganisation falls by a level, points of the turn"],
    ]
    return Chart(id="sequence", title="Sequence of play", rule="1.0", columns=["", ""], rows=rows)


ABBREVIATIONS = {
    "hex": "hexagon, by its number",
    "Box": "a box of the Strategic Movement Map",
    "ZOC": "zone of control",
    "EZOC": "enemy zone of control",
    "TEC": "Terrain Effects Chart",
    "CRT": "Combat Result Table",
    "BT": "Bombardment Table",
    "FBAT": "Fighter-Bomber Allocation Table",
    "AFAT": "Air Force Availability Table",
    "CS": "column shift",
    "LS": "shift to the left, for the defender",
    "RS": "shift to the right, for the attacker",
    "SV": "stacking value",
    "SP": "stacking point",
    "MP": "movement point",
    "HQ": "headquarters of a corps",
    "HB": "heavy bombers",
    "MB": "medium and light bombers",
    "FB": "fighter-bombers",
    "D": "level of disorganisation",
    "A": "Affected, by bombardment",
    "E": "exploitation: the corps may move and attack once more",
    "a, d": "steps that the attacker and the defender lose",
    "R": "hexes that a side retreats",
    "Inf": "infantry",
    "Abn": "airborne",
    "Arm": "armoured",
    "Tk": "tanks",
    "TD": "tank destroyers",
    "Cav": "cavalry, on wheels",
    "Pz": "Panzer: German armour",
    "LL": "Luftlande: German air landing troops",
    "FJ": "Fallschirmjäger: German paratroopers",
    "Lw": "Luftwaffe: airmen as infantry",
    "KG": "Kampfgruppe: a German battle group",
    "WN": "Widerstandsnest: a German strongpoint",
    "FFI": "Forces Françaises de l'Intérieur: the French Resistance",
}
GLOSSARY = {  # what is printed in French, for those who have the map beside them
    "Mouvements stratégiques": "Strategic Movement Map",
    "Météo": "weather",
    "Clair": "clear",
    "Couvert, averses": "overcast, showers",
    "Tempête": "Storm",
    "Missions aériennes": "air missions",
    "Disponibles": "available",
    "Finies": "finished",
    "Interdiction tactique": "tactical interdiction",
    "Non ravitaillé": "unsupplied",
    "Unités détruites": "destroyed units",
}


def _glossary() -> Chart:
    rows = [[french, english] for french, english in GLOSSARY.items()]
    return Chart(id="glossary", title="French and English", rule="0", columns=["Printed", "Here"], rows=rows)
