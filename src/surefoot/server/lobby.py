"""The lobby: all open games of this process, and access to them."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import field
from typing import Any, TypeAlias

from pydantic import TypeAdapter, ValidationError

from surefoot.language import say
from surefoot.records import dataclass
from surefoot.server import seats
from surefoot.server.jobs import Labour
from surefoot.server.limits import Limits, Rates, demand_short
from surefoot.server.messages import (
    REQUEST,
    Changing,
    Declare,
    Hello,
    Odds,
    Preview,
    ReadOnly,
    Replay,
    Seating,
    StateNow,
    TableNow,
    Talk,
    fields_by_kind,
)
from surefoot.server.problems import Problem, problem_of, unreadable_frame
from surefoot.server.room import Member, Room
from surefoot.server.settings import Settings
from surefoot.server.store.keeping import Keeping
from surefoot.server.store.rows import SeatRow

# Up to this many rooms stay open while no player is connected.
MOST_EMPTY = 2_000
# The problems of an unreadable message are listed up to this number.
MOST_ERRORS = 50

Asked: TypeAlias = Changing | Seating | ReadOnly | StateNow | TableNow | Replay | Talk

HELLO: TypeAdapter[Hello] = TypeAdapter(Hello)

log = logging.getLogger("surefoot.games")


def read(kind: TypeAdapter[Any], text: str | bytes) -> Any:
    """The message in a text; raises Problem if it can't be read."""
    try:
        return kind.validate_json(text)
    except ValidationError as wrong:
        if wrong.error_count() > MOST_ERRORS:
            # Telling each of them would take longer than most moves.
            says = say("The message has {count} problems", count=wrong.error_count())
            raise Problem("frame/unreadable", says) from None
        raise unreadable_frame(
            wrong.errors(include_url=False, include_input=False), fields_by_kind()
        ) from None


@dataclass
class Queued:
    """The bytes of frames that wait to be sent to all sockets."""

    most: int
    bytes: int = 0

    @property
    def full(self) -> bool:
        """Whether no more may be queued."""
        return self.bytes > self.most


@dataclass
class Lobby:
    """Opens rooms, finds seats by their tokens, and receives changes from other processes."""

    settings: Settings
    store: Keeping
    workers: Labour
    rates: Rates = field(init=False)
    queued: Queued = field(init=False)
    _rooms: OrderedDict[str, Room] = field(default_factory=OrderedDict)
    # Clients whose games take more space than they may: these can only be finished or deleted.
    full: set[str] = field(default_factory=set)
    # The memory of the state of each room, that of the latest one last.
    _weights: OrderedDict[str, int] = field(default_factory=OrderedDict)
    _opening: dict[str, asyncio.Task[Room]] = field(default_factory=dict)
    # Running tasks: work for a game is finished even if its client disconnects.
    _running: set[asyncio.Task[Any]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.rates = Rates(self.limits.game_rate, self.limits.game_burst)
        self.queued = Queued(self.limits.queued_bytes)
        self.store.listen(self._heard)

    @property
    def limits(self) -> Limits:
        """The limits of requests."""
        return self.settings.limits

    @property
    def sockets(self) -> int:
        """Number of connected sockets."""
        return sum(len(room.members) for room in self._rooms.values())

    @property
    def rooms(self) -> int:
        """Number of open games."""
        return len(self._rooms)

    async def room(self, game: str) -> Room:
        """The room of a game; raises Problem if there is none."""
        if game not in self._rooms:
            if game not in self._opening:
                opening = Room.opened(self.store, self.workers, self.limits, game)
                self._opening[game] = self.spawn(opening)
            try:
                room = await asyncio.shield(self._opening[game])
            finally:
                self._opening.pop(game, None)
            if game not in self._rooms:
                room.looked_at = self._looked_at
                room.full = self.full
                self._rooms[game] = room
            self._tidy()
        self._rooms.move_to_end(game)
        return self._rooms[game]

    async def removed(self, game: str) -> None:
        """A game is deleted: all members are told, and leave."""
        room = self._rooms.pop(game, None)
        self._weights.pop(game, None)
        if room is not None:
            room.removed()

    def _looked_at(self, room: Room) -> None:
        """Rooms whose state was not looked at for longest forget it when all take too much memory."""
        name = room.game.id
        self._weights.pop(name, None)
        self._weights[name] = room.weight
        while sum(self._weights.values()) > self.limits.room_bytes and len(self._weights) > 1:
            oldest, _ = self._weights.popitem(last=False)
            if oldest in self._rooms:
                self._rooms[oldest].forget_scene()

    def _tidy(self) -> None:
        if len(self._rooms) <= MOST_EMPTY:
            return
        idle = [name for name, room in self._rooms.items() if not room.members and not room.lock.locked()]
        for name in idle[: len(self._rooms) - MOST_EMPTY]:
            del self._rooms[name]
            self._weights.pop(name, None)

    async def seat(self, token: str, game: str = "") -> SeatRow:
        """The seat of a token; raises Problem if the token is invalid or belongs to another game."""
        seat = await self.store.seat_of(seats.hashed(token))
        if seat is None or not seats.opens(seat) or (game and seat.game != game):
            raise Problem("seat/unknown", say("This token is not valid for this table"))
        return seat

    async def do(self, room: Room, asked: Asked, by: Member) -> None:
        """Carry out a request of a member; raises Problem if it is refused."""
        self.rates.demand(by.seat)
        if isinstance(asked, Declare | Preview | Odds):
            demand_short([asked.declaration], self.limits)
        if isinstance(asked, Changing):
            await room.say(asked, by)
        elif isinstance(asked, Talk):
            room.talk(asked, by)
        elif isinstance(asked, Seating):
            await room.seat_changed(asked, by)
        else:
            await room.look(asked, by)

    async def serve(self, room: Room, asked: Asked, by: Member) -> None:
        """Carry out a request of a member and send the answer or the problem."""
        try:
            await self.do(room, asked, by)
        except Exception as error:  # noqa: BLE001  # every error is answered here
            problem = problem_of(error)
            if problem.trace:
                log.error("%s", problem.trace, extra={"game": room.game.id})
            by.tell(room.refused(asked.id, problem))

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Start a task that is finished even if its caller is gone."""
        task = asyncio.ensure_future(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    def _heard(self, game: str) -> None:
        """React to a change by another process: of one game, or of any if the id is empty."""
        for room in (
            [self._rooms[game]] if game in self._rooms else [] if game else list(self._rooms.values())
        ):
            self.spawn(self._catch_up(room))

    async def _catch_up(self, room: Room) -> None:
        try:
            await room.catch_up()
        except Exception as error:  # noqa: BLE001  # the next request tries again
            log.error("could not reload a game: %r", error, extra={"game": room.game.id})

    async def close(self) -> None:
        """Wait for all running tasks."""
        while self._running:
            await asyncio.wait(list(self._running))


@asynccontextmanager
async def lobby_of(settings: Settings, store: Keeping, workers: Labour) -> AsyncIterator[Lobby]:
    """The lobby of a process, while it is serving."""
    lobby = Lobby(settings, store, workers)
    try:
        yield lobby
    finally:
        await lobby.close()


def understood(text: str | bytes) -> Asked:
    """The request in a text; raises Problem if it can't be read."""
    asked: Asked = read(REQUEST, text)
    return asked


@dataclass(eq=False)
class OneAnswer:
    """A member for one request outside a socket: it collects the frames of the answer."""

    seat: str
    client: str
    frames: list[str] = field(default_factory=list)
    takes_parts: bool = False
    growing: str = ""

    def tell(self, frame: str) -> None:
        """Add a frame to the answer."""
        self.frames.append(frame)

    def leave(self, problem: Problem) -> None:
        """Nothing to do: the request ends anyway."""


def id_of(text: str) -> str:
    """The id of a request that can't be read; empty if it has none."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return ""
    name = found.get("id") if isinstance(found, dict) else None
    # Half a character can't be sent back.
    return name[:64].encode(errors="ignore").decode() if isinstance(name, str) else ""
