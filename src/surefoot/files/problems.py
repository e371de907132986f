"""Problems of a file: all of them at once, each with its line, its field and, where there is one, a suggestion."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal

from surefoot.language import Notation, Sentence, Text, say
from surefoot.records import dataclass

# Problems that callers treat in their own way: there is no such file; the last line of a log was cut off; another version
# of the rules decided differently.
Code = Literal["", "no-such-file", "torn", "version"]


@dataclass(frozen=True, slots=True)
class FileProblem:
    """One problem: the file, the line (0: the whole file), the field, and a text that begins in lower case."""

    file: str
    line: int
    field: str
    says: Text
    clause: str = ""
    code: Code = ""
    # The ruleset that found the problem: its unit and its terms are used to show it.
    ruleset: str = ""

    def __str__(self) -> str:
        return self._line(str(self.says))

    def message(self) -> str:
        """The text of the problem in the reader's language."""
        # Imported here: most problems need no ruleset.
        from surefoot.language.speaker import Speaker
        from surefoot.referee.speaking import ruleset_speaker

        speak = ruleset_speaker(self.ruleset) if self.ruleset else Speaker()
        return speak(self.says)

    def shown(self, speak: Callable[[Text], str] | None = None) -> str:
        """The problem in the reader's language, with its file, line and field; in the words of a table, if it is given."""
        return self._line(self.message() if speak is None else speak(self.says))

    def _line(self, says: str) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        field = f" {self.field}:" if self.field else ""
        return f"{place}:{field} {says}{f' [{self.clause}]' if self.clause else ''}"


class FileInvalid(Exception):
    """A file that cannot be used, with every problem that was found, in the order of the lines."""

    def __init__(self, problems: Iterable[FileProblem]) -> None:
        # The same problem may be found in two ways: it is kept once.
        self.problems = tuple(dict.fromkeys(sorted(problems, key=lambda problem: problem.line)))
        super().__init__("\n".join(str(problem) for problem in self.problems))

    def __reduce__(self) -> tuple[type[FileInvalid], tuple[Any, ...]]:
        return type(self), (self.problems,)

    def shown(self) -> str:
        """Every problem in the reader's language, one on each line."""
        return "\n".join(problem.shown() for problem in self.problems)


def other_format(found: object, newest: int) -> Sentence:
    """The problem of a file whose format this Surefoot doesn't read; a newer one asks for an update."""
    if isinstance(found, int) and not isinstance(found, bool) and found > newest:
        return say(
            "this file was written by a newer Surefoot (format {found}, this one reads {newest}): update Surefoot",
            found=found,
            newest=newest,
        )
    return say("this Surefoot reads format {newest}, not {found}", newest=newest, found=Notation(repr(found)))
