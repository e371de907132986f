"""The terminal game without a terminal: a ruleset that nobody here knows, played line by line."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from tests import tiny

from surefoot import EXAMPLE, loads
from surefoot.cli.terminal.game import Game
from surefoot.cli.terminal.play import find_scenario
from surefoot.cli.terminal.prompt import Left, Prompt
from surefoot.files.game import create, open_game, verify
from surefoot.referee.protocol import Declaration
from surefoot.referee.session import Session


class Table:
    """A game whose lines are written down beforehand; what is said is kept."""

    def __init__(
        self, path: Path, *, session: Session | None = None, story: tuple[tuple[Declaration, str], ...] = ()
    ) -> None:
        self.path = path
        self.session = session if session is not None else Session(tiny.table())
        self.story = story

    def play(self, capsys: pytest.CaptureFixture[str], *lines: str) -> str:
        """Everything that is seen until the lines end."""
        talk = io.StringIO()
        prompt = Prompt(io.StringIO("".join(f"{line}\n" for line in lines)), talk)
        game = Game("The yard", self.session, "7", prompt, story=self.story)
        game.keep(str(self.path))
        capsys.readouterr()
        with pytest.raises(Left):
            game.play()
        self.kept = game.kept
        out, said = capsys.readouterr()
        # What is shown and what is said go to one terminal; here they are put one behind the other.
        return f"{out}\n{talk.getvalue()}\n{said}"


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    monkeypatch.setenv("SUREFOOT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "100")
    return Table(tmp_path / "friday.game")


def test_a_declaration_is_previewed_confirmed_and_told(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    seen = table.play(capsys, "ana walk to 6,3", "y")

    assert "Ana · Walk to 6, 3" in seen
    assert "legal, would cost 3" in seen
    assert "Ana moves 3″" in seen
    assert table.session.now.pose("ana")[:2] == (6.0, 3.0)
    assert verify(table.path) == ()


def test_what_is_not_confirmed_is_not_made(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    seen = table.play(capsys, "ana walk to 6,3", "n", "ana walk to 6,3", "perhaps", "ana walk to 3,4", "y")

    assert "y confirms, n cancels" in seen
    assert [entry.kind for entry in table.session.entries] == ["declare"]
    assert table.session.now.pose("ana")[:2] == (3.0, 4.0)


def test_what_is_illegal_is_refused_and_the_nearest_that_is_legal_is_offered(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    seen = table.play(capsys, "ana walk to 3,20", "", "ana walk to 3,20", "y")

    assert "17 is more than 5" in seen
    assert "Illegal. Go as far as allowed?" in seen
    assert table.session.now.pose("ana")[:2] == (3.0, 8.0)
    assert len(table.session.entries) == 1


def test_dice_are_rolled_or_typed_and_wrong_ones_are_asked_for_again(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    seen = table.play(capsys, "ana leap to 5,3 run-up", "y", "7", "seven", "2", "1", "roll")

    assert "7 is not a face of D6 (1 to 6)" in seen
    assert "'seven' isn't a roll of D6" in seen
    assert "2: failed" in seen
    assert re.search(r"[1-6]: (passed|failed)\n", seen.partition("2: failed")[2])
    assert "Outcomes" in seen
    assert verify(table.path) == ()


def test_choices_come_as_a_menu_and_are_taken_by_number_or_by_name(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    for typed, facing in (("2", 90), ("south", 180), ("", 0), ("e", 90)):
        table.session = Session(tiny.table())
        table.path.unlink(missing_ok=True)
        seen = table.play(capsys, "ana leap to 5,3", "y", "1", "1", "1", "4", typed)

        assert "1) north\n    2) east\n    3) south" in seen
        assert "'4' isn't a number from 1 to 3" in seen
        assert table.session.now.pose("ana").facing == facing


def test_a_plan_and_a_ruling_are_asked_for(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    seen = table.play(
        capsys, "ana camp", "y", "", "{at: [20000000, 3000000]}", "{at: [4000000, 3000000]}", "rain"
    )

    assert "Give a path for each model: shift 3,0 or NAME to 4,5" in seen
    assert "too far off" in seen
    assert "dry or rain; Enter for dry:" in seen
    assert table.session.now.note("wet", "ana") is True
    assert verify(table.path) == ()


def test_undo_takes_back_the_last_declaration_with_consent_once_dice_were_shown(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    seen = table.play(
        capsys,
        "undo",
        "ana walk to 6,3",
        "y",
        "ana dash to 6,5",
        "y",
        "4",
        "undo",
        "n",
        "undo",
        "y",
        "undo",
        "y",
    )

    assert "There is nothing to undo" in seen
    assert seen.count("Do all players agree to undo it?") == 3
    assert "Not undone." in seen
    assert table.session.now == tiny.table()
    assert [entry.kind for entry in table.session.entries] == ["declare", "declare", "answer", "undo", "undo"]
    assert verify(table.path) == ()


def test_a_question_can_be_taken_back_with_what_led_to_it(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    seen = table.play(capsys, "ana dash to 6,5", "y", "bo walk to 9,3", "undo", "bo walk to 9,3", "y")

    assert "Answer this first, or undo the move." in seen
    assert table.session.now.pose("ana")[:2] == (3.0, 3.0)
    assert table.session.now.pose("bo")[:2] == (9.0, 3.0)


def test_a_game_is_left_at_a_question_and_taken_up_there(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    seen = table.play(capsys, "ana leap to 5,3", "y", "1", "quit")
    assert f"Continue with: surefoot play {table.path}" in seen

    again = Table(table.path, session=open_game(table.path))
    talk = io.StringIO()
    game = Game("friday", again.session, "7", Prompt(io.StringIO("2\n3\n5\n\n"), talk), kept=str(table.path))
    with pytest.raises(Left):
        game.play()

    assert "damage to ana" in capsys.readouterr().out
    assert again.session.open is None
    assert again.session.now.models["ana"].counters["wounds"] == 1
    assert verify(table.path) == ()


def test_seeded_dice_do_not_begin_anew(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    table.play(capsys, "ana dash to 3,4", "y", "", "ana dash to 3,3", "y", "")
    faces = [entry.reply.faces for entry in table.session.entries if entry.reply is not None]
    table.path.unlink()
    first = Table(table.path)
    first.play(capsys, "ana dash to 3,4", "y", "")
    game = Game(
        "friday", open_game(table.path), "7", Prompt(io.StringIO("ana dash to 3,3\ny\n\n"), io.StringIO())
    )
    with pytest.raises(Left):
        game.play()

    assert [entry.reply.faces for entry in game.session.entries if entry.reply is not None] == faces


def test_who_can_do_what_and_how_it_is_typed(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    seen = table.play(capsys, "who", "ana ?", "squad", "help", "help leap", "help walck", "ana ? speed")

    assert re.search(r"squad +walk, leap, dash, sprint, march, camp", seen)
    assert re.search(r"• +ana leap to X,Y \[…\] +Leap", seen)
    assert re.search(r"ana leap to X,Y \[run-up\] +Leap", seen)
    assert "run-up" in seen
    assert "did you mean 'walk'?" in seen
    assert "There is no question 'speed'" in seen
    assert "end round" in seen


def test_help_knows_the_words_of_paths_too(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    seen = table.play(capsys, "help climb")

    assert "There is no help" not in seen
    assert re.search(r"to 8,9 then climb to 12,9 on roof +leg by leg", seen)


def test_what_cannot_be_done_says_why(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    seen = table.play(capsys, "ana leap to 5,3", "y", "1", "1", "6", "ana ?", "ana walk to 4,3")

    assert "ana lies prone. The prone stay where they are (move.prone)" in " ".join(seen.split())
    assert "Illegal. Nothing has changed." in seen


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("ann walk to 3,4", "Unknown name or command 'ann'; did you mean 'ana'?"),
        ("ana wlak to 3,4", "Ana has no action 'wlak'; did you mean 'walk'?"),
        ("ana walk", "Where to? Write for example walk to 12,9"),
        ("ana walk to 4,4 on rof", "there is no 'rof' on this table"),
        ("rule leep.test", "There is no rule 'leep.test'; did you mean 'leap.test'?"),
        ("rule", "Which rule?"),
        ("draw picture.gif", "Give a file name: draw table.svg"),
        ("save", "The game is saved in"),
    ],
)
def test_mistakes_are_answered_in_plain_words(
    table: Table, capsys: pytest.CaptureFixture[str], line: str, says: str
) -> None:
    assert says in table.play(capsys, line)
    assert table.session.entries == []


def test_a_clause_can_be_looked_up(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    assert re.search(r"\w  leap\.test", table.play(capsys, "rule leap.test"))


def test_the_story_of_a_scenario_goes_on_with_next(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    table.story = (
        (tiny.walk((6, 3)), "Off she goes."),
        (tiny.walk((20, 20)), "Too far."),
        (tiny.walk((6, 4)), ""),
    )
    seen = table.play(capsys, "next", "n", "next", "y", "next", "n", "next", "y", "next")

    assert seen.count("Off she goes.") == 2
    assert seen.count("Too far.") == 1
    assert table.session.now.pose("ana")[:2] == (6.0, 4.0)
    assert "The story is over. Declare any move you like." in seen


def test_a_game_is_kept_by_itself_saved_by_name_and_never_over_another(
    tmp_path: Path, table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    table.path = Path("yard")  # a scenario's name is no file for a game
    mine = tmp_path / "mine.game"
    seen = table.play(capsys, "ana walk to 6,3", "y", f"save {mine}", "ana walk to 6,4", "y", f"save {mine}")

    assert "Further moves are saved there too" in seen
    assert "exists already" in seen
    assert list((tmp_path / "home" / "games").iterdir()) == []
    assert open_game(mine).now == table.session.now


def test_a_game_that_nobody_played_leaves_nothing_behind(
    tmp_path: Path, table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    table.path = Path("yard")
    table.play(capsys, "who")

    assert list((tmp_path / "home" / "games").iterdir()) == []


def test_a_folder_that_cannot_be_written_is_no_reason_not_to_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SUREFOOT_HOME", str(tmp_path / "file"))
    table.path = Path("yard")
    table.play(capsys, "ana walk to 6,3", "y")

    assert table.session.now.pose("ana")[:2] == (6.0, 3.0)


def test_what_cannot_be_kept_does_not_count(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    create(table.path, table.session)
    table.session.keep = _full
    game = Game(
        "yard", table.session, "7", Prompt(io.StringIO("ana walk to 6,3\ny\n"), talk := io.StringIO())
    )
    with pytest.raises(Left):
        game.play()

    assert "Can't save the game, so the move was not made: the disk is full" in talk.getvalue()
    assert table.session.now == tiny.table()


def _full(_: object) -> None:
    raise OSError("the disk is full")


def test_the_table_is_drawn_into_a_file(
    tmp_path: Path, table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    table.play(
        capsys, f"draw {tmp_path / 'a.svg'}", f"draw {tmp_path / 'a.png'}", "draw /no/such/folder/a.svg"
    )

    assert (tmp_path / "a.svg").read_text(encoding="utf-8").startswith("<svg")
    assert (tmp_path / "a.png").read_bytes()[1:4] == b"PNG"


def test_a_plan_that_was_declared_is_not_asked_for_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    laid = find_scenario("outpost")
    table = Table(tmp_path / "outpost.game", session=Session(laid.table))
    seen = table.play(capsys, "scouts move shift 3,0", "y", "scouts ?")

    assert "blue decides" not in seen
    assert table.session.open is None
    assert table.session.now.pose("scouts.1")[:2] == (8.0, 5.0)


def test_a_path_that_waits_for_a_die_is_asked_for_behind_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    laid = find_scenario("causeway")
    table = Table(tmp_path / "causeway.game", session=Session(laid.table))
    seen = table.play(capsys, "guard advance", "y", "3", "", "shift 20,0", "sihft 3,0", "shift 7,0")

    assert "Give a path for each model" in seen
    assert "this path takes 20" in seen
    assert "Unknown word 'sihft'" in seen
    assert table.session.now.pose("guard.1")[:2] == (13.0, 10.0)
    assert verify(table.path) == ()


def test_where_the_rules_forbid_measuring_nothing_is_shown_before_it_is_declared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bound = loads(EXAMPLE)
    table = Table(tmp_path / "bound.game", session=Session(bound.table))
    seen = table.play(capsys, "kal move to 2,4", "n")
    assert "Pre-measuring is off for this table: Declare before measuring (move.declare-first)" in " ".join(
        seen.split()
    )
    assert "would cost" not in seen

    free = loads(EXAMPLE.replace("board:", "options: {premeasure: true}\nboard:", 1))
    table = Table(tmp_path / "free.game", session=Session(free.table))
    assert "would cost 2" in table.play(capsys, "kal move to 2,4", "n")

    table = Table(tmp_path / "declared.game", session=Session(bound.table))
    seen = table.play(capsys, "kal move to 2,4", "y")
    assert "would cost 2" in seen
    assert table.session.now.pose("kal")[:2] == (2.0, 4.0)
    # Once it acts, its player has declared and may measure.
    assert table.session.now.clock.active == "kal"


def test_a_refused_way_is_answered_with_one_that_leads_to_the_same_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    walled = loads("""
ruleset: necromunda-classic
options: {premeasure: true}
board: [24, 14]
terrain: [{id: wall, wall: [[6, 5], [6, 7.5]], width: 0.2, height: 3}]
models: [{id: kal, base: 25.4, at: [4, 6.5], side: a, profile: {M: 8, I: 4}}]
""")
    table = Table(tmp_path / "walled.game", session=Session(walled.table))
    seen = table.play(capsys, "kal move to 8,6.5", "", "kal move to 8,6.5", "y")

    assert seen.count("Illegal, but there is a legal path to that place:") == 2
    assert len(table.session.entries) == 1
    assert table.session.now.pose("kal")[:2] == (8.0, 6.5)
    assert verify(table.path) == ()


def test_a_preview_tells_why_a_move_stops_short(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    laid = find_scenario("gantry")
    table = Table(tmp_path / "gantry.game", session=Session(laid.table))

    assert "Kal runs out of movement" in table.play(capsys, "kal move to 12,6", "n")
