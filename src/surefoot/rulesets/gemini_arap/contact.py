"""Base contact: bases that touch on one level, along one slope, or over a rise that is no obstacle."""

from __future__ import annotations

from surefoot.geometry.measure import gap
from surefoot.geometry.tolerance import within
from surefoot.referee.contact import height_between
from surefoot.referee.scene import Scene
from surefoot.rulesets.gemini_arap.figure import on_table
from surefoot.rulesets.gemini_arap.prices import SMALL
from surefoot.table.place import Pose
from surefoot.table.table import Table


def level_with(table: Table, who: str, pose: Pose, other: str) -> bool:
    """Whether a figure at a position is at the height of another where their bases are nearest."""
    body, there = table.models[who].base.shape.at(pose.x, pose.y, pose.facing), table.body(other)
    return within(height_between(Scene(table), pose, body, table.pose(other), there, SMALL), SMALL)


def touches(table: Table, who: str, pose: Pose, others: tuple[str, ...]) -> bool:
    """Whether a figure at a position is in base contact with one of these others."""
    body = table.models[who].base.shape.at(pose.x, pose.y, pose.facing)
    return any(
        within(gap(body, table.body(other)), 0.0) and level_with(table, who, pose, other)
        for other in on_table(table, others)
    )
