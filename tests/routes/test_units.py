"""Units: what they reach together, and formations that the referee judges as one declaration."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import surefoot
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import check, ruleset_of
from surefoot.routes.route import NoRoute
from surefoot.routes.units import Formation, formation, members, unit_reach
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
    assert field.says("fast", 5.0 + most - 0.01, 10.0) == "yes"
    assert field.says("fast", 5.0 + most + 0.1, 10.0) == "no"
    assert isinstance(formation(table, "pair", "normal", (5.0 + most - 0.3, 10.0)), Formation)
    answer = formation(table, "pair", "normal", (5.0 + most + 0.1, 10.0))
    assert isinstance(answer, NoRoute)
    assert answer.blocked_by == ("slow",)
    assert "slow cannot keep up" in answer.says
    assert "no model of pair" in str(formation(table, "pair", "normal", (25.0, 11.0)))


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
            assert all(field.says(who, *place) != "no" for who, place in found.places.items())
    assert shifted
