"""`surefoot doctor`: check the installation (versions, kernel, rulesets, fonts, folders, terminal)."""

from __future__ import annotations

import os
import platform
import sys
import tempfile
from collections.abc import Callable, Iterator
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
from surefoot.language import Notation, say
from surefoot.language.speaker import text, text_count
from surefoot.records import dataclass

# Names of the checks, but for packages and rulesets.
NAMES = {
    "kernel": say("kernel"),
    "rulesets": say("rulesets"),
    "scenarios": say("scenarios"),
    "fonts": say("fonts"),
    "pictures": say("pictures"),
    "games": say("games"),
    "terminal": say("terminal"),
}
NEEDED = ("pydantic", "resvg-py", "rich", "ruamel.yaml", "shapely", "typer")


@dataclass(frozen=True)
class Finding:
    """One check: its name, its result, and whether it passed."""

    what: str
    says: str
    well: bool = True
    # How to repair it, or further information.
    hint: str = ""


def doctor(*, as_json: bool) -> ExitCode:
    """Run all checks and print their results; the exit code is 1 if one fails."""
    found = [finding for part in PARTS for finding in _looked(part)]
    broken = [finding for finding in found if not finding.well]
    if as_json:
        print_json({"well": not broken, "findings": [_data(finding) for finding in found]})
    else:
        _show(found)
    return ExitCode.FAILURE if broken else ExitCode.OK


def _looked(part: Callable[[], Iterator[Finding]]) -> list[Finding]:
    """The findings of a part; an exception is a finding, too."""
    found: list[Finding] = []
    try:
        found.extend(part())
    except Exception as error:  # noqa: BLE001  # a broken part must not hide the others
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
        name = text("{name}", name=NAMES.get(finding.what) or Notation(finding.what))
        grid.add_row(
            sign, name, Text(finding.says).append(f"  {finding.hint}" if finding.hint else "", QUIET)
        )
    printer.part(grid)
    broken = sum(not finding.well for finding in found)
    if broken:
        says = text("{broken} of {all} checks failed", broken=broken, all=len(found))
    else:
        says = text("All checks passed")
    printer.part(Text(says, "bold green" if not broken else "bold red"))


# --- checks ---------------------------------------------------------------------------------------


def _versions() -> Iterator[Finding]:
    here, folder = Notation(surefoot.__version__), Notation(str(Path(surefoot.__file__).parent))
    yield Finding("surefoot", text("{version}, in {folder}", version=here, folder=folder))
    python = Notation(f"{platform.python_implementation()} {platform.python_version()}")
    system = Notation(platform.platform(terse=True))
    recent = sys.version_info >= (3, 11)
    yield Finding(
        "python",
        text("{python} on {system}", python=python, system=system),
        recent,
        "" if recent else text("3.11 or later is needed"),
    )
    for package in NEEDED:
        try:
            yield Finding(package, text("{version}", version=Notation(version(package))))
        except PackageNotFoundError:
            yield Finding(package, text("not installed"), well=False, hint=_reinstall())


def _reinstall() -> str:
    return text("Install Surefoot again with pip")


def _kernel() -> Iterator[Finding]:
    from surefoot.geometry import kernel

    compiled = not str(kernel.__file__).endswith(".py")
    says = text("compiled") if compiled else text("interpreted")
    slower = text("Same results, but slower. Install again with a C compiler to make it faster")
    yield Finding("kernel", says, hint="" if compiled else slower)


def _rulesets() -> Iterator[Finding]:
    found = installed_rulesets()
    if not found:
        yield Finding("rulesets", text("none installed"), well=False, hint=_reinstall())
    for each in found:
        if each.ruleset is None:
            broken = text("can't be loaded: {problem}", problem=Notation(each.problem))
            yield Finding(each.name, broken, well=False, hint=each.offered_by)
            continue
        says = text(
            "version {version}, {n} clauses",
            version=each.ruleset.version,
            n=len(each.ruleset.catalogue.clauses),
        )
        yield Finding(each.name, says, hint=each.offered_by)


def _scenarios() -> Iterator[Finding]:
    for name in bundled():
        find_scenario(name)
    yield Finding("scenarios", text("{names}", names=Notation(", ".join(bundled()))))


def _pictures() -> Iterator[Finding]:
    from surefoot.draw.lettering import widths

    letters = min(len(widths(bold)) for bold in (False, True))
    yield Finding("fonts", text("{n} characters, regular and bold", n=letters), letters > 0)
    drawn = surefoot.png(surefoot.picture(surefoot.loads(surefoot.EXAMPLE).table))
    yield Finding(
        "pictures", text("SVG and PNG, {n} bytes for a small table", n=len(drawn)), drawn[1:4] == b"PNG"
    )


def _folders() -> Iterator[Finding]:
    folder = home.games_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        hint = text("Set {variable} to a writable folder", variable=Notation(HOME))
        why = Notation(str(error.strerror or error))
        says = text("Can't write to {folder}: {why}", folder=Notation(str(folder)), why=why)
        yield Finding("games", says, well=False, hint=hint)
        return
    saved = len(home.kept_games())
    where = Notation(str(folder))
    yield Finding("games", text_count("{n} game in {folder}", "{n} games in {folder}", saved, folder=where))


def _terminal() -> Iterator[Finding]:
    out = console()
    if not sys.stdout.isatty():
        says = text("none: the output is redirected")
        yield Finding("terminal", says, hint=text("No colours and no prompts"))
        return
    colours = text("no colours")
    if not out.no_color and out.color_system is not None:
        colours = text("{system} colours", system=Notation(out.color_system))
    signs = text("maps in Unicode") if fine(out) else text("maps in ASCII")
    from surefoot.cli.terminal.prompt import editor

    editing = text("line editing") if editor() is not None else text("no line editing")
    kind = os.environ.get("TERM", "unknown")
    width = text("{n} columns", n=out.width)
    yield Finding("terminal", ", ".join((kind, width, out.encoding, colours, signs, editing)))


PARTS = (_versions, _kernel, _rulesets, _scenarios, _pictures, _folders, _terminal)
