"""`python -m tools.manual`: generate the pages, captures and pictures under docs/generated."""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from tools.manual import (
    captures,
    commands,
    doctests,
    examples,
    library,
    look,
    messages,
    nav,
    proofs,
    quick_sheet,
    rules,
    scenarios,
    tables,
    topics,
)
from tools.manual.links import dangling
from tools.manual.writing import Files, write

ROOT = Path(__file__).parent.parent.parent
DOCS = ROOT / "docs"
# The site generator's configuration: mkdocs.yml with the complete table of contents.
CONFIG = ROOT / "mkdocs.build.yml"


def main() -> int:
    """Write every page and picture; return 1 if a link is broken."""
    parser = argparse.ArgumentParser(prog="python -m tools.manual", description=__doc__)
    parser.add_argument(
        "--workers", type=int, default=os.cpu_count() or 1, help="number of processes that draw pictures"
    )
    parser.add_argument(
        "--pictures", action="store_true", help="only draw the committed pictures of docs/pictures"
    )
    parser.add_argument(
        "--update", action="store_true", help="only update the results of Python examples, and the pictures"
    )
    given = parser.parse_args()
    if given.update:
        for page in (
            ROOT / "README.md",
            *(each for each in DOCS.rglob("*.md") if "generated" not in each.parts),
        ):
            if doctests.update(page):
                sys.stderr.write(f"updated {page.relative_to(ROOT)}\n")
        given.pictures = True
    if given.pictures:
        captures.write_pictures(DOCS / "pictures")
        return 0
    begun = time.monotonic()
    corpus = proofs.read()
    for problem in corpus.unreadable:
        sys.stderr.write(f"skipped, because it cannot be read: {problem}\n")
    found = reference(corpus)
    found |= captures.files() | examples.files()
    # A terminal gets a bar that ends and leaves nothing behind; a log, a line.
    console = Console(stderr=True)
    with Progress(console=console, transient=True) as bar:
        console.print("Drawing the pictures of every clause")
        for each in bar.track(topics.all_files(corpus, given.workers), total=len(topics.jobs())):
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
    """The pages that are generated from the code, without playing any scenario."""
    pages = commands.files() | scenarios.files() | library.files() | rules.files(corpus)
    return pages | quick_sheet.files() | messages.files() | tables.files() | look.files()


if __name__ == "__main__":
    sys.exit(main())
