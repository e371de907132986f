"""The corpus as a judge of mutants: which pairs run which lines, and whether they notice a change."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import field
from pathlib import Path
from types import FrameType
from typing import Any

from surefoot.records import dataclass
from surefoot.referee import referee
from surefoot.referee.protocol import find
from surefoot.testing.corpus import Pair, corpus_files, corpus_folder, pairs
from surefoot.testing.mutate.data import catalogues, reading
from surefoot.testing.mutate.rules import Held


@dataclass
class Run:
    """One pair: how long it takes, and which lines of rule code it runs or which cells of catalogues it reads."""

    pair: Pair
    topic: str
    seconds: float = 0.0
    lines: dict[str, set[int]] = field(default_factory=dict)

    def runs(self, path: Path, first: int, last: int) -> bool:
        """Whether it runs one of some lines, or reads one of some cells."""
        return any(line in self.lines.get(str(path), ()) for line in range(first, last + 1))


def look_for_no_nearest_move() -> None:
    """No nearest legal move is looked for: the corpus states none."""
    referee.nearest_legal = lambda *_: None


def failure(pair: Pair) -> str:
    """What a fresh run of a pair finds wrong; empty if it proves what it should."""
    fresh = Pair(pair.case, pair.ruleset)
    return fresh.case_failure() or fresh.twin_failure() or fresh.failure()


def held_pairs(rulesets: Sequence[str], topics: Sequence[str] = (), folder: Path | None = None) -> list[Run]:
    """Every pair of the corpus, or of some topics, that is played by some rulesets, with the topic of its file."""
    return [
        Run(pair, file.stem)
        for file in corpus_files(folder or corpus_folder())
        if not topics or file.stem in topics
        for pair in pairs([file])
        if pair.ruleset in rulesets
    ]


class Tracer:
    """Writes down which lines of some files are run."""

    def __init__(self, files: Iterable[str]) -> None:
        self.lines: dict[str, set[int]] = {file: set() for file in files}

    def __call__(self, frame: FrameType, _event: str, _: Any) -> Any:
        lines = self.lines.get(frame.f_code.co_filename)
        if lines is None:
            return None
        lines.add(frame.f_lineno)

        def inside(frame: FrameType, event: str, _: Any) -> Any:
            if event == "line":
                lines.add(frame.f_lineno)
            return inside

        return inside


def measured(
    rulesets: Sequence[str], held: Held, runs: list[Run], *, data: bool = False
) -> tuple[dict[str, set[int]], list[str]]:
    """Play everything once: what is run or read while loading, and the pairs that fail before anything is changed.

    What is traced are the lines of the rule code, or the cells of its catalogues if their data is to be changed.
    """
    sheets = catalogues(held) if data else {}
    files = [str(path) for path in sheets.values()] or [str(module.path) for module in held.held.values()]
    trace = (lambda _: None) if data else sys.settrace
    loading = Tracer(files)
    now = loading
    wrong: list[str] = []
    with reading(sheets, lambda file, place: now.lines[file].add(place)):
        trace(loading)
        try:
            held.load_anew()
            for name in rulesets:
                _ = find(name).catalogue
        finally:
            trace(None)
        # What a module runs while it is loaded are its constants and the heads of its functions.
        for run in runs:
            forget(held)
            now = Tracer(files)
            begun = time.process_time()
            trace(now)
            try:
                problem = failure(run.pair)
            finally:
                trace(None)
            run.seconds = time.process_time() - begun
            run.lines = now.lines
            if problem:
                wrong.append(problem)
    return loading.lines, wrong


def forget(held: Held) -> None:
    """Empty the caches of rule code, so that a pair shows every line it needs."""
    for name in held.held:
        for value in vars(sys.modules[name]).values() if name in sys.modules else ():
            clear = getattr(value, "cache_clear", None)
            if clear is not None and getattr(value, "__module__", "") == name:
                clear()
