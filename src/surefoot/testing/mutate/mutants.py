"""The mutants of a module: mutmut's operators, and a few that rule code needs besides.

mutmut's own runner changes only what stands inside functions, and rules keep their prices and limits as constants
of a module; it also starts a pytest session for each mutant. So its operators are used, and not its runner.
"""

from __future__ import annotations

import difflib
import inspect
import sys
from collections.abc import Iterator
from itertools import accumulate, islice
from pathlib import Path
from types import CodeType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import libcst as cst
from libcst.metadata import (
    CodePosition,
    MetadataWrapper,
    ParentNodeProvider,
    PositionProvider,
    WhitespaceInclusivePositionProvider,
)
from mutmut.mutation.mutators import mutation_operators, operator_arg_removal, operator_assignment

from surefoot.records import dataclass

# Operators that put None where something else is expected: `make check` kills those, the corpus need not.
REFUSED_BY_TYPES = (operator_arg_removal, operator_assignment)
# Words for people and spots on a path, by call and position: the corpus states neither, so they are no part of what
# it must pin down.
WORDS: dict[str, tuple[int, ...]] = {
    "Break": (1, 2),
    "Problem": (1,),
    "Modifier": (1,),
    "Answer": (2,),
    "Detail": (1,),
    "Action": (2,),
    "Stopped": (1,),
    "instead": (0, 1),
}
WORD_NAMES = ("says", "hint", "title", "why", "where", "close", "TERMS")
# Sentences for people, and the names of units in them.
SENTENCES = ("say", "text", "count", "Quantity", "Notation", "Quoted")
# Asking for a type or a size is for the type checker's sake more often than for the rule's.
PLAIN_CALLS = ("isinstance", "len", "cast", "TypeVar")
# Arguments that only guard against mistakes of the code, or that only planners and faces read: the corpus asks neither.
PLAIN_ARGUMENTS = ("strict", "rest", "risk", "offered", "harms", "unit", "described")


@dataclass(frozen=True)
class Mutant:
    """One change of one module, and the lines of the statement it is in."""

    path: Path
    module: str
    line: int
    lines: tuple[int, int]
    tree: cst.Module
    node: cst.CSTNode
    becomes: cst.CSTNode
    # Where the node begins and ends in the text.
    span: tuple[int, int]

    @property
    def topic(self) -> str:
        """The rule topic that its module is named after."""
        return self.path.stem.replace("_", "-")

    def code(self) -> CodeType:
        """The module with the change made, ready to run; quicker than `source`, but not fit to be read."""
        before = self.tree.code
        if isinstance(self.node, cst.BaseCompoundStatement):
            # Alone, a block does not know how far it is indented.
            return compile(self.source(), str(self.path), "exec", dont_inherit=True)
        text = before[: self.span[0]] + self.tree.code_for_node(self.becomes) + before[self.span[1] :]
        return compile(text, str(self.path), "exec", dont_inherit=True)

    def source(self) -> str:
        """The module with the change made."""
        changed = self.tree.deep_replace(self.node, self.becomes)
        assert isinstance(changed, cst.Module)
        return changed.code

    def diff(self) -> tuple[str, ...]:
        """The changed lines, as a diff shows them."""
        before, after = self.tree.code.splitlines(), self.source().splitlines()
        lines = difflib.unified_diff(before, after, n=0, lineterm="")
        return tuple(line for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---"))

    def first_line(self) -> int:
        """The first line that differs, which for an argument left out is its own."""
        before, after = self.tree.code.splitlines(), self.source().splitlines()
        pairs = zip(before, after, strict=False)
        return next((number for number, (one, two) in enumerate(pairs, 1) if one != two), self.line)

    def change(self) -> tuple[str, str]:
        """What a line was and what it becomes, without indentation: how a mutant is known again in later runs."""
        removed = " ".join(line[1:].strip() for line in self.diff() if line.startswith("-"))
        added = " ".join(line[1:].strip() for line in self.diff() if line.startswith("+"))
        return removed, added


def mutants(path: Path, module: str, source: str) -> list[Mutant]:
    """Every mutant of a module, each change once."""
    wrapper = MetadataWrapper(cst.parse_module(source))
    visitor = _Visitor(path, module, wrapper.module)
    wrapper.visit(visitor)
    return visitor.found


class _Visitor(cst.CSTVisitor):
    METADATA_DEPENDENCIES = (PositionProvider, ParentNodeProvider, WhitespaceInclusivePositionProvider)

    def __init__(self, path: Path, module: str, tree: cst.Module) -> None:
        super().__init__()
        self.path, self.module, self.tree = path, module, tree
        self.found: list[Mutant] = []
        # Where each line begins in the text.
        self.begins = [0, *accumulate(len(line) for line in tree.code.splitlines(keepends=True))]
        # The lines of the statements around the node being visited: a mutant runs if the innermost of them runs.
        self.statements: list[tuple[int, int]] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        if self._is_no_rule(node):
            return False
        if isinstance(node, (cst.SimpleStatementLine, cst.BaseCompoundStatement)):
            self.statements.append(self._lines(node))
        seen: list[str] = []
        others = self._other_words(node)
        for becomes in _changes(node) if others is None else others:
            code = self.tree.code_for_node(becomes)
            if code not in seen and code != self.tree.code_for_node(node):
                seen.append(code)
                line = self.get_metadata(PositionProvider, node).start.line
                lines, span = self.statements[-1], self._span(node)
                self.found.append(Mutant(self.path, self.module, line, lines, self.tree, node, becomes, span))
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        if isinstance(original_node, (cst.SimpleStatementLine, cst.BaseCompoundStatement)):
            self.statements.pop()

    def _other_words(self, node: cst.CSTNode) -> list[cst.CSTNode] | None:
        """For a text of which the types allow only some: the next of them. None for anything else."""
        arg = self.get_metadata(ParentNodeProvider, node, None)
        call = self.get_metadata(ParentNodeProvider, arg, None) if isinstance(arg, cst.Arg) else None
        if (
            not isinstance(node, cst.SimpleString)
            or not isinstance(arg, cst.Arg)
            or not isinstance(call, cst.Call)
        ):
            return None
        words = allowed(meaning(self.module, call.func), call, arg)
        value = node.evaluated_value
        if value not in words:
            return None
        following = words[(words.index(str(value)) + 1) % len(words)]
        return [node.with_changes(value=f'"{following}"')] if len(words) > 1 else []

    def _span(self, node: cst.CSTNode) -> tuple[int, int]:
        place = self.get_metadata(WhitespaceInclusivePositionProvider, node)
        return self._offset(place.start), self._offset(place.end)

    def _offset(self, at: CodePosition) -> int:
        return self.begins[at.line - 1] + at.column

    def _lines(self, node: cst.CSTNode) -> tuple[int, int]:
        position = self.get_metadata(PositionProvider, node)
        body = getattr(node, "body", None)
        if isinstance(body, cst.BaseSuite):
            # Only the head of an if, a loop or a function: what it holds are statements of their own.
            begins = self.get_metadata(PositionProvider, body).start.line
            return position.start.line, max(position.start.line, begins - 1)
        return position.start.line, position.end.line

    def _is_no_rule(self, node: cst.CSTNode) -> bool:
        """Annotations, decorators, imports, documentation, words for people."""
        if isinstance(node, (cst.Annotation, cst.Decorator, cst.Import, cst.ImportFrom, cst.Assert)):
            return True
        if _calls(node, (*PLAIN_CALLS, *SENTENCES)):
            return True
        if isinstance(node, cst.Expr) and isinstance(node.value, (cst.SimpleString, cst.ConcatenatedString)):
            return True
        if isinstance(node, cst.Arg):
            call = self.get_metadata(ParentNodeProvider, node)
            return isinstance(call, cst.Call) and _is_words(call, call.args.index(node))
        if isinstance(node, (cst.Assign, cst.AnnAssign)):
            return _names_words(node) or (len(self.statements) == 1 and _is_type(node))
        return False


def meaning(module: str, node: cst.BaseExpression) -> Any:
    """What a plain or dotted name stands for in a module that is loaded; None if only a run could tell."""
    if isinstance(node, cst.Name):
        return getattr(sys.modules.get(module), node.value, None)
    if isinstance(node, cst.Attribute):
        return getattr(meaning(module, node.value), node.attr.value, None)
    return None


def allowed(called: Any, call: cst.Call, arg: cst.Arg) -> tuple[str, ...]:
    """The texts that the types allow for an argument; none if they allow any."""
    try:
        parameters = list(inspect.signature(called).parameters)
        hints = get_type_hints(called if isinstance(called, type) else inspect.unwrap(called))
    except (TypeError, ValueError, NameError):
        return ()
    index = call.args.index(arg)
    name = arg.keyword.value if arg.keyword is not None else dict(enumerate(parameters)).get(index, "")
    hint = hints.get(name)
    return tuple(str(each) for each in get_args(hint)) if get_origin(hint) is Literal else ()


def _names_words(node: cst.Assign | cst.AnnAssign) -> bool:
    targets = [each.target for each in node.targets] if isinstance(node, cst.Assign) else [node.target]
    return any(isinstance(target, cst.Name) and target.value in WORD_NAMES for target in targets)


def _is_type(node: cst.Assign | cst.AnnAssign) -> bool:
    """A name for a type: `Judge = Callable[…]`."""
    return isinstance(node.value, cst.Subscript)


def _is_words(call: cst.Call, index: int) -> bool:
    """Whether an argument is nothing that the corpus speaks of."""
    keyword = call.args[index].keyword
    if keyword is not None:
        return keyword.value in (*WORD_NAMES, *PLAIN_ARGUMENTS)
    return isinstance(call.func, cst.Name) and index in WORDS.get(call.func.value, ())


def _changes(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """What a node can be changed into."""
    for sort, operator in mutation_operators:
        if isinstance(node, sort) and operator not in REFUSED_BY_TYPES:
            changed = operator(node)
            # Of a text, one change is enough: another spelling is as unknown as this one.
            yield from islice(changed, 1) if _is_text(node) else changed
    if isinstance(node, cst.Call):
        yield from _argument_changes(node)
    yield from _rule_changes(node)


def _argument_changes(node: cst.Call) -> Iterator[cst.Call]:
    """A call with one argument less, where the type checker might let that pass."""
    for index, arg in enumerate(node.args):
        optional = arg.keyword is not None or arg.star or index == len(node.args) - 1
        words = _is_words(node, index) or _is_sentence(arg.value)
        if len(node.args) > 1 and (optional or _is_text(arg.value)) and not words:
            left = [*node.args[:index], *node.args[index + 1 :]]
            left[-1] = left[-1].with_changes(comma=node.args[-1].comma)
            yield node.with_changes(args=left)


def _calls(node: cst.CSTNode, names: tuple[str, ...]) -> bool:
    return isinstance(node, cst.Call) and isinstance(node.func, cst.Name) and node.func.value in names


def _is_sentence(node: cst.CSTNode) -> bool:
    return _calls(node, SENTENCES)


def _is_text(node: cst.CSTNode) -> bool:
    """Clauses are texts and stand in a row: leaving one out is a citation less."""
    return isinstance(node, cst.SimpleString)


def _rule_changes(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """A condition turned round, something not done at all, a number one lower."""
    if isinstance(node, (cst.If, cst.While, cst.CompIf)):
        inner = node.test.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
        if isinstance(node.test, cst.UnaryOperation) and isinstance(node.test.operator, cst.Not):
            return  # taking the `not` away is an operator of its own
        yield node.with_changes(test=cst.UnaryOperation(cst.Not(), inner))
    if isinstance(node, (cst.Expr, cst.Raise)):
        yield cst.Pass()
    if isinstance(node, (cst.Integer, cst.Float)):
        yield _number(node.evaluated_value - 1)


def _number(value: float) -> cst.BaseExpression:
    if value < 0:
        return cst.UnaryOperation(
            cst.Minus(), _number(-value), lpar=[cst.LeftParen()], rpar=[cst.RightParen()]
        )
    return cst.Integer(repr(value)) if isinstance(value, int) else cst.Float(repr(value))
