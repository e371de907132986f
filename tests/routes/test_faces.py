"""Every face gives one answer: a reach, a route, their JSON, the command line and the server, just inside and just outside the budget."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import surefoot
from surefoot.answers.movement import route_data
from surefoot.cli.app import app
from surefoot.geometry.tolerance import TOLERANCE
from surefoot.server.limits import Limits
from surefoot.server.questions import Route as Asked
from tests.command_line import CliRunner

FIGHTER = """
ruleset: necromunda-classic
board: [24, 16]
terrain:
  mud: {area: [[10, 5], [14, 6], [13, 11], [9, 9]], tags: [difficult]}
  pipe: {obstacle: {rect: [7, 10, 3, 0.5]}, height: 0.75, tags: [obstacle]}
  wall: {wall: {rect: [11, 3, 0.5, 3]}, height: 3}
models:
  me: {base: 25, at: [8, 7], height: 1.5, side: red, profile: {M: 6, I: 4, T: 3, W: 1}}
  foe: {base: 25, at: [5, 10], height: 1.5, side: blue, profile: {M: 4, I: 4, T: 3, W: 1}}
"""
HULL = """
ruleset: wh40k-10e
board: [60, 44]
terrain: {ruin: {wall: {rect: [25, 18, 1, 6]}, height: 6}}
models: {me: {hull: [4.5, 3], at: [20, 20], facing: 90, side: red, keywords: [Vehicle], profile: {M: 8}}}
"""
UNIT = """
ruleset: wh40k-10e
board: [40, 22]
terrain: {ruin: {wall: {rect: [9, 6, 1, 4]}, height: 6}}
models:
  - {id: one, base: 32, height: 1.5, at: [5, 8], side: red, unit: me, profile: {M: 6}}
  - {id: two, base: 32, height: 1.5, at: [5, 10], side: red, unit: me, profile: {M: 6}}
units: [{id: me, models: [one, two]}]
"""
# How near to its price a budget decides.
CASES = {"fighter": (FIGHTER, 0.0006), "hull": (HULL, 0.01), "unit": (UNIT, 0.01)}


@pytest.mark.parametrize("mover", CASES)
def test_just_inside_and_just_outside_the_budget_all_faces_agree(mover: str, tmp_path: Path) -> None:
    text, off = CASES[mover]
    file = tmp_path / "table.yaml"
    file.write_text(text, encoding="utf-8")
    table = surefoot.loads(text).table
    dice, asked = random.Random(mover), 0
    field = surefoot.reach(table, "me")
    x, y = table.pose("one" if mover == "unit" else "me")[:2]
    while asked < 4:
        to = round(x + dice.uniform(-6, 6), 6), round(y + dice.uniform(-6, 6), 6)
        if field.says(*to) != "yes":
            continue
        asked += 1
        way = surefoot.route(table, "me", to)
        assert way.found, to
        for more in (off, -off):
            budget = round(way.used + more, 6)
            said = surefoot.reach(table, "me", budget=budget).says(*to)
            found = surefoot.route(table, "me", to, budget=budget)
            # Within the error a reach leaves it open.
            assert said == "within the error" or (said == "yes") == found.found, (to, budget)
            assert found.found or more < 0, (to, budget)
            assert not found.found or found.used <= budget + TOLERANCE, (to, budget)
            told = json.loads(json.dumps(route_data(found)))
            given = ["--who", "me", "--to", f"{to[0]},{to[1]}", "--budget", str(budget), "--json"]
            shown = CliRunner().invoke(app, ["route", str(file), *given])
            sent = Asked(scenario=text, who="me", to=to, budget=budget).answer(Limits())
            for other in (json.loads(shown.stdout), json.loads(json.dumps(sent))):
                assert [other[key] for key in ("found", "cost", "budget")] == [
                    told[key] for key in ("found", "cost", "budget")
                ]
