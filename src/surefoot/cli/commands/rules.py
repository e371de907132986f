"""The clauses of the installed rulesets: found by ruleset and topic, and shown one by one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import typer
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from surefoot.answers import words
from surefoot.answers.rulesets import Held, clause_data, clause_of, installed_rulesets, named, options_of
from surefoot.cli.commands.rulesets import option_text, setting
from surefoot.cli.exits import ExitCode, tell
from surefoot.cli.json_output import print_json
from surefoot.cli.show import CLAUSE, QUIET, Printer, console, packed
from surefoot.files.problems import FileInvalid
from surefoot.referee.catalogue import Catalogue, Clause
from surefoot.table.words import instead
from surefoot.testing.cases import Case, read
from surefoot.testing.corpus import corpus_files, corpus_folder

PROOFS = {"guard": "a test of its own", "none": "none is needed"}


def _catalogues() -> list[Catalogue]:
    found = []
    for guest in installed_rulesets():
        if guest.ruleset is None:
            tell(f"{guest.name} is left out, because it cannot be loaded: {guest.problem}")
        else:
            found.append(guest.ruleset.catalogue)
    return found


# --- lists ----------------------------------------------------------------------------------------


def rules(ruleset: str, topic: str, *, as_json: bool) -> ExitCode:
    """List clauses: of one ruleset or of all, of one topic or of all."""
    catalogues = [named(ruleset).catalogue] if ruleset else _catalogues()
    held = [Held(catalogue, clause) for catalogue in catalogues for clause in catalogue]
    if not ruleset:
        # Where all rulesets are listed, what is inherited stands where it comes from.
        listed = [catalogue.ruleset for catalogue in catalogues]
        held = [each for each in held if each.clause.inherited_from not in listed]
    found = [each for each in held if topic in ("", each.clause.topic)]
    if topic and not found:
        topics = dict.fromkeys(each.clause.topic for each in held)
        where = f"{ruleset} has no" if ruleset else "no installed ruleset has a"
        raise typer.BadParameter(f"{where} topic {topic!r}{instead(topic, topics)}", param_hint="--topic")
    if as_json:
        print_json({"clauses": [each.data() for each in found]})
    elif ruleset or topic:
        _show_clauses(found)
    else:
        _show_topics(held)
    return ExitCode.OK


def _show_topics(held: list[Held]) -> None:
    """All rulesets at once are too many to be read: which topics there are, and how much there is to each."""
    printer = Printer(console())
    for name in dict.fromkeys(each.catalogue.ruleset for each in held):
        own = [each for each in held if each.catalogue.ruleset == name]
        heading = Text(name, "bold").append(f"  {len(own)} clauses", QUIET)
        if own[0].catalogue.extends:
            heading.append(f" besides those inherited from {own[0].catalogue.extends}", QUIET)
        printer.part(heading)
        topics: dict[str, int] = {}
        for each in own:
            topics[each.clause.topic] = topics.get(each.clause.topic, 0) + 1
        counted = (Text(f"{topic} ").append(str(count), QUIET) for topic, count in topics.items())
        printer.section(packed(counted, printer.console.width - 2, ", "))
    printer.part(
        Text("surefoot rules RULESET lists the clauses of one, --topic those of one topic.", style=QUIET)
    )


def _show_clauses(found: list[Held]) -> None:
    """Clauses below the headings of their sections, in the order in which the sections begin."""
    printer = Printer(console())
    several = len(dict.fromkeys(each.catalogue.ruleset for each in found)) > 1
    sections: dict[str, list[Held]] = {}
    for each in found:
        section = f"{each.catalogue.ruleset}: {each.clause.section}" if several else each.clause.section
        sections.setdefault(section, []).append(each)
    widest = max(len(each.clause.id) for each in found)
    for section, clauses in sections.items():
        printer.part(Text(section, "bold"))
        grid = Grid.grid(padding=(0, 2, 0, 0))
        grid.add_column(width=min(widest, printer.console.width // 2), overflow="fold")
        grid.add_column(overflow="fold")
        for each in clauses:
            inherited = ", inherited" if each.clause.inherited_from else ""
            title = Text(each.clause.title).append(f"  {each.clause.kind}{inherited}", QUIET)
            grid.add_row(Text(each.clause.id, CLAUSE), title)
        printer.section(grid)


# --- one clause -----------------------------------------------------------------------------------


def show(wanted: str, corpus: str, *, as_json: bool) -> ExitCode:
    """Show one clause; under a bare id, that of every ruleset which has one."""
    found = find_clauses(wanted)
    folder = Path(corpus) if corpus else corpus_folder()
    proofs = [_cases(each, folder) for each in found]
    if as_json:
        print_json({"clauses": [_proven(*each) for each in zip(found, proofs, strict=True)]})
        return ExitCode.OK
    printer = Printer(console())
    for number, (each, cases) in enumerate(zip(found, proofs, strict=True)):
        if number:
            printer.part(Rule(style=QUIET))
        _show_clause(printer, each, cases)
    return ExitCode.OK


def find_clauses(wanted: str) -> list[Held]:
    """The clauses of an id, with its ruleset or without."""
    ruleset, slash, bare = wanted.partition("/")
    if slash:
        return [clause_of(ruleset, bare)]
    catalogues = _catalogues()
    held = [Held(each, each[wanted]) for each in catalogues if wanted in each]
    # A later edition that says nothing of its own adds nothing here.
    own = [each for each in held if not each.clause.inherited_from]
    if own or held:
        return own or held
    known = dict.fromkeys(clause.id for catalogue in catalogues for clause in catalogue)
    if wanted in dict.fromkeys(clause.topic for catalogue in catalogues for clause in catalogue):
        says = f"{wanted!r} is a topic: surefoot rules --topic {wanted}"
        raise typer.BadParameter(says, param_hint="ID")
    dropped = [catalogue.ruleset for catalogue in catalogues if wanted in catalogue.renamed]
    says = f"{dropped[0]} has dropped {wanted}" if dropped else f"there is no clause {wanted!r}"
    raise typer.BadParameter(says + ("" if dropped else _nearly(wanted, known)), param_hint="ID")


def _nearly(wanted: str, known: Iterable[str]) -> str:
    """A near miss; all ids there are would help nobody."""
    close = instead(wanted, known)
    return close if "did you mean" in close else "; surefoot rules lists all topics"


def _cases(held: Held, folder: Path) -> list[Case]:
    """The cases of the corpus that are there to prove a clause."""
    if held.clause.proof != "case":
        return []
    found: list[Case] = []
    names = [held.clause.id, *(old for old, new in held.catalogue.renamed.items() if new == held.clause.id)]
    for file in corpus_files(folder):
        if file.suffix != ".yaml":
            continue
        text = file.read_text(encoding="utf-8", errors="replace")
        # Reading a file takes a while; most of them never mention the clause.
        if not any(name in text for name in names):
            continue
        try:
            cases = read(file)
        except FileInvalid:
            tell(f"{file} cannot be read; surefoot coverage says why")
            continue
        found += [
            case
            for case in cases
            if held.catalogue.ruleset in case.rulesets
            and any(name in (case.clause, *case.also) for name in names)
        ]
    return found


def _proven(held: Held, cases: list[Case]) -> dict[str, Any]:
    shown = [{"name": case.name, "file": case.file, "line": case.line} for case in cases]
    return clause_data(held) | {"cases": shown}


def _show_clause(printer: Printer, held: Held, cases: list[Case]) -> None:
    clause = held.clause
    printer.part(Text(held.name, f"bold {CLAUSE}").append(f"  {clause.kind} · {clause.section}", QUIET))
    printer.section(Text(clause.title, "bold"))
    printer.section(Text(clause.summary))
    if clause.ruling:
        printer.part(Text("Ruling", "bold"))
        printer.section(Text(clause.ruling))
    if clause.table:
        printer.section(_table(clause.table))
    options = options_of(held)
    if options:
        printer.part(Text("Options", "bold"))
        for option in options:
            printer.section(option_text(option))
    if clause.settings:
        printer.part(Text("Settings", "bold"))
        for name, about in clause.settings.items():
            printer.section(_setting(name, about))
    for line in _origin(held):
        printer.part(Text(line, QUIET))
    printer.part(Text(_proof(clause, cases)))
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(overflow="fold")
    grid.add_column(style=QUIET, no_wrap=True)
    for case in cases:
        grid.add_row(case.name, f"{case.file}:{case.line}")
    if cases:
        printer.section(grid)


def _setting(name: str, about: Any) -> Text:
    if not isinstance(about, Mapping):
        return Text(f"{name}: {about}")
    default = f"={setting(about['default'])}" if "default" in about else ""
    on = f"  (of a {about['on']})" if "on" in about else ""
    return Text(f"{name}{default}", "bold").append(f"{on}\n", QUIET) + Text(str(about.get("says", "")))


def _table(rows: tuple[Mapping[str, Any], ...]) -> Grid:
    names = list(dict.fromkeys(name for row in rows for name in row))
    grid = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style=QUIET, show_edge=False)
    for name in names:
        numbers = all(isinstance(row.get(name), (int, float)) for row in rows)
        grid.add_column(name.replace("_", " "), justify="right" if numbers else "left", overflow="fold")
    for row in rows:
        grid.add_row(*(_cell(row.get(name)) for name in names))
    return grid


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return words.number(value)
    if isinstance(value, list):
        return ", ".join(_cell(each) for each in value)
    return "" if value is None else str(value)


def _origin(held: Held) -> list[str]:
    found = []
    if held.clause.inherited_from:
        found.append(f"Inherited from {held.clause.inherited_from}.")
    instead_of = [old for old, new in held.catalogue.renamed.items() if new == held.clause.id]
    if instead_of:
        found.append(f"Takes the place of {held.catalogue.extends}/{instead_of[0]}.")
    if held.clause.outside:
        found.append("The source relies on it without saying it.")
    return found


def _proof(clause: Clause, cases: list[Case]) -> str:
    reason = f": {clause.reason}" if clause.reason else ""
    if clause.proof != "case":
        return f"Proof: {PROOFS[clause.proof]}{reason}"
    if not cases:
        return "Proof: by pairs of the conformance corpus; there is none yet."
    many = "one pair" if len(cases) == 1 else f"{len(cases)} pairs"
    return f"Proof: {many} of the conformance corpus"
