"""Data that is plain already is read as it is: the same tree, or the same refusal, as by way of a text."""

from typing import Any

import pytest

from surefoot.files import source
from surefoot.files.problems import FileInvalid

DATA: list[Any] = [
    {"who": "kal", "action": "move", "path": [[7.5, 6], {"leap": [1e-7, -0.0]}]},
    {"who": None, "target": True, "n": 10**14, "more": {"ä": ["", "null", "NaN", "1"]}},
    {"n": 10**15, "m": -(10**50)},
    {"n": float("inf"), "m": float("nan")},
    {"who": "\ud800"},
    {"path": ((1, 2), (3, 4)), 5: "a numeric key"},
    {"path": [[1, 2]] * 300},
    {"who": "x" * 2_000},
]


@pytest.mark.parametrize("data", DATA, ids=range(len(DATA)))
def test_plain_data_is_read_as_by_way_of_a_text(data: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def read() -> tuple[str, ...]:
        try:
            found = source.in_a_line(data, "x")
        except FileInvalid as invalid:
            return (str(invalid),)
        return repr(found.data), repr(found.root)

    quick = read()
    monkeypatch.setattr(source, "_FEW", -1)
    assert read() == quick
