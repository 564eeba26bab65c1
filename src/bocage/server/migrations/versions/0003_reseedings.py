"""Seeds that chance follows from after somebody sat down."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Create the table; a game that is stored already has its first seed alone."""
    op.create_table(
        "reseedings",
        sa.Column("game_id", sa.String(24), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("place", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("after", sa.Integer, nullable=False),
        sa.Column("seed_hash", sa.Text, nullable=False),
        sa.Column("seed", sa.Text),
        sa.Column("chance", sa.Text, nullable=False),
        sa.Column("seat", sa.Text, nullable=False),
        sa.Column("holder_hash", sa.String(64)),
    )
