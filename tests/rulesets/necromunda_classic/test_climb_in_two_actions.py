"""A climb costs in two actions what it costs in one, wherever it pauses."""

from __future__ import annotations

from random import Random

import pytest

from surefoot.dice.responders import script
from surefoot.files import scenario
from surefoot.referee.referee import move
from surefoot.routes.one_level.route import NoRoute
from surefoot.routes.plan import find_route
from surefoot.routes.query import MoveQuery
from surefoot.table.place import Pose

KINDS = ("plain", "flush", "thick", "ledge", "wall", "ladder")


def climbed(text: str, movement: int) -> tuple[list[str], int, Pose]:
    """The verdicts of all declarations, what they cost together, and where the fighter is then."""
    laid = scenario.loads(text.replace("MOVEMENT", str(movement)))
    table, verdicts, cost = laid.table, [], 0
    for declaration in laid.declarations:
        outcome = move(table, declaration, script(()))
        table = outcome.run.table
        verdicts.append(outcome.verdict)
        cost += sum(line.cost for line in outcome.ledger)
    return verdicts, cost, table.pose("kal")


def wall_with(kind: str, random: Random) -> tuple[str, str]:
    """A table with a wall of some kind and a fighter at its foot or on top of it, and the leg that leads over it."""
    high, out = round(random.uniform(0.8, 4.5), 1), round(random.uniform(0.1, 0.95), 2)
    pieces = [f"{{id: box, platform: {{rect: [12, 5, 8, 10]}}, z: {high}, under: solid}}"]
    if kind in ("flush", "thick"):
        slab = f"z: {high}, supports: none" + (", thickness: 0.3" if kind == "thick" else "")
        pieces.append(f"{{id: eaves, platform: {{rect: [{12 - out}, 5, 8, 10]}}, {slab}}}")
    elif kind == "ledge":
        middle = round(high / 2, 1)
        pieces.append(
            f"{{id: ledge, platform: {{rect: [{12 - out}, 5, {out}, 10]}}, z: {middle}, thickness: 0.1}}"
        )
    elif kind == "wall":
        pieces = [f"{{id: fence, wall: {{rect: [12, 5, 0.4, 10]}}, height: {high / 2}}}"]
    elif kind == "ladder":
        pieces.append("{id: rungs, ladder: [12, 10], from: board, to: box}")
    down = kind in ("plain", "ladder") and random.random() < 0.5
    at = f"[12.5, 10, {high}]" if down else "[11.5, 10]"
    leg = "{ladder: rungs}" if kind == "ladder" else "{climb: [10, 10]}" if down else "{climb: [13.4, 10]}"
    table = f"""
ruleset: necromunda-classic
board: [40, 40]
terrain: [{", ".join(pieces)}]
models: [{{id: kal, base: 25.4, at: {at}, profile: {{M: MOVEMENT, I: 4}}}}]
"""
    return table, f"{{who: kal, action: move, path: [{leg}]}}"


@pytest.mark.parametrize("kind", KINDS)
def test_a_climb_costs_in_two_actions_what_it_costs_in_one(kind: str) -> None:
    random, compared = Random(KINDS.index(kind)), 0
    for _ in range(8):
        table, declared = wall_with(kind, random)
        (verdict,), whole, there = climbed(f"{table}declare: [{declared}]", 40)
        for movement in range(2, 12) if verdict == "legal" else ():
            verdicts, cost, here = climbed(f"{table}declare: [{declared}, {declared}]", movement)
            if verdicts[0] == "stopped-short" and whole <= 2_000_000 * movement:
                compared += 1
                assert (verdicts[1], here[:3]) == ("legal", there[:3]), (table, movement)
                assert abs(cost - whole) <= 10, (table, movement)
    assert compared


def test_a_path_down_a_ladder_in_two_actions_is_found_where_a_jump_would_be_a_fall() -> None:
    laid = scenario.loads("""
ruleset: necromunda-classic
board: [40, 40]
terrain:
  - {id: box, platform: {rect: [12, 5, 8, 10]}, z: 7, under: solid}
  - {id: rungs, ladder: [12, 10], from: board, to: box}
models: [{id: kal, base: 25.4, at: [12.5, 10, 7], profile: {M: 5, I: 4}}]
""")
    found = find_route(laid.table, "kal", "move", (9.0, 10.0), MoveQuery(on="board", actions=2))
    assert not isinstance(found, NoRoute)
    assert found.cost == pytest.approx(9.5)
