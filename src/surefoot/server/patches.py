"""The difference between two states as a JSON merge patch (RFC 7396)."""

from __future__ import annotations

from typing import Any


class Unsayable(ValueError):
    """A state with null values, which a merge patch can't express."""


def patch(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """The patch from one state to another: null for removed keys, new values for changed ones.

    >>> patch({"kal": {"at": [1, 2], "prone": True}}, {"kal": {"at": [3, 4]}, "vex": {}})
    {'kal': {'prone': None, 'at': [3, 4]}, 'vex': {}}
    """
    found: dict[str, Any] = {key: None for key in before if key not in after}
    for key, value in after.items():
        old = before.get(key)
        # In Python 1 == True; in JSON they differ.
        if key in before and (value is old or (value == old and repr(value) == repr(old))):
            continue
        if isinstance(value, dict) and isinstance(old, dict):
            found[key] = patch(old, value)
        else:
            found[key] = _sayable(value)
    return found


def _sayable(value: Any) -> Any:
    if value is None:
        raise Unsayable("null would mean that a key was removed")
    if isinstance(value, dict):
        return {key: _sayable(item) for key, item in value.items()}
    return value
