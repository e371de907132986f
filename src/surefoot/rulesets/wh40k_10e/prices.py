"""The prices of moving: allowances, fares, and the tariff for the planner."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from surefoot.dice.pool import D6, Dice, dice
from surefoot.referee.lens import Lens
from surefoot.referee.tariff import Fare, Rate, Tariff
from surefoot.rulesets.wh40k_10e.distance import base_clause, pivot_clause, turning
from surefoot.rulesets.wh40k_10e.kinds_of_move import ADVANCE, FALL_BACK, NORMAL, STATIONARY
from surefoot.rulesets.wh40k_10e.lens import anywhere, keep_out, lens
from surefoot.rulesets.wh40k_10e.squad import first_model, row, squad
from surefoot.rulesets.wh40k_10e.track import PIVOT
from surefoot.table.model import Model
from surefoot.table.table import Table

# The clause that limits each kind of move.
DISTANCE = {
    NORMAL: "normal.distance",
    ADVANCE: "advance.distance",
    FALL_BACK: "fall-back.distance",
    STATIONARY: "stationary.no-models-move",
}

# Declared paths are followed by `passage`, so their bill needs no lens.
_NONE = Lens((), ())


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
    """The greatest possible Move of a model in inches; a random Move that is not rolled yet counts its maximum."""
    known, random = movement(table, model), random_move(model)
    if known is None and random is not None:
        return float(random.count * random.sides)
    return known or 0.0


def allowance(table: Table, who: str, kind: str) -> float:
    """The greatest distance that a model may move in a kind of move."""
    most = row("kind.table", "choice", kind)["max"]
    if most == 0:
        return 0.0
    rolled = table.note("advance", squad(table, who).name)
    move = movement(table, table.models[who]) or 0.0
    return move + rolled if most == "M+D6" and isinstance(rolled, int) else move


def unrolled(kind: str) -> Callable[[Table, str], Dice | None]:
    """The dice still to be rolled for a kind of move: for a random Move, and for an Advance."""

    def dice_of(table: Table, who: str) -> Dice | None:
        name = first_model(table, who)
        unit, own = squad(table, name).name, random_move(table.models[name])
        own = None if own is None or table.note("move", unit) is not None else own
        adds = row("kind.table", "choice", kind)["max"] == "M+D6" and table.note("advance", unit) is None
        if own is None or not adds:
            return own or (D6 if adds else None)
        return replace(own, count=own.count + 1) if own.sides == D6.sides else own

    return dice_of


def price_list(table: Table, who: str, action: str) -> Tariff:
    """The prices of a kind of move for a model."""
    model = table.models[who]
    return Tariff(
        action=action,
        allowance=allowance(table, who, action),
        allowance_clause=DISTANCE[action],
        lens=_NONE,
        fares=(
            Fare("walk", base_clause(model), along=1.0, by_ground=True),
            Fare("stairs", "terrain.slopes", along=1.0),
            Fare("fly", "fly.air-distance", along=1.0),
            Fare("climb", "terrain.climb-cost", up=1.0, down=1.0),
        ),
        rates=(Rate(1.0, pivot_clause(model), manners=(PIVOT,)),),
    )


def tariffs(table: Table, who: str, action: str) -> tuple[Tariff, ...]:
    """The prices of a kind of move for a model, or for the first model of a unit, with all that the planner needs."""
    name = first_model(table, who)
    return (
        replace(
            price_list(table, name, action),
            lens=lens(table, name, action),
            keep_out=keep_out(table, name, action),
            anywhere=anywhere(table, name, action),
            turning=turning(table.models[name], str(table.option("wh40k.pivot"))),
        ),
    )
