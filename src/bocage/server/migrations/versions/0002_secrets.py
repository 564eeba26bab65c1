"""Beside each order, who alone may know it: so a game's record can be given out even if its rules are gone."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the columns; of orders that are stored already it is not known."""
    op.add_column("games", sa.Column("secrets_from", sa.Integer, nullable=False, server_default="0"))
    op.add_column("orders", sa.Column("secret_of", sa.Text))
