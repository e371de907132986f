"""What refusals of Gemini say."""

from __future__ import annotations

from typing import Any

import pytest

from surefoot.testing.play import play

KAL = {"base": 25.4, "at": [10, 5.3], "height": 1.5, "facing": 0, "side": "a", "profile": {"M": 4, "ap": 1}}
WALL = {"wall": {"wall": [[0, 6], [30, 6]], "width": 0.25, "height": 1.6, "tags": ["rough-stone"]}}


def said(path: list[Any], action: str = "move", terrain: dict[str, Any] | None = None) -> list[str]:
    """The reasons against a path of Kal."""
    declaration = {"who": "kal", "action": action, "path": path}
    case = {"board": [30, 30], "models": {"kal": KAL}, "terrain": terrain or {}, "declare": [declaration]}
    return [each["says"] for each in play("gemini-arap", case).shown[0]["reasons"]]


def test_a_climb_without_the_action_points_says_so_and_why_it_takes_two() -> None:
    assert said([{"climb": [10, 6.7]}], "climb", WALL) == [
        "Kal needs 2 Action Points and has 1 left",
        "A climb takes two actions",
    ]


@pytest.mark.parametrize(
    ("leg", "why"),
    [
        ([10, 9.4], ""),
        ({"to": [10, 7.4], "manner": "crawl"}, " (Crawling costs double)"),
        ({"to": [10, 3.2], "manner": "backwards"}, " (Walking backwards costs double)"),
        ([10, 1.7], " (Further turning costs half inches)"),
    ],
)
def test_movement_that_runs_out_early_says_by_which_rule(leg: Any, why: str) -> None:
    (reason,) = said([leg])
    assert reason.startswith("The path is ")
    assert reason.partition("″ (")[2] == why.removeprefix(" (")


def test_every_rule_that_costs_movement_is_named_once() -> None:
    jungle = {"jungle": {"area": {"rect": [0, 0, 30, 30]}, "tags": ["dense-jungle"]}}
    (reason,) = said([{"to": [13, 5.3], "manner": "sideways"}], terrain=jungle)
    assert reason.endswith("(Sidestepping costs half an inch; Difficult Ground costs two per inch)")
