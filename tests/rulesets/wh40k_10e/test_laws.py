"""Laws of the 40k movement rules: whatever is declared is judged, odds are whole, and terrain costs the same both ways."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.dice.again import driven_again
from tests.samples import sample

from surefoot.dice.responders import Seeded
from surefoot.files import scenario
from surefoot.geometry.tolerance import from_lattice
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import check, move, odds, started
from surefoot.table.effects import Moved, apply
from surefoot.table.record import Record, Value, freeze
from surefoot.table.table import Table

RUIN = """
terrain:
  - {id: wall, wall: {rect: [12, 4, 0.5, 8]}, height: 3}
  - {id: bar, obstacle: {rect: [15, 4, 1, 8]}, height: 1.5}
  - {id: block, obstacle: {rect: [18, 6, 5, 5]}, height: 4}
  - {id: floor, platform: {rect: [4, 12, 6, 6]}, z: 4}
  - {id: ramp, ramp: {from: [10, 20], to: [18, 20]}, width: 4, height: 6}
  - {id: pit, gap: {rect: [20, 16, 4, 4]}, depth: 3}
"""
ARMIES = """
ruleset: wh40k-10e
board: [40, 30]
units:
  squad: {of: trooper, base: 32, count: 3, formation: [3, 1], at: [5, 8], gap: 0.5, side: a, height: 1.5, profile: {M: 6}}
models:
  - {id: tank, hull: [5, 3], at: [8, 25], side: a, height: 2, keywords: [Vehicle], profile: {M: 10}}
  - {id: foe, base: 40, at: [26, 12], side: b, height: 1.5, profile: {M: 6}}
"""

# The tests read tables only, and a table never changes.
TABLE: Table = scenario.loads(ARMIES + RUIN).table

across = st.floats(-1, 41).map(lambda value: round(value, 3))
point = st.tuples(across, across)
held = st.tuples(across, across, st.sampled_from([0, 1, 3, 4]))
turn = st.builds(lambda degrees: {"turn": degrees}, st.integers(-180, 180))
about = st.builds(lambda degrees, where: {"turn": degrees, "about": where}, st.integers(-90, 90), point)
named = st.builds(
    lambda to, on: {"to": to, "on": on}, point, st.sampled_from(["board", "floor", "block", "ramp"])
)
path = st.lists(st.one_of(point, held, turn, about, named), max_size=4)
junk: st.SearchStrategy[Any] = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-50, 50), st.text(max_size=3)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(["shift", "paths", "except", "order", "squad.1", "to", "turn", "x"]),
            inner,
            max_size=3,
        ),
    ),
    max_leaves=6,
)


def declaration(action: str, who: str, plan: Any, **more: Value) -> Declaration:
    """A declaration as a file would make it."""
    details = Record({"plan": freeze(plan), **more}) if plan is not None else Record(more)
    return Declaration(action, (who,), details=details)


@given(st.dictionaries(st.sampled_from(["squad.1", "squad.2", "squad.3"]), path))
@settings(max_examples=sample(60))
def test_any_path_is_judged_and_a_refused_one_changes_nothing(paths: dict[str, Any]) -> None:
    wanted = declaration("normal", "squad", {"paths": paths})
    judged = check(TABLE, wanted)
    assert judged.verdict in ("legal", "illegal")
    made = move(TABLE, wanted, Seeded("1"))
    assert made.verdict == judged.verdict
    if judged.verdict == "illegal":
        assert judged.breaks
        assert made.run.table == TABLE
    else:
        spent = {line.total for line in made.ledger}
        assert all(from_lattice(total) <= 6.0001 for total in spent)


@given(st.sampled_from(["normal", "advance", "remain-stationary"]), st.sampled_from(["squad", "tank"]), junk)
@settings(max_examples=sample(80))
def test_a_plan_that_makes_no_sense_is_refused_in_words(action: str, who: str, plan: Any) -> None:
    judged = check(TABLE, declaration(action, who, plan))
    assert judged.verdict in ("legal", "illegal")
    assert all(each.says for each in judged.breaks)


@given(path)
@settings(max_examples=sample(40))
def test_a_hull_is_judged_whatever_it_drives_and_turns(steps: list[Any]) -> None:
    judged = check(TABLE, declaration("normal", "tank", {"paths": {"tank": steps}}))
    assert judged.verdict in ("legal", "illegal")


@given(st.floats(0, 13).map(lambda value: round(value, 2)))
@settings(max_examples=sample(30))
def test_the_odds_of_an_advance_are_the_rolls_that_reach(distance: float) -> None:
    leaves = list(odds(TABLE, declaration("advance", "squad", {"shift": [0, distance]})))
    assert sum(leaf.chance for leaf in leaves) == 1
    reached = sum((leaf.chance for leaf in leaves if not leaf.run.breaks), Fraction(0))
    free = list(odds(scenario.loads(ARMIES).table, declaration("advance", "squad", {"shift": [0, distance]})))
    assert sum(leaf.chance for leaf in free) == 1
    open_ground = sum((leaf.chance for leaf in free if not leaf.run.breaks), Fraction(0))
    needed = [face for face in range(1, 7) if 6 + face >= distance]
    assert open_ground == Fraction(len(needed), 6)
    assert reached <= open_ground


@given(st.integers(0, 10_000), st.sampled_from([None, {"reroll": True}, {"plus": 1}]))
@settings(max_examples=sample(20))
def test_an_advance_run_again_over_its_replies_asks_the_same(seed: int, ability: Any) -> None:
    more = {} if ability is None else {"advance_roll": freeze(ability)}
    wanted = declaration("advance", "squad", {"shift": [0, 1]}, **more)
    run = driven_again(started(wanted, TABLE), TABLE, Seeded(str(seed)))
    assert not run.breaks


LONE: Table = scenario.loads(
    ARMIES.replace("profile: {M: 6}}\nmodels", "profile: {M: 90}}\nmodels")
    .replace("count: 3, formation: [3, 1]", "count: 1")
    .replace("[26, 12]", "[39, 29]")
    + RUIN
).table


@given(point, point)
@settings(max_examples=sample(60))
def test_over_terrain_there_and_back_cost_the_same(
    one: tuple[float, float], other: tuple[float, float]
) -> None:
    first = check(LONE, declaration("normal", "squad", {"paths": {"squad.1": [one]}}))
    if first.verdict == "illegal":
        return
    here = first.run.table.models["squad.1"].place
    outward = check(
        apply(LONE, Moved("squad.1", here)), declaration("normal", "squad", {"paths": {"squad.1": [other]}})
    )
    if outward.verdict == "illegal":
        return
    there = apply(LONE, Moved("squad.1", outward.run.table.models["squad.1"].place))
    back = check(
        there, declaration("normal", "squad", {"paths": {"squad.1": [{"to": list(one), "on": here.on}]}})
    )
    assert back.verdict == "legal"
    assert abs(from_lattice(back.cost) - from_lattice(outward.cost)) < 1e-3


@given(st.integers(1, 12), st.integers(0, 5), point)
@settings(max_examples=sample(40))
def test_more_movement_never_forbids(slow: int, more: int, to: tuple[float, float]) -> None:
    wanted = declaration("normal", "squad", {"paths": {"squad.2": [to]}})
    verdicts = []
    for inches in (slow, slow + more):
        text = ARMIES.replace("profile: {M: 6}}\nmodels", f"profile: {{M: {inches}}}}}\nmodels")
        verdicts.append(check(scenario.loads(text + RUIN).table, wanted).verdict)
    assert verdicts != ["legal", "illegal"]
