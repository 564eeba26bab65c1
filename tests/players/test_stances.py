"""Stances: what a side may set out to do, in the words of its game, and whether it makes a difference."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from bocage.games import manifests, open_setting
from bocage.games.fire_movement.supply import captured
from bocage.games.fire_movement.words import GRID, unit_number
from bocage.hexes import members
from bocage.kernel import Game, Order, State
from bocage.players.fire_movement.lines import SupplyLines
from bocage.players.policy import Policy, planner_of, stances_of
from tests.fire_movement.positions import position, state, where

SAMPLES = [f"{manifest.name}/{manifest.samples[0]}" for manifest in manifests().values()]
SIDES = [(scenario, side) for scenario in SAMPLES for side, seats in open_setting(scenario).sides.items() if seats]


def best(policy: Policy, view: State, orders: list[Order]) -> Order:
    """The order that a policy prefers."""
    scores = policy.score_orders(view, orders)
    return orders[scores.index(max(scores))]


def questions(scenario: str, side: str, orders: int) -> Iterator[tuple[State, list[Order]]]:
    """What a side is asked in a game that is played as usual, with its views."""
    setting, chooser = open_setting(scenario), Random(1)
    game = Game(setting, "stances")
    players = {seat: planner_of(scenario) for seat in setting.seats}
    for _ in range(orders):
        if game.over:
            return
        seat, choices = game.decision.seat, list(game.decision.orders)
        view = game.view(seat)
        if len(choices) > 1 and seat in setting.sides[side]:
            yield view, choices
        game.play(best(players[seat], view, choices) if len(choices) > 1 else chooser.choice(choices))


@pytest.mark.parametrize(("scenario", "side"), SIDES)
def test_every_side_has_a_few_stances_with_names_and_intents_of_their_own(scenario: str, side: str) -> None:
    stances = stances_of(scenario, side)
    assert 2 <= len(stances) <= 5
    assert len({stance.name for stance in stances}) == len({stance.intent for stance in stances}) == len(stances)


@pytest.mark.parametrize(("scenario", "side"), SIDES)
def test_one_stance_is_usual_play_and_the_others_are_not(scenario: str, side: str) -> None:
    usual = planner_of(scenario)
    alike = {stance.name: planner_of(scenario, stance.name) for stance in stances_of(scenario, side)}
    for view, orders in questions(scenario, side, 3000):
        if len(alike) == 1:  # some differ late in a game only
            break
        expected = usual.score_orders(view, orders)
        scored = {name: planner.score_orders(view, orders) for name, planner in alike.items()}
        alike = {name: planner for name, planner in alike.items() if scored[name] == expected}
    assert list(alike) == [stances_of(scenario, side)[0].name]


def test_a_stance_for_one_scenario_is_not_taken_in_another() -> None:
    def names(scenario: str, side: str) -> set[str]:
        return {stance.name for stance in stances_of(f"bloody_summer/{scenario}", side)}

    assert "fortress" in names("race_to_cherbourg", "german") - names("operation_cobra", "german")
    assert "break_out" in names("campaign", "allied") - names("race_to_cherbourg", "allied")


def test_germans_who_besiege_the_beaches_go_where_the_allies_hold_them() -> None:
    """As usual a panzer regiment behind Caen goes to hold the city; in the stance it goes on to the beaches."""

    def distance(stance: str) -> int:
        units = "german 22/21 at 0539\nallied 8/3-br at 1739\nallied 9/3-br at 1739"
        game = position("sword", units, side="german", beachheads="1739")
        policy = planner_of("fire_movement/sword", stance)
        for _ in ("move", "to"):
            game.play(best(policy, game.view("german"), list(game.decision.orders)))
        return GRID.distance(GRID.at(where(game, "22/21")), GRID.at("1739"))

    assert distance("strike") > 5
    assert distance("besiege") < 5


def ashore(stance: str, units: str, beachheads: str, waiting: str, turn: int) -> int:
    """How many units the Allies leave on the beach when they have moved."""
    game = position("sword", units, beachheads=beachheads, waiting=waiting, turn=turn)
    policy = planner_of("fire_movement/sword", stance)
    while state(game).phase == "Movement Phase":
        game.play(best(policy, game.view("allied"), list(game.decision.orders)))
    g, landed = state(game), {unit_number(name) for name in waiting.split()}
    return sum(unit not in landed for hex_ in members(g.beachheads) for unit in g.at.get(hex_, ()))


def test_a_reserve_afloat_waits_and_no_guard_makes_way_for_it() -> None:
    units = "german 22/21 at 1439\nallied 8/3-br at 1740\nallied 9/3-br at 1740\nallied 185/3 at 1740"
    assert ashore("advance", units, "1740", "44/15 46/15", 10) < 3
    assert ashore("reserve_afloat", units, "1740", "44/15 46/15", 10) == 3


def test_guards_stay_for_germans_who_are_still_to_come() -> None:
    units = "allied 8/3-br at 1740\nallied 9/3-br at 1740\nallied 185/3 at 1740"
    assert ashore("reserve_afloat", units, "1740", "", 9) < 3
    assert ashore("reserve_afloat", units, "1740", "1/1SS-pz 1/1SS-mech", 9) == 3
    assert ashore("reserve_afloat", units, "1740", "1/1SS-pz 1/1SS-mech", 6) < 3


def test_every_beachhead_keeps_its_garrison() -> None:
    units = "german 22/21 at 1439\n" + "\n".join(
        f"allied {unit} at {hex_}"
        for unit, hex_ in [("8/3-br", 1640), ("9/3-br", 1640), ("185/3", 1640), ("152/51", 1740), ("153/51", 1740)]
    )
    assert ashore("advance", units, "1640 1740", "", 5) < 5
    assert ashore("reserve_afloat", units, "1640 1740", "", 5) == 5


def test_who_drives_on_caen_leaves_fewer_on_the_beach() -> None:
    units = "german 22/21 at 1139\ngerman 125/21 at 0939\n" + "\n".join(
        f"allied {unit} at 1740" for unit in ("8/3-br", "9/3-br", "185/3")
    )
    assert ashore("advance", units, "1740", "", 10) == 3
    assert ashore("drive", units, "1740", "", 10) == 2


def test_germans_who_dig_in_attack_only_where_it_is_well_worth_their_losses() -> None:
    def attacks(stance: str, units: str) -> bool:
        units += "\nallied 8/3-br at 1039 reduced"
        game = position("sword", units, side="german", phase="combat", beachheads="1739")
        policy = planner_of("fire_movement/sword", stance)
        return best(policy, game.view("german"), list(game.decision.orders)).verb == "attack"

    two = "german 22/21 at 0939\ngerman 125/21 at 0938"
    assert attacks("strike", two)
    assert not attacks("dig_in", two)
    assert attacks("dig_in", two + "\ngerman 192/21 at 1038")


def test_on_the_last_turn_germans_may_leave_a_garrison_that_nobody_can_attack_any_more() -> None:
    def end(stance: str) -> str:
        units = "german 1049/77 at 1805\nallied 8/4 at 2605\nallied 12/4 at 2707\nallied 22/4 at 2206"
        game = position("utah", units, side="german", beachheads="2707", held="2206 2503 2605", turn=17)
        policy = planner_of("fire_movement/utah", stance)
        for _ in ("move", "to"):
            if not game.over:
                game.play(best(policy, game.view("german"), list(game.decision.orders)))
        return where(game, "1049/77")

    assert end("strike") == "1805"
    assert end("cut_off") == "2503"


def test_it_knows_from_where_a_german_cuts_objectives_off_from_supply() -> None:
    units = (
        "german 1049/77 at 1805\ngerman 1050/77 at 2504\ngerman 6/2-fj at 2404\nallied 8/4 at 2605\nallied 12/4 at 2707"
    )
    game = position("utah", units, side="german", beachheads="2707", held="2206 2503 2605", turn=17)
    g, unit = state(game), unit_number("1049/77")
    objectives, lines = GRID.set("2206 2503 2605"), SupplyLines(g, unit)
    cut = {}
    for hex_ in members(g.battle.playable & ~g.occupied[0] & ~g.occupied[1]):
        world = g.copy()
        world.put(unit, hex_)
        cut[hex_] = lines.cut_from(hex_) >= 1
        assert cut[hex_] == (captured(world, objectives).bit_count() < captured(g, objectives).bit_count())
    assert any(cut.values()) and not all(cut.values())
