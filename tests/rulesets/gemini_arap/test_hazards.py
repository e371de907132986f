"""The chance of a hazard: one to five in six; anything else is a problem of the file, never taken for the usual chance."""

from __future__ import annotations

from fractions import Fraction

import pytest

import surefoot

TABLE = """\
ruleset: gemini-arap
board: [24, 24]
terrain:
  field: {{area: {{rect: [0, 6, 24, 2]}}, traits: {{gemini-arap: {{dangerous: {{chance: {chance}, effect: remove}}}}}}}}
models:
  kal: {{base: 25.4, at: [10, 4], profile: {{M: 4, I: 4, ap: 3}}}}
declare: [{{who: kal, action: move, path: [[10, 8]]}}]
"""


@pytest.mark.parametrize("chance", ["0", "6", "7", "6 in 6", "often"])
def test_a_chance_that_no_die_has_is_a_problem(chance: str) -> None:
    with pytest.raises(surefoot.FileInvalid, match="chance"):
        surefoot.loads(TABLE.format(chance=chance))


@pytest.mark.parametrize("chance", ["1", "5", "2 in 6"])
def test_a_hazard_strikes_on_as_many_faces_as_its_chance(chance: str) -> None:
    scenario = surefoot.loads(TABLE.format(chance=chance))

    safe = surefoot.odds(scenario.table, scenario.declarations[0]).over("safe")[True]

    assert safe == 1 - Fraction(int(chance[0]), 6)
