"""The run-up of jumps and leaps: on foot, part of the same Full Action, and a Run if it is long."""

from __future__ import annotations

from surefoot.dice.requests import Break
from surefoot.geometry.tolerance import beyond
from surefoot.language import Length, Notation, say
from surefoot.referee.bill import point
from surefoot.referee.cut import cut
from surefoot.referee.itinerary import Leg
from surefoot.referee.remember import remembered
from surefoot.referee.scene import Scene
from surefoot.referee.trace import trace
from surefoot.rulesets.dark_heresy_2e.paths import Way, ground_clauses, path_breaks, priced
from surefoot.rulesets.dark_heresy_2e.prices import SPEED_OF, run_up_action, walking
from surefoot.rulesets.dark_heresy_2e.speeds import speed
from surefoot.table.table import Table


def last_leg_breaks(legs: tuple[Leg, ...], by: str) -> list[Break]:
    """The refusal of a path that is not a run-up with one jump or leap at its end."""
    if legs[-1].by == by and all(leg.by == "walk" for leg in legs[:-1]):
        return []
    example = Notation(f"{{{by}: [x, y]}}")
    if by == "leap":
        says = say("The path must be a run-up on foot with one leap at its end: {example}", example=example)
    else:
        says = say("The path must be a run-up on foot with one jump at its end: {example}", example=example)
    return [Break("jump.full-action", says)]


@remembered
def run_up(table: Table, who: str, legs: tuple[Leg, ...], mode: str) -> Way:
    """The path on foot before the take-off, and what forbids it.

    The last leg may lead to an edge first, where a stride of a mode begins; otherwise the take-off is at its beginning.
    """
    action = run_up_action(table)
    tariff = walking(table, who, action)
    scene = Scene(table)
    itinerary = trace(scene, tariff.lens, who, legs[:-1])
    breaks = path_breaks(table, itinerary)
    if mode:
        whole = trace(scene, tariff.lens, who, legs)
        lip = next((i for i, stride in enumerate(whole.strides) if stride.mode == mode), None)
        if lip is not None:
            itinerary = cut(whole, (lip, 0.0), scene)
    paid, _ = priced(itinerary, tariff)
    if paid.dry is not None:
        says = say(
            "The run-up is {over} too long: {most} at most",
            over=Length(-paid.purse),
            most=Length.of(tariff.allowance),
        )
        breaks.append(Break("jump.full-action", says, point(itinerary.strides[-1].end)))
    clauses = (*speed(table, who, SPEED_OF[action]).clauses, *ground_clauses(itinerary))
    return Way(who, legs, tariff, itinerary, paid, tuple(breaks), clauses=("jump.running-start", *clauses))


def run_fast(table: Table, way: Way) -> bool:
    """Whether a run-up is longer than a Full Move and counts as a Run."""
    full = speed(table, way.who, SPEED_OF["full-move"]).metres
    return beyond(way.itinerary.length, float(full))
