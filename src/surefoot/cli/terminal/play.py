"""Starts a game at the terminal: finds the scenario or game, or shows it as a story."""

from __future__ import annotations

import json
import secrets
import sys
from pathlib import Path

from surefoot.answers.bundled import bundled, playable
from surefoot.cli.exits import ExitCode, tell
from surefoot.cli.input import STDIN, is_game, read_scenario
from surefoot.cli.show import console
from surefoot.cli.terminal import home
from surefoot.cli.terminal.game import Game
from surefoot.cli.terminal.prompt import Left, Prompt
from surefoot.cli.terminal.story import Story
from surefoot.files.game import open_game
from surefoot.files.problems import FileInvalid, FileProblem
from surefoot.files.scenario import Scenario, beside, loads
from surefoot.files.source import parse, read
from surefoot.language import Notation, Quoted, say
from surefoot.language.speaker import text
from surefoot.referee.session import Session
from surefoot.table.words import suggested

DEMO = "gantry"
# The seed of a story: with it, the demo shows all of its moves.
DEMO_SEED = "18"
# At most this many saved games are offered in the menu.
MOST_GAMES = 3


def find_scenario(name: str) -> Scenario:
    """A bundled scenario by its name, or one in a file."""
    known = bundled()
    if name in known:
        return loads(known[name].read_text(encoding="utf-8"), name)
    if name == STDIN or any(sign in name for sign in "./\\"):
        return read_scenario(name)
    try:
        return read_scenario(name)
    except FileInvalid as invalid:
        if [each.code for each in invalid.problems] != ["no-such-file"]:
            raise
    says = say("there is no such file, and no bundled scenario of that name")
    raise FileInvalid([FileProblem(name, 0, "", suggested(says, name, known))])


def whole_text(name: str) -> str:
    """The text of a scenario, bundled or in a file, with the picture that lies beside the file."""
    known = bundled()
    if name in known:
        return known[name].read_text(encoding="utf-8")
    file, text = read(name)
    picture = beside(loads(text, file)).table.scenery.picture
    if picture is None or not picture.file or not picture.data:
        return text
    data = parse(text, file).data
    area = data["picture"]["area"]
    return json.dumps({**data, "picture": {"data": picture.data, "area": area}})


def play(name: str, seed: int | None, output: str, against: str = "", side: str = "") -> ExitCode:
    """Play a scenario or a game at the terminal; without a terminal, show it as a story."""
    # If standard input holds the scenario, nothing can be typed.
    if name == STDIN or not sys.stdin.isatty():
        laid = find_scenario(name or DEMO)
        Story(laid, console(), DEMO_SEED if seed is None else str(seed)).tell()
        return ExitCode.OK
    prompt = Prompt()
    try:
        name = name or _picked(prompt)
        dice = str(secrets.randbelow(1_000_000)) if seed is None else str(seed)
        game = _game(name, dice, prompt, output)
        if against:
            from surefoot.cli.terminal.seat import seat_at

            game.seat = seat_at(game.session.now, against, side, dice)
        game.play()
    except Left:
        tell(text("You have left the game."))
    return ExitCode.OK


def _game(name: str, seed: str, prompt: Prompt, output: str) -> Game:
    """A saved game, or a new one."""
    if is_game(name):
        session = open_game(name, lambda notice: tell(notice.shown()))
        return Game(Path(name).stem, session, seed, prompt, kept=name)
    laid = find_scenario(name)
    game = Game(
        laid.name,
        Session(laid.table),
        seed,
        prompt,
        story=tuple(zip(laid.declarations, laid.says or ("",) * len(laid.declarations), strict=True)),
    )
    game.keep(output or name)
    return game


def _picked(prompt: Prompt) -> str:
    """Ask which bundled scenario or saved game to play; returns its name."""
    known = playable()
    prompt.say(text("What do you want to play?"))
    choices = list(known)
    for number, (name, laid) in enumerate(known.items(), 1):
        prompt.say(f"  {number}) {name:<12} {laid.name}, {laid.table.ruleset}")
    for path in home.kept_games()[:MOST_GAMES]:
        choices.append(str(path))
        prompt.say(f"  {len(choices)}) {text('{game} (saved game)', game=Notation(path.stem))}")
    while True:
        typed = prompt.line(text("Type a number, a name or a file, or press Enter for the demo:"))
        if typed.lower() in ("q", "quit", "exit"):
            raise Left
        if typed.isdecimal() and 1 <= int(typed[:6]) <= len(choices):
            return choices[int(typed[:6]) - 1]
        if not typed or typed in known:
            return typed or DEMO
        if Path(typed).expanduser().is_file():
            return str(Path(typed).expanduser())
        unknown = say("There is no scenario, game or file {name}", name=Quoted(typed))
        prompt.say(f"  {text('{problem}', problem=suggested(unknown, typed, known))}")
