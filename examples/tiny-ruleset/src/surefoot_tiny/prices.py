"""The cost of walking (tariff), and what each thing on the table is for a walker (lens)."""

from __future__ import annotations

from surefoot.referee.catalogue import load
from surefoot.referee.lens import Lens, Models, Pieces
from surefoot.referee.tariff import Fare, Rate, Tariff
from surefoot.table.table import Table

LENS = Lens(
    pieces=(
        (Pieces(sorts=("area",)), "ground"),
        (Pieces(sorts=("gap", "platform")), "level"),
        (Pieces(), "solid"),
    ),
    models=((Models(), "solid"),),
    climbs=False,
)


def needs() -> tuple[tuple[float, int], ...]:
    """The jump table: the widest ditch for each roll."""
    return tuple((float(row["width"]), int(row["needs"])) for row in load("surefoot_tiny").rows("jump.table"))


def tariff(table: Table, who: str) -> Tariff:
    """The prices of a walk."""
    widest = needs()[-1][0]
    return Tariff(
        action="walk",
        allowance=float(table.models[who].profile.number("pace")),
        allowance_clause="move.pace",
        lens=LENS,
        fares=(
            Fare("walk", "move.every-inch", along=1.0, by_ground=True),
            Fare("leap", "move.every-inch", along=1.0, rest=False, risk="jump.test", longest=widest),
        ),
        rates=(Rate(2.0, "mud.double", tags=("mud",)),),
    )


def tariffs(table: Table, who: str, action: str) -> tuple[Tariff, ...]:
    """The prices for the path search; there is only one tariff."""
    return (tariff(table, who),)
