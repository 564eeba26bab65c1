"""Bombardment by ships and bombers, carpet bombing, coastal batteries (6.2, 6.2.a, 9.3, 9.4)."""

from __future__ import annotations

import pytest

from bocage.games.bloody_summer import air
from bocage.games.bloody_summer.air import AVAILABLE, AWAY, FINISHED
from bocage.games.bloody_summer.bombardment import CoastalFire, Preliminary, Strike, modifier_of, points_of
from bocage.games.bloody_summer.campaign import ALLIED
from bocage.games.bloody_summer.content import load_content
from bocage.games.bloody_summer.fight import Fight, column_shifts
from bocage.games.bloody_summer.pieces import AIR_IDS, NAVAL_IDS, piece_number
from bocage.games.bloody_summer.places import GRID
from bocage.games.bloody_summer.sentences import sentence
from bocage.games.bloody_summer.state import State
from bocage.games.bloody_summer.terms import TaskForce
from bocage.kernel import Game
from bocage.table.bloody_summer.log import LOG
from tests.bloody_summer.fights import BIG_RED_ONE, attack, bombard, fight, level, shifts_in, steps
from tests.bloody_summer.positions import begin, position, state, where
from tests.questions import kinds, orders, play, refusal
from tests.support import rule

THREE = ("1-Inf/16", "1-Inf/18", "1-Inf/26")
TARGET = BIG_RED_ONE + "german 84-Inf at 1306"
# Omaha a few days after the landing.
COAST = (
    "allied HQ-VII at 0714\nmarker allied 0714 1\nallied 1-Inf/16 at 0813\nallied 1-Inf/18 at 0813\n"
    "german 84-Inf at 0912\ngerman 711-Inf at 0912\n"
)


def affected(game: Game, place: str) -> int:
    """How affected a stack is."""
    return state(game).affected.get(GRID.at(place), 0)


def mission(game: Game, name: str) -> int:
    """Where an air counter is."""
    return state(game).air[AIR_IDS.index(name)]


@rule("6.2-01", "6.2-08", "6.2-09", "6.2-11", "9.3-03", edition="bloody_summer")
def test_medium_bombers_affect_the_whole_stack_and_are_finished() -> None:
    game = fight(TARGET + "\ngerman 716-Inf/726 at 1306", dice=[4, 2], air="9-AF-B-26")
    attack(game, "1306", *THREE)
    assert orders(game) == ["bombard 1306", "pass"]
    events = bombard(game, "1306", "fly 9-AF-B-26", "fire")
    assert "bombarded" in kinds(events)
    assert affected(game, "1306") == 1, "two points, a 4 and 1 for medium bombers: A1"
    assert mission(game, "9-AF-B-26") == FINISHED
    assert shifts_in(play(game, "pass"))["defender affected"] == 1


@rule("6.2-01", edition="bloody_summer")
def test_the_allied_player_need_not_bombard() -> None:
    game = fight(TARGET, dice=[2], air="9-AF-B-26")
    attack(game, "1306", *THREE)
    events = play(game, "pass", "pass")
    assert "bombarded" not in kinds(events)
    assert mission(game, "9-AF-B-26") == AVAILABLE


@rule("6.2-01", "9.3-02", edition="bloody_summer")
def test_german_attackers_can_be_bombarded_stack_by_stack() -> None:
    text = (
        "german HQ-I-SS-Pz at 1406\nmarker german 1406 1\ngerman 12-SS/25 at 1306\ngerman 1-SS/1 at 1307\n"
        "allied 1-Inf/16 at 1207\n"
    )
    game = fight(text, "HQ-I-SS-Pz", active="german", air="9-AF-B-26 9-AF-A-20", dice=[5, 1])
    attack(game, "1207", "12-SS/25", "1-SS/1")
    assert (game.decision.seat, orders(game, "bombard")) == ("us", ["1306", "1307"])
    bombard(game, "1306", "fly 9-AF-B-26", "fire")
    assert (affected(game, "1306"), affected(game, "1307")) == (1, 0)
    assert orders(game, "bombard") == ["1307"]


@rule("6.2-02", edition="bloody_summer")
def test_a_hex_suffers_one_bombardment_of_each_type_in_a_combat_phase() -> None:
    ships = {"WTF-battle-cruisers": 2}
    game = fight(COAST, dice=[1, 1, 1], air="9-AF-B-26 9-AF-A-20", ships=ships)
    attack(game, "0912", "1-Inf/16", "1-Inf/18")
    play(game, "bombard 0912", "sail WTF-battle-cruisers", "spend 1", "bombard 0912")
    assert refusal(game, "sail WTF-battle-cruisers").rule == "6.2-02"
    play(game, "fly 9-AF-B-26", "fire")
    assert "bombard 0912" not in orders(game)


@rule("6.2-03", edition="bloody_summer")
def test_ships_and_aircraft_are_never_added_together_but_ships_are() -> None:
    ships = {"WTF-battle-cruisers": 1, "WTF-destroyers": 2}
    game = fight(COAST, dice=[6], air="9-AF-B-26", ships=ships)
    attack(game, "0912", "1-Inf/16", "1-Inf/18")
    bombard(game, "0912", "sail WTF-battle-cruisers")
    assert refusal(game, "fly 9-AF-B-26").rule == "6.2-03"
    events = play(game, "sail WTF-destroyers", "spend 2")
    (told,) = (event for event in events if event.kind == "bombarded")
    assert told.result is not None and told.result.attack == 3
    assert state(game).naval[NAVAL_IDS.index("WTF-destroyers")] == 0
    assert state(game).naval[NAVAL_IDS.index("WTF-battle-cruisers")] == 0


@rule("6.2-05", edition="bloody_summer")
def test_destroyers_reach_two_hexes_from_their_coast_and_cruisers_three() -> None:
    ground = load_content().ground
    for coast, first, last in (("western", "0219", "0713"), ("eastern", "0712", "0502")):
        stretch = ground.coast[TaskForce(coast)]
        assert stretch >> GRID.at(first) & 1 and stretch >> GRID.at(last) & 1
    assert not ground.coast[TaskForce.WESTERN] >> GRID.at("0712") & 1
    ships = {"WTF-battle-cruisers": 1, "WTF-destroyers": 1}
    text = "allied HQ-VII at 0814\nmarker allied 0814 1\nallied 1-Inf/16 at 0914\ngerman 84-Inf at 1014\n"
    game = fight(text, ships=ships, air="9-AF-B-26")
    attack(game, "1014")
    play(game, "bombard 1014")
    assert orders(game, "sail") == ["WTF-battle-cruisers"]
    assert refusal(game, "sail WTF-destroyers").rule == "6.2-05"


@rule("6.2-06", "6.2-07", edition="bloody_summer")
def test_task_forces_support_their_own_nation() -> None:
    ships = {"ETF-battle-cruisers": 1, "WTF-battle-cruisers": 1}
    bombers = "9-AF-B-26 2-TAC-Mitchell"
    game = fight(COAST, ships=ships, air=bombers)
    attack(game, "0912", "1-Inf/16", "1-Inf/18")
    play(game, "bombard 0912")
    assert refusal(game, "sail ETF-battle-cruisers").rule == "6.2-07"
    british = "allied HQ-XXX at 0711\nmarker allied 0711 1\nallied 50-Inf/69 at 0811\ngerman 84-Inf at 0911\n"
    game = fight(british, "HQ-XXX", ships=ships, air=bombers)
    attack(game, "0911")
    play(game, "bombard 0911")
    assert (game.decision.seat, orders(game, "sail")) == ("british", ["ETF-battle-cruisers"])
    assert refusal(game, "sail WTF-battle-cruisers").rule == "6.2-06"


@rule("6.2-12", edition="bloody_summer")
def test_there_is_no_bombardment_in_a_storm() -> None:
    game = fight(COAST, storm=True, ships={"WTF-battle-cruisers": 1}, dice=[1])
    events = attack(game, "0912", "1-Inf/16", "1-Inf/18")
    assert orders(game, "bombard") == []
    assert "bombarded" not in kinds(events)


@rule("9.3-04", "9.3-05", edition="bloody_summer")
@pytest.mark.parametrize(
    ("names", "modifier"),
    [
        ("9-AF-B-26", 1),
        ("9-AF-A-20", 0),
        ("9-AF-B-26 9-AF-A-20", 1),
        ("8-AF-1 9-AF-B-26", 0),
    ],
)
def test_half_of_medium_bombers_improves_the_die(names: str, modifier: int) -> None:
    g = position(text=TARGET)
    strike = Strike(bombers=tuple(AIR_IDS.index(name) for name in names.split()))
    assert modifier_of(g, strike, GRID.at("1306")) == modifier


@rule("0.1.2.d-07", edition="bloody_summer")
def test_fixed_troops_and_fortified_lines_make_it_worse() -> None:
    g = position("campaign", "german Battery-Maisy at 0616\ngerman Festung-Cherbourg at 0223")
    assert modifier_of(g, Strike(ships=((0, 1),)), GRID.at("0616")) == -1
    assert modifier_of(g, Strike(ships=((0, 1),)), GRID.at("0223")) == -2
    line = position("campaign", "german 709-Inf/919 at 0222\ngerman 709-Inf/729 at 0322")
    assert modifier_of(line, Strike(ships=((0, 1),)), GRID.at("0222")) == -1, "also without a Festung"
    assert modifier_of(line, Strike(ships=((0, 1),)), GRID.at("0322")) == 0, "before the line, not behind it"


def test_each_change_of_the_die_is_told_with_its_cause_also_where_they_cancel() -> None:
    game = fight(TARGET + "\ngerman Battery-Maisy at 1306", dice=[3, 2], air="9-AF-B-26")
    attack(game, "1306", *THREE)
    (told, *_) = (event for event in bombard(game, "1306", "fly 9-AF-B-26", "fire") if event.kind == "bombarded")
    words = "die 3 +1 (medium bombers) −1 (battery or garrison) = 3, no effect (2 points need a sum of 4 for"
    assert words in sentence(told)
    assert LOG.shifts(told) == (("medium bombers (die)", 1), ("battery or garrison (die)", -1))


# -- carpet bombing -------------------------------------------------------------------------------


@rule("9.4-01", "9.4-02", "9.4-07", "9.4-E1", edition="bloody_summer")
def test_heavy_bombers_join_medium_ones_and_cost_points() -> None:
    game = fight(TARGET, dice=[1, 1], air="8-AF-1 8-AF-2 9-AF-B-26")
    attack(game, "1306", *THREE)
    (told,) = (
        event
        for event in bombard(game, "1306", "fly 8-AF-1", "fly 8-AF-2", "fly 9-AF-B-26", "fire")
        if event.kind == "bombarded"
    )
    assert told.result is not None and told.result.attack == 8
    assert state(game).points == -4
    assert mission(game, "8-AF-1") == AWAY
    assert state(game).air_place[AIR_IDS.index("8-AF-1")] == 10


@rule("9.4-05", edition="bloody_summer")
def test_one_carpet_bombing_a_turn_for_each_nation() -> None:
    text = TARGET + "\ngerman 711-Inf at 1307"
    game = fight(text, dice=[1, 1, 1], air="8-AF-1 8-AF-2 9-AF-B-26 9-AF-A-20")
    attack(game, "1306", "1-Inf/16", "1-Inf/18")
    play(game, "bombard 1306", "fly 8-AF-1", "fire", "pass", "lose 1-Inf/16")
    play(game, "attack 1307", "bombard 1307")
    assert refusal(game, "fly 8-AF-2").rule == "9.4-05"
    assert orders(game, "fly") == ["9-AF-B-26", "9-AF-A-20"]
    air.end_turn(state(game))
    assert state(game).carpets == 0, "the next turn has its own"


@rule("9.4-06", "9.4-11", edition="bloody_summer")
def test_a_carpet_may_be_split_over_two_hexes_with_half_the_strength() -> None:
    game = fight(TARGET + "\ngerman 711-Inf at 1307", dice=[6, 6], air="8-AF-1 9-AF-B-26")
    attack(game, "1306", "1-Inf/16")
    bombard(game, "1306", "fly 9-AF-B-26")
    assert refusal(game, "split 1307").rule == "9.4-06", "only with heavy bombers"
    play(game, "fly 8-AF-1")
    assert refusal(game, "split 1406").rule == "9.4-06", "nobody is there"
    told = [event for event in play(game, "split 1307") if event.kind == "bombarded"]
    assert [event.result.attack for event in told if event.result] == [2, 2], "five points, halved and rounded down"
    assert (affected(game, "1306"), affected(game, "1307")) == (1, 1)


@rule("9.4-09", "9.4-10", "9.4-E1", edition="bloody_summer")
def test_heavy_bombers_leave_rubble_in_towns() -> None:
    text = "allied HQ-VII at 1406\nmarker allied 1406 1\nallied 1-Inf/16 at 1505\ngerman 84-Inf at 1506\n"
    game = fight(text, dice=[1], air="8-AF-1 8-AF-2")
    attack(game, "1506")
    bombard(game, "1506", "fly 8-AF-1", "fly 8-AF-2", "fire")
    assert state(game).rubble[GRID.at("1506")] == 4


def test_half_the_points_of_a_split_carpet() -> None:
    g = position(text=TARGET)
    heavy = tuple(AIR_IDS.index(name) for name in ("8-AF-1", "8-AF-2"))
    assert (points_of(g, Strike(bombers=heavy)), points_of(g, Strike(bombers=heavy, second=0))) == (6, 3)


@rule("9.4-03", "9.4-04", "10.A.1-04", "10.A.1-05", edition="bloody_summer")
def test_on_d_day_heavy_bombers_attack_beaches_and_batteries_for_nothing() -> None:
    text = "german WN-Vierville at 0714\ngerman Battery-Maisy at 0616\ngerman 84-Inf at 0914\n"
    ships = {"WTF-battle-cruisers": 1}
    game = fight(
        text, scenario="campaign", turn=0, air="8-AF-1 8-AF-2", ships=ships, dice=[3, 3, 3], procedure=Preliminary()
    )
    assert orders(game, "bombard") == ["0616", "0714"]
    bombard(game, "0714", "fly 8-AF-1", "fire")
    bombard(game, "0616", "fly 8-AF-2", "fire")
    bombard(game, "0714", "sail WTF-battle-cruisers", "fire")
    assert state(game).points == 0
    assert mission(game, "8-AF-2") == AWAY


@rule("9.4-03", edition="bloody_summer")
def test_on_d_day_heavy_bombers_leave_the_troops_alone() -> None:
    text = "allied HQ-V at 0713\nallied 1-Inf/16 at 0813\ngerman 84-Inf at 0912\n"
    game = fight(text, "HQ-V", scenario="campaign", turn=0, part="B", air="8-AF-1 9-AF-B-26 9-AF-A-20")
    attack(game, "0912")
    play(game, "bombard 0912")
    assert refusal(game, "fly 8-AF-1").rule == "9.4-03"


# -- coastal batteries ----------------------------------------------------------------------------

UTAH = (
    "allied 4-Inf/8 at 0617\nallied 70-Tk at 0617\ngerman Battery-Crisbecq at 0419\ngerman Battery-Azeville at 0519\n"
    "german Battery-Longues at 0712\n"
)


def landing(text: str = UTAH, *, dice: list[int], **more: bool) -> Game:
    """The 8th Infantry has landed at Utah."""
    g = position("campaign", text, turn=0, dice=dice)
    for name, value in more.items():
        setattr(g, name, value)
    return begin(g, CoastalFire(piece_number("4-Inf/8")))


@rule("6.2.a-01", "6.2.a-04", "6.2.a-05", edition="bloody_summer")
def test_batteries_in_range_fire_once_at_one_unit_that_lands() -> None:
    game = landing(dice=[4])
    assert (game.decision.seat, orders(game)) == ("german", ["fire", "pass"])
    (told,) = (event for event in play(game, "fire") if event.kind == "coastal_fire")
    assert told.result is not None and told.result.attack == 2, "Longues does not reach Utah"
    g = state(game)
    assert g.struck == {piece_number("4-Inf/8"): 1}
    shifts = column_shifts(g, Fight("landing", ALLIED, GRID.at("0617"), (piece_number("70-Tk"),)))
    assert "attacker affected" not in dict(shifts), "the tanks in the hex have suffered nothing"
    shifts = column_shifts(g, Fight("landing", ALLIED, GRID.at("0617"), (piece_number("4-Inf/8"),)))
    assert dict(shifts)["attacker affected"] == -1
    again = begin(g, CoastalFire(piece_number("70-Tk")))
    assert orders(again, "fire") == [] and "fire" not in orders(again), "once a phase"


@rule("6.5-09", "6.2.a-05", edition="bloody_summer")
def test_a_unit_hit_again_and_again_is_disorganised() -> None:
    g = position("campaign", UTAH, turn=0, dice=[6])
    g.struck[piece_number("4-Inf/8")] = 2
    game = begin(g, CoastalFire(piece_number("4-Inf/8")))
    play(game, "fire")
    assert (level(game, "4-Inf/8"), level(game, "70-Tk")) == (1, 0)


@rule("6.2.a-01", edition="bloody_summer")
def test_the_german_may_wait() -> None:
    game = landing(dice=[])
    play(game, "pass")
    assert not state(game).battery_fired


@rule("6.2.a-02", edition="bloody_summer")
@pytest.mark.parametrize("why", ["disorganised", "stunned", "confusion"])
def test_a_battery_that_is_shaken_does_not_fire(why: str) -> None:
    text = UTAH.replace("german Battery-Azeville at 0519\n", "")
    if why == "confusion":
        text += "allied 101-Abn/502 at 0419\n"
    text = text.replace(
        "Crisbecq at", {"disorganised": "Crisbecq D1 at", "stunned": "Crisbecq A1 at"}.get(why, "Crisbecq at")
    )
    assert "fire" not in orders(landing(text, dice=[]))


@rule("6.2.a-06", edition="bloody_summer")
def test_a_battery_has_a_step_and_no_zone_and_is_lost_for_good() -> None:
    g: State = position("campaign", "german Battery-Maisy at 0616")
    battery = piece_number("Battery-Maisy")
    assert (g.steps_of(battery), g.zone[1], g.defence_of(battery)) == (1, 0, 1)
    g.deplete(battery, "")
    assert g.where[battery] == -2


@rule("6.5-09", "6.5-E2", edition="bloody_summer")
def test_beyond_a2_every_unit_is_disorganised() -> None:
    text = BIG_RED_ONE + "german 84-Inf D2 A2 at 1306\ngerman 711-Inf at 1306\n"
    game = fight(text, dice=[4, 1], air="9-AF-B-26")
    attack(game, "1306", *THREE)
    bombard(game, "1306", "fly 9-AF-B-26", "fire")
    assert affected(game, "1306") == 2
    assert (level(game, "84-Inf"), steps(game, "84-Inf"), level(game, "711-Inf")) == (2, 1, 1)


@rule("6.5-08", "6.5-07", edition="bloody_summer")
def test_affected_levels_add_up() -> None:
    game = fight(COAST, dice=[6, 5, 1], air="9-AF-B-26", ships={"WTF-battle-cruisers": 1})
    attack(game, "0912", "1-Inf/16", "1-Inf/18")
    bombard(game, "0912", "sail WTF-battle-cruisers", "fire")
    assert affected(game, "0912") == 1
    bombard(game, "0912", "fly 9-AF-B-26", "fire")
    assert affected(game, "0912") == 2
    assert (level(game, "84-Inf"), level(game, "711-Inf")) == (0, 0)


@rule("6.5-07", edition="bloody_summer")
def test_the_marker_is_on_the_stack_and_not_on_the_hex() -> None:
    g = position(text="german 84-Inf A1 at 1306\ngerman 711-Inf at 1306\ngerman 353-Inf at 1406\n")
    g.put(piece_number("84-Inf"), GRID.at("1407"))
    assert g.affected == {GRID.at("1306"): 1}, "the other is still under it"
    g.put(piece_number("711-Inf"), GRID.at("1407"))
    g.put(piece_number("353-Inf"), GRID.at("1306"))
    assert g.affected == {}, "who comes later was not bombarded"


@rule("6.11-07", edition="bloody_summer")
def test_a_hex_in_confusion_is_not_bombed() -> None:
    text = BIG_RED_ONE + "german 84-Inf at 1306\nallied 82-Abn/505 at 1306\n"
    game = fight(text, dice=[1], air="9-AF-B-26 9-AF-1")
    events = attack(game, "1306", "82-Abn/505")
    assert not orders(game, "bombard") and not orders(game, "fly")
    assert "bombarded" not in kinds(events)
    assert where(game, "82-Abn/505") == "1306"


@rule("9.3-02", edition="bloody_summer")
def test_bombers_of_the_other_nation_do_not_come() -> None:
    game = fight(TARGET, air="9-AF-B-26 9-AF-A-20 2-TAC-Mitchell")
    attack(game, "1306", *THREE)
    play(game, "bombard 1306")
    assert orders(game, "fly") == ["9-AF-B-26", "9-AF-A-20"]
    assert refusal(game, "fly 2-TAC-Mitchell").rule == "9.3-02"
