"""The published schema agrees with the reader: on what is accepted, and on what is refused by its form."""

import json
import re
from typing import Any

import pytest
from tests.files.test_refusals import MODELS, TERRAIN
from tests.files.written import YARD, problems_of, small

from surefoot.files.forms import NAMED_SECTIONS, ScenarioForm
from surefoot.files.schema import scenario_schema
from surefoot.files.source import parse
from surefoot.table.terrain import SORTS

pytestmark = pytest.mark.usefixtures("tiny_rulesets")

TYPES: dict[str, Any] = {
    "object": dict,
    "array": list,
    "string": str,
    "number": (int, float),
    "integer": int,
    "null": type(None),
    "boolean": bool,
}


def is_type(name: str, data: Any) -> bool:
    if isinstance(data, bool):
        return name == "boolean"
    if name == "integer" and isinstance(data, float):
        return data.is_integer()
    return isinstance(data, TYPES[name])


def fits(schema: Any, data: Any, whole: dict[str, Any]) -> bool:
    """A slow, obvious reading of the parts of JSON Schema that ours uses."""
    known = {
        "$ref",
        "type",
        "enum",
        "anyOf",
        "allOf",
        "properties",
        "required",
        "additionalProperties",
        "items",
    }
    known |= {
        "prefixItems",
        "minItems",
        "maxItems",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "pattern",
        "maxLength",
    }
    known |= {"title", "description", "default", "$defs", "$schema"}
    assert set(schema) <= known, set(schema) - known
    if "$ref" in schema and not fits(whole["$defs"][schema["$ref"].rpartition("/")[2]], data, whole):
        return False
    types = schema.get("type", list(TYPES))
    if not any(is_type(name, data) for name in ([types] if isinstance(types, str) else types)):
        return False
    if "enum" in schema and not any(each == data and type(each) is type(data) for each in schema["enum"]):
        return False
    if "anyOf" in schema and not any(fits(each, data, whole) for each in schema["anyOf"]):
        return False
    if not all(fits(each, data, whole) for each in schema.get("allOf", [])):
        return False
    if isinstance(data, dict):
        return fits_object(schema, data, whole)
    if isinstance(data, list):
        return fits_array(schema, data, whole)
    if isinstance(data, str):
        pattern = schema.get("pattern", "")
        return bool(re.search(pattern, data)) and len(data) <= schema.get("maxLength", len(data))
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        low, high = schema.get("minimum", data), schema.get("maximum", data)
        return bool(low <= data <= high and data > schema.get("exclusiveMinimum", data - 1))
    return True


def fits_object(schema: Any, data: dict[str, Any], whole: dict[str, Any]) -> bool:
    properties, others = schema.get("properties", {}), schema.get("additionalProperties", True)
    if any(key not in data for key in schema.get("required", [])):
        return False
    for key, each in data.items():
        if key in properties:
            if not fits(properties[key], each, whole):
                return False
        elif others is False or (others is not True and not fits(others, each, whole)):
            return False
    return True


def fits_array(schema: Any, data: list[Any], whole: dict[str, Any]) -> bool:
    if not schema.get("minItems", 0) <= len(data) <= schema.get("maxItems", len(data)):
        return False
    first = schema.get("prefixItems", [])
    rest = schema.get("items", {})
    return all(fits(first[i] if i < len(first) else rest, each, whole) for i, each in enumerate(data))


def accepted(text: str) -> bool:
    schema = scenario_schema()
    return fits(schema, parse(text, "table.yaml").data, schema)


def test_the_schema_is_plain_json_and_says_which_dialect_it_is() -> None:
    schema = scenario_schema()

    assert json.loads(json.dumps(schema)) == schema
    assert schema["$schema"].endswith("2020-12/schema")


def test_the_schema_has_every_field_of_a_scenario_and_says_what_it_is_for() -> None:
    properties = scenario_schema()["properties"]

    assert set(properties) == set(ScenarioForm.fields)
    assert all(each["description"] for each in properties.values())


def test_every_field_of_every_form_says_what_it_is_for() -> None:
    definitions = scenario_schema()["$defs"]
    silent = [
        f"{form}.{name}"
        for form, each in definitions.items()
        for name, inner in each["properties"].items()
        if not inner.get("description")
    ]

    assert len(definitions) > 20
    assert silent == []


def test_the_schema_has_every_sort_of_terrain() -> None:
    definitions = scenario_schema()["$defs"]
    required = [each.get("required", []) for each in definitions.values()]

    assert [sort for sort in SORTS if not any(sort in names for names in required)] == []


def test_the_schema_accepts_every_form_that_the_reader_does() -> None:
    assert problems_of(YARD) == []
    assert accepted(YARD)


def test_the_schema_accepts_mappings_by_name_and_lists_with_names() -> None:
    data = parse(YARD, "yard.yaml").data
    for section in NAMED_SECTIONS:
        entries = data[section]
        if isinstance(entries, dict):
            data[section] = [{"id": name, **entry} for name, entry in entries.items()]
        else:
            data[section] = {entry["id"]: {k: v for k, v in entry.items() if k != "id"} for entry in entries}

    assert accepted(json.dumps(data))


# Problems that lie in what values mean together, which no schema can see.
MEANING = (
    "needs a width", "same point", "already has a width", "height above 0", "closes on itself", "outline",
    "has no default", "head must be", "give either", "expected a surface", "low end of the shaft", "outside its shaft",
    "sill", "nothing can stand on it", "stand on itself", "name of the board", "there is no ruleset", "traits go under",
    "its diameter", "its position", "too small", "overlaps", "there is no 'gantry'", "no surface is at", "not 3",
    "has no position", "the model that carries", "there is no 'kol'", "hangs on", "would carry itself", "can't store",
    "tiny knows no", "already the name",
)  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        small("terrain:", f"  - {entry}")
        for entry, says in TERRAIN
        if not any(part in says for part in MEANING)
    ]
    + [small(f"  - {entry}") for entry, says in MODELS if not any(part in says for part in MEANING)],
)
def test_the_schema_refuses_what_the_reader_refuses_by_form(text: str) -> None:
    assert problems_of(text) != []
    assert not accepted(text.replace(".inf", "1e300"))
