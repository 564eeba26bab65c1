"""Whatever a game foresees as a certain loss comes true, however the game goes on."""

from __future__ import annotations

from random import Random

from bocage.kernel import Event, Game, Order
from tests.conformance.walks import Case, every_scenario, start, walk

LENGTH = 900  # orders of a walk
GAMES = 8  # at most, until a loss was foreseen
MOST_AFTER = 60  # orders until a foreseen loss must have come


def units_of(event: Event) -> set[object]:
    """The unit that an event tells of, or those among which one is meant."""
    units = event.facts.get("units", ())
    assert isinstance(units, tuple)
    return {event.facts["unit"]} if "unit" in event.facts else set(units)


def comes_true(game: Game, order: Order, foreseen: Event, random: Random) -> bool:
    """Whether a loss is told after an order, with random orders after it, unless the game ends before."""
    units, lost = units_of(foreseen), {foreseen.kind, "eliminated"}
    if len(units) > 1:
        lost.add("reduced")
    end = game.length + MOST_AFTER
    while True:
        events = game.play(order)
        if any(event.kind in lost and units_of(event) & units for event in events):
            return True
        if game.over or game.length == end:
            return game.over  # the game itself was lost before, or that was foreseen
        orders = game.decision.orders
        order = orders[random.randrange(len(orders))]


@every_scenario
def test_every_loss_that_is_foreseen_comes_true(case: Case) -> None:
    random = Random(case.scenario)
    assert any(losses_come_true(start(case, f"foresight{number or ''}"), random) for number in range(GAMES))


def losses_come_true(game: Game, random: Random) -> bool:
    """Whether any loss was foreseen in a game; each of them must come true."""
    checked = 0
    for _ in walk(game, random, LENGTH):
        if game.over:
            break
        view = game.view(game.decision.seat)
        for order in game.decision.orders:
            for foreseen in game.setting.foresee(view, order):
                assert comes_true(game.copy(), order, foreseen, random), (game.length, order, foreseen)
                checked += 1
    return checked > 0
