"""The same verdicts in a browser's Python as here: a sample of the corpus, to the last byte."""

from __future__ import annotations

import json
import subprocess
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any

import pytest

from surefoot.testing.corpus import corpus_files
from surefoot.testing.play import play
from tests.corpus import FOLDER, pairs_in

RUN = Path(__file__).parent / "verdicts.mjs"
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


@pytest.mark.parametrize("pairs", PAIRS)
def test_a_sample_of_the_corpus_gives_the_same_json(pairs: int, site: Path, tmp_path: Path) -> None:
    cases = json.loads(json.dumps(sample(pairs)))
    assert len(cases) == 10 * pairs
    (tmp_path / "cases.json").write_text(json.dumps(cases), encoding="utf-8")
    (engine,) = (site / "engine").iterdir()
    subprocess.run(["node", str(RUN), str(engine), str(tmp_path)], check=True, timeout=300)
    there = json.loads((tmp_path / "verdicts.json").read_text(encoding="utf-8"))

    here = []
    for case in cases:
        side = play(case["ruleset"], case["given"])
        here.append(json.dumps([side.shown, side.summary], sort_keys=True))
    differ = [i for i in range(len(cases)) if here[i] != there[i]]
    assert [(cases[i], here[i], there[i]) for i in differ[:3]] == []
