"""Whatever happens in any scenario, what is laid out hangs together and tells no secrets."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random

from bocage.kernel import SPECTATOR, Game, State
from bocage.table import NEW_TURN, Table, table_of
from bocage.table.model import Board, Decision, LogEntry, View
from tests.conformance.walks import Case, every_case, every_scenario, has_secrets, start

LANDINGS_AND_SOME_TURNS = 420
ENOUGH_ODDS = 60


def some_moments(game: Game, random: Random, most: int = LANDINGS_AND_SOME_TURNS) -> Iterator[Game]:
    """A game at every decision of its beginning and at many later ones.

    Orders that end something are rarer than others, but not so rare later on that a long movement is all there is.
    """
    while not game.over and game.length < most:
        if game.length < 50 or random.random() < 0.2:
            yield game
        orders = game.decision.orders
        acting = [order for order in orders if order.verb not in game.setting.vocabulary.plain]
        active = 0.8 if game.length < 150 else 0.5
        game.play(random.choice(acting if acting and random.random() < active else orders))


def seats_of(game: Game) -> tuple[str, ...]:
    return (*game.setting.seats, SPECTATOR)


def laid_out(table: Table, state: State, seat: str) -> str:
    return table.view(state.view(seat), seat, 0).model_dump_json()


def on_the_map(board: Board) -> set[str]:
    """All places of the map: hexes, and boxes that are printed on it."""
    return {hex_.id for hex_ in board.hexes} | {box.id for box in board.boxes if box.x and box.y}


def check_path(board: Board, path: list[str]) -> None:
    """From neighbour to neighbour; into a box and out of it ways lead over the edge."""
    hexes = {hex_.id: hex_ for hex_ in board.hexes}
    for here, there in pairwise(path):
        assert {here, there} <= on_the_map(board)
        assert here not in hexes or there not in hexes or there in hexes[here].neighbours


def check_view(board: Board, view: View) -> None:
    hexes = {hex_.id for hex_ in board.hexes}
    places = hexes | {box.id for box in board.boxes}
    shown = [piece.id for piece in view.pieces]
    assert len(set(shown)) == len(shown) and set(shown) <= {piece.id for piece in board.pieces}
    assert all(piece.at in places for piece in view.pieces)
    assert all(len(piece.values) == len(board.value_names) for piece in view.pieces)
    assert {mark.at for mark in view.marks} <= on_the_map(board)
    for track in board.tracks:
        assert view.tracks[track.id] in {box.id for box in track.boxes}
    assert view.turn and view.phase and view.facts


def check_decision(board: Board, decision: Decision, game: Game) -> None:
    places = on_the_map(board)
    pieces = {piece.id for piece in board.pieces}
    names = {hex_.id: hex_.name for hex_ in board.hexes}
    assert [choice.order for choice in decision.orders] == [str(order) for order in game.decision.orders]
    assert len({choice.label for choice in decision.orders}) == len(decision.orders)
    assert decision.unit is None or decision.unit in pieces
    assert decision.target is None or decision.target in places
    for choice in decision.orders:
        assert choice.unit is None or choice.unit in pieces
        assert choice.hex is None or choice.hex in places
        name = names.get(choice.hex or "", "")  # is said once
        assert not name or name not in choice.label or not choice.detail.startswith(f"{name},")
        check_path(board, choice.path)
        assert not choice.path or choice.path[-1] == choice.hex
        assert bool(choice.path) == (choice.verb == "to")
    for verb in filter(None, (decision.hex_verb, decision.unit_verb)):
        assert verb in game.setting.vocabulary.verbs


@every_scenario
def test_pieces_places_and_orders_fit_the_board(case: Case) -> None:
    game = start(case, "table")
    table = table_of(game.setting)
    board = table.board()
    assert len({hex_.id for hex_ in board.hexes}) == len(board.hexes)
    assert len({piece.id for piece in board.pieces}) == len(board.pieces)
    assert len({piece.name or piece.id for piece in board.pieces}) == len(board.pieces)
    random = Random(1)
    for now in some_moments(game, random):
        for seat in seats_of(now):
            view = table.view(now.view(seat), seat, now.length)
            check_view(board, view)
            assert view.decision is not None and view.decision.seat == now.decision.seat
            if seat == now.decision.seat:
                check_decision(board, view.decision, now)
            else:
                assert not view.decision.orders and not view.decision.about and not view.decision.unit


@every_scenario
def test_odds_are_promised_exactly_where_there_are_odds(case: Case) -> None:
    game = start(case, "odds")
    table = table_of(game.setting)
    random = Random(2)
    promised = 0
    for now in some_moments(game, random, 2_000):
        if promised >= ENOUGH_ODDS:
            break
        view = now.view(now.decision.seat)
        decision = table.decision(view, now.decision.seat)
        assert decision is not None
        for order, choice in list(zip(now.decision.orders, decision.orders, strict=True))[-3:]:
            found = now.preview(order)
            assert choice.odds == (found is not None)
            if found is not None:
                odds = table.odds(view, order, found)
                if not odds.results:  # it is not settled yet whether there is a die at all
                    assert odds.note
                    continue
                if not odds.chart:  # a die or a card without a table
                    assert odds.aim
                    continue
                chart = next(chart for chart in table.board().charts if chart.id == odds.chart)
                column = [row[odds.chart_column] for row in chart.rows]
                assert sum(result.chance for result in odds.results) > 0.999
                first, _, last = odds.column.partition(" to ")
                places = [chart.columns.index(name) for name in (first, last or first)]
                assert places[0] <= odds.chart_column <= places[1] and odds.line in chart.rows[odds.chart_row][0]
                assert odds.chart != "results" or {result.result for result in odds.results} & set(column)
                promised += 1
    assert promised


@every_case
def test_changing_every_hidden_fact_changes_nothing_that_is_laid_out(case: Case) -> None:
    game = start(case, "hidden")
    table = table_of(game.setting)
    random = Random(3)
    changed = dict.fromkeys(seats_of(game), 0)
    for now in some_moments(game, random):
        for seat in changed:
            twin = now.view(seat).imagine(seat, random.randrange)
            if twin.facts() != now.state.facts():
                changed[seat] += 1
                assert laid_out(table, twin, seat) == laid_out(table, now.state, seat)
    assert all(changed.values()) or not has_secrets(case), changed


@every_scenario
def test_recorded_units_lie_on_the_map_for_their_owner_alone(case: Case) -> None:
    game = start(case, "recorded")
    table = table_of(game.setting)
    random = Random(4)
    recorded = 0
    while has_secrets(case) and game.decision.seat == "german" and game.length < 60:
        game.play(random.choice(game.decision.orders))
        for seat in seats_of(game):
            view = table.view(game.view(seat), seat, game.length)
            marked = [piece for piece in view.pieces if "recorded" in piece.flags]
            if seat != "german":
                assert not marked
            elif not game.state.revealed:
                assert len(marked) == game.length and all(piece.at.isdigit() for piece in marked)
                recorded += 1
    assert recorded or game.length == 0


@every_scenario
def test_everything_that_happens_has_an_entry(case: Case) -> None:
    game = start(case, "log")
    table = table_of(game.setting)
    board = table.board()
    random = Random(5)
    kinds = {table.entry(event, 0, "").kind for event in game.opening_events}
    while not game.over and game.length < LANDINGS_AND_SOME_TURNS:
        seat = game.decision.seat
        for event in game.play(random.choice(game.decision.orders)):
            entry: LogEntry = table.entry(event, game.length, seat)
            assert entry.text and entry.number == game.length and entry.seat == seat
            assert entry.hex is None or entry.hex in on_the_map(board)
            check_path(board, entry.path)
            kinds.add(entry.kind)
    assert NEW_TURN in kinds and len(kinds) > 5
