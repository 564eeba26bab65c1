"""No die falls, nothing is drawn and nobody is hit without a word: every game tells it, wherever it happened.

What chance brought is in the record of a game, beside the order that led to it. That is compared with what the log
tells: the die as it fell, what it needed, a title, the place, words, and the losses by the names of units.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import takewhile
from random import Random
from typing import NamedTuple, TypeAlias

import pytest

import bocage
from bocage.games import list_scenarios, manifests, open_setting
from bocage.kernel import SPECTATOR, Event, Game, record
from bocage.table import NEW_TURN, Table, table_of
from bocage.table.fights import ends_of
from bocage.table.model import LogEntry, Piece, Result
from tests.golden.recorded import GAMES, Golden

MOST = 1500  # orders of a game that are looked at
SCENARIOS = list_scenarios()
RECORDED = [  # of each scenario the game with most options, where most can happen
    max((golden for golden in GAMES if golden.scenario == scenario.name), key=lambda golden: len(golden.options))
    for scenario in SCENARIOS
]
BY_CHANCE = [(f"{game}/{manifest.samples[0]}", seed) for seed, (game, manifest) in enumerate(manifests().items(), 44)]


class Order(NamedTuple):
    """What one order led to, as those may read it who may know most."""

    chance: tuple[str, ...]
    events: list[Event]
    entries: list[LogEntry]  # of the events, one by one
    opening: bool  # before the first order

    @property
    def dice(self) -> list[int]:
        """As they fell."""
        return [int(drawn.removeprefix("die ")) for drawn in self.chance if drawn.startswith("die ")]

    @property
    def results(self) -> list[tuple[LogEntry, Result]]:
        return [(entry, entry.result) for entry in self.entries if entry.result is not None]


Course: TypeAlias = Iterator[tuple[Game, tuple[str, ...], list[Event]]]  # what chance brought, and what was told


def recorded(golden: Golden) -> Course:
    """A recorded game, order by order."""
    written = record.read(golden.path)
    game = record.start(written, open_setting)
    yield game, game.opening_chance, game.opening_events
    for line in written.lines[:MOST]:
        events = record.step(game, line, golden.name)
        yield game, game.history[-1].chance, events


def by_chance(scenario: str, seed: int) -> Course:
    """A game of random players, order by order."""
    game, random = bocage.new(scenario, seed=seed), Random(seed)
    yield game, game.opening_chance, game.opening_events
    while not game.over and game.length < MOST:
        events = game.play(random.choice(game.decision.orders))
        yield game, game.history[-1].chance, events


@pytest.mark.parametrize("golden", RECORDED, ids=lambda golden: golden.name)
def test_every_die_of_a_recorded_game_is_told(golden: Golden) -> None:
    check(recorded(golden))


@pytest.mark.parametrize(("scenario", "seed"), BY_CHANCE)
def test_every_die_of_a_game_by_chance_is_told(scenario: str, seed: int) -> None:
    check(by_chance(scenario, seed))


@pytest.mark.parametrize("seed", range(4))
def test_every_die_of_the_first_night_and_of_d_day_is_told_where_it_fell(seed: int) -> None:
    """The drops come before the first order; waves, raids and gliders follow until the first turn begins."""
    check(takewhile(in_turn_0, by_chance("bloody_summer/campaign", seed)))
    begun = list(takewhile(in_turn_0, by_chance("bloody_summer/campaign", seed)))
    game, chance, events = begun[0]
    entries = [table_of(game.setting).entry(event, 0, "") for event in events]
    dice = [entry for entry in entries if entry.result is not None and entry.result.die]
    assert len(dice) == sum(drawn.startswith("die ") for drawn in chance) > 15
    assert all(entry.hex for entry in dice)
    dropped = [entry for entry in entries if entry.kind == "dropped"]
    assert all(entry.step and entry.unit and entry.at == entry.hex for entry in dropped)
    kinds = {event.kind for _, _, told in begun for event in told}
    assert {"dropped", "drift", "dd_tanks", "assault", "combat"} <= kinds


def in_turn_0(moment: tuple[Game, tuple[str, ...], list[Event]]) -> bool:
    _, _, events = moment
    return all(event.kind != "turn_begins" or event.facts["turn"] == 0 for event in events)


def check(course: Course) -> None:
    faults: Counter[str] = Counter()
    shown: set[str] = set()  # cards that lie open
    reader: Reader | None = None
    for game, chance, events in course:
        reader = reader or Reader(game)
        entries = [reader.table.entry(event, game.length, "") for event in events]
        order = Order(chance, events, entries, opening=not game.length)
        lie_open = reader.cards_of(game)
        faults.update([*untold(order), *undrawn(order, lie_open - shown), *reader.unclear(game, order)])
        shown = lie_open
    assert not faults, "\n".join(f"{count} times: {fault}" for fault, count in faults.most_common())


@pytest.mark.parametrize("golden", RECORDED, ids=lambda golden: golden.name)
def test_every_loss_has_a_title_or_says_why_and_where(golden: Golden) -> None:
    """The title is that of the fight, though units may be chosen by later orders; else one is told the reason."""
    entries: list[LogEntry] = []
    when = ("", "")
    for game, _, events in recorded(golden):
        table = table_of(game.setting)
        for event in events:
            entry = table.entry(event, game.length, "")
            if event.kind == NEW_TURN:
                when = table.when(game.state)
            entry.turn, entry.phase = when[0], entry.phase or when[1]
            entries.append(entry)
        when = table.when(game.state)
    faults: Counter[str] = Counter()
    title, number, hurt = "", -1, 0
    reasons: set[tuple[int, str | None]] = set()  # by order and unit
    for entry, ends in zip(entries, ends_of(entries), strict=True):
        title, number = entry.step or ends or (title if entry.number == number else ""), entry.number
        if entry.result is None:
            continue
        if not entry.result.losses:
            reasons.add((entry.number, entry.unit))
            continue
        hurt += 1
        if not title and (entry.number, entry.unit) not in reasons and ": " not in entry.text:
            faults[f"{entry.kind} {entry.rule}: {entry.text!r} has no title and no reason"] += 1
        if not entry.hex:
            faults[f"{entry.kind} {entry.rule}: {entry.text!r} has no place"] += 1
    assert hurt
    assert not faults, "\n".join(f"{count} times: {fault}" for fault, count in faults.most_common())


def untold(order: Order) -> Iterator[str]:
    """Dice that fell and are in no result, and dice of results that never fell."""
    fell, told = Counter(order.dice), Counter(result.die for _, result in order.results if result.die)
    kinds = ", ".join(dict.fromkeys(event.kind for event in order.events))
    if fell - told:
        yield f"a die is not told by any of {kinds}"
    if set(told) - set(fell):
        yield f"a die is told that did not fall, by one of {kinds}"


def undrawn(order: Order, cards: set[str]) -> Iterator[str]:
    """Cards that lie open and were not told, and other draws that led to no result at all.

    What is laid out face down before the first order is told by the board.
    """
    for card in cards - {result.card for _, result in order.results}:
        yield f"card {card} is not told"
    drawn = [one for one in order.chance if one.startswith("pick ")]
    if drawn and not order.results and not order.opening:
        yield f"nothing is told of a draw, by {', '.join(event.kind for event in order.events) or 'nobody'}"


class Reader:
    """One who knows nothing of the game but its board, and reads what is told from the first order on."""

    def __init__(self, game: Game) -> None:
        self.table: Table = table_of(game.setting)
        board = self.table.board()
        self.pieces: dict[str, Piece] = {piece.id: piece for piece in board.pieces}
        self.cards = {card.id: {part.id for part in card.parts} for card in board.cards}
        self.seats = {*game.setting.seats, SPECTATOR}
        self.title, self.place, self.when = "", "", ""  # of what is told now

    def cards_of(self, game: Game) -> set[str]:
        """The cards that lie open now."""
        if not self.cards:
            return set()
        return {card.card for card in self.table.view(game.view(SPECTATOR), SPECTATOR, game.length).cards}

    def unclear(self, game: Game, order: Order) -> Iterator[str]:
        for event, entry in zip(order.events, order.entries, strict=True):
            if entry.step or (entry.phase != self.when and entry.result is not None):
                self.title, self.place, self.when = entry.step, "", entry.phase
            if entry.result is None:
                continue
            self.place = entry.hex or entry.at or self.place
            told = entry.result
            faults = list(self._of_words(entry))
            faults += self._of_losses(entry, told)
            if told.die or told.card:
                faults += self._of_chance(entry, told)
            if told.die or told.card or told.losses:
                faults += self._of_place(game, entry, told)
            if told.die and not all(event.known_to(seat) for seat in self.seats):
                faults.append("a die that falls for all to see is not told to everybody")
            if not any(event.known_to(seat) for seat in self.seats):
                faults.append("is told to nobody")
            yield from (f"{entry.kind}: {fault}" for fault in faults)

    def _of_words(self, entry: LogEntry) -> Iterator[str]:
        if not entry.text.endswith((".", "!")) or re.search(r"[{}_]|\bNone\b|\(\(|\)\)", entry.text):
            yield f"no sentence: {entry.text!r}"

    def _of_chance(self, entry: LogEntry, told: Result) -> Iterator[str]:
        if not self.title:
            yield "has no title"
        if told.die and not (told.column or told.line or told.needs):
            yield "does not say what the die needed: no column, no line, no needs"
        if told.needs not in entry.text:
            yield f"{entry.text!r} does not say what the die needed: {told.needs}"
        if told.attack is not None and not told.outcome:
            yield "does not say in words what came of the fight"
        if told.card and told.part not in self.cards[told.card]:
            yield f"card {told.card} has no part {told.part!r}"

    def _of_losses(self, entry: LogEntry, told: Result) -> Iterator[str]:
        for lost in told.losses:
            if lost.piece not in self.pieces:
                yield f"{lost.piece} is no piece of the board"
            elif not names(entry, self.pieces[lost.piece]):
                yield f"{entry.text!r} does not name {lost.piece}"

    def _of_place(self, game: Game, entry: LogEntry, told: Result) -> Iterator[str]:
        """What happens to units that lie somewhere happens there."""
        about = {entry.unit, *entry.targets, *entry.fighters, *(lost.piece for lost in told.losses)} - {None}
        if self.place or not about:
            return
        view = self.table.view(game.view(SPECTATOR), SPECTATOR, game.length)
        lies = [piece.id for piece in view.pieces if piece.id in about and piece.at]
        if lies or told.losses:
            yield "has no place, but is about units that lie somewhere"


def names(entry: LogEntry, piece: Piece) -> bool:
    """Whether a sentence calls a unit by what stands on its counter, which a client shows as its name, or by that."""
    return any(name and name in entry.text for name in (piece.id, piece.name, piece.title)) or entry.unit == piece.id
