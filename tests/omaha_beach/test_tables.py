"""The tracks, charts and tables, held against what the rulebook says in its text and examples."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from bocage.games.omaha_beach.cards import Letter
from bocage.games.omaha_beach.chart import load_chart
from bocage.games.omaha_beach.positions import load_positions
from bocage.games.omaha_beach.tables import AttackEffect, Defender, LandingResult, load_tables
from bocage.games.omaha_beach.terms import Intensity, Symbol, Weapon
from bocage.games.omaha_beach.track import load_track
from bocage.games.omaha_beach.units import UnitType
from bocage.hexes import Hex

CHART = load_chart()
GRID = CHART.grid
TABLES = load_tables()
TRACK = load_track()


# ---------------------------------------------------------------------------------------- turn track


def test_clock() -> None:
    assert [TRACK.turns[turn].time for turn in (1, 4, 16, 17, 32)] == ["0615", "0700", "1000", "1030", "1800"]
    assert [space.minutes for space in TRACK.turns.values()] == [15] * 16 + [30] * 16


def test_tides() -> None:
    tides = [space.tide.value for space in TRACK.turns.values()]
    assert tides == ["low"] * 6 + ["mid"] * 9 + ["high"] * 7 + ["mid"] * 5 + ["low"] * 5


def test_shuffles() -> None:
    assert [space.turn for space in TRACK.turns.values() if space.shuffle] == [6, 13, 20, 27]


def test_obstacles_are_cleared_for_good_when_mines_end() -> None:
    assert not TRACK.during("mines", 6) and TRACK.during("mines", 7)
    assert all(TRACK.during("mines", turn) != TRACK.during("all_obstacles_cleared", turn) for turn in range(7, 33))


def test_events_are_drawn_on_all_turns_but_the_first_and_the_last() -> None:
    assert [turn for turn in TRACK.turns if not TRACK.during("first_event", turn)] == [1, 32]
    assert [turn for turn in TRACK.turns if TRACK.during("second_event", turn)] == list(range(17, 32))


def test_both_sequences_of_play_are_on_the_phase_track() -> None:
    assert [box.phase for box in TRACK.boxes if box.phase] == [1, 2, 3, 4, 5, 6]
    assert [box.extended for box in TRACK.boxes if box.extended] == [1, 2, 3, 4, 5, 6, 7]
    assert sum(box.card for box in TRACK.boxes) == 7


def test_range_tracks() -> None:
    assert TRACK.ranges["command"] == (1, 1, 2, 2, 3, 3, 3, 4)
    assert TRACK.ranges["engineers"] == (0, 1, 2, 2, 3, 3, 4, 4, 5)


def test_observers_are_positions() -> None:
    groups = {position.group for position in load_positions().values()}
    observers = [name for box in TRACK.artillery.values() for name in box.observers]
    assert set(observers) <= groups
    assert set(Counter(observers).values()) == {1}


# ---------------------------------------------------------------------------------------- landing


@pytest.mark.parametrize(("letter", "drift"), [("A", 4), ("B", 2), ("D", 0)])
def test_infantry_on_turn_2_as_in_the_example(letter: Letter, drift: int) -> None:
    found = TABLES.landing_result(2, UnitType.INFANTRY, "DR", letter)
    assert found is not None
    assert found == LandingResult(drift_east=drift)


def test_who_is_checked_when() -> None:
    def turns(unit: UnitType, beach: str = "ER") -> list[int]:
        return [turn for turn in range(1, 33) if TABLES.landing_result(turn, unit, beach, "A") is not None]

    assert turns(UnitType.TANK) == [1, 2, 3]
    assert turns(UnitType.INFANTRY) == turns(UnitType.RANGER, "DG") == list(range(2, 15))
    assert turns(UnitType.RANGER) == list(range(4, 15))
    assert turns(UnitType.SP_ARTILLERY) == turns(UnitType.AMPHIBIOUS_ARTILLERY) == list(range(4, 33))
    assert turns(UnitType.HQ) == turns(UnitType.GENERAL) == []


def test_no_two_landing_rows_speak_of_the_same_unit() -> None:
    for turn, unit, beach in product(range(1, 33), UnitType, ("ER", "DG", "CH", "U")):
        rows = [
            row
            for row in TABLES.landing
            if row.turns[0] <= turn <= row.turns[1]
            and unit in row.types
            and (not row.beaches or beach in row.beaches)
            and beach not in row.not_beaches
        ]
        assert len(rows) <= 1


def test_rangers_may_drift_one_to_four_boxes_from_turn_4() -> None:
    found = TABLES.landing_result(4, UnitType.RANGER, "DG", "A")
    assert found is not None
    assert found.ranger_drift_east == (1, 4)


# ---------------------------------------------------------------------------------------- combat


@pytest.mark.parametrize(
    ("weapons", "attack", "defence", "german", "effects"),
    [
        (True, 4, 2, "alone", ("defeated",)),
        (True, 8, 4, "unrevealed_depth", ("reveal",)),
        (True, 8, 5, "revealed_depth", ("depth_eliminated", "disrupted")),
        (True, 12, 4, "unrevealed_depth", ("reveal",)),
        (False, 12, 6, "revealed_depth", ("disrupted", "attrition")),
    ],
)
def test_attack_examples(
    weapons: bool, attack: int, defence: int, german: Defender, effects: tuple[AttackEffect, ...]
) -> None:
    assert TABLES.attack_result(weapons=weapons, attack=attack, defence=defence, german=german, turn=9) == effects


def test_from_turn_17_one_attack_may_defeat_a_unit_with_depth() -> None:
    def result(turn: int) -> tuple[AttackEffect, ...]:
        return TABLES.attack_result(weapons=True, attack=10, defence=5, german="revealed_depth", turn=turn)

    assert "defeated" not in result(16)
    assert result(17) == ("depth_eliminated", "defeated")


def test_every_comparison_of_strengths_has_one_row() -> None:
    columns: tuple[Defender, ...] = ("alone", "unrevealed_depth", "revealed_depth")
    for weapons, attack, defence, german in product((False, True), range(1, 20), range(1, 16), columns):
        TABLES.attack_result(weapons=weapons, attack=attack, defence=defence, german=german, turn=1)
    assert len(TABLES.attack) == 7


def test_barrage_without_match_has_no_effect_and_more_never_does_less() -> None:
    order = ["none", "disrupted_if_no_depth", "disrupted", "disrupted_and_depth_removed"]
    assert {TABLES.barrage_result("neither", strength) for strength in range(1, 10)} == {"none"}
    for row in TABLES.barrage.values():
        results = [order.index(TABLES.barrage_result(row.card, strength)) for strength in range(1, 10)]
        assert results == sorted(results)


def test_weapons_of_tanks_by_range() -> None:
    tank = {row.when: {w.value for w in row.weapons} for row in TABLES.weapons if UnitType.TANK in row.types}
    assert tank == {"range_1_to_3": {"BZ", "AR", "BR", "MG"}, "range_4_to_5": {"BZ", "AR"}}


def test_no_unit_owns_flanking() -> None:
    assert all(Weapon.FLANKING not in row.weapons for row in TABLES.weapons)


def test_intense_fire_hits_all_and_the_rest_only_the_target_symbol() -> None:
    intense, steady, sporadic = (TABLES.fire[intensity].wn_or_revealed for intensity in Intensity)
    assert (intense.targets, intense.armored, intense.effect) == ("all", True, ("lose_step",))
    assert (steady.targets, steady.armored, steady.effect) == ("matching", False, ("lose_step",))
    assert (sporadic.targets, sporadic.armored, sporadic.effect) == ("matching", False, ("disrupted",))


def test_a_step_lost_to_an_unrevealed_reinforcement_disrupts_too() -> None:
    for row in TABLES.fire.values():
        assert ("lose_step" not in row.unrevealed.effect) or ("disrupted" in row.unrevealed.effect)


# ---------------------------------------------------------------------------------------- terrain and actions


def test_every_ground_and_side_of_the_map_is_in_the_terrain_chart() -> None:
    ground = {kind for kind, hexes in CHART.with_terrain.items() if hexes} - {"water"}
    assert ground | set(CHART.sides) | {f"{kind}_road" for kind in ("primary", "secondary", "mined")} | {
        "trail",
        "beach",
        "pavilion",
    } == set(TABLES.terrain)


def test_what_engineers_open() -> None:
    opened = {name for name, row in TABLES.terrain.items() if row.opened_by_engineers}
    assert opened == {"shingle", "antitank_ditch", "antitank_wall", "mined_road"}


def test_shingle_doubles_the_unit_and_bocage_the_depth_marker_too() -> None:
    assert TABLES.terrain["shingle"].defence == TABLES.terrain["woods"].defence == (2, 1)
    assert TABLES.terrain["bocage"].defence == TABLES.terrain["buildings"].defence == (2, 2)
    closed = {name for name, row in TABLES.terrain.items() if row.defence is None}
    assert closed == {"bluff", "scaleable_cliff", "sheer_cliff"}


def test_action_summary_has_nineteen_idle_cells_besides_armor() -> None:
    cells = [
        action
        for row in TABLES.actions.values()
        for actions in (row.wn, row.reinforcement)
        for action in (actions.us, actions.no_us, actions.empty)
    ]
    found = Counter(cells)
    assert (found["none"], found["fire"]) == (19, 11)


# ---------------------------------------------------------------------------------------- armor roads


def link_count(h: Hex) -> int:
    links = CHART.roads["primary"].across(h).bit_count() + CHART.roads["secondary"].across(h).bit_count()
    return links + (h in CHART.exits.values())


def test_the_twelve_junctions_and_where_they_send_armor() -> None:
    junctions = {GRID.label(h): h for h in GRID.hexes if link_count(h) >= 3}
    found = {label: {GRID.label(TABLES.armor_roads[h, symbol]) for symbol in Symbol} for label, h in junctions.items()}
    assert found == {
        "0829": {"0830"},
        "0830": {"0731"},
        "1103": {"1104"},
        "1119": {"1120"},
        "1207": {"1308"},
        "1220": {"1121"},
        "1309": {"1409"},
        "1320": {"1220"},
        "1321": {"1322", "1320", "1220"},
        "1410": {"1310"},
        "1612": {"1611", "1513"},
        "1825": {"1726"},
    }


def test_armor_in_1321_goes_by_the_target_symbol() -> None:
    found = {symbol: GRID.label(TABLES.armor_roads[GRID.at("1321"), symbol]) for symbol in Symbol}
    assert found == {"circle": "1322", "diamond": "1320", "triangle": "1220"}


def test_every_order_ends_at_one_of_three_pavilion_hexes_by_the_beach() -> None:
    assert {GRID.label(h) for h in TABLES.armor_stops} == {"0812", "0723", "0529"}
    for stop in TABLES.armor_stops:
        assert CHART.level[stop] == "pavilion"
        assert GRID.spread(1 << stop) & CHART.at_level["beach"]
    for (start, symbol), _ in TABLES.armor_roads.items():
        h, steps = start, 0
        while h not in TABLES.armor_stops:
            h, steps = TABLES.armor_roads[h, symbol], steps + 1
            assert steps < 60, GRID.label(start)
