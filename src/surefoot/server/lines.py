"""The sealed lines of a game log without a file: the very lines that `surefoot replay` reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from surefoot.files import game as log
from surefoot.files.codec import encode
from surefoot.referee.referee import ruleset_of
from surefoot.referee.session import Entry, Session


@dataclass
class Book:
    """A game under way and the lines that were said in it since somebody last took them."""

    session: Session
    seal: str
    number: int = 0
    fresh: list[str] = field(default_factory=list)
    _log: log._Log = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._log = log._Log(Path(), self.session, self.session.mode, self.seal, self.number)
        self.session.keep = self._keep

    def _keep(self, entry: Entry) -> None:
        text, self._log.seal = self._log.line(entry)
        self._log.entries += 1
        self.seal, self.number = self._log.seal, self._log.entries
        self.fresh.append(text)

    def taken(self) -> str:
        """The one line that was said."""
        (line,) = self.fresh
        self.fresh.clear()
        return line


def begun(session: Session) -> tuple[str, Book]:
    """The header of a new game, and the book that goes on behind it."""
    ruleset = ruleset_of(session.start)
    header = {
        "surefoot": log.FORMAT,
        "ruleset": ruleset.written(session.start.options),
        "version": ruleset.version,
        "mode": session.mode,
        "start": encode(session.start),
    }
    text, seal = log._sealed(header, "")
    return text, Book(session, seal)


def resumed(lines: Sequence[str], name: str) -> Book:
    """A game taken up at its last line; raises GameDamaged if it is not what was written or is judged otherwise now."""
    try:
        read = log._header(name, log._unsealed(lines[0].encode(), "", "the header cannot be read"))
        for number, line in enumerate(lines[1:], 1):
            log._take(read, number, line.encode())
    except log._Unsound as unsound:
        raise log.GameDamaged(name, 1, str(unsound)) from None
    session = Session(read.start, read.mode)
    for number, (entry, mode) in enumerate(read.entries, 1):
        session.mode = mode
        problem = log._said_again(session, entry, log._answers(read, number))
        if problem:
            raise log.GameDamaged(name, number + 1, problem)
    return Book(session, read.seal, len(read.entries))
