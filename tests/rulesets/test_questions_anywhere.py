"""Every question is answered wherever a model is: on the table, in reserve, not set up yet, or lost."""

from __future__ import annotations

import json

import pytest

import surefoot
from surefoot.referee.protocol import find, installed
from surefoot.referee.questions import without_details
from surefoot.referee.speaking import speaker

PROFILE = {
    "necromunda-classic": {"M": 5, "I": 4},
    "necromunda-2023": {"M": 5, "I": 4},
    "wh40k-10e": {"M": 6, "W": 1},
    "dark-heresy-2e": {"Ag": 40, "S": 40, "T": 30},
    "gemini-arap": {"M": 4, "I": 4, "ap": 2},
}


def _model(ruleset: str, **more: object) -> dict[str, object]:
    keywords = {"keywords": ["Deep Strike"]} if ruleset == "wh40k-10e" else {}
    return {"base": 25, "side": "a", "profile": PROFILE[ruleset], **keywords, **more}


def test_all_rulesets_of_ours_are_asked() -> None:
    assert set(PROFILE) <= set(installed())
    assert all(find(name).questions for name in PROFILE)


@pytest.mark.parametrize("place", ["reserve", "off", "gone"])
@pytest.mark.parametrize("ruleset", PROFILE)
def test_every_question_has_an_answer_anywhere(ruleset: str, place: str) -> None:
    file = {
        "ruleset": ruleset,
        "board": [40, 40],
        **({"scale": 1} if ruleset == "dark-heresy-2e" else {}),
        "models": {
            "ana": _model(ruleset, place={"kind": place}),
            "bob": _model(ruleset, at=[10, 10]),
            "foe": _model(ruleset, at=[11.5, 10]) | {"side": "b"},
        },
    }
    table = surefoot.loads(json.dumps(file)).table
    for who in ("ana", "bob"):
        asked = without_details(table, who)
        assert asked
        for name in asked:
            answer = surefoot.ask(table, who, name)
            assert isinstance(speaker(table)(answer.says), str), name
