"""The rulesets that are installed, shown."""

from __future__ import annotations

from typing import Any

from rich.table import Table as Grid
from rich.text import Text

from surefoot.answers.rulesets import InstalledRuleset, installed_rulesets, ruleset_data
from surefoot.cli.exits import ExitCode, tell
from surefoot.cli.json_output import print_json
from surefoot.cli.show import QUIET, Printer, console
from surefoot.referee.catalogue import Catalogue, Option
from surefoot.referee.protocol import Ruleset


def rulesets(*, as_json: bool, verbose: bool) -> ExitCode:
    """Show what is installed."""
    found = installed_rulesets()
    broken = [guest for guest in found if guest.ruleset is None]
    if as_json:
        print_json({"rulesets": [ruleset_data(guest) for guest in found]})
    else:
        _show(found, verbose=verbose)
    for guest in broken:
        tell(f"{guest.name} ({guest.offered_by}) cannot be loaded: {guest.problem}")
    if not found:
        tell("No ruleset is installed.")
    return ExitCode.FAILURE if broken else ExitCode.OK


def _show(found: list[InstalledRuleset], *, verbose: bool) -> None:
    printer = Printer(console())
    for guest in found:
        if guest.ruleset is None:
            printer.part(Text(guest.name, "bold").append("  cannot be loaded\n", "red"))
            continue
        catalogue = guest.ruleset.catalogue
        printer.part(Text(guest.name, "bold").append(f"  {catalogue.title}", QUIET))
        printer.section(_about(guest, guest.ruleset, catalogue, verbose=verbose))


def _about(guest: InstalledRuleset, ruleset: Ruleset, catalogue: Catalogue, *, verbose: bool) -> Grid:
    inherited = sum(1 for clause in catalogue if clause.inherited_from)
    more = f", {inherited} of them inherited from {catalogue.extends}" if inherited else ""
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(style=QUIET, no_wrap=True)
    grid.add_column(overflow="fold")
    grid.add_row("measured in", {"inch": "inches", "metre": "metres"}.get(catalogue.unit, catalogue.unit))
    grid.add_row("behaviour", f"version {catalogue.version}")
    grid.add_row("clauses", f"{len(catalogue.clauses)}{more}")
    grid.add_row("actions", _listed(ruleset, "declare"))
    for kind, called in (("happen", "happenings"), ("tick", "ticks")):
        if _listed(ruleset, kind):
            grid.add_row(called, _listed(ruleset, kind))
    if catalogue.options:
        grid.add_row("options", _options(catalogue, verbose=verbose))
    grid.add_row("offered by", f"{guest.offered_by} ({ruleset.package})")
    return grid


def _listed(ruleset: Ruleset, kind: str) -> str:
    return ", ".join(action.name for action in ruleset.actions.values() if action.kind == kind)


def setting(value: Any) -> str:
    """The value of an option as a file writes it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return "unset" if value is None or value == {} else str(value)


def _options(catalogue: Catalogue, *, verbose: bool) -> Text:
    if not verbose:
        return Text(", ".join(f"{each.name}={setting(each.default)}" for each in catalogue.options.values()))
    return Text("\n").join(option_text(each) for each in catalogue.options.values())


def option_text(option: Option) -> Text:
    """An option with its default, its values and what they mean."""
    values = f"  (one of {', '.join(map(str, option.values))})" if option.values else ""
    return Text(f"{option.name}={setting(option.default)}", "bold").append(f"{values}\n", QUIET) + Text(
        option.says
    )
