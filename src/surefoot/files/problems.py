"""What is wrong with a file: every problem at once, each with its line, its field and, where there is one, a near miss."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass

# Of a long list of known names only so many are shown.
SHOWN = 12


@dataclass(frozen=True, slots=True)
class FileProblem:
    """One thing that is wrong: in which file, on which line (0: the file as a whole), in which field, and what."""

    file: str
    line: int
    field: str
    says: str
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


def near(word: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    """The known name that a word was probably meant to be; empty if none is close.

    >>> near("platfrom", ["wall", "platform"])
    'platform'
    """
    by_lower: dict[str, str] = {}
    for name in known:
        by_lower.setdefault(name.lower(), name)
    close = difflib.get_close_matches(word.lower(), list(by_lower), 1, cutoff)
    return by_lower[close[0]] if close else ""


def instead(word: str, known: Iterable[str], called: str = "there are") -> str:
    """What to write instead of an unknown word: the near miss, or else what there is.

    >>> instead("platfrom", ["wall", "platform"])
    "; did you mean 'platform'?"
    >>> instead("tree", ["wall", "platform"])
    '; there are: wall, platform'
    """
    names = list(dict.fromkeys(known))
    close = near(word, names)
    if close:
        return f"; did you mean {close!r}?"
    if not names:
        return ""
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return f"; {called}: {', '.join(names[:SHOWN])}{more}"


def listed(words: Iterable[str]) -> str:
    """Words as people list them.

    >>> listed(["path", "target", "who"])
    'path, target or who'
    """
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last
