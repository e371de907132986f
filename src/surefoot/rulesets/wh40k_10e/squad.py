"""Units and their models: which models form a unit, their keywords and traits, where they stand."""

from __future__ import annotations

from functools import lru_cache
from math import hypot, inf
from typing import Any

from surefoot.geometry.shapes import Body, rectangle_base
from surefoot.geometry.tolerance import TOLERANCE, from_lattice
from surefoot.records import dataclass, replace
from surefoot.referee.catalogue import load
from surefoot.referee.remember import remembered
from surefoot.table.model import Model
from surefoot.table.record import Record, Value
from surefoot.table.table import Table

PACKAGE = "surefoot.rulesets.wh40k_10e"
NAME = "wh40k-10e"

MONSTER = "Monster"
VEHICLE = "Vehicle"
TRANSPORT = "Transport"
# Notes: the kind of move that a unit counts as having made this turn, how it disembarked, that it arrived from
# Reserves, and that passengers disembarked from a Transport before it moved.
MADE = "made"
DISEMBARKED = "disembarked"
ARRIVED = "arrived"
LEFT = "left"
SHOCKED = "battle-shocked"
TITANIC = "Titanic"
FLY = "Fly"
# Keywords of models that move through the walls and floors of Ruins; datasheets use both forms of the second.
AFOOT = ("Infantry", "Beast", "Beasts")


@dataclass(frozen=True, slots=True)
class Squad:
    """A unit as the rules see it: its name, its side, and its models that are still in the battle."""

    name: str
    side: str
    models: tuple[str, ...]


@remembered
def squad(table: Table, name: str) -> Squad:
    """The unit with this name, or the unit of the model with this name; a model without a unit is one by itself."""
    unit = name if name in table.units else table.models[name].unit
    members = [model for model in table.models.values() if (model.unit == unit if unit else model.id == name)]
    here = tuple(model.id for model in members if model.place.kind != "gone")
    return Squad(unit or name, next(model.side for model in members), here)


def first_model(table: Table, who: str) -> str:
    """A model by its name, or the first model of a unit; if no model is left, the first that the unit had."""
    if who in table.models:
        return who
    left = squad(table, who).models
    return left[0] if left else next(model.id for model in table.models.values() if model.unit == who)


def squads(table: Table) -> tuple[Squad, ...]:
    """Every unit of the battle, in the order of its first model."""
    found: dict[str, Squad] = {}
    for model in table.models.values():
        one = squad(table, model.id)
        found.setdefault(one.name, one)
    return tuple(found.values())


def on_battlefield(table: Table, unit: Squad) -> bool:
    """Whether a unit stands on the table."""
    return any(table.models[name].place.on_table for name in unit.models)


def is_shocked(table: Table, unit: Squad) -> bool:
    """Whether a unit is Battle-shocked."""
    return any(table.models[name].is_(SHOCKED) for name in unit.models)


def is_big(model: Model) -> bool:
    """A Monster or a Vehicle."""
    return model.has(MONSTER) or model.has(VEHICLE)


def is_afoot(model: Model) -> bool:
    """Infantry or a Beast, which can move through Ruins."""
    return any(model.has(word) for word in AFOOT)


def trait(model: Model, name: str) -> Value:
    """A trait of a model for this ruleset, as its datasheet states it; None if it has none."""
    mine = model.traits.get(NAME)
    return mine.get(name) if isinstance(mine, Record) else None


def rows(clause: str) -> tuple[Any, ...]:
    """The table of a clause."""
    return load(PACKAGE).rows(clause)


def row(clause: str, key: str, value: str) -> Any:
    """The row of a clause's table that has this value in a column."""
    return next(each for each in rows(clause) if each[key] == value)


@dataclass(frozen=True, slots=True)
class Stand:
    """A model as others measure to it: its footprint, its level, and its height."""

    id: str
    side: str
    body: Body
    level: float
    height: float
    hull: bool
    # No part of the footprint is further from its centre.
    reach: float = inf

    @property
    def top(self) -> float:
        """The level of its top."""
        return self.level + self.height

    def far_from(self, other: Stand, distance: float) -> bool:
        """Whether two models are certainly further apart horizontally than a distance; a quick first check."""
        apart = hypot(self.body.x - other.body.x, self.body.y - other.body.y)
        return apart > self.reach + other.reach + distance + TOLERANCE


class _Placed:
    """A cache key: a model and the terrain, compared by identity."""

    __slots__ = ("model", "pieces", "table")

    def __init__(self, table: Table, model: Model) -> None:
        self.table, self.model, self.pieces = table, model, table.pieces

    def __hash__(self) -> int:
        return hash((id(self.model), id(self.pieces)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Placed) and self.model is other.model and self.pieces is other.pieces


def stand(table: Table, who: str) -> Stand:
    """A model where it stands."""
    model = table.models[who]
    # A model on a deck moves with its carrier, so its place is not cached.
    key = _Placed(table, model)
    return _stood(key) if table.deck(model.place.on) is None else _stood.__wrapped__(key)


@lru_cache(maxsize=8192)
def _stood(key: _Placed) -> Stand:
    model = key.model
    pose = key.table.pose(model.id)
    shape = model.base.shape
    return Stand(
        model.id,
        model.side,
        shape.at(pose.x, pose.y, pose.facing),
        pose.z,
        from_lattice(model.height),
        model.base.kind == "hull",
        shape.reach,
    )


class _Standing:
    """A cache key: all models and the terrain, compared by identity."""

    __slots__ = ("models", "pieces", "table")

    def __init__(self, table: Table) -> None:
        self.table, self.models, self.pieces = table, table.models, table.pieces

    def __hash__(self) -> int:
        return hash((id(self.models), id(self.pieces)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Standing) and self.models is other.models and self.pieces is other.pieces


def stands(table: Table) -> tuple[Stand, ...]:
    """Every model on the battlefield."""
    return _standing(_Standing(table))


@lru_cache(maxsize=256)
def _standing(key: _Standing) -> tuple[Stand, ...]:
    table = key.table
    return tuple([stand(table, model.id) for model in table.models.values() if model.place.on_table])


def measured(table: Table, transport: str) -> Stand:
    """A Transport as its passengers measure to it: its base, or its hull where its datasheet says so."""
    here = stand(table, transport)
    model = table.models[transport]
    size = trait(model, "hull")
    if trait(model, "measure_from") != "hull" or not isinstance(size, tuple):
        return here
    pose = table.pose(transport)
    shape = rectangle_base(*(float(str(side)) for side in size))
    return replace(here, body=shape.at(pose.x, pose.y, pose.facing), hull=True)
