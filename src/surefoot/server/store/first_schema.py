"""The first schema, as it was released: never change it. Later steps of the migration build on it."""

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
    Column("seed", Text, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("header", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("begun", BigInteger, nullable=False),
    Column("over", Boolean, nullable=False),
    Column("proposal", Text, nullable=False),
)

seats = Table(
    "seats",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, ForeignKey("games.id"), nullable=False, index=True),
    Column("role", Text, nullable=False),
    Column("sides", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("host", Boolean, nullable=False),
    Column("taken", Boolean, nullable=False),
    Column("token", Text, nullable=False, unique=True),
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
    Column("line", Text, nullable=False),
    Column("told", Text, nullable=False),
    PrimaryKeyConstraint("game", "number"),
    UniqueConstraint("game", "seat", "request"),
)
