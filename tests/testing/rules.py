"""Corpus files over the tiny ruleset, and a second edition layered on it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from textwrap import dedent, indent

from tests.tiny import RULESET, installed

from surefoot.referee.protocol import Answer, Ruleset
from surefoot.table.record import Record
from surefoot.table.table import Table
from surefoot.testing.cases import reads
from surefoot.testing.corpus import Pair

BASE = """
    ruleset: tiny
    topic: walking
    base:
      board: [24, 24]
      models:
        ana: {base: 25.4, at: [3, 3], side: red, profile: {M: 5000000}}
      declare: [{who: ana, action: walk, path: [[7, 3]]}]
    cases:
"""


def _how_far(table: Table, who: str, details: Record) -> Answer:
    clauses = ("move.allowance",) if table.models[who].is_("prone") else ("move.walk",)
    return Answer(details.number("times", 1) * table.models[who].profile.number("M"), clauses)


ASKABLE = replace(RULESET, questions={"how-far": _how_far})


def corpus(*cases: str) -> str:
    """A file of the corpus with these cases; the first one begins on line 9."""
    parts = [indent(dedent(each).strip(), "  ") for each in cases]
    return "\n".join([dedent(BASE).strip(), *parts, ""])


def pair(case: str) -> Pair:
    """The only pair of a file."""
    (found,) = reads(corpus(case), "walking.yaml")
    return Pair(found, "tiny")


SECOND = """
ruleset: tiny-second
title: A second edition
unit: inch
version: 1
extends: tiny
overrides: {move.walk: move.pace, leap.helped: null}
clauses:
  - {id: move.pace, kind: cost, section: Moving, title: Paces, summary: Each inch takes one., proof: case}
  - {id: move.advice, kind: guidance, section: Moving, title: Advice, summary: Be bold., proof: none, reason: advice}
"""


@contextmanager
def editions(folder: Path) -> Iterator[tuple[Ruleset, Ruleset]]:
    """The tiny ruleset and a second edition that renames one clause and drops another, both installed."""
    package = folder / f"guests_of_{folder.name.replace('-', '_')}"
    for name, text in (
        ("tiny", (Path(__file__).parent.parent / "tiny" / "catalogue.yaml").read_text(encoding="utf-8")),
        ("tiny_second", SECOND),
    ):
        (package / name).mkdir(parents=True)
        (package / name / "__init__.py").write_text("")
        (package / name / "catalogue.yaml").write_text(text, encoding="utf-8")
    (package / "__init__.py").write_text("")
    first = replace(RULESET, package=f"{package.name}.tiny")
    second = replace(RULESET, name="tiny-second", package=f"{package.name}.tiny_second")
    sys.path.insert(0, str(folder))
    try:
        with ExitStack() as stack:
            stack.enter_context(installed(first))
            stack.enter_context(installed(second))
            yield first, second
    finally:
        sys.path.remove(str(folder))
