"""Scenarios, set-ups, victory and variants."""

from __future__ import annotations

from collections import Counter

import pytest

from bocage.games.omaha_beach.content import load_content
from bocage.games.omaha_beach.scenarios import ScenarioId, SetUp, load_scenarios
from bocage.games.omaha_beach.terms import DepthType, Sector, Tide
from bocage.hexes import members

CONTENT = load_content()
GRID = CONTENT.chart.grid
SCENARIOS = load_scenarios()
BEYOND = SCENARIOS.set_up("beyond_the_beach")
LANDING = SCENARIOS.set_up("d_day")


def wn_hexes(set_up: SetUp) -> dict[str, set[str]]:
    return {back: set(names) for back, names in set_up.wn.by_back.items() if names}


def test_four_scenarios_and_their_turns() -> None:
    assert {name: scenario.turns for name, scenario in SCENARIOS.scenarios.items()} == {
        "easy_fox": (1, 16),
        "first_waves": (1, 16),
        "d_day": (1, 32),
        "beyond_the_beach": (17, 32),
    }


def test_what_is_reconstructed_says_so() -> None:
    sources = {name: scenario.source for name, scenario in SCENARIOS.scenarios.items()}
    assert [name for name, source in sources.items() if source == "reconstructed"] == ["easy_fox"]
    assert SCENARIOS.set_up("easy_fox").source == "reconstructed"
    easy_fox = SCENARIOS.scenarios["easy_fox"]  # and to players, who choose a game by its summary
    assert (easy_fox.checks[0].levels[0].at_least, easy_fox.loss_limit(1)) == (10, 8)
    ours = "Victory with ten points and defeat with eight companies lost are our reconstruction"
    assert ours in easy_fox.summary and "our reconstruction" not in SCENARIOS.scenarios["d_day"].summary


# ---------------------------------------------------------------------------------------- set-ups


def test_the_landing_fills_every_wn_hex_with_the_gun_of_its_symbol() -> None:
    hexes = wn_hexes(LANDING)
    positions = {name: position for name, position in CONTENT.positions.items() if position.kind == "wn"}
    assert set().union(*hexes.values()) == set(positions)
    for back in ("75", "88"):
        assert hexes[back] == {name for name, position in positions.items() if str(position.artillery) == back}
    assert hexes["rocket"] == {"WN69"}


@pytest.mark.parametrize("scenario", ["d_day", "beyond_the_beach"])
def test_no_piece_is_forgotten_or_invented(scenario: ScenarioId) -> None:
    set_up = SCENARIOS.set_up(scenario)
    boxes, dealt = set_up.boxes, set_up.reinforcements
    building = mobile = 0
    if dealt:
        depth = Counter(CONTENT.positions[name].depth for name in dealt.depth)
        building, mobile = depth[DepthType.BUILDING], depth[DepthType.MOBILE]
    assert boxes.building_depth + building == 8
    assert boxes.mobile_depth + mobile + boxes.meyer_depth == 24
    assert boxes.division + (dealt.division if dealt else 0) == 11
    assert boxes.tactical + (dealt.tactical if dealt else 0) == (6 if dealt else 9)
    assert boxes.meyer == 8
    assert boxes.wn_depth + len(set_up.wn_depth) == (9 if dealt else 18)


def test_twelve_reinforcements_stand_beyond_the_beach() -> None:
    dealt = BEYOND.reinforcements
    assert dealt is not None
    assert len(set(dealt.positions)) == 12 == dealt.tactical + dealt.division
    assert set(dealt.depth) <= set(dealt.positions)
    assert sum(map(len, BEYOND.wn.by_back.values())) == 13


def test_easy_fox_is_the_eastern_half_of_the_landing() -> None:
    east = {name for name, position in CONTENT.positions.items() if position.sector is Sector.EAST}
    fox = SCENARIOS.set_up("easy_fox")
    for back, names in wn_hexes(fox).items():
        assert names == wn_hexes(LANDING)[back] & east
    assert set(fox.wn_depth) == set(LANDING.wn_depth) & east


def test_units_beyond_the_beach_have_a_strength_of_their_counter() -> None:
    for unit, placed in BEYOND.placed.items():
        strengths = {step.strength for step in CONTENT.pieces.us[unit].steps}
        assert placed.strength in strengths or CONTENT.pieces.us[unit].leader
    for unit, strength in BEYOND.ashore.items():
        assert strength in {step.strength for step in CONTENT.pieces.us[unit].steps}


def test_units_beyond_the_beach_stand_on_land_and_never_with_a_german() -> None:
    occupied = {CONTENT.positions[name].hex for names in BEYOND.wn.by_back.values() for name in names}
    assert BEYOND.reinforcements is not None
    occupied |= {CONTENT.positions[name].hex for name in BEYOND.reinforcements.positions}
    hexes = {GRID.at(placed.hex) for placed in BEYOND.placed.values()}
    assert hexes & occupied == set()
    assert all(CONTENT.chart.level[h] != "beach" for h in hexes)


def test_units_beyond_the_beach_keep_the_stacking_limit() -> None:
    stacks = Counter(p.hex for unit, p in BEYOND.placed.items() if not CONTENT.pieces.us[unit].leader)
    assert max(stacks.values()) == 2


def test_loss_boxes_hold_every_company_with_one_step_and_the_lost_one() -> None:
    one_step = {
        unit
        for unit, placed in BEYOND.placed.items()
        if CONTENT.pieces.us[unit].type == "infantry" and placed.strength == 2
    }
    assert set(BEYOND.lost) == one_step | {"A/1/116"}
    assert Counter(CONTENT.pieces.us[unit].division for unit in BEYOND.lost) == {1: 4, 29: 5}


def test_heroes_beyond_the_beach_are_of_the_division_of_their_unit() -> None:
    for unit, placed in BEYOND.placed.items():
        if placed.hero:
            assert placed.hero in CONTENT.pieces.heroes[CONTENT.pieces.us[unit].division]
    assert BEYOND.placed["E/2/116"].command == 1


def test_there_is_room_on_the_high_waterline() -> None:
    for sector, division in ((Sector.EAST, 1), (Sector.WEST, 29)):
        units = [unit for unit in BEYOND.ashore if CONTENT.pieces.us[unit].division == division]
        beach = CONTENT.chart.in_sector[sector] & CONTENT.chart.waterline[Tide.HIGH]
        assert len(units) <= 2 * len(members(beach))


def test_cleared_hexes() -> None:
    assert GRID.set(BEYOND.cleared) == GRID.set("0612 0613 0614 0615 0616 0523 0524 0525 0426")


# ---------------------------------------------------------------------------------------- victory


@pytest.mark.parametrize(
    ("scenario", "check", "points", "level"),
    [
        ("first_waves", 0, 18, "defeat"),
        ("first_waves", 0, 19, "victory"),
        ("d_day", 0, 10, "decisive_defeat"),
        ("d_day", 0, 11, "play_on"),
        ("d_day", 0, 24, "play_on"),
        ("d_day", 0, 25, "decisive_victory"),
        ("d_day", 1, -5, "decisive_defeat"),
        ("d_day", 1, 19, "decisive_defeat"),
        ("d_day", 1, 20, "operational_defeat"),
        ("d_day", 1, 30, "tactical_defeat"),
        ("d_day", 1, 39, "tactical_defeat"),
        ("d_day", 1, 40, "tactical_victory"),
        ("d_day", 1, 50, "operational_victory"),
        ("d_day", 1, 60, "decisive_victory"),
        ("beyond_the_beach", 0, 24, "decisive_defeat"),
        ("beyond_the_beach", 0, 25, "operational_defeat"),
        ("beyond_the_beach", 0, 35, "tactical_defeat"),
        ("beyond_the_beach", 0, 45, "tactical_victory"),
        ("beyond_the_beach", 0, 55, "operational_victory"),
        ("beyond_the_beach", 0, 65, "decisive_victory"),
    ],
)
def test_victory_levels(scenario: ScenarioId, check: int, points: int, level: str) -> None:
    assert SCENARIOS.scenarios[scenario].checks[check].level(points) == level


def test_loss_limits() -> None:
    d_day = SCENARIOS.scenarios["d_day"]
    assert [d_day.loss_limit(turn) for turn in (1, 16, 17, 32)] == [8, 8, 14, 14]
    assert SCENARIOS.scenarios["first_waves"].loss_limit(16) == 8
    assert SCENARIOS.scenarios["beyond_the_beach"].loss_limit(17) == 14


def test_points() -> None:
    assert SCENARIOS.early_points.model_dump(exclude={"source"}) == {
        "wn": 1,
        "two_hex_wn": 2,
        "reinforcement_position": 1,
        "draw": 5,
    }
    final = SCENARIOS.final_points
    assert (final.vp_position, final.open_draw, final.wn_hex_not_controlled, final.unit_in_meyer_box) == (1, 4, -1, -1)


# ---------------------------------------------------------------------------------------- variants


def test_variants_and_their_points() -> None:
    assert {variant.rule: variant.adjustment for variant in SCENARIOS.variants.values()} == {
        "22.1": -10,
        "22.2": -5,
        "22.3": 5,
        "22.4": 5,
        "23": 0,
        "14.2": 0,
    }
    assert SCENARIOS.variants["german_armor"].scenarios == ("d_day", "beyond_the_beach")
    assert SCENARIOS.variants["early_actions"].values["actions_from_turn"] == 12
