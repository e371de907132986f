"""How good an end of a move is for the side that makes it: models lost, harm, success, states, distance."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from surefoot.dice.host import Run
from surefoot.dice.requests import Do
from surefoot.hindsight.moments import Moment
from surefoot.referee.referee import check, ruleset_of
from surefoot.table.effects import Stopped
from surefoot.table.model import Model
from surefoot.table.table import Table

# Distances closer to each other than this many units are equally good.
_ALIKE = 0.01


@dataclass(frozen=True, order=True)
class Standing:
    """What an end is worth to a side; the lower, the better. What comes first weighs more than all that comes after it.

    Losses, harm and states count those of the side's own models, less those of all others.
    """

    losses: int
    harm: int
    # 1 if the move was refused after a roll, was stopped short, or still waits for an answer.
    failed: int
    # States such as Pinned or Prone that models have got.
    states: int
    # How far from the place where it ends if all goes well, in hundredths of the table's unit.
    short: int


@dataclass(frozen=True)
class Judge:
    """Judges the ends of one moment, from the view of the side that acts."""

    moment: Moment

    @cached_property
    def hoped(self) -> Table:
        """The table if all goes well."""
        made = self.moment
        return check(made.before, made.declaration, policy=made.policy, nearest=False).run.table

    def __call__(self, run: Run) -> Standing:
        """What an end is worth."""
        before, after = self.moment.before, run.table
        losses = harm = states = 0
        harms = ruleset_of(before).harms
        for name, was in before.models.items():
            now = after.models.get(name)
            if now is was:
                continue
            sign = 1 if was.side == self.moment.side else -1
            if _is_gone(now):
                losses += 0 if _is_gone(was) else sign
                continue
            assert now is not None
            harm += sign * sum(now.counted(each) - was.counted(each) for each in harms)
            states += sign * (len(set(now.statuses) - set(was.statuses)))
        stopped = any(isinstance(step, Do) and isinstance(step.effect, Stopped) for step in run.steps)
        failed = stopped or bool(run.breaks) or run.unanswered is not None
        return Standing(losses, harm, int(failed), states, self._short(after))

    def own_harm(self, run: Run) -> int:
        """The damage that the side's own models have taken."""
        ruleset = ruleset_of(self.moment.before)
        return sum(
            now.counted(each) - was.counted(each)
            for name, was in self.moment.before.models.items()
            if was.side == self.moment.side and (now := run.table.models.get(name)) is not None
            for each in ruleset.damages or ruleset.harms[:1]
        )

    def _short(self, after: Table) -> int:
        return sum(round(_apart(after, self.hoped, name) / _ALIKE) for name in self._actors)

    @cached_property
    def _actors(self) -> tuple[str, ...]:
        before = self.moment.before
        found: list[str] = []
        for name in self.moment.declaration.who:
            unit = before.units.get(name)
            found += unit.models if unit is not None else (name,)
        return tuple(name for name in dict.fromkeys(found) if name in before.models)


def _is_gone(model: Model | None) -> bool:
    return model is None or model.place.kind == "gone"


def _apart(one: Table, other: Table, name: str) -> float:
    """How far a model stands from where it stands on another table; 0 where it stands on only one of them."""
    places = [each.models[name].place for each in (one, other) if name in each.models]
    if len(places) < 2 or not all(place.on_table for place in places):
        return 0.0
    a, b = one.resolve(places[0]), other.resolve(places[1])
    return math.dist((a.x, a.y, a.z), (b.x, b.y, b.z))
