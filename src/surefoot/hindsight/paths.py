"""What else there was: the cheapest and the surest paths to the place that a move was after."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction

from surefoot.forecast.odds import odds
from surefoot.geometry.search.anchor_search import Cancelled as SearchCancelled
from surefoot.geometry.tolerance import from_lattice
from surefoot.hindsight.luck import Cancelled
from surefoot.hindsight.moments import Moment
from surefoot.records import dataclass
from surefoot.referee.referee import check, ruleset_of
from surefoot.referee.verdict import Outcome
from surefoot.routes.found import FoundRoute
from surefoot.routes.ground.survey import Unpriced
from surefoot.routes.one_level.route import NoRoute
from surefoot.routes.plan import find_formation
from surefoot.routes.query import CannotPlan, MoveQuery
from surefoot.routes.risk.one_level import risky_routes
from surefoot.routes.units import is_unit, members
from surefoot.table.place import BOARD
from surefoot.table.table import Table

# Less than this is not worth a word, in units of the table.
WASTE = 0.05
# Ends that differ by less than this, in units of the table and in degrees, are the same.
_SAME_PLACE, _SAME_FACING = 0.01, 0.5
# The processor time, in seconds, that the searches for other paths may take in a whole game.
PATIENCE = 8.0


class OutOfTime(Exception):
    """There was no time left to look for other paths."""


@dataclass
class Patience:
    """The processor time that is left for the searches of a game."""

    left: float = PATIENCE

    @contextmanager
    def spent(self) -> Iterator[float]:
        """Counts the time that is spent inside; gives the time at which it is used up."""
        begun = time.process_time()
        try:
            yield begun + self.left
        finally:
            self.left -= time.process_time() - begun


@dataclass(frozen=True)
class Alternative:
    """Another path to the same place: what it costs, and how surely it gets there unharmed."""

    cost: float
    chance: Fraction
    route: FoundRoute


@dataclass(frozen=True)
class Alternatives:
    """The declared path and all others of which none is both dearer and less sure than another."""

    # What was declared: its cost if all goes well, and the chance to get there unharmed.
    cost: float
    chance: Fraction
    # The cheapest first, the surest last.
    others: tuple[Alternative, ...]
    # The most by which the costs of the others may be too high.
    error: float = 0.0

    @property
    def cheapest(self) -> Alternative | None:
        """A path that costs less and is at least as sure; none if nothing beats what was declared."""
        found = [each for each in self.others if each.cost < self.cost - WASTE and each.chance >= self.chance]
        return min(found, key=lambda each: each.cost, default=None)

    @property
    def surest(self) -> Alternative | None:
        """The path that gets there most surely; none if what was declared is as sure."""
        best = max(self.others, key=lambda each: (each.chance, -each.cost), default=None)
        return best if best is not None and best.chance > self.chance else None

    @property
    def wasted(self) -> float:
        """How much movement the cheapest path would have saved."""
        return self.cost - self.cheapest.cost if self.cheapest is not None else 0.0


def alternatives(
    moment: Moment, patience: Patience | None = None, *, cancelled: Cancelled | None = None
) -> Alternatives | None:
    """The other paths of a move; None if it has no path to a place. Raises OutOfTime."""
    declaration, before = moment.declaration, moment.before
    action = ruleset_of(before).actions.get(declaration.action)
    if declaration.kind != "declare" or action is None or action.path == "none" or declaration.target:
        return None
    who = declaration.actor
    hoped = check(before, declaration, nearest=False, policy=moment.policy)
    to = _end(hoped, who)
    if _rises_or_sinks(before, hoped.run.table, who):
        return None
    if hoped.verdict != "legal" or to is None or not hoped.ledger:
        return None
    point, on = to
    patience = patience or Patience()
    if patience.left <= 0:
        raise OutOfTime
    with patience.spent() as end:

        def enough() -> bool:
            return time.process_time() > end or (cancelled is not None and cancelled())

        try:
            if is_unit(before, who):
                return _unit(before, hoped, who, _unharmed(moment))
            found = risky_routes(before, who, declaration.action, point, MoveQuery(on=on), cancelled=enough)
        except (Unpriced, CannotPlan):
            return None
        except SearchCancelled:
            raise OutOfTime from None
    others = () if isinstance(found, NoRoute) else found
    same = [each for each in others if _same_end(hoped.run.table, each.route, (who,))]
    return Alternatives(
        from_lattice(hoped.cost),
        _unharmed(moment),
        tuple(Alternative(each.cost, each.chance, each.route) for each in same),
        max((each.route.error for each in same), default=0.0),
    )


def _same_end(wanted: Table, route: FoundRoute, names: Iterable[str]) -> bool:
    """Whether a path leads some models to the places where they were to end; those whose facing counts face the same way."""
    ends = route.steps[-1].run.table
    for name in names:
        there, here = wanted.pose(name), ends.pose(name)
        if math.dist(there[:3], here[:3]) > _SAME_PLACE:
            return False
        turned = abs((there.facing - here.facing + 180) % 360 - 180)
        if wanted.models[name].base.kind != "round" and turned > _SAME_FACING:
            return False
    return True


def _rises_or_sinks(before: Table, after: Table, who: str) -> bool:
    """Whether a flier changes its altitude, takes off or lands: paths are planned at one altitude only."""
    bands = [
        (table.models[who].place.kind == "air", table.models[who].place.band)
        for table in (before, after)
        if who in table.models
    ]
    return len(set(bands)) > 1


def _unit(table: Table, hoped: Outcome, who: str, chance: Fraction) -> Alternatives:
    """The cheapest paths on which each model of a unit gets to the place where it ended."""
    names, after = members(table, who), hoped.run.table
    others: tuple[Alternative, ...] = ()
    if all(name in after.models and after.models[name].place.on_table for name in names):
        places = {name: (pose.x, pose.y) for name in names for pose in (after.pose(name),)}
        found = find_formation(table, who, hoped.declaration.action, places)
        if found is not None and _same_end(after, found, names):
            others = (Alternative(found.cost, found.chance, found),)
    return Alternatives(from_lattice(hoped.cost), chance, others)


def _end(hoped: Outcome, who: str) -> tuple[tuple[float, float], str] | None:
    """Where a model ends if all goes well, and on which level; of a unit, the middle of its models."""
    table = hoped.run.table
    if is_unit(table, who):
        poses = [table.resolve(table.models[name].place) for name in members(table, who)]
        if not poses:
            return None
        return (sum(pose.x for pose in poses) / len(poses), sum(pose.y for pose in poses) / len(poses)), ""
    if who not in table.models or not table.models[who].place.on_table:
        return None
    place = table.models[who].place
    pose = table.resolve(place)
    return (pose.x, pose.y), "" if place.on == BOARD else place.on


def _unharmed(moment: Moment) -> Fraction:
    """The chance that the declaration as it was made ends legal, with no model harmed."""
    found = odds(moment.before, moment.declaration, policy=moment.policy, hasty=True)
    who = tuple(name for name in moment.declaration.who if name in moment.before.models)
    return found.over("safe", who).get(True, Fraction(0))
