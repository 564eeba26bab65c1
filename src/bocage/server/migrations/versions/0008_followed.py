"""Games of programs that wait until what they did has been shown."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the column; nobody follows a game yet."""
    op.add_column("games", sa.Column("followed", sa.Boolean, nullable=False, server_default=sa.false()))
