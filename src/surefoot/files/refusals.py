"""Refuses values of a file with a sentence, and shows values in messages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

from pydantic_core import PydanticCustomError

from surefoot.language import Field, Notation, Sentence, count, say


def refused(says: Sentence) -> PydanticCustomError:
    """The error that refuses a value with a sentence."""
    return PydanticCustomError("surefoot", "{says}", {"says": says})


def fail(says: Sentence) -> NoReturn:
    """Refuse a value with a sentence."""
    raise refused(says)


def said(context: Mapping[str, Any] | None, message: str) -> Sentence:
    """The sentence of an error that `fail` raised; of another error, its message."""
    says = (context or {}).get("says")
    return says if isinstance(says, Sentence) else say("{message}", message=Notation(message))


def refusal(error: PydanticCustomError) -> Sentence:
    """The sentence that `fail` was called with."""
    return said(error.context, error.message())


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
