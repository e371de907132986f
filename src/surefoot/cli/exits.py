"""Exit codes of commands, messages on standard error, and the handler that turns exceptions into messages."""

from __future__ import annotations

import functools
import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from enum import IntEnum
from typing import ParamSpec

import typer

from surefoot.answers.errors import InvalidQuestion
from surefoot.language import Notation
from surefoot.language.speaker import Speaker, text

P = ParamSpec("P")


class ExitCode(IntEnum):
    """The exit code of a command."""

    OK = 0
    FAILURE = 1
    USAGE = 2
    ILLEGAL = 3
    FILE_INVALID = 4
    ANSWER_NEEDED = 5
    # As shells report it.
    INTERRUPTED = 130


DEBUG = "SUREFOOT_DEBUG"


def tell(message: str) -> None:
    """Print a message to standard error, apart from the data."""
    if not _silence:
        sys.stderr.write(f"{message}\n")


# With `--quiet`, only failures are printed: not empty while a quiet command runs.
_silence: list[None] = []


@contextmanager
def silenced(quiet: bool) -> Iterator[None]:
    """Print nothing while a command runs with --quiet; failures are printed afterwards."""
    if not quiet:
        yield
        return
    _silence.append(None)
    try:
        with redirect_stdout(io.StringIO()):
            yield
    finally:
        _silence.pop()


def handled(command: Callable[P, ExitCode]) -> Callable[P, None]:
    """A command that returns its exit code; its exceptions become messages without a traceback."""

    @functools.wraps(command)
    def run(*arguments: P.args, **options: P.kwargs) -> None:
        try:
            code = command(*arguments, **options)
        except (typer.Exit, typer.Abort, typer.BadParameter, BrokenPipeError):
            raise
        except KeyboardInterrupt:
            tell(text("Interrupted"))
            code = ExitCode.INTERRUPTED
        except InvalidQuestion as wrong:
            raise typer.BadParameter(Speaker()(wrong.says), param_hint=_hint(wrong.field)) from None
        except Exception as error:  # noqa: BLE001  # the one place where every exception ends up
            code = _failed(error)
        raise typer.Exit(code)

    return run


# Fields that are arguments of a command, not options.
_BARE = {
    "feat": "FEAT",
    "ruleset": "RULESET",
    "clause": "ID",
    "question": "QUESTION",
    "details": "DETAIL=VALUE",
}


def _hint(field: str) -> str:
    """The argument or option for a field of a question."""
    return _BARE.get(field, f"--{field.replace('_', '-')}")


def server_missing(missing: ImportError) -> str:
    """The message that the packages of the server are not installed."""
    install = Notation("pip install 'surefoot[server]'")
    return text(
        "The server isn't installed ({package} is missing). Install it with: {install}",
        package=Notation(str(missing.name)),
        install=install,
    )


def _failed(error: Exception) -> ExitCode:
    """Print what went wrong, and return the exit code for it."""
    from surefoot.files.problems import FileInvalid
    from surefoot.referee.faults import fault_of
    from surefoot.referee.protocol import BadRuleset
    from surefoot.referee.referee import Malformed

    if isinstance(error, FileInvalid):
        tell(error.shown())
        return ExitCode.FILE_INVALID
    if isinstance(error, Malformed):
        for each in error.problems:
            tell(f"{each.where}: {Speaker()(each.says)}")
        return ExitCode.FILE_INVALID
    if isinstance(error, OSError):
        tell(_system(error))
        return ExitCode.FAILURE
    if os.environ.get(DEBUG):
        raise error
    if isinstance(error, BadRuleset):
        tell(str(error))
        return ExitCode.FAILURE
    fault = fault_of(error)
    if fault is not None:
        tell(Speaker()(fault.says))
        return ExitCode.FAILURE
    tell(text("This is a bug in Surefoot: {error}", error=Notation(f"{type(error).__name__}: {error}")))
    tell(
        text(
            "Please report it. To see where it happened, run the command again with {setting}",
            setting=Notation(f"{DEBUG}=1"),
        )
    )
    return ExitCode.FAILURE


def _system(error: OSError) -> str:
    if error.strerror and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error) or type(error).__name__
