"""The input of a case: scenario fields merged over the base of its file, and the change of its twin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from surefoot.table.words import instead

# Sections with named entries, turned into mappings by id so that paths into them are stable.
NAMED = ("terrain", "models", "units", "characters", "objects")


class NoSuchPath(LookupError):
    """A dotted path that does not exist."""


def merged(base: Any, over: Any) -> Any:
    """Merge mappings key by key; `null` removes a key, other values replace.

    >>> merged({"models": {"kal": {"at": [1, 1], "side": "a"}}}, {"models": {"kal": {"at": [2, 2]}}})
    {'models': {'kal': {'at': [2, 2], 'side': 'a'}}}
    """
    if not isinstance(base, Mapping) or not isinstance(over, Mapping):
        return over
    found = dict(base)
    for key, value in over.items():
        if value is None:
            found.pop(key, None)
        else:
            found[key] = merged(found[key], value) if key in found else value
    return found


def by_name(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Scenario fields with every section of named entries as a mapping by id."""
    return {
        key: _by_id(value) if key in NAMED and isinstance(value, list) else value
        for key, value in fields.items()
    }


def _by_id(entries: list[Any]) -> Any:
    if not all(isinstance(each, Mapping) and isinstance(each.get("id"), str) for each in entries):
        # An id is missing: the scenario reader reports it.
        return entries
    names = [each["id"] for each in entries]
    if len(dict.fromkeys(names)) < len(names):
        return entries
    return {each["id"]: {key: value for key, value in each.items() if key != "id"} for each in entries}


def changed(fields: Any, path: str, value: Any) -> Any:
    """The fields with one dotted path set; `null` removes it.

    >>> changed({"declare": [{"who": "kal", "path": [[1, 2]]}]}, "declare.0.path.0", [3, 4])
    {'declare': [{'who': 'kal', 'path': [[3, 4]]}]}
    """
    if not path:
        raise NoSuchPath("the path is empty")
    return _changed(fields, path.split("."), value, "")


def _changed(fields: Any, steps: list[str], value: Any, so_far: str) -> Any:
    if isinstance(fields, list):
        return _changed_list(fields, steps, value, so_far)
    if not isinstance(fields, Mapping):
        raise NoSuchPath(f"{so_far or 'this'} is {fields!r}, in which there is no {'.'.join(steps)!r}")
    # Names may contain dots (squad.1, leap.test): take the longest that exists.
    for count in range(len(steps), 0, -1):
        key = ".".join(steps[:count])
        if key in fields:
            return _replaced(fields, key, steps[count:], value, so_far)
    key, rest = steps[0], steps[1:]
    if value is None:
        raise NoSuchPath(f"{so_far or 'the case'} has no {'.'.join(steps)!r} to remove{instead(key, fields)}")
    for step in reversed(rest):
        value = {step: value}
    return {**fields, key: value}


def _replaced(fields: Mapping[str, Any], key: str, rest: list[str], value: Any, so_far: str) -> Any:
    if rest:
        return {**fields, key: _changed(fields[key], rest, value, f"{so_far}.{key}".lstrip("."))}
    if value is None:
        return {name: each for name, each in fields.items() if name != key}
    return {**fields, key: value}


def _changed_list(items: list[Any], steps: list[str], value: Any, so_far: str) -> list[Any]:
    step, rest = steps[0], steps[1:]
    if not step.isdecimal() or int(step) > len(items):
        last = f"0 to {len(items) - 1}" if items else "none"
        raise NoSuchPath(f"{so_far} is a list; {step!r} is none of its positions ({last})")
    index = int(step)
    if index == len(items):
        if rest or value is None:
            raise NoSuchPath(f"{so_far} has no entry {index}; it ends at {index - 1}")
        return [*items, value]
    if not rest and value is None:
        return [*items[:index], *items[index + 1 :]]
    fresh = _changed(items[index], rest, value, f"{so_far}.{step}") if rest else value
    return [*items[:index], fresh, *items[index + 1 :]]
