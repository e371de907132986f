"""Reads a file of the corpus: all problems at once, with lines and suggestions."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from surefoot.files.problems import FileInvalid, FileProblem
from surefoot.files.source import Source, Way, parse
from surefoot.files.source import read as read_text
from surefoot.records import dataclass
from surefoot.referee import protocol
from surefoot.referee.protocol import NoSuchRuleset, find
from surefoot.table.words import instead
from surefoot.testing import fields
from surefoot.testing.expect import shape_problems
from surefoot.testing.given import NoSuchPath, by_name, changed, merged

FILE_KEYS = ("ruleset", "rulesets", "topic", "base", "cases", "fields")
CASE_KEYS = ("clause", "also", "rulesets", "name", "given", "expect", "twin")
TWIN_KEYS = ("name", "set", "expect")


@dataclass(frozen=True)
class Case:
    """A case and its twin as written in a file."""

    file: str
    line: int
    twin_line: int
    rulesets: tuple[str, ...]
    clause: str
    also: tuple[str, ...]
    name: str
    given: Mapping[str, Any]
    expect: Mapping[str, Any]
    twin_name: str
    twin_given: Mapping[str, Any]
    twin_expect: Mapping[str, Any]
    # The change of the twin, as text.
    changes: str
    # Whether it proves what a field takes and refuses, not how the game is played.
    of_field: bool


def read(path: Path) -> tuple[Case, ...]:
    """The cases of a file; raises FileInvalid with every problem."""
    name, text = read_text(path)
    shown = os.path.relpath(name) if path.is_relative_to(Path.cwd()) else name
    return reads(text, shown, path.parent.name, path.name)


def reads(text: str, file: str, folder: str = "", name: str = "") -> tuple[Case, ...]:
    """The cases in a text; `folder` and `name` are those of its file, if it has one."""
    reader = _Reader(parse(text, file))
    found = reader.cases(folder, name)
    if reader.problems:
        raise FileInvalid(reader.problems)
    return found


class _Reader:
    """Reads one file and collects its problems."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.problems: list[FileProblem] = []
        self.names: dict[tuple[str, str], int] = {}

    def problem(self, way: Way, says: str) -> None:
        field = ".".join(str(step) for step in way)
        self.problems.append(FileProblem(self.source.file, self.source.line(way), field, says))

    def cases(self, folder: str, name: str) -> tuple[Case, ...]:
        top = self._mapping(self.source.data, (), FILE_KEYS, ("ruleset", "topic"))
        ruleset, topic = self._text(top, "ruleset", ()), self._text(top, "topic", ())
        if folder and ruleset and ruleset != folder:
            self.problem(("ruleset",), f"this file lies in {folder!r} and says {ruleset!r}")
        if name and topic and name != f"{topic}.yaml":
            self.problem(("topic",), f"a file about {topic!r} is called {topic}.yaml, not {name}")
        rulesets = self._rulesets(top, (), (ruleset,) if ruleset else ())
        base = by_name(self._fields(top, "base", ()))
        if "cases" not in top and "fields" not in top:
            self.problem((), "'cases' is missing")
        found = [self._case(entry, way, base, rulesets) for way, entry in self._entries(top, base)]
        return tuple(case for case in found if case is not None)

    def _entries(self, top: dict[str, Any], base: dict[str, Any]) -> Iterator[tuple[Way, Any]]:
        """Every case with its place: those that are written out, then those of the fields."""
        for key in ("cases", "fields"):
            entries = top.get(key, [])
            if not isinstance(entries, list) or (key in top and not entries):
                self.problem((key,), f"expected a list of {key} with at least one {key[:-1]} in it")
                continue
            for index, entry in enumerate(entries):
                way = (key, index)
                written = [entry] if key == "cases" else fields.cases(entry, base, way, self.problem)
                yield from ((way, each) for each in written)

    def _case(self, entry: Any, way: Way, base: dict[str, Any], rulesets: tuple[str, ...]) -> Case | None:
        before = len(self.problems)
        case = self._mapping(entry, way, CASE_KEYS, ("clause", "name", "expect", "twin"))
        clause, name = self._text(case, "clause", way), self._text(case, "name", way)
        rulesets = self._rulesets(case, way, rulesets)
        also = self._texts(case, "also", way)
        self._clauses((clause, *also) if clause else also, rulesets, way)
        self._unique(clause, name, way)
        expect = self._expect(case, way)
        given = merged(base, by_name(self._fields(case, "given", way)))
        twin_way = (*way, "twin")
        twin = (
            self._mapping(case.get("twin", {}), twin_way, TWIN_KEYS, ("set", "expect"))
            if "twin" in case
            else {}
        )
        twin_expect = self._expect(twin, twin_way)
        twin_given, changes = self._twin_given(given, twin, twin_way)
        if len(self.problems) > before:
            return None
        return Case(
            file=self.source.file,
            line=self.source.line(way),
            twin_line=self.source.line(twin_way),
            rulesets=rulesets,
            clause=clause,
            also=also,
            name=name,
            given=given,
            expect=expect,
            twin_name=self._text(twin, "name", twin_way) if "name" in twin else "",
            twin_given=twin_given,
            twin_expect=twin_expect,
            changes=changes,
            of_field=way[0] == "fields",
        )

    def _twin_given(
        self, given: dict[str, Any], twin: dict[str, Any], way: Way
    ) -> tuple[dict[str, Any], str]:
        setting = twin.get("set")
        if setting is None:
            return {}, ""
        if not isinstance(setting, dict) or len(setting) != 1:
            count = f", found {len(setting)}" if isinstance(setting, dict) else ""
            self.problem(
                (*way, "set"), f"a twin changes exactly one input, written {{models.kal.at: [3, 4]}}{count}"
            )
            return {}, ""
        ((path, value),) = setting.items()
        try:
            twin_given = by_name(changed(given, path, value))
        except NoSuchPath as nowhere:
            self.problem((*way, "set", path), str(nowhere))
            return {}, ""
        if twin_given == given:
            self.problem((*way, "set", path), "that is what the case says too: nothing is changed")
        shown = "removed" if value is None else json.dumps(value, ensure_ascii=False)
        return twin_given, f"{path}: {shown}"

    def _expect(self, entry: dict[str, Any], way: Way) -> dict[str, Any]:
        if "expect" not in entry:
            return {}
        expect = entry["expect"]
        if not isinstance(expect, dict):
            self.problem((*way, "expect"), "expected a mapping such as {verdict: legal, cost: 4}")
            return {}
        for key, says in shape_problems(expect):
            self.problem((*way, "expect", *((key,) if key else ())), says)
        return expect

    def _unique(self, clause: str, name: str, way: Way) -> None:
        line = self.source.line(way)
        first = self.names.setdefault((clause, name), line)
        if first != line and name:
            self.problem((*way, "name"), f"{clause} has a case of this name already, on line {first}")

    def _rulesets(self, entry: dict[str, Any], way: Way, default: tuple[str, ...]) -> tuple[str, ...]:
        named = self._texts(entry, "rulesets", way) if "rulesets" in entry else default
        key = "rulesets" if "rulesets" in entry else "ruleset"
        if key == "ruleset" and way:
            # Reported once for the whole file already.
            return tuple(name for name in named if name in protocol.installed())
        for name in named:
            if name not in protocol.installed():
                says = f"no ruleset called {name!r} is installed{instead(name, protocol.installed())}"
                self.problem((*way, key), says)
        return tuple(name for name in named if name in protocol.installed())

    def _clauses(self, clauses: tuple[str, ...], rulesets: tuple[str, ...], way: Way) -> None:
        for ruleset in rulesets:
            try:
                catalogue = find(ruleset).catalogue
            except NoSuchRuleset as unknown:  # pragma: no cover  # `installed` was asked before
                self.problem(way, str(unknown))
                continue
            for number, clause in enumerate(clauses):
                where = (*way, "also" if number else "clause")
                if clause not in catalogue:
                    dropped = clause in catalogue.renamed
                    says = f"{ruleset} {'has dropped' if dropped else 'has no clause'} {clause!r}"
                    self.problem(where, says + ("" if dropped else instead(clause, catalogue.clauses)))
                elif catalogue[clause].proof == "none":
                    self.problem(where, f"{clause} is exempt: {catalogue[clause].reason}")

    def _mapping(
        self, value: Any, way: Way, known: tuple[str, ...], needed: tuple[str, ...]
    ) -> dict[str, Any]:
        if not isinstance(value, dict):
            self.problem(way, f"expected a mapping with {', '.join(needed)}")
            return {}
        for key in value:
            if key not in known:
                self.problem((*way, key), f"no such field{instead(key, known)}")
        for key in needed:
            if key not in value:
                self.problem(way, f"{key!r} is missing")
        return value

    def _fields(self, entry: dict[str, Any], key: str, way: Way) -> dict[str, Any]:
        value = entry.get(key)
        if value is None:
            return {}
        if not isinstance(value, dict):
            self.problem((*way, key), "expected scenario fields: {board: …, models: …, declare: …}")
            return {}
        if "ruleset" in value:
            self.problem((*way, key, "ruleset"), "the file says the ruleset; its settings go under options")
        return value

    def _text(self, entry: dict[str, Any], key: str, way: Way) -> str:
        value = entry.get(key)
        if value is None:
            return ""
        if not isinstance(value, str) or not value.strip() or "\n" in value:
            self.problem((*way, key), f"expected a line of text, found {value!r}")
            return ""
        return value

    def _texts(self, entry: dict[str, Any], key: str, way: Way) -> tuple[str, ...]:
        value = entry.get(key, [])
        if isinstance(value, str):
            return (value,)
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            self.problem((*way, key), f"expected a list of names, found {value!r}")
            return ()
        return tuple(value)
