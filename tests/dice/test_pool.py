"""Dice as values: their odds against enumeration by hand and against icepool."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from surefoot.dice.branches import chance, readings
from surefoot.dice.pool import D3, D6, D10, D100, DIRECTION, TWO_D6, Dice, Faces, dice, hands
from surefoot.dice.readings import AtLeast, Row, Total
from surefoot.dice.requests import Roll

HIGHEST = Dice(3, 6, "highest", 2)
LOWEST = Dice(3, 6, "lowest", 1)
REROLL = Dice(1, 6, again=(1,))
REROLL_TWO = Dice(2, 6, again=(1, 2))
REROLL_AND_KEEP = Dice(3, 6, "lowest", 2, again=(5, 6))
ALL = (D3, D6, D10, D100, DIRECTION, TWO_D6, HIGHEST, LOWEST, REROLL, REROLL_TWO, REROLL_AND_KEEP)


def kept(one: Dice, rolled: Faces) -> Faces:
    """The faces that count, said in another way: throw out the worst, one by one."""
    left = list(rolled)
    while one.keep != "all" and len(left) > one.kept:
        left.remove(min(left) if one.keep == "highest" else max(left))
    return tuple(sorted(left, reverse=True))


def by_hand(one: Dice) -> dict[Faces, Fraction]:
    """Every throw of every die, with a second throw for each, used or not."""
    found: dict[Faces, Fraction] = {}
    throws = product(one.faces, repeat=2) if one.again else ((face, face) for face in one.faces)
    each = [second if first in one.again else first for first, second in throws]
    for hand in product(each, repeat=one.count):
        faces = kept(one, hand)
        found[faces] = found.get(faces, Fraction(0)) + Fraction(1, len(each) ** one.count)
    return found


def exact(one: Dice) -> dict[Faces, Fraction]:
    return {faces: Fraction(weight, one.total_weight) for faces, weight in one.outcomes()}


def by_icepool(one: Dice) -> dict[int, Fraction]:
    """The distribution of the sum, by a library that shares no line with ours."""
    die: Any = icepool.z(one.sides) if one.low == 0 else icepool.d(one.sides)
    if one.again:
        die = die.reroll(list(one.again), depth=1)
    total = {
        "all": lambda: one.count @ die,
        "highest": lambda: die.highest(one.count, one.kept),
        "lowest": lambda: die.lowest(one.count, one.kept),
    }[one.keep]()
    return {int(face): total.probability(face) for face in total.outcomes()}


def sums(one: Dice) -> dict[int, Fraction]:
    roll = Roll("sum", one, Total(), "", ("x",))
    return {int(reply.value): Fraction(weight, one.total_weight) for reply, weight in readings(roll)}


@pytest.mark.parametrize("one", ALL, ids=str)
def test_outcomes_equal_every_throw_counted_by_hand(one: Dice) -> None:
    assert exact(one) == by_hand(one)


@pytest.mark.parametrize("one", ALL, ids=str)
def test_sums_equal_those_of_icepool(one: Dice) -> None:
    assert sums(one) == by_icepool(one)


@given(
    st.integers(0, 4),
    st.integers(1, 6),
    st.sampled_from(("all", "highest", "lowest")),
    st.data(),
)
def test_outcomes_of_any_dice_equal_every_throw_counted_by_hand(
    count: int, sides: int, keep: Any, data: st.DataObject
) -> None:
    if count == 0:
        keep = "all"
    few = 0 if keep == "all" else data.draw(st.integers(1, count))
    again = data.draw(st.sets(st.integers(1, sides), max_size=2)) if count < 4 else set()
    one = Dice(count, sides, keep, few, tuple(sorted(again)))

    assert exact(one) == by_hand(one)
    assert sum(weight for _, weight in one.outcomes()) == one.total_weight


def test_many_dice_are_counted_without_throwing_each_hand() -> None:
    many = Dice(20, 6)

    assert len(many.outcomes()) == 53_130  # 25 over 5: hands that differ once their order is forgotten
    assert sum(weight for _, weight in many.outcomes()) == 6**20


def test_play_reads_the_same_faces_as_the_odds() -> None:
    for one in (TWO_D6, HIGHEST, LOWEST):
        counted = dict(one.outcomes())
        assert all(one.keeping(hand) in counted for hand in hands(one))


@pytest.mark.parametrize("one", [D6, TWO_D6, REROLL, HIGHEST], ids=str)
@pytest.mark.parametrize("target", range(1, 14))
def test_the_chance_of_a_test_is_that_of_icepool(one: Dice, target: int) -> None:
    for modifier in (-2, 0, 1):
        test = Roll("test", one, AtLeast(target, modifier), "", ("x",), hope=True)
        expected = sum(
            share for total, share in by_icepool(one).items() if total + modifier >= max(target, 1)
        )

        assert chance(test) == expected


@given(st.integers(-3, 15), st.integers(-4, 4), st.integers(0, 3))
def test_what_a_test_needs_is_the_lowest_roll_that_passes(target: int, modifier: int, fails: int) -> None:
    test = AtLeast(target, modifier, fails)
    passing = [total for total in range(-10, 40) if test((total,))]

    assert str(test.needs()) == f"{passing[0]}+"
    assert passing == list(range(passing[0], 40))


def test_an_amount_has_no_chance() -> None:
    assert chance(Roll("advance", D6, Total(), "", ("x",))) is None


def test_a_table_row_has_the_weight_of_its_sums() -> None:
    injury = Roll("injury", TWO_D6, Row(((4, "scratch"), (9, "wound"), (12, "out"))), "", ("x",))

    assert {reply.value: weight for reply, weight in readings(injury)} == {
        "scratch": 6,
        "wound": 24,
        "out": 6,
    }


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("d6", D6),
        ("D3", D3),
        ("2D6", TWO_D6),
        (" d100 ", D100),
        ("direction", DIRECTION),
        ("3d6 keep highest 2", HIGHEST),
        ("3d6kl1", LOWEST),
        ("3d6 k 2", HIGHEST),
    ],
)
def test_dice_are_read_as_people_write_them(text: str, meant: Dice) -> None:
    assert dice(text) == meant


@pytest.mark.parametrize("one", [one for one in ALL if not one.again], ids=str)
def test_dice_are_written_so_that_they_can_be_read(one: Dice) -> None:
    assert dice(str(one)) == one


@pytest.mark.parametrize(
    "text", ["", "six", "d", "2x6", "d6+1", "d0", "2d6 keep highest 3", "2d6 keep lowest 0"]
)
def test_what_is_no_dice_is_refused_in_words(text: str) -> None:
    with pytest.raises(ValueError, match=r"cannot read|no \d+ dice|cannot be kept"):
        dice(text)


@pytest.mark.parametrize("again", [(0,), (7,), (1, 1)])
def test_only_different_faces_of_the_die_can_be_rolled_again(again: Faces) -> None:
    with pytest.raises(ValueError, match="not different faces"):
        Dice(1, 6, again=again)


@pytest.mark.parametrize(
    ("one", "rolled", "says"),
    [
        (D6, (7,), "7 is not a face of D6 (1 to 6)"),
        (D6, (), "D6 needs 1 die, 0 given"),
        (TWO_D6, (3,), "2D6 needs 2 dice, 1 given"),
        (DIRECTION, (360,), "360 is not a face of direction (0 to 359)"),
        (HIGHEST, (6, 6), "3D6 keep highest 2 needs 3 dice, 2 given"),
    ],
)
def test_dice_say_what_is_wrong_with_faces(one: Dice, rolled: Faces, says: str) -> None:
    assert str(one.problem(rolled)) == says


@pytest.mark.parametrize("one", ALL, ids=str)
def test_dice_find_nothing_wrong_with_their_own_faces(one: Dice) -> None:
    assert one.problem((one.low,) * one.count) is None
    assert one.problem((one.low + one.sides - 1,) * one.count) is None
