"""Clocks of a traveller: time spent hurrying, running, marching and Encumbered, and the tests that fall due by them."""

from __future__ import annotations

from fractions import Fraction

from surefoot.dice.host import Game
from surefoot.dice.requests import Procedure
from surefoot.language import Sentence, say
from surefoot.records import dataclass, replace
from surefoot.rulesets.dark_heresy_2e.kept import forget, keep
from surefoot.rulesets.dark_heresy_2e.narrative import DAY, HOUR, Pace
from surefoot.rulesets.dark_heresy_2e.numbers import exact, setting
from surefoot.table.record import Record
from surefoot.table.table import Table

# The note of the minutes hurried and run in a row.
CHAIN = "chain"
# The note of the minutes spent Encumbered.
BURDEN = "burden"
# The note of the minutes swum without leaving the water.
SWUM = "swum"
# The note of the rounds of held breath, and of the rounds without air.
BREATH = "breath"
# The modifier that each further test of the same kind adds.
GROWING = -10


@dataclass(frozen=True, slots=True)
class Clocks:
    """Minutes hurried and run in a row, minutes of pause since then, and minutes travelled today."""

    hurried: Fraction
    ran: Fraction
    idle: Fraction
    day: Fraction
    # The last pace above normal; empty if there was none.
    pace: str
    # Minutes Encumbered; None if not Encumbered.
    burdened: Fraction | None

    def after(self, pace: Pace, minutes: Fraction, breaks: Fraction) -> Clocks:
        """The clocks after some minutes at a pace; a pause of `breaks` minutes resets hurrying and running."""
        burdened = None if self.burdened is None else self.burdened + minutes
        now = replace(self, day=self.day + minutes, burdened=burdened)
        if pace == "hurry":
            return replace(now, hurried=self.hurried + minutes, idle=Fraction(0), pace=pace)
        if pace == "run":
            return replace(now, ran=self.ran + minutes, idle=Fraction(0), pace=pace)
        return now.paused(minutes, breaks)

    def paused(self, minutes: Fraction, breaks: Fraction) -> Clocks:
        """The clocks after some minutes without hurrying or running."""
        idle = self.idle + minutes
        if idle >= breaks:
            return replace(self, hurried=Fraction(), ran=Fraction(), idle=Fraction())
        return replace(self, idle=idle)

    @property
    def running(self) -> bool:
        """Whether time spent hurrying or running is being counted."""
        return bool(self.hurried or self.ran)


@dataclass(frozen=True, slots=True)
class Due:
    """A test that is due: its kind, and its number among tests of this kind in a row."""

    topic: str
    number: int


def in_a_row(number: int) -> Sentence:
    """The reason for the growing modifier of repeated tests."""
    return say("test {number} in a row", number=number)


def period(toughness_bonus: int) -> int:
    """Minutes between two tests for hurrying: as many hours as the Toughness bonus, at least one."""
    return HOUR * max(1, toughness_bonus)


def safe_march(toughness_bonus: int) -> int:
    """Minutes of march per day without a test: the marching day, and as many hours as the Toughness bonus."""
    return DAY + HOUR * toughness_bonus


def until_due(clocks: Clocks, pace: Pace, toughness_bonus: int) -> Fraction:
    """Minutes until the next test at this pace or the end of the safe hours of march."""
    ends = [_next(clocks.day, HOUR)]
    if clocks.day < safe_march(toughness_bonus):
        ends = [safe_march(toughness_bonus) - clocks.day]
    if pace == "hurry":
        ends.append(_next(clocks.hurried, period(toughness_bonus)))
    if pace == "run":
        ends.append(_next(clocks.ran, HOUR))
    if clocks.burdened is not None:
        ends.append(_next(clocks.burdened, period(toughness_bonus)))
    return min(ends)


def _next(spent: Fraction, every: int) -> Fraction:
    return every - spent % every


def tests_due(clocks: Clocks, pace: Pace, toughness_bonus: int) -> tuple[Due, ...]:
    """The tests due now: hurrying or running first, then marching, then carrying a load."""
    found = []
    if pace == "hurry" and clocks.hurried % period(toughness_bonus) == 0:
        found.append(Due("hurry", int(clocks.hurried / period(toughness_bonus))))
    if pace == "run" and clocks.ran % HOUR == 0:
        found.append(Due("run", int(clocks.ran / HOUR)))
    beyond = clocks.day - safe_march(toughness_bonus)
    if beyond >= HOUR and beyond % HOUR == 0:
        found.append(Due("march", int(beyond / HOUR)))
    if clocks.burdened is not None and clocks.burdened % period(toughness_bonus) == 0:
        found.append(Due("encumbered", int(clocks.burdened / period(toughness_bonus))))
    return tuple(found)


def breaking(options: Record) -> Fraction:
    """The minutes of pause that reset hurrying and running."""
    return setting(options, "chain_break_hours") * HOUR


def clocks_of(table: Table, who: str, *, burdened: bool = False) -> Clocks:
    """The clocks of a character from the notes of the table."""
    chain, day = table.note(CHAIN, who), table.note("day", who)
    kept_chain = chain if isinstance(chain, Record) else Record()
    travelled = day if isinstance(day, Record) else Record()
    return Clocks(
        _minutes(kept_chain, "hurried"),
        _minutes(kept_chain, "ran"),
        _minutes(kept_chain, "idle"),
        _minutes(travelled, "minutes"),
        kept_chain.text("pace"),
        (exact(table.note(BURDEN, who)) or Fraction(0)) if burdened else None,
    )


def _minutes(kept: Record, name: str) -> Fraction:
    return exact(kept.get(name)) or Fraction(0)


def remember(who: str, before: Clocks, after: Clocks) -> Procedure[None]:
    """Note the clocks for the next journey; forget those that a pause has reset."""
    if after.running:
        chain = Record(
            hurried=kept(after.hurried), ran=kept(after.ran), idle=kept(after.idle), pace=after.pace
        )
        pace = "hurry.double-distance" if after.hurried else "run.triple-distance"
        yield from keep(CHAIN, who, chain, "hurry.consecutive" if after.idle else pace)
    elif before.running:
        yield from forget(CHAIN, who, "hurry.consecutive")
    if after.burdened is not None:
        yield from keep(BURDEN, who, kept(after.burdened), "encumbered.fatigue-test")


def kept(minutes: Fraction) -> int | str:
    """Minutes as a state keeps them: whole, or as the text of a fraction."""
    return int(minutes) if minutes.denominator == 1 else str(minutes)


def leave_water(game: Game, who: str) -> Procedure[None]:
    """Back on land: forget held breath and time spent swimming."""
    for key, clause in ((SWUM, "swimlong.tests"), (BREATH, "support.suffocation")):
        if game.now.note(key, who) is not None:
            yield from forget(key, who, clause)


def arrive(table: Table, who: str) -> Procedure[None]:
    """An action of structured time: hurrying or running is over, while its minutes still count towards the next journey."""
    if table.note(CHAIN, who) is None:
        return
    clocks = clocks_of(table, who)
    if clocks.running and clocks.pace:
        chain = Record(hurried=kept(clocks.hurried), ran=kept(clocks.ran), idle=kept(clocks.idle))
        yield from keep(CHAIN, who, chain, "time.structured-when")


def pause(game: Game, who: str, minutes: Fraction) -> Procedure[None]:
    """Time passes in which a character neither hurries nor runs."""
    before = clocks_of(game.now, who)
    if before.running:
        yield from remember(who, before, before.paused(minutes, breaking(game.now.options)))
