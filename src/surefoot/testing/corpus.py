"""The conformance corpus: pairs of cases that prove clauses, and the coverage of the catalogues.

A pair is a case and a twin with exactly one input changed. It proves its clause if both have the expected result, the
results differ, and exactly one of them cites the clause. The files are `conformance/<ruleset>/<topic>.yaml`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from functools import cached_property
from pathlib import Path
from typing import Any

from surefoot.files.problems import FileInvalid
from surefoot.records import dataclass
from surefoot.referee import protocol
from surefoot.referee.catalogue import Catalogue
from surefoot.referee.protocol import find
from surefoot.table.words import instead
from surefoot.testing.cases import Case, read
from surefoot.testing.compare import differences, side_by_side
from surefoot.testing.expect import asked
from surefoot.testing.play import Question, Side, play, question
from surefoot.testing.told import told

FOLDER = "conformance"


@dataclass(frozen=True)
class Pair:
    """A case and its twin under one ruleset."""

    case: Case
    ruleset: str

    @property
    def id(self) -> str:
        """The id of the pair: ruleset, clause and name."""
        return f"{self.ruleset}/{self.case.clause}/{self.case.name}"

    @cached_property
    def _questions(self) -> tuple[Question, ...]:
        """The questions of both sides, asked of each so that their answers can be compared."""
        written = [*asked(self.case.expect), *asked(self.case.twin_expect)]
        return tuple(dict.fromkeys(question(each) for each in written))

    @cached_property
    def side(self) -> Side:
        """The case, played."""
        return play(self.ruleset, self.case.given, self._questions)

    @cached_property
    def twin(self) -> Side:
        """The twin, played."""
        return play(self.ruleset, self.case.twin_given, self._questions)

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause that the pair is meant to prove."""
        return (self.case.clause, *self.case.also)

    def case_failure(self) -> str:
        """Why the case is not as expected; empty if it is."""
        return self._failure(self.case.expect, self.side, self.case.line, self.case.name)

    def twin_failure(self) -> str:
        """Why the twin is not as expected; empty if it is."""
        name = self.case.twin_name or f"{self.case.name}, twin"
        return self._failure(self.case.twin_expect, self.twin, self.case.twin_line, name)

    def _failure(self, expect: Mapping[str, Any], side: Side, line: int, name: str) -> str:
        if self.ruleset != self.case.rulesets[0]:
            # Editions have clause ids of their own: only the first ruleset must cite all of them.
            expect = {key: value for key, value in expect.items() if key != "cites"}
        wrong = differences(expect, side)
        if not wrong and not side.unresolved:
            return ""
        parts = [f"{self.case.file}:{line}: {name} ({self.ruleset}, {self.case.clause})"]
        if wrong:
            parts.append(side_by_side(wrong))
        parts += [f"  cites what is no clause: {each}" for each in side.unresolved]
        return "\n".join([*parts, "what happened:", told(side)])

    def failure(self) -> str:
        """Why the pair does not prove its clauses, if both sides are as expected; empty if it does."""
        wrong = [*self._not_one_step(), *(text for text in map(self._unproven, self.clauses) if text)]
        if not wrong:
            return ""
        parts = [
            f"{self.case.file}:{self.case.line}: {self.case.name} ({self.ruleset}, {self.case.clause})",
            *(f"  {each}" for each in wrong),
            "the case:",
            told(self.side),
            f"the twin ({self.case.changes}):",
            told(self.twin),
        ]
        return "\n".join(parts)

    def _not_one_step(self) -> list[str]:
        found = []
        if self.side.summary == self.twin.summary:
            found.append("case and twin come out the same; what the twin changes must make a difference")
        idle = [index for index in self.side.unused if index in self.twin.unused]
        if idle:
            numbers = ", ".join(str(index + 1) for index in idle)
            found.append(f"dice or answers that neither side asks for: number {numbers}")
        return found

    def _unproven(self, clause: str) -> str:
        catalogue = find(self.ruleset).catalogue
        if clause not in catalogue:
            return _no_clause(catalogue, clause)
        here, there = (catalogue[clause].id in side.clauses for side in (self.side, self.twin))
        if here != there:
            return ""
        return f"{clause} is cited by {'both' if here else 'neither'}; exactly one side must cite it"

    @cached_property
    def proven(self) -> tuple[str, ...]:
        """The clauses that the pair proves, by the ids that are in force."""
        if self.case_failure() or self.twin_failure() or self._not_one_step():
            return ()
        catalogue = find(self.ruleset).catalogue
        return tuple(catalogue[clause].id for clause in self.clauses if not self._unproven(clause))


def _no_clause(catalogue: Catalogue, clause: str) -> str:
    dropped = clause in catalogue.renamed
    why = "has dropped" if dropped else "has no clause"
    return f"{catalogue.ruleset} {why} {clause}{'' if dropped else instead(clause, catalogue.clauses)}"


@dataclass(frozen=True)
class Check:
    """A check with its id; `failure` returns the problem, empty if there is none."""

    id: str
    failure: Callable[[], str]


def corpus_files(folder: Path) -> list[Path]:
    """Every file of a corpus, in a fixed order."""
    return sorted(path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))


def pairs(files: Iterable[Path]) -> list[Pair]:
    """The pairs of some files; raises FileInvalid at the first file that cannot be read."""
    return [Pair(case, ruleset) for file in files for case in read(file) for ruleset in case.rulesets]


def checks(files: Iterable[Path]) -> list[Check]:
    """Three checks for each pair (case, twin, proof), and one for each file that can't be read."""
    found: list[Check] = []
    for file in files:
        try:
            for pair in pairs([file]):
                found += [
                    Check(pair.id, pair.case_failure),
                    Check(f"{pair.id}/twin", pair.twin_failure),
                    Check(f"{pair.id}/pair", pair.failure),
                ]
        except FileInvalid as invalid:
            name = f"{file.parent.name}/{file.name}/unreadable"
            found.append(Check(name, lambda text=str(invalid): text))  # type: ignore[misc]  # bound now
    return found


def corpus_folder() -> Path:
    """The corpus: the folder of that name here or above, else the one that comes with Surefoot."""
    here = Path.cwd()
    for place in (here, *here.parents):
        if (place / FOLDER).is_dir():
            return place / FOLDER
    return bundled_corpus()


def bundled_corpus() -> Path:
    """The corpus of Surefoot itself: in a work tree beside the sources, else in the package, where the build puts it."""
    package = Path(__file__).parents[1]
    beside = package.parents[1] / FOLDER
    return beside if beside.is_dir() else package / FOLDER


@dataclass
class Survey:
    """The result of running a corpus: proven clauses, wrong pairs, unreadable files."""

    proven: dict[str, list[str]]
    pairs: int = 0
    wrong: list[Pair] = field(default_factory=list)
    unreadable: list[FileInvalid] = field(default_factory=list)

    def coverage(self) -> dict[str, Any]:
        """How much of each catalogue is proven."""
        covered = {name: _covered(find(name).catalogue, proven) for name, proven in self.proven.items()}
        return {"rulesets": covered}


def survey(
    rulesets: Iterable[str],
    folder: Path,
    watch: Callable[[Path, int, int], None] = lambda file, n, of: None,
    stopped: Callable[[], bool] = lambda: False,
) -> Survey:
    """Run every pair of some rulesets; `watch` is called before each file with its number and the number of files.

    `stopped` is asked before each pair; once it says yes, the rest is left out.
    """
    found = Survey({name: [] for name in rulesets})
    files = corpus_files(folder)
    for number, file in enumerate(files, 1):
        watch(file, number, len(files))
        try:
            held = [pair for pair in pairs([file]) if pair.ruleset in found.proven]
        except FileInvalid as invalid:
            found.unreadable.append(invalid)
            continue
        for pair in held:
            if stopped():
                return found
            found.pairs += 1
            found.proven[pair.ruleset] += pair.proven
            if pair.case_failure() or pair.twin_failure() or pair.failure():
                found.wrong.append(pair)
    return found


def coverage(rulesets: Iterable[str] = (), folder: Path | None = None) -> dict[str, Any]:
    """How much of each catalogue is proven by running the corpus; all installed rulesets if none is named."""
    # Unreadable files prove nothing; `checks` reports them.
    return survey(list(rulesets) or list(protocol.installed()), folder or corpus_folder()).coverage()


def _covered(catalogue: Catalogue, proven: list[str]) -> dict[str, Any]:
    by_case = [clause for clause in catalogue if clause.proof == "case"]
    return {
        "clauses": len(catalogue.clauses),
        "proven": sum(1 for clause in by_case if clause.id in proven),
        "unproven": [clause.full_id for clause in by_case if clause.id not in proven],
        "exempt": [
            {"id": clause.full_id, "reason": clause.reason} for clause in catalogue if clause.proof != "case"
        ],
    }
