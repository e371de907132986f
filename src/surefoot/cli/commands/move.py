"""`surefoot move`: make the declarations of a scenario, or continue a game."""

from __future__ import annotations

import sys
from typing import Any

import typer

from surefoot.answers.open_question import question
from surefoot.answers.prepared import Rolled, scripted
from surefoot.answers.verdicts import Report, played
from surefoot.cli import typed_dice
from surefoot.cli.commands.check import nothing_declared
from surefoot.cli.exits import ExitCode, tell
from surefoot.cli.input import STDIN, is_game, read_scenario
from surefoot.cli.report import show_report
from surefoot.dice.host import Responder, Unanswered
from surefoot.dice.responders import Script, Seeded
from surefoot.files.game import create, open_game
from surefoot.language import Notation
from surefoot.language.speaker import text, text_count
from surefoot.records import dataclass
from surefoot.referee.protocol import Declaration
from surefoot.referee.session import Session
from surefoot.referee.speaking import speaker


def move(file: str, dice: str, seed: int | None, game: str, *, as_json: bool, verbose: bool) -> ExitCode:
    """Make the declarations of a scenario, or continue a game."""
    given = typed_dice.given_dice(dice)
    played_on = _game(file, game) if is_game(file) else _scenario(file, game)
    script = scripted(given, played_on.answers)
    responder = _responder(script, seed, file, played_on.session.dice_shown)
    report = played(played_on.session, played_on.declarations, responder, [*given, *played_on.answers])
    show_report(report, played_on.name, as_json=as_json, verbose=verbose, preview=False)
    if report.open is not None:
        _tell_open_question(report, report.open, played_on.kept)
        return ExitCode.ANSWER_NEEDED
    idle = typed_dice.idle(script.unused[: len(given)] if given else script.unused)
    if idle and seed is None:
        tell(text("Warning: not used: {answers}", answers=Notation(", ".join(idle))))
    return ExitCode.ILLEGAL if report.illegal else ExitCode.OK


@dataclass(frozen=True)
class _Game:
    """A game to play: its session, the declarations to make, prepared answers, and its file if it has one."""

    name: str
    session: Session
    declarations: tuple[Declaration, ...]
    answers: list[Any]
    kept: str


def _game(file: str, game: str) -> _Game:
    """A game that waits for an answer."""
    if file == STDIN:
        says = text("A game is continued in its own file: give its name instead of standard input")
        raise typer.BadParameter(says, param_hint="FILE")
    if game:
        says = text("{file} is already a game file", file=Notation(file))
        raise typer.BadParameter(says, param_hint="--output")
    session = open_game(file, lambda notice: tell(notice.shown()))
    if session.open is None:
        tell(text("{file} has no open question", file=Notation(file)))
    return _Game(file, session, (), [], file)


def _scenario(file: str, game: str) -> _Game:
    """A new game from a scenario."""
    laid = read_scenario(file)
    if not laid.declarations:
        tell(nothing_declared(laid.source))
    session = Session(laid.table)
    if game:
        create(game, session)
    return _Game(laid.name, session, laid.declarations, laid.answers, game)


def _responder(script: Script, seed: int | None, file: str, shown: int) -> Responder:
    if seed is not None:
        # A game must not repeat the dice that it has already rolled from this seed.
        return Rolled(Seeded(str(seed), shown), script)
    # If standard input holds the scenario, nothing can be typed.
    if file != STDIN and sys.stdin.isatty():
        script.then = None
        return typed_dice.Typed(script)
    return script


def _tell_open_question(report: Report, waits: Unanswered, kept: str) -> None:
    """Print the question without an answer, how to answer it, and how many declarations were not made."""
    words = speaker(report.now)
    tell(text("Answer needed: {question}", question=Notation(question(waits.request, words))))
    if waits.problem:
        tell(f"  {words(waits.problem)}")
    example = typed_dice.example(waits.request)
    if kept:
        command = Notation(f"surefoot move {kept} --dice {example}")
        tell(
            text(
                "The game is saved in {file}. Continue with: {command}", file=Notation(kept), command=command
            )
        )
    else:
        option = Notation(f"--dice {example}")
        tell(text("Answer it with {option} (for example), or roll with --seed", option=option))
    if report.left and kept:
        tell(
            text_count(
                "{n} later declaration was not made, and {file} doesn't contain it",
                "{n} later declarations were not made, and {file} doesn't contain them",
                report.left,
                file=Notation(kept),
            )
        )
    elif report.left:
        tell(
            text_count(
                "{n} later declaration was not made", "{n} later declarations were not made", report.left
            )
        )
