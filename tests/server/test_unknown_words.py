"""Unknown words over the network: refused with their place and what was probably meant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.server.serving import opened

TABLE: dict[str, Any] = {
    "ruleset": "wh40k-10e",
    "board": [20, 20],
    "models": {"kal": {"base": 32, "at": [5, 5], "side": "a", "profile": {"M": 6}}},
}


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with opened(tmp_path_factory.mktemp("api"), seconds=120, client_rate=1e6, client_burst=10**6) as client:
        yield client


def changed(**fields: Any) -> dict[str, Any]:
    return {**TABLE, "models": {"kal": {**TABLE["models"]["kal"], **fields}}}


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"keywords": ["FLY"]}, "there is no keyword 'FLY'; did you mean 'Fly'?"),
        (
            {"status": ["battle_shocked"]},
            "there is no status 'battle_shocked'; did you mean 'battle-shocked'?",
        ),
        ({"base": 9999}, "expected a base of 5 to 1,200 mm, found 9,999 mm"),
    ],
)
def test_a_table_with_unknown_words_is_refused(api: TestClient, fields: dict[str, Any], says: str) -> None:
    declare = {"who": "kal", "action": "normal", "path": [[6, 5]]}
    answer = api.post("/v1/check", json={"scenario": changed(**fields), "declare": declare})

    assert answer.status_code in (400, 422)
    assert says in [problem["says"] for problem in answer.json()["problems"]]


def test_a_declaration_with_a_wrong_value_is_refused(api: TestClient) -> None:
    declare = {"who": "kal", "action": "normal", "path": [[6, 5]], "finish": "no"}
    answer = api.post("/v1/check", json={"scenario": TABLE, "declare": declare})

    assert answer.status_code in (400, 422)
    assert any("did you mean 'false'" in problem["says"] for problem in answer.json()["problems"])


def test_the_editor_is_told_what_is_wrong_with_a_draft(api: TestClient) -> None:
    answer = api.post("/v1/table", json={"scenario": changed(keywords=["FLY"])})

    assert answer.status_code == 200
    assert [problem["says"] for problem in answer.json()["problems"]] == [
        "there is no keyword 'FLY'; did you mean 'Fly'?"
    ]
