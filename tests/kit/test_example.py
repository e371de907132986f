"""The ruleset of the documentation, installed with pip from its own folder, as anybody's would be."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
EXAMPLE = ROOT / "examples" / "tiny-ruleset"


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the example, installed beside itself: nothing in this environment is touched."""
    folder = tmp_path_factory.mktemp("tiny")
    shutil.copytree(
        EXAMPLE,
        folder,
        dirs_exist_ok=True,
        ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__"),
    )
    installed = run(folder, "-m", "pip", "--quiet", "install", "--no-deps", "--target", "installed", ".")
    assert installed.returncode == 0, installed.stderr
    return folder


def environment(folder: Path) -> dict[str, str]:
    more = {"PYTHONPATH": str(folder / "installed"), "PIP_DISABLE_PIP_VERSION_CHECK": "1", "NO_COLOR": "1"}
    return {**os.environ, **more}


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """A Python module, or anything else that Python can be told on its command line, with the example on the path."""
    return subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env=environment(folder),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def test_an_installed_package_appears_among_the_rulesets_without_touching_surefoot(copied: Path) -> None:
    code = "from surefoot.referee.protocol import installed; print(*installed())"
    shown = run(copied, "-c", code).stdout.split()

    assert "tiny" in shown
    assert len(shown) > 1


def test_the_command_line_lists_it(copied: Path) -> None:
    command = Path(sys.executable).with_name("surefoot")
    shown = subprocess.run(
        [str(command), "rulesets", "--json"],
        env=environment(copied),
        capture_output=True,
        text=True,
        check=True,
    ).stdout

    assert "tiny" in json.dumps(json.loads(shown))
    assert "surefoot_tiny" in shown


def test_its_own_tests_pass_the_conformance_check_among_them(copied: Path) -> None:
    result = run(copied, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "tests")

    assert result.returncode == 0, result.stdout + result.stderr
    assert re.search(r"[3-9] passed", result.stdout)


def test_its_pairs_are_all_proven(copied: Path) -> None:
    files = sorted(str(path) for path in (copied / "conformance" / "tiny").glob("*.yaml"))
    result = run(copied, "-m", "surefoot.testing", *files)

    assert files
    assert result.returncode == 0, result.stdout + result.stderr


def test_the_documentation_shows_the_files_as_they_are() -> None:
    page = (ROOT / "docs" / "add-a-ruleset.md").read_text(encoding="utf-8")
    shown = re.findall(r'title="([^"]+)"\n(.*?)```', page, re.DOTALL)

    assert shown
    for name, text in shown:
        lines = [line for line in text.splitlines() if line.strip() and line.strip() != "…"]
        written = (EXAMPLE / name).read_text(encoding="utf-8")
        assert [line for line in lines if line.strip() not in written] == [], name
