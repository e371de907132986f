"""Problems of a file from elsewhere, collected so that all of them are told at once."""

from __future__ import annotations

from dataclasses import field

from surefoot.files.problems import FileInvalid, FileProblem
from surefoot.language import Sentence
from surefoot.records import dataclass

# A file in which everything is wrong is told by its first problems.
MOST_TOLD = 50


@dataclass
class Problems:
    """What is wrong with one file, in the order in which it was found."""

    file: str
    found: list[FileProblem] = field(default_factory=list)

    def wrong(self, says: Sentence, field: str = "", line: int = 0) -> None:
        """Note a problem at a field or a line of the file."""
        if len(self.found) < MOST_TOLD:
            self.found.append(FileProblem(self.file, line, field, says))

    def demand_none(self) -> None:
        """Refuse the file if anything is wrong with it."""
        if self.found:
            raise FileInvalid(self.found)


def refused(file: str, says: Sentence, line: int = 0, field: str = "") -> FileInvalid:
    """The refusal of a file for one reason."""
    return FileInvalid([FileProblem(file, line, field, says)])
