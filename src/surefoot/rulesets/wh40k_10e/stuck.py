"""Proofs that a unit can't Fall Back: no place within the Move of a model is legal, whatever its path."""

from __future__ import annotations

from math import hypot, isfinite

from surefoot.geometry.kernel import edge_distance, inside_rings
from surefoot.geometry.settle import Clear, Keep, On, Settled, settle
from surefoot.geometry.shapes import Shape, round_base
from surefoot.geometry.tolerance import within
from surefoot.rulesets.wh40k_10e import coherency
from surefoot.rulesets.wh40k_10e.engagement import HORIZONTALLY, VERTICALLY, apart_vertically, engaged_models
from surefoot.rulesets.wh40k_10e.prices import furthest
from surefoot.rulesets.wh40k_10e.squad import Squad, Stand, stand, stands
from surefoot.rulesets.wh40k_10e.terrain import Features, Ground, features
from surefoot.table.model import Model
from surefoot.table.table import Table


def stuck(table: Table, unit: Squad) -> tuple[str, ...]:
    """The engaged models of a unit that provably can't end a move outside Engagement Range."""
    ground = features(table)
    return tuple(name for name, _ in engaged_models(table, unit) if _has_no_way_out(table, ground, name))


def parted(table: Table, unit: Squad) -> tuple[str, ...]:
    """The models of a unit that provably can't end a move in coherency: too few others can come near enough."""
    here = [name for name in unit.models if table.models[name].place.on_table]
    need = coherency.neighbours_needed(len(here))
    return tuple(
        name
        for name in here
        if sum(_could_meet(table, name, other) for other in here if other != name) < need
    )


def _could_meet(table: Table, one: str, other: str) -> bool:
    """Whether two models can come within coherency distance if both move straight towards each other."""
    models = table.models[one], table.models[other]
    here, there = (table.pose(each.id) for each in models)
    apart = hypot(there.x - here.x, there.y - here.y) - sum(each.base.shape.reach for each in models)
    return within(apart - sum(furthest(table, each) for each in models), coherency.HORIZONTALLY)


def _has_no_way_out(table: Table, ground: Features, who: str) -> bool:
    model = table.models[who]
    reach = furthest(table, model)
    pose = table.pose(who)
    if ground.has_slopes:
        # On a slope a model can be at any height: that is not searched, so nothing is proven.
        return False
    on = ground.named(model.place.on)
    level = 0.0 if on is None else on.counted
    near = [each for each in ground.grounds() if within(abs(each.level - level), reach)]
    core = inner_disc(model)
    return not any(
        has_place(settle(core, pose.x, pose.y, 0.0, keeps, limit=reach))
        for keeps in (_keeps(table, ground, who, each) for each in near)
    )


def _keeps(table: Table, ground: Features, who: str, level: Ground) -> tuple[Keep, ...]:
    """The conditions for every legal end on some ground: on the board and the surface, outside Engagement Range."""
    model = table.models[who]
    here = stand(table, who)
    there = Stand(who, here.side, here.body, level.real, here.height, here.hull)
    found: list[Keep] = [] if ground.board is None else [On(ground.board, "all")]
    if level.region is not None:
        found.append(On(level.region, level.share))
    enemies = [other for other in stands(table) if other.side != model.side]
    near = [other for other in enemies if within(apart_vertically(there, other), VERTICALLY)]
    return (*found, *(Clear(other.body, HORIZONTALLY) for other in near))


def has_place(settled: Settled) -> bool:
    """Whether a place was found: a single one, or an arc of equally near ones."""
    return isfinite(settled.distance)


def inner_disc(model: Model) -> Shape:
    """The largest disc about the centre of a base that lies inside the base."""
    shape = model.base.shape
    if len(shape.core) == 2:
        return shape
    rings = (shape.core,)
    return round_base(2 * edge_distance(0.0, 0.0, rings) if inside_rings(0.0, 0.0, rings) else 0.0)
