"""`surefoot new-ruleset` makes a package that works at once; what is broken in it is blamed on it, in every face."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace

import pytest

from surefoot.referee import protocol
from surefoot.server.problems import problem_of
from surefoot.testing.scaffold import CannotMake, new_ruleset

COMMAND = str(Path(sys.executable).with_name("surefoot"))
NAME = "garden-war"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new package beside the record that pip would write when it installs it."""
    folder = tmp_path_factory.mktemp("new") / NAME
    assert run(folder.parent, COMMAND, "new-ruleset", NAME).returncode == 0
    info = folder / "src" / "garden_war-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {NAME}\nVersion: 0.1.0\n")
    (info / "entry_points.txt").write_text(
        f"[surefoot.rulesets]\n{NAME} = garden_war:ruleset\n"
        f"[surefoot.scenarios]\n{NAME} = garden_war.scenarios\n"
        f"[surefoot.testing]\n{NAME} = garden_war.lore:lore\n"
    )
    return folder


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(folder / "src"), "NO_COLOR": "1"}
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=300
    )


def test_its_tests_pass_the_conformance_check_among_them(made: Path) -> None:
    result = run(
        made, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "tests"
    )

    assert result.returncode == 0, result.stdout + result.stderr
    assert "2 passed" in result.stdout


def test_its_scenario_is_offered_and_played(made: Path) -> None:
    code = "from surefoot.answers.bundled import playable; print(*playable())"
    offered = run(made, sys.executable, "-c", code).stdout.split()

    assert "garden-war-first-steps" in offered
    played = run(made, COMMAND, "play", "garden-war-first-steps")
    assert played.returncode == 0, played.stderr
    assert "First steps" in played.stdout


def test_a_fault_in_its_code_names_package_version_file_and_line(made: Path) -> None:
    rules = made / "src" / "garden_war" / "rules.py"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace("    path.refuse()\n", "    path.refuse()\n    1 / 0\n"), encoding="utf-8")
    try:
        line = rules.read_text(encoding="utf-8").splitlines().index("    1 / 0") + 1
        ended = run(made, COMMAND, "check", "src/garden_war/scenarios/first-steps.yaml")
    finally:
        rules.write_text(text, encoding="utf-8")

    assert ended.returncode == 1
    assert ended.stderr.startswith(f"The ruleset package {NAME} 0.1.0 failed: ZeroDivisionError")
    assert f"rules.py, line {line}" in ended.stderr
    assert "bug in Surefoot" not in ended.stderr


def test_a_mistake_that_can_be_seen_is_told_for_the_file_that_needs_it(made: Path) -> None:
    rules = made / "src" / "garden_war" / "rules.py"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace('"move.turn-ends"', '"move.turn-end"'), encoding="utf-8")
    try:
        ended = run(made, COMMAND, "check", "src/garden_war/scenarios/first-steps.yaml")
        listed = run(made, COMMAND, "rulesets", "--json")
    finally:
        rules.write_text(text, encoding="utf-8")

    assert ended.returncode == 4
    assert f"the package {NAME} 0.1.0 can't be used" in ended.stderr
    assert "did you mean 'move.turn-ends'" in ended.stderr
    known = {each["name"]: each for each in json.loads(listed.stdout)["rulesets"]}
    assert "move.turn-end" in known[NAME]["problem"]
    assert "problem" not in known["necromunda-classic"]


def test_over_the_network_a_fault_is_a_problem_of_the_ruleset(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("other", "surefoot_other.rules:RULESET", "surefoot.rulesets")
    object.__setattr__(point, "dist", SimpleNamespace(name="surefoot-other", version="0.3"))
    monkeypatch.setattr(protocol, "installed", lambda: {"other": point})
    code = compile("def lay(table):\n    return {}['row']\n", "/site/surefoot_other/rules.py", "exec")
    names: dict[str, object] = {"__name__": "surefoot_other.rules"}
    exec(code, names)

    with pytest.raises(KeyError) as raised:
        names["lay"](None)  # type: ignore[operator]
    shown = problem_of(raised.value).data()

    assert (shown["code"], shown["status"]) == ("ruleset/failed", 500)
    assert (shown["package"], shown["version"], shown["line"]) == ("surefoot-other", "0.3", 2)


@pytest.mark.parametrize("name", ["Garden War", "9lives", "necromunda-classic"])
def test_a_name_that_cannot_be_used_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(CannotMake):
        new_ruleset(name, tmp_path / "new")

    assert not (tmp_path / "new").exists()
