"""The prices of moving: allowances, fares, and the tariff for the planner."""

from __future__ import annotations

from collections.abc import Callable

from surefoot.dice.pool import D6, Dice, dice
from surefoot.dice.readings import Total
from surefoot.dice.requests import Modifier, Roll
from surefoot.language import say
from surefoot.records import replace
from surefoot.referee.lens import Lens
from surefoot.referee.protocol import RolledAllowance
from surefoot.referee.tariff import Fare, Rate, Tariff
from surefoot.rulesets.wh40k_10e.distance import base_clause, pivot_clause, turning
from surefoot.rulesets.wh40k_10e.kinds_of_move import ADVANCE, FALL_BACK, NORMAL, STATIONARY
from surefoot.rulesets.wh40k_10e.lens import anywhere, keep_out, lens
from surefoot.rulesets.wh40k_10e.squad import FLY, Squad, first_model, row, squad
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

# The clauses of an Advance roll.
ADVANCE_CLAUSES = ("advance.roll", "advance.one-roll-per-unit")

# Declared paths are followed by `passage`, so their bill needs no lens.
_NONE = Lens((), ())


def random_move(model: Model) -> Dice | None:
    """The dice of a random Move characteristic, if a model has one."""
    value = model.profile.get("M")
    return dice(value) if isinstance(value, str) and value != "-" else None


def is_fixed_in_place(model: Model) -> bool:
    """Whether a model has a dash for its Move: it can't be moved at all, whatever its unit rolls."""
    return model.profile.get("M") == "-"


def movement(table: Table, model: Model) -> float | None:
    """The Move characteristic in inches; None for a dash, and for a random Move that is not rolled yet."""
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
    model = table.models[who]
    if is_fixed_in_place(model):
        return 0.0
    rolled = table.note("advance", squad(table, who).name)
    move = movement(table, model) or 0.0
    return move + rolled if most == "M+D6" and isinstance(rolled, int) else move


def move_roll(table: Table, unit: Squad) -> Roll | None:
    """The roll for the random Move of a unit; None if its Move is not random, or has been rolled in this phase."""
    found = [random_move(table.models[name]) for name in unit.models]
    thrown = next((each for each in found if each is not None), None)
    if thrown is None or table.note("move", unit.name) is not None:
        return None
    clauses = ("support.move-characteristic",)
    return Roll("Move characteristic", thrown, Total(), unit.name, clauses, says=say("Roll for Move"))


def advance_roll(unit: Squad, plus: int = 0, clauses: tuple[str, ...] = ADVANCE_CLAUSES) -> Roll:
    """The Advance roll of a unit: one D6, and what an ability adds to it."""
    modifiers = (Modifier(plus, say("ability"), "advance.roll"),) if plus else ()
    return Roll("Advance roll", D6, Total(plus), unit.name, clauses, modifiers)


def unrolled(kind: str) -> Callable[[Table, str], RolledAllowance | None]:
    """The rolls still to be made for a kind of move: for a random Move, and for an Advance."""

    def rolls_of(table: Table, who: str) -> RolledAllowance | None:
        name = first_model(table, who)
        model, unit = table.models[name], squad(table, name)
        most = row("kind.table", "choice", kind)["max"]
        if most == 0 or is_fixed_in_place(model):
            return None
        adds = most == "M+D6" and table.note("advance", unit.name) is None
        # In a unit whose Moves differ, only models with a random one use the roll for it.
        random = move_roll(table, unit) if random_move(model) is not None else None
        known = (random, advance_roll(unit) if adds else None)
        rolls = tuple(each for each in known if each is not None)
        return RolledAllowance(rolls) if rolls else None

    return rolls_of


def price_list(table: Table, who: str, action: str) -> Tariff:
    """The prices of a kind of move for a model."""
    model = table.models[who]
    flies = (Fare("fly", "fly.air-distance", along=1.0),) if model.has(FLY) else ()
    return Tariff(
        action=action,
        allowance=allowance(table, who, action),
        allowance_clause=DISTANCE[action],
        lens=_NONE,
        fares=(
            Fare("walk", base_clause(model), along=1.0, by_ground=True),
            Fare("stairs", "terrain.slopes", along=1.0),
            *flies,
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
