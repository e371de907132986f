"""Travel in narrative time: how far a road takes somebody in minutes, hours and days, and the legs of a journey."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from surefoot.dice.requests import Break
from surefoot.referee.bill import Line
from surefoot.rulesets.dark_heresy_2e.numbers import HALF, exact, lattice, rows
from surefoot.rulesets.dark_heresy_2e.speeds import figure
from surefoot.table.record import Record

HOUR = 60
# The marching day that the daily figures stand for.
DAY = 10 * HOUR
KILOMETRE = 1000
# Nobody plans further ahead than this without a rest.
LONGEST = 240 * HOUR

Pace = Literal["normal", "hurry", "run"]
# How many times the normal distance a pace covers, and the clause that allows it.
PACES: dict[str, tuple[int, str]] = {
    "normal": (1, "narrative.normal-pace"),
    "hurry": (2, "hurry.double-distance"),
    "run": (3, "run.triple-distance"),
}
# What a pace takes off tests of Perception, and of the skills that rest on it.
PACE_PENALTIES = {"hurry": (-10, "hurry.perception-penalty"), "run": (-20, "run.perception-penalty")}
FIELDS = ("pace", "minutes", "hours", "km", "difficult", "dark", "narrative_factor")
SWITCHES = ("difficult", "dark")


@dataclass(frozen=True, slots=True)
class Road:
    """The figures of the travel table for one traveller, in metres."""

    minute: Fraction
    hour: Fraction
    day: Fraction


def road(agb: int) -> Road:
    """The row of the travel table; above it the pattern of its rows goes on."""
    minute = figure("narrative.table", "m_per_minute", agb)
    if agb < len(rows("narrative.table")):
        hour = figure("narrative.table", "km_per_hour", agb) * KILOMETRE
        return Road(minute, hour, figure("narrative.table", "km_per_day", agb) * KILOMETRE)
    hour = Fraction(round(minute * HOUR / KILOMETRE)) * KILOMETRE
    return Road(minute, hour, hour * DAY / HOUR)


def covered(way: Road, minutes: Fraction) -> Fraction:
    """Metres of clear road at normal pace in the travelling time of a day."""
    if minutes < HOUR:
        return min(way.minute * minutes, way.hour)
    if minutes < DAY:
        return min(way.hour * minutes / HOUR, way.day)
    return way.day + way.hour * (minutes - DAY) / HOUR


@dataclass(frozen=True, slots=True)
class Stretch:
    """A leg of a journey: its pace and ground, and how long or how far it is."""

    pace: Pace
    minutes: Fraction | None
    metres: Fraction | None
    difficult: bool
    factor: Fraction
    # Whether it leads through Darkness, and whether it is difficult because there is no gravity.
    dark: bool
    weightless: bool = False

    @property
    def multiplier(self) -> Fraction:
        """Metres covered for each metre of clear road at normal pace."""
        ground = HALF if self.difficult or self.weightless else Fraction(1)
        return PACES[self.pace][0] * ground * self.factor

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that make it other than clear road at normal pace."""
        found = [PACES[self.pace][1]]
        if self.difficult:
            found += ["narrative.terrain-halves", "narrative.terrain-kinds"]
        if self.weightless:
            found += ["narrative.terrain-halves", "gravity.zero-difficult"]
        if self.factor != 1:
            found.append("narrative.gm-modifier")
        return tuple(dict.fromkeys(found))

    @property
    def blind(self) -> bool:
        """Whether it is gone too fast for the dark: faster than half the normal pace on a clear road."""
        return self.dark and self.multiplier > HALF


def stretches(details: Record) -> tuple[tuple[Stretch, ...], list[Break]]:
    """The legs of a declared journey, and what is wrong with them."""
    common = Record({name: details[name] for name in FIELDS if name in details})
    given = details.get("legs")
    if given is None:
        given = (Record(),)
    if not isinstance(given, tuple) or not given or not all(isinstance(each, Record) for each in given):
        return (), [Break("narrative.legs", "legs are a list such as [{hours: 2}, {km: 4, difficult: true}]")]
    found: list[Stretch] = []
    breaks: list[Break] = []
    for number, leg in enumerate(given, 1):
        assert isinstance(leg, Record)
        stretch, problems = _stretch(Record({**common, **leg}))
        breaks += [Break("narrative.legs", f"leg {number}: {says}") for says in problems]
        if stretch is not None:
            found.append(stretch)
    return tuple(found), breaks


def _stretch(leg: Record) -> tuple[Stretch | None, list[str]]:
    problems = [f"there is no {name!r}; a leg has {', '.join(FIELDS)}" for name in leg if name not in FIELDS]
    pace = leg.text("pace", "normal")
    if pace not in PACES:
        problems.append(f"the pace is one of {', '.join(PACES)}, not {pace!r}")
    amounts = {
        name: exact(leg[name]) for name in ("minutes", "hours", "km", "narrative_factor") if name in leg
    }
    problems += [
        f"{name} is a number above 0, not {leg[name]!r}"
        for name, value in amounts.items()
        if value is None or value <= 0
    ]
    problems += [
        f"{name} is true or false" for name in SWITCHES if name in leg and leg[name] not in (True, False)
    ]
    by_time = "minutes" in leg or "hours" in leg
    if by_time == ("km" in leg):
        problems.append("say either how long it is (hours, minutes) or how far (km)")
    if problems:
        return None, problems
    time = (amounts.get("minutes") or Fraction(0)) + (amounts.get("hours") or Fraction(0)) * HOUR
    distance = amounts.get("km")
    return (
        Stretch(
            pace,  # type: ignore[arg-type]  # one of PACES, as checked
            time if by_time else None,
            None if distance is None else distance * KILOMETRE,
            leg.get("difficult") is True,
            amounts.get("narrative_factor") or Fraction(1),
            leg.get("dark") is True,
        ),
        [],
    )


def told_line(what: str, metres: Fraction, total: Fraction, clause: str) -> Line:
    """A way in narrative time as a line of the ledger: what is paid for is the way, its time stands in the event."""
    nowhere, far = (0,) * 3, lattice(metres)
    return Line(nowhere, nowhere, what, far, lattice(Fraction(1)), far, clause, lattice(total))


@dataclass(frozen=True, slots=True)
class Plan:
    """A journey before anybody tires: metres of clear road a minute, on legs given by time and by distance.

    Distances take whole minutes in all, so that those legs are gone a little slower than would be possible.
    """

    timed: Fraction
    measured: Fraction

    def a_minute(self, leg: Stretch) -> Fraction:
        """Metres of clear road a minute on a leg."""
        return self.measured if leg.minutes is None else self.timed


def planned(way: Road, before: Fraction, legs: tuple[Stretch, ...], hasty: Fraction) -> Plan | None:
    """How long a journey takes after some minutes of travel on the same day; None if that is longer than anybody plans.

    Every leg has its share, by time, of what the whole day covers; so cutting a journey into legs changes nothing.
    `hasty` is what the traveller's Fatigue leaves of legs above normal pace when he sets out.
    """
    timed = Fraction(sum(leg.minutes for leg in legs if leg.minutes is not None))
    far = Fraction(0)
    for leg in legs:
        if leg.metres is not None:
            far += leg.metres / leg.multiplier / (hasty if leg.pace != "normal" else 1)
    minutes = timed
    if far:
        low, high = int(timed), LONGEST + 1
        # The shortest time in whole minutes that leaves enough for the legs that are given by distance.
        while high - low > 1:
            middle = (low + high) // 2
            if _clear(way, before, Fraction(middle)) * (middle - timed) >= far * middle:
                high = middle
            else:
                low = middle
        minutes = Fraction(high)
    if minutes > LONGEST:
        return None
    return Plan(_clear(way, before, minutes) / minutes, far / (minutes - timed) if far else Fraction())


def _clear(way: Road, before: Fraction, minutes: Fraction) -> Fraction:
    return covered(way, before + minutes) - covered(way, before)
