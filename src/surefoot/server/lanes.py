"""Lanes: one worker process each, and the jobs that wait for it.

Time is counted as the processor time of the process, so that a job is slow because of what it computes, not because other
programs keep the machine busy.
"""

from __future__ import annotations

import asyncio
from dataclasses import field
from typing import Literal, Protocol

from surefoot.language import say
from surefoot.records import dataclass
from surefoot.server.jobs import too_slow
from surefoot.server.limits import Budget
from surefoot.server.problems import Problem
from surefoot.server.processes import Gone, NotBegun, Process
from surefoot.server.turns import Turns

# Moves of games; questions that are mostly as quick as moves; all other questions.
Kind = Literal["move", "quick", "question"]

# A job that computes for longer than this many seconds is moved to a slow lane.
PATIENCE = 0.25
# By the clock a job may take this many times its computing time: a busy machine leaves it less than a whole processor.
BUSY = 6
# Seconds for which slow moves and slow quick questions of an account keep their priority.
GRACE = 3.0
# In a slow lane that several accounts share, a job runs for at least this many seconds before it gives way to another account.
SLICE = 0.5
# Seconds between two looks at a slow job.
LOOK = 0.25
# Seconds that an account waits for a new process in its slow lane after it has abandoned a job.
REST = 0.5
# A slow lane without jobs ends after this many seconds; its names return to the normal lanes.
FORGIVEN = 30.0
# The nice value of slow processes.
NICE = 10


@dataclass(eq=False)
class Work:
    """A job and the future of its answer."""

    name: str
    account: str
    payload: bytes
    seconds: float | None
    answer: asyncio.Future[bytes]
    kind: Kind = "question"
    # Seconds that it has already computed, if it had to start again.
    spent: float = 0.0
    # Whether it was started again because its process had ended.
    again: bool = False

    @property
    def ahead(self) -> bool:
        """Whether it may be sent while the process still runs another job: it is quick."""
        return self.kind == "move"

    def fail(self, problem: Problem) -> None:
        """Answer with a problem."""
        if not self.answer.done():
            self.answer.set_exception(problem)


@dataclass(eq=False)
class Run:
    """A job while it runs."""

    process: Process | None
    begun: float = field(default_factory=lambda: asyncio.get_running_loop().time())
    _before: float = field(init=False)

    def __post_init__(self) -> None:
        self._before = self.process.computed() if self.process is not None else 0.0

    @property
    def passed(self) -> float:
        """Seconds by the clock."""
        return asyncio.get_running_loop().time() - self.begun

    @property
    def computed(self) -> float:
        """Seconds of a processor."""
        return self.process.computed() - self._before if self.process is not None else 0.0

    def left(self, seconds: float, spent: float = 0.0) -> float:
        """The seconds until it has used up its computing time; 0 or less: it has."""
        return min(seconds - spent - self.computed, BUSY * seconds - spent - self.passed)


class Yard(Protocol):
    """What lanes need of all workers."""

    killed: int
    cancelled: int
    # What slow work of each account may use before it loses its priority.
    grace: Budget

    async def fresh(self) -> Process:
        """A process that is ready; raises Gone if there is none."""
        ...

    def nice(self, value: int) -> int:
        """The nice value of processes."""
        ...

    def spend(self, account: str, seconds: float) -> None:
        """Charge an account for a job that was ended."""
        ...

    def slowed(self, lane: Lane, work: Work, asked: asyncio.Future[bytes], run: Run) -> None:
        """Move a job from a lane to a slow lane."""
        ...

    def quick_again(self, lane: Lane, work: Work) -> None:
        """A job in a slow lane was quick."""
        ...


@dataclass(eq=False)
class Lane:
    """One process and the names that share it."""

    yard: Yard
    kind: Kind
    # The nice value of its processes.
    nice: int = 0
    slow: bool = False
    process: Process | None = None
    waiting: Turns[Work] = field(default_factory=Turns)
    # In a slow lane: the accounts that it serves, each with the seconds for which it has held the lane.
    accounts: dict[str, float] = field(default_factory=dict)
    task: asyncio.Task[None] | None = None
    under_way: Work | None = None
    # A job that was sent already and starts right after the running one.
    ahead: tuple[Work, asyncio.Future[bytes]] | None = None
    # An account that has abandoned a job here, and until when it gets no new process.
    rests: tuple[str, float] = ("", 0.0)
    _more: asyncio.Event = field(default_factory=asyncio.Event)

    def put(self, work: Work) -> None:
        """Queue a job."""
        self.waiting.put(work)
        if self.slow:
            self.accounts.setdefault(work.account, 0.0)
        self._more.set()
        self._look_ahead()

    async def serve(self, first: tuple[Work, asyncio.Future[bytes]] | None = None) -> None:
        """Run the waiting jobs, one name after another; a slow lane ends when it was idle for `FORGIVEN` seconds."""
        if first is not None:
            if self.process is not None:
                self.process.stand_back(self._priority(first[0]))
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
            if process is None or process.ended or process.nice > self._priority(work):
                process = await self._fresh(work)
            if process is not None:
                await self._do(work, process.ask(work.payload))

    def _look_ahead(self) -> None:
        """Send the next job while another one runs."""
        if self.under_way is None or self.ahead is not None or self.process is None or not self.waiting:
            return
        if not self.slow and self.waiting.first().ahead:
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

    def _priority(self, work: Work) -> int:
        """The nice value with which a job runs here."""
        if not self.slow or (work.kind != "question" and self.yard.grace.wait(work.account) <= 0.0):
            return self.nice
        return self.yard.nice(NICE)

    async def _fresh(self, work: Work) -> Process | None:
        """A new process for the lane; None, with the job refused, if none can be started."""
        # To start processes costs all accounts something: one that has them killed again and again waits for the next.
        account, until = self.rests
        if account == work.account:
            await asyncio.sleep(until - asyncio.get_running_loop().time())
        if self.process is not None:
            self.process.kill()
        try:
            self.process = await self.yard.fresh()
        except (OSError, TimeoutError, Gone):
            self.process = None
            work.fail(Problem("server/busy", say("No worker process can be started"), retry_after=1))
            return None
        self.process.stand_back(self._priority(work))
        return self.process

    async def _next(self) -> Work | None:
        while not self.waiting:
            self._more.clear()
            try:
                async with asyncio.timeout(FORGIVEN if self.slow else None):
                    await self._more.wait()
            except TimeoutError:
                return None
        work = self._turn()
        return work if not work.answer.done() else await self._next()

    def _turn(self) -> Work:
        """Take the next job; in a slow lane, where a turn may take long, that of the account that has used least."""
        if self.slow and self.waiting.accounts > 1:
            return self.waiting.take(min(self.waiting.waiting(), key=lambda each: self.accounts[each]))
        return self.waiting.take()

    async def _do(self, work: Work, asked: asyncio.Future[bytes]) -> None:
        """Wait for a job until it is done, takes too long, or is no longer wanted."""
        self.under_way = work
        self._look_ahead()
        run = Run(self.process)
        try:
            await self._waited(work, asked, run)
        finally:
            self.under_way = None
            if self.slow:
                self.accounts[work.account] += run.passed
                if work.kind != "question" and run.computed > PATIENCE:
                    self.yard.grace.spend(work.account, run.computed)

    async def _waited(self, work: Work, asked: asyncio.Future[bytes], run: Run) -> None:
        # Most jobs end before they are looked at.
        pause = min(LOOK if self.slow else PATIENCE, work.seconds or PATIENCE)
        while True:
            # A job whose client has gone is ended when it is slow: others would lose what the process knows.
            awaited = {asked} if work.answer.done() else {asked, work.answer}
            await asyncio.wait(awaited, timeout=pause, return_when=asyncio.FIRST_COMPLETED)
            if asked.done():
                self._answered(work, asked, run)
                return
            if self._ended(work, asked, run):
                return
            left = LOOK if self.slow else run.left(PATIENCE)
            if work.seconds is not None:
                left = min(left, run.left(work.seconds, work.spent))
            pause = max(0.005, left)

    def _ended(self, work: Work, asked: asyncio.Future[bytes], run: Run) -> bool:
        """Look at a running job: whether it was ended, or moved to another lane."""
        if work.seconds is not None and run.left(work.seconds, work.spent) <= 0.0:
            self.yard.killed += 1
            self._end(work, asked, run)
            work.fail(too_slow(work.seconds))
            return True
        if not self.slow:
            slow = run.left(PATIENCE) <= 0.0
            if slow:
                self.yard.slowed(self, work, asked, run)
            return slow
        if work.answer.done():
            # The client is gone.
            self.yard.cancelled += 1
            self._end(work, asked, run)
            self.rests = (work.account, asyncio.get_running_loop().time() + REST)
            return True
        if self._gives_way(work, run):
            self._end(work, asked, run)
            self.waiting.put(work)
            return True
        if run.process is not None and work.kind != "question" and run.left(GRACE) <= 0.0:
            run.process.stand_back(self.yard.nice(NICE))
        return False

    def _gives_way(self, work: Work, run: Run) -> bool:
        """Whether another account that has used far less of this slow lane waits for it.

        What each of several long jobs gets grows from turn to turn, so that all of them end.
        """
        if run.passed < SLICE:
            return False
        others = [self.accounts[each] for each in self.waiting.waiting() if each != work.account]
        return bool(others) and self.accounts[work.account] + run.passed >= 2 * (min(others) + SLICE)

    def _answered(self, work: Work, asked: asyncio.Future[bytes], run: Run) -> None:
        try:
            answer = asked.result()
        except NotBegun:
            self._end(work, asked, run)
            self.waiting.put_back(work)
        except Gone:
            computed = run.computed
            self._end(work, asked, run)
            if not work.again:
                # Jobs only compute, so they may run twice; the process may have been killed by something else.
                work.again = True
                work.spent += computed
                self.waiting.put_back(work)
                return
            bug = Problem("server/bug", say("The worker process ended. Nothing was changed"))
            bug.trace = f"a worker process ended by itself while it worked for {work.name}"
            work.fail(bug)
        else:
            if not work.answer.done():
                work.answer.set_result(answer)
            if self.slow and run.computed < PATIENCE:
                self.yard.quick_again(self, work)

    def _end(self, work: Work, asked: asyncio.Future[bytes], run: Run) -> None:
        """Stop the running job by killing its process; its account pays for it."""
        self.yard.spend(work.account, run.computed)
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
            work.fail(Problem("server/stopping", say("The server is stopping")))
        self.waiting.clear()
