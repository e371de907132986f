"""The clock of a file names sides, models and units that are there."""

import pytest
from tests.files.written import problems_of

from surefoot.files.scenario import loads

TABLE = """\
ruleset: {ruleset}
board: [24, 24]
terrain: {{crate: {{obstacle: {{rect: [20, 20, 2, 2]}}, height: 1}}}}
models:
  kal: {{base: 32, at: [4, 4], side: blue, unit: watch, profile: {{M: 6}}}}
  zed: {{base: 32, at: [12, 4], side: red, profile: {{M: 6}}}}
clock: {clock}
"""


def table(clock: str, ruleset: str = "wh40k-10e") -> str:
    """A table with two sides and this clock."""
    return TABLE.format(clock=clock, ruleset=ruleset)


@pytest.mark.parametrize(
    ("clock", "problem"),
    [
        ("{active: nobody}", "active: there is no 'nobody' in this file"),
        ("{active: kall}", "active: there is no 'kall' in this file; did you mean 'kal'?"),
        ("{active: crate}", "active: expected a model or a unit, but 'crate' is a piece of terrain"),
        ("{side: Blue}", "side: no model is of the side 'Blue'; did you mean 'blue'?"),
        ("{round: -5}", "round: expected a whole number from 0 up, found -5"),
        ("{minutes: -1}", "minutes: expected a whole number from 0 up, found -1"),
    ],
)
@pytest.mark.parametrize("ruleset", ["wh40k-10e", "necromunda-2023"])
def test_a_clock_that_means_nothing_is_refused(clock: str, problem: str, ruleset: str) -> None:
    found = [each for each in problems_of(table(clock, ruleset)) if "clock" in each]
    assert len(found) == 1
    assert found[0].startswith(f"7 clock.{problem}")


@pytest.mark.parametrize(
    "clock", ["{active: kal}", "{active: watch}", "{side: red}", "{round: 0}", "{active: ''}"]
)
def test_a_clock_of_the_table_is_read(clock: str) -> None:
    assert problems_of(table(clock)) == []


def test_a_side_without_models_is_told_and_read() -> None:
    found = loads(table("{side: green}"), "a.yaml")
    assert [str(each) for each in found.advice] == [
        "a.yaml:7: clock.side: no model is of the side 'green'; the sides are blue, red"
    ]
    assert found.table.clock.side == "green"


def test_the_side_and_the_name_of_a_model_with_problems_are_known() -> None:
    text = table("{side: red, active: zed}").replace("at: [12, 4]", "at: [12, 4, 99]")
    assert [each.partition(":")[0] for each in problems_of(text)] == ["6 models.zed.at"]


def test_words_of_a_clock_are_checked_beside_its_other_problems() -> None:
    found = problems_of(table("{round: -5, phase: movment, side: Blue, active: kall}"))
    assert found == [
        "7 clock.round: expected a whole number from 0 up, found -5",
        "7 clock.side: no model is of the side 'Blue'; did you mean 'blue'?",
        "7 clock.active: there is no 'kall' in this file; did you mean 'kal'?",
        "7 clock.phase: there is no phase 'movment'; did you mean 'movement'?",
    ]
