"""A rehearsal before workers are forked: everything is imported and used once, so that a new worker is as quick as an old one.

A worker is replaced whenever its job takes too long or its client hangs up. The next job must not pay for that: to import
what a first move needs takes longer than a hundred moves, and a job that takes so long counts as slow.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from functools import partial

from surefoot.server import game_worker, questions, read_only, training
from surefoot.server.authority import Actor
from surefoot.server.game_worker import Around, Position
from surefoot.server.in_browser import warming
from surefoot.server.limits import Limits
from surefoot.server.messages import Preview
from surefoot.server.samples import GAP, LEAP, SAMPLES

# The game of the rehearsal; games of the server have other names.
GAME = "rehearsal"
# The questions that are rehearsed with their samples; the others need nothing that these do not.
ASKED = ("check", "move", "reach", "route", "odds", "ask", "armies")


def rehearse() -> None:
    """Answer samples of questions, judge a table of each ruleset, and play a move."""
    for step in steps():
        # A ruleset that fails here fails again where it is used, and is told there; the others work.
        with contextlib.suppress(Exception):
            step()


def steps() -> Iterator[Callable[[], object]]:
    """What is done, one thing after another."""
    for kind in ASKED:
        for _, sample in SAMPLES[kind].values():
            yield partial(questions.answered, kind, questions.as_json(sample), Limits())
    yield training.taught
    yield from (partial(warming.warm, name) for name in warming.tables())
    yield _play


def _play() -> None:
    """A game of one move, with a preview of it."""
    begun = game_worker.begin(GAP, GAME, "", "enforce", Limits(), None)
    at = Position(GAME, begun.seal, (begun.header,))
    by = Actor(GAME, "referee", begun.sides)
    try:
        shown = game_worker.scene(at)
        assert isinstance(shown, game_worker.Scene), "it has the log"
        view = read_only.View(shown.table, by, shown.declared, Limits().ways)
        read_only.look(view, Preview(kind="preview", id=GAME, declaration=LEAP, brief=False))
        game_worker.declare(at, by, Around(), LEAP)
    finally:
        game_worker.forget(GAME)
