"""What a model, a unit and the clock can do now, and why not the rest."""

from __future__ import annotations

import surefoot
from surefoot.answers.actions import actions_data, targets_data

CARRIER = """
ruleset: wh40k-10e
board: [30, 22]
clock: {side: blue, phase: PHASE}
units:
  - {id: squad, of: soldier, base: 32, count: 5, formation: [5, 1], at: [5, 9], side: blue, keywords: [Infantry],
     profile: {M: 6}}
models:
  - {id: rhino, hull: [5, 3], at: [8, 17], facing: 90, side: blue, keywords: [Vehicle, Transport], profile: {M: 12},
     traits: {wh40k-10e: {capacity: {maximum: 12, allowed: [Infantry]}}}}
  - {id: brute, base: 60, at: [26, 16], side: red, keywords: [Monster], profile: {M: 8}}
"""


def test_the_clock_offers_only_what_can_be_done_now() -> None:
    for phase, allowed in (("command", False), ("movement", True)):
        ticks = actions_data(surefoot.loads(CARRIER.replace("PHASE", phase)).table, "")["actions"]
        (step,) = [each for each in ticks if each["name"] == "end-step"]
        assert step["allowed"] is allowed
        assert bool(step["why_not"]) is not allowed
        assert any(each["name"] == "end-phase" and each["allowed"] for each in ticks)


def test_without_a_target_the_nearest_model_says_why_not() -> None:
    table = surefoot.loads(CARRIER.replace("PHASE", "movement")).table
    said = targets_data(table, "squad", "embark")
    assert said["targets"] == []
    assert said["nearest"]["target"] == "rhino"
    assert "only embark after a Normal move" in said["nearest"]["reasons"][0]["says"]


def test_an_action_says_which_legs_it_is_made_for() -> None:
    table = surefoot.loads(
        "ruleset: dark-heresy-2e\nscale: 1\nboard: [20, 20]\n"
        "models: {vex: {base: 25, at: [5, 5], side: a, profile: {S: 40, T: 40, Ag: 40}}}"
    ).table
    legs = {each["name"]: each["legs"] for each in actions_data(table, "vex")["actions"]}
    assert set(legs["climb"]) == {"climb", "link"}
    assert legs["full-move"] == []
