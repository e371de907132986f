"""Clocks that run while somebody travels: hurrying, running, marching, bearing a load; when each asks for a test, and what breaks it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from surefoot.dice.host import Game
from surefoot.dice.requests import Procedure
from surefoot.rulesets.dark_heresy_2e.kept import forget, keep
from surefoot.rulesets.dark_heresy_2e.narrative import DAY, HOUR, Pace
from surefoot.rulesets.dark_heresy_2e.numbers import exact, setting
from surefoot.table.record import Record
from surefoot.table.table import Table

CHAIN = "chain"
# The minutes that somebody has been Encumbered.
BURDEN = "burden"
# The minutes that somebody has swum without leaving the water.
SWUM = "swum"
# The rounds that somebody has held his breath, and has been without it.
BREATH = "breath"
# What every test after the first of its kind takes off.
GROWING = -10


@dataclass(frozen=True, slots=True)
class Clocks:
    """Minutes hurried and run in a row, minutes since without either, and minutes travelled in the day."""

    hurried: Fraction
    ran: Fraction
    idle: Fraction
    day: Fraction
    # The pace of the chain as it was last kept up; empty if there never was one.
    pace: str
    # Minutes Encumbered; None for those who are not.
    burdened: Fraction | None

    def after(self, pace: Pace, minutes: Fraction, breaks: Fraction) -> Clocks:
        """The clocks after some minutes at a pace; a pause of `breaks` minutes sets the chains back."""
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
        """Whether there is a chain to be broken."""
        return bool(self.hurried or self.ran)


@dataclass(frozen=True, slots=True)
class Due:
    """A test that is due: of which kind, and the how-manieth of its kind in a row."""

    topic: str
    number: int


def period(toughness_bonus: int) -> int:
    """Minutes that somebody hurries between two tests: as many hours as the Toughness bonus, but one at least."""
    return HOUR * max(1, toughness_bonus)


def safe_march(toughness_bonus: int) -> int:
    """Minutes of a day that nobody is tested for: the marching day, and as many hours as the Toughness bonus."""
    return DAY + HOUR * toughness_bonus


def until_due(clocks: Clocks, pace: Pace, toughness_bonus: int) -> Fraction:
    """Minutes until something changes: the next test at this pace, or the end of the safe hours of a march."""
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
    """The tests due at this very moment: hurrying or running first, then marching."""
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
    """Minutes after which a pause breaks the chain."""
    return setting(options, "chain_break_hours") * HOUR


def clocks_of(table: Table, who: str, *, burdened: bool = False) -> Clocks:
    """The clocks of somebody as the table remembers them."""
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
    """Keep the chains for the next journey; forget them where a pause broke them."""
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
    """Minutes as a state keeps them: exact, without floats."""
    return int(minutes) if minutes.denominator == 1 else str(minutes)


def leave_water(game: Game, who: str) -> Procedure[None]:
    """Whoever is on land again breathes, and begins his next swim rested."""
    for key, clause in ((SWUM, "swimlong.tests"), (BREATH, "support.suffocation")):
        if game.now.note(key, who) is not None:
            yield from forget(key, who, clause)


def pause(game: Game, who: str, minutes: Fraction) -> Procedure[None]:
    """Time goes by in which somebody neither hurries nor runs."""
    before = clocks_of(game.now, who)
    if before.running:
        yield from remember(who, before, before.paused(minutes, breaking(game.now.options)))
