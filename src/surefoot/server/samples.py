"""Example requests of the API; a test sends each of them."""

from __future__ import annotations

import json
from typing import Any

# Two gantries with a gap between them, and a fighter on one of them.
GAP: dict[str, Any] = {
    "name": "The gap",
    "ruleset": "necromunda-classic",
    "board": [16, 8],
    "terrain": [
        {"id": "near-roof", "platform": {"rect": [1, 2, 5, 4]}, "z": 3},
        {"id": "far-roof", "platform": {"rect": [8, 2, 5, 4]}, "z": 3},
    ],
    "models": [
        {
            "id": "kal",
            "base": 25.4,
            "at": [4, 4],
            "on": "near-roof",
            "side": "blue",
            "profile": {"M": 6, "I": 4, "T": 3, "W": 1},
        }
    ],
}
# The same fighter on the ground, with rubble and a wall.
YARD: dict[str, Any] = {
    "name": "The yard",
    "ruleset": "necromunda-classic",
    "board": [16, 8],
    "terrain": [
        {"id": "rubble", "area": {"rect": [5, 0, 1, 3]}, "tags": ["difficult"]},
        {"id": "wall", "wall": [[7, 0], [7, 3]], "height": 3, "width": 0.2},
    ],
    "models": [
        {"id": "kal", "base": 25.4, "at": [4, 2], "side": "blue", "profile": {"M": 6, "I": 4, "T": 3, "W": 1}}
    ],
}
# A list of two units as a table, and a map with a single wall.
LIST = "name,count,M,base\nVanguard,10,6,32\nWarden,1,8,60\n"
MAP = json.dumps(
    {
        "format": 0.3,
        "resolution": {
            "map_origin": {"x": 0, "y": 0},
            "map_size": {"x": 20, "y": 16},
            "pixels_per_grid": 50,
        },
        "line_of_sight": [[{"x": 4, "y": 4}, {"x": 12, "y": 4}]],
        "portals": [],
    }
)
# The yard with an unfinished wall: it has no height yet.
DRAFT = YARD | {"terrain": [*YARD["terrain"], {"id": "stub", "wall": [[9, 4], [12, 4]]}]}
LEAP = {"who": "kal", "action": "move", "path": [{"leap": [8.5, 4]}]}
AS_TEXT = """\
ruleset: necromunda-classic
board: [16, 8]
models:
  - {id: kal, base: 25.4, at: [4, 4], side: blue, profile: {M: 4, I: 4, T: 3, W: 1}}
declare:
  - {who: kal, action: move, path: [[7, 4]]}
"""

# The examples of each question: a summary and the body of the request.
SAMPLES: dict[str, dict[str, tuple[str, dict[str, Any]]]] = {
    "check": {
        "leap": ("A leap over a gap: its cost, its test, its odds.", {"scenario": GAP, "declare": [LEAP]}),
        "illegal": (
            "A walk into the gap: every broken clause, and the nearest legal move.",
            {"scenario": GAP, "declare": {"who": "kal", "action": "move", "path": [[9, 4]]}},
        ),
        "text": ("A scenario as YAML text.", {"scenario": AS_TEXT}),
    },
    "move": {
        "dice": (
            "A leap with the die that was rolled.",
            {"scenario": GAP, "declare": [LEAP], "dice": [{"leap": 5}]},
        ),
        "seed": ("A leap with dice from a seed.", {"scenario": GAP, "declare": [LEAP], "seed": 7}),
        "open": ("Without dice the answer ends at the open question.", {"scenario": GAP, "declare": [LEAP]}),
    },
    "reach": {
        "yard": (
            "Where Kal can move with three inches, with a contour for each inch.",
            {"scenario": YARD, "who": "kal", "budget": 3},
        )
    },
    "route": {
        "round": (
            "The cheapest path around the wall.",
            {"scenario": YARD, "who": "kal", "to": [8, 3.5]},
        ),
        "none": (
            "Too far: the cost of the cheapest path.",
            {"scenario": YARD, "who": "kal", "to": [14, 3]},
        ),
    },
    "odds": {
        "status": (
            "Kal's status after the leap.",
            {"scenario": GAP, "declare": [LEAP], "ask": "status", "who": ["kal"], "clauses": True},
        ),
        "from-here": ("With a die that was rolled.", {"scenario": GAP, "declare": [LEAP], "given": [2]}),
    },
    "ask": {
        "offered": (
            "Kal's actions now, and why others are unavailable.",
            {"scenario": GAP, "who": "kal", "question": "offered"},
        ),
        "questions": ("All questions of the ruleset.", {"scenario": GAP}),
    },
    "table": {
        "laid": ("A table without problems.", {"scenario": YARD}),
        "draft": ("An unfinished table: its valid parts and its problems.", {"scenario": DRAFT}),
    },
    "feat": {
        "leap": (
            "A leap of four and a half metres with a run-up.",
            {"feat": "leap", "amount": 4.5, "who": {"name": "vex", "S": 42, "T": 35, "Ag": 41}, "run_up": 8},
        ),
        "lift": (
            "Lifting, with the die.",
            {"feat": "lift", "amount": 150, "who": {"S": 42, "T": 35}, "dice": [15]},
        ),
    },
    "travel": {
        "road": (
            "A long day, a rest, and another day.",
            {
                "party": [{"name": "vex", "Ag": 41, "T": 35, "WP": 33}],
                "legs": [{"hours": 16}, {"rest": True, "hours": 8}, {"hours": 14, "dark": True}],
            },
        )
    },
    "armies": {
        "csv": (
            "Ten models and a transport, as a table.",
            {"file": {"name": "list.csv", "text": LIST}, "ruleset": "wh40k-10e", "assume": True},
        ),
    },
    "maps": {
        "universal-vtt": ("A map with one wall.", {"file": {"name": "hall.dd2vtt", "text": MAP}}),
    },
    "tables": {
        "army": (
            "One army on ruins.",
            {
                "ruleset": "wh40k-10e",
                "army": {"name": "list.csv", "text": LIST},
                "style": "ruins",
                "seed": 7,
            },
        ),
    },
    "deploy": {
        "near": ("Kal set up near a point.", {"scenario": YARD, "groups": [["kal"]], "near": [3, 3]}),
    },
}
