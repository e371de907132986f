"""What forbids an action to a model now, before any path is known: shown wherever actions are offered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from surefoot.dice.requests import Break
from surefoot.rulesets.gemini_arap import action, charge, climb, crawl, tactical, water
from surefoot.rulesets.gemini_arap.figure import FALLEN, PRONE
from surefoot.table.table import Table

Why = Callable[[Table, str], list[Break]]


@dataclass(frozen=True, slots=True)
class Only:
    """What forbids any action now, and what forbids this one to every member of a unit."""

    why: Why

    def __call__(self, table: Table, who: str) -> tuple[Break, ...]:
        found = list(action.Permits()(table, who))
        each = [self.why(table, name) for name in action.members(table, (who,))]
        if each and all(each):
            found += [one for several in each for one in several]
        return tuple(dict.fromkeys(found))


def charging(table: Table, who: str) -> list[Break]:
    """What keeps a model from charging or diving."""
    found = action.afoot(table, who) + _prone(table, who)
    if table.note(charge.CHARGED, who) == "met":
        found.append(Break("charge.one-per-turn", f"{who} has charged this turn"))
    return found


def climbing(table: Table, who: str) -> list[Break]:
    """What keeps a model from climbing."""
    found = action.afoot(table, who) + _prone(table, who)
    if not climb.can_climb(table.models[who]):
        found.append(Break("climb.form-and-gear", f"{who} cannot climb"))
    return found


def shooting(table: Table, who: str) -> list[Break]:
    """Nothing but what keeps a model from acting at all keeps it from shooting, as far as movement goes."""
    return []


def moving(table: Table, who: str) -> list[Break]:
    """What keeps a model from moving on its feet, or on hands and knees."""
    found = action.afoot(table, who)
    if table.models[who].is_(PRONE) and not table.models[who].is_(FALLEN):
        unable = crawl.unable(table, who, "crawl")
        found += [*_prone(table, who), *unable] if unable else []
    return found


def hugging(table: Table, who: str) -> list[Break]:
    """What keeps a model from a tactical move."""
    return action.afoot(table, who) + tactical.breaks(table, who)


def swimming(table: Table, who: str) -> list[Break]:
    """What keeps a model from swimming."""
    return action.held(table, who) + _prone(table, who)


def leaving_the_water(table: Table, who: str) -> list[Break]:
    """What keeps a model from climbing out of the water."""
    return [] if water.swims(table, who) else [Break("swim.climb-out", f"{who} is not in the water")]


def _prone(table: Table, who: str) -> list[Break]:
    """Who is prone, and may act at all, gets up first."""
    if not table.models[who].is_(PRONE) or action.down(table, who):
        return []
    return [Break("prone.getting-up-costs-action", f"{who} is prone and has to get up first")]


# ---------------------------------------------------------------------- to whom an action is offered at all


def is_down(table: Table, who: str) -> bool:
    """Getting up is for those who are prone."""
    return any(table.models[name].is_(PRONE) for name in action.members(table, (who,)))


def fell(table: Table, who: str) -> bool:
    """Gathering one's wits is for those who fell."""
    return any(table.models[name].is_(FALLEN) for name in action.members(table, (who,)))


def is_up(table: Table, who: str) -> bool:
    """Going prone is for those who are not."""
    return any(not table.models[name].is_(PRONE) for name in action.members(table, (who,)))


def carries(table: Table, who: str) -> bool:
    """Putting something down is for those who carry it."""
    names = action.members(table, (who,))
    return any(name in thing.holders for thing in table.objects.values() for name in names)


def in_a_unit(table: Table, who: str) -> bool:
    """Whether somebody is, or is part of, a unit."""
    return who in table.units or bool(table.models[who].unit)


def rising(table: Table, who: str) -> tuple[Break, ...]:
    """What forbids getting up or gathering one's wits: no action left for it."""
    under_way = action.is_under_way(table, who)
    return tuple(action.breaks(table, (who,), int(under_way)))
