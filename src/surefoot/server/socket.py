"""A game over a WebSocket: one frame in, one answer out, and everything that others say in between."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial

import anyio
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter

from surefoot.server.lobby import Lobby, read, understood
from surefoot.server.messages import Changing, Hello
from surefoot.server.problems import Problem, problem_of
from surefoot.server.room import Room

router = APIRouter()

# Whoever says nothing for so many seconds after he came is sent away.
HELLO_SECONDS = 10.0
# Whoever lets so many frames, or so many characters of them, wait is too slow; he can come back and resume.
MOST_FRAMES = 1_000
MOST_WAITING = 8_000_000
# So many questions of one socket are worked on at once.
MOST_ASKED = 8
# Private close codes of the WebSocket protocol, by the status over HTTP.
CLOSE = 4000

_HELLO: TypeAdapter[Hello] = TypeAdapter(Hello)


@dataclass(eq=False)
class Guest:
    """Somebody on a socket. What he is told waits in order until he takes it; nothing is dropped in silence."""

    socket: WebSocket
    seat: str
    _frames: deque[str] = field(default_factory=deque)
    _waiting: int = 0
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _ends: Problem | None = None

    def tell(self, frame: str) -> None:
        """Hand him a frame."""
        if self._ends is not None:
            return
        self._frames.append(frame)
        self._waiting += len(frame)
        if len(self._frames) > MOST_FRAMES or self._waiting > MOST_WAITING:
            self._frames.clear()
            self.leave(Problem("limit/slow", "too much waits for this client; resume from what it has seen"))
        self._wake.set()

    def leave(self, problem: Problem) -> None:
        """Send him away, after what he was told before."""
        self._ends = self._ends or problem
        self._wake.set()

    async def send(self) -> None:
        """Send what waits, until he is sent away."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._frames:
                frame = self._frames.popleft()
                self._waiting -= len(frame)
                try:
                    await self.socket.send_text(frame)
                except (RuntimeError, WebSocketDisconnect):
                    return
            if self._ends is not None:
                await closed(self.socket, self._ends)
                return


async def closed(socket: WebSocket, problem: Problem) -> None:
    """End a socket with the reason."""
    # A reason may have 123 bytes, by the protocol.
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        await socket.close(
            CLOSE + problem.status, f"{problem.code}: {problem.says}".encode()[:123].decode("utf-8", "ignore")
        )


@router.websocket("/v1/games/{game}/socket")
async def table(socket: WebSocket, game: str) -> None:
    """Sit down at a game: hello first, then requests."""
    lobby: Lobby = socket.app.state.lobby
    await socket.accept()
    try:
        text = await asyncio.wait_for(_received(socket, lobby), HELLO_SECONDS)
        hello = read(_HELLO, text)
        seat = await lobby.seat(hello.token, game)
        room = await lobby.room(game)
        guest = Guest(socket, seat.id)
        await room.join(guest, hello.resume)
    except TimeoutError:
        await closed(socket, Problem("limit/slow", "nobody said hello"))
        return
    except WebSocketDisconnect:
        return
    except Exception as error:  # noqa: BLE001  # whoever comes is told why he cannot
        await closed(socket, problem_of(error))
        return
    try:
        async with anyio.create_task_group() as group:
            for part in (guest.send, partial(_hear, lobby, room, guest)):
                group.start_soon(_until, part, group.cancel_scope)
    finally:
        room.leave(guest)


async def _until(part: Callable[[], Awaitable[None]], scope: anyio.CancelScope) -> None:
    """Do one part; when it ends, everything ends."""
    try:
        await part()
    finally:
        scope.cancel()


async def _received(socket: WebSocket, lobby: Lobby) -> str:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code") or 1000)
    text = message.get("text")
    if not isinstance(text, str):
        raise Problem("frame/unreadable", "frames are text in JSON")
    if len(text) > lobby.limits.frame_bytes:
        raise Problem(
            "limit/size",
            f"a frame has at most {lobby.limits.frame_bytes:,} bytes",
            most=lobby.limits.frame_bytes,
        )
    return text


async def _hear(lobby: Lobby, room: Room, guest: Guest) -> None:
    """Hear one frame after another until the guest goes; what he only wanted to see is not looked for any longer then."""
    asked = asyncio.Semaphore(MOST_ASKED)
    looking: set[asyncio.Task[None]] = set()
    try:
        while True:
            text = ""
            try:
                text = await _received(guest.socket, lobby)
                request = understood(text)
            except Problem as problem:
                guest.tell(room.refused(_id_of(text), problem))
                continue
            await asked.acquire()
            task = lobby.spawn(lobby.serve(room, request, guest))
            task.add_done_callback(lambda _: asked.release())
            if not isinstance(request, Changing):
                looking.add(task)
                task.add_done_callback(looking.discard)
    except WebSocketDisconnect:
        return
    finally:
        for task in looking:
            task.cancel()


def _id_of(text: str) -> str:
    """The id of a request that cannot be read, as far as it can."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return ""
    name = found.get("id") if isinstance(found, dict) else None
    return name[:64] if isinstance(name, str) else ""
