"""The plan of a unit is read in one way by every game that has one, and by pictures."""

from __future__ import annotations

from pathlib import Path

import pytest

import surefoot
from surefoot import Declaration, check
from surefoot.draw.declared import declared_paths
from surefoot.files.scenario import loads
from surefoot.referee.protocol import find, installed
from surefoot.referee.unit_plan import KEYS, UnitPlan, UnreadablePlan, check_step
from surefoot.table.record import Record, freeze

CORE = Path(surefoot.__file__).parent
SQUAD = """
ruleset: {ruleset}
board: [40, 30]
models:
  ana: {{base: 25, at: [10, 10], side: a, unit: team, profile: {profile}}}
  bob: {{base: 25, at: [10, 12], side: a, unit: team, profile: {profile}}}
units: {{team: {{models: [ana, bob]}}}}
"""
GAMES = {"wh40k-10e": ("normal", "{M: 6}"), "gemini-arap": ("move", "{M: 5, ap: 2}")}


STEPS = [
    ({"turn": 30, "to": [10, 12]}, "A step has one kind of movement, and this one has 'to' and 'turn'"),
    ({"turn": 30, "on": "board"}, "'on' is the surface of a point, and a turn has no point"),
    ({"to": [10, 12], "on": 4}, "'on' is a name, not 4"),
]


@pytest.mark.parametrize(("step", "says"), STEPS)
@pytest.mark.parametrize("game", GAMES)
def test_no_field_of_a_step_is_passed_over(game: str, step: dict[str, object], says: str) -> None:
    action, profile = GAMES[game]
    table = loads(SQUAD.format(ruleset=game, profile=profile)).table
    plan = freeze({"paths": {"ana": [step]}})
    judged = check(table, Declaration(action, ("team",), details=Record(plan=plan)))
    assert [str(each.says)[: len(says)] for each in judged.breaks] == [says]


def test_a_step_takes_only_what_its_kind_takes() -> None:
    for step, says in [
        (
            {"to": [1, 2], "about": [3, 3]},
            "Only a turn takes a point to turn about: {turn: 90, about: [x, y]}",
        ),
        ({"to": [1, 2], "rise": 2}, "Only ladders have a rise"),
        ({"ladder": 3, "to": [1, 2]}, "'ladder' is a name, not 3"),
    ]:
        with pytest.raises(UnreadablePlan) as unreadable:
            check_step(freeze(step), ("to", "turn", "ladder"), ("ladder",))  # type: ignore[arg-type]  # a mapping freezes to a record
        assert str(unreadable.value.says) == says
    check_step(Record(ladder="rungs", to=(1, 2), rise=2), ("to", "turn", "ladder"), ("ladder",))


def test_a_model_has_one_path_only() -> None:
    with pytest.raises(UnreadablePlan) as unreadable:
        UnitPlan.read({"paths": {"ana": [[1, 2]]}, "except": {"ana": [[2, 2]]}}, ("ana", "bob"))
    assert str(unreadable.value.says) == "Ana has one path under 'paths' and another one under 'except'"


@pytest.mark.parametrize(
    ("order", "says"),
    [
        ("ana", "'order' lists models of the unit in the order in which they move"),
        (["bob", "ann"], "'order' names 'ann', which doesn't move with this unit; did you mean 'ana'?"),
    ],
)
def test_an_order_that_can_t_be_read_names_the_wrong_model(order: object, says: str) -> None:
    with pytest.raises(UnreadablePlan) as unreadable:
        UnitPlan.read({"shift": [1, 0], "order": order}, ("ana", "bob"))
    assert str(unreadable.value.says) == says


@pytest.mark.parametrize(
    ("plan", "says"),
    [
        ({"shft": [1, 0]}, "A plan has no 'shft'"),
        ({"shift": [1]}, "'shift' must be two numbers"),
        ({"shift": ["far", 0]}, "'shift' must be a number, not 'far'"),
        ({"shift": ["inf", 0]}, "'shift' is too large"),
        ({"paths": [1]}, "'paths' lists a path for each model"),
        ({"paths": {"cid": []}}, "'cid' doesn't move with this unit"),
        ({"paths": {"ana": 4}}, "Write the path of ana as a list"),
        (7, "Can't read this plan"),
    ],
)
def test_what_can_t_be_read_is_told_in_every_game_alike(plan: object, says: str) -> None:
    with pytest.raises(UnreadablePlan) as unreadable:
        UnitPlan.read(plan, ("ana", "bob"))
    assert str(unreadable.value.says).startswith(says)

    played = [name for name in installed() if any(each.plan for each in find(name).actions.values())]
    assert set(GAMES) == set(played) & set(GAMES)
    for name, (action, profile) in GAMES.items():
        table = loads(SQUAD.format(ruleset=name, profile=profile)).table
        details = Record({find(name).actions[action].plan: freeze(plan)})
        outcome = check(table, Declaration(action, ("team",), details=details), nearest=False)
        assert [str(each.says)[:20] for each in outcome.breaks] == [says[:20]], name


def test_a_shift_leads_all_but_those_with_a_path_of_their_own() -> None:
    table = loads(SQUAD.format(ruleset="wh40k-10e", profile="{M: 6}")).table
    data = {"shift": [3, 0], "except": {"bob": [[12, 13]]}}
    plan = UnitPlan.read(data, ("ana", "bob"))

    assert plan.shifted(table, "ana") == (13_000_000, 10_000_000)
    assert plan.shifted(table, "bob") is None
    declaration = Declaration("normal", ("team",), details=Record(plan=freeze(data)))
    assert dict(declared_paths(table, declaration)) == {
        "ana": ((10.0, 10.0), (13.0, 10.0)),
        "bob": ((10.0, 12.0), (12.0, 13.0)),
    }


def test_no_other_module_reads_the_keys_of_a_plan() -> None:
    reads = [f'"{key}"' for key in KEYS if key != "order"]
    found = [
        file.relative_to(CORE).as_posix()
        for folder in ("rulesets", "draw", "routes", "referee", "agents")
        for file in (CORE / folder).rglob("*.py")
        if any(
            f"get({key}" in (text := file.read_text(encoding="utf-8")) or f"[{key}]" in text for key in reads
        )
    ]

    assert reads
    assert found == []


def test_all_mistakes_of_a_plan_are_told_at_once():
    plan = {"shft": [1, 0], "ana": [[1, 2]], "paths": {"bob": 7, "cid": []}, "order": ["ann", "eve"]}
    with pytest.raises(UnreadablePlan) as wrong:
        UnitPlan.read(plan, ("ana", "bob"))
    assert [str(each) for each in (wrong.value.says, *wrong.value.more)] == [
        "Write the paths of single models as {paths: {ana: [[x, y], …]}}",
        "A plan has no 'shft'; did you mean 'shift'?",
        "Write the path of bob as a list of points and turns",
        "'cid' doesn't move with this unit. Its models: ana and bob",
        "'order' names 'ann', which doesn't move with this unit; did you mean 'ana'?",
        "'order' names 'eve', which doesn't move with this unit; known: ana, bob",
    ]
    assert [each.clause for each in wrong.value.breaks("move.any-models")] == ["move.any-models"] * 6
