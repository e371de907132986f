"""Keeping house: the space that games take, games that are no longer played, deletion and bans."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping

from sqlalchemy import Column, Connection, ScalarSelect, delete, func, select, update

from surefoot.records import dataclass
from surefoot.server.store.tables import bans, entries, games, seats

# Games that are deleted in one transaction: others wait for no longer.
TOGETHER = 50


@dataclass(frozen=True, slots=True)
class Ban:
    """A network whose requests are refused until a time, in seconds since 1970."""

    network: str
    until: int
    why: str


@dataclass(frozen=True, slots=True)
class Kept:
    """A game as operators see it: no seeds, no tokens, no table."""

    id: str
    name: str
    mode: str
    over: bool
    begun: int
    last: int
    lines: int
    bytes: int
    players: int
    client: str


def overview(connection: Connection, ids: Collection[str] | None = None) -> list[Kept]:
    """All games, or those with some ids, the latest first.

    What is long is not read: of each game only its last line, and its size as it was last counted.
    """
    taken = (
        select(seats.c.game, func.count().label("players"))
        .where(seats.c.taken, ~seats.c.revoked)
        .group_by(seats.c.game)
        .subquery()
    )
    own = (games.c.id, games.c.name, games.c.mode, games.c.over, games.c.begun, games.c.client, games.c.bytes)
    found = select(
        *own,
        games.c.touched,
        _of_last_line(entries.c.number).label("lines"),
        _of_last_line(entries.c.at).label("last"),
        taken.c.players,
    ).outerjoin(taken, taken.c.game == games.c.id)
    if ids is not None:
        found = found.where(games.c.id.in_(ids))
    listed = [
        Kept(
            row.id,
            row.name,
            row.mode,
            bool(row.over),
            int(row.begun),
            max(int(row.touched), int(row.last or 0)),
            int(row.lines or 0),
            int(row.bytes),
            int(row.players or 0),
            row.client,
        )
        for row in connection.execute(found)
    ]
    return sorted(listed, key=lambda each: (-each.last, each.id))


def _of_last_line(column: Column[int]) -> ScalarSelect[int]:
    """A value of the last line of a game; lines are numbered from 1."""
    lines = select(column).where(entries.c.game == games.c.id)
    return lines.order_by(entries.c.number.desc()).limit(1).correlate(games).scalar_subquery()


def space(connection: Connection) -> int:
    """The bytes of all games, as they were last counted."""
    return int(connection.execute(select(func.sum(games.c.bytes))).scalar() or 0)


def grow(connection: Connection, grown: Mapping[str, int]) -> dict[str, int]:
    """Count bytes that were added to games; returns the bytes of all games of each client that has one of them."""
    for game, count in grown.items():
        connection.execute(update(games).where(games.c.id == game).values(bytes=games.c.bytes + count))
    found = select(games.c.client).where(games.c.id.in_(list(grown))).distinct()
    clients = [str(each) for each in connection.execute(found).scalars()]
    return {client: held_by(connection, client)[1] for client in clients}


def held_by(connection: Connection, client: str) -> tuple[int, int]:
    """The number and the bytes of the games that a client has created."""
    row = connection.execute(
        select(func.count(), func.sum(games.c.bytes)).where(games.c.client == client)
    ).one()
    return int(row[0]), int(row[1] or 0)


def remove(connection: Connection, *ids: str) -> int:
    """Delete games with their seats and lines; returns how many there were."""
    if not ids:
        return 0
    connection.execute(delete(entries).where(entries.c.game.in_(ids)))
    connection.execute(delete(seats).where(seats.c.game.in_(ids)))
    return int(connection.execute(delete(games).where(games.c.id.in_(ids))).rowcount)


def forgotten(connection: Connection, unplayed: int, idle: int) -> list[str]:
    """Some games that are no longer played: never begun before a time, or without a change since another time."""
    some = select(entries.c.game).where(entries.c.game == games.c.id)
    never = (games.c.touched < unplayed) & ~some.exists()
    long_ago = (games.c.touched < idle) & ~some.where(entries.c.at >= idle).exists()
    found = select(games.c.id).where(never | long_ago).limit(TOGETHER)
    return [str(each) for each in connection.execute(found).scalars()]


def touch(connection: Connection, game: str) -> None:
    """A seat of a game was changed: it is not forgotten."""
    connection.execute(update(games).where(games.c.id == game), {"touched": int(time.time())})


def banned(connection: Connection, now: int) -> list[Ban]:
    """All bans that still hold."""
    found = select(bans).where(bans.c.until > now).order_by(bans.c.network)
    return [Ban(**row._mapping) for row in connection.execute(found)]


def ban(connection: Connection, given: Ban) -> None:
    """Refuse a network."""
    connection.execute(delete(bans).where(bans.c.network == given.network))
    connection.execute(bans.insert(), [{"network": given.network, "until": given.until, "why": given.why}])


def unban(connection: Connection, network: str) -> bool:
    """Answer a network again; whether it was refused."""
    return bool(connection.execute(delete(bans).where(bans.c.network == network)).rowcount)
