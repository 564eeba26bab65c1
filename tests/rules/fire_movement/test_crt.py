"""The combat results table, and its examples."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from importlib.resources import files

import pytest

import bocage.games.fire_movement
from bocage.games.fire_movement.assaults import BeachAssaults
from bocage.games.fire_movement.chart import load_chart
from bocage.games.fire_movement.content import load_content
from bocage.games.fire_movement.results import load_results_table
from bocage.games.fire_movement.turn import WholeGame
from bocage.games.fire_movement.words import GRID
from bocage.hexes import members
from bocage.kernel import Event, Game
from bocage.kernel.procedure import call
from tests.fire_movement.combats import (
    NO_MARKERS,
    attack,
    bombard,
    declare,
    fact,
    markers,
    on_line,
    private,
    strong,
)
from tests.fire_movement.positions import is_reduced, position, setting_of, state, where
from tests.questions import kinds, play
from tests.support import checklists, rule

GRID_OF_RESULTS = """
    (A) A3  A2  -   Ex  Ex  D2  D2  D2  D3  De  De
    (A) (A) A3  A2  -   Ex  Ex  Ex  D2  D2  D3  De
    (A) (A) (A) A3  A2  -   Ex  Ex  Ex  D2  D2  D3
    (A) (A) (A) (A) A3  A2  -   Ex  Ex  Ex  D2  D2
    Ae  (A) (A) (A) (A) A3  A2  -   Ex  Ex  Ex  D2
    Ae  Ae  (A) (A) (A) (A) (A) A1  -   Ex  Ex  Ex
"""
DUEL = "german 726/716 at 0930\nallied 69/50 at 1030"


@rule("CRT-02", "CRT-11")
def test_the_grid_is_that_of_the_rulebook() -> None:
    table = load_results_table()
    rows = [line.split() for line in GRID_OF_RESULTS.strip().splitlines()]
    assert [[table.read(column, die) for column in range(1, 13)] for die in range(1, 7)] == rows
    raw = tomllib.loads((files(bocage.games.fire_movement) / "data" / "results_table.toml").read_text(encoding="utf-8"))
    assert raw["source"]["kind"] == "rulebook"  # not the one printed on the map


@rule("CRT-15")
def test_the_three_irregular_cells_are_kept_and_the_rest_follows_its_diagonals() -> None:
    read = load_results_table().read
    assert (read(7, 1), read(7, 6), read(8, 6)) == ("D2", "(A)", "A1")
    assert [(column, die) for column in range(1, 13) for die in range(1, 7) if read(column, die) == "A1"] == [(8, 6)]
    odd = {(7, 1), (7, 6), (8, 6)}
    for die in range(2, 7):
        for column in range(2, 13):
            cells = {(column, die), (column - 1, die - 1)}
            if not cells & odd:
                assert read(column, die) == read(column - 1, die - 1)


BANDS = ["-5", "-4", "-3", "-2", "-1", "0", "+1", "+2/+3", "+4/+5", "+6/+7", "+8/+9", "+10"]
FIRST = {"city": "-1", "hill": "-2", "woods": "-3", "town": "-4", "clear": "-5"}


@rule("CRT-03", "CRT-04", "CRT-05", "CRT-06", "CRT-07", "CRT-08")
@pytest.mark.parametrize(("line", "count"), [("city", 8), ("hill", 9), ("woods", 10), ("town", 11), ("clear", 12)])
def test_each_line_begins_in_column_1_and_ends_with_plus_10_in_its_own_last_column(line: str, count: int) -> None:
    table = load_results_table()
    bands = BANDS[BANDS.index(FIRST[line]) :]
    assert len(bands) == count
    for column, band in enumerate(bands, 1):
        for differential in map(int, band.split("/")):
            assert table.column(line, differential) == column
    assert table.column(line, 10) == count


@rule("CRT-08")
def test_the_harder_the_terrain_the_farther_left_the_same_differential_falls() -> None:
    table = load_results_table()
    for differential in range(-1, 15):
        columns = [table.column(line, differential) for line in ("clear", "town", "woods", "hill", "city")]
        assert columns == [columns[0] - step for step in range(5)]


@rule("CRT-09")
@pytest.mark.parametrize(("line", "last"), [("city", 8), ("hill", 9), ("woods", 10), ("town", 11), ("clear", 12)])
def test_differentials_beyond_the_bands_use_the_first_and_the_last_column(line: str, last: int) -> None:
    for strengths, column in (((1, 30), 1), ((40, 1), last)):
        setting = on_line(line, {"130/Lehr-pz": (strengths[0], 4), "69/50": (1, strengths[1])})
        units = "german 130/Lehr-pz at 0930\nallied 69/50 at 1030\nallied 151/50 at 1330"
        game = position("gold_juno", units, side="german", phase="combat", dice=[3], cups=NO_MARKERS, setting=setting)
        events = declare(game, "1030", "130/Lehr-pz")
        assert fact(events, "combat_result", "column") == column


@rule("CRT-03", "CRT-04", "CRT-05", "CRT-06", "CRT-07", "CRT-16")
def test_every_terrain_of_the_map_has_exactly_one_line() -> None:
    lines = {name: terrain.line for name, terrain in load_content().terrain.hex.items()}
    assert lines == {
        "city": "city", "bocage": "city", "hill": "hill", "woods": "woods", "swamp": "town", "town": "town",
        "clear": "clear", "beach": "clear", "sea": None,
    }  # fmt: skip
    special = load_results_table().special
    assert special == {
        "beach_assault_in_ezoc": "city",
        "beach_assault": "hill",
        "river": "woods",
        "bridged_river": "town",
    }
    used = {name for hex_ in load_chart().grid.hexes for name in load_chart().terrain[hex_]}
    assert used == set(lines)  # no ditch, no fortification, no jungle


@rule("CRT-02")
def test_the_table_of_the_checklist_says_the_same() -> None:
    folder = files(bocage.games.fire_movement) / "data" / "rules"
    raw = tomllib.loads((folder / "quad.toml").read_text(encoding="utf-8"))
    (section,) = (section for section in raw["section"] if section["number"] == "CRT")
    table = load_results_table()
    for die in range(1, 7):
        listed = [cell.replace("•", "-") for cell in section["table"]["results"][str(die)]]
        assert [table.read(column, die) for column in range(1, 13)] == listed
    for line in section["table"]["line"]:
        assert tuple(line["lower_bounds"]) in table.lines.values()
    assert "CRT-02" in checklists()["quad"].obligations


# -- column shifts -----------------------------------------------------------------------------------


@rule("CRT-01")
def test_the_commonwealth_shift_goes_one_column_left_and_needs_armor_and_infantry_to_be_avoided() -> None:
    strengths = {"69/50": (3, 4), "8": (3, 4), "22/7": (3, 4), "726/716": (2, 6)}
    units = "german 726/716 at 0930\nallied 69/50 at 1030\nallied 8 at 0931\nallied 22/7 at 1029"
    # Both sides even: +0 is column 6 of the clear line.
    for attackers, column in ((("69/50", "8"), 6), (("8", "22/7"), 5)):
        setting = on_line("clear", strengths)
        game = position("gold_juno", units, phase="combat", dice=[3], cups=NO_MARKERS, setting=setting)
        events = attack(game, "0930", *attackers)
        assert fact(events, "combat_result", "column") == column
        assert fact(events, "combat_result", "shifts") == (
            (("no combined arms: no infantry", -1),) if column == 5 else ()
        )


@rule("CRT-E3", "CRT-01")
def test_a_commonwealth_attack_without_an_armored_brigade_at_zero_and_at_minus_five() -> None:
    def fight(strength: int, die: int) -> list[Event]:
        setting = on_line("clear", {"69/50": (strength, 4), "726/716": (2, 6)})
        game = position("gold_juno", DUEL, phase="combat", dice=[die], cups=NO_MARKERS, setting=setting)
        return attack(game, "0930", "69/50")

    even = fight(6, die=2)
    assert (fact(even, "combat_result", "column"), fact(even, "combat_result", "outcome")) == (5, ("-",))
    assert load_results_table().read(6, 2) == "Ex"  # what it would have been without the shift
    for strength in (1, 0):
        assert fact(fight(strength, die=4), "combat_result", "column") == 1


# -- lines -------------------------------------------------------------------------------------------


@rule("CRT-13")
def test_a_beach_hex_uses_the_clear_line_when_no_beach_assault_is_made() -> None:
    chart, battle = load_chart(), setting_of("gold_juno").battle
    beach = next(hex_ for hex_ in members(battle.playable) if chart.terrain[hex_] == {"beach"})
    inland = next(
        other for other in GRID.neighbours[beach] if battle.playable >> other & 1 and (beach, other) not in chart.rivers
    )
    units = f"allied 69/50 at {GRID.label(beach)}\ngerman 726/716 at {GRID.label(inland)}\nallied 151/50 at 0930"
    game = position("gold_juno", units, side="german", phase="combat", dice=[3], cups=NO_MARKERS)
    assert fact(declare(game, GRID.label(beach), "726/716"), "combat_result", "line") == "clear"
    game = position("gold_juno", units, side="german", phase="bombardment", dice=[3], cups=markers(german=[2]))
    assert fact(bombard(game, "69/50", "german"), "combat_result", "line") == "clear"


def assault(units: str, beach: str, strength: int, die: int) -> tuple[Game, list[Event]]:
    """A beach assault with units of a given strength each, without markers."""
    setting = strong(private("gold_juno"), {"69/50": (strength, 4), "151/50": (strength, 4)})
    game = position("gold_juno", units, phase="combat", dice=[die], cups=NO_MARKERS, beachheads=beach, setting=setting)
    g = state(game)
    whole = WholeGame()
    g.stack, g.events = [whole], []
    g._run(call(BeachAssaults(), then=whole.next_turn))
    return game, g.events


LANDED = "allied 69/50 at 2028\nallied 151/50 at 2028\n"


@rule("CRT-E2", "CRT-13", "CRT-03", "CRT-04")
@pytest.mark.parametrize("strength", [5, 9])
def test_a_beach_assault_at_plus_10_within_and_outside_a_german_zone(strength: int) -> None:
    game, events = assault(LANDED + "german 726/716 at 1928", "2028", strength, die=6)
    assert (fact(events, "combat_result", "column"), fact(events, "combat_result", "outcome")) == (8, ("A1",))
    assert [(where(game, unit), is_reduced(game, unit)) for unit in ("69/50", "151/50")] == [("2028", True)] * 2
    game, events = assault(LANDED + "german 726/716 at 1628", "2028", strength, die=6)
    assert (fact(events, "combat_result", "column"), fact(events, "combat_result", "outcome")) == (9, ("-",))
    assert not is_reduced(game, "69/50") and not is_reduced(game, "151/50")


# -- examples ------------------------------------------------------------------------------------------


@rule("CRT-E1")
@pytest.mark.parametrize(
    ("line", "column", "results"),
    [("clear", 8, "D2 Ex Ex Ex - A1"), ("city", 4, "- A2 A3 (A) (A) (A)")],
)
def test_a_differential_of_plus_3_in_the_open_and_in_a_city(line: str, column: int, results: str) -> None:
    for die, result in enumerate(results.split(), 1):
        setting = on_line(line, {"8": (4, 4), "131/7": (4, 4), "12/12SS-at": (2, 3)})
        units = "german 12/12SS-at at 0930\nallied 8 at 1030\nallied 131/7 at 0931"
        cups = markers(cw_artillery=[2, 2], german=[6])
        game = position("gold_juno", units, phase="combat", dice=[die], cups=cups, setting=setting)
        play(game, "attack 0930", "with 8", "with 131/7")
        events = play(game, "draw cw-artillery", "draw german", "draw cw-artillery")
        assert fact(events, "combat_result", "column") == column
        assert fact(events, "combat_result", "outcome") == (result,)


@rule("CRT-E4", "8.1.3-01", "8.1.3-02")
@pytest.mark.parametrize(
    ("line", "results"),
    [("clear", ["De", "De", "D3", "D2", "D2", "Ex"]), ("city", ["D2", "Ex", "Ex", "Ex", "-", "A1"])],
)
def test_two_markers_worth_15_bombard_a_unit_of_defence_5_in_the_open_and_in_bocage(
    line: str, results: Sequence[str]
) -> None:
    for die, result in enumerate(results, 1):
        setting = on_line(line, {"901/Lehr": (5, 5)})
        units = "german 901/Lehr at 0930\ngerman 902/Lehr at 0334\nallied 69/50 at 1030"
        cups = markers(cw_aircraft=[7, 8])
        game = position("gold_juno", units, phase="bombardment", dice=[die], cups=cups, setting=setting)
        events = bombard(game, "901/Lehr", "cw-aircraft", "cw-aircraft")
        assert fact(events, "combat_result", "outcome") == (result,)
        if result == "De":
            assert where(game, "901/Lehr") == "eliminated"
        elif result in ("D2", "D3"):
            assert game.decision.prompt == f"901/Lehr: retreat {result[1]} hexes, or stand and lose a step?"
        else:
            assert kinds(events) == ["marker_chosen", "bombardment", "combat_result"]
            assert where(game, "901/Lehr") == "0930" and state(game).reduced == 0
