"""Slow work: what computes long leaves its lane, and strangers who hold slow lanes hold up no move and no preview."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import Any

import pytest

from surefoot.server import workers as module
from surefoot.server.problems import Problem
from surefoot.server.workers import Workers
from tests.server import jobs
from tests.server.test_workers import nice_of, opened, until


async def _abandoned(workers: Workers, job: Callable[..., Any], seconds: float, name: str = "long") -> None:
    """Ask for a job, and go while it runs."""
    left = asyncio.create_task(workers.run(name, job, seconds, account="greedy"))
    while not left.done():
        await asyncio.sleep(0.02)
        left.cancel()


def test_a_job_that_is_abandoned_before_it_is_slow_costs_others_no_process() -> None:
    """The process knows games of others: it is not killed for what will soon be over."""

    async def test() -> None:
        async with opened() as workers:
            await workers.run("other", jobs.remembered, "kept", account="player")
            for _ in range(5):
                await _abandoned(workers, jobs.nap, 0.1)
            assert await workers.run("other", jobs.remembered, "again", account="player") == ["kept", "again"]

    asyncio.run(test())


def test_an_account_that_abandons_slow_jobs_soon_kills_only_processes_of_its_own() -> None:
    async def test() -> None:
        async with opened() as workers:
            after: list[int] = []
            for number in range(9):
                await _abandoned(workers, jobs.burn, 60.0, f"long {number}")
                async with asyncio.timeout(60):
                    while workers.cancelled <= number:
                        await asyncio.sleep(0.01)
                after.append(await workers.run("other", jobs.pid, account="player"))
            # At first each kill costs the others a process, then none any more.
            assert after[0] != after[1]
            assert len(set(after[4:])) == 1

    asyncio.run(test())


def test_an_account_pays_for_jobs_that_it_abandons() -> None:
    async def test() -> None:
        # On a busy machine the job may have computed for a moment only when it is ended.
        async with opened(client_work=1e-4, client_work_burst=1e-3) as workers:
            await _abandoned(workers, jobs.burn, 60.0)
            await asyncio.wait_for(until(lambda: workers.cancelled == 1), 60)
            with pytest.raises(Problem) as much:
                await workers.run("b", jobs.nap, 0.0, account="greedy")
            assert much.value.code == "limit/work"

    asyncio.run(test())


@pytest.mark.parametrize("kind", ["move", "quick"])
def test_moves_and_quick_questions_never_wait_behind_slow_questions_of_others(kind: str) -> None:
    """Slow lanes are few, and strangers from many addresses may hold all of those for questions."""

    async def test() -> None:
        async with opened() as workers:
            strangers = [
                asyncio.create_task(workers.run(f"look {number}", jobs.nap, 60.0, account=f"{number}"))
                for number in range(5)
            ]
            await asyncio.wait_for(until(lambda: workers.made_way == 5), 60)
            how: dict[str, Any] = {"ahead": True} if kind == "move" else {"quick": True}
            # It is slow once.
            assert await workers.run("a", jobs.burn, 0.5, account="player", **how) == 0.5
            assert not any(task.done() for task in strangers)
            for task in strangers:
                task.cancel()

    asyncio.run(test())


def test_an_account_that_has_used_little_of_a_shared_slow_lane_comes_before_one_that_has_used_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(module.SLOW_LANES, "question", 1)

    async def test() -> None:
        async with opened() as workers:
            long = asyncio.create_task(workers.run("long", jobs.burn, 4.0, account="stranger", seconds=60.0))
            await asyncio.wait_for(until(lambda: workers.made_way == 1), 60)
            assert await workers.run("a", jobs.burn, 0.5, account="player") == 0.5
            assert not long.done()
            # What gave way starts again, and ends.
            assert await long == 4.0

    asyncio.run(test())


def test_a_quick_question_that_was_slow_once_is_quick_again_while_strangers_hold_its_lane(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(module.SLOW_LANES, "quick", 1)

    async def test() -> None:
        async with opened() as workers:
            for account in ("stranger", "player"):
                await workers.run(account, jobs.burn, 0.5, account=account, quick=True)
            assert await workers.run("player", jobs.nap, 0.0, account="player", quick=True) == 0.0
            held = asyncio.create_task(
                workers.run("stranger", jobs.nap, 60.0, account="stranger", quick=True)
            )
            assert await workers.run("player", jobs.nap, 0.0, account="player", quick=True) == 0.0
            assert nice_of(await workers.run("player", jobs.pid, account="player", quick=True)) == (
                nice_of(os.getpid()) + module.NICE["quick"]
            )
            assert not held.done()
            held.cancel()

    asyncio.run(test())


def test_an_account_that_asks_many_quick_questions_gets_them_answered_like_all_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "QUICK_BURST", 0.1)
    monkeypatch.setattr(module, "QUICK_RATE", 0.001)

    async def test() -> None:
        async with opened() as workers:
            first = nice_of(await workers.run("a", jobs.pid, account="greedy", quick=True))
            await workers.run("a", jobs.burn, 0.15, account="greedy", quick=True)
            then = nice_of(await workers.run("a", jobs.pid, account="greedy", quick=True))
            other = nice_of(await workers.run("b", jobs.pid, account="player", quick=True))
            assert first == other == nice_of(os.getpid()) + module.NICE["quick"]
            assert then == nice_of(os.getpid()) + module.NICE["question"]

    asyncio.run(test())
