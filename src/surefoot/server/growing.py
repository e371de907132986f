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
from surefoot.routes.risk.one_level import ChanceReach
from surefoot.routes.risk.over_levels import LevelChanceReach, reach_by_chance_steps
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
    # The same by chance, if that was asked for: looked for when the reach is known.
    chances: Iterator[ChanceReach | LevelChanceReach | None]
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
        by_chance = None
        for by_chance in self.chances if self.asked.chances and self.found.mover != "unit" else ():
            spent = time.perf_counter() - begun
            if by_chance is None and spent > MOMENT:
                self.searched += spent
                return Part(self._shown(), True)
        shown = movement.reach_data(self.found, self.asked.step)
        return Part(shown if by_chance is None else odds.with_chances(shown, by_chance), False)

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
        query = MoveQuery.from_fields(asked)
        steps = movement.reached_steps(table, asked.who, action, query)
        chances = reach_by_chance_steps(table, asked.who, action, query)
        growing = _Growing(steps, chances, asked, silent=again)
    part = growing.go_on()
    if part.more:
        _growing[key] = growing
        while len(_growing) > MOST:
            _growing.popitem(last=False)
    return part
