"""`surefoot route`: the cheapest legal path to a place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from surefoot.cli.commands.draw import drawable, written
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
    OnWhat,
    Output,
    Safe,
    Who,
    Without,
    action_title,
    asked,
    avoided,
    point,
)
from surefoot.dice.planner import MOST_PLANNED
from surefoot.language import Chance, Field, Length, Notation, Term, count, say
from surefoot.language import Who as Named
from surefoot.language.sentence import sentence

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal

    from surefoot.referee.bill import Line
    from surefoot.referee.verdict import Outcome
    from surefoot.routes.found import FoundRoute
    from surefoot.routes.one_level.route import NoRoute
    from surefoot.table.table import Table

EXAMPLES = (
    "route table.yaml --who kal --to 12,8",
    "route table.yaml --who kal --to 12,8 --others 2 --json",
    "route table.yaml --who kal --to 12,8 --without dangerous",
    "route table.yaml --who squad --to 12,8 -o formation.svg",
    "route table.yaml --who kal --to 12,8 --on roof --actions 2 -o way.svg",
)
# Stretches shorter and cheaper than this many millionths, such as a step back from a wall, are not shown.
_HAIR = 5_000


@handled
def route(
    file: File,
    to: Annotated[str, typer.Option("--to", metavar="X,Y", help="The place for the centre of its base.")],
    who: Who = "",
    on: OnWhat = "",
    action: ActionName = "",
    budget: Budget = None,
    extra: Extra = 0.0,
    actions: Actions = 1,
    target: Annotated[str, typer.Option(metavar="ID", help="The target of the action.")] = "",
    others: Annotated[
        int, typer.Option(metavar="N", min=0, max=MOST_PLANNED, help="Also show this many alternatives.")
    ] = 0,
    without: Without = None,
    safe: Safe = False,
    output: Output = "",
    as_json: AsJson = False,
    dark: Dark = False,
) -> ExitCode:
    """Find the cheapest legal path to a place on any level.

    Shows its cost, its clauses and the odds of its tests. The referee has judged every path that is shown. If there is
    none, you see the cost of the cheapest path, or the obstacles around the model.
    """
    drawable(output)
    goal = point(to)
    laid, who, named = asked(file, who, action)
    from surefoot.answers.movement import advice, route_data, routed
    from surefoot.referee.speaking import speaker
    from surefoot.routes.one_level.route import NoRoute
    from surefoot.routes.query import MoveQuery

    query = MoveQuery(
        on=on,
        target=target,
        budget=budget,
        extra=extra,
        actions=actions,
        others=others,
        without=avoided(laid.table, without),
        safe=safe,
    )
    found = routed(laid.table, who, named, goal, query)
    if as_json:
        from surefoot.cli.json_output import print_json

        print_json(route_data(found, speaker(laid.table)))
    if isinstance(found, NoRoute):
        if not as_json:
            tell(no_route(laid.table, found))
            for line in advice(laid.table, who, named, goal, query):
                tell(line)
        return ExitCode.ILLEGAL
    if output:
        from surefoot.draw.compose import picture

        over_levels = bool(found.links) or len(found.steps) > 1
        apart: Literal["together", "apart"] = "apart" if over_levels else "together"
        shown = picture(laid.table, found.steps, title=laid.name, ledger=True, levels=apart)
        written(shown, output, 720, dark=dark)
    elif not as_json:
        _show(laid.table, found)
    return ExitCode.OK


def no_route(table: Table, found: NoRoute) -> str:
    """The message that there is no route, and why."""
    from surefoot.referee.speaking import speaker

    return speaker(table)(say("No path: {reason}", reason=sentence(found.says)))


def _show(table: Table, found: FoundRoute) -> None:
    from surefoot.referee.speaking import speaker

    out, outcomes = Lines(speaker(table)), found.steps
    if found.places:
        _show_formation(out, found)
        _show_chance(out, found)
        return
    cost, budget = Length.of(found.cost), Length.of(found.budget)
    legs = count("{n} leg", "{n} legs", sum(len(each.declaration.legs) for each in outcomes))
    if len(outcomes) > 1:
        actions = len(outcomes)
        out.line(
            say("{cost} of {budget}, {legs} in {n} actions", cost=cost, budget=budget, legs=legs, n=actions)
        )
    else:
        out.line(say("{cost} of {budget}, {legs}", cost=cost, budget=budget, legs=legs))
    _show_chance(out, found)
    for outcome in outcomes:
        if len(outcomes) > 1:
            details: tuple[Field, ...] = tuple(
                Notation(str(value)) for value in outcome.declaration.details.values()
            )
            out.line(say("{parts}", parts=(action_title(table, outcome.declaration.action), *details)))
        for row in outcome.ledger:
            # A stretch without a cost is shown if it leads somewhere, such as a ride on a lift.
            if row.cost >= _HAIR or row.length >= _HAIR:
                _show_line(out, row)
        for test in outcome.tests:
            if test.odds is None:
                out.item(say("Roll {dice}: {test}", dice=Notation(test.dice), test=test.label))
            else:
                out.item(say("{test}: {odds}", test=test.label, odds=Chance(test.odds)))
    _show_rules(out, outcomes)
    for other in found.others:
        out.line(say("Alternative: {cost}", cost=Length.of(other.cost)))


def _show_rules(out: Lines, outcomes: Sequence[Outcome]) -> None:
    """The rules behind the costs and tests of a route, each once."""
    costs = [row.clause for each in outcomes for row in each.ledger if row.cost >= _HAIR]
    tests = [clause for each in outcomes for test in each.tests for clause in test.clauses[:1]]
    if costs or tests:
        out.line(say("Rules"))
    for clause in dict.fromkeys((*costs, *tests)):
        out.item(say("{rule}", rule=Notation(out.words.rule(clause))))


def _show_chance(out: Lines, found: FoundRoute) -> None:
    """The chance that a route ends as planned, and its rolls."""
    if found.chance == 1:
        return
    rolls = dict.fromkeys(what for each in found.steps for fork in each.forks for what, _ in fork.rolls)
    chance, needs = Chance(found.chance), tuple(Term(what) for what in rolls)
    if needs:
        out.line(say("Chance to get there: {chance} ({rolls})", chance=chance, rolls=needs))
    else:
        out.line(say("Chance to pass all tests: {chance}", chance=chance))


def _show_line(out: Lines, row: Line) -> None:
    """One line of the ledger: the kind of movement, its end and its cost."""
    x, y, _ = (value / 1_000_000 for value in row.end)
    kind, spot = Notation(out.words.movement(row.what)), Notation(_spot(x, y))
    out.item(say("{kind} to {spot}: {cost}", kind=kind, spot=spot, cost=Length(row.cost)))


def _spot(x: float, y: float) -> str:
    """A place as `check` shows it: hundredths, and no more digits than it needs."""
    return f"{round(x, 2):g}, {round(y, 2):g}"


def _show_formation(out: Lines, found: FoundRoute) -> None:
    cost, budget = Length.of(found.cost), Length.of(found.budget)
    models = len(found.places)
    out.line(
        count(
            "{n} model moves {cost} of {budget}",
            "{n} models, the furthest moves {cost} of {budget}",
            models,
            cost=cost,
            budget=budget,
        )
    )
    for name, (x, y) in found.places.items():
        spot, moved = Notation(_spot(x, y)), Length.of(found.costs[name])
        out.item(say("{who} to {spot}: {cost}", who=Named(name), spot=spot, cost=moved))
