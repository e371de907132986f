"""A procedure run again over its replies asks the same: nothing but table and answers decides."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest
from tests import tiny
from tests.dice.again import HiddenState, driven_again
from tests.dice.procedures import MADE, Made
from tests.tiny.rules import Near, camp

from surefoot.dice.host import Again, Game, Reply, Unanswered, drive
from surefoot.dice.pool import D6, Dice
from surefoot.dice.readings import AtLeast, Total
from surefoot.dice.requests import Plan, Procedure, Roll, do, plan, roll, sub
from surefoot.dice.responders import Seeded, script
from surefoot.table.effects import Counted
from surefoot.table.place import on_surface

NEAR, FAR = on_surface(4, 4), on_surface(20, 20)


def amount(what: str, dice: Dice = D6, read: Any = None) -> Roll:
    return Roll(what, dice, read or Total(), "ana", ("x.y",))


@pytest.mark.parametrize("start", MADE.values(), ids=MADE)
def test_every_made_up_procedure_asks_again_what_it_asked_first(start: Made) -> None:
    for seed in range(12):
        driven_again(start, tiny.table(), Seeded(f"again {seed}"))


def test_a_refused_plan_is_asked_again_and_only_the_legal_answer_is_remembered() -> None:
    def start(game: Game) -> Procedure[Any]:
        return camp(game, tiny.CAMP)

    answers = script([{"the camp": FAR}, {"the camp": NEAR}, {"the weather": "rain"}])
    run = driven_again(start, tiny.table(), answers)

    assert [reply.value for reply in run.replies] == [NEAR, "rain"]
    assert run.table.note("wet", "ana") is True


def test_a_counter_outside_the_table_is_found() -> None:
    runs = count()

    def start(game: Game) -> Procedure[int]:
        return int((yield from roll(amount(f"question of run {next(runs)}"))))

    with pytest.raises(HiddenState, match="asks"):
        driven_again(start, tiny.table(), Seeded("x"))


def test_a_number_of_dice_that_changes_between_runs_is_found() -> None:
    runs = count()

    def start(game: Game) -> Procedure[int]:
        total = 0
        for _ in range(2 if next(runs) == 0 else 1):
            total += yield from roll(amount("die"))
        return total

    with pytest.raises(HiddenState):
        driven_again(start, tiny.table(), Seeded("x"))


def test_an_effect_that_changes_between_runs_is_found() -> None:
    runs = count()

    def start(game: Game) -> Procedure[None]:
        yield from roll(amount("die"))
        yield from do(Counted("ana", "runs", next(runs)), "x.y")

    with pytest.raises(HiddenState, match="does"):
        driven_again(start, tiny.table(), Seeded("x"))


def test_a_result_that_changes_between_runs_is_found() -> None:
    runs = count()

    def start(game: Game) -> Procedure[int]:
        yield from roll(amount("die"))
        return next(runs)

    with pytest.raises(HiddenState, match="ends with"):
        driven_again(start, tiny.table(), Seeded("x"))


def test_facts_of_a_nested_procedure_that_change_between_runs_are_found() -> None:
    runs = count()

    def start(game: Game) -> Procedure[int]:
        return (yield from sub(lambda fact: roll(amount("die")), next(runs)))

    with pytest.raises(HiddenState, match="asks"):
        driven_again(start, tiny.table(), Seeded("x"))


def test_a_reading_that_does_not_compare_by_value_is_found() -> None:
    class Nameless:
        def __call__(self, faces: tuple[int, ...]) -> int:
            return faces[0]

        def needs(self) -> str:
            return ""

    def start(game: Game) -> Procedure[int]:
        return int((yield from roll(amount("die", D6, Nameless()))))

    with pytest.raises(HiddenState, match="asks"):
        driven_again(start, tiny.table(), Seeded("x"))


def test_remembered_replies_come_first_and_then_somebody_else_answers() -> None:
    def start(game: Game) -> Procedure[list[int]]:
        first = yield from roll(amount("first"))
        second = yield from roll(amount("second"))
        return [first, second]

    run = drive(start, tiny.table(), Again((Reply(3, (3,)),), script([5])))

    assert run.result == [3, 5]


def test_a_run_without_further_replies_stops_at_its_question() -> None:
    run = drive(MADE["leap"], tiny.table(), Again(()))

    assert run.unanswered is not None
    assert run.unanswered.request.what == "ana leaps"
    assert run.table == tiny.table()
    assert run.steps == ()


def test_a_remembered_plan_that_the_rules_refuse_by_now_is_never_mistaken_for_the_next_answer() -> None:
    def start(game: Game) -> Procedure[Any]:
        yield from plan(Plan("where to", "ana", Near(0, 0, 1), "red", ("camp.place",)))
        return (yield from roll(amount("die")))

    run = drive(start, tiny.table(), Again((Reply(FAR), Reply(3, (3,)))))

    assert run.unanswered is not None
    assert run.unanswered.request.what == "where to"
    assert str(run.unanswered) == "too far off"


def test_a_refused_plan_of_somebody_else_is_asked_again_after_remembered_replies() -> None:
    def start(game: Game) -> Procedure[Any]:
        yield from roll(amount("die"))
        return (yield from plan(Plan("camp", "ana", Near(0, 0, 9_000_000), "red", ("camp.place",))))

    run = drive(start, tiny.table(), Again((Reply(3, (3,)),), script([{"camp": FAR}, {"camp": NEAR}])))

    assert run.result == NEAR


def test_dice_are_read_by_the_question_and_refused_if_they_do_not_fit() -> None:
    def start(game: Game) -> Procedure[Any]:
        return (yield from roll(Roll("test", D6, AtLeast(4), "ana", ("x.y",), hope=True)))

    assert drive(start, tiny.table(), script([4])).result is True
    refused = drive(start, tiny.table(), script([7])).unanswered
    assert isinstance(refused, Unanswered)
    assert str(refused) == "7 is not a face of D6 (1 to 6)"
