"""Options and arguments that need no conversion are taken as they are.

Typer converts every value with pydantic, even one that is left out. Importing that takes a quarter of the time of a small check.
"""

from __future__ import annotations

from typing import Any


def take_as_they_are() -> None:
    """Let Typer, in this process, convert only values that are given and are not texts already."""
    from typer import core

    usual = getattr(core, "build_runtime_param", None)
    # Another version of Typer may keep its converters elsewhere; then it converts as usual.
    if usual is not None:
        vars(core)["build_runtime_param"] = lambda descriptor: _Late(descriptor, usual)


class _Late:
    """Converts the value of a parameter as Typer does, but makes the converter only for a value that needs it."""

    def __init__(self, descriptor: Any, usual: Any) -> None:
        self.descriptor, self.usual = descriptor, usual

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        if param.nargs == 1 and not getattr(param, "multiple", False):
            is_text = self.descriptor.annotation is str and isinstance(value, str)
            if value is None or is_text:
                return value
        return self.usual(self.descriptor).coerce(value, param=param, ctx=ctx)
