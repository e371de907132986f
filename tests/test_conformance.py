"""The conformance corpus: every pair under its own name, and guards that nothing in it is passed over."""

from collections import Counter
from pathlib import Path

import pytest

from surefoot.referee.protocol import installed
from surefoot.testing import Check, checks, corpus_files

FOLDER = Path(__file__).parent.parent / "conformance"
FILES = corpus_files(FOLDER)
CHECKS = checks(FILES)


def names(found: list[Check]) -> list[str]:
    """A name that stands there twice is for its own test to find: it must not keep all others from running."""
    ids = [check.id for check in found]
    return [f"{name} #{i}" if name in ids[:i] else name for i, name in enumerate(ids)]


@pytest.mark.parametrize("check", CHECKS, ids=names(CHECKS))
def test_conformance(check: Check) -> None:
    failure = check.failure()
    if failure:
        pytest.fail(failure, pytrace=False)


def test_every_file_of_the_corpus_is_a_topic_of_an_installed_ruleset() -> None:
    strays = [
        str(path.relative_to(FOLDER))
        for path in FILES
        if path.suffix != ".yaml" or path.parent.parent != FOLDER or path.parent.name not in installed()
    ]

    assert FILES
    assert strays == []


def test_every_file_of_the_corpus_has_cases() -> None:
    assert {path: len(checks([path])) for path in FILES if len(checks([path])) < 3} == {}


def test_no_two_cases_of_the_corpus_share_a_name() -> None:
    counted = Counter(check.id for check in CHECKS)

    assert counted
    assert [name for name, count in counted.items() if count > 1] == []
