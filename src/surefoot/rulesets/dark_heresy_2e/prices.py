"""What moving costs, what the things on the table are to somebody on foot, and what stands in the way."""

from __future__ import annotations

from fractions import Fraction

from surefoot.dice.requests import Break
from surefoot.referee.bill import point
from surefoot.referee.itinerary import Hold, Itinerary, Mode
from surefoot.referee.lens import Lens, Models, Pieces, Role
from surefoot.referee.remember import remembered
from surefoot.referee.tariff import Amend, Fare, Rate, Tariff
from surefoot.rulesets.dark_heresy_2e.env import HINDERING
from surefoot.rulesets.dark_heresy_2e.numbers import chosen, setting
from surefoot.rulesets.dark_heresy_2e.speeds import speed
from surefoot.table.table import Table

# The speed that each action goes at.
SPEED_OF = {"half-move": "half", "full-move": "full", "charge": "charge", "run": "run"}
# A metre of hindering ground uses up this many metres of the rate.
HINDERED = 2.0

# Ways across the top of what is climbed, which cost nothing.
CROSSING: tuple[Mode, ...] = ("over", "walk", "step")

_PIECES: tuple[tuple[Pieces, Role], ...] = (
    # An open door is nothing to anybody, like everything that is not named here.
    (Pieces(sorts=("door",), without_states=("open",)), "solid"),
    (Pieces(sorts=("window",)), "solid"),
    (Pieces(sorts=("area",)), "ground"),
    (Pieces(sorts=("wall", "obstacle", "platform", "lift", "stairs", "ramp", "gap")), "level"),
    (Pieces(sorts=("ladder", "rope", "grapple", "portable-ladder")), "link"),
)


@remembered
def lens(table: Table, without: tuple[str, ...] = ()) -> Lens:
    """What somebody on foot sees; a character is where the middle of the base is."""
    absent: tuple[tuple[Pieces, Role], ...] = ((Pieces(ids=without), "absent"),) if without else ()
    return Lens(
        pieces=(*absent, *_PIECES),
        models=((Models(), "solid"),),
        rest="centre",
        step=float(setting(table.options, "step_height")),
    )


def run_up_action(table: Table) -> str:
    """The action whose distance bounds the run-up of a leap."""
    return "full-move" if chosen(table.options, "run_up_limit") == "full" else "run"


@remembered
def walking(table: Table, who: str, action: str) -> Tariff:
    """The prices of an action on foot."""
    return walking_up_to(table, action, speed(table, who, SPEED_OF[action]).metres)


def walking_up_to(table: Table, action: str, metres: Fraction) -> Tariff:
    """The prices of so many metres on foot."""
    return Tariff(
        action=action,
        allowance=float(metres),
        allowance_clause="move.up-to",
        lens=lens(table),
        rates=(Rate(HINDERED, "env.halved", tags=(HINDERING,)),),
        fares=(
            Fare("walk", "env.clear-assumed", along=1.0, by_ground=True),
            Fare("step", "drop.permission"),
            Fare("stairs", "climb.no-test-climbs", along=1.0, by_ground=True),
        ),
        # The last stretch on hindering ground is rounded up: less than a metre more, at twice its length.
        amends=(Amend("rounded up", "env.mixed-path", at_least=-HINDERED),),
    )


def climbing(table: Table, metres: Fraction, clause: str) -> Tariff:
    """The prices of one round of climbing: metres up or down, and nothing for what is crossed on the top."""
    return Tariff(
        action="climb",
        allowance=float(metres),
        allowance_clause=clause,
        lens=lens(table),
        fares=(
            Fare("climb", clause, up=1.0, down=1.0),
            Fare("ladder", "climb.no-test-climbs", up=1.0, down=1.0),
            Fare("stairs", "climb.no-test-climbs", up=1.0, down=1.0),
            *(Fare(mode, "climb.up-or-down") for mode in CROSSING),
        ),
    )


def planned(table: Table, who: str, action: str) -> Tariff:
    """The prices of an action as the planner reads them."""
    walked = run_up_action(table) if action == "leap" else action
    if walked in SPEED_OF:
        return walking(table, who, walked)
    # Nothing else is walked, and the planner says so where it finds no price for walking.
    return Tariff(action, 0.0, "move.up-to", lens(table), fares=())


def hold_breaks(table: Table, itinerary: Itinerary) -> list[Break]:
    """What forbids a path that runs into something, or ends where nobody can stand."""
    hold = itinerary.hold
    if hold is not None:
        return [_held(table, hold)]
    if itinerary.overlapped:
        where = point(table.resolve(itinerary.end))
        return [
            Break("env.clear-assumed", f"{what} is in the way at the end", where)
            for _, what in itinerary.overlapped
        ]
    return []


def _held(table: Table, hold: Hold) -> Break:
    where = point(hold.pose)
    if hold.kind == "edge":
        return Break("drop.permission", hold.says, where)
    if (
        hold.kind == "solid"
        and not hold.says
        and hold.what in table.pieces
        and table.pieces[hold.what].sort in ("wall", "obstacle", "platform")
    ):
        return Break(
            "climb.two-kinds", f"{hold.what} rises {hold.rise:g} m here and is climbed, not walked", where
        )
    if hold.kind in ("link", "level", "room", "overhang"):
        return Break("climb.two-kinds", hold.says or f"this way does not lead to {hold.what}", where)
    return Break(
        "env.clear-assumed",
        hold.says or f"{'the end of the table' if hold.kind == 'board' else hold.what} is in the way",
        where,
    )
