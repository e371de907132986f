"""Every declaration of the corpus for which dice are rolled, with the table it was made on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from surefoot.dice.host import Asking
from surefoot.dice.requests import Choice, Plan, Roll, Ruling
from surefoot.dice.responders import settled
from surefoot.referee.protocol import Declaration
from surefoot.table.table import Table
from surefoot.testing.corpus import Pair, corpus_files
from tests.corpus import FOLDER, pairs_in


@dataclass(frozen=True)
class Rolled:
    """A declaration of a case, and what came of the dice that the case gives."""

    id: str
    table: Table
    declaration: Declaration
    after: str
    # Whether nothing but dice was answered otherwise than by default.
    by_default: bool


@lru_cache(maxsize=4)
def sample(every: int) -> dict[Path, list[Pair]]:
    """Every n-th pair of the corpus, by file."""
    found: dict[Path, list[Pair]] = {}
    everything = [(file, pair) for file in corpus_files(FOLDER) for pair in pairs_in(file)]
    for file, pair in everything[::every]:
        found.setdefault(file, []).append(pair)
    return found


def rolled_in(chosen: list[Pair]) -> tuple[Rolled, ...]:
    """Those of some pairs."""
    found = []
    for pair in chosen:
        before = pair.side.before
        for number, outcome in enumerate(pair.side.outcomes):
            steps = [step for step in outcome.run.steps if isinstance(step, Asking)]
            if before is not None and any(isinstance(step.request, Roll) for step in steps):
                found.append(
                    Rolled(
                        f"{pair.id}/{number}",
                        before,
                        outcome.declaration,
                        outcome.run.table.digest,
                        all(_as_settled(step) for step in steps) and outcome.run.unanswered is None,
                    )
                )
            before = outcome.run.table
    return tuple(found)


def _as_settled(step: Asking) -> bool:
    if not isinstance(step.request, (Choice, Ruling, Plan)):
        return True
    if isinstance(step.request, Plan) and step.request.proposal is None:
        return False
    if isinstance(step.request, Ruling) and step.request.default is None:
        return False
    return bool(settled(step.request, ()).value == step.reply.value)
