"""Opponents think in processes of their own, so that the server stays awake and a bad one can be stopped.

The server sends the orders of a game; the process that happens to be free plays those it has not seen yet, lets the
opponent choose, and sends the chosen orders back. It keeps nothing that the server would miss.
"""

from __future__ import annotations

import logging
import os
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import CancelledError, Future
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from hashlib import sha256
from importlib import import_module
from multiprocessing import get_context
from threading import Lock
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from pebble import ProcessExpired, ProcessPool

from bocage.kernel.errors import BocageError

if TYPE_CHECKING:
    from bocage.kernel import Game, Order, Reseeding
    from bocage.players import Player

GAMES_KEPT = 64  # per process; a game that is not kept is replayed, which costs a tenth of a second
ADVISER = "greedy"
DIED = (ProcessExpired, BrokenProcessPool)  # not an error of the opponent's, unless it happens again

Answer = TypeVar("Answer", str, list[str])

log = logging.getLogger(__name__)


class Position(NamedTuple):
    """A game as far as it has been played; ``branch`` are outcomes it took over from another: ``die 4 | pick 3/16``."""

    game_id: str
    scenario: str
    options: tuple[tuple[str, str], ...]
    seed: str
    branch: str | None
    orders: tuple[str, ...]
    reseedings: tuple[Reseeding, ...] = ()


class PlayerSource(Protocol):
    """A module that makes players by name, as ``bocage.players`` does."""

    def make(self, name: str, seed: int = 0) -> Player:
        """A player whose own choices follow from ``seed``."""


class Thinkers:
    """The processes in which opponents think.

    What they are asked comes back as a future. It raises BocageError, one sentence, when the opponent fails or
    thinks longer than ``limit`` seconds, and CancelledError when the server stops meanwhile.
    """

    def __init__(
        self,
        *,
        workers: int | None = None,
        limit: float = 30.0,
        players: str = "bocage.players",
        observe: Callable[[float], None] = lambda seconds: None,
    ) -> None:
        self._limit = limit
        self._players = players
        self._observe = observe
        self._workers = workers or min(4, os.cpu_count() or 1)
        self._closed = False
        self._lock = Lock()
        self._waiting: set[Future[list[str]] | Future[str]] = set()
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPool:
        return ProcessPool(self._workers, context=get_context("spawn"), initializer=_prepare, initargs=(self._players,))

    def play(
        self,
        game_id: str,
        scenario: str,
        options: Mapping[str, str],
        seed: str,
        orders: Sequence[str],
        seat_bots: Mapping[str, str],
        most: int,
        branch: str | None = None,
        reseedings: Sequence[Reseeding] = (),
    ) -> Future[list[str]]:
        """The next orders of the opponent that is asked, ``most`` at the most, up to another's decision or the end.

        It stops at every other seat, also another opponent's, so that a failure is the fault of the seat asked now.
        """
        position = _position(game_id, scenario, options, seed, orders, branch, reseedings)
        return self._ask(_play, position, dict(seat_bots), most, self._players)

    def hint(
        self,
        game_id: str,
        scenario: str,
        options: Mapping[str, str],
        seed: str,
        orders: Sequence[str],
        branch: str | None = None,
        reseedings: Sequence[Reseeding] = (),
    ) -> Future[str]:
        """What an opponent would order in the place of the seat that decides now."""
        position = _position(game_id, scenario, options, seed, orders, branch, reseedings)
        return self._ask(_hint, position, ADVISER, self._players)

    def warm_up(self) -> None:
        """Start the processes before anybody waits for them."""
        self._pool.schedule(os.getpid)

    def close(self) -> None:
        """Stop all thinking at once."""
        with self._lock:
            self._closed = True
            waiting, self._waiting = self._waiting, set()
        for answer in waiting:
            answer.set_exception(CancelledError())
        self._pool.stop()  # type: ignore[no-untyped-call]
        self._pool.join()

    def _ask(self, work: Callable[..., Answer], *arguments: object) -> Future[Answer]:
        asked = perf_counter()
        answer: Future[Answer] = Future()
        answer.set_running_or_notify_cancel()

        def pass_on(thought: Future[Answer], last: bool = False) -> None:
            with self._lock:
                if answer not in self._waiting:
                    return
                error = thought.exception()
                if isinstance(error, DIED) and not last:
                    again = self._schedule(work, arguments)  # the process was ended, perhaps with the whole server
                else:
                    again = None
                    self._waiting.discard(answer)
            if again is not None:
                again.add_done_callback(partial(pass_on, last=True))
                return
            self._observe(perf_counter() - asked)
            if error is None:
                answer.set_result(thought.result())
            else:
                answer.set_exception(self._explain(error))

        with self._lock:
            if self._closed:
                raise BocageError("the server is stopping")
            self._waiting.add(answer)
            thought = self._schedule(work, arguments)
        thought.add_done_callback(pass_on)
        return answer

    def _schedule(self, work: Callable[..., Answer], arguments: tuple[object, ...]) -> Future[Answer]:
        if not self._pool.active:  # a process died so badly that the others could not be reached any more
            self._pool = self._new_pool()
        thought: Future[Answer] = self._pool.schedule(work, arguments, timeout=self._limit)
        return thought

    def _explain(self, error: BaseException) -> BocageError:
        """An error in one sentence that may be shown to everybody: what the opponent knew stays in the log."""
        if type(error) is BocageError:
            return error
        log.error("an opponent failed", exc_info=error)
        if isinstance(error, TimeoutError):
            return BocageError(f"the opponent found no move within {self._limit:g} seconds")
        if isinstance(error, DIED):
            return BocageError("the opponent's process ended without an answer")
        return BocageError(f"the opponent stumbled over an error of its own ({type(error).__name__})")


def _position(
    game_id: str,
    scenario: str,
    options: Mapping[str, str],
    seed: str,
    orders: Sequence[str],
    branch: str | None,
    reseedings: Sequence[Reseeding],
) -> Position:
    settled = tuple(sorted(options.items()))
    return Position(game_id, scenario, settled, seed, branch, tuple(orders), tuple(reseedings))


# What follows runs in the processes.

_games: OrderedDict[Position, Game] = OrderedDict()  # by position without orders, the latest used last


def _prepare(players: str) -> None:
    """Read what every game needs before anybody waits for it."""
    from bocage.games import list_scenarios, manifests, open_setting
    from bocage.players import policy_of

    import_module(players)
    for game, manifest in manifests().items():
        if manifest.has("players"):
            policy_of(game)
    open_setting(list_scenarios()[0].name, {})
    if hasattr(os, "nice"):
        os.nice(5)  # requests of players come first


def _play(position: Position, seat_bots: Mapping[str, str], most: int, players: str) -> list[str]:
    game = _game_at(position)
    seat = "" if game.over else game.decision.seat
    chosen: list[str] = []
    while seat in seat_bots and len(chosen) < most and not game.over and game.decision.seat == seat:
        try:
            order = _choose(game, seat_bots[seat], players, _seed_of(position, game.length))
            game.play(order)
        except Exception:
            if not chosen:
                raise
            break  # what it chose so far is good, and if it is asked again it fails again
        chosen.append(str(order))
    return chosen


def _hint(position: Position, bot: str, players: str) -> str:
    game = _game_at(position)
    return str(_choose(game, bot, players, _seed_of(position, game.length, "hint")))


def _choose(game: Game, bot: str, players: str, seed: int) -> Order:
    from bocage.players import Chair

    source: PlayerSource = import_module(players)
    return source.make(bot, seed).choose(Chair(game))


def _seed_of(position: Position, number: int, what: str = "thinking") -> int:
    """The same for the same decision of the same game, and unknown to anyone who does not know the game's last seed.

    A hint has another than an order, or hints would foretell what a program orders in that place.
    """
    seeds = [position.seed, *(made.seed for made in position.reseedings if made.seed is not None)]
    text = f"bocage {what} {position.game_id} {number} {seeds[-1]}"
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big")


def _game_at(position: Position) -> Game:
    """The game after its orders: the one from last time with the orders played since, or else a new one."""
    key = position._replace(orders=())
    game = _games.pop(key, None)
    if game is None or tuple(str(played.order) for played in game.history) != position.orders[: game.length]:
        game = _open(position)
    for order in position.orders[game.length :]:
        game.play(order)
        game.reseed_as(position.reseedings)
    _games[key] = game
    if len(_games) > GAMES_KEPT:
        _games.popitem(last=False)
    return game


def _open(position: Position) -> Game:
    from bocage.games import open_setting
    from bocage.kernel import Game

    given = tuple(position.branch.split(" | ")) if position.branch else ()
    game = Game(open_setting(position.scenario, dict(position.options)), position.seed, given=given)
    game.reseed_as(position.reseedings)
    return game
