"""The game log: kept before it is seen, and given back whole."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests import tiny
from tests.files.games import FALL, begun, folded_up, lines, played, replay_all, same
from tests.samples import sample
from tests.tiny.player import Player

from surefoot.dice.host import Reply
from surefoot.files.game import GameDamaged, create, open_game, replay, verify
from surefoot.files.problems import FileProblem
from surefoot.language.sentence import sentence
from surefoot.referee.referee import Mode
from surefoot.referee.session import Session
from surefoot.table.effects import Moved
from surefoot.table.place import Place, on_surface
from surefoot.table.table import Table

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _tiny() -> Iterator[None]:
    with tiny.installed():
        yield


# --- writing and giving back ----------------------------------------------------------------------


def test_a_game_is_given_back_whole_with_its_open_question(tmp_path: Path) -> None:
    session = played(tmp_path / "game")
    again = open_game(tmp_path / "game")

    same(again, session)
    assert again.open is not None
    assert again.open.request.what == "damage to ana"
    assert [reply.faces for reply in again.open.run.replies] == [FALL]
    assert {entry.kind for entry in again.entries} == {
        "declare",
        "happen",
        "tick",
        "answer",
        "override",
        "undo",
    }


def test_a_game_goes_on_where_it_was_left_and_everything_can_be_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "game"
    session, again = played(tmp_path / "other"), played(path)
    again = open_game(path)
    for each in (session, again):
        each.play_out(Player("the rest"))
        each.declare(tiny.walk((9, 3), who="bo"))
    same(again, session)
    for _ in range(9):
        again.undo(consent=True)

    assert again.now == again.start
    assert verify(path) == ()
    same(open_game(path), again)


def test_replay_folds_the_effects_to_every_table_of_the_game(tmp_path: Path) -> None:
    session = played(tmp_path / "game")
    replayed = list(replay(tmp_path / "game"))

    assert [table.digest for _, table in replayed] == [entry.state for entry in session.entries]
    assert replayed[-1][1] == session.now
    assert [entry.done for entry, _ in replayed] == [entry.done for entry in session.entries]


def test_replay_asks_no_ruleset(tmp_path: Path) -> None:
    session = played(tmp_path / "game")
    with tiny.installed(replace(tiny.RULESET, name="another")):
        assert list(replay(tmp_path / "game"))[-1][1] == session.now


def test_verify_finds_nothing_wrong_with_an_honest_game(tmp_path: Path) -> None:
    played(tmp_path / "game")

    assert verify(tmp_path / "game") == ()


def test_the_header_says_what_is_played(tmp_path: Path) -> None:
    begun(tmp_path / "game", "advise", tiny.table(leap_target=3))
    [header] = lines(tmp_path / "game")

    assert (header["surefoot"], header["ruleset"], header["version"]) == (1, "tiny(leap_target=3)", 1)
    assert (header["mode"], header["start"]["options"]) == ("advise", {"leap_target": 3})
    assert open_game(tmp_path / "game").start == tiny.table(leap_target=3)


def test_each_line_says_what_was_said_and_done_with_clauses_and_ledger(tmp_path: Path) -> None:
    played(tmp_path / "game")
    first = lines(tmp_path / "game")[1]

    assert (first["n"], first["kind"], first["declaration"]["action"]) == (1, "declare", "walk")
    assert first["done"][0]["clauses"] == ["move.walk"]
    assert [line["cost"] for line in first["done"][0]["ledger"]] == [1_000_000, 1_000_000]
    assert [each["n"] for each in lines(tmp_path / "game")[1:]] == list(
        range(1, len(lines(tmp_path / "game")))
    )


def test_a_log_may_begin_in_the_middle_of_a_game(tmp_path: Path) -> None:
    session = Session(tiny.table())
    session.declare(tiny.walk((4, 3)))
    session.declare(tiny.leap(6, 3))
    create(tmp_path / "game", session)
    session.answer(Reply(None, FALL))

    same(open_game(tmp_path / "game"), session)


def test_a_game_is_never_written_over(tmp_path: Path) -> None:
    played(tmp_path / "game")
    before = (tmp_path / "game").read_bytes()
    with pytest.raises(FileExistsError, match="exists already: a game is never overwritten"):
        create(tmp_path / "game", Session(tiny.table()))

    assert (tmp_path / "game").read_bytes() == before


def test_opening_replaying_and_verifying_change_no_byte(tmp_path: Path) -> None:
    played(tmp_path / "game")
    before = (tmp_path / "game").read_bytes()
    open_game(tmp_path / "game")
    list(replay(tmp_path / "game"))
    verify(tmp_path / "game")

    assert (tmp_path / "game").read_bytes() == before


@pytest.mark.parametrize("mode", ["advise", "record"])
def test_a_move_made_against_the_rules_is_given_back(tmp_path: Path, mode: Mode) -> None:
    session = begun(tmp_path / "game", mode)
    assert session.declare(tiny.walk((20, 20))).insisted
    again = open_game(tmp_path / "game")

    same(again, session)
    same(folded_up(tmp_path / "game"), session, judged=False)
    assert again.now.pose("ana")[:2] == (20, 20)
    assert verify(tmp_path / "game") == ()


def test_a_mode_that_changes_in_the_middle_is_remembered(tmp_path: Path) -> None:
    session = begun(tmp_path / "game")
    session.declare(tiny.walk((4, 3)))
    session.mode = "advise"
    session.declare(tiny.walk((20, 20)))
    session.declare(tiny.walk((21, 20)))

    same(open_game(tmp_path / "game"), session)
    same(folded_up(tmp_path / "game"), session, judged=False)
    assert verify(tmp_path / "game") == ()


Act = Callable[[Session], object]
ACTS: tuple[Act, ...] = (
    lambda session: session.declare(tiny.walk((4, 4))),
    lambda session: session.declare(tiny.walk((9, 4), who="bo")),
    lambda session: session.declare(tiny.leap(6, 3)),
    lambda session: session.declare(tiny.dash(12, 12)),
    lambda session: session.declare(tiny.MARCH),
    lambda session: session.declare(tiny.CAMP),
    lambda session: session.declare(tiny.SHOVE),
    lambda session: session.declare(tiny.END_ROUND),
    lambda session: session.override((Moved("cy", on_surface(1, 1)),), "as agreed"),
    lambda session: session.undo(consent=True),
)


@settings(max_examples=sample(40))
@given(st.lists(st.tuples(st.integers(0, len(ACTS) - 1), st.booleans()), max_size=12), st.integers())
def test_whatever_is_played_is_given_back(
    tmp_path_factory: pytest.TempPathFactory, acts: list[tuple[int, bool]], seed: int
) -> None:
    path = tmp_path_factory.mktemp("game") / "game"
    session, player = begun(path), Player(str(seed))
    for act, answered in acts:
        if session.open is None or act == len(ACTS) - 1:
            # Nothing to take back is no concern of this test.
            if session._marks or act < len(ACTS) - 1:
                ACTS[act](session)
        elif answered:
            session.answer(player.reply(session.open.request, ()))

    same(open_game(path), session)
    same(folded_up(path), session, judged=False)
    assert verify(path) == ()
    assert [table for _, table in replay(path)][-1:] in ([], [session.now])


def test_a_plan_in_plain_data_is_given_back(tmp_path: Path) -> None:
    session = begun(tmp_path / "game")
    session.declare(tiny.CAMP)
    session.answer(Reply({"at": [4_000_000, 4_000_000]}))

    same(open_game(tmp_path / "game"), session)
    assert verify(tmp_path / "game") == ()


# --- kept before it is seen -----------------------------------------------------------------------


def test_each_line_is_on_the_disk_before_the_session_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game"
    session = begun(path)
    synced: list[tuple[int, int]] = []
    really = os.fsync

    def fsync(handle: int) -> None:
        really(handle)
        # What the disk holds at this moment, and what the session knows.
        synced.append((path.read_bytes().count(b"\n") - 1, len(session.entries)))

    monkeypatch.setattr(os, "fsync", fsync)
    session.declare(tiny.leap(6, 3))
    session.answer(Reply(None, FALL))
    session.undo(consent=True)

    assert synced == [(1, 0), (2, 1), (3, 2)]


KILLED = """
import os, signal, sys
from tests import tiny
from tests.tiny.player import Player
from surefoot.dice.host import Reply
from surefoot.files.game import create
from surefoot.referee.session import Session
with tiny.installed():
    session = Session(tiny.table())
    create(sys.argv[1], session)
    session.declare(tiny.leap(6, 3))
    session.answer(Reply(None, (2,)))
    print("the die was a 2", flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_die_that_was_shown_survives_a_killed_process(tmp_path: Path) -> None:
    path = tmp_path / "game"
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(path)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (-signal.SIGKILL, "the die was a 2\n"), done.stderr
    session = open_game(path)

    assert session.open is not None
    assert session.open.declaration == tiny.leap(6, 3)
    assert [reply.faces for reply in session.open.run.replies] == [(2,)]
    assert session.open.request.what == "damage to ana"


WRITTEN = KILLED.replace("os.kill(os.getpid(), signal.SIGKILL)", "session.answer(Reply(None, (1,)))")


def test_a_log_is_the_same_byte_for_byte_under_any_hash_seed(tmp_path: Path) -> None:
    logs = []
    for seed in ("0", "1", "4242"):
        path = tmp_path / seed
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", WRITTEN, str(path)]
        subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=True)
        logs.append(path.read_bytes())

    assert logs[0].count(b"\n") == 4
    assert logs == [logs[0]] * 3


def test_a_full_disk_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "game"
    session = begun(path)
    session.declare(tiny.walk((4, 3)))
    before, now = path.read_bytes(), session.now
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 100, hard))
    try:
        with pytest.raises(OSError, match="File too large"):
            session.declare(tiny.walk((5, 3)))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

    assert path.read_bytes() == before
    assert (session.now, len(session.entries)) == (now, 1)
    session.declare(tiny.walk((5, 3)))
    same(open_game(path), session)


def test_two_who_write_to_one_game_are_kept_apart(tmp_path: Path) -> None:
    path = tmp_path / "game"
    one = begun(path)
    other = open_game(path)
    one.declare(tiny.walk((4, 3)))
    before = path.read_bytes()
    with pytest.raises(GameDamaged, match="another program has written to this game"):
        other.declare(tiny.walk((5, 5)))

    assert path.read_bytes() == before
    assert (other.entries, other.now) == ([], other.start)


class Camp(Place):
    """A place that is more than a place, and would come back as less."""

    __slots__ = ()


def test_what_a_log_could_not_give_back_is_refused_before_anything_changes(tmp_path: Path) -> None:
    path = tmp_path / "game"
    session = begun(path)
    session.declare(tiny.CAMP)
    content, before = path.read_bytes(), (session.now, list(session.entries))
    with pytest.raises(ValueError, match="the class 'Camp' is not allowed here"):
        session.answer(Reply(Camp("surface", "board", 4_000_000, 4_000_000)))
    assert (session.now, session.entries) == before
    assert session.open is not None
    assert path.read_bytes() == content

    session.undo()
    content = path.read_bytes()
    with pytest.raises(TypeError, match="stored in a game log"):
        session.override((Moved("ana", Camp("surface", "board", 1, 1)),), "as agreed")
    assert session.now == session.start
    assert path.read_bytes() == content
    with pytest.raises(TypeError, match="this table can't be stored in a game log"):
        create(tmp_path / "another", Session(twice(session.start)))
    assert not (tmp_path / "another").exists()


def twice(table: Table) -> Table:
    """A table on which a model stands under a name that is not its own."""
    return table.changed(models=table.models.without("bo").with_("bob", table.models["bo"]))


# --- cut off while being written ------------------------------------------------------------------


def test_a_log_cut_off_anywhere_is_opened_up_to_its_last_whole_line(tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    session = begun(whole)
    session.declare(tiny.leap(6, 3))
    session.answer(Reply(None, FALL))
    session.answer(Reply(None, (1,)))
    content = whole.read_bytes()
    ends = [i for i, byte in enumerate(content) if byte == ord("\n")]
    path = tmp_path / "cut"
    for length in range(ends[0], len(content)):
        path.write_bytes(content[:length])
        notices: list[FileProblem] = []
        again = open_game(path, notices.append)
        complete = sum(1 for end in ends[1:] if end <= length)
        torn = length not in ends and length - 1 not in ends
        assert again.entries == session.entries[:complete]
        assert [(one.line, "cut off while it was written" in str(one.says)) for one in notices] == (
            [(complete + 2, True)] if torn else []
        )
        assert [one.line for one in verify(path)] == [one.line for one in notices]
        assert len(list(replay(path))) == complete


@pytest.mark.parametrize("lost", [1, 2, 30])
def test_a_game_goes_on_after_a_line_that_was_cut_off(tmp_path: Path, lost: int) -> None:
    path = tmp_path / "game"
    session = begun(path)
    session.declare(tiny.walk((4, 3)))
    session.declare(tiny.walk((5, 3)))
    path.write_bytes(path.read_bytes()[:-lost])
    torn = path.read_bytes()
    again = open_game(path)
    assert path.read_bytes() == torn
    again.declare(tiny.walk((6, 3)))

    # Without its line break alone a line is whole.
    assert len(again.entries) == (3 if lost == 1 else 2)
    assert verify(path) == ()
    same(open_game(path), again)


def test_a_header_that_was_cut_off_is_no_game_yet(tmp_path: Path) -> None:
    path = tmp_path / "game"
    begun(path)
    content = path.read_bytes()
    for length in (0, 1, 100, len(content) - 2):
        path.write_bytes(content[:length])
        for use in (open_game, verify_or_raise, replay_all):
            with pytest.raises(GameDamaged) as damaged:
                use(path)
            assert damaged.value.line == 1


def verify_or_raise(path: Path) -> None:
    [problem] = verify(path)
    raise GameDamaged(problem.file, problem.line, sentence(problem.says))
