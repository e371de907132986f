"""The code of the installed rulesets as guards read it: parsed, with the names of each module resolved."""

from __future__ import annotations

import ast
import importlib
import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from surefoot.referee.protocol import Ruleset, find, installed

ROOT = Path(__file__).parent.parent.parent
CORE = ROOT / "src" / "surefoot"
RULESETS = tuple(installed())


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
            return vars(importlib.import_module(self.name)).get(node.id)
        if isinstance(node, ast.Attribute):
            return getattr(self.meaning(node.value), node.attr, None)
        return None

    def calls(self) -> Iterator[tuple[ast.Call, Any]]:
        """Every call with what is called."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call):
                yield node, self.meaning(node.func)


@cache
def sources(ruleset: str) -> tuple[Source, ...]:
    """Every module of an installed ruleset."""
    return package_sources(find(ruleset).package)


def package_sources(package: str) -> tuple[Source, ...]:
    """Every module of a package."""
    file = importlib.import_module(package).__file__
    assert file is not None
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


def layers(ruleset: Ruleset) -> tuple[str, ...]:
    """The ruleset and the editions it is layered on."""
    lower = ruleset.catalogue.extends
    return (ruleset.name, *(layers(find(lower)) if lower else ()))
