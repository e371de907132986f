"""A value of a JSON file with the way to it, so that everything wrong with it can be told at its place."""

from __future__ import annotations

import math
from typing import Any

from surefoot.files.kinds import FURTHEST
from surefoot.intake.problems import Problems
from surefoot.language import Notation, Quoted, say
from surefoot.records import dataclass


@dataclass(frozen=True, slots=True)
class Look:
    """One value of a file; what is asked of it in vain is noted as a problem."""

    data: Any
    problems: Problems
    way: str = ""

    @property
    def exists(self) -> bool:
        """Whether there is a value at all."""
        return self.data is not None

    def __getitem__(self, key: str) -> Look:
        """A field of an object; a value that does not exist if it has none."""
        way = f"{self.way}.{key}" if self.way else key
        return Look(self.data.get(key) if isinstance(self.data, dict) else None, self.problems, way)

    def first(self, *keys: str) -> Look:
        """The first of several fields that exists."""
        return next((found for key in keys if (found := self[key]).exists), self[keys[0]])

    def items(self) -> list[Look]:
        """The values of a list; a list that is missing is empty."""
        if self.data is None:
            return []
        if not isinstance(self.data, list):
            self.wrong("a list")
            return []
        return [Look(each, self.problems, f"{self.way}[{i}]") for i, each in enumerate(self.data)]

    def text(self, default: str = "") -> str:
        """A text, or a number as text."""
        if self.data is None:
            return default
        if isinstance(self.data, bool | dict | list):
            self.wrong("a text")
            return default
        return str(self.data)

    def number(self, default: float | None = None, *, above: float = -FURTHEST * 100.0) -> float | None:
        """A number; noted as a problem if it is missing without a default, or is none."""
        value = self.data
        if value is None and default is not None:
            return default
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            self.wrong("a number")
            return default
        if not above < value <= FURTHEST * 100.0:
            self.wrong("a number in a sensible range")
            return default
        return float(value)

    def yes(self, default: bool = False) -> bool:
        """True or false."""
        return self.data if isinstance(self.data, bool) else default

    def point(self) -> tuple[float, float] | None:
        """A point written as {x, y}; None, noted as a problem, if it is none."""
        x, y = self["x"].number(), self["y"].number()
        return None if x is None or y is None else (x, y)

    def wrong(self, expected: str) -> None:
        """Note that something else was expected here."""
        if self.data is None:
            says = say("missing; expected {what}", what=Notation(expected))
        else:
            says = say(
                "expected {what}, found {found}", what=Notation(expected), found=Quoted(str(self.data)[:40])
            )
        self.problems.wrong(says, self.way)
