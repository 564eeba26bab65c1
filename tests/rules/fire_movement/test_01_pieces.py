"""What is in the box, what stands on the counters, and how a game is set up (rulebook 1 to 3)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Literal

import pytest

import bocage
from bocage.games import list_scenarios
from bocage.games.fire_movement.chart import TERRAINS, load_chart
from bocage.games.fire_movement.content import (
    Army,
    UnitSize,
    UnitType,
    load_beach_areas,
    load_terrain,
    load_units,
    units_in,
)
from bocage.games.fire_movement.identity import SIZE_SYMBOLS, counter, identity
from bocage.games.fire_movement.results import load_results_table
from bocage.games.fire_movement.state import ABSENT, ELIMINATED, UNKNOWN, WAITING, State
from bocage.games.fire_movement.support import fill_pools
from bocage.games.fire_movement.track import FIRST_PLAYER, record_track
from bocage.games.fire_movement.turn import replacement_points
from bocage.games.fire_movement.words import CUP_NAMES, GRID, Cup, unit_number
from bocage.hexes import members
from bocage.kernel import Chance, Game, Refused
from bocage.kernel.checklist import load_checklists
from tests.fire_movement.courses import until
from tests.fire_movement.positions import at, is_reduced, position, setting_of, state, where
from tests.questions import kinds, orders, play, refusal
from tests.rules.fire_movement.country import open_country, private
from tests.support import rule

UNITS = load_units()
AREAS = load_beach_areas()
CHART = load_chart()
SCENARIOS = ("sword", "gold_juno", "utah", "omaha")
CAMPAIGNS = ("us_campaign", "commonwealth_campaign", "combined_campaign")
NO_MARKERS: dict[Cup, Sequence[int]] = dict.fromkeys(Cup, ())


def at_start(area: str) -> set[str]:
    """The units that an area lists for the map before GT 1, by set-up, by sea, by air and as commandos."""
    here = AREAS[area]
    groups = [*(g.units for g in here.german_set_up), *(g.units for g in here.landings), *(g.units for g in here.drops)]
    return {unit for group in groups for unit in group} | {commando.unit for commando in here.commandos}


def scheduled(area: str) -> dict[str, int]:
    """The reinforcements of an area with their turns."""
    here = AREAS[area]
    arrivals = (*here.german_reinforcements, *here.allied_reinforcements)
    return {unit: arrival.turn for arrival in arrivals for unit in arrival.units}


def first_turn(scenario: str, seed: int = 7) -> Game:
    """A game played at random up to its first Movement Phase."""
    game, luck = bocage.new(f"fire_movement/{scenario}", seed=seed), Random(seed)
    while state(game).turn < 1 or state(game).phase != "Movement Phase":
        game.play(luck.choice(game.decision.orders))
    return game


# -- 1 and 2.0 to 2.2: layers, equipment, map, charts ------------------------------------------------


@rule("1.0-01")
def test_the_exclusive_rules_override_the_system_rules() -> None:
    sections = load_checklists(Path(bocage.__file__).parent)["quad"].sections
    chapters = {int(number.split(".")[0]) for number in sections if number[0].isdigit()}
    assert chapters == set(range(1, 16)), "system rules 1 to 9, exclusive rules 10 to 15"
    units = "allied 8/3-br at 1740\nallied 27 at 1640\ngerman 22/21 at 0150"
    game = position("sword", units, turn=2, waiting="152/51", beachheads="1740", cups=NO_MARKERS)
    play(game, "move 27")
    assert refusal(game, "to 1740").rule == "5.3-03", "by the system rules units do not stack"
    play(game, "to 1641", "end", "land 152/51", "at 1740")
    assert where(game, "8/3-br") == where(game, "152/51") == "1740", "but reinforcements land where a unit is (10.11)"


@rule("1.0-02")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_each_battle_has_its_own_ground_and_its_own_pieces(scenario: str) -> None:
    battle = setting_of(scenario).battle
    assert {battle.units[unit].id for unit in members(battle.in_play)} == set(units_in(AREAS[scenario]))
    assert battle.playable == CHART.areas[scenario] & CHART.land
    for other in set(SCENARIOS) - {scenario}:
        assert battle.playable != setting_of(other).battle.playable
        assert not set(units_in(AREAS[scenario])) & set(units_in(AREAS[other]))


@rule("1.0-02")
def test_a_unit_of_another_battle_cannot_be_ordered() -> None:
    game = first_turn("sword")
    assert refusal(game, "move 16/1").rule == "3.0-02"


@rule("1.0-03", "3.0-08")
def test_no_option_brings_back_the_rules_of_an_earlier_printing() -> None:
    ours = [scenario for scenario in list_scenarios() if scenario.game == "fire_movement"]
    options = {option.name for scenario in ours for option in scenario.options}
    assert options == {"weather", "edition", "early_arrival", "flak"}
    for scenario in (*SCENARIOS, *CAMPAIGNS):
        game = first_turn(scenario)
        until(game, "Bombard a unit")
        assert game.decision.rule == "8.1", "bombardment is by the rules of this printing"


@rule("2.0-01")
def test_the_contents_of_the_box_are_there() -> None:
    assert {"quad", "folio"} <= set(load_checklists(Path(bocage.__file__).parent)), "the rules"
    assert CHART.grid.set("0101 0150 3301 3350").bit_count() == 4, "the map, from corner to corner"
    assert len(GRID.hexes) == 33 * 50
    quad = [area for area in AREAS.values() if area.edition == "quad"]
    units = {unit for area in quad for unit in units_in(area)}
    markers = sum(a.german_markers.total + a.allied_markers.total + a.naval_markers.total for a in quad)
    beachheads = sum(area.beachheads.count for area in quad)
    assert len(units) >= 170 and markers >= 140
    assert len(units) + markers + beachheads <= 400, "units and markers together are at most the 400 counters"
    assert load_results_table().results and load_terrain().hex, "what stands on the player aid card"


@rule("2.1-01")
def test_positions_and_moves_are_hexes_of_the_map() -> None:
    assert all(kinds_ and kinds_ <= set(TERRAINS) for kinds_ in (CHART.terrain[hex_] for hex_ in GRID.hexes))
    game = first_turn("sword")
    placed = [hex_ for hex_ in state(game).where if hex_ >= 0]
    assert placed and all(CHART.land >> hex_ & 1 for hex_ in placed)
    until(game, "Move a unit", seat="german")
    play(game, f"move {orders(game, 'move')[0]}")
    assert orders(game, "to") and all(at(label) in GRID.hexes for label in orders(game, "to"))
    assert "there is no hex '3451'" in str(refusal(game, "to 3451"))


@rule("2.2-01")
def test_the_three_aids_are_at_hand() -> None:
    table = load_results_table()
    assert len(table.results) == 6 and {len(row) for row in table.results} == {12}
    assert {"clear", "bocage", "woods", "town", "city", "swamp", "hill", "beach", "sea"} == set(load_terrain().hex)
    track = record_track(setting_of("sword").battle)
    assert [box.turn for box in track] == list(range(1, 26))
    assert track[0].dates == "6-7 June 1944"


# -- 2.3 counters -----------------------------------------------------------------------------------


@rule("2.3-01")
def test_the_two_forces_are_told_apart_on_every_counter() -> None:
    for unit in UNITS.values():
        text = counter(unit)
        assert ("German" in text) == (unit.army is Army.GERMAN)
        assert ("US" in text.split(":")[1] or "Commonwealth" in text) == (unit.army is not Army.GERMAN)
    assert counter(UNITS["8/3-br"]).startswith("8/3-br: Commonwealth")


@rule("2.3-02", "2.3-03", "2.3-04", "2.3-05")
def test_a_counter_shows_all_that_it_must_on_both_sides() -> None:
    assert counter(UNITS["857/346"]) == "857/346: German infantry regiment (III), leg, 2-3-6"
    assert counter(UNITS["857/346"], reduced=True) == "857/346: German infantry regiment (III), leg, 1-2-6 reduced"
    assert counter(UNITS["22/21"]) == "22/21: German tank regiment (III), mobile, 6-5-12"
    assert counter(UNITS["346/346"]).endswith("1-1-6, one step, no zone of control")
    for unit in UNITS.values():
        identification, _, rest = counter(unit).partition(": ")
        assert identification == unit.id
        assert unit.formation in unit.title or unit.formation in unit.name, "the parent formation"
        assert f", {'mobile' if unit.mobile else 'leg'}, " in rest
        assert f"{unit.front.attack}-{unit.front.defence}-{unit.front.movement}" in rest
        assert ("one step" in rest) == (unit.back is None)
    with pytest.raises(AssertionError):
        counter(UNITS["346/346"], reduced=True)


@rule("2.3-04", "2.3-05")
@pytest.mark.parametrize(("unit", "steps"), [("857/346", 2), ("346/346", 1)])
def test_a_unit_has_as_many_steps_as_its_counter_has_sides(unit: str, steps: int) -> None:
    game = position("sword", f"german {unit} at 0844")
    g = state(game)
    for step in range(1, steps):
        g.deplete(unit_number(unit), "8.3-03")
        assert is_reduced(game, unit) and step == 1
        back = UNITS[unit].back
        assert back is not None
        number = unit_number(unit)
        assert (g.attack_of(number), g.defence_of(number), g.allowance_of(number)) == (
            back.attack,
            back.defence,
            back.movement,
        )
    g.deplete(unit_number(unit), "8.3-03")
    assert where(game, unit) == "eliminated"


@rule("2.3-07")
def test_a_marker_shows_its_type_to_both_and_its_value_to_its_owner_only() -> None:
    units = "allied 27 at 0843\nallied 8/3-br at 0943\ngerman 22/21 at 0844\ngerman 857/346 at 0944"
    cups = {**NO_MARKERS, Cup.CW_ARTILLERY: (7,), Cup.CW_AIRCRAFT: (9,), Cup.GERMAN: (4, 6)}
    game = position("sword", units, phase="combat", setting=open_country(), cups=cups)
    play(game, "attack 0944", "with 27", "with 8/3-br")
    events = play(game, "draw cw-artillery")
    told = {event.kind: event for event in events}
    assert told["marker_placed"].seats == ()
    assert told["marker_placed"].facts["cup"] == "cw-artillery", "everybody sees which kind it is"
    assert told["marker_seen"].seats == ("allied",) and told["marker_seen"].facts["value"] == 7
    assert "value" not in told["marker_placed"].facts
    german_view = game.view("german")
    assert isinstance(german_view, State)
    assert german_view.cups[Cup.CW_ARTILLERY] == (7,), "for the other side the marker could be any of the cup"
    assert german_view.stack[-1].__dict__["attack_markers"] == ((Cup.CW_ARTILLERY, UNKNOWN),), "its back is up"
    assert game.view("allied").stack[-1].__dict__["attack_markers"] == ((Cup.CW_ARTILLERY, 7),)


@rule("2.3-08")
def test_the_units_that_exist_are_those_that_the_exclusive_rules_list() -> None:
    listed = {unit for area in AREAS.values() for unit in units_in(area)}
    assert set(UNITS) == listed
    assert {unit.type for unit in UNITS.values()} == set(UnitType)
    for illustrated in ("1-cav", "51", "4/47"):
        with pytest.raises(ValueError, match="there is no unit"):
            unit_number(illustrated)


# -- 2.3.1 names and sizes --------------------------------------------------------------------------


@rule("2.3.1-01")
@pytest.mark.parametrize("scenario", ["sword", "utah"])
def test_a_name_has_no_bearing_on_play(scenario: str) -> None:
    """The same game, move for move and die for die, with every name and title changed."""
    nameless = private(scenario, rename=lambda unit: {"name": "x", "title": "Nobody"})
    games = [Game(setting, "names") for setting in (setting_of(scenario), nameless)]
    assert nameless.battle.units[0].title == "Nobody"
    luck = Random(5)
    for _ in range(1500):
        if games[0].over:
            break
        assert orders(games[0]) == orders(games[1])
        order = str(luck.choice(games[0].decision.orders))
        for game in games:
            game.play(order)
        assert games[0].hash() == games[1].hash()
    assert state(games[0]).turn > 2


@rule("2.3.1-02", "2.3.1-E1")
def test_two_numbers_name_the_unit_and_then_its_parent() -> None:
    assert identity("4/47", "battalion") == "4th Battalion of the 47th Regiment"
    assert identity("22/21", "regiment") == "22nd Regiment of the 21st Division"
    assert identity("151/50", "brigade") == "151st Brigade of the 50th Division"
    assert identity("Reich/2SS", "regiment") == "Reich Regiment of the 2nd SS Division"
    for unit in UNITS.values():
        own, slash, parent = unit.name.partition("/")
        if slash:
            assert unit.formation == parent, "the parent formation, which is no piece of its own"
            assert parent not in UNITS or "/" not in UNITS[parent].name
            assert own


@rule("2.3.1-03", "2.3.1-E2")
def test_a_single_number_names_one_formation() -> None:
    assert identity("9", "division") == "9th Division"
    assert identity("27", "brigade") == "27th Brigade"
    assert identity("3", "regiment") == "3rd Regiment"
    for unit in UNITS.values():
        if unit.name.isdigit():
            assert unit.formation == ""
            assert identity(unit.name, unit.size).split()[0] == unit.title.split()[0]


@rule("2.3.1-04")
def test_the_size_symbols() -> None:
    assert SIZE_SYMBOLS == {
        "platoon": "•••",
        "company": "I",
        "battalion": "II",
        "regiment": "III",
        "brigade": "X",
        "division": "XX",
    }
    assert {size.value for size in UnitSize} <= set(SIZE_SYMBOLS)
    for unit in UNITS.values():
        assert f" {unit.size} ({SIZE_SYMBOLS[unit.size]})" in counter(unit)


# -- 2.3.2 terms ------------------------------------------------------------------------------------


@rule("2.3.2-01", "2.3.2-02")
@pytest.mark.parametrize(("reduced", "attack", "defence"), [("", 6, 5), ("reduced", 3, 4)])
def test_a_unit_attacks_with_its_attack_strength_and_defends_with_its_defence_strength(
    reduced: str, attack: int, defence: int
) -> None:
    units = f"german 22/21 at 0818 {reduced}\nallied 16/1 at 0817"
    fields = open_country(like=private("omaha"))
    attacks: list[tuple[Literal["german", "allied"], str, str]] = [
        ("german", "0817", "22/21"),
        ("allied", "0818", "16/1"),
    ]
    for side, target, unit in attacks:
        game = position("omaha", units, side=side, phase="combat", setting=fields, cups=NO_MARKERS, dice=[3])
        play(game, f"attack {target}")
        odds = game.preview(f"with {unit}")
        assert odds is not None
        expected = (attack, 6) if side == "german" else (5, defence)
        assert (odds.attack, odds.defence) == expected
        result = next(event for event in play(game, f"with {unit}") if event.kind == "combat_result")
        assert (result.named()["attack"], result.named()["defence"]) == expected


@rule("2.3.2-03")
def test_a_bombardment_is_made_by_the_active_player_in_his_bombardment_phase_with_markers_alone() -> None:
    units = "allied 8/3-br at 0843\nallied 27 at 0943\ngerman 857/346 at 0844"
    cups = {**NO_MARKERS, Cup.CW_ARTILLERY: (3, 5), Cup.GERMAN: (6,)}
    game = position("sword", units, phase="bombardment", setting=open_country(), cups=cups, dice=[6])
    assert (game.decision.seat, state(game).phase) == ("allied", "Bombardment Phase")
    play(game, "bombard 857/346")
    assert orders(game) == ["draw cw-artillery"], "no unit takes part"
    events = play(game, "draw cw-artillery", "draw cw-artillery")
    result = next(event for event in events if event.kind == "combat_result")
    assert result.named()["attack"] == 3 + 5, "the two markers and no unit's strength"
    assert result.named()["defence"] == 3, "and the other side places none"
    for phase in ("movement", "combat"):
        other = position("sword", units, phase=phase, setting=open_country(), cups=cups)
        assert refusal(other, "bombard 857/346").rule == "4.1-03"
    with pytest.raises(Refused):
        position("sword", units, phase="bombardment").play("bombard 8/3-br", seat="german")


@rule("2.3.2-04")
def test_a_marker_is_added_to_a_force_in_combat_on_either_side() -> None:
    units = "allied 8/3-br at 0843\nallied 27 at 0944\ngerman 857/346 at 0844"
    cups = {**NO_MARKERS, Cup.CW_ARTILLERY: (7,), Cup.GERMAN: (4,)}
    game = position("sword", units, phase="combat", setting=open_country(), cups=cups, dice=[6])
    play(game, "attack 0844", "with 8/3-br", "with 27", "draw cw-artillery")
    events = play(game, "draw german")
    while "combat_result" not in kinds(events):
        events += play(game, orders(game)[-1])
    result = next(event for event in events if event.kind == "combat_result")
    assert (result.named()["attack"], result.named()["defence"]) == (4 + 5 + 7, 3 + 4)


@rule("2.3.2-08")
def test_markers_are_never_units() -> None:
    assert not {unit.type.value for unit in UNITS.values()} & {"artillery", "aircraft", "naval", "bomber", "ship"}
    assert not set(CUP_NAMES) & {name.lower() for name in UNITS}
    units = "allied 8/3-br at 0843\nallied 27 at 0944\ngerman 857/346 at 0844"
    cups = {**NO_MARKERS, Cup.CW_ARTILLERY: (7,), Cup.GERMAN: (4,)}
    game = position("sword", units, phase="combat", setting=open_country(), cups=cups, dice=[6])
    before = dict(state(game).at), bytes(state(game).zones[0]), bytes(state(game).zones[1])
    play(game, "attack 0844", "with 8/3-br", "with 27", "draw cw-artillery")
    assert (dict(state(game).at), bytes(state(game).zones[0]), bytes(state(game).zones[1])) == before
    assert sum(map(len, state(game).at.values())) == 3


@rule("2.4-01")
def test_the_scale_is_that_of_the_exclusive_rules() -> None:
    track = record_track(setting_of("combined_campaign").battle)
    assert {(box.last_day - box.first_day).days + 1 for box in track} == {2, 3}, "two to three days a turn (10.1)"
    for box, following in pairwise(track):
        assert (following.first_day - box.last_day).days == 1
    assert (track[0].first_day.isoformat(), track[24].last_day.isoformat()) == ("1944-06-06", "1944-08-06")


# -- 3 setting up -----------------------------------------------------------------------------------


@rule("3.0-01")
def test_either_side_is_for_either_player_to_take() -> None:
    ours = [scenario for scenario in list_scenarios() if scenario.game == "fire_movement"]
    assert all(scenario.seats == ("allied", "german") for scenario in ours), "shown before a game is chosen"
    for seat, other in (("german", "allied"), ("allied", "german")):
        game = bocage.new("fire_movement/sword", seed=1)
        while game.decision.seat != seat:
            game.play(game.decision.orders[0], seat=game.decision.seat)
        with pytest.raises(Refused):
            game.play(game.decision.orders[0], seat=other)
        game.play(game.decision.orders[0], seat=seat)


@rule("3.0-02")
@pytest.mark.parametrize("scenario", [*SCENARIOS, *CAMPAIGNS])
def test_on_the_first_turn_the_units_listed_for_it_are_on_the_map_and_nobody_else(scenario: str) -> None:
    game = first_turn(scenario)
    g = state(game)
    areas = [area.id for area in g.battle.areas]
    listed = {unit for area in areas for unit in at_start(area)}
    later = {unit for area in areas for unit in scheduled(area)}
    for unit, where_ in zip(UNITS, g.where, strict=True):
        if where_ >= 0:
            assert unit in listed
        if where_ == ABSENT:
            assert unit not in listed | later
        if unit in listed:
            number = unit_number(unit)
            assert where_ >= 0 or where_ == ELIMINATED or (where_ == WAITING and number in g.late)


@rule("3.0-03")
def test_the_exclusive_rules_name_the_first_player_and_who_sets_up_first() -> None:
    for scenario in ("sword", "gold_juno", "omaha", "combined_campaign"):
        game = bocage.new(f"fire_movement/{scenario}", seed=1)
        assert game.decision.seat == "german", "he records his hexes before anybody lands"
        assert game.decision.prompt.startswith("Record the set-up hex")
    utah = bocage.new("fire_movement/utah", seed=1)
    assert utah.decision.seat == "allied"
    assert CHART.land >> at(where(utah, "919/709")) & 1, "at Utah he stands there already"
    for scenario in SCENARIOS:
        assert first_turn(scenario).decision.seat == FIRST_PLAYER == "allied"


@rule("3.0-04")
def test_set_up_by_fixed_hexes_by_area_and_by_free_choice() -> None:
    utah = bocage.new("fire_movement/utah", seed=1)
    for group in AREAS["utah"].german_set_up:
        for unit in group.units:
            assert where(utah, unit) == group.where, "fixed hexes"
    sword = bocage.new("fire_movement/sword", seed=1)
    open_ground = set(GRID.labels(setting_of("sword").battle.playable & ~CHART.with_terrain("beach")))
    assert set(orders(sword, "at")) == open_ground, "free choice: 716/716 may stand anywhere but on the beaches"
    while "2-aa" not in sword.decision.prompt:
        play(sword, f"at {orders(sword, 'at')[0]}")
    caen = set(GRID.labels(CHART.areas["caen"]))
    assert set(orders(sword, "at")) <= caen, "an area: 2-aa stands in Caen"
    assert refusal(sword, "at 0150").rule == "12.4-04"


@rule("3.0-05")
@pytest.mark.parametrize("scenario", [*SCENARIOS, *CAMPAIGNS])
def test_every_reinforcement_has_its_turn_of_arrival_on_the_track(scenario: str) -> None:
    battle = setting_of(scenario).battle
    expected = {unit: turn for area in battle.areas for unit, turn in scheduled(area.id).items()}
    shown = {unit: box.turn for box in record_track(battle) for units in box.arrivals.values() for unit in units}
    assert shown == expected
    by_turn = {box.turn: sum(map(len, box.arrivals.values())) for box in record_track(battle)}
    assert sum(by_turn.values()) == len(expected), "each comes once"
    for unit, turn in expected.items():
        entry = battle.entry[unit_number(unit)]
        assert entry is not None and entry.turn == turn


@rule("3.0-05")
def test_the_numbers_of_the_sword_schedule() -> None:
    track = record_track(setting_of("sword").battle)
    german = {box.turn: len(box.arrivals["german"]) for box in track if box.arrivals["german"]}
    allied = {box.turn: len(box.arrivals["allied"]) for box in track if box.arrivals["allied"]}
    assert german == {1: 2, 2: 2, 11: 5, 13: 3, 15: 8}
    assert allied == {2: 3, 3: 1, 6: 2, 10: 3, 18: 3, 21: 2}


@rule("3.0-07")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_markers_are_set_out_as_listed_and_counted_by_the_piece(scenario: str) -> None:
    area = AREAS[scenario]
    g = State(setting_of(scenario).battle, Chance.from_seed("1"))
    fill_pools(g)
    allied = Cup.US_ARTILLERY if area.army is Army.US else Cup.CW_ARTILLERY
    counts = [len(g.cups[cup]) for cup in (Cup.GERMAN, allied, Cup(allied + 1), Cup(allied + 2))]
    aircraft = area.aircraft.total
    assert counts == [
        area.german_markers.total,
        area.allied_markers.total - aircraft,
        aircraft,
        area.naval_markers.total,
    ]
    points = sum(value * count for value, count in area.german_markers.counts.items())
    assert counts[0] != points, "markers, not points"
    assert sum(map(len, g.cups)) == sum(counts), "and nobody else has any"


@rule("3.0-09")
def test_the_track_holds_what_else_a_turn_brings() -> None:
    track = record_track(setting_of("combined_campaign").battle)
    for box in track:
        expected = {
            f"{army} {kind}": replacement_points(army, box.turn, mobile=kind == "mobile", campaign=True)
            for army in (Army.US, Army.CW)
            for kind in ("leg", "mobile")
        }
        assert box.replacements == {name: points for name, points in expected.items() if points}
    assert track[3].replacements == {"us leg": 2, "cw leg": 2}
    assert [box.weather for box in track[:3]] == [False, True, True], "weather from GT 2 on in campaigns"
    assert not any(box.weather for box in record_track(setting_of("sword").battle))
    assert set(record_track(setting_of("sword").battle)[1].replacements) == {"cw leg"}
