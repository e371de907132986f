"""The server's side of worker processes: starting them, sending jobs, and noticing that they end."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import socket
import sys
import threading
import time
from collections import deque
from multiprocessing.context import BaseContext
from typing import Any

from surefoot.server import worker

# A new process must be ready within this many seconds.
STARTING = 60.0


class Gone(Exception):
    """A worker process that ended by itself."""


class NotBegun(Exception):
    """A worker process ended on purpose, and did not begin this job."""


# multiprocessing is not safe for starting several processes at once.
_starting = threading.Lock()


def _start(process: multiprocessing.process.BaseProcess) -> None:
    with _starting:
        process.start()


class Process(asyncio.Protocol):
    """The server's side of a worker process: each message is answered, in order."""

    def __init__(self, process: multiprocessing.process.BaseProcess) -> None:
        self.process = process
        # Its nice value as it was last set, and the seconds that it had computed when it was last looked at.
        self.nice = 0
        self._computed = 0.0
        self._transport: Any = None
        # The received part of the next answer, and the futures of all answers; the first one means ready.
        self._held = bytearray()
        self._answers: deque[asyncio.Future[bytes]] = deque([asyncio.get_running_loop().create_future()])

    @classmethod
    async def started(cls, context: BaseContext, memory: int) -> Process:
        """A process that is ready to work, with `memory` bytes for its jobs; raises Gone if it can't be started."""
        ours, theirs = socket.socketpair()
        process: Any = context.Process(  # type: ignore[attr-defined]  # every context has one
            target=worker.work, args=(theirs, memory), daemon=True, name="surefoot-worker"
        )
        try:
            # Starting takes milliseconds with fork, and a second without.
            await asyncio.to_thread(_start, process)
        except (OSError, EOFError):
            # The process that starts all others has ended; the next one gets a new one.
            ours.close()
            raise Gone from None
        finally:
            theirs.close()
        found = cls(process)
        # Taken now: a quick process may answer before the connection is returned.
        ready = found._answers[0]
        ours.setblocking(False)
        await asyncio.get_running_loop().create_connection(lambda: found, sock=ours)
        try:
            async with asyncio.timeout(STARTING):
                await ready
        except BaseException:
            found.kill()
            raise
        return found

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The connection to the process is open."""
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Collect the data of answers."""
        self._held += data
        size = worker.HEAD.size
        while len(self._held) >= size:
            ends = size + worker.HEAD.unpack_from(self._held)[0]
            if len(self._held) < ends:
                return
            answer = bytes(self._held[size:ends])
            del self._held[:ends]
            if answer == worker.FAREWELL:
                self._left()
                return
            waits = self._answers.popleft()
            # A future that is done was cancelled, or its job was moved.
            if not waits.done():
                waits.set_result(answer)

    def _left(self) -> None:
        """The process ends on purpose: it takes no more jobs, and has not begun those that it did not answer."""
        self._fail(NotBegun)
        # The process waits for this, so that it loses none of its answers.
        self._transport.abort()

    def connection_lost(self, _: Exception | None) -> None:
        """The process has ended."""
        self._fail(Gone)

    def _fail(self, why: type[Exception]) -> None:
        """Fail all jobs that were not answered."""
        for waits in self._answers:
            if not waits.done():
                waits.set_exception(why())
        self._answers.clear()

    @property
    def ended(self) -> bool:
        """Whether the process has ended."""
        return bool(self._transport.is_closing())

    def ask(self, payload: bytes) -> asyncio.Future[bytes]:
        """Send a job; it waits behind the running one. The result of the future need not be retrieved."""
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        answer.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
        if self.ended:
            answer.set_exception(Gone())
        else:
            self._answers.append(answer)
            self._transport.write(worker.framed(payload))
        return answer

    def computed(self) -> float:
        """Seconds of a processor that the process has used; where the system does not tell, those that have passed."""
        if sys.platform != "linux" or self.process.pid is None:
            return time.monotonic()
        # It may have ended.
        with contextlib.suppress(OSError):
            # The clock of another process, as Linux numbers it: asked for with each job, so no file is read for it.
            self._computed = time.clock_gettime((~self.process.pid << 3) | 2)
        return self._computed

    def stand_back(self, nice: int) -> None:
        """Lower the priority of the process."""
        if nice <= self.nice:
            return
        self.nice = nice
        if sys.platform != "win32" and self.process.pid is not None:
            with contextlib.suppress(OSError):
                # Below that of the server, whatever that is.
                own = os.getpriority(os.PRIO_PROCESS, 0)
                os.setpriority(os.PRIO_PROCESS, self.process.pid, own + nice)

    def kill(self) -> None:
        """Kill the process."""
        self._transport.abort()
        self.process.kill()


def context() -> BaseContext:
    """The multiprocessing context: a fork server with everything imported, where available."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["surefoot.server.warm"])
    return context
