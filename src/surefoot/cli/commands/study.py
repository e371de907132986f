"""`surefoot study`: many games by plan, their results and any game of them again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from surefoot.cli.exits import ExitCode, handled, tell
from surefoot.cli.move_options import Lines
from surefoot.language import Notation, Sentence, say
from surefoot.language.speaker import Speaker, text

EXAMPLES = (
    "study plan.yaml",
    "study plan.yaml --workers 2 -o results",
    "study plan.yaml --engine dask",
    "study plan.yaml --replay 17 --game friday.game",
)


@handled
def study(
    plan: Annotated[str, typer.Argument(metavar="PLAN", help="The plan: tables, players and seeds.")],
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", metavar="DIR", help="The folder of the results. Default: beside the plan."
        ),
    ] = "",
    workers: Annotated[int, typer.Option(metavar="N", min=1, max=1024, help="Processes that play.")] = 1,
    engine: Annotated[
        str, typer.Option(metavar="NAME", help="What runs them: processes, dask or ray.")
    ] = "processes",
    address: Annotated[
        str, typer.Option(metavar="ADDRESS", help="A cluster of Dask or Ray that runs already.")
    ] = "",
    replay: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="Write game N as a log instead of playing.")
    ] = None,
    game: Annotated[
        str, typer.Option("--game", metavar="GAME", help="The file for --replay. Default: game-N.game.")
    ] = "",
) -> ExitCode:
    """Play many games by plan, and write their results.

    Results are Parquet and Arrow. Games that the folder has already are not played again, so a study can be stopped and continued. The rows are the same
    on any number of workers. Any game can be written as a log, for `surefoot replay` and `surefoot play`.
    """
    from surefoot.studies.plan import read_plan
    from surefoot.studies.running import ENGINES, OtherPlan, rows_of, run

    if engine not in ENGINES:
        raise typer.BadParameter(text("The engine is processes, dask or ray"), param_hint="--engine")
    found = read_plan(plan)
    folder = Path(output) if output else Path(plan).with_suffix("")
    if replay is not None:
        return _replayed(found, folder, replay, game)
    try:
        run(found, folder, workers=workers, engine=engine, address=address, progress=_progress)
    except OtherPlan as other:
        raise typer.BadParameter(str(other), param_hint="--output") from None
    except ModuleNotFoundError as missing:
        raise typer.BadParameter(
            text("Install {package} for this engine", package=Notation(str(missing.name))),
            param_hint="--engine",
        ) from None
    games, moves = rows_of(found, folder)
    from surefoot.studies.results import summary, write

    try:
        files = write(found, folder, games, moves)
    except ModuleNotFoundError as missing:
        raise typer.BadParameter(
            text("Install {package}: pip install 'surefoot[studies]'", package=Notation(str(missing.name)))
        ) from None
    _show(summary(games))
    for file in files:
        tell(text("Written: {file}", file=Notation(str(file))))
    return ExitCode.OK


def _show(summed: dict[str, Any]) -> None:
    """Print who won how often; all figures are in `summary.json`."""
    out = Lines(Speaker())
    for each in summed["pairings"]:
        table, players = Notation(each["table"]), Notation(each["players"])
        out.line(say("{table}, {players}:", table=table, players=players))
        for side, share in each["won"].items():
            figures = _share(share)
            out.item(
                say("drawn: {share}", share=figures)
                if side == "draw"
                else say("won by {side}: {share}", side=Notation(side), share=figures)
            )
    for each in summed["strengths"]:
        names = {name: Notation(each[name]) for name in ("better", "than", "table")}
        out.line(say("{better} against {than} on {table}:", **names))
        matches, games = (each[name] for name in ("won_both_ways", "won"))
        out.item(say("matches, each opening from both seats: {share}", share=_share(matches)))
        out.item(say("games: {share}", share=_share(games)))


def _share(share: dict[str, float]) -> Sentence:
    """A share as "17 of 20 (85 %; 95 % interval: 64 to 95 %)"."""
    counts = {"won": Notation(f"{share['games']:g}"), "of": Notation(f"{share['of']:g}")}
    percents = {name: Notation(f"{100 * share[name]:.0f}") for name in ("share", "low", "high")}
    return say("{won} of {of} ({share} %; 95 % interval: {low} to {high} %)", **counts, **percents)


def _progress(done: int, games: int) -> None:
    tell(text("{done} of {games} games", done=done, games=games))


def _replayed(found: object, folder: Path, number: int, game: str) -> ExitCode:
    from surefoot.files.game import create
    from surefoot.studies.games import replayed
    from surefoot.studies.plan import Study

    assert isinstance(found, Study)
    part = folder / "parts" / f"{number:08d}.json"
    if number >= len(found.jobs) or not part.exists():
        raise typer.BadParameter(text("Game {number} was not played", number=number), param_hint="--replay")
    job = found.jobs[number]
    row = json.loads(part.read_text(encoding="utf-8"))["game"]
    state = replayed(found.form, found.texts[job.table], job, row["actions"])
    path = Path(game or f"game-{number}.game")
    create(path, state.session)
    tell(text("Written: {file}", file=Notation(str(path))))
    return ExitCode.OK
