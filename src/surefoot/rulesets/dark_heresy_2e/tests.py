"""Tests: a d100 against a target, its modifiers and their limit, and degrees of success and failure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from surefoot.dice.pool import D100, Faces
from surefoot.dice.requests import Aim, Modifier, Procedure, Roll, passed, roll
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

# What Fatigue takes from every test in the manner of the first edition.
FATIGUED = -10
# More degrees than any test can have.
MOST_DEGREES = 999
# The skill of climbing and swimming.
ATHLETICS = "Athletics"


@dataclass(frozen=True, slots=True)
class Degrees:
    """Degrees of success above 0, of failure below."""

    target: int
    extra: int
    automatic: bool
    floor: bool
    # More success than `enough` makes no difference to the procedure, nor does more failure than `worst`.
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
        """The same for degrees between which nothing makes a difference."""
        return max(-self.worst, min(self.enough, degrees))

    def passes(self, degrees: int) -> bool:
        """Whether the test is passed: one degree of success is a success."""
        return degrees > 0

    def told(self, degrees: int) -> str:
        """Degrees in words.

        >>> Degrees(41, extra=0, automatic=True, floor=False, enough=1, worst=1).told(-2)
        '2 degrees of failure'
        """
        what = "success" if degrees > 0 else "failure"
        return f"{abs(degrees)} degree{'s' if abs(degrees) > 1 else ''} of {what}"

    def needs(self) -> str:
        """The highest roll that passes.

        >>> Degrees(41, extra=0, automatic=True, floor=False, enough=2, worst=1).needs()
        '41 or less'
        """
        return self.needs_for(1)

    def needs_for(self, least: int) -> str:
        """The highest roll with so many degrees.

        >>> Degrees(41, extra=0, automatic=True, floor=False, enough=2, worst=1).needs_for(2)
        '39 or less'
        """
        good = [face for face in D100.faces if self((face,)) >= least]
        return f"{good[-1]} or less" if good else "nothing can do it"

    @property
    def hope(self) -> int:
        """The best that the dice can give: what the declaration goes on with."""
        return self((1,))


@dataclass(frozen=True, slots=True)
class Skill:
    """What a test is taken on: its value, the clauses behind that, and what comes on top of it."""

    what: str
    value: int
    clauses: tuple[str, ...]
    modifiers: tuple[Modifier, ...]
    # Degrees of success that an Unnatural characteristic adds.
    extra: int


def characteristic(options: Record, model: Model, name: str, time: Time = "structured") -> Skill:
    """A characteristic as something to test."""
    found: Score = score(options, model, name, time)
    extra = _extra(options, model, name, ("all", "characteristic"))
    return Skill(NAMES[name], found.value, found.clauses, _tired(options, model), extra)


def athletics_skill(options: Record, model: Model) -> Skill:
    """Athletics: Strength with the rank of the skill, which the limit of modifiers leaves out unless it is told."""
    found = score(options, model, "S")
    rank = RANKS[athletics(model)]
    extra = _extra(options, model, "S", ("all",))
    modifiers = _tired(options, model)
    clauses = (*found.clauses, "support.athletics")
    if chosen(options, "cap_counts_training"):
        training = Modifier(rank, f"Athletics, {athletics(model)}", "support.athletics")
        return Skill(ATHLETICS, found.value, clauses, (*modifiers, training), extra)
    return Skill(ATHLETICS, found.value + rank, clauses, modifiers, extra)


def _extra(options: Record, model: Model, name: str, counted: tuple[str, ...]) -> int:
    """Half the Unnatural value, rounded up."""
    return -(-unnatural(model, name) // 2) if chosen(options, "unnatural_degrees") in counted else 0


def _tired(options: Record, model: Model) -> tuple[Modifier, ...]:
    if chosen(options, "fatigue_effect") == "minus-ten" and fatigue(model):
        return (Modifier(FATIGUED, "fatigued", "support.fatigue-effect"),)
    return ()


def difficulties() -> dict[str, int]:
    """The modifier of each named difficulty, by its name in small letters."""
    return {str(row["difficulty"]).lower(): int(row["modifier"]) for row in rows("support.difficulty-ladder")}


def rung(name: str) -> int:
    """The modifier of a difficulty, however it is spelt."""
    return difficulties()[name.lower()]


def capped(options: Record, modifiers: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
    """The modifiers that change something, and what the limit takes back of them."""
    given = tuple(each for each in modifiers if each.value)
    cap = int(setting(options, "modifier_cap"))
    total = sum(each.value for each in given)
    held = max(-cap, min(cap, total)) if cap else total
    if held == total:
        return given
    return (*given, Modifier(held - total, f"never beyond {cap}", "support.modifier-cap"))


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
    """A test, ready to be rolled: how many degrees can matter; with `amount` every one of success, and none is hoped for.

    `aims` are what the degrees are for.
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
        f"{what} ({skill.what})", D100, read, who, tuple(dict.fromkeys(cited)), given, hope, aims=aims
    )


def fewest(does: Callable[[int], bool], worst: int = 0) -> int:
    """The fewest degrees of success that do something; below 0, the most degrees of failure that still do it.

    From `worst` degrees of failure on nothing gets worse; 0 where every failure is the same, and does nothing.
    What no degrees do takes more of them than any test has.
    """
    if worst and does(-worst):
        return -MOST_DEGREES
    degrees = (*range(1 - worst, 0), *range(1, MOST_DEGREES))
    return next((each for each in degrees if does(each)), MOST_DEGREES)


def tested(asked: Roll) -> Procedure[int]:
    """Roll a test: degrees of success above 0, of failure below."""
    degrees = yield from roll(asked)
    assert isinstance(degrees, int)
    return degrees


def stood(
    options: Record,
    who: str,
    what: str,
    skill: Skill,
    *clauses: str,
    modifiers: tuple[Modifier, ...] = (),
) -> Procedure[bool]:
    """Roll a test of which only counts whether it is passed."""
    return (yield from passed(request(options, who, what, skill, *clauses, modifiers=modifiers, worst=1)))
