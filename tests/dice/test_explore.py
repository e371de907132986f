"""Exact odds: against enumeration, with and without merging and memory, and against simulation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from math import sqrt
from typing import Any

import pytest
from tests import tiny
from tests.dice.enumeration import collected, ending, enumerated
from tests.dice.procedures import MADE, Made, nested, refused_inside, stuck_inside
from tests.tiny.rules import hurt

from surefoot.dice.branches import faces_apart
from surefoot.dice.explore import Explorer, Leaf, Simulated, TooMany
from surefoot.dice.host import Game, Run, Step, drive, run_nested
from surefoot.dice.pool import D6, D100, Dice
from surefoot.dice.readings import AtLeast, Total
from surefoot.dice.requests import Chain, Procedure, Roll, Sub, do, passed, roll, sub
from surefoot.dice.responders import Seeded
from surefoot.table.effects import Counted

made = pytest.mark.parametrize("start", MADE.values(), ids=MADE)


@dataclass
class Forgetful(Explorer):
    """The odds without memory: nested procedures are run in line, over and over."""

    def nested(self, request: Sub | Chain, game: Game, steps: list[Step]) -> Any:
        return run_nested(request, game, self, steps)


def leaves(start: Made, explorer: Explorer | None = None) -> list[Leaf]:
    return list((explorer or Explorer()).leaves(start, tiny.table()))


@made
def test_odds_equal_every_throw_of_every_die(start: Made) -> None:
    assert collected(leaves(start)) == enumerated(start, tiny.table())


@made
def test_the_mass_of_all_leaves_is_exactly_one(start: Made) -> None:
    assert sum((leaf.chance for leaf in leaves(start)), Fraction(0)) == 1


@made
def test_merged_readings_give_the_same_odds_as_faces_apart(start: Made) -> None:
    apart = leaves(start, Explorer(faces_apart))

    assert collected(apart) == collected(leaves(start))
    assert len(apart) >= len(leaves(start))


@made
def test_odds_are_the_same_without_memory_for_nested_procedures(start: Made) -> None:
    assert collected(leaves(start, Forgetful())) == collected(leaves(start))
    assert collected(leaves(start, Forgetful(faces_apart))) == collected(leaves(start))


@made
def test_a_leaf_tells_the_same_story_with_and_without_memory(start: Made) -> None:
    def told(explorer: Explorer) -> dict[Any, Fraction]:
        stories: dict[Any, Fraction] = {}
        for leaf in leaves(start, explorer):
            stories[leaf.run.steps] = stories.get(leaf.run.steps, Fraction(0)) + leaf.chance
        return stories

    assert told(Forgetful()) == told(Explorer())


@made
def test_the_same_explorer_gives_the_same_leaves_twice(start: Made) -> None:
    explorer = Explorer()

    def told() -> list[Any]:
        return [(leaf.chance, leaf.run.steps, ending(leaf.run)) for leaf in leaves(start, explorer)]

    assert told() == told()


def kept_apart(run: Run) -> Hashable:
    """How a run ended, as far as these procedures can differ: quicker than the digest of a whole table."""
    table = run.table
    return run.result, run.breaks, table.models.scene, table.models.rest, table.notes.scene


@pytest.mark.parametrize("runs", [40_000, pytest.param(200_000, marks=pytest.mark.campaign)])
@pytest.mark.parametrize("name", ["leap", "chained"])
def test_odds_equal_a_simulation_within_five_sigma(name: str, runs: int) -> None:
    table, start = tiny.table(), MADE[name]
    dice = Simulated(Seeded(f"simulation of {name}"))
    counted = Counter(kept_apart(drive(start, table, dice)) for _ in range(runs))
    expected: dict[Hashable, Fraction] = {}
    for leaf in leaves(start):
        key = kept_apart(leaf.run)
        expected[key] = expected.get(key, Fraction(0)) + leaf.chance

    assert len(expected) > 2
    assert set(counted) <= set(expected)
    for key, share in expected.items():
        sigma = sqrt(runs * share * (1 - share))
        assert abs(counted[key] - runs * share) <= 5 * sigma, (key, counted[key], float(runs * share))


def test_the_odds_of_a_leap_are_those_worked_out_by_hand() -> None:
    # A save fails on four faces of six; after D3 hits nobody is wounded if all are saved.
    unhurt = sum(Fraction(1, 3) * Fraction(1, 3) ** hits for hits in (1, 2, 3))
    prone = [leaf for leaf in leaves(MADE["leap"]) if leaf.run.table.models["ana"].is_("prone")]
    wounded = [leaf for leaf in prone if leaf.run.table.models["ana"].counted("wounds")]

    assert sum(leaf.chance for leaf in prone) == Fraction(1, 2)
    assert sum(leaf.chance for leaf in wounded) == Fraction(1, 2) * (1 - unhurt)


def test_a_nested_procedure_is_explored_once_for_equal_facts() -> None:
    calls: Counter[str] = Counter()

    def counted(who: str) -> Procedure[int]:
        calls[who] += 1
        return (yield from hurt(who))

    def start(game: Game) -> Procedure[int]:
        total = 0
        for who in ("ana", "bo", "ana"):
            total += yield from sub(counted, who)
        return total

    memorised = leaves(start)
    once = Counter(calls)
    calls.clear()
    forgetful = leaves(start, Forgetful())

    # hurt has 14 ways to go; each nested procedure is run once for each of them.
    assert once == {"ana": 14, "bo": 14}
    assert calls["ana"] > 100 * once["ana"]
    assert collected(memorised) == collected(forgetful)


def test_effects_inside_a_nested_procedure_reach_the_table() -> None:
    wounds = {leaf.run.table.models["ana"].counted("wounds") for leaf in leaves(nested)}

    assert wounds == {0, 1, 2, 3, 4}
    for leaf in leaves(nested):
        assert leaf.run.table.models["ana"].counted("wounds") == sum(leaf.run.result)


def test_a_refusal_inside_a_nested_procedure_takes_only_its_own_branch() -> None:
    refused = sum(leaf.chance for leaf in leaves(refused_inside) if leaf.run.refused)

    assert refused == 1 - Fraction(5, 6) * Fraction(4, 6)


def test_a_missing_answer_inside_a_nested_procedure_takes_only_its_own_branch() -> None:
    stuck = [leaf for leaf in leaves(stuck_inside) if leaf.run.unanswered is not None]

    assert sum(leaf.chance for leaf in stuck) == Fraction(1, 6)
    assert [leaf.run.unanswered.request.what for leaf in stuck if leaf.run.unanswered] == ["where to"]


def test_what_a_nested_procedure_does_is_blind_until_its_branch_is_taken() -> None:
    seen: list[int] = []

    def start(game: Game) -> Procedure[None]:
        def looks() -> Procedure[None]:
            yield from do(Counted("ana", "looks", 1), "x.y")
            seen.append(game.now.models["ana"].counted("looks"))

        yield from sub(looks)
        seen.append(game.now.models["ana"].counted("looks"))

    leaves(start)

    assert seen == [0, 1]


def test_preview_follows_the_hope_and_forks_over_amounts_alone() -> None:
    hopeful = leaves(MADE["leap"], Explorer(hopeful=True))
    amounts = leaves(MADE["dash"], Explorer(hopeful=True))

    assert [(leaf.chance, leaf.run.result) for leaf in hopeful] == [(1, True)]
    assert [(leaf.chance, leaf.run.result) for leaf in amounts] == [(Fraction(1, 6), n) for n in range(1, 7)]


def test_preview_weighs_amounts_inside_nested_procedures_too() -> None:
    found = leaves(nested, Explorer(hopeful=True))

    # Two results of the damage die, twice; the saves are all hoped for.
    assert sorted(leaf.chance for leaf in found) == [Fraction(1, 4)] * 4
    assert {leaf.run.result for leaf in found} == {(0, 0)}


def test_preview_leaves_an_amount_with_too_many_results_open() -> None:
    def start(game: Game) -> Procedure[int]:
        return int((yield from roll(Roll("how far", D100, Total(), "ana", ("x.y",)))))

    def inside() -> Procedure[int]:
        return int((yield from roll(Roll("how far", D6, Total(), "ana", ("x.y",)))))

    def with_inside(game: Game) -> Procedure[int]:
        return (yield from sub(inside))

    [leaf] = leaves(start, Explorer(hopeful=True))
    assert leaf.run.unanswered is not None
    assert "how far has too many results" in str(leaf.run.unanswered)
    [leaf] = leaves(with_inside, Explorer(hopeful=True, most_forks=5))
    assert leaf.run.unanswered is not None


def test_a_hope_that_no_face_fulfils_is_followed_as_a_failure() -> None:
    def start(game: Game) -> Procedure[bool]:
        return (yield from passed(Roll("never", D6, AtLeast(7), "ana", ("x.y",), hope=True)))

    [leaf] = leaves(start, Explorer(hopeful=True))

    assert (leaf.chance, leaf.run.result) == (1, False)


def test_the_order_in_which_dice_fall_means_nothing_in_odds_or_in_play() -> None:
    @dataclass(frozen=True)
    class First:
        def __call__(self, faces: tuple[int, ...]) -> int:
            return faces[0]

        def needs(self) -> str:
            return ""

    def start(game: Game) -> Procedure[int]:
        return int((yield from roll(Roll("first", Dice(2, 6), First(), "ana", ("x.y",)))))

    table = tiny.table()
    runs = 20_000
    counted = Counter(drive(start, table, Seeded(f"order {n}")).result for n in range(runs))

    for leaf in leaves(start):
        sigma = sqrt(runs * leaf.chance * (1 - leaf.chance))
        assert abs(counted[leaf.run.result] - runs * leaf.chance) <= 5 * sigma


def test_a_preview_follows_what_an_amount_is_assumed_to_be() -> None:
    def location(game: Game) -> Procedure[Any]:
        return (yield from roll(Roll("location", D6, Total(), "kal", ("tiny.one",), assume=4)))

    assert [leaf.run.result for leaf in leaves(location, Explorer(hopeful=True))] == [4]
    assert sorted(leaf.run.result for leaf in leaves(location)) == [1, 2, 3, 4, 5, 6]


@made
def test_the_likeliest_ways_first_are_the_same_ways(start: Made) -> None:
    deep = leaves(start)
    likeliest = sorted(leaves(start, Explorer(likeliest=True)), key=lambda leaf: leaf.turns)

    assert [(leaf.chance, leaf.turns) for leaf in likeliest] == [(leaf.chance, leaf.turns) for leaf in deep]


def until_six(game: Game) -> Procedure[int]:
    """Goes on for as long as no six is rolled, which has no end."""
    if (yield from passed(Roll("another", D6, AtLeast(6), "ana", ("leap.test",), hope=True))):
        return 0
    return 1 + (yield from until_six(game))


def test_of_ways_without_end_the_likeliest_are_looked_at_and_the_rest_is_missing() -> None:
    tried = count()
    found: list[Leaf] = []
    with suppress(TooMany):
        found.extend(Explorer(likeliest=True, stop=lambda: next(tried) >= 20).leaves(until_six, tiny.table()))

    # Whoever never rolls a six is followed as far as Python goes, and left; after that each way is as likely as can be.
    assert sum(leaf.chance for leaf in found) == 1 - Fraction(5, 6) ** 19
