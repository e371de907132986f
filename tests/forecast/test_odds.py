"""Odds of declared moves: what they sum to, what they are asked, what they are given."""

from __future__ import annotations

import pickle
from collections import Counter
from fractions import Fraction
from itertools import count
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest

from surefoot.dice.responders import script
from surefoot.files.declarations import declaration
from surefoot.files.scenario import Scenario, load, loads
from surefoot.forecast import simulate as simulating
from surefoot.forecast.ask import NoSuchQuestion
from surefoot.forecast.odds import estimate, odds
from surefoot.forecast.simulate import Interrupted, simulate
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import Malformed, move
from surefoot.referee.referee import odds as leaves

TWO_LEAPS = """
ruleset: necromunda-classic
board: [30, 12]
terrain:
  - {id: near, platform: {rect: [1, 2, 5, 4]}, z: 4}
  - {id: mid, platform: {rect: [9, 2, 5, 4]}, z: 4}
  - {id: far, platform: {rect: [17, 2, 5, 4]}, z: 4}
models:
  - {id: kal, base: 25.4, at: [5.5, 4], on: near, side: a, profile: {M: 5, I: 4, T: 3, W: 2}}
  - {id: foe, base: 25.4, at: [6.6, 4.1], side: b, profile: {M: 5, I: 4, T: 3, W: 1}}
declare:
  - {who: kal, action: move, path: [{leap: [10, 4]}]}
  - {who: kal, action: move, path: [[13, 4]]}
"""


@pytest.fixture(scope="module")
def laid() -> Scenario:
    return loads(TWO_LEAPS)


def test_chances_add_up_to_one(laid: Scenario) -> None:
    found = odds(laid.table, laid.declarations)
    assert sum(way.chance for way in found.ways) == 1
    assert found.unresolved == 0
    assert found.by_clause["leap.test"] == 1


def test_one_declaration_is_what_its_leaves_are(laid: Scenario) -> None:
    found = odds(laid.table, laid.declarations[0])
    exact: dict[str, Fraction] = {}
    for leaf in leaves(laid.table, laid.declarations[0]):
        exact[leaf.run.table.digest] = exact.get(leaf.run.table.digest, Fraction(0)) + leaf.chance
    assert {way.end.after.digest: way.chance for way in found.ways} == exact


def test_what_was_rolled_already_is_kept(laid: Scenario) -> None:
    assert odds(laid.table, laid.declarations, given=[6]).over("safe", ("kal",)) == {True: 1}
    hurt = odds(laid.table, laid.declarations[0], given=[1])
    assert hurt.over("safe", ("kal",)) == {False: 1}
    assert sum(way.chance for way in hurt.ways) == 1
    by_name = odds(laid.table, laid.declarations[0], given=[{"leap.test": 1}])
    assert by_name.over("end") == hurt.over("end")


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ([9], "given: 9 is not a face of D6 (1 to 6)"),
        ([{"leap.test": 9}], "given: 9 is not a face of D6 (1 to 6)"),
        # Only where the leap fails is there a wound roll.
        ([{"wound roll": 7}], "given: 7 is not a face of D6 (1 to 6)"),
        (["five"], "given: 'five' is not a die: "),
        ([5, 5, 3], "given: Nothing asks for: 5, 3"),
        ([{"lep": 2}], "given: Nothing asks for: lep=2; did you mean 'leap'?"),
    ],
)
def test_dice_that_can_not_have_been_rolled_are_refused(laid: Scenario, given: list[Any], says: str) -> None:
    with pytest.raises(Malformed) as refused:
        odds(laid.table, laid.declarations[0], given=given)

    assert str(refused.value).startswith(says)
    assert str(pickle.loads(pickle.dumps(refused.value))) == str(refused.value)


def test_dice_beyond_those_of_the_first_declaration_are_for_the_next(laid: Scenario) -> None:
    twice = (laid.declarations[0], declaration(laid.table, who="kal", action="move", path=[{"leap": [4, 4]}]))
    found = odds(laid.table, twice, given=[6, 1])

    assert found.over("safe", ("kal",)) == {False: 1}


def test_dice_of_a_declaration_that_is_refused_anyway_are_no_matter(laid: Scenario) -> None:
    walk = declaration(laid.table, who="kal", action="move", path=[[9, 4]])

    assert odds(laid.table, walk, given=[6]).over("verdict") == {"illegal": 1}


def test_a_text_is_no_list_of_dice(laid: Scenario) -> None:
    with pytest.raises(TypeError, match="takes a list of dice and answers"):
        odds(laid.table, laid.declarations[0], given="5")


def test_a_plan_without_declarations_is_refused(laid: Scenario) -> None:
    with pytest.raises(Malformed, match="plan: There are no declarations"):
        odds(laid.table, ())
    with pytest.raises(Malformed, match="plan: There are no declarations"):
        simulate(laid.table, (), 10)


def test_whoever_falls_cannot_go_on(laid: Scenario) -> None:
    found = odds(laid.table, laid.declarations)
    assert found.over("verdict") == {"legal": Fraction(1, 2), "illegal": Fraction(1, 2)}
    assert {way.end.reached for way in found.ways} == {1, 2}


SHOCKED = """
ruleset: wh40k-10e
board: [30, 30]
models:
  - {id: ana, base: 32, at: [10, 10], side: a, status: [battle-shocked], profile: {M: 6, W: 1}}
  - {id: foe, base: 32, at: [11.5, 10], side: b, profile: {M: 6, W: 1}}
declare:
  - {who: ana, action: fall-back, path: [[5, 10]]}
"""


def test_a_model_that_is_lost_stops_short_in_the_odds_as_in_the_move() -> None:
    scene = loads(SHOCKED)
    declared = scene.declarations[0]
    moved = Counter(move(scene.table, declared, script([face])).verdict for face in range(1, 7))
    expected = {verdict: Fraction(times, 6) for verdict, times in moved.items()}
    assert expected == {"legal": Fraction(2, 3), "stopped-short": Fraction(1, 3)}
    assert odds(scene.table, declared).over("verdict") == expected
    played = simulate(scene.table, declared, 300, asked="verdict")
    assert set(played.seen) == set(expected)


def test_the_best_choice_is_made_if_somebody_wants_something(laid: Scenario) -> None:
    # Kal may stay at the edge: whoever wants no damage does.
    assert odds(laid.table, laid.declarations[0], choose=("least", "damage")).mean("damage") == 0
    worst = odds(laid.table, laid.declarations[0], choose=("most", "damage"))
    assert worst.mean("damage") == odds(laid.table, laid.declarations[0]).mean("damage") > 0


def test_what_was_not_looked_at_is_said_to_be(laid: Scenario) -> None:
    found = odds(laid.table, laid.declarations, most=12)
    assert 0 < found.unresolved < 1
    assert found.unresolved + sum(way.chance for way in found.ways) == 1
    nothing = odds(laid.table, laid.declarations, cancelled=lambda: True)
    assert nothing.unresolved == 1
    assert nothing.ways == ()


def test_questions_that_nobody_knows_are_refused_with_what_there_is(laid: Scenario) -> None:
    found = odds(laid.table, laid.declarations)
    with pytest.raises(NoSuchQuestion, match="did you mean 'losses'"):
        found.over("loses")
    with pytest.raises(ValueError, match="aren't numbers"):
        found.mean("end")
    with pytest.raises(Malformed, match="mvoe"):
        odds(laid.table, Declaration("mvoe", ("kal",)))


def test_a_counter_of_the_ruleset_can_be_asked_about_before_any_model_has_it() -> None:
    march = loads("""
    ruleset: dark-heresy-2e
    characters: {vex: {T: 35, WP: 33, Ag: 41}}
    declare: [{who: vex, action: journey, hours: 15}]
    """)
    found = odds(march.table, march.declarations).over("march-fatigue")
    assert {answer: Fraction(chance) for answer, chance in found.items()} == {
        0: Fraction(35, 100) * Fraction(25, 100),
        1: Fraction(35, 100) * Fraction(75, 100) + Fraction(65, 100) * Fraction(25, 100),
        2: Fraction(65, 100) * Fraction(75, 100),
    }


@pytest.mark.parametrize("asked", ["status", "losses", "damage", "wounds-lost", "safe", "place", "end"])
def test_simulation_agrees_with_the_odds(laid: Scenario, asked: str) -> None:
    exact = odds(laid.table, laid.declarations).over(asked)
    played = simulate(laid.table, laid.declarations, 4_000, asked=asked, seed="agree")
    assert set(played.seen) <= set(exact)
    for answer, chance in exact.items():
        low, high = played.interval(answer)
        assert low <= chance <= high, answer


@pytest.fixture
def many_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes are started after the first runs, however little is left."""
    monkeypatch.setattr(simulating, "WORTH_PROCESSES", -1)
    monkeypatch.setattr(simulating, "PACE", 1e-4)


def test_simulation_does_not_depend_on_who_works_on_it(laid: Scenario, many_processes: None) -> None:
    before = active_children()
    one = simulate(laid.table, laid.declarations, 600, seed="same")
    two = simulate(laid.table, laid.declarations, 600, seed="same", workers=2)
    assert one == two
    assert list(one.seen) == list(two.seen)
    assert one.runs == sum(one.seen.values()) == 600
    assert active_children() == before


@pytest.mark.parametrize("workers", [1, 2])
def test_what_was_played_until_an_interruption_is_known(
    laid: Scenario, many_processes: None, workers: int
) -> None:
    before, told = active_children(), []

    def progress(count: int) -> None:
        told.append(count)
        if len(told) == 4:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as interrupted:
        simulate(laid.table, laid.declarations, 10**9, workers=workers, progress=progress)

    so_far = interrupted.value.so_far
    assert so_far is not None
    assert so_far.runs == sum(so_far.seen.values()) == sum(told)
    assert active_children() == before


def test_the_estimate_is_of_the_right_size(laid: Scenario) -> None:
    raw = sum(1 for _ in leaves(laid.table, laid.declarations[0]))
    assert raw / 4 <= estimate(laid.table, laid.declarations[0]) <= raw * 8


def test_in_haste_nobody_waits_for_more_ways_than_can_be_looked_at() -> None:
    pile_up = load(Path("examples/pile-up.yaml"))
    turns = count()
    found = odds(pile_up.table, pile_up.declarations, hasty=True, cancelled=lambda: next(turns) > 5_000)

    assert next(turns) < 2_000
    assert found.unresolved > Fraction(9, 10)
    assert sum(way.chance for way in found.ways) + found.unresolved == 1
    # Those that were looked at are the likeliest.
    patient = odds(pile_up.table, pile_up.declarations, most=4 * next(turns))
    assert {way.end.after.digest for way in found.ways} <= {way.end.after.digest for way in patient.ways}


def test_haste_changes_nothing_where_all_ways_can_be_looked_at(laid: Scenario) -> None:
    assert (
        odds(laid.table, laid.declarations, hasty=True).over() == odds(laid.table, laid.declarations).over()
    )


RUNNING = """
ruleset: dark-heresy-2e
scale: 1
board: [80, 40]
terrain: {{ice: {{area: {{rect: [34, 18, 6, 4]}}, traits: {{dark-heresy-2e: {{treacherous: mud}}}}}}}}
options: {{gravity: {gravity}}}
models: {{vex: {{base: 25.4, at: [30, 20], side: a, profile: {{S: 42, T: 35, Ag: 41, Per: 30, WP: 33, BS: 35}}}}}}
declare: [{{who: vex, action: run, path: [[42, 20]]{more}}}]
"""


@pytest.mark.parametrize(
    ("gravity", "more", "ways"),
    # Who stays on its feet, and ten directions of drifting; or where it goes down, if the GM has decided that.
    [("zero", "", 11), ("normal", ", fall_point: 5", 2)],
)
def test_failures_whose_degrees_make_no_difference_are_looked_at_once(
    gravity: str, more: str, ways: int
) -> None:
    running, turns = loads(RUNNING.format(gravity=gravity, more=more)), count()
    found = odds(running.table, running.declarations, cancelled=lambda: next(turns) < 0)

    assert sum(way.chance for way in found.ways) == 1
    assert next(turns) == ways


INTO_THE_VAT = """
ruleset: necromunda-2023
board: [40, 40]
terrain: {{vat: {{area: {{rect: [14, 5, 2, 20]}}, tags: [dangerous]}}}}
models:
  rig:
    hull: [4, 3]
    height: 2
    at: [10, 10]
    facing: 90
    side: a
    keywords: [vehicle]
    profile: {{M: 8, handling: 6, locomotion: {locomotion}, front: 6, side: 5, rear: 4, hp: 4}}
declare: [{{who: rig, action: move, path: [[16, 10]]}}]
"""


@pytest.mark.parametrize("asked", ["safe", "damage", "hull-points-lost", "drive-damage"])
def test_harm_to_vehicles_counts(asked: str) -> None:
    vat = loads(INTO_THE_VAT.format(locomotion="Wheeled"))
    found = odds(vat.table, vat.declarations, most=200).over(asked, ("rig",))
    # A Handling of 6+ on two dice.
    assert found[True if asked == "safe" else 0] == Fraction(13, 18)
    hovers = loads(INTO_THE_VAT.format(locomotion="Skimmer"))
    assert odds(hovers.table, hovers.declarations).over(asked, ("rig",)) == {asked == "safe" or 0: 1}
