"""Sentences as data: typed fields, rounding, names, plurals."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from surefoot.language import (
    Angle,
    Chance,
    Clause,
    Either,
    Length,
    Notation,
    Quantity,
    Quoted,
    Sentence,
    Term,
    Thing,
    Who,
    count,
    say,
)
from surefoot.language.locale import ENGLISH
from surefoot.language.speaker import Speaker

INCHES = Speaker(
    "inch",
    terms={"seriously-injured": say("Seriously Injured")},
    title=lambda clause: {"climb.cost": "The cost of a climb"}.get(clause, clause),
    locale=ENGLISH,
)


@pytest.mark.parametrize(
    ("sentence", "says"),
    [
        (
            say(
                "{who} is {short} short of {goal}",
                who=Who("kal"),
                short=Length.of(0.1),
                goal=Thing("catwalk"),
            ),
            "Kal is 0.1″ short of the catwalk",
        ),
        (
            say("{thing} is {height} higher", thing=Thing("tower"), height=Length.of(2)),
            "The tower is 2″ higher",
        ),
        (say("Turn {angle}", angle=Angle.of(45)), "Turn 45°"),
        (
            say("{who} is now {state}", who=Who("mad-dog"), state=Term("seriously-injured")),
            "Mad Dog is now Seriously Injured",
        ),
        (say("{chance}", chance=Chance(Fraction(2, 3))), "2/3 (67 %)"),
        (say("See {clause}", clause=Clause("climb.cost")), "See The cost of a climb"),
        (say("Roll {dice}", dice=Notation("2D6")), "Roll 2D6"),
        (say("No {name}", name=Quoted("kla")), "No 'kla'"),
        (say("{load} at most", load=Quantity(67.5, "kg")), "67.5 kg at most"),
        (say("{all}", all=(Who("ana"), Who("bo"), Who("cy"))), "Ana, Bo and Cy"),
        (say("{any}", any=Either((say("leap"), say("stay")))), "leap or stay"),
        (count("{n} model is left", "{n} models are left", 1), "1 model is left"),
        (count("{n} model is left", "{n} models are left", 12), "12 models are left"),
        (say("{why}: {more}", why=say("Too far"), more=Length.of(3)), "Too far: 3″"),
        (say("On {level}", level=Thing("buggy.deck")), "On the deck of Buggy"),
        (say("Falls to {level}", level=Thing("board")), "Falls to the ground"),
        (say("{who} moves", who=Who("Mad Donna")), "Mad Donna moves"),
        (say("{who} moves", who=Who("squad.3")), "Squad 3 moves"),
    ],
)
def test_each_kind_of_field_is_shown_as_people_write_it(sentence: Sentence, says: str) -> None:
    assert INCHES(sentence) == says


def test_lengths_have_one_decimal_and_more_only_where_they_would_read_the_same() -> None:
    far = say("{used} of {most}", used=Length.of(6.04), most=Length.of(6))
    assert INCHES(far) == "6.04″ of 6″"
    assert INCHES(say("{used} of {most}", used=Length.of(5.24), most=Length.of(6))) == "5.2″ of 6″"
    assert INCHES(say("{short} short", short=Length.of(0.01))) == "0.01″ short"


def test_angles_that_differ_do_not_read_the_same_either() -> None:
    turned = say("up to {widest}, not {angle}", widest=Angle.of(90), angle=Angle.of(90.01))
    assert INCHES(turned) == "up to 90°, not 90.01°"


@given(st.integers(-200_000_000, 200_000_000), st.integers(-200_000_000, 200_000_000))
def test_two_lengths_that_differ_by_a_thousandth_never_read_the_same(one: int, other: int) -> None:
    shown = INCHES(say("{one}|{other}", one=Length(one), other=Length(other)))
    first, second = shown.split("|")
    if abs(one - other) >= 1_000:
        assert first != second


@given(st.fractions(0, 1))
def test_no_chance_is_rounded_to_certainty(chance: Fraction) -> None:
    shown = INCHES.percent(chance)
    assert (shown == "100 %") == (chance == 1)
    assert (shown == "0 %") == (chance == 0)


def test_the_same_sentence_is_in_metres_on_a_table_in_metres() -> None:
    assert Speaker("metre", locale=ENGLISH)(say("{far} away", far=Length.of(2.5))) == "2.5 m away"


def test_a_sentence_compares_by_value_and_is_false_only_if_it_is_empty() -> None:
    assert say("{who} moves", who=Who("kal")) == say("{who} moves", who=Who("kal"))
    assert say("{who} moves", who=Who("kal")) != say("{who} moves", who=Who("bo"))
    assert not Sentence("")
    assert say("Yes")


def test_filling_takes_only_the_fields_that_a_text_names() -> None:
    filled = say("falls {height}").filled(height=Length.of(3), length=Length.of(9))
    assert filled == say("falls {height}", height=Length.of(3))
