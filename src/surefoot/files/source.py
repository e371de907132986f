"""Reads the text of a file into a tree with line numbers, under limits on its size and depth.

YAML is read event by event: depth, size and expanded aliases are counted before anything is built. JSON is read as
YAML, so that both have line numbers.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Iterable
from dataclasses import field
from pathlib import Path
from typing import Any

from surefoot.files.problems import Code, FileInvalid, FileProblem
from surefoot.files.syntax import syntax_problem
from surefoot.language import Notation, Quoted, Sentence, say
from surefoot.records import dataclass

# The limits of a file; the manual lists them.
MOST_BYTES = 2_000_000
MOST_NODES = 100_000
# The most keys given twice that are told; joining the parts of more would only take time.
MOST_TWICE = 20
DEEPEST = 40
LONGEST_NUMBER = 40

# The way to a field: keys and positions in lists.
Way = tuple[str | int, ...]


class Unstorable(ValueError):
    """A value that can't be stored, with the problem as a sentence."""

    def __init__(self, says: Sentence) -> None:
        super().__init__(str(says))
        self.says = says


# What has no keys shares this one, which nothing is put into: most values of a file are plain.
_NO_KEYS: dict[str, int] = {}


@dataclass(slots=True)
class Node:
    """One value of the file: plain, a list or a mapping. `size` counts it and all values in it, with aliases expanded."""

    line: int
    value: Any
    size: int = 1
    depth: int = 0
    # The lines of the keys of a mapping.
    key_lines: dict[str, int] = field(default_factory=lambda: _NO_KEYS)
    # Written as a bare word, without quotes.
    bare: bool = False

    def plain(self) -> Any:
        """The value as plain data."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.plain() for node in self.value]
        return self.value


@dataclass(frozen=True)
class Source:
    """A file that was read: its name, its tree and its plain data."""

    file: str
    root: Node
    data: Any
    # Problems that leave a tree to read.
    problems: tuple[FileProblem, ...] = ()

    def line(self, way: Way) -> int:
        """The line of a field; if it is missing, of the last step of the way that exists."""
        node, line = self.root, self.root.line
        for step in way:
            found = child(node, step)
            if found is None:
                # A short form leaves out some steps of the way.
                continue
            line = abs(node.key_lines[step]) if isinstance(step, str) else found.line
            node = found
        return line

    def is_bare(self, way: Way) -> bool:
        """Whether a field is written as a bare word."""
        node = self._node(way)
        return node is not None and node.bare

    def value(self, way: Way) -> Any:
        """The plain value of a field; None if it is not there."""
        node = self._node(way)
        return None if node is None else node.plain()

    def _node(self, way: Way) -> Node | None:
        node: Node | None = self.root
        for step in way:
            node = None if node is None else child(node, step)
        return node


def child(node: Node, step: str | int) -> Node | None:
    """The node one step further down."""
    if isinstance(node.value, dict) and isinstance(step, str):
        return node.value.get(step)
    if isinstance(node.value, list) and isinstance(step, int) and 0 <= step < len(node.value):
        found: Node = node.value[step]
        return found
    return None


def read(path: str | os.PathLike[str]) -> tuple[str, str]:
    """The name and the text of a file; raises FileInvalid if it is missing, too large or not text."""
    name = str(path)
    try:
        with Path(path).open("rb") as stream:
            status = os.fstat(stream.fileno())
            if stat.S_ISREG(status.st_mode) and status.st_size > MOST_BYTES:
                raise _refused(name, too_large(status.st_size, MOST_BYTES))
            content = stream.read(MOST_BYTES + 1)
    except FileNotFoundError as error:
        raise _refused(name, unreadable(error), code="no-such-file") from None
    except OSError as error:
        raise _refused(name, unreadable(error)) from None
    except ValueError as error:
        raise _refused(name, no_file_name(error)) from None
    if len(content) > MOST_BYTES:
        raise _refused(name, too_large(len(content), MOST_BYTES))
    return name, decoded(content, name)


def decoded(content: bytes, name: str) -> str:
    """The text of a file; raises FileInvalid with how to mend it if it is no UTF-8."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        says = say("this is not UTF-8 text: save the file with the encoding UTF-8 in your editor")
        if content.startswith((b"\xff\xfe", b"\xfe\xff")):
            line = 0
            says = say("this is UTF-16 text: save the file with the encoding UTF-8 in your editor")
        raise _refused(name, says, line) from None


def unreadable(error: OSError) -> Sentence:
    """The problem with a file that the system can't read."""
    if isinstance(error, FileNotFoundError):
        return say("there is no such file")
    if isinstance(error, IsADirectoryError):
        return say("this is a folder, not a file")
    return say("the file can't be read: {error}", error=Notation(error.strerror or str(error)))


def no_file_name(error: ValueError) -> Sentence:
    """The problem with a name that no file can have."""
    return say("this is not a file name: {error}", error=Notation(str(error)))


def too_large(size: int, most: int) -> Sentence:
    """The problem with a file that is too large."""
    return say("the file has {size} bytes or more, the limit is {most}", size=size, most=most)


def _refused(file: str, says: Sentence, line: int = 0, code: Code = "") -> FileInvalid:
    return FileInvalid([FileProblem(file, line, "", says, code=code)])


def parse(text: str, file: str, *, patient: bool = False) -> Source:
    """The tree of a text; raises FileInvalid if it is not YAML or JSON, or exceeds a limit.

    A patient caller gets the problems that leave a tree to read, a key that is given twice, with the source.
    """
    if len(text) > MOST_BYTES or len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        raise _refused(file, too_large(len(text), MOST_BYTES))
    # Imported here: only reading files needs YAML, and importing it is slow.
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    try:
        root = _composed_fast(text, file)
        problems: list[FileProblem] = []
        if root is None:
            composer = _Composer(file)
            root, problems = composer.compose(YAML(typ="safe", pure=True).parse(text)), composer.problems
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        opened = error.context_mark.line + 1 if error.context_mark else 0
        line, says = syntax_problem(text, mark.line + 1 if mark else 0, error.problem, error.context, opened)
        raise _refused(file, says, line) from None
    except YAMLError as error:
        first = next(iter(str(error).splitlines()), "")
        line, says = syntax_problem(text, _line_of_bad_character(text), first, None, 0)
        raise _refused(file, says, line) from None
    if problems and not patient:
        raise FileInvalid(problems)
    return Source(file, root, root.plain(), tuple(problems))


# What libyaml reads by an older YAML: other line breaks, tabs, directives, anchors and aliases with a colon.
_OLDER = re.compile("[\t\x85\u2028\u2029\ufeff]|^%|[&*][^\\s\\[\\]{},&*]*:", re.MULTILINE)


def _composed_fast(text: str, file: str) -> Node | None:
    """The tree of a text by libyaml, eight times as fast; None if it is not there, or if the other parser has to decide."""
    try:
        from _ruamel_yaml import CParser  # type: ignore[import-not-found]  # has no types
    except ImportError:
        return None
    from ruamel.yaml.error import YAMLError

    if _OLDER.search(text):
        return None
    parser, composer = CParser(text), _Composer(file)
    try:
        root = composer.compose(iter(parser.get_event, None))
    except (YAMLError, FileInvalid):
        # The other parser names the problem.
        return None
    return None if composer.problems else root


def of_data(data: Any, file: str, line: int = 0) -> Source:
    """The tree of plain data, such as a request over the network: no lines, the same limits."""
    root = _of_data(data, file, 0, line)
    if root.size > MOST_NODES:
        raise _refused(file, _TOO_MANY, line)
    return Source(file, root, data)


def in_a_line(data: Any, file: str) -> Source:
    """The tree of Python data (with tuples and numeric keys), as if a file had it on its first line."""
    if _few_and_plain(data, _FEW) >= 0:
        # What comes over the network is plain already: nothing would change.
        return of_data(data, file, 1)
    text = json.dumps(data, default=_as_number)
    if len(text) > MOST_BYTES:
        raise _refused(file, too_large(len(text), MOST_BYTES))
    try:
        # Numbers as in other files; constants that JSON has no number for are words.
        plain = json.loads(text, parse_int=_number, parse_float=_number, parse_constant=str)
    except Unstorable as error:
        raise _refused(file, error.says, 1) from None
    return of_data(plain, file, 1)


def _as_number(value: Any) -> float:
    """A number of another kind, such as a Decimal or one of numpy's."""
    if not hasattr(value, "__float__"):
        raise TypeError(f"expected texts, numbers, lists and mappings, not {value!r}")
    return float(value)


# Plain data is taken as it is up to this many values, and with texts and numbers up to this size.
_FEW, _SHORT, _SMALL = 200, 1_000, 10**15


def _few_and_plain(data: Any, most: int) -> int:
    """How many more values data may have that is plain as JSON is; below 0: it has too many, or others."""
    kind = type(data)
    if kind is str:
        return most - 1 if len(data) <= _SHORT else -1
    if kind is float or kind is int:
        # Neither endless nor not a number.
        return most - 1 if -_SMALL < data < _SMALL else -1
    if kind is bool or data is None:
        return most - 1
    if kind is dict:
        if any(type(key) is not str for key in data):
            return -1
        data = data.values()
    elif kind is not list:
        return -1
    most -= 1
    for each in data:
        if most < 0:
            return most
        most = _few_and_plain(each, most)
    return most


def with_field(source: Source, name: str, data: Any) -> Source:
    """The source with another value for one of its fields; unchanged if it is not a mapping."""
    if not isinstance(source.data, dict):
        return source
    changed = of_data(data, source.file)
    root = source.root
    fields, lines = {**root.value, name: changed.root}, {**root.key_lines, name: 0}
    tree = Node(root.line, fields, root.size, root.depth, lines)
    return Source(source.file, tree, {**source.data, name: data}, source.problems)


def _of_data(data: Any, file: str, depth: int, line: int) -> Node:
    if depth >= DEEPEST and isinstance(data, (dict, list)):
        raise _refused(file, _TOO_DEEP, line)
    if isinstance(data, dict):
        for key in data:
            _demand_complete(key, file, line)
        inner = {key: _of_data(value, file, depth + 1, line) for key, value in data.items()}
        size = 1 + sum(node.size for node in inner.values())
        return Node(line, inner, size, key_lines=dict.fromkeys(inner, line))
    if isinstance(data, list):
        items = [_of_data(value, file, depth + 1, line) for value in data]
        return Node(line, items, 1 + sum(node.size for node in items))
    if isinstance(data, str):
        _demand_complete(data, file, line)
    if isinstance(data, int) and abs(data) >= 10**LONGEST_NUMBER:
        raise _refused(file, _TOO_LONG, line)
    return Node(line, data)


_TOO_MANY = say("the file has more than {most} values, with aliases expanded", most=MOST_NODES)
_TOO_DEEP = say("lists and mappings are nested more than {most} deep", most=DEEPEST)
_TOO_LONG = say("a number has at most {most} characters", most=LONGEST_NUMBER)
_SURROGATE = say("the text contains half a character (a lone surrogate)")


def _demand_complete(text: str, file: str, line: int) -> None:
    """Refuse a text with lone surrogates."""
    if not text.isascii() and _HALF.search(text):
        raise _refused(file, _SURROGATE, line)


def _line_of_bad_character(text: str) -> int:
    found = re.search("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", text)
    return text.count("\n", 0, found.start()) + 1 if found else 0


_HALF = re.compile("[\ud800-\udfff]")


# --- composing ----------------------------------------------------------------------------------

_NULL = ("", "~", "null", "Null", "NULL")
_TRUE = ("true", "True", "TRUE")
_FALSE = ("false", "False", "FALSE")
_WHOLE = re.compile(r"[-+]?[0-9]+")
_BASED = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_NUMBER = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_ENDLESS = re.compile(r"([-+]?)\.(?:inf|Inf|INF)")
# How numbers and the words above begin; an empty text is one of them.
_SPECIAL = frozenset(("", *"+-.~0123456789nNtTfF"))
_NOT_A_NUMBER = (".nan", ".NaN", ".NAN")
# The tags that are allowed: JSON's own types.
_TAGS = {f"tag:yaml.org,2002:{name}" for name in ("str", "int", "float", "bool", "null", "map", "seq")}


class _Composer:
    """Builds the tree from events without recursion, and counts its values."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.anchors: dict[str, Node | None] = {}
        self.total = 0
        # Open lists and mappings, each with its anchor; `waiting` holds the key that waits for its value.
        self.stack: list[tuple[Node, str]] = []
        self.waiting: list[tuple[str, int] | None] = []
        self.root: Node | None = None
        # What is wrong and leaves a tree to read.
        self.problems: list[FileProblem] = []

    def compose(self, events: Iterable[Any]) -> Node:
        for event in events:
            kind = type(event).__name__
            line = event.start_mark.line + 1
            # The kinds in the order of how many there are.
            if kind == "ScalarEvent":
                if event.tag is not None:
                    self._demand_known_tag(event, line)
                self._scalar(event, line)
            elif kind in ("SequenceEndEvent", "MappingEndEvent"):
                self._close()
            elif kind in ("SequenceStartEvent", "MappingStartEvent"):
                if event.tag is not None:
                    self._demand_known_tag(event, line)
                parts: list[Node] | dict[str, Node] = [] if kind == "SequenceStartEvent" else {}
                self._open(Node(line, parts, depth=1, key_lines={}), event.anchor or "")
            elif kind == "AliasEvent":
                self._put(self._alias(event.anchor, line), line)
            elif kind == "DocumentStartEvent" and self.root is not None:
                raise self.refused(line, say("a file has one document: move the second one to another file"))
        return self.root if self.root is not None else Node(1, None)

    def refused(self, line: int, says: Sentence) -> FileInvalid:
        return _refused(self.file, says, line)

    def _demand_known_tag(self, event: Any, line: int) -> None:
        """Refuse a tag that is not allowed."""
        if str(event.tag) not in _TAGS:
            says = say("the tag {tag} is not allowed: leave it out", tag=Notation(str(event.tag)))
            raise self.refused(line, says)

    def _open(self, node: Node, anchor: str) -> None:
        if len(self.stack) >= DEEPEST:
            raise self.refused(node.line, _TOO_DEEP)
        if anchor:
            self.anchors[anchor] = None
        self.stack.append((node, anchor))
        self.waiting.append(None)

    def _close(self) -> None:
        node, anchor = self.stack.pop()
        self.waiting.pop()
        if anchor:
            self.anchors[anchor] = node
        # Its parts were counted when they were added.
        self._put(node, node.line, counted=node.size - 1)

    def _scalar(self, event: Any, line: int) -> None:
        try:
            value = _scalar(event)
        except Unstorable as error:
            raise self.refused(line, error.says) from None
        if self._wants_key():
            self.waiting[-1] = (value if isinstance(value, str) else event.value or "null", line)
            return
        node = Node(line, value, bare=not event.style)
        if event.anchor:
            self.anchors[event.anchor] = node
        self._put(node, line)

    def _wants_key(self) -> bool:
        return bool(self.stack) and isinstance(self.stack[-1][0].value, dict) and self.waiting[-1] is None

    def _alias(self, anchor: str, line: int) -> Node:
        if anchor not in self.anchors:
            alias, defined = Notation(f"*{anchor}"), Notation(f"&{anchor}")
            raise self.refused(line, say("{alias} needs {anchor} before it", alias=alias, anchor=defined))
        node = self.anchors[anchor]
        if node is None:
            raise self.refused(line, say("{alias} contains itself", alias=Notation(f"*{anchor}")))
        return node

    def _put(self, node: Node, line: int, counted: int = 0) -> None:
        self.total += node.size - counted
        if self.total > MOST_NODES:
            raise self.refused(line, _TOO_MANY)
        if not self.stack:
            self.root = node
            return
        parent = self.stack[-1][0]
        if len(self.stack) + node.depth > DEEPEST:
            raise self.refused(line, _TOO_DEEP)
        if isinstance(parent.value, list):
            parent.value.append(node)
        else:
            self._put_under_key(parent, node, line)
        parent.size += node.size
        parent.depth = max(parent.depth, node.depth + 1)

    def _put_under_key(self, parent: Node, node: Node, line: int) -> None:
        waiting = self.waiting[-1]
        if waiting is None:
            raise self.refused(line, say("a key must be a plain word, not a list or a mapping"))
        key, key_line = waiting
        self.waiting[-1] = None
        if key == "<<":
            self._merge(parent, node, line)
            return
        # A merged key has a negative line until the mapping gives it itself.
        if parent.key_lines.get(key, -1) > 0:
            first = Notation(str(parent.key_lines[key]))
            says = say("{key} is given twice, first on line {line}", key=Quoted(key), line=first)
            self.problems.append(FileProblem(self.file, key_line, "", says))
            if len(self.problems) == MOST_TWICE:
                raise FileInvalid(self.problems)
            parent.value[key] = _joined(parent.value[key], node)
            return
        parent.value[key] = node
        parent.key_lines[key] = key_line

    def _merge(self, parent: Node, node: Node, line: int) -> None:
        for each in node.value if isinstance(node.value, list) else [node]:
            if not isinstance(each.value, dict):
                raise self.refused(line, say("<< needs a mapping, written as *name"))
            for key, value in each.value.items():
                if key not in parent.value:
                    parent.value[key] = value
                    parent.key_lines[key] = -abs(each.key_lines[key])


def _joined(first: Node, second: Node) -> Node:
    """What is given twice: the parts of both, if it has parts, so that the rest of the file finds them; else the first."""
    if isinstance(first.value, dict) and isinstance(second.value, dict):
        lines = {**second.key_lines, **first.key_lines}
        return Node(first.line, {**second.value, **first.value}, first.size, first.depth, lines)
    if isinstance(first.value, list) and isinstance(second.value, list):
        return Node(first.line, [*first.value, *second.value], first.size, first.depth)
    return first


def _scalar(event: Any) -> Any:
    """The value of a scalar; raises Unstorable."""
    text: str = event.value
    if not text.isascii() and _HALF.search(text):
        try:
            text = text.encode("utf-16", "surrogatepass").decode("utf-16")
        except UnicodeDecodeError:
            raise Unstorable(_SURROGATE) from None
    if event.style or str(event.tag or "").endswith(":str"):
        return text
    return word_value(text)


def word_value(text: str) -> Any:
    """The value of a bare word by YAML 1.2; raises Unstorable.

    >>> [word_value(text) for text in ("4", "0.5", "true", "centre")]
    [4, 0.5, True, 'centre']
    """
    # Most words begin with a letter that no number, truth or nothing begins with.
    if text[:1] not in _SPECIAL:
        return text
    if text in _NULL:
        return None
    if text in _TRUE:
        return True
    if text in _FALSE:
        return False
    number = _number(text)
    return text if number is None else number


def _number(text: str) -> int | float | None:
    # The kinds in the order of how many there are.
    kind = next((each for each in (_NUMBER, _BASED) if each.fullmatch(text)), None)
    if kind is not None:
        if len(text) > LONGEST_NUMBER:
            raise Unstorable(_TOO_LONG)
        if kind is _BASED:
            return int(text, 0)
        return int(text) if _WHOLE.fullmatch(text) else float(text)
    endless = _ENDLESS.fullmatch(text)
    if endless:
        return float(f"{endless.group(1)}inf")
    return float("nan") if text in _NOT_A_NUMBER else None
