"""`surefoot replay`: show a game from its log."""

from __future__ import annotations

from surefoot.cli import game_log
from surefoot.cli.exits import ExitCode, tell
from surefoot.cli.input import game_file
from surefoot.cli.json_output import print_json
from surefoot.cli.show import console
from surefoot.files.proof import Proof
from surefoot.language.speaker import text, text_count


def replay(file: str, *, verify: bool, as_json: bool, verbose: bool) -> ExitCode:
    """Print a game from its log; with `verify`, also judge every entry again."""
    with game_file(file) as path:
        book = game_log.read(path)
        if as_json:
            print_json(game_log.data(book))
        else:
            game_log.show(book, console(), verbose=verbose)
        for notice in book.notices:
            tell(notice.shown())
        proof = Proof()
        found = game_log.problems(path, book, proof) if verify else ()
    for problem in found:
        tell(problem.shown())
    # What later rules decide differently is no fault of the log.
    changed = sum(problem.code == "version" for problem in found)
    if verify and changed == len(found):
        tell(
            text_count(
                "Sound: no entry was changed. Today's rules decide {n} entry differently",
                "Sound: no entry was changed. Today's rules decide {n} entries differently",
                changed,
            )
            if changed
            else text("Verified: every entry was judged again with the same result")
        )
        for says in proof.proves:
            tell(text("{says}", says=says))
        for says in proof.leaves_open:
            tell(text("Not proven: {says}", says=says))
    return ExitCode.FAILURE if len(found) > changed else ExitCode.OK
