"""`python -m tools.histories --faults 200`: plays games under random faults, and checks what every client saw."""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

from benchmarks.serving.served import Served
from tools.histories.campaign import FAULTS, Campaign


def main() -> int:
    """Run a campaign; 1 if a promise was broken."""
    given = argparse.ArgumentParser(prog="tools.histories", description=__doc__)
    given.add_argument("--faults", type=int, default=50, help="how many faults")
    given.add_argument("--games", type=int, default=3, help="how many games at once")
    given.add_argument("--seed", type=int, default=0)
    given.add_argument(
        "--only", choices=sorted(FAULTS), action="append", help="only this kind; once for each"
    )
    given.add_argument("--database", default="", help="a database URL; a new SQLite file if left out")
    options = given.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = options.database or f"sqlite:///{Path(folder) / 'games.db'}"
        campaign = Campaign(Served(url), random.Random(options.seed), options.only or sorted(FAULTS))
        found = asyncio.run(campaign.run(options.games, options.faults))
    print(json.dumps({"made": Counter(campaign.made), "lines": campaign.lines, "events": campaign.seen}))  # noqa: T201  # a command
    for each in found:
        print(each)  # noqa: T201  # a command
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
