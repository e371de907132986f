"""`python -m tools.mutate RULESET [--topic TOPIC]`: change rule code, see whether the corpus minds."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from pathlib import Path

from tools.mutate.corpus import Run, held_pairs, measured
from tools.mutate.fates import Fated, fates
from tools.mutate.looked_at import looked_at
from tools.mutate.mutants import Mutant, mutants
from tools.mutate.rules import Held, Module, modules

from surefoot.files.problems import FileInvalid
from surefoot.referee.protocol import NoSuchRuleset, find

EXAMPLES = """examples:
  make mutate RULESET=necromunda-classic
  make mutate RULESET=necromunda-classic TOPIC=climb
  make mutate RULESET=wh40k-10e ARGS="--at-least 90 --output survivors.txt"

a survivor that changes nothing goes into tools/mutate/equivalent.yaml with the reason; all others need a case"""


def main() -> int:
    """Mutate, judge, list the survivors; 1 if the rate is lower than was asked for."""
    given = _arguments()
    try:
        package = find(given.ruleset).package
        runs = held_pairs(given.ruleset)
    except (NoSuchRuleset, FileInvalid) as problem:
        return _complain(str(problem))
    if not runs:
        return _complain(f"the corpus has no pair for {given.ruleset}: nothing could be noticed")
    held = Held(modules(package))
    sys.meta_path.insert(0, held)
    chosen = [module for module in held.held.values() if _is_meant(module, given.topic)]
    if not chosen:
        topics = ", ".join(module.topic for module in held.held.values() if module.topic)
        return _complain(f"no module is named after {given.topic!r}; there are: {topics}")
    begun = time.monotonic()
    loading, wrong = measured(given.ruleset, held, runs)
    if wrong:
        return _complain("\n".join(["the corpus fails before anything is changed:", *wrong[:3]]))
    work = [
        (mutant, _past(mutant, runs, loading, given.topic))
        for module in chosen
        for mutant in mutants(module.path, module.name, module.source)
    ]
    _say(f"{len(work)} mutants of {len(chosen)} modules against {len(runs)} pairs")
    progress = _Progress(len(work))
    found = list(fates(given.ruleset, held, work, given.workers, progress.seen))
    progress.done()
    return _report(found, given, time.monotonic() - begun)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="make mutate",
        description=__doc__,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("ruleset", help="an installed ruleset")
    parser.add_argument("--topic", default="", help="only modules of this name, and its cases first")
    parser.add_argument("--at-least", type=float, default=0.0, metavar="PERCENT", help="fail below this rate")
    parser.add_argument("--output", type=Path, help="write the survivors to this file too")
    parser.add_argument(
        "--workers", type=int, default=min(2, os.cpu_count() or 1), help="processes at a time"
    )
    return parser.parse_args()


def _is_meant(module: Module, topic: str) -> bool:
    wanted = topic.replace("_", "-")
    return not wanted or module.topic == wanted or module.topic.startswith(f"{wanted}-")


def _past(mutant: Mutant, runs: list[Run], loading: dict[str, set[int]], topic: str) -> list[Run]:
    """The pairs that come past a mutant, those of the topic first, quick ones before slow ones."""
    first, last = mutant.lines
    past = [run for run in runs if run.runs(mutant.path, first, last)]
    if not past and any(line in loading[str(mutant.path)] for line in range(first, last + 1)):
        # A constant: every pair may depend on it.
        past = runs
    own = topic or mutant.path.stem.replace("_", "-")
    return sorted(past, key=lambda run: (run.topic != own, run.seconds))


class _Progress:
    """A line on a terminal that says how far it is; silent elsewhere."""

    def __init__(self, total: int) -> None:
        self.total, self.counted = total, Counter[str]()
        self.shown = sys.stderr.isatty()

    def seen(self, fated: Fated) -> None:
        self.counted[fated.fate] += 1
        if self.shown:
            parts = ", ".join(f"{count} {fate}" for fate, count in sorted(self.counted.items()))
            sys.stderr.write(f"\r\033[K{self.counted.total()} of {self.total}: {parts}")
            sys.stderr.flush()

    def done(self) -> None:
        if self.shown:
            sys.stderr.write("\r\033[K")


def _report(found: list[Fated], given: argparse.Namespace, seconds: float) -> int:
    counted = Counter(each.fate for each in found)
    known = looked_at()
    alive = [each for each in found if each.fate in ("survived", "unrun")]
    same = [each for each in alive if (_shown(each.mutant.path), *each.mutant.change()) in known]
    left = sorted(
        (each for each in alive if each not in same),
        key=lambda each: (str(each.mutant.path), each.mutant.first_line()),
    )
    dead = counted["killed"] + counted["hung"]
    judged = dead + len(left)
    rate = 100 * dead / judged if judged else 0.0
    topic = f", topic {given.topic}" if given.topic else ""
    summary = [
        f"{given.ruleset}{topic}: {rate:.1f} % killed, {dead} of {judged}",
        f"  {len(left)} survivors, of which {sum(each.fate == 'unrun' for each in left)} in lines that no case runs",
        f"  not counted: {len(same)} that change nothing (looked at), {counted['stillborn']} that do not load",
        f"  {seconds:.0f} s",
    ]
    text = "\n".join([*(_survivor(each) for each in left), *summary, ""])
    sys.stdout.write(text)
    if given.output:
        given.output.write_text(text, encoding="utf-8")
    return 1 if rate < given.at_least or not judged else 0


def _survivor(fated: Fated) -> str:
    note = "  (no case runs this line)" if fated.fate == "unrun" else ""
    lines = "\n".join(f"    {line}" for line in fated.mutant.diff())
    return f"{_shown(fated.mutant.path)}:{fated.mutant.first_line()}{note}\n{lines}"


def _shown(path: Path) -> str:
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else str(path)


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")


def _complain(text: str) -> int:
    _say(text)
    return 2


if __name__ == "__main__":
    sys.exit(main())
