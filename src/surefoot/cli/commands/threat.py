"""`surefoot threat`: where any model of a side can get to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from surefoot.cli.commands.draw import drawable, saved
from surefoot.cli.exits import ExitCode, handled
from surefoot.cli.move_options import AsJson, Dark, Extra, File, Lines, Output, Step, area
from surefoot.language import Length, Who, count, say

if TYPE_CHECKING:
    from surefoot.files.scenario import Scenario
    from surefoot.routes.one_level.threat import Threat
    from surefoot.table.table import Table

EXAMPLES = (
    "threat table.yaml --side red",
    "threat table.yaml --side red --action charge --extra 3 -o threat.svg",
)


@handled
def threat(
    file: File,
    side: Annotated[str, typer.Option("--side", metavar="SIDE", help="The side that moves.")],
    action: Annotated[
        str,
        typer.Option(
            "--action", metavar="ACTION", help="The action. Default: the first of each model that has a path."
        ),
    ] = "",
    extra: Extra = 0.0,
    step: Step = 1.0,
    output: Output = "",
    as_json: AsJson = False,
    dark: Dark = False,
) -> ExitCode:
    """Show where any model of a side can get to.

    Each model walks on its own level; models of the side don't block each other.
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
        _show(laid.table, found, step)
    return ExitCode.OK


def _draw_threat(laid: Scenario, found: Threat, step: float, output: str, *, dark: bool) -> None:
    from surefoot.draw.compose import picture
    from surefoot.draw.reach import threat_svg, threat_words
    from surefoot.records import replace

    shown = picture(laid.table, title=laid.name, whole=True)
    shown = replace(shown, caption=(*shown.caption, threat_words(found, step, shown.unit)))
    saved(threat_svg(shown, found, step=step, dark=dark), output)


def _show(table: Table, found: Threat, step: float) -> None:
    from surefoot.referee.speaking import speaker

    out = Lines(speaker(table))
    side, most = Who(found.side), Length.of(found.most)
    models = sum(len(band.names) for band in found.bands)
    out.line(
        count(
            "{side}: {n} model, up to {most} of movement",
            "{side}: {n} models, up to {most} of movement",
            models,
            side=side,
            most=most,
        )
    )
    for spare, region in found.spared(step):
        room, left = area(region, table.unit), Length.of(spare)
        out.item(say("With {left} of movement left: {room}", left=left, room=room))
    if found.idle:
        idle = tuple(Who(name) for name in found.idle)
        out.item(say("Without this action: {models}", models=idle))
    out.draw_with("threat.svg")
