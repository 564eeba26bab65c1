"""Opponents think in processes of their own, so that the server stays awake and a bad one can be stopped.

The server sends the orders of a game; a process plays those it has not seen yet, lets the opponent choose, and sends
the chosen orders back. A game is asked of the same process again where possible, which keeps the opponent of each seat
with its plan. If the process is lost, or busy while another has nothing to do, a new opponent goes on without the plan.
It keeps nothing that the game would miss. Those who think for seconds have processes of their own, and so have those
who advise, so that whoever wants a hint, or plays against one who answers at once, does not wait for them.
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
from threading import Event, Lock, Thread
from time import perf_counter
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from pebble import ProcessExpired, ProcessPool

from bocage.kernel.errors import BocageError
from bocage.players import DEFAULT, LIMITS, PLAYERS, Chair, Limits, Seated, ally_in
from bocage.players.advice import Advice, advise
from bocage.players.chair import Advance, unheard
from bocage.players.intent import Account, accounts_of

if TYPE_CHECKING:
    from bocage.kernel import Game, Reseeding
    from bocage.players import Player

GAMES_KEPT = 64  # per process; a game that is not kept is replayed, which costs a tenth of a second
BATCH_SECONDS = 1.0  # after the first order: no other is begun later before the server has those that were chosen
DIED = (ProcessExpired, BrokenProcessPool)  # not an error of the opponent's, unless it happens again

ADVISERS = 1  # processes
TICK = 0.5  # seconds between two looks at how far thoughts are
QUICK, LONG = 5, 10  # how far processes stand back behind the server

Kind: TypeAlias = Literal["quick", "long", "advice"]

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


class Chosen(NamedTuple):
    """What an opponent chose: orders, and what it thought before some of them, by how many orders there were then."""

    orders: list[str]
    accounts: list[tuple[int, Account]]


Answer = TypeVar("Answer", str, Chosen, Advice)
Thought: TypeAlias = Future[str] | Future[Chosen] | Future[Advice]


class Counter(Protocol):
    """A number that two processes share."""

    value: float


class _Asked(NamedTuple):
    """What somebody waits for: the thought from which it comes, where, and who wants to know how far it is."""

    thought: Thought
    place: int
    serial: int
    advance: Advance


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
        self._waiting: dict[Thought, _Asked] = {}  # by answer
        self._serial = 0
        self._homes: OrderedDict[tuple[str, Kind], int] = OrderedDict()  # which process a game was asked of last
        quick = workers or min(4, os.cpu_count() or 1)  # as many again for those who think long
        self._places: dict[Kind, range] = {
            "quick": range(quick),
            "long": range(quick, 2 * quick),
            "advice": range(2 * quick, 2 * quick + ADVISERS),
        }
        self._asked = [0] * (2 * quick + ADVISERS)  # how many questions each process has before it
        # The serial of the thought in work, and how far it is. No lock: a process that is killed would keep it.
        self._counters: list[Counter] = [get_context("spawn").Value("d", lock=False) for _ in self._asked]
        self._pools = [self._new_pool(place) for place in range(len(self._asked))]
        self._stopping = Event()
        Thread(target=self._tick, name="thoughts", daemon=True).start()

    def _new_pool(self, place: int) -> ProcessPool:
        """A process, and another in its place when it is lost; requests of players come first, then the quick."""
        behind = QUICK if place in self._places["quick"] else LONG
        initial = self._players, behind, self._counters[place]
        return ProcessPool(1, context=get_context("spawn"), initializer=_prepare, initargs=initial)

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
        advance: Advance = unheard,
    ) -> Future[Chosen]:
        """The next orders of the opponent that is asked, ``most`` at the most, up to another's decision or the end.

        It stops at every other seat, also another opponent's, so that a failure is the fault of the seat asked now.
        """
        position = _position(game_id, scenario, options, seed, orders, branch, reseedings)
        seconds = 2 * self._limits.order + BATCH_SECONDS
        kind: Kind = "long" if any(map(plans, seat_bots.values())) else "quick"
        what = position, dict(seat_bots), most, self._players, self._limits
        return self._ask((game_id, kind), seconds, advance, _play, *what)

    def hint(
        self,
        game_id: str,
        scenario: str,
        options: Mapping[str, str],
        seed: str,
        orders: Sequence[str],
        branch: str | None = None,
        reseedings: Sequence[Reseeding] = (),
        among: Sequence[str] = (),
    ) -> Future[str]:
        """What an opponent would order in the place of the seat that decides now; of some orders, if it must be one."""
        position = _position(game_id, scenario, options, seed, orders, branch, reseedings)
        what = position, DEFAULT, self._players, tuple(among)
        return self._ask((game_id, "quick"), self._limits.order, unheard, _hint, *what)

    def advise(
        self,
        game_id: str,
        scenario: str,
        options: Mapping[str, str],
        seed: str,
        orders: Sequence[str],
        branch: str | None = None,
        reseedings: Sequence[Reseeding] = (),
        advance: Advance = unheard,
    ) -> Future[Advice]:
        """The best orders for the seat that decides now, weighed against each other."""
        position = _position(game_id, scenario, options, seed, orders, branch, reseedings)
        return self._ask((game_id, "advice"), self._limits.order, advance, _advise, position, self._limits)

    def give_up(self, answer: Thought) -> None:
        """Nobody waits for an answer any more: if it has not been begun, it is not thought about."""
        with self._lock:
            asked = self._waiting.get(answer)
        if asked is not None and not asked.thought.running():
            asked.thought.cancel()

    def warm_up(self) -> None:
        """Start the processes of the quick and of those who advise before anybody waits for them."""
        for place in (*self._places["quick"], *self._places["advice"]):
            self._pools[place].schedule(os.getpid)

    def close(self) -> None:
        """Stop all thinking at once."""
        with self._lock:
            self._closed = True
            waiting, self._waiting = self._waiting, {}
        self._stopping.set()
        for answer in waiting:
            answer.set_exception(CancelledError())
        for pool in self._pools:
            pool.stop()  # type: ignore[no-untyped-call]
        for pool in self._pools:
            pool.join()

    def _ask(
        self,
        table: tuple[str, Kind],
        seconds: float,
        advance: Advance,
        work: Callable[..., Answer],
        *arguments: object,
    ) -> Future[Answer]:
        asked = perf_counter()
        answer: Future[Answer] = Future()
        answer.set_running_or_notify_cancel()

        def pass_on(thought: Future[Answer], last: bool = False) -> None:
            with self._lock:
                if answer not in self._waiting:
                    return
                error = CancelledError() if thought.cancelled() else thought.exception()
                if isinstance(error, DIED) and not last:  # it was ended, perhaps with the whole server
                    again = self._schedule(place, seconds, serial, work, arguments)
                    self._waiting[answer] = _Asked(again, place, serial, advance)
                else:
                    again = None
                    del self._waiting[answer]
                    self._asked[place] -= 1
            if again is not None:
                again.add_done_callback(partial(pass_on, last=True))
                return
            self._observe(perf_counter() - asked)
            if error is None:
                answer.set_result(thought.result())
            elif isinstance(error, CancelledError):
                answer.set_exception(error)
            else:
                answer.set_exception(self._explain(error))

        with self._lock:
            if self._closed:
                raise BocageError("the server is stopping")
            place: int = self._place(*table)
            self._asked[place] += 1
            self._serial += 1
            serial: int = self._serial
            thought = self._schedule(place, seconds, serial, work, arguments)
            self._waiting[answer] = _Asked(thought, place, serial, advance)
        thought.add_done_callback(pass_on)
        return answer

    def _tick(self) -> None:
        """Tell those who want to know how far the thoughts are that have been begun."""
        while not self._stopping.wait(TICK):
            with self._lock:
                waiting = list(self._waiting.values())
            for asked in waiting:
                serial, done = divmod(self._counters[asked.place].value, 1)
                if serial == asked.serial:
                    try:
                        asked.advance(done)
                    except Exception:
                        log.exception("how far a thought is could not be told")

    def _place(self, game_id: str, kind: Kind) -> int:
        """The process that knows the game, unless it is busy while another of its kind has nothing to do."""
        least = min(self._places[kind], key=self._asked.__getitem__)
        place = self._homes.pop((game_id, kind), None)
        if place is None or (self._asked[place] and not self._asked[least]):
            place = least
        self._homes[game_id, kind] = place
        if len(self._homes) > GAMES_KEPT * len(self._pools):
            self._homes.popitem(last=False)
        return place

    def _schedule(
        self, place: int, seconds: float, serial: int, work: Callable[..., Answer], arguments: tuple[object, ...]
    ) -> Future[Answer]:
        if not self._pools[place].active:  # the process died so badly that it could not be replaced
            self._pools[place] = self._new_pool(place)
        thought: Future[Answer] = self._pools[place].schedule(_think, (serial, work, *arguments), timeout=seconds)
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
        """The opponent in a seat: the one that has sat there since its first order, or else a new one.

        One who plans ahead leads its side: it sits in all the seats of the side that are given to one of its rank.
        """
        names = {taken: name for taken, (name, _, _) in self.seated.items()} | {seat: bot}
        shared = ally_in(self.game.setting, seat, names) if plans(bot) else ""
        for taken in (seat, shared):
            name, seated, _ = self.seated.get(taken, ("", None, 0))
            if seated is not None and name == bot:
                return seated
        source: PlayerSource = import_module(players)
        return Seated(source.make(bot, _seed_of(position, self.game.length, seat)), limits)

    def go_back(self, length: int) -> None:
        """Take orders back; those who have played since are forgotten."""
        self.game.go_back(length)
        gone = {id(player) for _, player, last in self.seated.values() if last > length}
        self.seated = {seat: sits for seat, sits in self.seated.items() if id(sits[1]) not in gone}

    def bring_to(self, orders: Sequence[str], reseedings: Sequence[Reseeding]) -> None:
        """Play the orders since; for whom another has decided meanwhile, the plan is void."""
        for order in orders[self.game.length :]:
            self.seated.pop(self.game.decision.seat, None)
            self.game.play(order)
            self.game.reseed_as(reseedings)


_games: OrderedDict[Position, _Kept] = OrderedDict()  # by position without orders, the latest used last


class _InWork:
    """The thought in work, and where the server looks how far it is."""

    serial: int
    counter: Counter


def _think(serial: int, work: Callable[..., Answer], *arguments: object) -> Answer:
    _InWork.serial = serial
    return work(*arguments)


def _note(done: float) -> None:
    _InWork.counter.value = _InWork.serial + min(done, 0.999)


def _prepare(players: str, behind: int, counter: Counter) -> None:
    """Read what every game needs before anybody waits for it."""
    _InWork.counter = counter
    from bocage.games import list_scenarios, manifests, open_setting
    from bocage.players import policy_of

    import_module(players)
    for game, manifest in manifests().items():
        if manifest.has("players"):
            policy_of(game)
    open_setting(list_scenarios()[0].name, {})
    if hasattr(os, "nice"):
        os.nice(behind)


def _play(position: Position, seat_bots: Mapping[str, str], most: int, players: str, limits: Limits) -> Chosen:
    kept = _kept_at(position)
    game = kept.game
    seat = "" if game.over else game.decision.seat
    chosen: list[str] = []
    accounts: list[tuple[int, Account]] = []
    first = 0.0  # when the first was chosen: after long thought the rest of a plan is carried out in the same breath
    while seat in seat_bots and len(chosen) < most and not game.over and game.decision.seat == seat:
        if chosen and perf_counter() - first > BATCH_SECONDS:
            break
        try:
            player = kept.player(seat, seat_bots[seat], position, players, limits)
            known = len(accounts_of(player.player))
            order = player.choose(game, _note)
            thoughts = [(game.length, account) for account in accounts_of(player.player, known)]
            game.play(order)
        except Exception:
            if not chosen:
                raise
            break  # what it chose so far is good, and if it is asked again it fails again
        kept.seated[seat] = seat_bots[seat], player, game.length
        chosen.append(str(order))
        accounts += thoughts
        first = first or perf_counter()
    return Chosen(chosen, accounts)


def _hint(position: Position, bot: str, players: str, among: Sequence[str] = ()) -> str:
    game = _kept_at(position).game
    source: PlayerSource = import_module(players)
    chair = Chair(game, LIMITS.order)
    if asked_for := [order for order in chair.decision.orders if str(order) in among]:
        chair.decision = copy(chair.decision)
        chair.decision.orders = asked_for
    return str(source.make(bot, _seed_of(position, game.length, "hint")).choose(chair))


def _advise(position: Position, limits: Limits) -> Advice:
    game = _kept_at(position).game
    return advise(Chair(game, limits.order, _note), _seed_of(position, game.length, "hint"))


def plans(bot: str) -> bool:
    """Whether an opponent thinks for seconds, and leads a side by a plan."""
    return bot in PLAYERS and PLAYERS[bot].needs_evaluation


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
            kept.go_back(same)
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
