"""The guided first game, followed with the orders of an opponent, shows every step when its time has come."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from copy import copy
from functools import cache

import pytest

import bocage
from bocage.games import list_scenarios, open_setting
from bocage.games.dark_summer.state import State as DarkSummerState
from bocage.games.fire_movement.movement import destinations, movement_points
from bocage.games.fire_movement.state import State
from bocage.games.omaha_beach.battle import BOX
from bocage.games.omaha_beach.state import State as OmahaState
from bocage.hexes import members
from bocage.kernel import Game, Order
from bocage.players import DEFAULT, Chair, make
from bocage.table import table_of
from bocage.table.model import Guide, View
from tests.fire_movement.positions import Phase, position
from tests.questions import play
from tests.table.questions import fits

LAST_TURN = 3


def guide() -> Guide:
    found = table_of(open_setting("on_to_caen")).guide()
    assert found is not None
    return found


@cache
def shown() -> dict[str, tuple[View, bool]]:
    """Each step with the view at which it came up first, and whether its suggestion was legal there."""
    plan = guide()
    game: Game = bocage.new(plan.scenario, seed=plan.seed)
    table = table_of(game.setting)
    players = {"allied": make("greedy", 1), "german": make(plan.opponent, 2)}
    found: dict[str, tuple[View, bool]] = {}
    reached = -1
    while not game.over and table.view(game.view("allied"), "allied", 0).tracks["turn"] < str(LAST_TURN + 1):
        seat = game.decision.seat
        order = players[seat].choose(Chair(game))
        if seat == plan.seat:
            view = table.view(game.view(seat), seat, game.length)
            after = [number for number, step in enumerate(plan.steps) if number > reached and fits(step, view)]
            if after:
                reached = after[0]
                step = plan.steps[reached]
                assert view.decision is not None
                legal = step.suggest in {choice.order for choice in view.decision.orders}
                found[step.id] = (view, legal)
                if step.suggest and legal:
                    order = game.parse(step.suggest)
                elif step.id == "bombard":  # a pupil tries what has just been explained
                    order = next(order for order in game.decision.orders if order.verb == "bombard")
        game.play(order)
    return found


def test_one_scenario_of_each_game_is_guided() -> None:
    guided = [info.name for info in list_scenarios() if table_of(open_setting(info.name)).guide() is not None]
    assert guided == [
        "fire_movement/on_to_caen",
        "omaha_beach/easy_fox",
        "dark_summer/campaign",
        "bloody_summer/race_to_cherbourg",
    ]
    assert guide().scenario == guided[0]
    assert guide().seat == "allied" and 12 <= len(guide().steps) <= 26
    assert len({step.id for step in guide().steps}) == len(guide().steps)


def test_the_steps_before_and_in_the_first_turn_come_in_order() -> None:
    first = [
        "beachhead", "second-beachhead", "enough-beachheads", "land", "land-together", "land-next", "land-last",
        "drop-zone", "drop", "commandos", "commando-move", "assault", "naval", "first-day", "bombard", "cups", "supply",
    ]  # fmt: skip
    if_no_german_stands_there = {"commandos", "commando-move"}
    assert set(first) - set(shown()) <= if_no_german_stands_there
    assert list(shown()) == [step.id for step in guide().steps if step.id in shown()]


def test_nothing_is_explained_before_its_time() -> None:
    turns = {name: view.turn[:6] for name, (view, _) in shown().items()}
    assert {turns[name] for name in ("first-day", "bombard", "cups", "supply")} == {"Turn 1"}
    assert turns.get("move", "Turn 2") == "Turn 2"
    assert not {turns.get(name) for name in ("reinforcements", "attack", "with")} & {"Before", "Turn 1"}


@pytest.mark.parametrize(
    ("step", "phase", "orders"),
    [
        ("move", "movement", []),
        ("reinforcements", "landings", []),
        ("bombard", "bombardment", []),
        ("cups", "bombardment", ["bombard 716/716"]),
        ("attack", "combat", []),
        ("with", "combat", ["attack 1138"]),
        ("support", "combat", ["attack 1138", "with 27", "with 8/3-br"]),
        ("retreat", "combat", ["attack 1138", "with 27", "with 8/3-br", *["pass"] * 4]),
        ("retreat-hex", "combat", ["attack 1138", "with 27", "with 8/3-br", *["pass"] * 4, "retreat 716/716"]),
        ("advance", "combat", ["attack 1138", "with 27", "with 8/3-br", *["pass"] * 4, "retreat 716/716"]),
    ],
)
def test_what_may_happen_later_is_explained_when_it_does(step: str, phase: Phase, orders: list[str]) -> None:
    units = "german 716/716 at 1138\nallied 27 at 1139\nallied 8/3-br at 1238"
    game = position("on_to_caen", units, phase=phase, turn=2, waiting="152/51", beachheads="1740", dice=[3])
    play(game, *orders)
    while step == "advance" and game.decision.seat == "german":
        game.play(game.decision.orders[0])
    seat = game.decision.seat
    view = table_of(game.setting).view(game.view(seat), seat, game.length)
    assert fits(next(found for found in guide().steps if found.id == step), view)


def test_every_suggestion_is_legal_when_it_is_made() -> None:
    suggested = [step for step in guide().steps if step.suggest and step.id in shown()]
    assert len(suggested) >= 10
    assert [step.id for step in suggested if not shown()[step.id][1]] == []


def test_who_follows_lands_two_brigades_on_each_of_two_beaches_as_the_guide_says() -> None:
    view = shown()["drop-zone"][0]
    ashore = Counter(piece.at for piece in view.pieces if piece.at in {"1739", "1740"})
    assert ashore == {"1739": 2, "1740": 2}


def shown_by(game: Game, plan: Guide, walk: list[int], seed: int) -> Order:
    """What 'Show me' means: what a lesson suggests, else what a program would do of what carries out its words."""
    table = table_of(game.setting)
    view = table.view(game.view(plan.seat), plan.seat, game.length)
    reached = max(walk, default=-1)
    step = next((n for n, step in enumerate(plan.steps) if n > reached and fits(step, view)), None)
    if step is None:
        old = [n for n, step in enumerate(plan.steps) if n <= reached and not step.suggest and fits(step, view)]
        step = max(old, default=None)
    chair = Chair(game)
    if step is None:
        return make(DEFAULT, seed).choose(chair)
    lesson, isnew = plan.steps[step], step not in walk
    walk.append(step)
    suggested = [order for order in game.decision.orders if str(order) == lesson.suggest]
    verb = lesson.advise if isnew else ""
    among = suggested or [order for order in game.decision.orders if order.verb == verb]
    if lesson.lasting:
        among = table.deeds(game.view(plan.seat), lesson.id, game.decision.orders)
    if among:
        chair.decision = copy(chair.decision)
        chair.decision.orders = among
    return make(DEFAULT, seed).choose(chair)


def follow(scenario: str, seed: int, most: int) -> Iterator[tuple[Game, str, Order]]:
    """A guided game in which somebody does what is shown: each decision with its lesson, and what is done."""
    plan = table_of(open_setting(scenario)).guide()
    assert plan is not None
    game = bocage.new(plan.scenario, seed=plan.seed)
    walk: list[int] = []
    other = make(DEFAULT, seed)
    while not game.over and game.length < most:
        if game.decision.seat != plan.seat:
            game.play(other.choose(Chair(game)))
            continue
        known = len(walk)
        order = shown_by(game, plan, walk, seed + game.length)
        yield game, plan.steps[walk[-1]].id if len(walk) > known else "", order
        game.play(order)


@pytest.mark.parametrize("seed", [2, 33])
def test_who_does_what_is_shown_leaves_the_beaches_side_by_side(seed: int) -> None:
    inland = 0
    for game, lesson, order in follow("on_to_caen", seed, 150):
        g = game.view("allied")
        assert isinstance(g, State)
        landed = [
            unit
            for one in game.decision.orders
            if (unit := one.arg) >= 0
            and one.verb == "move"
            and g.beachheads >> g.where[unit] & 1
            and any(not g.beachheads >> hex_ & 1 for hex_ in destinations(g, unit, movement_points(g, unit)))
        ]
        if lesson == "move":
            assert not landed or order.arg in landed
        if lesson == "side-by-side":
            unit = g.about().unit
            assert unit is not None
            inland += bool(g.beachheads >> g.where[unit] & 1)
            friends = {hex_ for hex_, units in g.at.items() if g.occupied[0] >> hex_ & 1 and set(units) - {unit}}
            lit = [one.arg for one in game.decision.orders if not g.beachheads >> one.arg & 1]
            together = [hex_ for hex_ in lit if friends.intersection(members(g.battle.grid.spread(1 << hex_)))]
            assert order.arg in (together or lit)
    assert inland >= 2


def test_who_does_what_is_shown_clears_the_beaches_before_anybody_else_moves() -> None:
    from_beach: dict[int, list[bool]] = {}  # by the Round in which a unit moved
    for game, lesson, order in follow("dark_summer/campaign", 2, 260):
        g = game.view("allied")
        assert isinstance(g, DarkSummerState)
        if lesson == "move" and order.verb == "move":
            army = g.campaign.group[order.arg]
            from_beach.setdefault(army, []).append(bool(g.open_beaches >> g.where[order.arg] & 1))
    assert any(moves[0] for moves in from_beach.values())
    for moves in from_beach.values():
        assert moves == sorted(moves, reverse=True)


def test_who_does_what_is_shown_spreads_a_wave_and_lets_shaken_men_recover() -> None:
    spread, recovered = 0, 0
    for game, lesson, order in follow("omaha_beach/easy_fox", 2, 130):
        g = game.view(game.decision.seat)
        assert isinstance(g, OmahaState)
        if lesson == "boxes":
            crowds = {str(one): len(g.units_at(BOX + one.arg)) for one in game.decision.orders}
            assert crowds[str(order)] == min(crowds.values())
            spread += 1
        if lesson == "recover" and any(one.verb == "recover" for one in game.decision.orders):
            assert order.verb == "recover"
            recovered += 1
    assert spread > 1 and recovered > 0


def test_where_a_step_advises_it_is_about_what_it_explains() -> None:
    """What is shown to a pupil must not contradict the sentence above it."""
    for info in list_scenarios():
        plan = table_of(open_setting(info.name)).guide()
        for step in plan.steps if plan is not None else ():
            assert not step.advise or (step.advise == step.verb and not step.suggest)
    assert next(step for step in guide().steps if step.id == "bombard").advise == "bombard"


def test_the_dice_are_kind_on_the_first_day() -> None:
    """Nobody should lose half the army before the first turn of a first game."""
    losses = [fact for fact in shown()["first-day"][0].facts if fact.group == "losses" and fact.label == "Allied"]
    assert losses[0].value.startswith("0 units")


@pytest.mark.parametrize("scenario", ["dark_summer/campaign", "bloody_summer/race_to_cherbourg"])
def test_a_lesson_of_the_summers_is_short_and_says_first_what_to_do(scenario: str) -> None:
    """A panel shows some lines of a lesson: what it asks for must not be what is cut off."""
    guide = table_of(open_setting(scenario)).guide()
    assert guide is not None
    for step in guide.steps:
        first, *more = re.split(r"(?<=[.!?]) ", step.text)
        assert len(step.text) <= 190 and len(more) <= 1, step.id
        assert re.findall(r"\b\d{4}\b", step.suggest)[:1] == re.findall(r"\b\d{4}\b", first)[:1] or not re.search(
            r"\d{4}", step.suggest
        ), step.id
        assert first.split()[0] in ASKS, f"{step.id} begins with what is to be done"


ASKS = {
    *("Activate", "Add", "Announce", "Attack", "Begin", "Bombard", "Bring", "Choose", "End", "Go", "Keep", "Land"),
    *("Let", "Move", "Name", "Once", "Place", "Play", "Send", "Stay", "Take", "Try", "Walk", "Withdraw"),
}
