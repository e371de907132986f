"""The commands that find the way: what a model can reach, and the cheapest way to a place."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from surefoot.cli import complete
from surefoot.cli.commands.draw import drawable, saved, written
from surefoot.cli.exits import ExitCode, handled, tell

if TYPE_CHECKING:
    from typing import Literal

    from surefoot.files.scenario import Scenario
    from surefoot.geometry.shapes import Region
    from surefoot.routes.found import FoundReach, FoundRoute
    from surefoot.routes.one_level.threat import Threat

REACH = (
    "reach table.yaml --who kal",
    "reach table.yaml --who kal -o reach.svg",
    "reach table.yaml --who kal --action charge --extra 3 --json",
    "reach table.yaml --who foe --actions 2 --safe",
    "reach table.yaml --who squad -o reach.svg",
)
ROUTE = (
    "route table.yaml --who kal --to 12,8",
    "route table.yaml --who kal --to 12,8 --others 2 --json",
    "route table.yaml --who kal --to 12,8 --without dangerous",
    "route table.yaml --who squad --to 12,8 -o formation.svg",
    "route table.yaml --who kal --to 12,8 --on roof --actions 2 -o way.svg",
)
THREAT = (
    "threat table.yaml --side red",
    "threat table.yaml --side red --action charge --extra 3 -o threat.svg",
)

File = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="A scenario, YAML or JSON; - for standard input.",
        autocompletion=complete.files,
    ),
]
Who = Annotated[str, typer.Option("--who", metavar="ID", help="The model, or the unit, that is to move.")]
ActionName = Annotated[
    str, typer.Option("--action", metavar="ACTION", help="The action; the first that has a path if left out.")
]
Budget = Annotated[
    float | None, typer.Option("--budget", metavar="N", min=0.0, help="Instead of the action's allowance.")
]
Without = Annotated[
    list[str] | None,
    typer.Option("--without", metavar="TAG", help="Go round ground of this tag or id; may be given again."),
]
Output = Annotated[
    str,
    typer.Option("--output", "-o", metavar="FILE", help="Draw it into this file, .svg or .png; - for SVG."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]
Dark = Annotated[bool, typer.Option("--dark", help="Light on dark.")]


OnWhat = Annotated[str, typer.Option("--on", metavar="ID", help="On what, where there are several levels.")]
Actions = Annotated[
    int, typer.Option("--actions", metavar="N", min=1, max=9, help="How many of them in a row.")
]
Safe = Annotated[bool, typer.Option("--safe", help="Only ways between levels that need no test.")]
Extra = Annotated[
    float,
    typer.Option(
        "--extra", metavar="N", help="What a roll adds to the allowance, such as the D3 of a charge."
    ),
]
Step = Annotated[float, typer.Option("--step", metavar="N", min=0.1, help="How far apart the contours are.")]
# Strides that cost less than this many millionths, a hair before a wall or behind it, are not told.
_HAIR = 5_000


@handled
def reach(
    file: File,
    who: Who,
    action: ActionName = "",
    budget: Budget = None,
    extra: Extra = 0.0,
    actions: Actions = 1,
    step: Step = 1.0,
    without: Without = None,
    safe: Safe = False,
    output: Output = "",
    stacked: Annotated[
        bool, typer.Option("--stacked", help="All levels in one picture, not side by side.")
    ] = False,
    as_json: AsJson = False,
    dark: Dark = False,
) -> ExitCode:
    """Show where a model can end its move, and what every place costs.

    On every level: round what is in its way, over what may be crossed, up and down by climbs, ladders, stairs, leaps
    and jumps, by the ruleset's prices.
    """
    drawable(output)
    laid, named = asked(file, who, action)
    from surefoot.answers.movement import reach_data, reached
    from surefoot.routes.query import MoveQuery

    query = MoveQuery(budget=budget, extra=extra, actions=actions, without=tuple(without or ()), safe=safe)
    found = reached(laid.table, who, named, query)
    if output:
        _draw_reach(laid, found, step, output, stacked=stacked, dark=dark)
    if as_json:
        from surefoot.cli.json_output import print_json

        print_json(reach_data(found, step))
    elif not output:
        from surefoot.table.words import unit_sign

        _tell_reach(found, step, unit_sign(laid.table.unit))
    return ExitCode.OK


@handled
def route(
    file: File,
    who: Who,
    to: Annotated[str, typer.Option("--to", metavar="X,Y", help="Where its base is to stand.")],
    on: OnWhat = "",
    action: ActionName = "",
    budget: Budget = None,
    extra: Extra = 0.0,
    actions: Actions = 1,
    target: Annotated[str, typer.Option(metavar="ID", help="Whom the action is aimed at.")] = "",
    others: Annotated[int, typer.Option(metavar="N", min=0, max=9, help="Show so many other ways.")] = 0,
    without: Without = None,
    safe: Safe = False,
    output: Output = "",
    as_json: AsJson = False,
    dark: Dark = False,
) -> ExitCode:
    """Find the cheapest legal way of a model to a place on any level.

    It comes with its price, its clauses and the chance of its tests. The referee has billed and judged every way that
    is shown. If there is none, it says what the cheapest would cost, or what closes the model in.
    """
    drawable(output)
    goal = point(to)
    laid, named = asked(file, who, action)
    from surefoot.answers.movement import advice, route_data, routed
    from surefoot.routes.one_level.route import NoRoute
    from surefoot.routes.query import MoveQuery

    query = MoveQuery(
        on=on,
        target=target,
        budget=budget,
        extra=extra,
        actions=actions,
        others=others,
        without=tuple(without or ()),
        safe=safe,
    )
    found = routed(laid.table, who, named, goal, query)
    if as_json:
        from surefoot.cli.json_output import print_json

        print_json(route_data(found))
    if isinstance(found, NoRoute):
        if not as_json:
            tell(f"No way: {found.says}")
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
        _tell_route(found)
    return ExitCode.OK


@handled
def threat(
    file: File,
    side: Annotated[str, typer.Option("--side", metavar="SIDE", help="The side that is to move.")],
    action: Annotated[
        str, typer.Option("--action", metavar="ACTION", help="The action; each model's first if left out.")
    ] = "",
    extra: Extra = 0.0,
    step: Step = 1.0,
    output: Output = "",
    as_json: AsJson = False,
    dark: Dark = False,
) -> ExitCode:
    """Show where any model of a side could get to, and by how much.

    Each on the level that it stands on, by walking; models of the side make way for each other.
    """
    drawable(output)
    from surefoot.answers.movement import threat_data, threatened
    from surefoot.cli.input import read_scenario

    laid = read_scenario(file)
    found = threatened(laid.table, side, action, extra)
    if output:
        _draw_threat(laid, found, step, output, dark=dark)
    if as_json:
        from surefoot.cli.json_output import print_json

        print_json(threat_data(found, step))
    elif not output:
        from surefoot.table.words import unit_sign

        _tell_threat(found, step, unit_sign(laid.table.unit))
    return ExitCode.OK


# ---------------------------------------------------------------------- what was asked


def asked(file: str, who: str, action: str) -> tuple[Scenario, str]:
    """The scenario and the action, both known to be there."""
    from surefoot.answers.movement import action_of, measuring
    from surefoot.cli.input import read_scenario

    laid = read_scenario(file)
    named = action_of(laid.table, who, action)
    forbidden = measuring(laid.table, who)
    if forbidden:
        # This is for looking on, not for playing: whoever asks is told, and answered.
        tell(forbidden)
    return laid, named


def point(text: str) -> tuple[float, float]:
    """A place as it is written on the command line."""
    try:
        x, y = (float(part) for part in text.split(","))
    except ValueError:
        raise typer.BadParameter(f"{text!r} is no place; write X,Y", param_hint="--to") from None
    return x, y


# ---------------------------------------------------------------------- what is told


def _draw_reach(
    laid: Scenario, found: FoundReach, step: float, output: str, *, stacked: bool, dark: bool
) -> None:
    from dataclasses import replace

    from surefoot.draw.compose import picture
    from surefoot.draw.reach import reach_svg, words

    several = len(found.outlines(found.budget)) > 1 and not stacked
    shown = picture(laid.table, title=laid.name, whole=True, levels="apart" if several else "together")
    shown = replace(shown, caption=(*shown.caption, words(found, step, shown.unit)))
    saved(reach_svg(shown, found, step=step, dark=dark), output)


def _draw_threat(laid: Scenario, found: Threat, step: float, output: str, *, dark: bool) -> None:
    from dataclasses import replace

    from surefoot.draw.compose import picture
    from surefoot.draw.reach import threat_svg, threat_words

    shown = picture(laid.table, title=laid.name, whole=True)
    shown = replace(shown, caption=(*shown.caption, threat_words(found, step, shown.unit)))
    saved(threat_svg(shown, found, step=step, dark=dark), output)


def _area(region: Region) -> float:
    from surefoot.geometry.kernel import signed_area

    return abs(sum(signed_area(ring) for ring in region.rings))


# What an area means, by what moves.
_ROOM = {
    "model": "room of {area} to stand on",
    "hull": "its middle can be on {area}",
    "unit": "{area} for some model of it",
}


def _tell_reach(found: FoundReach, step: float, unit: str) -> None:
    from surefoot.answers import words
    from surefoot.draw.reach import gate_words
    from surefoot.table.words import number

    upto = "up to " if found.mover == "unit" else ""
    often = f" in {found.actions} actions" if found.actions > 1 else ""
    turns = ", turns included" if found.mover == "hull" else ""
    sys.stdout.write(f"{found.who}, {found.action}: {upto}{found.budget:g}{unit} of movement{often}{turns}\n")
    if found.rolls:
        sys.stdout.write(f"  with the best roll of {' and '.join(found.dice)}, before it is rolled\n")
    for number_, level in enumerate(found.outlines(step)):
        if number_:
            height = f"{number(level.z)}{unit} up" if level.z else "on the ground"
            sys.stdout.write(f"{height}, {', '.join(level.names)}\n")
        for gate in level.gates:
            sys.stdout.write(f"  {number(gate.used)}{unit} by {gate_words(gate, unit)}\n")
        drawn = None
        for band in level.bands:
            # Once everything within reach is reached, more movement makes no difference.
            same, drawn = band.region is drawn, band.region
            if not same and (band.region.rings or not number_):
                room = _ROOM[found.mover].format(area=f"{_area(band.region):.1f}{unit}²")
                sure = f", with a chance of {words.odds(band.chance)}" if band.chance < 1 else ""
                sys.stdout.write(f"  for {band.level:g}{unit}: {room}{sure}\n")
    if found.mover == "hull":
        sys.stdout.write(f"  prices are at most {found.error:.2g}{unit} too high where there is room\n")
    sys.stdout.write("  -o reach.svg draws it\n")


def _tell_threat(found: Threat, step: float, unit: str) -> None:
    names = sum(len(band.names) for band in found.bands)
    sys.stdout.write(
        f"side {found.side}: {names} model{'s' if names != 1 else ''}, up to {found.most:g}{unit} of movement\n"
    )
    for spare, region in found.spared(step):
        sys.stdout.write(f"  with {spare:g}{unit} to spare: {_area(region):.1f}{unit}²\n")
    if found.idle:
        sys.stdout.write(f"  no such action: {', '.join(found.idle)}\n")
    sys.stdout.write("  -o threat.svg draws it\n")


def _tell_formation(found: FoundRoute) -> None:
    sys.stdout.write(
        f"{len(found.places)} models, {found.cost:.4g} of {found.budget:g} for the one that goes furthest\n"
    )
    for name, (x, y) in found.places.items():
        sys.stdout.write(f"  {name} to {x:.2f},{y:.2f}: {found.costs[name]:.3f}\n")


def _tell_chance(found: FoundRoute) -> None:
    """How likely a way ends as planned, and what has to be rolled for it."""
    from surefoot.answers import words

    if found.chance == 1:
        return
    rolls = ", ".join(
        dict.fromkeys(what for each in found.steps for fork in each.forks for what, _ in fork.rolls)
    )
    if rolls:
        sys.stdout.write(f"reached with a chance of {words.odds(found.chance)}: {rolls}\n")
    else:
        sys.stdout.write(f"all tests are passed with a chance of {float(found.chance):.1%}\n")


def _tell_route(found: FoundRoute) -> None:
    outcomes = found.steps
    if found.places:
        _tell_formation(found)
        _tell_chance(found)
        return
    count = sum(len(each.declaration.legs) for each in outcomes)
    legs = "one leg" if count == 1 else f"{count} legs"
    many = f" and {len(outcomes)} actions" if len(outcomes) > 1 else ""
    sys.stdout.write(f"{found.cost:.4g} of {found.budget:g}, in {legs}{many}\n")
    _tell_chance(found)
    for outcome in outcomes:
        if len(outcomes) > 1:
            named = [str(value) for value in outcome.declaration.details.values()]
            sys.stdout.write(f"{', '.join([outcome.declaration.action, *named])}\n")
        for row in outcome.ledger:
            x, y, _ = (value / 1_000_000 for value in row.end)
            # What costs nothing is worth a line where it leads somewhere: a ride on a lift.
            if row.cost < _HAIR and row.length < _HAIR:
                continue
            sys.stdout.write(f"  {row.what} to {x:.2f},{y:.2f}: {row.cost / 1_000_000:.3f}  {row.clause}\n")
        for test in outcome.tests:
            if test.odds is None:
                sys.stdout.write(f"  roll {', '.join(test.clauses[:1])}: {test.dice}\n")
            else:
                sys.stdout.write(f"  test {', '.join(test.clauses[:1])}: {float(test.odds):.1%}\n")
    for other in found.others:
        sys.stdout.write(f"another way costs {other.cost:.4g}\n")
