"""What each thing in the yard is for a scavenger (lens), and what moving costs (tariff)."""

from __future__ import annotations

from surefoot import author as sf
from surefoot_scrapyard.points import PRICE, left

CONTROL = "control"
DOWN = "down"

LENS = sf.Lens(
    pieces=(
        (sf.Pieces(sorts=("area",)), "ground"),
        (sf.Pieces(sorts=("platform", "obstacle", "wall", "gap")), "level"),
        (sf.Pieces(sorts=("ladder",)), "link"),
        (sf.Pieces(), "solid"),
    ),
    models=((sf.Models(statuses=(DOWN,)), "pass"), (sf.Models(), "solid")),
    zones=(sf.Zone(CONTROL, sf.Models("enemy", without_statuses=(DOWN,)), 1.0, height=2.0),),
    step=0.5,
)
FARES = (
    sf.Fare("walk", "move.every-inch", along=1.0, by_ground=True),
    sf.Fare("step", "climb.step"),
    # Hauling yourself up takes two inches at least; odd parts of an inch count as a whole one.
    sf.Fare("climb", "climb.least", up=1.0, down=1.0, least=2.0, round_up=1.0, rest=False),
    sf.Fare("ladder", "climb.ladder", up=1.0, down=1.0, rest=False),
    # The first two inches down are free.
    sf.Fare("drop", "drop.free", down=1.0, free=2.0, rest=False),
    sf.Fare(
        "leap", "leap.price", along=1.0, longest=3.0, limit_clause="leap.widest", risk="leap.test", rest=False
    ),
)


def tariffs(table: sf.Table, who: str, action: str) -> tuple[sf.Tariff, ...]:
    """The prices of an action."""
    sneaks = action == "sneak"
    speed = float(table.models[who].profile.number("speed"))
    too_near = sf.say("The path comes within {limit} of {model}, an enemy")
    return (
        sf.Tariff(
            action=action,
            allowance=speed / 2 if sneaks else speed,
            allowance_clause="move.sneak" if sneaks else "move.speed",
            lens=LENS,
            fares=FARES,
            rates=(sf.Rate(2.0, "move.scrap", tags=("scrap",)),),
            # A sneaking scavenger slips past enemies, but may not stay beside them.
            keep_out=(
                sf.KeepOut(CONTROL, "control.end" if sneaks else "control.enter", not sneaks, says=too_near),
            ),
            round_up=1.0,
            round_clause="move.whole-inches",
            blocked_clause="move.blocked",
            in_a_turn=max(1, left(table, who) // PRICE[action]) if action in PRICE else 1,
        ),
    )
