"""Moves made with a script: what is missing, what does not fit, and what is left over."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

import surefoot


@pytest.fixture(scope="module")
def gap() -> surefoot.Scenario:
    return surefoot.loads(surefoot.EXAMPLE)


def test_a_move_without_dice_says_that_it_is_unfinished(gap: surefoot.Scenario) -> None:
    made = surefoot.move(gap.table, gap.declarations[0], surefoot.script([]))

    assert repr(made) == "<Outcome of kal move: legal, cost 1.5, needs an answer: leap>"
    assert "Needs an answer: " in str(made)


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        ([9], "9 is not a face of D6"),
        ([{"leap": 9}], "9 is not a face of D6"),
        (["two"], "'two' is not a die"),
        ([{"leap or stay at the edge": "jump"}], "'jump' does not answer"),
        ([{"lep": 2}], "did you mean 'leap'?"),
        ([2, {"wond roll": 1}], "did you mean 'wound roll'?"),
    ],
)
def test_an_answer_that_does_not_fit_is_refused(
    gap: surefoot.Scenario, answers: list[Any], says: str
) -> None:
    with pytest.raises(surefoot.Unanswered) as refused:
        surefoot.move(gap.table, gap.declarations[0], surefoot.script(answers))

    assert says in str(refused.value)
    assert str(pickle.loads(pickle.dumps(refused.value))) == str(refused.value)


def test_answers_for_later_questions_are_not_taken_for_misnamed_ones(gap: surefoot.Scenario) -> None:
    made = surefoot.move(
        gap.table, gap.declarations[0], surefoot.script([{"wound roll": 1}, {"leap.fail-fall": 1}])
    )

    assert made.run.unanswered is not None


def test_dice_that_nothing_asked_for_are_shown(gap: surefoot.Scenario) -> None:
    made = surefoot.move(gap.table, gap.declarations[0], surefoot.script([5, 6, {"wound roll": 1}]))

    assert made.unused == ("6", "wound roll=1")
    assert repr(made).endswith(", not used: 6, wound roll=1>")
    assert "Not used: 6, wound roll=1" in str(made)
    assert made == surefoot.move(gap.table, gap.declarations[0], surefoot.script([5]))


@pytest.mark.parametrize("answers", ["2,1", b"2", 5, None])
def test_a_script_is_made_of_a_list(answers: Any) -> None:
    with pytest.raises(TypeError, match=r"script\(\) takes a list of dice and answers"):
        surefoot.script(answers)
