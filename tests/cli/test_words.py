"""Effects as sentences: every kind of effect has one, and those of one model are joined."""

from dataclasses import replace
from fractions import Fraction
from typing import get_args

import pytest
from tests.tiny import table

import surefoot
from surefoot.answers.words import declared, number, odds
from surefoot.dice.host import Run
from surefoot.dice.requests import Do
from surefoot.language import Notation, Thing, say
from surefoot.referee import story
from surefoot.referee.protocol import Declaration
from surefoot.referee.speaking import speaker
from surefoot.referee.verdict import Outcome, outcome
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
    (Moved("ana", on_surface(3, 7)), "Ana moves 4″"),
    (
        Moved("ana", Place("surface", "board", 3_000_000, 3_000_000, 0, 90_000_000), "turns"),
        "Ana turns 90° right",
    ),
    (Moved("ana", on_surface(3, 3), "falls"), "Ana falls"),
    (Moved("ana", Place("reserve"), "is put"), "Ana is put"),
    (Removed("ana", "out of action"), "Ana is out of action"),
    (Removed("ana", "lost", say("is lost to {thing}", thing=Thing("pit"))), "Ana is lost to the pit"),
    (Became("ana", ("prone",), ("hidden",)), "Ana is now prone"),
    (Became("ana", (), ("hidden", "prone")), "Ana is no longer hidden and prone"),
    (Counted("ana", "wounds", 2), "Ana gets +2 wounds"),
    (Counted("ana", "fatigue", -1), "Ana gets -1 fatigue"),
    (Noted("advanced", "ana", True, "turn"), "Noted: advanced"),
    (Expired("phase"), "Effects that last for the phase end"),
    (PieceChanged("gate", ("open",)), "The gate is now open"),
    (PieceChanged("lift", None, 4_000_000), "The lift moves to a height of 4″"),
    (PiecePlaced(Piece("wreck", "obstacle")), "The wreck is set up"),
    (PieceRemoved("wreck"), "The wreck is removed from the table"),
    (ObjectMoved("loot", on_surface(3, 4), ("ana",)), "The loot is carried by Ana"),
    (ObjectMoved("loot", on_surface(3, 4)), "The loot comes to rest"),
    (ObjectPlaced(Object("loot", "loot", on_surface(3, 4))), "The loot comes into play"),
    (ObjectRemoved("loot"), "The loot is lost"),
    (Regrouped("ana", "squad"), "Ana joins Squad"),
    (Regrouped("ana", ""), "Ana leaves the unit"),
    (ClockSet(Clock(round=2)), "Round 1 ends"),
    (ClockSet(Clock(phase="charge")), "The clock advances"),
    (EnvironmentSet(Record(gravity="none")), "The environment changes"),
    (Reported("is hit", "ana", Record(damage=1)), "Ana is hit"),
    (Reported("is hit", "ana", says=say("takes a hit: {hit}", hit=Notation("S3"))), "Ana takes a hit: S3"),
    (Reported("the door closes", says=say("The door closes")), "The door closes"),
    (Stopped("ana", "out of movement"), "Ana stops short: out of movement"),
    (Stopped("ana", "declined", say("stays at the edge")), "Ana stays at the edge"),
]


def told(*effects: Effect) -> Outcome:
    """The outcome of a run that does just this; the effects are not applied to the table."""
    steps = tuple(Do(effect, ("move.walk",)) for effect in effects)
    return outcome(Declaration("walk", ("ana",)), table(), Run(table(), steps))


def on_bare_table(effect: Effect) -> Outcome:
    """The same, where the things that an effect speaks of need not be on the table."""
    moves = isinstance(effect, Moved)
    return told(effect) if moves else replace(told(effect), before=None)


@pytest.mark.parametrize(("effect", "says"), TOLD, ids=[says for _, says in TOLD])
def test_an_effect_is_told_in_a_sentence(effect: Effect, says: str) -> None:
    (sentence,) = story.sentences(on_bare_table(effect))
    assert speaker(table())(sentence) == says


def test_every_kind_of_effect_is_told_here() -> None:
    assert {type(effect) for effect, _ in TOLD} == set(get_args(Effect))


def test_what_only_keeps_the_books_is_marked() -> None:
    kept = (ClockSet(Clock()), Noted("a", "b", True, "turn"), Expired("turn"))
    for effect, _ in TOLD:
        (event,) = story.events(on_bare_table(effect))
        assert event.books == isinstance(effect, tuple(type(each) for each in kept))


def test_events_of_one_model_are_one_sentence() -> None:
    result = told(Moved("ana", on_surface(3, 7)), Reported("stops", "ana", says=say("stops at the edge")))
    assert [speaker(table())(each) for each in story.story(result)] == ["Ana moves 4″ and stops at the edge"]


def test_stretches_on_foot_are_added_up_and_tiny_ones_are_left_out() -> None:
    walked = told(Moved("ana", on_surface(3, 4)), Moved("ana", on_surface(3, 6)))
    assert [speaker(table())(each) for each in story.story(walked)] == ["Ana moves 3″"]


@pytest.mark.parametrize(
    ("value", "shown"), [(13.0, "13"), (1.370078, "1.37"), (-0.00001, "0"), (0.0004, "0"), (100.0, "100")]
)
def test_lengths_are_shown_as_people_read_them(value: float, shown: str) -> None:
    assert number(value) == shown


def test_chances_are_shown_exactly_and_in_per_cent() -> None:
    assert odds(Fraction(1, 3)) == "1/3 (33 %)"
    assert odds(Fraction(1)) == "100 %"
    assert odds(Fraction(0)) == "0 %"


@pytest.mark.parametrize(
    ("plan", "says"),
    [
        ({"shift": [0, -2.5]}, "Squad · Normal move (by 0, -2.5)"),
        ({"paths": {"squad.1": [[4, 5], [6, 5.5]]}}, "Squad · Normal move (to 4, 5 → 6, 5.5)"),
        (
            {"shift": [1, 0], "paths": {"squad.1": [[4, 5]], "squad.2": [[5, 5]]}},
            "Squad · Normal move (by 1, 0; 2 models on paths of their own)",
        ),
        (
            {"except": {"squad.1": [[4, 5], [6, 5.5]]}, "shift": [1, 0], "order": ["squad.2", "squad.1"]},
            "Squad · Normal move (by 1, 0; Squad 1 to 4, 5 → 6, 5.5; in the order Squad 2 and Squad 1)",
        ),
        ({}, "Squad · Normal move"),
    ],
)
def test_the_plan_of_a_unit_is_told_in_words(plan: dict[str, object], says: str) -> None:
    squad = (
        "{id: squad, of: man, base: 32, count: 2, formation: [2, 1], at: [4, 4], side: blue, profile: {M: 6}}"
    )
    laid = surefoot.loads(
        f"ruleset: wh40k-10e\nboard: [24, 24]\nclock: {{phase: movement}}\nunits: [{squad}]\n"
    ).table

    assert declared(surefoot.declaration(laid, who="squad", action="normal", plan=plan), laid) == says
