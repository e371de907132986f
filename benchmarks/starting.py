"""How long it takes until something happens: importing the package, asking for help, the first verdict."""

from __future__ import annotations

import subprocess
import sys
import time

from benchmarks.rows import Row

_HELP = "import sys; sys.argv = ['surefoot', '--help']; from surefoot.cli import main; main()"
_FIRST = (
    "import surefoot; gap = surefoot.loads(surefoot.EXAMPLE); surefoot.check(gap.table, gap.declarations[0])"
)


def starts() -> list[Row]:
    """Start a fresh interpreter, import the package, ask for help, judge a first move."""
    empty = _best([sys.executable, "-c", "pass"])
    imported = _best([sys.executable, "-c", "import surefoot"]) - empty
    asked = _best([sys.executable, "-c", _HELP])
    first = _best([sys.executable, "-c", _FIRST])
    return [
        Row("import surefoot", imported, "s", "lower", 0.15),
        Row("surefoot --help", asked, "s", "lower", 0.3),
        Row("a first verdict from a cold start", first, "s", "lower"),
    ]


def _best(command: list[str], times: int = 5) -> float:
    best = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        best = min(best, time.perf_counter() - start)
    return best
