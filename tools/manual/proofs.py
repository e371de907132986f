"""The pairs of the conformance corpus, by the clauses that they are there to prove."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from surefoot.files.problems import FileInvalid
from surefoot.referee.protocol import find
from surefoot.testing.corpus import Pair, corpus_files, corpus_folder, pairs


@dataclass(frozen=True)
class Proofs:
    """Every pair, under each ruleset and clause."""

    held: dict[tuple[str, str], list[Pair]] = field(default_factory=dict)
    # Files that cannot be read: they prove nothing, and whoever builds the manual wants to know.
    unreadable: list[str] = field(default_factory=list)

    def of(self, ruleset: str, clause: str) -> list[Pair]:
        """The pairs for a clause, those first that are there for its sake."""
        found = self.held.get((ruleset, clause), [])
        catalogue = find(ruleset).catalogue
        return sorted(found, key=lambda pair: catalogue[pair.case.clause].id != clause)


def read(folder: Path | None = None) -> Proofs:
    """The whole corpus, not played yet."""
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
