"""What games need of a store: a database on a server, the browser's own storage without one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from surefoot.server.store.rows import EntryRow, GameRow, SeatRow


class Keeping(Protocol):
    """Games, seats and logs. Changes are durable when a method returns; raises StoreFailed if they can't be made."""

    def listen(self, heard: Callable[[str], None]) -> None:
        """Call this with the id of a game that was changed elsewhere; empty if any may have been."""
        ...

    async def begin(self, game: GameRow, seated: Sequence[SeatRow], lines: Sequence[EntryRow] = ()) -> None:
        """Add a new game with its seats; one that is opened again also has lines."""
        ...

    async def append(self, row: EntryRow) -> None:
        """Add a line to a log; raises Overtaken if another line has its number, Reused if its request has another."""
        ...

    async def change_game(self, game: str, **values: Any) -> None:
        """Change fields of a game: its proposal, or that it is over."""
        ...

    async def delete_games(self, ids: Sequence[str]) -> None:
        """Delete games with everything that belongs to them."""
        ...

    async def add_seat(self, seat: SeatRow, most: int) -> bool:
        """Add a seat to a game unless the game would then have more than `most`; returns whether it was added."""
        ...

    async def take_seat(self, invitation: str, token: str, name: str, expires: int) -> SeatRow | None:
        """Replace an invitation with a token (both hashed); None if it was used, revoked or is unknown.

        The name gets a number if another taken seat of the game has one that looks the same.
        """
        ...

    async def change_seat(self, seat: SeatRow, **values: Any) -> None:
        """Change fields of a seat: its token, or that it is revoked."""
        ...

    async def game(self, game: str) -> GameRow | None:
        """A game by its id."""
        ...

    async def last(self, game: str) -> EntryRow | None:
        """The last line of a game's log."""
        ...

    async def entries(self, game: str, after: int = 0, limit: int | None = None) -> list[EntryRow]:
        """The lines of a game's log behind a number, in order."""
        ...

    async def log(self, game: str) -> list[str]:
        """The log of a game: its header and its lines."""
        ...

    async def answered(self, game: str, seat: str, request: str) -> EntryRow | None:
        """The line of an earlier request; None if there is none."""
        ...

    async def seats(self, game: str) -> list[SeatRow]:
        """All seats of a game."""
        ...

    async def seat_of(self, token: str) -> SeatRow | None:
        """The seat of a hashed token."""
        ...
