"""What the commands do: read a file, ask the referee, and hand over what it says."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from surefoot.cli.answers import Foreseen
from surefoot.dice.host import Responder, Unanswered
from surefoot.files import scenario, source
from surefoot.files.problems import FileInvalid, FileProblem
from surefoot.forecast.odds import Odds, odds
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import check
from surefoot.referee.session import Session
from surefoot.referee.verdict import Outcome, outcome
from surefoot.table.table import Table

STDIN = "-"
STDIN_NAME = "<stdin>"
# Whoever asks what a move costs does not want to wait for more ways than these; what is left is said to be left.
MOST_WAYS = 2_000


def read_scenario(file: str) -> scenario.Scenario:
    """The scenario in a file, or in what is piped in."""
    name, text = read_text(file)
    if _begins_game(text[: source.MOST_BYTES].partition("\n")[0].encode()):
        says = "this is a game, not a scenario: surefoot replay shows it, surefoot play goes on with it"
        raise FileInvalid([FileProblem(name, 0, "", says)])
    return scenario.loads(text, name)


def read_text(file: str) -> tuple[str, str]:
    """The name and the text of a file, or of what is piped in."""
    return source.read(file) if file != STDIN else (STDIN_NAME, _piped())


def _piped() -> str:
    content = sys.stdin.buffer.read(source.MOST_BYTES + 1)
    if len(content) > source.MOST_BYTES:
        says = f"more than {source.MOST_BYTES:,} bytes are not read"
        raise FileInvalid([FileProblem(STDIN_NAME, 0, "", says)])
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise FileInvalid([FileProblem(STDIN_NAME, line, "", "this is not text in UTF-8")]) from None


def is_game(file: str) -> bool:
    """Whether a file is a game log rather than a scenario: its first line is a sealed header."""
    if file == STDIN:
        content = sys.stdin.buffer.read()
        # Whoever reads it next finds it again.
        sys.stdin = io.TextIOWrapper(io.BytesIO(content), encoding="utf-8", errors="surrogateescape")
        return _begins_game(content.partition(b"\n")[0])
    try:
        with Path(file).open("rb") as stream:
            return _begins_game(stream.readline(source.MOST_BYTES))
    except (OSError, ValueError):
        # Whoever reads it next says what is wrong with it.
        return False


def _begins_game(first: bytes) -> bool:
    return first.startswith(b"{") and b'"seal":"' in first


@contextmanager
def game_file(file: str) -> Iterator[str]:
    """The path of a game log; one that is piped in is laid down somewhere first."""
    if file != STDIN:
        yield file
        return
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game"
        path.write_bytes(sys.stdin.buffer.read())
        try:
            yield str(path)
        except FileInvalid as invalid:
            raise FileInvalid([replace(each, file=STDIN_NAME) for each in invalid.problems]) from None


@dataclass
class Told:
    """What the referee said, one declaration after another, and the table that this leaves."""

    start: Table
    now: Table
    outcomes: list[Outcome] = field(default_factory=list)
    # The question that found no answer; nothing after it was judged.
    open: Unanswered | None = None
    # Declarations that nobody came to any more.
    left: int = 0
    # Looking ahead: how each of them can end, where dice decide that.
    ahead: list[Odds | None] = field(default_factory=list)

    @property
    def illegal(self) -> bool:
        """Whether anything was refused."""
        return any(result.verdict == "illegal" for result in self.outcomes)


def previewed(laid: scenario.Scenario) -> Told:
    """Every declaration judged beforehand, each on the table that the one before is hoped to leave.

    Choices and rulings are answered as the file answers them.
    """
    told, declarations = Told(laid.table, laid.table), laid.declarations
    answers = Foreseen.of(laid.answers)
    for index, declaration in enumerate(declarations):
        result = check(told.now, declaration, policy=answers)
        told.outcomes.append(result)
        told.ahead.append(_ahead(told.now, result, Foreseen([*answers.entries])))
        answers.spent(result.run)
        told.now = result.run.table
        if result.run.unanswered is not None:
            told.open = result.run.unanswered
            told.left = len(declarations) - index - 1
            break
    return told


def _ahead(table: Table, result: Outcome, answers: Foreseen) -> Odds | None:
    if result.verdict == "illegal" or not result.tests:
        return None
    return odds(table, result.declaration, policy=answers, most=MOST_WAYS)


def played(
    session: Session,
    declarations: tuple[Declaration, ...],
    responder: Responder,
    answers: Sequence[Any] = (),
) -> Told:
    """The open question of a game answered, then every declaration made, up to a question without an answer.

    Each is judged with what is answered to choices and rulings.
    """
    foreseen = Foreseen.of([*answers])
    told = Told(session.start, session.now)
    if session.open is not None:
        _answered(session, responder, told)
    for index, declaration in enumerate(declarations):
        if told.open is not None:
            told.left = len(declarations) - index
            break
        result = session.declare(declaration, foreseen)
        if session.open is None:
            told.outcomes.append(result)
        else:
            _answered(session, responder, told)
        foreseen.spent(told.outcomes[-1].run)
    told.now = session.now
    return told


def _answered(session: Session, responder: Responder, told: Told) -> None:
    try:
        result = session.play_out(responder)
        assert result is not None
    except Unanswered as unanswered:
        was = session.open
        assert was is not None
        # The answer that is missing is said in the words of whoever should have given it.
        run = replace(was.run, unanswered=unanswered)
        result = outcome(was.declaration, was.before, run)
        told.open = unanswered
    told.outcomes.append(result)
