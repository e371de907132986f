"""The same verdicts in a browser's Python and in other versions as here: a sample of the corpus, to the last byte."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any

import pytest

from surefoot.testing.corpus import corpus_files
from tests.corpus import FOLDER, pairs_in
from tests.static.verdicts import verdicts

HERE = Path(__file__).parent
SOURCES = HERE.parents[1] / "src"
# Beside the one that runs this.
VERSIONS = sorted({"3.11", "3.12", "3.13", "3.14"} - {f"{sys.version_info[0]}.{sys.version_info[1]}"})
NEEDED = "import defusedxml, pydantic, resvg_py, rich, ruamel.yaml, shapely, typer"
# Pairs of each ruleset, a case and a twin each: 100 cases in the suite, 500 in the campaign.
PAIRS = [10, pytest.param(50, marks=pytest.mark.campaign)]


def sample(pairs: int) -> list[dict[str, Any]]:
    """Cases of every ruleset, from all topics in turn."""
    found: list[dict[str, Any]] = []
    for ruleset in sorted(folder.name for folder in FOLDER.iterdir() if folder.is_dir()):
        topics = [iter(pairs_in(file)) for file in corpus_files(FOLDER / ruleset)]
        chosen = islice((pair for row in zip_longest(*topics) for pair in row if pair is not None), pairs)
        for pair in chosen:
            found += [
                {"ruleset": pair.ruleset, "given": given} for given in (pair.case.given, pair.case.twin_given)
            ]
    return found


@pytest.fixture
def same(tmp_path: Path) -> Callable[[int, list[str]], None]:
    """Plays a sample by a command, which is given a folder, and compares what it writes there."""

    def compare(pairs: int, command: list[str]) -> None:
        cases = json.loads(json.dumps(sample(pairs)))
        assert len(cases) == 10 * pairs
        text = json.dumps(cases)
        (tmp_path / "cases.json").write_text(text, encoding="utf-8")
        path = os.pathsep.join(filter(None, (str(SOURCES), os.environ.get("PYTHONPATH"))))
        # Modules that are compiled for this version are of no use to others.
        env = {**os.environ, "PYTHONPATH": path, "SUREFOOT_INTERPRETED": "1"}
        subprocess.run([*command, str(tmp_path)], check=True, timeout=300, env=env)
        there = json.loads((tmp_path / "verdicts.json").read_text(encoding="utf-8"))
        here = json.loads(verdicts(text))
        differ = [i for i in range(len(cases)) if here[i] != there[i]]
        assert [(cases[i], here[i], there[i]) for i in differ[:3]] == []

    return compare


@pytest.mark.parametrize("pairs", PAIRS)
def test_a_sample_of_the_corpus_gives_the_same_json(
    pairs: int, site: Path, same: Callable[[int, list[str]], None]
) -> None:
    (engine,) = (site / "engine").iterdir()
    same(pairs, ["node", str(HERE / "verdicts.mjs"), str(engine)])


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("pairs", PAIRS)
def test_other_versions_of_python_give_the_same_json(
    pairs: int, version: str, same: Callable[[int, list[str]], None]
) -> None:
    python = shutil.which(f"python{version}")
    if python is None or subprocess.run([python, "-c", NEEDED], check=False, capture_output=True).returncode:
        pytest.skip(f"there is no python{version} here that has what Surefoot depends on")
    same(pairs, [python, str(HERE / "verdicts.py")])
