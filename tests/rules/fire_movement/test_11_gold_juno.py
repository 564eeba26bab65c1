"""Gold and Juno (11): what is this scenario's own."""

from __future__ import annotations

import pytest

from bocage.games.fire_movement.chart import load_chart
from bocage.games.fire_movement.words import Cup, unit_number
from bocage.hexes import members
from tests.fire_movement.combats import NO_MARKERS, attack, fact
from tests.fire_movement.courses import end_turn, start, until
from tests.fire_movement.positions import position, state, where
from tests.questions import kinds, orders, play, refusal
from tests.rules.fire_movement.landings import begin, come_ashore, hold_fire, place, told
from tests.support import rule

GOLD = {"2026", "2027", "2028", "2029", "2030", "2031"}
JUNO = {"2032", "1933", "1934", "1935", "1936", "1937"}


@rule("11.4-01")
def test_the_726th_regiment_is_recorded_in_any_hex_in_play_but_a_beach_hex() -> None:
    game = start("gold_juno")
    assert (game.decision.seat, game.decision.prompt) == ("german", "Record the set-up hex of 726/716")
    chart = load_chart()
    land = {chart.grid.label(hex_) for hex_ in members(chart.areas["gold_juno"] & chart.land)}
    assert set(orders(game, "at")) == land - GOLD - JUNO
    for label in ("2028", "1936"):
        assert refusal(game, f"at {label}").rule == "11.4-01"


@rule("11.4-01", "11.4-07")
def test_the_recorded_hex_is_hidden_until_the_landing_units_are_placed() -> None:
    game = start("gold_juno", dice=[6])
    seen_before = game.view("allied").hash()
    events = play(game, "at 1729")
    assert [(event.kind, event.seats) for event in events] == [("recorded", ("german",))]
    other = start("gold_juno", dice=[6])
    play(other, "at 0130")
    assert game.view("allied").hash() == other.view("allied").hash() != seen_before
    assert game.view("german").hash() != other.view("german").hash()
    assert where(game, "726/716") == "waiting"
    events = come_ashore(game)  # with the last landing unit the Germans show themselves
    assert where(game, "726/716") == "1729"
    shown = [event for event in events if event.kind == "set_up"]
    assert [(event.facts["unit"], event.seats) for event in shown] == [(unit_number("726/716"), ())]


@rule("11.4-03")
def test_beachheads_go_into_any_hexes_of_gold_and_juno() -> None:
    game = begin("gold_juno")
    assert set(orders(game, "beachhead")) == GOLD | JUNO
    assert refusal(game, "beachhead 1838").rule == "10.9.1-01"  # Sword
    play(game, "beachhead 2026", "beachhead 1937")
    assert set(orders(game, "beachhead")) == (GOLD | JUNO) - {"2026", "1937"}


@rule("11.4-04")
def test_at_least_one_beachhead_must_be_on_gold() -> None:
    game = begin("gold_juno")
    play(game, "beachhead 1933", "beachhead 1934", "beachhead 1935")
    assert refusal(game, "end").rule == "11.4-04"
    play(game, "beachhead 1936")
    assert set(orders(game)) == {f"beachhead {label}" for label in GOLD}  # the last marker
    assert refusal(game, "beachhead 1937").rule == "11.4-04"
    game = begin("gold_juno")
    play(game, "beachhead 1933", "beachhead 2031")
    assert "end" in orders(game)


@rule("11.4-05", "11.4-06")
def test_the_50th_division_lands_on_gold_and_the_canadians_on_juno() -> None:
    game = begin("gold_juno", dice=[6])
    play(game, "beachhead 2026", "beachhead 2031", "beachhead 2032", "beachhead 1937", "end")
    for unit, hex_ in (("69/50", "2026"), ("151/50", "2031"), ("231/50", "2026"), ("8", "2031")):
        assert set(orders(game, "at")) == {"2026", "2031"}
        assert refusal(game, "at 2032").rule == "11.4-05"
        place(game, f"{unit} {hex_}")
    for unit, hex_ in (("7/3", "2032"), ("8/3-cdn", "1937"), ("9/3-cdn", "2032"), ("2-cdn", "1937")):
        assert set(orders(game, "at")) == {"2032", "1937"}
        assert refusal(game, "at 2031").rule == "11.4-06"
        place(game, f"{unit} {hex_}")
    assert (where(game, "8"), where(game, "2-cdn")) == ("2031", "1937")


@rule("11.4-06")
def test_canadians_without_a_marker_on_juno_are_reinforcements_of_gt_2() -> None:
    game = begin("gold_juno", dice=[6] * 10)
    events = play(game, "beachhead 2028", "beachhead 2029", "end", "at 2028", "at 2028", "at 2029", "at 2029")
    late = {unit_number(name) for name in ("7/3", "8/3-cdn", "9/3-cdn", "2-cdn")}
    assert {facts["unit"] for facts in told(events, "no_room")} == late
    until(game, "Bring a reinforcement ashore")
    assert state(game).turn == 2
    assert {"7/3", "8/3-cdn", "9/3-cdn", "2-cdn"} <= set(orders(game, "land"))


@rule("11.4-02", "11.4-07", "11.4-08", "11.4-09")
def test_reveal_commando_and_assaults_follow_each_other() -> None:
    game = begin("gold_juno", dice=[6, 6, 6, 6, 6])
    events = come_ashore(game)
    order = [kind for kind in kinds(events) if kind in ("beachhead", "landed", "set_up", "commando_roll")]
    assert order == ["beachhead"] * 4 + ["landed"] * 8 + ["set_up", "commando_roll"]
    assert told(events, "commando_roll")[0]["hex"] == state(game).battle.grid.at("1934")
    assert where(game, "4-cdo") == "1934"
    events = play(game, "stay")
    assert state(game).turn == 0
    for beach in ("1933", "1935", "2028", "2029"):  # one assault for each beach landing hex, and then GT 1
        if beach != "2029":
            play(game, f"attack {beach}")
        assert game.decision.prompt.startswith(f"Place a first support fire marker in the attack on {beach}")
        events = hold_fire(game)
    assert "turn_begins" in kinds(events)
    assert state(game).turn == 1


@rule("11.2-03", "8.2.2-01")
@pytest.mark.parametrize(("city", "beside"), [("1926", "1927"), ("1929", "1930")])
def test_longues_and_arromanches_are_defended_as_cities(city: str, beside: str) -> None:
    units = f"german 726/716 at {city}\nallied 69/50 at {beside}"
    game = position("gold_juno", units, phase="combat", dice=[1], cups=NO_MARKERS)
    assert fact(attack(game, city, "69/50"), "combat_result", "line") == "city"


@rule("11.2-05")
@pytest.mark.parametrize(("die", "lost"), [(3, 0), (5, 0), (6, 1)])
def test_the_commando_assault_may_cost_the_germans_a_9(die: int, lost: int) -> None:
    game = begin("gold_juno", dice=[die])
    assert state(game).pool[Cup.GERMAN].count(9) == 1
    come_ashore(game)
    assert state(game).pool[Cup.GERMAN].count(9) == state(game).cups[Cup.GERMAN].count(9) == 1 - lost
    assert len(state(game).pool[Cup.GERMAN]) == 15 - lost


@rule("11.8-03")
@pytest.mark.parametrize(
    ("held", "winner"),
    [
        ("0430 0532 0533 0534 0635", "allied"),
        ("0533 0534 0635 0228 0229", "allied"),
        ("0430 0532 0533 0534 0635 0228 0229", "allied"),
        ("0430 0532 0228 0229", "german"),
    ],
)
def test_any_five_of_the_seven_hills_win(held: str, winner: str) -> None:
    game = position("gold_juno", "", side="german", turn=17, held=held, beachheads="2027")
    end_turn(game)
    assert game.outcome is not None and game.outcome.winner == winner
