"""Growing arrays for compiled code."""

from __future__ import annotations

from array import array
from typing import Any


def longer(code: str, values: Any, times: int = 2) -> array[Any]:
    """The same numbers followed by zeros, `times` as long; of doubles (d) or integers (i)."""
    old = memoryview(values)
    more: array[Any] = array(code, [0]) * (len(old) * times)
    memoryview(more)[: len(old)] = old
    return more
