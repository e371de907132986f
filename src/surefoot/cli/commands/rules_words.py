"""`surefoot rules words`: the words and numbers that a ruleset knows."""

from __future__ import annotations

from collections.abc import Iterable

from rich.table import Table as Grid
from rich.text import Text

from surefoot.answers.known_words import words_data
from surefoot.answers.rulesets import named
from surefoot.cli.exits import ExitCode, tell
from surefoot.cli.json_output import print_json
from surefoot.cli.show import QUIET, Printer, console
from surefoot.referee.vocabulary import Entry, Word
from surefoot.table.words import number


def words(name: str, *, as_json: bool) -> ExitCode:
    """Show every word and number that tables of a ruleset may have."""
    ruleset = named(name)
    known = ruleset.vocabulary
    if as_json:
        print_json({"ruleset": name, "words": words_data(ruleset)})
        return ExitCode.OK
    if known is None:
        tell(f"{name} states no words: it accepts any")
        return ExitCode.OK
    printer = Printer(console())
    for sheet in known.sheets:
        size = f"base {number(sheet.base.low)} to {number(sheet.base.high)} mm, height up to {number(sheet.height.high)}"
        _entries(printer, f"profile of a {sheet.called}", sheet.profile, size)
        _words(printer, f"status of a {sheet.called}", sheet.statuses)
        _words(printer, f"counters of a {sheet.called}", sheet.counters)
    _words(printer, "keywords", known.keywords)
    _entries(printer, f"traits of models, under {name}", known.traits)
    _entries(printer, "profile of units that name their models", known.unit_profile)
    _words(printer, "tags of terrain", known.tags)
    _words(printer, "state of terrain", known.states)
    _entries(printer, f"traits of terrain, under {name}", known.piece_traits)
    _words(printer, "tags of decks", known.deck_tags)
    _words(printer, "sorts of objects", [Word(thing.sort, thing.says) for thing in known.objects])
    _entries(printer, "environment", known.environment)
    _words(printer, "phases", known.phases)
    _words(printer, "steps", known.steps)
    printer.part(
        Text("Every other word goes under labels: kept and shown, never read by rules.", style=QUIET)
    )
    return ExitCode.OK


def _words(printer: Printer, heading: str, found: Iterable[Word]) -> None:
    """Words that mean the same stand together."""
    by_meaning: dict[tuple[str, tuple[str, ...], bool], list[str]] = {}
    for word in found:
        by_meaning.setdefault((str(word.says), word.sorts, word.described), []).append(word.name)
    rows = []
    for (says, sorts, described), names in by_meaning.items():
        more = f" (on {', '.join(sorts)})" if sorts else ""
        rows.append((", ".join(names), f"{says}{more}{'; no rule reads it' if described else ''}"))
    _grid(printer, heading, rows)


def _entries(printer: Printer, heading: str, found: Iterable[Entry], more: str = "") -> None:
    rows = [(entry.name, f"{entry.says}: {entry.kind.takes()}") for entry in found]
    _grid(printer, heading, rows, more)


def _grid(printer: Printer, heading: str, rows: list[tuple[str, str]], more: str = "") -> None:
    if not rows:
        return
    title = Text(heading, "bold")
    printer.part(title.append(f"  {more}", QUIET) if more else title)
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(width=printer.console.width // 3, overflow="fold")
    grid.add_column(overflow="fold")
    for name, says in rows:
        grid.add_row(Text(name), Text(says, QUIET))
    printer.section(grid)
