"""Checks what clients saw of a game against each other and against its log, after the manner of Jepsen.

Every client writes down each request before it is sent (`asked`), each acknowledgement (`done`), each refusal (`refused`),
each announcement (`heard`) and each line it was told that the server has (`known`). From these events alone the checker
finds lines that were lost, doubled, reordered or that differ between clients. A request without an answer may or may
not have been carried out, but at most once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

What = Literal["asked", "done", "refused", "heard", "known"]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that a client saw, in the order in which it did: its request (if any), and the line and its hash."""

    client: str
    what: What
    request: str = ""
    line: int = 0
    hash: str = ""


@dataclass(frozen=True, slots=True)
class Fault:
    """A broken promise, and the client that can prove it."""

    kind: Literal["lost", "doubled", "reordered", "diverged", "invented"]
    client: str
    says: str


def faults(events: Iterable[Event], log: list[tuple[int, str]], requests: list[str]) -> list[Fault]:
    """All broken promises of a history. `log` has the number and hash of each line, `requests` who asked for it."""
    found: list[Fault] = []
    hashes = dict(log)
    if [number for number, _ in log] != list(range(1, len(log) + 1)):
        found.append(Fault("reordered", "log", f"the lines of the log are {[number for number, _ in log]}"))
    twice = {name for name in requests if name and requests.count(name) > 1}
    found += [Fault("doubled", "log", f"{name} was carried out more than once") for name in sorted(twice)]
    asked: set[str] = set()
    last: dict[str, int] = {}
    answered: dict[str, tuple[int, str]] = {}
    for event in events:
        found += _of_event(event, hashes, asked, last, answered)
    invented = [name for name in requests if name and name not in asked]
    found += [Fault("invented", "log", f"nobody asked for {name}") for name in invented]
    return found


def _of_event(
    event: Event,
    hashes: dict[int, str],
    asked: set[str],
    last: dict[str, int],
    answered: dict[str, tuple[int, str]],
) -> Iterable[Fault]:
    if event.what == "asked":
        asked.add(event.request)
        return
    if event.what == "refused":
        return
    if event.line and event.line not in hashes:
        yield Fault("lost", event.client, f"line {event.line} was {event.what} and is not in the log")
    elif event.line and hashes[event.line] != event.hash:
        yield Fault("diverged", event.client, f"line {event.line} was {event.what} with another hash")
    if event.what == "done":
        before = answered.setdefault(event.request, (event.line, event.hash))
        if before != (event.line, event.hash):
            yield Fault("doubled", event.client, f"{event.request} is line {before[0]} and line {event.line}")
    elif event.what == "heard":
        if event.line != last.get(event.client, 0) + 1:
            yield Fault(
                "reordered", event.client, f"line {event.line} came behind line {last.get(event.client, 0)}"
            )
        last[event.client] = event.line
    elif event.line < last.get(event.client, 0):
        yield Fault(
            "lost", event.client, f"the server knew {last[event.client]} lines, and then {event.line}"
        )
