"""The chance that a judged declaration turns out as planned."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from surefoot.forecast.ask import End
from surefoot.forecast.odds import odds
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import check, forbidden_by, ruleset_of
from surefoot.referee.verdict import Outcome
from surefoot.table.table import Table


def after_ticks(table: Table, declaration: Declaration) -> Table:
    """The table when an action is next permitted: now, or after ticks that end an activation, a turn or a round."""
    permits = ruleset_of(table).actions[declaration.action].permits
    if not forbidden_by(permits, table, declaration.actor):
        return table
    later = (each for each in later_tables(table) if not forbidden_by(permits, each, declaration.actor))
    return next(later, table)


def success_chance(table: Table, outcome: Outcome) -> Fraction:
    """The chance that a declaration turns out as judged: all tests are passed, and every roll is high enough."""
    if outcome.forks:
        moved = [
            who for who, each in outcome.run.table.models.items() if each.place != table.models[who].place
        ]
        places = {who: outcome.run.table.models[who].place for who in (*moved, *_actors(table, outcome))}
        ends = odds(after_ticks(table, outcome.declaration), outcome.declaration)

        def as_judged(end: End) -> bool:
            return all(end.after.models[who].place == place for who, place in places.items())

        return ends.over(as_judged).get(True, Fraction(0))
    chance = Fraction(1)
    for test in outcome.tests:
        chance *= test.odds if test.odds is not None else 1
    return chance


def later_tables(table: Table) -> Iterator[Table]:
    """The table after each tick of the clock in turn."""
    for name, action in ruleset_of(table).actions.items():
        if action.kind == "tick" and not any(detail.required for detail in action.details):
            table = _ticked(table, name)
            yield table


# A search asks again and again what follows on the same few tables, and a tick may take several judgements: who hangs on
# a wall may end its activation only where it cannot finish its climb.
@lru_cache(maxsize=1 << 12)
def _ticked(table: Table, tick: str) -> Table:
    return check(table, Declaration(tick, kind="tick"), nearest=False).run.table


def _actors(table: Table, outcome: Outcome) -> tuple[str, ...]:
    return tuple(who for who in outcome.declaration.who if who in table.models)
