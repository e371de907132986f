"""Plans: the paths of a whole squad as plain data, in the table's unit."""

from __future__ import annotations

from surefoot.geometry.tolerance import from_lattice, to_lattice
from surefoot.language import Notation, Quoted, Sentence, Who, say
from surefoot.referee.itinerary import By, Leg
from surefoot.referee.vocabulary import unknown_manners
from surefoot.rulesets.gemini_arap.figure import called
from surefoot.rulesets.gemini_arap.manners import MANNERS
from surefoot.table.record import Record, Value, freeze, thaw
from surefoot.table.table import Table
from surefoot.table.words import suggested

# Kinds of legs that go straight to a point.
_STRAIGHT: tuple[By, ...] = ("walk", "leap", "climb", "jump", "swim")
_LINKS = ("ladder", "link")
_KEYS = ("to", *_STRAIGHT, *_LINKS, "turn", "through", "manner", "on", "rise")
_PARTS = ("shift", "paths", "except")
_SHIFT, _PATHS, _POINT, _LEAP = (
    Notation(each)
    for each in ("{shift: [dx, dy]}", "{paths: {model: [[x, y], …]}}", "[x, y]", "{leap: [x, y]}")
)
# The refusal of a squad's move without a plan.
NEEDED = say("A squad needs a plan with the paths of its models, such as {shift}", shift=_SHIFT)


class Unreadable(ValueError):
    """A plan that cannot be read; `says` tells why."""

    def __init__(self, says: Sentence) -> None:
        super().__init__(str(says))
        self.says = says


def _shown(value: Value) -> Quoted:
    return Quoted("" if value is None else str(thaw(value)))


def _number(value: Value) -> int:
    if isinstance(value, (int, str)) and not isinstance(value, bool):
        try:
            return to_lattice(float(value))
        except ValueError:
            pass
    raise Unreadable(say("{given} is not a number", given=_shown(value)))


def _point(value: Value) -> tuple[int, int]:
    if not isinstance(value, tuple) or len(value) != 2:
        raise Unreadable(say("{given} is not a point. Write {point}", given=_shown(value), point=_POINT))
    return _number(value[0]), _number(value[1])


def _leg(value: Value) -> Leg:
    if isinstance(value, tuple):
        return Leg(_point(value))
    if not isinstance(value, Record):
        raise Unreadable(
            say(
                "{given} is not a leg. Write {point} or, for example, {leap}",
                given=_shown(value),
                point=_POINT,
                leap=_LEAP,
            )
        )
    for key in value:
        if key not in _KEYS:
            raise Unreadable(suggested(say("A leg has no {key}", key=Quoted(key)), key, _KEYS))
    leg = _read(value)
    for says in unknown_manners(MANNERS, leg):
        raise Unreadable(says)
    return leg


def _read(value: Record) -> Leg:
    manner, on = value.text("manner"), value.text("on")
    if "turn" in value:
        return Leg(by="turn", turn=_number(value["turn"]))
    if "through" in value:
        return Leg(_point(value.get("to")), "through", on, value.text("through"), manner=manner)
    for key in _LINKS:
        if key in value:
            to = _point(value["to"]) if "to" in value else None
            rise = _number(value["rise"]) if "rise" in value else 0
            return Leg(to, "link", on, value.text(key), rise=rise, manner=manner)
    by: By = next((key for key in _STRAIGHT if key in value), "walk")
    return Leg(_point(value.get(by, value.get("to"))), by, on, manner=manner)


def paths(table: Table, names: tuple[str, ...], plan: object) -> dict[str, tuple[Leg, ...]]:
    """The path of each figure that moves; raises Unreadable."""
    data = freeze(plan)
    if not isinstance(data, Record):
        raise Unreadable(say("Write a plan as {shift} or {paths}", shift=_SHIFT, paths=_PATHS))
    for key in data:
        if key not in _PARTS:
            raise Unreadable(suggested(say("A plan has no {key}", key=Quoted(key)), key, _PARTS))
    found: dict[str, tuple[Leg, ...]] = {}
    if "shift" in data:
        dx, dy = _point(data["shift"])
        for name in names:
            pose = table.pose(name)
            found[name] = (Leg((to_lattice(pose.x) + dx, to_lattice(pose.y) + dy)),)
    for key in ("paths", "except"):
        own = data.get(key, Record())
        if not isinstance(own, Record):
            raise Unreadable(
                say(
                    "{key} lists the models with their paths: {example}",
                    key=Quoted(key),
                    example=Notation("{model: [[x, y], …]}"),
                )
            )
        for name, legs in own.items():
            if name not in names:
                raise Unreadable(say("{who} doesn't move with this squad", who=called(table, name)))
            if not isinstance(legs, tuple):
                raise Unreadable(say("Write the path of {who} as a list of points and legs", who=Who(name)))
            found[name] = tuple(_leg(each) for each in legs)
    return {name: found[name] for name in names if found.get(name)}


def plain(millionths: int) -> Value:
    """A length as plans store it: a whole number, or a fraction as text."""
    value = from_lattice(millionths)
    return int(value) if value == int(value) else repr(value)


def written(moves: dict[str, tuple[Leg, ...]]) -> Record:
    """Paths as a plan."""
    return Record(paths=Record({name: tuple(_written(leg) for leg in legs) for name, legs in moves.items()}))


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
