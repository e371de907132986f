"""The lessons of a ruleset: every pair of the corpus, by topic and in order of difficulty."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from typing import Any

from surefoot.answers.errors import InvalidQuestion
from surefoot.answers.rulesets import named
from surefoot.language import Notation, Quoted, say
from surefoot.records import dataclass
from surefoot.referee import protocol
from surefoot.referee.catalogue import Catalogue, Clause
from surefoot.referee.protocol import find
from surefoot.table.words import suggested
from surefoot.testing.corpus import Pair, bundled_corpus, corpus_files, pairs

# Lessons are split into so many levels with as many lessons each.
LEVELS = 4
# How much each part of a table adds to the difficulty of a lesson.
WEIGHTS = {"declare": 3.0, "models": 0.5, "units": 1.0, "terrain": 1.0, "objects": 1.0, "dice": 1.0}
WEIGHTS |= {"answers": 2.0, "options": 1.0, "notes": 1.0, "clock": 0.5}


@dataclass(frozen=True)
class Lesson:
    """A pair of the corpus as a lesson: two tables that differ in one thing, and the clause that tells them apart."""

    pair: Pair
    name: str
    level: int

    @property
    def ruleset(self) -> str:
        """The ruleset that is taught."""
        return self.pair.ruleset

    @cached_property
    def clause(self) -> Clause:
        """The clause that is taught."""
        return find(self.ruleset).catalogue[self.pair.case.clause]

    @property
    def id(self) -> str:
        """The id of the lesson: ruleset, clause and name. It stays the same as long as the pair has its name."""
        return f"{self.ruleset}/{self.clause.id}/{self.name}"

    @cached_property
    def clauses(self) -> tuple[str, ...]:
        """Every clause that the pair proves."""
        catalogue = find(self.ruleset).catalogue
        return tuple(dict.fromkeys(catalogue[each].id for each in self.pair.clauses if each in catalogue))


def slug(name: str) -> str:
    """A name as part of an address.

    >>> slug('Half an inch is free: 0.5" steps')
    'half-an-inch-is-free-0-5-steps'
    """
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


@cache
def lessons(ruleset: str) -> tuple[Lesson, ...]:
    """All lessons of a ruleset, the easiest first; raises InvalidQuestion if it isn't installed."""
    catalogue = named(ruleset).catalogue
    found = [pair for pair in _pairs(catalogue) if pair.case.clause in catalogue]
    order = {clause.id: number for number, clause in enumerate(catalogue)}
    scores = {pair.id: _difficulty(pair.case.given) for pair in found}
    found.sort(key=lambda pair: (scores[pair.id], order[catalogue[pair.case.clause].id]))
    return tuple(
        Lesson(pair, slug(pair.case.name), 1 + LEVELS * number // len(found))
        for number, pair in enumerate(found)
    )


def _pairs(catalogue: Catalogue) -> list[Pair]:
    """The pairs of a ruleset about its game; those of the edition below it hold for it too, where they say so."""
    folders = [bundled_corpus() / name for name in (catalogue.ruleset, catalogue.extends) if name]
    files = [file for folder in folders if folder.is_dir() for file in corpus_files(folder)]
    return [pair for pair in pairs(files) if pair.ruleset == catalogue.ruleset and not pair.case.of_field]


def _difficulty(given: Mapping[str, Any]) -> float:
    """How much there is to look at."""
    return sum(weight * _size(given.get(key)) for key, weight in WEIGHTS.items())


def _size(part: Any) -> int:
    return len(part) if isinstance(part, (list, Mapping)) else int(part is not None)


def lesson_of(ruleset: str, clause: str, name: str) -> Lesson:
    """One lesson by the parts of its id; raises InvalidQuestion, with the likely name, if there is none."""
    known = lessons(ruleset)
    of_clause = {each.name: each for each in known if each.clause.id == clause}
    if not of_clause:
        unknown = say(
            "No lesson of {ruleset} is about {clause}", ruleset=Notation(ruleset), clause=Quoted(clause)
        )
        raise InvalidQuestion("clause", suggested(unknown, clause, {each.clause.id for each in known}))
    if name not in of_clause:
        unknown = say("{clause} has no lesson {name}", clause=Notation(clause), name=Quoted(name))
        raise InvalidQuestion("name", suggested(unknown, name, of_clause))
    return of_clause[name]


def chosen(found: Iterable[Lesson], topic: str = "", clause: str = "", level: int = 0) -> list[Lesson]:
    """The lessons of one topic, one clause or one level."""
    return [
        each
        for each in found
        if topic in ("", each.clause.topic)
        and (not clause or clause in each.clauses)
        and level in (0, each.level)
    ]


def entry_data(lesson: Lesson) -> dict[str, Any]:
    """A lesson in a list, as JSON data."""
    return {
        "id": lesson.id,
        "clause": lesson.clause.id,
        "title": lesson.clause.title,
        "topic": lesson.clause.topic,
        "level": lesson.level,
    }


def list_data(ruleset: str) -> dict[str, Any]:
    """All lessons of a ruleset as JSON data, the easiest first, with the titles of their topics."""
    found = lessons(ruleset)
    catalogue = named(ruleset).catalogue
    topics = dict.fromkeys(clause.topic for clause in catalogue)
    counted = {topic: sum(each.clause.topic == topic for each in found) for topic in topics}
    return {
        "ruleset": ruleset,
        "title": catalogue.title,
        "topics": [
            {"name": topic, "title": catalogue.topic_title(topic), "lessons": n}
            for topic, n in counted.items()
            if n
        ],
        "lessons": [entry_data(each) for each in found],
    }


def taught() -> tuple[str, ...]:
    """The installed rulesets that have lessons."""
    folder = bundled_corpus()
    return tuple(name for name in protocol.installed() if (folder / name).is_dir())
