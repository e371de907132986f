"""Units: what they reach together, and formations that the referee judges as one declaration."""

from __future__ import annotations

import math
import os
import random
from decimal import Decimal
from pathlib import Path

import pytest

import surefoot
from surefoot.geometry.tolerance import MILLIONTHS
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import check, ruleset_of
from surefoot.referee.verdict import Outcome
from surefoot.routes.one_level.route import NoRoute, Route, route
from surefoot.routes.units import Formation, UnitReach, formation, members, unit_reach, without_mates
from surefoot.table.record import EMPTY, Record
from surefoot.table.table import Table

GAP = str(Path(__file__).parents[2] / "examples/units/through-the-gap.yaml")


def coherent(table: Table, unit: str) -> bool:
    """What the ruleset says itself to a unit of Warhammer 40,000."""
    return not ruleset_of(table).questions["out_of_coherency"](table, unit, EMPTY).value


def test_ten_troopers_stand_in_coherency_beyond_the_gap_each_within_its_own_move() -> None:
    table = surefoot.load(GAP).table
    found = formation(table, "squad", "normal", (11.5, 11.3))
    assert isinstance(found, Formation), found
    assert found.outcome.verdict == "legal"
    assert (11.5, 11.3) in found.places.values()
    assert sorted(found.places) == sorted(members(table, "squad"))
    assert 5.0 < found.cost <= 6.0
    after = found.outcome.run.table
    assert coherent(after, "squad")
    for who, (x, y) in found.places.items():
        assert after.pose(who)[:2] == pytest.approx((x, y), abs=1e-6)


PAIR = """
ruleset: wh40k-10e
board: [40, 22]
models:
  - {id: fast, base: 32, height: 1.5, at: [5, 8], side: blue, unit: pair, profile: {M: 12}}
  - {id: slow, base: 32, height: 1.5, at: [5, 10], side: blue, unit: pair, profile: {M: 2}}
units: [{id: pair, models: [fast, slow]}]
"""


def test_whoever_is_fast_reaches_no_further_than_the_slow_can_keep_near() -> None:
    table = surefoot.loads(PAIR).table
    field = unit_reach(table, "pair", "normal")
    # The slow one goes two inches, and two inches may lie between the bases.
    most = 2.0 + 2.0 + 32 / 25.4
    assert field.model_says("fast", 5.0 + most - 0.01, 10.0) == "yes"
    assert field.model_says("fast", 5.0 + most + 0.1, 10.0) == "no"
    assert isinstance(formation(table, "pair", "normal", (5.0 + most - 0.3, 10.0)), Formation)
    answer = formation(table, "pair", "normal", (5.0 + most + 0.1, 10.0))
    assert isinstance(answer, NoRoute)
    assert answer.blocked_by == ("slow",)
    assert "Slow can't keep up" in str(answer.says)
    none = formation(table, "pair", "normal", (25.0, 11.0))
    assert isinstance(none, NoRoute)
    assert "No model of pair" in str(none.says)


def test_a_unit_that_may_not_move_now_is_given_the_same_reason_as_its_models() -> None:
    table = surefoot.loads(f"{PAIR}clock: {{side: red, phase: movement}}\n").table
    together = surefoot.route(table, "pair", (6.5, 8.0))
    alone = surefoot.route(table, "fast", (6.5, 8.0))
    assert isinstance(together, NoRoute)
    assert isinstance(alone, NoRoute)
    assert [each.clause for each in together.breaks] == [each.clause for each in alone.breaks]
    assert "turn, and " in str(together.says)
    assert not together.blocked_by


def squad_of(dice: random.Random, ruleset: str) -> Table:
    """Five models in a cluster among walls and impassable ground."""
    move, action_points = (6, "") if ruleset == "wh40k-10e" else (4, ", I: 3, ap: 2")
    models = [
        f"  - {{id: m{k}, base: 32, height: 1.5, at: [{8 + 1.4 * (k % 3)}, {8 + 1.4 * (k // 3)}], side: blue, unit: squad, "
        f"profile: {{M: {move}{action_points}}}}}"
        for k in range(5)
    ]
    terrain = []
    for k in range(6):
        x, y = dice.uniform(1.0, 17.0), dice.uniform(1.0, 17.0)
        if not 4.5 < x < 12.5 or not 4.5 < y < 11.0:
            terrain.append(
                f"  - {{id: t{k}, area: {{rect: [{x:.2f}, {y:.2f}, 2.5, 1.5]}}, tags: [impassable]}}"
            )
    lines = ["board: [22, 22]", "terrain:", *terrain] if terrain else ["board: [22, 22]"]
    return surefoot.loads(
        "\n".join([f"ruleset: {ruleset}", *lines, "models:", *models])
        + "\nunits: [{id: squad, models: [m0, m1, m2, m3, m4]}]\n"
    ).table


@pytest.mark.parametrize("ruleset", ["wh40k-10e", "gemini-arap"])
@pytest.mark.parametrize("seed", [0, 2])
def test_where_the_unit_could_be_shifted_as_it_stands_a_formation_is_found(ruleset: str, seed: int) -> None:
    dice = random.Random(seed)
    table = squad_of(dice, ruleset)
    action = "normal" if ruleset == "wh40k-10e" else "move"
    shifted, field = 0, unit_reach(table, "squad", action)
    for _ in range(8):
        first = dice.choice(members(table, "squad"))
        dx, dy = dice.uniform(-4.5, 4.5), dice.uniform(-4.5, 4.5)
        pose = table.pose(first)
        plan = Record(plan=Record(shift=(f"{dx:.6f}", f"{dy:.6f}")))
        legal = check(table, Declaration(action, ("squad",), details=plan), nearest=False).verdict == "legal"
        goal = pose.x + round(dx, 6), pose.y + round(dy, 6)
        found = formation(table, "squad", action, goal)
        if legal:
            shifted += 1
            assert isinstance(found, Formation), (goal, found)
        if isinstance(found, Formation):
            assert found.outcome.verdict == "legal"
            if ruleset == "wh40k-10e":
                assert coherent(found.outcome.run.table, "squad")
            assert all(field.model_says(who, *place) != "no" for who, place in found.places.items())
    assert shifted


# More tables than these with SUREFOOT_UNITS=100, or 5000-5099 for those seeds.
_FIRST, _, _LAST = os.environ.get("SUREFOOT_UNITS", "2").rpartition("-")
CROWDS = range(int(_FIRST), int(_LAST) + 1) if _FIRST else range(int(_LAST))
# So often somebody sets up a unit at random, and tries for so many places for each of its models.
_ATTEMPTS, _PLACES = 6, 40


def crowd(dice: random.Random, ruleset: str) -> Table:
    """Three to six models between walls that leave narrow ways, with a foe about."""
    profile = "{M: 6}" if ruleset == "wh40k-10e" else "{M: 4, I: 3, ap: 2}"
    terrain = []
    for k in range(7):
        wide, deep = dice.choice([(3.0, 0.25), (0.25, 3.0), (2.0, 1.0), (1.0, 1.0)])
        x, y = dice.uniform(0.5, 15.0), dice.uniform(0.5, 15.0)
        if x > 12.5 or x + wide < 6.5 or y > 11.0 or y + deep < 6.5:
            sort = dice.choice(["wall", "wall", "area"])
            more = "height: 3" if sort == "wall" else "tags: [impassable]"
            terrain.append(f"  - {{id: t{k}, {sort}: {{rect: [{x:.2f}, {y:.2f}, {wide}, {deep}]}}, {more}}}")
    names = [f"m{k}" for k in range(dice.randint(3, 6))]
    base, wide = dice.choice([(25, 1.1), (32, 1.4)])
    models = [
        f"  - {{id: {name}, base: {base}, height: 1.5, at: [{8 + wide * (k % 3)}, {8 + wide * (k // 3)}], "
        f"side: blue, unit: squad, profile: {profile}}}"
        for k, name in enumerate(names)
    ]
    foe = f"  - {{id: foe, base: 32, height: 1.5, at: [{dice.choice([3, 15])}, {dice.uniform(2, 14):.2f}], side: red, profile: {profile}}}"
    lines = [f"ruleset: {ruleset}", "board: [18, 16]", "terrain:", *terrain, "models:", *models, foe]
    return surefoot.loads(
        "\n".join(lines) + f"\nunits: [{{id: squad, models: [{', '.join(names)}]}}]\n"
    ).table


def judged(table: Table, action: str, places: dict[str, tuple[float, float]]) -> Outcome | None:
    """What the referee says to a unit whose models go to some places by the cheapest ways."""
    paths = {}
    for who, place in places.items():
        way = route(without_mates(table, who), who, action, place)
        if not isinstance(way, Route):
            return None
        ends = [leg.to for leg in way.legs if leg.to is not None]
        paths[who] = tuple(tuple(str(Decimal(value) / MILLIONTHS) for value in end) for end in ends)
    plan = Record(plan=Record(paths=Record(paths)))
    return check(table, Declaration(action, ("squad",), details=plan), nearest=False)


def set_up(
    table: Table, field: UnitReach, goal: tuple[float, float], dice: random.Random
) -> dict[str, tuple[float, float]] | None:
    """Places at random for all models of a unit, one of them at a goal, each near one that is placed."""
    names = list(field.fields)
    dice.shuffle(names)
    wide = 2 * table.models[names[0]].base.shape.reach + 1e-3
    placed: dict[str, tuple[float, float]] = {}
    for who in names:
        for _ in range(_PLACES if placed else 1):
            place = goal
            if placed:
                x, y = dice.choice(list(placed.values()))
                angle, far = dice.uniform(0, 2 * math.pi), dice.uniform(wide, field.link - 1e-3)
                place = round(x + far * math.cos(angle), 6), round(y + far * math.sin(angle), 6)
            clear = all(math.dist(place, other) >= wide for other in placed.values())
            if clear and field.fields[who].says(*place) == "yes":
                placed[who] = place
                break
        else:
            return None
    return placed


@pytest.mark.parametrize("ruleset", ["wh40k-10e", "gemini-arap"])
@pytest.mark.parametrize("seed", CROWDS)
def test_where_somebody_sets_a_unit_up_at_random_a_formation_is_found(ruleset: str, seed: int) -> None:
    dice = random.Random(seed)
    table = crowd(dice, ruleset)
    action = "normal" if ruleset == "wh40k-10e" else "move"
    field = unit_reach(table, "squad", action)
    for _ in range(3):
        goal = round(dice.uniform(4, 15), 6), round(dice.uniform(4, 13), 6)
        found = formation(table, "squad", action, goal)
        if isinstance(found, Formation):
            assert found.outcome.verdict == "legal"
            assert goal in found.places.values()
            assert ruleset != "wh40k-10e" or coherent(found.outcome.run.table, "squad")
            continue
        for _ in range(_ATTEMPTS):
            places = set_up(table, field, goal, dice)
            outcome = judged(table, action, places) if places is not None else None
            together = outcome is not None and (
                ruleset != "wh40k-10e" or coherent(outcome.run.table, "squad")
            )
            legal = outcome is not None and outcome.verdict == "legal" and together
            assert not legal, f"table {seed}: {goal} with {places}, but {found}"
