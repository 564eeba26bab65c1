"""Games of programs that somebody halts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the columns; games that are stored already go on and on."""
    nobody = sa.Column("between_programs", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("games", nobody)
    op.add_column("games", sa.Column("halt_at", sa.Integer))
