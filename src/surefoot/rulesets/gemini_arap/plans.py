"""Plans: the paths of a whole squad as plain data, in the table's unit."""

from __future__ import annotations

from surefoot.geometry.tolerance import from_lattice
from surefoot.language import Notation, Quoted, say
from surefoot.referee import unit_plan
from surefoot.referee.itinerary import By, Leg
from surefoot.referee.unit_plan import (
    EXCEPT,
    PATHS,
    SHIFT,
    SHIFT_NOTATION,
    Mistakes,
    UnitPlan,
    UnreadablePlan,
    check_step,
    number,
    pair,
)
from surefoot.referee.vocabulary import unknown_manners
from surefoot.rulesets.gemini_arap.manners import MANNERS
from surefoot.table.record import Record, Value, thaw
from surefoot.table.table import Table
from surefoot.table.words import suggested

# Kinds of legs that go straight to a point.
_STRAIGHT: tuple[By, ...] = ("walk", "leap", "climb", "jump", "swim")
_LINKS = ("ladder", "link")
_KEYS = ("to", *_STRAIGHT, *_LINKS, "turn", "through", "manner", "on", "rise")
# Squads move one figure after another in an order of their own.
_PARTS = (SHIFT, PATHS, EXCEPT)
_POINT, _LEAP = Notation("[x, y]"), Notation("{leap: [x, y]}")
# The refusal of a squad's move without a plan.
NEEDED = say("A squad needs a plan with the paths of its models, such as {shift}", shift=SHIFT_NOTATION)


def _shown(value: Value) -> Quoted:
    return Quoted("" if value is None else str(thaw(value)))


def _point(value: Value) -> tuple[int, int]:
    if not isinstance(value, tuple) or len(value) != 2:
        raise UnreadablePlan(say("{given} is not a point. Write {point}", given=_shown(value), point=_POINT))
    return pair(value, say("A coordinate"))


def _leg(value: Value) -> Leg:
    if isinstance(value, tuple):
        return Leg(_point(value))
    if not isinstance(value, Record):
        raise UnreadablePlan(
            say(
                "{given} is not a leg. Write {point} or, for example, {leap}",
                given=_shown(value),
                point=_POINT,
                leap=_LEAP,
            )
        )
    strange = [key for key in value if key not in _KEYS]
    if strange:
        raise UnreadablePlan(
            *(suggested(say("A leg has no {key}", key=Quoted(key)), key, _KEYS) for key in strange)
        )
    check_step(value, ("to", "turn", *_STRAIGHT, *_LINKS, "through"), (*_LINKS, "through"))
    leg = _read(value)
    for says in unknown_manners(MANNERS, leg):
        raise UnreadablePlan(says)
    return leg


def _read(value: Record) -> Leg:
    manner, on = value.text("manner"), value.text("on")
    if "turn" in value:
        return Leg(by="turn", turn=number(value["turn"], Quoted("turn")))
    if "through" in value:
        return Leg(_point(value.get("to")), "through", on, value.text("through"), manner=manner)
    for key in _LINKS:
        if key in value:
            to = _point(value["to"]) if "to" in value else None
            rise = number(value["rise"], Quoted("rise")) if "rise" in value else 0
            return Leg(to, "link", on, value.text(key), rise=rise, manner=manner)
    by: By = next((key for key in _STRAIGHT if key in value), "walk")
    return Leg(_point(value.get(by, value.get("to"))), by, on, manner=manner)


def paths(table: Table, names: tuple[str, ...], plan: object) -> dict[str, tuple[Leg, ...]]:
    """The path of each figure that moves; raises UnreadablePlan."""
    read = UnitPlan.read(plan, names, _PARTS)
    found: dict[str, tuple[Leg, ...]] = {}
    for name in names:
        to = read.shifted(table, name)
        if to is not None:
            found[name] = (Leg(to),)
    mistakes = Mistakes()
    for name, legs in read.paths.items():
        own = (mistakes.within(_leg, each) for each in legs)
        found[name] = tuple(leg for leg in own if leg is not None)
    mistakes.told()
    return {name: found[name] for name in names if found.get(name)}


def plain(millionths: int) -> Value:
    """A length as plans store it: a whole number, or a fraction as text."""
    value = from_lattice(millionths)
    return int(value) if value == int(value) else repr(value)


def written(moves: dict[str, tuple[Leg, ...]]) -> Record:
    """Paths as a plan."""
    return unit_plan.written({name: tuple(_written(leg) for leg in legs) for name, legs in moves.items()})


def _written(leg: Leg) -> Value:
    to = None if leg.to is None else (plain(leg.to[0]), plain(leg.to[1]))
    if leg.by == "turn":
        return Record(turn=plain(leg.turn))
    if leg.by == "walk" and not leg.on and not leg.manner:
        return to
    straight = leg.by if leg.by in _STRAIGHT and leg.by != "walk" else "to"
    entry: dict[str, Value] = {} if to is None else {straight: to}
    entry |= {"through" if leg.by == "through" else "link": leg.link} if leg.link else {}
    entry |= {"rise": plain(leg.rise)} if leg.rise else {}
    entry |= {"on": leg.on} if leg.on else {}
    entry |= {"manner": leg.manner} if leg.manner else {}
    return Record(entry)
