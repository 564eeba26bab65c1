"""Stored games under the present rules: which of them would be different now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError, DatabaseError

from bocage.kernel import BocageError
from bocage.server.registry import try_replay
from bocage.server.session import opened
from bocage.server.storage import Conflict, GameRow, OrderRow, Storage, Stored


class Difference(NamedTuple):
    """A game that would change: from which of its orders on, and what is different there."""

    game_id: str
    scenario: str
    status: str
    order: int
    text: str


class Findings(NamedTuple):
    """What was looked at, what differs, and how many games were taken over to the present rules."""

    games: int
    differences: list[Difference]
    outdated: int
    upgraded: int


Watch = Callable[[int], AbstractContextManager[Callable[[], None]]]  # told how many games, gives what to call for each


def _nobody_watches(games: int) -> AbstractContextManager[Callable[[], None]]:
    return nullcontext(lambda: None)


def check(database: str, *, upgrade: bool = False, watch: Watch = _nobody_watches) -> Findings:
    """Replay every stored game; with ``upgrade``, those that are the same are marked with the present version."""
    _check_file(database)
    storage = Storage(database)
    try:
        if upgrade:
            storage.migrate()
        return _check_all(storage, upgrade, watch)
    except DatabaseError as error:
        reason = " ".join(str(error.orig).split())
        raise BocageError(f"the database cannot be read as it is ({reason}); --upgrade brings it up to date") from None
    finally:
        storage.close()


def _check_file(database: str) -> None:
    """Refuse a file that is not there, which SQLite would make."""
    try:
        address = make_url(database)
    except ArgumentError:
        return  # opening it says what is wrong
    if address.get_backend_name() == "sqlite" and address.database and not Path(address.database).is_file():
        raise BocageError(f"there is no database {address.database}")


def _check_all(storage: Storage, upgrade: bool, watch: Watch) -> Findings:
    games = storage.all_games()
    differences: list[Difference] = []
    outdated = upgraded = 0
    with watch(len(games)) as advance:
        for game_id in games:
            found = storage.load(game_id)
            if found is not None:
                stored, orders = found
                row = stored.game
                if (different := find_difference(stored, orders)) is not None:
                    differences.append(different)
                elif (renewed := _renewed(row)) != row:
                    outdated += 1
                    upgraded += upgrade and _take_over(storage, stored, renewed)
            advance()
    return Findings(len(games), differences, outdated, upgraded)


def find_difference(stored: Stored, orders: Sequence[OrderRow]) -> Difference | None:
    """What the present rules and data make different in a game, with details that are not for its players."""
    row = stored.game
    session, text = try_replay(stored, orders)
    if not text:
        return None
    number = session.game.length + 1 if session is not None else 0
    if session is None or number > len(orders):
        return Difference(row.id, row.scenario, row.status, len(orders), text)
    order = orders[number - 1]
    refusal = session.game.why_not(order.text, seat=order.seat)
    reason = f": {refusal}" if refusal is not None else ""
    return Difference(row.id, row.scenario, row.status, number, f"{text} ({order.seat} {order.text}){reason}")


def _renewed(row: GameRow) -> GameRow:
    """A game that is the same by the present rules; one that was held because of them goes on."""
    setting, _ = opened(row.scenario, row.options)
    goes_on = row.status == "held" and row.seed is not None
    return replace(
        row,
        rules_version=setting.rules_version,
        fingerprint=setting.fingerprint,
        status="playing" if goes_on else row.status,
        held="" if goes_on else row.held,
    )


def _take_over(storage: Storage, stored: Stored, renewed: GameRow) -> bool:
    try:
        storage.change(stored, replace(stored, game=renewed))
    except Conflict:  # somebody plays in it at this moment; the server takes it over itself when it opens it
        return False
    return True
