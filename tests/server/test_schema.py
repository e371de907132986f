"""The whole API is asked what its own description allows and what it does not: whatever comes, it answers as described."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from surefoot.server.app import create_app
from surefoot.server.settings import Settings
from tests.server.serving import Served, served

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
# `make bench` asks more; here each address is asked this often.
EXAMPLES = 12


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("schema"), seconds=5.0, client_rate=1e6, client_burst=10**6) as found:
        yield found


@pytest.fixture(scope="module")
def seated(server: Served) -> dict[str, Any]:
    """A seat, so that what is behind a token is reached too."""
    begun: dict[str, Any] = server.ask("/v1/games", {"bundled": "gantry"})[1]
    return begun


# The description needs no server that runs; the plugin of schemathesis would need a pytest of its own age.
WHOLE = create_app(Settings(database="sqlite:///nowhere.db", workers=0)).openapi()
OPERATIONS = [found.ok() for found in schemathesis.openapi.from_dict(WHOLE).get_all_operations()]


# What the description does not allow can only be asked where there is a body to get wrong.
CASES = [
    pytest.param(operation, mode, id=f"{operation.label} {mode.value}")
    for operation in OPERATIONS
    for mode in GenerationMode
    if mode is GenerationMode.POSITIVE or operation.body
]


@pytest.mark.parametrize(("operation", "mode"), CASES)
def test_every_address_answers_as_described(
    operation: Any, mode: GenerationMode, server: Served, seated: dict[str, Any]
) -> None:
    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def asked(case: Any) -> None:
        if "game" in (case.path_parameters or {}):
            case.path_parameters["game"] = seated["game"]
        headers = {"Authorization": f"Bearer {seated['token']}"}
        answer = case.call(base_url=server.url, headers=headers)
        case.validate_response(answer, checks=CHECKS)

    asked()


def test_the_description_names_every_address_and_its_examples(server: Served) -> None:
    whole = server.ask("/openapi.json")[1]
    text = json.dumps(whole)
    assert "HTTPValidationError" not in text
    for path, operations in whole["paths"].items():
        for method, operation in operations.items():
            assert "application/problem+json" in operation["responses"]["default"]["content"], (method, path)
            assert operation["summary"], (method, path)
    asked = [path for path, operations in whole["paths"].items() if "post" in operations]
    assert len(asked) >= 10
    assert all(
        operations["post"]["requestBody"]["content"]["application/json"]["examples"]
        for path, operations in whole["paths"].items()
        if path
        in [f"/v1/{kind}" for kind in ("check", "move", "reach", "route", "odds", "table", "feat", "travel")]
    )
