"""The pairs of the conformance corpus, indexed by the clauses they prove."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from surefoot.files.problems import FileInvalid
from surefoot.referee.protocol import find
from surefoot.testing.corpus import Pair, corpus_files, corpus_folder, pairs


@dataclass(frozen=True)
class Proofs:
    """All pairs by ruleset and clause."""

    held: dict[tuple[str, str], list[Pair]] = field(default_factory=dict)
    # Files that could not be read; the build reports them.
    unreadable: list[str] = field(default_factory=list)

    def of(self, ruleset: str, clause: str) -> list[Pair]:
        """The pairs that prove a clause, those written for it first."""
        found = self.held.get((ruleset, clause), [])
        catalogue = find(ruleset).catalogue
        return sorted(found, key=lambda pair: catalogue[pair.case.clause].id != clause)


def read(folder: Path | None = None) -> Proofs:
    """Read the whole corpus without playing it."""
    proofs = Proofs()
    for file in corpus_files(folder or corpus_folder()):
        try:
            held = pairs([file])
        except FileInvalid as invalid:
            proofs.unreadable.append(str(invalid))
            continue
        for pair in held:
            catalogue = find(pair.ruleset).catalogue
            for clause in dict.fromkeys(catalogue[each].id for each in pair.clauses):
                proofs.held.setdefault((pair.ruleset, clause), []).append(pair)
    return proofs
