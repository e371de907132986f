"""Extreme declarations and profiles: refused by the reader of files, or answered in time and without a traceback."""

from __future__ import annotations

import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from random import Random

import pytest
from tests.kit.casts import CASTS

import surefoot
from surefoot.files.problems import FileInvalid
from surefoot.files.scenario import Scenario
from surefoot.forecast.odds import odds
from surefoot.referee.referee import check
from surefoot.referee.session import Session
from surefoot.routes.plan import find_reach
from surefoot.routes.units import unit_reach
from surefoot.testing.kit import stress
from surefoot.testing.kit.games import Answers, written
from surefoot.testing.kit.stress import Limits, TooLong, campaign, stumbles, wild_scenario, within

PLATFORM = """
ruleset: wh40k-10e
board: [40, 30]
terrain:
  deck: {platform: {rect: [8, 8, 6, 4]}, z: 4}
models:
  ana: {base: 32, at: [13, 10], on: deck, side: a, keywords: [Infantry], profile: {M: 30}}
declare:
  - {who: ana, action: normal, plan: {paths: {ana: [[14.6, 10, -4]]}}}
"""
OVER_A_FIGURE = """
ruleset: necromunda-classic
models:
  rig: {hull: [4, 2], height: 2, at: [20, 20], facing: 0, side: a, keywords: [vehicle], profile: {M: 8, handling: 6, locomotion: Wheeled, hp: 3}}
  kal: {base: 25.4, at: [20, 25], side: b, profile: {M: 5, I: 4}}
declare:
  - {who: rig, action: move, path: [[20, 28]]}
"""
GIANT = """
ruleset: gemini-arap
board: [24, 24]
models:
  kal: {base: 9999, at: [10, 4], side: a, profile: {M: 4, I: 4, ap: 3}}
"""
CRAWLED_BACK = """
ruleset: gemini-arap
board: [24, 24]
options: {variable_terrain: true}
terrain: {rubble: {area: {rect: [0, 6, 24, 14]}, tags: [difficult], traits: {gemini-arap: {variable: true}}}}
models:
  kal: {base: 25, at: [10, 5], side: a, profile: {M: 4, I: 4, ap: 3}}
declare:
  - {who: kal, action: move, path: [[10, 9]]}
  - {who: kal, action: move, path: [{to: [10, 8.5], manner: crawl}]}
"""
RAM = """
ruleset: necromunda-classic
board: [60, 60]
models:
  rig: {hull: [4, 2], height: 2, at: [20, 20], facing: 0, side: a, keywords: [vehicle], profile: {M: 8, handling: 6, locomotion: Wheeled, hp: 9999}}
  cart: {hull: [4, 2], height: 2, at: [20, 27], facing: 90, side: b, keywords: [vehicle], profile: {M: 8, handling: 6, locomotion: Wheeled, hp: 9999}}
declare:
  - {who: rig, action: ram, path: [[20, 30]]}
"""
FAST = """
ruleset: wh40k-10e
board: [60, 44]
terrain:
  ruin: {wall: {rect: [12, 8, 6, 0.3]}, height: 5}
models:
  ana: {hull: [5, 3], at: [6, 6], side: a, keywords: [Vehicle], profile: {M: 9999}}
"""
ENDURING = """
ruleset: dark-heresy-2e
scale: 1
models:
  vex: {base: 25.4, place: off, side: a, profile: {S: 42, T: 35, Ag: 41, Per: 30, WP: 33, unnatural: {T: 240}}}
declare:
  - {who: vex, action: swim-far, km: 1440}
  - {who: vex, action: swim-far, km: 1440}
"""
NIMBLE = """
ruleset: dark-heresy-2e
scale: 1
board: [60, 40]
models:
  vex: {base: 25.4, at: [20, 20], side: a, profile: {S: 42, T: 35, Ag: 1000000000000, Per: 30, WP: 33}}
"""
OUT_OF_A_PIT = """
ruleset: dark-heresy-2e
scale: 1
board: [24, 18]
terrain:
  here: {gap: {rect: [17.5, 12.5, 3.75, 2]}, depth: 2}
  there: {gap: {rect: [5.25, 2.25, 3, 3.75]}, depth: 2}
models:
  vex: {base: 25.4, at: [17.96, 14.31], on: here, side: b, profile: {S: 43, T: 66, Ag: 45, Per: 34, WP: 49}}
declare:
  - {who: vex, action: run, path: [{leap: [6.842, 3.003], on: there}]}
"""
STATIONARY = """
ruleset: wh40k-10e
board: [40, 30]
units:
  squad: {of: trooper, base: 32, count: 2, formation: [2, 1], at: [6, 6], gap: 0.4, side: a, keywords: [Infantry], profile: {M: 6}}
"""
FOUND = {
    "a path that says a height below a platform": (PLATFORM, ("check",)),
    "a vehicle over a figure where there is no board": (OVER_A_FIGURE, ("check", "odds")),
    "a base that is larger than any board": (GIANT, ("reach",)),
    "variable ground, moved on and crawled back": (CRAWLED_BACK, ("check", "odds")),
    "a ram between vehicles with thousands of hull points": (RAM, ("check", "odds")),
    "a vehicle that reaches every place": (FAST, ("reach",)),
    "a swimmer who never tires, twice": (ENDURING, ("check",)),
    "a character faster than light": (NIMBLE, ("reach",)),
    "a leap within a run, through the ground between two pits": (OUT_OF_A_PIT, ("check",)),
}
NO_LIMIT = Limits(60, 4_000_000_000)


def asked(laid: Scenario, question: str) -> None:
    """Put a question to a scenario: all its declarations, or the first action of its first model."""
    if question == "reach":
        who = next(iter(laid.table.models))
        found = find_reach(
            laid.table,
            who,
            next(each.name for each, _ in surefoot.legal_actions(laid.table, who) if each.path != "none"),
        )
        found.outlines(1.0)
    elif question == "odds":
        odds(laid.table, laid.declarations, hasty=True).over("end")
    else:
        session = Session(laid.table)
        for number, declaration in enumerate(laid.declarations):
            check(session.now, declaration)
            session.declare(declaration)
            session.play_out(Answers(str(number)))


@pytest.mark.parametrize("name", FOUND)
def test_what_once_hung_or_stumbled_is_refused_or_answered(name: str) -> None:
    text, questions = FOUND[name]
    for question in questions:
        with within(5.0):
            try:
                laid = surefoot.loads(text)
            except FileInvalid:
                continue
            asked(laid, question)


def test_what_takes_too_long_is_stopped() -> None:
    with pytest.raises(TooLong):
        forever()


def forever() -> None:
    with within(0.05):
        while True:
            pass


def test_a_unit_that_remains_stationary_reaches_only_where_it_is() -> None:
    table = surefoot.loads(STATIONARY).table
    here = table.pose("squad.1")
    field = unit_reach(table, "squad", "remain-stationary")
    field.outlines(1.0)
    assert field.model_says("squad.1", here.x + 1, here.y) == "no"
    moved = unit_reach(table, "squad", "normal")
    assert moved.model_says("squad.1", here.x + 1, here.y) == "yes"


@pytest.mark.parametrize("seed", [4, pytest.param(5, marks=pytest.mark.campaign)])
@pytest.mark.parametrize("name", CASTS)
def test_extreme_declarations_are_answered(name: str, seed: int) -> None:
    found = [each for _, each in stumbles(CASTS[name], seed, NO_LIMIT)]
    assert found
    assert [str(each) for each in found if each is not None] == []


def test_a_campaign_of_declarations_runs_in_processes_of_its_own() -> None:
    found = list(campaign(CASTS["necromunda-classic"], range(2), NO_LIMIT))
    assert sum(count for _, count, _ in found) > 10
    assert [str(each) for _, _, each in found if each is not None] == []
    assert {seed for seed, _, _ in found} == {0, 1}


def test_what_a_question_takes_too_much_time_or_memory_for_is_reported_with_its_scenario() -> None:
    found = [
        each for _, _, each in campaign(CASTS["dark-heresy-2e"], range(1), Limits(1e-6)) if each is not None
    ]
    assert "takes more than" in found[0].says
    table = {key: value for key, value in found[0].scenario.items() if key != "declare"}
    assert surefoot.loads(written(table)).table.models
    assert found[0].written().startswith("# seed 0, ")


def unreadable(table: object) -> object:
    raise ZeroDivisionError("a square without sides")


@pytest.mark.parametrize(
    ("broken", "asked_of_it"),
    [("surefoot.testing.kit.casts.loads", "read"), ("surefoot.testing.kit.stress.drawn_step", "actions")],
)
def test_an_error_while_a_table_or_a_declaration_is_drawn_is_reported_with_its_scenario(
    broken: str, asked_of_it: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broken, lambda *given: unreadable(given))
    found = [each for _, _, each in campaign(CASTS["dark-heresy-2e"], [0], NO_LIMIT) if each is not None]
    assert [each.asked for each in found] == [asked_of_it]
    assert "ZeroDivisionError: a square without sides" in found[0].says
    assert found[0].scenario["ruleset"] == "dark-heresy-2e"
    assert found[0].scenario["models"]


def sleeps(cast: object, batch: object, limits: object, out: Connection) -> None:
    time.sleep(0.3)
    out.send(("over",))


def spins(cast: object, batch: object, limits: object, out: Connection) -> None:
    while True:
        pass


@pytest.mark.parametrize(("work", "ended"), [(sleeps, []), (spins, ["could not be interrupted"])])
def test_a_process_is_ended_by_the_processor_time_that_it_takes(
    work: Callable[..., None], ended: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("_work", work), ("_LEAST", 0.05), ("_STARVED", 10_000)):
        monkeypatch.setattr(stress, name, value)
    found = [each for _, _, each in campaign(CASTS["necromunda-classic"], [0], Limits(1e-3))]
    assert [each.says.partition(" s and ")[2] for each in found if each is not None] == ended


def test_numbers_of_a_scenario_become_extreme() -> None:
    cast = CASTS["necromunda-classic"]
    drawn = [wild_scenario(cast, Random(seed)) for seed in range(20)]
    speeds = {each["profile"]["M"] for data in drawn for each in data["models"].values()}
    assert max(speeds) > 12
