"""The current schema: games, seats, log lines, bans and the server itself.

Columns that were added later have a default in the database, so that servers of the version before can go on writing
while they are replaced one after another.
"""

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
    # The client that created it, as a hash with a secret of the server: for quotas and bans.
    Column("client", Text, nullable=False, server_default="", index=True),
    # The size of the first line; each entry adds its own.
    Column("bytes", BigInteger, nullable=False, server_default="0"),
    # When it was created or a seat was last changed, in seconds since 1970; entries have their own time.
    Column("touched", BigInteger, nullable=False, server_default="0", index=True),
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
    # The players who agree to this referee, as a JSON list of seats.
    Column("agreed", Text, nullable=False, server_default="[]"),
    # What the player adds to the dice: the hash of a secret, and the secret once it is revealed.
    Column("pledge", Text, nullable=False, server_default=""),
    Column("secret", Text, nullable=False, server_default=""),
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
    # Seconds since 1970.
    Column("at", BigInteger, nullable=False, server_default="0"),
    PrimaryKeyConstraint("game", "number"),
    UniqueConstraint("game", "seat", "request"),
)

bans = Table(
    "bans",
    metadata,
    # An address or a network.
    Column("network", Text, primary_key=True),
    # Seconds since 1970.
    Column("until", BigInteger, nullable=False),
    Column("why", Text, nullable=False),
)

# Facts about the server by name: its signing key, the secret of its hashes, the last probe of its health.
server = Table(
    "server",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
