"""Work in processes of its own: pinned, ended in time, fair, and never lost with the process that did it."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from surefoot.server import lanes
from surefoot.server import workers as module
from surefoot.server.limits import Limits
from surefoot.server.problems import Problem
from surefoot.server.workers import Workers
from tests.server import jobs

Test = Callable[[Workers], Coroutine[Any, Any, None]]


@asynccontextmanager
async def opened(count: int = 1, **limits: Any) -> AsyncIterator[Workers]:
    async with Workers(count, Limits(**limits)) as workers:
        yield workers


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    except OSError:
        # It ended between the two looks.
        return False


async def gone(pid: int) -> bool:
    for _ in range(200):
        if not alive(pid):
            return True
        await asyncio.sleep(0.02)
    return False


async def written(mark: Path) -> int:
    """The process that has left a mark and goes on working."""
    while not (mark.exists() and mark.read_text()):
        await asyncio.sleep(0.005)
    return int(mark.read_text())


def test_work_is_done_elsewhere_and_what_has_one_name_meets_again() -> None:
    async def test() -> None:
        async with opened(2) as workers:
            assert await workers.run("a", jobs.pid) != os.getpid()
            await workers.run("a", jobs.remembered, "first")
            assert await workers.run("a", jobs.remembered, "second") == ["first", "second"]
            pids = {name: await workers.run(name, jobs.pid) for name in "abcdefgh"}
            assert {name: await workers.run(name, jobs.pid) for name in "abcdefgh"} == pids
            assert len(set(pids.values())) == 2

    asyncio.run(test())


def test_threads_do_the_same_in_this_process() -> None:
    async def test() -> None:
        async with opened(0) as workers:
            assert await workers.run("a", jobs.pid) == os.getpid()
            with pytest.raises(Problem, match="The scenario has 1 problem") as refused:
                await workers.run("a", jobs.refuse)
            assert refused.value.code == "file/invalid"
            with pytest.raises(Problem) as late:
                await workers.run("a", jobs.nap, 0.3, seconds=0.05)
            assert late.value.code == "limit/time"

    asyncio.run(test())


def test_problems_come_back_whole_and_bugs_keep_their_inside_to_themselves() -> None:
    async def test() -> None:
        async with opened() as workers:
            with pytest.raises(Problem) as refused:
                await workers.run("a", jobs.refuse)
            assert refused.value.data()["problems"] == [
                {"where": "models.kal", "says": "is wrong", "line": 3, "clause": "move.any-path"}
            ]
            with pytest.raises(Problem) as bug:
                await workers.run("a", jobs.fail)
            assert bug.value.code == "server/bug"
            assert "secret" not in str(bug.value.data())
            assert "secret inside" in bug.value.trace

    asyncio.run(test())


def test_work_that_takes_too_long_is_really_ended(tmp_path: Path) -> None:
    async def test() -> None:
        mark = tmp_path / "mark"
        async with opened() as workers:
            with pytest.raises(Problem) as late:
                await workers.run("a", jobs.leave_mark, str(mark), 2.0, seconds=0.1)
            assert (late.value.code, late.value.more) == ("limit/time", {"seconds": 0.1})
            assert await gone(int(mark.read_text()))
            assert await workers.run("a", jobs.nap, 0.0) == 0.0
            assert (workers.killed, workers.waiting) == (1, 0)
        assert mark.read_text() != "done"

    asyncio.run(test())


@pytest.mark.parametrize("after", [0.05, 0.5])  # while it runs in its lane, and after it has made way
def test_work_that_nobody_waits_for_is_really_ended(tmp_path: Path, after: float) -> None:
    async def test() -> None:
        mark = tmp_path / "mark"
        async with opened() as workers:
            await workers.run("a", jobs.pid)
            asked = asyncio.create_task(workers.run("a", jobs.leave_mark, str(mark), 5.0))
            while not mark.exists():
                await asyncio.sleep(0.01)
            await asyncio.sleep(after)
            asked.cancel()
            assert await gone(int(mark.read_text()))
            assert await workers.run("a", jobs.nap, 0.0) == 0.0
            assert workers.cancelled == 1

    asyncio.run(test())


def test_work_that_waits_and_is_given_up_is_never_begun(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened() as workers:
            first = asyncio.create_task(workers.run("a", jobs.nap, 0.1))
            await asyncio.sleep(0.02)
            second = asyncio.create_task(workers.run("a", jobs.leave_mark, str(tmp_path / "mark"), 0.0))
            await asyncio.sleep(0)
            second.cancel()
            await first
            await workers.run("a", jobs.nap, 0.0)
        assert not (tmp_path / "mark").exists()

    asyncio.run(test())


def test_what_a_job_computes_is_limited_not_how_long_a_busy_machine_takes() -> None:
    async def test() -> None:
        async with opened() as workers:
            # It computes next to nothing, as on a machine that is busy with something else.
            assert await workers.run("a", jobs.nap, 0.4, seconds=0.1) == 0.4
            assert workers.killed == 0
            # But it does not wait for ever.
            with pytest.raises(Problem) as refused:
                await workers.run("a", jobs.nap, 30.0, seconds=0.1)
            assert refused.value.code == "limit/time"

    asyncio.run(test())


def test_a_process_that_dies_takes_nothing_with_it() -> None:
    async def test() -> None:
        async with opened() as workers:
            with pytest.raises(Problem) as died:
                await workers.run("a", jobs.die)
            assert died.value.code == "server/bug"
            assert await workers.run("a", jobs.nap, 0.0) == 0.0
            assert workers.alive

    asyncio.run(test())


def test_work_beside_which_a_process_is_killed_is_done_by_another_one(tmp_path: Path) -> None:
    async def test() -> None:
        mark = tmp_path / "mark"
        async with opened() as workers:
            # While it runs, and while it waits for work.
            asked = asyncio.create_task(workers.run("a", jobs.leave_mark, str(mark), 0.2))
            os.kill(await written(mark), signal.SIGKILL)
            await asked
            assert mark.read_text() == "done"
            for _ in range(5):
                os.kill(await workers.run("a", jobs.pid), signal.SIGKILL)
                assert await workers.run("a", jobs.nap, 0.0) == 0.0
            # And together with the one that stands by.
            asked = asyncio.create_task(workers.run("a", jobs.leave_mark, str(tmp_path / "both"), 0.2))
            pid = await written(tmp_path / "both")
            assert workers._spare is not None
            spare = await workers._spare
            assert spare.process.pid is not None
            os.kill(spare.process.pid, signal.SIGKILL)
            os.kill(pid, signal.SIGKILL)
            await asked

    asyncio.run(test())


def test_work_is_ended_also_if_the_process_that_started_its_process_is_gone(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Its parent would have told whether it still runs: without it, it is not killed, and ends by itself."""

    async def test() -> None:
        mark = tmp_path / "mark"
        async with opened() as workers:
            asked = asyncio.create_task(workers.run("a", jobs.leave_mark, str(mark), 30.0, seconds=0.5))
            pid = await written(mark)
            os.kill(int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1]), signal.SIGKILL)
            with pytest.raises(Problem):
                await asked
            assert await gone(pid)
            assert await workers.run("a", jobs.nap, 0.0) == 0.0

    asyncio.run(test())
    assert "Traceback" not in capfd.readouterr().err


def test_slow_work_makes_way_and_keeps_what_it_knows() -> None:
    async def test() -> None:
        async with opened() as workers:
            await workers.run("slow", jobs.remembered, "kept")
            slow = asyncio.create_task(workers.run("slow", jobs.burn, 2.0))
            await asyncio.sleep(0.02)
            assert await workers.run("quick", jobs.nap, 0.0) == 0.0
            # It waited for the patience of its lane, not for the slow work.
            assert not slow.done()
            assert await workers.run("slow", jobs.remembered, "again") == ["kept", "again"]
            assert slow.done()
            assert workers.made_way == 1

    asyncio.run(test())


def test_what_was_handed_over_behind_slow_work_is_done_elsewhere_in_time() -> None:
    async def test() -> None:
        async with opened() as workers:
            await workers.run("slow", jobs.pid)
            slow = asyncio.create_task(workers.run("slow", jobs.nap, 3.0, ahead=True))
            await asyncio.sleep(0.02)
            behind = [workers.run(name, jobs.pid, ahead=True) for name in ("quick", "other", "quick")]
            found = await asyncio.gather(*behind)
            assert not slow.done()
            assert len(set(found)) == 1
            assert (workers.made_way, workers.waiting) == (1, 1)
            slow.cancel()

    asyncio.run(test())


def test_a_quick_question_waits_behind_no_long_one(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        # No job counts as slow.
        monkeypatch.setattr(lanes, "PATIENCE", 600.0)
        async with opened() as workers:
            long = asyncio.create_task(workers.run("long", jobs.nap, 60.0, account="greedy"))
            waits = asyncio.create_task(workers.run("also long", jobs.nap, 60.0, account="greedy"))
            assert await workers.run("quick", jobs.nap, 0.0, account="player", quick=True) == 0.0
            assert not long.done()
            assert not waits.done()
            long.cancel()
            waits.cancel()

    asyncio.run(test())


async def until(so: Callable[[], bool]) -> None:
    while not so():
        await asyncio.sleep(0.01)


def test_what_was_handed_over_to_a_process_that_dies_or_is_ended_is_not_lost() -> None:
    async def test() -> None:
        async with opened() as workers:
            for ends in (workers.run("a", jobs.die), workers.run("a", jobs.nap, 2.0, seconds=0.1)):
                first = asyncio.create_task(ends)
                await asyncio.sleep(0)
                behind = [workers.run(name, jobs.nap, 0.0, ahead=True) for name in ("b", "c")]
                assert await asyncio.gather(*behind) == [0.0, 0.0]
                with pytest.raises(Problem):
                    await first

    asyncio.run(test())


def test_what_is_handed_over_is_done_in_its_order() -> None:
    async def test() -> None:
        async with opened() as workers:
            said = [str(number) for number in range(20)]
            found = await asyncio.gather(
                *(workers.run("a", jobs.remembered, each, ahead=True) for each in said)
            )
            assert found == [said[: number + 1] for number in range(20)]

    asyncio.run(test())


def test_whoever_was_slow_does_not_stand_in_the_way_a_second_time() -> None:
    async def test() -> None:
        async with opened() as workers:
            await workers.run("slow", jobs.burn, 0.4)
            slow = asyncio.create_task(workers.run("slow", jobs.burn, 20.0))
            await asyncio.sleep(0)
            await workers.run("quick", jobs.nap, 0.0)
            assert not slow.done()
            assert workers.made_way == 1
            slow.cancel()

    asyncio.run(test())


def test_more_slow_work_than_there_are_slow_lanes_is_done_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(module.SLOW_LANES, "question", 1)

    async def test() -> None:
        async with opened() as workers:
            found = await asyncio.gather(*(workers.run(name, jobs.nap, 0.4, seconds=5.0) for name in "abc"))
            assert found == [0.4] * 3

    asyncio.run(test())


def test_a_slow_lane_that_has_nothing_to_do_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes, "FORGIVEN", 0.1)

    async def test() -> None:
        async with opened() as workers:
            await workers.run("slow", jobs.burn, 0.4)
            was = await workers.run("slow", jobs.pid)
            assert await gone(was)
            assert await workers.run("slow", jobs.pid) != was

    asyncio.run(test())


def test_names_take_turns() -> None:
    async def test() -> None:
        async with opened() as workers:
            order: list[str] = []

            async def one(name: str) -> None:
                await workers.run(name, jobs.nap, 0.02)
                order.append(name)

            flood = [asyncio.create_task(one("flood")) for _ in range(10)]
            await asyncio.sleep(0)
            await one("guest")
            assert len(order) <= 3
            await asyncio.gather(*flood)

    asyncio.run(test())


def test_nobody_lets_more_wait_than_is_allowed() -> None:
    async def test() -> None:
        async with opened(waiting=2, waiting_in_all=3) as workers:
            asked = [asyncio.create_task(workers.run("a", jobs.nap, 0.1)) for _ in range(2)]
            await asyncio.sleep(0)
            with pytest.raises(Problem) as much:
                await workers.run("a", jobs.nap, 0.0)
            assert much.value.code == "limit/waiting"
            # "a" has taken more than its part of all three: "b" and "c" are not kept out by it.
            for other in ("b", "c"):
                asked.append(asyncio.create_task(workers.run(other, jobs.nap, 0.0)))
                await asyncio.sleep(0)
            with pytest.raises(Problem) as busy:
                await workers.run("d", jobs.nap, 0.0)
            assert busy.value.code == "server/busy"
            await asyncio.gather(*asked)
            assert await workers.run("a", jobs.nap, 0.0) == 0.0

    asyncio.run(test())


def test_ending_leaves_no_process_behind_and_tells_whoever_waits() -> None:
    async def test() -> None:
        async with opened() as workers:
            pid = await workers.run("a", jobs.pid)
            running = asyncio.create_task(workers.run("a", jobs.nap, 30.0))
            waiting = asyncio.create_task(workers.run("a", jobs.nap, 0.0))
            await asyncio.sleep(0.05)
        assert await gone(pid)
        with pytest.raises(Problem, match="stopping"):
            await waiting
        with pytest.raises(Problem, match="stopping"):
            await running

    asyncio.run(test())


def test_an_account_with_many_names_gets_no_more_than_another_one() -> None:
    async def test() -> None:
        async with opened() as workers:
            greedy = [
                asyncio.create_task(
                    workers.run(f"seat {number}", jobs.nap, 0.6, seconds=30.0, account="greedy")
                )
                for number in range(12)
            ]
            await asyncio.sleep(0.7)
            begun = time.monotonic()
            # A slow question of somebody else, and a move of a third.
            await asyncio.gather(
                workers.run("other", jobs.nap, 0.5, account="other"),
                workers.run("game", jobs.nap, 0.0, account="third", ahead=True),
            )
            assert time.monotonic() - begun < 2.5
            assert sum(task.done() for task in greedy) < 8
            for task in greedy:
                task.cancel()

    asyncio.run(test())


def test_on_a_busy_machine_work_may_take_longer_before_it_counts_as_slow() -> None:
    async def test() -> None:
        async with opened() as workers:
            # It takes long, and computes next to nothing: others keep the machine busy.
            assert await workers.run("a", jobs.nap, 0.6) == 0.6
            assert workers.made_way == 0
            await workers.run("a", jobs.burn, 0.6)
            assert workers.made_way == 1
            # A process that stands still holds others up for a while only.
            slow = asyncio.create_task(workers.run("b", jobs.nap, 60.0))
            await asyncio.wait_for(until(lambda: workers.made_way == 2), 60)
            slow.cancel()

    asyncio.run(test())


def nice_of(pid: int) -> int:
    return os.getpriority(os.PRIO_PROCESS, pid)


def test_slow_moves_keep_their_priority_for_a_while_and_never_wait_behind_slow_questions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A move is slow once: after a restart, or on a busy machine. The next moves of its game are as quick as before."""
    for each in (module, lanes):
        monkeypatch.setattr(each, "GRACE", 0.8)
    monkeypatch.setattr(module, "GRACE_RATE", 0.001)

    async def test() -> None:
        async with opened() as workers:
            question = asyncio.create_task(workers.run("look", jobs.nap, 600.0, account="club"))
            await asyncio.wait_for(until(lambda: workers.made_way == 1), 60)
            await workers.run("game", jobs.burn, 0.4, account="club", ahead=True)
            pid = await workers.run("game", jobs.pid, account="club", ahead=True)
            assert not question.done()
            assert nice_of(pid) == nice_of(os.getpid())
            # Moves that are slow again and again step back, while they run.
            slow = asyncio.create_task(workers.run("game", jobs.burn, 1.6, account="club", ahead=True))
            await asyncio.wait_for(until(lambda: nice_of(pid) > nice_of(os.getpid())), 60)
            assert await slow == 1.6
            question.cancel()

    asyncio.run(test())


def test_an_account_that_has_used_its_time_is_asked_to_wait_and_may_still_move() -> None:
    async def test() -> None:
        async with opened(client_work=0.01, client_work_burst=0.01) as workers:
            await workers.run("a", jobs.burn, 0.3, account="greedy")
            with pytest.raises(Problem) as much:
                await workers.run("b", jobs.nap, 0.0, account="greedy")
            assert (much.value.code, much.value.more["retry_after"] > 1) == ("limit/work", True)
            assert await workers.run("c", jobs.nap, 0.0, account="other") == 0.0
            assert await workers.run("game", jobs.nap, 0.0, account="greedy", ahead=True) == 0.0

    asyncio.run(test())


def test_a_job_that_takes_too_much_memory_is_refused_and_others_go_on() -> None:
    async def test() -> None:
        async with opened(worker_bytes=60_000_000) as workers:
            assert await workers.run("a", jobs.hoard, 10) == 10
            with pytest.raises(Problem) as much:
                await workers.run("a", jobs.hoard, 500)
            assert much.value.code == "limit/memory"
            was = await workers.run("a", jobs.pid)
            # What stays in a process counts too: it is replaced before it is full.
            await workers.run("a", jobs.keep, 55)
            assert await gone(was)
            assert await workers.run("a", jobs.hoard, 10) == 10

    asyncio.run(test())


@pytest.mark.parametrize("ahead", [False, True])
def test_work_for_a_process_that_ends_on_purpose_is_done_once_by_another_one(
    tmp_path: Path, ahead: bool
) -> None:
    """It is full, says so with its last answer, and has not begun the next job."""

    async def test() -> None:
        async with opened(worker_bytes=60_000_000) as workers:
            for number in range(5):
                was = await workers.run("a", jobs.pid, ahead=ahead)
                mark = str(tmp_path / f"{number}")
                full = asyncio.create_task(workers.run("a", jobs.keep, 55, ahead=ahead))
                await asyncio.sleep(0)
                times, pid = await workers.run("a", jobs.count_up, mark, ahead=ahead)
                assert times == 1
                assert pid != was
                await full
                assert await gone(was)
            assert workers.killed == workers.cancelled == 0

    asyncio.run(test())
