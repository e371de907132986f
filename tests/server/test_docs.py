"""The pages for operators and developers agree with the code."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tools.manual.writing import said

from surefoot.server.app import create_app
from surefoot.server.limits import Limits
from surefoot.server.messages import definitions
from surefoot.server.metrics import Metrics
from surefoot.server.problems import KINDS
from tests.server.serving import opened, settings

DOCS = Path(__file__).parents[2] / "docs"
SERVER, EMBED = ((DOCS / name).read_text(encoding="utf-8") for name in ("server.md", "embed.md"))


@pytest.mark.parametrize("code", KINDS)
def test_every_code_is_in_the_manual_with_its_status_and_meaning(code: str) -> None:
    kind = KINDS[code]

    assert f"| `{code}` | {kind.status} | {said(kind.title)} | {said(kind.means)} |" in EMBED


@pytest.mark.parametrize("name", Limits.model_fields)
def test_every_limit_is_in_the_manual_with_its_default(name: str) -> None:
    field = Limits.model_fields[name]
    usual = f"{field.default:,}" if isinstance(field.default, int) else f"{field.default:g}"

    assert f"| `{name}` | {usual} | {said(field.description or '')} |" in SERVER


def test_every_address_of_the_stateless_api_is_in_the_manual(tmp_path: Path) -> None:
    paths = create_app(settings(tmp_path)).openapi()["paths"]
    stateless = [
        path
        for path in paths
        if "/games" not in path and path not in ("/v1/join", "/v1/messages.json", "/v1/asyncapi.json")
    ]
    assert len(stateless) > 12
    told = EMBED.replace("`…/clauses/", "`/v1/rulesets/{ruleset}/clauses/")
    assert [path for path in stateless if path not in told and path != "/v1/problems/{code}"] == []


def test_the_first_request_of_the_manual_works_as_shown(tmp_path: Path) -> None:
    body = EMBED.split("/v1/check -d '", 1)[1].split("'\n", 1)[0]
    with opened(tmp_path, seconds=60) as client:
        (outcome,) = client.post("/v1/check", content=body).json()["outcomes"]
    assert (outcome["verdict"], outcome["cost"]) == ("legal", 3)


def test_every_metric_of_our_own_is_in_the_manual() -> None:
    own = [metric.name for metric in Metrics().registry.collect() if metric.name.startswith("surefoot_")]
    assert len(own) >= 4
    assert [name for name in own if name not in SERVER] == []


def test_the_dashboard_asks_for_metrics_that_there_are(tmp_path: Path) -> None:
    """And every metric of our own is on it or in the manual."""
    with opened(tmp_path) as client:
        shown = client.get("/metrics").text
    dashboard = json.loads((DOCS / "examples" / "grafana.json").read_text(encoding="utf-8"))
    asked = {
        name
        for panel in dashboard["panels"]
        for target in panel["targets"]
        for name in re.findall(r"surefoot_[a-z_]+", target["expr"])
    }
    assert len(asked) > 12
    missing = [name for name in asked if f"# TYPE {name.removesuffix('_bucket')} " not in shown]
    assert [name for name in missing if f"# TYPE {name} " not in shown] == []


def test_every_field_of_every_message_is_explained() -> None:
    found, names = definitions()
    messages = {name: found[name] for group in names.values() for name in group}
    bare = [
        f"{name}.{field}"
        for name, message in messages.items()
        for field, shape in message["properties"].items()
        if field != "kind" and not shape.get("description")
    ]
    assert bare == []
