"""What the server publishes for other languages: its schemas fit its answers, and the tools of others accept it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from tools.client.__main__ import main as publish

from surefoot.server import messages
from surefoot.server.openapi import OPERATIONS
from surefoot.server.samples import SAMPLES
from tests.server.serving import Served, opened, served

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "clients" / "typescript"
PARSES = """
const { Parser } = require("@asyncapi/parser"), fs = require("fs");
const Ajv = require("ajv/dist/2020.js");
(async () => {
  const read = (name) => fs.readFileSync(name, "utf8");
  const { document, diagnostics } = await new Parser().parse(read("asyncapi.json"));
  const wrong = diagnostics.filter((each) => each.severity === 0).length;
  const valid = new Ajv({ strict: false, validateFormats: false }).compile(JSON.parse(read("messages.json")));
  console.log(Boolean(document), wrong, valid({ kind: "hello", token: "t" }), valid(42));
})();
"""


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("published")
    publish(folder)
    return folder


def validator(published: Path, schema: dict[str, Any]) -> jsonschema.Draft202012Validator:
    components = json.loads((published / "openapi.json").read_text())["components"]
    return jsonschema.Draft202012Validator({**schema, "components": components})


def test_answers_fit_the_published_schemas(published: Path, tmp_path: Path) -> None:
    paths = json.loads((published / "openapi.json").read_text())["paths"]
    asked = [
        ("post", f"/v1/{kind}", body)
        for kind in ("check", "move", "table")
        for _, body in SAMPLES[kind].values()
    ]
    asked += [("get", address, None) for address in ("/v1/rulesets", "/v1/scenarios", "/v1/problems")]
    asked.append(("get", "/v1/rulesets/wh40k-10e/clauses", None))
    with opened(tmp_path, seconds=60) as client:
        for method, address, body in asked:
            answer = client.request(method, address, json=body)
            described = paths.get(address, paths["/v1/rulesets/{ruleset}/clauses"])[method]
            schema = described["responses"]["200"]["content"]["application/json"]["schema"]
            assert answer.status_code == 200
            validator(published, schema).validate(answer.json())


def test_every_operation_has_a_stable_id(published: Path) -> None:
    paths = json.loads((published / "openapi.json").read_text())["paths"]
    ids = [operation["operationId"] for path in paths.values() for operation in path.values()]

    assert len(ids) == len(set(ids))
    assert set(ids) == {*OPERATIONS.values(), *SAMPLES}


def test_the_schema_of_messages_takes_messages_and_nothing_else() -> None:
    schema = messages.schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    valid = jsonschema.Draft202012Validator(schema).is_valid
    declare = {
        "kind": "declare",
        "id": "1",
        "seen": 0,
        "declaration": {"who": "kal", "action": "move", "path": [[5, 4]]},
    }

    assert valid({"kind": "hello", "token": "t"})
    assert valid(declare)
    assert not valid({**declare, "declaration": {"whom": "kal"}})
    assert not valid(42)


def test_an_unknown_field_is_answered_with_the_one_that_was_meant(tmp_path: Path) -> None:
    with opened(tmp_path, seconds=60) as client:
        _, body = SAMPLES["check"]["leap"]
        answer = client.post("/v1/check", json={**body, "declares": []})

    assert answer.status_code == 422
    assert answer.json()["problems"] == [
        {"where": "declares", "says": "There is no field 'declares'; did you mean 'declare'?"}
    ]


@pytest.fixture(scope="module")
def built(published: Path) -> Path:
    """The TypeScript client, compiled; needs npm and its registry."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("there is no npm here")
    folder = published / "clients" / "typescript"
    ignored = shutil.ignore_patterns("node_modules", "dist", "*.tgz")
    shutil.copytree(CLIENT, folder, ignore=ignored)
    # Its example is compiled with it.
    shutil.copytree(CLIENT.parents[1] / "examples" / "clients", published / "examples" / "clients")
    for name in ("openapi.json", "asyncapi.json", "messages.json"):
        shutil.copy(published / name, folder)
    if (CLIENT / "node_modules").exists():
        # `make client` has fetched them already.
        (folder / "node_modules").symlink_to(CLIENT / "node_modules")
    fetched = subprocess.run(
        [npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    if fetched.returncode != 0:
        assert not os.environ.get("SUREFOOT_NPM"), fetched.stderr
        pytest.skip("the npm registry can't be reached")
    done = subprocess.run([npm, "run", "build"], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("typescript")) as found:
        yield found


def test_the_tools_of_others_accept_what_is_published(built: Path) -> None:
    (built / "parses.cjs").write_text(PARSES, encoding="utf-8")
    done = subprocess.run(["node", "parses.cjs"], cwd=built, capture_output=True, text=True, check=False)

    assert done.stdout.split() == ["true", "0", "true", "false"], done.stderr


def test_the_typed_client_plays_a_whole_game(built: Path, server: Served) -> None:
    command = ["node", "--experimental-websocket", "dist/examples/game.mjs", server.url]
    done = subprocess.run(command, cwd=built, capture_output=True, text=True, timeout=120, check=False)

    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "illegal: necromunda-classic/leap.gap-bigger-than-base"
    assert lines[1].startswith(("vex: legal, ", "vex: stopped-short, "))
    assert lines[3:] == ["refused: seat/not-yours", "over: true, same state: true"]
