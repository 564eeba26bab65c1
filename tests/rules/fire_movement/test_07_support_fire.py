"""Support fire markers: allotment, draws, what they add, and who may see them (7.0 to 7.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from bocage.games.fire_movement.content import UnitType, load_units
from bocage.games.fire_movement.support import allotment, read_allotments
from bocage.games.fire_movement.words import GRID, Cup, unit_number
from bocage.kernel import Game
from tests.fire_movement.combats import MINES, attack, bombard, declare, fact, markers, on_line, sure
from tests.fire_movement.courses import end_turn, until
from tests.fire_movement.positions import Phase, position, state
from tests.questions import kinds, orders, play, refusal
from tests.support import rule

DUEL = """
    german 726/716 at 0930
    allied 69/50 at 1030"""


def duel(cups: dict[Cup, Sequence[int]], phase: Phase = "combat", picks: list[int] | None = None, die: int = 1) -> Game:
    """One Commonwealth brigade next to one German regiment, the dot for every result."""
    return position(
        "gold_juno", DUEL, phase=phase, dice=[die] * 9, picks=picks, cups=cups, beachheads="2028", setting=sure("-")
    )


# -- 7.0 ------------------------------------------------------------------------------------------


@rule("7.0-01")
def test_no_counter_on_the_map_is_artillery_aircraft_or_a_ship() -> None:
    assert {unit.type for unit in load_units().values()} == set(UnitType)
    assert not {"artillery", "aircraft", "ship", "naval"} & {kind.value for kind in UnitType}


@rule("7.0-02")
def test_a_marker_occupies_no_hex_exerts_no_zone_and_cannot_be_attacked() -> None:
    game = duel(markers(cw_artillery=[2], german=[3]))
    play(game, "attack 0930", "with 69/50")
    g = state(game)
    before = (list(g.where), dict(g.at), list(g.occupied), bytes(g.zones[0]), bytes(g.zones[1]), bytes(g.units_in[1]))
    play(game, "draw cw-artillery", "draw german")
    assert before == (
        list(g.where), dict(g.at), list(g.occupied), bytes(g.zones[0]), bytes(g.zones[1]), bytes(g.units_in[1]),
    )  # fmt: skip


# -- 7.1 ------------------------------------------------------------------------------------------


@rule("7.1-03")
def test_an_allotment_smaller_than_the_pool_takes_the_lowest_values_first() -> None:
    pool = (8, 2, 5, 2, 10, 4)
    assert allotment(pool, 4) == (2, 2, 4, 5)
    assert allotment(pool, 0) == ()
    assert sorted(allotment(pool, 9)) == sorted(pool)


@rule("7.1-03")
def test_a_mines_marker_is_allotted_by_its_value_like_any_other() -> None:
    assert allotment((7, MINES + 3, 5), 2) == (MINES + 3, 5)


@rule("7.1-04", "7.1-E1")
def test_a_turn_box_with_two_numbers_gives_the_first_to_the_first_player() -> None:
    assert read_allotments("8/9") == (8, 9)
    first, second = (allotment(tuple(range(1, 13)), number) for number in read_allotments("8/9"))
    assert (len(first), len(second)) == (8, 9)
    assert read_allotments("7") == (7, 7)


@rule("7.1-02", "7.2-02", "7.1-01")
def test_the_scenario_lists_are_the_allotment_of_every_turn_for_each_side_its_own() -> None:
    game = position("sword", "allied 8/3-br at 1540", turn=5, beachheads="1640", dice=[1] * 20)
    german = Counter({2: 1, 3: 2, 4: 3, 5: 3, 6: 3, 7: 3, 8: 3, 9: 2, 10: 1})
    allied = Counter({1: 1, 2: 3, 3: 3, 4: 1, 6: 6, 7: 2, 8: 4, 10: 2})
    for _ in range(3):
        cups = state(game).cups
        assert Counter(marker % MINES for marker in cups[Cup.GERMAN]) == german
        assert Counter(cups[Cup.CW_ARTILLERY]) + Counter(cups[Cup.CW_AIRCRAFT]) == allied
        assert cups[Cup.US_ARTILLERY] == cups[Cup.US_AIRCRAFT] == ()
        end_turn(game)


@rule("7.1-01")
def test_the_exclusive_weather_rule_takes_markers_from_the_allotment_of_one_turn() -> None:
    game = position("sword", "allied 8/3-br at 1540", turn=5, beachheads="1640", dice=[6, 3, 4, 1], weather="yes")
    end_turn(game)
    assert state(game).foul_weather
    assert [len(state(game).cups[cup]) for cup in (Cup.GERMAN, Cup.CW_ARTILLERY, Cup.CW_AIRCRAFT)] == [17, 11, 0]
    end_turn(game)
    assert [len(state(game).cups[cup]) for cup in (Cup.GERMAN, Cup.CW_ARTILLERY, Cup.CW_AIRCRAFT)] == [21, 14, 8]


@rule("7.1-02")
def test_nobody_draws_from_the_pool_of_the_other_side() -> None:
    game = duel(markers(cw_artillery=[2], german=[3]))
    play(game, "attack 0930", "with 69/50")
    assert refusal(game, "draw german").rule == "7.1-02"
    play(game, "pass")
    assert refusal(game, "draw cw-artillery").rule == "7.1-02"
    game = duel(markers(cw_artillery=[2], german=[3]), phase="bombardment")
    play(game, "bombard 726/716")
    assert refusal(game, "draw german").rule == "7.1-02"


# -- 7.2 ------------------------------------------------------------------------------------------


@rule("7.2-01")
@pytest.mark.parametrize("cup", ["cw_artillery", "cw_aircraft"])
def test_a_marker_adds_its_value_whatever_its_icon(cup: str) -> None:
    game = duel(markers(**{cup: [4]}, german=[MINES + 3]))
    strength = fact(attack(game.copy(), "0930", "69/50"), "combat_result", "attack")
    declare(game, "0930", "69/50")
    events = play(game, f"draw {cup.replace('_', '-')}", "draw german", "keep")
    assert isinstance(strength, int)
    assert fact(events, "combat_result", "attack") == strength + 4
    assert fact(events, "markers_revealed", "defence_markers") == (3,)


@rule("7.2-01")
def test_only_the_range_of_bombardment_depends_on_the_icon() -> None:
    far = "german 726/716 at 0530\nallied 69/50 at 1030"
    cups = markers(cw_artillery=[4], cw_aircraft=[4])
    game = position("gold_juno", far, phase="bombardment", cups=cups)
    play(game, "bombard 726/716")
    assert orders(game) == ["draw cw-aircraft"]
    assert refusal(game, "draw cw-artillery").rule == "10.8.1-10"


@rule("7.2-03", "7.2-07", "7.2-09")
def test_a_marker_used_in_a_combat_does_not_come_back_in_the_same_game_turn() -> None:
    units = DUEL + "\ngerman 736/716 at 0927\nallied 151/50 at 1027"
    cups = markers(cw_artillery=[2, 9], german=[4])
    game = position("gold_juno", units, phase="combat", dice=[1] * 9, cups=cups, setting=sure("-"))
    strength = state(game).attack_of(unit_number("151/50"))
    declare(game, "0930", "69/50")
    play(game, "draw cw-artillery", "draw german", "pass")
    declare(game, "0927", "151/50")
    assert orders(game) == ["draw cw-artillery", "pass"]
    events = play(game, "draw cw-artillery")
    # The German cup is empty and so is the Allied one: the combat is resolved with what is left.
    assert fact(events, "markers_revealed", "attack_markers") == (9,)
    assert fact(events, "markers_revealed", "defence_markers") == ()
    assert fact(events, "combat_result", "attack") == strength + 9


@rule("7.2-03", "7.2-07")
def test_a_marker_used_in_a_bombardment_is_gone_for_the_combats_of_the_turn() -> None:
    game = duel(markers(cw_artillery=[2]), phase="bombardment")
    bombard(game, "726/716", "cw-artillery")
    until(game, "Attack", phase="Combat Phase")
    events = declare(game, "0930", "69/50")
    assert kinds(events)[:2] == ["attack_declared", "combat_result"]


@rule("7.2-03")
def test_a_marker_that_the_germans_used_in_the_allied_turn_is_missing_in_their_own() -> None:
    game = duel(markers(german=[2]))
    declare(game, "0930", "69/50")
    play(game, "draw german")
    until(game, "Attack", seat="german", phase="Combat Phase")
    events = declare(game, "1030", "726/716")
    assert kinds(events)[:2] == ["attack_declared", "combat_result"]


@rule("7.2-03")
def test_an_empty_cup_is_refused_by_the_rule_on_used_markers() -> None:
    game = duel(markers(cw_artillery=[2], cw_aircraft=[3]))
    declare(game, "0930", "69/50")
    play(game, "draw cw-artillery")
    assert refusal(game, "draw cw-artillery").rule == "7.2-03"
    assert refusal(game, "draw cw-naval").rule == "10.8.1-03"


@rule("7.2-03", "7.2-04", "7.2-10")
@pytest.mark.parametrize("result", ["De", "D2", "Ex", "A2", "(A)", "Ae", "-"])
def test_used_and_unused_markers_all_return_in_the_next_game_turn_and_no_more_than_these(result: str) -> None:
    game = position("gold_juno", DUEL, phase="combat", dice=[1] * 9, beachheads="2028", setting=sure(result))
    full = list(state(game).cups)
    declare(game, "0930", "69/50")
    play(game, "draw cw-artillery", "draw german")
    while any(order.startswith("keep") for order in orders(game)):
        play(game, "keep")
    assert len(state(game).cups[Cup.CW_ARTILLERY]) == len(full[Cup.CW_ARTILLERY]) - 1
    end_turn(game)
    assert state(game).cups == full
    assert state(game).pool == full


@rule("7.2-05")
def test_a_draw_is_at_random_among_all_markers_of_the_cup() -> None:
    drawn = []
    for place in range(4):
        game = duel(markers(cw_artillery=[1, 2, 2, 7]), picks=[place])
        declare(game, "0930", "69/50")
        events = play(game, "draw cw-artillery")
        assert game.history[-1].chance == (f"pick {place}/4",)
        drawn.append(fact(events, "marker_seen", "value"))
    assert drawn == [1, 2, 2, 7]


@rule("7.2-05")
def test_a_bombardment_draws_each_of_its_markers_at_random() -> None:
    game = duel(markers(cw_artillery=[1, 2, 7], cw_aircraft=[4, 8]), phase="bombardment", picks=[2, 1])
    events = bombard(game, "726/716", "cw-artillery", "cw-aircraft")
    assert fact(events, "bombardment", "markers") == (7, 8)
    assert game.history[-1].chance[:2] == ("pick 2/3", "pick 1/2")


@rule("7.2-08", "8.2.1-11", "8.2.1-12")
def test_markers_are_added_to_the_total_of_the_side_that_placed_them() -> None:
    setting = on_line("clear", {"69/50": (6, 1), "726/716": (1, 4)})
    cups = markers(cw_artillery=[3, 3], cw_aircraft=[5], german=[2, 2])
    game = position("gold_juno", DUEL, phase="combat", dice=[1], cups=cups, setting=setting)
    declare(game, "0930", "69/50")
    events = play(game, "draw cw-artillery", "draw german", "draw cw-aircraft", "draw german")
    assert fact(events, "combat_result", "attack") == 6 + 3 + 5
    assert fact(events, "combat_result", "defence") == 4 + 2 + 2


@rule("7.2-E1")
def test_two_4_4_10_units_with_two_plus_2_against_a_2_3_8_unit_with_a_plus_6() -> None:
    setting = on_line("clear", {"8": (4, 4), "22/7": (4, 4), "12/12SS-at": (2, 3)})
    units = """
        german 12/12SS-at at 0930
        allied 8 at 1030
        allied 22/7 at 0931
    """
    cups = markers(cw_artillery=[2, 2], german=[6])
    game = position("gold_juno", units, phase="combat", dice=[1], cups=cups, setting=setting)
    play(game, "attack 0930", "with 8", "with 22/7")
    events = play(game, "draw cw-artillery", "draw german", "draw cw-artillery")
    assert fact(events, "combat_result", "attack") == 12
    assert fact(events, "combat_result", "defence") == 9


# -- hidden values --------------------------------------------------------------------------------


def placed_by_the_attacker(value: int) -> Game:
    game = duel(markers(cw_artillery=[2, 9], german=[4, 6]), picks=[{2: 0, 9: 1}[value], 0, 0, 0])
    declare(game, "0930", "69/50")
    play(game, "draw cw-artillery")
    return game


def placed_by_the_defender(value: int) -> Game:
    game = duel(markers(cw_artillery=[2, 9], german=[4, 6]), picks=[{4: 0, 6: 1}[value], 0, 0, 0])
    declare(game, "0930", "69/50")
    play(game, "pass", "draw german")
    return game


@rule("7.2-06", "8.2.1-09")
def test_the_defender_cannot_tell_which_marker_the_attacker_placed() -> None:
    low, high = placed_by_the_attacker(2), placed_by_the_attacker(9)
    assert low.view("german").facts() == high.view("german").facts()
    assert low.view("allied").facts() != high.view("allied").facts()
    for order in low.decision.orders:  # nor by asking what its own marker would do
        assert low.preview(order) == high.preview(order)


@rule("7.2-06", "8.2.1-09")
def test_the_attacker_cannot_tell_which_marker_the_defender_placed() -> None:
    low, high = placed_by_the_defender(4), placed_by_the_defender(6)
    assert low.view("allied").facts() == high.view("allied").facts()
    assert low.view("german").facts() != high.view("german").facts()
    for order in low.decision.orders:
        assert low.preview(order) == high.preview(order)


@rule("7.2-06")
def test_the_opponent_hears_only_that_a_marker_was_placed_and_its_owner_hears_the_value() -> None:
    game = duel(markers(cw_artillery=[2, 9], german=[4]), picks=[1])
    declare(game, "0930", "69/50")
    seen, placed = play(game, "draw cw-artillery")
    assert (placed.kind, placed.seats, placed.facts) == (
        "marker_placed",
        (),
        {"side": "allied", "cup": "cw-artillery", "low": 2, "high": 9},
    )
    assert (seen.kind, seen.seats, seen.facts) == ("marker_seen", ("allied",), {
        "hex": GRID.at("0930"), "side": "allied", "value": 9, "total": 9,
        "cup": "cw-artillery", "low": 2, "high": 9, "chosen": False,
    })  # fmt: skip


@rule("7.2-06", "8.2.1-09")
def test_a_view_of_a_view_hides_and_shows_the_same() -> None:
    game = placed_by_the_attacker(9)
    once = game.view("german")
    assert once.view("german").facts() == once.facts()


@rule("8.2.1-09")
def test_all_markers_are_revealed_to_both_players_in_the_fifth_step_and_not_before() -> None:
    game = duel(markers(cw_artillery=[2, 9], german=[4, 6]), picks=[1, 0, 0, 0])
    declare(game, "0930", "69/50")
    early = play(game, "draw cw-artillery", "draw german", "draw cw-artillery")
    assert "markers_revealed" not in kinds(early)
    late = play(game, "draw german")
    (revealed,) = (event for event in late if event.kind == "markers_revealed")
    assert revealed.seats == ()
    assert (revealed.facts["attack_markers"], revealed.facts["defence_markers"]) == ((9, 2), (4, 6))
    assert kinds(late).index("markers_revealed") < kinds(late).index("combat_result")


@rule("7.2-06")
def test_the_allies_cannot_tell_whether_the_germans_drew_mines() -> None:
    def drawn(place: int) -> Game:
        game = duel(markers(cw_artillery=[2], german=[4, MINES + 5]), picks=[place])
        declare(game, "0930", "69/50")
        play(game, "pass", "draw german")
        return game

    plain, mines = drawn(0), drawn(1)
    assert orders(plain) == ["keep"]
    assert orders(mines) == ["keep", "aside"]
    assert plain.view("allied").facts() == mines.view("allied").facts()
    play(plain, "keep")
    play(mines, "keep")
    assert plain.view("allied").facts() == mines.view("allied").facts()
