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
        self._descriptor, self._usual = descriptor, usual

    def __getattr__(self, name: str) -> Any:
        # Whatever else Typer asks of a converter, its own one answers.
        return getattr(self._usual(self._descriptor), name)

    def coerce(self, value: Any, *rest: Any, **named: Any) -> Any:
        if _is_plain(self._descriptor, value, named.get("param")):
            return value
        return self._usual(self._descriptor).coerce(value, *rest, **named)


def _is_plain(descriptor: Any, value: Any, param: Any) -> bool:
    """Whether a value is left out, or is a text where one is wanted."""
    single = getattr(param, "nargs", 0) == 1 and not getattr(param, "multiple", False)
    is_text = getattr(descriptor, "annotation", None) is str and isinstance(value, str)
    return single and (value is None or is_text)
