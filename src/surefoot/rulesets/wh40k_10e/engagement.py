"""Engagement Range: 1" horizontally and 5" vertically, both together."""

from __future__ import annotations

from surefoot.geometry.measure import gap
from surefoot.geometry.tolerance import within
from surefoot.rulesets.wh40k_10e.squad import Squad, Stand, stand, stands
from surefoot.table.table import Table

HORIZONTALLY = 1.0
VERTICALLY = 5.0


def covered(height: float, *, hull: bool) -> float:
    """The height over which others measure to a model: a hull is measured to over all of it, a base at its level only."""
    return height if hull else 0.0


def apart_vertically(one: Stand, other: Stand) -> float:
    """The vertical distance: between the levels of bases, or the heights that a hull covers."""
    one_top = one.level + covered(one.height, hull=one.hull)
    other_top = other.level + covered(other.height, hull=other.hull)
    return max(0.0, one.level - other_top, other.level - one_top)


def in_engagement_range(one: Stand, other: Stand) -> bool:
    """Whether two models are within Engagement Range of each other."""
    return within(apart_vertically(one, other), VERTICALLY) and within(
        gap(one.body, other.body), HORIZONTALLY
    )


def engaged_models(table: Table, unit: Squad) -> tuple[tuple[str, str], ...]:
    """The models of a unit within Engagement Range of an enemy, each with one such enemy."""
    found: list[tuple[str, str]] = []
    everyone = stands(table)
    for name in unit.models:
        if table.models[name].place.on_table:
            here = stand(table, name)
            foe = next(
                (each.id for each in everyone if each.side != unit.side and in_engagement_range(here, each)),
                None,
            )
            if foe is not None:
                found.append((name, foe))
    return tuple(found)


def engagements(table: Table, unit: Squad) -> dict[str, tuple[str, ...]]:
    """The enemies within Engagement Range of a unit, each with the models of the unit that it engages."""
    mine = [stand(table, name) for name in unit.models if table.models[name].place.on_table]
    found = {}
    for enemy in stands(table):
        near = tuple(each.id for each in mine if enemy.side != unit.side and in_engagement_range(each, enemy))
        if near:
            found[enemy.id] = near
    return found
