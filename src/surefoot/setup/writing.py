"""A scenario as YAML that people can go on with: one entry to a line."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

_RESERVED = ("true", "false", "yes", "no", "on", "off", "null", "y", "n", "inf", "nan")


def yaml_of(data: Mapping[str, Any], comments: Sequence[str] = ()) -> str:
    """The text of a scenario, with comments at its top."""
    parts = [f"# {line}\n" for line in comments]
    for section, value in data.items():
        if isinstance(value, Mapping) and value:
            parts.append(f"{section}:\n")
            parts += [f"  {flow(str(key))}: {flow(entry)}\n" for key, entry in value.items()]
        elif isinstance(value, list) and value and isinstance(value[0], Mapping):
            parts.append(f"{section}:\n")
            parts += [f"  - {flow(entry)}\n" for entry in value]
        else:
            parts.append(f"{section}: {flow(value)}\n")
    return "".join(parts)


def flow(value: Any) -> str:
    """A value in YAML's flow style; plain words stand without quotes.

    >>> flow({"wall": [[1.0, 2.5]], "state": ["closed"], "labels": ["a, b"]})
    '{wall: [[1, 2.5]], state: [closed], labels: ["a, b"]}'
    """
    if isinstance(value, str):
        return value if _is_plain(value) else json.dumps(value, ensure_ascii=False)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{flow(str(key))}: {flow(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(flow(each) for each in value) + "]"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e12:
        return str(int(value))
    return json.dumps(value)


def _is_plain(text: str) -> bool:
    bare = "".join(sign for sign in text if sign not in "-._ ")
    return (
        bare.isascii()
        and bare.isalnum()
        and text[:1].isalpha()
        and text.strip() == text
        and text.casefold() not in _RESERVED
    )
