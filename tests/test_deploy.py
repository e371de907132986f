"""The files for operators: they name commands, options and variables that exist, and settings that go together."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

import surefoot
from surefoot.files.home import HOME

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"


def composed() -> dict[str, Any]:
    found: dict[str, Any] = YAML(typ="safe").load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    return found


def options() -> set[str]:
    help_text = subprocess.run(
        [sys.executable, "-m", "surefoot", "serve", "--help"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "COLUMNS": "100"},
    ).stdout
    return set(re.findall(r"--[a-z-]+", help_text))


def test_the_server_is_started_with_options_that_exist() -> None:
    unit = (DEPLOY / "surefoot.service").read_text(encoding="utf-8")
    (started,) = re.findall(r"^ExecStart=(.*)$", unit, re.MULTILINE)
    image = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    given = [
        *shlex.split(started),
        *composed()["services"]["surefoot"]["command"],
        *re.findall(r'"([^"]+)"', image),
    ]
    used = {each for each in given if re.fullmatch(r"--[a-z-]+", each)}
    assert used >= {"--host", "--processes", "--workers"}
    # Behind a proxy it is asked under its name, and refuses every other.
    assert "--name" in started
    assert "--name" in composed()["services"]["surefoot"]["command"]
    assert used <= options()


def test_games_are_kept_in_the_volume() -> None:
    image = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    unit = (DEPLOY / "surefoot.service").read_text(encoding="utf-8")
    assert f"{HOME}=/var/lib/surefoot" in image
    assert "VOLUME /var/lib/surefoot" in image
    assert f"Environment={HOME}=/var/lib/surefoot" in unit
    assert "StateDirectory=surefoot" in unit


def test_only_the_proxy_is_reached_from_outside_and_metrics_stay_inside() -> None:
    services = composed()["services"]
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    proxy = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert re.search(r"@inside path /metrics\s+respond @inside 404", proxy)
    asked = set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text(encoding="utf-8")))
    given = set(re.findall(r"^(\w+)=", (DEPLOY / "example.env").read_text(encoding="utf-8"), re.MULTILINE))
    assert asked == given


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_the_unit_is_understood_and_shut_tight() -> None:
    told = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", str(DEPLOY / "surefoot.service")],
        capture_output=True,
        text=True,
        check=False,
    )
    if told.returncode:
        pytest.skip("systemd does not run here")
    exposure = re.search(r"exposure level for surefoot.service: ([0-9.]+)", told.stdout)
    assert exposure is not None
    assert float(exposure[1]) < 3


def test_the_citation_names_this_version() -> None:
    cited = YAML(typ="safe").load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert cited["version"] == surefoot.__version__
