"""`surefoot reach`: where a model or a unit can end its move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from surefoot.cli.commands.draw import drawable, saved
from surefoot.cli.exits import ExitCode, handled, tell
from surefoot.cli.move_options import (
    ActionName,
    Actions,
    AsJson,
    Budget,
    Dark,
    Extra,
    File,
    Lines,
    Output,
    Safe,
    Step,
    Who,
    Without,
    action_title,
    area,
    asked,
    avoided,
)
from surefoot.cli.waiting import Waiting
from surefoot.language import (
    Chance,
    Clause,
    Field,
    Length,
    Notation,
    Quantity,
    Sentence,
    Term,
    Thing,
    count,
    say,
)
from surefoot.language import Who as Named
from surefoot.language.speaker import text

if TYPE_CHECKING:
    from surefoot.files.scenario import Scenario
    from surefoot.routes.found import FoundReach
    from surefoot.routes.outlines import Gate, LevelOutline
    from surefoot.table.table import Table

EXAMPLES = (
    "reach table.yaml --who kal",
    "reach table.yaml --who kal -o reach.svg",
    "reach table.yaml --who kal --action charge --extra 3 --json",
    "reach table.yaml --who foe --actions 2 --safe",
    "reach table.yaml --who squad -o reach.svg",
)


@handled
def reach(
    file: File,
    who: Who = "",
    action: ActionName = "",
    budget: Budget = None,
    extra: Extra = 0.0,
    actions: Actions = 1,
    step: Step = 1.0,
    without: Without = None,
    safe: Safe = False,
    output: Output = "",
    stacked: Annotated[
        bool, typer.Option("--stacked", help="Draw all levels in one picture, not side by side.")
    ] = False,
    as_json: AsJson = False,
    dark: Dark = False,
) -> ExitCode:
    """Show where a model can end its move, and at what cost.

    Covers every level: round and over obstacles, up and down by climbs, ladders, stairs, leaps and jumps, with the
    ruleset's costs. Ctrl+C ends the search and shows what was found so far, with one outline for each level.
    """
    drawable(output)
    laid, who, named = asked(file, who, action)
    from surefoot.answers.movement import reach_data, reached_steps
    from surefoot.routes.query import MoveQuery

    query = MoveQuery(
        budget=budget, extra=extra, actions=actions, without=avoided(laid.table, without), safe=safe
    )
    found: FoundReach | None = None
    with Waiting(text("Looking for paths")) as waiting:
        for step_found in reached_steps(laid.table, who, named, query, stopped=waiting.stopped):
            found = step_found or found
        if found is None:
            return ExitCode.INTERRUPTED
        if waiting.interrupted:
            # You do not want to wait: one outline for each level, in place of one for each step.
            step = found.budget
        # A second Ctrl+C ends this, too.
        waiting.show(text("Measuring what is within reach"))
        levels = found.outlines(step) if output or not as_json else ()
    if output:
        _draw(laid, found, step, levels, output, stacked=stacked, dark=dark)
    if as_json:
        from surefoot.cli.json_output import print_json

        print_json(reach_data(found, step))
    elif not output:
        _show(laid.table, found, levels)
    if waiting.interrupted:
        tell(text("Interrupted: more places may be within reach"))
        return ExitCode.INTERRUPTED
    return ExitCode.OK


def _draw(
    laid: Scenario,
    found: FoundReach,
    step: float,
    levels: tuple[LevelOutline, ...],
    output: str,
    *,
    stacked: bool,
    dark: bool,
) -> None:
    from surefoot.draw.compose import picture
    from surefoot.draw.reach import reach_svg, words
    from surefoot.records import replace
    from surefoot.referee.speaking import speaker

    apart = len(levels) > 1 and not stacked
    shown = picture(laid.table, title=laid.name, whole=True, levels="apart" if apart else "together")
    shown = replace(shown, caption=(*shown.caption, words(found, step, shown.unit)))
    saved(reach_svg(shown, levels, speaker(laid.table), dark=dark), output)


def _show(table: Table, found: FoundReach, outlines: tuple[LevelOutline, ...]) -> None:
    from surefoot.language.sentence import sentence
    from surefoot.referee.protocol import Declaration
    from surefoot.referee.speaking import speaker
    from surefoot.routes.links.judging import forbidden

    out = Lines(speaker(table))
    out.line(_heading(table, found))
    # What is within reach helps to plan, also for a mover that must get up or wait for its turn first.
    for each in forbidden(table, Declaration(found.action, (found.who,))):
        out.item(say("Not now: {reason}", reason=sentence(each.says)))
    if found.rolls:
        dice = tuple(Notation(each) for each in found.dice)
        out.item(say("With the best roll of {dice}", dice=dice))
    for number, level in enumerate(outlines):
        levels = tuple(Thing(name) for name in level.names)
        if number and level.z:
            out.line(say("{height} up, on {levels}", height=Length.of(level.z), levels=levels))
        elif number:
            out.line(say("On {levels}", levels=levels))
        for gate in level.gates:
            out.item(_gate(gate))
        drawn = None
        for band in level.bands:
            # Once everything within reach is reached, more movement makes no difference.
            same, drawn = band.region is drawn, band.region
            if same or not (band.region.rings or not number):
                continue
            room = _room(found, Length.of(band.level), area(band.region, table.unit))
            if band.chance < 1:
                room = say("{room}, with a chance of {chance}", room=room, chance=Chance(band.chance))
            out.item(room)
    if found.mover == "hull":
        out.item(say("Costs may be up to {error} too high", error=Length.of(found.error)))
    out.draw_with("reach.svg")


def _room(found: FoundReach, cost: Length, room: Quantity) -> Sentence:
    """The area within a contour, by what moves."""
    if found.mover == "unit":
        return say("Up to {cost}: {room} for any of its models", cost=cost, room=room)
    if found.mover == "hull":
        return say("Up to {cost}: {room} for its centre", cost=cost, room=room)
    return say("Up to {cost}: {room} to stand on", cost=cost, room=room)


def _heading(table: Table, found: FoundReach) -> Sentence:
    who, title, budget = Named(found.who), action_title(table, found.action), Length.of(found.budget)
    if found.mover == "unit":
        return say("{who}, {action}: up to {budget} of movement", who=who, action=title, budget=budget)
    if found.mover == "hull":
        return say(
            "{who}, {action}: {budget} of movement, including turns", who=who, action=title, budget=budget
        )
    if found.actions > 1:
        return say(
            "{who}, {action}: {budget} of movement in {n} actions",
            who=who,
            action=title,
            budget=budget,
            n=found.actions,
        )
    return say("{who}, {action}: {budget} of movement", who=who, action=title, budget=budget)


# A link that costs less than this, a jump off an edge at hand, has no cost that is worth a word.
_HARDLY = 0.05


def _gate(gate: Gate) -> Sentence:
    """A link onto a level: its kind and place, its cost, the movement used in all, and its chance."""
    kind = Term(gate.mode if gate.mode in ("stairs", "ladder") else gate.by)
    place, used = Thing(gate.along), Length.of(gate.used)
    if gate.actions:
        cost: Field = count("{n} action", "{n} actions", gate.actions)
        link = say("By {kind}, {place}: {cost}, {used} in all", kind=kind, place=place, cost=cost, used=used)
    elif gate.cost < _HARDLY:
        link = say("By {kind}, {place}: {used} in all", kind=kind, place=place, used=used)
    else:
        cost = Length.of(gate.cost)
        link = say("By {kind}, {place}: {cost}, {used} in all", kind=kind, place=place, cost=cost, used=used)
    if gate.chance == 1:
        return link
    tests = tuple(map(Clause, gate.tests))
    return say("{link}, {chance} ({tests})", link=link, chance=Chance(gate.chance), tests=tests)
