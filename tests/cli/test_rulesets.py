"""`surefoot rulesets` and `surefoot schema`."""

import json
from types import SimpleNamespace

import pytest
from tests.cli.playing import Ended

from surefoot.files.schema import scenario_schema
from surefoot.referee import protocol


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if somebody's package were installed that cannot be loaded."""

    def load() -> None:
        raise ModuleNotFoundError("No module named 'lost'")

    point = SimpleNamespace(load=load, dist=SimpleNamespace(name="somebodys-rules", version="2.1"))
    points = {**protocol.installed(), "broken": point}
    monkeypatch.setattr(protocol, "installed", lambda: points)


def test_every_installed_ruleset_is_shown_with_who_offers_it() -> None:
    ended = Ended("rulesets")

    assert (ended.code, ended.said) == (0, "")
    at = ended.lines.index("necromunda-classic  Necromunda before 2023, movement")
    about = ended.lines[at : at + 20]
    assert "  unit     inches" in about
    assert any(line.startswith("  actions  move, charge") for line in about)
    assert any("base_support=full" in line for line in about)
    assert any(
        line.startswith("  package  surefoot ") and "surefoot.rulesets.necromunda_classic" in line
        for line in about
    )


def test_the_json_has_everything_that_a_program_must_know() -> None:
    found = {each["name"]: each for each in json.loads(Ended("rulesets", "--json").out)["rulesets"]}

    assert list(found) == sorted(found) or "tiny" in found
    tiny = found["tiny"]
    assert (tiny["title"], tiny["unit"], tiny["version"]) == ("A ruleset for tests", "inch", 1)
    assert tiny["clauses"] == 15
    assert tiny["options"] == [
        {
            "name": "leap_target",
            "kind": "number",
            "default": 4,
            "clause": "leap.test",
            "says": "What a leap must roll.",
        }
    ]
    assert {"name": "walk", "kind": "declare", "title": "Walk"} in tiny["actions"]
    assert tiny["extends"] is None
    assert found["necromunda-2023"]["extends"] == "necromunda-classic"


def test_options_are_explained_on_demand() -> None:
    assert "  options  leap_target=4" in Ended("rulesets").lines
    assert "           What a leap must roll." in Ended("rulesets", "--verbose").lines


@pytest.mark.usefixtures("broken")
def test_a_guest_that_cannot_be_loaded_does_not_hide_the_others() -> None:
    ended = Ended("rulesets")

    assert (ended.code, ended.error) == (1, None)
    assert "broken  can't be loaded" in ended.lines
    assert "tiny  A ruleset for tests" in ended.lines
    assert ended.said == (
        "broken (somebodys-rules 2.1) can't be loaded: ModuleNotFoundError: No module named 'lost'\n"
    )
    shown = {each["name"]: each for each in json.loads(Ended("rulesets", "--json").out)["rulesets"]}
    assert shown["broken"] == {
        "name": "broken",
        "offered_by": "somebodys-rules 2.1",
        "problem": "ModuleNotFoundError: No module named 'lost'",
    }


@pytest.mark.usefixtures("broken")
def test_rules_and_coverage_go_on_without_a_guest_that_cannot_be_loaded() -> None:
    listed = Ended("rules", "--topic", "leap")
    assert listed.code == 0
    assert "Skipped broken, which can't be loaded" in listed.said

    asked = Ended("rules", "broken", width=200)
    assert (asked.code, asked.error) == (2, None)
    assert "The ruleset 'broken' can't be loaded: ModuleNotFoundError" in asked.said


def test_the_schema_is_the_published_one() -> None:
    assert json.loads(Ended("schema").out) == scenario_schema()
    assert Ended("schema", "--json").out == Ended("schema").out


@pytest.mark.parametrize(
    "command", ["check", "move", "replay", "play", "rulesets", "rules", "coverage", "compare", "schema"]
)
def test_every_command_has_examples_in_its_help(command: str) -> None:
    ended = Ended(command, "--help")

    assert ended.code == 0
    at = ended.lines.index("  Examples:")
    assert ended.lines[at + 1].startswith(f"    surefoot {command}")
