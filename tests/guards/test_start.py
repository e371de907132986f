"""What a small question must not import, as importing it takes longer than answering; `--help` is in `tests/cli/test_process.py`."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import surefoot

# Each takes 5 to 100 ms. Pydantic reads messages of the network, shapely prepares curved outlines, rich draws tables.
HEAVY = {
    "asyncio",
    "email",
    "fastapi",
    "importlib.resources",
    "multiprocessing",
    "numpy",
    "pydantic",
    "pydantic_core",
    "shapely",
    "sqlalchemy",
}
FACES = {"rich", "typer"}

ANSWER = """
import surefoot
gap = surefoot.loads(surefoot.EXAMPLE)
assert surefoot.check(gap.table, gap.declarations[0]).verdict == "legal"
"""
COMMAND = """
from surefoot.cli import main
try:
    main()
except SystemExit as ended:
    assert ended.code == 0
"""


def imported(program: str, *words: str) -> set[str]:
    """Every module that a new process has imported at its end."""
    ending = "import json, sys\nprint(json.dumps(sorted(sys.modules)))"
    process = subprocess.run(
        [sys.executable, "-c", program + ending, *words],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return set(json.loads(process.stdout.splitlines()[-1]))


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "gap.yaml"
    path.write_text(surefoot.EXAMPLE, encoding="utf-8")
    return str(path)


def test_the_first_answer_of_the_library_imports_nothing_heavy() -> None:
    modules = imported(ANSWER)

    assert "surefoot.referee.referee" in modules
    assert modules & (HEAVY | FACES) == set()


def test_the_check_of_a_small_file_imports_nothing_heavy(file: str) -> None:
    modules = imported(COMMAND, "check", file)

    assert {"surefoot.referee.referee", *FACES} <= modules
    assert modules & HEAVY == set()


def test_a_check_in_json_draws_no_tables(file: str) -> None:
    assert "rich.table" not in imported(COMMAND, "check", file, "--json")
