"""`python -m surefoot.testing.laws --ruleset NAME --seeds 0-99`: check the laws on random tables of a ruleset."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from importlib import import_module
from pathlib import Path

from surefoot.referee.protocol import find
from surefoot.testing.kit.campaign import campaign, kept
from surefoot.testing.kit.lawbook import LAWS
from surefoot.testing.kit.worlds import Lore, lore_of


def main() -> int:
    """Run a campaign and print its failures; returns 1 if there are any."""
    parser = argparse.ArgumentParser(prog="python -m surefoot.testing.laws", description=__doc__)
    parser.add_argument("--ruleset", required=True, help="the ruleset whose tables are drawn")
    parser.add_argument("--seeds", default="0-99", help="one seed, or the first and the last: 0-99")
    parser.add_argument("--law", action="append", choices=[*LAWS], help="only this law; may be repeated")
    parser.add_argument(
        "--lore", default="", help="module:NAME of the ruleset's lore, or of lores by ruleset name"
    )
    parser.add_argument("--keep", type=Path, help="a folder for failures, each as a scenario file")
    parser.add_argument("--most", type=int, default=0, help="stop after this many failures; 0: never")
    given = parser.parse_args()
    lore = lore_named(given.lore, given.ruleset)
    if lore is None:
        sys.stderr.write(f"{given.ruleset} provides no lore for random tables: name one with --lore\n")
        return 2
    first, _, last = given.seeds.partition("-")
    laws = {name: LAWS[name] for name in given.law or LAWS}
    run: Counter[str] = Counter()
    failed: Counter[str] = Counter()
    spent: Counter[str] = Counter()
    begun = time.monotonic()
    for name, _, failure in campaign(
        find(given.ruleset), lore, laws, range(int(first), int(last or first) + 1)
    ):
        now = time.monotonic()
        spent[name] += now - begun  # type: ignore[assignment]  # seconds are no whole numbers
        begun = now
        run[name] += 1
        if failure is None:
            continue
        failed[name] += 1
        sys.stdout.write(f"{failure}\n")
        if given.keep:
            sys.stdout.write(f"  {kept(failure, given.keep, given.ruleset)}\n")
        if given.most and failed.total() >= given.most:
            break
    for name in laws:
        sys.stdout.write(f"{name}: {run[name]} tables, {failed[name]} failed, {spent[name]:.1f} s\n")
    return 1 if failed else 0


def lore_named(named: str, ruleset: str) -> Lore | None:
    """The named lore, or the one that an installed package provides."""
    if not named:
        return lore_of(ruleset)
    sys.path.insert(0, "")
    module, _, name = named.partition(":")
    found = getattr(import_module(module), name)
    lore = found if isinstance(found, Lore) else found.get(ruleset)
    return lore if isinstance(lore, Lore) else None


if __name__ == "__main__":
    sys.exit(main())
