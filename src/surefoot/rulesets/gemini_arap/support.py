"""What the page relies on without stating it: Initiative tests, D3, Strength against Toughness."""

from __future__ import annotations

from dataclasses import dataclass

from surefoot.dice.pool import D6, Faces
from surefoot.dice.requests import Modifier, Procedure, Roll, passed, roll
from surefoot.rulesets.gemini_arap.book import rows
from surefoot.rulesets.gemini_arap.figure import initiative
from surefoot.table.table import Table

# A natural roll of this much fails every Initiative test, unless the table plays without it.
ALWAYS_FAILS = 6


@dataclass(frozen=True, slots=True)
class AtMost:
    """Passed if the sum is no higher than the target; faces from `fails` on always fail."""

    target: int
    fails: int

    def __call__(self, faces: Faces) -> bool:
        return sum(faces) <= min(self.target, self.fails - 1)

    def needs(self) -> str:
        """What passes.

        >>> AtMost(7, 6).needs()
        '5 or less'
        """
        top = min(self.target, self.fails - 1)
        return f"{top} or less" if top > 0 else "cannot pass"


@dataclass(frozen=True, slots=True)
class Halved:
    """The kept die, halved and rounded up if it stands for a smaller one."""

    halved: bool = True

    def __call__(self, faces: Faces) -> int:
        return (sum(faces) + 1) // 2 if self.halved else sum(faces)

    def needs(self) -> str:
        """An amount."""
        return ""


def initiative_test(
    table: Table, who: str, what: str, *clauses: str, modifiers: tuple[Modifier, ...] = ()
) -> Procedure[bool]:
    """A D6 equal to or under Initiative."""
    fails = ALWAYS_FAILS if table.option("six_always_fails") is not False else ALWAYS_FAILS + 1
    request = Roll(
        what,
        D6,
        AtMost(initiative(table.models[who]), fails),
        who,
        (*clauses, "support.initiative-test"),
        modifiers,
        hope=True,
    )
    return (yield from passed(request))


def d3(what: str, who: str, *clauses: str) -> Procedure[int]:
    """A D3: a D6 halved, rounding up."""
    result: int = yield from roll(Roll(what, D6, Halved(), who, (*clauses, "support.d3")))
    return result


def need_to_wound(strength: int, toughness: int) -> int | None:
    """The roll that wounds; None if nothing does."""
    difference = strength - toughness
    for row in rows("support.strength-vs-toughness"):
        first, *bound = str(row["s_minus_t"]).split()
        limit = int(first)
        fits = (
            difference == limit
            if not bound
            else difference >= limit
            if "more" in bound
            else difference <= limit
        )
        if fits:
            return None if row["needs"] in (None, "none") else int(row["needs"])
    raise LookupError(f"no row for a difference of {difference}")
