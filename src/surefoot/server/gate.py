"""The gate in front of the application: limits by client, size, rate and speed, and one log line for each request."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import time
import uuid
from collections import Counter
from collections.abc import Iterable
from dataclasses import field
from typing import Any

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from surefoot.language import Quantity, say
from surefoot.records import dataclass
from surefoot.server.clients import client_of
from surefoot.server.janitor import Bans
from surefoot.server.limits import Rates, crowded
from surefoot.server.listening import Doorway
from surefoot.server.logs import BUGS, REQUESTS
from surefoot.server.metrics import Metrics
from surefoot.server.origins import demand_ours
from surefoot.server.problems import MEDIA_TYPE, Problem, problem_of
from surefoot.server.settings import Settings
from surefoot.server.sharing import BYTE, REQUEST

# Monitoring is exempt from the limits of other requests and has its own rate.
EXEMPT = ("/health", "/metrics")
WATCHED, WATCHED_AT_ONCE = 10.0, 100
# Files of the page are in memory and cheap: they do not count for the rate.
FREE = "/page/"
# The close code of a socket that is refused: try again later.
TRY_AGAIN = 1013


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
        """The route of the address, not the address itself, which may contain secrets."""
        path = getattr(self.scope.get("route"), "path", None)
        return str(path) if path is not None else "unknown"

    def told(self) -> dict[str, Any]:
        """The request as data for the log."""
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
    """Middleware that checks every request and socket before the application."""

    def __init__(
        self, app: ASGIApp, *, settings: Settings, metrics: Metrics, bans: Bans, doorway: Doorway
    ) -> None:
        self.app = app
        self.bans = bans
        self.share = doorway.share
        self.limits = limits = settings.limits
        self.names = settings.names
        self.operators = tuple(ipaddress.ip_network(each) for each in settings.operators)
        self.metrics = metrics
        self.rates = Rates(limits.client_rate, limits.client_burst)
        self.watched = Rates(WATCHED, WATCHED_AT_ONCE)
        self.open: Counter[str] = Counter()
        self.sockets: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request or a socket; pass the start and the end of the server on."""
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
                message["headers"] = [*message["headers"], *_careful(message["headers"], visit)]
            else:
                visit.sent += len(message.get("body", b""))
            await send(message)

        exempt = visit.scope["path"] in EXEMPT
        self.open[visit.client] += 1
        self.metrics.open.inc()
        try:
            self.share.spend(visit.client, REQUEST)
            demand_ours(visit.scope, self.names)
            self._demand_welcome(visit)
            if not exempt:
                await self._turn(visit)
            if exempt:
                self.watched.demand(visit.client)
                self._demand_operator(visit)
            else:
                self._demand(visit)
            await self.app(visit.scope, self._bounded(visit, receive), noted)
        except ClientDisconnect:
            visit.code = "gone"
        except Exception as error:  # noqa: BLE001  # every error is answered
            await self._refused(visit, problem_of(error), noted)
        finally:
            self.open[visit.client] -= 1
            if not self.open[visit.client]:
                del self.open[visit.client]
            self._end(visit)

    def _demand_welcome(self, visit: Visit) -> None:
        if self.bans.covers(visit.client):
            raise Problem("seat/banned", say("Your address is banned from this server"))

    async def _turn(self, visit: Visit) -> None:
        """Wait until the client may use the server again; beyond some waiting requests it is refused at once."""
        wait = self.share.wait(visit.client)
        if wait > 0.0 and self.open[visit.client] <= self.limits.client_requests:
            await asyncio.sleep(wait)

    def _demand_operator(self, visit: Visit) -> None:
        """Refuse metrics to strangers, as if there were none."""
        if visit.scope["path"] != "/metrics":
            return
        try:
            address = ipaddress.ip_address(visit.scope["client"][0])
        except (TypeError, ValueError):
            # Not an address: a client in this process, or a socket file that the system protects. What a proxy passes on is neither.
            known = all(name != b"x-forwarded-for" for name, _ in visit.scope["headers"])
        else:
            known = any(address in network for network in self.operators)
        if not known:
            raise Problem("request/unknown-address", say("There is nothing at this address"))

    def _demand(self, visit: Visit) -> None:
        """Refuse a request that exceeds a limit before its body is read."""
        if "\0" in visit.scope["path"] or b"%00" in visit.scope["query_string"]:
            raise Problem("request/unreadable", say("An address can't contain the character NUL"))
        if not visit.scope["path"].startswith(FREE):
            self.rates.demand(visit.client)
        if crowded(self.open[visit.client], self.open.total(), len(self.open), self.limits.requests):
            raise Problem("server/busy", say("The server has too many open requests"), retry_after=1)
        if self.open[visit.client] > self.limits.client_requests:
            says = say("You have more than {most} open requests", most=self.limits.client_requests)
            raise Problem("limit/waiting", says, retry_after=1)
        for name, value in visit.scope["headers"]:
            if name == b"content-length" and (not value.isdigit() or int(value[:20]) > self._most(visit)):
                raise self._too_large(visit)

    def _most(self, visit: Visit) -> int:
        """The largest body of a request: those of a game are messages, as over a socket."""
        path = visit.scope["path"]
        of_game = path.startswith("/v1/games/") or path == "/v1/join"
        return min(self.limits.body_bytes, self.limits.frame_bytes) if of_game else self.limits.body_bytes

    def _too_large(self, visit: Visit) -> Problem:
        most = self._most(visit)
        return Problem("limit/size", say("The limit is {most} bytes", most=most), most=most)

    def _bounded(self, visit: Visit, receive: Receive) -> Receive:
        """Receives the body; raises Problem if it is too large or too slow."""
        ends = time.monotonic() + self.limits.body_seconds
        whole = False

        async def bounded() -> Message:
            nonlocal whole, ends
            if whole:
                # After the body only a disconnect can follow: it has no time limit.
                return await receive()
            try:
                async with asyncio.timeout(max(0.0, ends - time.monotonic())):
                    message = await receive()
            except TimeoutError:
                limit = Quantity(self.limits.body_seconds, "s")
                says = say("The body did not arrive within {limit}", limit=limit)
                raise Problem("limit/slow", says, seconds=self.limits.body_seconds) from None
            if message["type"] == "http.request":
                visit.read += len(message.get("body", b""))
                whole = not message.get("more_body", False)
                if visit.read > self._most(visit):
                    raise self._too_large(visit)
                self.share.spend(visit.client, BYTE * len(message.get("body", b"")))
                wait = self.share.wait(visit.client)
                if wait > 0.0:
                    ends += wait
                    await asyncio.sleep(wait)
            return message

        return bounded

    async def _refused(self, visit: Visit, problem: Problem, send: Send) -> None:
        if visit.status:
            # The answer was started already: it can only be aborted.
            tell_bug(visit, problem)
            return
        status, headers, body = response_of(problem, visit)
        # The rest of the body is not read: close the connection.
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

        try:
            self._demand_socket(visit)
        except Problem as problem:
            visit.code = problem.code
            await noted({"type": "websocket.close", "code": TRY_AGAIN, "reason": visit.code})
            REQUESTS.info("socket", extra={"told": visit.told()})
            return
        self.metrics.sockets.inc()
        self.sockets[visit.client] += 1
        try:
            await self.app(visit.scope, receive, noted)
        except Exception as error:
            visit.code = "server/bug"
            tell_bug(visit, problem_of(error))
            raise
        finally:
            self.sockets[visit.client] -= 1
            if not self.sockets[visit.client]:
                del self.sockets[visit.client]
            self.metrics.sockets.dec()
            REQUESTS.info("socket", extra={"told": visit.told()})

    def _demand_socket(self, visit: Visit) -> None:
        """Refuse a socket before it is accepted."""
        self.share.spend(visit.client, REQUEST)
        demand_ours(visit.scope, self.names)
        self._demand_welcome(visit)
        self.rates.demand(visit.client)
        if self.sockets[visit.client] >= self.limits.client_sockets:
            says = say("You have more than {most} open sockets", most=self.limits.client_sockets)
            raise Problem("limit/waiting", says, retry_after=1)
        if "\0" in visit.scope["path"]:
            raise Problem("request/unreadable", say("An address can't contain the character NUL"))


def _careful(headers: Iterable[tuple[bytes, bytes]], visit: Visit) -> list[tuple[bytes, bytes]]:
    """Further headers of an answer: its id; browsers must not guess its type; caches must not store it unless it says so."""
    found = [(b"x-request-id", visit.id.encode())]
    known = {name for name, _ in headers}
    if b"x-content-type-options" not in known:
        found.append((b"x-content-type-options", b"nosniff"))
    if b"cache-control" not in known:
        found.append((b"cache-control", b"no-store"))
    return found


METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


def tell_bug(visit: Visit, problem: Problem) -> None:
    """Log the traceback of a bug."""
    if problem.trace:
        told = {"id": visit.id, "route": visit.route, "trace": problem.trace}
        BUGS.error("bug: %s", problem.trace.splitlines()[-1], extra={"told": told})


def response_of(problem: Problem, visit: Visit) -> tuple[int, dict[str, str], bytes]:
    """A problem as an HTTP response: status, headers and body."""
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
