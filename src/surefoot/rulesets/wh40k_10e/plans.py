"""Plans: where the models of a unit move or are set up, read from plain data."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from surefoot.geometry.tolerance import MILLIONTHS, from_lattice
from surefoot.language import Either, Field, Notation, Quoted, Sentence, Who, count, say
from surefoot.records import dataclass, replace
from surefoot.referee import unit_plan
from surefoot.referee.itinerary import Leg
from surefoot.referee.scene import Scene
from surefoot.referee.unit_plan import Mistakes, UnitPlan, UnreadablePlan, check_step, number, pair
from surefoot.rulesets.wh40k_10e.squad import Squad
from surefoot.rulesets.wh40k_10e.terms import named
from surefoot.table.record import Record, Value
from surefoot.table.table import Table
from surefoot.table.words import suggested

STEP_KEYS = ("to", "on", "turn", "about")
PLACES_NOTATION = Notation("{places: {model: [x, y]}}")


# The answer of a player who declares that a unit whose move has begun has no legal plan.
STAY = Record(stay=True)


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
    # Whether they move in another order than the unit's own.
    ordered: bool
    # Whether the player said in which order.
    chosen: bool = True

    def in_order(self, names: tuple[str, ...]) -> Plan:
        """The same paths in another order."""
        paths = dict(self.paths)
        return replace(self, paths=tuple((name, paths[name]) for name in names), ordered=True)


# Legs of other games, for people: climbs here need no ladder, and there are no jumps.
_OTHER_LEGS: dict[str, Sentence] = {
    "link": say("ladders"),
    "lift": say("lifts"),
    "leap": say("leaps"),
    "jump": say("jumps"),
    "swim": say("swimming"),
}


def _other_leg(by: str) -> Field:
    return _OTHER_LEGS[by] if by in _OTHER_LEGS else Quoted(by)


def from_legs(table: Table, unit: Squad, who: str, legs: tuple[Leg, ...]) -> Record:
    """The declared path of one model as a plan; the other models of its unit stay where they are."""
    mover = who if who in unit.models else unit.models[0]
    if who not in unit.models and len(unit.models) != 1:
        says = count(
            "{unit} has {n} model. To move them all alike write {plan}, or name the model that takes this path",
            "{unit} has {n} models. To move them all alike write {plan}, or name the model that takes this path",
            len(unit.models),
            unit=Who(unit.name),
            plan=_shift_to(table, mover, legs),
        )
        raise UnreadablePlan(says)
    steps: list[Value] = []
    for leg in legs:
        if leg.by == "turn":
            about = {} if leg.about is None else {"about": tuple(as_text(value) for value in leg.about)}
            steps.append(Record(turn=as_text(leg.turn), **about))
        elif leg.to is not None and leg.by in ("walk", "climb", "fly", "through"):
            held = () if leg.height is None else (leg.height,)
            to: Value = tuple(as_text(value) for value in (*leg.to, *held))
            steps.append(Record(to=to, on=leg.on))
        else:
            says = say(
                "Paths in this game have points and turns only, not {leg}. Climbs are measured automatically",
                leg=_other_leg(leg.by),
            )
            raise UnreadablePlan(says)
    return Record(paths=Record({mover: tuple(steps)}))


def _shift_to(table: Table, leader: str, legs: tuple[Leg, ...]) -> Notation:
    """The plan that shifts a unit so far as a path leads its first model."""
    place = table.models[leader].place
    x, y = next((leg.to for leg in reversed(legs) if leg.to is not None), (place.x, place.y))
    return Notation(f"plan: {{shift: [{as_text(x - place.x)}, {as_text(y - place.y)}]}}")


def as_text(millionths: int) -> str:
    """A length or an angle as a plan writes it."""
    return str(Decimal(millionths) / MILLIONTHS)


def read(table: Table, unit: Squad, data: Any) -> Plan:
    """A plan from plain data: {shift: [dx, dy], except: {model: path}, order: [...]} or {paths: {model: path}}."""
    plan = UnitPlan.read(data, unit.models)
    paths: dict[str, tuple[Step, ...]] = {}
    for name in unit.models:
        to = plan.shifted(table, name)
        if to is not None:
            paths[name] = () if plan.shift == (0, 0) else (Step(to),)
    mistakes = Mistakes()
    for name, given in plan.paths.items():
        found = (mistakes.within(_step, each, name) for each in given)
        paths[name] = tuple(step for step in found if step is not None and (step.to is not None or step.turn))
    for name in (step.on for steps in paths.values() for step in steps if step.on):
        mistakes.within(_known_level, table, name)
    mistakes.told()
    ordered = [name for name in (*plan.order, *unit.models) if name in paths]
    sequence = tuple(dict.fromkeys(ordered))
    own = tuple(name for name in unit.models if name in paths)
    return Plan(tuple((name, paths[name]) for name in sequence), sequence != own, bool(plan.order))


def _known_level(table: Table, name: str) -> None:
    """Refuse a level that is not on the table; raises UnreadablePlan."""
    scene = Scene(table)
    if scene.surface(name) is None:
        levels = [surface.id for surface in (*scene.ground.surfaces, *scene.decks)]
        raise UnreadablePlan(
            suggested(say("There is no level called {name}", name=Quoted(name)), name, levels)
        )


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
        raise UnreadablePlan(says)
    check_step(value, ("to", "turn"))
    if "turn" in value:
        about = value.get("about")
        return Step(
            turn=number(value["turn"], Quoted("turn")),
            about=None if about is None else pair(about, Quoted("about")),
        )
    to = value.get("to")
    if not isinstance(to, tuple):
        says = say("A step in the path of {model} needs {to}", model=Who(name), to=Notation("to: [x, y]"))
        raise UnreadablePlan(says)
    return _line(to, value.text("on"), name)


def _line(to: tuple[Value, ...], on: str, name: str) -> Step:
    if len(to) not in (2, 3):
        says = say(
            "Write a point in the path of {model} as {flat}, or as {high} to keep a height",
            model=Who(name),
            flat=Notation("[x, y]"),
            high=Notation("[x, y, z]"),
        )
        raise UnreadablePlan(says)
    x, y, *z = (number(each, say("A coordinate")) for each in to)
    return Step((x, y), next(iter(z), None), on)


def inches(value: int) -> float:
    """Millionths as inches."""
    return from_lattice(value)


# ---------------------------------------------------------------------- places


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a model is set up, in inches: a point, its height if it is given, the surface, and its facing."""

    x: float
    y: float
    on: str
    facing: float
    z: float | None = None


def read_places(table: Table, models: tuple[str, ...], data: Value) -> dict[str, Spot]:
    """Places from plain data: {places: {model: [x, y], [x, y, z] or {at: [x, y], on: surface, facing: degrees}}}."""
    given = data.get("places") if isinstance(data, Record) and tuple(data) == ("places",) else None
    if not isinstance(given, Record):
        says = say("Can't read where to set up. Write {places}", places=PLACES_NOTATION)
        raise UnreadablePlan(says)
    mistakes = Mistakes()
    mistakes.found += [
        say("{name} is not part of this set-up. Set up {models}", name=Quoted(name), models=named(models))
        for name in given
        if name not in models
    ]
    read = {name: mistakes.within(_spot, value, name) for name, value in given.items()}
    spots = {name: spot for name, spot in read.items() if spot is not None}
    for name in (spot.on for spot in spots.values() if spot.on):
        mistakes.within(_known_level, table, name)
    mistakes.told()
    return spots


def _spot(value: Value, name: str) -> Spot:
    fields = value if isinstance(value, Record) else Record(at=value)
    if any(key not in ("at", "on", "facing") for key in fields):
        says = say(
            "Can't read the place of {model}. Write {spot} or {more}",
            model=Who(name),
            spot=Notation("[x, y]"),
            more=Notation("{at: [x, y], on: surface, facing: degrees}"),
        )
        raise UnreadablePlan(says)
    at, called = fields.get("at"), say("The place of {model}", model=Who(name))
    # As in the place of a model, a third number is the height.
    high = at[2:] if isinstance(at, tuple) and len(at) == 3 else ()
    x, y = pair(at[:2] if isinstance(at, tuple) and high else at, called)
    z = next((inches(number(each, called)) for each in high), None)
    facing = number(fields.get("facing", 0), Quoted("facing"))
    return Spot(inches(x), inches(y), unit_plan.name(fields, "on"), inches(facing), z)


def read_hint(data: Value) -> tuple[int, int] | None:
    """The point near which the referee looks for places: {near: [x, y]}; None if none is given."""
    if not isinstance(data, Record) or tuple(data) != ("near",):
        return None
    try:
        return pair(data["near"], Quoted("near"))
    except UnreadablePlan:
        return None
