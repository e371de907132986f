"""A fighter that hangs on a wall: where its ledger says it is."""

from __future__ import annotations

import pytest

import surefoot


@pytest.mark.parametrize(
    ("place", "goal", "ends"),
    [
        ("at: [10, 10]", "[13, 10]", (11.5, 10.0, 1.75)),
        ("at: [12.5, 10], on: tower", "[10, 10]", (11.5, 10.0, 1.5)),
    ],
)
def test_the_ledger_of_a_climb_that_is_not_finished_ends_at_the_face_of_the_wall(
    place: str, goal: str, ends: tuple[float, float, float]
) -> None:
    scenario = surefoot.loads(f"""
ruleset: necromunda-classic
board: [40, 40]
terrain: {{tower: {{platform: {{rect: [12, 8, 6, 4]}}, z: 4, under: solid}}}}
models: {{kal: {{base: 25.4, {place}, side: a, profile: {{M: 5, I: 4}}}}}}
declare: [{{who: kal, action: move, path: [{{climb: {goal}}}]}}]
""")
    outcome = surefoot.check(scenario.table, scenario.declarations[0])
    assert outcome.verdict == "stopped-short"
    last = outcome.ledger[-1]
    assert tuple(value / 1e6 for value in last.end) == pytest.approx(ends)
    assert outcome.run.table.pose("kal")[:3] == pytest.approx(ends)
