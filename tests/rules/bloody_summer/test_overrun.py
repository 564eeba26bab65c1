"""Overruns (4.3) and special operations (4.4)."""

from __future__ import annotations

import pytest

from bocage.games.bloody_summer.campaign import ALLIED, GERMAN, SIDE_NAMES
from bocage.games.bloody_summer.movement import MovementPhase
from bocage.games.bloody_summer.pieces import AIR_IDS, piece_number
from bocage.games.bloody_summer.places import GRID
from bocage.kernel import Game
from tests.bloody_summer.positions import Side, begin, has, position, state, where
from tests.questions import kinds, orders, play, refusal
from tests.support import rule

# British armour south of Caen before a lone battalion on the plain.
PANZERS = """
    allied 4-Arm-Bde at 1308
    allied 33-Arm-Bde at 1308
    german {} at 1306
"""


def moving(side: Side, text: str, **more: object) -> Game:
    """A game in a side's movement phase."""
    g = position("operation_cobra", text, active=side, **more)  # type: ignore[arg-type]
    return begin(g, MovementPhase(SIDE_NAMES.index(side)))


def finish(game: Game, *answers: str) -> None:
    """Play answers where they are legal, and the first order elsewhere, until the stack moves again or the phase."""
    while type(state(game).stack[-1]).__name__ != "MovementPhase":
        legal = orders(game)
        play(game, next((answer for answer in answers if answer in legal), legal[-1]))


def overrunning(defender: str, die: int, **more: object) -> Game:
    """Two armoured brigades overrun a defender with a die."""
    game = moving("allied", PANZERS.format(defender), dice=[die], **more)
    play(game, "march 1308", "overrun 1306")
    finish(game)
    return game


@rule("4.3-01", "0.1.2.c-03", edition="bloody_summer")
def test_only_a_stack_of_armour_overruns() -> None:
    game = moving("allied", "allied 4-Arm-Bde at 1307\nallied 2-Can-Inf/4 at 1307\ngerman 16-Lw at 1306")
    play(game, "march 1307")
    assert orders(game, "overrun") == []
    assert refusal(game, "overrun 1306").rule == "4.3-01"
    play(game, "leave 2-Can-Inf/4")
    assert orders(game, "overrun") == ["1306"]
    assert refusal(game, "overrun 1206").rule == "4.3-01"


@rule("4.3-02", edition="bloody_summer")
def test_an_overrun_costs_three_points_more_than_the_hex() -> None:
    # From 1307 into clear ground: 2 for the hex, 3 for the overrun, 1 for leaving the zone of control: 6 of 8.
    near = moving("german", "german s.Pz-503 at 1307\nallied 2-Can-Inf/4 at 1306")
    play(near, "move s.Pz-503")
    assert orders(near, "overrun") == ["1306"]
    # From 1308 it takes 4 more for the river and the hex between.
    far = moving("german", "german s.Pz-503 at 1308\nallied 2-Can-Inf/4 at 1306")
    play(far, "move s.Pz-503")
    assert orders(far, "overrun") == [] and refusal(far, "overrun 1306").rule == "4.3-02"


def test_a_stack_that_can_only_overrun_is_not_asked_for_a_place(monkeypatch: pytest.MonkeyPatch) -> None:
    game = moving("german", "german s.Pz-503 at 1307\nallied 2-Can-Inf/4 at 1306")
    monkeypatch.setattr(MovementPhase, "destinations", lambda *_: 0)
    play(game, "move s.Pz-503")
    assert orders(game) == ["overrun 1306"] and game.decision.prompt == "Move s.Pz-503, which can only overrun?"


@rule("4.3-04", "3-05", "4.3-05", "4.3-07", "4.3-08", "4.3-09", edition="bloody_summer")
def test_an_overrun_is_fought_at_once_by_those_who_make_it_in_spite_of_zones_and_costs_no_marker() -> None:
    text = f"{PANZERS.format('s.Pz-503')}\nallied 7-Arm/22 at 1307\nallied HQ-I at 1309\nmarker allied 1309 1"
    game = moving("allied", text, dice=[6])
    play(game, "march 1308")
    events = play(game, "overrun 1306")
    while "combat" not in kinds(events):
        events = play(game, orders(game)[-1])
    (fight,) = [event for event in events if event.kind == "combat"]
    assert set(fight.numbers("attackers")) == {piece_number("4-Arm-Bde"), piece_number("33-Arm-Bde")}
    assert state(game).markers_at(ALLIED, GRID.at("1309")) == 1
    assert not state(game).attacked  # it counts as movement: they may attack in the combat phase


@rule("4.3-10", "4.3-11", edition="bloody_summer")
def test_a_stack_that_is_through_goes_on_with_what_it_has_left() -> None:
    game = overrunning("s.Pz-503", 6)
    assert where(game, "s.Pz-503") != "1306"
    assert where(game, "4-Arm-Bde") == where(game, "33-Arm-Bde") == "1306"
    assert "march 1306" in orders(game)
    play(game, "march 1306")
    assert orders(game, "to")


@rule("4.3-14", "4.3-10", edition="bloody_summer")
def test_a_stack_that_fails_stays_where_it_came_from_one_level_more_disorganised_and_moves_no_more() -> None:
    game = moving("allied", PANZERS.format("272-Inf"), dice=[4])
    play(game, "march 1308")
    events = play(game, "overrun 1306")
    (fight,) = [event for event in events if event.kind == "combat"]
    assert fight.result is not None and fight.result.outcome == ("a1 / D1",)  # no level for the attacker
    finish(game)
    assert where(game, "272-Inf") == "1306"
    beside = {GRID.label(hex_) for hex_ in GRID.neighbours[GRID.at("1306")]}
    assert {where(game, unit) for unit in ("4-Arm-Bde", "33-Arm-Bde")} <= beside
    assert [state(game).level[piece_number(unit)] for unit in ("4-Arm-Bde", "33-Arm-Bde")] == [1, 1]
    assert orders(game, "move") == [] and orders(game, "march") == []


@rule("4.3-15", edition="bloody_summer")
def test_a_lone_headquarters_is_eliminated_without_a_fight() -> None:
    game = moving("allied", "allied 4-Arm-Bde at 1307\ngerman HQ-I-SS-Pz at 1306\nmarker german 1306 1")
    play(game, "move 4-Arm-Bde")
    events = play(game, "overrun 1306")
    assert "combat" not in kinds(events)
    assert where(game, "HQ-I-SS-Pz") == "waiting" and where(game, "4-Arm-Bde") == "1306"


@rule("4.3-16", "1.1.1.2-11", "5.4-06", edition="bloody_summer")
def test_unescorted_markers_belong_to_who_enters_their_hex_at_no_cost() -> None:
    text = "allied 2-Can-Inf/4 at 1307\nmarker german 1306 2"
    game = moving("allied", text)
    (moved,) = [event for event in play(game, "move 2-Can-Inf/4", "to 1206") if event.kind == "moved"]
    g = state(game)
    assert g.markers_at(GERMAN, GRID.at("1306")) + g.markers_at(ALLIED, GRID.at("1306")) == 2
    game = moving("allied", text)
    play(game, "move 2-Can-Inf/4", "to 1306")
    g = state(game)
    assert (g.markers_at(GERMAN, GRID.at("1306")), g.markers_at(ALLIED, GRID.at("1306"))) == (0, 2)
    guarded = moving("german", "german 12-SS/25 at 1307\nallied HQ-I at 1306\nmarker allied 1306 1")
    play(guarded, "move 12-SS/25")
    assert refusal(guarded, "to 1306").rule == "4.1.1-06"
    assert moved.number("cost") > 0


@rule("4.3-17", "4.3-06", "9.1-05", edition="bloody_summer")
@pytest.mark.parametrize(
    ("unit", "turn", "flies"), [("3-Arm/CCA", 7, True), ("3-Arm/CCA", 6, False), ("4-Arm-Bde", 7, False)]
)
def test_an_overrun_has_no_support_but_from_us_fighters_from_turn_7(unit: str, turn: int, flies: bool) -> None:
    from bocage.games.bloody_summer.air import AVAILABLE

    corps = "allied HQ-VII at 1309\nallied HQ-I at 1308\ngerman HQ-I-SS-Pz at 1306"
    text = f"allied {unit} at 1307\ngerman s.Pz-503 at 1306\n{corps}"
    g = position("operation_cobra", text, turn=turn, dice=[3])
    g.air = [AVAILABLE] * len(AIR_IDS)
    g.naval = [9] * len(g.naval)
    game = begin(g, MovementPhase(ALLIED))
    if f"move {unit}" not in orders(game):
        play(game, "end")  # the US army moves first
    play(game, f"move {unit}", "overrun 1306")
    asked = set()
    while type(state(game).stack[-1]).__name__ != "MovementPhase":
        asked |= {order.split()[0] for order in orders(game)}
        play(game, "pass" if "pass" in orders(game) else orders(game)[-1])
    assert ("fly" in asked) is flies
    assert not asked & {"support", "sail", "bombard"}


# -- special operations ------------------------------------------------------------------------------


@rule("4.4-01", "4.4-04", "4.4-05", "4.4-07", edition="bloody_summer")
@pytest.mark.parametrize(("die", "place"), [(1, "1306"), (6, "1307")])
def test_commandos_infiltrate_among_the_enemy_by_a_die_and_move_no_more(die: int, place: str) -> None:
    game = moving("allied", "allied 1SS at 1307\nallied 34-Arm-Bde at 1308\ngerman 16-Lw at 1306", dice=[die])
    assert orders(game, "operate") == ["1SS"]
    play(game, "operate 1SS")  # into the only hex that there is
    assert where(game, "1SS") == place
    assert state(game).in_confusion(GRID.at("1306")) is (die == 1)
    assert not has(state(game).attacked, "1SS")  # the fight is one of the combat phase
    assert refusal(game, "move 1SS").rule == "4.1.1-02"
    assert refusal(game, "operate 34-Arm-Bde").rule == "4.4-01"


@rule("4.4-01", "4.4-07", edition="bloody_summer")
def test_of_several_hexes_the_owner_of_commandos_chooses() -> None:
    game = moving("allied", "allied 1SS at 1307\ngerman 16-Lw at 1306\ngerman 84-Inf at 1207", dice=[1])
    play(game, "operate 1SS")
    assert orders(game, "infiltrate") == ["1207", "1306"]
    play(game, "infiltrate 1207")
    assert where(game, "1SS") == "1207"


@rule("4.4-01", edition="bloody_summer")
def test_a_disorganised_unit_does_not_infiltrate() -> None:
    game = moving("allied", "allied 1SS D1 at 1307\ngerman 16-Lw at 1306")
    assert refusal(game, "operate 1SS").rule == "4.4-01"


@rule("4.4-02", edition="bloody_summer")
def test_special_forces_cross_an_estuary() -> None:
    game = moving("allied", "allied 2-Ranger at 0617", dice=[1])
    play(game, "operate 2-Ranger")
    assert "0616" in orders(game, "infiltrate")
    play(game, "infiltrate 0616")
    assert where(game, "2-Ranger") == "0616"


@rule("4.4-03", "6.11-06", "6.11-05", edition="bloody_summer")
def test_special_forces_alone_leave_a_hex_in_confusion() -> None:
    text = "allied 1SS at 1306\nallied 2-Can-Inf/4 at 1306\ngerman 16-Lw at 1306"
    game = moving("allied", text, dice=[2])
    assert refusal(game, "move 1SS").rule == "6.11-05"
    assert refusal(game, "operate 2-Can-Inf/4").rule == "4.4-01"
    play(game, "operate 1SS", "infiltrate 1307")
    assert where(game, "1SS") == "1307"


@rule("4.4-07", edition="bloody_summer")
def test_a_special_movement_covers_one_hex() -> None:
    game = moving("allied", "allied 1SS at 1308\ngerman 16-Lw at 1306")
    assert refusal(game, "operate 1SS").rule == "4.4-01"  # the enemy is two hexes away
    game = moving("allied", "allied 1SS at 1308\ngerman 16-Lw at 1306")
    play(game, "move 1SS", "to 1307")
    assert refusal(game, "operate 1SS").rule == "4.4-07"


@rule("4.4-03", "6.11-08", edition="bloody_summer")
def test_who_infiltrates_out_of_confusion_leaves_the_hex_and_headquarters_there_to_the_enemy() -> None:
    text = "allied 1SS at 1306\nallied HQ-I at 1306\ngerman 16-Lw at 1306\nheld 1306"
    game = moving("allied", text, dice=[1])
    assert state(game).controls(ALLIED, GRID.at("1306"))
    play(game, "operate 1SS", "infiltrate 1307")
    assert where(game, "HQ-I") == "waiting"
    assert state(game).controls(GERMAN, GRID.at("1306"))
    alone = moving("allied", text.replace("allied HQ-I at 1306\n", ""), dice=[1])
    play(alone, "operate 1SS", "infiltrate 1307")
    assert state(alone).controls(GERMAN, GRID.at("1306"))
