"""The commands that read maps, make tables and write tables for other programs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from surefoot.cli import complete
from surefoot.cli.commands.army import Answer, Assume, ask_for, read_answered, typed_answers
from surefoot.cli.exits import ExitCode, handled, tell
from surefoot.language import Either, Notation, Quoted
from surefoot.language.speaker import text, text_count
from surefoot.setup import DEFAULT_RULESET

if TYPE_CHECKING:
    from surefoot.maps.photo import Scale
    from surefoot.maps.table_map import TableMap
    from surefoot.setup.table import NewTable

MAP = (
    "map cellar.dd2vtt",
    "map works.tmj --ruleset necromunda-2023 --height wall=4",
    "map 40k:bm-take-vs-take-01",
    "map photo.jpg --points 120,640:1480,640 --distance 24",
)
TABLE = (
    "table new --ruleset wh40k-10e --army mine.rosz --army theirs.txt --map 40k:bm-take-vs-take-01 -o table.yaml",
    "table new --ruleset necromunda-2023 --style industrial --seed 7 --mirrored -o table.yaml",
    "table export table.yaml -o table.tmj",
)
STYLES = ("industrial", "ruins", "trenches", "docks")
ENDINGS = (".dd2vtt", ".uvtt", ".df2vtt", ".tmj", ".csv", ".json")

Ruleset = Annotated[str, typer.Option(metavar="RULESET", help="The game.", autocompletion=complete.rulesets)]
Height = Annotated[
    list[str] | None,
    typer.Option("--height", metavar="KIND=NUMBER", help="Height of a kind of terrain, such as wall=4."),
]
Square = Annotated[
    float,
    typer.Option(metavar="NUMBER", min=0.01, max=100.0, help="Size of one square of the map on the table."),
]
Points = Annotated[
    str,
    typer.Option(
        metavar="X,Y:X,Y",
        help="Two points of a photo whose distance you know, in pixels from its top left corner.",
    ),
]
Distance = Annotated[
    float,
    typer.Option(
        metavar="NUMBER", min=0.0, max=1000.0, help="The distance of the two --points on the table."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]


@handled
def map_command(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A map: Universal VTT, Tiled, a Foundry scene, SVG, a photo; or a layout of the 40k data set as 40k:ID.",
            autocompletion=complete.files,
        ),
    ],
    ruleset: Ruleset = DEFAULT_RULESET,
    square: Square = 1.0,
    height: Height = None,
    points: Points = "",
    distance: Distance = 0.0,
    as_json: AsJson = False,
) -> ExitCode:
    """Read the map of another program.

    Walls, doors and areas become terrain. Heights that the file does not say are assumed by kind and listed; --height
    changes them. A photo lies under the table; two of its points and their distance say how large it is.
    """
    found = _read_map(file, typed_scale(points, distance))
    made = _made(ruleset, [], found, square=square, heights=typed_heights(height or []))
    if as_json:
        from surefoot.cli.json_output import print_json
        from surefoot.setup.table import table_data

        print_json(table_data(made, found))
        return ExitCode.OK
    _show(made, found)
    return ExitCode.OK


@handled
def table_command(
    what: Annotated[
        str, typer.Argument(metavar="new | export", help="Make a table, or write one for other programs.")
    ],
    file: Annotated[
        str, typer.Argument(metavar="[FILE]", help="The scenario to export.", autocompletion=complete.files)
    ] = "",
    ruleset: Ruleset = "",
    army: Annotated[
        list[str] | None,
        typer.Option(
            "--army", metavar="FILE", help="A roster; once for each side.", autocompletion=complete.files
        ),
    ] = None,
    map_file: Annotated[
        str,
        typer.Option(
            "--map", metavar="FILE", help="A map, or a layout as 40k:ID.", autocompletion=complete.files
        ),
    ] = "",
    style: Annotated[
        str, typer.Option(metavar="STYLE", help=f"Make terrain of this style: {', '.join(STYLES)}.")
    ] = "",
    density: Annotated[
        float,
        typer.Option(metavar="SHARE", min=0.0, max=1.0, help="Share of the table that has terrain on it."),
    ] = 0.6,
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed makes the same table.")] = 0,
    mirrored: Annotated[
        bool, typer.Option("--mirrored", help="Make both halves of the table alike.")
    ] = False,
    board: Annotated[str, typer.Option(metavar="WIDTHxDEPTH", help="Size of the table, such as 48x48.")] = "",
    square: Square = 1.0,
    height: Height = None,
    points: Points = "",
    distance: Distance = 0.0,
    answer: Answer = None,
    assume: Assume = False,
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Write the table to this file. Default: standard output."
        ),
    ] = "",
    as_json: AsJson = False,
) -> ExitCode:
    """Make a table, or write one for other programs.

    `table new` sets up armies on a map, or on terrain of a --style, and writes a scenario. `table export` writes the
    terrain of a scenario as Universal VTT (.dd2vtt) or Tiled (.tmj), or its models as a roster (.csv, .json).
    """
    if what == "export":
        return _export(file, output, as_json=as_json)
    if what != "new":
        says = text("Write new or export, not {given}", given=Quoted(what))
        raise typer.BadParameter(says, param_hint="new | export")
    if style and (map_file or style not in STYLES):
        styles = tuple(Notation(each) for each in STYLES)
        says = (
            text("Use either --map or --style")
            if map_file
            else text("The styles are {styles}", styles=styles)
        )
        raise typer.BadParameter(says, param_hint="--style")
    armies = [read_answered(each, ruleset, answer or [], assume, some=True) for each in army or []]
    units = {name for each in armies for name in each.answerable}
    unknown = [unit for unit in typed_answers(answer or []) if unit not in units]
    if unknown:
        says = text("No army has a unit {name}", name=Quoted(unknown[0]))
        raise typer.BadParameter(says, param_hint="--answer")
    game = ruleset or (armies[0].ruleset if armies else "")
    if not game:
        raise typer.BadParameter(text("Name the game"), param_hint="--ruleset")
    if len(armies) > 4:
        raise typer.BadParameter(text("A table has room for at most four armies"), param_hint="--army")
    others = [each.ruleset for each in armies if each.ruleset != game]
    if others:
        says = text(
            "One army is for {other}, the table for {game}", other=Notation(others[0]), game=Notation(game)
        )
        raise typer.BadParameter(says, param_hint="--army")
    if any(each.questions for each in armies):
        for each in armies:
            ask_for(each.questions)
        return ExitCode.ANSWER_NEEDED
    size = typed_board(board)
    scale = typed_scale(points, distance)
    if scale is not None and not map_file:
        raise typer.BadParameter(text("Use it with --map and a photo"), param_hint="--points")
    found = _read_map(map_file, scale) if map_file else None
    if style:
        found = _generated(style, game, size, seed=seed, density=density, mirrored=mirrored)
    made = _made(game, armies, found, square=square, heights=typed_heights(height or []), board=size)
    return _written(made, found, output, as_json=as_json)


def _generated(
    style: str, game: str, size: tuple[float, float] | None, *, seed: int, density: float, mirrored: bool
) -> TableMap:
    from surefoot.setup.generator import generated
    from surefoot.setup.table import BOARD, BOARDS

    board = size or BOARDS.get(game, BOARD)
    return generated(style, game, board, seed=seed, density=density, mirrored=mirrored)


def _read_map(file: str, scale: Scale | None) -> TableMap:
    from surefoot.cli.input import STDIN, STDIN_NAME
    from surefoot.intake.content import MOST_BYTES, Content
    from surefoot.maps.formats import map_of, read_map

    if file == STDIN:
        import sys

        return map_of(Content(STDIN_NAME, sys.stdin.buffer.read(MOST_BYTES + 1)), scale)
    return read_map(file, scale)


def _made(
    ruleset: str,
    armies: Sequence[Any],
    found: TableMap | None,
    *,
    square: float,
    heights: dict[str, float],
    board: tuple[float, float] | None = None,
) -> NewTable:
    from surefoot.referee.protocol import installed
    from surefoot.setup.table import new_table

    if ruleset not in installed():
        raise typer.BadParameter(
            text("There is no ruleset {name}", name=Quoted(ruleset)), param_hint="--ruleset"
        )
    return new_table(ruleset, armies, found, square=square, heights=heights, board=board)


def typed_heights(texts: list[str]) -> dict[str, float]:
    """Heights as they are typed: `wall=4`."""
    from surefoot.maps.terrain import HEIGHTS

    found: dict[str, float] = {}
    for each in texts:
        kind, _, typed = each.partition("=")
        try:
            value = float(typed)
        except ValueError:
            value = 0.0
        if kind not in HEIGHTS or not 0 < value < 1_000:
            says = text(
                "Write {form}, such as {example}, not {given}. The kinds are {kinds}",
                form=Notation("KIND=NUMBER"),
                example=Notation("wall=4"),
                given=Quoted(each),
                kinds=tuple(Notation(name) for name in HEIGHTS),
            )
            raise typer.BadParameter(says, param_hint="--height")
        found[kind] = value
    return found


def typed_scale(points: str, distance: float) -> Scale | None:
    """The scale of a photo as it is typed: `120,640:1480,640`, and a distance."""
    from surefoot.maps.photo import Scale

    if not points and not distance:
        return None
    if not points or not distance:
        hint = "--points" if not points else "--distance"
        raise typer.BadParameter(text("A photo needs both --points and --distance"), param_hint=hint)
    try:
        (ax, ay), (bx, by) = ([float(part) for part in each.split(",")] for each in points.split(":"))
        if not all(map(math.isfinite, (ax, ay, bx, by))):
            raise ValueError(points)
    except ValueError:
        form, example = Notation("X,Y:X,Y"), Notation("120,640:1480,640")
        says = text(
            "Write {form}, such as {example}, not {given}", form=form, example=example, given=Quoted(points)
        )
        raise typer.BadParameter(says, param_hint="--points") from None
    return Scale((ax, ay), (bx, by), distance)


def typed_board(typed: str) -> tuple[float, float] | None:
    """The size of a table as it is typed: `48x48`."""
    if not typed:
        return None
    parts = typed.lower().replace("×", "x").split("x")
    try:
        width, depth = (float(part) for part in parts)
    except ValueError:
        width = depth = 0.0
    if not (1 <= width <= 600 and 1 <= depth <= 600):
        form, example = Notation("WIDTHxDEPTH"), Notation("48x48")
        says = text(
            "Write {form}, such as {example}, not {given}", form=form, example=example, given=Quoted(typed)
        )
        raise typer.BadParameter(says, param_hint="--board")
    return width, depth


def _written(made: NewTable, found: TableMap | None, output: str, *, as_json: bool) -> ExitCode:
    from surefoot.setup.table import shown_background, table_data, told
    from surefoot.setup.writing import yaml_of

    if output and made.background is not None and made.background.data:
        shown = shown_background(made)
        picture = Path(output).with_suffix(shown.ending)
        picture.write_bytes(shown.data)
        width, depth = made.data["board"]
        made.data = {
            **{key: made.data[key] for key in ("name", "ruleset")},
            "picture": {"file": picture.name, "area": {"rect": [0, 0, width, depth]}},
            **made.data,
        }
    written = yaml_of(made.data, told(made))
    if output:
        Path(output).write_text(written, encoding="utf-8", newline="\n")
    if as_json:
        from surefoot.cli.json_output import print_json

        print_json(table_data(made, found))
    elif output:
        _show(made, found)
    else:
        typer.echo(written, nl=False)
    return ExitCode.OK


def _show(made: NewTable, found: TableMap | None) -> None:
    from rich.text import Text

    from surefoot.cli.show import QUIET, Printer, console
    from surefoot.setup.table import told

    printer = Printer(console())
    width, depth = made.data["board"]
    counts: dict[str, int] = {}
    for entry in made.data.get("terrain", {}).values():
        sort = next(iter(entry))
        counts[sort] = counts.get(sort, 0) + 1
    parts = [text("{n} × {sort}", n=number, sort=Notation(sort)) for sort, number in sorted(counts.items())]
    if made.data.get("models"):
        parts.append(text_count("{n} model", "{n} models", len(made.data["models"])))
    read_as = f", {text('read as {format}', format=Notation(found.format))}" if found is not None else ""
    printer.part(Text(made.data["name"], "bold").append(f"  {width:g} × {depth:g}{read_as}", QUIET))
    printer.section(Text("\n".join(parts) or text("empty")))
    for line in told(made):
        tell(line)


def _export(file: str, output: str, *, as_json: bool) -> ExitCode:
    from surefoot.armies.sheets import csv_of, roster_data
    from surefoot.cli.input import read_text
    from surefoot.cli.json_output import print_json
    from surefoot.files.scenario import loads
    from surefoot.files.source import parse
    from surefoot.setup.export import roster_of, tiled_of, universal_of

    if not file:
        raise typer.BadParameter(text("Name the scenario"), param_hint="FILE")
    ending = Path(output).suffix.lower()
    if not as_json and ending not in ENDINGS:
        says = text("The name ends in {endings}", endings=Either(tuple(map(Notation, ENDINGS))))
        raise typer.BadParameter(says, param_hint="--output")
    name, content = read_text(file)
    scenario = loads(content, name)
    if as_json:
        print_json(roster_data(roster_of(scenario)))
        return ExitCode.OK
    data = parse(content, name).data
    if ending == ".csv":
        written = csv_of(roster_of(scenario))
    elif ending == ".json":
        import json

        written = json.dumps(roster_data(roster_of(scenario)), ensure_ascii=False, indent=1) + "\n"
    elif ending == ".tmj":
        written = tiled_of(scenario, data)
    else:
        written = universal_of(scenario, data, Path(file).parent)
    Path(output).write_text(written, encoding="utf-8", newline="\n")
    return ExitCode.OK
