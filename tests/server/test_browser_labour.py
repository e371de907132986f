"""Jobs of a page without a server: questions take turns, also when several are cancelled at once."""

from __future__ import annotations

import asyncio
from typing import Any

from surefoot.server.in_browser.labour import BrowserLabour
from surefoot.server.jobs import done


class Answer:
    """An answer as JavaScript hands it over."""

    def __init__(self, payload: bytes) -> None:
        self.payload = payload

    def to_bytes(self) -> bytes:
        return done(self.payload)


class Second:
    """The second worker: it answers when it may."""

    missing = False

    def __init__(self) -> None:
        self.may_answer = asyncio.Event()
        self.stopped = 0

    async def run(self, payload: bytes) -> Any:
        await self.may_answer.wait()
        return Answer(payload)

    def stop(self) -> None:
        self.stopped += 1


def twice(number: int) -> int:
    return 2 * number


def test_a_question_has_its_turn_after_two_that_are_cancelled_together() -> None:
    async def test() -> None:
        second = Second()
        labour = BrowserLabour(second)
        asked = [asyncio.create_task(labour.run("a", twice, number)) for number in range(4)]
        await asyncio.sleep(0)
        # The one that runs ends before the one that waits has noticed.
        asked[0].cancel()
        asked[1].cancel()
        second.may_answer.set()
        found = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(each) for each in found[:2]] == [asyncio.CancelledError] * 2
        assert found[2:] == [4, 6]
        assert second.stopped == 1
        # Nothing holds the turn any more.
        assert await labour.run("a", twice, 5) == 10

    asyncio.run(test())
