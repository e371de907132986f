"""The reference of the command line, read off the commands themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tools.manual.writing import Files, code, page, said, table

from surefoot.cli.app import app
from surefoot.cli.exits import ExitCode

EXITS = {
    ExitCode.OK: "all is well",
    ExitCode.FAILURE: "failure: a file that cannot be written, a log that is judged otherwise, a bug",
    ExitCode.USAGE: "the command line was not understood",
    ExitCode.ILLEGAL: "something that was declared is illegal",
    ExitCode.FILE_INVALID: "a file is invalid; everything that is wrong with it was said",
    ExitCode.ANSWER_NEEDED: "a die or another answer is needed and was not given",
}


def root() -> Any:
    """The whole command line; what it is made of has no public types."""
    import typer

    return typer.main.get_command(app)


def commands() -> Iterator[tuple[str, Any]]:
    """Every command with the words by which it is called, those inside groups too."""

    def inside(group: Any, before: str) -> Iterator[tuple[str, Any]]:
        for name, command in group.commands.items():
            if command.hidden:
                continue
            yield f"{before} {name}", command
            if hasattr(command, "commands"):
                yield from inside(command, f"{before} {name}")

    yield from inside(root(), "surefoot")


def files() -> Files:
    """The page of all commands."""
    top = root()
    rows = [
        (f"[{code(called)}](#{_anchor(called)})", said(_first(command.help)))
        for called, command in commands()
    ]
    parts: list[str] = []
    for called, command in commands():
        parts += _command(called, command)
    return {
        "reference/commands.md": page(
            "# Commands",
            "",
            f"{said(top.help)} Data goes to standard output, everything else that is said to standard error; "
            "colours and questions appear on a terminal only, and `NO_COLOR` is respected. "
            "Where a file is asked for, `-` is standard input.",
            "",
            table(("command", "what it does"), rows),
            "## Options of every command",
            "",
            table(
                ("option", "meaning"), [*_options(top), (code("-h, --help"), "Say how a command is used.")]
            ),
            "## Exit codes",
            "",
            table(("code", "meaning"), [(code(int(each)), EXITS[each]) for each in ExitCode]),
            parts,
        )
    }


def _anchor(called: str) -> str:
    return called.replace(" ", "-")


def _first(text: str | None) -> str:
    return (text or "").partition("\n\n")[0]


def _command(called: str, command: Any) -> list[str]:
    parts = [f"## {called} {{ #{_anchor(called)} }}", ""]
    # A blank line ends a paragraph; a backspace keeps the lines of one apart.
    for paragraph in (command.help or "").split("\n\n"):
        parts += [said(paragraph.replace("\b", "")), ""]
    arguments = [
        (code(_metavar(each)), said(each.help or "") + ("" if each.required else " May be left out."))
        for each in command.params
        if each.param_type_name == "argument" and not each.hidden
    ]
    if arguments:
        parts += table(("argument", "meaning"), arguments)
    options = _options(command)
    if options:
        parts += table(("option", "meaning"), options)
    examples = [line.strip() for line in (command.epilog or "").splitlines() if line.strip(" \b")]
    shown = [line for line in examples if line.startswith("surefoot")]
    if shown:
        parts += ["```sh", *shown, "```", ""]
    return parts


def _metavar(parameter: Any) -> str:
    return str(parameter.metavar or parameter.name.upper())


def _options(command: Any) -> list[tuple[str, str]]:
    rows = []
    for each in command.params:
        if each.param_type_name != "option" or each.hidden or "--help" in each.opts:
            continue
        names = ", ".join(sorted((*each.opts, *each.secondary_opts), key=len))
        takes = "" if each.is_flag else f" {_metavar(each)}"
        rows.append((code(f"{names}{takes}"), said(each.help or "") + _limits(each)))
    return rows


def _limits(option: Any) -> str:
    told = []
    if option.default not in (None, "", False):
        told.append(f"{code(option.default)} if left out")
    if option.min is not None or option.max is not None:
        told.append(f"from {option.min} to {option.max}")
    return f" ({'; '.join(told)})" if told else ""
