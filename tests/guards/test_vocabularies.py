"""Guards: every word that rule code reads is in the vocabulary, and every word of a vocabulary is read or described."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from surefoot.referee.protocol import Ruleset, find, installed
from surefoot.referee.vocabulary import Vocabulary, Word

NAMES = tuple(installed())
# How rule code reads words: model.has(keyword), model.is_(status), model.counted(counter), piece.has(tag).
READERS = {"has": ("keywords", "tags"), "is_": ("statuses", "states"), "counted": ("counters",)}


def vocabulary_of(name: str) -> Vocabulary:
    found = find(name).vocabulary
    assert found is not None, f"{name} states no words"
    return found


def packages(ruleset: Ruleset) -> list[Path]:
    """The folders of a ruleset and of the edition below it."""
    lower = ruleset.catalogue.extends
    below = packages(find(lower)) if lower else []
    return [Path(str(import_module(ruleset.package).__file__)).parent, *below]


def sources(ruleset: Ruleset) -> Iterator[tuple[Path, ast.Module]]:
    for folder in packages(ruleset):
        for path in sorted(folder.glob("*.py")):
            if path.name != "vocabulary.py":
                yield path, ast.parse(path.read_text(encoding="utf-8"))


def read_words(ruleset: Ruleset) -> dict[str, set[str]]:
    """The literal words that rule code asks for, by how it asks; names of constants are looked up."""
    found: dict[str, set[str]] = {reader: set() for reader in READERS}
    for path, tree in sources(ruleset):
        module = import_module(f"surefoot.rulesets.{path.parent.name}.{path.stem}".removesuffix(".__init__"))
        for node in ast.walk(tree):
            if not (
                isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and len(node.args) == 1
            ):
                continue
            argument = node.args[0]
            if node.func.attr in READERS:
                value = argument.value if isinstance(argument, ast.Constant) else None
                if isinstance(argument, ast.Name):
                    value = getattr(module, argument.id, None)
                if isinstance(value, str):
                    found[node.func.attr].add(value)
    return found


def known(vocabulary: Vocabulary, section: str) -> set[str]:
    if section in ("statuses", "counters"):
        return {word.name for sheet in vocabulary.sheets for word in getattr(sheet, section)}
    return {word.name for word in getattr(vocabulary, section)}


@pytest.mark.parametrize("name", NAMES)
def test_every_word_that_rule_code_asks_for_is_known(name: str) -> None:
    vocabulary, ruleset = vocabulary_of(name), find(name)
    read = read_words(ruleset)

    assert sum(map(len, read.values())) >= 3
    for reader, words in read.items():
        allowed = set().union(*(known(vocabulary, section) for section in READERS[reader]))
        assert words - allowed - DERIVED.get(name, set()) == set(), (
            f"{name} asks {reader}(…) for unknown words"
        )


# Words that laying a table puts on it.
DERIVED = {"dark-heresy-2e": {"zero-gravity", "darkness", "hindering"}}


def texts(ruleset: Ruleset) -> set[str]:
    """Every text in the code of a ruleset and in the tables of its catalogue."""
    found = {
        node.value
        for _, tree in sources(ruleset)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    for clause in ruleset.catalogue:
        for row in clause.table:
            for value in row.values():
                found |= {str(each) for each in value} if isinstance(value, list) else {str(value)}
    return found


def stated(vocabulary: Vocabulary) -> Iterator[tuple[str, Word]]:
    for section in ("keywords", "tags", "states", "deck_tags"):
        yield from ((section, word) for word in getattr(vocabulary, section))
    for sheet in vocabulary.sheets:
        yield from (("statuses", word) for word in sheet.statuses)
        yield from (("counters", word) for word in sheet.counters)


@pytest.mark.parametrize("name", NAMES)
def test_every_word_is_read_by_code_or_only_described(name: str) -> None:
    ruleset = find(name)
    there = texts(ruleset)
    words = [(section, word) for section, word in stated(vocabulary_of(name)) if not word.described]

    assert len(words) >= 5
    # A word made of a prefix, such as carries-ladder, is read if both parts are.
    unread = [
        (section, word.name)
        for section, word in words
        if word.name not in there and not any(word.name == f"carries-{each}" for each in there)
    ]
    assert unread == []


@pytest.mark.parametrize("name", NAMES)
def test_every_trait_and_number_is_read_by_code_or_only_described(name: str) -> None:
    vocabulary, there = vocabulary_of(name), texts(find(name))
    entries = [
        *(entry for sheet in vocabulary.sheets for entry in sheet.profile),
        *vocabulary.traits,
        *vocabulary.piece_traits,
        *vocabulary.unit_profile,
        *vocabulary.environment,
        *(entry for thing in vocabulary.objects for entry in thing.details),
    ]

    assert entries
    assert [entry.name for entry in entries if not entry.described and entry.name not in there] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_word_and_number_says_what_it_means(name: str) -> None:
    vocabulary = vocabulary_of(name)
    words = [(word.name, word.says) for _, word in stated(vocabulary)]
    words += [(entry.name, entry.says) for sheet in vocabulary.sheets for entry in sheet.profile]

    assert [name for name, says in words if not says] == []


@pytest.mark.parametrize("name", NAMES)
def test_details_of_the_vocabulary_are_details_of_an_action_or_a_question(name: str) -> None:
    ruleset, vocabulary = find(name), vocabulary_of(name)
    asked = [ruleset.question(each) for each in ruleset.questions]
    details = {detail.name for each in (*ruleset.actions.values(), *asked) for detail in each.details or ()}

    assert {entry.name for entry in vocabulary.details} - details == set()
    assert set(vocabulary.instead_of) - details == set()


@pytest.mark.parametrize("name", NAMES)
def test_clauses_of_the_vocabulary_are_in_the_catalogue(name: str) -> None:
    ruleset, vocabulary = find(name), vocabulary_of(name)
    entries = [entry for sheet in vocabulary.sheets for entry in sheet.profile]
    entries += [*vocabulary.traits, *vocabulary.piece_traits, *vocabulary.details, *vocabulary.environment]
    clauses = {entry.clause for entry in entries if entry.clause} | set(vocabulary.clauses.values())

    assert clauses
    assert [clause for clause in clauses if clause not in ruleset.catalogue] == []
