"""The processor time of a serving process, shared by clients: what one of them sends can't keep the others waiting.

Reading a request or a message costs time before anything is known about it. Each client, by its address, is charged for
this. A client that has used more than its share waits: its connections are not read meanwhile, so that the network slows it
down, and it can't make the server busy with refusals. All clients that use much share a part, however many addresses they have.

A share is a part of what the process gets. On a busy machine that is less than a whole processor, so time passes more slowly
for the budgets there.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import field
from pathlib import Path

from surefoot.records import dataclass
from surefoot.server.limits import Budget

# Seconds of the processor, as measured: a connection, a request with its answer, and a byte of JSON.
CONNECTION, REQUEST, BYTE = 0.0002, 0.0007, 3e-8
# A message over a socket, besides the reading of its frames and its text.
MESSAGE = 0.0002
# A client that has used less than this part of its burst is never held up by others.
LIGHT = 0.3
# The longest pause at once, in seconds; a client that owes more than `HOPELESS` of them is not let in.
LONGEST, HOPELESS = 1.0, 5
# Where Linux tells how long a thread has run, and how long it has waited for a processor, in nanoseconds.
SCHEDULE = Path("/proc/thread-self/schedstat")
# Seconds between two measurements, and the smallest part of a processor that is taken for true.
EVERY, SMALLEST = 0.5, 0.05


@dataclass
class Share:
    """What each client has used: `rate` seconds per second on average, `burst` at once."""

    rate: float
    burst: float
    clock: Callable[[], float] = time.monotonic
    # The part of a processor that this process gets when it needs it.
    part: float = 1.0
    # The time of the budgets when the part was last measured, and when that was.
    _passed: float = 0.0
    _since: float = field(init=False)
    _own: Budget = field(init=False)
    # What all clients that use much have used together.
    _heavy: Budget = field(init=False)

    def __post_init__(self) -> None:
        self._since = self.clock()
        self._own = Budget(self.rate, self.burst, self._now)
        self._heavy = Budget(2 * self.rate, 2 * self.burst, self._now)

    def _now(self) -> float:
        """The time of the budgets."""
        return self._passed + self.part * (self.clock() - self._since)

    def measured(self, ran: float, waited: float) -> None:
        """Take up how long this process has run, and how long it has waited for a processor, since the last time."""
        self._passed, self._since = self._now(), self.clock()
        found = 1.0 if ran + waited <= 0.0 else max(SMALLEST, ran / (ran + waited))
        self.part = (self.part + found) / 2

    def spend(self, client: str, seconds: float) -> None:
        """Charge a client."""
        self._own.spend(client, seconds)
        if self._uses_much(client):
            self._heavy.spend("", seconds)

    def wait(self, client: str) -> float:
        """Seconds for which a client has to wait; 0: it may go on."""
        return min(LONGEST, self._wait(client))

    def hopeless(self, client: str) -> bool:
        """Whether a client has used so much that it gets no further connection."""
        return self._own.wait(client) > HOPELESS * LONGEST

    def _wait(self, client: str) -> float:
        own = self._own.wait(client)
        return (max(own, self._heavy.wait("")) if self._uses_much(client) else own) / self.part

    def _uses_much(self, client: str) -> bool:
        return self._own.owes(client) > LIGHT * self.burst


def _scheduled() -> tuple[int, int]:
    """How long this thread has run and waited, in nanoseconds; raises OSError or ValueError where that is not known."""
    ran, waited, _ = SCHEDULE.read_text().split()
    return int(ran), int(waited)


@asynccontextmanager
async def measuring(share: Share) -> AsyncIterator[None]:
    """Measure, while the server runs, which part of a processor it gets."""

    async def measure() -> None:
        with contextlib.suppress(OSError, ValueError):
            before = _scheduled()
            while True:
                await asyncio.sleep(EVERY)
                now = _scheduled()
                share.measured(now[0] - before[0], now[1] - before[1])
                before = now

    task = asyncio.create_task(measure())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
