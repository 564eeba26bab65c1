"""Chapters 1, 2 and the parts of others that are data: what map, pieces and cards must be for the rules to work."""

from __future__ import annotations

from collections import Counter

from bocage.games.omaha_beach.content import load_content
from bocage.games.omaha_beach.terms import Colour, Intensity, Sector, Symbol, Weapon
from bocage.games.omaha_beach.title import open_scenario
from bocage.games.omaha_beach.units import UNLIMITED, UnitType
from bocage.games.omaha_beach.words import GRID
from bocage.hexes import members
from tests.omaha_beach.positions import position, state
from tests.support import rule

CONTENT = load_content()
CHART, PIECES, TRACK = CONTENT.chart, CONTENT.pieces, CONTENT.track
BATTLE = open_scenario("first_waves").battle


@rule("1-02", "2.1-18", "2.1-20", edition="omaha")
def test_the_turn_track() -> None:
    turns = TRACK.turns
    assert [turns[turn].minutes for turn in turns] == [15] * 16 + [30] * 16
    assert (turns[1].time, turns[16].time, turns[17].time, turns[32].time) == ("0615", "1000", "1030", "1800")
    assert [turn for turn in turns if turns[turn].shuffle] == [6, 13, 20, 27]


@rule("2-01", "2.3-02", "2.3-03", "2.3-04", "2.3-05", edition="omaha")
def test_the_cards() -> None:
    assert list(CONTENT.deck) == list(range(1, 55))
    for card in CONTENT.deck.values():
        assert set(card.landing) == set(Symbol) and len({shot.colour for shot in card.fire}) == 3
        assert all(card.event(turn) for turn in range(2, 32))


@rule("2.1-01", "2.1-02", "2.1-03", "2.1-04", edition="omaha")
def test_the_map() -> None:
    assert BATTLE.low == CHART.at_level["beach"] | CHART.at_level["pavilion"] | CHART.at_level["draw"]
    assert BATTLE.in_sector[0] | BATTLE.in_sector[1] == GRID.all and not BATTLE.in_sector[0] & BATTLE.in_sector[1]
    north, south, east, west = (GRID.centre(GRID.at(label)) for label in ("0520", "1920", "1005", "1030"))
    assert north[1] > south[1] and east[0] < west[0]  # the sea below, east to the left
    assert all(box.sector in Sector for box in CHART.boxes.values())


@rule("2.1-05", "2.1-07", "2.1-08", "2.1-09", "2.1-10", "2.1-12", edition="omaha")
def test_the_positions() -> None:
    positions = CONTENT.positions
    assert {position.colour for position in positions.values()} == set(Colour)
    assert Counter(position.kind for position in positions.values()) == {"wn": 18, "reinforcement": 73}
    assert [GRID.label(positions[name].hex) for name in ("WN62N", "WN62S")] == ["0812", "0912"]
    assert positions["WN67"].kind == positions["WN69"].kind == "wn"
    guns = {name for name, position in positions.items() if position.artillery}
    assert guns == {"WN60", "WN61", "WN62S", "WN65S", "WN68S", "WN70", "WN72S", "WN73"}
    zoned = [position for position in positions.values() if position.zone]
    assert len(zoned) == 67 and all(1 <= position.number <= 11 for position in zoned)
    assert positions["C3"].advance_to == ("C1",)


@rule("2.1-14", "6.2-01", "6.2-E1", "6.23-01", "6.23-E1", edition="omaha")
def test_fields_of_fire() -> None:
    for group, field in enumerate(BATTLE.field):
        assert not field[Intensity.INTENSE] & field[Intensity.STEADY]
        hexes = [BATTLE.positions[p].hex for p in BATTLE.groups[group]]
        assert all(min(GRID.distance(h, other) for other in hexes) <= 5 for h in members(BATTLE.fire[group]))
    owners = Counter(
        (BATTLE.colour[group], h) for group in range(len(BATTLE.groups)) for h in members(BATTLE.fire[group])
    )
    assert max(owners.values()) == 1
    three = [BATTLE.group_names.index(name) for name in ("WN62", "WN65", "C1")]
    assert BATTLE.fire[three[0]] & BATTLE.fire[three[1]] and BATTLE.fire[three[0]] & BATTLE.fire[three[2]]
    c1, c5 = (BATTLE.fire[BATTLE.group_names.index(name)] for name in ("C1", "C5"))
    for label in ("1313", "1314"):
        assert c5 >> GRID.at(label) & 1 and not c1 >> GRID.at(label) & 1


@rule("2.1-13", "6.2-02", edition="omaha")
def test_an_empty_position_does_nothing() -> None:
    game = position("us E/2/16 at 0612", phase="fire", turn=2)
    assert "position_fires" not in [event.kind for event in game.opening_events]


@rule("2.1-15", "2.1-16", "2.1-17", edition="omaha")
def test_boxes_and_exits() -> None:
    assert len(BATTLE.boxes) == 31 and sorted(CHART.exits) == list("ABCDEFG")
    assert all(CHART.waterline[tide] >> h & 1 for box in BATTLE.boxes for tide, h in box.lands.items())


@rule("2.1-22", "2.1-23", "2.1-24", "2.1-25", "3-14", edition="omaha")
def test_boxes_beside_the_map() -> None:
    assert [(box.sector, box.calibre) for box in TRACK.artillery.values()] == [
        ("east", 105), ("east", 88), ("west", 105), ("west", 88),
    ]  # fmt: skip
    g = state(position("", phase="engineers", turn=1))
    assert set(g.pools) == {"tactical", "division", "meyer"}
    assert {"wn", "building", "mobile"} <= set(g.depth_pools)


@rule("2.2-01", "2.21-01", "2.21-02", "2.21-03", "2.21-04", "2.21-06", "2.21-10", "2.21-12", edition="omaha")
def test_us_units() -> None:
    for unit in PIECES.us.values():
        full = len(unit.steps)
        strengths = [step.strength for step in unit.steps]
        assert strengths == sorted(set(strengths)) and unit.division in (1, 29)
        if unit.leader:
            assert full == 0 and unit.symbol is None
        elif unit.type is UnitType.INFANTRY:
            assert full == 3
        else:
            assert 1 <= full <= 4 and unit.symbol is not None
    assert PIECES.us["7FA"].steps[-1].strength == 9 and len(PIECES.us["7FA"].steps) == 4
    assert PIECES.us["E/2/16"].box == "ER6" and PIECES.us["E/2/16"].arrives == 1


@rule("2.21-07", "2.21-09", "8.2-03", edition="omaha")
def test_weapons_and_ranges() -> None:
    assert {str(weapon) for weapon in Weapon} == {"BZ", "BG", "BR", "DE", "MO", "RD", "MG", "AR", "NA", "FL"}
    assert PIECES.us["62AFA"].steps[-1].range == UNLIMITED and PIECES.us["1/B/741"].steps[-1].range == 5
    assert [step.range for step in PIECES.us["D/1/16"].steps] == [0, 0, 2]
    assert PIECES.us["A/1/16"].at(3).weapons is None and PIECES.us["A/1/16"].at(1).weapons == frozenset(
        {Weapon.BAZOOKA}
    )


@rule("2.22-02", "2.22-03", "2.22-04", "2.22-05", "2.22-06", "2.23-03", edition="omaha")
def test_german_units() -> None:
    infantry = [unit for unit in PIECES.german.values() if unit.type == "infantry"]
    for unit in infantry:
        assert unit.division == (716 if unit.id.endswith("/726") else 352)
        assert unit.strength and unit.needs
    assert Counter(unit.pool for unit in infantry) == {"tactical": 9, "division": 11, "meyer": 8}
    assert Counter(unit.calibre for unit in PIECES.german.values() if unit.pool == "wn") == {None: 10, 75: 6, 88: 2}


@rule("2.23-01", "2.23-02", "11.2-01", "11.3-01", edition="omaha")
def test_unit_types() -> None:
    armored = {unit.type for unit in PIECES.us.values() if unit.armored}
    assert armored == {UnitType.TANK, UnitType.SP_ARTILLERY, UnitType.SP_ANTI_AIR}
    assert [unit.regiment for unit in PIECES.us.values() if unit.type is UnitType.HQ] == ["16", "18", "115", "116"]
    generals = {unit.id: unit.arrives for unit in PIECES.us.values() if unit.type is UnitType.GENERAL}
    assert generals == {"Wyman": 10, "Cota": 5}  # they land a turn later


@rule("2.24-01", "2.24-05", edition="omaha")
def test_depth_markers() -> None:
    assert Counter(str(marker.type) for marker in PIECES.depth.values()) == {
        "wn": 18, "mobile": 24, "building": 8, "armor": 4,
    }  # fmt: skip
    assert {str(position.depth) for position in CONTENT.positions.values()} == {"wn", "building", "mobile"}


@rule("11-01", "11.1-01", edition="omaha")
def test_leaders_are_no_burden() -> None:
    assert all(not unit.steps for unit in PIECES.us.values() if unit.leader)
    assert all(len(names) >= 4 for names in PIECES.heroes.values())


@rule("2.4-01", "TEC-01", edition="omaha")
def test_the_charts_are_there() -> None:
    tables = CONTENT.tables
    assert all((tables.landing, tables.fire, tables.attack, tables.barrage, tables.weapons, tables.terrain))
