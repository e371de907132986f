"""The commands that find the way: what a model can reach, and the cheapest way to a place."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from surefoot.cli import complete
from surefoot.cli.exits import ExitCode, handled, tell

if TYPE_CHECKING:
    from surefoot.routes.reach import Reach
    from surefoot.routes.route import NoRoute, Route
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
    output: Output = "",
    as_json: AsJson = False,
    dark: Dark = False,
) -> ExitCode:
    """Show where a model can end its move, and what every place costs.

    On the level it stands on, by walking: round what is in its way, over what may be crossed, by the ruleset's prices.
    """
    _svg_only(output)
    laid, named = _asked(file, who, action)
    from surefoot.routes.reach import reach as reached
    from surefoot.routes.survey import Unpriced

    try:
        found = reached(laid.table, who, named, budget=budget, extra=extra, actions=actions)
    except Unpriced as problem:
        raise typer.BadParameter(str(problem), param_hint="--action") from None
    if output:
        _draw_reach(laid.table, laid.name, found, step, output, dark=dark)
    if as_json:
        from surefoot.cli.state import print_json

        print_json(_reach_data(found, step))
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
    output: Output = "",
    as_json: AsJson = False,
    dark: Dark = False,
) -> ExitCode:
    """Find the cheapest legal way of a model to a place.

    It comes with its price and its clauses. The referee has billed and judged every way that is shown. If there is
    none, it says what the cheapest would cost, or what closes the model in.
    """
    _svg_only(output)
    goal = _point(to)
    laid, named = _asked(file, who, action)
    from surefoot.routes.route import Route
    from surefoot.routes.route import route as routed

    found = routed(laid.table, who, named, goal, target=target, budget=budget, others=others)
    if as_json:
        from surefoot.cli.state import print_json

        print_json(_route_data(found))
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


def _asked(file: str, who: str, action: str) -> tuple[Any, str]:
    """The scenario and the action, both known to be there."""
    from surefoot.cli.run import read_scenario
    from surefoot.referee.referee import near_miss, ruleset_of

    laid = read_scenario(file)
    if who not in laid.table.models:
        raise typer.BadParameter(
            f"there is no model {who!r}{near_miss(who, list(laid.table.models))}", param_hint="--who"
        )
    if not laid.table.models[who].place.on_table:
        raise typer.BadParameter(f"{who} is not on the table", param_hint="--who")
    known = [
        name
        for name, each in ruleset_of(laid.table).actions.items()
        if each.kind == "declare" and each.path != "none" and each.offered(laid.table, who)
    ]
    if not known:
        raise typer.BadParameter(f"no action of {who} has a path", param_hint="--who")
    if action and action not in known:
        raise typer.BadParameter(
            f"no action with a path is called {action!r}{near_miss(action, known)}", param_hint="--action"
        )
    _may_measure(laid.table, who)
    return laid, action or known[0]


def _may_measure(table: Table, who: str) -> None:
    """Where the rules forbid measuring beforehand, whoever asks is told so: this is for looking on, not for playing."""
    from surefoot.referee.referee import ruleset_of
    from surefoot.table.record import EMPTY

    asked = ruleset_of(table).questions.get("may measure")
    answer = asked(table, who, EMPTY) if asked is not None else None
    if answer is not None and answer.value is False:
        tell(f"At this table {answer.says} is not allowed [{', '.join(answer.clauses)}].")


def _point(text: str) -> tuple[float, float]:
    try:
        x, y = (float(part) for part in text.split(","))
    except ValueError:
        raise typer.BadParameter(f"{text!r} is no place; write X,Y", param_hint="--to") from None
    return x, y


def _svg_only(output: str) -> None:
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


def _reach_data(found: Reach, step: float) -> dict[str, Any]:
    return {
        "who": found.who,
        "action": found.action,
        "budget": found.budget,
        "error": found.error,
        "start": list(found.ground.start),
        "bands": [
            {
                "level": level,
                "rings": [
                    [[round(ring[i], 6), round(ring[i + 1], 6)] for i in range(0, len(ring), 2)]
                    for ring in region.rings
                ],
            }
            for level, region in found.bands(step)
        ],
    }


def _route_data(found: Route | NoRoute) -> dict[str, Any]:
    import surefoot
    from surefoot.routes.route import Route

    if not isinstance(found, Route):
        return {
            "found": False,
            "says": found.says,
            "budget": found.budget,
            "cost": found.cost,
            "blocked_by": list(found.blocked_by),
            "searched": found.searched,
            "breaks": [{"clause": each.clause, "says": each.says} for each in found.breaks],
        }
    return {
        "found": True,
        "cost": found.cost,
        "budget": found.budget,
        "path": [list(point) for point in found.points],
        "outcome": surefoot.data(found.outcome),
        "others": [{"cost": each.cost, "path": [list(at) for at in each.points]} for each in found.others],
    }


def _tell_route(found: Route) -> None:
    legs = "one leg" if len(found.legs) == 1 else f"{len(found.legs)} legs"
    sys.stdout.write(f"{found.cost:.4g} of {found.budget:g}, in {legs}\n")
    for line in found.outcome.ledger:
        x, y, _ = (value / 1_000_000 for value in line.end)
        sys.stdout.write(f"  {line.what} to {x:.2f},{y:.2f}: {line.cost / 1_000_000:.3f}  {line.clause}\n")
    for other in found.others:
        sys.stdout.write(f"another way costs {other.cost:.4g}\n")
