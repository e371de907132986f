"""How much one request, one client and one game may ask for: every limit in one place."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from surefoot.server.problems import Problem


class Limits(BaseModel):
    """What an operator allows; the defaults suit a small machine."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    body_bytes: int = Field(default=1_000_000, ge=1_000, description="Largest body of a request.")
    frame_bytes: int = Field(default=256_000, ge=1_000, description="Largest message over a socket.")
    body_seconds: float = Field(default=20.0, gt=0, description="A body must be there after so many seconds.")
    vertices: int = Field(default=5_000, ge=1, description="Corners of all terrain of a table together.")
    pieces: int = Field(default=1_000, ge=1, description="Pieces of terrain on a table.")
    models: int = Field(default=500, ge=1, description="Models on a table.")
    legs: int = Field(default=500, ge=1, description="Legs of all paths that one request declares.")
    declarations: int = Field(default=100, ge=1, description="Declarations of one request.")
    ways: int = Field(default=200_000, ge=1, description="Ways that exact odds look at.")
    seconds: float = Field(default=10.0, gt=0, description="Computing time of one request.")
    game_seconds: float = Field(default=5.0, gt=0, description="Computing time of one declaration in a game.")
    client_rate: float = Field(
        default=50.0, gt=0, description="Requests a second of one client, in the long run."
    )
    client_burst: int = Field(default=100, ge=1, description="Requests of one client at once.")
    game_rate: float = Field(
        default=60.0, gt=0, description="Requests a second in one game, in the long run."
    )
    game_burst: int = Field(default=180, ge=1, description="Requests in one game at once.")
    waiting: int = Field(
        default=32, ge=1, description="Requests of one client or game that wait for their turn."
    )
    waiting_in_all: int = Field(default=2_000, ge=1, description="Requests of all that wait for their turn.")
    requests: int = Field(default=512, ge=1, description="Requests of all that are open at once.")
    client_requests: int = Field(
        default=64, ge=1, description="Requests of one client that are open at once."
    )


@dataclass
class Rates:
    """So many a second for each name in the long run, and some more at once: a bucket that fills again by and by."""

    rate: float
    burst: int
    clock: Callable[[], float] = time.monotonic
    # Names that nobody heard of for long are forgotten; a full bucket says nothing.
    most_names: int = 100_000
    _buckets: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)

    def take(self, name: str) -> float:
        """Count one more; how many seconds too early it comes, 0 if it may go on."""
        now = self.clock()
        left, then = self._buckets.pop(name, (float(self.burst), now))
        left = min(float(self.burst), left + (now - then) * self.rate)
        allowed = left >= 1.0
        self._buckets[name] = (left - 1.0 if allowed else left, now)
        if len(self._buckets) > self.most_names:
            self._buckets.popitem(last=False)
        return 0.0 if allowed else (1.0 - left) / self.rate

    def demand(self, name: str) -> None:
        """Count one more; raises the problem if it comes too early."""
        wait = self.take(name)
        if wait > 0.0:
            says = f"more than {self.rate:g} requests a second; come again in {wait:.2g} s"
            raise Problem("limit/rate", says, retry_after=round(wait, 3))


# ---------------------------------------------------------------------- how complex a table is


def demand_simple(data: Any, limits: Limits) -> None:
    """Refuse a table that is too complex, before anything is built of it; what is no table is left to whoever reads it."""
    problems = list(_too_much(data, limits)) if isinstance(data, Mapping) else []
    if problems:
        says = "; ".join(each["says"] for each in problems)
        raise Problem("limit/complexity", says, problems=problems)


def demand_short(declared: list[Any], limits: Limits) -> None:
    """Refuse declarations that are too many or too long."""
    if len(declared) > limits.declarations or _legs(declared) > limits.legs:
        demand_simple({"declare": declared}, limits)


def _too_much(data: Mapping[str, Any], limits: Limits) -> Iterator[dict[str, Any]]:
    terrain, declared = data.get("terrain"), data.get("declare")
    counts = (
        ("terrain", "corners", _points(terrain), limits.vertices),
        ("terrain", "pieces", _entries(terrain), limits.pieces),
        ("models", "models", _models(data), limits.models),
        ("declare", "declarations", _entries(declared), limits.declarations),
        ("declare", "legs", _legs(declared), limits.legs),
    )
    for where, what, count, most in counts:
        if count > most:
            says = f"{count:,} {what} are too many: at most {most:,} are looked at"
            yield {"where": where, "says": says, "count": count, "most": most}


def _entries(section: Any) -> int:
    return len(section) if isinstance(section, list | Mapping) else 0


def _points(value: Any) -> int:
    """Points anywhere in some data: lists of two or three numbers."""
    if isinstance(value, Mapping):
        return sum(_points(each) for each in value.values())
    if not isinstance(value, list):
        return 0
    if value and all(isinstance(each, int | float) for each in value):
        return 1
    return sum(_points(each) for each in value)


def _models(data: Mapping[str, Any]) -> int:
    """Models that are named, and those that units are made of."""
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
    """Legs of all paths, those of plans too."""
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
