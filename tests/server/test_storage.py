"""The database: its migrations make the tables that the program uses."""

from __future__ import annotations

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

from bocage.server import schema
from bocage.server.storage import Storage


def test_the_migrations_make_the_tables_of_the_schema_and_may_run_again(database_url: str) -> None:
    storage = Storage(database_url)
    storage.migrate()
    storage.migrate()
    with storage.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, schema.metadata) == []
    storage.close()


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
