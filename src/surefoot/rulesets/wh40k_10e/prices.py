"""What moving costs a model, and what the things on the table are to it."""

from __future__ import annotations

import math

from surefoot.dice.pool import Dice, dice
from surefoot.geometry.tolerance import from_lattice
from surefoot.referee.lens import Lens, Models, Pieces, Role, Zone
from surefoot.referee.tariff import Fare, KeepOut, Rate, Tariff
from surefoot.rulesets.wh40k_10e.distance import base_clause, pivot_clause
from surefoot.rulesets.wh40k_10e.engagement import HORIZONTALLY, VERTICALLY
from surefoot.rulesets.wh40k_10e.kinds_of_move import ADVANCE, FALL_BACK, NORMAL
from surefoot.rulesets.wh40k_10e.move import ENGAGEMENT
from surefoot.rulesets.wh40k_10e.squad import FLY, MONSTER, VEHICLE, is_big, row, squad
from surefoot.rulesets.wh40k_10e.terrain import LOW
from surefoot.rulesets.wh40k_10e.track import PIVOT
from surefoot.table.model import Model
from surefoot.table.table import Table

ENEMY = "enemy"
# The clauses that limit each kind of move: how far, and where not.
DISTANCE = {
    NORMAL: "normal.distance",
    ADVANCE: "advance.distance",
    FALL_BACK: "fall-back.distance",
}

_PIECES: tuple[tuple[Pieces, Role], ...] = (
    (Pieces(sorts=("area",), tags=("impassable",)), "solid"),
    (Pieces(sorts=("door",), states=("open",)), "absent"),
    (
        Pieces(sorts=("wall", "obstacle", "platform", "lift", "stairs", "ramp", "gap", "door", "window")),
        "level",
    ),
)


def random_move(model: Model) -> Dice | None:
    """The dice of a random Move characteristic, if a model has one."""
    value = model.profile.get("M")
    return dice(value) if isinstance(value, str) and value != "-" else None


def movement(table: Table, model: Model) -> float | None:
    """The Move characteristic in inches; None for a dash."""
    value = model.profile.get("M")
    if isinstance(value, int):
        return float(value)
    rolled = table.note("move", squad(table, model.id).name)
    return float(rolled) if isinstance(rolled, int) and random_move(model) is not None else None


def furthest(table: Table, model: Model) -> float:
    """The most inches that a model's Move could come to; a random one that is not rolled yet at its best."""
    known, random = movement(table, model), random_move(model)
    if known is None and random is not None:
        return float(random.count * random.sides)
    return known or 0.0


def allowance(table: Table, who: str, kind: str, extra: int) -> float:
    """The greatest distance of a model in a kind of move."""
    most = row("kind.table", "choice", kind)["max"]
    move = movement(table, table.models[who]) or 0.0
    return {"M": move, "M+D6": move + extra}.get(str(most), 0.0)


def lens(table: Table, who: str) -> Lens:
    """What a model sees: friends may be passed over, save by one big model over another."""
    models: tuple[tuple[Models, Role], ...] = ((Models("friend"), "pass"), (Models(), "solid"))
    if is_big(table.models[who]):
        models = ((Models("friend", keywords=(MONSTER, VEHICLE)), "solid"), *models)
    if table.models[who].has(FLY):
        return Lens(_PIECES, ((Models(), "pass"),), track="furthest", step=LOW)
    zone = Zone(ENEMY, Models("enemy"), HORIZONTALLY, height=VERTICALLY, closed=True)
    return Lens(_PIECES, models, (zone,), track="furthest", step=LOW)


def tariff(table: Table, who: str, kind: str, extra: int) -> Tariff:
    """The prices of a kind of move for one model."""
    model = table.models[who]
    turning = 0.0 if model.base.kind == "round" else math.radians(1.0) * model.base.shape.reach
    along = base_clause(model)
    return Tariff(
        action=kind,
        allowance=allowance(table, who, kind, extra),
        allowance_clause=DISTANCE.get(kind, "stationary.no-models-move"),
        lens=lens(table, who),
        fares=(
            Fare("walk", along, along=1.0, by_ground=True),
            Fare("stairs", "terrain.slopes", along=1.0),
            Fare("step", "terrain.low-free"),
            Fare("fly", "fly.air-distance", along=1.0),
            Fare("climb", "terrain.climb-cost", up=1.0, down=1.0, rest=False),
        ),
        rates=(Rate(1.0, pivot_clause(model), manners=(PIVOT,)),),
        turn_fare=turning,
        turn_clause=pivot_clause(model),
        keep_out=(KeepOut(ENEMY, ENGAGEMENT[kind]),) if kind in ENGAGEMENT and not model.has(FLY) else (),
    )


def tariffs(table: Table, who: str, action: str) -> tuple[Tariff, ...]:
    """The prices of an action as the planner reads them; for a unit, those of its first model."""
    name = who if who in table.models else squad(table, who).models[0]
    rolled = table.note("advance", squad(table, name).name)
    return (tariff(table, name, action, rolled if isinstance(rolled, int) else 0),)


def inches(millionths: int) -> str:
    """A distance as a player writes it."""
    return f'{from_lattice(millionths):.4g}"'
