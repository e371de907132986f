"""How the server listens: limits on connections before anything of a request is understood.

Uvicorn reads a request head however long it is, and waits for it however long it takes. Here a head is bounded in size
and time, a connection on which nothing is asked is closed, and a frame of a socket is bounded before it is read.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import field
from typing import Any

from uvicorn._types import ASGIReceiveEvent
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.http11 import Request

from surefoot.language import Quantity, say
from surefoot.records import dataclass
from surefoot.server.clients import client_of
from surefoot.server.limits import Limits, Rates
from surefoot.server.problems import MEDIA_TYPE, Problem
from surefoot.server.sharing import CONNECTION, Share

# Descriptors that are kept for the database, the workers and files.
RESERVED = 128
# Pings of one socket: per second, and at once. Browsers and libraries send one in some seconds.
PINGS, PINGS_AT_ONCE = 2.0, 20
# Parts of one message: browsers and libraries send a message in one.
PARTS = 1_000
# Bytes of a socket that are read at once.
PART = 4_096
# Requests of one connection that wait for the answers of those before: browsers send none.
PIPELINED = 8


@dataclass(eq=False)
class Doorway:
    """All connections of this process on which no request is being answered, the oldest first."""

    limits: Limits
    # The largest number of connections of any kind; less than the limit where the system allows fewer.
    most: int = 0
    idle: OrderedDict[BoundedHttp, None] = field(default_factory=OrderedDict)
    # The bytes that are held for a connection: of its answer, as long as it is not read, or of what it has sent so far.
    held: dict[BoundedHttp | BoundedSocket, int] = field(default_factory=dict)
    held_in_all: int = 0
    # The processor time that clients have used.
    share: Share = field(init=False)
    # Metrics: connections that were closed because they took too long, were too large, or were too many.
    closed: int = 0

    def __post_init__(self) -> None:
        self.most = min(self.limits.connections, max(16, _descriptors() - RESERVED))
        self.share = Share(self.limits.client_share, self.limits.client_share_burst)

    def enter(self, connection: BoundedHttp, opened: int) -> None:
        """A new connection; the oldest idle one makes room if there are too many."""
        self.idle[connection] = None
        while len(self.idle) > self.limits.idle_connections or (opened > self.most and self.idle):
            oldest = next(iter(self.idle))
            oldest.give_up()
            opened -= 1

    def holds(self, connection: BoundedHttp | BoundedSocket, size: int) -> None:
        """Note how many bytes are held for a connection; if all together are too many, the connections with most of them are closed."""
        self.held_in_all += size - self.held.pop(connection, 0)
        if size:
            self.held[connection] = size
        while self.held_in_all > self.limits.queued_bytes:
            largest = max(self.held, key=self.held.__getitem__)
            self.held_in_all -= self.held.pop(largest)
            largest.give_up()


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


def _client(
    config: Config, address: tuple[str, int] | None, headers: Iterable[tuple[bytes, bytes]] = ()
) -> str:
    """The client of a connection; of one from a trusted proxy, the client that it names. Empty if it names none."""
    trusted: Any = getattr(config.loaded_app, "trusted_hosts", None)
    if trusted is None or address is None or address[0] not in trusted:
        return client_of({"client": address})
    named = [value for name, value in headers if name == b"x-forwarded-for"]
    if not named:
        # The proxy itself, or a client on this machine: known when its request is.
        return ""
    host, port = trusted.get_trusted_client_address(b", ".join(named).decode("latin-1"))
    return client_of({"client": (host, port)}) if host else ""


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


class _Wire:
    """A transport that ignores what is written after it was closed, as that of asyncio does.

    That of uvloop raises RuntimeError from the moment when it is closed until the connection is told so. An answer that is ready
    just then would look like a bug of the application.
    """

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self.is_closing = transport.is_closing

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Send some data."""
        if not self.is_closing():
            self._transport.write(data)

    def pause_reading(self) -> None:
        """Receive nothing more."""
        if not self.is_closing():
            self._transport.pause_reading()

    def resume_reading(self) -> None:
        """Receive again."""
        if not self.is_closing():
            self._transport.resume_reading()


class BoundedHttp(_Patience, HttpToolsProtocol):
    """An HTTP connection: its heads are bounded in size and time, its bodies in size, its answers in time."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn
        """A client has connected: the headers of its first request must arrive in time."""
        guarded: Any = _Wire(transport)
        super().connection_made(guarded)
        self.doorway = _doorway(self.config)
        # Bytes that were received for the current head, or since it was complete.
        self.received = 0
        self.in_head = True
        # Whether the last request has arrived to its end: it can be answered before.
        self.whole = True
        self.head_timer: asyncio.TimerHandle | None = None
        self.doorway.enter(self, len(self.connections))
        self._arm()
        client = _client(self.config, self.client)
        if client:
            self.doorway.share.spend(client, CONNECTION)
            if self.doorway.share.hopeless(client):
                self.give_up()

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
        if not self.in_head and not self.transport.is_closing():
            self.doorway.holds(self, max(self.received, len(data)))

    def _ends_in_time(self, data: bytes) -> bool:
        """Whether the head ends in this part of the data, within its limit: a body may follow in the same part."""
        before = self.received - len(data)
        return 0 <= data.find(b"\r\n\r\n") <= self.doorway.limits.head_bytes - before

    def on_headers_complete(self) -> None:
        """The request is known: from now on the gate has its own limits."""
        self._disarm()
        self.in_head, self.received, self.whole = False, 0, False
        self.doorway.idle.pop(self, None)
        if len(self.pipeline) >= PIPELINED:
            self.give_up()
            return
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request has arrived to its end: a head follows, if this one is answered already."""
        self.whole = True
        super().on_message_complete()
        # There is no cycle before the first request, whatever its type says.
        if getattr(self.cycle, "response_complete", False):
            self._await_head()

    def _await_head(self) -> None:
        self._disarm()
        self.in_head, self.received = True, 0

    def pause_writing(self) -> None:
        """The client reads more slowly than it is answered."""
        super().pause_writing()
        self.wait_for_reader()
        self.doorway.holds(self, self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        """The client has read most of its answer."""
        self.has_read()
        self.doorway.holds(self, 0)
        super().resume_writing()

    def timeout_keep_alive_handler(self) -> None:
        """No further request came."""
        super().timeout_keep_alive_handler()
        self.wait_for_reader()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        if not self.flow.write_paused:
            self.doorway.holds(self, 0)
        if self.transport.is_closing():
            # Closing waits until everything was read.
            self.wait_for_reader()
        if not self.pipeline and not self.transport.is_closing():
            if self.whole:
                self._await_head()
            else:
                # What is left of a body that was refused has to arrive, as a head would.
                self._arm()
            self.doorway.enter(self, len(self.connections))

    def handle_websocket_upgrade(self) -> None:
        """The connection becomes a socket."""
        self._disarm()
        self.doorway.idle.pop(self, None)
        # Nothing further is received here.
        self.in_head = True
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended."""
        self._disarm()
        self.has_read()
        self.doorway.idle.pop(self, None)
        self.doorway.holds(self, 0)
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
        if not self.received or not self.in_head:
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
    """A WebSocket: pings are bounded, because each is answered outside of the application.

    What arrives is read in small parts, each of them when the application has taken the messages before it and the
    client may use the server: frames without content cost as much as others.
    """

    pings: Rates | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn
        """The connection has become a socket."""
        super().connection_made(transport)
        self.doorway = _doorway(self.config)
        self.share = self.doorway.share
        self.payer = _client(self.config, self.client)
        # What has arrived and was not read yet.
        self.unread = bytearray()
        self.held: asyncio.TimerHandle | None = None

    def handle_connect(self, event: Request) -> None:
        """The head of the socket: a proxy names its client there."""
        super().handle_connect(event)
        headers = [(name.lower().encode(), value.encode()) for name, value in event.headers.raw_items()]
        self.payer = _client(self.config, self.client, headers) or client_of({"client": self.client})

    def data_received(self, data: bytes) -> None:
        """Keep what arrives, and read as much of it as may be read."""
        if not self.handshake_initiated:
            super().data_received(data)
            if not self.handshake_initiated:
                self._refuse_head()
            return
        self.unread += data
        if self.held is None:
            self._read_on()
        self._count()

    def _count(self) -> None:
        """Note what has arrived and is no whole message yet."""
        if not self.transport.is_closing():
            parts = self.conn.current_size or 0
            self.doorway.holds(self, len(self.unread) + len(self.conn.reader.buffer) + parts)

    def give_up(self) -> None:
        """Close the connection without a word."""
        self.doorway.closed += 1
        self.transport.abort()

    def _refuse_head(self) -> None:
        """End a connection whose head is none of a socket: it came whole, and uvicorn would wait for another one."""
        self.doorway.closed += 1
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.close()
        self.wait_for_reader()

    def _read_on(self) -> None:
        """Read a part, unless a message waits to be taken or the client has to wait; others have a turn before the next."""
        self.held = None
        if self.unread and (self.queue.empty() or self.close_sent) and not self.transport.is_closing():
            wait = self.share.wait(self.payer)
            if wait == 0.0:
                part = bytes(self.unread[:PART])
                del self.unread[:PART]
                begun = time.thread_time()
                super().data_received(part)
                self.share.spend(self.payer, time.thread_time() - begun)
                self._count()
            if self.unread and (self.queue.empty() or self.close_sent):
                self.held = self.loop.call_later(wait, self._read_on)
        self._pause_or_resume()

    def _pause_or_resume(self) -> None:
        """Receive nothing more while there is something to read."""
        if self.transport.is_closing() or self.disconnected:
            return
        busy = bool(self.unread) or not (self.queue.empty() or self.close_sent)
        if busy and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()
        elif not busy and self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    async def receive(self) -> ASGIReceiveEvent:
        """The next message; then what arrived behind it is read."""
        message = await self.queue.get()
        if self.queue.empty() and self.held is None:
            self._read_on()
        return message

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
        self.unread.clear()
        self.doorway.holds(self, 0)
        if self.held is not None:
            self.held.cancel()
        super().connection_lost(exc)

    def keepalive_timeout(self) -> None:
        """The client does not answer: closing would wait until it has read everything."""
        super().keepalive_timeout()
        self.wait_for_reader()

    def handle_cont(self, event: Frame) -> None:
        """Another part of a message: parts without content must not become a list without end."""
        if len(self.frames) < PARTS:
            super().handle_cont(event)
            return
        self.conn.fail(CloseCode.POLICY_VIOLATION, "limit/complexity")
        self.handle_parser_exception()

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
