"""Feats: the odds of one leap or climb of one scavenger, without a table of your own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from surefoot import author as sf

SCRAP = sf.Input(
    "scrap", sf.say("Run-up over scrap"), "switch", default=False, says="Loose scrap before the edge."
)
RUN_UP = sf.Input("run_up", sf.say("Run-up"), default=0, most=6, unit="″", says="Inches to the edge.")


def table(asked: sf.Attempt) -> Mapping[str, Any]:
    """The small table for a feat, as the data of a scenario."""
    run_up, far = asked.circumstances["run_up"], 10 + asked.amount
    start: dict[str, Any] = {"base": 25, "side": "a", "profile": dict(asked.profile)}
    ledge: dict[str, Any] = {"platform": {"rect": [10, 0, 10, 8]}, "z": asked.amount, "under": "solid"}
    edge = {
        "this-side": {"platform": {"rect": [0, 0, 10, 8]}, "z": 2},
        "far-side": {"platform": {"rect": [far, 0, 20 - far, 8]}, "z": 2},
    }
    scrap = {"scrap": {"area": {"rect": [0, 0, 10, 8]}, "tags": ["scrap"]}}
    terrain: dict[str, Any] = edge if asked.feat == "leap" else {"ledge": ledge}
    leg = {"leap": [far + 0.5, 4]} if asked.feat == "leap" else {"climb": [10.5, 4]}
    return {
        "ruleset": "scrapyard",
        "board": [20, 8],
        "terrain": terrain | (scrap if asked.circumstances["scrap"] else {}),
        "models": {
            asked.name: start
            | {"at": [9.4 - run_up, 4]}
            | ({"on": "this-side"} if asked.feat == "leap" else {})
        },
        "declare": [{"who": asked.name, "action": "move", "path": [leg]}],
    }


FEATS = sf.Feats(
    feats=(
        sf.Task(
            "leap",
            sf.say("Leap"),
            (sf.Input("amount", sf.say("Gap"), default=2, unit="″"),),
            (RUN_UP, SCRAP),
        ),
        sf.Task(
            "climb",
            sf.say("Climb"),
            (sf.Input("amount", sf.say("Height"), default=3, unit="″"),),
            (RUN_UP, SCRAP),
        ),
    ),
    table=table,
    who=(
        sf.Input("speed", sf.say("Speed"), "whole", default=6, least=1, most=12),
        sf.Input("points", sf.say("Action points"), "whole", default=2, least=1, most=4),
    ),
    example={"name": "Rook", "speed": 6, "points": 2},
    commands=("feat leap 2 --ruleset scrapyard --who 'rook: speed 6 points 2' --run-up 1",),
)
