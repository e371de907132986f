"""The laws of the campaign on a few tables of every installed ruleset; `SUREFOOT_SEEDS=0-499` takes those seeds."""

from __future__ import annotations

import os

import pytest
from tests.kit.lores import LORES

from surefoot.files.scenario import loads
from surefoot.referee.protocol import find, installed
from surefoot.referee.referee import check
from surefoot.testing.kit.campaign import campaign
from surefoot.testing.kit.lawbook import LAWS
from surefoot.testing.kit.worlds import lore_of

# A game takes as long as many tables.
GAMES = ("liveness", "whole-state", "undo-and-replay", "placement")
# So does the planner.
WAYS = ("granted-is-found", "promised-is-granted")


def seeds(law: str, more: bool) -> range:
    """Where it takes as long, one table tells enough from day to day and two of the others; `make campaign` takes more."""
    if asked := os.environ.get("SUREFOOT_SEEDS"):
        first, _, last = asked.partition("-")
        return range(int(first), int(last or first) + 1)
    first, few, many = (0, 1, 2) if law in GAMES else (3, 1, 2) if law in WAYS else (0, 2, 6)
    return range(first + few, first + many) if more else range(first, first + few)


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("name", installed())
@pytest.mark.parametrize("more", [False, pytest.param(True, marks=pytest.mark.campaign)], ids=["few", "more"])
def test_the_laws_hold_on_random_tables(name: str, law: str, more: bool) -> None:
    if more and "SUREFOOT_SEEDS" in os.environ:
        pytest.skip("those seeds are taken once")
    lore = LORES.get(name) or lore_of(name)
    assert lore is not None
    tried = list(campaign(find(name), lore, {law: LAWS[law]}, seeds(law, more)))

    assert tried
    assert [str(failure) for _, _, failure in tried if failure is not None] == []


# Tables on which a law failed once, by a mistake that no pair of the corpus shows.
FOUND = (
    # A hull that starts in contact with a wall was traced through it.
    ("necromunda-classic", "meeting", 137),
    # At the corner of a pit rounding decided whether there was a drop.
    ("necromunda-classic", "motions", 515),
    # A fighter was moved aside to the edge of a crate, on a spot that lay a step lower and in the crate.
    ("necromunda-classic", "placement", 1052),
    # A fighter on a slope was moved along it, to where no ground was as high as it had stood.
    ("necromunda-classic", "placement", 296),
    # A vehicle stepped up into a fighter that stood on a crate beside it.
    ("necromunda-classic", "placement", 677),
    # A fighter that fell onto a wall came to lie behind it.
    ("necromunda-classic", "placement", 1481),
    # A vehicle fell through stairs and came to lie in them.
    ("necromunda-2023", "placement", 847),
    # A fighter that rested half on a landing, half on a deck that it steps onto for free, was taken for being in the vehicle.
    ("necromunda-2023", "placement", 126),
    # At the very edge of a low pit a model stood in it on the board, and beside it on a plate.
    ("wh40k-10e", "raised", 10533),
    # On a low plate that covers the board a unit disembarked as if it stood on the board below it.
    ("wh40k-10e", "raised", 1484),
    # Bases touched in plan only, and an arc of a charge led through the side of a step.
    ("necromunda-2023", "raised", 9070),
    # A fighter was moved to the very edge of a slab and stood up on it, under a roof too low for that.
    ("necromunda-classic", "placement", 9038),
    # A vehicle crossed a gap to a lower side where it had no room, and stood in the crates beside it.
    ("necromunda-classic", "placement", 10022),
    # A rider was run over by its own vehicle, which drove up a step.
    ("necromunda-2023", "motions", 10427),
    # A fighter within the tolerance of the edge of a crate stepped down from it and straight up again.
    ("necromunda-classic", "split-legs", 30046),
    # A vehicle that fell beside a step came to lie on the board below it, in the crate that it had fallen from.
    ("necromunda-classic", "placement", 160009),
    # A route of a hull dipped into the base that it rounded, by what its own outline and what an arc may take each.
    ("wh40k-10e", "promised-is-granted", 150034),
    # The law followed a leg up to a point below a ledge, although the whole leg led over the ledge.
    ("wh40k-10e", "meeting", 160007),
    # A climb onto a slab was tried a third of an inch further along its side than where the floor above it ends.
    ("necromunda-2023", "granted-is-found", 150067),
    # A hull that touched a crate was taken to stand on it already, and drove over it for nothing.
    ("wh40k-10e", "promised-is-granted", 150065),
    # Beside low stairs a model above the mover was taken to stand on the mover's level everywhere round it.
    ("wh40k-10e", "granted-is-found", 150060),
    # A climb down to a ledge set the base down a step lower, in the crate behind.
    ("necromunda-classic", "meeting", 150072),
    # A climb down was priced from a block under the floor that the fighter stood on.
    ("necromunda-classic", "promised-is-granted", 150129),
    # Of two vehicles on a ramp the lower one was taken for being in the higher one, which rested across its deck.
    ("necromunda-classic", "placement", 150077),
    # From on a slope the level under it was promised, too, where only the slope bears a base.
    ("necromunda-classic", "promised-is-granted", 160059),
    ("gemini-arap", "promised-is-granted", 160063),
)


@pytest.mark.parametrize(("name", "law", "seed"), FOUND)
def test_a_law_holds_where_it_failed_once(name: str, law: str, seed: int) -> None:
    tried = list(campaign(find(name), LORES[name], {law: LAWS[law]}, (seed,)))

    assert [str(failure) for _, _, failure in tried if failure is not None] == []


SLAB = """
ruleset: necromunda-classic
board: [60, 60]
terrain:
  slab: {platform: {rect: [0, 0, 60, 60]}, z: 0.25, under: solid}
  crate: {platform: {rect: [28, 28, 4, 4]}, z: 1.75, under: solid}
models: {kal: {base: 25.4, at: [31, 30], on: crate, side: a, profile: {M: 6, I: 4}}}
declare: [{who: kal, action: move, path: [{climb: [33, 30]}]}]
"""

PIT = """
ruleset: necromunda-classic
board: [60, 60]
terrain:
  block: {platform: {rect: [20, 20, 20, 20]}, z: 4, under: solid}
  pit: {gap: {rect: [28, 28, 4, 4]}, on: block, depth: 1}
models: {kal: {base: 25.4, at: [30, 30], on: pit, side: a, profile: {M: 6, I: 4}}}
declare: [{who: kal, action: move, path: [[30, 31]]}, {who: kal, action: move, path: [{climb: [30, 33]}]}]
"""


def test_the_board_under_a_slab_is_no_level_to_climb_down_to() -> None:
    """Found by the law `raised`: the climb was refused because the board lay below the slab, too."""
    scene = loads(SLAB)
    outcome = check(scene.table, scene.declarations[0])

    assert outcome.verdict == "legal"
    assert outcome.run.table.models["kal"].place.on == "slab"


def test_a_pit_in_a_block_is_hollow() -> None:
    """Found by the law `raised`: the block filled its own pit, so that nobody could move in it."""
    scene = loads(PIT)

    assert [check(scene.table, each).verdict for each in scene.declarations] == ["legal", "legal"]


GANTRY = """
ruleset: necromunda-classic
board: [60, 60]
terrain: {gantry: {platform: {rect: [29, 26, 3, 8]}, z: 1.5}}
models:
  kal: {base: 25.4, height: 1.5, at: [28, 30], side: a, profile: {M: 6, I: 4}}
  foe: {base: 25.4, height: 1.5, at: [30.5, 30], on: gantry, side: a, profile: {M: 6, I: 4}}
declare: [{who: kal, action: move, path: [[33, 30]]}]
"""


def test_who_stands_on_a_floor_just_above_a_head_stops_nobody_below() -> None:
    """Found by the law `meeting`: the floor let the fighter pass, the one who stood on it did not."""
    scene = loads(GANTRY)

    assert check(scene.table, scene.declarations[0]).verdict == "legal"
