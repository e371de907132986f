"""The search for places at which the survivors of a unit can end their Fall Back in coherency."""

from __future__ import annotations

from collections.abc import Iterator

from surefoot.geometry.settle import Clear, Keep, On, settle
from surefoot.geometry.shapes import Body, Region
from surefoot.geometry.tolerance import from_lattice, to_lattice, within
from surefoot.records import dataclass
from surefoot.rulesets.wh40k_10e import coherency
from surefoot.rulesets.wh40k_10e.engagement import HORIZONTALLY, VERTICALLY
from surefoot.rulesets.wh40k_10e.finding import STEP, around_body
from surefoot.rulesets.wh40k_10e.kinds_of_move import FALL_BACK
from surefoot.rulesets.wh40k_10e.plans import as_text
from surefoot.rulesets.wh40k_10e.prices import allowance
from surefoot.rulesets.wh40k_10e.squad import squad, stands
from surefoot.rulesets.wh40k_10e.terrain import Features, features
from surefoot.table.place import Place
from surefoot.table.record import Record, Value
from surefoot.table.table import Table


@dataclass(frozen=True, slots=True)
class Aim:
    """The end that was declared for a model."""

    who: str
    place: Place


def regrouped(table: Table, unit: str, aims: tuple[Aim, ...]) -> Iterator[Value]:
    """Plans in which one survivor keeps its declared end, and the others end as near to theirs as possible."""
    for first in aims:
        rest = sorted(
            (aim for aim in aims if aim is not first),
            key=lambda aim: abs(aim.place.x - first.place.x) + abs(aim.place.y - first.place.y),
        )
        found = _placed(table, unit, (first, *rest))
        if found is not None:
            yield found


def _placed(table: Table, unit: str, aims: tuple[Aim, ...]) -> Value:
    """A plan with one model after another, each in coherency with those before it; None if a model has no place."""
    placed: list[Body] = []
    paths: dict[str, Value] = {}
    need = coherency.neighbours_needed(len(aims))
    for aim in aims:
        shape = table.models[aim.who].base.shape
        x, y, facing = (from_lattice(value) for value in (aim.place.x, aim.place.y, aim.place.facing))
        settled = settle(shape, x, y, facing, _keeps(table, unit, aim, placed, need))
        if not settled.spots:
            return None
        x, y = settled.spots[0]
        placed.append(shape.at(x, y, facing))
        end: Value = (as_text(to_lattice(x)), as_text(to_lattice(y)))
        paths[aim.who] = (Record(to=end, on=aim.place.on),)
    return Record(paths=Record(paths))


def _keeps(table: Table, unit: str, aim: Aim, placed: list[Body], need: int) -> tuple[Keep, ...]:
    """The conditions for the end of a survivor: its Move, board and surface, other models, coherency."""
    model, ground = table.models[aim.who], features(table)
    start = table.pose(aim.who)
    on = ground.named(aim.place.on)
    level = _level(ground, aim.place)
    real = ground.real(from_lattice(aim.place.x), from_lattice(aim.place.y), level)
    # Its declared end was within its Move, so the climb alone is too.
    far = allowance(table, aim.who, FALL_BACK) - abs(level - _level(ground, model.place))
    found: list[Keep] = [On(_disc(start.x, start.y, far), "centre")]
    if ground.board is not None:
        found.append(On(ground.board, "all"))
    if on is not None and on.raised:
        found.append(On(ground.level(level), "all"))
    mates = squad(table, unit).models
    for other in stands(table):
        if other.side != model.side and within(abs(other.level - real), VERTICALLY):
            found.append(Clear(other.body, HORIZONTALLY + STEP))
        elif other.side == model.side and other.id not in mates:
            found.append(Clear(other.body))
    found += [Clear(body) for body in placed]
    reach = coherency.HORIZONTALLY + model.base.shape.radius
    return (*found, *(On(around_body(body, reach, outer=False), "centre") for body in placed[:need]))


def _level(ground: Features, place: Place) -> float:
    """The level that counts for climbs at a place."""
    on = ground.named(place.on)
    return 0.0 if on is None else on.level_at(from_lattice(place.x), from_lattice(place.y))


def _disc(x: float, y: float, radius: float) -> Region:
    return around_body(Body((x, y), 0.0, x, y), radius, outer=False)
