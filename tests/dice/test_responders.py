"""Who answers: scripts and typed-in dice, and dice from a seed that are the same everywhere."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from tests import tiny
from tests.tiny.rules import Near, leap, march

from surefoot.dice.host import Asked, Game, Reply, Run, Unanswered, drive, read_value
from surefoot.dice.pool import D3, D6, D10, D100, DIRECTION, TWO_D6, Dice
from surefoot.dice.readings import AtLeast, Total
from surefoot.dice.requests import Choice, Plan, Procedure, Roll, Ruling, choose, plan, roll, rule
from surefoot.dice.responders import Script, Seeded, SeededSource, matches, script
from surefoot.table.place import on_surface
from surefoot.table.record import Length

ROOT = Path(__file__).parents[2]
LEAP = Roll("ana leaps", D6, AtLeast(4), "ana", ("leap.test",), hope=True)
FAR = Roll("how far", TWO_D6, Total(), "ana", ("shove.scatter",))
WAY = Choice("way", ("left", ("up", "down"), 3), "red", ("move.walk",))
SIDE = Choice("side", ("left", "right"), "red", ("move.walk",))
WEATHER = Ruling("weather", "text", "dry", ("camp.weather",))
CAMP = Plan("camp", "ana", Near(0, 0, 9_000_000), "red", ("camp.place",))


def asked(answers: Any, *requests: Asked) -> Run:
    """The answers of a script to some questions, one after the other."""

    def start(game: Game) -> Procedure[list[Any]]:
        found = []
        for request in requests:
            answer = yield request
            found.append(answer)
        return found

    return drive(start, tiny.table(), answers if isinstance(answers, Script) else script(answers))


def problem(answers: Any, *requests: Asked) -> str:
    """What a script that does not fit is told."""
    unanswered = asked(answers, *requests).unanswered
    assert unanswered is not None
    return str(unanswered)


# --- scripts --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "key", ["leap.test", "ana leaps", "ana:leap.test", "ana.leap.test", "ana:ana leaps", "ana.ana leaps"]
)
def test_an_answer_is_found_by_clause_by_label_and_by_who_is_asked(key: str) -> None:
    assert asked([{key: 4}], LEAP).result == [True]
    assert asked({key: [3]}, LEAP).result == [False]


@pytest.mark.parametrize("key", ["leap", "bo:leap.test", "leap.Test", "x.y"])
def test_an_answer_under_another_name_is_not_taken(key: str) -> None:
    assert not matches(key, LEAP)
    assert problem([{key: 4}], LEAP) == f"No dice given for: ana leaps (D6); there are answers for: {key}"


def test_keyed_answers_may_come_in_any_order() -> None:
    assert asked([{"how far": [2, 5]}, {"leap.test": 4}], LEAP, FAR).result == [True, 7]


def test_equal_keys_are_used_in_order() -> None:
    assert asked([{"leap.test": 4}, {"leap.test": 3}], LEAP, LEAP).result == [True, False]


def test_bare_dice_are_taken_in_order_by_the_questions_for_dice_alone() -> None:
    assert asked([4, 2, 5, 1], LEAP, WAY, FAR, LEAP).result == [True, "left", 7, False]


def test_words_among_bare_dice_answer_choices_in_order() -> None:
    assert asked([4, "right", [2, 5]], LEAP, SIDE, FAR).result == [True, "right", 7]
    # A word that waits behind a die is not for the choice before that die.
    assert asked([4, "right"], SIDE, LEAP, SIDE).result == ["left", True, "right"]


def test_several_dice_may_be_given_as_a_list() -> None:
    assert asked([[2, 5], 4], FAR, LEAP).result == [7, True]


def test_bare_dice_never_reach_over_a_list() -> None:
    assert problem([2, [3, 4], 5], FAR) == "2D6 needs 2 dice, 1 given"


def test_bare_and_keyed_answers_mix() -> None:
    assert asked([4, {"shove.scatter": [1, 1]}, 3], LEAP, FAR, LEAP).result == [True, 2, False]


def test_dice_written_as_text_are_dice() -> None:
    assert asked(["4", ["2", " 5 "]], LEAP, FAR).result == [True, 7]


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        ([], "No dice given for: ana leaps (D6)"),
        ([7], "7 is not a face of D6 (1 to 6)"),
        ([0], "0 is not a face of D6 (1 to 6)"),
        ([[2, 3]], "D6 needs 1 die, 2 given"),
        ([[]], "D6 needs 1 die, 0 given"),
        (["left"], "'left' is not a die: ana leaps needs D6"),
        ([4.5], "4.5 is not a die: ana leaps needs D6"),
        ([True], "True is not a die: ana leaps needs D6"),
        ([None], "None is not a die: ana leaps needs D6"),
        ([[None]], "None is not a die: ana leaps needs D6"),
        ([{"leap.test": {"face": 3}}], "{'face': 3} is not a die: ana leaps needs D6"),
    ],
)
def test_dice_that_do_not_fit_are_refused_in_words(answers: Any, says: str) -> None:
    assert problem(answers, LEAP) == says


def test_too_few_dice_name_the_first_question_that_has_none() -> None:
    run = asked([4, 2], LEAP, FAR)
    assert run.unanswered is not None
    assert run.unanswered.request == FAR
    assert str(run.unanswered) == "2D6 needs 2 dice, 1 given"

    run = asked([4, 2, 5], LEAP, FAR, LEAP)
    assert run.unanswered is not None
    assert run.unanswered.request == LEAP
    assert str(run.unanswered) == "No dice given for: ana leaps (D6)"


def test_a_script_that_runs_out_in_the_middle_of_a_chain_says_whose_die_is_missing() -> None:
    run = drive(lambda game: march(game, tiny.MARCH), tiny.table(), script([3]))

    assert str(run.unanswered) == "No dice given for: cy marches (D6)"


def test_answers_that_nobody_asked_for_are_left_over() -> None:
    answers = script([4, {"climb.test": 2}, 6])
    assert asked(answers, LEAP).result == [True]

    assert [(entry.key, entry.value) for entry in answers.unused] == [("climb.test", 2), ("", 6)]


def test_choices_and_rulings_are_answered_by_name_or_settled() -> None:
    assert asked([], WAY, WEATHER).result == ["left", "dry"]
    assert asked({"way": 3, "camp.weather": "rain"}, WAY, WEATHER).result == [3, "rain"]


def test_a_pair_in_a_file_is_a_list() -> None:
    assert asked({"way": ["up", "down"]}, WAY).result == [("up", "down")]


def test_a_choice_among_others_is_refused_with_what_there_is() -> None:
    says = "'right' does not answer: way (one of: left, ('up', 'down'), 3)"
    assert problem({"way": "right"}, WAY) == says


def test_a_script_without_a_policy_asks_for_every_choice() -> None:
    answers = script([{"climb.test": 2}])
    answers.then = None

    assert problem(answers, WAY) == "No answer given for: way; there are answers for: climb.test"


def test_a_plan_that_is_refused_takes_the_next_answer_of_its_name_or_says_why() -> None:
    near, far = on_surface(4, 4), on_surface(20, 20)

    assert asked([{"camp": far}, {"camp": near}], CAMP).result == [near]
    assert problem([{"camp": far}], CAMP) == "too far off"
    assert problem([], CAMP) == "No answer to: camp"


def test_the_typed_helpers_ask_what_they_are_given() -> None:
    def start(game: Game) -> Procedure[list[Any]]:
        only = Choice("only", ("one",), "red", ("x.y",))
        return [
            (yield from roll(LEAP)),
            (yield from choose(WAY)),
            (yield from choose(only)),
            (yield from rule(WEATHER)),
            (yield from plan(CAMP)),
        ]

    near = on_surface(4, 4)
    run = drive(start, tiny.table(), script([5, {"camp": near, "only": "never asked"}]))

    assert run.result == [True, "left", "one", "dry", near]
    assert run.replies == (Reply(True, (5,)), Reply("left"), Reply("dry"), Reply(near))


# --- dice from a seed -----------------------------------------------------------------------------

ROLLED = """
from surefoot.dice.pool import D6, D100, DIRECTION, Dice
from surefoot.dice.responders import SeededSource
source = SeededSource("any machine")
print([dice.roll(source) for dice in (D6, D100, DIRECTION, Dice(3, 6, again=(1, 2))) for _ in range(50)])
from tests import tiny
from surefoot.dice.responders import Seeded
from surefoot.referee.referee import move, odds
with tiny.installed():
    for declaration in (tiny.leap(6, 3), tiny.MARCH, tiny.SHOVE, tiny.dash(11, 3)):
        for seed in range(8):
            run = move(tiny.table(), declaration, Seeded(str(seed))).run
            print(run.table.digest, run.steps)
        print([(str(leaf.chance), leaf.run.table.digest) for leaf in odds(tiny.table(), declaration)])
"""


def rolled(hash_seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", ROLLED], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_seeded_games_and_odds_are_equal_under_any_hash_seed() -> None:
    first = rolled("0")

    assert len(first.splitlines()) == 1 + 4 * 9
    assert rolled("1") == first
    assert rolled("4242") == first


def test_the_first_faces_of_a_seed_stay_the_same_for_ever() -> None:
    source = SeededSource("surefoot")

    assert [source.face(1, 6) for _ in range(12)] == [4, 3, 1, 5, 3, 5, 4, 4, 4, 5, 2, 3]


def test_a_face_depends_on_the_seed_and_its_number_alone() -> None:
    one, other = SeededSource("x"), SeededSource("x")
    faces = [one.face(1, 6) for _ in range(20)]
    for n in range(20):
        other.drawn = n
        assert other.face(1, 6) == faces[n]
    assert faces != [SeededSource("y", n).face(1, 6) for n in range(20)]


def test_draws_that_would_favour_low_faces_are_thrown_away() -> None:
    # Two thirds of all draws would do for a die with so many sides: about every third must be thrown away.
    sides = (1 << 64) * 2 // 3
    source = SeededSource("bias")
    faces = [source.face(1, sides) for _ in range(3000)]

    assert all(1 <= face <= sides for face in faces)
    assert 4200 < source.drawn < 4800
    assert 1350 < sum(face <= sides // 2 for face in faces) < 1650


@pytest.mark.parametrize(
    "one", [D3, D6, D10, D100, DIRECTION, TWO_D6, Dice(3, 6, "highest", 1), Dice(1, 6, again=(1,))], ids=str
)
def test_seeded_dice_are_unbiased(one: Dice) -> None:
    outcomes = one.outcomes()
    source = SeededSource(f"unbiased {one}")
    runs = 200 * len(outcomes)
    counted = Counter(one.keeping(one.roll(source)) for _ in range(runs))
    expected = {faces: runs * weight / one.total_weight for faces, weight in outcomes}
    chi_square = sum((counted[faces] - each) ** 2 / each for faces, each in expected.items())
    freedom = len(outcomes) - 1

    # A fixed seed: five sigma of the normal approximation are far beyond what fair dice show.
    assert set(counted) <= set(expected)
    assert abs(chi_square - freedom) < 5 * (2 * freedom) ** 0.5


def test_a_biased_source_would_be_found() -> None:
    class Loaded(SeededSource):
        def face(self, low: int, high: int) -> int:
            return max(low, super().face(low, high) - (self.drawn % 5 == 0))

    source = Loaded("loaded")
    counted = Counter(D6.roll(source)[0] for _ in range(6000))

    assert abs(sum((counted[face] - 1000) ** 2 / 1000 for face in D6.faces) - 5) > 5 * 10**0.5


def test_neighbouring_faces_are_independent() -> None:
    source = SeededSource("pairs")
    faces = [source.face(1, 6) for _ in range(36_001)]
    pairs = Counter(pairwise(faces))
    chi_square = sum((pairs[i, j] - 1000) ** 2 / 1000 for i in range(1, 7) for j in range(1, 7))

    assert abs(chi_square - 35) < 5 * 70**0.5


def test_seeded_play_settles_what_is_no_die() -> None:
    run = drive(lambda game: leap(game, tiny.leap(6, 3)), tiny.table(), Seeded("fall"))
    replies = [reply.value for reply in run.replies if reply.faces is None]

    assert run.unanswered is None
    assert replies in ([], ["north"])
    with pytest.raises(Unanswered, match="No answer to: camp"):
        Seeded("x").reply(CAMP, ())


def test_dice_keyed_by_a_clause_are_not_taken_by_the_choice_that_shares_it() -> None:
    ready = script({"leap.test": 4})
    choice = Choice("leap or stay", ("leap", "stay"), "a", ("leap.test",), "kal")
    assert ready.reply(choice, ()).value == "leap"
    test = Roll("leap", D6, AtLeast(4), "kal", ("leap.test",), hope=True)
    assert ready.reply(test, ()).faces == (4,)
    assert script({"leap.test": "stay"}).reply(choice, ()).value == "stay"


def test_a_length_is_ruled_in_the_unit_of_the_table_and_nothing_else_is_taken_for_one() -> None:
    where = Ruling("where he goes down", "metres along the path", Length(4_000_000), ("a.b",))

    assert read_value(where, 2.5).value == 2_500_000
    assert read_value(where, Length(2_500_000)).value == 2_500_000
    for nonsense in ("soon", True, [1]):
        with pytest.raises(Unanswered, match="is not a length"):
            read_value(where, nonsense)
