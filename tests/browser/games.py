"""Games in a position of one's choice, made through the server's own addresses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from playwright.sync_api import Page

import bocage
from bocage.server.wire import GameInfo
from bocage.table import MOVED, table_of
from bocage.table.model import Decision, LogEntry, View

GOLDEN = Path(__file__).parents[1] / "golden"
SWORD = "fire_movement/sword"
PATIENCE = 30  # seconds until an opponent must have moved


def record(name: str) -> str:
    """A finished game's record."""
    return (GOLDEN / f"{name}.bocage").read_text()


def post(page: Page, address: str, wanted: dict[str, object]) -> GameInfo:
    """Ask the server for something with the page's cookies."""
    answer = page.request.post(f"/api/{address}", data=wanted)
    assert answer.ok, answer.text()
    return GameInfo.model_validate_json(answer.text())


def prepared(page: Page, name: str, orders: int, opponent: str = "german", kind: str = "bot") -> str:
    """Sit down at a game that has gone on for so many orders of a record; its dice are new from there on."""
    source = post(page, "records", {"text": record(name)})
    seats = {seat.seat: {"kind": kind if seat.seat == opponent else "human"} for seat in source.seats}
    game = post(page, f"games/{source.id}/branch", {"number": orders, "seats": seats})
    page.goto(f"/game/{game.id}")
    return game.id


def view(page: Page, game: str, seat: str) -> View:
    """The table as a seat of this browser sees it."""
    answer = page.request.get(f"/api/games/{game}/view?seat={seat}")
    assert answer.ok, answer.text()
    return View.model_validate_json(answer.text())


def order(page: Page, game: str, seat: str, wanted: str) -> None:
    """Give an order without the board."""
    data = {"seat": seat, "number": view(page, game, seat).number, "order": wanted}
    answer = page.request.post(f"/api/games/{game}/orders", data=data)
    assert answer.ok, answer.text()


def follow(name: str, orders: int, players: dict[str, Page], game: str) -> None:
    """Let each player give his orders of a record, from where the game stands."""
    seen = view(next(iter(players.values())), game, next(iter(players)))
    for line in record(name).partition("\n\n")[2].splitlines()[seen.number : orders]:
        seat, wanted = line.partition(" | ")[0].split(" ", 1)
        order(players[seat], game, seat, wanted)


class Moment(NamedTuple):
    """A decision of a seat in a recorded game, and what happened since its last order."""

    number: int
    decision: Decision
    since: list[LogEntry]


def moments(name: str, seat: str) -> Iterator[Moment]:
    """The decisions of a seat in a record, so that a position can be found by what it is, not by its number."""
    game = bocage.load(GOLDEN / f"{name}.bocage")
    table, orders = table_of(game.setting), [str(played.order) for played in game.history]
    game.go_back(0)
    since: list[LogEntry] = []
    for number, order_ in enumerate(orders):
        by = game.decision.seat
        if by == seat and (decision := table.decision(game.view(seat), seat)) is not None:
            yield Moment(number, decision, since)
            since = []
        since += [table.entry(event, number + 1, by) for event in game.play(order_)]


@cache
def first(name: str, seat: str, question: str, after: int = 0) -> int:
    """Orders of a record until a seat is asked something for the first time, told by how the question begins."""
    return next(
        number
        for number, decision, _ in moments(name, seat)
        if number >= after and decision.prompt.startswith(question)
    )


def after_a_film(name: str, seat: str) -> int:
    """Orders of a record until others have moved and fought since the last order of a seat."""
    return next(
        number
        for number, _, since in moments(name, seat)
        if sum(entry.kind == MOVED for entry in since) > 2 and any(entry.result and entry.result.die for entry in since)
    )


def wait_for(done: Callable[[], bool]) -> None:
    """Poll until something is true."""
    end = monotonic() + PATIENCE
    while not done():
        assert monotonic() < end, "it did not happen"


# The record of Sword with which most tests begin: orders until the Allies are asked something.
SWORD_RECORD = "sword_greedy"
LAST_DROP = first(SWORD_RECORD, "allied", "Drop 6/6")  # of the airborne units
COMMANDO = first(SWORD_RECORD, "allied", "Where does 1-cdo land?")
ASSAULT = first(SWORD_RECORD, "allied", "Which beach is assaulted next?")
GUNS = first(SWORD_RECORD, "allied", "Place a first support fire marker in the attack on 1640")
STEP = first(SWORD_RECORD, "allied", "Which unit loses a step?")
MOVING = first(SWORD_RECORD, "allied", "Move a unit")  # in game turn 2
TARGETS = first(SWORD_RECORD, "allied", "Attack a hex", MOVING)
LATER_TARGETS = first(SWORD_RECORD, "allied", "Attack a hex", TARGETS + 1)  # in game turn 3
GERMANS_NEXT = first(SWORD_RECORD, "allied", "Move a unit", LATER_TARGETS)  # the last phase of the Allies in it
