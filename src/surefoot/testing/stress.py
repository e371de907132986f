"""`python -m surefoot.testing.stress --ruleset NAME --seeds 0-999`: extreme declarations, limited in time and memory."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from surefoot.testing.kit.stress import Limits, campaign
from surefoot.testing.laws import lore_named


def main() -> int:
    """Run a campaign and print its failures; returns 1 if there are any."""
    parser = argparse.ArgumentParser(prog="python -m surefoot.testing.stress", description=__doc__)
    parser.add_argument("--ruleset", required=True, help="the ruleset whose tables are drawn")
    parser.add_argument("--seeds", default="0-99", help="one seed, or the first and the last: 0-99")
    parser.add_argument(
        "--lore", default="", help="module:NAME of the ruleset's lore, or of lores by ruleset name"
    )
    parser.add_argument("--keep", type=Path, help="a folder for failures, each as a scenario file")
    parser.add_argument("--seconds", type=float, default=5.0, help="time limit of one question")
    parser.add_argument("--memory", type=int, default=500, help="memory limit of a process in megabytes")
    given = parser.parse_args()
    lore = lore_named(given.lore, given.ruleset)
    if lore is None or lore.cast is None:
        sys.stderr.write(f"{given.ruleset} provides no cast for random games: name a lore with --lore\n")
        return 2
    first, _, last = given.seeds.partition("-")
    limits = Limits(given.seconds, given.memory * 1_000_000)
    total, failed, begun = 0, 0, time.monotonic()
    for seed, count, found in campaign(lore.cast, range(int(first), int(last or first) + 1), limits):
        total += count
        if found is None:
            continue
        failed += 1
        # The file has the full text.
        lines = [line for line in str(found).splitlines() if line.strip()]
        sys.stdout.write("\n".join([lines[0], *(line for line in lines[-4:] if line != lines[0])]) + "\n")
        sys.stdout.flush()
        if given.keep:
            given.keep.mkdir(parents=True, exist_ok=True)
            path = given.keep / f"stress-{given.ruleset}-{seed}.yaml"
            path.write_text(found.written(), encoding="utf-8")
            sys.stdout.write(f"  {path}\n")
    spent = time.monotonic() - begun
    sys.stdout.write(f"{given.ruleset}: {total} declarations, {failed} failed, {spent:.0f} s\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
