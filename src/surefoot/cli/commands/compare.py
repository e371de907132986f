"""`surefoot compare`: judge one scenario under several rulesets, side by side."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import Any

import typer
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from surefoot.answers import words
from surefoot.answers.open_question import question
from surefoot.answers.rulesets import named
from surefoot.answers.state import state_data
from surefoot.answers.verdicts import Report, ends_data, not_rolled, previewed
from surefoot.cli.exits import ExitCode, tell
from surefoot.cli.input import read_text
from surefoot.cli.json_output import print_json
from surefoot.cli.show import CLAUSE, COLOURS, QUIET, VERDICTS, Printer, console
from surefoot.draw.chances import changes
from surefoot.files.problems import FileInvalid, FileProblem
from surefoot.files.scenario import loads
from surefoot.files.source import Source, parse
from surefoot.files.variants import Named, made, stated
from surefoot.geometry.tolerance import MILLIONTHS
from surefoot.language import Clause, Notation, say
from surefoot.language.speaker import UNITS, Speaker, text, text_count
from surefoot.records import dataclass
from surefoot.referee.referee import ruleset_of
from surefoot.referee.speaking import and_more, few, speaker
from surefoot.referee.verdict import Citer, Outcome, Test, data

# The least width of a column; further rulesets are shown below the first ones.
NARROWEST = 23
LABELS = 10


@dataclass
class Column:
    """The report under one ruleset, or the problems of the file under it."""

    ruleset: str
    unit: str = ""
    told: Report | None = None
    problems: tuple[FileProblem, ...] = ()
    # The outcome of each declaration, by its position in the file.
    outcomes: dict[int, Outcome] = field(default_factory=dict)


def compare(file: str, rulesets: str, *, as_json: bool) -> ExitCode:
    """Judge a file under several rulesets and print the verdicts."""
    name, content = read_text(file)
    source = parse(content, name)
    wanted = _wanted(source, rulesets)
    columns = [_judged(source, content, each) for each in wanted]
    if as_json:
        print_json({"rulesets": {column.ruleset: _data(column) for column in columns}})
    else:
        _show(columns, _title(source, columns))
    refused = [column for column in columns if column.problems]
    for column in refused:
        tell(text("The file can't be read for {ruleset}:", ruleset=Notation(column.ruleset)))
        for problem in column.problems:
            tell(f"  {problem.shown()}")
    return ExitCode.FILE_INVALID if refused else ExitCode.OK


def _wanted(source: Source, rulesets: str) -> list[str]:
    """The rulesets to compare: the named ones, or all that the file is written for."""
    # Commas inside brackets separate options.
    named_here = [each.strip() for each in re.split(r",(?![^()]*\))", rulesets) if each.strip()]
    found = list(dict.fromkeys(named_here or stated(source)))
    for each in found:
        named(Named.read(each).name, "rulesets")
    if len(found) < 2:
        says = text("Name at least two rulesets: --rulesets A,B")
        if not named_here:
            says = text("The file is written for one ruleset. Name at least two: --rulesets A,B")
        raise typer.BadParameter(says, param_hint="--rulesets")
    return found


def _judged(source: Source, content: str, ruleset: str) -> Column:
    try:
        laid = loads(content, source.file, ruleset)
    except FileInvalid as invalid:
        return Column(ruleset, problems=invalid.problems)
    told = previewed(laid)
    written = ruleset_of(laid.table).written(laid.table.options)
    numbers = made(source, ruleset)
    outcomes = dict(zip(numbers, told.outcomes, strict=False))
    return Column(written, laid.table.unit, told, outcomes=outcomes)


def _data(column: Column) -> dict[str, Any]:
    if column.told is None:
        return {
            "problems": [
                {
                    "file": each.file,
                    "line": each.line,
                    "field": each.field,
                    "says": Speaker()(each.says),
                    "clause": each.clause,
                }
                for each in column.problems
            ]
        }
    cite = Citer(ruleset_of(column.told.start).catalogue)
    outcomes = [
        {"n": number + 1} | not_rolled(data(outcome, cite)) | ends_data(ahead)
        for (number, outcome), ahead in zip(column.outcomes.items(), column.told.ahead, strict=False)
    ]
    return {"outcomes": outcomes, "state": state_data(column.told.now, column.told.start)}


# --- side by side ---------------------------------------------------------------------------------


def _title(source: Source, columns: Sequence[Column]) -> Text:
    name = source.data.get("name") if isinstance(source.data, dict) else ""
    under = text_count("under {n} ruleset", "under {n} rulesets", len(columns))
    return Text(str(name or source.file), "bold").append(f"  {under}", QUIET)


def _show(columns: list[Column], title: Text) -> None:
    printer = Printer(console())
    printer.part(title)
    judged = [column for column in columns if column.told is not None]
    numbers = sorted(dict.fromkeys(number for column in judged for number in column.outcomes))
    room = max(1, (printer.console.width - LABELS) // NARROWEST)
    bands = [judged[i : i + room] for i in range(0, len(judged), room)]
    for number in numbers:
        first = next(column.outcomes[number] for column in judged if number in column.outcomes)
        printer.part(Rule(style=QUIET))
        printer.part(Text(f"{number + 1}  ", QUIET).append(_about(first), "bold"))
        for band in bands:
            printer.section(_band(band, number))


def _about(outcome: Outcome) -> str:
    """The models and the path of a declaration, which are the same under every ruleset."""
    declaration, named = outcome.declaration, speaker(outcome.run.table)
    path = words.path(declaration, named)
    who = named.names(declaration.who)
    who = who or named.term(declaration.action)
    return f"{who}: {path}" if path else who


def _band(columns: Sequence[Column], number: int) -> Grid:
    grid = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_edge=False, expand=True)
    grid.add_column(style=QUIET, width=LABELS - 2, no_wrap=True)
    for column in columns:
        grid.add_column(Text(column.ruleset, "bold"), ratio=1, overflow="fold")
    cells = [_Cells(column, number).rows() for column in columns]
    for label, title in ROWS.items():
        row = [each.get(label) for each in cells]
        if any(part is not None for part in row):
            grid.add_row(Speaker()(title), *(part if part is not None else "" for part in row))
    return grid


ROWS = {
    "declared": say("action"),
    "verdict": say("verdict"),
    "because": say("because"),
    "cost": say("cost"),
    "tests": say("tests"),
    "if": say("if"),
    "then": say("then"),
    "nearest": say("nearest"),
    "asks": say("needs"),
}


class _Cells:
    """The cells of one declaration under one ruleset."""

    def __init__(self, column: Column, number: int) -> None:
        self.outcome = column.outcomes.get(number)
        self.column = column
        self.unit = UNITS.get(column.unit, f" {column.unit}")

    def rows(self) -> dict[str, RenderableType]:
        """The cells that are not empty, by row."""
        outcome = self.outcome
        if outcome is None:
            missing = text("not judged") if self._is_open() else text("not declared")
            return {"declared": Text(missing, QUIET)}
        parts: dict[str, list[RenderableType]] = {
            "declared": [Text(self._action(outcome))],
            "verdict": [self._verdict(outcome)],
            "because": list(self._reasons(outcome)),
            "cost": list(self._ledger(outcome)),
            "tests": [
                part for test in outcome.tests for part in self._test(test, speaker(outcome.run.table))
            ],
            "if": list(self._forks(outcome)),
            "then": self._end(outcome),
            "nearest": self._nearest(outcome),
            "asks": self._asks(outcome),
        }
        return {label: Group(*lines) for label, lines in parts.items() if lines}

    def _is_open(self) -> bool:
        return self.column.told is not None and self.column.told.open is not None

    @staticmethod
    def _action(outcome: Outcome) -> str:
        action = ruleset_of(outcome.run.table).actions[outcome.declaration.action]
        return speaker(outcome.run.table)(action.title)

    def _verdict(self, outcome: Outcome) -> Text:
        colour = COLOURS[outcome.verdict]
        verdict = Text(Speaker()(VERDICTS[outcome.verdict]), f"bold {colour}")
        if outcome.ledger:
            verdict.append(f", {words.length(outcome.cost)}{self.unit}", colour)
        return verdict

    @staticmethod
    def _reasons(outcome: Outcome) -> Iterator[RenderableType]:
        for each in few(outcome.breaks):
            yield Text("✗ ", "red").append(speaker(outcome.run.table)(each.says), "default")
            if each.more:
                yield Text(and_more(each.more), QUIET)
            yield from (_cited(speaker(outcome.run.table), clause) for clause in each.clauses)

    @staticmethod
    def _ledger(outcome: Outcome) -> Iterator[RenderableType]:
        for line in outcome.ledger:
            if words.length(line.length) == words.length(line.cost) == "0":
                continue
            rate = (
                f" × {words.length(line.rate)} = {words.length(line.cost)}" if line.rate != MILLIONTHS else ""
            )
            mode = speaker(outcome.run.table).term(line.what.partition(" ")[0])
            yield Text(f"{mode} {words.length(line.length)}{rate}")
            yield _cited(speaker(outcome.run.table), line.clause)

    @staticmethod
    def _test(test: Test, words_of: Speaker) -> Iterator[RenderableType]:
        parts = [words_of(test.label), test.dice]
        if test.needs:
            parts.append(text("needs {needs}", needs=Notation(words_of(test.needs))))
        if test.odds is not None:
            parts.append(words.odds(test.odds))
        yield Text(", ".join(parts))
        for each in test.modifiers:
            yield Text(f"{each.value:+d} {words_of(each.says)}", QUIET)
        cited = [*test.clauses, *(each.clause for each in test.modifiers)]
        yield _cited(words_of, *dict.fromkeys(cited))

    def _forks(self, outcome: Outcome) -> Iterator[RenderableType]:
        named = speaker(outcome.run.table)
        for fork in outcome.forks:
            rolls = ", ".join(map(named, fork.told))
            cost = "" if fork.verdict == "illegal" else f", {words.length(fork.cost)}{self.unit}"
            verdict = Text(named(VERDICTS[fork.verdict]), COLOURS[fork.verdict])
            yield Text(f"{rolls}: ").append_text(verdict).append(cost)

    def _end(self, outcome: Outcome) -> list[RenderableType]:
        if outcome.verdict == "illegal" or self.column.told is None:
            return []
        before = self.column.told.start
        for other in self.column.outcomes.values():
            if other is outcome:
                break
            before = other.run.table
        return [Text(changes(before, outcome.run.table))]

    @staticmethod
    def _nearest(outcome: Outcome) -> list[RenderableType]:
        if outcome.nearest is None:
            return []
        path = words.path(outcome.nearest, speaker(outcome.run.table))
        return [Text(text("legal up to {path}", path=Notation(path)), "green")]

    @staticmethod
    def _asks(outcome: Outcome) -> list[RenderableType]:
        waits = outcome.run.unanswered
        return [] if waits is None else [Text(question(waits.request, speaker(outcome.run.table)), "yellow")]


def _cited(words_of: Speaker, *clauses: str) -> RenderableType:
    """Clauses below what they are about: the title of each, and its id."""
    told = [
        Text(words_of(say("{rule}", rule=Clause(each))), QUIET).append(f" {each}", CLAUSE) for each in clauses
    ]
    return Padding(Group(*told), (0, 0, 0, 2))
