"""`surefoot move`: make the declarations of a scenario, or continue a game."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

import typer

from surefoot.answers.open_question import question
from surefoot.answers.prepared import Rolled, scripted
from surefoot.answers.verdicts import Report, played
from surefoot.cli import typed_dice
from surefoot.cli.exits import ExitCode, tell
from surefoot.cli.input import STDIN, is_game, read_scenario
from surefoot.cli.report import declarations, show_report
from surefoot.dice.host import Responder
from surefoot.dice.responders import Script, Seeded
from surefoot.files.game import create, open_game
from surefoot.referee.protocol import Declaration
from surefoot.referee.session import Session


def move(file: str, dice: str, seed: int | None, game: str, *, as_json: bool, verbose: bool) -> ExitCode:
    """Make a scenario's declarations, or go on with a game."""
    try:
        given = typed_dice.read_dice(dice) if dice else []
    except typed_dice.NoDice as wrong:
        raise typer.BadParameter(str(wrong), param_hint="--dice") from None
    played_on = _game(file, game) if is_game(file) else _scenario(file, game)
    script = scripted(given, played_on.answers)
    responder = _responder(script, seed, file, played_on.session.dice_shown)
    told = played(played_on.session, played_on.declarations, responder, [*given, *played_on.answers])
    show_report(told, played_on.name, as_json=as_json, verbose=verbose, preview=False)
    if told.open is not None:
        _tell_what_is_needed(told, played_on.kept)
        return ExitCode.ANSWER_NEEDED
    idle = typed_dice.idle(script.unused[: len(given)] if given else script.unused)
    if idle and seed is None:
        tell(f"Warning: nothing asked for: {', '.join(idle)}")
    return ExitCode.ILLEGAL if told.illegal else ExitCode.OK


@dataclass(frozen=True)
class _Game:
    """What is to be played: a game, what is declared in it, answers at hand, and where it is kept, if it is."""

    name: str
    session: Session
    declarations: tuple[Declaration, ...]
    answers: list[Any]
    kept: str


def _game(file: str, game: str) -> _Game:
    """A game that was left at a question."""
    if file == STDIN:
        says = "a game goes on in its own file: name it instead of piping it in"
        raise typer.BadParameter(says, param_hint="FILE")
    if game:
        raise typer.BadParameter(f"{file} is a game and is kept there already", param_hint="--output")
    session = open_game(file, lambda notice: tell(str(notice)))
    if session.open is None:
        tell(f"{file}: no question is open; there is nothing to answer")
    return _Game(file, session, (), [], file)


def _scenario(file: str, game: str) -> _Game:
    """A new game from a scenario."""
    laid = read_scenario(file)
    if not laid.declarations:
        tell(f"{laid.source}: nothing is declared")
    session = Session(laid.table)
    if game:
        create(game, session)
    return _Game(laid.name, session, laid.declarations, laid.answers, game)


def _responder(script: Script, seed: int | None, file: str, shown: int) -> Responder:
    if seed is not None:
        # A game that was left at a question must not roll the dice again that it has seen.
        return Rolled(Seeded(str(seed), shown), script)
    # What is piped in cannot be typed as well.
    if file != "-" and sys.stdin.isatty():
        script.then = None
        return typed_dice.Typed(script)
    return script


def _tell_what_is_needed(told: Report, kept: str) -> None:
    assert told.open is not None
    request = told.open.request
    tell(f"An answer is needed: {question(request)}")
    if told.open.problem:
        tell(f"  {told.open.problem}")
    if kept:
        tell(
            f"The game waits in {kept}. Go on with: surefoot move {kept} --dice {typed_dice.example(request)}"
        )
    else:
        tell(f"Give it with --dice (here for example {typed_dice.example(request)}), or roll with --seed.")
    if told.left:
        text = f"{declarations(told.left)} after that {'was' if told.left == 1 else 'were'} not made"
        tell(
            f"{text}, and {kept} does not hold {'it' if told.left == 1 else 'them'}." if kept else f"{text}."
        )
