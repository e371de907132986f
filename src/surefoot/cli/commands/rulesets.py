"""`surefoot rulesets`: list the installed rulesets."""

from __future__ import annotations

from typing import Any

from rich.table import Table as Grid
from rich.text import Text

from surefoot.answers.rulesets import InstalledRuleset, installed_rulesets, ruleset_data
from surefoot.cli.exits import ExitCode, tell
from surefoot.cli.json_output import print_json
from surefoot.cli.show import QUIET, Printer, catalogue_text, console
from surefoot.language import Notation, say
from surefoot.language.speaker import text
from surefoot.referee.catalogue import Catalogue, Option
from surefoot.referee.protocol import Ruleset


def rulesets(*, as_json: bool, verbose: bool) -> ExitCode:
    """Print the installed rulesets."""
    found = installed_rulesets()
    broken = [each for each in found if each.ruleset is None]
    if as_json:
        print_json({"rulesets": [ruleset_data(each) for each in found]})
    else:
        _show(found, verbose=verbose)
    for each in broken:
        for problem in each.problem.splitlines():
            tell(
                text(
                    "{ruleset} ({package}) can't be loaded: {problem}",
                    ruleset=Notation(each.name),
                    package=Notation(each.offered_by),
                    problem=Notation(problem),
                )
            )
    if not found:
        tell(text("No ruleset is installed"))
    return ExitCode.FAILURE if broken else ExitCode.OK


def skipped(broken: InstalledRuleset) -> str:
    """The message that a ruleset is left out because it can't be loaded."""
    return text(
        "Skipped {ruleset}, which can't be loaded: {problem}",
        ruleset=Notation(broken.name),
        problem=Notation("; ".join(broken.problem.splitlines())),
    )


def _show(found: list[InstalledRuleset], *, verbose: bool) -> None:
    printer = Printer(console())
    for each in found:
        if each.ruleset is None:
            problem = text("can't be loaded")
            printer.part(Text(each.name, "bold").append(f"  {problem}\n", "red"))
            continue
        catalogue = each.ruleset.catalogue
        printer.part(Text(each.name, "bold").append(f"  {catalogue_text(catalogue.title)}", QUIET))
        printer.section(_about(each, each.ruleset, catalogue, verbose=verbose))


UNIT_NAMES = {"inch": say("inches"), "metre": say("metres")}


def _about(installed: InstalledRuleset, ruleset: Ruleset, catalogue: Catalogue, *, verbose: bool) -> Grid:
    clauses, inherited = len(catalogue.clauses), sum(1 for clause in catalogue if clause.inherited_from)
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(style=QUIET, no_wrap=True)
    grid.add_column(overflow="fold")
    unit = UNIT_NAMES.get(catalogue.unit)
    grid.add_row(text("unit"), catalogue.unit if unit is None else text("{unit}", unit=unit))
    grid.add_row(text("version"), str(catalogue.version))
    if inherited:
        lower = Notation(catalogue.extends)
        shown = text("{n} ({inherited} inherited from {lower})", n=clauses, inherited=inherited, lower=lower)
    else:
        shown = str(clauses)
    grid.add_row(text("clauses"), shown)
    for kind, called in (("declare", text("actions")), ("happen", text("events")), ("tick", text("clock"))):
        if _listed(ruleset, kind):
            grid.add_row(called, _listed(ruleset, kind))
    if catalogue.options:
        grid.add_row(text("options"), _options(catalogue, verbose=verbose))
    grid.add_row(text("package"), f"{installed.offered_by} ({ruleset.package})")
    return grid


def _listed(ruleset: Ruleset, kind: str) -> str:
    return ", ".join(action.name for action in ruleset.actions.values() if action.kind == kind)


def setting(value: Any) -> str:
    """The value of an option as it is written in a scenario."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return "unset" if value is None or value == {} else str(value)


def _options(catalogue: Catalogue, *, verbose: bool) -> Text:
    if not verbose:
        return Text(", ".join(f"{each.name}={setting(each.default)}" for each in catalogue.options.values()))
    return Text("\n").join(option_text(each) for each in catalogue.options.values())


def option_text(option: Option) -> Text:
    """An option with its default, its values and its meaning."""
    values = Notation(", ".join(map(str, option.values)))
    among = f"  {text('(one of {values})', values=values)}" if option.values else ""
    name = Text(f"{option.name}={setting(option.default)}", "bold")
    return name.append(f"{among}\n", QUIET) + Text(catalogue_text(option.says))
