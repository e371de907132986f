"""What somebody is offered depends on what stands on the table."""

import json

import pytest

import surefoot
from surefoot.referee.speaking import speaker

NEEDED = [
    ("necromunda-classic", {"terrain": {"d": {"door": [[1, 1], [2, 1]], "height": 2}}}, ["operate door"]),
    ("necromunda-2023", {"objects": {"l": {"sort": "loot", "at": [3, 3]}}}, ["carry loot"]),
    ("gemini-arap", {"terrain": {"w": {"area": [[1, 1], [3, 1], [3, 3]], "tags": ["deep-water"]}}}, ["climb-out", "swim"]),
    ("gemini-arap", {"objects": {"l": {"portable-ladder": 4, "at": [3, 3]}}}, ["cast-down", "pick-up", "place-ladder"]),
]  # fmt: skip


def offered(ruleset: str, more: dict[str, object]) -> list[str]:
    model = {"base": 25, "at": [8, 8], "side": "a", "profile": {"M": 5, "I": 4, "T": 3, "W": 1}}
    file = {"ruleset": ruleset, "board": [24, 24], "models": {"kal": model}, **more}
    table = surefoot.loads(json.dumps(file)).table
    return sorted(action.name for action, _ in surefoot.legal_actions(table, "kal"))


@pytest.mark.parametrize(("ruleset", "things", "actions"), NEEDED)
def test_nothing_is_offered_that_there_is_nothing_for(
    ruleset: str, things: dict[str, object], actions: list[str]
) -> None:
    bare, laid = offered(ruleset, {}), offered(ruleset, things)

    assert "move" in bare
    assert sorted({*laid} - {*bare}) == actions


def test_several_reasons_are_told_one_after_another() -> None:
    table = surefoot.loads(
        """
        ruleset: wh40k-10e
        board: [60, 44]
        clock: {side: a, phase: movement}
        models:
          ana: {base: 32, at: [10, 10], side: a, profile: {M: 6}}
          foe: {base: 32, at: [50, 40], side: b, profile: {M: 6}}
        """
    ).table
    told = speaker(table)(surefoot.ask(table, "foe", "offered").says)
    whose = "It is A's turn, and Foe belongs to B"
    assert (
        f"Fall Back ({whose}; Foe is not within Engagement Range of an enemy, so it can't Fall Back)" in told
    )
