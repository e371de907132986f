"""Text of a file as a tree that remembers lines, read under limits that no file can talk its way around.

YAML is read event by event: depth, size and what aliases would expand to are counted before anything is built.
JSON is YAML too, so that both have line numbers.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from surefoot.files.problems import FileInvalid, FileProblem

# The limits of a file, as the documentation states them.
MOST_BYTES = 2_000_000
MOST_NODES = 100_000
DEEPEST = 40
LONGEST_NUMBER = 40

# The way to a field: keys and positions in lists.
Way = tuple[str | int, ...]


@dataclass(slots=True)
class Node:
    """One value of the file: plain, a list or a mapping; `size` counts it with everything in it, aliases expanded."""

    line: int
    value: Any
    size: int = 1
    depth: int = 0
    key_lines: dict[str, int] = field(default_factory=dict)
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
    """A file that could be read: its name, its tree and its plain data."""

    file: str
    root: Node
    data: Any

    def line(self, way: Way) -> int:
        """The line of a field; of the last thing on the way that exists, if the field is missing."""
        node, line = self.root, self.root.line
        for step in way:
            found = child(node, step)
            if found is None:
                # A way may name steps that a short form leaves out.
                continue
            line = abs(node.key_lines[step]) if isinstance(step, str) else found.line
            node = found
        return line

    def is_bare(self, way: Way) -> bool:
        """Whether a field is written as a bare word."""
        node: Node | None = self.root
        for step in way:
            node = None if node is None else child(node, step)
        return node is not None and node.bare


def child(node: Node, step: str | int) -> Node | None:
    """The node one step further down."""
    if isinstance(node.value, dict) and isinstance(step, str):
        return node.value.get(step)
    if isinstance(node.value, list) and isinstance(step, int) and 0 <= step < len(node.value):
        found: Node = node.value[step]
        return found
    return None


def read(path: str | os.PathLike[str]) -> tuple[str, str]:
    """The name and the text of a file; refused if it is missing, too large or no text."""
    name = str(path)
    try:
        with Path(path).open("rb") as stream:
            status = os.fstat(stream.fileno())
            if stat.S_ISREG(status.st_mode) and status.st_size > MOST_BYTES:
                raise _refused(name, _too_large(status.st_size))
            content = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise _refused(name, _unreadable(error)) from None
    except ValueError as error:
        raise _refused(name, f"this is no name of a file: {error}") from None
    if len(content) > MOST_BYTES:
        raise _refused(name, _too_large(len(content)))
    try:
        return name, content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise _refused(name, "this is not text in UTF-8", line) from None


def _unreadable(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "there is no such file"
    if isinstance(error, IsADirectoryError):
        return "this is a folder, not a file"
    return f"the file cannot be read: {error.strerror or error}"


def _too_large(size: int) -> str:
    return f"the file has {size:,} bytes or more; at most {MOST_BYTES:,} are read"


def _refused(file: str, says: str, line: int = 0) -> FileInvalid:
    return FileInvalid([FileProblem(file, line, "", says)])


def parse(text: str, file: str) -> Source:
    """The tree of a text; raises FileInvalid if it is no YAML or JSON, or goes beyond a limit."""
    if len(text) > MOST_BYTES or len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        raise _refused(file, _too_large(len(text)))
    # Reading and writing files is all that needs YAML: keep it out of everybody else's start.
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    try:
        root = _Composer(file).compose(YAML(typ="safe", pure=True).parse(text))
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise _refused(file, _syntax(error.problem, error.context), mark.line + 1 if mark else 0) from None
    except YAMLError as error:
        first = str(error).splitlines()[0] if str(error) else "unreadable"
        raise _refused(
            file, f"this is neither YAML nor JSON: {first}", _line_of_bad_character(text)
        ) from None
    return Source(file, root, root.plain())


def of_data(data: Any, file: str, line: int = 0) -> Source:
    """The tree of plain data that is no text any more (a request over the network): no lines, the same limits."""
    root = _of_data(data, file, 0, line)
    if root.size > MOST_NODES:
        raise _refused(file, f"the data holds more than {MOST_NODES:,} values", line)
    return Source(file, root, data)


def in_a_line(data: Any, file: str) -> Source:
    """The tree of what a program holds (tuples, keys that are numbers), as a file would hold it in its first line."""
    text = json.dumps(data)
    if len(text) > MOST_BYTES:
        raise _refused(file, _too_large(len(text)))
    try:
        # Numbers as in every other file; what JSON has no number for is a word.
        plain = json.loads(text, parse_int=_number, parse_float=_number, parse_constant=str)
    except ValueError as error:
        raise _refused(file, str(error), 1) from None
    return of_data(plain, file, 1)


def with_field(source: Source, name: str, data: Any) -> Source:
    """The same source with another value for one of its fields; one that is no mapping stays as it is."""
    if not isinstance(source.data, dict):
        return source
    changed = of_data(data, source.file)
    root = source.root
    fields, lines = {**root.value, name: changed.root}, {**root.key_lines, name: 0}
    return Source(
        source.file, Node(root.line, fields, root.size, root.depth, lines), {**source.data, name: data}
    )


def _of_data(data: Any, file: str, depth: int, line: int) -> Node:
    if depth >= DEEPEST and isinstance(data, (dict, list)):
        raise _refused(file, f"lists and mappings are nested more than {DEEPEST} deep", line)
    if isinstance(data, dict):
        for key in data:
            _demand_whole(key, file, line)
        inner = {key: _of_data(value, file, depth + 1, line) for key, value in data.items()}
        size = 1 + sum(node.size for node in inner.values())
        return Node(line, inner, size, key_lines=dict.fromkeys(inner, line))
    if isinstance(data, list):
        items = [_of_data(value, file, depth + 1, line) for value in data]
        return Node(line, items, 1 + sum(node.size for node in items))
    if isinstance(data, str):
        _demand_whole(data, file, line)
    if isinstance(data, int) and abs(data) >= 10**LONGEST_NUMBER:
        says = f"a number of more than {LONGEST_NUMBER} characters is too long to be meant"
        raise _refused(file, says, line)
    return Node(line, data)


def _demand_whole(text: str, file: str, line: int) -> None:
    if not text.isascii() and _HALF.search(text):
        raise _refused(file, "the text holds half a character (a lone surrogate)", line)


def _syntax(problem: str | None, context: str | None) -> str:
    says = "this is neither YAML nor JSON: " + (problem or "something is wrong here")
    return f"{says} ({context})" if context else says


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
_NOT_A_NUMBER = (".nan", ".NaN", ".NAN")
# The only tags that a file needs to write, and does not have to: JSON's own types.
_TAGS = {f"tag:yaml.org,2002:{name}" for name in ("str", "int", "float", "bool", "null", "map", "seq")}


class _Composer:
    """Builds the tree from events, without recursion, and counts while it builds."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.anchors: dict[str, Node | None] = {}
        self.total = 0
        # Open lists and mappings, with the key that waits for its value and the anchor to be set at the end.
        self.stack: list[tuple[Node, str]] = []
        self.waiting: list[tuple[str, int] | None] = []
        self.root: Node | None = None

    def compose(self, events: Iterable[Any]) -> Node:
        for event in _checked(events, self):
            kind = type(event).__name__
            line = event.start_mark.line + 1
            if kind == "DocumentStartEvent" and self.root is not None:
                raise self.refused(
                    line, "a file holds one document; put the second one into a file of its own"
                )
            if kind == "AliasEvent":
                self._put(self._alias(event.anchor, line), line)
            elif kind == "ScalarEvent":
                self._scalar(event, line)
            elif kind in ("SequenceStartEvent", "MappingStartEvent"):
                self._open(
                    Node(line, [] if kind == "SequenceStartEvent" else {}, depth=1), event.anchor or ""
                )
            elif kind in ("SequenceEndEvent", "MappingEndEvent"):
                self._close()
        return self.root if self.root is not None else Node(1, None)

    def refused(self, line: int, says: str) -> FileInvalid:
        return _refused(self.file, says, line)

    def _open(self, node: Node, anchor: str) -> None:
        if len(self.stack) >= DEEPEST:
            raise self.refused(node.line, f"lists and mappings are nested more than {DEEPEST} deep")
        if anchor:
            self.anchors[anchor] = None
        self.stack.append((node, anchor))
        self.waiting.append(None)

    def _close(self) -> None:
        node, anchor = self.stack.pop()
        self.waiting.pop()
        if anchor:
            self.anchors[anchor] = node
        # Its parts were counted when they were put in.
        self._put(node, node.line, counted=node.size - 1)

    def _scalar(self, event: Any, line: int) -> None:
        try:
            value = _scalar(event)
        except ValueError as error:
            raise self.refused(line, str(error)) from None
        if self._wants_key():
            self.waiting[-1] = (value if isinstance(value, str) else event.value or "null", line)
            return
        node = Node(line, value, bare=event.style is None)
        if event.anchor:
            self.anchors[event.anchor] = node
        self._put(node, line)

    def _wants_key(self) -> bool:
        return bool(self.stack) and isinstance(self.stack[-1][0].value, dict) and self.waiting[-1] is None

    def _alias(self, anchor: str, line: int) -> Node:
        if anchor not in self.anchors:
            raise self.refused(line, f"*{anchor} stands for nothing: no &{anchor} comes before it")
        node = self.anchors[anchor]
        if node is None:
            raise self.refused(line, f"*{anchor} stands inside what it stands for")
        return node

    def _put(self, node: Node, line: int, counted: int = 0) -> None:
        self.total += node.size - counted
        if self.total > MOST_NODES:
            raise self.refused(line, f"the file holds more than {MOST_NODES:,} values, aliases written out")
        if not self.stack:
            self.root = node
            return
        parent = self.stack[-1][0]
        if len(self.stack) + node.depth > DEEPEST:
            raise self.refused(line, f"lists and mappings are nested more than {DEEPEST} deep")
        if isinstance(parent.value, list):
            parent.value.append(node)
        else:
            self._put_under_key(parent, node, line)
        parent.size += node.size
        parent.depth = max(parent.depth, node.depth + 1)

    def _put_under_key(self, parent: Node, node: Node, line: int) -> None:
        waiting = self.waiting[-1]
        if waiting is None:
            raise self.refused(line, "a key must be a plain word, not a list or a mapping")
        key, key_line = waiting
        self.waiting[-1] = None
        if key == "<<":
            self._merge(parent, node, line)
            return
        # A merged key has a negative line until it is given outright.
        if parent.key_lines.get(key, -1) > 0:
            raise self.refused(key_line, f"{key!r} is given twice, first on line {parent.key_lines[key]}")
        parent.value[key] = node
        parent.key_lines[key] = key_line

    def _merge(self, parent: Node, node: Node, line: int) -> None:
        for each in node.value if isinstance(node.value, list) else [node]:
            if not isinstance(each.value, dict):
                raise self.refused(line, "<< takes over a mapping, written as *name")
            for key, value in each.value.items():
                if key not in parent.value:
                    parent.value[key] = value
                    parent.key_lines[key] = -abs(each.key_lines[key])


def _checked(events: Iterable[Any], composer: _Composer) -> Iterator[Any]:
    """The events, as long as they carry no tags that would have to be trusted."""
    for event in events:
        tag = getattr(event, "tag", None)
        if tag is not None and str(tag) not in _TAGS:
            raise composer.refused(event.start_mark.line + 1, f"the tag {tag} is not read here; leave it out")
        yield event


def _scalar(event: Any) -> Any:
    """The value of a scalar; raises ValueError if it cannot be kept."""
    text: str = event.value
    if not text.isascii() and _HALF.search(text):
        try:
            text = text.encode("utf-16", "surrogatepass").decode("utf-16")
        except UnicodeDecodeError:
            raise ValueError("the text holds half a character (a lone surrogate)") from None
    if event.style is not None or str(event.tag or "").endswith(":str"):
        return text
    return word_value(text)


def word_value(text: str) -> Any:
    """The value that a bare word stands for, by YAML 1.2; raises ValueError if it cannot be kept.

    >>> [word_value(text) for text in ("4", "0.5", "true", "centre")]
    [4, 0.5, True, 'centre']
    """
    if text in _NULL:
        return None
    if text in _TRUE:
        return True
    if text in _FALSE:
        return False
    number = _number(text)
    return text if number is None else number


def _number(text: str) -> int | float | None:
    endless = _ENDLESS.fullmatch(text)
    if endless:
        return float(f"{endless.group(1)}inf")
    if text in _NOT_A_NUMBER:
        return float("nan")
    if not (_WHOLE.fullmatch(text) or _BASED.fullmatch(text) or _NUMBER.fullmatch(text)):
        return None
    if len(text) > LONGEST_NUMBER:
        raise ValueError(f"a number of {len(text)} characters is too long to be meant")
    if _WHOLE.fullmatch(text):
        return int(text)
    return int(text, 0) if _BASED.fullmatch(text) else float(text)
