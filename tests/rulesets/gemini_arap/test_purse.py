"""What pays for a run of move actions."""

from __future__ import annotations

import pytest

import surefoot
from surefoot.rulesets.gemini_arap import purse

TABLE = """
ruleset: gemini-arap
board: [24, 16]
terrain:
  mud: {area: {rect: [12, 0, 4, 16]}, tags: [difficult]}
models: {kal: {base: 25, at: [4, 8], facing: 90, profile: {M: 6, I: 4, ap: 3}}}
declare: [{who: kal, action: move, path: [{walk: [END, 8]}], moves: 2}]
"""


@pytest.mark.parametrize(("end", "meets_mud"), [(9, False), (13, True)])
def test_rounded_tariffs_are_tried_only_where_their_ground_is_met(
    end: int, meets_mud: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[bool] = []
    spending = purse._Spending

    def noted(*given: object) -> purse._Spending:
        made = spending(*given)  # type: ignore[arg-type]  # as it was called
        tried.append(bool(made.tariff.condition.meets))
        return made

    monkeypatch.setattr(purse, "_Spending", noted)
    scenario = surefoot.loads(TABLE.replace("END", str(end)))
    outcome = surefoot.check(scenario.table, scenario.declarations[0])

    assert outcome.verdict == "legal"
    assert tried
    assert any(tried) == meets_mud
