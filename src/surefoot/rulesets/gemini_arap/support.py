"""What the page relies on without stating it: tests on a characteristic, shots, D3, Strength against Toughness."""

from __future__ import annotations

from dataclasses import dataclass

from surefoot.dice.pool import D6, Dice, Faces
from surefoot.dice.readings import AtLeast
from surefoot.dice.requests import Modifier, Procedure, Roll, do, passed, roll
from surefoot.rulesets.gemini_arap.book import rows
from surefoot.rulesets.gemini_arap.figure import initiative
from surefoot.table.effects import Reported
from surefoot.table.table import Table

# A natural roll of this much fails every Initiative test, unless the table plays without it.
ALWAYS_FAILS = 6
# To hit takes this much less the BS; a score beyond a die takes a 6 and then a second die.
HITS = 7
SIX = 6
# A score of 7 takes 4+ on the second die, 8 takes 5+, 9 takes 6.
SECOND_DIE = 3


@dataclass(frozen=True, slots=True)
class AtMost:
    """Passed if the sum is no higher than the target; faces from `fails` on, if there are such, always fail."""

    target: int
    fails: int | None = None

    def __call__(self, faces: Faces) -> bool:
        return sum(faces) <= self.top

    @property
    def top(self) -> int:
        """The highest sum that passes."""
        return self.target if self.fails is None else min(self.target, self.fails - 1)

    def needs(self) -> str:
        """What passes.

        >>> AtMost(7, 6).needs()
        '5 or less'
        """
        return f"{self.top} or less" if self.top > 0 else "cannot pass"


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
    fails = None if table.option("six_always_fails") is False else ALWAYS_FAILS
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


def strength_test(table: Table, who: str, what: str, *clauses: str) -> Procedure[bool]:
    """A D6 equal to or under Strength; a 6 always fails."""
    strength = table.models[who].profile.number("S")
    reading = AtMost(strength, ALWAYS_FAILS)
    return (yield from passed(Roll(what, D6, reading, who, (*clauses, "support.strength-test"), hope=True)))


def leadership_test(
    who: str, ld: int, what: str, *clauses: str, modifiers: tuple[Modifier, ...] = ()
) -> Procedure[bool]:
    """2D6 equal to or under Ld and its modifiers."""
    reading = AtMost(ld + sum(each.value for each in modifiers))
    cited = (*clauses, "support.leadership-test")
    return (yield from passed(Roll(what, Dice(2), reading, who, cited, modifiers, hope=True)))


def reversed_score(table: Table, need: int) -> tuple[str, tuple[str, ...]]:
    """What a roll is called beside its own name where the reversed scores of 2.4 are shown, and the clause for it."""
    if table.option("show_24_scores") is not True:
        return "", ()
    return f" (in 2.4: {HITS - need} or less)", ("support.dice-direction",)


def to_hit(
    table: Table, who: str, bs: int, what: str, *clauses: str, modifiers: tuple[Modifier, ...] = ()
) -> Procedure[bool]:
    """A shot with some BS: 7 less BS or more on a D6; what a die cannot show takes a 6 and a second die."""
    cited = (*clauses, "support.bs-to-hit")
    need = HITS - bs - sum(each.value for each in modifiers)
    if need - SIX > SECOND_DIE:
        yield from do(Reported("cannot hit", who), *cited)
        return False
    first = min(max(need, 2), SIX)
    label, shown = reversed_score(table, first)
    request = Roll(f"{what}{label}", D6, AtLeast(first), who, (*cited, *shown), modifiers, hope=True)
    hit = yield from passed(request)
    if hit and need > SIX:
        second = AtLeast(need - SECOND_DIE)
        hit = yield from passed(Roll(f"{what}, second die", D6, second, who, cited, hope=True))
    return hit


def d3(what: str, who: str, *clauses: str) -> Procedure[int]:
    """A D3: a D6 halved, rounding up."""
    result: int = yield from roll(Roll(what, D6, Halved(), who, (*clauses, "support.d3")))
    return result


def need_to_wound(strength: int, toughness: int) -> int | None:
    """The roll that wounds; None if nothing does."""
    difference = strength - toughness
    # From the highest difference down: the first row that is reached, or the last.
    table = rows("support.strength-vs-toughness")
    reached = (row for row in table if difference >= int(str(row["s_minus_t"]).split()[0]))
    needs = next(reached, table[-1])["needs"]
    return None if needs == "none" else int(needs)
