"""The published JSON Schema of scenario files, made from the very forms by which they are read."""

from __future__ import annotations

from typing import Any

from pydantic.json_schema import GenerateJsonSchema

from surefoot.files.forms import NAMED_SECTIONS, ScenarioForm

DIALECT = "https://json-schema.org/draft/2020-12/schema"


class _Quiet(GenerateJsonSchema):
    """Defaults that are no JSON (an empty record) are left out of the schema without a word."""

    ignored_warning_kinds = {"non-serializable-default"}  # noqa: RUF012  # pydantic declares it so


def scenario_schema() -> dict[str, Any]:
    """The JSON Schema of a scenario file."""
    schema = ScenarioForm.model_json_schema(schema_generator=_Quiet)
    properties: dict[str, Any] = schema["properties"]
    for section in NAMED_SECTIONS:
        items = properties[section].pop("items")
        properties[section].pop("type")
        properties[section]["anyOf"] = [
            {"type": "array", "items": {"allOf": [items, {"required": ["id"]}]}},
            {"type": "object", "additionalProperties": items},
        ]
    for name, inner in properties.items():
        # A field that is written down and left empty is a field left out.
        if name != "ruleset":
            properties[name] = _or_nothing(inner)
    declaration: dict[str, Any] = schema["$defs"]["DeclareForm"]
    # People also call a path its legs.
    declaration["properties"]["legs"] = declaration["properties"]["path"]
    declaration["anyOf"] = [{"required": [kind]} for kind in ("action", "happen", "tick")]
    return {"$schema": DIALECT, **schema, "title": "Surefoot scenario"}


def _or_nothing(inner: dict[str, Any]) -> dict[str, Any]:
    kept = {key: value for key, value in inner.items() if key in ("description", "default")}
    rest = {key: value for key, value in inner.items() if key not in kept and key != "title"}
    return {**kept, "anyOf": [rest, {"type": "null"}]} if rest else kept
