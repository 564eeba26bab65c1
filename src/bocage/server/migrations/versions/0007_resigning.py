"""Those of a side led by several people who would give the game up."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the column; nobody has said so yet."""
    op.add_column("games", sa.Column("resigning", sa.JSON, nullable=False, server_default="{}"))
