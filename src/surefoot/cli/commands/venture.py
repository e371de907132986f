"""`surefoot venture`: reach and routes by their chance of success and their cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from surefoot.cli.commands.draw import drawable, saved, written
from surefoot.cli.commands.route import no_route
from surefoot.cli.exits import ExitCode, handled, tell
from surefoot.cli.move_options import (
    ActionName,
    Actions,
    AsJson,
    Budget,
    Dark,
    File,
    Lines,
    OnWhat,
    Output,
    Who,
    action_title,
    area,
    asked,
    point,
)
from surefoot.language import Chance, Field, Length, Notation, Term, Thing, say
from surefoot.language import Who as Named

if TYPE_CHECKING:
    from surefoot.files.scenario import Scenario
    from surefoot.routes.query import MoveQuery
    from surefoot.routes.risk.one_level import ChanceReach, RiskyRoute
    from surefoot.routes.risk.over_levels import LevelChanceReach
    from surefoot.table.table import Table

EXAMPLES = (
    "venture table.yaml --who kal",
    "venture table.yaml --who kal -o chances.svg",
    "venture table.yaml --who kal --to 12,8",
    "venture table.yaml --who kal --to 12,8 --json",
)


@handled
def venture(
    file: File,
    who: Who = "",
    to: Annotated[str, typer.Option("--to", metavar="X,Y", help="Only routes to this place.")] = "",
    on: OnWhat = "",
    action: ActionName = "",
    budget: Budget = None,
    actions: Actions = 1,
    output: Output = "",
    as_json: AsJson = False,
    dark: Dark = False,
) -> ExitCode:
    """Weigh the chance to arrive unharmed against the cost.

    Without --to: shows for every place in reach, on every level, the chance to end there standing and unharmed.

    With --to: lists the routes to one place that are worth considering. Each is cheaper or safer than the others, such as
    the long way round and the short way through the minefield, or the ladder and the jump over the edge.
    """
    drawable(output)
    goal = point(to) if to else None
    laid, who, named = asked(file, who, action)
    from surefoot.routes.query import MoveQuery

    query = MoveQuery(on=on, budget=budget, actions=actions)
    if goal is not None:
        return _routes(laid, who, named, goal, query, output, as_json=as_json, dark=dark)
    from surefoot.answers.risk import reached_by_chance

    found = reached_by_chance(laid.table, who, named, query)
    if as_json:
        from surefoot.answers.risk import chances_data
        from surefoot.cli.json_output import print_json

        print_json(chances_data(found))
    if output:
        _draw(laid, found, output, dark=dark)
    elif not as_json:
        _show(laid.table, found)
    return ExitCode.OK


def _routes(
    laid: Scenario,
    who: str,
    action: str,
    goal: tuple[float, float],
    query: MoveQuery,
    output: str,
    *,
    as_json: bool,
    dark: bool,
) -> ExitCode:
    from surefoot.answers.movement import route_data
    from surefoot.answers.risk import ventured, ventures_data
    from surefoot.cli.json_output import print_json
    from surefoot.referee.speaking import speaker
    from surefoot.routes.one_level.route import NoRoute

    found = ventured(laid.table, who, action, goal, query)
    if isinstance(found, NoRoute):
        if as_json:
            print_json(route_data(found, speaker(laid.table)))
        else:
            tell(no_route(laid.table, found))
        return ExitCode.ILLEGAL
    if as_json:
        print_json(ventures_data(found))
    if output:
        from surefoot.draw.compose import picture

        outcomes = [outcome for each in found for outcome in each.outcomes]
        over_levels = any(each.route.links or len(each.outcomes) > 1 for each in found)
        apart: Literal["together", "apart"] = "apart" if over_levels else "together"
        written(picture(laid.table, outcomes, title=laid.name, levels=apart), output, 720, dark=dark)
    elif not as_json:
        _show_routes(laid.table, found)
    return ExitCode.OK


def _show_routes(table: Table, found: tuple[RiskyRoute, ...]) -> None:
    from surefoot.referee.speaking import speaker

    out = Lines(speaker(table))
    for each in found:
        unharmed = say(
            "{cost}: {chance} to arrive unharmed", cost=Length.of(each.cost), chance=Chance(each.chance)
        )
        avoided = tuple(_named(name, table) for name in each.avoids)
        out.line(say("{route}, avoiding {things}", route=unharmed, things=avoided) if avoided else unharmed)


def _named(name: str, table: Table) -> Field:
    """A piece of terrain, or a link by its kind and place."""
    kind, _, place = name.partition(" ")
    if name in table.pieces or not place:
        return Thing(name)
    return say("{kind} ({place})", kind=Term(kind), place=Notation(place))


def _show(table: Table, found: ChanceReach | LevelChanceReach) -> None:
    from surefoot.referee.speaking import speaker

    out = Lines(speaker(table))
    who, title = Named(found.who), action_title(table, found.action)
    budget = Length.of(found.budget)
    out.line(say("{who}, {action}: {budget} of movement", who=who, action=title, budget=budget))
    for level in found.levels:
        surfaces = tuple(Thing(name) for name in level.surfaces)
        for chance, region in level.regions:
            safe, room = Chance(chance), area(region, table.unit)
            if len(found.levels) > 1:
                out.item(
                    say(
                        "{chance} to arrive unharmed on {levels}: {room} to stand on",
                        chance=safe,
                        levels=surfaces,
                        room=room,
                    )
                )
            else:
                out.item(say("{chance} to arrive unharmed: {room} to stand on", chance=safe, room=room))
    if not found.layers:
        out.item(
            say(
                "No reach by chance for {who}: it turns, or has no legal move. Ask for a place with --to",
                who=who,
            )
        )
        return
    for layer in found.layers:
        if layer.crosses:
            crossed = tuple(_named(name, table) for name in layer.crosses)
            out.item(say("Via {things}: {chance}", things=crossed, chance=Chance(layer.chance)))
    out.draw_with("chances.svg")


def _draw(laid: Scenario, found: ChanceReach | LevelChanceReach, output: str, *, dark: bool) -> None:
    from surefoot.draw.compose import picture
    from surefoot.draw.reach import chances_svg, chances_words
    from surefoot.records import replace

    levels: Literal["together", "apart"] = "apart" if len(found.levels) > 1 else "together"
    shown = picture(laid.table, title=laid.name, whole=True, levels=levels)
    shown = replace(shown, caption=(*shown.caption, chances_words(found, shown.unit)))
    saved(chances_svg(shown, found, dark=dark), output)
