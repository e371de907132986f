"""Everything a game holds can be copied, sent to another process and compared."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import surefoot
from surefoot.dice.host import Unanswered
from surefoot.referee.session import Session

LEAP = """
ruleset: necromunda-classic
board: [24, 24]
terrain:
  roof: {platform: {rect: [8, 4, 4, 4]}, z: 3}
  crane: {platform: {rect: [14, 4, 4, 4]}, z: 3}
models:
  kal: {base: 32, at: [11, 6], on: roof, side: red, profile: {M: 8, I: 4, T: 3, W: 1}}
declare: [{who: kal, action: move, path: [{leap: [15, 6]}]}]
"""

COPIES = [copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))]


@pytest.fixture
def session() -> Session:
    """A game at an open question."""
    scenario = surefoot.loads(LEAP)
    game = Session(scenario.table)
    game.declare(scenario.declarations[0])
    assert game.open is not None
    return game


@pytest.mark.parametrize("copied", COPIES, ids=["deepcopy", "pickle"])
def test_a_game_at_an_open_question_goes_on_in_its_copy(
    session: Session, copied: Callable[[Any], Any]
) -> None:
    twin = copied(session)

    ended, same = session.play_out(surefoot.Seeded(3)), twin.play_out(surefoot.Seeded(3))

    assert ended == same
    assert twin.now == session.now


@pytest.mark.parametrize("copied", COPIES, ids=["deepcopy", "pickle"])
def test_an_outcome_with_an_open_question_is_equal_to_its_copy(
    session: Session, copied: Callable[[Any], Any]
) -> None:
    fresh = Session(session.start)
    outcome = fresh.declare(surefoot.loads(LEAP).declarations[0])

    assert outcome.run.unanswered is not None
    assert copied(outcome) == outcome


@pytest.mark.parametrize("copied", COPIES, ids=["deepcopy", "pickle"])
def test_errors_can_be_copied(session: Session, copied: Callable[[Any], Any]) -> None:
    assert session.open is not None
    lacking = Unanswered(session.open.request, "no dice")
    with pytest.raises(surefoot.FileInvalid) as unreadable:
        surefoot.loads("ruleset: necromunda-clasic\n")
    with pytest.raises(surefoot.Malformed) as meaningless:
        surefoot.check(session.start, surefoot.Declaration("fly", ("kal",)))

    assert copied(lacking) == lacking
    assert str(copied(unreadable.value)) == str(unreadable.value)
    assert copied(meaningless.value).problems == meaningless.value.problems


def test_a_fork_goes_its_own_way(session: Session) -> None:
    before, other = session.now, session.fork()
    other.play_out(surefoot.Seeded(1))

    assert other.open is None
    assert session.open is not None
    assert session.now == before


def test_a_copy_writes_no_log(session: Session) -> None:
    written: list[object] = []
    session.keep = written.append
    pickle.loads(pickle.dumps(session)).play_out(surefoot.Seeded(1))

    assert written == []
