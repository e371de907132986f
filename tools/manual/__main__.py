"""`python -m tools.manual`: write the generated part of the manual into docs/generated."""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

from tools.manual import (
    captures,
    commands,
    examples,
    library,
    messages,
    nav,
    proofs,
    quick_sheet,
    rules,
    scenarios,
    topics,
)
from tools.manual.links import dangling
from tools.manual.writing import Files, write

ROOT = Path(__file__).parent.parent.parent
DOCS = ROOT / "docs"
# What the site generator is given: mkdocs.yml with a complete table of contents.
CONFIG = ROOT / "mkdocs.build.yml"


def main() -> int:
    """Make every page and picture; 1 if a link or a picture leads nowhere."""
    parser = argparse.ArgumentParser(prog="python -m tools.manual", description=__doc__)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes that draw")
    given = parser.parse_args()
    begun = time.monotonic()
    corpus = proofs.read()
    for problem in corpus.unreadable:
        sys.stderr.write(f"not shown, since it cannot be read: {problem}\n")
    found = reference(corpus)
    found |= captures.files() | examples.files()
    for each in topics.all_files(corpus, given.workers):
        found |= each
    write(found, DOCS / "generated")
    captures.write_pictures(DOCS / "pictures")
    CONFIG.write_text(nav.config(ROOT / "mkdocs.yml"), encoding="utf-8")
    problems = dangling(DOCS)
    for problem in problems:
        sys.stderr.write(f"{problem}\n")
    pictures = sum(1 for name in found if name.endswith(".svg"))
    taken = time.monotonic() - begun
    sys.stderr.write(f"{len(found) - pictures} files and {pictures} pictures in {taken:.0f} s\n")
    return 1 if problems else 0


def reference(corpus: proofs.Proofs) -> Files:
    """The pages that are read off the code; nothing is played for them."""
    pages = commands.files() | scenarios.files() | library.files() | rules.files(corpus)
    return pages | quick_sheet.files() | messages.files()


if __name__ == "__main__":
    sys.exit(main())
