"""How a command ends: exit codes, and one handler that turns every failure into plain words."""

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

P = ParamSpec("P")


class ExitCode(IntEnum):
    """What the shell is told."""

    OK = 0
    FAILURE = 1
    USAGE = 2
    ILLEGAL = 3
    FILE_INVALID = 4
    ANSWER_NEEDED = 5


DEBUG = "SUREFOOT_DEBUG"


def tell(text: str) -> None:
    """Say something to the person at the keyboard, apart from the data."""
    if not _silence:
        sys.stderr.write(f"{text}\n")


# Whoever wants nothing but the exit code is told nothing but failures.
_silence: list[None] = []


@contextmanager
def silenced(quiet: bool) -> Iterator[None]:
    """Print and say nothing, if that is wanted; what goes wrong is said all the same."""
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
    """A command whose result is its exit code and whose failures are words, never a traceback."""

    @functools.wraps(command)
    def run(*arguments: P.args, **options: P.kwargs) -> None:
        try:
            code = command(*arguments, **options)
        except (typer.Exit, typer.Abort, typer.BadParameter, BrokenPipeError):
            raise
        except InvalidQuestion as wrong:
            raise typer.BadParameter(wrong.says, param_hint=_hint(wrong.field)) from None
        except Exception as error:  # noqa: BLE001  # the one place where everything that can go wrong ends up
            code = _told(error)
        raise typer.Exit(code)

    return run


# Fields that are typed without their name.
_BARE = {
    "feat": "FEAT",
    "ruleset": "RULESET",
    "clause": "ID",
    "question": "QUESTION",
    "details": "DETAIL=VALUE",
}


def _hint(field: str) -> str:
    """What a field of a question is called on the command line."""
    return _BARE.get(field, f"--{field.replace('_', '-')}")


def _told(error: Exception) -> ExitCode:
    """Say what went wrong, and the exit code for it."""
    from surefoot.files.problems import FileInvalid
    from surefoot.referee.referee import Malformed

    if isinstance(error, FileInvalid):
        tell(error.shown())
        return ExitCode.FILE_INVALID
    if isinstance(error, Malformed):
        for problem in error.problems:
            tell(f"{problem.where}: {problem.says}")
        return ExitCode.FILE_INVALID
    if isinstance(error, OSError):
        tell(_system(error))
        return ExitCode.FAILURE
    if os.environ.get(DEBUG):
        raise error
    tell(f"This is a bug in Surefoot: {type(error).__name__}: {error}")
    tell(f"Run it again with {DEBUG}=1 to see where, and please report it.")
    return ExitCode.FAILURE


def _system(error: OSError) -> str:
    if error.strerror and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error) or type(error).__name__
