"""The example clients do what they say, against a server that really listens."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.serving import Served, served

CLIENTS = Path(__file__).parents[2] / "examples" / "clients"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("clients")) as found:
        yield found


def run(*command: str) -> list[str]:
    done = subprocess.run(command, capture_output=True, text=True, timeout=180, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def expected(lines: list[str]) -> None:
    assert lines[0] == "leap: legal, costs 3.5 inches"
    assert [line.split()[0] for line in lines[3:7]] == ["1/2", "1/3", "1/8", "1/24"]
    assert lines[7] == "refused: file/invalid: there is no 'kla' in this file; did you mean 'kal'?"
    assert re.fullmatch(r"vex crosses the vat: (legal|stopped-short), line \d+", lines[8])
    assert re.fullmatch(r"grix moves: legal, line \d+", lines[10])
    assert lines[11] == "refused: seat/not-yours"
    assert re.fullmatch(
        r"the game is over at [0-9a-f]{32}, and the dice were those that were promised", lines[12]
    )
    assert len(lines) == 13


def test_the_client_in_python_asks_and_plays(server: Served) -> None:
    expected(run(sys.executable, str(CLIENTS / "client.py"), server.url))


def test_the_client_in_javascript_asks_and_plays(server: Served) -> None:
    node = shutil.which("node")
    if node is None:
        assert not os.environ.get("CI"), "the gate's machine has Node"
        pytest.skip("there is no Node here")
    # From Node 22 on the flag changes nothing.
    expected(run(node, "--experimental-websocket", str(CLIENTS / "client.mjs"), server.url))
