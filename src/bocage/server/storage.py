"""Games on disk. Every change of a game is one transaction that nobody else's change can have come before."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from time import time
from typing import NamedTuple, TypeVar

from alembic.util import CommandError
from sqlalchemy import (
    Connection,
    Engine,
    bindparam,
    create_engine,
    delete,
    event,
    exists,
    func,
    insert,
    make_url,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.exc import ArgumentError, DatabaseError, IntegrityError, NoSuchModuleError
from sqlalchemy.pool import ConnectionPoolEntry

from bocage.kernel import BocageError
from bocage.server import schema
from bocage.server.group_commit import Conflict, GroupCommit

CHANNEL = "bocage"
CHAT_SHOWN = 500
PATIENCE_MS = 10_000  # how long to wait for another program that writes to the same file

Result = TypeVar("Result")


@dataclass(frozen=True)
class GameRow:
    """A row of the table of games."""

    id: str
    scenario: str
    options: dict[str, str]
    rules_version: str
    fingerprint: str
    seed: str | None
    seed_hash: str
    creator_hash: str
    given: str = ""
    opening: str = ""
    revision: int = 0
    length: int = 0
    cuts: int = 0
    secrets_from: int = 0
    asked: str = ""
    turn: str = ""
    state_hash: str = ""
    outcome: dict[str, str] | None = None
    status: str = "playing"
    held: str = ""
    branch_of: str | None = None
    branch_at: int = 0
    spectator_hash: str | None = None
    guided: bool = False
    takeback_seat: str | None = None
    takeback_to: int | None = None
    takeback_agreed: tuple[str, ...] = ()
    resigning: dict[str, str] = field(default_factory=dict)  # the holders that would give up, by seat
    between_programs: bool = False
    halt_at: int | None = None
    followed: bool = False
    created: float = 0
    updated: float = 0

    @property
    def rests(self) -> bool:
        """Whether opponents wait, because they were told to or until what they did has been shown."""
        return self.halt_at is not None and self.length >= self.halt_at

    @property
    def halted(self) -> bool:
        """Whether opponents have been told to wait."""
        return self.rests and not self.followed


@dataclass(frozen=True)
class SeatRow:
    """Who sits where."""

    seat: str
    place: int
    kind: str
    bot: str | None = None
    holder_hash: str | None = None
    invitation_hash: str | None = None
    name: str = ""
    failed: str = ""

    @property
    def works(self) -> bool:
        """Whether an opponent of ours sits here and plays."""
        return self.kind == "bot" and not self.failed


class ReseedingRow(NamedTuple):
    """From where on chance follows from another seed, and who sat down where then."""

    after: int
    seed_hash: str
    seed: str | None
    chance: str
    seat: str = ""
    holder_hash: str | None = None


@dataclass(frozen=True)
class Stored:
    """All that is stored of a game but its orders."""

    game: GameRow
    seats: tuple[SeatRow, ...]
    watchers: frozenset[str] = frozenset()
    reseedings: tuple[ReseedingRow, ...] = ()  # only ever more

    def seat(self, name: str) -> SeatRow | None:
        """A seat by its name."""
        return next((seat for seat in self.seats if seat.seat == name), None)

    @property
    def waits_for(self) -> SeatRow | None:
        """The seat whose opponent is to play now, if one is."""
        asked = self.seat(self.game.asked)
        plays = self.game.status == "playing" and not self.game.rests
        return asked if plays and asked is not None and asked.works else None

    def with_seat(self, changed: SeatRow) -> Stored:
        """The same with one seat changed."""
        return replace(self, seats=tuple(changed if seat.seat == changed.seat else seat for seat in self.seats))


class OrderRow(NamedTuple):
    """An order as it is stored."""

    number: int
    seat: str
    text: str
    chance: str
    secret_of: str | None = ""

    def known_to(self, seat: str) -> bool:
        """Whether a seat may read it while the game goes on."""
        return self.secret_of == "" or seat in (self.secret_of or "").split()


class ThoughtRow(NamedTuple):
    """What an opponent thought when so many orders had been given, as text."""

    number: int
    seat: str
    text: str


class ChatRow(NamedTuple):
    """A line of chat as it is stored."""

    id: int
    at: float
    name: str
    seat: str
    text: str


class ReviewRow(NamedTuple):
    """A review of a game as it is stored, ready or not."""

    game_id: str
    made_by: str
    asker_hash: str
    progress: float = -1.0
    seen: float = 0.0
    text: str | None = None
    failed: str = ""

    @property
    def ended(self) -> bool:
        """Whether nobody works on it any more."""
        return self.text is not None or bool(self.failed)


_GAME_FIELDS = tuple(one.name for one in fields(GameRow))
_SEAT_FIELDS = tuple(one.name for one in fields(SeatRow))
_GAME_COLUMNS = [schema.games.c[name] for name in _GAME_FIELDS]
_SEAT_COLUMNS = [schema.seats.c[name] for name in _SEAT_FIELDS]
_RESEEDING_COLUMNS = [schema.reseedings.c[name] for name in ReseedingRow._fields]

# Built once: making a statement costs more than running it.
_REVISION = select(schema.games.c.revision).where(schema.games.c.id == bindparam("game"))
_ADD_ORDERS = insert(schema.orders)
_CHANGING = (
    "rules_version", "fingerprint", "revision", "length", "cuts", "secrets_from", "asked", "turn", "state_hash",
    "outcome", "status", "held", "spectator_hash", "takeback_seat", "takeback_to", "takeback_agreed",
    "resigning", "halt_at", "followed", "updated",
)  # fmt: skip
_CHANGE = (
    update(schema.games)
    .where(schema.games.c.id == bindparam("game"), schema.games.c.revision == bindparam("before"))
    .values({name: bindparam(name) for name in _CHANGING})
)


class Storage:
    """A database, SQLite or PostgreSQL."""

    def __init__(self, url: str) -> None:
        self.engine = _engine(url)
        self.dialect = self.engine.dialect.name
        self._reader = self.engine
        self._writer = self.engine.execution_options(writing=True)
        self._group = GroupCommit(self._writer) if self.dialect == "sqlite" else None
        if self.dialect == "postgresql":
            self._reader = self.engine.execution_options(isolation_level="REPEATABLE READ")

    @property
    def shared(self) -> bool:
        """Whether several workers can use it at once."""
        return self.dialect == "postgresql"

    def migrate(self) -> None:
        """Bring the tables up to date."""
        from bocage.server import migrations

        try:
            with self._writer.begin() as connection:
                migrations.upgrade(connection)
        except (DatabaseError, sqlite3.DatabaseError) as error:  # the latter if it comes while SQLite is prepared
            reason = error.orig if isinstance(error, DatabaseError) else error
            raise BocageError(f"the database cannot be used: {' '.join(str(reason).split())}") from None
        except CommandError:
            raise BocageError(
                "the database belongs to a newer version of this program, so this one leaves it alone"
            ) from None

    def close(self) -> None:
        """Let go of all connections."""
        if self._group is not None:
            self._group.close()
        event.listen(self.engine, "checkin", _close_at_once)  # whoever still uses one lets go of it for good
        self.engine.dispose()

    def _write(self, work: Callable[[Connection], Result]) -> Result:
        """Carry out a change in a transaction; returns when it is on disk."""
        if self._group is not None:
            return self._group.write(work)
        with self._writer.begin() as connection:
            return work(connection)

    # -- reading ------------------------------------------------------------------------------------------------

    def revision(self, game: str) -> int | None:
        """At which revision a game stands; None if there is no such game."""
        with self._reader.connect() as connection:
            found: int | None = connection.execute(_REVISION, {"game": game}).scalar()
            return found

    def load(self, game: str, after: int | None = None) -> tuple[Stored, list[OrderRow]] | None:
        """A game with its orders, or those after a number of them."""
        with self._reader.connect() as connection:
            found = _load(connection, [game])
            if not found:
                return None
            orders = schema.orders
            rows = connection.execute(
                select(orders.c.number, orders.c.seat, orders.c.text, orders.c.chance, orders.c.secret_of)
                .where(orders.c.game_id == game, orders.c.number > (after or 0))
                .order_by(orders.c.number)
            )
            return found[0], [OrderRow(*row) for row in rows]

    def of_holder(self, holder: str, most: int) -> list[Stored]:
        """The games in which somebody plays or looks on, the last changed first."""
        seats, watchers, games = schema.seats, schema.watchers, schema.games
        mine = select(seats.c.game_id).where(seats.c.holder_hash == holder)
        watched = select(watchers.c.game_id).where(watchers.c.holder_hash == holder)
        with self._reader.connect() as connection:
            ids = connection.scalars(
                select(games.c.id)
                .where(or_(games.c.id.in_(mine), games.c.id.in_(watched)))
                .order_by(games.c.updated.desc())
                .limit(most)
            ).all()
            return _load(connection, ids)

    def by_invitation(self, token_hash: str) -> tuple[str, str] | None:
        """The game and the seat that an invitation is for."""
        seats = schema.seats
        with self._reader.connect() as connection:
            row = connection.execute(
                select(seats.c.game_id, seats.c.seat).where(seats.c.invitation_hash == token_hash)
            ).first()
            return (row.game_id, row.seat) if row is not None else None

    def by_spectator_link(self, token_hash: str) -> str | None:
        """The game that a spectator link is for."""
        with self._reader.connect() as connection:
            found: str | None = connection.execute(
                select(schema.games.c.id).where(schema.games.c.spectator_hash == token_hash)
            ).scalar()
            return found

    def waiting_for_bots(
        self, seconds: float = 0, thinkers: Sequence[str] = (), watched: Sequence[str] = ()
    ) -> list[str]:
        """The games in which an opponent of ours has been asked for some time.

        Where nobody plays but programs, and one of them is of ``thinkers``, it must be a game that is watched.
        """
        games, seats = schema.games, schema.seats
        sitting = seats.alias()
        people = exists().where(sitting.c.game_id == games.c.id, sitting.c.holder_hash.is_not(None))
        thinking = exists().where(
            sitting.c.game_id == games.c.id,
            sitting.c.bot.in_(thinkers),
            sitting.c.kind == "bot",
            sitting.c.failed == "",
        )
        with self._reader.connect() as connection:
            return list(
                connection.scalars(
                    select(games.c.id)
                    .join(seats, (seats.c.game_id == games.c.id) & (seats.c.seat == games.c.asked))
                    .where(games.c.status == "playing", seats.c.kind == "bot", seats.c.failed == "")
                    .where(games.c.halt_at.is_(None) | (games.c.length < games.c.halt_at))
                    .where(people | ~thinking | games.c.id.in_(watched))
                    .where(games.c.updated <= time() - seconds)
                    .order_by(games.c.updated)
                )
            )

    def all_games(self) -> list[str]:
        """Every game there is, oldest first."""
        with self._reader.connect() as connection:
            return list(connection.scalars(select(schema.games.c.id).order_by(schema.games.c.created)))

    def count(self) -> int:
        """How many games there are."""
        with self._reader.connect() as connection:
            found: int = connection.execute(select(func.count()).select_from(schema.games)).scalar_one()
            return found

    def chat(self, game: str) -> list[ChatRow]:
        """The last lines of a conversation, oldest first."""
        lines = schema.chat
        with self._reader.connect() as connection:
            rows = connection.execute(
                select(lines.c.id, lines.c.at, lines.c.name, lines.c.seat, lines.c.text)
                .where(lines.c.game_id == game)
                .order_by(lines.c.id.desc())
                .limit(CHAT_SHOWN)
            ).all()
        return [ChatRow(*row) for row in reversed(rows)]

    def thoughts(self, game: str, begun: int = 0) -> list[ThoughtRow]:
        """What the opponents of a game have thought since so many orders had been given, oldest first."""
        table = schema.thoughts
        with self._reader.connect() as connection:
            rows = connection.execute(
                select(table.c.number, table.c.seat, table.c.text)
                .where(table.c.game_id == game, table.c.number >= begun)
                .order_by(table.c.id)
            ).all()
        return [ThoughtRow(*row) for row in rows]

    def review(self, game: str) -> ReviewRow | None:
        """The review of a game, if one was asked for."""
        columns = [schema.reviews.c[name] for name in ReviewRow._fields]
        with self._reader.connect() as connection:
            row = connection.execute(select(*columns).where(schema.reviews.c.game_id == game)).first()
            return ReviewRow(*row) if row is not None else None

    # -- writing ------------------------------------------------------------------------------------------------

    def create(self, stored: Stored, orders: Sequence[OrderRow] = ()) -> None:
        """Store a new game."""
        game_id = stored.game.id

        def work(connection: Connection) -> None:
            connection.execute(insert(schema.games), _values(stored.game))
            connection.execute(insert(schema.seats), [{**asdict(seat), "game_id": game_id} for seat in stored.seats])
            _add_watchers(connection, game_id, stored.watchers)
            _add_reseedings(connection, game_id, stored.reseedings)
            _add_orders(connection, game_id, orders)

        self._write(work)

    def change(
        self,
        old: Stored,
        new: Stored,
        *,
        added: Sequence[OrderRow] = (),
        keep: int | None = None,
        notice: str = "",
        thoughts: Sequence[ThoughtRow] = (),
    ) -> Stored:
        """Carry out a change of a game and return it as it now stands; raises Conflict if it is not ``old`` any more.

        ``added`` are orders after those stored; ``keep`` is how many of those stored are not taken back. ``thoughts``
        are what opponents thought before the orders added.
        """
        game = replace(new.game, revision=old.game.revision + 1, updated=time())
        values = {name: getattr(game, name) for name in _CHANGING}

        def work(connection: Connection) -> None:
            hit = connection.execute(_CHANGE, {**values, "game": game.id, "before": old.game.revision})
            if hit.rowcount != 1:
                raise Conflict
            for seat in set(new.seats) - set(old.seats):
                connection.execute(
                    update(schema.seats)
                    .where(schema.seats.c.game_id == game.id, schema.seats.c.seat == seat.seat)
                    .values(**asdict(seat))
                )
            _add_watchers(connection, game.id, new.watchers - old.watchers)
            _add_reseedings(connection, game.id, new.reseedings, len(old.reseedings))
            if keep is not None:
                connection.execute(
                    delete(schema.orders).where(schema.orders.c.game_id == game.id, schema.orders.c.number > keep)
                )
                connection.execute(
                    delete(schema.thoughts).where(
                        schema.thoughts.c.game_id == game.id, schema.thoughts.c.number >= keep
                    )
                )
            _add_orders(connection, game.id, added)
            if thoughts:
                rows = [{"game_id": game.id, **thought._asdict()} for thought in thoughts]
                connection.execute(insert(schema.thoughts), rows)
            if notice:
                self._notify(connection, notice)

        self._write(work)
        return replace(new, game=game)

    def say(self, game: str, name: str, seat: str, words: str, notice: str) -> ChatRow:
        """Store a line of chat."""
        at = time()

        def work(connection: Connection) -> int:
            made: int = connection.execute(
                insert(schema.chat).returning(schema.chat.c.id),
                {"game_id": game, "at": at, "name": name, "seat": seat, "text": words},
            ).scalar_one()
            self._notify(connection, notice)
            return made

        return ChatRow(self._write(work), at, name, seat, words)

    def begin_review(self, old: ReviewRow | None, new: ReviewRow) -> bool:
        """Note that a review is begun, in the place of one that is void; whether nobody else was first."""
        reviews = schema.reviews

        def work(connection: Connection) -> bool:
            if old is not None:
                void = (reviews.c.game_id == old.game_id) & (reviews.c.seen == old.seen)
                connection.execute(delete(reviews).where(void))
            taken = select(reviews.c.game_id).where(reviews.c.game_id == new.game_id)
            if connection.execute(taken).first() is not None:
                return False
            connection.execute(insert(reviews), new._asdict())
            return True

        try:
            return self._write(work)
        except IntegrityError:
            return False

    def keep_review(self, review: ReviewRow) -> bool:
        """Note how far a review is, or its end; whether it is still wanted."""
        reviews = schema.reviews
        mine = (reviews.c.game_id == review.game_id) & (reviews.c.asker_hash == review.asker_hash)
        values = {"progress": review.progress, "seen": review.seen, "text": review.text, "failed": review.failed}

        def work(connection: Connection) -> bool:
            open_ = reviews.c.text.is_(None) & (reviews.c.failed == "")
            return connection.execute(update(reviews).where(mine, open_).values(values)).rowcount == 1

        return self._write(work)

    def drop_review(self, game: str) -> None:
        """Forget a review that is not ready."""
        reviews = schema.reviews
        self._write(
            lambda connection: connection.execute(
                delete(reviews).where(reviews.c.game_id == game, reviews.c.text.is_(None))
            )
        )

    def notify(self, notice: str) -> None:
        """Tell the other workers something that is not stored."""
        if self.shared:
            self._write(lambda connection: self._notify(connection, notice))

    def _notify(self, connection: Connection, notice: str) -> None:
        if self.shared:
            connection.execute(text("SELECT pg_notify(:channel, :notice)"), {"channel": CHANNEL, "notice": notice})


def _engine(url: str) -> Engine:
    try:
        address = make_url(url)
        if address.drivername in ("postgresql", "postgres"):
            address = address.set(drivername="postgresql+psycopg")
        if address.get_backend_name() not in ("sqlite", "postgresql"):
            raise BocageError(f"--database {address.drivername}: games are stored in SQLite or PostgreSQL")
        if address.get_backend_name() == "postgresql":
            return create_engine(address, pool_size=20, max_overflow=20, pool_pre_ping=True)
        if not address.database or address.database == ":memory:":
            raise BocageError("--database needs a file to store games in, for example sqlite:///games.db")
        try:
            Path(address.database).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BocageError(f"{address.database} cannot be used as a database: {error.strerror}") from None
        engine = create_engine(address, pool_size=20, max_overflow=40)
    except (ArgumentError, NoSuchModuleError):
        raise BocageError("--database is not an address like sqlite:///games.db or postgresql://host/name") from None
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: object, _: ConnectionPoolEntry) -> None:
    assert isinstance(connection, sqlite3.Connection)
    connection.isolation_level = None  # transactions begin where we say so
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={PATIENCE_MS}"):
        connection.execute(f"PRAGMA {pragma}")


def _close_at_once(_: object, entry: ConnectionPoolEntry) -> None:
    entry.invalidate()


def _begin_sqlite(connection: Connection) -> None:
    writing = connection.get_execution_options().get("writing")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def _load(connection: Connection, ids: Sequence[str]) -> list[Stored]:
    """Games in the order of their ids."""
    if not ids:
        return []
    games, seats, watchers = schema.games, schema.seats, schema.watchers
    rows = {
        row["id"]: GameRow(**{**row, "takeback_agreed": tuple(row["takeback_agreed"])})
        for row in connection.execute(select(*_GAME_COLUMNS).where(games.c.id.in_(ids))).mappings()
    }
    sitting: dict[str, list[SeatRow]] = {}
    for row in connection.execute(
        select(seats.c.game_id, *_SEAT_COLUMNS).where(seats.c.game_id.in_(ids)).order_by(seats.c.place)
    ):
        sitting.setdefault(row[0], []).append(SeatRow(*row[1:]))
    looking: dict[str, set[str]] = {}
    for game_id, holder in connection.execute(
        select(watchers.c.game_id, watchers.c.holder_hash).where(watchers.c.game_id.in_(ids))
    ):
        looking.setdefault(game_id, set()).add(holder)
    reseeded: dict[str, list[ReseedingRow]] = {}
    table = schema.reseedings
    for row in connection.execute(
        select(table.c.game_id, *_RESEEDING_COLUMNS).where(table.c.game_id.in_(ids)).order_by(table.c.place)
    ):
        reseeded.setdefault(row[0], []).append(ReseedingRow(*row[1:]))
    return [
        Stored(rows[id_], tuple(sitting.get(id_, ())), frozenset(looking.get(id_, ())), tuple(reseeded.get(id_, ())))
        for id_ in ids
        if id_ in rows
    ]


def _values(game: GameRow) -> dict[str, object]:
    return {name: getattr(game, name) for name in _GAME_FIELDS}


def _add_watchers(connection: Connection, game_id: str, holders: frozenset[str]) -> None:
    if holders:
        rows = [{"game_id": game_id, "holder_hash": holder} for holder in holders]
        connection.execute(insert(schema.watchers), rows)


def _add_reseedings(connection: Connection, game_id: str, rows: Sequence[ReseedingRow], stored: int = 0) -> None:
    """Store those of a game's that are not stored yet."""
    added = [{"game_id": game_id, "place": place, **row._asdict()} for place, row in enumerate(rows)][stored:]
    if added:
        connection.execute(insert(schema.reseedings), added)


def _add_orders(connection: Connection, game_id: str, orders: Sequence[OrderRow]) -> None:
    if orders:
        connection.execute(_ADD_ORDERS, [{"game_id": game_id, **order._asdict()} for order in orders])


__all__ = [
    "CHANNEL",
    "ChatRow",
    "Conflict",
    "GameRow",
    "OrderRow",
    "ReseedingRow",
    "ReviewRow",
    "SeatRow",
    "Storage",
    "Stored",
    "ThoughtRow",
]
