"""A game from its log: its entries and its open question, for people and as JSON data."""

from __future__ import annotations

import json
from dataclasses import field
from pathlib import Path
from typing import Any

from rich.console import Console

from surefoot.answers import words
from surefoot.answers.open_question import open_data
from surefoot.answers.state import state_data
from surefoot.cli.show import Show
from surefoot.dice.host import Asked, Reply, Run
from surefoot.files.codec import decode
from surefoot.files.game import GameDamaged, open_game
from surefoot.files.game import replay as entries_of
from surefoot.files.game import verify as judged_again
from surefoot.files.problems import FileProblem
from surefoot.files.proof import Proof
from surefoot.language import Notation
from surefoot.language.speaker import text, text_count
from surefoot.records import dataclass
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import ruleset_of
from surefoot.referee.session import Entry
from surefoot.referee.speaking import speaker
from surefoot.referee.verdict import Citer, Outcome, declaration_data, length, outcome
from surefoot.referee.verdict import data as outcome_data
from surefoot.table.place import Place
from surefoot.table.record import Record
from surefoot.table.table import Table


@dataclass
class Book:
    """A game read from its log."""

    start: Table
    entries: list[tuple[Entry, Table]]
    open: Asked | None = None
    notices: list[FileProblem] = field(default_factory=list)

    @property
    def now(self) -> Table:
        """The table after the last entry."""
        return self.entries[-1][1] if self.entries else self.start

    def outcomes(self) -> list[tuple[Entry, Outcome]]:
        """Each entry with its outcome, as part of the declaration that it belongs to."""
        found: list[tuple[Entry, Outcome]] = []
        before, about = self.start, Declaration("")
        for entry, after in self.entries:
            about = entry.declaration or (about if entry.kind == "answer" else Declaration(entry.kind))
            found.append((entry, outcome(about, before, Run(after, entry.done))))
            before = after
        return found


def read(path: str) -> Book:
    """Read a log; the rules are run only to find the open question."""
    notices: list[FileProblem] = []
    entries = list(entries_of(path, notices.append))
    book = Book(_start(path), entries, notices=notices)
    try:
        session = open_game(path, notices.append)
    except GameDamaged as damaged:
        # The entries could be read, so the log is sound: the installed rules judge it differently.
        notices += damaged.problems
    else:
        book.open = session.open.request if session.open is not None else None
    book.notices = list(dict.fromkeys(notices))
    return book


def _start(path: str) -> Table:
    """The table in the header of a log whose seal has been checked."""
    with Path(path).open("rb") as stream:
        header = json.loads(stream.readline())
    start: Table = decode(Table, header["start"])
    return start


def problems(path: str, book: Book, proof: Proof | None = None) -> tuple[FileProblem, ...]:
    """The entries that are judged differently now; a last line that was cut off is not one of them."""
    return tuple(
        problem for problem in judged_again(path, proof) if problem not in book.notices or not _torn(problem)
    )


def _torn(problem: FileProblem) -> bool:
    return problem.code == "torn"


def data(book: Book) -> dict[str, Any]:
    """A game as JSON data."""
    ruleset = ruleset_of(book.start)
    cite = Citer(ruleset.catalogue)
    entries = []
    for number, (entry, result) in enumerate(book.outcomes(), 1):
        shown = outcome_data(result, cite)
        told: dict[str, Any] = {"n": number, "kind": entry.kind, "state": entry.state}
        told |= {"events": shown["events"], "ledger": shown["ledger"]}
        if entry.declaration is not None:
            told["declaration"] = declaration_data(entry.declaration, book.start.ruleset)
        if entry.reply is not None:
            told["answer"] = _answer(entry.reply)
        if entry.reason:
            told["reason"] = entry.reason
        entries.append(told)
    waits = None if book.open is None else open_data(book.open, cite, speaker(book.now))
    return {"entries": entries, "open": waits, "state": state_data(book.now, book.start)}


def _answer(reply: Reply) -> Any:
    if reply.faces is not None:
        return {"faces": list(reply.faces)}
    value = reply.value
    if isinstance(value, Place):
        return {"value": {"is": value.kind, "on": value.on, "at": [length(value.x), length(value.y)]}}
    plain = value is None or isinstance(value, (bool, int, str))
    return {"value": value if plain else list(value) if isinstance(value, tuple) else str(value)}


def show(book: Book, onto: Console, *, verbose: bool) -> None:
    """Print a game for people."""
    ruleset = ruleset_of(book.start)
    show = Show(onto, ruleset.catalogue, book.start.unit, verbose=verbose)
    title = text_count("Game log, {n} entry", "Game log, {n} entries", len(book.entries))
    show.title(title, ruleset.written(book.start.options))
    for number, (entry, result) in enumerate(book.outcomes(), 1):
        show.entry(number, _said(entry, result.run.table), result)
    if book.open is not None:
        show.waits(book.open)
    show.state(book.now)


def _said(entry: Entry, table: Table) -> str:
    if entry.declaration is not None:
        return words.declared(entry.declaration, table)
    if entry.reply is not None and entry.reply.faces is not None:
        return text("Rolled {faces}", faces=tuple(entry.reply.faces))
    if entry.reply is not None:
        value = entry.reply.value
        answer = Notation(
            words.plan(value, table) if isinstance(value, Record) else words.value(value, table)
        )
        return text("Answered: {answer}", answer=answer)
    if entry.kind == "override":
        return text("Referee correction: {reason}", reason=Notation(entry.reason))
    return text("Undone")
