"""All limits of requests, clients and games."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from surefoot.language import Quantity, say
from surefoot.language.speaker import Speaker
from surefoot.records import dataclass
from surefoot.server.problems import Problem, rendered


class Limits(BaseModel):
    """The limits of a server; the defaults fit a small machine."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    body_bytes: int = Field(default=1_000_000, ge=1_000, description="Largest body of a request.")
    frame_bytes: int = Field(default=256_000, ge=1_000, description="Largest message over a socket.")
    body_seconds: float = Field(
        default=20.0, gt=0, description="Seconds until the body of a request must have arrived."
    )
    head_bytes: int = Field(default=32_000, ge=1_000, description="Largest head of a request.")
    head_seconds: float = Field(
        default=10.0, gt=0, description="Seconds within which the headers of a request must arrive."
    )
    idle_seconds: float = Field(
        default=5.0, ge=1, description="Seconds that a connection stays open between requests."
    )
    answer_seconds: float = Field(
        default=30.0, gt=0, description="Seconds in which a client must have read its answer."
    )
    ping_seconds: float = Field(
        default=20.0, gt=0, description="Seconds between pings of a socket, and until one must be answered."
    )
    connections: int = Field(default=8_192, ge=1, description="Connections of all clients to one process.")
    idle_connections: int = Field(
        default=512, ge=1, description="Connections without a request; beyond it the oldest are closed."
    )
    client_sockets: int = Field(default=200, ge=1, description="Sockets of one client that are open at once.")
    seat_sockets: int = Field(
        default=8, ge=1, description="Sockets of one seat; beyond it the oldest are closed."
    )
    queued_bytes: int = Field(
        default=128_000_000,
        ge=1_000_000,
        description="Frames of all sockets that wait to be sent; and answers over HTTP that are not read, with what has arrived of bodies and messages.",
    )
    vertices: int = Field(default=5_000, ge=1, description="Corners of all terrain of a table.")
    pieces: int = Field(default=1_000, ge=1, description="Pieces of terrain on a table.")
    models: int = Field(default=500, ge=1, description="Models on a table.")
    legs: int = Field(default=500, ge=1, description="Legs of all paths in one request.")
    declarations: int = Field(default=100, ge=1, description="Declarations in one request.")
    ways: int = Field(default=200_000, ge=1, description="Branches of exact odds.")
    seconds: float = Field(default=10.0, gt=0, description="Computing time of one request in seconds.")
    game_seconds: float = Field(
        default=5.0, gt=0, description="Computing time of one declaration in a game in seconds."
    )
    client_rate: float = Field(
        default=50.0, gt=0, description="Requests per second of one client, on average."
    )
    client_burst: int = Field(default=100, ge=1, description="Requests of one client at once.")
    game_rate: float = Field(default=60.0, gt=0, description="Requests per second of one seat, on average.")
    game_burst: int = Field(default=180, ge=1, description="Requests of one seat at once.")
    waiting: int = Field(default=64, ge=1, description="Waiting requests of one client.")
    waiting_in_all: int = Field(default=2_000, ge=1, description="Waiting requests of all clients.")
    client_work: float = Field(
        default=1.0,
        gt=0,
        description="Computing time of one client's questions in seconds per second, on average.",
    )
    client_work_burst: float = Field(
        default=300.0, gt=0, description="Computing time of one client's questions at once, in seconds."
    )
    client_share: float = Field(
        default=0.3,
        gt=0,
        description="Processor time of a serving process for what one client sends, in seconds per second.",
    )
    client_share_burst: float = Field(
        default=0.3, gt=0, description="Processor time for what one client sends at once, in seconds."
    )
    worker_bytes: int = Field(
        default=768_000_000, ge=0, description="Memory of one worker process for its jobs; 0: no limit."
    )
    room_bytes: int = Field(
        default=128_000_000, ge=0, description="Memory for the tables of open games in a serving process."
    )
    client_games: int = Field(default=500, ge=1, description="Games that one client may keep.")
    client_bytes: int = Field(
        default=500_000_000, ge=1_000, description="Bytes of all games that one client has created."
    )
    game_bytes: int = Field(
        default=20_000_000, ge=1_000, description="Bytes of one game: its table, its lines and announcements."
    )
    store_bytes: int = Field(
        default=20_000_000_000, ge=1_000, description="Bytes of all games; beyond it no game can be created."
    )
    idle_days: float = Field(
        default=365.0, gt=0, description="Days after which a game without a move is deleted."
    )
    unplayed_days: float = Field(
        default=14.0, gt=0, description="Days after which a game is deleted that was never begun."
    )
    requests: int = Field(default=512, ge=1, description="Open requests of all clients.")
    client_requests: int = Field(
        default=64, ge=1, description="Requests of one client that are open at once."
    )


def crowded(own: int, total: int, clients: int, most: int) -> bool:
    """Whether a client that holds `own` of something has to come later: all together hold more than `most`, and it more than its part.

    So a few clients that take all do not keep the others out; together all hold at most twice as much.
    """
    return total > 2 * most or (total > most and own * clients > most)


@dataclass
class Rates:
    """A token bucket for each name: `rate` per second on average, `burst` at once."""

    rate: float
    burst: int
    clock: Callable[[], float] = time.monotonic
    # The oldest names are dropped beyond this number.
    most_names: int = 100_000
    _buckets: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)

    def take(self, name: str) -> float:
        """Count one request; returns the seconds to wait, 0 if it is allowed."""
        now = self.clock()
        left, then = self._buckets.pop(name, (float(self.burst), now))
        left = min(float(self.burst), left + (now - then) * self.rate)
        allowed = left >= 1.0
        self._buckets[name] = (left - 1.0 if allowed else left, now)
        if len(self._buckets) > self.most_names:
            self._buckets.popitem(last=False)
        return 0.0 if allowed else (1.0 - left) / self.rate

    def demand(self, name: str) -> None:
        """Count one request; raises Problem if it comes too early."""
        wait = self.take(name)
        if wait > 0.0:
            says = say(
                "The limit is {rate} requests per second. Try again in {wait}",
                rate=Quantity(self.rate),
                wait=Quantity(max(0.01, wait), "s"),
            )
            raise Problem("limit/rate", says, retry_after=round(wait, 3))


@dataclass
class Budget:
    """The computing time of each account: `rate` seconds per second on average, `burst` at once."""

    rate: float
    burst: float
    clock: Callable[[], float] = time.monotonic
    most_names: int = 100_000
    # What each account owes, and when that was so; an account without an entry owes nothing.
    _owed: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)

    def owes(self, name: str) -> float:
        """What an account has used and not earned again."""
        owed, then = self._owed.get(name, (0.0, 0.0))
        return max(0.0, owed - (self.clock() - then) * self.rate)

    def wait(self, name: str) -> float:
        """Seconds until an account may use more; 0: now."""
        return max(0.0, self.owes(name) - self.burst) / self.rate

    def demand(self, name: str) -> None:
        """Raise Problem if an account has used too much."""
        wait = self.wait(name)
        if wait > 0.0:
            wait = max(1.0, wait)
            says = say(
                "Your address has used up its computing time. Try again in {wait}", wait=Quantity(wait, "s")
            )
            raise Problem("limit/work", says, retry_after=round(wait, 3))

    def spend(self, name: str, seconds: float) -> None:
        """Charge an account for some work."""
        self._owed[name] = (self.owes(name) + seconds, self.clock())
        self._owed.move_to_end(name)
        if len(self._owed) > self.most_names:
            self._owed.popitem(last=False)


# ---------------------------------------------------------------------- complexity of a table


def demand_simple(data: Any, limits: Limits) -> None:
    """Raise Problem if a table is too complex, before it is built. Other data is left to the reader."""
    problems = list(_too_much(data, limits)) if isinstance(data, Mapping) else []
    if problems:
        says = rendered("; ".join(each["says"] for each in problems))
        raise Problem("limit/complexity", says, problems=problems)


def demand_short(declared: list[Any], limits: Limits) -> None:
    """Raise Problem if there are too many declarations or legs."""
    if len(declared) > limits.declarations or _legs(declared) > limits.legs:
        demand_simple({"declare": declared}, limits)


def _too_much(data: Mapping[str, Any], limits: Limits) -> Iterator[dict[str, Any]]:
    terrain, declared = data.get("terrain"), data.get("declare")
    counts = (
        ("terrain", say("The terrain has {count} corners"), _points(terrain), limits.vertices),
        ("terrain", say("The table has {count} pieces of terrain"), _entries(terrain), limits.pieces),
        ("models", say("The table has {count} models"), _models(data), limits.models),
        ("declare", say("There are {count} declarations"), _entries(declared), limits.declarations),
        ("declare", say("The paths have {count} legs"), _legs(declared), limits.legs),
    )
    speak = Speaker()
    for where, problem, count, most in counts:
        if count > most:
            says = say("{problem}, the limit is {most}", problem=problem.filled(count=count), most=most)
            yield {"where": where, "says": speak(says), "count": count, "most": most}


def _entries(section: Any) -> int:
    return len(section) if isinstance(section, list | Mapping) else 0


def _points(value: Any) -> int:
    """Number of points in some data: lists of numbers."""
    if isinstance(value, Mapping):
        return sum(_points(each) for each in value.values())
    if not isinstance(value, list):
        return 0
    if value and all(isinstance(each, int | float) for each in value):
        return 1
    return sum(_points(each) for each in value)


def _models(data: Mapping[str, Any]) -> int:
    """Number of models, with those of units in ranks."""
    units = data.get("units")
    listed = list(units.values()) if isinstance(units, Mapping) else units if isinstance(units, list) else []
    return (
        _entries(data.get("models"))
        + _entries(data.get("characters"))
        + sum(_in_unit(each) for each in listed)
    )


def _in_unit(unit: Any) -> int:
    if not isinstance(unit, Mapping):
        return 0
    count, formation = unit.get("count"), unit.get("formation")
    if isinstance(formation, list) and len(formation) == 2 and all(isinstance(n, int) for n in formation):
        count = formation[0] * formation[1]
    return max(0, count) if isinstance(count, int) else 0


def _legs(declared: Any) -> int:
    """Number of legs of all paths, also those of plans."""
    if isinstance(declared, list):
        return sum(_legs(each) for each in declared)
    if not isinstance(declared, Mapping):
        return 0
    count = 0
    for name, each in declared.items():
        if name in ("path", "legs"):
            count += _entries(each)
        elif name == "paths" and isinstance(each, Mapping):
            count += sum(_entries(path) for path in each.values())
        else:
            count += _legs(each)
    return count
