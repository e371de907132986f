"""The gate that everything comes through: who it is, how much, how often, how fast; one line in the log when it ends."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import time
import uuid
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from surefoot.server.limits import Limits, Rates
from surefoot.server.logs import BUGS, REQUESTS
from surefoot.server.metrics import Metrics
from surefoot.server.problems import MEDIA_TYPE, Problem, problem_of

# Whoever watches the server must get through when nobody else does; so often he may look, whatever else he asks.
EXEMPT = ("/health", "/metrics")
WATCHED, WATCHED_AT_ONCE = 10.0, 100
# Files of the page lie in memory and cost nothing: one who loads them all has not asked anything yet.
FREE = "/page/"
# Neighbours in one such network of IPv6 are one client.
NETWORK = 64
# Closing a socket that may not be opened: come again later.
TRY_AGAIN = 1013


def client_of(scope: Scope) -> str:
    """Who asks, as far as an address can tell."""
    host = scope["client"][0] if scope.get("client") else "nobody"
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return str(host)
    if address.version == 6:
        return str(ipaddress.ip_network((address, NETWORK), strict=False))
    return str(address)


@dataclass
class Visit:
    """One request while it is being answered."""

    scope: Scope
    client: str
    id: str = field(default_factory=lambda: str(uuid.uuid4()))
    begun: float = field(default_factory=time.perf_counter)
    status: int = 0
    code: str = ""
    read: int = 0
    sent: int = 0

    @property
    def route(self) -> str:
        """The address as it is documented; never as it was called: that may hold anything."""
        path = getattr(self.scope.get("route"), "path", None)
        return str(path) if path is not None else "unknown"

    def told(self) -> dict[str, Any]:
        """What the log keeps of it."""
        shown: dict[str, Any] = {
            "id": self.id,
            "client": self.client,
            "method": self.scope.get("method", "SOCKET"),
            "route": self.route,
            "status": self.status,
            "ms": round(1000 * (time.perf_counter() - self.begun), 1),
            "read": self.read,
            "sent": self.sent,
        }
        return shown | ({"code": self.code} if self.code else {})


class Gate:
    """Everything that is asked over the network, before anything else sees it."""

    def __init__(self, app: ASGIApp, *, limits: Limits, metrics: Metrics) -> None:
        self.app = app
        self.limits = limits
        self.metrics = metrics
        self.rates = Rates(limits.client_rate, limits.client_burst)
        self.watched = Rates(WATCHED, WATCHED_AT_ONCE)
        self.open: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, one socket, or the start and the end of the server."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        visit = Visit(scope, client_of(scope))
        scope.setdefault("state", {})["visit"] = visit
        if scope["type"] == "http":
            await self._request(visit, receive, send)
        else:
            await self._socket(visit, receive, send)

    async def _request(self, visit: Visit, receive: Receive, send: Send) -> None:
        async def noted(message: Message) -> None:
            if message["type"] == "http.response.start":
                visit.status = message["status"]
                message["headers"] = [*message["headers"], (b"x-request-id", visit.id.encode())]
            else:
                visit.sent += len(message.get("body", b""))
            await send(message)

        exempt = visit.scope["path"] in EXEMPT
        self.open[visit.client] += 1
        self.metrics.open.inc()
        try:
            if exempt:
                self.watched.demand(visit.client)
            else:
                self._demand(visit)
            await self.app(visit.scope, self._bounded(visit, receive), noted)
        except ClientDisconnect:
            visit.code = "gone"
        except Exception as error:  # noqa: BLE001  # whatever it is, whoever asked gets an answer
            await self._refused(visit, problem_of(error), noted)
        finally:
            self.open[visit.client] -= 1
            if not self.open[visit.client]:
                del self.open[visit.client]
            self._end(visit)

    def _demand(self, visit: Visit) -> None:
        """Refuse what is too much before anything of it is read."""
        if not visit.scope["path"].startswith(FREE):
            self.rates.demand(visit.client)
        if self.open.total() > self.limits.requests:
            raise Problem("server/busy", "too many requests are open", retry_after=1)
        if self.open[visit.client] > self.limits.client_requests:
            says = f"more than {self.limits.client_requests} requests of yours are open"
            raise Problem("limit/waiting", says, retry_after=1)
        for name, value in visit.scope["headers"]:
            if name == b"content-length" and (
                not value.isdigit() or int(value[:20]) > self.limits.body_bytes
            ):
                raise self._too_large()

    def _too_large(self) -> Problem:
        most = self.limits.body_bytes
        return Problem("limit/size", f"at most {most:,} bytes are read", most=most)

    def _bounded(self, visit: Visit, receive: Receive) -> Receive:
        """The body, as long as it is not too large and does not come too slowly."""
        ends = time.monotonic() + self.limits.body_seconds
        whole = False

        async def bounded() -> Message:
            nonlocal whole
            if whole:
                # What comes after the body is only that the client has gone: for that there is time.
                return await receive()
            try:
                async with asyncio.timeout(max(0.0, ends - time.monotonic())):
                    message = await receive()
            except TimeoutError:
                says = f"the body was not there after {self.limits.body_seconds:g} s"
                raise Problem("limit/slow", says, seconds=self.limits.body_seconds) from None
            if message["type"] == "http.request":
                visit.read += len(message.get("body", b""))
                whole = not message.get("more_body", False)
                if visit.read > self.limits.body_bytes:
                    raise self._too_large()
            return message

        return bounded

    async def _refused(self, visit: Visit, problem: Problem, send: Send) -> None:
        if visit.status:
            # The answer is under way already: all that is left is to break it off.
            tell_bug(visit, problem)
            return
        status, headers, body = response_of(problem, visit)
        # What is left of the body is not read: the connection ends here.
        headers = (
            {**headers, "connection": "close"} if problem.code in ("limit/size", "limit/slow") else headers
        )
        listed = [(name.encode(), value.encode()) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": status, "headers": listed})
        await send({"type": "http.response.body", "body": body})

    def _end(self, visit: Visit) -> None:
        self.metrics.open.dec()
        method = visit.scope["method"] if visit.scope["method"] in METHODS else "other"
        self.metrics.requests.labels(method, visit.route, str(visit.status), visit.code).inc()
        self.metrics.seconds.labels(visit.route).observe(time.perf_counter() - visit.begun)
        REQUESTS.info("request", extra={"told": visit.told()})

    async def _socket(self, visit: Visit, receive: Receive, send: Send) -> None:
        async def noted(message: Message) -> None:
            if message["type"] == "websocket.close":
                visit.status = message.get("code", 1000)
            elif message["type"] == "websocket.send":
                visit.sent += len(message.get("bytes") or message.get("text") or b"")
            await send(message)

        if self.rates.take(visit.client) > 0.0:
            visit.code = "limit/rate"
            await noted({"type": "websocket.close", "code": TRY_AGAIN, "reason": visit.code})
            REQUESTS.info("socket", extra={"told": visit.told()})
            return
        self.metrics.sockets.inc()
        try:
            await self.app(visit.scope, receive, noted)
        except Exception as error:
            visit.code = "server/bug"
            tell_bug(visit, problem_of(error))
            raise
        finally:
            self.metrics.sockets.dec()
            REQUESTS.info("socket", extra={"told": visit.told()})


METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


def tell_bug(visit: Visit, problem: Problem) -> None:
    """Write down where a bug showed itself."""
    if problem.trace:
        BUGS.error("bug", extra={"told": {"id": visit.id, "route": visit.route, "trace": problem.trace}})


def response_of(problem: Problem, visit: Visit) -> tuple[int, dict[str, str], bytes]:
    """A problem as an answer over HTTP: status, headers and body."""
    visit.code = problem.code
    tell_bug(visit, problem)
    headers = {"content-type": MEDIA_TYPE}
    if "retry_after" in problem.more:
        headers["retry-after"] = str(max(1, round(problem.more["retry_after"])))
    if problem.code == "seat/unknown":
        headers["www-authenticate"] = "Bearer"
    if "allow" in problem.more:
        headers["allow"] = problem.more["allow"]
    data = {**problem.data(), "instance": f"urn:uuid:{visit.id}"}
    body = json.dumps(data, ensure_ascii=False, default=str).encode()
    return problem.status, {**headers, "content-length": str(len(body))}, body
