"""How rarely garbage is looked for while the library works, and that a program's own settings stay as they are."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from surefoot.collecting import OBJECTS, UNDECIDED, YOUNG, collect_young, collecting_rarely

PYTHONS = UNDECIDED[0]


@pytest.fixture(autouse=True)
def _as_python_begins() -> Iterator[None]:
    before = gc.get_threshold()
    gc.set_threshold(*PYTHONS)
    yield
    gc.set_threshold(*before)


def test_a_long_answer_looks_rarely_and_leaves_all_as_it_was() -> None:
    with collecting_rarely():
        assert gc.get_threshold()[0] == OBJECTS
        with collecting_rarely():
            pass
        assert gc.get_threshold()[0] == OBJECTS
    assert gc.get_threshold() == PYTHONS


def test_it_is_as_before_after_an_error_too() -> None:
    with pytest.raises(KeyError), collecting_rarely():
        raise KeyError
    assert gc.get_threshold() == PYTHONS


def test_a_program_that_has_decided_keeps_its_settings() -> None:
    collect_young()
    with collecting_rarely():
        assert gc.get_threshold() == YOUNG
    assert gc.get_threshold() == YOUNG


def test_what_a_program_decides_in_between_stays() -> None:
    with collecting_rarely():
        collect_young()
    assert gc.get_threshold() == YOUNG
