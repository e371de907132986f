"""`python -m surefoot.testing.mutate RULESET [--topic TOPIC]`: change rule code, see whether the corpus notices."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

from surefoot.files.problems import FileInvalid
from surefoot.referee.protocol import NoSuchRuleset, find
from surefoot.testing.mutate.corpus import Run, held_pairs, look_for_no_nearest_move, measured
from surefoot.testing.mutate.data import Datum, catalogues, data_mutants, is_for_readers, named_words
from surefoot.testing.mutate.fates import Fated, fates
from surefoot.testing.mutate.looked_at import looked_at
from surefoot.testing.mutate.mutants import Mutant, mutants
from surefoot.testing.mutate.rules import Held, Module, modules
from surefoot.testing.mutate.shared import changes_a_function
from surefoot.testing.mutate.survivors import is_named, survivor, survivors

# How often a run says how far it is.
STEPS = 20
EXAMPLES = """examples:
  python -m surefoot.testing.mutate tiny --corpus conformance
  python -m surefoot.testing.mutate tiny --topic walking --at-least 90 --output survivors.txt
  python -m surefoot.testing.mutate tiny --data --at-least 90
  python -m surefoot.testing.mutate tiny --again survivors.txt --cases jump,mud
  python -m surefoot.testing.mutate tiny --package surefoot.referee --topic placing,walk --sample 100

a survivor that changes nothing goes into the file of --equivalent with the reason; all others need a case"""


def main() -> int:
    """Mutate, judge, list the survivors; 1 if the rate is lower than was asked for."""
    given = _arguments()
    try:
        package = given.package or find(given.ruleset).package
        rulesets = [given.ruleset, *(find(name).name for name in given.also.split(",") if name)]
    except NoSuchRuleset as problem:
        return _complain(str(problem))
    held = Held(modules(package), shared=bool(given.package))
    sys.meta_path.insert(0, held)
    # Loaded on demand is not rule code: what a ruleset lends to tests, say.
    rules = [module for module in held.held.values() if module.name in sys.modules]
    chosen = [module for module in rules if _is_meant(module.topic, given.topic)]
    if not chosen and not given.data:
        topics = ", ".join(module.topic for module in rules if module.topic)
        return _complain(f"no module is named after {given.topic!r}; there are: {topics}")
    try:
        runs = held_pairs(rulesets, given.cases.split(",") if given.cases else (), given.corpus)
    except FileInvalid as problem:
        return _complain(str(problem))
    if not runs:
        return _complain(f"the corpus has no pair for {given.ruleset}: nothing could be noticed")
    begun = time.monotonic()
    look_for_no_nearest_move()
    loading, wrong = measured(rulesets, held, runs, data=given.data)
    if wrong:
        return _complain("\n".join(["the corpus fails before anything is changed:", *wrong[:3]]))
    found = (
        _mutants_of_data(held, given.topic, runs, loading) if given.data else _mutants_of_code(held, chosen)
    )
    if given.again is not None:
        named = survivors(given.again.read_text(encoding="utf-8"))
        found = [each for each in found if is_named(each, _shown(each.path), named)]
    if given.sample and given.sample < len(found):
        found = [found[index] for index in sorted(Random(given.seed).sample(range(len(found)), given.sample))]
    # The pairs are put in order for the mutants that are tried, not for all that there are.
    work = [(mutant, _past(mutant, runs, loading, given.topic, given.most)) for mutant in found]
    of = "catalogues" if given.data else f"{len(chosen)} modules"
    _say(f"{len(work)} mutants of {of} against {len(runs)} pairs")
    report = _Report(given, len(work), begun)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        for fated in fates(rulesets, held, work, given.workers):
            report.seen(fated)
    except KeyboardInterrupt:
        report.write(f"interrupted after {report.counted.total()} of {len(work)} mutants")
    return report.ended()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m surefoot.testing.mutate",
        description=__doc__,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("ruleset", help="an installed ruleset")
    parser.add_argument(
        "--topic", default="", help="only modules of these names (a,b), and their cases first"
    )
    parser.add_argument(
        "--also",
        default="",
        metavar="RULESETS",
        help="the pairs of these too: editions built on the same code",
    )
    parser.add_argument(
        "--package",
        default="",
        help="change the functions of this package, which rulesets share, instead of the ruleset: surefoot.referee",
    )
    parser.add_argument(
        "--data",
        action="store_true",
        help="change the numbers, words and rows of the catalogue's tables and options instead of the code",
    )
    parser.add_argument("--at-least", type=float, default=0.0, metavar="PERCENT", help="fail below this rate")
    parser.add_argument("--output", type=Path, help="write the survivors to this file too")
    parser.add_argument(
        "--sample", type=int, default=0, metavar="N", help="only so many, the same every time"
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="the seed of the sample; 0 if left out"
    )
    parser.add_argument(
        "--cases", default="", metavar="TOPICS", help="only the pairs of these files, a quick try"
    )
    parser.add_argument(
        "--most",
        type=int,
        default=0,
        metavar="N",
        help="number of pairs to try on each mutant: quicker, and a lower bound",
    )
    parser.add_argument(
        "--again", type=Path, metavar="FILE", help="only those that an earlier --output calls survivors"
    )
    parser.add_argument(
        "--corpus", type=Path, metavar="FOLDER", help="the folder of the corpus; conformance if left out"
    )
    parser.add_argument(
        "--equivalent", type=Path, metavar="FILE", help="survivors that change nothing, each with the reason"
    )
    parser.add_argument(
        "--workers", type=int, default=min(2, os.cpu_count() or 1), help="processes at a time"
    )
    return parser.parse_args()


def _is_meant(own: str, topic: str) -> bool:
    wanted = topic.replace("_", "-").split(",")
    return not topic or any(own == name or own.startswith(f"{name}-") for name in wanted)


def _mutants_of_code(held: Held, chosen: list[Module]) -> list[Mutant | Datum]:
    return [
        mutant
        for module in chosen
        for mutant in mutants(module.path, module.name, module.source)
        if not held.shared or changes_a_function(mutant, held)
    ]


def _mutants_of_data(
    held: Held, topic: str, runs: list[Run], loading: dict[str, set[int]]
) -> list[Mutant | Datum]:
    """The mutants of the catalogues, or only of the clauses of some topics."""
    kept: list[Mutant | Datum] = []
    for package, path in catalogues(held).items():
        named = named_words(package)
        read = loading[str(path)].union(*(run.lines[str(path)] for run in runs))
        found = [datum for datum in data_mutants(path, package) if _is_meant(datum.topic, topic)]
        rules = [datum for datum in found if not is_for_readers(datum, named, read)]
        _say(
            f"{path.parent.name}: {len(found) - len(rules)} changes of cells that no rule names are left out"
        )
        kept += rules
    return kept


def _past(
    mutant: Mutant | Datum, runs: list[Run], loading: dict[str, set[int]], topic: str, most: int
) -> list[Run]:
    """The pairs that come past a mutant, those of its topic first, quick ones before slow ones."""
    first, last = mutant.lines
    past = [run for run in runs if run.runs(mutant.path, first, last)]
    kept = any(line in loading[str(mutant.path)] for line in range(first, last + 1))
    if not past and (kept or isinstance(mutant, Datum)):
        # A constant, or a cell that was read before and is kept: every pair may depend on it.
        past = list(runs)
    own = (*topic.split(","), mutant.topic)
    past.sort(key=lambda run: run.seconds)
    # After its own topic one pair of each other topic, then the next of each: unlike pairs notice unlike things.
    turns = Counter[str]()
    order: dict[str, tuple[bool, int]] = {}
    for run in past:
        order[run.pair.id] = run.topic not in own, 0 if run.topic in own else turns[run.topic]
        turns[run.topic] += 1
    return sorted(past, key=lambda run: order[run.pair.id])[: most or None]


class _Report:
    """Survivors as they are found, and the sum at the end."""

    def __init__(self, given: argparse.Namespace, total: int, begun: float) -> None:
        self.given, self.total, self.begun = given, total, begun
        self.counted = Counter[str]()
        self.equivalent, self.alive = 0, 0
        self.known = looked_at(given.equivalent)
        self.met: list[tuple[str, str, str]] = []
        self.files: dict[str, None] = {}
        self.file = given.output.open("w", encoding="utf-8") if given.output else None

    def write(self, text: str) -> None:
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()
        if self.file is not None:
            self.file.write(f"{text}\n")
            self.file.flush()

    def seen(self, fated: Fated) -> None:
        self.counted[fated.fate] += 1
        self.files[_shown(fated.mutant.path)] = None
        if fated.fate in ("survived", "unrun"):
            change = (_shown(fated.mutant.path), *fated.mutant.change())
            if change in self.known:
                self.equivalent += 1
                self.met.append(change)
            else:
                self.alive += 1
                self.write(survivor(change[0], fated))
        done = self.counted.total()
        if done * STEPS // self.total != (done - 1) * STEPS // self.total:
            _say(f"{done} of {self.total}, {time.monotonic() - self.begun:.0f} s")

    def ended(self) -> int:
        dead = self.counted["killed"] + self.counted["hung"]
        judged = dead + self.alive
        rate = 100 * dead / judged if judged else 0.0
        topic = f", topic {self.given.topic}" if self.given.topic else ""
        sample = f", a sample of {self.given.sample}, seed {self.given.seed}" if self.given.sample else ""
        topic = f", data{topic}" if self.given.data else topic
        again = f", of the survivors in {self.given.again}" if self.given.again else ""
        stillborn = self.counted["stillborn"]
        self.write(f"{self.given.ruleset}{topic}{sample}{again}: {rate:.1f} % killed, {dead} of {judged}")
        unrun = "are of cells that no case reads" if self.given.data else "are in lines that no case runs"
        self.write(f"  {self.alive} survivors; {self.counted['unrun']} mutants {unrun}")
        self.write(f"  not counted: {self.equivalent} that change nothing, {stillborn} that do not load")
        self.write(f"  {time.monotonic() - self.begun:.0f} s")
        if not self.given.sample and not self.given.again and self.counted.total() == self.total:
            # Everything was tried: what is said to change nothing is no survivor any more, or was never met.
            for file, was, becomes in self.known:
                if file in self.files and (file, was, becomes) not in self.met:
                    _say(
                        f"the file of --equivalent speaks of what is no survivor: {file}: {was} -> {becomes}"
                    )
        if self.file is not None:
            self.file.close()
        return 1 if rate < self.given.at_least or not judged else 0


def _shown(path: Path) -> str:
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else str(path)


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")


def _complain(text: str) -> int:
    _say(text)
    return 2


if __name__ == "__main__":
    sys.exit(main())
