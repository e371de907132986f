"""`surefoot rules`: list the clauses of rulesets, or show one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import typer
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from surefoot.answers import words
from surefoot.answers.rulesets import Held, clause_data, clause_of, installed_rulesets, named, options_of
from surefoot.cli.commands.rulesets import option_text, setting, skipped
from surefoot.cli.exits import ExitCode, tell
from surefoot.cli.json_output import print_json
from surefoot.cli.show import CLAUSE, QUIET, Printer, catalogue_text, console, packed
from surefoot.files.problems import FileInvalid
from surefoot.language import Notation, Quoted, say
from surefoot.language.speaker import Speaker, text, text_count
from surefoot.referee.catalogue import Catalogue, Clause
from surefoot.table.words import containing, near, suggested
from surefoot.testing.cases import Case, read
from surefoot.testing.corpus import corpus_files, corpus_folder

PROOFS = {"guard": say("Proof: a test of its own"), "none": say("Proof: none needed")}
# Kinds of clauses.
KINDS = {
    "cost": say("cost"),
    "definition": say("definition"),
    "effect": say("effect"),
    "guidance": say("guidance"),
    "limit": say("limit"),
    "permission": say("permission"),
    "state": say("state"),
    "table": say("table"),
    "test": say("test"),
}


def _catalogues() -> list[Catalogue]:
    found = []
    for each in installed_rulesets():
        if each.ruleset is None:
            tell(skipped(each))
        else:
            found.append(each.ruleset.catalogue)
    return found


# --- lists ----------------------------------------------------------------------------------------


def rules(ruleset: str, topic: str, *, as_json: bool) -> ExitCode:
    """Print the clauses of one ruleset or of all, of one topic or of all."""
    catalogues = [named(ruleset).catalogue] if ruleset else _catalogues()
    held = [Held(catalogue, clause) for catalogue in catalogues for clause in catalogue]
    if not ruleset:
        # In a list of all rulesets, an inherited clause is shown only in its own ruleset.
        listed = [catalogue.ruleset for catalogue in catalogues]
        held = [each for each in held if each.clause.inherited_from not in listed]
    found = [each for each in held if topic in ("", each.clause.topic)]
    if topic and not found:
        topics = dict.fromkeys(each.clause.topic for each in held)
        wanted = Quoted(topic)
        unknown = (
            say("{ruleset} has no topic {topic}", ruleset=Notation(ruleset), topic=wanted)
            if ruleset
            else say("No installed ruleset has a topic {topic}", topic=wanted)
        )
        says = text("{problem}", problem=suggested(unknown, topic, topics))
        raise typer.BadParameter(says, param_hint="--topic")
    if as_json:
        print_json({"clauses": [each.data() for each in found]})
    elif ruleset or topic:
        _show_clauses(found)
    else:
        _show_topics(held)
    return ExitCode.OK


def _show_topics(held: list[Held]) -> None:
    """Print the topics of all rulesets, each with its number of clauses."""
    printer = Printer(console())
    for name in dict.fromkeys(each.catalogue.ruleset for each in held):
        own = [each for each in held if each.catalogue.ruleset == name]
        lower = own[0].catalogue.extends
        counted_here = text_count("{n} clause", "{n} clauses", len(own))
        if lower:
            counted_here = text_count(
                "{n} clause, and those inherited from {lower}",
                "{n} clauses, and those inherited from {lower}",
                len(own),
                lower=Notation(lower),
            )
        printer.part(Text(name, "bold").append(f"  {counted_here}", QUIET))
        topics: dict[str, int] = {}
        for each in own:
            topics[each.clause.topic] = topics.get(each.clause.topic, 0) + 1
        counted = (Text(f"{topic} ").append(str(count), QUIET) for topic, count in topics.items())
        printer.section(packed(counted, printer.console.width - 2, ", "))
    command = Notation("surefoot rules RULESET --topic TOPIC")
    printer.part(
        Text(text("List the clauses of a ruleset or a topic with: {command}", command=command), QUIET)
    )


def _show_clauses(found: list[Held]) -> None:
    """Print clauses by section, in the order in which the sections begin."""
    printer = Printer(console())
    several = len(dict.fromkeys(each.catalogue.ruleset for each in found)) > 1
    sections: dict[str, list[Held]] = {}
    for each in found:
        section = catalogue_text(each.clause.section)
        section = f"{each.catalogue.ruleset}: {section}" if several else section
        sections.setdefault(section, []).append(each)
    widest = max(len(each.clause.id) for each in found)
    for section, clauses in sections.items():
        printer.part(Text(section, "bold"))
        grid = Grid.grid(padding=(0, 2, 0, 0))
        grid.add_column(width=min(widest, printer.console.width // 2), overflow="fold")
        grid.add_column(overflow="fold")
        for each in clauses:
            kind = _kind(each.clause)
            if each.clause.inherited_from:
                kind = f"{kind}, {text('inherited')}"
            title = Text(catalogue_text(each.clause.title)).append(f"  {kind}", QUIET)
            grid.add_row(Text(each.clause.id, CLAUSE), title)
        printer.section(grid)


# --- one clause -----------------------------------------------------------------------------------


def show(wanted: str, corpus: str, *, as_json: bool) -> ExitCode:
    """Print one clause; for an id without a ruleset, the clause of every ruleset that has it."""
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
    """The clauses with an id, which may name its ruleset."""
    ruleset, slash, bare = wanted.partition("/")
    if slash:
        return [clause_of(ruleset, bare)]
    catalogues = _catalogues()
    held = [Held(each, each[wanted]) for each in catalogues if wanted in each]
    # An inherited clause would repeat the original.
    own = [each for each in held if not each.clause.inherited_from]
    if own or held:
        return own or held
    known = dict.fromkeys(clause.id for catalogue in catalogues for clause in catalogue)
    if wanted in dict.fromkeys(clause.topic for catalogue in catalogues for clause in catalogue):
        command = Notation(f"surefoot rules --topic {wanted}")
        says = text(
            "{topic} is a topic. List its clauses with: {command}", topic=Quoted(wanted), command=command
        )
        raise typer.BadParameter(says, param_hint="ID")
    dropped = [catalogue.ruleset for catalogue in catalogues if wanted in catalogue.renamed]
    if dropped:
        ruleset_name, clause = Notation(dropped[0]), Notation(wanted)
        says = text("{ruleset} has dropped the clause {clause}", ruleset=ruleset_name, clause=clause)
        raise typer.BadParameter(says, param_hint="ID")
    unknown = say("There is no clause {id}", id=Quoted(wanted))
    # A list of all ids would be too long to help.
    problem = (
        suggested(unknown, wanted, known)
        if near(wanted, known) or containing(wanted, known)
        else say("{problem}; see all topics with surefoot rules", problem=unknown)
    )
    raise typer.BadParameter(text("{problem}", problem=problem), param_hint="ID")


def _cases(held: Held, folder: Path) -> list[Case]:
    """The cases of the corpus that prove a clause."""
    if held.clause.proof != "case":
        return []
    found: list[Case] = []
    names = [held.clause.id, *(old for old, new in held.catalogue.renamed.items() if new == held.clause.id)]
    for file in corpus_files(folder):
        if file.suffix != ".yaml":
            continue
        content = file.read_text(encoding="utf-8", errors="replace")
        # Parsing takes a while, and most files don't mention the clause.
        if not any(name in content for name in names):
            continue
        try:
            cases = read(file)
        except FileInvalid:
            command = Notation("surefoot coverage")
            tell(
                text(
                    "Can't read {file}. For details run: {command}", file=Notation(str(file)), command=command
                )
            )
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
    section = f"{_kind(clause)} · {catalogue_text(clause.section)}"
    printer.part(Text(catalogue_text(clause.title), "bold").append(f"  {held.name}", CLAUSE))
    printer.section(Text(section, QUIET))
    printer.section(Text(catalogue_text(clause.summary)))
    if clause.ruling:
        printer.part(Text(text("Ruling"), "bold"))
        printer.section(Text(catalogue_text(clause.ruling)))
    if clause.table:
        printer.section(_table(clause.table))
    options = options_of(held)
    if options:
        printer.part(Text(text("Options"), "bold"))
        for option in options:
            printer.section(option_text(option))
    if clause.settings:
        printer.part(Text(text("Settings"), "bold"))
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


# The carriers of a setting.
CARRIERS = {
    "model": say("(of a model)"),
    "declaration": say("(of a declaration)"),
    "piece": say("(of a piece of terrain)"),
    "table": say("(of the table)"),
    "unit": say("(of a unit)"),
    "object": say("(of an object)"),
}


def _setting(name: str, about: Any) -> Text:
    if not isinstance(about, Mapping):
        return Text(f"{name}: {about}")
    default = f"={setting(about['default'])}" if "default" in about else ""
    carrier = CARRIERS.get(str(about.get("on", "")))
    on = "" if carrier is None else f"  {Speaker()(carrier)}"
    shown = Text(f"{name}{default}", "bold").append(f"{on}\n", QUIET)
    return shown + Text(catalogue_text(str(about.get("says", ""))))


def _kind(clause: Clause) -> str:
    known = KINDS.get(clause.kind)
    return clause.kind if known is None else Speaker()(known)


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
        return text("yes") if value else text("no")
    if isinstance(value, float):
        return words.number(value)
    if isinstance(value, list):
        return ", ".join(_cell(each) for each in value)
    return "" if value is None else str(value)


def _origin(held: Held) -> list[str]:
    found = []
    if held.clause.inherited_from:
        found.append(text("Inherited from {ruleset}", ruleset=Notation(held.clause.inherited_from)))
    replaced = [old for old, new in held.catalogue.renamed.items() if new == held.clause.id]
    if replaced:
        found.append(text("Replaces {clause}", clause=Notation(f"{held.catalogue.extends}/{replaced[0]}")))
    if held.clause.outside:
        found.append(text("The rulebook assumes this without stating it"))
    return found


def _proof(clause: Clause, cases: list[Case]) -> str:
    if clause.proof != "case":
        proof = Speaker()(PROOFS[clause.proof])
        return f"{proof}. {catalogue_text(clause.reason)}" if clause.reason else proof
    if not cases:
        return text("Proof: no pair of the conformance corpus yet")
    return text_count(
        "Proof: {n} pair of the conformance corpus", "Proof: {n} pairs of the conformance corpus", len(cases)
    )
