"""A game over a WebSocket: requests and their answers, and announcements of other members' changes."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import field
from functools import partial

import anyio
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from starlette.types import Message

from surefoot.language import say
from surefoot.records import dataclass
from surefoot.server.lobby import HELLO, Lobby, Queued, id_of, read, understood
from surefoot.server.problems import Problem, problem_of
from surefoot.server.room import Room
from surefoot.server.sharing import MESSAGE, Share

router = APIRouter()

# A client must send hello within this many seconds.
HELLO_SECONDS = 10.0
# A client with more unsent frames or characters is disconnected; it can reconnect and resume.
MOST_FRAMES = 1_000
MOST_WAITING = 4_000_000
# The largest number of requests of one socket that run at once.
MOST_ASKED = 8
# Private close codes of the WebSocket protocol, by the status over HTTP.
CLOSE = 4000


@dataclass(eq=False)
class Connection:
    """A client on a socket. Its frames are queued and sent in order; none is dropped silently."""

    socket: WebSocket
    seat: str
    client: str = ""
    # Counts what all sockets have queued.
    queued: Queued = field(default_factory=lambda: Queued(MOST_WAITING * 8))
    takes_parts: bool = True
    growing: str = ""
    _frames: deque[str] = field(default_factory=deque)
    _waiting: int = 0
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _ends: Problem | None = None

    def tell(self, frame: str) -> None:
        """Queue a frame."""
        if self._ends is not None:
            return
        self._frames.append(frame)
        self._waiting += len(frame)
        self.queued.bytes += len(frame)
        if len(self._frames) > MOST_FRAMES or self._waiting > MOST_WAITING or self.queued.full:
            self.forget()
            self.leave(Problem("limit/slow", say("The connection is too slow. Reconnect to resume")))
        self._wake.set()

    def forget(self) -> None:
        """Drop all queued frames."""
        self.queued.bytes -= self._waiting
        self._waiting = 0
        self._frames.clear()

    def leave(self, problem: Problem) -> None:
        """Close the connection after the queued frames."""
        self._ends = self._ends or problem
        self._wake.set()

    async def send(self) -> None:
        """Send queued frames until the connection is closed."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._frames:
                frame = self._frames.popleft()
                self._waiting -= len(frame)
                self.queued.bytes -= len(frame)
                try:
                    await self.socket.send_text(frame)
                except (RuntimeError, WebSocketDisconnect):
                    return
            if self._ends is not None:
                await closed(self.socket, self._ends)
                return


async def closed(socket: WebSocket, problem: Problem) -> None:
    """Close a socket with a problem."""
    # The protocol allows 123 bytes for the reason.
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        await socket.close(
            CLOSE + problem.status,
            f"{problem.code}: {problem.detail()}".encode()[:123].decode("utf-8", "ignore"),
        )


@router.websocket("/v1/games/{game}/socket")
async def table(socket: WebSocket, game: str) -> None:
    """Connect to a game: hello first, then requests."""
    lobby: Lobby = socket.app.state.lobby
    await socket.accept()
    try:
        message = await asyncio.wait_for(socket.receive(), HELLO_SECONDS)
        hello = read(HELLO, _text(message, lobby))
        seat = await lobby.seat(hello.token, game)
        room = await lobby.room(game)
        connection = Connection(socket, seat.id, socket.scope["state"]["visit"].client, lobby.queued)
        await room.join(connection, hello.resume)
    except TimeoutError:
        await closed(socket, Problem("limit/slow", say("The client did not send hello in time")))
        return
    except WebSocketDisconnect:
        return
    except Exception as error:  # noqa: BLE001  # every error closes the socket with its problem
        await closed(socket, problem_of(error))
        return
    try:
        async with anyio.create_task_group() as group:
            for part in (connection.send, partial(_receive_all, lobby, room, connection)):
                group.start_soon(_until, part, group.cancel_scope)
    finally:
        connection.forget()
        room.leave(connection)


async def _until(part: Callable[[], Awaitable[None]], scope: anyio.CancelScope) -> None:
    """Run one part; when it ends, cancel the others."""
    try:
        await part()
    finally:
        scope.cancel()


def _text(message: Message, lobby: Lobby) -> str:
    """The text of a message; raises Problem if it has none or is too long, and WebSocketDisconnect at the end."""
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code") or 1000)
    text = message.get("text")
    if not isinstance(text, str):
        raise Problem("frame/unreadable", say("A frame must be JSON text"))
    if len(text) > lobby.limits.frame_bytes:
        raise Problem(
            "limit/size",
            say("A frame has at most {most} bytes", most=lobby.limits.frame_bytes),
            most=lobby.limits.frame_bytes,
        )
    return text


async def _receive_all(lobby: Lobby, room: Room, connection: Connection) -> None:
    """Read frames until the client disconnects; then end its work that is not being stored already."""
    running = asyncio.Semaphore(MOST_ASKED)
    share: Share = connection.socket.app.state.doorway.share
    asked: set[asyncio.Task[None]] = set()
    try:
        while True:
            message = await connection.socket.receive()
            text, begun = "", time.thread_time()
            try:
                text = _text(message, lobby)
                request = understood(text)
            except Problem as problem:
                connection.tell(room.refused(id_of(text), problem))
                continue
            finally:
                share.spend(connection.client, MESSAGE + time.thread_time() - begun)
                # Others have a turn before the next message, and longer ones if the client has used too much.
                await asyncio.sleep(share.wait(connection.client))
            await running.acquire()
            task = lobby.spawn(lobby.serve(room, request, connection))
            task.add_done_callback(lambda _: running.release())
            asked.add(task)
            task.add_done_callback(asked.discard)
    except WebSocketDisconnect:
        return
    finally:
        for task in asked:
            room.give_up(task)
