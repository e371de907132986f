"""`python -m surefoot.testing [FILE …]`: run files of the corpus and show the result of each pair."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from surefoot.files.problems import FileInvalid
from surefoot.testing.corpus import Pair, corpus_files, corpus_folder, pairs
from surefoot.testing.told import told


def main() -> int:
    """Run the pairs of some files and print their failures; returns 1 if there are any."""
    parser = argparse.ArgumentParser(prog="python -m surefoot.testing", description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, help="files of the corpus; all of them if left out")
    parser.add_argument("-k", default="", help="only pairs whose name contains this text")
    parser.add_argument("--show", action="store_true", help="show the events on both sides of every pair")
    given = parser.parse_args()
    try:
        held = pairs(given.files or corpus_files(corpus_folder()))
    except FileInvalid as invalid:
        sys.stdout.write(f"{invalid}\n")
        return 1
    chosen = [pair for pair in held if given.k in pair.id]
    failed = [pair for pair in chosen if not _run(pair, show=given.show)]
    many = "pair" if len(chosen) == 1 else "pairs"
    sys.stdout.write(f"{len(chosen)} {many}, {len(failed)} wrong\n")
    return 1 if failed or not chosen else 0


def _run(pair: Pair, *, show: bool) -> bool:
    failures = [text for text in (pair.case_failure(), pair.twin_failure()) if text]
    # Whether a pair proves its clauses matters only if both sides are as expected.
    if not failures and pair.failure():
        failures = [pair.failure()]
    sys.stdout.write(f"{'wrong' if failures else 'proven'}  {pair.id}\n")
    for text in failures:
        sys.stdout.write(f"{text}\n")
    if show and not failures:
        sys.stdout.write(f"the case:\n{told(pair.side)}\n")
        sys.stdout.write(f"the twin ({pair.case.changes}):\n{told(pair.twin)}\n")
    return not failures


if __name__ == "__main__":
    sys.exit(main())
