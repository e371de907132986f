"""`surefoot check`: judge the declarations of a scenario before anything is rolled."""

from __future__ import annotations

from surefoot.answers.open_question import question
from surefoot.answers.verdicts import previewed
from surefoot.cli.exits import ExitCode, tell
from surefoot.cli.input import read_scenario
from surefoot.cli.report import declarations, show_report


def check(file: str, *, as_json: bool, verbose: bool) -> ExitCode:
    """Judge a scenario's declarations beforehand."""
    laid = read_scenario(file)
    if not laid.declarations:
        tell(f"{laid.source}: nothing is declared")
    told = previewed(laid)
    show_report(told, laid.name, as_json=as_json, verbose=verbose, preview=True)
    if told.open is not None:
        tell(f"An answer decides how it goes on: {question(told.open.request)}")
    if told.left:
        tell(f"{declarations(told.left)} after that could not be looked at.")
    return ExitCode.ILLEGAL if told.illegal else ExitCode.OK
