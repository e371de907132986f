"""`surefoot coverage`: run the conformance corpus and count the clauses that it proves."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import typer
from rich.table import Table as Grid
from rich.text import Text

from surefoot.answers.rulesets import installed_rulesets, named
from surefoot.cli.commands.rulesets import skipped
from surefoot.cli.exits import ExitCode, tell
from surefoot.cli.json_output import print_json
from surefoot.cli.show import CLAUSE, QUIET, Printer, catalogue_text, console, packed
from surefoot.cli.waiting import Waiting
from surefoot.language import Notation, Quoted
from surefoot.language.speaker import Speaker, text, text_count
from surefoot.testing.corpus import Survey, corpus_folder, survey


def coverage(rulesets: list[str], corpus: str, *, as_json: bool, verbose: bool) -> ExitCode:
    """Run the corpus and print which clauses it proves."""
    names = [named(name).name for name in dict.fromkeys(rulesets)] or _loadable()
    folder = _folder(corpus)
    with Waiting("") as waiting:
        found = survey(names, folder, partial(_watch, waiting), lambda: waiting.interrupted)
    covered = found.coverage()
    if as_json:
        print_json(covered)
    else:
        _show(covered["rulesets"], found, verbose=verbose)
    for invalid in found.unreadable:
        for problem in invalid.problems:
            tell(problem.shown())
    for pair in found.wrong:
        place = Notation(f"{pair.case.file}:{pair.case.line}")
        tell(text("{place}: this pair fails and proves nothing: {pair}", place=place, pair=Notation(pair.id)))
    if found.wrong:
        command = Notation("python -m surefoot.testing FILE")
        tell(text("For details run: {command}", command=command))
    if waiting.interrupted:
        tell(text("Interrupted: the rest of the corpus was not run"))
        return ExitCode.INTERRUPTED
    return ExitCode.FAILURE if found.wrong or found.unreadable else ExitCode.OK


def _loadable() -> list[str]:
    known = installed_rulesets()
    for each in known:
        if each.ruleset is None:
            tell(skipped(each))
    return [each.name for each in known if each.ruleset is not None]


def _folder(corpus: str) -> Path:
    folder = Path(corpus) if corpus else corpus_folder()
    if not folder.is_dir():
        says = text("There is no folder {folder} with a conformance corpus", folder=Quoted(str(folder)))
        raise typer.BadParameter(says, param_hint="--corpus")
    return folder


def _watch(waiting: Waiting, file: Path, number: int, of: int) -> None:
    """Show which file is being run."""
    name = Notation(f"{file.parent.name}/{file.name}")
    waiting.show(text("{number} of {all}: {name}", number=number, all=of, name=name))


def _show(covered: dict[str, dict[str, Any]], found: Survey, *, verbose: bool) -> None:
    printer = Printer(console())
    grid = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style=QUIET, show_edge=False)
    grid.add_column(text("ruleset"), no_wrap=True)
    for heading in (text("clauses"), text("proven"), text("exempt"), text("unproven"), text("share")):
        grid.add_column(heading, justify="right", no_wrap=True)
    for name, each in covered.items():
        provable = each["clauses"] - len(each["exempt"])
        share = Speaker().percent(Fraction(each["proven"], provable)) if provable else ""
        counts = (each["clauses"], each["proven"], len(each["exempt"]), len(each["unproven"]))
        style = "green" if not each["unproven"] else ""
        grid.add_row(Text(name, "bold"), *(str(count) for count in counts), Text(share, style))
    printer.section(grid)
    for name, each in covered.items():
        _show_rest(printer, name, each, verbose=verbose)
    ran = text_count(
        "{n} pair was run. Exempt clauses have a test of their own or need no proof.",
        "{n} pairs were run. Exempt clauses have a test of their own or need no proof.",
        found.pairs,
    )
    printer.part(Text(ran, QUIET))


def _show_rest(printer: Printer, name: str, each: dict[str, Any], *, verbose: bool) -> None:
    """Print the unproven clauses by topic; with `verbose`, all ids and the reasons of exempt clauses."""
    room = printer.console.width - 2
    topics: dict[str, list[str]] = {}
    for clause in each["unproven"]:
        bare = clause.rpartition("/")[2]
        topics.setdefault(bare.partition(".")[0], []).append(bare)
    if topics:
        printer.part(Text(name, "bold").append(f"  {text('unproven by topic')}", QUIET))
    if verbose:
        for topic, clauses in topics.items():
            printer.part(Text(f"  {topic} ", "bold").append(str(len(clauses)), QUIET))
            printer.section(packed((Text(clause, CLAUSE) for clause in clauses), room, ", "))
    elif topics:
        counted = (Text(f"{topic} ").append(str(len(clauses)), QUIET) for topic, clauses in topics.items())
        printer.section(packed(counted, room, ", "))
    if verbose and each["exempt"]:
        printer.part(Text(name, "bold").append(f"  {text('exempt')}", QUIET))
        for clause in each["exempt"]:
            bare = clause["id"].rpartition("/")[2]
            printer.section(Text(bare, CLAUSE).append(f"  {catalogue_text(clause['reason'])}", "default"))
