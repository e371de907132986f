"""Puzzles: the same seed makes the same puzzle, and exactly one answer does what is asked, by referee and oracle."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from datetime import date
from fractions import Fraction

import pytest

from surefoot.answers.errors import InvalidQuestion
from surefoot.training.puzzles.making import Puzzle, puzzle
from surefoot.training.puzzles.plans import WHO, judged, laid, moved_to
from surefoot.training.puzzles.settings import settings
from surefoot.training.puzzles.telling import puzzle_data, seed_of
from tests.training.oracle import STEP, Grid, brute_chance

# The suite takes one of each ruleset; `make campaign` more, and SUREFOOT_PUZZLES=0-999 those seeds.
FIRST, _, LAST = os.environ.get("SUREFOOT_PUZZLES", "0-2").partition("-")
SEEDS = range(int(FIRST), int(LAST or FIRST) + 1)
TRIED = [
    pytest.param(ruleset, seed, marks=[pytest.mark.campaign] if seed else [])
    for ruleset in settings()
    for seed in SEEDS
]
# What the oracle's bounds may be off, beside its cells.
SLACK = 0.02
# How much shorter paths may be on a grid on which walls and slow ground are a cell smaller.
SHRUNK = 0.85


def goal_reached(made: Puzzle, plan_end: object) -> bool:
    """Whether the model stands at the flag after a plan."""
    pose = plan_end.pose(WHO)  # type: ignore[attr-defined]  # a table
    (x, y), *_ = made.goals
    return abs(pose.x - x) < 1e-3 and abs(pose.y - y) < 1e-3


def check_reach(made: Puzzle) -> None:
    table = laid(made.scenario)
    for number, answer in enumerate(made.answers):
        assert answer.plan is not None
        again = judged(table, answer.plan.declarations)
        assert (again.legal and goal_reached(made, again.end)) == (number == made.right)
    right = made.answers[made.right].plan
    assert right is not None
    x, y, *_ = table.pose(WHO)
    assert right.cost <= Grid(made.scenario, (x, y), grown=True).cost(made.goals[0]) + SLACK
    assert right.cost >= Grid(made.scenario, (x, y), grown=False).cost(made.goals[0]) - SLACK


def check_safest(made: Puzzle) -> None:
    table = laid(made.scenario)
    chances = []
    for answer in made.answers:
        assert answer.plan is not None
        again = judged(table, answer.plan.declarations)
        assert again.legal
        assert goal_reached(made, again.end)
        chances.append(brute_chance(table, again))
        assert chances[-1] == answer.chance
    assert [share == max(chances) for share in chances] == [i == made.right for i in range(len(chances))]
    if max(chances) < 1:
        # The roll decides: nothing is surer than the shortest path.
        right = made.answers[made.right].plan
        assert right is not None
        x, y, *_ = table.pose(WHO)
        assert right.cost <= Grid(made.scenario, (x, y), grown=True).cost(made.goals[0]) + SLACK


def _finer(low: Grid) -> Iterator[Grid]:
    """A grid with everything shrunk, and finer ones: on a coarse one a base may slip through a gap that it doesn't fit through."""
    yield low
    for step in (STEP / 2, STEP / 4):
        yield Grid(low.data, low.start, grown=False, step=step)
    yield Grid(low.data, low.start, grown=False, step=STEP / 2, barred=True)


def check_both(made: Puzzle) -> None:
    from surefoot.routes.plan import find_route

    table = laid(made.scenario)
    for number, answer in enumerate(made.answers):
        assert answer.spot is not None
        there = moved_to(table, *answer.spot)
        high, low = (Grid(made.scenario, answer.spot, grown=grown) for grown in (True, False))
        reached = []
        for goal in made.goals:
            found = find_route(there, WHO, made.action, goal)
            if found.found:
                plan = judged(there, [each.declaration for each in found.steps])  # type: ignore[union-attr]  # found
                assert plan.legal
                assert low.cost(goal) - SLACK <= plan.cost <= high.cost(goal) + SLACK
            else:
                # No path on the grid is short enough; and with everything shrunk none is shorter by much.
                budget = found.budget  # type: ignore[union-attr]  # there is none
                assert high.cost(goal) > budget
                assert any(low.cost(goal) > SHRUNK * budget for low in _finer(low))
            reached.append(found.found)
        assert all(reached) == (number == made.right)


def check_roof(made: Puzzle) -> None:
    table = laid(made.scenario)
    for number, answer in enumerate(made.answers):
        assert answer.plan is not None
        again = judged(table, answer.plan.declarations)
        does = again.legal and len(again.outcomes) <= made.actions and goal_reached(made, again.end)
        assert does == (number == made.right)
        if does:
            assert again.end.models[WHO].place.on == made.on


CHECKS = {"reach": check_reach, "safest": check_safest, "both": check_both, "roof": check_roof}


@pytest.mark.parametrize(("ruleset", "seed"), TRIED)
def test_exactly_one_answer_does_what_is_asked(ruleset: str, seed: int) -> None:
    made = puzzle(ruleset, seed)
    assert 2 <= len(made.answers) <= 4
    assert 1 <= made.rating <= 5
    CHECKS[made.kind](made)
    shown = puzzle_data(made)["question"]
    assert len(shown["choices"]) == len(made.answers)
    assert len({choice["says"] for choice in shown["choices"]}) == len(made.answers)
    assert all(choice["because"] for choice in shown["choices"])
    # They are told by what they go round and through; coordinates stand beside the words, if they are needed at all.
    assert all(re.match(r"[A-Z][a-z]+", choice["says"]) for choice in shown["choices"])


def test_the_same_seed_makes_the_same_puzzle() -> None:
    one = puzzle_data(puzzle("wh40k-10e", 5))
    puzzle.cache_clear()
    assert puzzle_data(puzzle("wh40k-10e", 5)) == one
    assert puzzle_data(puzzle("wh40k-10e", 6)) != one


def test_a_day_has_its_puzzle_and_unknown_rulesets_have_none() -> None:
    assert seed_of(date(2026, 11, 17)) == 20261117
    with pytest.raises(InvalidQuestion):
        puzzle("wh40k-9e", 1)


def test_the_oracle_of_dice_counts_faces() -> None:
    made = next(
        found
        for found in (puzzle("dark-heresy-2e", seed) for seed in range(40))
        if found.kind == "safest" and any(answer.chance not in (0, 1) for answer in found.answers)
    )
    table = laid(made.scenario)
    for answer in made.answers:
        assert answer.plan is not None
        assert brute_chance(table, answer.plan) == answer.chance
        assert answer.chance == 1 or Fraction(0) <= answer.chance < 1
