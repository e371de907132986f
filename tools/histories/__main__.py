"""`python -m tools.histories --faults 200`: plays games under random faults, and checks what every client saw."""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

from benchmarks.serving.cluster import replicated
from benchmarks.serving.served import Served
from tools.histories.campaign import FAULTS, ON_POSTGRESQL, ON_SQLITE, Campaign


def main() -> int:
    """Run a campaign; 1 if a promise was broken."""
    given = argparse.ArgumentParser(prog="tools.histories", description=__doc__)
    given.add_argument("--faults", type=int, default=50, help="how many faults")
    given.add_argument("--games", type=int, default=3, help="how many games at once")
    given.add_argument("--seed", type=int, default=0)
    given.add_argument(
        "--only", choices=sorted(FAULTS), action="append", help="only this kind; once for each"
    )
    given.add_argument(
        "--servers",
        type=int,
        default=0,
        help="so many servers on two clusters of PostgreSQL; 0: one on SQLite",
    )
    options = given.parse_args()
    chance = random.Random(options.seed)
    with ExitStack() as parts:
        if options.servers:
            pair = parts.enter_context(replicated())
            url = pair.url()
            servers = [Served(url) for _ in range(options.servers)]
            campaign = Campaign(servers, chance, options.only or [*ON_POSTGRESQL], pair)
        else:
            folder = parts.enter_context(tempfile.TemporaryDirectory())
            servers = [Served(f"sqlite:///{Path(folder) / 'games.db'}")]
            campaign = Campaign(servers, chance, options.only or [*ON_SQLITE])
        found = asyncio.run(campaign.run(options.games, options.faults))
    print(json.dumps({"made": Counter(campaign.made), "lines": campaign.lines, "events": campaign.seen}))  # noqa: T201  # a command
    for each in found:
        print(each)  # noqa: T201  # a command
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
