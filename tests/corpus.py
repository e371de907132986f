"""The pairs of the conformance corpus, read once in each process: tests that need them share what was played."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from surefoot.testing.corpus import Pair, pairs

FOLDER = Path(__file__).parent.parent / "conformance"


@cache
def pairs_in(file: Path) -> tuple[Pair, ...]:
    """The pairs of one file; raises FileInvalid if it can't be read."""
    return tuple(pairs([file]))
