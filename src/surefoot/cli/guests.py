"""The rulesets that are installed: what each is, and which package offers it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import typer
from rich.table import Table as Grid
from rich.text import Text

from surefoot.cli.exits import ExitCode, tell
from surefoot.cli.show import QUIET, Printer, console
from surefoot.cli.state import print_json
from surefoot.files.problems import instead
from surefoot.referee import protocol
from surefoot.referee.catalogue import Catalogue, Option
from surefoot.referee.protocol import Ruleset


@dataclass(frozen=True)
class Guest:
    """An installed ruleset, or what is wrong with it."""

    name: str
    offered_by: str
    ruleset: Ruleset | None
    problem: str = ""


def guests() -> list[Guest]:
    """Everything that is installed as a ruleset; a guest that cannot be loaded does not hide the others."""
    return [_guest(name) for name in protocol.installed()]


def _guest(name: str) -> Guest:
    point = protocol.installed()[name]
    source = getattr(point, "dist", None)
    offered_by = f"{source.name} {source.version}" if source is not None else "nobody knows"
    try:
        ruleset = protocol.find(name)
        _ = ruleset.catalogue
    except Exception as error:  # noqa: BLE001  # somebody else's package may fail in any manner
        return Guest(name, offered_by, None, f"{type(error).__name__}: {error}")
    return Guest(name, offered_by, ruleset)


def named(name: str, hint: str = "RULESET") -> Ruleset:
    """An installed ruleset; what was probably meant, if there is none of that name."""
    known = list(protocol.installed())
    if name not in known:
        says = f"no ruleset called {name!r} is installed{instead(name, known, 'installed are')}"
        raise typer.BadParameter(says, param_hint=hint)
    guest = _guest(name)
    if guest.ruleset is None:
        says = f"the ruleset {name!r} cannot be loaded: {guest.problem}"
        raise typer.BadParameter(says, param_hint=hint)
    return guest.ruleset


def rulesets(*, as_json: bool, verbose: bool) -> ExitCode:
    """Show what is installed."""
    found = guests()
    broken = [guest for guest in found if guest.ruleset is None]
    if as_json:
        print_json({"rulesets": [_data(guest) for guest in found]})
    else:
        _show(found, verbose=verbose)
    for guest in broken:
        tell(f"{guest.name} ({guest.offered_by}) cannot be loaded: {guest.problem}")
    if not found:
        tell("No ruleset is installed.")
    return ExitCode.FAILURE if broken else ExitCode.OK


def option_data(option: Option) -> dict[str, Any]:
    """An option for other programs."""
    shown: dict[str, Any] = {
        "name": option.name,
        "kind": option.kind,
        "default": option.default,
        "clause": option.clause,
        "says": option.says,
    }
    return shown | ({"values": list(option.values)} if option.values else {})


def _data(guest: Guest) -> dict[str, Any]:
    shown: dict[str, Any] = {"name": guest.name, "offered_by": guest.offered_by}
    if guest.ruleset is None:
        return shown | {"problem": guest.problem}
    catalogue = guest.ruleset.catalogue
    return shown | {
        "title": catalogue.title,
        "unit": catalogue.unit,
        "version": catalogue.version,
        "extends": catalogue.extends or None,
        "package": guest.ruleset.package,
        "clauses": len(catalogue.clauses),
        "options": [option_data(option) for option in catalogue.options.values()],
        "actions": [
            {"name": action.name, "kind": action.kind, "title": action.title}
            for action in guest.ruleset.actions.values()
        ],
        "questions": list(guest.ruleset.questions),
    }


def _show(found: list[Guest], *, verbose: bool) -> None:
    printer = Printer(console())
    for guest in found:
        if guest.ruleset is None:
            printer.part(Text(guest.name, "bold").append("  cannot be loaded\n", "red"))
            continue
        catalogue = guest.ruleset.catalogue
        printer.part(Text(guest.name, "bold").append(f"  {catalogue.title}", QUIET))
        printer.section(_about(guest, guest.ruleset, catalogue, verbose=verbose))


def _about(guest: Guest, ruleset: Ruleset, catalogue: Catalogue, *, verbose: bool) -> Grid:
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
