"""Asks the referee about one link: what it costs, where it ends, and how likely it succeeds."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import chain
from math import inf

from surefoot.dice.requests import Break
from surefoot.geometry.tolerance import from_lattice
from surefoot.records import dataclass, replace
from surefoot.referee.bill import bill
from surefoot.referee.itinerary import Leg
from surefoot.referee.protocol import Crossing, Declaration
from surefoot.referee.referee import check, forbidden_by, ruleset_of
from surefoot.referee.scene import Scene
from surefoot.referee.tariff import Tariff
from surefoot.referee.trace import trace
from surefoot.referee.verdict import Outcome
from surefoot.routes.one_level.chance import after_ticks, later_tables, success_chance
from surefoot.table.place import Place, Pose
from surefoot.table.record import EMPTY, Record
from surefoot.table.table import Table

# The largest number of actions for one link.
_MOST = 12
# More movement than any link costs.
_PLENTY = 1e3


@dataclass(frozen=True)
class JudgedLink:
    """A link that the referee judges legal: its cost, where it ends, and the chance that all its tests are passed."""

    legs: tuple[Leg, ...]
    place: Place
    # Its cost as part of a move; or, if it is an action of its own, the number of whole actions it takes.
    cost: float
    own: Crossing | None = None
    takes: int = 0
    # The declaration that opens a door, if that is an action of its own.
    opens: Declaration | None = None
    # The walk along a slope before the link, and after it; the cost includes both.
    before: JudgedLink | None = None
    behind: JudgedLink | None = None
    chance: Fraction = Fraction(1)
    # The clauses that require the tests.
    tests: tuple[str, ...] = ()

    @property
    def cost_parts(self) -> tuple[float, float, float]:
        """The cost of the walk before it, of the link itself, and of the walk after it."""
        before = self.before.cost if self.before else 0.0
        behind = self.behind.cost if self.behind else 0.0
        return before, self.cost - before - behind, behind

    @property
    def spans(self) -> int:
        """The number of actions it takes at a time. Links that continue in the next actions are paid by length."""
        return self.own.takes if self.own is not None and self.own.goes_on else self.takes


def with_model_at(table: Table, who: str, place: Place) -> Table:
    """The table with a model at another place."""
    return table.changed(models=table.models.with_(who, table.models[who].at(place)))


@lru_cache(maxsize=1 << 15)
def judge_link(
    table: Table,
    who: str,
    action: str,
    start: Place,
    legs: tuple[Leg, ...],
    own: Crossing | None,
    details: Record = EMPTY,
) -> JudgedLink | None:
    """The verdict on some legs from a place; None if the referee refuses them or they lead nowhere."""
    now = with_model_at(table, who, start)
    name = own.action if own is not None else action
    chance, cost = Fraction(1), 0
    tests: list[str] = []
    strokes = own is not None and own.by_strokes
    for count in range(1, len(legs) + 1 if strokes else _MOST + 1):
        said = legs[count - 1 : count] if strokes else legs
        saying = Declaration(name, (who,), said, details=details if own is None else EMPTY)
        # Each further action may have to wait for the next turn.
        made = judge_declaration(now, saying) if count == 1 else judge_now_or_later(now, saying)
        if made is None:
            return None
        before, (outcome, now) = now, made
        if any(test.odds == 0 for test in outcome.tests):
            # A jump that no roll can pass is a fall: it leads down, but it is no path.
            return None
        cost += outcome.unrounded_cost
        chance *= success_chance(before, outcome)
        tests += [test.clauses[0] for test in outcome.tests]
        place = now.models[who].place
        if place.kind == "surface" and (not strokes or count == len(legs)):
            if place == start:
                return None
            takes = count * own.takes if own is not None else 0
            asked = tuple(dict.fromkeys(tests))
            return JudgedLink(legs, place, from_lattice(cost), own, takes, chance=chance, tests=asked)
    return None


@lru_cache(maxsize=1 << 15)
def judge_walk(
    table: Table, who: str, tariff: Tariff, start: Place, legs: tuple[Leg, ...]
) -> JudgedLink | None:
    """The cost and end of legs that are walked, by the tariff; None if they cannot be followed.

    The base need not rest at the end.
    """
    itinerary = trace(Scene(with_model_at(table, who, start)), tariff.lens, who, legs)
    paid = bill(itinerary, replace(tariff, allowance=_PLENTY), whole=False)
    closed = [each.zone for each in tariff.keep_out if each.on_the_way]
    met = [zone for stride in itinerary.strides for zone in stride.zones]
    if itinerary.hold is not None or paid.barred is not None or itinerary.end.kind != "surface":
        return None
    if any(zone.key in closed for zone in met):
        return None
    return JudgedLink(legs, itinerary.end, from_lattice(paid.cost))


@lru_cache(maxsize=1 << 15)
def follow_by_ruleset(
    table: Table, who: str, action: str, start: Place, legs: tuple[Leg, ...]
) -> tuple[float, Pose]:
    """The cost and the end of legs by a ruleset that follows paths itself; an infinite cost if they are barred."""
    follow = ruleset_of(table).planning.follow
    assert follow is not None
    now = with_model_at(table, who, start)
    found = follow(now, who, action, legs)
    return (inf, now.pose(who)) if found is None else (from_lattice(found[0]), found[1])


def judge_declaration(table: Table, declaration: Declaration) -> tuple[Outcome, Table] | None:
    """The outcome of a declaration and the table after it, if it is legal now or after the clock has ticked."""
    return _judged_on(after_ticks(table, declaration), declaration)


def _judged_on(table: Table, declaration: Declaration) -> tuple[Outcome, Table] | None:
    outcome = check(table, declaration, nearest=False)
    place = outcome.run.table.models[declaration.actor].place
    # A climber that has used up its action on a wall stopped short, and continues with the next action.
    hangs = outcome.verdict == "stopped-short" and place.kind == "link" and not outcome.breaks
    if outcome.verdict != "legal" and not hangs:
        return None
    return outcome, outcome.run.table


def forbidden(table: Table, declaration: Declaration) -> tuple[Break, ...]:
    """The breaks that forbid an action altogether, now and after the clock has ticked, whatever its path."""
    permits = ruleset_of(table).actions[declaration.action].permits
    return forbidden_by(permits, after_ticks(table, declaration), declaration.actor)


def judge_now_or_later(table: Table, declaration: Declaration) -> tuple[Outcome, Table] | None:
    """Like `judge_declaration`, but also tries after each clock tick, because the action may not fit into this turn."""
    tried = set()
    for later in chain((table,), later_tables(table)):
        ready = after_ticks(later, declaration)
        # What was refused on the table after a tick is refused there again.
        if ready in tried:
            continue
        tried.add(ready)
        made = _judged_on(ready, declaration)
        if made is not None:
            return made
    return None
