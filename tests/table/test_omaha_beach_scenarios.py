"""Whatever happens in any scenario of D-Day at Omaha Beach, what is laid out hangs together and tells no secrets."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from bocage.games.omaha_beach.sentences import TEXTS
from bocage.games.omaha_beach.title import OmahaBeach, open_scenario, options_of, scenarios
from bocage.games.omaha_beach.words import VOCABULARY
from bocage.kernel import SPECTATOR, Event, Game, State
from bocage.table import table_of
from bocage.table.model import Board, Decision, View
from bocage.table.omaha_beach.cards import EVENTS
from bocage.table.omaha_beach.log import HITS, TITLES
from bocage.table.omaha_beach.orders import LABELS, PASSING, PLAIN
from bocage.table.omaha_beach.overlays import KINDS
from tests.omaha_beach.positions import position

SOME = 170  # orders
every_scenario = pytest.mark.parametrize("name", list(scenarios()))


def usual(name: str) -> OmahaBeach:
    return open_scenario(name)


def with_every_option(name: str) -> OmahaBeach:
    return open_scenario(name, {option.name: option.choices[-1] for option in options_of(scenarios()[name])})


def moments(setting: OmahaBeach, seed: int, *, share: float = 0.25) -> Iterator[Game]:
    """A game of clumsy players at some of its decisions; they rather act than pass."""
    game, random = Game(setting, f"laid out {seed}"), Random(seed)
    while not game.over and game.length < SOME:
        if random.random() < share:
            yield game
        orders = game.decision.orders
        acting = [order for order in orders if order.verb not in ("end", "pass", "stay")]
        game.play(random.choice(acting or orders))


def laid_out(setting: OmahaBeach, state: State, seat: str) -> list[str]:
    """All that a seat is told of a state: view, odds, overlays."""
    table, view = table_of(setting), state.view(seat)
    found = [table.view(view, seat, 0).model_dump_json()]
    for order in view.pending.orders if view.pending is not None else ():
        odds = setting.preview(view, order)
        if odds is not None:
            found.append(table.odds(view, order, odds).model_dump_json())
    things = {"position": "WN62", "colour": "green"}
    for kind in KINDS:
        if kind.needs != "unit":
            found.append(table.overlay(view, kind.id, things.get(kind.needs)).model_dump_json())
    return found


def check_view(board: Board, view: View) -> None:
    hexes = {hex_.id for hex_ in board.hexes}
    places = hexes | {box.id for box in board.boxes}
    cards = {card.id: {part.id for part in card.parts} for card in board.cards}
    assert {piece.id for piece in view.pieces} <= {piece.id for piece in board.pieces}
    assert [piece for piece in view.pieces if piece.at not in places] == []
    assert all(len(piece.values) == len(board.value_names) for piece in view.pieces)
    assert all(mark.at in hexes for mark in view.marks)
    assert all(not shown.part or shown.part in cards[shown.card] for shown in view.cards)
    assert len({shown.slot for shown in view.cards}) == len(view.cards)
    for track in board.tracks:
        assert view.tracks[track.id] in {box.id for box in track.boxes}
    assert view.turn and view.phase and view.facts


def check_decision(board: Board, decision: Decision, game: Game) -> None:
    hexes = {hex_.id: hex_ for hex_ in board.hexes}
    places = {*hexes, *(box.id for box in board.boxes if box.group == "landing")}
    pieces = {piece.id for piece in board.pieces}
    assert [choice.order for choice in decision.orders] == [str(order) for order in game.decision.orders]
    assert len({choice.label for choice in decision.orders}) == len(decision.orders)
    assert decision.unit is None or decision.unit in pieces
    assert decision.target is None or decision.target in hexes
    for choice in decision.orders:
        assert choice.unit is None or choice.unit in pieces
        assert choice.hex is None or choice.hex in places
        assert all(there in hexes[here].neighbours for here, there in pairwise(choice.path))
        assert bool(choice.path) == (choice.verb == "to") and (not choice.path or choice.path[-1] == choice.hex)
        assert choice.odds == (game.preview(game.parse(choice.order)) is not None)


@every_scenario
def test_boards_views_and_orders_hang_together(name: str) -> None:
    for setting in (usual(name), with_every_option(name)):
        table = table_of(setting)
        board = table.board()
        assert len({piece.id for piece in board.pieces}) == len(board.pieces)
        assert len({box.id for box in board.boxes}) == len(board.boxes)
        for game in moments(setting, 1, share=0.1):
            for seat in (*setting.seats, SPECTATOR):
                view = table.view(game.view(seat), seat, game.length)
                check_view(board, view)
                assert view.decision is not None
                if seat == game.decision.seat:
                    check_decision(board, view.decision, game)
                else:
                    assert not view.decision.orders and not view.decision.about and not view.decision.unit


@every_scenario
def test_what_lies_face_down_changes_nothing_that_is_laid_out(name: str) -> None:
    setting = with_every_option(name)
    random, changed = Random(3), 0
    for game in moments(setting, 2, share=0.1):
        for seat in (game.decision.seat, SPECTATOR):
            twin = game.view(seat).imagine(seat, random.randrange)
            if twin.facts() != game.state.facts():
                changed += 1
                assert laid_out(setting, twin, seat) == laid_out(setting, game.state, seat)
    assert changed > 10


@every_scenario
def test_chances_are_whole_and_every_case_leads_to_a_result(name: str) -> None:
    setting = usual(name)
    table, found = table_of(setting), 0
    for seed in range(3):
        for game in moments(setting, seed, share=0.5):
            view = game.view(game.decision.seat)
            for order in game.decision.orders[-6:]:
                odds = game.preview(order)
                if odds is None:
                    continue
                told = table.odds(view, order, odds)
                assert abs(sum(result.chance for result in told.results) - 1) < 1e-9
                if told.aim:  # past Germans there is a card, and no chart
                    assert not told.chart and any(result.hoped for result in told.results)
                    continue
                chart = next(chart for chart in table.board().charts if chart.id == told.chart)
                assert chart.columns[told.chart_column] == told.column
                assert chart.rows[told.chart_row][0] == told.line if told.cases else not told.line
                if told.cases:
                    chances = dict.fromkeys((result.result for result in told.results), 0.0)
                    for case in told.cases:
                        chances[case.result] += case.chance
                    assert all(abs(chances[result.result] - result.chance) < 1e-9 for result in told.results)
                    assert told.defence_from <= told.defence <= told.defence_to
                found += 1
    assert found


@every_scenario
def test_everything_that_happens_has_an_entry(name: str) -> None:
    setting = with_every_option(name)
    table = table_of(setting)
    hexes = {hex_.id: hex_ for hex_ in table.board().hexes}
    pieces = {piece.id for piece in table.board().pieces}
    game, random, steps, kinds = Game(setting, f"log {name}"), Random(5), set[str](), set[str]()
    while not game.over and game.length < SOME:
        seat = game.decision.seat
        for event in game.play(random.choice(game.decision.orders)):
            entry = table.entry(event, game.length, seat)
            assert entry.text and entry.number == game.length and entry.seat == seat
            assert entry.hex is None or entry.hex in hexes
            assert entry.unit is None or entry.unit in pieces
            assert set(entry.targets) <= pieces
            assert all(there in hexes[here].neighbours for here, there in pairwise(entry.path))
            steps.add(entry.step)
            kinds.add(entry.kind)
    assert {"fire_card", "position_fires"} <= kinds
    assert any(step.startswith("German fire in the") for step in steps)


def test_every_event_has_a_sentence_of_its_own() -> None:
    """Whatever an engine tells has words."""
    told: set[str] = set()
    for name in scenarios():
        for seed in range(2):
            game, random = Game(with_every_option(name), f"words {seed}"), Random(seed)
            told |= {event.kind for event in game.opening_events}
            while not game.over and game.length < SOME:
                told |= {event.kind for event in game.play(random.choice(game.decision.orders))}
    assert len(told) > 40 and told <= set(TEXTS)


def test_every_verb_has_words() -> None:
    assert set(VOCABULARY.verbs) <= set(LABELS) | set(PLAIN)
    assert set(PASSING) <= set(LABELS)


def test_steps_of_the_story_begin_with_events_that_exist() -> None:
    assert set(TEXTS) >= {*TITLES, *HITS}


def test_every_event_of_the_cards_has_words() -> None:
    board = table_of(usual("first_waves")).board()
    deck = open_scenario("first_waves").battle.deck
    assert len(board.cards) == len(deck) == 54
    assert set(EVENTS) >= {event.kind for card in deck.values() for event in card.events}
    for card in board.cards:
        assert [part.id for part in card.parts] == ["landing", "event", "fire", "barrage"]
        assert "{" not in card.model_dump_json().replace('{"', "")


def test_the_curves_go_on_to_the_last_order() -> None:
    class Moment:
        def __init__(self, number: int, state: State, events: list[Event]) -> None:
            self.number, self.state, self.events = number, state, events

    for name in ("easy_fox", "first_waves"):
        game, random = Game(usual(name), "curves"), Random(1)
        course = [Moment(0, game.state.copy(), list(game.opening_events))]
        while not game.over:
            events = game.play(random.choice(game.decision.orders))
            course.append(Moment(game.length, game.state.copy(), list(events)))
        table = table_of(usual(name))
        open_, seen = table.summary(course, None), table.summary(course, "1st")
        assert open_.model_copy(update={"expected": []}) == seen
        assert [number for number, _ in open_.turns] == sorted(number for number, _ in open_.turns)
        assert open_.turns[0] == (0, "Turn 1")
        assert {curve.id for curve in open_.curves} == {"losses", "companies", "points", "positions", "luck"}
        assert all(curve.points[0][0] == 0 and curve.points[-1][0] == game.length for curve in open_.curves)
        lost = [curve.points[-1][1] for curve in open_.curves if curve.id == "companies"]
        assert max(lost) == 8, "clumsy players lose by their losses"
        assert any(value for curve in open_.curves if curve.id == "luck" for _, value in curve.points)


def test_a_position_of_a_test_can_be_laid_out() -> None:
    """Positions that tests set up have phases of their own around them."""
    game = position("us E/2/16 at 0718", phase="actions", turn=5)
    table = table_of(usual("first_waves"))
    check_view(table.board(), table.view(game.view("1st"), "1st", 0))


@every_scenario
def test_every_layer_can_be_shown_at_the_start(name: str) -> None:
    setting = with_every_option(name)
    game = Game(setting, "layers")
    table, view = table_of(setting), game.view(game.decision.seat)
    kinds = table.board().overlays
    shown = 0
    for kind in (kind for kind in kinds if kind.needs != "unit"):
        things: list[str | None] = [choice.id for choice in kind.choices]
        for thing in things or [None]:
            found, shown = table.overlay(view, kind.id, thing), shown + 1
            group = setting.battle.group_names.index(thing) if kind.needs == "position" and thing else 0
            if setting.battle.groups[group][0] >= len(setting.battle.positions):
                assert found.shades == [], "armor that is not on the map fires at nobody"
    assert shown > 30
