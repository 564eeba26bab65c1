"""What greedy remembers from one decision to the next is what it would find if it had never looked before."""

from __future__ import annotations

from collections.abc import Iterator
from weakref import WeakKeyDictionary

import pytest

import bocage
from bocage.games.fire_movement.bombardment import BombardmentPhase
from bocage.games.fire_movement.movement import MovementPhase
from bocage.games.fire_movement.state import State
from bocage.games.omaha_beach.action_phase import DivisionActions
from bocage.games.omaha_beach.state import State as OmahaState
from bocage.games.omaha_beach.words import END
from bocage.hexes import Hex
from bocage.kernel import Game, Order, Stage
from bocage.players import Chair, Player, make, omaha_beach
from bocage.players.fire_movement import Planner, outlook, score_orders
from bocage.players.fire_movement.dangers import Dangers
from bocage.players.fire_movement.ground import ground_of
from bocage.players.fire_movement.movement import MovementPlan, reach_in, value_in
from bocage.players.fire_movement.outlook import outlook_of
from bocage.players.omaha_beach import outlook as omaha_outlook
from bocage.players.omaha_beach.actions import gain_of
from bocage.players.omaha_beach.corridors import corridors_from
from bocage.players.omaha_beach.outlook import Outlook
from bocage.players.omaha_beach.prospects import Class, Prospects
from bocage.players.omaha_beach.sieges import FRESH, goals_around


def decisions(scenario: str, player: str, length: int) -> Iterator[tuple[Game, State]]:
    """The decisions of both sides in the first turns of a game, with the view of the seat that is asked."""
    game = bocage.new(f"fire_movement/{scenario}", seed=3)
    players: dict[str, Player] = {seat: make(player, 3) for seat in game.setting.seats}
    while not game.over and game.length < length:
        view = game.view(game.decision.seat)
        assert isinstance(view, State)
        yield game, view
        game.play(players[game.decision.seat].choose(Chair(game)))


def best(orders: list[Order], scores: list[float]) -> list[Order]:
    return [order for order, score in zip(orders, scores, strict=True) if score == max(scores)]


def ends_in(o: outlook.Outlook, frame: MovementPhase, unit: int) -> list[Hex]:
    """The hexes where a unit can end its move."""
    return [hex_ for hex_ in reach_in(o, frame, unit)[0] if not o.g.units_in[o.side][hex_]]


@pytest.mark.parametrize("scenario", ["sword", "utah"])
def test_scores_are_the_same_without_memory(scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for game, view in decisions(scenario, "greedy", 300):
        orders = game.decision.orders
        remembered = score_orders(view, orders)
        with monkeypatch.context() as patch:
            patch.setattr(outlook, "_attacks", lambda _: {})
            patch.setattr(ground_of(view.battle), "reaches", {})
            assert score_orders(view, orders) == remembered


def test_what_a_unit_must_fear_does_not_depend_on_who_was_looked_at_before() -> None:
    view = next(view for _, view in decisions("sword", "greedy", 300) if view.turn == 2)
    o = outlook_of(view)
    known = o.dangers
    for unit in range(len(view.battle.units)):
        for hex_ in range(0, view.battle.grid.size, 7):
            if view.battle.playable >> hex_ & 1:
                fresh = Dangers._work_out(known, unit, 0, hex_)
                assert known.of(unit, 0, hex_) == fresh


@pytest.mark.parametrize("scenario", ["sword", "utah"])
def test_the_hexes_that_a_plan_does_not_look_at_are_worth_less(scenario: str) -> None:
    looked = 0
    for game, view in decisions(scenario, "random", 400):
        frame = view.stack[-1]
        if not isinstance(frame, MovementPhase):
            continue
        o = outlook_of(view)
        plan, orders = MovementPlan(o, frame, game.decision.orders), game.decision.orders
        scores = plan.score(o, frame, orders)
        if orders[0].verb == "to":
            every = [value_in(o, plan.attacks, frame.in_hand, order.arg) for order in orders]
            assert best(list(orders), scores) == best(list(orders), every)
            looked += 1
        for order, score in zip(orders, scores, strict=True):
            if order.verb == "move":
                values = [value_in(o, plan.attacks, order.arg, hex_) for hex_ in ends_in(o, frame, order.arg)]
                assert score == max(values) - value_in(o, plan.attacks, order.arg, view.where[order.arg])
    assert looked > 20


@pytest.mark.parametrize("scenario", ["sword", "utah"])
def test_a_plan_is_made_anew_when_something_else_has_happened(scenario: str) -> None:
    """A planner that is asked in a game that others play says what one would say that has just come."""
    planners = {seat: Planner() for seat in ("allied", "german")}
    asked, last = 0, dict[str, Stage]()
    for game, view in decisions(scenario, "random", 600):
        seat, orders = game.decision.seat, game.decision.orders
        if isinstance(view.stack[-1], MovementPhase | BombardmentPhase) and game.length % 7 == 0:
            phase = game.setting.moment(game.state)
            scores = planners[seat].score_orders(view, orders)
            if phase != last.get(seat):
                assert best(list(orders), scores) == best(list(orders), score_orders(view, orders))
                asked += 1
            last[seat] = phase
    assert asked > 10


@pytest.mark.parametrize("scenario", ["sword", "utah"])
def test_who_is_chosen_to_move_by_a_plan_gains_what_it_says(scenario: str) -> None:
    """A plan may miss that somebody gains more than before, but never takes a unit for what it gained then."""
    planners = {seat: Planner() for seat in ("allied", "german")}
    kept = 0
    for game, view in decisions(scenario, "greedy", 500):
        frame, orders = view.stack[-1], game.decision.orders
        scores = planners[game.decision.seat].score_orders(view, orders)
        if isinstance(frame, MovementPhase) and orders[0].verb == "move" and frame.in_hand >= 0:
            (order, *_) = best(list(orders), scores)
            if order.verb == "move":
                o = outlook_of(view)
                attacks = planners[game.decision.seat]._movement.attacks  # type: ignore[union-attr]
                values = [value_in(o, attacks, order.arg, hex_) for hex_ in ends_in(o, frame, order.arg)]
                gain = max(values) - value_in(o, attacks, order.arg, view.where[order.arg])
                assert gain == max(scores)
                kept += 1
    assert kept > 10


# -- Omaha Beach --------------------------------------------------------------------------------------

LANDINGS = pytest.mark.parametrize("scenario", ["first_waves", "beyond_the_beach"])


def landing(scenario: str, player: str, length: int) -> Iterator[tuple[Game, OmahaState]]:
    """The decisions of both divisions, with the view of the seat that is asked."""
    game = bocage.new(f"omaha_beach/{scenario}", seed=3)
    players: dict[str, Player] = {seat: make(player, 3) for seat in game.setting.seats}
    while not game.over and game.length < length:
        view = game.view(game.decision.seat)
        assert isinstance(view, OmahaState)
        yield game, view
        game.play(players[game.decision.seat].choose(Chair(game)))


@LANDINGS
def test_at_omaha_too(scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every fifth decision is scored once more by one who has never seen the battle."""
    for game, view in landing(scenario, "greedy", 200):
        if not game.length % 5:
            orders = game.decision.orders
            remembered = omaha_beach.score_orders(view, orders)
            with monkeypatch.context() as patch:
                patch.setattr(omaha_outlook, "_WAYS", WeakKeyDictionary())
                patch.setattr(omaha_outlook, "_GARRISONS", {})
                corridors_from.cache_clear()
                goals_around.cache_clear()
                assert omaha_beach.score_orders(view, orders) == remembered


@LANDINGS
def test_prospects_that_are_kept_are_those_that_would_be_found(scenario: str) -> None:
    """Random players attack, move and lose units; the ways of each turn are followed through all of it."""
    kind: Class = ("infantry", 2, 1, False, FRESH[2][1])
    followed = seen = 0
    ways: Prospects | None = None
    for _, view in landing(scenario, "random", 500):
        o = Outlook(view)
        if ways is not None and ways.update(o):
            fresh = Prospects(o, kind)
            assert ways.best == fresh.best
            followed += 1
            seen += ways.rest != fresh.best
        else:
            ways = Prospects(o, kind)
    assert followed > 100
    assert seen > 100


@LANDINGS
def test_one_who_has_just_come_to_omaha_says_what_the_view_says(scenario: str) -> None:
    for game, view in landing(scenario, "random", 400):
        if not game.length % 9:
            orders = game.decision.orders
            assert omaha_beach.Planner().score_orders(view, orders) == omaha_beach.score_orders(view, orders)


@LANDINGS
def test_who_is_chosen_to_act_gains_what_the_plan_says(scenario: str) -> None:
    """A plan may miss that somebody gains more than before, but nobody acts and no phase ends on what was true once."""
    planners = {seat: omaha_beach.Planner() for seat in ("1st", "29th")}
    kept, ends = 0, 0
    for game, view in landing(scenario, "greedy", 300):
        frame, orders, planner = view.stack[-1], list(game.decision.orders), planners[game.decision.seat]
        scores = planner.score_orders(view, orders)
        if isinstance(frame, DivisionActions):
            assert planner._outlook is not None
            o = Outlook(view, planner._outlook.ahead)
            (order, *_) = best(orders, scores)
            assert gain_of(o, frame, order) == max(scores)
            kept += planner._outlook.ahead is not planner._outlook
            if order is END:
                assert all(gain_of(o, frame, other) <= 0 for other in orders)
                ends += 1
    assert kept > 50
    assert ends


@LANDINGS
def test_the_way_ahead_is_seen_anew_when_something_happens_to_a_german(scenario: str) -> None:
    planners = {seat: omaha_beach.Planner() for seat in ("1st", "29th")}
    changed = 0
    last = dict[str, tuple[list[int], Outlook]]()
    for game, view in landing(scenario, "random", 500):
        seat = game.decision.seat
        planners[seat].score_orders(view, game.decision.orders)
        o = planners[seat]._outlook
        assert o is not None
        if seat in last and last[seat][0] != view.german:
            assert o.ahead is not last[seat][1]
            changed += 1
        last[seat] = view.german.copy(), o.ahead
    assert changed > 2
