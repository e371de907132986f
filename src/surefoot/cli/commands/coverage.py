"""How much of the catalogues is proven: the conformance corpus is run and its citations counted."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import typer
from rich.table import Table as Grid
from rich.text import Text

from surefoot.answers.rulesets import installed_rulesets, named
from surefoot.cli.exits import ExitCode, tell
from surefoot.cli.json_output import print_json
from surefoot.cli.show import CLAUSE, QUIET, Printer, console, packed
from surefoot.testing.corpus import Survey, corpus_folder, survey


def coverage(rulesets: list[str], corpus: str, *, as_json: bool, verbose: bool) -> ExitCode:
    """Run the corpus and show what it proves."""
    names = [named(name).name for name in dict.fromkeys(rulesets)] or _loadable()
    folder = _folder(corpus)
    found = survey(names, folder, _Watch() if sys.stderr.isatty() else lambda file, number, of: None)
    covered = found.coverage()
    if as_json:
        print_json(covered)
    else:
        _show(covered["rulesets"], found, verbose=verbose)
    for invalid in found.unreadable:
        tell(str(invalid))
    for pair in found.wrong:
        tell(f"{pair.case.file}:{pair.case.line}: this pair is wrong and proves nothing: {pair.id}")
    if found.wrong:
        tell("python -m surefoot.testing FILE says what is wrong with a pair.")
    return ExitCode.FAILURE if found.wrong or found.unreadable else ExitCode.OK


def _loadable() -> list[str]:
    known = installed_rulesets()
    for guest in known:
        if guest.ruleset is None:
            tell(f"{guest.name} is left out, because it cannot be loaded: {guest.problem}")
    return [guest.name for guest in known if guest.ruleset is not None]


def _folder(corpus: str) -> Path:
    folder = Path(corpus) if corpus else corpus_folder()
    if not folder.is_dir():
        says = f"there is no folder {str(folder)!r}; say where the conformance corpus is"
        raise typer.BadParameter(says, param_hint="--corpus")
    return folder


class _Watch:
    """Says on a terminal how far it is: a whole corpus takes a while."""

    def __call__(self, file: Path, number: int, of: int) -> None:
        """Say which file comes next."""
        name = f"{file.parent.name}/{file.name}"
        sys.stderr.write(f"\r\x1b[2K{number} of {of}: {name}")
        if number == of:
            sys.stderr.write("\r\x1b[2K")
        sys.stderr.flush()


def _show(covered: dict[str, dict[str, Any]], found: Survey, *, verbose: bool) -> None:
    printer = Printer(console())
    grid = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style=QUIET, show_edge=False)
    grid.add_column("ruleset", no_wrap=True)
    for name in ("clauses", "proven", "exempt", "unproven", "share"):
        grid.add_column(name, justify="right", no_wrap=True)
    for name, each in covered.items():
        provable = each["clauses"] - len(each["exempt"])
        share = f"{100 * each['proven'] // provable} %" if provable else ""
        counts = (each["clauses"], each["proven"], len(each["exempt"]), len(each["unproven"]))
        style = "green" if not each["unproven"] else ""
        grid.add_row(Text(name, "bold"), *(str(count) for count in counts), Text(share, style))
    printer.section(grid)
    for name, each in covered.items():
        _show_rest(printer, name, each, verbose=verbose)
    many = "One pair was" if found.pairs == 1 else f"{found.pairs} pairs were"
    printer.part(
        Text(f"{many} run. Exempt clauses are proven by a test of their own or need no proof.", QUIET)
    )


def _show_rest(printer: Printer, name: str, each: dict[str, Any], *, verbose: bool) -> None:
    """What is not proven, topic by topic; with all ids and reasons on demand."""
    room = printer.console.width - 2
    topics: dict[str, list[str]] = {}
    for clause in each["unproven"]:
        bare = clause.rpartition("/")[2]
        topics.setdefault(bare.partition(".")[0], []).append(bare)
    if topics:
        printer.part(Text(name, "bold").append("  unproven by topic", QUIET))
    if verbose:
        for topic, clauses in topics.items():
            printer.part(Text(f"  {topic} ", "bold").append(str(len(clauses)), QUIET))
            printer.section(packed((Text(clause, CLAUSE) for clause in clauses), room, ", "))
    elif topics:
        counted = (Text(f"{topic} ").append(str(len(clauses)), QUIET) for topic, clauses in topics.items())
        printer.section(packed(counted, room, ", "))
    if verbose and each["exempt"]:
        printer.part(Text(name, "bold").append("  exempt", QUIET))
        for clause in each["exempt"]:
            bare = clause["id"].rpartition("/")[2]
            printer.section(Text(bare, CLAUSE).append(f"  {clause['reason']}", "default"))
