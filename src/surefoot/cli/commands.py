"""What the commands do: read, ask the referee, show, and say how it ended."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

import typer

from surefoot.answers.asking import question
from surefoot.answers.given import Rolled, scripted
from surefoot.answers.told import Told, played, previewed, told_data
from surefoot.cli import answers, replaying
from surefoot.cli.exits import ExitCode, tell
from surefoot.cli.run import STDIN, game_file, is_game, read_scenario
from surefoot.cli.show import Show, console
from surefoot.cli.state import print_json
from surefoot.dice.host import Responder
from surefoot.dice.responders import Script, Seeded
from surefoot.files.game import create, open_game
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import ruleset_of
from surefoot.referee.session import Session


def check(file: str, *, as_json: bool, verbose: bool) -> ExitCode:
    """Judge a scenario's declarations beforehand."""
    laid = read_scenario(file)
    if not laid.declarations:
        tell(f"{laid.source}: nothing is declared")
    told = previewed(laid)
    _show(told, laid.name, as_json=as_json, verbose=verbose, preview=True)
    if told.open is not None:
        tell(f"An answer decides how it goes on: {question(told.open.request)}")
    if told.left:
        tell(f"{_declarations(told.left)} after that could not be looked at.")
    return ExitCode.ILLEGAL if told.illegal else ExitCode.OK


def move(file: str, dice: str, seed: int | None, game: str, *, as_json: bool, verbose: bool) -> ExitCode:
    """Make a scenario's declarations, or go on with a game."""
    try:
        given = answers.typed_dice(dice) if dice else []
    except answers.NoDice as wrong:
        raise typer.BadParameter(str(wrong), param_hint="--dice") from None
    played_on = _game(file, game) if is_game(file) else _scenario(file, game)
    script = scripted(given, played_on.answers)
    responder = _responder(script, seed, file, played_on.session.dice_shown)
    told = played(played_on.session, played_on.declarations, responder, [*given, *played_on.answers])
    _show(told, played_on.name, as_json=as_json, verbose=verbose, preview=False)
    if told.open is not None:
        _tell_what_is_needed(told, played_on.kept)
        return ExitCode.ANSWER_NEEDED
    idle = answers.idle(script.unused[: len(given)] if given else script.unused)
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
        return answers.Typed(script)
    return script


def _tell_what_is_needed(told: Told, kept: str) -> None:
    assert told.open is not None
    request = told.open.request
    tell(f"An answer is needed: {question(request)}")
    if told.open.problem:
        tell(f"  {told.open.problem}")
    if kept:
        tell(f"The game waits in {kept}. Go on with: surefoot move {kept} --dice {answers.example(request)}")
    else:
        tell(f"Give it with --dice (here for example {answers.example(request)}), or roll with --seed.")
    if told.left:
        text = f"{_declarations(told.left)} after that {'was' if told.left == 1 else 'were'} not made"
        tell(
            f"{text}, and {kept} does not hold {'it' if told.left == 1 else 'them'}." if kept else f"{text}."
        )


def replay(file: str, *, verify: bool, as_json: bool, verbose: bool) -> ExitCode:
    """Show a game from its log."""
    with game_file(file) as path:
        book = replaying.read(path)
        if as_json:
            print_json(replaying.data(book))
        else:
            replaying.show(book, console(), verbose=verbose)
        for notice in book.notices:
            tell(str(notice))
        problems = replaying.problems(path, book) if verify else ()
    for problem in problems:
        tell(str(problem))
    if verify and not problems:
        tell("Judged again: every entry comes out as it was.")
    return ExitCode.FAILURE if problems else ExitCode.OK


def _show(told: Told, name: str, *, as_json: bool, verbose: bool, preview: bool) -> None:
    ruleset = ruleset_of(told.start)
    if as_json:
        print_json(told_data(told, preview=preview))
        return
    show = Show(console(), ruleset.catalogue, told.start.unit, verbose=verbose)
    show.title(name, ruleset.written(told.start.options))
    for number, result in enumerate(told.outcomes, 1):
        show.outcome(result, number, preview=preview)
        ahead = told.ahead[number - 1] if preview else None
        if ahead is not None:
            show.ends(ahead)
    if not preview:
        show.state(told.now)


def _declarations(count: int) -> str:
    return "One declaration" if count == 1 else f"{count} declarations"
