"""Room for more: arrays of the kernel, made longer."""

from __future__ import annotations

from array import array
from typing import Any


def longer(code: str, values: Any, times: int = 2) -> array[Any]:
    """The same numbers with zeros behind them, so many times as long; of doubles (d) or of integers (i)."""
    old = memoryview(values)
    more: array[Any] = array(code, [0]) * (len(old) * times)
    memoryview(more)[: len(old)] = old
    return more
