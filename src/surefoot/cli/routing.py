"""The commands that find the way: what a model can reach, and the cheapest way to a place."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from surefoot.cli import complete
from surefoot.cli.exits import ExitCode, handled, tell

if TYPE_CHECKING:
    from surefoot.files.scenario import Scenario
    from surefoot.routes.reach import Reach
    from surefoot.routes.route import Route
    from surefoot.table.table import Table

REACH = (
    "reach table.yaml --who kal",
    "reach table.yaml --who kal -o reach.svg",
    "reach table.yaml --who kal --action charge --extra 3 --json",
    "reach table.yaml --who foe --actions 2",
)
ROUTE = (
    "route table.yaml --who kal --to 12,8",
    "route table.yaml --who kal --to 12,8 --others 2 --json",
    "route table.yaml --who kal --to 12,8 --without dangerous",
    "route table.yaml --who kal --to 12,8 -o way.svg",
)

File = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="A scenario, YAML or JSON; - for standard input.",
        autocompletion=complete.files,
    ),
]
Who = Annotated[str, typer.Option("--who", metavar="ID", help="The model that is to move.")]
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
    str, typer.Option("--output", "-o", metavar="FILE", help="Draw it into this file, which ends in .svg.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]
Dark = Annotated[bool, typer.Option("--dark", help="Light on dark.")]


@handled
def reach(
    file: File,
    who: Who,
    action: ActionName = "",
    budget: Budget = None,
    extra: Annotated[
        float,
        typer.Option(metavar="N", help="What a roll adds to the allowance, such as the D3 of a charge."),
    ] = 0.0,
    actions: Annotated[int, typer.Option(metavar="N", min=1, max=9, help="So many actions in a row.")] = 1,
    step: Annotated[
        float, typer.Option(metavar="N", min=0.1, help="How far apart the contours of the price are.")
    ] = 1.0,
    without: Without = None,
    output: Output = "",
    as_json: AsJson = False,
    dark: Dark = False,
) -> ExitCode:
    """Show where a model can end its move, and what every place costs.

    On the level it stands on, by walking: round what is in its way, over what may be crossed, by the ruleset's prices.
    """
    svg_only(output)
    laid, named = asked(file, who, action)
    from surefoot.answers.ways import reach_data, reached

    found = reached(
        laid.table, who, named, budget=budget, extra=extra, actions=actions, without=tuple(without or ())
    )
    if output:
        _draw_reach(laid.table, laid.name, found, step, output, dark=dark)
    if as_json:
        from surefoot.cli.state import print_json

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
    action: ActionName = "",
    budget: Budget = None,
    target: Annotated[str, typer.Option(metavar="ID", help="Whom the action is aimed at.")] = "",
    others: Annotated[int, typer.Option(metavar="N", min=0, max=9, help="Show so many other ways.")] = 0,
    without: Without = None,
    output: Output = "",
    as_json: AsJson = False,
    dark: Dark = False,
) -> ExitCode:
    """Find the cheapest legal way of a model to a place.

    It comes with its price and its clauses. The referee has billed and judged every way that is shown. If there is
    none, it says what the cheapest would cost, or what closes the model in.
    """
    svg_only(output)
    goal = point(to)
    laid, named = asked(file, who, action)
    from surefoot.answers.ways import route_data
    from surefoot.routes.route import Route
    from surefoot.routes.route import route as routed

    found = routed(
        laid.table,
        who,
        named,
        goal,
        target=target,
        budget=budget,
        others=others,
        without=tuple(without or ()),
    )
    if as_json:
        from surefoot.cli.state import print_json

        print_json(route_data(found))
    if not isinstance(found, Route):
        if not as_json:
            tell(f"No way: {found.says}")
        return ExitCode.ILLEGAL
    if output:
        from surefoot.cli.drawing import written
        from surefoot.draw.compose import picture

        written(picture(laid.table, [found.outcome], title=laid.name, ledger=True), output, 720, dark=dark)
    elif not as_json:
        _tell_route(found)
    return ExitCode.OK


# ---------------------------------------------------------------------- what was asked


def asked(file: str, who: str, action: str) -> tuple[Scenario, str]:
    """The scenario and the action, both known to be there."""
    from surefoot.answers.ways import action_of, measuring
    from surefoot.cli.run import read_scenario

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


def svg_only(output: str) -> None:
    """Pictures of this sort are drawings only."""
    if output and not output.lower().endswith(".svg"):
        raise typer.BadParameter(f"{output!r} does not end in .svg", param_hint="--output")


# ---------------------------------------------------------------------- what is told


def _draw_reach(table: Table, name: str, found: Reach, step: float, output: str, *, dark: bool) -> None:
    from dataclasses import replace

    from surefoot.draw.compose import picture
    from surefoot.draw.reach import reach_svg, words

    shown = picture(table, title=name, whole=True)
    shown = replace(shown, caption=(*shown.caption, words(found, step, shown.unit)))
    Path(output).write_text(reach_svg(shown, found, step=step, dark=dark), encoding="utf-8", newline="\n")


def _areas(found: Reach, step: float) -> list[tuple[float, float]]:
    from surefoot.geometry.kernel import signed_area

    return [
        (level, abs(sum(signed_area(ring) for ring in region.rings))) for level, region in found.bands(step)
    ]


def _tell_reach(found: Reach, step: float, unit: str) -> None:
    sys.stdout.write(f"{found.who}, {found.action}: {found.budget:g}{unit} of movement\n")
    for level, area in _areas(found, step):
        sys.stdout.write(f"  for {level:g}{unit}: room of {area:.1f}{unit}² to stand on\n")
    sys.stdout.write("  -o reach.svg draws it\n")


def _tell_route(found: Route) -> None:
    legs = "one leg" if len(found.legs) == 1 else f"{len(found.legs)} legs"
    sys.stdout.write(f"{found.cost:.4g} of {found.budget:g}, in {legs}\n")
    for line in found.outcome.ledger:
        x, y, _ = (value / 1_000_000 for value in line.end)
        sys.stdout.write(f"  {line.what} to {x:.2f},{y:.2f}: {line.cost / 1_000_000:.3f}  {line.clause}\n")
    for other in found.others:
        sys.stdout.write(f"another way costs {other.cost:.4g}\n")
