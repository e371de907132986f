"""The reference of the command line, generated from the commands themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tools.manual.writing import Files, code, page, said, table

from surefoot.cli.app import app
from surefoot.cli.exits import ExitCode

EXITS = {
    ExitCode.OK: "success",
    ExitCode.FAILURE: "failure: a file cannot be written, a game log does not verify, or a bug",
    ExitCode.USAGE: "wrong usage: an unknown command or option",
    ExitCode.ILLEGAL: "a declared move is illegal",
    ExitCode.FILE_INVALID: "a file is invalid; every mistake was listed",
    ExitCode.ANSWER_NEEDED: "a die roll or another answer is missing",
    ExitCode.INTERRUPTED: "stopped with Ctrl+C",
}


def root() -> Any:
    """The root command; typer gives it no public type."""
    import typer

    return typer.main.get_command(app)


def commands() -> Iterator[tuple[str, Any]]:
    """Every command with its full name, including subcommands."""

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
            f"{said(top.help)} Results go to standard output, messages to standard error. Colours and questions appear "
            "only at a terminal, and `NO_COLOR` is respected. For a file name, `-` means standard input.",
            "",
            table(("command", "purpose"), rows),
            "## Options of every command",
            "",
            table(
                ("option", "meaning"), [*_options(top), (code("-h, --help"), "Show the help of a command.")]
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
        (code(_metavar(each)), said(each.help or "") + ("" if each.required else " Optional."))
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
        told.append(f"default {code(option.default)}")
    if option.min is not None or option.max is not None:
        told.append(f"from {option.min} to {option.max}")
    return f" ({'; '.join(told)})" if told else ""
