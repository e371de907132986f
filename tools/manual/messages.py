"""The reference of what goes over a socket, read off the models that check it."""

from __future__ import annotations

from typing import Any

from tools.manual.writing import Files, code, page, said, table

from surefoot.server.messages import schema


def files() -> Files:
    """The page of all messages."""
    published = schema()
    parts: list[Any] = ["## Hello", "", *_message(published["hello"], {})]
    for title, name in (("Requests", "request"), ("Frames", "frame")):
        kinds, known = published[name]["discriminator"]["mapping"], published[name]["$defs"]
        parts += [f"## {title}", ""]
        for kind, place in sorted(kinds.items()):
            parts += [f"### {kind}", "", *_message(known[place.rpartition("/")[2]], known)]
    return {
        "reference/messages.md": page(
            "# Messages of a game",
            "",
            "Everything that goes over the socket of a game, one JSON object in each text frame. "
            "[Games over the network](../../protocol.md) tells how they go together; a server publishes the JSON "
            "Schema of all of them at `/v1/messages.json`. Fields that are not on this page are refused.",
            "",
            parts,
        )
    }


def _message(found: dict[str, Any], known: dict[str, Any]) -> list[str]:
    needed = found.get("required", [])
    rows = [
        (code(name), _type(field, known), "" if name in needed else "optional", said(_says(name, field)))
        for name, field in found["properties"].items()
    ]
    return [said(found.get("description", "")), "", *table(("field", "is", "", "what it says"), rows)]


def _says(name: str, field: dict[str, Any]) -> str:
    return str(field.get("description", "")) or ("Which message this is." if name == "kind" else "")


def _type(field: dict[str, Any], known: dict[str, Any]) -> str:
    """What a field holds, in words."""
    if "const" in field:
        return code(str(field["const"]).lower() if field["const"] is True else f'"{field["const"]}"')
    if "enum" in field:
        return " or ".join(code(f'"{each}"') for each in field["enum"])
    if "anyOf" in field:
        kinds = [_type(each, known) for each in field["anyOf"] if each.get("type") != "null"]
        return " or ".join(dict.fromkeys(kinds))
    if "$ref" in field:
        held = known[field["$ref"].rpartition("/")[2]]
        return f"object ({', '.join(held['properties'])})"
    if field.get("type") == "array":
        items = field.get("items") or {}
        return f"list of {_type(items, known)}" if items else "list"
    return str(field.get("type", "anything"))
