"""Set-up (3.0, 3.1)."""

from __future__ import annotations

import pytest

from bocage.games.dark_summer.campaign import GERMAN, GERMANS
from bocage.games.dark_summer.places import APPROACH, CHERBOURG, ELIMINATED, GRID, OFFSHORE, SIZE, WAITING, place_name
from bocage.games.dark_summer.set_up import set_up
from bocage.games.dark_summer.stacking import over_stacked
from bocage.games.dark_summer.state import UNKNOWN, State
from bocage.games.dark_summer.supply import in_supply, isolated
from bocage.games.dark_summer.terms import Weather
from bocage.games.dark_summer.title import list_scenarios, open_scenario
from bocage.games.dark_summer.words import UNIT_IDS, unit_number
from bocage.hexes import members
from bocage.kernel import BocageError, Chance
from tests.dark_summer.positions import labels
from tests.support import rule


def prepared(scenario: str = "campaign", **options: str) -> State:
    """A game that has been set up and not begun."""
    g = open_scenario(scenario, options).opening(Chance.from_seed("1944"))
    set_up(g)
    return g


def place(g: State, unit: str) -> str:
    """Where a unit is."""
    return place_name(g.where[unit_number(unit)])


@rule("3.1-01", "3.1-04", "2.4-04", "3.1-06", edition="dark_summer")
def test_every_unit_begins_where_its_counter_says() -> None:
    g = prepared()
    assert [place(g, unit) for unit in ("505/82", "914/352", "729/709")] == ["2204", "3207", "cherbourg"]
    assert [place(g, unit) for unit in ("16/1", "18/1", "9/2")] == ["approach-3303", "second-3303", "third-omaha"]
    assert [place(g, unit) for unit in ("325/82", "6/6")] == ["airfield-us", "airfield-british"]
    assert place(g, "30-Mob") == "2214" and place(g, "12/12-SS-Pz") == "waiting"
    assert [UNIT_IDS[unit] for unit in members(g.reduced)] == ["914/352"]
    assert over_stacked(g) == []


@rule("3.1-02", "3.1-03", "2.2.S-06", edition="dark_summer")
def test_strongpoints_and_ost_battalions_lie_face_down_at_their_symbols() -> None:
    g = prepared()
    campaign = g.campaign
    strong = [unit for unit in range(campaign.count) if campaign.strongpoint[unit]]
    ost = [unit for unit in range(campaign.count) if campaign.ost[unit]]
    assert (len(strong), len(ost)) == (20, 9)
    assert all(g.factor[unit] == UNKNOWN for unit in (*strong, *ost))
    assert [len(factors) for factors in g.factors_left] == [20, 9], "any of them may lie at any symbol"
    assert {place_name(g.where[unit]) for unit in strong} >= {GRID.label(hex_) for hex_ in APPROACH}
    in_box = [UNIT_IDS[unit] for unit in (*strong, *ost) if g.where[unit] == CHERBOURG]
    assert in_box == ["SP-Ch-1", "SP-Ch-2", "Ost-Ch"]


@rule("2.4-13", "3.1-07", "3.1-09", "3.1-12", "3.1-13", edition="dark_summer")
def test_germans_control_all_but_the_hexes_of_airborne_units() -> None:
    g = prepared()
    assert labels(g.held) == {"2204", "2103", "2104", "2405", "2302", "2404", "4805", "4704"}
    assert labels(g.augmented) == {"3203", "3303"} and g.open_beaches == g.closed_beaches == 0
    assert len(g.weather_cup) == 9 and g.weather is Weather.SHOWERS and g.points == [0, 0]


@rule("3.1-08", edition="dark_summer")
def test_reinforcements_wait_for_the_turn_of_their_counter() -> None:
    g = prepared()
    waiting = [g.campaign.units[unit].entry for unit, where in enumerate(g.where) if where == WAITING]
    assert waiting and all(entry.kind == "turn" and entry.turn for entry in waiting)


@rule("3.1-E1", "3.1-10", "3.1-14", "3.1-11", "4.0-04", edition="dark_summer")
def test_the_campaign_begins_with_the_action_phase_of_turn_1() -> None:
    g = open_scenario("campaign").start(Chance.from_seed("1944"))
    assert (g.turn, g.weather, g.points, len(g.weather_cup)) == (1, Weather.SHOWERS, [0, 0], 9)
    assert g.weather_drawn == () and g.rounds == 0 and g.support_game == [0] * len(g.campaign.markers)
    assert g.phase == "Action Phase" and "choose_british" in g.key(), "no Weather, no Replacements"
    assert g.campaign.tables.turn[0].name == "June II"


@rule("3.0-01", "1.0-01", "2.4-22", edition="dark_summer")
def test_one_campaign_of_two_sides_and_a_start_after_the_landings() -> None:
    assert [(info.name, tuple(info.sides), info.turns) for info in list_scenarios()] == [
        ("dark_summer/campaign", ("allied", "german"), 10),
        ("dark_summer/june_14", ("allied", "german"), 9),
    ]
    campaign = open_scenario("campaign").campaign
    sides = dict(zip(campaign.nation, campaign.side, strict=True))
    assert {nation.value: side for nation, side in sides.items()} == {
        "us": 0, "french": 0, "british": 0, "canadian": 0, "polish": 0, "german": 1, "german_ss": 1,
    }  # fmt: skip


@rule("3.0-02", edition="dark_summer")
def test_three_optional_rules_can_be_chosen() -> None:
    options = list_scenarios()[0].options
    assert [(option.name, option.rule, option.default) for option in options] == [
        ("historical_weather", "7.3", "no"),
        ("reaction_withdrawal", "10.3.2", "no"),
        ("assault_guns", "12.7", "no"),
    ]
    chosen = open_scenario("campaign", {"assault_guns": "yes"}).campaign.options
    assert (chosen.historical_weather, chosen.reaction_withdrawal, chosen.assault_guns) == (False, False, True)
    with pytest.raises(BocageError, match="no option 'wether'"):
        open_scenario("campaign", {"wether": "yes"})


def test_the_start_on_turn_2_stands_as_it_is_described() -> None:
    g = prepared("june_14")
    assert g.open_beaches == g.campaign.beaches and g.augmented == 0
    assert place(g, "2-Rng") == "2903" and place(g, "12/12-SS-Pz") == "4107" and g.is_reduced(unit_number("16/1"))
    assert over_stacked(g) == [] and not isolated(g)
    on_map = [unit for unit, where in enumerate(g.where) if 0 <= where < SIZE]
    assert all(in_supply(g, unit) for unit in on_map)
    assert all(g.where[unit] not in OFFSHORE for unit in range(g.campaign.count))
    hidden = [unit for unit in range(g.campaign.count) if g.factor[unit] == UNKNOWN]
    left = {UNIT_IDS[unit] for unit in hidden if g.where[unit] != ELIMINATED}
    assert left == {"SP-4404", "SP-5102", "SP-Ch-1", "SP-Ch-2", "Ost-1608", "Ost-1913", "Ost-5202", "Ost-Ch"}
    assert all(
        (g.campaign.units[unit].entry.turn or 2) >= 2 for unit, where in enumerate(g.where) if where == WAITING
    ), "nobody is late"
    assert g.stands[GERMANS] == g.occupied[GERMAN]
    setting = open_scenario("june_14")
    begun = setting.start(Chance.from_seed("1"))
    assert begun.turn == 2 and len(begun.weather_drawn) == 1
    assert all(loss.units == 0 for loss in setting.tally(begun).losses.values()), "what was lost before is no loss"
