"""Standing and running leaps: the run-up, the test, the length and height, and gaps."""

from __future__ import annotations

import math
from fractions import Fraction

from surefoot.dice.host import Game
from surefoot.dice.requests import Aim, Break, Modifier, Procedure, Refused, Roll, do
from surefoot.geometry.kernel import leg_inside, region_distance
from surefoot.geometry.tolerance import TOLERANCE, beyond, from_lattice, short_of, within
from surefoot.language import Length, Sentence, say
from surefoot.records import dataclass, replace
from surefoot.referee.bill import point
from surefoot.referee.itinerary import Itinerary, Leg
from surefoot.referee.protocol import Declaration
from surefoot.referee.remember import remembered
from surefoot.referee.scene import Scene, Solid, Surface
from surefoot.referee.view import View, seen
from surefoot.referee.walk import Event, Line, Walk
from surefoot.rulesets.dark_heresy_2e.actions import cost_of, spend
from surefoot.rulesets.dark_heresy_2e.carry import agility
from surefoot.rulesets.dark_heresy_2e.character import score
from surefoot.rulesets.dark_heresy_2e.drop import drop
from surefoot.rulesets.dark_heresy_2e.falling import beneath, fall, has_room_beneath
from surefoot.rulesets.dark_heresy_2e.gravity import jump_clauses, jumped, local_options
from surefoot.rulesets.dark_heresy_2e.ledge import hang
from surefoot.rulesets.dark_heresy_2e.move import go
from surefoot.rulesets.dark_heresy_2e.numbers import HALF, chosen, lattice, length, rounded_up
from surefoot.rulesets.dark_heresy_2e.paths import declaration_breaks, straight_in
from surefoot.rulesets.dark_heresy_2e.prices import blocker, lens
from surefoot.rulesets.dark_heresy_2e.run_up import last_leg_breaks, run_fast, run_up
from surefoot.rulesets.dark_heresy_2e.tests import best_degrees, degrees_needed, request, roll_degrees
from surefoot.table.effects import Moved, Reported, Stopped
from surefoot.table.place import Pose
from surefoot.table.record import Record
from surefoot.table.table import Table

# The least run-up, and the bonus to the test for each further stretch of the same length.
RUN_UP = 4
RUN_UP_BONUS = 10
RUN_UP_MOST = 30
# The run-ups that make a difference: none, the least one, and those with a higher bonus.
RUN_UPS = (0, *range(RUN_UP, RUN_UP * (RUN_UP_MOST // RUN_UP_BONUS + 1) + 1, RUN_UP))
# How far before and beyond a leap the ground of its start and end is looked for.
BRINK = 0.01
# A leap that falls short by no more than this may still grab the edge.
CATCH = 0.5
# The height of a leap is this share of its length.
HEIGHT_SHARE = Fraction(1, 4)


@dataclass(frozen=True)
class Flight:
    """A declared leap: its start, direction and length, and the gap under it."""

    start: Pose
    dx: float
    dy: float
    length: float
    # Metres to the far side of a gap; None if there is no gap, or no ground beyond it.
    far: float | None
    # Metres of straight run-up.
    run_up: float

    @property
    def topic(self) -> str:
        """The topic of its rules: running or standing leaps."""
        return topic_of(self.run_up)

    def at(self, metres: float) -> tuple[float, float]:
        """The point some metres along the leap."""
        return self.start.x + self.dx * metres, self.start.y + self.dy * metres


def leap(game: Game, declaration: Declaration) -> Procedure[None]:
    """Make the run-up, if one is declared, and leap."""
    who = declaration.actor
    legs = declaration.legs
    breaks = [*declaration_breaks(declaration, "structured"), *last_leg_breaks(legs, "leap")]
    if breaks:
        raise Refused(*breaks)
    way = run_up(game.now, who, legs, "leap")
    way.refuse()
    flight = _flight(game.now, who, way.itinerary, legs[-1])
    yield from spend(game.now, who, "leap", cost_of(game.now, who, "leap"), "jump.full-action")
    if way.strides:
        up = yield from go(game, way, declaration, fast=run_fast(game.now, way))
        if not up:
            return
    yield from _leap(game, who, flight)


@remembered
def _flight(table: Table, who: str, before: Itinerary, leg: Leg) -> Flight:
    start = table.resolve(before.end)
    assert leg.to is not None
    x, y = from_lattice(leg.to[0]), from_lattice(leg.to[1])
    length = math.hypot(x - start.x, y - start.y)
    if not beyond(length, 0.0):
        raise Refused(
            Break(
                "jump.leap-definition", say("A leap must end at another point than it starts"), point(start)
            )
        )
    dx, dy = (x - start.x) / length, (y - start.y) / length
    flight = Flight(start, dx, dy, length, None, straight_in(before.strides, dx, dy))
    return replace(flight, far=_far_side(seen(table, lens(table), who), flight))


def _far_side(view: View, flight: Flight) -> float | None:
    """Metres to the ground after a gap; None if there is no gap, or no ground after it."""
    # From a little before the take-off to a little beyond the end, to include ground that begins there.
    before, behind = flight.at(-BRINK), flight.at(flight.length + BRINK)
    found = leg_inside(*before, *behind, view.support(flight.start.z).rings)
    # In and out of the near side, and into the far one.
    return found[2] * (flight.length + 2 * BRINK) - BRINK if len(found) > len(("in", "out")) else None


# ---------------------------------------------------------------------- how far


def run_up_reason(run_up: float) -> Sentence:
    """The reason for the bonus of a run-up."""
    return say("run-up of {length}", length=Length.of(run_up))


def run_up_bonus(run_up: float) -> int:
    """The bonus of a run-up to the test: for every full stretch beyond the first."""
    stretches = math.floor((run_up + TOLERANCE) / RUN_UP) - 1
    return min(RUN_UP_MOST, RUN_UP_BONUS * max(0, stretches))


def leapt(options: Record, strength_bonus: int, degrees: int) -> Fraction:
    """Metres of a leap with degrees of success above 0, or of failure below."""
    if degrees > 0:
        return jumped(options, max(HALF, strength_bonus + HALF * (degrees - 1)))
    short = max(HALF, rounded_up(Fraction(strength_bonus, 2)) - HALF * (-degrees - 1))
    return jumped(options, short)


@remembered
def degrees_for(options: Record, strength_bonus: int, metres: float) -> int:
    """The degrees needed to leap so far: of success, or of failure if those are enough."""
    return degrees_needed(
        lambda degrees: within(metres, float(leapt(options, strength_bonus, degrees))),
        _worst(strength_bonus),
    )


def _worst(strength_bonus: int) -> int:
    """The degrees of failure beyond which a leap gets no shorter."""
    return max(1, int(rounded_up(Fraction(strength_bonus, 2)) / HALF))


def _aims(table: Table, flight: Flight, options: Record, strength_bonus: int) -> tuple[Aim, ...]:
    """The results that the test of a leap decides about: crossing the gap, and leaping as far as declared."""
    aims = []
    if flight.far is not None:
        aims.append(Aim(say("to cross the gap"), degrees_for(options, strength_bonus, flight.far)))
        if chosen(table.options, "catch_edge") is True:
            grabs = degrees_for(options, strength_bonus, flight.far - CATCH)
            aims.insert(0, Aim(say("to grab at least the far edge"), grabs))
    enough = degrees_for(options, strength_bonus, flight.length)
    return (*aims, Aim(say("to leap {length}", length=Length.of(flight.length)), enough))


def height_of(metres: Fraction) -> Fraction:
    """The height of a leap of some metres."""
    return rounded_up(metres * HEIGHT_SHARE)


def topic_of(run_up: float) -> str:
    """The topic of the rules for a leap after so much of a run-up: running or standing leaps."""
    return "leap" if short_of(run_up, RUN_UP) else "runleap"


def _test(
    table: Table, who: str, run_up: float, enough: int = 1, aims: tuple[Aim, ...] = (), worst: int = 1
) -> Roll:
    """The test of a leap after a run-up."""
    topic = topic_of(run_up)
    running = topic == "runleap"
    return request(
        local_options(table, who),
        who,
        "running leap" if running else "standing leap",
        agility(table, who),
        f"{topic}.test",
        *(("runleap.run-up",) if running else ()),
        modifiers=(Modifier(run_up_bonus(run_up), run_up_reason(run_up), "runleap.run-up-bonus"),),
        enough=enough,
        worst=worst,
        aims=aims,
    )


def longest(table: Table, who: str, run_up: float) -> Fraction:
    """Metres of a leap with the best roll."""
    options = local_options(table, who)
    return leapt(
        options, score(options, table.models[who], "S").bonus, best_degrees(_test(table, who, run_up))
    )


def _leap(game: Game, who: str, flight: Flight) -> Procedure[None]:
    """The test at the take-off, and the leap by its result."""
    table, topic = game.now, flight.topic
    options = local_options(table, who)
    strength = score(options, table.models[who], "S")
    asked = _test(
        table,
        who,
        flight.run_up,
        max(1, degrees_for(options, strength.bonus, flight.length)),
        _aims(table, flight, options, strength.bonus),
        _worst(strength.bonus),
    )
    degrees = yield from roll_degrees(asked)
    metres = leapt(options, strength.bonus, degrees)
    clauses = [
        f"{topic}.success" if degrees > 0 else f"{topic}.failure",
        "jump.leap-definition",
        *strength.clauses,
        *jump_clauses(options),
    ]
    if degrees < 0:
        clauses += ["support.degrees-of-failure"]
        if strength.bonus % 2:
            clauses += ["support.rounding"]
    yield from _fly(game, who, flight, metres, tuple(clauses), failed=degrees < 0)


# ---------------------------------------------------------------------- where it ends


def _fly(
    game: Game, who: str, flight: Flight, metres: Fraction, clauses: tuple[str, ...], *, failed: bool
) -> Procedure[None]:
    """Land at the declared end or as far as the leap goes, on the same level or below.

    A failed leap is not shortened: it may lead beyond the declared end.
    """
    table = game.now
    reaches = within(flight.length, float(metres))
    goes = min(flight.length, float(metres))
    if failed and beneath(table, who, *flight.at(float(metres)), flight.start.z) is not None:
        goes = float(metres)
    height = height_of(Fraction(lattice(Fraction(goes)), 10**6))
    met = obstacles(table, who, flight, goes, float(height))
    if met.stopped is not None and reaches and not failed and met.stopped[0] not in met.ends_in:
        what, at = met.stopped
        says = say(
            "{blocker} is too high to leap over: this leap rises {height}",
            blocker=blocker(table, what),
            height=length(height),
        )
        raise Refused(Break(f"{flight.topic}.height", says, point(Pose(*flight.at(at), flight.start.z, 0.0))))
    if met.stopped is not None:
        if reaches and not failed:
            raise _no_room(flight, goes)
        goes = met.stopped[1]
    if met.cleared:
        clauses = (*clauses, f"{flight.topic}.height")
    if flight.far is not None:
        clauses = (*clauses, "leap.gap")
    x, y = flight.at(goes)
    step = lens(table).step
    # Ground that is higher by a step is landed on, as it would be walked onto.
    highest = flight.start.z + step
    if reaches and not failed and not has_room_beneath(table, who, x, y, highest):
        raise _no_room(flight, goes)
    landing = beneath(table, who, x, y, highest)
    if landing is None:
        says = say("There is no surface below the end of the leap to land on")
        raise Refused(Break("leap.gap", says, point(Pose(x, y, 0.0, 0.0))))
    landing = replace(landing, drop=landing.drop - step)
    if not beyond(landing.drop, step):
        yield from do(Moved(who, landing.place, "leaps"), *clauses)
        if not reaches:
            told = say("lands short of the declared point")
            yield from do(Stopped(who, f"leapt {float(metres):g} m", says=told), clauses[0])
        return
    if reaches:
        # Across, but lower: a jump down for the difference.
        yield from do(Reported("leaps across", who), *clauses)
        yield from drop(game, who, landing)
        return
    if _catches(table, flight, float(metres)):
        spot = flight.at(flight.length)
        ledge = next(s for s in reversed(_surfaces(table, who, spot)) if within(s.low, flight.start.z + step))
        yield from hang(game, who, ledge, spot, (x, y, flight.start.z - landing.drop), *clauses)
        return
    yield from fall(game, who, landing, *clauses)
    yield from do(Stopped(who, "fell short of the far side"), "leap.gap", clauses[0])


def _no_room(flight: Flight, goes: float) -> Refused:
    says = say("There is no room to land at the end of the leap")
    return Refused(Break(f"{flight.topic}.success", says, point(Pose(*flight.at(goes), flight.start.z, 0.0))))


def _catches(table: Table, flight: Flight, metres: float) -> bool:
    """Whether a leap that falls short ends near enough to grab the far edge, if the option allows it."""
    short = flight.far is not None and within(flight.far - metres, CATCH)
    return short and chosen(table.options, "catch_edge") is True


def _holds(solid: Solid, spot: tuple[float, float]) -> bool:
    return within(region_distance(*spot, solid.region.rings), 0.0)


def _surfaces(table: Table, who: str, spot: tuple[float, float]) -> list[Surface]:
    return seen(table, lens(table), who).surfaces_at(*spot)


@dataclass(frozen=True)
class Met:
    """The obstacles of a leap: whether it clears any, and the first that stops it, with the metres to it."""

    cleared: bool
    stopped: tuple[str, float] | None
    # Those that it could clear if it did not end in them: a leap comes down at its end.
    ends_in: tuple[str, ...]


@remembered
def obstacles(table: Table, who: str, flight: Flight, goes: float, height: float) -> Met:
    """The obstacles of a leap of some height."""
    z, step = flight.start.z, lens(table).step
    cleared = [solid for solid in Scene(table).ground.solids if within(solid.high, z + height)]
    # What is no higher than a step is landed on.
    ends_in = tuple(
        solid.id for solid in cleared if beyond(solid.high, z + step) and _holds(solid, flight.at(goes))
    )
    low = tuple(solid.id for solid in cleared if solid.id not in ends_in)
    line = Line(flight.start.x, flight.start.y, flight.dx, flight.dy)

    def met(absent: tuple[str, ...]) -> Event | None:
        return Walk(seen(table, lens(table, absent), who), line, flight.start.facing).obstruction(
            0.0, goes, z
        )

    walked = met(())
    # Where nothing is in the way of a walk, nothing is in the way of a leap.
    leapt_at = None if walked is None else met(low)
    stopped = None if leapt_at is None else (leapt_at.what, leapt_at.at)
    return Met(walked is not None and walked.what in low, stopped, ends_in)
