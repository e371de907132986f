"""Each law on a table where it failed on the code as it was before the law: the findings that it would have found."""

from __future__ import annotations

from tests.kit.lores import LORES

from surefoot.dice.host import drive
from surefoot.dice.responders import Seeded
from surefoot.files.scenario import loads
from surefoot.geometry.tolerance import to_lattice
from surefoot.referee.referee import check, ruleset_of, started
from surefoot.testing.kit.meeting import differs
from surefoot.testing.kit.placement import misplaced
from surefoot.testing.kit.splitting import apart
from surefoot.testing.kit.standing import differs_on_plate

LOW_ROOF = """
ruleset: necromunda-classic
board: [24, 24]
terrain:
  slab: {platform: {rect: [5, 4, 4, 4]}, z: 0.25, under: solid}
  roof: {platform: {rect: [4, 4, 2, 4]}, z: 1.5}
models: {kal: {base: 25.4, height: 1.5, at: [4, 6], side: a, profile: {M: 5, I: 4}}}
declare:
  - {who: kal, action: move, path: [[7, 6]]}
  - {who: kal, action: move, path: [[5.4, 6], [7, 6]]}
"""

OVER_AN_ENEMY = """
ruleset: wh40k-10e
board: [60, 60]
terrain: {stage: {platform: {rect: [20, 20, 20, 20]}, z: 2, under: solid}}
models:
  ana: {base: 32, height: 1.5, at: [26, 30], on: stage, side: a, profile: {M: 10}}
  bob: {base: 32, height: 1.5, at: [30, 30], on: stage, side: b, profile: {M: 6}}
declare: [{who: ana, action: normal, path: [[34, 30]]}]
"""

ON_THE_BOARD = """
ruleset: wh40k-10e
board: [60, 60]
models:
  ana: {base: 32, height: 1.5, at: [26, 30], side: a, profile: {M: 10}}
  bob: {base: 32, height: 1.5, at: [30, 30], side: b, profile: {M: 6}}
declare: [{who: ana, action: normal, path: [[34, 30]]}]
"""

RUN_OVER = """
ruleset: necromunda-classic
board: [60, 60]
terrain: {wall: {wall: {rect: [31.2, 20, 0.1, 20]}, height: 1}}
models:
  rig:
    {hull: [4, 2], height: 2, at: [30, 24], facing: 0, side: a, keywords: [vehicle],
     profile: {M: 8, handling: 5, locomotion: Wheeled, front: 6, side: 5, rear: 4, hp: 3}}
  kal: {base: 25.4, height: 1.5, at: [30.6, 28], side: b, profile: {M: 5, I: 4}}
declare: [{who: rig, action: move, path: [[30, 32]]}]
"""


def test_split_legs_finds_the_low_roof() -> None:
    """C1: a leg that was not split was not asked for headroom behind a step."""
    scene = loads(LOW_ROOF)

    assert apart(scene.table, *scene.declarations) == ""


def test_meeting_finds_the_enemy_on_the_same_low_stage() -> None:
    """W1: a mover on low ground was swept below those who stood on it."""
    scene = loads(OVER_AN_ENEMY)

    assert (
        differs(scene.table, ruleset_of(scene.table), scene.declarations[0], LORES["wh40k-10e"].keeps) == ""
    )
    assert "move.no-crossing-enemy" in check(scene.table, scene.declarations[0]).clauses


def test_raised_finds_the_same() -> None:
    """W1: on a plate of 2" nobody was in the way."""
    scene = loads(ON_THE_BOARD)

    assert differs_on_plate(scene.table, scene.declarations[0], to_lattice(2), LORES["wh40k-10e"]) == ""


def test_placement_finds_who_is_set_down_behind_a_wall() -> None:
    """N6: whoever was run over beside a wall was set down on the other side of it."""
    scene = loads(RUN_OVER)
    table, declaration = scene.table, scene.declarations[0]
    run = drive(started(declaration, table), table, Seeded("run over"))

    assert not run.refused
    assert run.table.models["kal"].place != table.models["kal"].place
    assert misplaced(table, declaration, run, LORES["necromunda-classic"]) == []
