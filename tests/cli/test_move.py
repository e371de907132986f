"""`surefoot move`: the move made, with dice from anywhere."""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.cli.playing import DASH, FAR, LEAP, WALK, Ended, scenario

from surefoot.cli import exits
from surefoot.cli.commands import move
from surefoot.cli.typed_dice import NoDice, read_dice


def test_dice_are_taken_in_order(tmp_path: Path) -> None:
    ended = Ended("move", scenario(tmp_path, LEAP), "--dice", "1,2;6,1")

    assert ended.code == 0
    assert "  ana leaps          D6    3+     2/3 (67 %)  1: failed  [1]" in ended.lines
    assert "  damage to ana      D3                       2          [3]" in ended.lines
    assert "  •  Ana is now prone  [4]" in ended.lines
    assert "  •  Ana gets +1 wounds  [3]" in ended.lines


def test_dice_can_be_keyed_and_choices_answered(tmp_path: Path) -> None:
    dice = "leap.test=1,damage to ana=1,ana saves wound 1=2,hurt.roll-over=south"
    told = json.loads(Ended("move", scenario(tmp_path, LEAP), "--dice", dice, "--json").out)

    assert told["state"]["models"]["ana"]["place"]["facing"] == 180


def test_dice_in_the_file_are_used_if_none_are_given(tmp_path: Path) -> None:
    file = scenario(tmp_path, LEAP, more="dice: [6]\n")

    assert "6: passed" in Ended("move", file).out
    assert "5: passed" in Ended("move", file, "--dice", "5").out


def test_answers_of_the_file_still_count_beside_dice_that_are_given(tmp_path: Path) -> None:
    file = scenario(tmp_path, LEAP, more="answers: [4, {hurt.roll-over: south}]\n")

    ended = Ended("move", file, "--dice", "1,1,1", "--json")

    assert ended.code == 0
    assert json.loads(ended.out)["state"]["models"]["ana"]["place"]["facing"] == 180


def test_the_same_seed_rolls_the_same(tmp_path: Path) -> None:
    file = scenario(tmp_path, LEAP, DASH)
    outputs = [Ended("move", file, "--seed", seed, "--json").out for seed in ("1", "1", "2", "3", "4")]

    assert outputs[0] == outputs[1]
    assert len(set(outputs)) > 1


def test_a_seed_leaves_the_answers_of_the_file_alone(tmp_path: Path) -> None:
    file = scenario(tmp_path, LEAP, more="answers: [4, {leap.test: 6}, {hurt.roll-over: south}]\n")
    facings = set()
    for seed in range(20):
        ended = Ended("move", file, "--seed", str(seed), "--json")
        assert (ended.code, ended.said) == (0, "")
        facings.add(json.loads(ended.out)["state"]["models"]["ana"]["place"]["facing"])

    assert facings == {0, 180}


def test_too_few_dice_say_which_roll_needs_what(tmp_path: Path) -> None:
    ended = Ended("move", scenario(tmp_path, LEAP, WALK))

    assert ended.code == 5
    assert ended.said.splitlines() == [
        "Answer needed: ana leaps (D6; needs 3+; 2/3 (67 %))",
        "  No dice given for: ana leaps (D6)",
        "Answer it with --dice 6 (for example), or roll with --seed",
        "1 later declaration was not made",
    ]
    assert "legal so far" in ended.out
    assert "Needs an answer: ana leaps" in ended.out


def test_too_few_dice_show_in_the_json_what_is_needed(tmp_path: Path) -> None:
    (outcome,) = json.loads(Ended("move", scenario(tmp_path, LEAP), "--json").out)["outcomes"]

    assert outcome["needs"] == "No dice given for: ana leaps (D6)"


def test_dice_that_do_not_fit_are_refused_with_the_reason(tmp_path: Path) -> None:
    ended = Ended("move", scenario(tmp_path, LEAP), "--dice", "7")

    assert ended.code == 5
    assert "  7 is not a face of D6 (1 to 6)" in ended.said.splitlines()


def test_answers_that_nothing_asked_for_are_named_and_do_no_harm(tmp_path: Path) -> None:
    ended = Ended("move", scenario(tmp_path, LEAP), "--dice", "6,2,camp=here")

    assert ended.code == 0
    assert ended.said == "Warning: not used: 2, camp=here\n"


def test_an_illegal_declaration_changes_nothing_and_the_next_is_still_made(tmp_path: Path) -> None:
    ended = Ended("move", scenario(tmp_path, FAR, WALK), "--json")

    told = json.loads(ended.out)
    assert ended.code == 3
    assert [outcome["verdict"] for outcome in told["outcomes"]] == ["illegal", "legal"]
    assert told["state"]["models"]["ana"]["place"]["at"] == [6, 4, 0]


def test_the_state_tells_the_clock_and_what_is_noted(tmp_path: Path) -> None:
    file = scenario(tmp_path, "{who: ana, happen: shove}", "{tick: end-round}", "{who: ana, happen: shove}")

    state = json.loads(Ended("move", file, "--dice", "0,3+5,90,1+2", "--json").out)["state"]

    assert state["clock"]["round"] == 2
    assert state["notes"] == {"shoved:ana": {"lifetime": "round", "value": 2}}


def test_dice_and_a_seed_together_are_a_mistake(tmp_path: Path) -> None:
    ended = Ended("move", scenario(tmp_path, LEAP), "--dice", "4", "--seed", "1")

    assert ended.code == 2
    assert "not both" in ended.said


@pytest.mark.parametrize("dice", ["x", "4,,2", ",", "=4", "4,x"])
def test_dice_that_are_none_are_a_mistake_of_usage(tmp_path: Path, dice: str) -> None:
    ended = Ended("move", scenario(tmp_path, LEAP), "--dice", dice)

    assert (ended.code, ended.out) == (2, "")
    assert "--dice" in ended.said


def test_typed_dice_keep_their_order_and_their_keys() -> None:
    assert read_dice("4, 2;leap.test = 5;shove=3+5,edge=stay") == [
        4,
        2,
        {"leap.test": 5},
        {"shove": [3, 5]},
        {"edge": "stay"},
    ]
    with pytest.raises(NoDice):
        read_dice("4+x")


# --- games ----------------------------------------------------------------------------------------


def test_a_game_is_kept_and_never_written_over(tmp_path: Path) -> None:
    file, game = scenario(tmp_path, LEAP), str(tmp_path / "game")

    first = Ended("move", file, "--dice", "6", "-o", game)
    written = Path(game).read_bytes()
    again = Ended("move", file, "--dice", "1,1,1", "-o", game)

    assert first.code == 0
    assert (again.code, again.out) == (1, "")
    assert again.said == f"{game} exists already: a game is never overwritten\n"
    assert Path(game).read_bytes() == written


def test_a_game_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    ended = Ended("move", scenario(tmp_path, LEAP), "-o", str(tmp_path / "no" / "game"))

    assert ended.code == 1
    assert ended.said == f"{tmp_path}/no/game: No such file or directory\n"


def test_a_game_left_at_a_question_goes_on_with_every_die_that_was_shown(tmp_path: Path) -> None:
    file, game = scenario(tmp_path, LEAP, WALK), str(tmp_path / "game")
    whole = json.loads(Ended("move", scenario(tmp_path, LEAP), "--dice", "1,2,6,6", "--json").out)

    stopped = Ended("move", file, "--dice", "1,2", "-o", game)
    again = Ended("move", game)
    finished = Ended("move", game, "--dice", "6,6", "--json")

    assert stopped.code == again.code == 5
    assert f"The game is saved in {game}. Continue with: surefoot move {game} --dice 6" in stopped.said
    assert "ana saves wound 1" in again.said
    assert finished.code == 0
    assert json.loads(finished.out)["outcomes"] == whole["outcomes"]
    assert json.loads(finished.out)["state"] == whole["state"]


def test_a_die_that_does_not_fit_leaves_the_game_where_it_was(tmp_path: Path) -> None:
    game = str(tmp_path / "game")
    Ended("move", scenario(tmp_path, LEAP), "-o", game)
    written = Path(game).read_bytes()

    ended = Ended("move", game, "--dice", "9")

    assert ended.code == 5
    assert "9 is not a face of D6" in ended.said
    assert Path(game).read_bytes() == written


def test_a_game_without_an_open_question_has_nothing_to_answer(tmp_path: Path) -> None:
    game = str(tmp_path / "game")
    Ended("move", scenario(tmp_path, WALK), "-o", game)

    ended = Ended("move", game)

    assert ended.code == 0
    assert ended.said == f"{game} has no open question\n"


def test_a_game_cannot_be_kept_in_a_second_file(tmp_path: Path) -> None:
    game = str(tmp_path / "game")
    Ended("move", scenario(tmp_path, LEAP), "-o", game)

    ended = Ended("move", game, "-o", str(tmp_path / "other"))

    assert ended.code == 2
    assert not (tmp_path / "other").exists()


# --- at the keyboard ------------------------------------------------------------------------------


def test_at_a_terminal_what_is_missing_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "surefoot.cli.commands.move.sys", SimpleNamespace(stdin=SimpleNamespace(isatty=lambda: True))
    )

    ended = Ended("move", scenario(tmp_path, LEAP), "--dice", "1", piped="x\n4\n1\n1\n9\n3\n")

    assert ended.code == 0
    assert ended.said.splitlines()[:2] == [
        "damage to ana (D3): 'x' isn't a roll of D3",
        "damage to ana (D3): 4 is not a face of D3 (1 to 3)",
    ]
    assert "Blue: ana faces 1) north  2) east  3) south: '9' isn't a number from 1 to 3\n" in ended.said
    assert "ana faces south" in ended.out


def test_end_of_input_at_the_keyboard_leaves_the_question_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "surefoot.cli.commands.move.sys", SimpleNamespace(stdin=SimpleNamespace(isatty=lambda: True))
    )

    ended = Ended("move", scenario(tmp_path, LEAP), piped="")

    assert ended.code == 5
    assert "No answer to: ana leaps" in ended.said


# --- failures -------------------------------------------------------------------------------------


def test_a_bug_is_called_one_and_shows_no_traceback(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("no such luck")

    monkeypatch.setattr(move, "scripted", broken)
    file = scenario(tmp_path, WALK)

    ended = Ended("move", file)
    assert (ended.code, ended.out) == (1, "")
    assert ended.said.splitlines() == [
        "This is a bug in Surefoot: ZeroDivisionError: no such luck",
        "Please report it. To see where it happened, run the command again with SUREFOOT_DEBUG=1",
    ]

    monkeypatch.setenv(exits.DEBUG, "1")
    assert isinstance(Ended("move", file).error, ZeroDivisionError)
