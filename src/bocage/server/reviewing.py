"""Reviews of games that are over: one process of each worker makes them in the background, one after the other.

How far a review is, and the review itself, is stored with the game: whoever asks next, of whatever worker, finds it.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from concurrent.futures import Future
from multiprocessing import get_context
from threading import Event, Lock, Thread
from time import process_time, time
from typing import Final, NamedTuple, Protocol

from pebble import ProcessPool

from bocage.games import open_setting
from bocage.kernel import BocageError
from bocage.kernel import record as records
from bocage.players.review import VERSION, Bounds, judged, review
from bocage.server import wire
from bocage.server.access import check_looking
from bocage.server.problems import Trouble, not_now
from bocage.server.registry import Registry
from bocage.server.session import Session
from bocage.server.storage import ReviewRow
from bocage.server.visitors import Visitor
from bocage.table.review import Review, tell

MOST_WAITING: Final = 16  # reviews of a worker that are not ready
MOST_OF_ADDRESS: Final = 2  # of them for one address
MOST_OF_VISITOR: Final = 1  # and for one browser
OWN_MACHINE: Final = 8  # times as many: it may be many people behind a proxy
SECONDS: Final = 1200.0  # of the processor's time, after which a review is given up
HANGING: Final = 6 * SECONDS  # of the clock on the wall: others may keep the processor busy
TICK: Final = 0.5  # seconds between two looks at how far it is
SIGN_OF_LIFE: Final = 5.0  # seconds after which a worker says again that it has a review in hand
LOST: Final = 30.0  # seconds after which a review that nobody has in hand may be begun anew

log = logging.getLogger(__name__)


class Counter(Protocol):
    """A number that two processes share."""

    value: float


Work = Callable[[int, str, Bounds], str]


class Asking(NamedTuple):
    """Who asks: a browser, its address, and whether that is one's own machine."""

    visitor: Visitor
    address: str
    own_machine: bool


class Job:
    """A review that this worker makes, or will make."""

    def __init__(self, serial: int, row: ReviewRow, address: str, future: Future[str]) -> None:
        self.serial = serial
        self.row = row
        self.address = address
        self.future = future


class Reviews:
    """The reviews of one worker."""

    def __init__(self, registry: Registry, bounds: Bounds, work: Work | None = None, seconds: float = HANGING) -> None:
        self._registry = registry
        self._storage = registry.storage
        self._bounds = bounds
        self._work = work or make_review
        self._seconds = seconds
        self._counter: Counter = get_context("spawn").Value("d")  # the serial of the review in work, and its progress
        self._pool = self._new_pool()
        self._jobs: dict[str, Job] = {}  # by game
        self._serial = 0
        self._lock = Lock()
        self._stopping = Event()
        self._ticker = Thread(target=self._tick, name="reviews", daemon=True)

    def _new_pool(self) -> ProcessPool:
        return ProcessPool(1, context=get_context("spawn"), initializer=prepare, initargs=(self._counter,))

    def start(self) -> None:
        """Begin to look how far reviews are."""
        self._ticker.start()

    def stop(self) -> None:
        """End all reviews at once; those that are not ready are forgotten."""
        self._stopping.set()
        self._pool.stop()  # type: ignore[no-untyped-call]
        self._pool.join()
        if self._ticker.is_alive():
            self._ticker.join()
        for game_id in list(self._jobs):
            self._storage.drop_review(game_id)

    # -- what people ask ----------------------------------------------------------------------------------------

    def state(self, game_id: str, visitor: Visitor) -> wire.ReviewState:
        """The review of a game, or how far it is."""
        with self._registry.open(game_id) as session:
            made_by = _made_by(session, visitor)
        return _state(self._current(game_id, made_by), visitor)

    def begin(self, game_id: str, asking: Asking) -> wire.ReviewState:
        """Set a review to work, unless there is one."""
        with self._registry.open(game_id) as session:
            made_by = _made_by(session, asking.visitor)
            text = records.dump(session.game, resigned=session.resigned)
        old = self._storage.review(game_id)
        if not _is_void(old, made_by):
            return _state(old, asking.visitor)
        with self._lock:
            self._check_room(asking)
            row = ReviewRow(game_id, made_by, asking.visitor.hash, seen=time())
            if self._storage.begin_review(old, row):
                try:
                    self._set_to_work(row, asking.address, text)
                except BaseException:
                    self._storage.drop_review(game_id)
                    raise
        return _state(self._current(game_id, made_by), asking.visitor)

    def stop_one(self, game_id: str, visitor: Visitor) -> wire.ReviewState:
        """Stop a review that one has begun oneself."""
        with self._registry.open(game_id) as session:
            made_by = _made_by(session, visitor)
        row = self._current(game_id, made_by)
        if row is not None and not row.ended:
            if row.asker_hash != visitor.hash:
                raise Trouble(403, "not yours", "only who began a review can stop it")
            job = self._jobs.get(game_id)
            self._storage.drop_review(game_id)
            if job is not None:
                self._let_go(job)
        return _state(self._current(game_id, made_by), visitor)

    def _current(self, game_id: str, made_by: str) -> ReviewRow | None:
        row = self._storage.review(game_id)
        return None if _is_void(row, made_by) and not (row and row.failed) else row

    # -- work ---------------------------------------------------------------------------------------------------

    def _check_room(self, asking: Asking) -> None:
        """Nobody fills the queue alone."""
        jobs = self._jobs.values()
        factor = OWN_MACHINE if asking.own_machine else 1
        if sum(job.row.asker_hash == asking.visitor.hash for job in jobs) >= MOST_OF_VISITOR:
            raise not_now("another review that you began is not ready yet; wait for it, or stop it")
        if sum(job.address == asking.address for job in jobs) >= MOST_OF_ADDRESS * factor:
            raise not_now("other reviews begun from your address are not ready yet; try again later")
        if len(self._jobs) >= MOST_WAITING:
            raise not_now("many reviews wait already; try again later")

    def _set_to_work(self, row: ReviewRow, address: str, text: str) -> None:
        if not self._pool.active:  # the process died so badly that it could not be replaced
            self._pool = self._new_pool()
        self._serial += 1
        arguments = self._serial, text, self._bounds
        future: Future[str] = self._pool.schedule(self._work, arguments, timeout=self._seconds)
        self._jobs[row.game_id] = Job(self._serial, row, address, future)

    def _let_go(self, job: Job) -> None:
        with self._lock:
            if self._jobs.get(job.row.game_id) is job:  # and not one that was begun anew
                del self._jobs[job.row.game_id]
        job.future.cancel()

    def _tick(self) -> None:
        while not self._stopping.wait(TICK):
            for job in list(self._jobs.values()):
                try:
                    self._look_at(job)
                except Exception:
                    log.exception("how far the review of game %s is could not be stored", job.row.game_id)

    def _look_at(self, job: Job) -> None:
        """Store how far a review is, or what came of it, and end it if it is not wanted any more.

        What cannot be stored now is stored at the next look: nobody else does it.
        """
        if self._jobs.get(job.row.game_id) is not job:
            return
        if job.future.done():
            self._storage.keep_review(_ended(job))
            self._let_go(job)
            return
        serial, progress = divmod(self._counter.value, 1)
        progress = progress if serial == job.serial else -1.0
        now = time()
        if progress == job.row.progress and now - job.row.seen < SIGN_OF_LIFE:
            return
        row = job.row = job.row._replace(progress=progress, seen=now)
        if not self._storage.keep_review(row):
            self._let_go(job)


def _ended(job: Job) -> ReviewRow:
    """What came of a review."""
    try:
        return job.row._replace(text=job.future.result(), progress=1.0, seen=time())
    except BaseException as error:  # also that it was cancelled, with the whole process
        log.error("the review of game %s failed", job.row.game_id, exc_info=error)
        return job.row._replace(failed=_why(error), seen=time())


def _made_by(session: Session, visitor: Visitor) -> str:
    """By which rules, and how, a game is reviewed; refuses one that cannot be."""
    check_looking(session.stored, visitor)
    if session.stored.game.status != "over":
        raise not_now("a game is reviewed when it is over", session.game.length)
    if session.difference:
        raise not_now(session.difference, session.game.length)
    try:
        judged(session.stored.game.scenario)
    except BocageError as error:
        raise not_now(str(error)) from None
    setting = session.game.setting
    return f"{setting.rules_version} {setting.fingerprint} {VERSION}"


def _is_void(row: ReviewRow | None, made_by: str) -> bool:
    """Whether there is no review, or none that counts."""
    if row is None or row.made_by != made_by or row.failed:
        return True
    return not row.ended and time() - row.seen > LOST


def _state(row: ReviewRow | None, visitor: Visitor) -> wire.ReviewState:
    if row is None:
        return wire.ReviewState(status="none")
    if row.text is not None:
        return wire.ReviewState(status="ready", done=1.0, review=Review.model_validate_json(row.text))
    if row.failed:
        return wire.ReviewState(status="failed", text=row.failed)
    mine = row.asker_hash == visitor.hash
    if row.progress < 0:
        return wire.ReviewState(status="waiting", mine=mine)
    return wire.ReviewState(status="working", done=row.progress, mine=mine)


def _why(error: BaseException) -> str:
    """Why there is no review, in a sentence that may be shown to everybody."""
    if type(error) is BocageError:
        return str(error)
    if isinstance(error, TimeoutError):
        return "the review found no end in time"
    return f"the review stumbled over an error of its own ({type(error).__name__})"


# What follows runs in the process.

_shared: list[Counter] = []


def prepare(counter: Counter) -> None:
    """Work behind everybody else, and tell how far it is."""
    _shared[:] = [counter]
    if hasattr(os, "nice"):
        os.nice(15)


def note(serial: int, done: float) -> None:
    """Tell how far the review in work is."""
    _shared[0].value = serial + min(done, 0.999)


def make_review(serial: int, text: str, bounds: Bounds) -> str:
    """The review of a record, as it is stored."""
    begun = process_time()

    def advance(done: float) -> None:
        if process_time() - begun > SECONDS:
            raise TimeoutError
        note(serial, done)

    advance(0.0)
    read = records.parse(text, "the record")
    game = records.replay(read, open_setting)
    found = review(game, bounds, advance, resigned=bool(read.resigned))
    return tell(game, found).model_dump_json()
