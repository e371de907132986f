"""Mutants of code that all rulesets share: the functions of a loaded module are given other code, in place.

A shared module cannot be loaded a second time, because the judge of the corpus uses it too. So only what stands inside
functions can be changed; the constants of a module are left alone.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cached_property
from types import CodeType, FunctionType

from surefoot.testing.mutate.mutants import Mutant
from surefoot.testing.mutate.rules import Held


def changes_a_function(mutant: Mutant, held: Held) -> bool:
    """Whether a mutant changes nothing but the code of functions that are defined once."""
    before, after = _codes(held.held[mutant.module].code), _codes(mutant.code())
    return before.keys() == after.keys() and bool(_differing(before, after))


def change(mutant: Mutant, held: Held) -> None:
    """Give the functions of a loaded module the code of a mutant."""
    after = _codes(mutant.code())
    names = _differing(_codes(held.held[mutant.module].code), after)
    functions = {each.__qualname__: each for each in _functions(mutant.module)}
    for name in names:
        functions[name].__code__ = after[name]


def _differing(before: dict[str, CodeType], after: dict[str, CodeType]) -> list[str]:
    """The functions that do something else, on whatever lines they stand."""
    return [name for name, code in after.items() if _does(code) != _does(before[name])]


def _does(code: CodeType) -> tuple[object, ...]:
    """What some code does, without its line numbers."""
    constants = [_does(each) if isinstance(each, CodeType) else repr(each) for each in code.co_consts]
    return code.co_code, code.co_names, code.co_varnames, code.co_freevars, *constants


def _codes(code: CodeType) -> dict[str, CodeType]:
    """The code of every function and method of a module, without those inside functions, by qualified name."""
    found: dict[str, CodeType] = {}
    for inner in code.co_consts:
        if not isinstance(inner, CodeType) or inner.co_name.startswith("<"):
            continue
        # The body of a class sets its qualified name.
        if "__qualname__" in inner.co_names:
            found |= _codes(inner)
        else:
            found[inner.co_qualname] = inner
    return found


def _functions(module: str) -> Iterator[FunctionType]:
    """The functions and methods that a loaded module defines."""
    for value in [*vars(sys.modules[module]).values()]:
        members = vars(value).values() if isinstance(value, type) and value.__module__ == module else (value,)
        for member in members:
            inner = member
            if isinstance(member, property):
                inner = member.fget
            elif isinstance(member, cached_property):
                inner = member.func
            elif isinstance(member, (staticmethod, classmethod)):
                inner = member.__func__
            inner = getattr(inner, "__wrapped__", inner)
            if isinstance(inner, FunctionType) and inner.__module__ == module:
                yield inner
