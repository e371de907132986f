"""The command that reads a roster: its units, the source of every number, and what is still missing."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from surefoot.cli import complete
from surefoot.cli.exits import ExitCode, handled, tell
from surefoot.language import Notation, Quoted, count, say
from surefoot.language.speaker import Speaker, text

if TYPE_CHECKING:
    from surefoot.armies.army import Army, Figure, Question

EXAMPLES = (
    "army list.rosz",
    "army gang.json --ruleset necromunda-2023 --answer 'Ganger.base=32'",
    "army list.txt --assume -o army.csv",
    "army fighters.csv --ruleset gemini-arap --json",
)

# A number with its name gets this many columns even in a narrow terminal.
WIDEST = 24
# In a terminal with fewer columns, sources stand below the numbers.
NARROW = 60

# Shapes of bases that are not round.
SHAPES = {"oval": say("oval"), "rectangle": say("rectangular")}

Answer = Annotated[
    list[str] | None,
    typer.Option(
        "--answer",
        metavar="UNIT.FIELD=VALUE",
        help="Fill in a value that the list leaves out; your library keeps it for the next time.",
    ),
]
Assume = Annotated[bool, typer.Option("--assume", help="Accept every suggested value.")]


@handled
def army(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A roster: BattleScribe, New Recruit, ListForge, Rosterizer, the official app's text, YakTribe, a Foundry actor, CSV.",
            autocompletion=complete.files,
        ),
    ],
    ruleset: Annotated[
        str,
        typer.Option(
            metavar="RULESET",
            help="The game, where the file does not say it.",
            autocompletion=complete.rulesets,
        ),
    ] = "",
    answer: Answer = None,
    assume: Assume = False,
    output: Annotated[
        str,
        typer.Option("--output", "-o", metavar="FILE", help="Write the army to this file: .csv or .json."),
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")] = False,
) -> ExitCode:
    """Read the roster of another program.

    Each number is shown with its source. Surefoot asks once for values that the list leaves out, by unit: answer with
    --answer, which your library keeps, or accept the suggestions with --assume.
    """
    if output and Path(output).suffix.lower() not in (".csv", ".json"):
        says = text(
            "The name of a roster ends in {csv} or {json}", csv=Notation(".csv"), json=Notation(".json")
        )
        raise typer.BadParameter(says, param_hint="--output")
    found = read_answered(file, ruleset, answer or [], assume)
    if output:
        _write(found, Path(output))
    if as_json:
        from surefoot.armies.sheets import army_data
        from surefoot.cli.json_output import print_json

        print_json(army_data(found))
    else:
        _show(found)
    return ExitCode.ANSWER_NEEDED if found.questions else ExitCode.OK


def read_answered(file: str, ruleset: str, answers: list[str], assume: bool, *, some: bool = False) -> Army:
    """The army in a file with answers; those that are typed are kept in the library.

    With `some` the answers are for several armies, and this one takes those for its own units.
    """
    from surefoot.armies.formats import army_of, assuming
    from surefoot.armies.library import remember
    from surefoot.cli.input import STDIN, STDIN_NAME
    from surefoot.intake.content import MOST_BYTES, Content, read

    if file == STDIN:
        import sys

        content = Content(STDIN_NAME, sys.stdin.buffer.read(MOST_BYTES + 1))
    else:
        content = read(file)
    given = typed_answers(answers)
    if some and given:
        own = army_of(content, ruleset).answerable
        given = {unit: fields for unit, fields in given.items() if unit in own}
    found = (assuming if assume else army_of)(content, ruleset, given)
    used = {
        unit: {field: value for field, value in fields.items() if f"{unit}.{field}" not in found.unused}
        for unit, fields in given.items()
    }
    used = {unit: fields for unit, fields in used.items() if fields}
    if used:
        tell(text("Saved to {file}", file=Notation(str(remember(found.ruleset, used)))))
    return found


def typed_answers(answers: list[str]) -> dict[str, dict[str, Any]]:
    """Answers as they are typed: `Rhino.hull=[4.5, 3]`."""
    from surefoot.files.source import parse

    found: dict[str, dict[str, Any]] = {}
    for each in answers:
        name, equals, value = each.partition("=")
        unit, dot, field = name.strip().rpartition(".")
        if not equals or not dot or not unit or not field:
            says = text(
                "Write {form}, such as {example}, not {given}",
                form=Notation("UNIT.FIELD=VALUE"),
                example=Quoted("Rhino.hull=[4.5, 3]"),
                given=Quoted(each),
            )
            raise typer.BadParameter(says, param_hint="--answer")
        found.setdefault(unit, {})[field] = parse(value, "--answer").data
    return found


def _write(found: Army, path: Path) -> None:
    import json

    from surefoot.armies.sheets import csv_of, roster_data

    csv = path.suffix.lower() == ".csv"
    written = csv_of(found) if csv else json.dumps(roster_data(found), ensure_ascii=False, indent=1) + "\n"
    path.write_text(written, encoding="utf-8", newline="\n")


def _show(found: Army) -> None:
    from rich.table import Table as Grid
    from rich.text import Text

    from surefoot.cli.show import QUIET, Printer, console
    from surefoot.cli.side_by_side import SideBySide

    printer = Printer(console())
    heading = text(
        "{ruleset}, {units}, {models}, read as {format}",
        ruleset=Notation(found.ruleset),
        units=count("{n} unit", "{n} units", len(found.squads)),
        models=count("{n} model", "{n} models", found.count),
        format=Notation(found.format),
    )
    printer.part(Text(found.name, "bold").append(f"  {heading}", QUIET))
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(justify="right")
    grid.add_column(overflow="fold")
    narrow = printer.console.width < NARROW
    longest = max((len(part) for _, figure in found.figures() for part in _numbers(figure)), default=1)
    grid.add_column(min_width=min(longest, WIDEST))
    if not narrow:
        grid.add_column(style=QUIET, overflow="fold")
    for squad in found.squads:
        several = len(squad.figures) > 1
        if several:
            grid.add_row("", Text(squad.name, "bold"))
        for figure in squad.figures:
            alone = squad.name if squad.name == figure.name else f"{squad.name} ({figure.name})"
            name = f"  {figure.name}" if several else alone
            numbers, sources = _numbers(figure), _sources(figure)
            if narrow:
                grid.add_row(str(figure.count), name, SideBySide([*numbers, sources]))
            else:
                grid.add_row(str(figure.count), name, SideBySide(numbers), sources)
    printer.section(grid)
    for note in found.notes:
        tell(Speaker()(note))
    ask_for(found.questions)


def _numbers(figure: Figure) -> list[str]:
    """What is known of a model, each number with its name."""
    found = [f"{name} {known.value}" for name, known in figure.profile.items()]
    found.append(shape_words(figure.shape.value if figure.shape is not None else None))
    capacity = figure.traits.get("capacity")
    if capacity is not None:
        found.append(text("carries {n}", n=Notation(str(capacity.value["maximum"]))))
    return [*found, *figure.keywords]


def shape_words(shape: Mapping[str, Any] | None) -> str:
    """A base as people write it."""
    if shape is None:
        return text("base unknown")
    if "hull" in shape:
        hull = shape["hull"]
        if len(hull) != 2:
            return text("hull by its outline")
        return text("hull {size}", size=Notation(f"{hull[0]:g} × {hull[1]:g}"))
    size = shape["base"]
    if isinstance(size, Mapping):
        ((kind, value),) = size.items()
        shown = " × ".join(map(str, value)) if isinstance(value, list) else str(value)
        return text("{shape} base {size} mm", shape=SHAPES.get(kind, Notation(kind)), size=Notation(shown))
    return text("base {size} mm", size=Notation(str(size)))


def _sources(figure: Figure) -> str:
    """Where the values of a model come from; each source but the usual one names its values."""
    values = {
        **figure.profile,
        **figure.traits,
        **({"base": figure.shape} if figure.shape is not None else {}),
    }
    names: dict[str, list[str]] = {}
    for name, known in values.items():
        names.setdefault(known.source, []).append(name)
    usual = max(names, key=lambda source: len(names[source]), default="")
    others = [f"{source}: {', '.join(of)}" for source, of in names.items() if source != usual]
    return "; ".join([usual, *others])


def ask_for(questions: tuple[Question, ...]) -> None:
    """Ask for the values that an army leaves out, and show how to answer."""
    for each in questions:
        import json

        value = "…" if each.suggestion is None else json.dumps(each.suggestion)
        speak = Speaker()
        tell(f"{speak(each.says)} {speak(each.why)}.\n  --answer '{each.unit}.{each.field}={value}'")
