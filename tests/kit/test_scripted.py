"""Answers written down beforehand."""

import pytest

from surefoot.dice.host import Unanswered
from surefoot.dice.pool import D6
from surefoot.dice.readings import AtLeast
from surefoot.dice.requests import Choice, Roll
from surefoot.testing import scripted

JUMP = Roll("jump", D6, AtLeast(4), "ann", ("jump.test",), hope=True)
WHERE = Choice("where to", ("left", "right"), "a", ("jump.test",), "ann")


def test_dice_come_in_order_and_named_answers_by_name() -> None:
    answers = scripted(3, {"jump.test": 5}, 4)

    assert [answers.reply(JUMP, ()).value for _ in range(3)] == [False, True, True]
    assert answers.unused == []


def test_what_nobody_asks_for_is_left() -> None:
    answers = scripted(6, direction=90)
    answers.reply(JUMP, ())

    assert [(entry.key, entry.value) for entry in answers.unused] == [("direction", 90)]


def test_choices_are_settled_unless_that_is_not_wanted() -> None:
    assert scripted().reply(WHERE, ()).value == "left"
    assert scripted({"where to": "right"}).reply(WHERE, ()).value == "right"
    with pytest.raises(Unanswered, match="No answer given for: where to"):
        scripted(settle=False).reply(WHERE, ())


def test_missing_dice_stop_the_move() -> None:
    with pytest.raises(Unanswered, match="No dice given for: jump"):
        scripted().reply(JUMP, ())
