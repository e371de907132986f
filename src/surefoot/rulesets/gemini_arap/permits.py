"""The clauses that forbid an action to a model now, before its path is known; shown where actions are offered."""

from __future__ import annotations

from collections.abc import Callable

from surefoot.dice.requests import Break
from surefoot.records import dataclass
from surefoot.rulesets.gemini_arap import (
    action,
    charge,
    climb,
    crawl,
    grapple,
    portable_ladder,
    prone,
    tactical,
    water,
)
from surefoot.rulesets.gemini_arap.figure import FALLEN, PRONE
from surefoot.table.table import Table

Why = Callable[[Table, str], list[Break]]


@dataclass(frozen=True, slots=True)
class Only:
    """The clauses that forbid any action now, and those that forbid this action to every member of a unit."""

    why: Why

    def __call__(self, table: Table, who: str) -> tuple[Break, ...]:
        found = list(action.Permits()(table, who))
        each = [self.why(table, name) for name in action.members(table, (who,))]
        if each and all(each):
            found += [one for several in each for one in several]
        return tuple(dict.fromkeys(found))


def present(table: Table, who: str) -> tuple[Break, ...]:
    """The clauses that forbid anything to a unit that is not on the table."""
    return tuple(action.absent(table, (who,)))


def free(table: Table, who: str) -> tuple[Break, ...]:
    """The clauses that forbid an action that takes no Action Point: it may be another unit's turn."""
    return tuple(action.breaks(table, (who,)))


def handling(table: Table, who: str) -> tuple[Break, ...]:
    """The clauses that forbid working a ladder or grapple without an Action Point."""
    return (*free(table, who), *(action.down(table, who) if who in table.models else ()))


def setting_up(table: Table, who: str) -> tuple[Break, ...]:
    """The clauses that forbid setting up a ladder."""
    return (*handling(table, who), *portable_ladder.without_ladder(table, (who,)))


def lying_down(table: Table, who: str) -> tuple[Break, ...]:
    """The clauses that forbid going Prone."""
    return tuple(prone.prone_breaks(table, (who,)))


def charging(table: Table, who: str) -> list[Break]:
    """The clauses that keep a model from charging or diving."""
    found = action.afoot(table, who) + _prone(table, who)
    if table.note(charge.CHARGED, who) == "met":
        found.append(charge.charged_already(who))
    return found


def climbing(table: Table, who: str) -> list[Break]:
    """The clauses that keep a model from climbing."""
    found = action.afoot(table, who) + _prone(table, who)
    if not climb.can_climb(table.models[who]):
        found.append(climb.unable(who))
    return found


def shooting(table: Table, who: str) -> list[Break]:
    """Nothing in these rules forbids shooting, beyond the clauses that forbid any action."""
    return []


def throwing(table: Table, who: str) -> list[Break]:
    """The clauses that keep a model from throwing a grapple."""
    return grapple.unable(table, who)


def moving(table: Table, who: str) -> list[Break]:
    """The clauses that keep a model from moving on foot or crawling."""
    found = action.afoot(table, who)
    if table.models[who].is_(PRONE) and not table.models[who].is_(FALLEN):
        unable = crawl.unable(table, who, "crawl")
        found += [*_prone(table, who), *unable] if unable else []
    return found


def hugging(table: Table, who: str) -> list[Break]:
    """The clauses that keep a model from a Tactical Move."""
    return action.afoot(table, who) + tactical.breaks(table, who)


def swimming(table: Table, who: str) -> list[Break]:
    """The clauses that keep a model from swimming."""
    return action.held(table, who) + _prone(table, who)


def leaving_the_water(table: Table, who: str) -> list[Break]:
    """The clauses that keep a model from climbing out of the water."""
    return [] if water.swims(table, who) else [water.not_in_it(who)]


def _prone(table: Table, who: str) -> list[Break]:
    """A Prone model that may act at all must get up first."""
    if not table.models[who].is_(PRONE) or action.down(table, who):
        return []
    return [action.gets_up_first(who)]


# ---------------------------------------------------------------------- which models an action is offered to


def is_down(table: Table, who: str) -> bool:
    """Whether a Prone model could get up."""
    return any(table.models[name].is_(PRONE) for name in action.members(table, (who,)))


def fell(table: Table, who: str) -> bool:
    """Whether a fallen model could gather its wits."""
    return any(table.models[name].is_(FALLEN) for name in action.members(table, (who,)))


def is_up(table: Table, who: str) -> bool:
    """Whether a model could go Prone."""
    return any(not table.models[name].is_(PRONE) for name in action.members(table, (who,)))


def carries(table: Table, who: str) -> bool:
    """Whether a model carries something that it could put down."""
    names = action.members(table, (who,))
    return any(name in thing.holders for thing in table.objects.values() for name in names)


def in_a_unit(table: Table, who: str) -> bool:
    """Whether the name is that of a unit or of one of its models."""
    return who in table.units or bool(table.models[who].unit)


def rising(table: Table, who: str) -> tuple[Break, ...]:
    """The clauses that forbid getting up or gathering wits: no action left."""
    under_way = action.is_under_way(table, who)
    return tuple(action.breaks(table, (who,), int(under_way)))
