"""The reference of socket messages, generated from the models that validate them."""

from __future__ import annotations

from typing import Any

from tools.manual.writing import Files, code, page, said, table

from surefoot.server.messages import definitions


def files() -> Files:
    """The page of all messages."""
    known, names = definitions()
    parts: list[Any] = ["## Hello", "", *_message(known["Hello"], known)]
    for title, group in (("Requests", "request"), ("Frames", "frame")):
        parts += [f"## {title}", ""]
        kinds = {known[name]["properties"]["kind"]["const"]: known[name] for name in names[group]}
        for kind, found in sorted(kinds.items()):
            parts += [f"### {kind}", "", *_message(found, known)]
    return {
        "reference/messages.md": page(
            "# Messages of a game",
            "",
            "Every message that a client and a server exchange over a game's socket. Each text frame holds one JSON "
            "object. [Games over the network](../protocol.md) explains the order of messages; a server publishes "
            "their JSON Schema at `/v1/messages.json`. The server rejects fields that are not on this page.",
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
    return [said(found.get("description", "")), "", *table(("field", "type", "", "meaning"), rows)]


def _says(name: str, field: dict[str, Any]) -> str:
    return str(field.get("description", "")) or ("The type of the message." if name == "kind" else "")


def _type(field: dict[str, Any], known: dict[str, Any]) -> str:
    """The type of a field, in words."""
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
