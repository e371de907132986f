"""How the server listens: limits on connections before anything of a request is understood.

Uvicorn reads a request head however long it is, and waits for it however long it takes. Here a head is bounded in size
and time, a connection on which nothing is asked is closed, and a frame of a socket is bounded before it is read.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import OrderedDict
from dataclasses import field
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode

from surefoot.language import Quantity, say
from surefoot.records import dataclass
from surefoot.server.limits import Limits, Rates
from surefoot.server.problems import MEDIA_TYPE, Problem

# Descriptors that are kept for the database, the workers and files.
RESERVED = 128
# Pings of one socket: per second, and at once. Browsers and libraries send one in some seconds.
PINGS, PINGS_AT_ONCE = 2.0, 20


@dataclass(eq=False)
class Doorway:
    """All connections of this process on which no request is being answered, the oldest first."""

    limits: Limits
    # The largest number of connections of any kind; less than the limit where the system allows fewer.
    most: int = 0
    idle: OrderedDict[BoundedHttp, None] = field(default_factory=OrderedDict)
    # Metrics: connections that were closed because they took too long, were too large, or were too many.
    closed: int = 0

    def __post_init__(self) -> None:
        self.most = min(self.limits.connections, max(16, _descriptors() - RESERVED))

    def enter(self, connection: BoundedHttp, opened: int) -> None:
        """A new connection; the oldest idle one makes room if there are too many."""
        self.idle[connection] = None
        while len(self.idle) > self.limits.idle_connections or (opened > self.most and self.idle):
            oldest = next(iter(self.idle))
            oldest.give_up()
            opened -= 1


def _descriptors() -> int:
    """The number of files and connections that this process may open, raised as far as the system allows."""
    try:
        import resource
    except ImportError:  # Windows
        return 8192
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = 65_536 if hard == resource.RLIM_INFINITY else hard
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
        soft = max(soft, most)
    return int(soft)


def _doorway(config: Config) -> Doorway:
    """The doorway of the application that is served."""
    app: Any = config.loaded_app
    while not hasattr(app, "state"):
        app = app.app
    doorway: Doorway = app.state.doorway
    return doorway


class _Patience:
    """Ends a connection whose client does not read what is sent to it."""

    config: Config
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _unread: asyncio.TimerHandle | None = None

    def wait_for_reader(self) -> None:
        """The client must read within the limit from now on."""
        if self._unread is None:
            seconds = _doorway(self.config).limits.answer_seconds
            self._unread = self.loop.call_later(seconds, self.transport.abort)

    def has_read(self) -> None:
        """The client has read enough."""
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None


class BoundedHttp(_Patience, HttpToolsProtocol):
    """An HTTP connection: its heads are bounded in size and time, its bodies in size, its answers in time."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn
        """A client has connected: the headers of its first request must arrive in time."""
        super().connection_made(transport)
        self.doorway = _doorway(self.config)
        # Bytes that were received for the current head, or since it was complete.
        self.received = 0
        self.in_head = True
        self.head_timer: asyncio.TimerHandle | None = None
        self.doorway.enter(self, len(self.connections))
        self._arm()

    def _arm(self) -> None:
        if self.head_timer is None and not self.transport.is_closing():
            self.head_timer = self.loop.call_later(self.doorway.limits.head_seconds, self._too_late)

    def _disarm(self) -> None:
        if self.head_timer is not None:
            self.head_timer.cancel()
            self.head_timer = None

    def data_received(self, data: bytes) -> None:
        """Count what arrives before it is parsed."""
        limits = self.doorway.limits
        self.received += len(data)
        if self.in_head:
            self._arm()
            if self.received > limits.head_bytes and not self._ends_in_time(data):
                says = say("The head of a request has at most {most} bytes", most=limits.head_bytes)
                self._refuse(431, Problem("limit/size", says, most=limits.head_bytes))
                return
        elif self.received > limits.head_bytes + 2 * limits.body_bytes:
            # The answer was refused already, or its chunks hold almost nothing.
            self.give_up()
            return
        super().data_received(data)

    def _ends_in_time(self, data: bytes) -> bool:
        """Whether the head ends in this part of the data, within its limit: a body may follow in the same part."""
        before = self.received - len(data)
        return 0 <= data.find(b"\r\n\r\n") <= self.doorway.limits.head_bytes - before

    def on_headers_complete(self) -> None:
        """The request is known: from now on the gate has its own limits."""
        self._disarm()
        self.in_head, self.received = False, 0
        self.doorway.idle.pop(self, None)
        super().on_headers_complete()

    def pause_writing(self) -> None:
        """The client reads more slowly than it is answered."""
        super().pause_writing()
        self.wait_for_reader()

    def resume_writing(self) -> None:
        """The client has read most of its answer."""
        self.has_read()
        super().resume_writing()

    def timeout_keep_alive_handler(self) -> None:
        """No further request came."""
        super().timeout_keep_alive_handler()
        self.wait_for_reader()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        if self.transport.is_closing():
            # Closing waits until everything was read.
            self.wait_for_reader()
        if not self.pipeline and not self.transport.is_closing():
            self.in_head, self.received = True, 0
            self.doorway.enter(self, len(self.connections))

    def handle_websocket_upgrade(self) -> None:
        """The connection becomes a socket."""
        self._disarm()
        self.doorway.idle.pop(self, None)
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended."""
        self._disarm()
        self.has_read()
        self.doorway.idle.pop(self, None)
        super().connection_lost(exc)

    def give_up(self) -> None:
        """Close the connection without an answer."""
        self._disarm()
        self.doorway.idle.pop(self, None)
        self.doorway.closed += 1
        self.transport.abort()

    def _too_late(self) -> None:
        self.head_timer = None
        seconds = self.doorway.limits.head_seconds
        if not self.received:
            self.give_up()
            return
        says = say("The request headers did not arrive within {limit}", limit=Quantity(seconds, "s"))
        self._refuse(408, Problem("limit/slow", says, seconds=seconds))

    def _refuse(self, status: int, problem: Problem) -> None:
        """Answer outside of the application, and close."""
        self._disarm()
        self.doorway.idle.pop(self, None)
        self.doorway.closed += 1
        body = json.dumps(problem.data() | {"status": status}, ensure_ascii=False).encode()
        head = f"HTTP/1.1 {status} \r\ncontent-type: {MEDIA_TYPE}\r\ncontent-length: {len(body)}\r\n"
        self.transport.write(f"{head}connection: close\r\n\r\n".encode() + body)
        self.transport.close()
        self.wait_for_reader()


class BoundedSocket(_Patience, WebSocketsSansIOProtocol):
    """A WebSocket: pings are bounded, because each is answered outside of the application."""

    pings: Rates | None = None

    def pause_writing(self) -> None:
        """The client reads more slowly than it is sent to."""
        super().pause_writing()
        self.wait_for_reader()

    def resume_writing(self) -> None:
        """The client has read most of it."""
        self.has_read()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended."""
        self.has_read()
        super().connection_lost(exc)

    def keepalive_timeout(self) -> None:
        """The client does not answer: closing would wait until it has read everything."""
        super().keepalive_timeout()
        self.wait_for_reader()

    def handle_ping(self) -> None:
        """Answer a ping, unless there are too many or the client does not read."""
        self.pings = self.pings or Rates(PINGS, PINGS_AT_ONCE)
        if self.writable.is_set() and self.pings.take("") == 0.0:
            super().handle_ping()
            return
        self.conn.fail(CloseCode.POLICY_VIOLATION, "limit/rate")
        self.handle_parser_exception()


def options(limits: Limits) -> dict[str, Any]:
    """The options of uvicorn for a server with these limits, wherever it listens."""
    return {
        "http": BoundedHttp,
        "ws": BoundedSocket,
        # Frames are refused by the length in their head, and inflated no further than this.
        "ws_max_size": limits.frame_bytes,
        "timeout_keep_alive": max(1, round(limits.idle_seconds)),
        # A socket that does not answer a ping is closed: half-open connections end.
        "ws_ping_interval": limits.ping_seconds,
        "ws_ping_timeout": limits.ping_seconds,
        # Addresses may contain secrets; the server logs its requests itself.
        "access_log": False,
        "server_header": False,
        # Requests in progress are finished, for as long as the longest request may take.
        "timeout_graceful_shutdown": max(1, round(limits.seconds + 5)),
    }
