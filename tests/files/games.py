"""Games of the tiny ruleset to be kept in a log, and what to compare them by."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests import tiny
from tests.tiny.player import Player

from surefoot.dice.host import Reply
from surefoot.files.codec import encode
from surefoot.files.game import create, replay, verify
from surefoot.files.lines import resumed, sealed
from surefoot.referee.referee import Mode
from surefoot.referee.session import Session
from surefoot.table.effects import Counted
from surefoot.table.table import Table

FALL = (2,)


def begun(path: Path, mode: Mode = "enforce", table: Table | None = None) -> Session:
    session = Session(table or tiny.table(), mode)
    create(path, session)
    return session


def played(path: Path) -> Session:
    """A game with everything in it, left at an open question."""
    session, player = begun(path), Player("a whole game")
    session.declare(tiny.walk((4, 3), (4, 4)))
    for declaration in (tiny.MARCH, tiny.CAMP, tiny.SHOVE, tiny.END_ROUND, tiny.dash(7, 7)):
        session.declare(declaration)
        session.play_out(player)
    session.override((Counted("bo", "wounds", 1),), "forgotten last round: \N{SNOWMAN} \n …")
    session.declare(tiny.walk((9, 3), who="bo"))
    session.undo()
    session.declare(tiny.leap(8, 7, **{"run-up": True}))
    session.answer(Reply(None, FALL))
    return session


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def resealed(path: Path, changed: list[dict[str, Any]]) -> None:
    """Write a log that somebody changed who knows how to seal."""
    seal, texts = "", []
    for each in changed:
        text, seal = sealed({name: value for name, value in each.items() if name != "seal"}, seal)
        texts.append(f"{text}\n")
    path.write_text("".join(texts), encoding="utf-8", newline="\n")


def same(one: Session, other: Session, *, judged: bool = True) -> None:
    # What dice meant is known only to whoever has judged them.
    assert encode(tuple(one.entries)) == encode(tuple(other.entries))
    assert one.entries == other.entries or not judged
    assert one.now == other.now
    assert (one.mode, one.start) == (other.mode, other.start)
    assert one._marks == other._marks
    assert (one.open is None) == (other.open is None)
    if one.open is not None and other.open is not None:
        assert one.open.request == other.open.request
        assert one.open.run.steps == other.open.run.steps
        assert (one.open.declaration, one.open.before, one.open.entry) == (
            other.open.declaration,
            other.open.before,
            other.open.entry,
        )


def folded_up(path: Path) -> Session:
    """A game taken up without judging what came before its last declaration."""
    session, scribe = resumed(path.read_text(encoding="utf-8").splitlines(), judged=False)
    assert (scribe.entries, scribe.seal) == (len(lines(path)) - 1, lines(path)[-1]["seal"])
    return session


def found(path: Path) -> list[tuple[int, str]]:
    return [(problem.line, str(problem.says)) for problem in verify(path)]


def small() -> Table:
    """A table with one model, so that its log is short."""
    table = tiny.table()
    return table.changed(models=table.models.without("bo", "cy"), units=table.units.without("squad"))


def replay_all(path: Path) -> list[Table]:
    return [table for _, table in replay(path)]
