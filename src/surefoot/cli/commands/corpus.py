"""`surefoot corpus`: the conformance corpus as plain JSON, and engines measured against it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from surefoot.cli.examples import examples
from surefoot.cli.exits import ExitCode, handled, tell
from surefoot.language import Notation
from surefoot.language.speaker import text, text_count

# Differences that are shown; the JSON has all of them.
MOST_SHOWN = 10

EXAMPLES = (
    "corpus export wh40k-10e -o cases.json",
    "corpus run --engine 'surefoot corpus engine'",
)

app = typer.Typer(no_args_is_help=True, help="Export the conformance corpus, or test an engine with it.")
Rulesets = Annotated[list[str] | None, typer.Argument(metavar="RULESET", help="The rulesets. Default: all.")]
Folder = Annotated[str, typer.Option("--corpus", metavar="FOLDER", help="The folder of the corpus.")]


@app.command("export", epilog=examples("corpus export wh40k-10e -o cases.json"))
@handled
def export(
    rulesets: Rulesets = None,
    corpus: Folder = "",
    output: Annotated[str, typer.Option("--output", "-o", metavar="FILE", help="The file to write.")] = "",
    schema: Annotated[
        bool, typer.Option("--schema", help="Print the JSON Schema of the format instead.")
    ] = False,
) -> ExitCode:
    """Write the cases as JSON.

    Each has its table, declarations and dice, and the expected verdict, cost, tests, ends and clauses.
    """
    from surefoot.testing import standard

    found = (
        standard.schema() if schema else standard.exported(rulesets or (), Path(corpus) if corpus else None)
    )
    written = json.dumps(found, ensure_ascii=False, indent=1)
    if output:
        Path(output).write_text(written + "\n", encoding="utf-8")
    else:
        sys.stdout.write(written + "\n")
    return ExitCode.OK


@app.command("run", epilog=examples("corpus run --engine 'surefoot corpus engine'"))
@handled
def run(
    rulesets: Rulesets = None,
    engine: Annotated[
        str, typer.Option(metavar="COMMAND", help="The engine: reads and writes lines of JSON.")
    ] = "",
    corpus: Folder = "",
    file: Annotated[str, typer.Option(metavar="FILE", help="An exported corpus instead of the folder.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")] = False,
) -> ExitCode:
    """Run an engine on every case and compare its answers.

    The engine reads one JSON object a line, {"id", "scenario"}, and answers each with one line: {"id", "verdicts"}, and if
    it can "cost", "ends", "tests" and "clauses". `surefoot corpus engine` is such an engine. The exit code is 1 if an
    answer differs.
    """
    from surefoot.testing import standard

    if not engine:
        raise typer.BadParameter(text("Name the command that starts the engine"), param_hint="--engine")
    found = (
        json.loads(Path(file).read_text(encoding="utf-8"))
        if file
        else standard.exported(rulesets or (), Path(corpus) if corpus else None)
    )
    try:
        score = standard.measured(engine, found["cases"])
    except standard.EngineFailed as failed:
        tell(str(failed))
        return ExitCode.FAILURE
    if as_json:
        sys.stdout.write(json.dumps(score.data(), ensure_ascii=False) + "\n")
    else:
        for id_, part, expected, answered in score.wrong[:MOST_SHOWN]:
            sys.stdout.write(f"{id_}\n  {part}: {json.dumps(expected)} ≠ {json.dumps(answered)}\n")
        sys.stdout.write(text_count("{n} case", "{n} cases", score.cases) + "\n")
        for part, of in score.data()["parts"].items():
            line = text(
                "{part}: {right} of {given}", part=Notation(part), right=of["right"], given=of["given"]
            )
            sys.stdout.write(f"  {line}\n")
    return ExitCode.FAILURE if score.wrong or not score.cases else ExitCode.OK


@app.command("engine", epilog=examples("corpus engine"))
@handled
def engine() -> ExitCode:
    """Be the engine: answer cases from standard input, line by line."""
    from surefoot.testing import standard

    for line in standard.engine(sys.stdin):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    return ExitCode.OK
