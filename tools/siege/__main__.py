"""`python -m tools.siege --minutes 60 --seed 1`: attacks a server of its own for an hour, with faults; prints what was seen."""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from benchmarks.serving.cluster import Cluster, running
from tools.siege.attacks import ATTACKS
from tools.siege.siege import QUIET, STORM, Siege, besieged, promises_broken


def main() -> int:
    """Besiege a server; 1 if a promise was broken."""
    given = argparse.ArgumentParser(prog="tools.siege", description=__doc__)
    given.add_argument("--minutes", type=float, default=1.0, help="how long")
    given.add_argument("--seed", type=int, default=0)
    given.add_argument("--postgresql", action="store_true", help="on a PostgreSQL of its own; else on SQLite")
    given.add_argument("--storm", type=float, default=STORM, help="seconds of the longest attacks")
    given.add_argument("--quiet", type=float, default=QUIET, help="seconds of quiet before each storm")
    given.add_argument("--only", nargs="+", choices=[*ATTACKS], help="these attacks alone, without faults")
    options = given.parse_args()
    with ExitStack() as parts:
        folder = Path(parts.enter_context(tempfile.TemporaryDirectory(prefix="siege-")))
        database: Path | Cluster = folder / "games.db"
        url = f"sqlite:///{database}"
        if options.postgresql:
            database = parts.enter_context(running())
            url = database.database()
        server = parts.enter_context(besieged(url, folder))
        siege = Siege(server, database, random.Random(options.seed), options.storm, options.quiet)
        if options.only:
            siege.kinds, siege.with_fault = options.only, 0.0
        asyncio.run(siege.run(60 * options.minutes))
        report = siege.report()
    print(json.dumps(report, indent=2))  # noqa: T201  # a command
    return 1 if list(promises_broken(report)) else 0


if __name__ == "__main__":
    sys.exit(main())
