"""The exact odds of every chain of dice on the ground are what playing it many times shows."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import Any

import pytest

import surefoot

RUNS = 1500
STREET = """
ruleset: gemini-arap
options: {variable_terrain: true}
board: [30, 30]
terrain:
  rubble: {area: {rect: [0, 20, 30, 10]}, tags: [variable]}
  mines: {area: {rect: [0, 8, 8, 8]}, traits: {gemini-arap: {dangerous: {kind: minefield, effect: {hits: D3, strength: 4}}}}}
  snakes: {area: {rect: [8, 8, 8, 8]}, traits: {gemini-arap: {dangerous: {effect: stop}}}}
  jungle: {area: {rect: [16, 8, 8, 8]}, tags: [dense-jungle]}
models:
  kal: {base: 25.4, at: AT, side: a, keywords: KEYWORDS, profile: {M: 4, I: 4, BS: 3, T: 3, W: 2, ap: 3, weapons: [{name: gun, kind: assault, shotgun: true}]}}
  foe: {base: 25.4, at: FOE, side: b, status: [in-cover], profile: {M: 4, I: 3}}
  m1: {base: 25.4, at: [26, 2], side: b, unit: mob, keywords: [leader], profile: {Ld: 8}}
  m2: {base: 25.4, at: [28, 2], side: b, unit: mob, profile: {Ld: 6}}
  m3: {base: 25.4, at: [26, 9], side: b, unit: mob, profile: {Ld: 7}}
  m4: {base: 25.4, at: [28, 9], side: b, unit: mob, profile: {Ld: 6}}
  m5: {base: 25.4, at: [28, 14], side: b, unit: mob, profile: {Ld: 6}}
units: {mob: {models: [m1, m2, m3, m4, m5], keywords: [mob]}}
declare: DECLARED
"""


def laid(declared: str, at: str = "[12, 4]", keywords: str = "[]", foe: str = "[1, 1]") -> surefoot.Scenario:
    """The street with one figure somewhere and one thing declared."""
    text = STREET.replace("AT", at).replace("KEYWORDS", keywords).replace("FOE", foe)
    return surefoot.loads(text.replace("DECLARED", declared))


MOVE = "[{who: kal, action: move, moves: 2, path: [[X, 11]]}]"
CHAINS: dict[str, tuple[surefoot.Scenario, str, dict[Hashable, Fraction]]] = {
    "a mine": (
        laid("[{who: kal, action: move, path: [[4, 8]]}]", "[4, 4]"),
        "safe",
        {
            True: Fraction(1, 2)
            + Fraction(1, 2) * Fraction(1, 3) * (1 + Fraction(1, 3) + Fraction(1, 9)) * Fraction(1, 3)
        },
    ),
    "two dice among snakes": (laid(MOVE.replace("X", "12")), "safe", {True: Fraction(25, 36)}),
    "one die among snakes": (
        laid("[{who: kal, action: move, moves: 2, path: [[12, 10]]}]"),
        "safe",
        {True: Fraction(5, 6)},
    ),
    "Fleet": (
        laid("[{who: kal, action: move, moves: 2, path: [[20, 13]]}]", "[20, 5]", "[fleet]"),
        "safe",
        {True: Fraction(4, 6)},
    ),
    "tactics": (
        laid("[{who: kal, action: tactical, path: [[26, 24]]}]", "[26, 20]"),
        "safe",
        {True: Fraction(3, 6)},
    ),
    "rubble": (
        laid("[{who: kal, action: move, path: [[12, 25]]}]", "[12, 21]"),
        "safe",
        {True: Fraction(7, 16)},
    ),
    "a crawl through rubble": (
        laid("[{who: kal, action: move, path: [{to: [12, 22.5], manner: crawl}]}]", "[12, 21]"),
        "end",
        {"Kal at 12, 22.5, Prone": Fraction(2, 4)},
    ),
    "a charge through rubble": (
        laid("[{who: kal, action: charge, target: foe, path: [[12, 28]]}]", "[12, 21]", foe="[12, 28]"),
        "safe",
        {True: Fraction(12, 16)},
    ),
    "a Fleet charge": (
        laid(
            "[{who: kal, action: charge, target: foe, path: [[26, 28]]}]", "[26, 16]", "[fleet]", "[26, 28]"
        ),
        "safe",
        {},
    ),
    "a Morale Check of a mob": (
        laid("[{happen: casualties, who: [m2, m5]}]"),
        "status",
        {},
    ),
}


@pytest.mark.parametrize("name", CHAINS)
def test_simulation_agrees_with_the_exact_odds(name: str) -> None:
    scenario, asked, known = CHAINS[name]
    who: tuple[str, ...] = ("m1", "m3", "m4") if asked == "status" else ()
    exact: dict[Any, Fraction] = surefoot.odds(scenario.table, scenario.declarations).over(asked, who)
    assert sum(exact.values()) == 1
    assert len(exact) > 1
    for state, chance in known.items():
        assert exact[state] == chance
    played = surefoot.simulate(scenario.table, scenario.declarations, RUNS, asked=asked, who=who, seed=name)
    for state, chance in exact.items():
        low, high = played.interval(state)
        assert low <= chance <= high, (state, chance)


def test_each_group_of_a_mob_has_the_odds_of_its_ld() -> None:
    scenario, _, _ = CHAINS["a Morale Check of a mob"]
    states = surefoot.odds(scenario.table, scenario.declarations)
    below = {6: Fraction(15, 36), 7: Fraction(21, 36), 8: Fraction(26, 36)}
    # With its neighbour gone the leader stands alone, which costs it a point.
    for who, ld in {"m1": 8 - 1, "m3": 7, "m4": 6}.items():
        assert states.over("status", (who,))[f"{who.upper()}: unharmed"] == below[ld]


def test_a_shotgun_from_the_hip_at_cover_hits_on_a_six() -> None:
    fire = "[{who: kal, action: charge, target: foe, fire: gun, path: [[2, 6]]}]"
    scenario = laid(fire, "[2, 1]", foe="[2, 7]")
    outcome = surefoot.check(scenario.table, scenario.declarations[0])
    assert [(test.what, test.odds) for test in outcome.tests] == [("charging fire", Fraction(1, 6))]
