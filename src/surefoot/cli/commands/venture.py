"""The command that weighs chance against cost: how surely places can be reached, and which ways to one are worth it."""

from __future__ import annotations

import sys
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from surefoot.cli.commands.draw import drawable, saved, written
from surefoot.cli.commands.reach import (
    ActionName,
    Actions,
    AsJson,
    Budget,
    Dark,
    File,
    OnWhat,
    Output,
    Who,
    asked,
    point,
)
from surefoot.cli.exits import ExitCode, handled, tell

if TYPE_CHECKING:
    from surefoot.files.scenario import Scenario
    from surefoot.routes.query import MoveQuery
    from surefoot.routes.risk.one_level import ChanceReach, RiskyRoute
    from surefoot.routes.risk.over_levels import LevelChanceReach

VENTURE = (
    "venture table.yaml --who kal",
    "venture table.yaml --who kal -o chances.svg",
    "venture table.yaml --who kal --to 12,8",
    "venture table.yaml --who kal --to 12,8 --json",
)


@handled
def venture(
    file: File,
    who: Who,
    to: Annotated[str, typer.Option("--to", metavar="X,Y", help="The ways to this place only.")] = "",
    on: OnWhat = "",
    action: ActionName = "",
    budget: Budget = None,
    actions: Actions = 1,
    output: Output = "",
    as_json: AsJson = False,
    dark: Dark = False,
) -> ExitCode:
    """Weigh the chance to arrive unharmed against the cost.

    How surely a model ends where, standing and unharmed: for every place in its reach, or on the ways to one.

    With --to: the ways to one place, on any level and with several actions if need be, of which none is both dearer and
    less sure than another, such as the long way round and the short one through the minefield, or down the ladder and
    over the edge. Without it: every place in reach, on every level.
    """
    drawable(output)
    goal = point(to) if to else None
    laid, named = asked(file, who, action)
    from surefoot.routes.query import MoveQuery

    query = MoveQuery(on=on, budget=budget, actions=actions)
    if goal is not None:
        return _ways(laid, who, named, goal, query, output, as_json=as_json, dark=dark)
    from surefoot.routes.risk.over_levels import reach_by_chance

    found = reach_by_chance(laid.table, who, named, query)
    if as_json:
        from surefoot.answers.risk import chances_data
        from surefoot.cli.json_output import print_json

        print_json(chances_data(found))
    if output:
        _draw(laid, found, output, dark=dark)
    elif not as_json:
        _tell(laid, found)
    return ExitCode.OK


def _ways(
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
    from surefoot.answers.risk import ventures_data
    from surefoot.cli.json_output import print_json
    from surefoot.routes.one_level.route import NoRoute
    from surefoot.routes.risk.one_level import risky_routes

    found = risky_routes(laid.table, who, action, goal, query)
    if isinstance(found, NoRoute):
        if as_json:
            print_json(route_data(found))
        else:
            tell(f"No way: {found.says}")
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
        _tell_ways(laid, found)
    return ExitCode.OK


def _tell_ways(laid: Scenario, found: tuple[RiskyRoute, ...]) -> None:
    from surefoot.table.words import number, unit_sign

    unit = unit_sign(laid.table.unit)
    for each in found:
        sys.stdout.write(f"{number(each.cost)}{unit}: {_percent(each.chance)} unharmed{_round(laid, each)}\n")


def _round(laid: Scenario, found: RiskyRoute) -> str:
    """What a way keeps off, and the links that it does not take."""
    ground = [name for name in found.avoids if name in laid.table.pieces]
    links = [name for name in found.avoids if name not in laid.table.pieces]
    kept = f", keeping off {', '.join(ground)}" if ground else ""
    return kept + (f", not by {', '.join(links)}" if links else "")


def _tell(laid: Scenario, found: ChanceReach | LevelChanceReach) -> None:
    from surefoot.geometry.kernel import signed_area
    from surefoot.table.words import number, unit_sign

    unit = unit_sign(laid.table.unit)
    sys.stdout.write(f"{found.who}, {found.action}: {number(found.budget)}{unit} of movement\n")
    for level in found.levels:
        where = f" on {', '.join(level.surfaces)}" if len(found.levels) > 1 else ""
        for chance, region in level.regions:
            room = abs(sum(signed_area(ring) for ring in region.rings))
            sys.stdout.write(f"  {_percent(chance)} unharmed{where}: room of {room:.1f}{unit}² to stand on\n")
    if not found.layers:
        why = "it turns as it goes, or has no move by itself that is legal now"
        sys.stdout.write(f"  no place can be told of {found.who}: {why}; --to asks for one place\n")
        return
    for layer in found.layers:
        if layer.crosses:
            by = [f"over {name}" if name in laid.table.pieces else f"by {name}" for name in layer.crosses]
            sys.stdout.write(f"  {' and '.join(by)}: {_percent(layer.chance)}\n")
    sys.stdout.write("  -o chances.svg draws it\n")


def _percent(chance: Fraction) -> str:
    return "surely" if chance == 1 else f"{float(chance):.1%} ({chance})"


def _draw(laid: Scenario, found: ChanceReach | LevelChanceReach, output: str, *, dark: bool) -> None:
    from dataclasses import replace

    from surefoot.draw.compose import picture
    from surefoot.draw.reach import chances_svg, chances_words

    levels: Literal["together", "apart"] = "apart" if len(found.levels) > 1 else "together"
    shown = picture(laid.table, title=laid.name, whole=True, levels=levels)
    shown = replace(shown, caption=(*shown.caption, chances_words(found, shown.unit)))
    saved(chances_svg(shown, found, dark=dark), output)
