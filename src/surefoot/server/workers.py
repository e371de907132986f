"""Heavy work in processes of its own: pinned, ended in time, and fair.

Work is pinned by a name (a game, a client): what has one name is done one after another, in one process, which may keep
what it knows of it. Several names share a **lane**, one process each, and take turns. Whoever takes longer than the
others should wait keeps the process and goes on behind them, in a slow lane of lower priority, while the others go on
with a fresh one. So nobody slows anybody down for longer than `PATIENCE`.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import pickle
import socket
import sys
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from multiprocessing.context import BaseContext
from typing import Any, TypeVar
from zlib import crc32

from surefoot.server import worker
from surefoot.server.limits import Limits
from surefoot.server.problems import Problem

T = TypeVar("T")

# Work that takes longer than so many seconds makes way for others.
PATIENCE = 0.25
# So many slow lanes there are; in each, too, those who share it take turns.
SLOW_LANES = 4
# A slow lane without work is given up after so many seconds, and its names are trusted again.
FORGIVEN = 30.0
# How much slow work stands back behind everybody else.
NICE = 10
# A fresh process has so many seconds until it must be there.
STARTING = 60.0


class Gone(Exception):
    """A worker process that ended by itself."""


@dataclass(eq=False)
class _Work:
    """One piece of work and whoever waits for it."""

    name: str
    payload: bytes
    seconds: float | None
    answer: asyncio.Future[bytes]
    # Whether it may be handed over while its process still works on something else: it is quick, and may be done twice.
    ahead: bool = False
    # How long it has been worked on, when it had to begin anew.
    spent: float = 0.0


# Python's own list of processes is not made for several that start at once.
_starting = threading.Lock()


def _start(process: multiprocessing.process.BaseProcess) -> None:
    with _starting:
        process.start()


class _Process(asyncio.Protocol):
    """A worker process from the outside: each message is answered, in order."""

    def __init__(self, process: multiprocessing.process.BaseProcess) -> None:
        self.process = process
        self._transport: Any = None
        # What has come of the next answer, and everybody who waits for one; the first is that it is ready.
        self._held = bytearray()
        self._answers: deque[asyncio.Future[bytes]] = deque([asyncio.get_running_loop().create_future()])

    @classmethod
    async def started(cls, context: BaseContext) -> _Process:
        """A process that is ready to work."""
        ours, theirs = socket.socketpair()
        process: Any = context.Process(  # type: ignore[attr-defined]  # every context has one
            target=worker.work, args=(theirs,), daemon=True, name="surefoot-worker"
        )
        # Starting takes milliseconds where it is a fork, and a second where it is not.
        await asyncio.to_thread(_start, process)
        theirs.close()
        found = cls(process)
        # Taken now: a quick process may have answered before the connection is handed back.
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
        """The process can be spoken to."""
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Part of an answer, or all of it."""
        self._held += data
        size = worker.HEAD.size
        while len(self._held) >= size:
            ends = size + worker.HEAD.unpack_from(self._held)[0]
            if len(self._held) < ends:
                return
            answer = bytes(self._held[size:ends])
            del self._held[:ends]
            waits = self._answers.popleft()
            # Whoever does not wait any more has gone, or has asked somebody else.
            if not waits.done():
                waits.set_result(answer)

    def connection_lost(self, _: Exception | None) -> None:
        """The process has ended."""
        for waits in self._answers:
            if not waits.done():
                waits.set_exception(Gone())

    def ask(self, payload: bytes) -> asyncio.Future[bytes]:
        """Begin a piece of work, or have it wait behind the one under way; nobody need look how it ended."""
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        answer.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
        if self._transport.is_closing():
            answer.set_exception(Gone())
        else:
            self._answers.append(answer)
            self._transport.write(worker.framed(payload))
        return answer

    def stand_back(self) -> None:
        """Leave the processor to everybody else who needs it."""
        if sys.platform != "win32" and self.process.pid is not None:
            with contextlib.suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, self.process.pid, NICE)

    def kill(self) -> None:
        """End the process, whatever it does."""
        self._transport.abort()
        self.process.kill()


@dataclass(eq=False)
class _Lane:
    """One process and those who take turns with it."""

    workers: Workers
    slow: bool = False
    process: _Process | None = None
    waiting: dict[str, deque[_Work]] = field(default_factory=dict)
    task: asyncio.Task[None] | None = None
    under_way: _Work | None = None
    # What was handed over already and begins as soon as the work under way is done: the process need not wait for us.
    ahead: tuple[_Work, asyncio.Future[bytes]] | None = None
    _more: asyncio.Event = field(default_factory=asyncio.Event)

    def put(self, work: _Work) -> None:
        """Let a piece of work wait for its turn."""
        self.waiting.setdefault(work.name, deque()).append(work)
        self._more.set()
        self._look_ahead()

    @property
    def length(self) -> int:
        """How many pieces of work wait."""
        return sum(len(each) for each in self.waiting.values())

    async def serve(self, first: tuple[_Work, asyncio.Future[bytes]] | None = None) -> None:
        """Do what waits, one name after another; a slow lane ends when it has had nothing to do for long."""
        if first is not None:
            await self._do(*first)
        while True:
            if self.ahead is not None:
                next_, self.ahead = self.ahead, None
                await self._do(*next_)
                continue
            work = await self._next()
            if work is None:
                return
            process = self.process or await self._fresh(work)
            if process is not None:
                await self._do(work, process.ask(work.payload))

    def _look_ahead(self) -> None:
        """Hand the next piece of work over while another one is under way."""
        if self.under_way is None or self.ahead is not None or self.process is None or not self.waiting:
            return
        if next(iter(self.waiting.values()))[0].ahead:
            work = self._turn()
            self.ahead = (work, self.process.ask(work.payload))

    def recall(self) -> None:
        """Take back what was handed over to a process that will not come to it in time."""
        if self.ahead is None:
            return
        (work, asked), self.ahead = self.ahead, None
        asked.cancel()
        self.waiting = {work.name: deque([work, *self.waiting.pop(work.name, ())]), **self.waiting}
        self._more.set()

    async def _fresh(self, work: _Work) -> _Process | None:
        """A new process for the lane; without one the work is refused, and the next begins anew."""
        try:
            self.process = await self.workers.fresh()
        except (OSError, TimeoutError, Gone):
            _fail(work, Problem("server/busy", "no process can be started to work on it", retry_after=1))
            return None
        if self.slow:
            self.process.stand_back()
        return self.process

    async def _next(self) -> _Work | None:
        while not self.waiting:
            self._more.clear()
            try:
                async with asyncio.timeout(FORGIVEN if self.slow else None):
                    await self._more.wait()
            except TimeoutError:
                return None
        work = self._turn()
        return work if not work.answer.done() else await self._next()

    def _turn(self) -> _Work:
        """Whose turn it is."""
        name, queue = next(iter(self.waiting.items()))
        work = queue.popleft()
        # Whoever had a turn stands at the end again.
        del self.waiting[name]
        if queue:
            self.waiting[name] = queue
        return work

    async def _do(self, work: _Work, asked: asyncio.Future[bytes]) -> None:
        """Wait for one piece of work: until it is done, takes too long, or nobody waits for it any more."""
        self.under_way = work
        self._look_ahead()
        try:
            await self._waited(work, asked)
        finally:
            self.under_way = None

    async def _waited(self, work: _Work, asked: asyncio.Future[bytes]) -> None:
        loop = asyncio.get_running_loop()
        begun = loop.time()
        patience = None if self.slow else PATIENCE
        while True:
            left = None if work.seconds is None else work.seconds - work.spent - (loop.time() - begun)
            if left is not None and left <= 0:
                self._end(asked)
                self.workers.killed += 1
                says = f"the work was ended after {work.seconds:g} s"
                _fail(work, Problem("limit/time", says, seconds=work.seconds))
                return
            wait = min((each for each in (left, patience) if each is not None), default=None)
            await asyncio.wait({asked, work.answer}, timeout=wait, return_when=asyncio.FIRST_COMPLETED)
            if asked.done():
                self._answered(work, asked)
                return
            if work.answer.done():
                # Whoever asked has gone.
                self._end(asked)
                self.workers.cancelled += 1
                return
            if patience is not None and loop.time() - begun >= patience:
                self.workers.slowed(self, work, asked, loop.time() - begun)
                return

    def _answered(self, work: _Work, asked: asyncio.Future[bytes]) -> None:
        try:
            answer = asked.result()
        except Gone:
            self._end(asked)
            bug = Problem("server/bug", "the worker process ended; nothing was changed")
            bug.trace = f"a worker process ended by itself while it worked for {work.name}"
            _fail(work, bug)
        else:
            if not work.answer.done():
                work.answer.set_result(answer)

    def _end(self, asked: asyncio.Future[bytes]) -> None:
        """End the work under way, and the process with it: nothing gentler is sure to work."""
        asked.cancel()
        self.recall()
        if self.process is not None:
            self.process.kill()
            self.process = None

    def close(self) -> None:
        """End the lane; whoever still waits is told."""
        self.recall()
        if self.task is not None:
            self.task.cancel()
        if self.process is not None:
            self.process.kill()
        open_works = [work for queue in self.waiting.values() for work in queue]
        for work in (*open_works, *([self.under_way] if self.under_way is not None else [])):
            _fail(work, Problem("server/stopping", "the server is stopping"))
        self.waiting.clear()


def _fail(work: _Work, problem: Problem) -> None:
    if not work.answer.done():
        work.answer.set_exception(problem)


@dataclass(eq=False)
class Workers:
    """The processes that judge; with `count` 0, threads of this process instead."""

    count: int
    limits: Limits = field(default_factory=Limits)
    # What the operator sees: how much was ended because it took too long, or because nobody waited any more.
    killed: int = 0
    cancelled: int = 0
    made_way: int = 0
    _lanes: list[_Lane] = field(default_factory=list)
    _slow: list[_Lane] = field(default_factory=list)
    _slow_names: dict[str, _Lane] = field(default_factory=dict)
    _spare: asyncio.Task[_Process] | None = None
    # Processes that were still being started when nobody wanted them any more.
    _unwanted: list[asyncio.Task[_Process]] = field(default_factory=list)
    _threads: list[ThreadPoolExecutor] = field(default_factory=list)
    _loads: dict[str, int] = field(default_factory=dict)

    async def __aenter__(self) -> Workers:
        if self.count == 0:
            self._threads = [ThreadPoolExecutor(1, "surefoot-worker") for _ in range(2)]
            return self
        self._lanes = [_Lane(self) for _ in range(self.count)]
        for lane in self._lanes:
            lane.process = await _Process.started(_context())
            lane.task = asyncio.create_task(lane.serve())
        self._refill()
        return self

    async def __aexit__(self, *_: object) -> None:
        for threads in self._threads:
            threads.shutdown(wait=False, cancel_futures=True)
        for lane in (*self._lanes, *self._slow):
            lane.close()
        tasks = [lane.task for lane in (*self._lanes, *self._slow) if lane.task is not None]
        await asyncio.gather(*tasks, return_exceptions=True)
        for started in (*self._unwanted, *([self._spare] if self._spare is not None else [])):
            with contextlib.suppress(OSError, TimeoutError, Gone):
                (await started).kill()
        # Sockets that were given up are closed by the loop when it comes round.
        await asyncio.sleep(0)

    async def run(
        self,
        name: str,
        function: Callable[..., T],
        *arguments: Any,
        seconds: float | None = None,
        ahead: bool = False,
    ) -> T:
        """Do a piece of work under a name; raises the problem it meets. Cancelling ends the work.

        The function stands at the top of a module; arguments and result can be pickled. Work that may go `ahead` is handed
        over before its turn, and may be done twice if what came before it is slow.
        """
        if sum(self._loads.values()) >= self.limits.waiting_in_all:
            raise Problem("server/busy", "too many requests are waiting", retry_after=1)
        if self._loads.get(name, 0) >= self.limits.waiting:
            says = f"{self.limits.waiting} requests are waiting for their turn already"
            raise Problem("limit/waiting", says, retry_after=1)
        self._loads[name] = self._loads.get(name, 0) + 1
        try:
            payload = pickle.dumps((function, arguments))
            return worker.result(await self._done(name, payload, seconds, ahead))  # type: ignore[no-any-return]
        finally:
            self._loads[name] -= 1
            if not self._loads[name]:
                del self._loads[name]

    @property
    def waiting(self) -> int:
        """How many pieces of work wait or are under way."""
        return sum(self._loads.values())

    @property
    def alive(self) -> bool:
        """Whether every lane is there to work."""
        return all(lane.task is not None and not lane.task.done() for lane in self._lanes)

    async def _done(self, name: str, payload: bytes, seconds: float | None, ahead: bool) -> bytes:
        loop = asyncio.get_running_loop()
        if self._threads:
            threads = self._threads[crc32(name.encode()) % len(self._threads)]
            try:
                async with asyncio.timeout(seconds):
                    return await loop.run_in_executor(threads, worker.done, payload)
            except TimeoutError:
                says = f"the work was ended after {seconds:g} s"
                raise Problem("limit/time", says, seconds=seconds) from None
        work = _Work(name, payload, seconds, loop.create_future(), ahead)
        lane = self._slow_names.get(name) or self._lanes[crc32(name.encode()) % len(self._lanes)]
        lane.put(work)
        # Cancelling this cancels the future, and with it the work.
        return await work.answer

    # ------------------------------------------------------------------ slow work

    def slowed(self, lane: _Lane, work: _Work, asked: asyncio.Future[bytes], spent: float) -> None:
        """Let slow work go on behind everybody else, and rid its lane of it."""
        self.made_way += 1
        lane.recall()
        process, lane.process = lane.process, None
        queue = lane.waiting.pop(work.name, deque())
        if len(self._slow) < SLOW_LANES:
            slow = _Lane(self, slow=True, process=process)
            assert process is not None
            process.stand_back()
            self._slow.append(slow)
            slow.task = asyncio.create_task(slow.serve((work, asked)))
            slow.task.add_done_callback(lambda _: self._given_up(slow))
        else:
            # There is no room for one more at work: it begins anew when its turn comes.
            slow = min(self._slow, key=lambda each: each.length)
            asked.cancel()
            if process is not None:
                process.kill()
            work.spent += spent
            slow.put(work)
        for each in queue:
            slow.put(each)
        self._slow_names[work.name] = slow

    def _given_up(self, slow: _Lane) -> None:
        """A slow lane that has nothing to do any more."""
        self._slow = [each for each in self._slow if each is not slow]
        self._slow_names = {name: lane for name, lane in self._slow_names.items() if lane is not slow}
        slow.close()

    async def fresh(self) -> _Process:
        """A process that is ready: the one that was kept for this."""
        self._refill()
        assert self._spare is not None
        spare, self._spare = self._spare, None
        self._refill()
        try:
            return await asyncio.shield(spare)
        except asyncio.CancelledError:
            self._unwanted.append(spare)
            raise

    def _refill(self) -> None:
        if self._spare is None or (self._spare.done() and self._spare.exception() is not None):
            self._spare = asyncio.create_task(_Process.started(_context()))


def _context() -> BaseContext:
    """How processes are made: forked from one that has everything loaded, where the system can do that."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["surefoot.server.warm"])
    return context
