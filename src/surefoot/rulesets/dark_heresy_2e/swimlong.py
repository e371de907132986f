"""Swimming in narrative time: distances by the hour, and tests after as many hours as the Toughness bonus."""

from __future__ import annotations

from bisect import bisect_left
from fractions import Fraction

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Modifier, Procedure, Refused, chain, do
from surefoot.language import Sentence, say
from surefoot.records import dataclass, replace
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.dark_heresy_2e.actions import footing_breaks
from surefoot.rulesets.dark_heresy_2e.carry import burden
from surefoot.rulesets.dark_heresy_2e.character import UNCONSCIOUS, Score, characters_of, full_bonus, score
from surefoot.rulesets.dark_heresy_2e.fatigue import gain_fatigue, slowed_by_fatigue
from surefoot.rulesets.dark_heresy_2e.hurry import (
    BREATH,
    BURDEN,
    GROWING,
    SWUM,
    clocks_of,
    in_a_row,
    kept,
    pause,
    period,
)
from surefoot.rulesets.dark_heresy_2e.journey import bear, set_out, travel_breaks
from surefoot.rulesets.dark_heresy_2e.kept import keep
from surefoot.rulesets.dark_heresy_2e.narrative import (
    HOUR,
    LONGEST,
    Road,
    covered,
    distance_line,
    not_above,
    road,
)
from surefoot.rulesets.dark_heresy_2e.numbers import HALF, KILOMETRE, distance, duration, exact, rounded_up
from surefoot.rulesets.dark_heresy_2e.paths import declaration_breaks
from surefoot.rulesets.dark_heresy_2e.tests import characteristic, roll_to_pass
from surefoot.rulesets.dark_heresy_2e.water import surface
from surefoot.table.effects import ClockSet, Reported, Stopped
from surefoot.table.model import Model
from surefoot.table.record import Record
from surefoot.table.table import Table

# What says how long a swim is.
AMOUNTS = ("hours", "minutes", "km")


@dataclass(frozen=True, slots=True)
class Swimmer:
    """A swimmer under way: the character as it is now, its time in the water and its distance."""

    options: Record
    model: Model
    way: Road
    minutes: Fraction
    # Minutes Encumbered; None if not Encumbered.
    burdened: Fraction | None
    metres: Fraction = Fraction(0)
    slowed: bool = False


def swim_permits(table: Table, who: str) -> tuple[Break, ...]:
    """Every clause that forbids a character or a party to swim for hours now."""
    return tuple(each for name in characters_of(table, (who,)) for each in _breaks(table, name))


def _breaks(table: Table, who: str) -> list[Break]:
    return [*travel_breaks(table.models[who]), *footing_breaks(table, who, "swim-far")]


def swim_far(game: Game, declaration: Declaration) -> Procedure[None]:
    """All swimmers named swim for some time or distance, each at their own rate."""
    party = characters_of(game.now, declaration.who)
    breaks = declaration_breaks(declaration, "narrative")
    breaks += [each for who in party for each in _breaks(game.now, who)]
    wrong = _not_above(declaration.details)
    breaks += [Break("swimlong.distance", says) for says in wrong]
    if not wrong and any(_minutes(game.now, who, declaration.details) is None for who in party):
        says = say(
            "Give either the time (hours, minutes) or the distance (km) of the swim, of {most} at most",
            most=duration(Fraction(LONGEST)),
        )
        breaks.append(Break("swimlong.distance", says))
    if breaks:
        raise Refused(*breaks)
    times: list[Fraction] = []
    for who in party:
        spent = yield from _swim(game, who, declaration.details)
        times.append(spent)
    clock = game.now.clock
    yield from do(
        ClockSet(clock.changed(minutes=clock.minutes + int(rounded_up(max(times))))), "narrative.unit-choice"
    )


def _strength(table: Table, who: str) -> Score:
    """The Strength bonus, which selects the row of the travel table for swimmers."""
    return score(table.options, table.models[who], "S", "narrative")


def _before(table: Table, who: str) -> Fraction:
    return exact(table.note(SWUM, who)) or Fraction(0)


def _swim(game: Game, who: str, details: Record) -> Procedure[Fraction]:
    """The swim of one character, hour by hour; returns its minutes."""
    yield from set_out(game, who)
    yield from surface(game, who)
    table, model = game.now, game.now.models[who]
    before, minutes = _before(table, who), _minutes(table, who, details)
    assert minutes is not None
    strength = _strength(table, who)
    load = burden(table, who, "narrative")
    burdened = clocks_of(table, who, burdened=load.state == "encumbered").burdened
    start = Swimmer(table.options, model, road(strength.bonus), before, burdened)
    done = yield from chain(swim_on, start, _marks(start, minutes))
    clauses = ["swimlong.distance", "narrative.table", "narrative.unit-choice", *strength.clauses]
    if burdened is not None:
        clauses += load.clauses
    if done.minutes <= HOUR * full_bonus(model, "T"):
        clauses.append("swimlong.safe-hours")
    if done.slowed:
        clauses.append("support.fatigue-narrative")
    line = distance_line("swim", done.metres, done.metres, clauses[0])
    spent = done.minutes - before
    told = Record(metres=int(done.metres), minutes=int(rounded_up(spent)))
    says = say("swims {distance} in {time}", distance=distance(done.metres), time=duration(spent))
    yield from do(Reported("swims", who, told, says=says), *clauses, ledger=(line,))
    yield from keep(SWUM, who, kept(done.minutes), "swimlong.tests")
    if done.burdened is not None:
        yield from keep(BURDEN, who, kept(done.burdened), "encumbered.fatigue-test")
    yield from pause(game, who, spent)
    if done.model.is_(UNCONSCIOUS):
        yield from keep(BREATH, who, Record(out=0), "swimlong.unconscious-drowns")
        yield from do(Stopped(who, "slips under"), "swimlong.unconscious-drowns")
    return spent


def _not_above(details: Record) -> list[Sentence]:
    """The amounts of time and distance of a swim that are no numbers above 0."""
    amounts = {name: exact(details[name]) for name in AMOUNTS if name in details}
    return [not_above(name, details[name]) for name, value in amounts.items() if value is None or value <= 0]


def _minutes(table: Table, who: str, details: Record) -> Fraction | None:
    """The minutes of a swim; None if not given, or longer than `LONGEST`."""
    way, before = road(_strength(table, who).bonus), _before(table, who)
    amounts = {name: exact(details[name]) for name in AMOUNTS if name in details}
    if not amounts or any(value is None or value <= 0 for value in amounts.values()):
        return None
    far = amounts.pop("km", None)
    if far is None:
        total = (amounts.get("hours") or Fraction(0)) * HOUR + (amounts.get("minutes") or Fraction(0))
        return total if total <= LONGEST else None
    if amounts:
        return None
    goal = far * KILOMETRE + covered(way, before)
    minutes = bisect_left(range(LONGEST + 1), goal, key=lambda each: covered(way, before + each))
    return Fraction(minutes) if minutes <= LONGEST else None


def _marks(start: Swimmer, minutes: Fraction) -> tuple[Fraction, ...]:
    """The minutes in the water at which a test may be due, and at the end."""
    before, end = start.minutes, start.minutes + minutes
    marks = {end, *(Fraction(hour * HOUR) for hour in range(before // HOUR + 1, end // HOUR + 1))}
    if start.burdened is not None:
        every, dry = period(full_bonus(start.model, "T")), start.burdened - before
        marks |= {each * every - dry for each in range(start.burdened // every + 1, (end + dry) // every + 1)}
    return tuple(sorted(marks))


def swim_on(swimmer: Swimmer, until: Fraction) -> Procedure[Swimmer]:
    """Swim on to a moment, and take the tests that are due there; needs no table."""
    model = swimmer.model
    if model.is_(UNCONSCIOUS):
        return swimmer
    safe = HOUR * full_bonus(model, "T")
    slow = swimmer.minutes >= safe and slowed_by_fatigue(swimmer.options, model)
    metres = covered(swimmer.way, until) - covered(swimmer.way, swimmer.minutes)
    burdened = None if swimmer.burdened is None else swimmer.burdened + until - swimmer.minutes
    swimmer = replace(
        swimmer,
        minutes=until,
        burdened=burdened,
        metres=swimmer.metres + (metres * HALF if slow else metres),
        slowed=swimmer.slowed or slow,
    )
    if until % HOUR == 0 and until > safe:
        swimmer = yield from _endure(swimmer, int((until - safe) / HOUR))
    every = period(full_bonus(model, "T"))
    if burdened is None or burdened % every or swimmer.model.is_(UNCONSCIOUS):
        return swimmer
    return replace(swimmer, model=(yield from bear(swimmer.options, swimmer.model, int(burdened / every))))


def _endure(swimmer: Swimmer, number: int) -> Procedure[Swimmer]:
    """The test at the end of an hour beyond the safe ones."""
    model = swimmer.model
    growing = Modifier(GROWING * (number - 1), in_a_row(number), "swimlong.tests")
    skill = characteristic(swimmer.options, model, "T", "narrative")
    clause = "swimlong.tests"
    endured = yield from roll_to_pass(swimmer.options, model.id, "swim", skill, clause, modifiers=(growing,))
    if endured:
        return swimmer
    tired = yield from gain_fatigue(model, "swimlong.fatigue")
    return replace(swimmer, model=tired)
