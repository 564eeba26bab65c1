"""Whoever gives an order after which chance speaks could see what to expect of it, in every recorded game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pytest

import bocage
from bocage.kernel import Event, Order, State
from bocage.table import table_of
from bocage.table.model import OrderChoice
from tests.golden.recorded import GAMES, Golden

SEQUENCE = {  # dice, cards and draws that come in the course of a turn, whatever was ordered last
    "fire_movement": {"weather"},
    "omaha_beach": {"event", "fire_card", "landing_card"},  # the deck plays the Germans: nobody can foresee a card
    "dark_summer": {"weather", "chit_drawn"},
    "bloody_summer": {
        "weather_rolled", "storm_test", "resources", "initiative_rolled", "replacement", "superiority_rolled",
        "fifth_ranger",
    },
}  # fmt: skip
UNKNOWN = {  # what the rules draw without a die or a card while something else goes on, and nobody chooses
    "fire_movement": {"marker_lost"},
    "omaha_beach": {"re_occupied"},
    "dark_summer": {"revealed"},
    "bloody_summer": set[str](),
}
FOLLOWS = {  # throws that follow an order, but are not for what it is about
    "commando_roll": {  # the next raid, if there is but one place for it
        ("AmphibiousLandings", "at"), ("LoseStep", "deplete"), ("CommandoAssaults", "to"), ("CommandoAssaults", "stay"),
    },
    "entry_roll": {("Withdrawals", "pass"), ("Withdrawals", "evacuate")},  # the odds were there as the Round was chosen
}  # fmt: skip


class Throw(NamedTuple):
    """The first throw after an order, as the log tells it."""

    kind: str
    by_die: bool


def first_throw(game: str, events: Sequence[Event]) -> Throw:
    for event in events:
        if event.result is not None and (event.result.die or event.result.card):
            return Throw(event.kind, by_die=True)
        if event.kind in SEQUENCE[game]:
            return Throw(event.kind, by_die=False)
    return Throw(next((event.kind for event in events if event.kind in UNKNOWN[game]), "untold"), by_die=False)


def is_excused(game: str, state: State, order: Order) -> str:
    """Why an order needs no odds; nothing: it does."""
    played = state.copy()
    played.events = []
    played.resume(order)
    throw = first_throw(game, played.events)
    if throw.kind in SEQUENCE[game] or (throw.kind in UNKNOWN[game] and not throw.by_die):
        return throw.kind
    return throw.kind if (type(state.stack[-1]).__name__, order.verb) in FOLLOWS.get(throw.kind, ()) else ""


@pytest.mark.parametrize("golden", GAMES, ids=[golden.name for golden in GAMES])
def test_no_die_falls_after_an_order_that_had_no_odds(golden: Golden) -> None:
    game = bocage.load(golden.path)
    table, name = table_of(game.setting), golden.scenario.partition("/")[0]
    rated = 0
    for played, state in zip(game.history, game.states(), strict=False):
        if not played.chance:
            continue
        assert state.pending is not None
        view = state.view(played.seat)
        decision = table.decision(view, played.seat)
        assert decision is not None
        choice: OrderChoice = decision.orders[state.pending.orders.index(played.order)]
        if not choice.odds and not choice.reach:
            assert is_excused(name, state, played.order), f"{type(state.stack[-1]).__name__}: {played.order}"
            continue
        best = table.reach(view, played.order)
        if best is None:
            found = game.setting.preview(view, played.order)
            assert found is not None, str(played.order)
            best = table.odds(view, played.order, found)
        assert sum(result.chance for result in best.results) == pytest.approx(1), str(played.order)
        assert best.aim or not any(result.hoped for result in best.results)
        rated += 1
    assert rated
