"""Travel in narrative time: distances per minute, hour and day, and the legs of a journey."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from surefoot.dice.requests import Break
from surefoot.language import Notation, Quoted, Sentence, say
from surefoot.records import dataclass
from surefoot.referee.bill import Line
from surefoot.rulesets.dark_heresy_2e.numbers import HALF, KILOMETRE, MINUTES, exact, lattice, rows
from surefoot.rulesets.dark_heresy_2e.speeds import figure
from surefoot.table.record import Record, Value
from surefoot.table.words import bare_number, corrected, suggested

HOUR = MINUTES
# The marching day of the daily figures.
DAY = 10 * HOUR
# The longest journey or swim without a rest.
LONGEST = 240 * HOUR

Pace = Literal["normal", "hurry", "run"]
# How many times the normal distance each pace covers, and the clause about it.
PACES: dict[str, tuple[int, str]] = {
    "normal": (1, "narrative.normal-pace"),
    "hurry": (2, "hurry.double-distance"),
    "run": (3, "run.triple-distance"),
}
# The modifier of a pace to Perception tests and the skills based on them, its clause, and its reason for people.
PACE_PENALTIES = {"hurry": (-10, "hurry.perception-penalty"), "run": (-20, "run.perception-penalty")}
PACE_REASONS = {"hurry": say("hurrying"), "run": say("running")}
FIELDS = ("pace", "minutes", "hours", "km", "difficult", "dark", "narrative_factor")
SWITCHES = ("difficult", "dark")
# Legs as they are written in a file.
EXAMPLE = "[{hours: 2}, {km: 4, difficult: true}]"


@dataclass(frozen=True, slots=True)
class Road:
    """The figures of the travel table for one traveller, in metres."""

    minute: Fraction
    hour: Fraction
    day: Fraction


def road(agb: int) -> Road:
    """The row of the travel table for a bonus, continued by its pattern beyond the last row."""
    minute = figure("narrative.table", "m_per_minute", agb)
    if agb < len(rows("narrative.table")):
        hour = figure("narrative.table", "km_per_hour", agb) * KILOMETRE
        return Road(minute, hour, figure("narrative.table", "km_per_day", agb) * KILOMETRE)
    hour = Fraction(round(minute * HOUR / KILOMETRE)) * KILOMETRE
    return Road(minute, hour, hour * DAY / HOUR)


def covered(way: Road, minutes: Fraction) -> Fraction:
    """Metres of clear road at normal pace after so many minutes of travel in a day."""
    if minutes < HOUR:
        return min(way.minute * minutes, way.hour)
    if minutes < DAY:
        return min(way.hour * minutes / HOUR, way.day)
    return way.day + way.hour * (minutes - DAY) / HOUR


@dataclass(frozen=True, slots=True)
class Stretch:
    """A leg of a journey: its pace and ground, and its time or distance."""

    pace: Pace
    minutes: Fraction | None
    metres: Fraction | None
    difficult: bool
    factor: Fraction
    # Whether it leads through Darkness, whether zero gravity makes it difficult, and whether it is flown.
    dark: bool
    weightless: bool = False
    flown: bool = False

    @property
    def multiplier(self) -> Fraction:
        """Metres covered for each metre of clear road at normal pace."""
        ground = HALF if self.weightless or (self.difficult and not self.flown) else Fraction(1)
        return PACES[self.pace][0] * ground * self.factor

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses about its pace and ground."""
        found = [PACES[self.pace][1]]
        if self.difficult:
            on_foot = ["narrative.terrain-halves", "narrative.terrain-kinds"]
            found += ["fly.like-walking"] if self.flown else on_foot
        if self.weightless:
            found += ["narrative.terrain-halves", "gravity.zero-difficult"]
        if self.factor != 1:
            found.append("narrative.gm-modifier")
        return tuple(dict.fromkeys(found))

    @property
    def blind(self) -> bool:
        """Whether it is too fast for Darkness: faster than half the normal pace on a clear road."""
        return self.dark and self.multiplier > HALF


def stretches(details: Record, *, dark: bool) -> tuple[tuple[Stretch, ...], list[Break]]:
    """The legs of a declared journey, and the problems with them; `dark` says whether they lead through Darkness unless they say so."""
    common = Record({"dark": dark, **{name: details[name] for name in FIELDS if name in details}})
    given = details.get("legs")
    if given is None:
        given = (Record(),)
    if not isinstance(given, tuple) or not given or not all(isinstance(each, Record) for each in given):
        return (), [
            Break(
                "narrative.legs",
                say("Write the legs as a list, such as {example}", example=Notation(EXAMPLE)),
            )
        ]
    found: list[Stretch] = []
    breaks: list[Break] = []
    for number, leg in enumerate(given, 1):
        assert isinstance(leg, Record)
        stretch, problems = _stretch(Record({**common, **leg}))
        breaks += [
            Break("narrative.legs", say("Leg {number}: {problem}", number=number, problem=says))
            for says in problems
        ]
        if stretch is not None:
            found.append(stretch)
    return tuple(found), breaks


def not_above(name: str, given: Value) -> Sentence:
    """The problem that an amount of time or of road is not a number above 0, with the number that was meant: 3h is 3."""
    says = say("{name} must be a number above 0, not {given}", name=Notation(name), given=Quoted(str(given)))
    return corrected(says, bare_number(given))


def _stretch(leg: Record) -> tuple[Stretch | None, list[Sentence]]:
    problems = [
        suggested(say("there is no {name}", name=Quoted(name)), name, FIELDS)
        for name in leg
        if name not in FIELDS
    ]
    pace = leg.text("pace", "normal")
    if pace not in PACES:
        problems.append(suggested(say("there is no pace {pace}", pace=Quoted(pace)), pace, PACES))
    amounts = {
        name: exact(leg[name]) for name in ("minutes", "hours", "km", "narrative_factor") if name in leg
    }
    problems += [not_above(name, leg[name]) for name, value in amounts.items() if value is None or value <= 0]
    problems += [
        say("{name} must be true or false", name=Notation(name))
        for name in SWITCHES
        if name in leg and leg[name] not in (True, False)
    ]
    by_time = "minutes" in leg or "hours" in leg
    if by_time == ("km" in leg):
        problems.append(say("give either its time (hours, minutes) or its distance (km)"))
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


def distance_line(what: str, metres: Fraction, total: Fraction, clause: str) -> Line:
    """A leg in narrative time as a line of the ledger: its distance; its time is part of the event."""
    nowhere, far = (0,) * 3, lattice(metres)
    return Line(nowhere, nowhere, what, far, lattice(Fraction(1)), far, clause, lattice(total))


@dataclass(frozen=True, slots=True)
class Plan:
    """The speed of a journey without Fatigue: metres of clear road per minute, on legs given by time and by distance.

    Legs given by distance take whole minutes in total, so they are slightly slower than possible.
    """

    timed: Fraction
    measured: Fraction

    def a_minute(self, leg: Stretch) -> Fraction:
        """Metres of clear road per minute on a leg."""
        return self.measured if leg.minutes is None else self.timed


def planned(way: Road, before: Fraction, legs: tuple[Stretch, ...], hasty: Fraction) -> Plan | None:
    """The speed of a journey after some minutes of travel on the same day; None if it takes longer than `LONGEST`.

    Every leg gets its share, by time, of the distance of the whole day, so dividing a journey into legs changes nothing.
    `hasty` is the factor of the traveller's Fatigue for legs above normal pace at the start.
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
