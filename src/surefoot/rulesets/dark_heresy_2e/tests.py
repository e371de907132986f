"""Tests: a d100 against a target, modifiers and their limit, degrees of success and failure."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from surefoot.dice.pool import D100, Faces
from surefoot.dice.requests import Aim, Modifier, Procedure, Roll, passed, roll
from surefoot.language import Notation, Sentence, Term, count, say
from surefoot.records import dataclass
from surefoot.rulesets.dark_heresy_2e.character import (
    NAMES,
    RANKS,
    Score,
    Time,
    athletics,
    fatigue,
    score,
    unnatural,
)
from surefoot.rulesets.dark_heresy_2e.numbers import chosen, rows, setting
from surefoot.table.model import Model
from surefoot.table.record import Record

# The modifier of Fatigue to every test, as in the first edition.
FATIGUED = -10
# More degrees than a test can have.
MOST_DEGREES = 999
# The skill for climbing and swimming.
ATHLETICS = "Athletics"


@dataclass(frozen=True, slots=True)
class Degrees:
    """Reads a d100: degrees of success above 0, degrees of failure below."""

    target: int
    extra: int
    automatic: bool
    floor: bool
    # Degrees of success beyond `enough`, and of failure beyond `worst`, make no difference to the procedure.
    enough: int
    worst: int

    def __call__(self, faces: Faces) -> int:
        (rolled,) = faces
        passed = rolled <= self.target
        if self.automatic:
            passed = rolled == 1 or (passed and rolled != 100)
        if passed:
            return max(1, 1 + self.target // 10 - rolled // 10) + self.extra
        tens = self.target // 10 if self.floor else max(0, self.target // 10)
        return -max(1, 1 + rolled // 10 - tens)

    def alike(self, degrees: int) -> int:
        """A value that is the same for all degrees with the same effect."""
        return max(-self.worst, min(self.enough, degrees))

    def passes(self, degrees: int) -> bool:
        """Whether the test is passed: with at least one degree of success."""
        return degrees > 0

    def told(self, degrees: int) -> Sentence:
        """Degrees in words.

        >>> str(Degrees(41, extra=0, automatic=True, floor=False, enough=1, worst=1).told(-2))
        '2 degrees of failure'
        """
        if degrees > 0:
            return count("{n} degree of success", "{n} degrees of success", degrees)
        return count("{n} degree of failure", "{n} degrees of failure", -degrees)

    def needs(self) -> Sentence:
        """The highest roll that passes.

        >>> str(Degrees(41, extra=0, automatic=True, floor=False, enough=2, worst=1).needs())
        '41 or less'
        """
        return self.needs_for(1)

    def needs_for(self, least: int) -> Sentence:
        """The highest roll that gives at least so many degrees.

        >>> str(Degrees(41, extra=0, automatic=True, floor=False, enough=2, worst=1).needs_for(2))
        '39 or less'
        """
        return _needs(self, least)

    @property
    def hope(self) -> int:
        """The best possible result, with which the declaration continues as declared."""
        return self((1,))


@lru_cache(maxsize=4096)
def _needs(read: Degrees, least: int) -> Sentence:
    good = [face for face in D100.faces if read((face,)) >= least]
    return say("{highest} or less", highest=good[-1]) if good else say("no roll is enough")


@dataclass(frozen=True, slots=True)
class Skill:
    """A characteristic or skill to test: its code, its value and the clauses behind it, and its modifiers."""

    what: str
    value: int
    clauses: tuple[str, ...]
    modifiers: tuple[Modifier, ...]
    # Degrees of success that an Unnatural characteristic adds.
    extra: int

    @property
    def name(self) -> Term:
        """The characteristic or skill for people."""
        return Term(self.what)


def characteristic(options: Record, model: Model, name: str, time: Time = "structured") -> Skill:
    """A characteristic to test."""
    found: Score = score(options, model, name, time)
    extra = _extra(options, model, name, ("all", "characteristic"))
    return Skill(NAMES[name], found.value, found.clauses, _tired(options, model), extra)


def athletics_skill(options: Record, model: Model) -> Skill:
    """Athletics: Strength plus the rank of the skill, which counts towards the limit of modifiers only by option."""
    found = score(options, model, "S")
    rank = RANKS[athletics(model)]
    extra = _extra(options, model, "S", ("all",))
    modifiers = _tired(options, model)
    clauses = (*found.clauses, "support.athletics")
    if chosen(options, "cap_counts_training"):
        training = Modifier(rank, say("Athletics ({rank})", rank=Term(athletics(model))), "support.athletics")
        return Skill(ATHLETICS, found.value, clauses, (*modifiers, training), extra)
    return Skill(ATHLETICS, found.value + rank, clauses, modifiers, extra)


def _extra(options: Record, model: Model, name: str, counted: tuple[str, ...]) -> int:
    """Half the Unnatural value, rounded up."""
    return -(-unnatural(model, name) // 2) if chosen(options, "unnatural_degrees") in counted else 0


def _tired(options: Record, model: Model) -> tuple[Modifier, ...]:
    if chosen(options, "fatigue_effect") == "minus-ten" and fatigue(model):
        return (Modifier(FATIGUED, say("Fatigue"), "support.fatigue-effect"),)
    return ()


def difficulties() -> dict[str, int]:
    """The modifier of each named difficulty, by its name in lower case."""
    return {str(row["difficulty"]).lower(): int(row["modifier"]) for row in rows("support.difficulty-ladder")}


def difficulty_modifier(name: str) -> int:
    """The modifier of a named difficulty, in upper or lower case."""
    return difficulties()[name.lower()]


def capped(options: Record, modifiers: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
    """The modifiers that are not 0, and one more that takes back what exceeds the limit."""
    given = tuple(each for each in modifiers if each.value)
    cap = int(setting(options, "modifier_cap"))
    total = sum(each.value for each in given)
    held = max(-cap, min(cap, total)) if cap else total
    if held == total:
        return given
    return (
        *given,
        Modifier(
            held - total,
            say("modifiers are limited to {most}", most=Notation(f"±{cap}")),
            "support.modifier-cap",
        ),
    )


def request(
    options: Record,
    who: str,
    what: str,
    skill: Skill,
    *clauses: str,
    modifiers: tuple[Modifier, ...] = (),
    enough: int = 1,
    amount: bool = False,
    worst: int = MOST_DEGREES,
    aims: tuple[Aim, ...] = (),
) -> Roll:
    """A test to be rolled. `what` and the skill form its code, for which the terms have a name.

    Degrees beyond `enough` and `worst` make no difference; with `amount`, every degree of success counts and no result is
    the expected one. `aims` are the results that the degrees decide about.
    """
    if amount:
        enough = MOST_DEGREES
    given = capped(options, (*skill.modifiers, *modifiers))
    target = skill.value + sum(each.value for each in given)
    automatic = chosen(options, "automatic_results") is True
    floor = chosen(options, "negative_target_tens") == "floor"
    read = Degrees(target, skill.extra, automatic, floor, enough, worst)
    cited = [*clauses, "support.test", *skill.clauses]
    if automatic and not 1 <= target < 100:
        cited.append("support.automatic-results")
    if enough > 1:
        cited.append("support.degrees-of-success")
        if skill.extra:
            cited.append("support.unnatural-degrees")
    hope = read.hope if read.hope > 0 and not amount else None
    return Roll(
        f"{what} ({skill.what})",
        D100,
        read,
        who,
        tuple(dict.fromkeys(cited)),
        given,
        hope,
        aims=aims,
    )


def degrees_needed(does: Callable[[int], bool], worst: int = 0) -> int:
    """The fewest degrees of success that are enough; below 0, the most degrees of failure that still are.

    Degrees of failure beyond `worst` make no difference; with 0, every failure is the same and never enough.
    `MOST_DEGREES` if no number of degrees is enough.
    """
    if worst and does(-worst):
        return -MOST_DEGREES
    degrees = (*range(1 - worst, 0), *range(1, MOST_DEGREES))
    return next((each for each in degrees if does(each)), MOST_DEGREES)


def best_degrees(asked: Roll) -> int:
    """The degrees of a test with the best roll."""
    assert isinstance(asked.read, Degrees)
    return asked.read.hope


def roll_degrees(asked: Roll) -> Procedure[int]:
    """Roll a test; returns degrees of success above 0, degrees of failure below."""
    degrees = yield from roll(asked)
    assert isinstance(degrees, int)
    return degrees


def roll_to_pass(
    options: Record,
    who: str,
    what: str,
    skill: Skill,
    *clauses: str,
    modifiers: tuple[Modifier, ...] = (),
) -> Procedure[bool]:
    """Roll a test whose degrees do not matter; returns whether it is passed."""
    asked = request(options, who, what, skill, *clauses, modifiers=modifiers, worst=1)
    return (yield from passed(asked))
