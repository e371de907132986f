"""The cost of walking (tariff), and what each thing on the table is for a walker (lens)."""

from __future__ import annotations

from surefoot import author as sf

LENS = sf.Lens(
    pieces=(
        (sf.Pieces(sorts=("area",)), "ground"),
        (sf.Pieces(sorts=("gap", "platform")), "level"),
        (sf.Pieces(), "solid"),
    ),
    models=((sf.Models(), "solid"),),
    climbs=False,
)


def needs() -> tuple[tuple[float, int], ...]:
    """The jump table: the widest ditch for each roll."""
    rows = sf.catalogue("surefoot_tiny").rows("jump.table")
    return tuple((float(row["width"]), int(row["needs"])) for row in rows)


def tariffs(table: sf.Table, who: str, action: str) -> tuple[sf.Tariff, ...]:
    """The prices of a walk."""
    walk = sf.Fare("walk", "move.every-inch", along=1.0, by_ground=True)
    leap = sf.Fare(
        "leap", "move.every-inch", along=1.0, rest=False, risk="jump.test", longest=needs()[-1][0],
        limit_clause="jump.table",
    )  # fmt: skip
    pace = float(table.models[who].profile.number("pace"))
    mud = sf.Rate(2.0, "mud.double", tags=("mud",))
    return (sf.Tariff(action, pace, "move.pace", LENS, (walk, leap), (mud,), blocked_clause="move.blocked"),)
