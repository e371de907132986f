"""Mutants of a catalogue: a number, a word or a whole row of its tables, or a value of its options, is changed.

Pairs are traced here too: what a pair reads of a table stands beside the lines of code that it runs, under the path of
the catalogue and the places of its cells in the text.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.nodes import MappingNode, Node, SequenceNode

from surefoot.records import dataclass
from surefoot.referee import catalogue
from surefoot.referee.protocol import find
from surefoot.testing.mutate.rules import Held, modules

# The values of an option that decide something; its name is cited and its words are for people.
OPTION_FIELDS = ("default", "values", "bounds")
Steps = tuple[str | int, ...]
# Adds a place in the text to what a pair has read.
Note = Callable[[int], None]


@dataclass(frozen=True)
class Datum:
    """One change of a catalogue: where it stands, and what becomes of it; a row that is dropped becomes nothing."""

    path: Path
    module: str
    # The clause or option, then the way to the value inside the file.
    owner: str
    steps: Steps
    # What is shown: the row around the value.
    row: Steps
    line: int
    # The first and the last place of what is changed, as pairs note them.
    lines: tuple[int, int]
    data: Mapping[str, Any]
    becomes: Any = None
    dropped: bool = False

    @property
    def topic(self) -> str:
        """The topic of the clause; `option` for an option."""
        return self.owner.split(" ")[0].split(".")[0]

    def changed(self) -> dict[str, Any]:
        """The data of the catalogue with the change made."""
        data = deepcopy(dict(self.data))
        around = _at(data, self.steps[:-1])
        if self.dropped:
            del around[self.steps[-1]]
        else:
            around[self.steps[-1]] = self.becomes
        return data

    def diff(self) -> tuple[str, ...]:
        """The row, and the row as it becomes."""
        before = f"-{self.owner}: {self._shown(self.data)}"
        if self.dropped and self.row == self.steps:
            return (before,)
        return before, f"+{self.owner}: {self._shown(self.changed())}"

    def _shown(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """The row; of an option only what decides something."""
        row = _at(data, self.row)
        return row if "table" in self.row else {key: row[key] for key in OPTION_FIELDS if key in row}

    def first_line(self) -> int:
        """The line of the value."""
        return self.line

    def change(self) -> tuple[str, str]:
        """What the row was and what it becomes: how a mutant is known again in later runs."""
        return self.diff()[0][1:], "".join(line[1:] for line in self.diff()[1:])


def data_mutants(path: Path, package: str) -> list[Datum]:
    """Every mutant of the catalogue of a package, each change once."""
    text = path.read_text(encoding="utf-8")
    data, root = _loaded(text)
    found: list[Datum] = []
    for row, owner, keys in _rows(data):
        for key in keys:
            found += _value_mutants(path, package, owner, (*row, key), row, data, root)
        if "table" in row:
            node = _node(root, row)
            lines = node.start_mark.index, node.end_mark.index
            line = node.start_mark.line + 1
            found.append(Datum(path, package, owner, row, row, line, lines, data, dropped=True))
    return found


def is_for_readers(datum: Datum, named: set[str], read: set[int]) -> bool:
    """Whether it changes a cell that no rule names and no pair has read: a description that is shown with the table."""
    column = datum.steps[len(datum.row)] if len(datum.steps) > len(datum.row) else ""
    return bool(column) and column not in named and datum.lines[0] not in read


def named_words(package: str) -> set[str]:
    """Every plain text in the code of a ruleset, and of the edition that it is layered on."""
    found: set[str] = set()
    for module in modules(package).values():
        nodes = [each for each in ast.walk(ast.parse(module.source)) if isinstance(each, ast.Constant)]
        found |= {each.value for each in nodes if isinstance(each.value, str)}
    below = catalogue.load(package).extends
    return found | named_words(find(below).package) if below else found


def put(datum: Datum) -> None:
    """Let the catalogue be read with a change, in this process."""
    read = vars(catalogue)["_read"]
    vars(catalogue)["_read"] = lambda package: datum.changed() if package == datum.module else read(package)
    catalogue.load.cache_clear()


@contextmanager
def reading(packages: Mapping[str, Path], note: Callable[[str, int], None]) -> Iterator[None]:
    """Note what is read of the rows of some catalogues, until their rulesets are loaded again."""
    read = vars(catalogue)["_read"]
    noted = {package: _noting(path, note) for package, path in packages.items()}
    vars(catalogue)["_read"] = lambda package: noted[package] if package in noted else read(package)
    catalogue.load.cache_clear()
    try:
        yield
    finally:
        vars(catalogue)["_read"] = read
        catalogue.load.cache_clear()


def catalogues(held: Held) -> dict[str, Path]:
    """The catalogue of each package among some modules that has one, by package."""
    beside = {
        name: module.path.with_name("catalogue.yaml")
        for name, module in held.held.items()
        if module.path.name == "__init__.py"
    }
    return {name: path for name, path in beside.items() if path.is_file()}


class _Row(dict[str, Any]):
    """A row of a table that notes which of its cells are read."""

    def __init__(self, cells: Mapping[str, Any], places: Mapping[str, int], note: Note) -> None:
        super().__init__(cells)
        self.places, self.note = places, note

    def _note(self, *keys: Any) -> None:
        for key in keys or self.places:
            if key in self.places:
                self.note(self.places[key])

    def __getitem__(self, key: str) -> Any:
        self._note(key)
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        self._note(key)
        return super().get(key, default)

    def __contains__(self, key: object) -> bool:
        self._note(key)
        return super().__contains__(key)

    def __iter__(self) -> Iterator[str]:
        self._note()
        return super().__iter__()

    def items(self) -> Any:
        self._note()
        return super().items()

    def values(self) -> Any:
        self._note()
        return super().values()


def _noting(path: Path, note: Callable[[str, int], None]) -> dict[str, Any]:
    data, root = _loaded(path.read_text(encoding="utf-8"))

    def here(place: int) -> None:
        note(str(path), place)

    for row, _, keys in list(_rows(data)):
        places = {key: _node(root, (*row, key)).start_mark.index for key in keys}
        around = _at(data, row[:-1])
        around[row[-1]] = _Row(around[row[-1]], places, here)
    return data


def _loaded(text: str) -> tuple[dict[str, Any], Node]:
    """The data of a catalogue, and the same with the place of everything in the text."""
    return YAML(typ="safe").load(text), YAML(typ="safe", pure=True).compose(text)


def _rows(data: Mapping[str, Any]) -> Iterator[tuple[Steps, str, list[str]]]:
    """The way to each row of a table and each option, its clause or name, and what can be changed in it."""
    for index, clause in enumerate(data["clauses"]):
        for number, row in enumerate(clause.get("table") or ()):
            yield ("clauses", index, "table", number), clause["id"], list(row)
    for index, option in enumerate(data.get("options") or ()):
        fields = [name for name in OPTION_FIELDS if name in option]
        yield ("options", index), f"option {option['name']}", fields


def _value_mutants(
    path: Path, package: str, owner: str, steps: Steps, row: Steps, data: Mapping[str, Any], root: Node
) -> Iterator[Datum]:
    """The mutants of a value, or of all values inside it; what is read is the cell that holds them."""
    place = _node(root, steps[: len(row) + 1]).start_mark.index
    value = _at(data, steps)
    if isinstance(value, (dict, list)):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from _value_mutants(path, package, owner, (*steps, key), row, data, root)
        return
    line = _node(root, steps).start_mark.line + 1
    for becomes in _others(value):
        yield Datum(path, package, owner, steps, row, line, (place, place), data, becomes)


def _others(value: Any) -> tuple[Any, ...]:
    """What a number, a word or a switch can become: each once."""
    if isinstance(value, bool):
        return (not value,)
    if isinstance(value, (int, float)):
        return tuple(each for each in dict.fromkeys((value + 1, value - 1, value * 2)) if each != value)
    return (f"XX{value}XX",) if isinstance(value, str) else ()


def _at(data: Any, steps: Steps) -> Any:
    for step in steps:
        data = data[step]
    return data


def _node(node: Node, steps: Steps) -> Node:
    for step in steps:
        if isinstance(node, MappingNode):
            node = next(inner for key, inner in node.value if key.value == str(step))
        else:
            assert isinstance(node, SequenceNode)
            node = node.value[step]
    return node
