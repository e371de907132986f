"""Plans: where the models of a unit move or are set up, read from plain data."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Any

from surefoot.geometry.tolerance import MILLIONTHS, from_lattice
from surefoot.language import Either, Field, Notation, Quoted, Sentence, Who, count, say
from surefoot.records import dataclass
from surefoot.referee.itinerary import Leg
from surefoot.referee.scene import Scene
from surefoot.rulesets.wh40k_10e.squad import Squad
from surefoot.rulesets.wh40k_10e.terms import named
from surefoot.table.record import EMPTY, Record, Value, freeze
from surefoot.table.table import Table
from surefoot.table.words import suggested

KEYS = ("shift", "paths", "except", "order")
STEP_KEYS = ("to", "on", "turn", "about")
# Plans as files write them, for sentences.
_SHIFT = Notation("{shift: [6, 0]}")
_PATHS = Notation("{paths: {model: [[x, y], …]}}")
PLACES_NOTATION = Notation("{places: {model: [x, y]}}")


# The answer of a player who declares that a unit whose move has begun has no legal plan.
STAY = Record(stay=True)


class Unreadable(ValueError):
    """Data of a player that can't be read; `says` tells what is wrong with it."""

    def __init__(self, says: Sentence) -> None:
        super().__init__(str(says))
        self.says = says


@dataclass(frozen=True, slots=True)
class Step:
    """One piece of a model's path, in millionths: a straight line or a pivot.

    With `z` the line keeps that height instead of following the ground; `on` names the surface on which it ends. A
    pivot turns about the centre of the base, or about a point.
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
    """The declared path of one model as a plan; the other models of its unit stay where they are."""
    mover = who if who in unit.models else unit.models[0]
    if who not in unit.models and len(unit.models) != 1:
        says = count(
            "{unit} has {n} model. Declare a plan for the unit, or the model that takes this path",
            "{unit} has {n} models. Declare a plan for the unit, or the model that takes this path",
            len(unit.models),
            unit=Who(unit.name),
        )
        raise Unreadable(says)
    steps: list[Value] = []
    for leg in legs:
        if leg.by == "turn":
            about = {} if leg.about is None else {"about": tuple(as_text(value) for value in leg.about)}
            steps.append(Record(turn=as_text(leg.turn), **about))
        elif leg.to is not None and leg.by in ("walk", "climb", "fly"):
            held = () if leg.height is None else (leg.height,)
            to: Value = tuple(as_text(value) for value in (*leg.to, *held))
            steps.append(Record(to=to, on=leg.on))
        else:
            says = say(
                "Paths in this game have points and turns only, not {leg}. Climbs are measured automatically",
                leg=Quoted(leg.by),
            )
            raise Unreadable(says)
    return Record(paths=Record({mover: tuple(steps)}))


def as_text(millionths: int) -> str:
    """A length or an angle as a plan writes it."""
    return str(Decimal(millionths) / MILLIONTHS)


def read(table: Table, unit: Squad, data: Any) -> Plan:
    """A plan from plain data: {shift: [dx, dy], except: {model: path}, order: [...]} or {paths: {model: path}}."""
    plan = EMPTY if data is None else freeze(data)
    if not isinstance(plan, Record):
        says = say("Can't read this plan. Write {shift} or {paths}", shift=_SHIFT, paths=_PATHS)
        raise Unreadable(says)
    strange = [key for key in plan if key not in KEYS]
    if strange:
        says = say(
            "A plan has no {key}. It takes {known}",
            key=Quoted(strange[0]),
            known=tuple(Notation(key) for key in KEYS),
        )
        raise Unreadable(says)
    paths: dict[str, tuple[Step, ...]] = {}
    if "shift" in plan:
        dx, dy = _pair(plan["shift"], Quoted("shift"))
        for name in unit.models:
            pose = table.pose(name)
            to = round(pose.x * MILLIONTHS) + dx, round(pose.y * MILLIONTHS) + dy
            paths[name] = (Step(to),) if dx or dy else ()
    for key in ("paths", "except"):
        given = plan.get(key, EMPTY)
        if not isinstance(given, Record):
            says = say("{key} lists a path for each model: {paths}", key=Quoted(key), paths=_PATHS)
            raise Unreadable(says)
        for name, steps in given.items():
            if name not in unit.models:
                says = say(
                    "{unit} has no model {name}. It has {models}",
                    unit=Who(unit.name),
                    name=Quoted(name),
                    models=tuple(Notation(each) for each in unit.models),
                )
                raise Unreadable(says)
            paths[name] = _steps(steps, name)
    for name in (step.on for steps in paths.values() for step in steps if step.on):
        _known_level(table, name)
    order = _order(plan.get("order", ()), unit)
    ordered = [name for name in (*order, *unit.models) if name in paths]
    sequence = tuple(dict.fromkeys(ordered))
    own = tuple(name for name in unit.models if name in paths)
    return Plan(tuple((name, paths[name]) for name in sequence), sequence != own)


def _known_level(table: Table, name: str) -> None:
    """Refuse a level that is not on the table; raises Unreadable."""
    scene = Scene(table)
    if scene.surface(name) is None:
        levels = [surface.id for surface in (*scene.ground.surfaces, *scene.decks)]
        raise Unreadable(suggested(say("There is no level called {name}", name=Quoted(name)), name, levels))


def _order(value: Value, unit: Squad) -> tuple[str, ...]:
    if not isinstance(value, tuple) or any(name not in unit.models for name in value):
        says = say(
            "{key} lists models of {unit} in the order in which they move",
            key=Quoted("order"),
            unit=Who(unit.name),
        )
        raise Unreadable(says)
    return tuple(str(name) for name in value)


def _steps(value: Value, name: str) -> tuple[Step, ...]:
    if not isinstance(value, tuple):
        says = say("The path of {model} must be a list of points and turns", model=Who(name))
        raise Unreadable(says)
    steps = (_step(each, name) for each in value)
    return tuple(step for step in steps if step.to is not None or step.turn)


def _step(value: Value, name: str) -> Step:
    if isinstance(value, tuple):
        return _line(value, "", name)
    if not isinstance(value, Record) or any(key not in STEP_KEYS for key in value):
        says = say(
            "Can't read the path of {model}. Write each step as {steps}",
            model=Who(name),
            steps=Either(
                (Notation("[x, y]"), Notation("{to: [x, y], on: surface}"), Notation("{turn: degrees}"))
            ),
        )
        raise Unreadable(says)
    if "turn" in value:
        about = value.get("about")
        return Step(
            turn=_number(value["turn"], Quoted("turn")),
            about=None if about is None else _pair(about, Quoted("about")),
        )
    to = value.get("to")
    if not isinstance(to, tuple):
        says = say("A step in the path of {model} needs {to}", model=Who(name), to=Notation("to: [x, y]"))
        raise Unreadable(says)
    return _line(to, value.text("on"), name)


def _line(to: tuple[Value, ...], on: str, name: str) -> Step:
    if len(to) not in (2, 3):
        says = say(
            "Write a point in the path of {model} as {flat}, or as {high} to keep a height",
            model=Who(name),
            flat=Notation("[x, y]"),
            high=Notation("[x, y, z]"),
        )
        raise Unreadable(says)
    x, y, *z = (_number(each, say("A coordinate")) for each in to)
    return Step((x, y), next(iter(z), None), on)


def _pair(value: Value, field: Field) -> tuple[int, int]:
    if not isinstance(value, tuple) or len(value) != 2:
        raise Unreadable(say("{field} must be two numbers", field=field))
    return _number(value[0], field), _number(value[1], field)


# No table is larger; longer numbers would only take time.
_FAR = 10_000


def _number(value: Value, field: Field) -> int:
    """A number in millionths, from a whole number or from text with a fraction."""
    wrong = say("{field} must be a number, not {given}", field=field, given=Quoted(str(value)))
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        raise Unreadable(wrong)
    try:
        number = Decimal(value)
    except InvalidOperation:
        raise Unreadable(wrong) from None
    if not number.is_finite() or abs(number) > _FAR:
        says = say(
            "{field} is too large: {given}. The limit is {most}",
            field=field,
            given=Notation(str(value)),
            most=_FAR,
        )
        raise Unreadable(says)
    return round(number * MILLIONTHS)


def inches(value: int) -> float:
    """Millionths as inches."""
    return from_lattice(value)


# ---------------------------------------------------------------------- places


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a model is set up, in inches: a point, the surface, and its facing."""

    x: float
    y: float
    on: str
    facing: float


def read_places(models: tuple[str, ...], data: Value) -> dict[str, Spot]:
    """Places from plain data: {places: {model: [x, y] or {at: [x, y], on: surface, facing: degrees}}}."""
    given = data.get("places") if isinstance(data, Record) and tuple(data) == ("places",) else None
    if not isinstance(given, Record):
        says = say("Can't read where to set up. Write {places}", places=PLACES_NOTATION)
        raise Unreadable(says)
    strange = [name for name in given if name not in models]
    if strange:
        says = say(
            "{name} is not part of this set-up. Set up {models}",
            name=Quoted(strange[0]),
            models=named(models),
        )
        raise Unreadable(says)
    return {name: _spot(value, name) for name, value in given.items()}


def _spot(value: Value, name: str) -> Spot:
    fields = value if isinstance(value, Record) else Record(at=value)
    if any(key not in ("at", "on", "facing") for key in fields):
        says = say(
            "Can't read the place of {model}. Write {spot} or {more}",
            model=Who(name),
            spot=Notation("[x, y]"),
            more=Notation("{at: [x, y], on: surface, facing: degrees}"),
        )
        raise Unreadable(says)
    x, y = _pair(fields.get("at"), say("The place of {model}", model=Who(name)))
    facing = _number(fields.get("facing", 0), Quoted("facing"))
    return Spot(inches(x), inches(y), fields.text("on"), inches(facing))


def read_hint(data: Value) -> tuple[int, int] | None:
    """The point near which the referee looks for places: {near: [x, y]}; None if none is given."""
    if not isinstance(data, Record) or tuple(data) != ("near",):
        return None
    try:
        return _pair(data["near"], Quoted("near"))
    except Unreadable:
        return None
