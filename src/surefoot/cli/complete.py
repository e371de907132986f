"""Shell completion: files, games, rulesets, clauses, topics and questions."""

from __future__ import annotations

import os
from pathlib import Path

import typer

# The endings of files that can be read.
ENDINGS = (".yaml", ".yml", ".json", ".game")


def files(incomplete: str) -> list[str]:
    """Scenarios, games and folders that begin with the text."""
    folder, begun = os.path.split(incomplete)
    try:
        found = sorted(Path(folder or ".").iterdir())
    except OSError:
        return []
    offered = []
    for path in found:
        if not path.name.startswith(begun) or (path.name.startswith(".") and not begun):
            continue
        name = os.path.join(folder, path.name)  # noqa: PTH118  # as it was typed, ./ and ~ included
        if path.is_dir():
            offered.append(f"{name}{os.sep}")
        elif path.suffix in ENDINGS:
            offered.append(name)
    return offered


def playable(incomplete: str) -> list[str]:
    """The bundled scenarios, and files."""
    from surefoot.answers.bundled import bundled

    return [*(name for name in bundled() if name.startswith(incomplete)), *files(incomplete)]


def rulesets(incomplete: str) -> list[str]:
    """The installed rulesets that begin with the text."""
    from importlib.metadata import entry_points

    names = sorted(point.name for point in entry_points(group="surefoot.rulesets"))
    return [name for name in names if name.startswith(incomplete)]


def several_rulesets(incomplete: str) -> list[str]:
    """Rulesets with commas between them: the last one is completed."""
    before, comma, begun = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in rulesets(begun) if name not in before.split(",")]


def rules(context: typer.Context, incomplete: str) -> list[str]:
    """Behind `rules`: a ruleset or show; behind show, the id of a clause, bare or with its ruleset."""
    words = context.params.get("words") or []
    if "show" in words:
        return clauses(incomplete)
    return [*(["show"] if "show".startswith(incomplete) else []), *rulesets(incomplete)] if not words else []


def clauses(incomplete: str) -> list[str]:
    """Ids of clauses that begin with the text."""
    from surefoot.answers.rulesets import installed_rulesets

    found: dict[str, None] = {}
    for installed in installed_rulesets():
        for clause in installed.ruleset.catalogue if installed.ruleset is not None else ():
            named = clause.full_id if "/" in incomplete else clause.id
            if named.startswith(incomplete):
                found[named] = None
    return sorted(found)


def topics(incomplete: str) -> list[str]:
    """Topics that begin with the text."""
    found = dict.fromkeys(each.partition(".")[0] for each in clauses(""))
    return [topic for topic in found if topic.startswith(incomplete)]


def questions(context: typer.Context, incomplete: str) -> list[str]:
    """Questions of the ruleset of a scenario that begin with the text."""
    from surefoot.files.scenario import load
    from surefoot.referee.protocol import find
    from surefoot.referee.questions import questions as known

    try:
        ruleset = load(str(context.params.get("file") or "")).table.ruleset
    except Exception:  # noqa: BLE001  # completion reports no problems of a file
        return []
    return [name for name in known(find(ruleset)) if name.startswith(incomplete)]
