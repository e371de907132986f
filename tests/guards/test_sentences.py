"""Sentences are literals with fields that fit, so that they can be gathered, checked and translated."""

from __future__ import annotations

import re
from functools import cache

import pytest
from tests.guards.sources import CORE
from tools.words.gather import PAGE, Call, calls, page_texts, sentences

# Terms, reported events and problems by kind are templates: their fields are filled in later (`Sentence.filled`).
TEMPLATES = (
    "rulesets/",
    "referee/terms.py",
    "referee/vocabulary.py",
    "files/declarations.py",
    "files/reading.py",
    "server/corrections.py",
    "server/limits.py",
)
FIELD = re.compile(r"{([a-z_]+)}")
FILES = sorted(CORE.rglob("*.py"))


@cache
def found() -> list[tuple[str, Call]]:
    """Every call that makes a sentence, with its file."""
    return [(file.relative_to(CORE).as_posix(), call) for file in FILES for call in calls(file)]


def test_every_text_of_a_sentence_is_a_literal() -> None:
    assert len(found()) > 500
    assert [(file, call.line) for file, call in found() if not call.literal] == []


def test_every_field_of_a_text_is_filled_and_every_value_is_shown() -> None:
    wrong = []
    for file, call in found():
        named = {name for text in call.texts for name in FIELD.findall(text)}
        filled = set(call.fields) | ({"n"} if len(call.texts) > 1 else set())
        if not call.fields and file.startswith(TEMPLATES):
            continue
        if "**" not in filled and named - {"n"} != filled - {"n"}:
            wrong.append(f"{file}:{call.line} {sorted(named ^ filled)}")
    assert wrong == []


def test_no_text_has_braces_that_are_no_field() -> None:
    wrong = [
        f"{file}:{call.line} {text}"
        for file, call in found()
        for text in call.texts
        if re.search(r"[{}]", FIELD.sub("", text))
    ]
    assert wrong == []


def test_everything_that_people_read_can_be_gathered_for_translators() -> None:
    gathered = sentences()
    for text in ("You've reached an edge. Leap, climb down or jump down?", "Print JSON for other programs."):
        assert text in gathered
    assert len(gathered) > 2_000


def test_every_text_of_the_page_is_gathered() -> None:
    """A regular expression or a call inside a call can hide texts from the tool that gathers them."""
    code = [
        line
        for file in sorted((PAGE / "js").rglob("*.js"))
        for line in file.read_text(encoding="utf-8").splitlines()
        if not line.lstrip().startswith(("/**", "*", "//"))
    ]
    written = {text for line in code for text in re.findall(r'\bt\("([^"\\]+)"', line)}
    assert len(written) > 200
    assert written - set(page_texts()) == set()


@pytest.mark.parametrize("file", ["dice/requests.py", "referee/verdict.py"])
def test_what_rules_say_is_typed_as_a_sentence(file: str) -> None:
    source = (CORE / file).read_text(encoding="utf-8")
    assert not re.search(r"^    says: str\b", source, re.MULTILINE)
