"""The tables. Whoever changes them adds a step to ``migrations``; a test compares the two."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    false,
)

metadata = MetaData()

HASH = String(64)

games = Table(
    "games",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("scenario", Text, nullable=False),
    Column("options", JSON, nullable=False),
    Column("rules_version", Text, nullable=False),
    Column("fingerprint", Text, nullable=False),
    Column("seed", Text),  # none: only the recorded chance is known
    Column("seed_hash", Text, nullable=False),
    Column("given", Text, nullable=False),  # outcomes of chance that come before those of the seed
    Column("opening", Text, nullable=False),  # outcomes of chance before the first order
    Column("revision", Integer, nullable=False),  # one more with every change of a game or its seats
    Column("length", Integer, nullable=False),  # how many orders
    Column("cuts", Integer, nullable=False),  # how often orders were taken back
    Column("secrets_from", Integer, nullable=False, server_default="0"),  # so many orders hold no secret any more
    Column("asked", Text, nullable=False),
    Column("turn", Text, nullable=False),
    Column("state_hash", Text, nullable=False),
    Column("outcome", JSON(none_as_null=True)),
    Column("status", Text, nullable=False),
    Column("held", Text, nullable=False),
    Column("branch_of", String(24)),
    Column("branch_at", Integer, nullable=False),
    Column("creator_hash", HASH, nullable=False),
    Column("spectator_hash", HASH, unique=True),
    Column("guided", Boolean, nullable=False),
    Column("takeback_seat", Text),
    Column("takeback_to", Integer),
    Column("takeback_agreed", JSON, nullable=False),  # seats
    Column("resigning", JSON, nullable=False, server_default="{}"),  # whoever would give up, by seat
    Column("between_programs", Boolean, nullable=False, server_default=false()),  # nobody sat there when it began
    Column("halt_at", Integer),  # opponents play up to so many orders; none: on and on
    Column("followed", Boolean, nullable=False, server_default=false()),  # ... because what they did is being shown
    Column("created", Double, nullable=False),
    Column("updated", Double, nullable=False),
    Index("games_asked", "status", "asked"),
)

orders = Table(
    "orders",
    metadata,
    Column("game_id", String(24), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("chance", Text, nullable=False),
    Column("secret_of", Text),  # the seats that alone may know it; empty: all may; none: stored before this was noted
)

reseedings = Table(
    "reseedings",
    metadata,
    Column("game_id", String(24), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("after", Integer, nullable=False),  # so many orders
    Column("seed_hash", Text, nullable=False),
    Column("seed", Text),  # none: only what chance brought is known
    Column("chance", Text, nullable=False),  # what was drawn anew at once
    Column("seat", Text, nullable=False),  # where somebody sat down; empty: so it was recorded elsewhere
    Column("holder_hash", HASH),  # who that was
)

seats = Table(
    "seats",
    metadata,
    Column("game_id", String(24), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Text, primary_key=True),
    Column("place", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("bot", Text),
    Column("holder_hash", HASH),
    Column("invitation_hash", HASH, unique=True),
    Column("name", Text, nullable=False),
    Column("failed", Text, nullable=False),
    Index("seats_holder", "holder_hash"),
)

watchers = Table(
    "watchers",
    metadata,
    Column("game_id", String(24), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("holder_hash", HASH, primary_key=True),
    Index("watchers_holder", "holder_hash"),
)

chat = Table(
    "chat",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("game_id", String(24), ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("at", Double, nullable=False),
    Column("name", Text, nullable=False),
    Column("seat", Text, nullable=False),
    Column("text", Text, nullable=False),
    Index("chat_game", "game_id", "id"),
)

thoughts = Table(
    "thoughts",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("game_id", String(24), ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),  # so many orders had been given
    Column("seat", Text, nullable=False),
    Column("text", Text, nullable=False),  # what the opponent in that seat thought
    Index("thoughts_game", "game_id", "id"),
)

reviews = Table(
    "reviews",
    metadata,
    Column("game_id", String(24), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("made_by", Text, nullable=False),  # the rules and the way of reviewing
    Column("asker_hash", HASH, nullable=False),  # who asked for it
    Column("progress", Double, nullable=False),  # below zero: it waits
    Column("seen", Double, nullable=False),  # when a worker last had it in hand
    Column("text", Text),  # none: not ready yet
    Column("failed", Text, nullable=False),  # why there is none
)
