"""The corpus as a standard: it is exported with its schema, and any engine can be measured against it."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from surefoot.testing import standard

CORPUS = Path(__file__).parents[2] / "conformance"
SUREFOOT = f"{Path(sys.executable).with_name('surefoot')} corpus engine"
TOPICS = ("necromunda-classic/leap", "dark-heresy-2e/drop", "gemini-arap/jump-down", "wh40k-10e/advance")


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("corpus")
    for topic in TOPICS:
        target = folder / f"{topic}.yaml"
        target.parent.mkdir()
        shutil.copy(CORPUS / f"{topic}.yaml", target)
    return standard.exported(folder=folder)


def test_an_export_fits_its_schema_and_is_plain_json(exported: dict[str, Any]) -> None:
    plain = json.loads(json.dumps(exported, allow_nan=False))

    jsonschema.Draft202012Validator.check_schema(standard.schema())
    jsonschema.Draft202012Validator(standard.schema()).validate(plain)
    assert len(plain["cases"]) > 40
    assert len({each["id"] for each in plain["cases"]}) == len(plain["cases"])


def test_surefoot_itself_answers_every_case_as_expected(exported: dict[str, Any]) -> None:
    score = standard.measured(SUREFOOT, exported["cases"])

    assert score.cases == len(exported["cases"])
    assert score.wrong == []
    assert score.right["verdicts"] == score.cases


ALWAYS_LEGAL = """
import json, sys
for line in sys.stdin:
    print(json.dumps({"id": json.loads(line)["id"], "verdicts": ["legal"]}), flush=True)
"""


def test_an_engine_that_errs_is_told_where(exported: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "engine.py").write_text(ALWAYS_LEGAL, encoding="utf-8")
    score = standard.measured(f"{sys.executable} {tmp_path / 'engine.py'}", exported["cases"])

    assert 0 < score.right["verdicts"] < score.given["verdicts"] == score.cases
    assert score.given["cost"] == 0
    assert {part for _, part, _, _ in score.wrong} == {"verdicts"}


@pytest.mark.parametrize("code", ["print(1)", "pass", "print({})"])
def test_an_engine_that_breaks_the_protocol_is_named_so(code: str) -> None:
    case = {"id": "one", "scenario": {}, "expected": {"verdicts": ["legal"]}}

    with pytest.raises(standard.EngineFailed):
        standard.measured(f"{sys.executable} -c {code}", [case])
