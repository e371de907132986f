"""What becomes of each mutant: a process for each, two at a time, the first pair that notices it ends it."""

from __future__ import annotations

import gc
import os
import resource
import signal
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Literal

from surefoot.records import dataclass
from surefoot.referee.protocol import find
from surefoot.testing.mutate.corpus import Run, failure, forget
from surefoot.testing.mutate.data import Datum, put
from surefoot.testing.mutate.mutants import Mutant
from surefoot.testing.mutate.rules import Held
from surefoot.testing.mutate.shared import change

# killed: a pair noticed it. hung: it never came to an end, which is noticed too. survived: no pair minds.
# unrun: no pair comes past it. stillborn: the ruleset cannot even be loaded; no credit to the corpus.
Fate = Literal["killed", "hung", "survived", "unrun", "stillborn"]
_EXITS: dict[int, Fate] = {0: "survived", 1: "killed", 2: "stillborn"}
MOST_MEMORY = 6 * 2**30
# The number of pairs that killed mutants before and are tried first.
SHARP = 12


@dataclass(frozen=True)
class Fated:
    """A mutant, what became of it, and the pair that noticed it."""

    mutant: Mutant | Datum
    fate: Fate
    by: str = ""


def fates(
    rulesets: Sequence[str], held: Held, work: Sequence[tuple[Mutant | Datum, list[Run]]], workers: int
) -> Iterator[Fated]:
    """Try every mutant against the pairs that come past it."""
    gc.freeze()
    waiting = list(reversed(work))
    running: dict[int, tuple[Mutant | Datum, int]] = {}
    # The pairs that noticed something in a module, the latest first: they notice more there than others do.
    sharp: dict[str, list[str]] = {}
    try:
        while waiting or running:
            while waiting and len(running) < workers:
                mutant, runs = waiting.pop()
                if not runs:
                    yield Fated(mutant, "unrun")
                    continue
                known = sharp.get(mutant.module, [])[:SHARP]
                runs = sorted(runs, key=lambda run: run.pair.id not in known)  # sorted at once
                pid, pipe = _started(rulesets, held, mutant, runs)
                running[pid] = mutant, pipe
            if running:
                pid, status = os.wait()
                mutant, pipe = running.pop(pid)
                with os.fdopen(pipe, encoding="utf-8") as said:
                    fated = Fated(mutant, _fate(status), said.read())
                if fated.by:
                    names = sharp.setdefault(mutant.module, [])
                    sharp[mutant.module] = [fated.by, *(name for name in names if name != fated.by)]
                yield fated
    finally:
        for pid in running:
            os.kill(pid, signal.SIGKILL)


def _fate(status: int) -> Fate:
    if os.WIFSIGNALED(status):
        return "hung" if os.WTERMSIG(status) == signal.SIGPROF else "killed"
    return _EXITS.get(os.waitstatus_to_exitcode(status), "killed")


def _started(rulesets: Sequence[str], held: Held, mutant: Mutant | Datum, runs: list[Run]) -> tuple[int, int]:
    reading, writing = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writing)
        return pid, reading
    # From here on this is the process of one mutant; it leaves without cleaning up what is its parent's.
    code = 2
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        # Tracing made the measured pairs several times as slow: a run that takes longer than that never ends.
        signal.setitimer(signal.ITIMER_PROF, 5 + sum(run.seconds for run in runs))
        code, by = _tried(rulesets, held, mutant, runs)
        os.write(writing, by.encode())
    finally:
        os._exit(code)


def _tried(rulesets: Sequence[str], held: Held, mutant: Mutant | Datum, runs: list[Run]) -> tuple[int, str]:
    try:
        if isinstance(mutant, Datum):
            put(mutant)
        elif held.shared:
            change(mutant, held)
            forget(held)
        else:
            held.changed[mutant.module] = mutant.code()
        held.load_anew()
        for name in rulesets:
            find(name)
    except Exception:  # noqa: BLE001  # whatever keeps it from loading
        return 2, ""
    for run in runs:
        try:
            noticed = bool(failure(run.pair))
        except Exception:  # noqa: BLE001  # a mutant may break anything, the judge of the corpus included
            noticed = True
        if noticed:
            return 1, run.pair.id
    return 0, ""
