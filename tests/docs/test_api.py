"""The public namespace: its names are pinned, each is shown by an example that runs, and importing it is cheap."""

import doctest
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import surefoot

ROOT = Path(__file__).parent.parent.parent

# Whoever changes this list changes what other people's programs are built on.
PINNED = (
    *("EXAMPLE", "Declaration", "FileInvalid", "Leg", "Malformed", "NeedsConsent", "NoSuchRuleset", "NotNow"),
    *(
        "Odds",
        "Outcome",
        "Scenario",
        "Seeded",
        "Session",
        "Table",
        "Unanswered",
        "ask",
        "check",
        "create_game",
    ),
    *(
        "data",
        "declaration",
        "find",
        "legal_actions",
        "load",
        "loads",
        "move",
        "odds",
        "open_game",
        "picture",
    ),
    *("reach", "route", "threat", "venture", "Turn", "checks", "to_frame", "turn"),
    *(
        "png",
        "replay_game",
        "review",
        "ruleset_names",
        "scenario_schema",
        "script",
        "simulate",
        "svg",
        "verify_game",
    ),
)

SHOWN = [name for name in PINNED if name != "EXAMPLE"]

# What an import of the package alone must never cost anybody.
HEAVY = ("shapely", "pydantic", "numpy", "rich", "typer", "ruamel", "surefoot.geometry", "surefoot.referee")


def modules_after(code: str) -> set[str]:
    """What a fresh interpreter has loaded after some code."""
    told = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys\nprint(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return set(told.split())


def examples_of(thing: Any, name: str) -> doctest.DocTest:
    """The examples in a docstring, run where the thing was defined."""
    home = vars(sys.modules[thing.__module__]).copy()
    return doctest.DocTestParser().get_doctest(thing.__doc__ or "", home, name, None, 0)


def test_the_public_names_are_those_that_were_promised() -> None:
    assert sorted(surefoot.__all__) == sorted(PINNED)


def test_every_public_name_is_there() -> None:
    assert [name for name in surefoot.__all__ if not hasattr(surefoot, name)] == []
    assert set(surefoot.__all__) <= set(dir(surefoot))


def test_a_name_that_is_not_public_is_not_there() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'chess'"):
        _ = surefoot.chess  # type: ignore[attr-defined]  # that is the point


@pytest.mark.parametrize("name", SHOWN)
def test_every_public_name_is_shown_by_an_example_that_runs(name: str) -> None:
    examples = examples_of(getattr(surefoot, name), name)
    told: list[str] = []
    result = doctest.DocTestRunner(verbose=False).run(examples, out=told.append)

    assert result.attempted
    assert any(f"surefoot.{name}" in example.source for example in examples.examples)
    assert result.failed == 0, "".join(told)


def test_the_example_of_the_package_runs() -> None:
    result = doctest.testmod(surefoot, extraglobs={}, report=False)

    assert result.attempted
    assert result.failed == 0


def test_the_docstring_of_every_public_name_begins_with_a_sentence() -> None:
    first = {name: (getattr(surefoot, name).__doc__ or "").splitlines()[0] for name in SHOWN}

    assert {name: line for name, line in first.items() if not line.endswith(".") or ">>>" in line} == {}


def test_no_public_name_is_hidden_by_a_room_of_the_same_name() -> None:
    """Importing a room sets an attribute of its name on the package: a function of that name would be gone."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = project["tool"]["importlinter"]["contracts"][0]["layers"]
    rooms = {word.strip("()") for layer in layers for word in layer.split() if word.strip("()|:")}
    rooms |= {path.name for path in (ROOT / "src" / "surefoot").iterdir() if path.is_dir()}

    assert {"forecast", "rulesets", "draw"} <= rooms
    assert rooms & set(surefoot.__all__) == set()


def test_importing_the_package_loads_neither_geometry_nor_models_of_files() -> None:
    loaded = modules_after("import surefoot")

    assert "surefoot" in loaded
    assert [name for name in HEAVY if name in loaded] == []


def test_asking_about_one_place_loads_no_numpy() -> None:
    code = (
        "import surefoot\nfrom surefoot.routes.one_level.reach import reach\n"
        "table = surefoot.loads(surefoot.EXAMPLE).table\nassert reach(table, 'kal', 'move').says(2, 4) == 'yes'"
    )

    assert not {"numpy", "shapely"} & modules_after(code)


def test_using_a_name_loads_what_it_needs() -> None:
    assert "surefoot.files.scenario" in modules_after("import surefoot; surefoot.loads")


def test_help_on_the_command_line_loads_no_geometry() -> None:
    loaded = modules_after(
        "from typer.testing import CliRunner\nfrom surefoot.cli.app import app\n"
        "assert CliRunner().invoke(app, ['--help']).exit_code == 0"
    )

    assert [name for name in ("shapely", "numpy", "surefoot.geometry") if name in loaded] == []
