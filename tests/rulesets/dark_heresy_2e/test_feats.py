"""The odds of every feat against counting every face of its dice, and a long march of a party."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from surefoot.dice.branches import Branches, faces_apart, readings
from surefoot.dice.explore import Explorer
from surefoot.dice.requests import Roll
from surefoot.files import scenario
from surefoot.forecast.odds import odds
from surefoot.referee.referee import check, started

HERO = {
    "S": 42,
    "T": 35,
    "Ag": 41,
    "Per": 30,
    "WP": 33,
    "Athletics": "trained",
    "abseil_gear": "rope",
    "BS": 35,
}
LIMIT_SECONDS = 2.0

TERRAIN: dict[str, Any] = {
    "roof": {"platform": {"rect": [0, 0, 20, 40]}, "z": 6, "under": "solid", "tags": ["sheer"]},
    "next": {"platform": {"rect": [24.5, 0, 10, 20]}, "z": 6, "under": "solid", "tags": ["sheer"]},
    "ledge": {"platform": {"rect": [50, 0, 10, 20]}, "z": 4, "under": "solid", "tags": ["simple"]},
    "shelf": {"platform": {"rect": [70, 0, 5, 15]}, "z": 3, "under": "solid", "tags": ["simple"]},
    "mire": {"area": {"rect": [60, 20, 20, 20]}, "tags": ["rubble"]},
    "lake": {
        "area": {"rect": [80, 0, 20, 40]},
        "tags": ["deep-water"],
        "traits": {"dark-heresy-2e": {"depth": 4, "water": "rough"}},
    },
    "cellar": {"area": {"rect": [36, 22, 20, 18]}, "tags": ["darkness"]},
}
FEATS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "standing leap": ({"at": [20, 10], "on": "roof"}, {"action": "leap", "path": [{"leap": [24.5, 10]}]}),
    "running leap": ({"at": [8, 10], "on": "roof"}, {"action": "leap", "path": [{"leap": [25, 10]}]}),
    "jump down": ({"at": [20, 30], "on": "roof"}, {"action": "jump-down", "path": [{"jump": [23, 30]}]}),
    "standing jump": ({"at": [69.5, 10]}, {"action": "jump-up", "path": [{"jump": [71, 10]}]}),
    "running jump": ({"at": [41.5, 10]}, {"action": "jump-up", "path": [[49.5, 10], {"jump": [51, 10]}]}),
    "climb": ({"at": [49.5, 10]}, {"action": "climb", "path": [{"climb": [55, 10]}], "distracted": True}),
    "sheer climb": ({"at": [20.5, 30]}, {"action": "climb", "path": [{"climb": [10, 30]}]}),
    "abseil": ({"at": [20, 30], "on": "roof"}, {"action": "abseil", "path": [{"climb": [23, 30]}]}),
    "swim": ({"at": [90, 10]}, {"action": "swim", "path": [{"swim": [92, 10]}]}),
    "lift": ({"at": [40, 10]}, {"action": "lift", "weight": 150}),
    "push": ({"at": [40, 10]}, {"action": "push", "weight": 250, "path": [[42, 10]]}),
    "throw": ({"at": [40, 10]}, {"action": "throw", "object": "drum", "surface": 6}),
    "heavy throw": ({"at": [40, 10]}, {"action": "throw", "object": "crate"}),
    "run over rubble": ({"at": [62, 30]}, {"action": "run", "path": [[74, 30]]}),
    "walk in the dark": ({"at": [46, 31]}, {"action": "full-move", "path": [[53, 31]]}),
}


@pytest.mark.parametrize("feat", FEATS)
def test_the_odds_of_a_feat_are_those_of_counting_every_face(feat: str) -> None:
    where, what = FEATS[feat]
    text = {
        "ruleset": "dark-heresy-2e",
        "scale": 1,
        "board": [100, 40],
        "terrain": TERRAIN,
        "models": {"vex": {"base": 25.4, "side": "a", "profile": HERO, **where}},
        "objects": {name: {"sort": "load", "weight": 20 if name == "drum" else 60, "carried-by": ["vex"]}}
        if (name := what.get("object"))
        else {},
        "declare": [{"who": "vex", **what}],
    }
    laid = scenario.loads(json.dumps(text), feat)
    declared = laid.declarations[0]
    first = next(test.what for test in check(laid.table, declared, nearest=False).tests)

    def every_face(request: Roll) -> Branches:
        # Later tests of a feat are the first tests of other feats.
        return faces_apart(request) if request.what == first else readings(request)

    counted: dict[str, Fraction] = {}
    for leaf in Explorer(branch=every_face).leaves(started(declared, laid.table), laid.table):
        digest = leaf.run.table.digest
        counted[digest] = counted.get(digest, Fraction(0)) + leaf.chance
    ahead = odds(laid.table, declared)
    found: dict[str, Fraction] = {}
    for way in ahead.ways:
        found[way.end.after.digest] = found.get(way.end.after.digest, Fraction(0)) + way.chance

    assert ahead.unresolved == 0
    assert found == counted
    assert len(found) > 1


def march() -> scenario.Scenario:
    party = ["vex", "tor", "sil", "kas", "jun"]
    days: list[dict[str, Any]] = []
    for _ in range(3):
        days += [
            {"who": party, "action": "journey", "hours": 16},
            {"who": party, "action": "rest", "hours": 8},
        ]
    return scenario.loads(
        json.dumps(
            {
                "ruleset": "dark-heresy-2e",
                "characters": {
                    "vex": {"Ag": 41, "T": 35, "WP": 33},
                    "tor": {"Ag": 35, "T": 42, "WP": 28},
                    "sil": {"Ag": 31, "T": 28, "WP": 40},
                    "kas": {"Ag": 45, "T": 31, "WP": 35},
                    "jun": {"Ag": 38, "T": 50, "WP": 30},
                },
                "declare": days[:-1],
            }
        )
    )


def test_the_exact_odds_of_three_days_of_forced_marching_are_found_fast() -> None:
    laid = march()
    begun = time.process_time()
    shares = {}
    for name in laid.table.models:
        plan = [replace(declared, who=(name,)) for declared in laid.declarations]
        shares[name] = odds(laid.table, plan).over("fatigue", (name,))

    assert time.process_time() - begun < LIMIT_SECONDS
    assert all(sum(each.values()) == 1 for each in shares.values())
    # The strongest is tested only in the last hour of each day, and recovers a level by sleeping.
    assert shares["jun"] == {0: Fraction(1, 2), 1: Fraction(1, 2)}


def test_the_odds_of_a_day_are_those_of_playing_every_roll_of_its_dice() -> None:
    laid = march()
    alone = replace(laid.declarations[0], who=("vex",))
    counted: dict[int, Fraction] = {}
    for leaf in Explorer().leaves(started(alone, laid.table), laid.table):
        levels = leaf.run.table.models["vex"].counted("fatigue")
        counted[levels] = counted.get(levels, Fraction(0)) + leaf.chance

    assert odds(laid.table, alone).over("fatigue", ("vex",)) == counted
    assert counted[3] == Fraction(65 * 75 * 85, 100**3)
