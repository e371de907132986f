"""The run-up of jumps and leaps: part of the same Full Action, on foot, and a Run if it is a long one."""

from __future__ import annotations

from surefoot.dice.requests import Break
from surefoot.geometry.tolerance import beyond
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
    """A path that is no run-up with one jump or leap at its end."""
    if legs[-1].by == by and all(leg.by == "walk" for leg in legs[:-1]):
        return []
    says = f"a {by} is a run-up and then one {by}, with nothing behind it: {{{by}: [x, y]}} comes last"
    return [Break("jump.full-action", says)]


@remembered
def run_up(table: Table, who: str, legs: tuple[Leg, ...], mode: str) -> tuple[Way, tuple[Break, ...]]:
    """What is walked before the take-off, and what forbids it.

    The last leg may lead up to an edge first; otherwise the take-off is where it begins.
    """
    action = run_up_action(table)
    tariff = walking(table, who, action)
    scene = Scene(table)
    itinerary = trace(scene, tariff.lens, who, legs[:-1])
    breaks = path_breaks(table, itinerary)
    whole = trace(scene, tariff.lens, who, legs)
    lip = next((i for i, stride in enumerate(whole.strides) if stride.mode == mode), None)
    if lip is not None:
        itinerary = cut(whole, (lip, 0.0), scene)
    lines, over, _ = priced(itinerary, tariff)
    if beyond(over, 0.0):
        says = f"the run-up is {over:.4g} m longer than the {tariff.allowance:g} m there are for it"
        breaks.append(Break("jump.full-action", says, point(itinerary.strides[-1].end)))
    clauses = (*speed(table, who, SPEED_OF[action]).clauses, *ground_clauses(itinerary))
    return Way(itinerary, tariff, lines, ("jump.running-start", *clauses)), tuple(breaks)


def run_fast(table: Table, who: str, way: Way) -> bool:
    """Whether a run-up is longer than a Full Move and so counts as a Run."""
    full = speed(table, who, SPEED_OF["full-move"]).metres
    return beyond(way.itinerary.length, float(full))
