"""Special rules of figures and units: having, sharing and losing them."""

from __future__ import annotations

from surefoot.referee.remember import remembered
from surefoot.rulesets.gemini_arap.action import members, standing, unit_of
from surefoot.rulesets.gemini_arap.figure import FLEET, FLEETS, INDEPENDENT, MOVE_THROUGH_COVER, on_foot
from surefoot.table.record import Value
from surefoot.table.table import Table

Cited = tuple[str, ...]


def _written(keywords: tuple[str, ...], rule: str) -> bool:
    """Whether keywords name a special rule, by any of its names."""
    return rule in keywords or (rule == FLEET and any(name in keywords for name in FLEETS))


def _names(value: Value) -> tuple[str, ...]:
    return tuple(str(each) for each in (value if isinstance(value, tuple) else (value,)))


def _shared(table: Table, unit: str, rule: str) -> bool:
    """Whether a unit, or a figure in it, shares a rule with the whole unit."""
    whole = standing(table, unit)
    if whole is None:
        return False
    if rule in _names(whole.profile.get("shared_rules")):
        return whole_has(table, unit, rule)
    return any(
        _written(table.models[name].keywords, rule)
        and rule in _names(table.models[name].profile.get("shared_rules"))
        for name in members(table, (unit,))
    )


def whole_has(table: Table, unit: str, rule: str) -> bool:
    """Whether a unit has a rule: by its own keyword, or by that of all its ordinary members."""
    squad = standing(table, unit)
    if squad is not None and _written(squad.keywords, rule):
        return True
    ordinary = [name for name in members(table, (unit,)) if not table.models[name].has(INDEPENDENT)]
    return bool(ordinary) and all(_written(table.models[name].keywords, rule) for name in ordinary)


@remembered
def has(table: Table, who: str, rule: str) -> tuple[bool, Cited]:
    """Whether a figure has a special rule, and the additional clauses behind it."""
    model = table.models[who]
    unit = unit_of(table, who)
    squad = standing(table, unit)
    written = squad is not None and _written(squad.keywords, rule) and not model.has(INDEPENDENT)
    if _written(model.keywords, rule) or written:
        return True, ()
    if _shared(table, unit, rule):
        return True, ("character.special-rules-shared",)
    return False, ()


def alone(table: Table, who: str) -> bool:
    """Whether a figure is the only one of its unit."""
    return len(members(table, (unit_of(table, who),))) <= 1


def through_cover(table: Table, who: str) -> tuple[bool, Cited]:
    """Whether a figure has Move Through Cover: by its own rule, or as a lone Independent Character on foot."""
    own, clauses = has(table, who, MOVE_THROUGH_COVER)
    if own:
        return True, clauses
    model = table.models[who]
    if not model.has(INDEPENDENT) or not on_foot(model):
        return False, ()
    if alone(table, who):
        return True, ("move-through-cover.independent-characters",)
    return False, ("character.special-rules-blocked",)


def fleet(table: Table, names: tuple[str, ...]) -> tuple[bool, Cited]:
    """Whether figures that move together are Fleet: all of them need the rule."""
    each = [has(table, name, FLEET) for name in names]
    cited = tuple(clause for own, clauses in each if own for clause in clauses)
    if all(own for own, _ in each):
        return True, cited
    some = any(own for own, _ in each)
    return False, ("character.special-rules-blocked",) if some else ()
