"""The databases that the other tests get."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from tests.server import postgres


@pytest.mark.parametrize("turn", [1, 2])
def test_every_test_gets_an_empty_database_that_works(database_url: str, turn: int) -> None:
    engine = create_engine(database_url.replace("postgresql://", "postgresql+psycopg://"))
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE beach (name TEXT)"))
        connection.execute(text("INSERT INTO beach VALUES ('Sword')"))
    with engine.begin() as connection:
        assert connection.execute(text("SELECT name FROM beach")).scalars().all() == ["Sword"]
    engine.dispose()


def test_a_missing_postgresql_is_a_clear_failure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(postgres, "Path", lambda *parts: tmp_path)
    with pytest.raises(RuntimeError, match="these tests need PostgreSQL"):
        postgres.find_programs()
