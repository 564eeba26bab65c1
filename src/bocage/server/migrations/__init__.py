"""The steps that bring a database to the present form of the tables."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text

LOCK = 19440606  # the same number in every worker


def upgrade(connection: Connection, to: str = "head") -> None:
    """Bring a database up to date, or to an earlier form.

    Of several workers that start at once, one does it and the others wait.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["connection"] = connection
    command.upgrade(config, to)
