"""The current schema: games, seats and log lines."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("mode", Text, nullable=False),
    Column("dice", Text, nullable=False),
    # Secret until the game is over; empty if players type their own dice.
    Column("seed", Text, nullable=False),
    Column("commitment", Text, nullable=False),
    # The first line of the log.
    Column("header", Text, nullable=False),
    # The hash of the first state.
    Column("state", Text, nullable=False),
    # Seconds since 1970.
    Column("begun", BigInteger, nullable=False),
    Column("over", Boolean, nullable=False),
    # The open proposal as JSON; empty: none.
    Column("proposal", Text, nullable=False),
)

seats = Table(
    "seats",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, ForeignKey("games.id"), nullable=False, index=True),
    Column("role", Text, nullable=False),
    # The sides a player plays, as a JSON list.
    Column("sides", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("host", Boolean, nullable=False),
    # Whether the seat is taken; before that, the token is an invitation.
    Column("taken", Boolean, nullable=False),
    Column("token", Text, nullable=False, unique=True),
    # Seconds since 1970.
    Column("expires", BigInteger, nullable=False),
    Column("revoked", Boolean, nullable=False),
)

entries = Table(
    "entries",
    metadata,
    Column("game", Text, ForeignKey("games.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("seat", Text, nullable=False),
    Column("request", Text, nullable=False),
    # The sealed line of the log, from which everything else follows.
    Column("line", Text, nullable=False),
    # Its announcement, sent again to clients that reconnect.
    Column("told", Text, nullable=False),
    PrimaryKeyConstraint("game", "number"),
    UniqueConstraint("game", "seat", "request"),
)
