"""Games, their orders and seats, those who look on, and what people say."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("scenario", sa.Text, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("rules_version", sa.Text, nullable=False),
        sa.Column("fingerprint", sa.Text, nullable=False),
        sa.Column("seed", sa.Text),
        sa.Column("seed_hash", sa.Text, nullable=False),
        sa.Column("given", sa.Text, nullable=False),
        sa.Column("opening", sa.Text, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("cuts", sa.Integer, nullable=False),
        sa.Column("asked", sa.Text, nullable=False),
        sa.Column("turn", sa.Text, nullable=False),
        sa.Column("state_hash", sa.Text, nullable=False),
        sa.Column("outcome", sa.JSON),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("held", sa.Text, nullable=False),
        sa.Column("branch_of", sa.String(24)),
        sa.Column("branch_at", sa.Integer, nullable=False),
        sa.Column("creator_hash", sa.String(64), nullable=False),
        sa.Column("spectator_hash", sa.String(64), unique=True),
        sa.Column("guided", sa.Boolean, nullable=False),
        sa.Column("takeback_seat", sa.Text),
        sa.Column("takeback_to", sa.Integer),
        sa.Column("takeback_agreed", sa.JSON, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("updated", sa.Double, nullable=False),
    )
    op.create_index("games_asked", "games", ["status", "asked"])
    op.create_table(
        "orders",
        sa.Column("game_id", sa.String(24), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("chance", sa.Text, nullable=False),
    )
    op.create_table(
        "seats",
        sa.Column("game_id", sa.String(24), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Text, primary_key=True),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("bot", sa.Text),
        sa.Column("holder_hash", sa.String(64)),
        sa.Column("invitation_hash", sa.String(64), unique=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("failed", sa.Text, nullable=False),
    )
    op.create_index("seats_holder", "seats", ["holder_hash"])
    op.create_table(
        "watchers",
        sa.Column("game_id", sa.String(24), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("holder_hash", sa.String(64), primary_key=True),
    )
    op.create_index("watchers_holder", "watchers", ["holder_hash"])
    op.create_table(
        "chat",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
        sa.Column("game_id", sa.String(24), sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("seat", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_index("chat_game", "chat", ["game_id", "id"])
