"""Plans: how a player says where the models of a unit go, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from surefoot.geometry.tolerance import MILLIONTHS, from_lattice
from surefoot.referee.itinerary import Leg
from surefoot.rulesets.wh40k_10e.squad import Squad
from surefoot.table.record import EMPTY, Record, Value, freeze
from surefoot.table.table import Table

KEYS = ("shift", "paths", "except", "order")
STEP_KEYS = ("to", "on", "turn", "about")


# The answer of an owner who says that there is no legal plan for a unit whose move has begun.
STAY = Record(stay=True)


class Unreadable(ValueError):
    """A plan that says nothing the rules could judge."""


@dataclass(frozen=True, slots=True)
class Step:
    """One piece of a model's path, in millionths: a straight line or a pivot.

    `z` holds the line at a height instead of following the ground; `on` names the surface it is to end on. A pivot
    turns about the centre of the base, or about a point.
    """

    to: tuple[int, int] | None = None
    z: int | None = None
    on: str = ""
    turn: int = 0
    about: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """Which models move, each along its path, in which order; models that are not named stay put."""

    paths: tuple[tuple[str, tuple[Step, ...]], ...]
    # Whether the player chose another order than the unit's own.
    ordered: bool


def from_legs(unit: Squad, who: str, legs: tuple[Leg, ...]) -> Record:
    """A declared path of one model as a plan: of a unit of several, the others stay put."""
    mover = who if who in unit.models else unit.models[0]
    if who not in unit.models and len(unit.models) != 1:
        says = f"{unit.name} has {len(unit.models)} models: give a plan, or say which of them takes the path"
        raise Unreadable(says)
    steps: list[Value] = []
    for leg in legs:
        if leg.by == "turn":
            about = {} if leg.about is None else {"about": tuple(as_text(value) for value in leg.about)}
            steps.append(Record(turn=as_text(leg.turn), **about))
        elif leg.to is not None and leg.by in ("walk", "climb"):
            held = () if leg.height is None else (leg.height,)
            to: Value = tuple(as_text(value) for value in (*leg.to, *held))
            steps.append(Record(to=to, on=leg.on))
        else:
            says = f"there is no way to {leg.by} in this ruleset: write points and turns"
            raise Unreadable(says)
    return Record(paths=Record({mover: tuple(steps)}))


def as_text(millionths: int) -> str:
    """A length or an angle as a plan writes it."""
    return str(Decimal(millionths) / MILLIONTHS)


def read(table: Table, unit: Squad, data: Any) -> Plan:
    """A plan from plain data: {shift: [dx, dy], except: {model: path}, order: [...]} or {paths: {model: path}}."""
    plan = EMPTY if data is None else freeze(data)
    if not isinstance(plan, Record):
        says = "a plan is a mapping such as {shift: [6, 0]} or {paths: {model: [[x, y]]}}"
        raise Unreadable(says)
    strange = [key for key in plan if key not in KEYS]
    if strange:
        says = f"a plan has no {strange[0]!r}; it has {', '.join(KEYS)}"
        raise Unreadable(says)
    paths: dict[str, tuple[Step, ...]] = {}
    if "shift" in plan:
        dx, dy = _pair(plan["shift"], title="shift")
        for name in unit.models:
            pose = table.pose(name)
            to = round(pose.x * MILLIONTHS) + dx, round(pose.y * MILLIONTHS) + dy
            paths[name] = (Step(to),) if dx or dy else ()
    for key in ("paths", "except"):
        named = plan.get(key, EMPTY)
        if not isinstance(named, Record):
            says = f"{key} is a mapping from models to their paths"
            raise Unreadable(says)
        for name, steps in named.items():
            if name not in unit.models:
                says = f"{unit.name} has no model {name!r}; it has {', '.join(unit.models)}"
                raise Unreadable(says)
            paths[name] = _steps(steps, name)
    order = _order(plan.get("order", ()), unit)
    ordered = [name for name in (*order, *unit.models) if name in paths]
    sequence = tuple(dict.fromkeys(ordered))
    own = tuple(name for name in unit.models if name in paths)
    return Plan(tuple((name, paths[name]) for name in sequence), sequence != own)


def _order(value: Value, unit: Squad) -> tuple[str, ...]:
    if not isinstance(value, tuple) or any(name not in unit.models for name in value):
        says = f"order is a list of models of {unit.name}"
        raise Unreadable(says)
    return tuple(str(name) for name in value)


def _steps(value: Value, name: str) -> tuple[Step, ...]:
    if not isinstance(value, tuple):
        says = f"the path of {name} is a list of points and turns"
        raise Unreadable(says)
    steps = (_step(each, name) for each in value)
    return tuple(step for step in steps if step.to is not None or step.turn)


def _step(value: Value, name: str) -> Step:
    if isinstance(value, tuple):
        return _line(value, "", name)
    if not isinstance(value, Record) or any(key not in STEP_KEYS for key in value):
        says = f"a step of {name} is [x, y], {{to: [x, y], on: surface}} or {{turn: degrees}}"
        raise Unreadable(says)
    if "turn" in value:
        about = value.get("about")
        return Step(
            turn=_number(value["turn"], title="turn"),
            about=None if about is None else _pair(about, title="about"),
        )
    to = value.get("to")
    if not isinstance(to, tuple):
        says = f"a step of {name} needs to: [x, y]"
        raise Unreadable(says)
    return _line(to, value.text("on"), name)


def _line(to: tuple[Value, ...], on: str, name: str) -> Step:
    if len(to) not in (2, 3):
        says = f"a point of {name} is [x, y] or, held at a height, [x, y, z]"
        raise Unreadable(says)
    x, y, *z = (_number(each, title="a coordinate") for each in to)
    return Step((x, y), next(iter(z), None), on)


def _pair(value: Value, *, title: str) -> tuple[int, int]:
    if not isinstance(value, tuple) or len(value) != 2:
        says = f"{title} is two numbers"
        raise Unreadable(says)
    return _number(value[0], title=title), _number(value[1], title=title)


# No table is larger; longer numbers would only cost time.
_FAR = 10_000


def _number(value: Value, *, title: str) -> int:
    """A number as state keeps it: whole, or as text with its fraction."""
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        says = f"{title} is a number, not {value!r}"
        raise Unreadable(says)
    try:
        number = Decimal(value)
    except InvalidOperation:
        says = f"{title} is a number, not {value!r}"
        raise Unreadable(says) from None
    if not number.is_finite() or abs(number) > _FAR:
        says = f"{title} is out of reach: {value}"
        raise Unreadable(says)
    return round(number * MILLIONTHS)


def inches(value: int) -> float:
    """Millionths as inches."""
    return from_lattice(value)


# ---------------------------------------------------------------------- places


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a model is set up, in inches: a point, the surface meant, and where it looks."""

    x: float
    y: float
    on: str
    facing: float


def read_places(models: tuple[str, ...], data: Value) -> dict[str, Spot]:
    """Places from plain data: {places: {model: [x, y] or {at: [x, y], on: surface, facing: degrees}}}."""
    named = data.get("places") if isinstance(data, Record) and tuple(data) == ("places",) else None
    if not isinstance(named, Record):
        says = "a set-up is a mapping such as {places: {model: [x, y]}}"
        raise Unreadable(says)
    strange = [name for name in named if name not in models]
    if strange:
        says = f"{strange[0]!r} is not to be set up; {', '.join(models)} are"
        raise Unreadable(says)
    return {name: _spot(value, name) for name, value in named.items()}


def _spot(value: Value, name: str) -> Spot:
    fields = value if isinstance(value, Record) else Record(at=value)
    if any(key not in ("at", "on", "facing") for key in fields):
        says = f"the place of {name} is [x, y] or {{at: [x, y], on: surface, facing: degrees}}"
        raise Unreadable(says)
    x, y = _pair(fields.get("at"), title=f"the place of {name}")
    facing = _number(fields.get("facing", 0), title="facing")
    return Spot(inches(x), inches(y), fields.text("on"), inches(facing))


def read_hint(data: Value) -> tuple[int, int] | None:
    """The point near which the referee is to look for places: {near: [x, y]}; None if there is none."""
    if not isinstance(data, Record) or tuple(data) != ("near",):
        return None
    try:
        return _pair(data["near"], title="near")
    except Unreadable:
        return None
