"""The published JSON Schema of scenario files, generated from the forms that read them."""

from __future__ import annotations

from typing import Any

from pydantic.json_schema import GenerateJsonSchema

from surefoot.files.forms import NAMED_SECTIONS, ScenarioForm

DIALECT = "https://json-schema.org/draft/2020-12/schema"


class _Quiet(GenerateJsonSchema):
    """Leaves defaults that are not JSON (an empty record) out of the schema, without a warning."""

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
        # An empty field counts as left out.
        if name != "ruleset":
            properties[name] = _or_nothing(inner)
    declaration: dict[str, Any] = schema["$defs"]["DeclareForm"]
    # `legs` is another name for `path`.
    declaration["properties"]["legs"] = declaration["properties"]["path"]
    declaration["anyOf"] = [{"required": [kind]} for kind in ("action", "happen", "tick")]
    return {"$schema": DIALECT, **schema, "title": "Surefoot scenario"}


def _or_nothing(inner: dict[str, Any]) -> dict[str, Any]:
    kept = {key: value for key, value in inner.items() if key in ("description", "default")}
    rest = {key: value for key, value in inner.items() if key not in kept and key != "title"}
    return {**kept, "anyOf": [rest, {"type": "null"}]} if rest else kept
