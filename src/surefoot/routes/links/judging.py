"""Crossings: what the referee says to one leg that leads to another level, made from where it begins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import inf

from surefoot.dice.requests import Break
from surefoot.forecast.odds import odds
from surefoot.geometry.tolerance import from_lattice
from surefoot.referee.bill import bill
from surefoot.referee.itinerary import Leg
from surefoot.referee.protocol import Crossing, Declaration
from surefoot.referee.referee import check, ruleset_of
from surefoot.referee.scene import Scene
from surefoot.referee.tariff import Tariff
from surefoot.referee.trace import trace
from surefoot.referee.verdict import Outcome
from surefoot.table.place import Place, Pose
from surefoot.table.record import EMPTY, Record
from surefoot.table.table import Table

# No way between two levels takes more actions than this.
_MOST = 12
# More than any leg between two levels costs.
_PLENTY = 1e3


@dataclass(frozen=True)
class JudgedLink:
    """A leg that the referee judges legal: what it costs, where it ends, and how likely all its tests are passed."""

    legs: tuple[Leg, ...]
    place: Place
    # What it costs as a part of a move; or how many whole actions it takes, made by an action of its own.
    cost: float
    own: Crossing | None = None
    takes: int = 0
    # What is declared with an action of its own: a door is opened.
    opens: Declaration | None = None
    # What is walked along a slope before it, and behind it; the cost is that of all three.
    before: JudgedLink | None = None
    behind: JudgedLink | None = None
    chance: Fraction = Fraction(1)
    # The clauses that ask for the tests.
    tests: tuple[str, ...] = ()

    @property
    def cost_parts(self) -> tuple[float, float, float]:
        """What is walked before it, what it costs itself, and what is walked behind it."""
        before = self.before.cost if self.before else 0.0
        behind = self.behind.cost if self.behind else 0.0
        return before, self.cost - before - behind, behind

    @property
    def spans(self) -> int:
        """The actions that it takes at a time: what goes on with the next ones is paid for by its length."""
        return self.own.takes if self.own is not None and self.own.goes_on else self.takes


def with_model_at(table: Table, who: str, place: Place) -> Table:
    """The table with a model somewhere else."""
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
    """What comes of some legs from a place, or nothing if the referee refuses them or they lead nowhere."""
    now = with_model_at(table, who, start)
    name = own.action if own is not None else action
    chance, cost = Fraction(1), 0
    tests: list[str] = []
    strokes = own is not None and own.by_strokes
    for count in range(1, len(legs) + 1 if strokes else _MOST + 1):
        said = legs[count - 1 : count] if strokes else legs
        saying = Declaration(name, (who,), said, details=details if own is None else EMPTY)
        # What is begun now may have to wait for its next action.
        made = judge_declaration(now, saying) if count == 1 else judge_now_or_later(now, saying)
        if made is None:
            return None
        before, (outcome, now) = now, made
        cost += outcome.cost
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


def success_chance(table: Table, outcome: Outcome) -> Fraction:
    """How likely a declaration comes out as it is judged: all tests passed, and whatever is rolled enough."""
    if outcome.forks:
        who = outcome.declaration.actor
        place = outcome.run.table.models[who].place
        ends = odds(after_ticks(table, outcome.declaration), outcome.declaration)
        return ends.over(lambda end: end.after.models[who].place == place).get(True, Fraction(0))
    chance = Fraction(1)
    for test in outcome.tests:
        chance *= test.odds if test.odds is not None else 1
    return chance


@lru_cache(maxsize=1 << 15)
def judge_walk(
    table: Table, who: str, tariff: Tariff, start: Place, legs: tuple[Leg, ...]
) -> JudgedLink | None:
    """What legs that are walked come to by the tariff, or nothing if they cannot be followed; nobody has to rest at their end."""
    itinerary = trace(Scene(with_model_at(table, who, start)), tariff.lens, who, legs)
    paid = bill(itinerary, replace(tariff, allowance=_PLENTY))
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
    """The same by a ruleset that follows paths by itself: what it costs, and where it leads; infinite if it is barred."""
    follow = ruleset_of(table).follow
    assert follow is not None
    now = with_model_at(table, who, start)
    found = follow(now, who, action, legs)
    return (inf, now.pose(who)) if found is None else (from_lattice(found[0]), found[1])


def judge_declaration(table: Table, declaration: Declaration) -> tuple[Outcome, Table] | None:
    """The outcome of a declaration and the table after it, if it is legal now or after time has passed."""
    table = after_ticks(table, declaration)
    outcome = check(table, declaration, nearest=False)
    place = outcome.run.table.models[declaration.actor].place
    # Whoever has got as far up a wall as his action allows has stopped short, and goes on with the next.
    hangs = outcome.verdict == "stopped-short" and place.kind == "link" and not outcome.breaks
    if outcome.verdict != "legal" and not hangs:
        return None
    return outcome, outcome.run.table


def forbidden(table: Table, declaration: Declaration) -> tuple[Break, ...]:
    """What forbids an action altogether, now and after time has passed: wherever it leads."""
    permits = ruleset_of(table).actions[declaration.action].permits
    return permits(after_ticks(table, declaration), declaration.actor)


def judge_now_or_later(table: Table, declaration: Declaration) -> tuple[Outcome, Table] | None:
    """The same, or what comes of it in the next turn: nobody may have an action left that takes so much of this one."""
    made = judge_declaration(table, declaration)
    if made is not None:
        return made
    for later in _later_tables(table):
        made = judge_declaration(later, declaration)
        if made is not None:
            return made
    return None


def after_ticks(table: Table, declaration: Declaration) -> Table:
    """The table at the next moment at which an action may be made: now, or after what ends an activation, a turn, a round."""
    permits = ruleset_of(table).actions[declaration.action].permits
    if not permits(table, declaration.actor):
        return table
    return next((later for later in _later_tables(table) if not permits(later, declaration.actor)), table)


def _later_tables(table: Table) -> Iterator[Table]:
    """The table after each tick of the clock in turn."""
    for name, action in ruleset_of(table).actions.items():
        if action.kind == "tick" and not any(detail.required for detail in action.details):
            table = check(table, Declaration(name, kind="tick"), nearest=False).run.table
            yield table
