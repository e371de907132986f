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

from benchmarks.serving.cluster import replicated, running
from benchmarks.serving.served import Served
from tools.histories.campaign import FAULTS, ON_POSTGRESQL, ON_SQLITE, Campaign
from tools.histories.machines import Machine


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
    given.add_argument(
        "--upgrade",
        metavar="SRC",
        help="replace two servers of an old version (the folder `src` of its source; `.`: this one) by the next one",
    )
    options = given.parse_args()
    chance = random.Random(options.seed)
    with ExitStack() as parts:
        if options.upgrade:
            url = parts.enter_context(running()).database()
            old = None if options.upgrade == "." else Path(options.upgrade)
            machines: list[Served] = [Machine(url, old) for _ in range(2)]
            campaign, options.faults = Campaign(machines, chance, ["upgrade"]), len(machines)
        elif options.servers:
            pair = parts.enter_context(replicated())
            url = pair.url()
            servers = [Served(url) for _ in range(options.servers)]
            campaign = Campaign(servers, chance, options.only or [*ON_POSTGRESQL], pair)
        else:
            folder = parts.enter_context(tempfile.TemporaryDirectory())
            servers = [Served(f"sqlite:///{Path(folder) / 'games.db'}")]
            campaign = Campaign(servers, chance, options.only or [*ON_SQLITE])
        found = asyncio.run(campaign.run(options.games, options.faults))
    figures = {"made": Counter(campaign.made), "lines": campaign.lines, "events": campaign.seen}
    figures |= {"asked again": Counter(campaign.again), "longest wait in s": round(campaign.longest, 2)}
    print(json.dumps(figures))  # noqa: T201  # a command
    for each in found:
        print(each)  # noqa: T201  # a command
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
