"""Movement: how far, at what cost, through whom, and when (rulebook 5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal

import pytest

from bocage.games.fire_movement.chart import TERRAINS, load_chart
from bocage.games.fire_movement.content import load_terrain
from bocage.games.fire_movement.words import GRID, Cup
from bocage.hexes import Hex, members
from bocage.kernel import Refused
from tests.fire_movement.courses import until
from tests.fire_movement.positions import Phase, at, is_reduced, position, reach_labels, setting_of, state, where
from tests.questions import kinds, orders, play, refusal
from tests.rules.fire_movement.country import find_step, open_country, private
from tests.support import rule

CHART = load_chart()
BATTLE = setting_of("combined_campaign").battle


Side = Literal["allied", "german"]
NO_MARKERS: dict[Cup, Sequence[int]] = dict.fromkeys(Cup, ())  # both sides' cups are empty


def around(label: str, distance: int) -> set[str]:
    """The land in play at Sword within some hexes of one, itself left out."""
    hexes = GRID.within(1 << at(label), distance) & setting_of("sword").battle.playable
    return set(GRID.labels(hexes)) - {label}


def points(step: tuple[Hex, Hex], *, mobile: bool = False) -> float:
    """The movement points of a step on the real map."""
    return BATTLE.step_cost(*step, mobile) / 2


def no_way(a: Hex, b: Hex) -> bool:
    return (a, b) not in CHART.roads and (a, b) not in CHART.trails


def ways() -> Iterator[tuple[Hex, Hex, float]]:
    """Every hexside with a road or a trail, in both directions, and its rate."""
    for sides, rate in ((CHART.roads, 0.5), (CHART.trails, 1.0)):
        for a, b in sides:
            yield a, b, rate
            yield b, a, rate


# -- 5.1 procedure ----------------------------------------------------------------------------------


@rule("5.1-01", "4.1-06")
def test_the_active_player_moves_none_some_or_all_of_his_units() -> None:
    units = """
        allied 8/3-br at 0942
        allied 27     at 0842
        allied 1-cdo  at 0742
        german 22/21  at 0150
    """
    game = position("sword", units, setting=open_country())
    assert sorted(orders(game)) == ["end", "move 1-cdo", "move 27", "move 8/3-br"]
    none = game.copy()
    play(none, "end")
    assert [where(none, unit) for unit in ("8/3-br", "27", "1-cdo")] == ["0942", "0842", "0742"]
    some = game.copy()
    play(some, "move 27", "to 0843", "end")
    assert [where(some, unit) for unit in ("8/3-br", "27", "1-cdo")] == ["0942", "0843", "0742"]
    play(game, "move 1-cdo", "to 0741", "move 8/3-br", "to 0941", "move 27", "to 0841", "end")
    assert [where(game, unit) for unit in ("8/3-br", "27", "1-cdo")] == ["0941", "0841", "0741"]


@rule("5.1-02", "2.3.2-05")
@pytest.mark.parametrize("allowance", [1, 3, 6])
def test_a_unit_goes_in_every_direction_as_far_as_its_printed_allowance(allowance: int) -> None:
    fields = open_country(like=private(units={"8/3-br": {"movement": allowance}}))
    game = position("sword", "allied 8/3-br at 0844", setting=fields)
    assert reach_labels(game, "8/3-br") == around("0844", allowance)
    play(game, "move 8/3-br")
    assert set(orders(game, "to")) == around("0844", allowance)


@rule("5.1-02")
def test_a_move_may_change_direction_as_it_likes() -> None:
    game = position("sword", "allied 8/3-br at 0844", setting=open_country())
    play(game, "move 8/3-br", "to 0845", "move 8/3-br", "to 0945", "move 8/3-br", "to 0944", "move 8/3-br", "to 0844")
    assert where(game, "8/3-br") == "0844"
    assert reach_labels(game, "8/3-br", 2) == around("0844", 2)


@rule("5.1-03")
def test_a_unit_moves_hex_by_hex_along_a_connected_path() -> None:
    game = position("sword", "german 22/21 at 0138\nallied 8/3-br at 1640", side="german")
    play(game, "move 22/21")
    for target in orders(game, "to"):
        twin = game.copy()
        moved = play(twin, f"to {target}")[-1]
        path = moved.facts["path"]
        assert isinstance(path, tuple)
        assert path[-1] == at(target)
        for here, there in pairwise((at("0138"), *path)):
            assert there in GRID.neighbours[here]


@rule("5.1-03")
def test_no_hex_is_skipped_so_a_ring_of_enemies_holds_a_unit_in() -> None:
    ring = """
        allied 27          at 0842
        german 716/716     at 0841
        german 200/21      at 0843
        german 346/346     at 0942
        german 12/12SS-at  at 0943
        german 130/Lehr-at at 0742
        german 311/Lehr    at 0743
    """
    game = position("sword", ring, setting=open_country())
    assert not any(state(game).in_ezoc(0, hex_) for hex_ in GRID.hexes), "none of these exerts a zone"
    assert reach_labels(game, "27") == set()
    assert orders(game) == ["end"]
    assert refusal(game, "move 27").rule == "5.2-06"


@rule("5.1-03")
def test_units_move_one_at_a_time() -> None:
    game = position("sword", "allied 8/3-br at 0942\nallied 27 at 0842", setting=open_country())
    play(game, "move 8/3-br")
    assert {order.split()[0] for order in orders(game)} == {"to"}
    assert refusal(game, "move 27").rule == "5.1-03"


@rule("5.1-04")
def test_every_hex_entered_is_paid_out_of_the_allowance() -> None:
    fields = open_country({"0843": "woods"}, roads="0844-0845")
    game = position("sword", "allied 8/3-br at 0842", setting=fields)
    for target, cost in (("0843", 2.0), ("0844", 1.0), ("0845", 0.5), ("0846", 1.0)):
        moved = play(game, "move 8/3-br", f"to {target}")[-1]
        assert moved.facts["cost"] == 2 * cost
        assert game.sentence(moved) == f"8/3-br moves to {target} for {cost:g} movement point{'s' * (cost != 1)}. (5.1)"
    assert refusal(game.copy(), "move 1-cdo").rule == "3.0-02"
    play(game, "move 8/3-br")
    assert set(orders(game, "to")) == around("0846", 1) | {"0844"}, (
        "one and a half points: a clear hex, or back by road"
    )


# -- 5.2 restrictions -------------------------------------------------------------------------------


@rule("5.2-01")
def test_nobody_moves_in_the_others_movement_phases() -> None:
    units = "allied 27 at 0942\ngerman 22/21 at 0746"
    sides: list[tuple[Side, str, str, str]] = [
        ("allied", "27", "22/21", "german"),
        ("german", "22/21", "27", "allied"),
    ]
    phases: list[Phase] = ["movement", "mobile_movement"]
    for side, own, enemy, other in sides:
        for phase in phases:
            game = position("sword", units, side=side, phase=phase)
            assert orders(game, "move") == [own]
            assert refusal(game, f"move {enemy}").rule == "5.2-01"
            with pytest.raises(Refused):
                game.play(f"move {own}", seat=other)


@rule("5.2-01")
@pytest.mark.parametrize("phase", ["bombardment", "combat", "mobile_combat"])
def test_nobody_moves_out_of_sequence(phase: Phase) -> None:
    units = "allied 27 at 0942\nallied 8/3-br at 0941\ngerman 22/21 at 0943"
    game = position("sword", units, phase=phase, setting=open_country())
    assert not orders(game, "move")
    assert refusal(game, "move 27").rule == "4.1-03"
    assert refusal(game, "move 22/21").rule == "4.1-03"


@rule("5.2-02")
def test_stages_of_a_move_spend_one_allowance_between_them() -> None:
    game = position("sword", "allied 8/3-br at 0842", setting=open_country())
    play(game, "move 8/3-br", "to 0844", "move 8/3-br", "to 0847")
    assert reach_labels(game, "8/3-br", 1) == around("0847", 1)
    play(game, "move 8/3-br")
    assert set(orders(game, "to")) == around("0847", 1)
    assert refusal(game, "to 0849").rule == "5.2-05"
    play(game, "to 0848")
    assert orders(game) == ["end"]
    assert refusal(game, "move 8/3-br").rule == "5.2-11"


@rule("5.2-02")
def test_a_hex_beyond_the_allowance_is_refused_with_its_cost() -> None:
    game = position("sword", "allied 8/3-br at 0842", setting=open_country())
    play(game, "move 8/3-br")
    beyond = refusal(game, "to 0849")
    assert beyond.rule == "5.2-05"
    assert "0849 costs 7 movement points and 8/3-br has 6" in str(beyond)


@rule("5.2-03")
def test_points_not_spent_are_lost_with_the_phase() -> None:
    units = "allied 27 at 0849\nallied 8/3-br at 0641\ngerman 22/21 at 0150"
    game = position("sword", units, setting=open_country(), beachheads="1740")
    fresh = {unit: reach_labels(game, unit) for unit in ("27", "8/3-br")}
    play(game, "end")
    until(game, "Move a unit", phase="Mobile Movement Phase")
    play(game, "move 27")
    assert set(orders(game, "to")) == fresh["27"], "not moving before saves nothing for later"
    play(game, "to 0848")
    until(game, "Move a unit", seat="allied", phase="Movement Phase")
    assert state(game).turn == 6
    play(game, "move 8/3-br")
    assert set(orders(game, "to")) == fresh["8/3-br"]


@rule("5.2-04")
def test_points_are_not_passed_from_unit_to_unit() -> None:
    units = "german 22/21 at 0849\ngerman 857/346 at 0641\nallied 8/3-br at 1640"
    game = position("sword", units, side="german", setting=open_country())
    play(game, "move 22/21", "to 0848", "move 857/346")
    assert set(orders(game, "to")) == around("0641", 6), "the eleven points left over are of no use to another"
    fast_last = position("sword", units, side="german", setting=open_country())
    panzers = reach_labels(fast_last, "22/21")
    play(fast_last, "move 857/346", "to 0640", "move 22/21")
    assert set(orders(fast_last, "to")) == (panzers - {"0640"}) | ({"0641"} & around("0849", 12))


@rule("5.2-05")
def test_the_points_left_must_cover_the_hex_and_the_hexside() -> None:
    slow = private(units={"8/3-br": {"movement": 2}})
    fields = open_country({"0843": "swamp", "0942": "woods", "0943": "woods"}, rivers="0842-0841 0842-0943", like=slow)
    game = position("sword", "allied 8/3-br at 0842", setting=fields)
    play(game, "move 8/3-br")
    assert "0942" in orders(game, "to"), "woods cost the two points that the unit has"
    assert "0841" in orders(game, "to"), "a river and a clear hex as well"
    assert refusal(game, "to 0843").rule == "5.2-05", "a swamp costs three"
    assert refusal(game, "to 0943").rule == "5.2-05", "a river and woods cost three"
    play(game, "to 0742", "move 8/3-br")
    assert set(orders(game, "to")) == around("0742", 1), "one point is left"


@rule("5.2-06")
def test_there_is_no_minimum_move() -> None:
    slow = private(units={"8/3-br": {"movement": 1}})
    woods = dict.fromkeys(around("0842", 1), "woods")
    game = position("sword", "allied 8/3-br at 0842\nallied 27 at 0846", setting=open_country(woods, like=slow))
    assert orders(game, "move") == ["27"]
    assert refusal(game, "move 8/3-br").rule == "5.2-06"
    thinner = open_country({**woods, "0841": "clear"}, like=private(units={"8/3-br": {"movement": 1}}))
    game = position("sword", "allied 8/3-br at 0842", setting=thinner)
    assert reach_labels(game, "8/3-br") == {"0841"}


@rule("5.2-06")
def test_foul_weather_can_leave_a_unit_too_slow_for_any_hex_around_it() -> None:
    swamps = dict.fromkeys(around("0842", 1), "swamp town")
    units = "german 736/716 at 0842\ngerman 22/21 at 0846"
    fair = position("sword", units, side="german", setting=open_country(swamps))
    assert reach_labels(fair, "736/716") >= around("0842", 1)
    foul = position("sword", units, side="german", setting=open_country(swamps), foul_weather=True)
    assert orders(foul, "move") == ["22/21"], "half of five, rounded up, is three, and every hex costs four"


@rule("5.2-07")
@pytest.mark.parametrize("unit", ["8/3-br", "27", "1-cdo"])
@pytest.mark.parametrize(("enemy", "place"), [("857/346", "0843"), ("716/716", "0843"), ("857/346", "0844")])
def test_no_unit_enters_a_hex_with_an_enemy_in_it(unit: str, enemy: str, place: str) -> None:
    game = position("sword", f"allied {unit} at 0842\ngerman {enemy} at {place}", setting=open_country())
    assert place not in reach_labels(game, unit)
    play(game, f"move {unit}")
    assert refusal(game, f"to {place}").rule == "5.2-07"


@rule("5.2-07")
def test_nor_does_it_pass_through() -> None:
    gap = """
        allied 27          at 0842
        german 716/716     at 0841
        german 200/21      at 0843
        german 346/346     at 0942
        german 12/12SS-at  at 0943
        german 130/Lehr-at at 0742
    """
    game = position("sword", gap, setting=open_country(like=private(units={"27": {"movement": 2}})))
    assert reach_labels(game, "27") == {"0743", "0744", "0643", "0642"}, "out by the one gap, and one hex on"


@rule("5.2-08")
def test_no_unit_enters_the_sea() -> None:
    game = position("sword", "allied 27 at 1740")
    assert all(CHART.land >> at(label) & 1 for label in reach_labels(game, "27"))
    assert CHART.sea & GRID.spread(1 << at("1740")), "there is sea beside this beach"
    play(game, "move 27")
    for label in GRID.labels(CHART.sea & GRID.spread(1 << at("1740"))):
        assert refusal(game, f"to {label}").rule == "5.2-08"


@rule("5.2-08")
def test_terrain_that_the_key_closes_is_not_entered_except_by_road_or_trail() -> None:
    swamps = {"0843": "swamp", "0942": "swamp", "0841": "swamp"}
    marsh = private(costs={"swamp": None})
    fields = open_country(swamps, roads="0842-0841", trails="0842-0942", like=marsh)
    for unit in ("8/3-br", "27"):
        game = position("sword", f"allied {unit} at 0842", setting=fields)
        play(game, f"move {unit}")
        assert {"0841", "0942"} <= set(orders(game, "to"))
        assert refusal(game, "to 0843").rule == "5.2-08"
    alone = position("sword", "allied 8/3-br at 0842", setting=open_country(
        dict.fromkeys(around("0842", 1), "swamp"), like=private(costs={"swamp": None})
    ))  # fmt: skip
    assert orders(alone) == ["end"], "a unit in the midst of closed hexes stays"


@rule("5.2-08")
def test_no_hexside_of_this_game_is_closed() -> None:
    for a, b in CHART.rivers:
        if BATTLE.allowed[BATTLE.army[0]] >> a & 1 and BATTLE.allowed[BATTLE.army[0]] >> b & 1:
            assert b in dict(BATTLE.links(0)[a]) and a in dict(BATTLE.links(0)[b])


@rule("5.2-09")
def test_no_unit_leaves_the_map_or_the_area_in_play() -> None:
    corner = position("sword", "german 22/21 at 0150\nallied 8/3-br at 1640", side="german")
    inside = set(GRID.labels(setting_of("sword").battle.playable))
    assert reach_labels(corner, "22/21") <= inside
    play(corner, "move 22/21")
    assert {order.split()[0] for order in orders(corner)} == {"to"}, "there is no order to leave"
    for beyond in ("0151", "0050"):
        assert "there is no hex" in str(refusal(corner, f"to {beyond}"))
    west = position("sword", "german 22/21 at 1038\nallied 8/3-br at 1640", side="german")
    play(west, "move 22/21")
    assert GRID.at("1030") in GRID.hexes
    assert refusal(west, "to 1030").rule == "12.1-01"


@rule("5.2-10")
@pytest.mark.parametrize(("unit", "rule_number"), [("8/3-br", "6.1-01"), ("27", "6.1-06")])
def test_enemy_zones_of_control_hinder_movement(unit: str, rule_number: str) -> None:
    free = position("sword", f"allied {unit} at 0842", setting=open_country())
    hindered = position("sword", f"allied {unit} at 0842\ngerman 22/21 at 0845", setting=open_country())
    lost = reach_labels(free, unit) - reach_labels(hindered, unit)
    assert "0846" in lost
    assert len(lost) > 1
    play(hindered, f"move {unit}")
    assert refusal(hindered, "to 0846").rule == rule_number


@rule("5.2-11")
def test_a_unit_that_has_finished_its_move_is_not_moved_again() -> None:
    units = "allied 8/3-br at 0842\nallied 27 at 0642\ngerman 22/21 at 0150"
    game = position("sword", units, setting=open_country(), beachheads="1740")
    play(game, "move 8/3-br", "to 0843")
    assert "8/3-br" in orders(game, "move"), "until another is taken in hand it may go on"
    play(game, "move 27", "to 0643")
    assert orders(game, "move") == ["27"]
    assert refusal(game, "move 8/3-br").rule == "5.2-11"
    play(game, "end")
    until(game, "Move a unit", seat="allied")
    assert "8/3-br" in orders(game, "move"), "the next turn it moves again"


@rule("5.2-11", "5.2-12")
def test_a_unit_that_has_moved_still_advances_after_combat() -> None:
    slow = private(units={"8/3-br": {"movement": 1}})
    units = "allied 8/3-br at 0842\nallied 27 at 0944\ngerman 736/716 at 0844"
    game = position("sword", units, setting=open_country(like=slow), dice=[1], cups=NO_MARKERS)
    play(game, "move 8/3-br", "to 0843", "end", "attack 0844", "with 8/3-br", "with 27", "retreat 736/716")
    while game.decision.seat == "german":
        play(game, f"to {orders(game, 'to')[0]}")
    assert state(game).phase == "Combat Phase"
    play(game, "advance 8/3-br")
    play(game, f"to {next(label for label in orders(game, 'to') if label != '0844')}")
    assert GRID.distance(at(where(game, "8/3-br")), at("0843")) == 2, "two hexes, without a point to its name"


@rule("5.2-12")
def test_a_retreat_costs_no_movement_points() -> None:
    slow = private(units={"736/716": {"movement": 1}})
    woods = dict.fromkeys(around("0844", 3), "woods")
    units = "allied 8/3-br at 0843\nallied 27 at 0944\ngerman 736/716 at 0844"
    fields = open_country({**woods, "0844": "clear"}, like=slow)
    game = position("sword", units, setting=fields, phase="combat", dice=[1], cups=NO_MARKERS)
    play(game, "attack 0844", "with 8/3-br", "with 27", "retreat 736/716")
    while orders(game, "to") and game.decision.seat == "german":
        play(game, f"to {orders(game, 'to')[0]}")
    assert GRID.distance(at(where(game, "736/716")), at("0844")) == 3
    assert not is_reduced(game, "736/716"), "three hexes of woods, with one movement point and no harm"


@rule("5.2-12")
def test_in_the_bombardment_phase_units_retreat_but_nobody_advances() -> None:
    units = "allied 8/3-br at 0843\nallied 27 at 0943\ngerman 736/716 at 0844"
    cups = {**NO_MARKERS, Cup.CW_ARTILLERY: (8, 8)}
    game = position("sword", units, setting=open_country(), phase="bombardment", dice=[4], cups=cups)
    play(game, "bombard 736/716", "draw cw-artillery", "draw cw-artillery", "retreat 736/716")
    while game.decision.seat == "german":
        play(game, f"to {orders(game, 'to')[0]}")
    assert where(game, "736/716") != "0844"
    assert not orders(game, "advance")
    assert (where(game, "8/3-br"), where(game, "27")) == ("0843", "0943")


# -- 5.3 stacking -----------------------------------------------------------------------------------


@rule("5.3-02")
@pytest.mark.parametrize("unit", ["8/3-br", "27", "1-cdo"])
def test_units_pass_through_friends_at_no_extra_cost(unit: str) -> None:
    alone = position("sword", f"allied {unit} at 0842", setting=open_country())
    friends = ["9/3-br", "185/3", "152/51", "153/51", "154/51", "44/15"]
    ring = dict(zip(friends, sorted(around("0842", 1)), strict=True))
    lines = "\n".join(f"allied {friend} at {place}" for friend, place in ring.items())
    game = position("sword", f"allied {unit} at 0842\n{lines}", setting=open_country())
    assert reach_labels(game, unit) == reach_labels(alone, unit) - set(ring.values())


@rule("5.3-03")
def test_no_unit_ends_its_move_on_another() -> None:
    game = position("sword", "allied 8/3-br at 0842\nallied 27 at 0843", setting=open_country())
    assert "0843" not in reach_labels(game, "8/3-br")
    play(game, "move 8/3-br")
    assert refusal(game, "to 0843").rule == "5.3-03"


@rule("5.3-03", "6.1-01")
def test_a_leg_unit_that_would_have_to_stop_on_a_friend_does_not_go_there_at_all() -> None:
    corridor = dict.fromkeys(around("0842", 4) - {"0843", "0844", "0845", "0846"}, "sea")
    units = "allied 8/3-br at 0842\nallied 27 at 0844\ngerman 736/716 at 0846"
    free = position("sword", units, setting=open_country(corridor))
    assert reach_labels(free, "8/3-br") == {"0843", "0845"}
    closer = units.replace("german 736/716 at 0846", "german 736/716 at 0845")
    assert reach_labels(position("sword", closer, setting=open_country(corridor)), "8/3-br") == {"0843"}


# -- 5.4 terrain ------------------------------------------------------------------------------------


@rule("5.4-01")
@pytest.mark.parametrize("mobile", [False, True])
def test_a_clear_hex_costs_one_point(mobile: bool) -> None:
    def plain(a: Hex, b: Hex) -> bool:
        return CHART.terrain[b] == {"clear"} and no_way(a, b) and (a, b) not in CHART.rivers

    assert points(find_step(plain, "clear hex"), mobile=mobile) == 1


@rule("5.4-02")
@pytest.mark.parametrize("mobile", [False, True])
def test_of_several_kinds_of_terrain_the_dearest_is_paid(mobile: bool) -> None:
    def mixed(a: Hex, b: Hex) -> bool:
        return CHART.terrain[b] == {"clear", "hill"} and no_way(a, b) and (a, b) not in CHART.rivers

    assert points(find_step(mixed, "hill in the open"), mobile=mobile) == 2
    fields = open_country({"0843": "swamp woods clear"})
    assert fields.battle.step_cost(at("0842"), at("0843"), mobile) / 2 == 3, "a swamp with trees is a swamp"


@rule("5.4-03")
def test_every_other_kind_of_hex_costs_more_than_one_point() -> None:
    for mobile in (False, True):
        for hex_ in members(BATTLE.playable):
            if CHART.terrain[hex_] != {"clear"}:
                assert BATTLE.entry_cost(hex_, mobile) > 2


@rule("5.4-04")
def test_the_terrain_key_has_a_cost_for_every_kind_of_hex_and_hexside_and_the_game_uses_it() -> None:
    key = load_terrain()
    used = set().union(*CHART.terrain)
    assert used <= set(key.hex) and used <= set(TERRAINS)
    assert (key.river, key.road, key.trail) == (1, 0.5, 1)
    dear = open_country({"0843": "woods"}, rivers="0842-0841", like=private(costs={"woods": 4.5}, river=2.5))
    assert dear.battle.step_cost(at("0842"), at("0843"), False) / 2 == 4.5
    assert dear.battle.step_cost(at("0842"), at("0841"), False) / 2 == 3.5
    for name, row in key.hex.items():
        if row.leg is not None and not row.plus:
            here = open_country({"0843": name}).battle
            assert (here.step_cost(at("0842"), at("0843"), False), here.step_cost(at("0842"), at("0843"), True)) == (
                2 * row.leg,
                2 * (row.mobile or 0),
            )


@rule("5.4-05")
@pytest.mark.parametrize("mobile", [False, True])
def test_crossing_a_river_costs_a_point_more_than_the_hex(mobile: bool) -> None:
    for kind, cost in (("clear", 2), ("bocage", 3), ("woods", 3), ("swamp", 4)):

        def over_water(a: Hex, b: Hex, kind: str = kind) -> bool:
            return CHART.terrain[b] == {kind} and no_way(a, b) and (a, b) in CHART.rivers

        assert points(find_step(over_water, f"river before {kind}"), mobile=mobile) == cost


@rule("5.4-06")
@pytest.mark.parametrize("mobile", [False, True])
def test_a_town_is_added_to_the_other_terrain_of_its_hex(mobile: bool) -> None:
    for kind, cost in (("clear", 2), ("bocage", 3)):

        def town(a: Hex, b: Hex, kind: str = kind) -> bool:
            return CHART.terrain[b] == {kind, "town"} and no_way(a, b) and (a, b) not in CHART.rivers

        assert points(find_step(town, f"town in {kind}"), mobile=mobile) == cost


@rule("5.4-E1")
def test_example_a_jungle_of_three_points() -> None:
    fields = open_country({"0843": "jungle"}, like=private(costs={"jungle": 3}))
    game = position("sword", "allied 8/3-br at 0842", setting=fields)
    assert play(game, "move 8/3-br", "to 0843")[-1].facts["cost"] == 2 * 3


@rule("5.4-E2")
def test_example_a_river_and_a_clear_hex() -> None:
    game = position("sword", "allied 8/3-br at 0842", setting=open_country(rivers="0842-0843"))
    moved = play(game, "move 8/3-br", "to 0843")[-1]
    assert moved.facts["path"] == (at("0843"),)
    assert moved.facts["cost"] == 2 * 2


@rule("5.4-E3")
def test_example_a_village_behind_a_river() -> None:
    everywhere = " ".join(f"0843-{label}" for label in sorted(around("0843", 1)))
    fields = open_country({"0843": "clear village"}, rivers=everywhere, like=private(costs={"village": "+1"}))
    game = position("sword", "allied 8/3-br at 0842", setting=fields)
    assert play(game, "move 8/3-br", "to 0843")[-1].facts["cost"] == 2 * 3


# -- 5.4.1 and 5.4.2 roads and trails ---------------------------------------------------------------


@rule("5.4.1-01", "5.4.1-02", "5.4.2-01")
def test_every_road_of_the_map_costs_one_half_and_every_trail_one_whatever_the_terrain() -> None:
    terrain: dict[float, set[str]] = {0.5: set(), 1.0: set()}
    rivers: dict[float, int] = {0.5: 0, 1.0: 0}
    for a, b, rate in ways():
        assert points((a, b)) == points((a, b), mobile=True) == rate
        terrain[rate] |= CHART.terrain[b]
        rivers[rate] += (a, b) in CHART.rivers
    assert terrain[0.5] >= {"bocage", "woods", "swamp", "town", "city"}, "roads lead through all of these"
    assert rivers[0.5], "and over rivers"
    assert terrain[1.0] >= {"bocage", "swamp"}, "and trails through these"


@rule("5.4.1-01")
@pytest.mark.parametrize("unit", ["8/3-br", "27"])
def test_a_road_is_used_only_across_the_hexside_that_it_crosses(unit: str) -> None:
    terrain = {"0843": "woods", "0844": "woods"}
    fields = open_country(terrain, roads="0842-0843 0844-0845", rivers="0843-0844")
    game = position("sword", f"allied {unit} at 0842", setting=fields)
    assert play(game, f"move {unit}", "to 0843")[-1].facts["cost"] == 1
    assert play(game, f"move {unit}", "to 0844")[-1].facts["cost"] == 2 * 3, "both have roads, but not to each other"
    assert play(game, f"move {unit}", "to 0845")[-1].facts["cost"] == 1


@rule("5.4.1-01")
def test_entering_a_road_hex_across_country_costs_its_terrain() -> None:
    fields = open_country({"0843": "woods town"}, roads="0843-0844")
    assert fields.battle.step_cost(at("0842"), at("0843"), False) == 2 * 3
    assert fields.battle.step_cost(at("0844"), at("0843"), False) == 1, "by road a town costs nothing extra"


@rule("5.4.1-01", "6.1-06")
def test_on_a_road_a_mobile_unit_still_pays_for_a_zone_of_control() -> None:
    fields = open_country({"0843": "swamp"}, roads="0842-0843")
    game = position("sword", "allied 27 at 0842\ngerman 736/716 at 0844", setting=fields)
    assert play(game, "move 27", "to 0843")[-1].facts["cost"] == 1 + 2 * 5


@rule("5.4.1-01")
def test_six_points_lead_twelve_hexes_down_a_road() -> None:
    road = [f"08{column}" for column in range(38, 51)]
    woods = dict.fromkeys(GRID.labels(setting_of("sword").battle.playable), "woods")
    pairs = " ".join(f"{a}-{b}" for a, b in pairwise(road))
    game = position("sword", "allied 8/3-br at 0838", setting=open_country(woods, roads=pairs))
    assert set(road[1:]) <= reach_labels(game, "8/3-br")
    play(game, "move 8/3-br", f"to {road[12]}")
    assert orders(game) == ["end"]


@rule("5.4.2-01")
@pytest.mark.parametrize("unit", ["8/3-br", "27"])
def test_a_trail_is_used_only_across_the_hexside_that_it_crosses(unit: str) -> None:
    terrain = {"0843": "swamp", "0844": "swamp", "0845": "swamp town"}
    fields = open_country(terrain, trails="0842-0843 0844-0845", rivers="0842-0843 0843-0844")
    game = position("sword", f"allied {unit} at 0842", setting=fields)
    assert play(game, f"move {unit}", "to 0843")[-1].facts["cost"] == 2
    step = fields.battle.step_cost(at("0843"), at("0844"), False)
    assert step == 2 * 4
    assert fields.battle.step_cost(at("0844"), at("0845"), False) == 2


@rule("5.4.2-01")
def test_where_road_and_trail_meet_each_hexside_has_the_rate_of_what_crosses_it() -> None:
    fields = open_country({"0843": "swamp"}, roads="0841-0842 0842-0843", trails="0842-0942 0842-0843")
    cost = {label: fields.battle.step_cost(at("0842"), at(label), False) / 2 for label in ("0841", "0942", "0843")}
    assert cost == {"0841": 0.5, "0942": 1, "0843": 0.5}


# -- 5.5 Mobile Movement Phase ----------------------------------------------------------------------


THREE = """
    allied 27      at 0842
    allied 4-arm   at 0642
    allied 8/3-br  at 0742
    german 22/21   at 0150
"""


@rule("5.5-01", "4.1-12")
def test_in_the_mobile_movement_phase_the_player_picks_among_his_mobile_units() -> None:
    game = position("sword", THREE, phase="mobile_movement", setting=open_country())
    assert sorted(orders(game)) == ["end", "move 27", "move 4-arm"]
    none = game.copy()
    play(none, "end")
    assert (where(none, "27"), where(none, "4-arm")) == ("0842", "0642")
    play(game, "move 4-arm", "to 0643", "end")
    assert (where(game, "27"), where(game, "4-arm")) == ("0842", "0643")


@rule("5.5-02", "4.1-08", "4.1-12")
def test_a_mobile_unit_that_moved_does_not_move_again_in_the_mobile_movement_phase() -> None:
    game = position("sword", THREE, setting=open_country())
    play(game, "move 27", "to 0843", "end")
    until(game, "Move a unit", phase="Mobile Movement Phase")
    assert game.decision.seat == "allied"
    assert orders(game, "move") == ["4-arm"]
    assert refusal(game, "move 27").rule == "5.5-02"


@rule("5.5-03", "2.3.2-07", "4.1-12")
def test_leg_units_do_not_move_in_the_mobile_movement_phase() -> None:
    game = position("sword", THREE, phase="mobile_movement", setting=open_country())
    assert refusal(game, "move 8/3-br").rule == "5.5-03"
    legs = position("sword", "allied 8/3-br at 0742\ngerman 22/21 at 0150", setting=open_country(), cups=NO_MARKERS)
    play(legs, "end")
    assert legs.decision.seat == "german", "where there are only legs the phase is passed over"


@rule("5.5-04")
def test_mobile_movement_follows_the_same_rules_with_a_full_allowance() -> None:
    units = """
        allied 27      at 1041
        allied 4-arm   at 1040
        german 22/21   at 1043
    """
    fields = open_country(like=private(units={"27": {"movement": 8}}))
    first = position("sword", units, setting=fields)
    second = position("sword", units, phase="mobile_movement", setting=fields)
    play(first, "move 27")
    play(second, "move 27")
    assert orders(first) == orders(second)
    for label, number in (("1043", "5.2-07"), ("1040", "5.3-03"), ("1044", "6.1-06"), ("0150", "5.2-05")):
        assert refusal(first, f"to {label}").rule == refusal(second, f"to {label}").rule == number
    assert kinds(play(second, "to 1141")) == kinds(play(first, "to 1141")) == ["moved"]
