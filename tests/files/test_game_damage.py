"""The game log: damage and forgery are found, and their line is named."""

from __future__ import annotations

import os
import pickle
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests import tiny
from tests.files.games import begun, folded_up, found, lines, played, replay_all, resealed, same, small
from tests.samples import sample

from surefoot.dice.host import Reply
from surefoot.dice.requests import Break
from surefoot.files import game
from surefoot.files.game import GameDamaged, branch, open_game, replay, verify
from surefoot.files.problems import FileInvalid, FileProblem
from surefoot.language import say
from surefoot.table.effects import Counted


@pytest.fixture(autouse=True)
def _tiny() -> Iterator[None]:
    with tiny.installed():
        yield


# --- damage ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("bit", [1, 8, 32])
def test_a_flipped_bit_anywhere_is_found_and_its_line_named(tmp_path: Path, bit: int) -> None:
    path = tmp_path / "game"
    session = begun(path, table=small())
    session.declare(tiny.walk((4, 3)))
    session.declare(tiny.leap(6, 3))
    session.answer(Reply(None, (6,)))
    content = path.read_bytes()
    for place in range(len(content)):
        flipped = bytearray(content)
        flipped[place] ^= bit
        path.write_bytes(flipped)
        with pytest.raises(GameDamaged) as damaged:
            replay_all(path)
        assert damaged.value.line == content.count(b"\n", 0, place) + 1, place


@settings(max_examples=sample(60))
@given(st.data())
def test_open_and_verify_name_the_line_of_any_changed_byte(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("game") / "game"
    played(path)
    content = bytearray(path.read_bytes())
    place = data.draw(st.integers(0, len(content) - 1))
    line = content.count(b"\n", 0, place) + 1
    content[place] ^= data.draw(st.integers(1, 255))
    path.write_bytes(content)

    with pytest.raises(GameDamaged) as damaged:
        open_game(path)
    assert damaged.value.line == line
    assert [problem.line for problem in verify(path)] == [line]
    assert str(damaged.value) == f"{path}:{line}: {damaged.value.says}"


def test_replay_gives_everything_before_the_damage(tmp_path: Path) -> None:
    path = tmp_path / "game"
    played(path)
    content = path.read_bytes().splitlines(keepends=True)
    content[5] = content[5].replace(b'"n":5', b'"n":6')
    path.write_bytes(b"".join(content))
    replayed = replay(path)

    assert [entry.kind for entry, _ in islice(replayed, 4)] == ["declare", "declare", "answer", "answer"]
    with pytest.raises(GameDamaged, match="the seal is broken"):
        next(replayed)


@pytest.mark.parametrize(
    ("tampered", "line"),
    [
        (lambda lines: [*lines[:3], *lines[4:]], 4),
        (lambda lines: [*lines[:3], lines[4], lines[3], *lines[5:]], 4),
        (lambda lines: [*lines[:3], lines[2], *lines[3:]], 4),
        (lambda lines: [*lines[:3], b"\n", *lines[3:]], 4),
        (lambda lines: [*lines[:3], lines[3].replace(b":", b": ", 1), *lines[4:]], 4),
        (lambda lines: [*lines[:3], b"\xff" + lines[3], *lines[4:]], 4),
        (lambda lines: [*lines[:3], lines[3].replace(b"\n", b"\r\n"), *lines[4:]], 4),
        (lambda lines: [*lines[:3], b"[" * 100_000 + b"\n", *lines[3:]], 4),
        (lambda lines: [*lines[:3], b"9" * 10_000 + b"\n", *lines[3:]], 4),
        (lambda lines: [*lines[:3], b'{"n":NaN,"seal":"x"}\n', *lines[3:]], 4),
        (lambda lines: [*lines[:3], b'{"n":"\\ud800","seal":"x"}\n', *lines[3:]], 4),
        (lambda lines: lines[1:], 1),
        (lambda lines: [lines[0], *lines], 2),
    ],
    ids=[
        *("a line is missing", "lines are swapped", "a line stands twice", "an empty line", "a space more"),
        *("no text", "other line breaks", "nesting", "a huge number", "no number", "half a character"),
        *("no header", "two headers"),
    ],
)
def test_a_log_that_somebody_edited_is_refused_at_the_first_changed_line(
    tmp_path: Path, tampered: Callable[[list[bytes]], list[bytes]], line: int
) -> None:
    path = tmp_path / "game"
    played(path)
    path.write_bytes(b"".join(tampered(path.read_bytes().splitlines(keepends=True))))
    with pytest.raises(GameDamaged) as damaged:
        open_game(path)

    assert damaged.value.line == line
    assert [problem.line for problem in verify(path)] == [line]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "the file is empty"),
        (b"ruleset: tiny\nmodels: []\n", "this is not a game of Surefoot"),
        (b"\x89PNG\r\n\x1a\n\0\0", "this is not a game of Surefoot"),
        (b"[]\n", "this is not a game of Surefoot"),
        (b"{}\n", "this is not a game of Surefoot"),
    ],
    ids=["empty", "a scenario", "a picture", "a list", "nothing in it"],
)
def test_what_is_no_game_is_refused_in_words(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "game"
    path.write_bytes(content)

    with pytest.raises(GameDamaged, match=says):
        open_game(path)
    with pytest.raises(GameDamaged, match=says):
        replay_all(path)
    assert [problem.line for problem in verify(path)] == [1]


def test_what_cannot_be_read_is_refused_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FileInvalid, match="there is no such file"):
        open_game(tmp_path / "nowhere")
    with pytest.raises(FileInvalid, match="this is a folder, not a file"):
        open_game(tmp_path)
    with pytest.raises(FileInvalid, match="this is not a regular file"):
        open_game(os.devnull)
    with pytest.raises(FileInvalid, match="this is not a file name"):
        open_game("no\0name")
    begun(tmp_path / "game")
    monkeypatch.setattr(game, "MOST_BYTES", 1000)
    with pytest.raises(FileInvalid, match="the limit is 1,000"):
        open_game(tmp_path / "game")


def test_a_line_of_another_game_breaks_the_seal_even_where_it_would_fit(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for path, reason in ((one, "once"), (other, "twice")):
        session = begun(path)
        session.override((Counted("bo", "wounds", 1),), reason)
        session.declare(tiny.walk((4, 3)))
    mixed = one.read_bytes().splitlines(keepends=True)
    mixed[2] = other.read_bytes().splitlines(keepends=True)[2]
    one.write_bytes(b"".join(mixed))

    assert [problem.line for problem in verify(other)] == []
    with pytest.raises(GameDamaged, match="the seal is broken") as damaged:
        open_game(one)
    assert damaged.value.line == 3


# --- sealed, and wrong all the same ---------------------------------------------------------------

Line = dict[str, Any]
Forgery = Callable[[list[Line]], object]


def forged(path: Path, forgery: Forgery) -> Path:
    """A game of five entries as somebody changed it who knows how to seal."""
    session = begun(path)
    session.declare(tiny.walk((4, 3)))
    session.declare(tiny.leap(6, 3))
    session.answer(Reply(None, (6,)))
    session.override((Counted("bo", "wounds", 1),), "forgotten")
    session.declare(tiny.walk((9, 3), who="bo"))
    changed = lines(path)
    forgery(changed)
    resealed(path, changed)
    return path


def without(number: int) -> Forgery:
    def forgery(lines: list[Line]) -> None:
        del lines[number]
        for n, line in enumerate(lines[1:], 1):
            line["n"] = n

    return forgery


# What a forger does, on which line it is found, and how that is said.
JUDGED: dict[str, tuple[Forgery, int, str]] = {
    "another clause": (
        lambda lines: lines[1]["done"][0].update(clauses=["leap.test"]),
        2,
        r'effect 1 was .*"clauses":\["leap.test"\].* and is .*"clauses":\["move.walk"\].* now',
    ),
    "a cheaper ledger": (lambda lines: lines[1]["done"][0]["ledger"][0].update(cost=1), 2, "effect 1 was"),
    "a millionth of an inch": (
        lambda lines: lines[5]["done"][0]["effect"]["to"].update(x=9_000_001),
        6,
        'effect 1 was .*9000001.* and is .*"x":9000000',
    ),
    "an effect more": (
        lambda lines: lines[1]["done"].append(lines[1]["done"][0]),
        2,
        "doesn't happen now",
    ),
    "an effect less": (lambda lines: lines[3].update(done=[]), 4, "happens only now"),
    "another die": (lambda lines: lines[3]["reply"].update(faces=[2]), 4, "effect 1 was"),
    "an impossible die": (
        lambda lines: lines[3]["reply"].update(faces=[7]),
        4,
        "this doesn't fit the lines before it: 7 is not a face of D6",
    ),
    "too many dice": (lambda lines: lines[3]["reply"].update(faces=[2, 2]), 4, "D6 needs 1 die, 2 given"),
    "no die at all": (lambda lines: lines[3].update(reply={"value": True}), 4, "ana leaps needs dice: D6"),
    "a path that is too long": (
        lambda lines: lines[1]["declaration"]["legs"][0].update(to=[20_000_000, 3_000_000]),
        2,
        "this was allowed and is illegal now: 17 is more than 5 \\(move.allowance\\)",
    ),
    "an unknown action": (
        lambda lines: lines[1]["declaration"].update(action="wlak"),
        2,
        "There is no action 'wlak' in this game; did you mean 'walk'",
    ),
    "an unknown model": (
        lambda lines: lines[1]["declaration"].update(who=["dee"]),
        2,
        "no model or unit 'dee'",
    ),
    "a question left open": (without(3), 4, "ana leaps"),
    "an answer to nothing": (without(2), 3, "There is no open question"),
    "an override of an unknown model": (
        lambda lines: lines[4]["done"][0]["effect"].update(who="dee"),
        5,
        "There is no 'dee' on the table",
    ),
    "an override without a reason": (lambda lines: lines[4].update(reason=" "), 5, "needs a reason"),
    "a different state": (lambda lines: lines[5].update(state="0" * 32), 6, "a different state"),
    "something to take back": (
        lambda lines: lines.__setitem__(slice(1, None), [{"n": 1, "kind": "undo", "done": [], "state": "0"}]),
        2,
        "nothing to undo",
    ),
}


@pytest.mark.parametrize("name", JUDGED)
def test_what_the_rules_judge_otherwise_is_found_in_a_sealed_log(tmp_path: Path, name: str) -> None:
    forgery, line, says = JUDGED[name]
    path = forged(tmp_path / "game", forgery)
    with pytest.raises(GameDamaged, match=says) as damaged:
        open_game(path)

    assert damaged.value.line == line
    first, *_ = verify(path)
    assert first.line == line
    assert re.search(says, str(first.says))


WRITTEN_WRONG: dict[str, tuple[Forgery, int, str]] = {
    "an unknown kind": (lambda lines: lines[2].update(kind="decree"), 3, "expected one of declare, happen"),
    "a declaration of another kind": (
        lambda lines: lines[2].update(kind="tick"),
        3,
        "don't fit its kind 'tick'",
    ),
    "no declaration": (lambda lines: lines[2].pop("declaration"), 3, "don't fit its kind 'declare'"),
    "no reply": (lambda lines: lines[3].pop("reply"), 4, "don't fit its kind 'answer'"),
    "no reason": (lambda lines: lines[4].pop("reason"), 5, "don't fit its kind 'override'"),
    "a reason that nobody asked for": (
        lambda lines: lines[3].update(reason="why not"),
        4,
        "don't fit its kind 'answer'",
    ),
    "no number": (lambda lines: lines[2].pop("n"), 3, "expected a whole number, found None"),
    "another number": (lambda lines: lines[2].update(n=7), 3, "expected entry 2, found entry 7"),
    "an unknown field": (lambda lines: lines[2].update(weather="rain"), 3, "Entry has no weather"),
    "an unknown effect": (
        lambda lines: lines[1]["done"][0]["effect"].update({"is": "Teleported"}),
        2,
        "expected one of Moved, .*, found 'Teleported'",
    ),
    "a fraction of a face": (lambda lines: lines[3]["reply"].update(faces=[2.5]), 4, "found 2.5"),
    "an unknown mode": (lambda lines: lines[2].update(mode="cheat"), 3, "expected one of enforce"),
    "an unknown mode of the game": (
        lambda lines: lines[0].update(mode="cheat"),
        1,
        "expected one of enforce",
    ),
    "no table": (lambda lines: lines[0].pop("start"), 1, "start|mapping"),
    "another format": (
        lambda lines: lines[0].update(surefoot=0),
        1,
        "this Surefoot reads format 2, not 0",
    ),
    "an unknown ruleset": (
        lambda lines: lines[0]["start"].update(ruleset="tinny"),
        1,
        "no ruleset called 'tinny'",
    ),
}


@pytest.mark.parametrize("name", WRITTEN_WRONG)
def test_what_says_nothing_is_found_in_a_sealed_log(tmp_path: Path, name: str) -> None:
    forgery, line, says = WRITTEN_WRONG[name]
    path = forged(tmp_path / "game", forgery)
    with pytest.raises(GameDamaged, match=says) as damaged:
        open_game(path)

    assert damaged.value.line == line
    assert [problem.line for problem in verify(path)] == [line]


def test_verify_names_every_line_that_differs_and_not_those_that_follow_from_it(tmp_path: Path) -> None:
    def forgery(lines: list[Line]) -> None:
        lines[1]["done"][0]["clauses"] = ["leap.test"]
        lines[2]["done"] = [lines[1]["done"][0]]
        lines[5]["done"][0]["ledger"] = []

    path = forged(tmp_path / "game", forgery)

    # The answer on line 4 is not judged: its declaration on line 3 went another way already.
    assert [line for line, _ in found(path)] == [2, 3, 6]


def test_replay_refuses_effects_that_do_not_lead_where_they_say(tmp_path: Path) -> None:
    path = forged(tmp_path / "game", lambda lines: lines[1]["done"][0]["effect"]["to"].update(x=4_000_001))
    with pytest.raises(GameDamaged, match="its effects don't lead to its state") as damaged:
        replay_all(path)
    assert damaged.value.line == 2

    path = forged(tmp_path / "more", lambda lines: lines[4]["done"][0]["effect"].update(who="dee"))
    with pytest.raises(GameDamaged, match="effect 1 changes 'dee', which is not on the table") as damaged:
        replay_all(path)
    assert damaged.value.line == 5


@pytest.mark.parametrize(
    ("forgery", "line", "says"),
    [
        (lambda lines: lines[1]["done"][0]["effect"]["to"].update(x=4_000_001), 2, "its effects don't lead"),
        (lambda lines: lines[4]["done"][0]["effect"].update(who="dee"), 5, "which is not on the table"),
        (lambda lines: lines[-1].update(state="0" * 32), -1, "leads to a different state now"),
    ],
    ids=["another place", "nobody", "the last line"],
)
def test_a_game_that_is_not_judged_again_is_still_checked_line_by_line(
    tmp_path: Path, forgery: Forgery, line: int, says: str
) -> None:
    path = forged(tmp_path / "game", forgery)
    with pytest.raises(GameDamaged, match=says) as damaged:
        folded_up(path)
    assert damaged.value.line == (line if line > 0 else len(path.read_text(encoding="utf-8").splitlines()))


# --- rules that have changed since ----------------------------------------------------------------


def test_a_game_of_an_older_version_that_is_judged_the_same_is_opened_with_a_notice(tmp_path: Path) -> None:
    session = played(tmp_path / "game")
    notices: list[FileProblem] = []
    with tiny.installed(replace(tiny.RULESET, package="tests.tiny.later")):
        same(open_game(tmp_path / "game", notices.append), session, judged=False)

        assert verify(tmp_path / "game") == ()
    assert [(notice.line, str(notice.says)) for notice in notices] == [
        (
            1,
            (
                "what was played stands, and new moves are judged by the installed version"
                " (played with version 1 of tiny, version 2 is installed)"
            ),
        )
    ]


def test_a_game_of_an_older_version_that_is_judged_otherwise_stands_and_says_where(tmp_path: Path) -> None:
    session = played(tmp_path / "game")
    actions = {**tiny.RULESET.actions}
    actions["walk"] = replace(
        actions["walk"], permits=lambda table, who: (Break("move.prone", "all lie down"),)
    )
    with tiny.installed(replace(tiny.RULESET, package="tests.tiny.later", actions=actions)):
        again = open_game(tmp_path / "game")
        problems = verify(tmp_path / "game")
        before = branch(tmp_path / "game", 3, tmp_path / "branch")

    assert again.now == session.now
    assert len(again.entries) == len(session.entries)
    assert before.now == next(
        table for number, (_, table) in enumerate(replay(tmp_path / "game"), 1) if number == 2
    )
    walked = [
        number
        for number, line in enumerate(lines(tmp_path / "game"), 1)
        if line.get("declaration", {}).get("action") == "walk"
    ]
    assert len(walked) == 2
    assert [(problem.line, problem.code) for problem in problems] == [(line, "version") for line in walked]
    assert str(problems[0].says) == (
        "this was allowed and is illegal now: all lie down (move.prone)"
        " (played with version 1 of tiny, version 2 is installed)"
    )


def test_the_damage_of_a_log_is_the_same_in_another_process() -> None:
    found = pickle.loads(pickle.dumps(GameDamaged("friday.game", 3, say("the seal is broken"))))  # our own
    assert (found.line, str(found)) == (3, "friday.game:3: the seal is broken")
