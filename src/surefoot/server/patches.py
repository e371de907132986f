"""What has changed between two states, as a JSON merge patch (RFC 7396) that any client can apply."""

from __future__ import annotations

from typing import Any


class Unsayable(ValueError):
    """A state in which null means something, which a merge patch cannot say."""


def patch(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """What turns one state into another: null for what is gone, everything else as it is now.

    >>> patch({"kal": {"at": [1, 2], "prone": True}}, {"kal": {"at": [3, 4]}, "vex": {}})
    {'kal': {'prone': None, 'at': [3, 4]}, 'vex': {}}
    """
    found: dict[str, Any] = {key: None for key in before if key not in after}
    for key, value in after.items():
        old = before.get(key)
        # To Python 1 is True; to JSON it is not.
        if key in before and (value is old or (value == old and repr(value) == repr(old))):
            continue
        if isinstance(value, dict) and isinstance(old, dict):
            found[key] = patch(old, value)
        else:
            found[key] = _sayable(value)
    return found


def _sayable(value: Any) -> Any:
    if value is None:
        raise Unsayable("null means that something is gone")
    if isinstance(value, dict):
        return {key: _sayable(item) for key, item in value.items()}
    return value
