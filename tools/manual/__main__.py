"""`python -m tools.manual`: generate the pages and pictures under docs/generated, and update what is kept in docs/."""

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
    shown,
    topics,
)
from tools.manual.links import dangling
from tools.manual.writing import Files, keep, write

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
        "--update",
        action="store_true",
        help="only update what is kept in docs: results of examples, output of commands, reference pages, pictures",
    )
    given = parser.parse_args()
    if given.pictures:
        captures.write_pictures(DOCS / "pictures")
        return 0
    begun = time.monotonic()
    update()
    if given.update:
        return 0
    corpus = proofs.read()
    for problem in corpus.unreadable:
        sys.stderr.write(f"skipped, because it cannot be read: {problem}\n")
    found = generated(corpus) | examples.files()
    # A terminal gets a bar that ends and leaves nothing behind; a log, a line.
    console = Console(stderr=True)
    with Progress(console=console, transient=True) as bar:
        console.print("Drawing the pictures of every clause")
        for each in bar.track(topics.all_files(corpus, given.workers), total=len(topics.jobs())):
            found |= each
    write(found, DOCS / "generated")
    CONFIG.write_text(nav.config(ROOT / "mkdocs.yml"), encoding="utf-8")
    problems = dangling(DOCS)
    for problem in problems:
        sys.stderr.write(f"{problem}\n")
    pictures = sum(1 for name in found if name.endswith(".svg"))
    taken = time.monotonic() - begun
    sys.stderr.write(f"{len(found) - pictures} files and {pictures} pictures in {taken:.0f} s\n")
    return 1 if problems else 0


def update() -> None:
    """Bring up to date what is kept in docs/, and say which pages changed."""
    pages = [page for page in (ROOT / "README.md", *shown.written_by_hand()) if doctests.update(page)]
    made = captures.files()
    pages += shown.update(shown.still() | made)
    drawn = {name: text for name, text in made.items() if name.startswith("pictures/")}
    pages += keep(reference() | drawn, DOCS)
    captures.write_pictures(DOCS / "pictures")
    for page in sorted(set(pages)):
        sys.stderr.write(f"updated {page.relative_to(ROOT)}\n")


def reference() -> Files:
    """The pages of the reference, by their path below docs/. They are kept there, as they are short and often needed."""
    return commands.files() | scenarios.files() | library.files() | messages.files()


def generated(corpus: proofs.Proofs) -> Files:
    """The pages that are generated from catalogues and corpus, without playing any scenario."""
    return rules.files(corpus) | quick_sheet.files() | look.files()


if __name__ == "__main__":
    sys.exit(main())
