"""The OpenAPI description: questions, answers and problems, with examples."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

import surefoot
from surefoot.files.schema import scenario_schema
from surefoot.server.problems import KINDS, MEDIA_TYPE
from surefoot.server.questions import QUESTIONS
from surefoot.server.samples import SAMPLES

SCHEMAS = "#/components/schemas/"
DESCRIPTION = """\
Ask the referee without a game: send a scenario and a declaration, and get the output of `surefoot … --json`.
Every error is answered with problem details (RFC 9457) and a stable `code`; /v1/problems lists all of them.
Lengths are in the unit of the ruleset, bases in millimetres; odds are exact fractions.
"""
_LIST: dict[str, Any] = {"type": "array", "items": {"type": "object"}}
_NAMED: dict[str, Any] = {"type": "object"}
_TEXT: dict[str, Any] = {"type": "string"}
_NUMBER: dict[str, Any] = {"type": "number"}

# The fields of each answer that programs may rely on.
ANSWERS: dict[str, dict[str, Any]] = {
    "check": {
        "outcomes": _LIST,
        "state": _NAMED,
        "open": {"type": ["object", "null"]},
        "left": {"type": "integer", "description": "Declarations after an open question."},
    },
    "reach": {
        "who": _TEXT,
        "action": _TEXT,
        "budget": _NUMBER,
        "error": _NUMBER,
        "start": {"type": "array", "items": _NUMBER},
        "bands": _LIST,
    },
    "route": {"found": {"type": "boolean"}, "cost": {"type": ["number", "null"]}, "budget": _NUMBER},
    "odds": {"odds": _LIST},
    "ask": {"questions": _LIST, "answers": _LIST},
    "table": {
        "table": {"type": ["object", "null"], "description": "In the format of a game log."},
        "state": {"type": ["object", "null"]},
        "problems": _LIST,
        "scenario": {"description": "The scenario as data if it was sent as text, else null."},
    },
    "feat": {"feat": _TEXT, "judged": _NAMED, "degrees": _LIST, "made": {"type": ["object", "null"]}},
    "travel": {"timeline": _LIST, "minutes": {"type": "integer"}, "travellers": _NAMED, "arrivals": _LIST},
}
ANSWERS["move"] = ANSWERS["check"]
ANSWERS["armies"] = {"units": _LIST, "questions": _LIST, "notes": _LIST}
ANSWERS["maps"] = {
    "scenario": _NAMED,
    "text": {"type": "string", "description": "The same scenario in YAML."},
    "assumptions": _LIST,
    "notes": {"type": "array", "items": _TEXT},
}
ANSWERS["tables"] = ANSWERS["maps"]


def describe(app: FastAPI) -> None:
    """Install our OpenAPI description in an application."""

    def described() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _described(app)
        return app.openapi_schema

    app.openapi = described  # type: ignore[method-assign]  # as FastAPI documents it


def _described(app: FastAPI) -> dict[str, Any]:
    whole = get_openapi(
        title=app.title,
        version=surefoot.__version__,
        summary=app.summary,
        description=DESCRIPTION,
        routes=app.routes,
        license_info={"name": "Apache-2.0", "identifier": "Apache-2.0"},
    )
    schemas: dict[str, Any] = whole.setdefault("components", {}).setdefault("schemas", {})
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    schemas["Problem"] = _problem()
    schemas |= _scenario()
    for kind, model in QUESTIONS.items():
        schemas |= _question(kind, model.model_json_schema(ref_template=SCHEMAS + "{model}"))
    for path in whole["paths"].values():
        for operation in path.values():
            # Every other response is a problem.
            operation["responses"].pop("422", None)
            operation["responses"]["default"] = {
                "description": "A problem; `code` says which.",
                "content": {MEDIA_TYPE: {"schema": {"$ref": f"{SCHEMAS}Problem"}}},
            }
    return whole


def _problem() -> dict[str, Any]:
    return {
        "type": "object",
        "description": "Problem details after RFC 9457.",
        "required": ["type", "title", "status", "detail", "code", "instance"],
        "properties": {
            "type": {
                "type": "string",
                "format": "uri-reference",
                "description": "The address that explains the kind.",
            },
            "title": _TEXT,
            "status": {"type": "integer"},
            "detail": _TEXT,
            "code": {"type": "string", "enum": list(KINDS)},
            "instance": {"type": "string", "description": "The id of this problem in the log of the server."},
            "problems": {
                "type": "array",
                "items": {"type": "object"},
                "description": "Every single problem.",
            },
        },
    }


def _scenario() -> dict[str, Any]:
    """The schema of scenarios, with its parts moved to the components."""
    schema = _moved(scenario_schema())
    parts: dict[str, Any] = schema.pop("$defs")
    schema.pop("$schema", None)
    return {"Scenario": schema, **parts}


def _moved(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            key: each.replace("#/$defs/", SCHEMAS)
            if key == "$ref" and isinstance(each, str)
            else _moved(each)
            for key, each in value.items()
        }
    return [_moved(each) for each in value] if isinstance(value, list) else value


def _question(kind: str, schema: dict[str, Any]) -> dict[str, Any]:
    parts: dict[str, Any] = schema.pop("$defs", {})
    properties: dict[str, Any] = schema["properties"]
    if "scenario" in properties:
        nothing = [{"type": "null"}] if kind == "travel" else []
        scenario = [{"$ref": f"{SCHEMAS}Scenario"}, {"type": "string"}, *nothing]
        properties["scenario"] = {"description": properties["scenario"]["description"], "anyOf": scenario}
    if "declare" in properties:
        one = {"$ref": f"{SCHEMAS}DeclareForm"}
        choices: list[dict[str, Any]] = [{"type": "array", "items": one}, one, {"type": "null"}]
        properties["declare"] = {"description": properties["declare"]["description"], "anyOf": choices}
    return {**parts, question_name(kind): schema}


def question_name(kind: str) -> str:
    """The name of a question among the schemas."""
    return f"{kind.capitalize()}Question"


def extra_of(kind: str) -> dict[str, Any]:
    """The request and the answer of a question in OpenAPI."""
    samples = {name: {"summary": summary, "value": body} for name, (summary, body) in SAMPLES[kind].items()}
    schema = {"$ref": f"{SCHEMAS}{question_name(kind)}"}
    body = {"required": True, "content": {"application/json": {"schema": schema, "examples": samples}}}
    answer = {"type": "object", "required": list(ANSWERS[kind]), "properties": ANSWERS[kind]}
    told = {"description": "The answer.", "content": {"application/json": {"schema": answer}}}
    return {"requestBody": body, "responses": {"200": told}}
