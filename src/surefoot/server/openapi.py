"""The OpenAPI description: questions, answers and problems, with examples."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from starlette.responses import JSONResponse, Response

import surefoot
from surefoot.files.schema import scenario_schema
from surefoot.server import messages, shapes
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


def _named(name: str) -> dict[str, Any]:
    return {"$ref": f"{SCHEMAS}{name}"}


def _each(name: str) -> dict[str, Any]:
    return {"type": "array", "items": _named(name)}


def _or_null(name: str) -> dict[str, Any]:
    return {"anyOf": [_named(name), {"type": "null"}]}


def _holding(**fields: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "required": list(fields), "properties": fields}


# The fields of each answer that programs may rely on.
ANSWERS: dict[str, dict[str, Any]] = {
    "check": {
        "outcomes": _each("Outcome"),
        "state": _named("State"),
        "open": _or_null("Question"),
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
        "state": _or_null("State"),
        "problems": _each("SingleProblem"),
        "scenario": {"description": "The scenario as data if it was sent as text, else null."},
        "advice": {"type": "array", "items": _TEXT, "description": "What it may say and hardly means."},
    },
    "feat": {
        "feat": _TEXT,
        "judged": _NAMED,
        "degrees": _LIST,
        "results": _LIST,
        "ends": _LIST,
        "made": {"type": ["object", "null"]},
    },
    "travel": {
        "timeline": _LIST,
        "stages": _LIST,
        "minutes": {"type": "integer"},
        "travellers": _NAMED,
        "arrivals": _LIST,
    },
}
ANSWERS["move"] = ANSWERS["check"]
ANSWERS["armies"] = {"units": _LIST, "questions": _LIST, "notes": {"type": "array", "items": _TEXT}}
ANSWERS["maps"] = {
    "scenario": _NAMED,
    "text": {"type": "string", "description": "The same scenario in YAML."},
    "assumptions": _LIST,
    "notes": {"type": "array", "items": _TEXT},
}
ANSWERS["tables"] = ANSWERS["maps"]
ANSWERS["deploy"] = {"places": _NAMED, "facings": _NAMED, "without_room": _LIST}

# The id of each operation, by which generated clients call it; they never change. Questions are called as their address.
OPERATIONS = {
    "post /v1/games": "createGame",
    "post /v1/join": "joinGame",
    "post /v1/games/{game}/seats": "inviteSeat",
    "post /v1/games/{game}/seats/{other}/invitation": "inviteAgain",
    "delete /v1/games/{game}/seats/{other}": "revokeSeat",
    "get /v1/games/{game}": "getGame",
    "delete /v1/games/{game}": "deleteGame",
    "post /v1/games/{game}/requests": "sendRequest",
    "get /v1/games/{game}/announced": "listAnnounced",
    "get /v1/games/{game}/log": "exportLog",
    "get /v1/games/{game}/review": "reviewGame",
    "get /v1/key": "getKey",
    "get /v1/addresses": "listAddresses",
    "get /v1/messages.json": "getMessagesSchema",
    "get /v1/asyncapi.json": "getAsyncapi",
    "get /v1/rulesets": "listRulesets",
    "get /v1/rulesets/{ruleset}/clauses": "listClauses",
    "get /v1/rulesets/{ruleset}/clauses/{clause}": "getClause",
    "get /v1/scenarios": "listScenarios",
    "get /v1/scenarios/{name}": "getScenario",
    "get /v1/lessons": "listTaughtRulesets",
    "get /v1/lessons/{ruleset}": "listLessons",
    "get /v1/lessons/{ruleset}/{clause}/{name}": "getLesson",
    "get /v1/puzzles": "listPuzzledRulesets",
    "get /v1/puzzles/{ruleset}/{seed}": "getPuzzle",
    "get /v1/schema/scenario": "getScenarioSchema",
    "get /v1/problems": "listProblems",
    "get /v1/problems/{code}": "getProblem",
}

# The answers of lists, by operation.
LISTS: dict[str, dict[str, Any]] = {
    "listAnnounced": _each("Announced"),
    "listRulesets": _holding(rulesets=_each("Ruleset")),
    "listClauses": _holding(clauses=_each("Clause")),
    "getClause": _named("Clause"),
    "listScenarios": _holding(scenarios=_each("ScenarioShown")),
    "getScenario": _named("ScenarioShown"),
    "listTaughtRulesets": _holding(rulesets=_LIST, days={"type": "array", "items": {"type": "integer"}}),
    "listLessons": _holding(ruleset=_TEXT, title=_TEXT, topics=_LIST, lessons=_LIST),
    "getLesson": _holding(
        id=_TEXT,
        table={"type": ["object", "null"]},
        state=_or_null("State"),
        questions=_LIST,
        explanation=_NAMED,
    ),
    "listPuzzledRulesets": _holding(rulesets=_LIST),
    "getPuzzle": _holding(
        ruleset=_TEXT,
        seed={"type": "integer"},
        kind=_TEXT,
        rating={"type": "integer"},
        table=_NAMED,
        state=_named("State"),
        goals=_LIST,
        question=_NAMED,
    ),
    "listProblems": _holding(problems=_each("ProblemKind")),
    "getProblem": _named("ProblemKind"),
}


def describe(app: FastAPI) -> None:
    """Install our OpenAPI description in an application."""

    def described() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _described(app)
        return app.openapi_schema

    app.openapi = described  # type: ignore[method-assign]  # as FastAPI documents it
    written: list[bytes] = []

    async def shown() -> Response:
        """The description, written once: it is large."""
        if not written:
            written.append(bytes(JSONResponse(described()).body))
        return Response(written[0], media_type="application/json")

    app.add_api_route("/openapi.json", shown, include_in_schema=False)


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
    schemas["SingleProblem"] = _single_problem()
    schemas["ProblemKind"] = _holding(code=_TEXT, status={"type": "integer"}, title=_TEXT, means=_TEXT)
    schemas |= shapes.schemas(SCHEMAS)
    told, _ = messages.definitions()
    schemas |= {name: _moved(each) for name, each in told.items()}
    schemas |= _scenario()
    for kind, model in QUESTIONS.items():
        schemas |= _question(kind, model.model_json_schema(ref_template=SCHEMAS + "{model}"))
    for address, path in whole["paths"].items():
        for method, operation in path.items():
            operation["operationId"] = OPERATIONS.get(f"{method} {address}", operation["operationId"])
            answer = LISTS.get(operation["operationId"])
            if answer is not None:
                operation["responses"]["200"]["content"]["application/json"]["schema"] = answer
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
                "items": {"$ref": f"{SCHEMAS}SingleProblem"},
                "description": "Every single problem.",
            },
        },
    }


def _single_problem() -> dict[str, Any]:
    return {
        "type": "object",
        "description": "One of several problems: what is wrong, and where.",
        "required": ["says"],
        "properties": {
            "where": {"type": "string", "description": "The field: `declare[0].path`."},
            "says": _TEXT,
            "line": {"type": "integer", "description": "The line, if the scenario was sent as text."},
            "clause": {"type": "string", "description": "The clause, if a rule decides."},
        },
    }


def _scenario() -> dict[str, Any]:
    """The schema of scenarios, with its parts moved to the components."""
    schema = _moved(scenario_schema())
    parts: dict[str, Any] = schema.pop("$defs")
    schema.pop("$schema", None)
    return {"Scenario": schema, **parts}


def _moved(value: Any) -> Any:
    """A schema whose parts are components. An object without known fields says that it takes any: generators take it for empty."""
    if isinstance(value, dict):
        types = value.get("type", ())
        is_object = "object" in (types if isinstance(types, list) else [types])
        free = is_object and not {"properties", "additionalProperties", "$ref"} & value.keys()
        return ({"additionalProperties": True} if free else {}) | {
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
