"""The schema, as it is now: games, their seats, and the lines of their logs."""

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
    # Kept from everybody until the game is over; empty if players type their own dice.
    Column("seed", Text, nullable=False),
    Column("commitment", Text, nullable=False),
    # The first line of the log.
    Column("header", Text, nullable=False),
    # The hash of the state that it begins with.
    Column("state", Text, nullable=False),
    # Seconds since 1970.
    Column("begun", BigInteger, nullable=False),
    Column("over", Boolean, nullable=False),
    # What a player proposes and others have to agree to, as JSON; empty if nothing is.
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
    # Whether somebody sits there; before that, the token is an invitation.
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
    # The sealed line of the log: the only truth.
    Column("line", Text, nullable=False),
    # What was announced of it, so that whoever comes back hears the very same.
    Column("told", Text, nullable=False),
    PrimaryKeyConstraint("game", "number"),
    UniqueConstraint("game", "seat", "request"),
)
