"""A characteristic that the profile leaves out counts as 0, and the sentences say so."""

import surefoot

CLIMB = """
ruleset: gemini-arap
board: [24, 24]
terrain: {cliff: {platform: {rect: [8, 10.5, 4, 4]}, z: 3, under: solid, tags: [rough-stone]}}
models: {kal: {base: 25.4, at: [10, 10], profile: {M: 4, ap: 3}}}
declare: [{who: kal, action: climb, path: [{climb: [10, 11]}]}]
"""

SQUAD = """
ruleset: gemini-arap
board: [24, 24]
units: {s: {models: [s1, s2, s3, s4]}}
models:
  s1: {base: 25, at: [4, 4], side: a, unit: s, profile: {M: 4, ap: 3}}
  s2: {base: 25, at: [6, 4], side: a, unit: s, profile: {M: 4, ap: 3}}
  s3: {base: 25, at: [8, 4], side: a, unit: s, profile: {M: 4, ap: 3}}
  s4: {base: 25, at: [10, 4], side: a, unit: s, profile: {M: 4, ap: 3}}
declare: [{who: s, action: move, plan: {paths: {s1: [[4, 8]], s2: [[6, 8]]}}}]
"""


def judged(text: str) -> str:
    scenario = surefoot.loads(text)
    return str(surefoot.data(surefoot.check(scenario.table, scenario.declarations[0])))


def test_a_test_on_a_missing_characteristic_says_why_it_cannot_pass() -> None:
    assert "no I in the profile, so it counts as 0" in judged(CLIMB)
    assert "no I in the profile" not in judged(CLIMB.replace("M: 4,", "M: 4, I: 0,"))


def test_a_squad_without_initiative_is_told_what_is_missing() -> None:
    assert "add I to its profiles" in judged(SQUAD)
    assert "Its Initiative allows 1" in judged(SQUAD.replace("M: 4,", "M: 4, I: 1,"))
