"""The published JSON Schema of scenario files, generated from the forms that read them."""

from __future__ import annotations

import inspect
from types import NoneType, UnionType
from typing import Annotated, Any, get_args, get_origin

from surefoot.files.form import Form, FormField, Kind, Short
from surefoot.files.forms import NAMED_SECTIONS, ScenarioForm

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def scenario_schema() -> dict[str, Any]:
    """The JSON Schema of a scenario file."""
    definitions: dict[str, Any] = {}
    schema = _form(ScenarioForm, definitions)
    schema = {"$defs": dict(sorted(definitions.items())), **schema}
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


def _form(form: type[Form], definitions: dict[str, Any]) -> dict[str, Any]:
    """The schema of a form; the forms inside it go to the definitions."""
    required = [each.key for each in form.fields.values() if each.required]
    return {
        "additionalProperties": form.is_open,
        "description": inspect.cleandoc(form.__doc__ or ""),
        "properties": {each.key: _field(each, definitions) for each in form.fields.values()},
        **({"required": required} if required else {}),
        "title": form.__name__,
        "type": "object",
    }


def _field(field: FormField, definitions: dict[str, Any]) -> dict[str, Any]:
    schema = {**_kind(field.kind, definitions), "description": field.description}
    if not field.required and isinstance(field.default, (str, int, tuple, NoneType)):
        # Other defaults (an empty record, a list made for each form) are empty: nothing has to be said about them.
        schema["default"] = list(field.default) if isinstance(field.default, tuple) else field.default
    if not _is_form(field.kind):
        schema["title"] = field.key.replace("_", " ").title()
    return dict(sorted(schema.items()))


def _is_form(kind: Any) -> bool:
    """Whether a kind is a form, in short or not, or nothing: its own schema has a title."""
    origin = get_origin(kind)
    if origin in (Annotated, UnionType):
        return _is_form(get_args(kind)[0])
    return isinstance(kind, type) and origin is None and issubclass(kind, Form)


def _kind(kind: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    """The schema of a kind of field, as `reader_of` reads it."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        inner, how = parts
        if isinstance(how, Kind):
            return dict(_in_order(how.schema))
        plain = _kind(inner, definitions)
        return {"anyOf": [_in_order(how.schema), plain]} if isinstance(how, Short) else plain
    if origin is UnionType:
        return {"anyOf": [_kind(each, definitions) for each in parts]}
    if origin is list:
        return {"items": _kind(parts[0], definitions), "type": "array"}
    if origin is dict:
        return {"additionalProperties": _kind(parts[1], definitions), "type": "object"}
    if kind is NoneType:
        return {"type": "null"}
    if kind.__name__ not in definitions:
        definitions[kind.__name__] = {}
        definitions[kind.__name__] = _form(kind, definitions)
    return {"$ref": f"#/$defs/{kind.__name__}"}


def _in_order(schema: Any) -> Any:
    """The schema with its keywords in the order of the alphabet."""
    if isinstance(schema, dict):
        return {key: _in_order(value) for key, value in sorted(schema.items())}
    return [_in_order(each) for each in schema] if isinstance(schema, list) else schema
