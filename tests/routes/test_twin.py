"""The kernel gives the same to the last bit, compiled and interpreted."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from surefoot import geometry
from tests.routes.figures import figures

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(geometry.INTERPRETED, reason="nothing was compiled here")
def test_the_compiled_kernel_and_its_interpreted_twin_agree_to_the_last_bit() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "tests.routes.figures"],
        cwd=ROOT,
        env={**os.environ, "SUREFOOT_INTERPRETED": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    twin = json.loads(told.stdout)
    assert twin["interpreted"] is True
    mine = figures()
    assert len(mine) > 5000
    assert [i for i, (one, other) in enumerate(zip(mine, twin["figures"], strict=True)) if one != other] == []


def test_every_part_of_the_kernel_has_its_types() -> None:
    folder = ROOT / "src/surefoot/geometry"
    directed = {path for path in folder.rglob("*.py") if path.read_text().startswith("# cython:")}
    types = {path.with_suffix(".py") for path in folder.rglob("*.pxd")}
    assert len(directed) > 5
    assert directed <= types
    assert all(path.exists() for path in types)
