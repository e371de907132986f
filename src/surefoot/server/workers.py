"""Worker processes: jobs are pinned to a process, stopped in time, and scheduled fairly.

A job has a name (a game, a client). Jobs with the same name run one after another in the same process, which may cache
data for them. It has an account too: the client that asks, who pays for it. Several names share a **lane** with one
process, and their accounts take turns. A job that runs longer than `PATIENCE` keeps its process but moves to a slow
lane, and the waiting jobs get a fresh process, so that no account slows down the others for longer than `PATIENCE`. Moves,
quick questions and all other questions have lanes of their own: a preview waits behind no reach of another client. All
slow questions of one account share one slow lane, all its slow moves another one, and an account with many of them has no
patience left. Slow questions have a low priority; moves get it after `GRACE`, because most of them are slow only once: when
a new process reads a long game again, or when the machine is busy.
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
from surefoot.server.limits import Budget, Limits
from surefoot.server.problems import Problem
from surefoot.server.processes import Gone, NotBegun, Process, context
from surefoot.server.turns import Turns

T = TypeVar("T")

# A job that runs longer than this many seconds is moved to a slow lane. Where other programs keep the machine busy every job takes
# longer: then by the part of a processor that the server gets, but not below `LEAST`.
PATIENCE, LEAST = 0.25, 0.25
# The largest number of slow lanes; names that share one take turns.
SLOW_LANES = 4
# An account with more slow names than this has its new names start in its slow lane: questions, and moves of games.
MOST_SLOW, MOST_SLOW_GAMES = 3, 8
# Seconds for which slow moves of an account keep their priority, and how many of them come back in a second.
GRACE, GRACE_RATE = 3.0, 0.05
# Running jobs that the clients of an account may abandon at once, and how many more in a second.
ABANDONS, ABANDONS_RATE = 3.0, 0.1
# Seconds that a slow lane waits before it starts a new process after an abandoned job.
REST = 0.5
# A slow lane without jobs ends after this many seconds; its names return to the normal lanes.
FORGIVEN = 30.0
# The nice values of slow processes, and of those that answer questions.
NICE, NICE_QUESTIONS = 10, 5
# By the clock a job may take this many times its computing time: a busy machine leaves it less than a whole processor.
BUSY = 6
# A job is refused after this many new processes have been tried for it.
MOST_TRIED = 3


@dataclass(eq=False)
class _Work:
    """A job and the future of its answer."""

    name: str
    account: str
    payload: bytes
    seconds: float | None
    answer: asyncio.Future[bytes]
    # Whether it may be sent while the process still runs another job: it is quick.
    ahead: bool = False
    # Seconds it has already run, if it had to start again.
    spent: float = 0.0
    # Whether it was started again because its process had ended.
    again: bool = False


@dataclass(eq=False)
class _Lane:
    """One process and the names that share it."""

    workers: Workers
    slow: bool = False
    # Whether a slow lane is for moves; else for questions.
    moves: bool = False
    nice: int = 0
    process: Process | None = None
    waiting: Turns[_Work] = field(default_factory=Turns)
    # In a slow lane: the accounts that it serves, each with the seconds that it has used here.
    accounts: dict[str, float] = field(default_factory=dict)
    task: asyncio.Task[None] | None = None
    under_way: _Work | None = None
    # A job that was sent already and starts right after the running one.
    ahead: tuple[_Work, asyncio.Future[bytes]] | None = None
    # When the lane may start its next process.
    rests_until: float = 0.0
    _more: asyncio.Event = field(default_factory=asyncio.Event)

    def put(self, work: _Work) -> None:
        """Queue a job."""
        self.waiting.put(work)
        if self.slow:
            self.accounts.setdefault(work.account, 0.0)
        self._more.set()
        self._look_ahead()

    async def serve(self, first: tuple[_Work, asyncio.Future[bytes]] | None = None) -> None:
        """Run the waiting jobs, one name after another; a slow lane ends when it was idle for `FORGIVEN` seconds."""
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
            process = self.process
            if process is None or process.ended:
                process = await self._fresh(work)
            if process is not None:
                await self._do(work, process.ask(work.payload))

    def _look_ahead(self) -> None:
        """Send the next job while another one runs."""
        if self.under_way is None or self.ahead is not None or self.process is None or not self.waiting:
            return
        if self.waiting.first().ahead:
            work = self._turn()
            self.ahead = (work, self.process.ask(work.payload))

    def recall(self) -> None:
        """Put a job that was sent ahead back into the queue."""
        if self.ahead is None:
            return
        (work, asked), self.ahead = self.ahead, None
        asked.cancel()
        self.waiting.put_back(work)
        self._more.set()

    async def _fresh(self, work: _Work) -> Process | None:
        """A new process for the lane; None, with the job refused, if none can be started."""
        # To start processes costs all accounts something: one that has them killed again and again waits for the next.
        await asyncio.sleep(self.rests_until - asyncio.get_running_loop().time())
        try:
            self.process = await self.workers.fresh()
        except (OSError, TimeoutError, Gone):
            _fail(work, Problem("server/busy", say("No worker process can be started"), retry_after=1))
            return None
        self.process.stand_back(self.nice)
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
        """Take the next job; in a slow lane, where a turn may take long, that of the account that has used least."""
        if self.slow and self.waiting.accounts > 1:
            return self.waiting.take(min(self.waiting.waiting(), key=lambda each: self.accounts[each]))
        return self.waiting.take()

    async def _do(self, work: _Work, asked: asyncio.Future[bytes]) -> None:
        """Wait for a job until it is done, takes too long, or is cancelled."""
        self.under_way = work
        self._look_ahead()
        begun = asyncio.get_running_loop().time()
        try:
            await self._waited(work, asked)
        finally:
            self.under_way = None
            if self.slow:
                self._charge(work.account, asyncio.get_running_loop().time() - begun)

    def _charge(self, account: str, seconds: float) -> None:
        """Count what an account has used of a slow lane; slow moves lose their priority when it is too much."""
        self.accounts[account] += seconds
        if self.moves and seconds > self.workers.patience:
            self.workers.grace.spend(account, seconds)
            if self.workers.grace.wait(account) > 0.0:
                self.stand_back()

    def stand_back(self) -> None:
        """Lower the priority of the lane."""
        self.nice = self.workers.nice(NICE)
        if self.process is not None:
            self.process.stand_back(self.nice)

    async def _waited(self, work: _Work, asked: asyncio.Future[bytes]) -> None:
        loop = asyncio.get_running_loop()
        begun = loop.time()
        before = self.process.computed() if self.process is not None else 0.0
        # In a slow lane: until it has taken so long that it loses its priority.
        patience = self.workers.patience if not self.slow else GRACE if self.moves and not self.nice else None
        while True:
            left = None if work.seconds is None else work.seconds - work.spent - (loop.time() - begun)
            if left is not None and left <= 0 and self.process is not None:
                # On a busy machine it has computed for less time than has passed: what it may compute is what counts.
                left = min(left + (BUSY - 1) * (work.seconds or 0.0), self._allowed(work, before))
            if left is not None and left <= 0:
                self._end(asked)
                self.workers.killed += 1
                _fail(work, too_slow(work.seconds or 0.0))
                return
            wait = min((each for each in (left, patience) if each is not None), default=None)
            await asyncio.wait({asked, work.answer}, timeout=wait, return_when=asyncio.FIRST_COMPLETED)
            if asked.done():
                self._answered(work, asked, loop.time() - begun)
                return
            if work.answer.done():
                # The client is gone.
                self._end(asked)
                self.workers.abandoned(self, work)
                return
            if patience is not None and loop.time() - begun >= patience:
                if not self.slow:
                    self.workers.slowed(self, work, asked, loop.time() - begun)
                    return
                self.stand_back()
                patience = None

    def _allowed(self, work: _Work, before: float) -> float:
        """For how many seconds a job may still compute; `before` is what its process had computed when it began."""
        assert self.process is not None
        return (work.seconds or 0.0) - work.spent - (self.process.computed() - before)

    def _answered(self, work: _Work, asked: asyncio.Future[bytes], spent: float) -> None:
        try:
            answer = asked.result()
        except NotBegun:
            self._end(asked)
            self.waiting.put_back(work)
        except Gone:
            self._end(asked)
            if not work.again:
                # Jobs only compute, so they may run twice; the process may have been killed by something else.
                work.again = True
                work.spent += spent
                self.waiting.put_back(work)
                return
            bug = Problem("server/bug", say("The worker process ended. Nothing was changed"))
            bug.trace = f"a worker process ended by itself while it worked for {work.name}"
            _fail(work, bug)
        else:
            if not work.answer.done():
                work.answer.set_result(answer)

    def _end(self, asked: asyncio.Future[bytes]) -> None:
        """Stop the running job by killing its process."""
        asked.cancel()
        self.recall()
        if self.process is not None:
            self.process.kill()
            self.process = None

    def close(self) -> None:
        """End the lane; waiting jobs fail."""
        self.recall()
        if self.task is not None:
            self.task.cancel()
        if self.process is not None:
            self.process.kill()
        for work in (*self.waiting, *([self.under_way] if self.under_way is not None else [])):
            _fail(work, Problem("server/stopping", say("The server is stopping")))
        self.waiting.clear()


def _fail(work: _Work, problem: Problem) -> None:
    if not work.answer.done():
        work.answer.set_exception(problem)


@dataclass(eq=False)
class Workers:
    """The worker processes; with `count` 0, threads of this process instead."""

    count: int
    limits: Limits = field(default_factory=Limits)
    # Whether processes of questions and of slow work have a lower priority than moves.
    questions_yield: bool = True
    # The part of a processor that the server gets when it needs it.
    part: Callable[[], float] = lambda: 1.0
    # Metrics: jobs stopped because they took too long, or because the client was gone; jobs moved to a slow lane.
    killed: int = 0
    cancelled: int = 0
    made_way: int = 0
    # Number of jobs that wait or run.
    waiting: int = 0
    # The lanes of games, which nothing else may hold up, and with a lower priority those of quick questions and of all others.
    _lanes: list[_Lane] = field(default_factory=list)
    _quick: list[_Lane] = field(default_factory=list)
    _questions: list[_Lane] = field(default_factory=list)
    _slow: list[_Lane] = field(default_factory=list)
    _slow_names: dict[str, _Lane] = field(default_factory=dict)
    # How often each account has been slow with questions and with moves, as long as it has a slow lane.
    _slow_counts: Counter[tuple[str, bool]] = field(default_factory=Counter)
    # What slow moves of each account may use before they lose their priority.
    grace: Budget = field(default_factory=lambda: Budget(GRACE_RATE, GRACE))
    # How many running jobs each account may abandon before it gets a slow lane.
    abandons: Budget = field(default_factory=lambda: Budget(ABANDONS_RATE, ABANDONS))
    _spare: asyncio.Task[Process] | None = None
    # Processes that were starting when they were no longer needed.
    _unwanted: list[asyncio.Task[Process]] = field(default_factory=list)
    _threads: list[ThreadPoolExecutor] = field(default_factory=list)
    # Jobs that wait or run, by account.
    _loads: Counter[str] = field(default_factory=Counter)
    _budget: Budget = field(init=False)

    def __post_init__(self) -> None:
        self._budget = Budget(self.limits.client_work, self.limits.client_work_burst)

    @property
    def patience(self) -> float:
        """Seconds after which a job counts as slow."""
        return PATIENCE / max(LEAST, self.part())

    def nice(self, value: int) -> int:
        """The nice value of processes; 0 if questions do not yield."""
        return value if self.questions_yield else 0

    async def __aenter__(self) -> Workers:
        if self.count == 0:
            self._threads = [ThreadPoolExecutor(1, "surefoot-worker") for _ in range(2)]
            return self
        self._lanes = [_Lane(self) for _ in range(self.count)]
        self._quick, self._questions = (
            [_Lane(self, nice=self.nice(NICE_QUESTIONS)) for _ in range(self.count)] for _ in range(2)
        )
        for lane in (*self._lanes, *self._questions):
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
        if self.waiting >= self.limits.waiting_in_all:
            raise Problem("server/busy", say("Too many requests are waiting"), retry_after=1)
        if self._loads[account] >= self.limits.waiting:
            says = say("You already have {most} waiting requests", most=self.limits.waiting)
            raise Problem("limit/waiting", says, retry_after=1)
        if not ahead:
            self._budget.demand(account)
        self._loads[account] += 1
        self.waiting += 1
        used = 0.0
        try:
            payload = packed(function, *arguments)
            found, used = result(await self._done(name, account, payload, seconds, ahead, quick))
            if isinstance(found, Problem):
                raise found
            return found  # type: ignore[no-any-return]
        except Problem as problem:
            if problem.code == "limit/time":
                used = seconds or 0.0
            raise
        finally:
            self._budget.spend(account, used)
            self.waiting -= 1
            self._loads[account] -= 1
            if not self._loads[account]:
                del self._loads[account]

    @property
    def alive(self) -> bool:
        """Whether all lanes are running."""
        return all(lane.task is not None and not lane.task.done() for lane in self._all)

    @property
    def _all(self) -> tuple[_Lane, ...]:
        """The lanes that never end."""
        return (*self._lanes, *self._quick, *self._questions)

    async def _done(
        self, name: str, account: str, payload: bytes, seconds: float | None, ahead: bool, quick: bool
    ) -> bytes:
        loop = asyncio.get_running_loop()
        if self._threads:
            threads = self._threads[crc32(name.encode()) % len(self._threads)]
            try:
                async with asyncio.timeout(seconds):
                    return await loop.run_in_executor(threads, done, payload)
            except TimeoutError:
                raise too_slow(seconds or 0.0) from None
        work = _Work(name, account, payload, seconds, loop.create_future(), ahead)
        lane = self._slow_names.get(name)
        if lane is None and self._slow:
            lane = self._out_of_patience(work)
        lanes = self._lanes if ahead else self._quick if quick else self._questions
        (lane or lanes[crc32(name.encode()) % len(lanes)]).put(work)
        # Cancelling this cancels the future, and with it the job.
        return await work.answer

    # ------------------------------------------------------------------ slow work

    def _out_of_patience(self, work: _Work) -> _Lane | None:
        """The slow lane of an account that has had too many slow jobs; None if it has not."""
        most = MOST_SLOW_GAMES if work.ahead else MOST_SLOW
        lane = self._slow_lane(work)
        if lane is None or self._slow_counts[work.account, work.ahead] < most:
            return None
        self._slow_names[work.name] = lane
        return lane

    def _slow_lane(self, work: _Work) -> _Lane | None:
        """The slow lane of the account for questions, or for moves."""
        lanes = (each for each in self._slow if each.moves == work.ahead and work.account in each.accounts)
        return next(lanes, None)

    def slowed(self, lane: _Lane, work: _Work, asked: asyncio.Future[bytes], spent: float) -> None:
        """Move a slow job and its name from a lane to a slow lane."""
        self.made_way += 1
        lane.recall()
        process, lane.process = lane.process, None
        queue = lane.waiting.remove(work.account, work.name)
        self._slow_counts[work.account, work.ahead] += 1
        slow = self._slow_lane(work)
        if slow is None and len(self._slow) < SLOW_LANES:
            slow = self._new_slow_lane(work, process, spent, (work, asked))
        else:
            # Its account has a slow lane, or all are in use: the job starts again when its turn comes.
            slow = slow or min(self._slow, key=lambda each: len(each.waiting))
            asked.cancel()
            if process is not None:
                process.kill()
            work.spent += spent
            slow.put(work)
        for each in queue:
            slow.put(each)
        self._slow_names[work.name] = slow

    def abandoned(self, lane: _Lane, work: _Work) -> None:
        """Count a job whose client has gone while it ran, so that its process had to be killed.

        An account that does so often gets a slow lane before its jobs are slow: there it only kills processes of its own.
        """
        self.cancelled += 1
        if lane.slow:
            lane.rests_until = asyncio.get_running_loop().time() + REST
            return
        self.abandons.spend(work.account, 1.0)
        if self.abandons.wait(work.account) <= 0.0:
            return
        slow = self._slow_lane(work)
        if slow is None and len(self._slow) < SLOW_LANES:
            slow = self._new_slow_lane(work)
        if slow is not None:
            # Counts end with the lane: an account without one would keep its count for ever.
            self._slow_counts[work.account, work.ahead] += MOST_SLOW_GAMES

    def _new_slow_lane(
        self,
        work: _Work,
        process: Process | None = None,
        spent: float = 0.0,
        first: tuple[_Work, asyncio.Future[bytes]] | None = None,
    ) -> _Lane:
        """A slow lane for the account of a job, with its process and its first job if it has them."""
        slow = _Lane(self, slow=True, moves=work.ahead, process=process, accounts={work.account: spent})
        if not work.ahead or self.grace.wait(work.account) > 0.0:
            slow.stand_back()
        self._slow.append(slow)
        slow.task = asyncio.create_task(slow.serve(first))
        slow.task.add_done_callback(partial(self._given_up, slow))
        return slow

    def _given_up(self, slow: _Lane, _: object) -> None:
        """Remove a slow lane that has ended."""
        self._slow = [each for each in self._slow if each is not slow]
        self._slow_names = {name: lane for name, lane in self._slow_names.items() if lane is not slow}
        for account in slow.accounts:
            self._slow_counts.pop((account, slow.moves), None)
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
