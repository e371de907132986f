"""Playing: which scenario or game, and whether anybody sits at the terminal to play it."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path

from surefoot.answers.bundled import bundled
from surefoot.cli.exits import ExitCode, tell
from surefoot.cli.input import STDIN, is_game, read_scenario
from surefoot.cli.show import console
from surefoot.cli.terminal import home
from surefoot.cli.terminal.game import Game
from surefoot.cli.terminal.prompt import Left, Prompt
from surefoot.cli.terminal.story import Story
from surefoot.files.game import open_game
from surefoot.files.problems import FileInvalid, FileProblem
from surefoot.files.scenario import Scenario, loads
from surefoot.language.speaker import text
from surefoot.referee.session import Session
from surefoot.table.words import instead

DEMO = "gantry"
# The dice of a story that nobody plays: with them the demo tells all of it.
DEMO_SEED = "18"
# So many games that were left are offered to be taken up again.
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
    says = f"there is no such file, and no bundled scenario of that name{instead(name, known)}"
    raise FileInvalid([FileProblem(name, 0, "", says)])


def text_of(name: str) -> str:
    """The text of a scenario, bundled or in a file."""
    known = bundled()
    return (known[name] if name in known else Path(name)).read_text(encoding="utf-8")


def play(name: str, seed: int | None, output: str) -> ExitCode:
    """Play a scenario or a game: with whoever sits at the terminal, or as a story if nobody is there."""
    # What is piped in is the scenario itself or nobody's: it cannot be typed as well.
    somebody = name != STDIN and sys.stdin.isatty()
    if not somebody:
        laid = find_scenario(name or DEMO)
        Story(laid, console(), DEMO_SEED if seed is None else str(seed)).tell()
        return ExitCode.OK
    prompt = Prompt()
    try:
        name = name or _picked(prompt)
        dice = str(secrets.randbelow(1_000_000)) if seed is None else str(seed)
        _game(name, dice, prompt, output).play()
    except Left:
        tell(text("You have left the table."))
    return ExitCode.OK


def _game(name: str, seed: str, prompt: Prompt, output: str) -> Game:
    """A game that was left, or a new one."""
    if is_game(name):
        session = open_game(name, lambda notice: tell(str(notice)))
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
    """What is chosen from the menu: a bundled scenario, or a game that was left."""
    known = {name: loads(each.read_text(encoding="utf-8"), name) for name, each in bundled().items()}
    prompt.say(text("What do you want to play?"))
    choices = list(known)
    for number, (name, laid) in enumerate(known.items(), 1):
        prompt.say(f"  {number}) {name:<12} {laid.name}, {laid.table.ruleset}")
    for path in home.kept_games()[:MOST_GAMES]:
        choices.append(str(path))
        prompt.say(f"  {len(choices)}) {path.stem} (a game that you left)")
    while True:
        typed = prompt.line("A number, a name or a file; Enter for the demo:")
        if typed.lower() in ("q", "quit", "exit"):
            raise Left
        if typed.isdecimal() and 1 <= int(typed[:6]) <= len(choices):
            return choices[int(typed[:6]) - 1]
        if not typed or typed in known:
            return typed or DEMO
        if Path(typed).expanduser().is_file():
            return str(Path(typed).expanduser())
        prompt.say(f"  there is no {typed!r}{instead(typed, known)}")
