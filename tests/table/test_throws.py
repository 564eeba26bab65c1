"""The odds of throws that are no combats are those by which the dice fall."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import pytest

import bocage
from bocage.games.fire_movement.state import State as FireMovementState
from bocage.games.fire_movement.words import GRID
from bocage.kernel import Event, Order, State
from bocage.table import table_of
from bocage.table.hexgame import favour
from tests.golden.recorded import FOLDER
from tests.questions import Rigged

ENOUGH = 3  # of each kind
DICE = range(1, 7)
MANY = tuple(f" of {number}" for number in range(2, 9))


def told_levels(event: Event) -> str:
    assert event.result is not None
    return event.result.outcome[0]


def gets_out(event: Event) -> str:
    assert event.result is not None
    return "1 of 1" if event.result.outcome[0] == "they leave and move on" else "0 of 1"


def slips_in(event: Event) -> str:
    return "1 of 1" if event.facts["success"] else "0 of 1"


CODES: dict[str, Callable[[Event], str]] = {
    "bombarded": told_levels,
    "coastal_fire": told_levels,
    "interdiction": gets_out,
    "infiltration": slips_in,
    "entry_roll": lambda event: str(event.number("number")),
}
KINDS = [
    ("bloody_summer", ("bombarded", "coastal_fire", "interdiction", "infiltration")),
    ("june_14", ("entry_roll",)),
]


def throws(state: State, order: Order, kind: str) -> Iterator[Event]:
    """What comes of an order by each die that may fall first."""
    for die in DICE:
        other = state.copy()
        other.events, other.chance = [], Rigged([die] * 40)
        other.resume(order)
        yield next(event for event in other.events if event.kind == kind)


def first_kind(state: State, order: Order) -> str:
    other = state.copy()
    other.events = []
    other.resume(order)
    thrown = (event.kind for event in other.events if event.result is not None and event.result.die)
    return next(thrown, "")


@pytest.mark.parametrize(("name", "kinds"), KINDS, ids=[name for name, _ in KINDS])
def test_each_die_brings_what_the_odds_say(name: str, kinds: tuple[str, ...]) -> None:
    game = bocage.load(FOLDER / f"{name}.bocage")
    found = Counter[str]()
    for played, state in zip(game.history, game.states(), strict=False):
        if not played.chance or (kind := first_kind(state, played.order)) not in kinds or found[kind] == ENOUGH:
            continue
        odds = game.setting.preview(state.view(played.seat), played.order)
        if odds is None or any(" + " in code or code.endswith(MANY) for code in odds.results):
            continue  # several dice
        came = Counter(CODES[kind](event) for event in throws(state, played.order, kind))
        assert odds.results == pytest.approx({code: number / 6 for code, number in came.items()}), str(played.order)
        found[kind] += 1
        if all(found[one] == ENOUGH for one in kinds):
            return
    pytest.fail(f"only {found}")


def test_a_drop_counts_the_ground_and_the_germans_around() -> None:
    game = bocage.load(FOLDER / "sword_greedy.bocage")
    table, seen = table_of(game.setting), 0
    for state in game.states():
        if state.pending is None or not state.pending.prompt.startswith("Drop "):
            continue
        assert isinstance(state, FireMovementState)
        view = state.view(state.pending.seat)
        unit, chart = state.about().unit, state.battle.chart
        for order in state.pending.orders:
            odds = game.setting.preview(view, order)
            assert odds is not None
            around = [GRID.toward(order.arg, direction) for direction in range(6)]
            drowned = sum(hex_ is None or bool(chart.sea >> hex_ & 1) for hex_ in around)
            held = sum(hex_ is not None and bool(state.occupied[1] >> hex_ & 1) for hex_ in around)
            assert not state.on_last_step(unit)
            assert odds.results.get("lost", 0) >= (1 / 6 if not state.battle.glider[unit] else 0) + 4 / 6 * drowned / 6
            assert bool(odds.results.get("fights")) >= bool(held and not drowned)
            assert sum(odds.results.values()) == pytest.approx(1)
            shown = table.odds(view, order, odds)
            assert shown.aim == "Lands unharmed"
            whole = sum(result.chance for result in shown.results if result.hoped)
            assert 0 < whole <= 1 / 2, "a 4, 5 or 6 at best"
            seen += 1
    assert seen > 10


def test_a_named_target_of_a_bombardment_tells_its_best_odds() -> None:
    game = bocage.load(FOLDER / "sword_greedy.bocage")
    table, seen = table_of(game.setting), 0
    for state in game.states():
        if state.pending is None or not state.pending.prompt.startswith("Bombard a unit"):
            continue
        view = state.view(state.pending.seat)
        for order in (order for order in state.pending.orders if order.verb == "bombard"):
            best = table.reach(view, order)
            assert best is not None and 1 <= len(best.joined) <= 2
            named = view.copy()
            named.resume(order)
            assert named.pending is not None
            for one in named.pending.orders:
                odds = game.setting.preview(named, one)
                assert odds is not None
                alone = table.odds(named, one, odds)
                assert favour(best) >= favour(alone) - 1e-9
            seen += 1
        if seen > 20:
            return
    pytest.fail(f"only {seen}")
