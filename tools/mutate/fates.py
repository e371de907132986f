"""What becomes of each mutant: a process for each, two at a time, the first pair that notices it ends it."""

from __future__ import annotations

import gc
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from tools.mutate.corpus import Run, failure
from tools.mutate.mutants import Mutant
from tools.mutate.rules import Held

from surefoot.referee.protocol import find

# killed: a pair noticed it. hung: it never came to an end, which is noticed too. survived: no pair minds.
# unrun: no pair comes past it. stillborn: the ruleset cannot even be loaded; no credit to the corpus.
Fate = Literal["killed", "hung", "survived", "unrun", "stillborn"]
_EXITS: dict[int, Fate] = {0: "survived", 1: "killed", 2: "stillborn"}
MOST_MEMORY = 6 * 2**30


@dataclass(frozen=True)
class Fated:
    """A mutant and what became of it."""

    mutant: Mutant
    fate: Fate


def fates(
    ruleset: str,
    held: Held,
    work: Sequence[tuple[Mutant, list[Run]]],
    workers: int,
    seen: Callable[[Fated], None],
) -> Iterator[Fated]:
    """Try every mutant against the pairs that come past it."""
    gc.freeze()
    waiting = list(reversed(work))
    running: dict[int, Mutant] = {}
    while waiting or running:
        while waiting and len(running) < workers:
            mutant, runs = waiting.pop()
            if not runs:
                yield _told(Fated(mutant, "unrun"), seen)
                continue
            running[_started(ruleset, held, mutant, runs)] = mutant
        if running:
            pid, status = os.wait()
            if pid in running:
                yield _told(Fated(running.pop(pid), _fate(status)), seen)


def _told(fated: Fated, seen: Callable[[Fated], None]) -> Fated:
    seen(fated)
    return fated


def _fate(status: int) -> Fate:
    if os.WIFSIGNALED(status):
        return "hung" if os.WTERMSIG(status) == signal.SIGALRM else "killed"
    return _EXITS.get(os.waitstatus_to_exitcode(status), "killed")


def _started(ruleset: str, held: Held, mutant: Mutant, runs: list[Run]) -> int:
    pid = os.fork()
    if pid:
        return pid
    # From here on this is the process of one mutant; it leaves without cleaning up what is its parent's.
    code = 2
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        signal.setitimer(signal.ITIMER_REAL, 5 + 10 * sum(run.seconds for run in runs))
        code = _tried(ruleset, held, mutant, runs)
    finally:
        sys.stdout.flush()
        os._exit(code)


def _tried(ruleset: str, held: Held, mutant: Mutant, runs: list[Run]) -> int:
    try:
        held.changed[mutant.module] = compile(mutant.source(), str(mutant.path), "exec", dont_inherit=True)
        held.load_anew()
        find(ruleset)
    except Exception:  # noqa: BLE001  # whatever keeps it from loading
        return 2
    try:
        return 1 if any(failure(run.pair) for run in runs) else 0
    except Exception:  # noqa: BLE001  # a mutant may break anything, the judge of the corpus included
        return 1
