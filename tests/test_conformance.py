"""The conformance corpus: every pair under its own name, and guards that nothing in it is passed over."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from surefoot.files.problems import FileInvalid
from surefoot.referee.protocol import installed
from surefoot.testing.corpus import Pair, corpus_files
from tests.corpus import FOLDER, pairs_in

FILES = corpus_files(FOLDER)


@dataclass(frozen=True)
class Unreadable:
    """A file that can't be read fails under the name of its ruleset: its pairs must not be missed in a part of the corpus."""

    id: str
    why: str


def _pairs_in(file: Path) -> tuple[Pair | Unreadable, ...]:
    try:
        return pairs_in(file)
    except FileInvalid as invalid:
        return (Unreadable(f"{file.parent.name}/{file.stem}/unreadable", str(invalid)),)


PAIRS = [pair for file in FILES for pair in _pairs_in(file)]


def names(found: list[Pair | Unreadable]) -> list[str]:
    """A name that stands there twice is for its own test to find: it must not keep all others from running."""
    times: Counter[str] = Counter()
    for pair in found:
        times[pair.id] += 1
    return [pair.id if times[pair.id] == 1 else f"{pair.id} #{i}" for i, pair in enumerate(found)]


@pytest.mark.parametrize("pair", PAIRS, ids=names(PAIRS))
def test_conformance(pair: Pair | Unreadable) -> None:
    """The case, its twin and the proof, all that fail at once."""
    if isinstance(pair, Unreadable):
        pytest.fail(pair.why, pytrace=False)
    failures = [failure for failure in (pair.case_failure(), pair.twin_failure(), pair.failure()) if failure]
    if failures:
        pytest.fail("\n\n".join(failures), pytrace=False)


def test_every_file_of_the_corpus_can_be_read_and_is_a_topic_of_an_installed_ruleset() -> None:
    strays = [
        str(path.relative_to(FOLDER))
        for path in FILES
        if path.suffix != ".yaml" or path.parent.parent != FOLDER or path.parent.name not in installed()
    ]

    assert FILES
    assert strays == []
    assert [pairs_in(path) for path in FILES if not pairs_in(path)] == []  # FileInvalid tells every problem


def test_no_two_cases_of_the_corpus_share_a_name() -> None:
    counted = Counter(pair.id for pair in PAIRS)

    assert counted
    assert [name for name, count in counted.items() if count > 1] == []
