"""The printed tables in our own words: landing, German fire, attack, barrage, weapons, terrain, actions, victory."""

from __future__ import annotations

from bocage.games.omaha_beach.battle import Battle
from bocage.games.omaha_beach.sentences import TYPES, carried_off
from bocage.games.omaha_beach.tables import BARRAGE_COLUMNS, AttackRow, FireCell, LandingResult
from bocage.games.omaha_beach.terms import WEAPON_NAMES, counted
from bocage.games.omaha_beach.title import OmahaBeach
from bocage.games.omaha_beach.units import UnitType
from bocage.kernel.wording import listed
from bocage.table.layout import abbreviations_of
from bocage.table.model import Chart
from bocage.table.omaha_beach.cards import EVENTS, turns_words
from bocage.table.omaha_beach.words import SIDES, meaning, plain_words

ATTACK_CHART, BARRAGE_CHART = "attack", "barrage"
STRENGTHS = {
    "less_or_equal": "not stronger",
    "less": "weaker",
    "equal": "as strong",
    "greater": "stronger",
    "double": "twice as strong",
}
DEFENDERS = {
    "alone": "Without depth",
    "unrevealed_depth": "Depth face down",
    "revealed_depth": "Depth revealed",
}
MATCHES = {
    "neither": "neither colour nor symbol",
    "symbol": "the symbol of the unit",
    "colour": "the colour of the position",
    "both": "both colour and symbol",
}
BANDS = tuple(f"Strength {column}" for column in BARRAGE_COLUMNS)


def charts_of(setting: OmahaBeach) -> list[Chart]:
    """All charts of a scenario."""
    battle = setting.battle
    return [
        _landing(battle),
        _fire(battle),
        _attack(battle),
        _barrage(battle),
        _weapons(battle),
        _terrain(battle),
        _actions(battle),
        _victory(battle),
        _events(),
        _sequence(),
        abbreviations_of(ABBREVIATIONS),
    ]


ABBREVIATIONS = {  # besides weapons, which have a chart of their own
    "WN": "Widerstandsnest: a German strongpoint, by its number; N and S are its northern and southern hex",
    "HQ": "headquarters",
    "VP": "victory point",
    "FG, ER, EG": "the beaches Fox Green, Easy Red, Easy Green",
    "DR, DW, DG, CH": "the beaches Dog Red, Dog White, Dog Green, Charlie",
    "U": "water between the beaches",
    "E/2/16": "company E, 2nd Battalion, 16th Infantry",
    "1/A/741": "1st platoon, company A, 741st Tank Battalion",
    "KG": "Kampfgruppe: a German battle group",
    "in communication": "a way leads inland to an exit, past no hex that Americans hold or control",
    "AFA, FA": "armored field artillery, field artillery",
    "AT": "anti-tank",
    "Can": "cannon company",
}


def _landing(battle: Battle) -> Chart:
    rows = []
    for row in battle.tables.landing:
        where = f", in {listed(row.beaches)}" if row.beaches else ""
        where += f", not in {listed(row.not_beaches)}" if row.not_beaches else ""
        units = ", ".join(TYPES[UnitType(kind)] for kind in row.types)
        head = f"{turns_words(row.turns)}: {units}{where}"
        rows.append([head, *map(_landed, (row.A, row.B, row.C, row.D))])
    return Chart(
        id="landing",
        title="Landing checks",
        rule="5.1-03",
        columns=["Who", "A", "B", "C", "D"],
        rows=rows,
        notes=[
            "The card has a letter for each target symbol. Whoever is in no row is not checked.",
            "Whoever comes into a box later lands on the turn after that.",
        ],
    )


def _landed(result: LandingResult) -> str:
    words = []
    if result.eliminated or result.removed:
        words.append("eliminated" if result.eliminated else "out of the game")
    if result.steps_lost:
        words.append(f"{counted(result.steps_lost, 'step')} lost")
    words += carried_off(result)
    if result.ranger_drift_east:
        words.append("rangers may drift east")
    return ", ".join(words) or "lands"


def _fire(battle: Battle) -> Chart:
    rows = [
        [str(intensity).capitalize(), *map(_cell, (row.wn_or_revealed, row.unrevealed, row.ambush))]
        for intensity, row in battle.tables.fire.items()
    ]
    return Chart(
        id="fire",
        title="German fire",
        rule="6.3-04",
        columns=["Fire dot", "Strongpoint, or revealed", "Unrevealed reinforcement", "Ambush"],
        rows=rows,
        notes=[
            "A position hits at most one unit for itself and one for its depth marker; from turn 17 on twice as many.",
            "Nearer and stronger units are hit first. A hex with many units is hit whatever its symbols.",
        ],
    )


def _cell(cell: FireCell) -> str:
    who = {"all": "every unit", "matching": "units with the symbol", "one_matching": "one unit with the symbol"}
    several = cell.targets == "matching"
    what = {
        "lose_step": "lose a step" if several else "loses a step",
        "disrupted": "are disrupted" if several else "is disrupted",
    }
    armored = "" if cell.armored else ", if not armored,"
    return f"{who[cell.targets]}{armored} {listed(what[effect] for effect in cell.effect)}"


def attack_line(weapons: bool, strength: str) -> str:
    """The heading of a row of the attack chart."""
    return f"{'All weapons' if weapons else 'Weapons missing'}, {STRENGTHS[strength]}"


def _attack(battle: Battle) -> Chart:
    rows = []
    for row in battle.tables.attack:
        cells = [_effects(row.alone), _effects(row.unrevealed_depth), _effects(row.revealed_depth)]
        rows.append([attack_line(row.weapons, row.strength), *cells])
    return Chart(
        id=ATTACK_CHART,
        title="US attacks",
        rule="8.3-06",
        columns=["Attackers", *DEFENDERS.values()],
        rows=rows,
        notes=[_late(row) for row in battle.tables.attack if row.revealed_depth_from_turn_17 is not None],
    )


def _late(row: AttackRow) -> str:
    assert row.revealed_depth_from_turn_17 is not None
    head = attack_line(row.weapons, row.strength)
    return f"From turn 17 on, {head.lower()}, depth revealed: {_effects(row.revealed_depth_from_turn_17)}."


def _effects(effects: tuple[str, ...]) -> str:
    words = {"us_disrupted": "attackers disrupted", "gains_depth": "gains depth", "defeated": "defeated"}
    return ", ".join(words.get(effect, plain_words(effect)) for effect in effects) or "nothing"


def _barrage(battle: Battle) -> Chart:
    rows = [[MATCHES[match].capitalize(), *map(meaning, row.results)] for match, row in battle.tables.barrage.items()]
    return Chart(
        id=BARRAGE_CHART,
        title="US barrages",
        rule="8.4",
        columns=["The card shows", *BANDS],
        rows=rows,
        notes=["Naval fire always disrupts the unit and destroys its depth marker."],
    )


def _weapons(battle: Battle) -> Chart:
    when = {
        "adjacent": "next to the target",
        "distant_or_across_bluff_or_cliff": "farther away, or across a bluff or cliff",
        "range_1_to_3": "up to 3 hexes away",
        "range_4_to_5": "4 or 5 hexes away",
        "in_range": "in range",
        "in_range_not_adjacent": "in range, not next to it",
        "in_command": "lent to units in command",
    }
    rows = []
    for row in battle.tables.weapons:
        names = [TYPES[UnitType(kind)] if kind != "heavy_infantry" else "heavy weapons company" for kind in row.types]
        weapons = ", ".join(f"{weapon} {WEAPON_NAMES[weapon]}" for weapon in row.weapons)
        rows.append([", ".join(names), when[row.when], weapons])
    return Chart(
        id="weapons",
        title="Weapons",
        rule="8.2",
        columns=["Unit", "When", "Weapons"],
        rows=rows,
        notes=[
            "Infantry that has lost steps has only the weapons on its counter.",
            "FL is no weapon: the attackers must stand on two sides of the target that do not touch.",
        ],
    )


def _terrain(battle: Battle) -> Chart:
    ways = {"yes": "yes", "no": "no", "road": "by road", "climb": "climbs", "climb_cliff": "scales the cliff"}
    rows = []
    for name, row in battle.tables.terrain.items():
        worth = "no attack" if row.defence is None else f"unit x{row.defence[0]}, depth x{row.defence[1]}"
        where = f" ({row.place})" if row.place != "hex" else ""
        title = f"{SIDES.get(name, plain_words(name))}{where}"
        rows.append([title, ways[row.infantry], ways[row.leader], ways[row.other], worth])
    return Chart(
        id="terrain",
        title="Terrain effects",
        rule="TEC-01",
        columns=["Terrain", "Infantry", "Leaders", "Others", "Defence"],
        rows=rows,
        notes=[
            "Of ground and sides only the better counts, and a side only if all adjacent attackers come across one.",
            "Whoever climbs can do nothing on the next turn but catch breath.",
        ],
    )


def _actions(battle: Battle) -> Chart:
    rows = []
    for symbol, row in battle.tables.actions.items():
        for title, cell in (("strongpoint", row.wn), ("reinforcement position", row.reinforcement)):
            cells = [plain_words(cell.us), plain_words(cell.no_us), plain_words(cell.empty)]
            rows.append([f"{symbol}: {title}", *cells])
        rows.append([f"{symbol}: armor", plain_words(row.armor), plain_words(row.armor), ""])
    return Chart(
        id="actions",
        title="German actions from turn 17 on",
        rule="16-01",
        columns=["Symbol", "Americans in its field", "Nobody in its field", "Empty position"],
        rows=rows,
    )


def _victory(battle: Battle) -> Chart:
    early, late, rows = battle.content.scenarios.early_points, battle.content.scenarios.final_points, []
    names = {check.points for check in battle.scenario.checks}
    if "13.2" in names:
        rows += [
            ["Strongpoint of one hex", str(early.wn)],
            ["Strongpoint of two hexes", str(early.two_hex_wn)],
            ["Reinforcement position", str(early.reinforcement_position)],
            ["Draw, all of its hexes", str(early.draw)],
        ]
    if "20.3" in names:
        rows += [
            ["At the end of the day: victory position", str(late.vp_position)],
            ["Draw that is open", str(late.open_draw)],
            ["Artillery or other support on the high ground", str(late.support_unit_on_high_ground)],
            ["Step that has left the map", str(late.exited_step)],
            ["Step of rangers that has left by exit F or G", str(late.exited_ranger_step)],
            ["Strongpoint hex not under control", str(late.wn_hex_not_controlled)],
            ["Unit of Kampfgruppe Meyer not released", str(late.unit_in_meyer_box)],
        ]
    notes = []
    for check in battle.scenario.checks:
        levels = [f"{plain_words(row.level)} {f'from {row.at_least}' if row.at_least is not None else 'below'}"
                  for row in check.levels]  # fmt: skip
        notes.append(f"At the end of turn {check.turn}: {', '.join(levels)}.")
    for loss in battle.scenario.losses:
        notes.append(f"From turn {loss.from_turn} on a division that has lost {loss.limit} companies loses the game.")
    return Chart(
        id="victory", title="Victory points", rule="13.2-01", columns=["What", "Points"], rows=rows, notes=notes
    )


def _events() -> Chart:
    rows = [[plain_words(kind).capitalize(), text.replace("{", "").replace("}", "")] for kind, text in EVENTS.items()]
    return Chart(id="events", title="Events", rule="4.II-01", columns=["Event", "What happens"], rows=rows)


def _sequence() -> Chart:
    rows = [
        ["1 Landing", "A card for each sector: drift, delay and losses; all land; the next wave goes into its boxes."],
        ["2 Event", "A card, from turn 2 on."],
        [
            "3 German fire",
            "A card for each sector: positions of its three colours fire, then artillery; others recover.",
        ],
        ["4 Engineers", "Obstacles are cleared out of German fire; from turn 17 on bases and command posts."],
        [
            "5 Actions",
            "Two actions for each division, from turn 17 on three; leaders, heroes and rangers act for free.",
        ],
        ["6 End of turn", "Cards are discarded; on some turns points decide."],
    ]
    return Chart(id="sequence", title="Sequence of a turn", rule="4-01", columns=["Phase", "What happens"], rows=rows)
