"""Whether everything that Surefoot needs is there and works: versions, kernel, rulesets, fonts, folders, the terminal."""

from __future__ import annotations

import os
import platform
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from rich.table import Table as Grid
from rich.text import Text

import surefoot
from surefoot.answers.bundled import bundled
from surefoot.answers.rulesets import installed_rulesets
from surefoot.cli.exits import ExitCode
from surefoot.cli.json_output import print_json
from surefoot.cli.show import QUIET, Printer, console, fine
from surefoot.cli.terminal import home
from surefoot.cli.terminal.play import find_scenario
from surefoot.files.home import HOME

NEEDED = ("numpy", "pydantic", "resvg-py", "rich", "ruamel.yaml", "shapely", "typer")


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at: what, how it is, and whether that is well."""

    what: str
    says: str
    well: bool = True
    # What to do about it, or what else one might like to know.
    hint: str = ""


def doctor(*, as_json: bool) -> ExitCode:
    """Look at everything; 1 if something is broken."""
    found = [finding for part in PARTS for finding in _looked(part)]
    broken = [finding for finding in found if not finding.well]
    if as_json:
        print_json({"well": not broken, "findings": [_data(finding) for finding in found]})
    else:
        _show(found)
    return ExitCode.FAILURE if broken else ExitCode.OK


def _looked(part: Callable[[], Iterator[Finding]]) -> list[Finding]:
    """What a part finds; a part that fails is a finding itself."""
    found: list[Finding] = []
    try:
        found.extend(part())
    except Exception as error:  # noqa: BLE001  # a doctor must not fall over what is broken
        found.append(Finding(part.__name__.strip("_"), f"{type(error).__name__}: {error}", well=False))
    return found


def _data(finding: Finding) -> dict[str, Any]:
    told: dict[str, Any] = {"what": finding.what, "says": finding.says, "well": finding.well}
    return told | ({"hint": finding.hint} if finding.hint else {})


def _show(found: list[Finding]) -> None:
    printer = Printer(console())
    plain = not fine(printer.console)
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for finding in found:
        good, bad = ("ok", "!!") if plain else ("✓", "✗")
        sign = Text(good, "green") if finding.well else Text(bad, "bold red")
        grid.add_row(
            sign, finding.what, Text(finding.says).append(f"  {finding.hint}" if finding.hint else "", QUIET)
        )
    printer.part(grid)
    broken = sum(not finding.well for finding in found)
    says = "All is well." if not broken else f"{broken} of {len(found)} things need care."
    printer.part(Text(says, "bold green" if not broken else "bold red"))


# --- what is looked at ----------------------------------------------------------------------------


def _versions() -> Iterator[Finding]:
    where = Path(surefoot.__file__).parent
    yield Finding("surefoot", f"{surefoot.__version__}, in {where}")
    system = (
        f"{platform.python_implementation()} {platform.python_version()} on {platform.platform(terse=True)}"
    )
    yield Finding(
        "python", system, sys.version_info >= (3, 11), "" if sys.version_info >= (3, 11) else "3.11 is needed"
    )
    for package in NEEDED:
        try:
            yield Finding(package, version(package))
        except PackageNotFoundError:
            yield Finding(package, "is not installed", well=False, hint="install Surefoot again with pip")


def _kernel() -> Iterator[Finding]:
    from surefoot.geometry import kernel

    compiled = not str(kernel.__file__).endswith(".py")
    says = "compiled" if compiled else "interpreted"
    yield Finding(
        "kernel", says, hint="" if compiled else "same results, slower; a C compiler at install time helps"
    )


def _rulesets() -> Iterator[Finding]:
    found = installed_rulesets()
    if not found:
        yield Finding("rulesets", "none is installed", well=False, hint="install Surefoot again with pip")
    for guest in found:
        if guest.ruleset is None:
            yield Finding(guest.name, f"cannot be loaded: {guest.problem}", well=False, hint=guest.offered_by)
            continue
        catalogue = guest.ruleset.catalogue
        says = f"version {guest.ruleset.version}, {len(catalogue.clauses)} clauses"
        yield Finding(guest.name, says, hint=guest.offered_by)


def _scenarios() -> Iterator[Finding]:
    for name in bundled():
        find_scenario(name)
    yield Finding("scenarios", ", ".join(bundled()))


def _pictures() -> Iterator[Finding]:
    from surefoot.draw.lettering import widths

    letters = min(len(widths(bold)) for bold in (False, True))
    yield Finding("fonts", f"{letters} letters, bold too", letters > 0)
    drawn = surefoot.png(surefoot.picture(surefoot.loads(surefoot.EXAMPLE).table))
    yield Finding("pictures", f"SVG and PNG, {len(drawn):,} bytes for a small table", drawn[1:4] == b"PNG")


def _folders() -> Iterator[Finding]:
    folder = home.games_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        hint = f"set {HOME} to a folder that can be written"
        yield Finding(
            "games", f"{folder} cannot be written: {error.strerror or error}", well=False, hint=hint
        )
        return
    yield Finding("games", f"{len(home.kept_games())} kept in {folder}")


def _terminal() -> Iterator[Finding]:
    out = console()
    if not sys.stdout.isatty():
        yield Finding("terminal", "none; output goes elsewhere", hint="no colours, no questions")
        return
    colours = "no colours" if out.no_color or out.color_system is None else f"{out.color_system} colours"
    signs = "all signs of maps" if fine(out) else "plain ASCII maps"
    from surefoot.cli.terminal.prompt import editor

    editing = "lines can be edited" if editor() is not None else "lines cannot be edited"
    kind = os.environ.get("TERM", "unknown")
    yield Finding("terminal", f"{kind}, {out.width} columns, {out.encoding}, {colours}, {signs}, {editing}")


PARTS = (_versions, _kernel, _rulesets, _scenarios, _pictures, _folders, _terminal)
