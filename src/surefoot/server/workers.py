"""Worker processes: jobs are pinned to a process, stopped in time, and scheduled fairly.

A job has a name (a game, a client). Jobs with the same name run one after another in the same process, which may cache
data for them. It has an account too: the client that asks, who pays for it. Several names share a **lane** with one
process, and their accounts take turns. A job that computes longer than `PATIENCE` keeps its process but moves to a slow
lane, and the waiting jobs get a fresh process, so that no account slows down the others for longer than `PATIENCE`. Moves,
quick questions and all other questions have lanes of their own, slow ones too: a preview waits behind no reach of another
client. All slow work of one kind and one account shares one slow lane, and an account with much of it has no patience left.
Where more accounts are slow than there are slow lanes, they share them, and those that have used least come first. Slow
questions have a low priority; moves and quick questions get it after `GRACE`, because most of them are slow only once: when a
new process reads a long game again, or when a table is new.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import field
from functools import partial
from typing import Any, TypeVar
from zlib import crc32

from surefoot.language import say
from surefoot.records import dataclass
from surefoot.server import worker
from surefoot.server.jobs import done, packed, result, too_slow
from surefoot.server.lanes import GRACE, Kind, Lane, Run, Work
from surefoot.server.limits import Budget, Limits, crowded
from surefoot.server.problems import Problem
from surefoot.server.processes import Gone, Process, context

T = TypeVar("T")

# The largest number of slow lanes of each kind; accounts that share one take turns.
SLOW_LANES: dict[Kind, int] = {"move": 3, "quick": 2, "question": 4}
# An account with more slow jobs than this has its new names start in its slow lane.
MOST_SLOW: dict[Kind, int] = {"move": 8, "quick": 3, "question": 3}
# How much of what slow moves of an account may compute with their priority comes back in a second.
GRACE_RATE = 0.05
# What quick questions of an account may compute: seconds in a second on average, and at once. Beyond it they are like all others.
QUICK_RATE, QUICK_BURST = 0.25, 5.0
# The nice values of processes that answer questions.
NICE: dict[Kind, int] = {"move": 0, "quick": 1, "question": 5}
# A job is refused after this many new processes have been tried for it.
MOST_TRIED = 3


@dataclass(eq=False)
class Workers:
    """The worker processes; with `count` 0, threads of this process instead."""

    count: int
    limits: Limits = field(default_factory=Limits)
    # Whether processes of questions and of slow work have a lower priority than moves.
    questions_yield: bool = True
    # Metrics: jobs stopped because they took too long, or because the client was gone; jobs moved to a slow lane.
    killed: int = 0
    cancelled: int = 0
    made_way: int = 0
    # Number of jobs that wait or run.
    waiting: int = 0
    # The lanes of each kind, by the names of their jobs.
    _lanes: dict[Kind, list[Lane]] = field(default_factory=dict)
    _slow: list[Lane] = field(default_factory=list)
    _slow_names: dict[str, Lane] = field(default_factory=dict)
    # How often each account has been slow with each kind, as long as it has a slow lane.
    _slow_counts: Counter[tuple[str, Kind]] = field(default_factory=Counter)
    # What slow moves and slow quick questions of each account may use before they lose their priority.
    grace: Budget = field(default_factory=lambda: Budget(GRACE_RATE, GRACE))
    # What quick questions of each account may use.
    _haste: Budget = field(default_factory=lambda: Budget(QUICK_RATE, QUICK_BURST))
    _spare: asyncio.Task[Process] | None = None
    # Processes that were starting when they were no longer needed.
    _unwanted: list[asyncio.Task[Process]] = field(default_factory=list)
    _threads: list[ThreadPoolExecutor] = field(default_factory=list)
    # Jobs that wait or run, by account.
    _loads: Counter[str] = field(default_factory=Counter)
    _budget: Budget = field(init=False)

    def __post_init__(self) -> None:
        self._budget = Budget(self.limits.client_work, self.limits.client_work_burst)

    def nice(self, value: int) -> int:
        """The nice value of processes; 0 if questions do not yield."""
        return value if self.questions_yield else 0

    async def __aenter__(self) -> Workers:
        if self.count == 0:
            self._threads = [ThreadPoolExecutor(1, "surefoot-worker") for _ in range(2)]
            return self
        for kind, nice in NICE.items():
            self._lanes[kind] = [Lane(self, kind, self.nice(nice)) for _ in range(self.count)]
        for lane in (*self._lanes["move"], *self._lanes["question"]):
            lane.process = await Process.started(context(), self.limits.worker_bytes)
            lane.process.stand_back(lane.nice)
        # Those of quick questions get a process with their first one: the spare is ready for it.
        for lane in self._all:
            lane.task = asyncio.create_task(lane.serve())
        self._refill()
        return self

    async def __aexit__(self, *_: object) -> None:
        for threads in self._threads:
            threads.shutdown(wait=False, cancel_futures=True)
        for lane in (*self._all, *self._slow):
            lane.close()
        tasks = [lane.task for lane in (*self._all, *self._slow) if lane.task is not None]
        await asyncio.gather(*tasks, return_exceptions=True)
        for started in (*self._unwanted, *([self._spare] if self._spare is not None else [])):
            with contextlib.suppress(OSError, TimeoutError, Gone):
                (await started).kill()
        # Let the loop close aborted sockets.
        await asyncio.sleep(0)

    async def run(
        self,
        name: str,
        function: Callable[..., T],
        *arguments: Any,
        seconds: float | None = None,
        ahead: bool = False,
        quick: bool = False,
        account: str = "",
    ) -> T:
        """Run a job under a name, for an account; raises its Problem. Cancelling stops the job.

        The function must be at the top level of a module; arguments and result must be picklable. A job with `ahead` is
        quick, as moves are: it may be sent before its turn, and is never refused because its account has used too much.
        Questions that are mostly as `quick` as moves do not wait behind the others. Any job may run twice: if one before it is slow, or if its process ends.
        """
        account = account or name
        clients = len(self._loads) + (account not in self._loads)
        if crowded(self._loads[account] + 1, self.waiting + 1, clients, self.limits.waiting_in_all):
            raise Problem("server/busy", say("Too many requests are waiting"), retry_after=1)
        if self._loads[account] >= self.limits.waiting:
            says = say("You already have {most} waiting requests", most=self.limits.waiting)
            raise Problem("limit/waiting", says, retry_after=1)
        if not ahead:
            self._budget.demand(account)
        self._loads[account] += 1
        self.waiting += 1
        kind: Kind = (
            "move" if ahead else "quick" if quick and self._haste.wait(account) <= 0.0 else "question"
        )
        try:
            payload = packed(function, *arguments)
            found, used = result(await self._done(name, account, payload, seconds, kind))
            self.spend(account, used)
            if kind == "quick":
                self._haste.spend(account, used)
            if isinstance(found, Problem):
                raise found
            return found  # type: ignore[no-any-return]
        finally:
            self.waiting -= 1
            self._loads[account] -= 1
            if not self._loads[account]:
                del self._loads[account]

    def spend(self, account: str, seconds: float) -> None:
        """Charge an account for a job, whether it was finished or ended."""
        self._budget.spend(account, seconds)

    @property
    def alive(self) -> bool:
        """Whether all lanes are running."""
        return all(lane.task is not None and not lane.task.done() for lane in self._all)

    @property
    def _all(self) -> tuple[Lane, ...]:
        """The lanes that never end."""
        return tuple(lane for lanes in self._lanes.values() for lane in lanes)

    async def _done(
        self, name: str, account: str, payload: bytes, seconds: float | None, kind: Kind
    ) -> bytes:
        loop = asyncio.get_running_loop()
        if self._threads:
            threads = self._threads[crc32(name.encode()) % len(self._threads)]
            try:
                async with asyncio.timeout(seconds):
                    return await loop.run_in_executor(threads, done, payload)
            except TimeoutError:
                raise too_slow(seconds or 0.0) from None
        work = Work(name, account, payload, seconds, loop.create_future(), kind)
        lane = self._slow_names.get(name)
        if lane is None and self._slow:
            lane = self._out_of_patience(work)
        lanes = self._lanes[kind]
        (lane or lanes[crc32(name.encode()) % len(lanes)]).put(work)
        # Cancelling this cancels the future, and with it the job.
        return await work.answer

    # ------------------------------------------------------------------ slow work

    def _out_of_patience(self, work: Work) -> Lane | None:
        """The slow lane of an account that has had too many slow jobs; None if it has not."""
        lane = self._slow_lane(work)
        if lane is None or self._slow_counts[work.account, work.kind] < MOST_SLOW[work.kind]:
            return None
        self._slow_names[work.name] = lane
        return lane

    def _slow_lane(self, work: Work) -> Lane | None:
        """The slow lane of the account for this kind of work."""
        lanes = (each for each in self._slow if each.kind == work.kind and work.account in each.accounts)
        return next(lanes, None)

    def slowed(self, lane: Lane, work: Work, asked: asyncio.Future[bytes], run: Run) -> None:
        """Move a slow job and its name from a lane to a slow lane, with its process if that lane is new."""
        lane.recall()
        process, lane.process = lane.process, None
        self._slow_counts[work.account, work.kind] += 1
        slow, gone = self._slow_lane(work), work.answer.done()
        alike = [each for each in self._slow if each.kind == work.kind]
        if slow is None and len(alike) < SLOW_LANES[work.kind]:
            first = None if gone or process is None else (work, asked)
            slow = self._new_slow_lane(work, process if first else None, first)
        else:
            # Its account has a slow lane, or all are in use.
            slow, first = slow or min(alike, key=lambda each: len(each.waiting)), None
            slow.accounts.setdefault(work.account, 0.0)
        if first is None:
            self.spend(work.account, run.computed)
            asked.cancel()
            if process is not None:
                process.kill()
        self.made_way += not gone
        self.cancelled += gone
        if first is None and not gone:
            # The job starts again when its turn comes.
            work.spent += run.computed
            slow.put(work)
        for each in lane.waiting.remove(work.account, work.name):
            slow.put(each)
        self._slow_names[work.name] = slow

    def quick_again(self, lane: Lane, work: Work) -> None:
        """A job in a slow lane was quick: its name need not stay with others, and quick questions need not at all.

        Games stay, as their process may have read a long log for them.
        """
        if work.kind != "quick" and len(lane.accounts) == 1:
            return
        if not any(each.name == work.name for each in lane.waiting):
            self._slow_names.pop(work.name, None)

    def _new_slow_lane(
        self, work: Work, process: Process | None, first: tuple[Work, asyncio.Future[bytes]] | None
    ) -> Lane:
        """A slow lane for the account of a job, with its process and its first job if it has them."""
        slow = Lane(self, work.kind, self.nice(NICE[work.kind]), slow=True, process=process)
        slow.accounts[work.account] = 0.0
        self._slow.append(slow)
        slow.task = asyncio.create_task(slow.serve(first))
        slow.task.add_done_callback(partial(self._given_up, slow))
        return slow

    def _given_up(self, slow: Lane, _: object) -> None:
        """Remove a slow lane that has ended."""
        self._slow = [each for each in self._slow if each is not slow]
        self._slow_names = {name: lane for name, lane in self._slow_names.items() if lane is not slow}
        for account in slow.accounts:
            self._slow_counts.pop((account, slow.kind), None)
        slow.close()

    async def fresh(self) -> Process:
        """A ready process: the spare one, unless it has ended too; raises Gone if none stays."""
        for _ in range(MOST_TRIED):
            self._refill()
            assert self._spare is not None
            spare, self._spare = self._spare, None
            self._refill()
            try:
                found = await asyncio.shield(spare)
                # It may have been killed while it stood by.
                await found.ask(worker.PROBE)
            except Gone:
                continue
            except asyncio.CancelledError:
                self._unwanted.append(spare)
                raise
            return found
        raise Gone

    def _refill(self) -> None:
        if self._spare is None or (self._spare.done() and self._spare.exception() is not None):
            self._spare = asyncio.create_task(Process.started(context(), self.limits.worker_bytes))
