"""What is wrong with a file: every problem at once, each with its line, its field and, where there is one, a near miss."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from surefoot.language import Text


@dataclass(frozen=True, slots=True)
class FileProblem:
    """One thing that is wrong: in which file, on which line (0: the file as a whole), in which field, and what."""

    file: str
    line: int
    field: str
    says: Text
    clause: str = ""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        field = f" {self.field}:" if self.field else ""
        return f"{place}:{field} {self.says}{f' [{self.clause}]' if self.clause else ''}"


class FileInvalid(Exception):
    """A file that cannot be used; it holds every problem that was found, in the order of the lines."""

    def __init__(self, problems: Iterable[FileProblem]) -> None:
        # The same mistake seen twice is one mistake.
        self.problems = tuple(dict.fromkeys(sorted(problems, key=lambda problem: problem.line)))
        super().__init__("\n".join(str(problem) for problem in self.problems))


def listed(words: Iterable[str]) -> str:
    """Words as people list them.

    >>> listed(["path", "target", "who"])
    'path, target or who'
    """
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last
