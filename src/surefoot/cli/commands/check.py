"""`surefoot check`: judge the declarations of a scenario before anything is rolled."""

from __future__ import annotations

from surefoot.answers.open_question import question
from surefoot.answers.verdicts import previewed
from surefoot.cli.exits import ExitCode, tell
from surefoot.cli.input import read_scenario
from surefoot.cli.report import show_report
from surefoot.language import Notation
from surefoot.language.speaker import text, text_count
from surefoot.referee.speaking import speaker


def check(file: str, *, as_json: bool, verbose: bool) -> ExitCode:
    """Judge the declarations of a scenario and print the verdicts."""
    laid = read_scenario(file)
    if not laid.declarations:
        tell(nothing_declared(laid.source))
    report = previewed(laid)
    show_report(report, laid.name, as_json=as_json, verbose=verbose, preview=True)
    if report.open is not None:
        asks = question(report.open.request, speaker(report.now))
        tell(text("It depends on an answer: {question}", question=Notation(asks)))
    if report.left:
        tell(
            text_count(
                "{n} later declaration was not judged", "{n} later declarations were not judged", report.left
            )
        )
    return ExitCode.ILLEGAL if report.illegal else ExitCode.OK


def nothing_declared(source: str) -> str:
    """The message for a scenario without declarations."""
    return text("{file} has no declarations", file=Notation(source))
