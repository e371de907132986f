"""One feat of one character on the command line."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from tests.command_line import CliRunner

from surefoot.answers.calculators.offers import feats_of
from surefoot.cli.app import app
from surefoot.cli.exits import ExitCode

RUN = CliRunner()
HERO = "vex: S 42 T 35 Ag 41 Per 30 WP 33"


def asked(*typed: str) -> dict[str, Any]:
    done = RUN.invoke(app, ["feat", *typed, "--json"])
    assert done.exit_code == ExitCode.OK, done.output
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("name", [each.name for each in feats_of().feats.feats])
def test_the_degrees_of_every_feat_sum_to_one(name: str) -> None:
    found = asked(name, "2", "--who", HERO, "--rough", "--distracted")

    assert sum(Fraction(each["odds"]) for each in found["degrees"]) == 1
    assert all(each["means"] for each in found["degrees"])


def test_a_leap_tells_what_each_degree_means() -> None:
    done = RUN.invoke(app, ["feat", "leap", "4.5", "--who", HERO, "--run-up", "8"])

    assert done.exit_code == ExitCode.OK, done.output
    lines = [line.rstrip() for line in done.stdout.splitlines()]
    assert lines[:3] == [
        "Agility test for a running leap: 51 or less",
        "  +10 run-up of 8 m",
        "  to leap 4.5 m: 49 or less, 49 %",
    ]
    assert [" ".join(line.split()) for line in lines[4:10]] == [
        "2 to 6 degrees of success 49 % leaps 4.5 m",
        "1 degree of success 2 % leaps 4 m",
        "1 degree of failure 8 % leaps 2 m",
        "2 degrees of failure 10 % leaps 1.5 m",
        "3 degrees of failure 10 % leaps 1 m",
        "4 to 6 degrees of failure 21 % leaps 0.5 m",
    ]


def test_a_gap_is_as_deep_as_one_says() -> None:
    found = asked("leap", "4", "--deep", "12", "--who", HERO)

    worst = found["degrees"][-1]["means"][0]["what"]
    assert worst == "falls 12 m to the ground and is now Prone. Then roll: Falling damage"
    # Every place where it can end: those short of the far side lie at the bottom of the gap.
    assert sum(Fraction(each["odds"]) for each in found["ends"]) == 1
    assert {each["rise"] for each in found["ends"][:-1]} == {-12.0}
    assert (found["ends"][-1]["across"], found["ends"][-1]["rise"]) == (4.0, 0.0)


def test_low_gravity_doubles_a_leap() -> None:
    aims = [
        asked("leap", "8", "--gravity", kind, "--who", HERO)["judged"]["tests"][0]["aims"]
        for kind in ("normal", "low")
    ]

    assert [[each["odds"] for each in found] for found in aims] == [["0"], ["41/100"]]


def test_a_jump_tells_degrees_in_full() -> None:
    done = RUN.invoke(app, ["feat", "jump", "5", "--who", HERO])

    lines = [" ".join(line.split()) for line in done.stdout.splitlines()]
    assert "1 to 5 degrees of success 41 % jumps down 5 m to the ground" in lines


def test_a_roll_that_was_made_says_what_it_achieved() -> None:
    found = asked("climb", "6", "--distracted", "--who", HERO, "--dice", "35")

    (test,) = found["made"]["tests"]
    assert (test["passed"], test["reading"], test["says"]) == (True, 2, "2 degrees of success")
    assert [(each["what"], each["odds"], each["met"]) for each in test["aims"]] == [
        ("not to fall", "21/50", True),
        ("to climb 6 m", "9/100", False),
    ]


@pytest.mark.parametrize(
    ("typed", "what", "needs"),
    [
        (("climb", "2", "--distracted"), "climb (Strength)", "42 or less"),
        (("climb", "2", "--face", "sheer"), "climb (Athletics)", "2 or less"),
        (("jump", "5"), "jump down (Agility)", "41 or less"),
        (("jump", "3.4", "--up", "--run-up", "4"), "running jump (Agility)", "41 or less"),
        (("swim", "2", "--rough"), "swim (Athletics)", "22 or less"),
        (("lift", "150"), "lift (Strength)", "42 or less"),
        (("push", "100", "--rough"), "push (Strength)", "42 or less"),
        (("throw", "20"), "throw (Strength)", "42 or less"),
        (("throw", "20", "--at-target"), "throw (Ballistic Skill)", "30 or less"),
    ],
)
def test_each_feat_asks_for_its_test(typed: tuple[str, ...], what: str, needs: str) -> None:
    test = asked(*typed, "--who", HERO)["judged"]["tests"][0]

    assert (test["what"], test["needs"]) == (what, needs)


def test_what_needs_no_test_says_so() -> None:
    done = RUN.invoke(app, ["feat", "lift", "60", "--who", HERO])

    assert done.exit_code == ExitCode.OK
    assert "No test" in done.stdout
    assert "lifts 60 kg" in done.stdout


def test_dice_that_were_rolled_are_told() -> None:
    done = RUN.invoke(app, ["feat", "lift", "150", "--who", HERO, "--dice", "60"])

    assert done.exit_code == ExitCode.OK
    assert "gains 1 level of Fatigue" in done.stdout
    made = asked("lift", "150", "--who", HERO, "--dice", "15")["made"]
    assert (made["verdict"], made["tests"][0]["rolled"]) == ("legal", [15])


def test_a_seed_rolls_the_same_twice() -> None:
    once, again = (asked("throw", "5", "--wall", "2", "--seed", "7")["made"] for _ in range(2))

    assert once == again
    assert once["tests"][0]["rolled"] is not None


def test_a_die_that_is_missing_is_asked_for() -> None:
    done = RUN.invoke(app, ["feat", "leap", "4", "--deep", "12", "--who", HERO, "--dice", "99"])

    assert done.exit_code == ExitCode.ANSWER_NEEDED


def test_what_the_rules_forbid_is_told_with_its_clause() -> None:
    done = RUN.invoke(app, ["feat", "throw", "500", "--who", HERO])

    assert done.exit_code == ExitCode.ILLEGAL
    assert "throw.heavy-object" in done.stdout


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        (("lep", "4"), "did you mean 'leap'"),
        (("leap", "4", "--dice", "1", "--seed", "1"), "not both"),
        (("leap", "4", "--dice", "many"), "'many' isn't a die roll"),
    ],
)
def test_what_cannot_be_read_is_told_plainly(typed: tuple[str, ...], says: str) -> None:
    done = RUN.invoke(app, ["feat", *typed])

    assert done.exit_code == ExitCode.USAGE
    assert says in " ".join(done.output.split())


def test_a_field_that_there_is_not_is_told() -> None:
    done = RUN.invoke(app, ["feat", "leap", "4", "--who", "Agi 41"])

    assert done.exit_code == ExitCode.FILE_INVALID
    assert "a character has no 'Agi'" in done.output
