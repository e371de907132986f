"""The luck of moves and games: against brute force over every face, and against whole games played again."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from surefoot.dice.explore import Simulated
from surefoot.dice.host import Asked, InLine, Reply, Run, Unanswered, drive, read_faces
from surefoot.dice.pool import hands
from surefoot.dice.requests import Break, Roll
from surefoot.dice.responders import Seeded
from surefoot.files.scenario import load
from surefoot.hindsight.luck import PARTS, MomentLuck, by_side, moment_luck
from surefoot.hindsight.moments import Moment, moments
from surefoot.hindsight.standing import Judge, Standing
from surefoot.hindsight.sums import Distribution, added
from surefoot.referee.referee import started
from surefoot.referee.session import Session
from tests.samples import sample

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
# One game of each ruleset, with dice.
GAMES = {
    "necromunda-classic": "works.yaml",
    "necromunda-2023": "one-move.yaml",
    "wh40k-10e": "fall-back.yaml",
    "dark-heresy-2e": "rooftops.yaml",
    "gemini-arap": "alley.yaml",
}


def played(file: str, seed: str) -> Session:
    scenario = load(EXAMPLES / file)
    session = Session(scenario.table)
    for declaration in scenario.declarations:
        session.declare(declaration)
        session.play_out(Seeded(f"{seed}/{len(session.entries)}"))
    return session


def graded(file: str, seed: str) -> list[MomentLuck]:
    found = [moment_luck(moment) for moment in moments(played(file, seed))]
    return [each for each in found if each is not None]


class _Faces(InLine):
    """Takes given hands of dice one after another; asks for more by raising Unanswered."""

    def __init__(self, rolled: tuple[tuple[int, ...], ...], moment: Moment) -> None:
        self.rolled, self.moment, self.used = rolled, moment, 0

    def reply(self, request: Asked, breaks: tuple[Break, ...]) -> Reply:
        if not isinstance(request, Roll):
            return self.moment.policy()(request, breaks)
        if self.used == len(self.rolled):
            raise Unanswered(request)
        self.used += 1
        return read_faces(request, self.rolled[self.used - 1])


def every_run(moment: Moment, rolled: tuple[tuple[int, ...], ...] = ()) -> Iterator[tuple[Fraction, Run]]:
    """Every end of a moment by throwing each face of each die: the slow, obvious oracle."""
    run = drive(started(moment.declaration, moment.before), moment.before, _Faces(rolled, moment))
    if run.unanswered is None or not isinstance(run.unanswered.request, Roll):
        yield Fraction(1), run
        return
    all_hands = list(hands(run.unanswered.request.dice))
    for hand in all_hands:
        for chance, end in every_run(moment, (*rolled, hand)):
            yield chance / len(all_hands), end


@pytest.mark.parametrize("file", GAMES.values(), ids=GAMES)
def test_the_ends_of_a_move_are_those_of_every_face_thrown(file: str) -> None:
    for luck in graded(file, "a"):
        judge, ends = Judge(luck.moment), dict[Standing, Fraction]()
        for chance, run in every_run(luck.moment):
            ends[judge(run)] = ends.get(judge(run), Fraction(0)) + chance
        assert luck.ends == ends
        assert sum(luck.ends.values()) == 1
        assert luck.better + luck.equal + luck.worse == 1


@pytest.mark.parametrize("file", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_the_luck_of_the_rolls_adds_up_to_the_luck_of_the_move(file: str, seed: str) -> None:
    for luck in graded(file, seed):
        assert sum(roll.luck for roll in luck.rolls) == luck.luck
        mean = sum(value * chance for value, chance in luck.graded.chances.items())
        assert abs(mean - Fraction(PARTS, 2)) <= Fraction(1, 2), "no declaration is lucky by itself"


@pytest.mark.parametrize("runs", [1_500, pytest.param(100_000, marks=pytest.mark.campaign)])
@pytest.mark.parametrize("file", GAMES.values(), ids=GAMES)
def test_the_luck_of_a_game_is_that_of_its_decisions_rolled_again(file: str, runs: int) -> None:
    found = graded(file, "a")
    (side,) = by_side(found)
    totals = dict[int, int]()
    grades = [
        dict(zip(luck.ends, (_part(luck, end) for end in luck.ends), strict=True)) for luck in side.moments
    ]
    judges = [Judge(luck.moment) for luck in side.moments]
    for number in range(runs):
        total = 0
        for luck, judge, grade in zip(side.moments, judges, grades, strict=True):
            moment = luck.moment
            responder = Simulated(Seeded(f"again/{number}/{moment.number}"), moment.policy())
            total += grade[judge(drive(started(moment.declaration, moment.before), moment.before, responder))]
        totals[total] = totals.get(total, 0) + 1
    assert sum(side.graded.chances.values()) == 1
    assert side.luckier + side.equal + side.unluckier == 1
    for value, chance in side.graded.chances.items():
        seen, share = totals.get(value, 0) / runs, float(chance)
        assert abs(seen - share) <= 4.5 * math.sqrt(share * (1 - share) / runs) + 1e-12
    assert set(totals) <= set(side.graded.weights)


def _part(luck: MomentLuck, end: Standing) -> int:
    worse = sum((share for each, share in luck.ends.items() if each > end), Fraction(0))
    return round((worse + luck.ends[end] / 2) * PARTS)


def test_a_move_that_depends_on_earlier_dice_is_graded_from_where_it_was_made() -> None:
    """The same second declaration has other odds after another first roll; each is graded by its own."""
    seen: dict[str, set[tuple[tuple[Standing, Fraction], ...]]] = {}
    for seed in map(str, range(12)):
        for luck in graded("rooftops.yaml", seed):
            seen.setdefault(luck.moment.before.digest, set()).add(tuple(luck.ends.items()))
    assert all(len(ends) == 1 for ends in seen.values())


def test_what_was_undone_is_not_counted() -> None:
    session = played("works.yaml", "a")
    before = len(moments(session))
    session.undo(consent=True)
    assert len(moments(session)) == before - 1


def test_an_open_question_is_not_counted() -> None:
    scenario = load(EXAMPLES / "gap.yaml")
    session = Session(scenario.table)
    session.declare(scenario.declarations[0])
    assert session.open is not None
    assert moments(session) == ()


chances = st.lists(st.tuples(st.integers(-3, 3), st.integers(1, 5)), min_size=1, max_size=4).map(
    lambda pairs: Distribution.of(
        {
            value: Fraction(sum(w for v, w in pairs if v == value), sum(w for _, w in pairs))
            for value, _ in pairs
        }
    )
)


@settings(max_examples=sample(60))
@given(st.lists(chances, min_size=1, max_size=4))
def test_sums_are_those_of_every_combination(rows: list[Distribution]) -> None:
    slow: dict[int, Fraction] = {}
    for picked in product(*(row.chances.items() for row in rows)):
        total = sum(value for value, _ in picked)
        slow[total] = slow.get(total, Fraction(0)) + math.prod(
            (share for _, share in picked), start=Fraction(1)
        )
    found = added(rows)
    assert found.chances == dict(sorted(slow.items()))
    assert found.mean == sum(row.mean for row in rows)
    for value in slow:
        assert found.below(value) + found.at(value) + found.above(value) == 1
