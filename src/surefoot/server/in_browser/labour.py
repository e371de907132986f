"""Jobs in a browser: moves are judged at once, questions go to a second worker, which can be stopped."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import field
from typing import Any, Protocol, TypeVar

from surefoot.records import dataclass
from surefoot.server.jobs import done, packed, result, too_slow
from surefoot.server.problems import Problem

T = TypeVar("T")


class Lane(Protocol):
    """The second worker, as JavaScript gives it."""

    # Whether it has not started yet: then questions are answered here.
    missing: bool

    def run(self, payload: bytes) -> Awaitable[Any]:
        """Run a job; the answer has `to_bytes()`. Fails if the worker is stopped."""
        ...

    def stop(self) -> None:
        """Stop the job that runs, and start again."""
        ...


@dataclass(eq=False)
class _Turn:
    """A question that waits for its turn."""

    ready: asyncio.Future[None]


@dataclass
class BrowserLabour:
    """Runs jobs, as the processes of a server do."""

    lane: Lane
    _busy: bool = False
    _waiting: deque[_Turn] = field(default_factory=deque)

    async def run(
        self,
        name: str,  # noqa: ARG002  # there is one of each worker: nothing is pinned
        function: Callable[..., T],
        *arguments: Any,
        seconds: float | None = None,
        ahead: bool = False,
        quick: bool = False,  # noqa: ARG002  # one worker answers all questions
        account: str = "",  # noqa: ARG002  # one person pays for everything
    ) -> T:
        """Run a job; raises its Problem. Cancelling stops the job."""
        payload = packed(function, *arguments)
        if ahead or self.lane.missing:
            # A turn of the loop: what was sent before it is heard first.
            await asyncio.sleep(0)
            answer = done(payload)
        else:
            answer = await self._asked(payload, seconds)
        found, _ = result(answer)
        if isinstance(found, Problem):
            raise found
        return found  # type: ignore[no-any-return]

    async def _asked(self, payload: bytes, seconds: float | None) -> bytes:
        """The answer of the second worker, one question after another."""
        await self._turn()
        try:
            async with asyncio.timeout(seconds):
                answer: bytes = await self._stoppable(payload)
                return answer
        except TimeoutError:
            raise too_slow(seconds or 0.0) from None
        finally:
            self._next()

    async def _turn(self) -> None:
        if not self._busy:
            self._busy = True
            return
        turn = _Turn(asyncio.get_running_loop().create_future())
        self._waiting.append(turn)
        try:
            await turn.ready
        except asyncio.CancelledError:
            if not turn.ready.cancelled():
                # It was its turn already: the next one has it.
                self._next()
            raise

    def _next(self) -> None:
        """Hand the turn to the next one that still waits for it."""
        self._busy = False
        while self._waiting and not self._busy:
            ready = self._waiting.popleft().ready
            if not ready.cancelled():
                self._busy = True
                ready.set_result(None)

    async def _stoppable(self, payload: bytes) -> bytes:
        asked = asyncio.ensure_future(self.lane.run(payload))
        try:
            # Waiting for it does not cancel it: then it would not be known whether it still runs.
            await asyncio.wait([asked])
        except asyncio.CancelledError:
            self.lane.stop()
            asked.add_done_callback(lambda each: each.cancelled() or each.exception())
            raise
        found: bytes = asked.result().to_bytes()
        return found
