"""No file is too long to read, unless there is a reason."""

import pytest
from tests.guards.sources import ROOT

LONGEST = 600
FOLDERS = ("src", "tests", "tools", "benchmarks", "examples")
SUFFIXES = (".py", ".pxd", ".js", ".css")
# Longer files, each with the reason why it is not cut up.
LONGER: dict[str, str] = {}


@pytest.fixture(scope="module")
def lengths() -> dict[str, int]:
    return {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for folder in FOLDERS
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in SUFFIXES and not {"vendor", "node_modules", "build"} & {*path.parts}
    }


def test_no_file_is_too_long_to_read_without_a_reason(lengths: dict[str, int]) -> None:
    assert len(lengths) > 100
    assert {name: n for name, n in lengths.items() if n > LONGEST and name not in LONGER} == {}


def test_no_reason_is_kept_for_a_file_that_is_short_enough(lengths: dict[str, int]) -> None:
    assert [name for name in LONGER if lengths.get(name, 0) <= LONGEST] == []
