"""The store of games in the browser's own storage. JavaScript holds the database; here its rows become values."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import asdict, field
from typing import Any, Protocol, TypeVar

from surefoot.language import Quoted, say
from surefoot.language.speaker import text
from surefoot.records import dataclass
from surefoot.server.names import unique
from surefoot.server.problems import Problem
from surefoot.server.store.failures import Overtaken, Reused, StoreFailed
from surefoot.server.store.rows import EntryRow, GameRow, SeatRow

T = TypeVar("T")


class Shelf(Protocol):
    """The database, as JavaScript gives it: requests and answers are JSON (`page/js/host/shelf.js`)."""

    def read(self, request: str) -> Awaitable[str]:
        """Rows: of a store, by key or by an index."""
        ...

    def write(self, request: str) -> Awaitable[str]:
        """Changes in one transaction: all of them or none. Empty, or why it failed."""
        ...


def _ignore(_: str) -> None:
    """Ignore changes until the lobby listens."""


@dataclass
class BrowserStore:
    """Games, seats and logs. Changes are on disk when a method returns."""

    shelf: Shelf
    # Called with the id of a game that another tab has changed.
    heard: Callable[[str], None] = field(default=_ignore)

    def listen(self, heard: Callable[[str], None]) -> None:
        """Call this with the id of a game that was changed elsewhere."""
        self.heard = heard

    def hear(self, game: str) -> None:
        """Another tab has changed a game."""
        self.heard(game)

    # --- writing ----------------------------------------------------------------------------------

    async def begin(self, game: GameRow, seated: Sequence[SeatRow], lines: Sequence[EntryRow] = ()) -> None:
        """Add a new game with its seats; one that is opened again also has lines."""
        await self._write(game.id, _added("games", [game], "seats", seated, "entries", lines))

    async def append(self, row: EntryRow) -> None:
        """Add a line to a log; raises Overtaken if another line has its number."""
        failed = await self._tried(row.game, _added("entries", [row]))
        if failed != "ConstraintError":
            _demand(failed)
            return
        if await self._rows(EntryRow, "entries", key=[row.game, row.number]):
            raise Overtaken(row.game)
        raise Reused(
            text("The id {request} was used for another request", request=Quoted(row.request))
        ) from None

    async def change_game(self, game: str, **values: Any) -> None:
        """Change fields of a game: its proposal, or that it is over."""
        await self._write(game, [_changed("games", game, values)])

    async def delete_games(self, ids: Sequence[str]) -> None:
        """Delete games with everything that belongs to them."""
        for game in ids:
            await self._write(game, [{"how": "remove", "game": game}])

    async def add_seat(self, seat: SeatRow, most: int) -> bool:
        """Add a seat to a game unless the game would then have more than `most`; returns whether it was added."""
        if len(await self.seats(seat.game)) >= most:
            return False
        await self._write(seat.game, _added("seats", [seat]))
        return True

    async def take_seat(self, invitation: str, token: str, name: str, expires: int) -> SeatRow | None:
        """Replace an invitation with a token (both hashed); None if it was used, revoked or is unknown.

        The name gets a number if another taken seat of the game has one that looks the same.
        """
        offered = await self.seat_of(invitation)
        if offered is None:
            return None
        seated = await self.seats(offered.game)
        own = unique(name, [each.name for each in seated if each.taken and not each.revoked])
        values = {"token": token, "name": own, "taken": True, "expires": expires}
        free = {"token": invitation, "taken": False, "revoked": False}
        await self._write(offered.game, [_changed("seats", offered.id, values, only=free)])
        return await self.seat_of(token)

    async def change_seat(self, seat: SeatRow, **values: Any) -> None:
        """Change fields of a seat: its token, or that it is revoked."""
        await self._write(seat.game, [_changed("seats", seat.id, values)])

    async def _write(self, game: str, changes: list[dict[str, Any]]) -> None:
        _demand(await self._tried(game, changes))

    async def _tried(self, game: str, changes: list[dict[str, Any]]) -> str:
        return await _finished(self.shelf.write(json.dumps({"game": game, "changes": changes})))

    # --- reading ----------------------------------------------------------------------------------

    async def game(self, game: str) -> GameRow | None:
        """A game by its id."""
        return _first(await self._rows(GameRow, "games", key=game))

    async def last(self, game: str) -> EntryRow | None:
        """The last line of a game's log."""
        return _first(await self._rows(EntryRow, "entries", of=game, last=True))

    async def entries(self, game: str, after: int = 0, limit: int | None = None) -> list[EntryRow]:
        """The lines of a game's log behind a number, in order."""
        return await self._rows(EntryRow, "entries", of=game, after=after, limit=limit)

    async def log(self, game: str) -> list[str]:
        """The log of a game: its header and its lines."""
        row = await self.game(game)
        return [] if row is None else [row.header, *(each.line for each in await self.entries(game))]

    async def answered(self, game: str, seat: str, request: str) -> EntryRow | None:
        """The line of an earlier request; None if there is none."""
        return _first(await self._rows(EntryRow, "entries", index="request", at=[game, seat, request]))

    async def seats(self, game: str) -> list[SeatRow]:
        """All seats of a game."""
        return await self._rows(SeatRow, "seats", index="game", at=game)

    async def seat_of(self, token: str) -> SeatRow | None:
        """The seat of a hashed token."""
        return _first(await self._rows(SeatRow, "seats", index="token", at=token))

    async def _rows(self, kind: type[T], store: str, **asked: Any) -> list[T]:
        found = json.loads(await _finished(self.shelf.read(json.dumps({"store": store, **asked}))))
        if "failed" in found:
            raise StoreFailed(found["failed"])
        return [kind(**row) for row in found["rows"]]


async def _finished(asked: Awaitable[str]) -> str:
    """The answer of JavaScript. It comes even if the request is given up, and must still find its place then."""
    return str(await asyncio.shield(asyncio.ensure_future(asked)))


def _first(rows: list[T]) -> T | None:
    return rows[0] if rows else None


def _added(*named: Any) -> list[dict[str, Any]]:
    """New rows: the name of a store, its rows, the next name, and so on."""
    pairs: Iterable[tuple[str, Sequence[Any]]] = zip(named[::2], named[1::2], strict=True)
    return [{"how": "add", "store": store, "row": asdict(row)} for store, rows in pairs for row in rows]


def _changed(
    store: str, key: str, values: dict[str, Any], only: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Changed fields of a row, if its other fields are as given."""
    return {"how": "change", "store": store, "key": key, "values": values, "only": only or {}}


def _demand(failed: str) -> None:
    if failed == "QuotaExceededError":
        raise Problem(
            "limit/space",
            say(
                "The storage of this browser is full. Nothing was changed. Save a game as a file and remove it here"
            ),
        )
    if failed:
        raise StoreFailed(failed)
