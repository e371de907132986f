"""The reference of scenario files, generated from their JSON Schema."""

from __future__ import annotations

import re
from typing import Any

from tools.manual.writing import Files, code, page, plain, table, value

import surefoot

# Terrain comes last: it has the most forms.
_ORDER = ("BoardForm", "ModelForm", "UnitForm", "CharacterForm", "ObjectForm", "DeclareForm", "LegForm")
_NUMBERS = ("number", "integer")
_LIST = "a list of"
_NAMED = " by name"
# A field with more alternatives than this is a piece of terrain.
_MANY = 8
_TITLES = {"DeclareForm": "Declaration"}


def files() -> Files:
    """The page of the scenario format."""
    schema = surefoot.scenario_schema()
    forms: dict[str, Any] = schema["$defs"]
    terrain = [name for name, form in forms.items() if _sort_of(form)]
    others = [name for name in forms if name not in terrain and name not in _ORDER]
    parts: list[str] = []
    for name in (*_ORDER, *sorted(others)):
        parts += _form(name, forms[name])
    parts += [
        "## Terrain",
        "",
        "The key that holds the position of a piece also names its kind: `wall: [[9, 2], [9, 8]]` is a wall.",
        "",
    ]
    parts += table(
        ("key", "kind of terrain"),
        [
            (f"[{code(_sort_of(forms[name]))}](#{anchor(name)})", plain(forms[name]["description"]))
            for name in terrain
        ],
    )
    for name in terrain:
        parts += _form(name, forms[name], level="###")
    return {
        "reference/scenarios.md": page(
            "# Scenario files",
            "",
            "A scenario is a YAML or JSON file: a table set up for one ruleset, and the moves declared on it. "
            "Lengths are in the ruleset's unit (inches or metres), bases in millimetres. "
            "[0, 0] is the south-west corner of the board; angles are degrees clockwise from north. "
            "This page is generated from the JSON Schema that `surefoot schema` prints; "
            "[write a scenario](../how-to/write-a-scenario.md) explains the format step by step.",
            "",
            "Names may contain letters, digits, `_`, `-` and dots. An empty section counts as left out; an unknown "
            "field is an error.",
            "",
            "## The file { #scenario }",
            "",
            _fields(schema),
            parts,
        )
    }


def anchor(form: str) -> str:
    """The anchor of a form on the page.

    >>> anchor("PortableLadderForm")
    'portable-ladder'
    """
    name = _TITLES.get(form, form.removesuffix("Form"))
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()


def _sort_of(form: dict[str, Any]) -> str:
    """The key that names the kind of terrain; empty for every other form."""
    own = anchor(form["title"])
    return own if own in form.get("properties", {}) and "face_tags" in form["properties"] else ""


def _form(name: str, form: dict[str, Any], level: str = "##") -> list[str]:
    title = anchor(name).replace("-", " ").capitalize()
    more = ["Other fields are allowed.", ""] if form.get("additionalProperties") else []
    return [
        f"{level} {title} {{ #{anchor(name)} }}",
        "",
        plain(form["description"]),
        "",
        *_fields(form),
        *more,
    ]


def _fields(form: dict[str, Any]) -> list[str]:
    required = form.get("required", ())
    own = _sort_of(form) if "title" in form else ""
    first = [key for key in form["properties"] if key in ("id", own) or key in required]
    rest = [key for key in form["properties"] if key not in first]
    rows = []
    for key in (*first, *rest):
        given = form["properties"][key]
        says = plain(given.get("description", ""))
        if key in required:
            says += " (required)"
        elif given.get("default") not in (None, "", [], {}):
            says += f" (default {code(value(given['default']))})"
        rows.append((code(key), holds(given), says))
    return table(("field", "value", "meaning"), rows)


def holds(schema: Any) -> str:
    """The values that a field accepts, in a few words."""
    if not isinstance(schema, dict):
        return "anything"
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{anchor(name).replace('-', ' ')}](#{anchor(name)})"
    if "anyOf" in schema:
        return _either([each for each in schema["anyOf"] if each != {"type": "null"}])
    if "allOf" in schema:
        return holds(schema["allOf"][0])
    if "enum" in schema:
        # A switch and the word for it look the same on the page.
        return f"one of {', '.join(dict.fromkeys(code(value(each)) for each in schema['enum']))}"
    if "const" in schema:
        return code(value(schema["const"]))
    return _typed(schema)


def _either(schemas: list[Any]) -> str:
    found = list(dict.fromkeys(holds(each) for each in schemas))
    if len(found) > _MANY and all(each.startswith("[") for each in found):
        return "[a piece of terrain](#terrain)"
    if len(found) == 2 and found[0] == f"{_LIST} {found[1].removesuffix(_NAMED)}":
        return f"{found[1].removesuffix(_NAMED)}, in a list or by name"
    # "X or a list of X" is shortened.
    found = [f"{_LIST} them" if each == f"{_LIST} {found[0]}" else each for each in found]
    return " or ".join(found)


def _typed(schema: dict[str, Any]) -> str:
    kind = schema.get("type", "anything")
    kinds = [each for each in (kind if isinstance(kind, list) else [kind]) if each != "null"]
    if "array" in kinds and ("items" in schema or "prefixItems" in schema):
        return _array(schema)
    if "object" in kinds:
        return _object(schema)
    if kinds in (["string", "integer"], ["string"]):
        return "a name" if "pattern" in schema else "a text"
    words = {"number": "a number", "integer": "a whole number", "boolean": "on or off", "array": "a list"}
    return " or ".join(words.get(each, "a text" if each == "string" else each) for each in kinds)


def _array(schema: dict[str, Any]) -> str:
    least, most = schema.get("minItems"), schema.get("maxItems")
    items = schema.get("items", {})
    if "prefixItems" in schema:
        return f"{len(schema['prefixItems'])} numbers"
    if isinstance(items, dict) and items.get("type") in _NUMBERS:
        if least == most and least is not None:
            return f"{least} numbers"
        return f"{least} or {most} numbers" if least is not None and most is not None else "numbers"
    return f"{_LIST} {holds(items)}"


def _object(schema: dict[str, Any]) -> str:
    inner = schema.get("additionalProperties")
    properties = schema.get("properties")
    if properties:
        shown = ", ".join(f"{key}: {holds(each)}" for key, each in properties.items())
        return f"{{{shown}}}".replace("{", "&#123;").replace("}", "&#125;")
    return f"{holds(inner)}{_NAMED}" if isinstance(inner, dict) and inner else "a mapping"
