"""Choices that lead to chance can be compared: whom each result hits, and the best odds that a target allows."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import bocage
from bocage.kernel import Game, Order, State
from bocage.table import table_of
from bocage.table.hexgame import favour
from bocage.table.model import OrderChoice
from tests.golden.recorded import FOLDER

TARGET_FIRST = ("sword_greedy", "dark_summer", "first_waves")  # then who attacks it
EVERY_GAME = (*TARGET_FIRST, "race_to_cherbourg", "bloody_summer")
ENOUGH = 12


def opened(name: str) -> Game:
    return bocage.load(FOLDER / f"{name}.bocage")


def decisions(game: Game) -> Iterator[tuple[State, dict[Order, OrderChoice]]]:
    """The decisions of a game: the view of whoever decides, and his orders as people see them."""
    table = table_of(game.setting)
    for state in game.states():
        if (pending := state.pending) is not None:
            view = state.view(pending.seat)
            decision = table.decision(view, pending.seat)
            assert decision is not None
            yield view, dict(zip(pending.orders, decision.orders, strict=True))


@pytest.mark.parametrize("name", TARGET_FIRST)
def test_a_target_tells_the_best_odds_in_reach_and_who_must_join_for_them(name: str) -> None:
    game = opened(name)
    table, found, together = table_of(game.setting), 0, 0
    owners = {piece.id: piece.seat for piece in table.board().pieces}
    for view, choices in decisions(game):
        assert view.pending is not None
        for order in (order for order, choice in choices.items() if choice.reach):
            before = view.hash()
            best = table.reach(view, order)
            assert best is not None and best.results
            assert view.hash() == before  # nothing was played
            assert len({*best.joined}) == len(best.joined)
            assert all(owners[unit] for unit in best.joined if order.verb == "attack")  # others are joined by markers
            one = view.copy()
            one.resume(order)
            assert one.pending is not None
            first = one.pending.orders[0]
            alone = game.setting.preview(one, first)
            assert alone is None or favour(best) >= favour(table.odds(one, first, alone)) - 1e-9
            together += len(best.joined) > 1
            found += 1
        if found >= ENOUGH and together:
            return
    pytest.fail(f"only {found} targets, {together} of them for several attackers")


@pytest.mark.parametrize("name", ["race_to_cherbourg", "bloody_summer"])
def test_where_all_may_join_at_once_the_odds_of_a_target_name_them(name: str) -> None:
    game = opened(name)
    table, found, together = table_of(game.setting), 0, 0
    hexes = {hex_.id for hex_ in table.board().hexes}
    for view, choices in decisions(game):
        for order, choice in choices.items():
            if order.verb != "attack" or not choice.odds:
                continue
            odds = game.setting.preview(view, order)
            assert odds is not None
            joined = table.odds(view, order, odds).joined
            assert joined and len({*joined}) == len(joined)
            found += 1
            if len(joined) > 1 and choice.hex in hexes:  # of one alone, and in a box, nobody is asked
                one = view.copy()
                one.resume(order)
                assert one.pending is not None
                able = {other.text for other in one.pending.orders if other.verb == "with"}
                assert able <= {f"with {unit}" for unit in joined}
                together += 1
        if found >= ENOUGH and together:
            return
    pytest.fail(f"only {found} targets, {together} of them for several attackers")


@pytest.mark.parametrize("name", EVERY_GAME)
def test_results_say_whom_they_hit(name: str) -> None:
    game = opened(name)
    table, hits = table_of(game.setting), set[str]()
    for view, choices in decisions(game):
        for order, choice in choices.items():
            if choice.odds and (found := game.setting.preview(view, order)) is not None:
                odds = table.odds(view, order, found)
                hits |= {result.hits for result in odds.results}
                for result in odds.results:
                    assert result.hits == "nobody" or not result.meaning.startswith("nothing happens")
        if hits >= {"defender", "attacker"}:
            return
    pytest.fail(f"only {hits}")
