"""`surefoot replay`: show a game from its log."""

from __future__ import annotations

from surefoot.cli import game_log
from surefoot.cli.exits import ExitCode, tell
from surefoot.cli.input import game_file
from surefoot.cli.json_output import print_json
from surefoot.cli.show import console


def replay(file: str, *, verify: bool, as_json: bool, verbose: bool) -> ExitCode:
    """Show a game from its log."""
    with game_file(file) as path:
        book = game_log.read(path)
        if as_json:
            print_json(game_log.data(book))
        else:
            game_log.show(book, console(), verbose=verbose)
        for notice in book.notices:
            tell(str(notice))
        found = game_log.problems(path, book) if verify else ()
    for problem in found:
        tell(str(problem))
    if verify and not found:
        tell("Judged again: every entry comes out as it was.")
    return ExitCode.FAILURE if found else ExitCode.OK
