"""The pile-up in `examples/`: four vehicles, a Ram, a wall; and the odds of a head-on Ram against a tougher vehicle."""

from __future__ import annotations

import runpy
from fractions import Fraction
from pathlib import Path

import pytest

import surefoot
from surefoot.dice.responders import script
from surefoot.referee.verdict import Outcome

EXAMPLES = Path(__file__).parents[3] / "examples"
PILE_UP = EXAMPLES / "pile-up.yaml"
RUNS = 150

RAM = """
ruleset: necromunda-2023
options: {premeasure: true}
board: [60, 40]
models:
  ram:
    {hull: [5, 3], height: 2, at: [12, 20], facing: 90, side: a, keywords: [vehicle], deck: 2,
     profile: {M: 5, handling: 1, locomotion: Tracked, front: 4, side: 4, rear: 4, hp: 9}}
  van:
    {hull: [5, 3], height: 2, at: [20, 20], facing: 0, side: b, keywords: [vehicle], deck: 2,
     profile: {M: 6, handling: 1, locomotion: Tracked, front: 6, side: 6, rear: 5, hp: 9}}
  kal: {base: 25.4, at: [0, 1], on: ram.deck, side: a, profile: {M: 5, I: 4}}
  orl: {base: 25.4, at: [0, -1], on: ram.deck, side: a, profile: {M: 5, I: 3}}
declare: [{who: ram, action: ram, path: [[18, 20]]}]
"""
# Not explored but given: how far the Ram goes beyond the van, where riders land, and where a hit strikes.
GIVEN = [
    {"ram": 6},
    {"kal:direction": 0},
    {"orl:direction": 180},
    {"ram:location dice": 1},
    {"ram:damage dice": [1, 1]},
    {"van:location dice": 1},
    {"van:damage dice": 1},
]


def piled_up() -> Outcome:
    scenario = surefoot.load(PILE_UP)
    return surefoot.move(scenario.table, scenario.declarations[0], script(scenario.answers))


def test_all_movement_comes_first_then_the_hits_in_the_order_of_the_collisions() -> None:
    told = [(event.who, event.what) for event in piled_up().events]
    collided = [who for who, what in told if what == "collides"]
    hit = [who for who, what in told if what == "is hit"]
    last_move = max(at for at, (_, what) in enumerate(told) if what in ("drives", "is pushed", "falls"))

    assert collided == ["ram", "van", "cab", "bus"]
    assert hit == ["ram", "van", "van", "cab", "cab", "bus", "bus"]
    assert last_move < min(at for at, (_, what) in enumerate(told) if what == "is hit")


def test_the_chain_comes_to_a_halt_at_the_wall_bumper_to_bumper() -> None:
    table = piled_up().run.table

    assert [table.pose(name).x for name in ("ram", "van", "cab", "bus")] == [22.5, 27.5, 32.0, 37.0]
    assert table.models["kal"].statuses == ("pinned",)
    assert table.models["orl"].place.on == "bus.roof"
    assert table.objects["casket"].place.on == "board"
    assert table.objects["crate"].place.on == "bus.bed"


def test_it_comes_out_the_same_every_time() -> None:
    assert piled_up().run.table.digest == piled_up().run.table.digest


def test_there_is_a_picture_of_each_stage() -> None:
    stages = runpy.run_path(str(EXAMPLES / "pile-up" / "stages.py"))["drawn"]()
    there = {path.name: path.read_text(encoding="utf-8") for path in (EXAMPLES / "pile-up").glob("*.svg")}

    assert len(stages) == 6
    assert stages == there


@pytest.fixture(scope="module")
def ram() -> surefoot.Scenario:
    return surefoot.loads(RAM)


def test_the_odds_of_a_ram_against_a_tougher_vehicle_are_exact(ram: surefoot.Scenario) -> None:
    exact = surefoot.odds(ram.table, ram.declarations, given=GIVEN)
    states = exact.over("status", ("kal", "orl"))

    assert exact.unresolved == 0
    assert sum(states.values()) == 1
    assert states["Kal: Pinned; Orl: Pinned"] == Fraction(1, 2) * Fraction(1, 3)
    assert states["Kal: unharmed; Orl: unharmed"] == Fraction(1, 2) * Fraction(2, 3)


def test_simulation_agrees_with_them(ram: surefoot.Scenario) -> None:
    exact = surefoot.odds(ram.table, ram.declarations, given=GIVEN).over("status", ("kal", "orl"))
    played = surefoot.simulate(
        ram.table, ram.declarations, RUNS, asked="status", who=("kal", "orl"), seed="ram"
    )

    assert sorted(map(str, played.seen)) == sorted(map(str, exact))
    for state in played.seen:
        low, high = played.interval(state)
        assert low <= exact[state] <= high, state
