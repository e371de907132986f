"""The janitor: deletes games that are no longer played, and reads the bans, again and again."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import ipaddress
import math
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from surefoot.language import Quantity, say
from surefoot.records import dataclass
from surefoot.server import seats
from surefoot.server.limits import Limits
from surefoot.server.lobby import Lobby
from surefoot.server.problems import Problem
from surefoot.server.store import upkeep
from surefoot.server.store.failures import StoreFailed, log
from surefoot.server.store.store import Store

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

# Seconds between two rounds of the janitor, and until the bans are read again.
ROUND, READ_BANS = 600.0, 5.0
# Seconds until the growth of games is counted.
COUNT_GROWTH = 20.0
DAY = 86_400
# Seconds until the space of all games is counted again.
COUNTED = 60.0


@dataclass
class Bans:
    """The networks whose requests are refused."""

    networks: tuple[Network, ...] = ()

    def covers(self, client: str) -> bool:
        """Whether a client is banned; a client may be a whole network."""
        if not self.networks:
            return False
        try:
            found = ipaddress.ip_network(client, strict=False)
        except ValueError:
            return False
        # A single address of version 6 is less than what counts as one client.
        return any(found.overlaps(each) for each in self.networks)

    def read(self, listed: list[upkeep.Ban]) -> None:
        """Replace all bans."""
        self.networks = tuple(ipaddress.ip_network(each.network, strict=False) for each in listed)


@dataclass
class Quotas:
    """What one client may keep here: games and their bytes, counted in the store."""

    store: Store
    limits: Limits
    secret: str
    # The bytes of all games, and when they were counted.
    _space: int = 0
    _counted: float = -math.inf

    def name(self, client: str) -> str:
        """A client as it is stored: its address can't be read from it."""
        return hmac.new(self.secret.encode(), client.encode(), "sha256").hexdigest()[:16]

    async def demand(self, client: str, size: int) -> None:
        """Raise Problem if a client, or the whole server, has too many games for one of this size."""
        limits = self.limits
        held, held_bytes = await self.store.read(lambda c: upkeep.held_by(c, self.name(client)))
        if held >= limits.client_games or held_bytes + size > limits.client_bytes:
            raise Problem(
                "limit/space",
                say("Your address keeps {held} games here, with {bytes}", held=held, bytes=_size(held_bytes)),
            )
        if time.monotonic() - self._counted > COUNTED:
            self._space, self._counted = await self.store.read(upkeep.space), time.monotonic()
        self._space += size
        if self._space > limits.store_bytes:
            log.error("the store is full: limit store_bytes=%d", limits.store_bytes)
            raise Problem("limit/space", say("The server keeps no more games"))


def _size(number: int) -> Quantity:
    return Quantity(round(number / 1_000_000, 1), "MB")


async def _tidied(store: Store, limits: Limits, lobby: Lobby) -> int:
    """Delete the games that are no longer played; returns their number."""
    now, count = seats.now(), 0
    unplayed, idle = now - round(limits.unplayed_days * DAY), now - round(limits.idle_days * DAY)
    while True:
        some = await store.read(lambda c: upkeep.forgotten(c, unplayed, idle))
        if not some:
            return count
        for game in some:
            await lobby.removed(game)
        count += len(some)
        await store.delete_games(some)


async def counted(store: Store, lobby: Lobby) -> None:
    """Count how much games have grown, and find the clients whose games take too much space."""
    most = lobby.limits.client_bytes
    while held := await store.count_growth():
        lobby.full |= {client for client, size in held.items() if client and size > most}
    for client in tuple(lobby.full):
        # Some of its games may have been deleted.
        _, size = await store.read(lambda c, client=client: upkeep.held_by(c, client))  # type: ignore[misc]  # bound now
        if size <= most:
            lobby.full.discard(client)
        else:
            log.warning("the games of client %s take %d bytes", client, size)


@asynccontextmanager
async def janitor(store: Store, lobby: Lobby, bans: Bans) -> AsyncIterator[None]:
    """Keep house while the server runs."""

    async def clean() -> None:
        while True:
            try:
                count = await _tidied(store, lobby.limits, lobby)
                if count:
                    log.info("deleted %d games that were not played for long", count)
            except StoreFailed:
                pass  # it is in the log already; the next round tries again
            await asyncio.sleep(ROUND)

    async def watch() -> None:
        while True:
            with contextlib.suppress(StoreFailed):
                bans.read(await store.read(lambda c: upkeep.banned(c, seats.now())))
            await asyncio.sleep(READ_BANS)

    async def count() -> None:
        while True:
            await asyncio.sleep(COUNT_GROWTH)
            with contextlib.suppress(StoreFailed):
                await counted(store, lobby)

    tasks = [asyncio.create_task(each()) for each in (clean, watch, count)]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
