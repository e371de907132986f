"""Catalogues: every clause of a ruleset in our own words, its options, its tables, how it is proven."""

from __future__ import annotations

import json
import math
import os
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import field
from functools import lru_cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

from surefoot.language import Notation, Sentence, say
from surefoot.records import dataclass
from surefoot.table.words import corrected, likely

Proof = Literal["case", "guard", "none"]
ClauseKind = Literal[
    "cost", "definition", "effect", "guidance", "limit", "permission", "state", "table", "test"
]
# Inches as files write them.
_INCHES = re.compile(r'(?<=\d)"')


class UnknownClause(KeyError):
    """A clause id that no catalogue has, or that a later edition dropped."""


@dataclass(frozen=True)
class Clause:
    """One clause: its id, what it says in our words, and how it is proven."""

    id: str
    ruleset: str
    kind: str
    section: str
    title: str
    summary: str
    ruling: str = ""
    options: tuple[str, ...] = ()
    outside: bool = False
    proof: Proof = "case"
    reason: str = ""
    table: tuple[Mapping[str, Any], ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    inherited_from: str = ""

    @property
    def full_id(self) -> str:
        """The id with its ruleset, e.g. `necromunda-classic/climb.cost`."""
        return f"{self.inherited_from or self.ruleset}/{self.id}"

    @property
    def topic(self) -> str:
        """The first word of the id: climb, fall, …"""
        return self.id.split(".")[0]


@dataclass(frozen=True)
class Option:
    """A setting of a ruleset: its name, its values, its default, and the clause it belongs to."""

    name: str
    kind: Literal["switch", "choice", "number", "mapping"]
    default: Any
    clause: str
    says: str
    values: tuple[Any, ...] = ()
    # The least and the greatest number; none: every finite number.
    bounds: tuple[float, float] | None = None

    def problem(self, value: Any) -> Sentence | None:
        """The problem with a value of this option; None if the value fits."""
        name, found = Notation(self.name), Notation(repr(value))
        if self.kind == "switch" and not isinstance(value, bool):
            return say("{name} is true or false, not {found}", name=name, found=found)
        if self.kind == "choice" and value not in self.values:
            known = Notation(", ".join(map(str, self.values)))
            says = say("{name} is one of {known}, not {found}", name=name, known=known, found=found)
            return corrected(says, likely(str(value), map(str, self.values)))
        if self.kind == "number" and (isinstance(value, bool) or not isinstance(value, (int, float))):
            return say("{name} is a number, not {found}", name=name, found=found)
        if self.kind == "number" and not math.isfinite(value):
            return say("{name} is a number, not {found}", name=name, found=found)
        if self.kind == "number" and self.bounds is not None:
            low, high = self.bounds
            if not low <= value <= high:
                least, most = Notation(f"{low:g}"), Notation(f"{high:g}")
                return say(
                    "{name} is a number from {least} to {most}, not {found}",
                    name=name,
                    least=least,
                    most=most,
                    found=found,
                )
        if self.kind == "mapping" and not isinstance(value, Mapping):
            return say("{name} is a mapping, not {found}", name=name, found=found)
        return None


@dataclass(frozen=True)
class Catalogue:
    """All clauses and options of a ruleset, with what it inherits from the edition it is layered on."""

    ruleset: str
    title: str
    unit: str
    version: int
    clauses: Mapping[str, Clause]
    options: Mapping[str, Option]
    extends: str = ""
    # What an id of the lower edition is called here; None: dropped.
    renamed: Mapping[str, str | None] = field(default_factory=dict)
    # The heading of each topic.
    topics: Mapping[str, str] = field(default_factory=dict)

    def topic_title(self, topic: str) -> str:
        """The heading of a topic; a catalogue that gives none is shown with the topic's own name."""
        return self.topics.get(topic) or topic.replace("-", " ").capitalize()

    def __getitem__(self, bare: str) -> Clause:
        """The clause that is in force under an id of this edition or of the one below it."""
        name = self.renamed.get(bare, bare) if bare in self.renamed else bare
        if name is None:
            raise UnknownClause(f"{self.ruleset} has dropped {bare}")
        if name not in self.clauses:
            raise UnknownClause(f"{self.ruleset} has no clause {name}")
        return self.clauses[name]

    def __contains__(self, bare: object) -> bool:
        return isinstance(bare, str) and self.renamed.get(bare, bare) in self.clauses

    def __iter__(self) -> Iterator[Clause]:
        return iter(self.clauses.values())

    def rows(self, bare: str) -> tuple[Mapping[str, Any], ...]:
        """The table of a clause."""
        return self[bare].table


@lru_cache(maxsize=16)
def load(package: str) -> Catalogue:
    """The catalogue of a ruleset package, e.g. `surefoot.rulesets.necromunda_classic`."""
    data = _read(package)
    lower = load(_package_beside(package, data["extends"])) if data.get("extends") else None
    own = {entry["id"]: _clause(entry, data["ruleset"]) for entry in data["clauses"]}
    renamed: dict[str, str | None] = dict(data.get("overrides") or {})
    clauses = dict(own)
    options = {entry["name"]: _option(entry) for entry in data.get("options") or []}
    topics: dict[str, str] = dict(data.get("topics") or {})
    if lower is not None:
        clauses = _inherited(lower, own, renamed) | own
        # An option goes with its clause: where this edition has another wording it restates the option or drops it.
        options = {
            name: option
            for name, option in lower.options.items()
            if option.clause not in renamed and option.clause not in own
        } | options
        topics = {**lower.topics, **topics}
    return Catalogue(
        data["ruleset"],
        data["title"],
        data["unit"],
        data["version"],
        clauses,
        options,
        data.get("extends", ""),
        renamed,
        topics,
    )


def _read(package: str) -> dict[str, Any]:
    """The data of a catalogue. As Python keeps its compiled modules, a copy in JSON is kept in `__pycache__`: it takes a
    millisecond to read where YAML takes 30. The copy names the text that it was made from, so it is never out of date.
    """
    folders = getattr(import_module(package), "__path__", None)
    if not folders:
        raise TypeError(f"{package!r} is not a package")
    file = Path(next(iter(folders))) / "catalogue.yaml"
    try:
        text = file.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        # The package may be inside an archive. Imported here, as it takes longer than judging a move.
        from importlib.resources import files

        text = (files(package) / file.name).read_bytes()
    made_from = sha256(text).hexdigest()
    copy = file.parent / "__pycache__" / "catalogue.json"
    try:
        kept = json.loads(copy.read_bytes())
        if kept["made_from"] == made_from:
            found: dict[str, Any] = kept["data"]
            return found
    except (OSError, ValueError, KeyError, TypeError):
        # There is none, or it can't be used.
        pass
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError

    try:
        data: dict[str, Any] = YAML(typ="safe").load(text.decode("utf-8"))
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = f":{mark.line + 1}" if mark is not None else ""
        raise ValueError(f"{file}{line}: this is not YAML: {error.problem or error.context}") from None
    if not sys.dont_write_bytecode:
        _keep(copy, {"made_from": made_from, "data": data})
    return data


def _keep(copy: Path, content: dict[str, Any]) -> None:
    """Write the copy of a catalogue, if its folder can be written to and JSON can hold it."""
    try:
        text = json.dumps(content)
        if json.loads(text) != content:
            return
        copy.parent.mkdir(exist_ok=True)
        # Under a name of its own first: another process may be reading or writing it.
        part = copy.with_suffix(f".{os.getpid()}")
        part.write_text(text, encoding="ascii")
        part.replace(copy)
    except (OSError, TypeError, ValueError):
        # A copy only saves time.
        return


def _inherited(
    lower: Catalogue, own: Mapping[str, Clause], renamed: Mapping[str, str | None]
) -> dict[str, Clause]:
    from surefoot.records import replace

    return {
        name: replace(clause, inherited_from=clause.inherited_from or lower.ruleset)
        for name, clause in lower.clauses.items()
        if name not in own and name not in renamed
    }


def _package_beside(package: str, ruleset: str) -> str:
    return f"{package.rpartition('.')[0]}.{ruleset.replace('-', '_')}"


def _printed(text: object) -> str:
    """A text of a catalogue with inches as every face shows them: 3″, though files write 3"."""
    return _INCHES.sub("″", str(text))


def _clause(entry: Mapping[str, Any], ruleset: str) -> Clause:
    return Clause(
        id=entry["id"],
        ruleset=ruleset,
        kind=entry["kind"],
        section=entry["section"],
        title=_printed(entry["title"]),
        summary=_printed(entry["summary"]),
        ruling=_printed(entry.get("ruling", "")),
        options=tuple(entry.get("options", ())),
        outside=bool(entry.get("outside", False)),
        proof=entry["proof"],
        reason=str(entry.get("reason", "")),
        table=tuple(entry.get("table", ())),
        settings=dict(entry.get("settings", {})),
    )


def _option(entry: Mapping[str, Any]) -> Option:
    return Option(
        entry["name"],
        entry["kind"],
        entry.get("default"),
        entry.get("clause", ""),
        _printed(entry.get("says", "")),
        tuple(entry.get("values", ())),
        (float(entry["bounds"][0]), float(entry["bounds"][1])) if "bounds" in entry else None,
    )
