"""Basics that the movement rules rely on: characteristic tests, shots, D3, Strength against Toughness."""

from __future__ import annotations

from surefoot.dice.pool import D6, Dice, Faces
from surefoot.dice.readings import AtLeast
from surefoot.dice.requests import Modifier, Procedure, Roll, do, passed, roll
from surefoot.language import Notation, Sentence, Text, say
from surefoot.records import dataclass
from surefoot.rulesets.gemini_arap.book import rows
from surefoot.rulesets.gemini_arap.figure import initiative
from surefoot.table.effects import Reported
from surefoot.table.table import Table

# A natural roll of this fails every Initiative test, unless an option turns that off.
ALWAYS_FAILS = 6
# The roll to hit needs this number minus BS; more than 6 needs a 6 and then a second die.
HITS = 7
SIX = 6
# A needed score of 7 takes 4+ on the second die, 8 takes 5+, 9 takes 6.
SECOND_DIE = 3


@dataclass(frozen=True, slots=True)
class AtMost:
    """Passed if the sum is no higher than the target; rolls of `fails` or more always fail."""

    target: int
    fails: int | None = None

    def __call__(self, faces: Faces) -> bool:
        return sum(faces) <= self.top

    @property
    def top(self) -> int:
        """The highest sum that passes."""
        return self.target if self.fails is None else min(self.target, self.fails - 1)

    def needs(self) -> Text:
        """The roll that passes.

        >>> str(AtMost(7, 6).needs())
        '5 or less'
        """
        return say("{most} or less", most=self.top) if self.top > 0 else say("cannot pass")


@dataclass(frozen=True, slots=True)
class Halved:
    """The kept die, halved and rounded up if it stands for a smaller one."""

    halved: bool = True

    def __call__(self, faces: Faces) -> int:
        return (sum(faces) + 1) // 2 if self.halved else sum(faces)

    def needs(self) -> Text:
        """Nothing: the reading is an amount."""
        return ""


@dataclass(frozen=True, slots=True)
class Named:
    """A roll: its code in logs and files, and its name for people."""

    what: str
    says: Sentence

    @property
    def again(self) -> Named:
        """The re-roll of this roll."""
        return Named(f"{self.what}, re-rolled", say("{test}, re-rolled", test=self.says))


def initiative_test(
    table: Table, who: str, named: Named, *clauses: str, modifiers: tuple[Modifier, ...] = ()
) -> Procedure[bool]:
    """A D6 equal to or under Initiative."""
    fails = None if table.option("six_always_fails") is False else ALWAYS_FAILS
    request = Roll(
        named.what,
        D6,
        AtMost(initiative(table.models[who]), fails),
        who,
        (*clauses, "support.initiative-test"),
        modifiers,
        hope=True,
        says=_without(table, who, "I", named.says),
    )
    return (yield from passed(request))


def _without(table: Table, who: str, name: str, says: Sentence) -> Sentence:
    """The name of a roll, with the reason why it cannot pass if the profile leaves out its characteristic."""
    if name in table.models[who].profile:
        return says
    return say("{test} (no {name} in the profile, so it counts as 0)", test=says, name=Notation(name))


def strength_test(table: Table, who: str, named: Named, *clauses: str) -> Procedure[bool]:
    """A D6 equal to or under Strength; a 6 always fails."""
    strength = table.models[who].profile.number("S")
    reading = AtMost(strength, ALWAYS_FAILS)
    cited = (*clauses, "support.strength-test")
    says = _without(table, who, "S", named.says)
    return (yield from passed(Roll(named.what, D6, reading, who, cited, hope=True, says=says)))


def leadership_test(
    who: str, ld: int, named: Named, *clauses: str, modifiers: tuple[Modifier, ...] = ()
) -> Procedure[bool]:
    """2D6 equal to or under Ld and its modifiers."""
    reading = AtMost(ld + sum(each.value for each in modifiers))
    cited = (*clauses, "support.leadership-test")
    request = Roll(named.what, Dice(2), reading, who, cited, modifiers, hope=True, says=named.says)
    return (yield from passed(request))


def reversed_score(table: Table, named: Named, need: int) -> tuple[Named, tuple[str, ...]]:
    """A roll with its reversed score of version 2.4, where the table shows those, and the clause for it."""
    if table.option("show_24_scores") is not True:
        return named, ()
    score = HITS - need
    says = say("{test} (in version 2.4: {score} or less)", test=named.says, score=score)
    return Named(f"{named.what} (in 2.4: {score} or less)", says), ("support.dice-direction",)


def to_hit(
    table: Table, who: str, bs: int, named: Named, *clauses: str, modifiers: tuple[Modifier, ...] = ()
) -> Procedure[bool]:
    """A shot: 7 minus BS or more on a D6; a needed score above 6 takes a 6 and a second die."""
    cited = (*clauses, "support.bs-to-hit")
    need = HITS - bs - sum(each.value for each in modifiers)
    if need - SIX > SECOND_DIE:
        yield from do(Reported("cannot hit", who), *cited)
        return False
    first = min(max(need, 2), SIX)
    shown, behind = reversed_score(table, named, first)
    cited_first = (*cited, *behind)
    hit = yield from passed(
        Roll(shown.what, D6, AtLeast(first), who, cited_first, modifiers, hope=True, says=shown.says)
    )
    if hit and need > SIX:
        second = AtLeast(need - SECOND_DIE)
        says = say("{test}, second die", test=named.says)
        hit = yield from passed(
            Roll(f"{named.what}, second die", D6, second, who, cited, hope=True, says=says)
        )
    return hit


def d3(named: Named, who: str, *clauses: str) -> Procedure[int]:
    """A D3: a D6 halved, rounding up."""
    request = Roll(named.what, D6, Halved(), who, (*clauses, "support.d3"), says=named.says)
    result: int = yield from roll(request)
    return result


def need_to_wound(strength: int, toughness: int) -> int | None:
    """The roll that wounds; None if nothing does."""
    difference = strength - toughness
    # From the highest difference down: the first row that is reached, or the last.
    table = rows("support.strength-vs-toughness")
    reached = (row for row in table if difference >= int(str(row["s_minus_t"]).split()[0]))
    needs = next(reached, table[-1])["needs"]
    return None if needs == "none" else int(needs)
