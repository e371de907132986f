"""The code of a ruleset, parsed, with the names of each module resolved: what guards by reflection read."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from surefoot.records import dataclass
from surefoot.referee.catalogue import Catalogue
from surefoot.referee.protocol import Ruleset, find
from surefoot.referee.verdict import OVERRIDE

# Parameters and fields, of the core and of rule code, that hold clause ids.
CLAUSE_PLACES = (
    "clause",
    "clauses",
    "allowance_clause",
    "blocked_clause",
    "limit_clause",
    "round_clause",
    "short_clause",
    "turn_clause",
    "risk",
)
LOOKS_LIKE_AN_ID = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)+")
REQUESTS = "surefoot.dice.requests"


@dataclass(frozen=True)
class Source:
    """One module of a ruleset."""

    name: str
    path: Path
    tree: ast.Module

    def at(self, node: ast.AST) -> str:
        """Where something stands, for people."""
        return f"{self.path.name}:{getattr(node, 'lineno', '?')}"

    def meaning(self, node: ast.expr) -> Any:
        """What a plain or dotted name stands for in this module; None if only a run could tell."""
        if isinstance(node, ast.Name):
            module = sys.modules.get(self.name) or importlib.import_module(self.name)
            return vars(module).get(node.id)
        if isinstance(node, ast.Attribute):
            return getattr(self.meaning(node.value), node.attr, None)
        return None

    def calls(self) -> Iterator[tuple[ast.Call, Any]]:
        """Every call with what is called."""
        for node in nodes(self.tree):
            if isinstance(node, ast.Call):
                yield node, self.meaning(node.func)


@lru_cache(maxsize=512)
def nodes(tree: ast.Module) -> tuple[ast.AST, ...]:
    """Everything in a module: it is gone through for one question after another."""
    return tuple(ast.walk(tree))


@lru_cache(maxsize=32)
def sources(package: str) -> tuple[Source, ...]:
    """Every module of a package."""
    file = importlib.import_module(package).__file__
    if file is None:
        return ()
    root = Path(file).parent
    found = []
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        name = ".".join([package, *(part for part in parts if part != "__init__")])
        found.append(Source(name, path, ast.parse(path.read_text(encoding="utf-8"))))
    return tuple(found)


def arguments(call: ast.Call, called: Any) -> dict[str, list[ast.expr]]:
    """The arguments of a call by the name of the parameter they are given to."""
    try:
        parameters = list(inspect.signature(called).parameters.values())
    except (TypeError, ValueError):
        return {}
    found: dict[str, list[ast.expr]] = {}
    named = [each for each in parameters if each.kind is not inspect.Parameter.KEYWORD_ONLY]
    for index, argument in enumerate(call.args):
        place = named[min(index, len(named) - 1)] if named else None
        if place is not None and (index < len(named) or place.kind is inspect.Parameter.VAR_POSITIONAL):
            found.setdefault(place.name, []).append(argument)
    for keyword in call.keywords:
        if keyword.arg is not None:
            found.setdefault(keyword.arg, []).append(keyword.value)
    return found


def texts(node: ast.expr) -> Iterator[ast.Constant]:
    """The literal texts that an expression can give: through tuples, choices and joins, not through calls."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node
    elif isinstance(node, ast.IfExp):
        yield from texts(node.body)
        yield from texts(node.orelse)
    elif isinstance(node, (ast.Tuple, ast.List)):
        for each in node.elts:
            yield from texts(each)
    elif isinstance(node, (ast.BinOp, ast.BoolOp)):
        for side in ast.iter_child_nodes(node):
            if isinstance(side, ast.expr):
                yield from texts(side)
    elif isinstance(node, ast.Starred):
        yield from texts(node.value)


def layers(ruleset: Ruleset) -> tuple[Ruleset, ...]:
    """The ruleset and the editions it is layered on."""
    lower = ruleset.catalogue.extends
    return (ruleset, *(layers(find(lower)) if lower else ()))


def cited(source: Source, catalogue: Catalogue) -> list[tuple[str, str]]:
    """Every clause that a module cites, with the place: literals where clauses belong, and whatever looks like one."""
    topics = tuple(dict.fromkeys(clause.topic for clause in catalogue))
    placed = [
        text
        for call, called in source.calls()
        for place, given in arguments(call, called).items()
        if place in CLAUSE_PLACES
        for each in given
        for text in texts(each)
    ]
    shaped = [
        node
        for node in nodes(source.tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and LOOKS_LIKE_AN_ID.fullmatch(node.value)
        and node.value.split(".")[0] in topics
    ]
    found = [(source.at(text), str(text.value)) for text in (*placed, *shaped)]
    return [(where, id_) for where, id_ in found if id_ and id_ not in catalogue.options]


def unknown_citations(ruleset: Ruleset, among: Iterable[Source] | None = None) -> list[tuple[str, str]]:
    """What the code of a ruleset, or some of its modules, cites and its catalogue does not have."""
    catalogue = ruleset.catalogue
    return [
        (where, id_)
        for source in (sources(ruleset.package) if among is None else among)
        for where, id_ in dict.fromkeys(cited(source, catalogue))
        if id_ not in catalogue and id_ != OVERRIDE
    ]


def requests(ruleset: Ruleset) -> list[tuple[str, str, list[ast.expr]]]:
    """Every request and break that rule code makes: where, what, and the clauses it is given."""
    return [
        (source.at(call), str(called.__name__), given)
        for source in sources(ruleset.package)
        for call, called in source.calls()
        if getattr(called, "__module__", "") == REQUESTS
        for given in clauses_given(call, called).values()
    ]


def clauses_given(call: ast.Call, called: Any) -> dict[str, list[ast.expr]]:
    """The clause arguments that a request must be given; an empty list for one that was left out."""
    needed = [place for place in CLAUSE_PLACES if place in getattr(called, "__annotations__", {})]
    given = arguments(call, called)
    return {place: given.get(place, []) for place in needed}


def is_empty(node: ast.expr) -> bool:
    """Whether an expression is an empty list of clauses or an empty clause, for all to see."""
    if isinstance(node, (ast.Tuple, ast.List)):
        return not node.elts
    return isinstance(node, ast.Constant) and not node.value


def without_clause(ruleset: Ruleset) -> list[tuple[str, str]]:
    """Requests and breaks that cite nothing."""
    return [
        (where, what)
        for where, what, given in requests(ruleset)
        if not given or all(is_empty(each) for each in given)
    ]


def options_read(ruleset: Ruleset) -> list[str]:
    """Every option that the code of a ruleset, or of an edition below it, asks the table for."""
    return [
        str(text.value)
        for layer in layers(ruleset)
        for source in sources(layer.package)
        for call, called in source.calls()
        if _asks_for_an_option(call, called)
        for argument in call.args
        for text in texts(argument)
    ]


def unknown_options(ruleset: Ruleset, among: Iterable[Source]) -> list[tuple[str, str]]:
    """The options that some modules of a ruleset ask the table for and that its catalogue does not have."""
    return [
        (source.at(text), str(text.value))
        for source in among
        for call, _ in source.calls()
        if isinstance(call.func, ast.Attribute) and call.func.attr == "option"
        for argument in call.args
        for text in texts(argument)
        if text.value not in ruleset.catalogue.options
    ]


def never_run(source: Source) -> list[tuple[str, str]]:
    """Procedures that a module calls and does not run, because `yield from` is missing: where, and which."""
    run = {id(node.value) for node in nodes(source.tree) if isinstance(node, ast.YieldFrom)}
    # A call whose result is thrown away, kept or tested; one that is handed on may be run elsewhere.
    used: list[ast.expr] = []
    for node in nodes(source.tree):
        if isinstance(node, (ast.Expr, ast.Assign, ast.AnnAssign)) and node.value is not None:
            used.append(node.value)
        elif isinstance(node, (ast.If, ast.While, ast.IfExp)):
            used.append(node.test)
        elif isinstance(node, ast.UnaryOp):
            used.append(node.operand)
        elif isinstance(node, ast.BoolOp):
            used += node.values
        elif isinstance(node, ast.Compare):
            used += [node.left, *node.comparators]
    return [
        (source.at(each), getattr(called, "__name__", ""))
        for each in used
        if isinstance(each, ast.Call) and id(each) not in run
        for called in (source.meaning(each.func),)
        if inspect.isgeneratorfunction(called) and _is_procedure(called)
    ]


def _is_procedure(called: Any) -> bool:
    """Whether a generator function is one that asks and does; others give plain values."""
    returns = getattr(called, "__annotations__", {}).get("return", "")
    return "Procedure" in str(returns) or not returns


def _asks_for_an_option(call: ast.Call, called: object) -> bool:
    """`table.option(name)`, or a helper that is handed the options."""
    if isinstance(call.func, ast.Attribute):
        return call.func.attr == "option"
    return "options" in getattr(called, "__annotations__", {})
