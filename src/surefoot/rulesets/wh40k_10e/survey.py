"""Judging a unit's plan: every model along its path, then the unit as a whole."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import dist
from typing import Any

from surefoot.dice.requests import Break
from surefoot.geometry.shapes import Pivot
from surefoot.geometry.tolerance import beyond, from_lattice, same, within
from surefoot.language import Who, say
from surefoot.records import dataclass, replace
from surefoot.referee.bill import bill, point
from surefoot.referee.following import Path, short_breaks
from surefoot.referee.itinerary import Itinerary, Leg
from surefoot.referee.unit_plan import UnreadablePlan
from surefoot.rulesets.wh40k_10e import coherency
from surefoot.rulesets.wh40k_10e.kinds_of_move import FALL_BACK, STATIONARY
from surefoot.rulesets.wh40k_10e.move import OWN_UNIT, Crossed, crossings, crowding, freeing_order, rest
from surefoot.rulesets.wh40k_10e.passage import passage
from surefoot.rulesets.wh40k_10e.plans import Plan, Step, read
from surefoot.rulesets.wh40k_10e.prices import allowance, movement, price_list
from surefoot.rulesets.wh40k_10e.squad import FLY, TITANIC, Squad, squad
from surefoot.rulesets.wh40k_10e.track import Passage
from surefoot.table.effects import Moved, apply
from surefoot.table.model import Model
from surefoot.table.place import Place, Pose
from surefoot.table.record import Record, Value, freeze
from surefoot.table.table import Table

# Note: the kind of move that a unit has begun, and where its models started.
MOVING = "moving"
# Note: the models of a unit that took Desperate Escape tests in this phase.
TESTED = "tested"


@dataclass(frozen=True, slots=True)
class Way(Path):
    """The move of one model, with the clauses behind it."""

    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Survey:
    """The judgement of a unit's plan: the move of each model, and every refusal."""

    ways: tuple[Way, ...]
    breaks: tuple[Break, ...]
    clauses: tuple[str, ...] = ()
    # The models that move over an enemy and have to take a Desperate Escape test for it.
    crossers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class UnitJudge:
    """Judges a plan for the models of a unit."""

    table: Table
    unit: str
    kind: str
    finish: bool

    def __call__(self, answer: Any) -> tuple[Break, ...]:
        return self.survey(answer).breaks

    def survey(self, answer: Any) -> Survey:
        """The plan as judged."""
        try:
            frozen = freeze(answer)
        except TypeError:
            frozen = "no plan"
        return _survey(self.table, self.unit, self.kind, self.finish, frozen)


@lru_cache(maxsize=1024)
def _survey(table: Table, name: str, kind: str, finish: bool, answer: Value) -> Survey:
    whole = squad(table, name)
    unit = replace(whole, models=tuple(who for who in whole.models if table.models[who].place.on_table))
    before = starts(table, unit)
    try:
        plan = read(_put_back(table, before), unit, answer)
    except UnreadablePlan as problem:
        return Survey((), problem.breaks("move.any-models"))
    judged = _in_turn(table, unit, kind, plan)
    if not plan.chosen and any(each.clause == OWN_UNIT for each in judged.breaks):
        free = _freeing(table, before, plan)
        if free is not None:
            plan = plan.in_order(free)
            judged = _in_turn(table, unit, kind, plan)
    return judged.finished(plan, finish=finish)


def _in_turn(table: Table, unit: Squad, kind: str, plan: Plan) -> _Judged:
    """The models of a plan, judged in its order."""
    judged, before = _Judged(table, unit, kind), starts(table, unit)
    for who, steps in plan.paths:
        judged.one(who, steps, before[who])
    return judged


def _freeing(table: Table, before: dict[str, Place], plan: Plan) -> tuple[str, ...] | None:
    """An order of the plan's models in which big ones do not block each other; None if there is none."""
    table = _put_back(table, {who: before[who] for who, _ in plan.paths})
    ways = {who: passage(table, who, steps) for who, steps in plan.paths}
    ended = table
    for who, way in ways.items():
        if way.motions:
            ended = apply(ended, Moved(who, rest(table, who, way)[0]))
    return freeing_order(table, ended, ways)


def starts(table: Table, unit: Squad) -> dict[str, Place]:
    """Where each model of a unit stood when the unit was selected."""
    moving = table.note(MOVING, unit.name)
    kept = moving.get("starts") if isinstance(moving, Record) else None
    found = {}
    for name in unit.models:
        fields = kept.get(name) if isinstance(kept, Record) else None
        found[name] = _place(fields) if isinstance(fields, Record) else table.models[name].place
    return found


def written(place: Place) -> Record:
    """A place in the form in which a note keeps it."""
    return Record(on=place.on, x=place.x, y=place.y, z=place.z, facing=place.facing)


def _place(fields: Record) -> Place:
    x, y, z, facing = (fields.number(key) for key in ("x", "y", "z", "facing"))
    return Place("surface", fields.text("on"), x, y, z, facing)


def _put_back(table: Table, places: dict[str, Place]) -> Table:
    for name, place in places.items():
        if table.models[name].place != place:
            table = apply(table, Moved(name, place))
    return table


# The clauses of Fly that repeat limits on where a move ends.
_FLOWN = {"on top": "fly.no-end-on-model", "engaged": "fly.no-end-engaged"}
_FRIENDS = (OWN_UNIT, "move.big-not-over-friendly-big")


def follow(table: Table, who: str, kind: str, legs: tuple[Leg, ...]) -> tuple[int, Pose] | None:
    """The cost and the end of a path, whether or not a model may stop there; None if the path is illegal."""
    if kind == STATIONARY:
        return None
    steps = (Step(leg.to, leg.height, leg.on, leg.turn, leg.about) for leg in legs)
    way = passage(table, who, tuple(steps))
    if way.breaks or crossings(table, who, way, kind).breaks:
        return None
    start = table.models[who].place
    return _priced(table, who, kind, Itinerary(start, start, way.strides)).cost, way.end._replace(z=way.level)


def _priced(table: Table, who: str, kind: str, itinerary: Itinerary) -> Way:
    """The move of a model along a path that was followed here, with its price."""
    prices = price_list(table, who, kind)
    return Way(who, (), prices, itinerary, bill(itinerary, prices))


class _Judged:
    """Judges models one after another, each on the table after the moves before it."""

    def __init__(self, table: Table, unit: Squad, kind: str) -> None:
        self.table, self.unit, self.kind = table, unit, kind
        self.ways: list[Way] = []
        self.breaks: list[Break] = []
        self.moved: list[str] = []
        self.crossers: list[str] = []

    def one(self, who: str, steps: tuple[Step, ...], start: Place) -> None:
        """Judge the path of one model from where it stood when the unit was selected."""
        again = self.table.models[who].place != start
        self.table = _put_back(self.table, {who: start})
        if not steps:
            if again:
                back = _priced(self.table, who, self.kind, Itinerary(start, start, ()))
                self.ways.append(replace(back, clauses=("move.one-move-per-model",)))
            return
        if movement(self.table, self.table.models[who]) is None:
            says = say("{model} can't move: its Move is a dash", model=Who(who))
            self.breaks.append(Break("support.move-characteristic", says, point(self.table.pose(who))))
            return
        way = passage(self.table, who, steps)
        crossed = crossings(self.table, who, way, self.kind)
        place, unrested = rest(self.table, who, way)
        priced = _priced(self.table, who, self.kind, Itinerary(start, place, way.strides))
        self.moved.append(who)
        self.breaks += [*way.breaks, *crossed.breaks, *unrested, *self._too_far(priced)]
        self.breaks += self._on_foot(who, crossed)
        clauses = ["move.any-path", *way.clauses, *crossed.clauses, *_shape_of(way)]
        if self.kind == FALL_BACK and crossed.enemies:
            clauses += self._over_enemies(who)
        if same(from_lattice(priced.cost), priced.tariff.allowance):
            clauses.append("distance.at-most")
        if again:
            clauses.append("move.one-move-per-model")
        self.ways.append(replace(priced, clauses=tuple(dict.fromkeys(clauses))))
        self.table = apply(self.table, Moved(who, place))

    def _over_enemies(self, who: str) -> list[str]:
        """The clauses for a model that moves over enemies: exempt, about to test, tested, or refused."""
        if is_exempt(self.table.models[who]):
            return ["escape.exempt"]
        tested = self.table.note(TESTED, self.unit.name)
        if not isinstance(tested, tuple):
            self.crossers.append(who)
        elif who not in tested:
            says = say(
                "{model} took no Desperate Escape test, so it can't move over an enemy", model=Who(who)
            )
            where = point(self.table.pose(who))
            self.breaks.append(Break("escape.declare-crossers", says, where))
            if any(self.table.models[name].place != place for name, place in self._starts()):
                says = say(
                    "Models of {unit} have already moved. {model} had to take its test before that",
                    unit=Who(self.unit.name),
                    model=Who(who),
                )
                self.breaks.append(Break("escape.before-any-move", says, where))
        return []

    def _on_foot(self, who: str, crossed: Crossed) -> list[Break]:
        """The refusal for a model that can't Fly, in a unit with models that can, if it passes enemies illegally."""
        enemies = [each for each in crossed.breaks if each.clause not in _FRIENDS]
        if not enemies or not any(self.table.models[name].has(FLY) for name in self.unit.models):
            return []
        says = say("{model} can't Fly, even if other models of its unit can", model=Who(who))
        return [Break("fly.per-model", says, enemies[0].where)]

    def _starts(self) -> list[tuple[str, Place]]:
        return list(starts(self.table, self.unit).items())

    def _too_far(self, way: Way) -> list[Break]:
        found = list(short_breaks(way))
        if way.bill.dry is None:
            return found
        who, stride = way.who, way.strides[way.bill.dry[0]]
        where = point(stride.start)
        best = max(allowance(self.table, name, self.kind) for name in self.unit.models)
        if within(from_lattice(way.cost), best):
            says = say(
                "{model} can't use the Move of other models in {unit}",
                model=Who(who),
                unit=Who(self.unit.name),
            )
            found.append(Break("distance.own-allowance", says, where))
        if stride.mode == "climb":
            says = say(
                "{model} would end part-way through a climb, so it can't make this move", model=Who(who)
            )
            found.append(Break("terrain.mid-climb-cancels", says, where))
        return found

    def finished(self, plan: Plan, *, finish: bool) -> Survey:
        """Judge the unit as a whole at the end of the plan."""
        clauses = ["move.owner-picks-order"] if plan.ordered else []
        if not finish:
            return Survey(tuple(self.ways), tuple(self.breaks), tuple(clauses), tuple(self.crossers))
        for who in self.unit.models:
            self.breaks += self._standing(who)
        self.breaks += coherency.breaks(self.table, self.unit)
        if self.kind == FALL_BACK and any(_binds(each.clause) for each in self.breaks):
            says = say("A Fall Back only lifts the limits on passing enemy models")
            self.breaks.append(Break("fall-back.still-bound", says))
        if coherency.slanting(self.table, self.unit):
            clauses.append("support.horizontal-vertical")
        return Survey(tuple(self.ways), tuple(self.breaks), tuple(clauses), tuple(self.crossers))

    def _standing(self, who: str) -> list[Break]:
        crowded = crowding(self.table, who)
        found = [each.broken for each in crowded]
        if self.table.models[who].has(FLY) and who in self.moved:
            found += [replace(each.broken, clause=_FLOWN[each.how]) for each in crowded]
        near = next((each.broken for each in crowded if each.how == "engaged"), None)
        if self.kind != FALL_BACK or near is None:
            return found
        clause = "fall-back.end-clear" if who in self.moved else "fall-back.every-model-clear"
        return [*found, replace(near, clause=clause)]


def is_exempt(model: Model) -> bool:
    """Whether a model moves over enemies without a Desperate Escape test."""
    return model.has(TITANIC) or model.has(FLY)


def _binds(clause: str) -> bool:
    """Whether a clause is one of the limits for every kind of move."""
    return clause.startswith(("move.", "terrain.")) or "coherency" in clause or clause == "support.overhang"


def _shape_of(way: Passage) -> list[str]:
    """The clauses for the form of a path: with pivots, with bends."""
    found = []
    if any(isinstance(motion, Pivot) for motion in way.motions):
        found.append("move.pivot-and-or-shift")
    spots = [(body.x, body.y) for body in way.bodies] + [(way.end.x, way.end.y)]
    track = sum(dist(one, other) for one, other in pairwise(spots))
    if beyond(track, dist(spots[0], spots[-1])):
        found.append("distance.along-path")
    return found
