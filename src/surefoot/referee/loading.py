"""Loading a ruleset: what can be seen to be wrong with it is said at once, with its place, not in the middle of a game."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, get_args

from surefoot.referee import protocol
from surefoot.referee.calculators import calculator_problems
from surefoot.referee.catalogue import ClauseKind
from surefoot.referee.faults import OWN, fault_of
from surefoot.referee.protocol import API, BadRuleset, Problem, Ruleset
from surefoot.referee.sources import never_run, sources, unknown_citations, unknown_options
from surefoot.table.words import UNITS, instead


def loaded(name: str, point: Any) -> Ruleset:
    """The ruleset behind an entry point. Raises BadRuleset with every problem that can be seen without playing it."""
    try:
        ruleset = point.load()
        problems = tuple(problems_of(name, ruleset))
    except Exception as error:
        fault = fault_of(error)
        if fault is None:
            raise
        where = f"{fault.file}, line {fault.line}"
        raise BadRuleset(name, offered_by(point), (Problem(where, fault.error),)) from error
    if problems:
        raise BadRuleset(name, offered_by(point), problems)
    found: Ruleset = ruleset
    return found


def offered_by(point: Any) -> str:
    """The package that an entry point belongs to, with its version."""
    source = getattr(point, "dist", None)
    return f"{source.name} {source.version}" if source is not None else str(getattr(point, "module", ""))


def problems_of(name: str, ruleset: object) -> Iterator[Problem]:
    """Everything that is wrong with a ruleset as a package: version, unit, catalogue, and what its code names."""
    if not isinstance(ruleset, Ruleset):
        yield Problem(name, f"the entry point leads to {type(ruleset).__name__}, not to a Ruleset")
        return
    if ruleset.api != API:
        yield Problem("api", f"is written for version {ruleset.api!r} of the interface; this is {API}")
    if ruleset.unit not in UNITS:
        yield Problem(
            "unit", f"is one of {', '.join(UNITS)}, not {ruleset.unit!r}{instead(ruleset.unit, UNITS)}"
        )
    for where, says in calculator_problems(ruleset.feats, ruleset.journeys):
        yield Problem(where, says)
    if ruleset.package.partition(".")[0] == OWN:
        # The code of our own rulesets is read by the guards, not at every start.
        return
    if ruleset.name != name:
        yield Problem("name", f"the entry point is called {name!r}, the ruleset {ruleset.name!r}")
    yield from _catalogue(ruleset)
    yield from _code(ruleset)


def _catalogue(ruleset: Ruleset) -> Iterator[Problem]:
    kinds = get_args(ClauseKind)
    for clause in ruleset.catalogue:
        if clause.kind not in kinds:
            says = f"there is no kind {clause.kind!r} of clauses{instead(clause.kind, kinds)}"
            yield Problem(f"catalogue.{clause.id}.kind", says)
    for action in ruleset.actions:
        if ruleset.actions[action].name != action:
            yield Problem(f"actions.{action}", f"calls itself {ruleset.actions[action].name!r}")


def _code(ruleset: Ruleset) -> Iterator[Problem]:
    """What its code names and does not exist, from the first line to the last."""
    yield from sorted(_in_code(ruleset), key=_line)


def _line(problem: Problem) -> tuple[str, int]:
    file, _, line = problem.where.rpartition(":")
    return (file, int(line)) if line.isdigit() else (problem.where, 0)


def _in_code(ruleset: Ruleset) -> Iterator[Problem]:
    # Modules that only tests import need not be importable here.
    modules = [source for source in sources(ruleset.package) if source.name in sys.modules]
    for where, id_ in dict.fromkeys(unknown_citations(ruleset, modules)):
        known = instead(id_, ruleset.catalogue.clauses)
        yield Problem(where, f"cites {id_!r}, which the catalogue does not have{known}")
    for where, name in dict.fromkeys(unknown_options(ruleset, modules)):
        known = instead(name, ruleset.catalogue.options)
        yield Problem(where, f"asks for the option {name!r}, which the catalogue does not have{known}")
    for source in modules:
        for where, name in never_run(source):
            yield Problem(where, f"calls {name}() and does not run it: write `yield from {name}(…)`")


def reload(name: str) -> Ruleset:
    """A ruleset read again from its files, for authors: its modules, its catalogue, and everything kept about it."""
    import gc
    from functools import _lru_cache_wrapper

    point = protocol.installed()[name]
    package = point.module.partition(".")[0]
    for module in [each for each in sys.modules if each == package or each.startswith(f"{package}.")]:
        del sys.modules[module]
    # Answers that were worked out by the old code are of no use any more. Workers of a server freeze what they have loaded:
    # frozen objects are not listed.
    gc.unfreeze()
    for cache in [each for each in gc.get_objects() if isinstance(each, _lru_cache_wrapper)]:
        cache.cache_clear()
    return protocol.find(name)
