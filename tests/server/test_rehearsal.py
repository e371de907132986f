"""A new worker is as quick as an old one: it was forked from a process that has done everything once."""

from __future__ import annotations

import asyncio
from typing import Any

from surefoot.answers.bundled import bundled
from surefoot.server import game_worker, read_only
from surefoot.server.authority import Actor
from surefoot.server.game_worker import Around, Position
from surefoot.server.jobs import packed, result
from surefoot.server.limits import Limits
from surefoot.server.messages import Preview
from surefoot.server.rehearsal import steps
from surefoot.server.workers import Workers
from tests.server import jobs

MOVE = {"who": "kal", "action": "move", "path": [[8.0, 6]]}


def test_everything_that_is_rehearsed_can_be_done() -> None:
    assert len([step() for step in steps()]) > 10


def test_the_first_job_of_a_new_worker_imports_nothing() -> None:
    """Imports took longer than the patience with slow jobs, so that each new process lost its first game to a slow lane."""
    table = bundled()["gantry"].read_text(encoding="utf-8")
    begun = game_worker.begin(table, "gantry", "", "enforce", Limits(), None)
    at, by = Position("game", begun.seal, (begun.header,)), Actor("seat", "player", begun.sides)
    shown = game_worker.scene(at)
    assert isinstance(shown, game_worker.Scene)
    view = read_only.View(shown.table, by, (), 1_000)
    asked = Preview(
        kind="preview", id="look", declaration={**MOVE, "who": "grix", "path": [[20.2, 9.5]]}, brief=False
    )
    firsts: list[tuple[Any, ...]] = [
        (game_worker.scene, at),
        (game_worker.declare, at, by, Around(), MOVE),
        (read_only.look, view, asked),
        *(
            (game_worker.begin, file.read_text(encoding="utf-8"), name, "", "enforce", Limits(), None)
            for name, file in bundled().items()
        ),
    ]

    async def test() -> None:
        async with Workers(1) as workers:
            for first in firsts:
                process = await workers.fresh()
                assert await _imported(process, first) == []
                process.kill()

    async def _imported(process: Any, first: tuple[Any, ...]) -> list[str]:
        found, _ = result(await process.ask(packed(jobs.imported_by, *first)))
        imported: list[str] = found
        return imported

    asyncio.run(test())
