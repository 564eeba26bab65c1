"""Opponents think in processes of their own, so that the server stays awake and a bad one can be stopped.

The server sends the orders of a game; a process plays those it has not seen yet, lets the opponent choose, and sends
the chosen orders back. A game is asked of the same process again where possible, which keeps the opponent of each seat
with its plan. If the process is lost, or busy while another has nothing to do, a new opponent goes on without the plan.
It keeps nothing that the game would miss. Those who think for seconds have processes of their own, so that whoever
wants a hint, or plays against one who answers at once, does not wait for them.
"""

from __future__ import annotations

import logging
import os
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import CancelledError, Future
from concurrent.futures.process import BrokenProcessPool
from copy import copy
from functools import partial
from hashlib import sha256
from importlib import import_module
from multiprocessing import get_context
from threading import Lock
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from pebble import ProcessExpired, ProcessPool

from bocage.kernel.errors import BocageError
from bocage.players import DEFAULT, LIMITS, PLAYERS, Chair, Limits, Seated

if TYPE_CHECKING:
    from bocage.kernel import Game, Reseeding
    from bocage.players import Player

GAMES_KEPT = 64  # per process; a game that is not kept is replayed, which costs a tenth of a second
BATCH_SECONDS = 1.0  # after the first order: no other is begun later before the server has those that were chosen
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


class BotPool:
    """The processes in which opponents think.

    What they are asked comes back as a future. It raises BocageError, one sentence, when the opponent fails or
    thinks longer than its limits, and CancelledError when the server stops meanwhile.
    """

    def __init__(
        self,
        *,
        workers: int | None = None,
        limits: Limits = LIMITS,
        players: str = "bocage.players",
        observe: Callable[[float], None] = lambda seconds: None,
    ) -> None:
        self._limits = limits
        self._players = players
        self._observe = observe
        self._closed = False
        self._lock = Lock()
        self._waiting: set[Future[list[str]] | Future[str]] = set()
        self._homes: OrderedDict[tuple[str, bool], int] = OrderedDict()  # which process a game was asked of last
        self._quick = workers or min(4, os.cpu_count() or 1)  # as many again for those who think long
        self._asked = [0] * (2 * self._quick)  # how many questions each process has before it
        self._pools = [self._new_pool() for _ in self._asked]

    def _new_pool(self) -> ProcessPool:
        """A process, and another in its place when it is lost."""
        return ProcessPool(1, context=get_context("spawn"), initializer=_prepare, initargs=(self._players,))

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
        seconds = 2 * self._limits.order + BATCH_SECONDS
        long = any(bot in PLAYERS and PLAYERS[bot].needs_evaluation for bot in seat_bots.values())
        return self._ask((game_id, long), seconds, _play, position, dict(seat_bots), most, self._players, self._limits)

    def hint(
        self,
        game_id: str,
        scenario: str,
        options: Mapping[str, str],
        seed: str,
        orders: Sequence[str],
        branch: str | None = None,
        reseedings: Sequence[Reseeding] = (),
        verb: str = "",
    ) -> Future[str]:
        """What an opponent would order in the place of the seat that decides now; with a verb, if it must be that."""
        position = _position(game_id, scenario, options, seed, orders, branch, reseedings)
        return self._ask((game_id, False), self._limits.order, _hint, position, DEFAULT, self._players, verb)

    def warm_up(self) -> None:
        """Start the processes of the quick before anybody waits for them."""
        for pool in self._pools[: self._quick]:
            pool.schedule(os.getpid)

    def close(self) -> None:
        """Stop all thinking at once."""
        with self._lock:
            self._closed = True
            waiting, self._waiting = self._waiting, set()
        for answer in waiting:
            answer.set_exception(CancelledError())
        for pool in self._pools:
            pool.stop()  # type: ignore[no-untyped-call]
        for pool in self._pools:
            pool.join()

    def _ask(
        self, table: tuple[str, bool], seconds: float, work: Callable[..., Answer], *arguments: object
    ) -> Future[Answer]:
        asked = perf_counter()
        answer: Future[Answer] = Future()
        answer.set_running_or_notify_cancel()

        def pass_on(thought: Future[Answer], last: bool = False) -> None:
            with self._lock:
                if answer not in self._waiting:
                    return
                error = thought.exception()
                if isinstance(error, DIED) and not last:
                    again = self._schedule(
                        place, seconds, work, arguments
                    )  # it was ended, perhaps with the whole server
                else:
                    again = None
                    self._waiting.discard(answer)
                    self._asked[place] -= 1
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
            place: int = self._place(*table)
            self._asked[place] += 1
            thought = self._schedule(place, seconds, work, arguments)
        thought.add_done_callback(pass_on)
        return answer

    def _place(self, game_id: str, long: bool) -> int:
        """The process that knows the game, unless it is busy while another of its kind has nothing to do."""
        first = self._quick if long else 0
        asked = self._asked[first : first + self._quick]
        least = min(asked)
        place = self._homes.pop((game_id, long), None)
        if place is None or (self._asked[place] and not least):
            place = first + asked.index(least)
        self._homes[game_id, long] = place
        if len(self._homes) > GAMES_KEPT * len(self._pools):
            self._homes.popitem(last=False)
        return place

    def _schedule(
        self, place: int, seconds: float, work: Callable[..., Answer], arguments: tuple[object, ...]
    ) -> Future[Answer]:
        if not self._pools[place].active:  # the process died so badly that it could not be replaced
            self._pools[place] = self._new_pool()
        thought: Future[Answer] = self._pools[place].schedule(work, arguments, timeout=seconds)
        return thought

    def _explain(self, error: BaseException) -> BocageError:
        """An error in one sentence that may be shown to everybody: what the opponent knew stays in the log."""
        if type(error) is BocageError:
            return error
        log.error("an opponent failed", exc_info=error)
        if isinstance(error, TimeoutError):
            return BocageError(f"the opponent found no move within {self._limits.order:g} seconds")
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


class _Kept:
    """A game with those who play in it, each with the number of the game's orders after its last one."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seated: dict[str, tuple[str, Seated, int]] = {}

    def player(self, seat: str, bot: str, position: Position, players: str, limits: Limits) -> Seated:
        """The opponent in a seat: the one that has sat there since its first order, or else a new one."""
        name, seated, _ = self.seated.get(seat, ("", None, 0))
        if seated is None or name != bot:
            source: PlayerSource = import_module(players)
            seated = Seated(source.make(bot, _seed_of(position, self.game.length, seat)), limits)
        return seated

    def bring_to(self, orders: Sequence[str], reseedings: Sequence[Reseeding]) -> None:
        """Play the orders since; for whom another has decided meanwhile, the plan is void."""
        for order in orders[self.game.length :]:
            self.seated.pop(self.game.decision.seat, None)
            self.game.play(order)
            self.game.reseed_as(reseedings)


_games: OrderedDict[Position, _Kept] = OrderedDict()  # by position without orders, the latest used last


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


def _play(position: Position, seat_bots: Mapping[str, str], most: int, players: str, limits: Limits) -> list[str]:
    kept = _kept_at(position)
    game = kept.game
    seat = "" if game.over else game.decision.seat
    chosen: list[str] = []
    first = 0.0  # when the first was chosen: after long thought the rest of a plan is carried out in the same breath
    while seat in seat_bots and len(chosen) < most and not game.over and game.decision.seat == seat:
        if chosen and perf_counter() - first > BATCH_SECONDS:
            break
        try:
            player = kept.player(seat, seat_bots[seat], position, players, limits)
            order = player.choose(game)
            game.play(order)
        except Exception:
            if not chosen:
                raise
            break  # what it chose so far is good, and if it is asked again it fails again
        kept.seated[seat] = seat_bots[seat], player, game.length
        chosen.append(str(order))
        first = first or perf_counter()
    return chosen


def _hint(position: Position, bot: str, players: str, verb: str = "") -> str:
    game = _kept_at(position).game
    source: PlayerSource = import_module(players)
    chair = Chair(game, LIMITS.order)
    if asked_for := [order for order in chair.decision.orders if order.verb == verb]:
        chair.decision = copy(chair.decision)
        chair.decision.orders = asked_for
    return str(source.make(bot, _seed_of(position, game.length, "hint")).choose(chair))


def _seed_of(position: Position, number: int, what: str) -> int:
    """The same for the same moment of the same game, and unknown to anyone who does not know the game's last seed.

    A hint has another than the player of a seat, or hints would foretell what a program orders in that place.
    """
    seeds = [position.seed, *(made.seed for made in position.reseedings if made.seed is not None)]
    text = f"bocage thinking {position.game_id} {what} {number} {seeds[-1]}"
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big")


def _kept_at(position: Position) -> _Kept:
    """The game after its orders: the one from last time with the orders played since, or else a new one."""
    key = position._replace(orders=())
    kept = _games.pop(key, None)
    if kept is None:
        kept = _Kept(_open(position))
    else:
        same = _same_orders(kept.game, position.orders)
        if same < kept.game.length:  # orders were taken back
            kept.game.go_back(same)
            kept.seated = {seat: sits for seat, sits in kept.seated.items() if sits[-1] <= same}
    kept.bring_to(position.orders, position.reseedings)
    _games[key] = kept
    if len(_games) > GAMES_KEPT:
        _games.popitem(last=False)
    return kept


def _same_orders(game: Game, orders: Sequence[str]) -> int:
    """How many orders of a game are the same."""
    pairs = zip(game.history, orders, strict=False)
    return next(
        (n for n, (played, order) in enumerate(pairs) if str(played.order) != order), min(game.length, len(orders))
    )


def _open(position: Position) -> Game:
    from bocage.games import open_setting
    from bocage.kernel import Game

    given = tuple(position.branch.split(" | ")) if position.branch else ()
    game = Game(open_setting(position.scenario, dict(position.options)), position.seed, given=given)
    game.reseed_as(position.reseedings)
    return game
