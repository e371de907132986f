"""A reach that is answered in parts: the search is kept between jobs, and each job continues it for a moment.

No job takes long, so the searches of several players take turns in one process. A search whose client is gone is simply
not continued.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

from surefoot.answers import movement, odds
from surefoot.records import dataclass
from surefoot.routes.found import FoundReach
from surefoot.routes.query import MoveQuery
from surefoot.server.messages import Reach
from surefoot.table.table import Table

# One job searches for this many seconds. Jobs of more than `workers.PATIENCE` seconds would be moved to a slow lane.
MOMENT = 0.1
# An outline is drawn again only after the search has run this many times as long as drawing took.
SPARING = 4.0
# The largest number of searches that are kept in one process.
MOST = 32


@dataclass(frozen=True, slots=True)
class Part:
    """A part of an answer: the reach as it is known, or nothing if there is nothing new; and whether more follows."""

    answer: dict[str, Any] | None
    more: bool


@dataclass
class _Growing:
    """A search under way."""

    steps: Iterator[FoundReach | None]
    table: Table
    action: str
    asked: Reach
    # A search that had to begin again shows nothing before its end: what was shown before may be more.
    silent: bool
    found: FoundReach | None = None
    fresh: bool = False
    # The seconds that the search has run since the last outline, and those that drawing it took.
    searched: float = 0.0
    drawing: float = 0.0

    def go_on(self) -> Part:
        """Search for a moment. The first outline is shown as soon as there is one."""
        begun = time.perf_counter()
        first = self.found is None
        for step in self.steps:
            if step is not None:
                self.found, self.fresh = step, True
            spent = time.perf_counter() - begun
            if spent > MOMENT or (first and self.found is not None):
                self.searched += spent
                return Part(self._shown(), True)
        assert self.found is not None
        shown = movement.reach_data(self.found, self.asked.step)
        if self.asked.chances and self.found.mover != "unit":
            shown = odds.with_chances(
                shown, self.table, self.asked.who, self.action, MoveQuery.from_fields(self.asked)
            )
        return Part(shown, False)

    def _shown(self) -> dict[str, Any] | None:
        """The reach so far, if something is new and drawing it is worth the time."""
        if self.silent or not self.fresh or self.found is None or self.searched < SPARING * self.drawing:
            return None
        begun = time.perf_counter()
        shown = movement.reach_data(self.found, self.asked.step)
        self.drawing, self.searched, self.fresh = time.perf_counter() - begun, 0.0, False
        return shown


_growing: OrderedDict[str, _Growing] = OrderedDict()


def part_of(key: str, table: Table, asked: Reach, *, again: bool) -> Part:
    """The next part of a reach; `again` if parts of it were asked for before."""
    growing = _growing.pop(key, None)
    if growing is None:
        action = movement.action_of(table, asked.who, asked.action)
        steps = movement.reached_steps(table, asked.who, action, MoveQuery.from_fields(asked))
        growing = _Growing(steps, table, action, asked, silent=again)
    part = growing.go_on()
    if part.more:
        _growing[key] = growing
        while len(_growing) > MOST:
            _growing.popitem(last=False)
    return part
