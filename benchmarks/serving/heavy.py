"""A question that nobody can answer in time."""

from __future__ import annotations

from typing import Any


def exploding(count: int) -> dict[str, Any]:
    """A number of fighters who all leap: each can end in five ways, n of them in five to the power of n."""
    terrain, models, declare = {}, {}, []
    for i in range(count):
        y = 4 + 3 * i
        terrain[f"near{i}"] = {"platform": {"rect": [1, y - 1.4, 5, 2.8]}, "z": 3}
        terrain[f"far{i}"] = {"platform": {"rect": [8, y - 1.4, 5, 2.8]}, "z": 3}
        profile = {"M": 6, "I": 4, "T": 3, "W": 1}
        models[f"m{i}"] = {"base": 25.4, "at": [4, y], "on": f"near{i}", "side": "blue", "profile": profile}
        declare.append({"who": f"m{i}", "action": "move", "path": [{"leap": [8.5, y]}]})
    board = [16, 3 * count + 8]
    return {
        "ruleset": "necromunda-classic",
        "board": board,
        "terrain": terrain,
        "models": models,
        "declare": declare,
    }


def endless(count: int) -> dict[str, Any]:
    """A question about their odds to the last way, which only the limit of computing time ends."""
    return {"scenario": exploding(count), "most": 1_000_000}
