"""Checks of a table: every walker needs a pace."""

from __future__ import annotations

from surefoot.referee.protocol import Problem
from surefoot.table.table import Table
from surefoot.table.words import instead

PROFILE = ["pace"]


def lay(table: Table) -> tuple[Table, tuple[Problem, ...]]:
    """Check every profile; no defaults to fill in."""
    problems: list[Problem] = []
    for model in table.models.values():
        where = f"models.{model.id}.profile"
        problems += [
            Problem(f"{where}.{name}", f"a walker has no {name!r}{instead(name, PROFILE)}")
            for name in model.profile
            if name not in PROFILE
        ]
        given = model.profile.get("pace")
        if isinstance(given, bool) or not isinstance(given, int) or given < 1:
            problems.append(Problem(where, f"{model.id} needs a pace: a whole number of inches, 1 or more"))
    return table, tuple(problems)
