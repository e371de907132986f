"""`surefoot rules words`: the vocabulary of a ruleset."""

from __future__ import annotations

from collections.abc import Iterable

from rich.table import Table as Grid
from rich.text import Text

from surefoot.answers.known_words import words_data
from surefoot.answers.rulesets import named
from surefoot.cli.exits import ExitCode, tell
from surefoot.cli.json_output import print_json
from surefoot.cli.show import QUIET, Printer, console
from surefoot.language import Notation
from surefoot.language.speaker import Speaker, text
from surefoot.referee.speaking import ruleset_speaker
from surefoot.referee.vocabulary import Entry, Word
from surefoot.table.words import number


def words(name: str, *, as_json: bool) -> ExitCode:
    """Print the tags, statuses, keywords, traits and profile numbers of a ruleset."""
    ruleset = named(name)
    known = ruleset.vocabulary
    if as_json:
        print_json({"ruleset": name, "words": words_data(ruleset)})
        return ExitCode.OK
    if known is None:
        tell(text("{ruleset} has no fixed vocabulary: any word is accepted", ruleset=Notation(name)))
        return ExitCode.OK
    shown, rules = _Vocabulary(Printer(console()), ruleset_speaker(name)), Notation(name)
    for sheet in known.sheets:
        size = text(
            "base {low} to {high} mm, height up to {most}",
            low=Notation(number(sheet.base.low)),
            high=Notation(number(sheet.base.high)),
            most=Notation(number(sheet.height.high)),
        )
        called = Notation(sheet.called)
        shown.entries(text("Profile ({kind})", kind=called), sheet.profile, size)
        shown.words(text("Statuses ({kind})", kind=called), sheet.statuses)
        shown.words(text("Counters ({kind})", kind=called), sheet.counters)
    shown.words(text("Keywords"), known.keywords)
    shown.entries(text("Traits of models (under {ruleset})", ruleset=rules), known.traits)
    shown.entries(text("Profile of units that name their models"), known.unit_profile)
    shown.words(text("Tags of terrain"), known.tags)
    shown.words(text("States of terrain"), known.states)
    shown.entries(text("Traits of terrain (under {ruleset})", ruleset=rules), known.piece_traits)
    shown.words(text("Tags of decks"), known.deck_tags)
    shown.words(text("Sorts of objects"), [Word(thing.sort, thing.says) for thing in known.objects])
    shown.entries(text("Environment"), known.environment)
    shown.words(text("Manners of moving"), known.manners)
    shown.words(text("Phases"), known.phases)
    shown.words(text("Steps"), known.steps)
    shown.printer.part(
        Text(text("Put any other word under labels: it is saved and shown, but no rule uses it."), QUIET)
    )
    return ExitCode.OK


class _Vocabulary:
    """Prints parts of a vocabulary."""

    def __init__(self, printer: Printer, speak: Speaker) -> None:
        self.printer, self.speak = printer, speak

    def words(self, heading: str, found: Iterable[Word]) -> None:
        """Print words; those with the same meaning share a row."""
        by_meaning: dict[tuple[str, tuple[str, ...], bool], list[str]] = {}
        for word in found:
            meaning = self.speak(word.says), word.sorts, word.described
            by_meaning.setdefault(meaning, []).append(word.name)
        rows = []
        for (says, sorts, described), names in by_meaning.items():
            parts = [says]
            if sorts:
                parts.append(text("(on {sorts})", sorts=Notation(", ".join(sorts))))
            if described:
                parts.append(text("(no rule uses it)"))
            rows.append((", ".join(names), " ".join(parts)))
        _grid(self.printer, heading, rows)

    def entries(self, heading: str, found: Iterable[Entry], more: str = "") -> None:
        """Print entries with the values that they take."""
        rows = [(each.name, f"{self.speak(each.says)}: {self.speak(each.kind.takes())}") for each in found]
        _grid(self.printer, heading, rows, more)


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
