"""Unit coherency: figures linked within three inches from head to head, and the clusters that they form."""

from __future__ import annotations

import math
from collections.abc import Mapping

from surefoot.geometry.shapes import MILLIMETRES_PER_INCH
from surefoot.geometry.tolerance import from_lattice, same, within
from surefoot.referee.protocol import Cohesion
from surefoot.rulesets.gemini_arap.book import overridden, rows
from surefoot.rulesets.gemini_arap.figure import INDEPENDENT
from surefoot.table.place import Pose
from surefoot.table.table import Table

# The greatest distance of a link between heads, which are above the centres of their bases.
LINK = 3.0


def poses(table: Table, names: tuple[str, ...]) -> dict[str, Pose]:
    """The positions of figures, by name."""
    return {name: table.pose(name) for name in names}


def link(table: Table, one: str, other: str) -> tuple[float, tuple[str, ...]]:
    """The greatest distance between two linked heads: three inches, or by the base-width gauge if the table uses it."""
    if table.option("base_width_shortcut") is True:
        bases = [table.models[name].base for name in (one, other)]
        for row in rows("coherency.base-width-aids"):
            width = row["base_mm"] / MILLIMETRES_PER_INCH
            if all(base.kind == "round" and same(from_lattice(base.size[0]), width) for base in bases):
                return row["head_to_head_mm"] / MILLIMETRES_PER_INCH, ("coherency.base-width-aids",)
    return overridden(table, "coherency.three-inches", LINK)


def cohesion(table: Table, unit: str) -> Cohesion | None:
    """The coherency of a unit, for route search."""
    names = [model.id for model in table.models.values() if model.unit == unit]
    if len(names) < 2:
        return None
    links = [link(table, one, other) for one in names for other in names if one != other]
    distance, clauses = min(links, key=lambda each: each[0])
    return Cohesion(distance, "centres", 1, clauses)


def clusters(table: Table, heads: Mapping[str, Pose]) -> list[list[str]]:
    """The clusters of linked figures, each in the order of the squad."""
    left = list(heads)
    found: list[list[str]] = []
    while left:
        group = [left.pop(0)]
        for name in group:
            linked = [
                other
                for other in left
                if within(math.dist(heads[name][:3], heads[other][:3]), link(table, name, other)[0])
            ]
            group += linked
            left = [other for other in left if other not in linked]
        found.append([name for name in heads if name in group])
    return found


def is_alone(table: Table, group: list[str]) -> bool:
    """Whether a part is a single figure that is no Independent Character."""
    return len(group) == 1 and not table.models[group[0]].has(INDEPENDENT)
