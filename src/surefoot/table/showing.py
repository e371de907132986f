"""How tables, outcomes and odds show themselves: as pictures in notebooks, as text when they are printed.

This room may import neither `surefoot.draw` nor the command line: `surefoot` registers both here.
"""

from __future__ import annotations

from collections.abc import Callable

Shown = Callable[[object], str]
_registered: dict[str, Shown] = {}


def register(draw: Shown, write: Shown) -> None:
    """Register what draws a value as SVG and what writes it as text. Both import what they need when they are called."""
    _registered.update(svg=draw, text=write)


def svg_of(value: object) -> str:
    """A value as SVG, for notebooks."""
    return _registered["svg"](value)


def text_of(value: object) -> str:
    """A value as text, for `print`."""
    return _registered["text"](value)
