"""The command that serves: games and the API over the network."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from surefoot.cli.exits import ExitCode, handled, tell

if TYPE_CHECKING:
    from surefoot.server.limits import Limits

EXAMPLES = (
    "serve",
    "serve --port 9000 --database sqlite:///friday.db",
    "serve --database postgresql://surefoot@localhost/surefoot --processes 4",
    "serve --limit seconds=5 --limit client_rate=10",
)
BACKUP = (
    "backup friday.db",
    "backup games.db --database postgresql://surefoot@localhost/surefoot",
    "backup postgresql://surefoot@localhost/restored --database sqlite:///games.db",
)
SQLITE = "sqlite://"
LEVELS = ("debug", "info", "warning", "error")


@handled
def serve(
    host: Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 for every one.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 for any that is free.")] = 8040,
    database: Annotated[
        str,
        typer.Option(
            metavar="URL",
            envvar="SUREFOOT_DATABASE",
            help="Where games are kept: sqlite:///FILE or postgresql://…; a file in the folder of games if left out.",
        ),
    ] = "",
    workers: Annotated[int, typer.Option(min=0, help="Processes that judge; 0 judges while serving.")] = 1,
    processes: Annotated[int, typer.Option(min=1, help="Processes that serve; several need PostgreSQL.")] = 1,
    limits: Annotated[
        list[str] | None,
        typer.Option(
            "--limit", metavar="NAME=N", help="Another limit, such as seconds=5; the manual lists them all."
        ),
    ] = None,
    log: Annotated[
        str, typer.Option(metavar="LEVEL", help="What is logged: debug, info, warning or error.")
    ] = "info",
) -> ExitCode:
    """Serve games and the API over the network.

    Games are kept in one file in the folder of games, or in PostgreSQL. Every declaration and every die is kept before
    anybody hears of it, so that a server can be stopped at any moment. Ctrl+C ends it.
    """
    try:
        import uvicorn

        from surefoot.server.logs import configuration
        from surefoot.server.settings import Settings
        from surefoot.server.store.alone import InUse
        from surefoot.server.store.engines import NoSuchStore
        from surefoot.server.store.migrations import TooNew
        from surefoot.server.store.store import demand_ready
    except ImportError as missing:
        tell(f"The server is not installed ({missing.name} is missing): pip install 'surefoot[server]'")
        return ExitCode.FAILURE
    if processes > 1 and (not database or database.startswith(SQLITE)):
        raise typer.BadParameter("several processes need PostgreSQL: --database postgresql://…")
    if log not in LEVELS:
        raise typer.BadParameter(f"{log!r} is none of {', '.join(LEVELS)}", param_hint="--log")
    settings = Settings(database=_database(database), workers=workers, limits=_limits(limits or []))
    try:
        demand_ready(settings.database)
    except NoSuchStore as wrong:
        raise typer.BadParameter(str(wrong), param_hint="--database") from None
    except (InUse, TooNew) as wrong:
        tell(str(wrong))
        return ExitCode.FAILURE
    with _together(processes) as folder:
        settings.model_copy(update={"together": folder}).handed_on()
        uvicorn.run(
            "surefoot.server.app:from_environment",
            factory=True,
            host=host,
            port=port,
            workers=processes,
            log_config=configuration(log),
            # Addresses may hold what is nobody's business; the server logs its requests itself.
            access_log=False,
            # What was begun is finished, if that takes no longer than the longest work may.
            timeout_graceful_shutdown=max(1, round(settings.limits.seconds + 5)),
        )
    return ExitCode.OK


@contextmanager
def _together(processes: int) -> Iterator[str]:
    """A folder for what several processes leave for each other; none if there is only one."""
    if processes == 1:
        yield ""
        return
    with tempfile.TemporaryDirectory(prefix="surefoot-") as folder:
        yield folder


def _limits(given: list[str]) -> Limits:
    """Limits as they are typed; every mistake at once."""
    from pydantic import ValidationError

    from surefoot.server.limits import Limits
    from surefoot.table.words import instead

    named = [(name.strip(), value.strip()) for name, _, value in (each.partition("=") for each in given)]
    try:
        return Limits.model_validate(dict(named))
    except ValidationError as invalid:
        says = []
        for each in invalid.errors():
            name = str(each["loc"][0])
            known = name in Limits.model_fields
            says.append(
                f"{name}: {each['msg']}"
                if known
                else f"no limit {name!r}{instead(name, Limits.model_fields)}"
            )
        raise typer.BadParameter("; ".join(says), param_hint="--limit") from None


def _database(given: str) -> str:
    """The database that is meant: a file in the folder of games if nobody says which."""
    return given or usual_database("server")


def usual_database(name: str) -> str:
    """A database in the folder of games."""
    from surefoot.cli.terminal import home

    folder = home.games_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return f"{SQLITE}/{folder / f'{name}.db'}"


@handled
def backup(
    target: Annotated[
        str, typer.Argument(metavar="FILE | URL", help="A new file, or the URL of an empty database.")
    ],
    database: Annotated[
        str,
        typer.Option(
            metavar="URL",
            envvar="SUREFOOT_DATABASE",
            help="The database of the server; the usual one if left out.",
        ),
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")] = False,
) -> ExitCode:
    """Copy all games of a server, while it runs.

    The copy holds every game as it stood at one moment. It is a database like any other: start a server on it with
    --database sqlite:///FILE, or copy it back into an empty PostgreSQL in the same way.
    """
    try:
        from surefoot.server.backup import NoBackup, copied
        from surefoot.server.store.engines import NoSuchStore
    except ImportError as missing:
        tell(f"The server is not installed ({missing.name} is missing): pip install 'surefoot[server]'")
        return ExitCode.FAILURE
    put = target if "://" in target else f"{SQLITE}/{target}"
    try:
        found = copied(_database(database), put)
    except NoSuchStore as wrong:
        raise typer.BadParameter(str(wrong)) from None
    except NoBackup as wrong:
        tell(str(wrong))
        return ExitCode.FAILURE
    if as_json:
        from surefoot.cli.json_output import print_json

        print_json(vars(found))
    else:
        typer.echo(f"{found.games} games with {found.entries} lines and {found.seats} seats")
    return ExitCode.OK
