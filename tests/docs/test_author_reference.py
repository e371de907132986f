"""The reference for authors of rulesets: its examples run, and every public name is in one of them."""

import doctest
import re
from pathlib import Path

from surefoot import author

PAGE = Path(__file__).parent.parent.parent / "docs" / "author-reference.md"


def test_the_examples_of_the_reference_run() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)

    assert (failed, tried > 30) == (0, True)


def test_every_public_name_is_described_and_used() -> None:
    text = PAGE.read_text(encoding="utf-8")
    code = "\n".join(line for line in text.splitlines() if line.startswith((">>>", "...")))

    assert [name for name in author.__all__ if f"`{name}`" not in text] == []
    assert [name for name in author.__all__ if not re.search(rf"\bsf\.{name}\b", code)] == []
