"""How tables and outcomes show themselves in notebooks. This room may not import `surefoot.draw`: `surefoot` registers it here."""

from __future__ import annotations

from collections.abc import Callable

_drawers: list[Callable[[object], str]] = []


def register(draw: Callable[[object], str]) -> None:
    """Register what draws a value as SVG. It imports what it needs when it is called."""
    _drawers[:] = [draw]


def svg_of(value: object) -> str:
    """A value as SVG, for notebooks."""
    return _drawers[0](value)
