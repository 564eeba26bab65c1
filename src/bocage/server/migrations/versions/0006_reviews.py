"""What turned a game that is over, once somebody has asked."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Create the table; nothing has been reviewed yet."""
    op.create_table(
        "reviews",
        sa.Column("game_id", sa.String(24), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("made_by", sa.Text, nullable=False),
        sa.Column("asker_hash", sa.String(64), nullable=False),
        sa.Column("progress", sa.Double, nullable=False),
        sa.Column("seen", sa.Double, nullable=False),
        sa.Column("text", sa.Text),
        sa.Column("failed", sa.Text, nullable=False),
    )
