"""The number of a rule stands beside the words for whoever wants it, and never in them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bocage.games import open_setting
from bocage.kernel import Event, Game, record
from bocage.table import Table, table_of
from tests.golden.recorded import GAMES, Golden

NUMBER = re.compile(r"\b\d+\.\d+\b(?! (?:movement points?|columns))|\b(?:rule|section|chapter|case) \d", re.IGNORECASE)
SOME = 25  # of so many decisions one is looked at; of what happened everything


def happened(table: Table, events: list[Event], number: int) -> Iterator[str]:
    """The log and what is said aloud, titles, causes and results."""
    for event in events:
        entry = table.entry(event, number, "")
        yield from (entry.text, entry.step)
        if entry.result is not None:
            yield from (entry.result.outcome, entry.result.needs, entry.result.line)
            yield from (shift.cause for shift in entry.result.shifts)


def asked(table: Table, game: Game) -> Iterator[str]:
    """What is asked, the choices, and the odds of one."""
    seat = game.decision.seat
    view = game.view(seat)
    decision = table.decision(view, seat)
    assert decision is not None
    yield from (decision.prompt, decision.about)
    for choice in decision.orders:
        yield from (choice.label, choice.detail, choice.loss)
    order = next((game.parse(choice.order) for choice in decision.orders if choice.odds), None)
    found = order and game.setting.preview(view, order)
    if not order or not found:
        return
    odds = table.odds(view, order, found)
    yield from (odds.note, odds.aim, odds.line, *odds.helps)
    yield from (shift.cause for shift in odds.shifts)
    yield from (result.meaning for result in odds.results)
    yield from (words for case in odds.cases for words in (case.title, case.meaning))


def told(golden: Golden) -> Iterator[str]:
    """All that players read in a recorded game."""
    written = record.read(golden.path)
    game = record.start(written, open_setting)
    table = table_of(game.setting)
    yield from happened(table, game.opening_events, 0)
    for number, line in enumerate(written.lines):
        if number % SOME == 0:
            yield from asked(table, game)
        yield from happened(table, record.step(game, line, golden.name), number + 1)
    assert game.outcome is not None
    yield game.outcome.reason


@pytest.mark.parametrize("golden", GAMES, ids=lambda golden: golden.name)
def test_no_number_of_a_rule_stands_in_the_words_of_a_game(golden: Golden) -> None:
    assert not [words for words in told(golden) if NUMBER.search(words)]
