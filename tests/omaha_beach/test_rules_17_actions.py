"""Chapter 17: moves of several hexes, cliffs and bluffs, tanks on roads, and artillery barrages from turn 17 on."""

from __future__ import annotations

import pytest

from bocage.games.omaha_beach.movement import Gait, gaits, reach, walks, why_not_into
from bocage.games.omaha_beach.title import open_scenario
from bocage.games.omaha_beach.words import GRID, unit_number
from bocage.kernel import Event
from tests.omaha_beach.positions import fire_card, german_at, has, is_over, position, state, steps, where
from tests.omaha_beach.test_play import inland
from tests.questions import kinds, orders, play, refusal
from tests.support import rule

COMPANIES = ("E/2/16", "F/2/16", "G/2/16", "I/3/16")


def fact(events: list[Event], kind: str, name: str) -> object:
    """A fact of the first event of a kind."""
    return next(event for event in events if event.kind == kind).facts[name]


# -- actions ------------------------------------------------------------------------------------


@rule("17-01", "15.VI-01", edition="omaha")
@pytest.mark.parametrize(("turn", "actions"), [(16, 2), (17, 3), (32, 3)])
def test_three_actions_from_turn_17_on(turn: int, actions: int) -> None:
    hexes = ("1413", "1107", "1304", "1514")
    game = position("\n".join(f"us {unit} at {h}" for unit, h in zip(COMPANIES, hexes, strict=True)), turn=turn)
    assert f"({actions} actions left)" in game.decision.prompt
    for unit in COMPANIES[:actions]:
        play(game, f"act {unit}")
        play(game, f"to {orders(game, 'to')[0]}")
    assert is_over(game)


# -- infantry and leaders -------------------------------------------------------------------------


@rule("17-02", "17.1-01", edition="omaha")
@pytest.mark.parametrize("unit", ["E/2/16", "A-B/5R"])
def test_infantry_moves_one_hex_or_two(unit: str) -> None:
    text = f"us {unit} at 1314 command 1st"
    before = position(text, turn=16)
    play(before, f"act {unit}")
    assert refusal(before, "to 1513").rule == "7.3-01"
    for there in ("1413", "1513"):
        game = position(text, turn=17)
        play(game, f"act {unit}")
        assert refusal(game, "to 1613").rule == "17.1-01"
        play(game, f"to {there}")
        assert where(game, unit) == there


@rule("17.1-02", "TEC-09", edition="omaha")
def test_bocage_off_the_roads_takes_the_whole_move() -> None:
    game = position("us E/2/16 at 1314", turn=17)
    play(game, "act E/2/16")
    assert "1213" in orders(game, "to")  # bocage, in a move of one hex
    assert refusal(game, "to 1113").rule == "17.1-02"  # through bocage
    assert refusal(game, "to 1415").rule == "17.1-02"  # into bocage
    by_trail = position("us E/2/16 at 1116", turn=17)  # a trail leads through 1115 to 1114
    play(by_trail, "act E/2/16")
    assert "1114" in orders(by_trail, "to") and refusal(by_trail, "to 1014").rule == "17.1-02"


@rule("17.1-02", edition="omaha")
@pytest.mark.parametrize(
    ("german", "open_"),
    [("", True), ("german C5 5/2/916", False), ("german C5 5/2/916 disrupted", True)],
)
def test_heavy_fire_of_undisrupted_germans_takes_the_whole_move(german: str, open_: bool) -> None:
    """1513 is in the intense fire of C5, and 1413 on the way there too."""
    game = position(f"us E/2/16 at 1314\n{german}", turn=17)
    play(game, "act E/2/16")
    assert ("1513" in orders(game, "to")) is open_
    assert "1413" in orders(game, "to")
    if not open_:
        assert refusal(game, "to 1513").rule == "17.1-02"


@rule("17.1-02", edition="omaha")
def test_sporadic_fire_does_not_stop_infantry() -> None:
    """C3 has a sporadic dot in 1113 and an intense one in 1212."""
    game = position("us E/2/16 at 1111\ngerman C3 5/2/916", turn=17)
    play(game, "act E/2/16")
    assert "1113" in orders(game, "to") and refusal(game, "to 1212").rule == "17.1-02"


@rule("17.1-03", "17.11-02", "TEC-20", edition="omaha")
def test_leaders_move_two_hexes_through_anything_they_may_enter() -> None:
    for leader in ("16-HQ", "Wyman"):
        game = position(f"us {leader} at 0814\ngerman WN62N WN", turn=17)
        play(game, f"act {leader}")
        reached = orders(game, "to")
        assert "1014" in reached  # bocage behind bocage
        assert "0916" in reached  # across a bluff
        assert refusal(game, "to 0812").rule == "7.31-01"
        play(game, "to 0916")
        assert where(game, leader) == "0916" and not has(game, leader, "climbing")
    cliff = position("us 116-HQ at 0432", turn=17, first="29th")
    play(cliff, "act 116-HQ")
    assert refusal(cliff, "to 0433").rule == "7.3-01" and refusal(cliff, "to 0534").rule == "17.1-03"
    guarded = position("us 16-HQ at 1309\ngerman A4 1/1/726", turn=17)
    play(guarded, "act 16-HQ")
    assert refusal(guarded, "to 1410").rule == "17.1-03"  # no infiltration without a unit


@rule("17.11-01", "TEC-20", edition="omaha")
def test_a_bluff_costs_the_move_and_no_breath() -> None:
    game = position("us E/2/16 at 0814\nus F/2/16 at 0815", turn=17)
    play(game, "act E/2/16")
    assert refusal(game, "to 0916").rule == "17.11-01"
    play(game, "to 0815", "act F/2/16")
    assert refusal(game, "to 1015").rule in ("17.11-01", "17.1-02")
    play(game, "to 0916")
    assert where(game, "F/2/16") == "0916" and not has(game, "F/2/16", "climbing")


@rule("17.12-01", "TEC-22", edition="omaha")
def test_a_cliff_is_crossed_at_once() -> None:
    game = position("us C/2R at 0432", turn=17, first="29th")
    play(game, "act C/2R")
    assert refusal(game, "climb").rule == "17.12-01"
    assert refusal(game, "to 0534").rule == "17.1-02"  # the climb is all of the move
    play(game, "to 0433")
    assert where(game, "C/2R") == "0433"
    assert has(game, "C/2R", "climbing") and not has(game, "C/2R", "on_cliff")
    later = position("us C/2R at 0433 climb\nus K/3/116 at 1226", turn=18, first="29th")
    assert refusal(later, "act C/2R").rule == "7.4-03"
    play(later, "end")
    assert not has(later, "C/2R", "climbing")
    hanging = position("us C/2R at 0432 cliff", turn=17, first="29th")  # from turn 16
    play(hanging, "act C/2R")
    assert refusal(hanging, "to 0431").rule == refusal(hanging, "to 0430").rule == "7.51-01"
    play(hanging, "to 0433")
    assert has(hanging, "C/2R", "climbing")


# -- tanks ------------------------------------------------------------------------------------------


@rule("17.2-01", "17-02", "TEC-25", edition="omaha")
def test_a_tank_on_a_secondary_road_moves_two_hexes() -> None:
    game = position("us 1/A/743 at 0827", turn=17, first="29th")
    play(game, "act 1/A/743")
    assert {"0828", "0829", "0826", "0825"} <= set(orders(game, "to"))  # 0829 is on the major road
    assert refusal(game, "to 0830").rule == refusal(game, "to 0929").rule == "17.21-01"
    play(game, "to 0829")
    assert where(game, "1/A/743") == "0829"
    before = position("us 1/A/743 at 0827", turn=16, first="29th")
    play(before, "act 1/A/743")
    assert refusal(before, "to 0829").rule == "7.3-01"


@rule("17.2-02", "TEC-25", edition="omaha")
def test_a_tank_on_a_major_road_moves_four_hexes() -> None:
    game = position("us 1/A/743 at 0832", turn=17, first="29th")
    play(game, "act 1/A/743")
    assert {"0831", "0830", "0829", "0929", "0635"} <= set(orders(game, "to"))
    assert refusal(game, "to 0928").rule == "17.21-01"  # the fifth hex
    assert refusal(game, "to 0828").rule == "17.21-01"  # the fourth, by a secondary road
    assert fact(play(game, "to 0929"), "moved", "path") == tuple(map(GRID.at, ("0831", "0830", "0829", "0929")))
    turning = position("us 1/A/743 at 0829", turn=17, first="29th")
    play(turning, "act 1/A/743", "to 0827")  # two hexes, though it starts on a major road
    assert where(turning, "1/A/743") == "0827"


@rule("17.2-03", "6.4-01", edition="omaha")
def test_intense_fire_stops_a_tank_and_steady_fire_does_not() -> None:
    """E2 has intense dots in 0928 and 1027, a steady one in 0929."""
    text = "us 1/A/743 at 0829\n"
    free = position(text, turn=17, first="29th")
    play(free, "act 1/A/743")
    assert {"0929", "0928", "1027", "1026"} <= set(orders(free, "to"))
    game = position(f"{text}german E2 5/2/916", turn=17, first="29th")
    play(game, "act 1/A/743")
    assert "0928" in orders(game, "to") and "1027" not in orders(game, "to")
    assert refusal(game, "to 1027").rule == "17.21-01"
    disrupted = position(f"{text}german E2 5/2/916 disrupted", turn=17, first="29th")
    play(disrupted, "act 1/A/743")
    assert orders(disrupted, "to") == [h for h in orders(free, "to") if h != "1028"]  # where E2 itself is


@rule("17.21-01", edition="omaha")
def test_a_long_move_keeps_to_a_connected_road() -> None:
    """1120 is on a secondary road and 1121 on another; the two do not join between them."""
    game = position("us 1/A/741 at 1119", turn=17)
    play(game, "act 1/A/741")
    assert {"1120", "1219", "1220", "1118"} <= set(orders(game, "to"))
    assert refusal(game, "to 1121").rule == "17.21-01"
    off_road = position("us 1/A/741 at 1413", turn=17)
    play(off_road, "act 1/A/741")
    assert "1513" in orders(off_road, "to") and refusal(off_road, "to 1612").rule == "17.21-01"
    trail = position("us 1/A/741 at 0814", turn=17)
    play(trail, "act 1/A/741")
    assert "0815" in orders(trail, "to") and refusal(trail, "to 0812").rule == "17.21-01"


@rule("17.22-01", "TEC-27", edition="omaha")
def test_mined_roads_are_closed_to_tanks_until_engineers_have_been_there() -> None:
    text = "us 1/A/743 at 0830"
    game = position(text, turn=17, first="29th")
    play(game, "act 1/A/743")
    assert refusal(game, "to 0731").rule == "17.22-01" and refusal(game, "to 0630").rule == "17.21-01"
    trail = position("us 1/A/741 at 0815", turn=17)
    play(trail, "act 1/A/741")
    assert refusal(trail, "to 0816").rule in ("7.3-01", "17.22-01")
    swept = position(text, turn=17, first="29th", bases="20-121:0430:4")  # range 3: 0630 and 0731, and the wall
    play(swept, "act 1/A/743")
    assert {"0731", "0630", "0530", "0529"} <= set(orders(swept, "to"))  # the major road, as if it had no mines
    half = position(text, turn=17, first="29th", bases="20-121:0430:2")  # range 2
    play(half, "act 1/A/743")
    assert refusal(half, "to 0731").rule == "17.22-01"


@rule("17.23-01", edition="omaha")
@pytest.mark.parametrize("unit", ["58AFA", "111FA", "B-D/81C", "Can/116", "AT/116", "3-4/397", "A-B/467"])
def test_guns_move_one_hex(unit: str) -> None:
    game = position(f"us {unit} at 0832", turn=17, first="29th")
    play(game, f"act {unit}")
    assert set(orders(game, "to")) == {"0831", "0833", "0932", "0933", "0732"}
    assert refusal(game, "to 0830").rule == "17.23-01"


# -- infiltration -----------------------------------------------------------------------------------


@rule("17.1-04", edition="omaha")
def test_every_step_past_a_position_draws_a_card() -> None:
    """A4 in 1310 overlooks 1309, 1409 and 1410, all next to it."""
    harmless = fire_card("circle", artillery=0)
    first = fire_card("triangle", single="purple")
    text = "us 1/A/741 at 1309\ngerman A4 1/1/726"
    game = position(text, turn=17, cards=[harmless, harmless])
    events = play(game, "act 1/A/741", "to 1410")
    assert kinds(events).count("infiltration") == 2 and where(game, "1/A/741") == "1410"
    hit = position(text, turn=17, cards=[harmless, first])
    play(hit, "act 1/A/741", "to 1410")
    assert steps(hit, "1/A/741") == 1 and orders(hit) == ["go", "stay"]
    assert where(hit, "1/A/741") == "1409"  # between the two steps
    play(hit, "stay")
    assert where(hit, "1/A/741") == "1409" and has(hit, "1/A/741", "acted")


@rule("17.1-04", edition="omaha")
def test_the_way_without_infiltration_is_taken() -> None:
    """From 1409 to 1410 an HQ or a company goes round A4, by 1510."""
    game = position("us E/2/16 at 1409\nus 16-HQ at 1409\ngerman A4 1/1/726", turn=17)
    events = play(game, "act 16-HQ", "to 1410")
    assert fact(events, "moved", "path") == (GRID.at("1510"), GRID.at("1410")) and "infiltration" not in kinds(events)
    g, unit = state(game), unit_number("E/2/16")
    for to, path in reach(g, unit).items():
        risks = {walk: risk for gait in gaits(g, unit) for walk, risk in walks(g, unit, gait) if walk[-1] == to}
        assert risks[path] == min(risks.values())


@rule("17.1-01", "17.1-02", "17.2-01", "17.23-01", edition="omaha")
@pytest.mark.parametrize("seed", range(3))
def test_long_moves_are_what_is_not_refused(seed: int) -> None:
    g = state(inland(seed)).copy()
    g.turn = 20
    asked = 0
    for unit in range(0, len(g.where), 3):
        if g.on_map(unit) and g.battle.dry(g.turn) >> g.where[unit] & 1:
            there = {h for h in GRID.hexes if why_not_into(g, unit, h) is None}
            assert there == set(reach(g, unit))
            assert {move for move in there if GRID.distance(move, g.where[unit]) == 1} >= {
                path[0] for path, _ in walks(g, unit, Gait())
            }
            asked += 1
    assert asked > 5


@rule("17.1-01", edition="omaha")
def test_a_stack_moves_two_hexes_together() -> None:
    game = position("us E/2/16 at 1314\nus F/2/16 at 1314\nus 62AFA at 1314", turn=17)
    play(game, "act E/2/16", "to 1513")
    assert orders(game) == ["with F/2/16", "alone"]  # the guns cannot follow
    play(game, "with F/2/16")
    assert where(game, "E/2/16") == where(game, "F/2/16") == "1513" and "(2 actions left)" in game.decision.prompt


# -- artillery barrages -----------------------------------------------------------------------------

# C1 in 1113 is seen by infantry in 1012; an HQ in 0911 commands both it and guns in 0812 and 0811.
BATTERY = "us 62AFA at 0912\nus 16-HQ at 1011\nus E/2/16 at 1012\ngerman C1 5/2/916 revealed"


def barrage_of(unit: str, text: str, target: str = "1113", turn: int = 17) -> str:
    """Empty if a unit may barrage a hex, else the rule that keeps it from that."""
    game = position(text, turn=turn)
    play(game, f"act {unit}")
    if f"barrage {target}" in orders(game):
        return ""
    return refusal(game, f"barrage {target}").rule


@rule("17.3-01", "17-02", edition="omaha")
def test_artillery_barrages_from_turn_17_on() -> None:
    assert barrage_of("62AFA", BATTERY) == ""
    assert barrage_of("62AFA", BATTERY, turn=16) == "8-01"
    assert barrage_of("E/2/16", BATTERY) == "8-01"
    assert barrage_of("62AFA", BATTERY.replace("at 0912", "at 1012")) == "17.3-01"  # next to its target
    guns = BATTERY.replace("62AFA at 0912", "7FA at 1010")
    assert barrage_of("7FA", guns) == "" and barrage_of("A-C/81C", guns.replace("7FA", "A-C/81C")) == ""


@rule("17.3-02", edition="omaha")
def test_only_seen_reinforcements_are_barraged() -> None:
    assert barrage_of("62AFA", BATTERY.replace(" revealed", "")) == "8.42-02"
    assert barrage_of("62AFA", BATTERY, "1313") == "8.4-01"  # nobody there
    wn = "us 62AFA at 1010\nus 16-HQ at 1011\nus E/2/16 at 1012\ngerman WN62N WN"
    assert barrage_of("62AFA", wn, "0812") == ""


@rule("17.3-03", edition="omaha")
def test_artillery_needs_an_hq_to_barrage() -> None:
    assert barrage_of("62AFA", BATTERY.replace("16-HQ", "Wyman")) == "17.3-03"
    assert barrage_of("62AFA", BATTERY.replace("16-HQ at 1011", "16-HQ at 1305")) == "17.3-03"
    far = BATTERY.replace("16-HQ at 1011", "16-HQ at 1010 post 2").replace("0912", "1008")
    assert barrage_of("62AFA", far) == ""  # a command post will do, from two hexes away
    assert barrage_of("62AFA", far.replace(" post 2", "")) == "17.3-03"


@rule("17.3-04", edition="omaha")
def test_somebody_must_observe() -> None:
    blind = BATTERY.replace("62AFA at 0912", "62AFA at 1010").replace("us E/2/16 at 1012\n", "")
    assert barrage_of("62AFA", blind) == "17.3-04"
    assert barrage_of("62AFA", BATTERY.replace("us E/2/16 at 1012\n", "")) == ""  # 0912 is in the field of fire
    assert barrage_of("62AFA", BATTERY.replace("0912", "1010")) == ""  # the infantry sees
    disrupted = BATTERY.replace("0912", "1010").replace("at 1012", "at 1012 disrupted")
    assert barrage_of("62AFA", disrupted) == "17.3-04"


@rule("17.3-05", edition="omaha")
def test_observer_and_guns_share_an_hq() -> None:
    apart = BATTERY.replace("62AFA at 0912", "62AFA at 1010").replace("E/2/16 at 1012", "E/2/16 at 1212")
    assert barrage_of("62AFA", apart) == "17.3-05"
    other = f"{apart}\nus 18-HQ at 1211"
    assert barrage_of("62AFA", other) == "17.3-05"  # one HQ each is not enough


@rule("17.3-06", "17.3-04", "6.4-01", edition="omaha")
@pytest.mark.parametrize(("mark", "refused"), [("", "17.3-06"), (" disrupted", "")])
def test_guns_without_armor_keep_out_of_german_fire(mark: str, refused: str) -> None:
    """A disrupted unit has no field of fire to keep out of, but its dots still show from where it is seen."""
    text = BATTERY.replace("revealed", f"revealed{mark}")
    assert barrage_of("62AFA", text) == ""
    assert barrage_of("7FA", text.replace("62AFA", "7FA")) == refused
    assert barrage_of("7FA", text.replace("62AFA at 0912", "7FA at 1010")) == ""


@rule("17.3-07", edition="omaha")
def test_guns_below_do_not_reach_all_of_the_high_ground() -> None:
    below = BATTERY.replace("at 0912", "at 0911")  # in the draw; C1 has no dot on the beach
    assert barrage_of("62AFA", below) == "8.12-01"
    assert barrage_of("62AFA", below.replace("at 0911", "at 1010")) == ""


@rule("17.3-08", edition="omaha")
def test_a_card_decides_an_artillery_barrage() -> None:
    both = fire_card("circle", single="brown")
    text = BATTERY.replace("revealed", 'revealed depth "building"')
    game = position(text, turn=17, cards=[both])
    play(game, "act 62AFA")
    order = next(order for order in game.decision.orders if order.verb == "barrage")
    preview = open_scenario("first_waves").preview(game.state, order)
    assert preview is not None and preview.rule == "8.4" and preview.attack == 9
    assert abs(sum(preview.results.values()) - 1) < 1e-9
    events = play(game, "barrage 1113")
    assert fact(events, "barrage", "match") == "both"
    assert german_at(game, "C1") == "5/2/916, disrupted"  # the depth marker is gone
    play(game, "act E/2/16")
    assert refusal(game, "attack 1113").rule == "8.41-03"
