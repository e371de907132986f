"""What refusals of Dark Heresy say."""

from __future__ import annotations

from typing import Any

from surefoot.testing.play import play

VEX = {"base": 25.4, "at": [10, 10], "side": "a", "profile": {"Ag": 35}}


def said(declaration: dict[str, Any], **table: Any) -> list[str]:
    """The reasons against a declaration of Vex."""
    case = {"scale": 1, "board": [40, 20], "models": {"vex": VEX}, "declare": [declaration], **table}
    return [each["says"] for each in play("dark-heresy-2e", case).shown[0]["reasons"]]


def test_a_charge_at_oneself_is_refused_for_that_alone() -> None:
    declaration = {"who": "vex", "action": "charge", "target": "vex", "path": [[14, 10]]}
    assert said(declaration) == ["Vex can't charge itself: choose another target"]


def test_a_path_that_mud_makes_too_long_names_the_hindering_ground() -> None:
    declaration = {"who": "vex", "action": "half-move", "path": [[12.1, 10]]}
    mud = {"mud": {"area": {"rect": [0, 0, 40, 20]}, "tags": ["mud"]}}
    assert said(declaration, terrain=mud) == [
        "The path is 0.1 m too long for a Half Move of 3 m",
        "Hindering ground on the path halves speed, rounded up",
    ]
    assert said(declaration) == []
