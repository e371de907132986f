"""The prices of movement on foot, what each piece of terrain is for it, and the obstacles that stop it."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from surefoot.dice.requests import Break
from surefoot.language import Field, Length, Thing, Who, say
from surefoot.records import replace
from surefoot.referee.bill import point
from surefoot.referee.itinerary import Hold, Itinerary, Mode
from surefoot.referee.lens import Lens, Models, Pieces, Role
from surefoot.referee.remember import remembered
from surefoot.referee.tariff import Amend, Fare, Rate, Tariff
from surefoot.rulesets.dark_heresy_2e.env import HINDERING
from surefoot.rulesets.dark_heresy_2e.numbers import chosen, setting
from surefoot.rulesets.dark_heresy_2e.speeds import speed
from surefoot.table.place import BOARD
from surefoot.table.table import Table

# The speed of each action.
SPEED_OF = {"half-move": "half", "full-move": "full", "charge": "charge", "run": "run"}
# A metre of hindering ground costs this many metres of the rate.
HINDERED = 2.0

# The fare of flying and floating.
FLOWN = Fare("fly", "env.clear-assumed", along=1.0, by_ground=True)

# Modes of crossing the top of a climb, which cost nothing.
CROSSING: tuple[Mode, ...] = ("over", "walk", "step")

# Sorts of pieces that are climbed where they are too high for a step; a gap by its sides.
_CLIMBED = ("wall", "obstacle", "platform", "gap")

_PIECES: tuple[tuple[Pieces, Role], ...] = (
    # An open door has no effect, like everything that is not named here.
    (Pieces(sorts=("door",), without_states=("open",)), "solid"),
    (Pieces(sorts=("window",)), "solid"),
    (Pieces(sorts=("area",)), "ground"),
    (Pieces(sorts=("wall", "obstacle", "platform", "lift", "stairs", "ramp", "gap")), "level"),
    (Pieces(sorts=("ladder", "rope", "grapple", "portable-ladder")), "link"),
)


def lens(table: Table, without: tuple[str, ...] = ()) -> Lens:
    """How movement on foot sees terrain and models; a character is where the centre of its base is."""
    return _lens(without, float(setting(table.options, "step_height")))


# One object for the same facts: everything that is remembered of a lens is found by looking at its identity.
@lru_cache(maxsize=256)
def _lens(without: tuple[str, ...], step: float) -> Lens:
    absent: tuple[tuple[Pieces, Role], ...] = ((Pieces(ids=without), "absent"),) if without else ()
    return Lens(
        pieces=(*absent, *_PIECES),
        models=((Models(), "solid"),),
        rest="centre",
        step=step,
    )


def lens_of_things(table: Table) -> Lens:
    """How thrown and fallen objects meet terrain: like movement on foot, but past models."""
    return replace(lens(table), models=())


def run_up_action(table: Table) -> str:
    """The action whose distance limits the run-up of a leap."""
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
    """The prices of one round of climbing: metres up or down; crossing the top is free."""
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
    # No other action is walked: without a price for walking, the planner finds no path.
    return Tariff(action, 0.0, "move.up-to", lens(table), fares=())


def hold_breaks(table: Table, itinerary: Itinerary) -> list[Break]:
    """What forbids a path that meets an obstacle or ends where there is no room."""
    hold = itinerary.hold
    if hold is not None:
        return [_held(table, hold)]
    if itinerary.overlapped:
        where = point(table.resolve(itinerary.end))
        return [
            Break(
                "env.clear-assumed",
                say(
                    "There's no room at the end of the path: {blocker} is there", blocker=blocker(table, what)
                ),
                where,
            )
            for _, what in itinerary.overlapped
        ]
    return []


def blocker(table: Table, name: str) -> Field:
    """An obstacle for people: a model, or a piece of terrain."""
    return Who(name) if name in table.models else Thing(name)


def _held(table: Table, hold: Hold) -> Break:
    where, piece = point(hold.pose), table.pieces.get(hold.what)
    if hold.kind == "edge":
        return Break("drop.permission", hold.says, where)
    if (
        hold.kind == "solid"
        and not hold.says
        and (hold.what == BOARD or (piece is not None and piece.sort in _CLIMBED))
    ):
        thing, rise = Thing(hold.what), Length.of(hold.rise)
        if piece is not None and piece.details.text("climbable") == "no":
            says = say(
                "{thing} is {rise} higher here and can't be climbed: go around", thing=thing, rise=rise
            )
        elif piece is not None and piece.sort == "gap":
            says = say("The side of {thing} is {rise} high here: climb it", thing=thing, rise=rise)
        else:
            says = say("{thing} is {rise} higher here: climb it", thing=thing, rise=rise)
        return Break("climb.two-kinds", says, where)
    if hold.kind in ("link", "level", "room", "overhang"):
        says = say("You can't get onto {thing} this way", thing=Thing(hold.what))
        return Break("climb.two-kinds", hold.says or says, where)
    if hold.kind == "board":
        says = say("The path leads off the table")
    else:
        says = say("{blocker} blocks the path", blocker=blocker(table, hold.what))
    return Break("env.clear-assumed", hold.says or says, where)
