"""What the public functions take: if you give them something else, a TypeError says what to give instead.

Only the package itself wraps its functions so, when one of their names is first used; our own code calls them directly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any


def _is(value: object, *names: str) -> bool:
    """Whether a value is of a class with one of these names: the classes themselves need not be loaded for that."""
    return any(each.__name__ in names for each in type(value).__mro__)


def _several(value: object, name: str) -> bool:
    return not isinstance(value, (str, bytes, Mapping)) and (
        not isinstance(value, (list, tuple)) or all(_is(each, name) for each in value)
    )


# By the annotation of a parameter: what it is in words, and whether a value is one.
_KINDS: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "Table": ("a Table", lambda value: _is(value, "Table")),
    "Session": ("a Session", lambda value: _is(value, "Session")),
    "Session | Table": ("a Session or a Table", lambda value: _is(value, "Session", "Table")),
    "Outcome": ("an Outcome", lambda value: _is(value, "Outcome")),
    "Picture": ("a Picture", lambda value: _is(value, "Picture")),
    "Declaration": ("a Declaration", lambda value: _is(value, "Declaration")),
    "Declaration | Sequence[Declaration]": (
        "a Declaration or a list of them",
        lambda value: (
            _is(value, "Declaration") or (hasattr(value, "__iter__") and _several(value, "Declaration"))
        ),
    ),
    "Iterable[Declaration]": (
        "a list of Declarations",
        lambda value: hasattr(value, "__iter__") and _several(value, "Declaration"),
    ),
    "Sequence[Outcome]": (
        "a list of Outcomes",
        lambda value: hasattr(value, "__iter__") and _several(value, "Outcome"),
    ),
    "Responder": ("a script or a seed", lambda value: hasattr(value, "reply")),
    "str": ("a text", lambda value: isinstance(value, str)),
}
# By what is taken and what was given: what to write instead.
_INSTEAD: dict[tuple[str, str], str] = {
    ("Table", "Scenario"): "use scenario.table",
    ("Table", "Session"): "use session.now",
    ("Table", "str"): "use surefoot.load(path).table",
    ("Session | Table", "Scenario"): "use scenario.table",
    ("Session", "Table"): "use surefoot.Session(table)",
    ("Session", "Scenario"): "use surefoot.Session(scenario.table)",
    ("Session", "str"): "use surefoot.open_game(path)",
    ("Picture", "Table"): "use surefoot.picture(table)",
    ("Picture", "Outcome"): "use surefoot.picture(table, [outcome])",
    ("Sequence[Outcome]", "Outcome"): "use [outcome]",
    ("Declaration", "dict"): "use surefoot.declaration(table, fields)",
    ("Declaration", "list"): "give one of them, or use surefoot.checks(table, declarations)",
    ("Declaration", "tuple"): "give one of them, or use surefoot.checks(table, declarations)",
    ("Declaration | Sequence[Declaration]", "dict"): "use surefoot.declaration(table, fields)",
    ("Iterable[Declaration]", "Declaration"): "use [declaration]",
    ("Responder", "list"): "use surefoot.script([2, 1])",
    ("Responder", "int"): "use surefoot.script([5]) for a die, surefoot.Seeded('5') for a seed",
    ("Responder", "str"): "use surefoot.Seeded('friday')",
    ("str", "bytes"): "use data.decode()",
    ("str", "dict"): "use json.dumps(data)",
}
_PLACES = ("first", "second", "third")


def demand(called: str, place: int, parameter: str, annotation: str, value: object) -> None:
    """Raise TypeError if an argument is not what its annotation says; `place` counts from 0."""
    what, fits = _KINDS[annotation]
    if fits(value):
        return
    given = type(value).__name__
    where = _PLACES[place] if place < len(_PLACES) else f"as {parameter}"
    says = f"{called}() takes {what} {where} ({parameter}), not {value if value is None else given}"
    instead = _INSTEAD.get((annotation, given), "")
    raise TypeError(f"{says}: {instead}" if instead else says)


# Of the texts that a function takes only these are looked at: names may be of any type that compares.
_TEXTS = {("loads", "text")}


def checked(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, which refuses arguments of another type in plain words before anything is done with them."""
    hints = {key: hint for key, hint in function.__annotations__.items() if key != "return"}
    kinds = {
        key: hint
        for key, hint in hints.items()
        if (hint in _KINDS and hint != "str") or (name, key) in _TEXTS
    }
    if not kinds:
        return function
    places = list(hints)

    @wraps(function)
    def called(*given: Any, **named: Any) -> Any:
        for parameter, value in (*zip(places, given, strict=False), *named.items()):
            if parameter in kinds:
                demand(name, places.index(parameter), parameter, kinds[parameter], value)
        return function(*given, **named)

    # So that it is found again by its public name when it is sent to another process.
    called.__module__, called.__qualname__ = "surefoot", name
    return called
