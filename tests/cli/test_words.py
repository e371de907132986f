"""Effects in a player's words: every kind of effect has some."""

from fractions import Fraction
from typing import get_args

import pytest
from tests.tiny import table

from surefoot.answers.words import BOOKKEEPING, number, odds, sentence
from surefoot.dice.requests import Do
from surefoot.referee.verdict import happened
from surefoot.table.effects import (
    Became,
    ClockSet,
    Counted,
    Effect,
    EnvironmentSet,
    Expired,
    Moved,
    Noted,
    ObjectMoved,
    ObjectPlaced,
    ObjectRemoved,
    PieceChanged,
    PiecePlaced,
    PieceRemoved,
    Regrouped,
    Removed,
    Reported,
    Stopped,
)
from surefoot.table.model import Object
from surefoot.table.notes import Clock
from surefoot.table.place import Place, on_surface
from surefoot.table.record import Record
from surefoot.table.terrain import Piece

TOLD: list[tuple[Effect, str]] = [
    (Moved("ana", on_surface(3.25, 4)), "ana goes to 3.25, 4"),
    (Moved("ana", on_surface(3, 4, "roof", z=2), "falls"), "ana falls to 3, 4 on roof, 2 up"),
    (Moved("ana", Place("reserve"), "is put"), "ana is put to reserve"),
    (Removed("ana", "out of action"), "ana is out of action"),
    (Became("ana", ("prone",), ("hidden",)), "ana is now prone, not hidden"),
    (Became("ana", (), ("hidden", "prone")), "ana is no longer hidden, prone"),
    (Counted("ana", "wounds", 2), "ana wounds +2"),
    (Counted("ana", "fatigue", -1), "ana fatigue -1"),
    (Noted("advanced", "ana", True, "turn"), "ana noted: advanced"),
    (Expired("phase"), "what lasts for the phase ends"),
    (PieceChanged("gate", ("open",)), "gate changes (state open)"),
    (PieceChanged("lift", None, 4_000_000), "lift changes, 4 up"),
    (PiecePlaced(Piece("wreck", "obstacle")), "wreck is set on the table"),
    (PieceRemoved("wreck"), "wreck is taken off the table"),
    (ObjectMoved("loot", on_surface(3, 4), ("ana",)), "loot is taken elsewhere (to 3, 4, holders ana)"),
    (ObjectPlaced(Object("loot", "loot", on_surface(3, 4))), "loot comes into the game"),
    (ObjectRemoved("loot"), "loot is gone"),
    (Regrouped("ana", "squad"), "ana joins squad"),
    (Regrouped("ana", ""), "ana is in no unit any more"),
    (ClockSet(Clock(round=2)), "clock moves on"),
    (EnvironmentSet(Record(gravity="none")), "surroundings change (environment gravity none)"),
    (Reported("is hit", "ana", Record(damage=1, strength=3)), "ana is hit (damage 1, strength 3)"),
    (Reported("the march stops", "squad"), "squad the march stops"),
    (Stopped("ana", "cannot get as far as planned"), "ana stops short: cannot get as far as planned"),
]


@pytest.mark.parametrize(("effect", "words"), TOLD, ids=[words for _, words in TOLD])
def test_an_effect_is_told_in_words(effect: Effect, words: str) -> None:
    assert sentence(happened(Do(effect, ("move.walk",))), table()) == words


def test_every_kind_of_effect_is_told_here() -> None:
    assert {type(effect) for effect, _ in TOLD} == set(get_args(Effect))


def test_what_only_keeps_the_books_is_known_by_the_names_that_verdicts_give_it() -> None:
    kept = (ClockSet(Clock()), Noted("a", "b", True, "turn"), Expired("turn"))

    assert sorted(happened(Do(effect, ("x",))).what for effect in kept) == sorted(BOOKKEEPING)


@pytest.mark.parametrize(
    ("value", "shown"), [(13.0, "13"), (1.370078, "1.37"), (-0.00001, "0"), (0.0004, "0"), (100.0, "100")]
)
def test_lengths_are_shown_as_people_read_them(value: float, shown: str) -> None:
    assert number(value) == shown


def test_chances_are_shown_exactly_and_in_per_cent() -> None:
    assert odds(Fraction(1, 3)) == "1/3 (33 %)"
    assert odds(Fraction(1)) == "100 %"
    assert odds(Fraction(0)) == "0 %"
