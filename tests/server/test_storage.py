"""The database: its migrations make the tables that the program uses."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

from bocage.cli import run
from bocage.server import migrations, schema, storage, supervisor
from bocage.server.storage import Storage
from bocage.server.stored_record import stored_record


def test_the_migrations_make_the_tables_of_the_schema_and_may_run_again(database_url: str) -> None:
    storage = Storage(database_url)
    storage.migrate()
    storage.migrate()
    with storage.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, schema.metadata) == []
    storage.close()


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_connection_that_is_in_use_while_all_are_let_go_of_is_closed_when_it_comes_back(
    database_url: str, when: str
) -> None:
    storage = Storage(database_url)
    if when == "after":
        storage.close()
    connection = storage.engine.connect()
    used: object = connection.connection.dbapi_connection
    if when == "before":
        storage.close()
    connection.close()
    if isinstance(used, psycopg.Connection):
        assert used.closed
    else:
        assert isinstance(used, sqlite3.Connection)
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            used.execute("SELECT 1")


def test_a_database_of_the_first_version_is_taken_over_with_its_games(database_url: str) -> None:
    old = Storage(database_url)
    with old._writer.begin() as connection:
        migrations.upgrade(connection, "0001")
        game = {
            "id": "oldgame", "scenario": "fire_movement/sword", "options": "{}", "rules_version": "1",
            "fingerprint": "x", "seed": "1944", "seed_hash": "x", "given": "", "opening": "", "revision": 3,
            "length": 1, "cuts": 0, "asked": "german", "turn": "", "state_hash": "x", "status": "playing", "held": "",
            "branch_at": 0, "creator_hash": "x", "guided": False, "takeback_agreed": "[]", "created": 1.0,
            "updated": 1.0,
        }  # fmt: skip
        order = {"game_id": "oldgame", "number": 1, "seat": "german", "text": "at 0939", "chance": ""}
        for table, row in (("games", game), ("orders", order)):
            names = ", ".join(row)
            values = ", ".join(f":{name}" for name in row)
            connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({values})"), row)
    old.close()
    new = Storage(database_url)
    new.migrate()
    found = new.load("oldgame")
    assert found is not None
    stored, orders = found
    assert stored.game.revision == 3 and stored.game.secrets_from == 0 and stored.reseedings == ()
    assert orders == [storage.OrderRow(1, "german", "at 0939", "", None)]
    assert stored_record(stored, orders, "german").endswith("seen-by german\n\ngerman ?\n"), "whose it is was not noted"
    new.close()


def test_sqlite_writes_through_to_the_disk_and_lets_others_read_meanwhile(tmp_path: object) -> None:
    storage = Storage(f"sqlite:///{tmp_path}/a folder/games.db")
    storage.migrate()
    with storage.engine.connect() as connection:
        settings = {
            name: connection.execute(text(f"PRAGMA {name}")).scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    assert settings == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    storage.close()


# -- files that cannot be used ----------------------------------------------------------------------------------------


def made(path: Path) -> Path:
    """A database as the program leaves it."""
    store = Storage(f"sqlite:///{path}")
    store.migrate()
    store.close()
    return path


@pytest.fixture(autouse=True)
def no_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "serve", lambda *_: pytest.fail("the database was used all the same"))


def complaint(database: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What ``bocage serve`` says to a database that cannot be used."""
    assert run(["serve", "--no-open", "--port", "0", "--database", database]) == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err.startswith("bocage: ") and told.err.count("\n") == 1
    return told.err


@contextmanager
def locked(path: Path) -> Iterator[None]:
    with closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield


def test_a_file_that_another_program_holds_is_told_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage, "PATIENCE_MS", 50)
    path = made(tmp_path / "games.db")
    with locked(path):
        assert complaint(f"sqlite:///{path}", capsys) == "bocage: the database cannot be used: database is locked\n"


@pytest.mark.parametrize(
    "content", [b"this is a letter, not a database\n" * 100, b"SQLite format 3\0" + b"\xff" * 8000]
)
def test_a_file_that_is_no_database_is_told_in_one_sentence_and_left_as_it_was(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.db"
    path.write_bytes(content)
    assert complaint(f"sqlite:///{path}", capsys) == "bocage: the database cannot be used: file is not a database\n"
    assert path.read_bytes() == content


@contextmanager
def as_nobody() -> Iterator[None]:
    """Root may write to any file, so the test is somebody else for a moment."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


def test_a_file_that_may_not_be_written_is_told_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with TemporaryDirectory() as folder:
        path = made(Path(folder) / "games.db")
        path.chmod(0o444)
        path.parent.chmod(0o555)
        with as_nobody():
            told = complaint(f"sqlite:///{path}", capsys)
        path.parent.chmod(0o755)
    assert told == "bocage: the database cannot be used: attempt to write a readonly database\n"
    told = complaint("sqlite:////proc/bocage/games.db", capsys)
    assert told.startswith("bocage: /proc/bocage/games.db cannot be used as a database: ")


def test_a_database_of_a_newer_version_is_left_alone(database_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    store = Storage(database_url)
    store.migrate()
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    store.close()
    told = complaint(database_url, capsys)
    assert told == "bocage: the database belongs to a newer version of this program, so this one leaves it alone\n"
