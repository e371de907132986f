"""Refuses values of a file with a sentence, and shows values in messages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from surefoot.language import Field, Notation, Sentence, count, say


class Refusal(ValueError):
    """A value of a file or a message that is refused with a sentence; models of messages pass it on, as any ValueError."""

    def __init__(self, says: Sentence) -> None:
        super().__init__(says)
        self.says = says


def fail(says: Sentence) -> NoReturn:
    """Refuse a value with a sentence."""
    raise Refusal(says)


def said(context: Mapping[str, Any] | None, message: str, kind: str = "") -> Sentence:
    """The sentence of an error that `fail` raised; of another error of a known kind our own words, else its message."""
    known = context or {}
    refusal = known.get("error")
    if isinstance(refusal, Refusal):
        return refusal.says
    for name, limit in LIMITS.items():
        if name in known and not kind.startswith(("string", "too_")):
            return limit(Notation(f"{known[name]:g}"))
    if kind in KINDS:
        return KINDS[kind]
    return say("{message}", message=Notation(message))


# Limits of numbers, by the name under which an error carries them.
LIMITS: Mapping[str, Callable[[Notation], Sentence]] = {
    "ge": lambda number: say("must be at least {number}", number=number),
    "le": lambda number: say("must be at most {number}", number=number),
    "gt": lambda number: say("must be more than {number}", number=number),
    "lt": lambda number: say("must be less than {number}", number=number),
}
# Kinds of errors that say enough by themselves.
KINDS: Mapping[str, Sentence] = {
    "float_type": say("expected a number"),
    "float_parsing": say("expected a number"),
    "int_type": say("expected a whole number"),
    "int_parsing": say("expected a whole number"),
    "int_from_float": say("expected a whole number"),
    "bool_type": say("expected yes or no"),
    "bool_parsing": say("expected yes or no"),
    "string_type": say("expected a text"),
    "missing": say("is missing"),
    "extra_forbidden": say("there is no such field"),
}


def expected(what: Field, found: Any) -> Sentence:
    """The problem that a value is of another kind."""
    return say("expected {what}, found {found}", what=what, found=shown(found))


def shown(value: Any) -> Field:
    """A value as a message shows it."""
    if value is None:
        return say("nothing")
    if isinstance(value, bool):
        return Notation("true" if value else "false")
    if isinstance(value, str):
        return say("the text {text}", text=Notation(f"{value[:40]!r}{'…' if len(value) > 40 else ''}"))
    if isinstance(value, Mapping):
        keys = f"{', '.join(map(str, list(value)[:4]))}{', …' if len(value) > 4 else ''}"
        return say("a mapping ({keys})", keys=Notation(keys))
    if isinstance(value, list):
        if len(value) > 4 or is_nested(value):
            return count("a list of {n} entry", "a list of {n} entries", len(value))
        return Notation(_flat(value))
    return Notation(str(value))


def is_nested(values: list[Any]) -> bool:
    """Whether a list contains lists or mappings."""
    return any(isinstance(each, (list, Mapping)) for each in values)


def _flat(values: list[Any]) -> str:
    return f"[{', '.join(str(each)[:20] if each is not None else 'null' for each in values)}]"
