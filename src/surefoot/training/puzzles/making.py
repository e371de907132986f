"""Makes puzzles from seeds. Tables are drawn until one has a puzzle: exactly one of its plans does what is asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any, Literal

from surefoot.files.problems import FileInvalid
from surefoot.records import dataclass
from surefoot.referee.referee import ruleset_of
from surefoot.routes.query import MoveQuery
from surefoot.table.table import Table
from surefoot.training.puzzles import tables
from surefoot.training.puzzles.plans import (
    ALIKE,
    WHO,
    Plan,
    differ,
    judged,
    laid,
    moved_to,
    on_foot,
    routed,
    through,
)
from surefoot.training.puzzles.settings import Setting, setting_of
from surefoot.training.puzzles.tables import Point

Kind = Literal["reach", "safest", "both", "roof"]

# The most tables that are drawn for one puzzle.
MOST_TABLES = 400
# The number of answers that are offered.
CHOICES = 4
# A wrong plan is plausible if it is at most so many times as long as the right one.
PLAUSIBLE = 1.6
# What costs this many times the allowance is clearly too far.
FAR = 1.08


@dataclass(frozen=True)
class Answer:
    """One answer: a plan, or a place with the plans that lead on from it."""

    plan: Plan | None = None
    spot: Point | None = None
    # Why it does or does not do what is asked: the chance, or the actions that it takes.
    chance: Fraction | None = None
    actions: int = 0


@dataclass(frozen=True)
class Puzzle:
    """A table, a goal, and answers of which exactly one is right."""

    ruleset: str
    seed: int
    kind: Kind
    scenario: dict[str, Any] = field(repr=False)
    table: Table = field(repr=False)
    action: str
    # The number of actions in which it has to be done.
    actions: int
    goals: tuple[Point, ...]
    # The level of the goal; empty for the ground.
    on: str
    answers: tuple[Answer, ...] = field(repr=False)
    right: int
    # How many plausible wrong ways there are, those that are not offered included.
    wrong: int

    @property
    def rating(self) -> int:
        """How hard it is, from 1 to 5."""
        return max(1, min(5, self.wrong))


class NoPuzzle(Exception):
    """No table that was drawn had a puzzle."""


@lru_cache(maxsize=256)
def puzzle(ruleset: str, seed: int) -> Puzzle:
    """The puzzle of a seed; the same seed always makes the same puzzle of one version of Surefoot."""
    setting = setting_of(ruleset)
    for attempt in range(MOST_TABLES):
        dice = Random(f"{ruleset} {seed} {attempt}")
        kind = dice.choice(setting.kinds)
        try:
            found = MAKERS[kind](setting, seed, dice)
        except FileInvalid:
            # Terrain that does not go together; another table is drawn.
            continue
        if found is not None:
            return found
    raise NoPuzzle(f"{ruleset} {seed}")


def _made(
    made: Puzzle, right: Answer, wrong: list[Answer], dice: Random, plausible: int | None = None
) -> Puzzle:
    """The puzzle with its answers in random order."""
    from surefoot.records import replace

    offered = [right, *wrong[: CHOICES - 1]]
    dice.shuffle(offered)
    return replace(made, answers=tuple(offered), right=offered.index(right), wrong=plausible or len(wrong))


# --- which path gets there ------------------------------------------------------------------------


def _reach(setting: Setting, seed: int, dice: Random) -> Puzzle | None:
    """One action, several ways round: only one is short enough."""
    start, goal = tables.ends(dice, *setting.range)
    terrain = tables.walls(dice, start, goal, dice.choice((1, 2, 2)))
    if dice.random() < 0.6:
        terrain["mire"] = tables.patch(dice, start, goal, setting.slow, wide=(1.0, 2.5))
    data = tables.scenario(setting, start, terrain)
    table = laid(data)
    best = routed(table, setting.action, goal)
    if best is None or len(best.points) < 2:
        return None
    right = judged(table, [each.declaration for each in best.steps])
    strong = laid(tables.stronger(data, setting))
    known, wrong = [right], []
    ways = [through(strong, setting.action, place, goal) for place in tables.around(terrain, 0.9)]
    for way in ((goal,), *ways):
        if way is None:
            continue
        plan = judged(table, [on_foot(setting.action, way)])
        if plan.legal or plan.length > PLAUSIBLE * right.length or not differ(plan, known):
            continue
        known.append(plan)
        wrong.append(Answer(plan))
    if len(wrong) < 2:
        return None
    wrong.sort(key=lambda each: each.plan.length if each.plan is not None else 0.0)
    made = Puzzle(setting.ruleset, seed, "reach", data, table, setting.action, 1, (goal,), "", (), 0, 0)
    return _made(made, Answer(right), wrong, dice)


# --- which path is the safest ---------------------------------------------------------------------


def _safest(setting: Setting, seed: int, dice: Random) -> Puzzle | None:
    """All paths are legal, and one is surer than all others. It is certain, or the shortest where the roll decides."""
    action, profile = setting.safest["action"], setting.safest["profile"]
    near, far = setting.safest["range"]
    start, goal = tables.ends(dice, near, far)
    terrain = tables.walls(dice, start, goal, dice.choice((1, 1, 2)))
    if setting.danger:
        terrain["vat"] = tables.patch(dice, start, goal, setting.danger, wide=(0.75, 1.75))
    data = tables.scenario(setting, start, terrain, profile)
    table = laid(data)
    known: list[Plan] = []
    ways = [through(table, action, place, goal) for place in tables.around(terrain, 0.9)]
    best = routed(table, action, goal)
    for way in ((goal,), best.points if best is not None else None, *ways):
        if way is None:
            continue
        plan = judged(table, [on_foot(action, way)])
        if plan.legal and differ(plan, known):
            known.append(plan)
    if len(known) < 2:
        return None
    chances = [(plan.chance(table), plan) for plan in known]
    # Where several are equally sure, the shortest is offered and the others are not.
    top, right = max(chances, key=lambda each: (each[0], -each[1].length))
    certain = top == 1 or (best is not None and not setting.danger and right.length <= best.used + ALIKE)
    less = sorted((each for each in chances if each[0] < top), key=lambda each: -each[0])
    wrong = [Answer(plan, chance=share) for share, plan in less if plan.length <= PLAUSIBLE * right.length]
    if not certain or not wrong:
        return None
    made = Puzzle(setting.ruleset, seed, "safest", data, table, action, 1, (goal,), "", (), 0, 0)
    return _made(made, Answer(right, chance=top), wrong, dice)


# --- from where both can be reached ---------------------------------------------------------------


def _both(setting: Setting, seed: int, dice: Random) -> Puzzle | None:
    """Two goals and some places: from only one of them both goals are within one action."""
    start, first = tables.ends(dice, *setting.range)
    _, second = tables.ends(dice, *setting.range)
    apart = ((first[0] - second[0]) ** 2 + (first[1] - second[1]) ** 2) ** 0.5
    if not 2.0 <= apart <= 7.0:
        return None
    terrain = tables.walls(dice, start, first, 2)
    if dice.random() < 0.5:
        terrain["mire"] = tables.patch(dice, start, second, setting.slow, wide=(1.0, 2.0))
    data = tables.scenario(setting, start, terrain)
    table = laid(data)
    spots = [start]
    for _ in range(12):
        spot = (
            tables.quarter(start[0] + dice.uniform(-1.5, 4)),
            tables.quarter(start[1] + dice.uniform(-4, 4)),
        )
        if all((spot[0] - x) ** 2 + (spot[1] - y) ** 2 >= 2.25 for x, y in (*spots, first, second)):
            spots.append(spot)
    good: list[Point] = []
    bad: list[Point] = []
    budget = _allowance(table, setting.action)
    strong = laid(tables.stronger(data, setting))
    for spot in spots:
        if spot != start and routed(strong, setting.action, spot) is None:
            # The model can't stand there, or it can't get there at all.
            continue
        reached = [
            _in_reach(moved_to(table, *spot), setting.action, goal, budget) for goal in (first, second)
        ]
        if "close" in reached:
            # Too close to the limit to be told by eye, or by anything else than exact arithmetic.
            continue
        (good if reached == ["yes", "yes"] else bad if "yes" in reached else []).append(spot)
    if not good or len(bad) < 2:
        return None
    right = dice.choice(good)
    made = Puzzle(
        setting.ruleset, seed, "both", data, table, setting.action, 1, (first, second), "", (), 0, 0
    )
    return _made(made, Answer(spot=right), [Answer(spot=each) for each in bad], dice)


def _allowance(table: Table, action: str) -> float:
    return max(each.allowance for each in ruleset_of(table).tariffs(table, WHO, action))


def _in_reach(table: Table, action: str, goal: Point, budget: float) -> str:
    """Whether one action leads to a goal: yes, no, or close to the limit."""
    from surefoot.routes.plan import find_route

    found = find_route(table, WHO, action, goal)
    if found.cost is None:
        return "close"
    if found.found:
        return "yes" if found.cost < budget - ALIKE else "close"
    # Turns and the like may cost more than the path: only what is too far without them is out of reach for certain.
    return "no" if found.cost > budget * FAR else "close"


# --- which plan gets onto the roof in time --------------------------------------------------------


def _roof(setting: Setting, seed: int, dice: Random) -> Puzzle | None:
    """Ladder, climb or a crate: only one plan takes no more than so many actions."""
    terrain, start, goal, on = tables.roofs(dice, setting)
    data = tables.scenario(setting, start, terrain)
    table = laid(data)
    best = routed(table, setting.action, goal, MoveQuery(on=on, actions=setting.actions))
    if best is None or not best.links:
        return None
    right = judged(table, [each.declaration for each in best.steps])
    if not right.legal:
        return None
    # Slower plans take one action more; where there is only one action, a stronger model shows them.
    single = setting.actions == 1
    searched = laid(tables.stronger(data, setting)) if single else table
    known, wrong = [right], []
    for without in dict.fromkeys(taken.link.label for taken in best.links):
        query = MoveQuery(on=on, actions=setting.actions + (0 if single else 1), without=(without,))
        other = routed(searched, setting.action, goal, query)
        if other is None:
            continue
        plan = judged(table, [each.declaration for each in other.steps])
        slower = plan.legal and len(plan.outcomes) > len(right.outcomes)
        if (slower or not plan.legal) and differ(plan, known):
            known.append(plan)
            wrong.append(Answer(plan, actions=len(plan.outcomes) if plan.legal else 0))
    if not wrong:
        return None
    actions = len(right.outcomes)
    made = Puzzle(setting.ruleset, seed, "roof", data, table, setting.action, actions, (goal,), on, (), 0, 0)
    return _made(made, Answer(right, actions=actions), wrong, dice)


MAKERS: dict[str, Callable[[Setting, int, Random], Puzzle | None]] = {
    "reach": _reach,
    "safest": _safest,
    "both": _both,
    "roof": _roof,
}
