"""The command that serves: games and the API over the network."""

from __future__ import annotations

from typing import Annotated

import typer

from surefoot.cli.exits import ExitCode, handled, tell

EXAMPLES = (
    "serve",
    "serve --port 9000 --database sqlite:///friday.db",
    "serve --database postgresql://surefoot@localhost/surefoot --processes 4",
)
SQLITE = "sqlite://"


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
) -> ExitCode:
    """Serve games and the API over the network.

    Games are kept in one file in the folder of games, or in PostgreSQL. Every declaration and every die is kept before
    anybody hears of it, so that a server can be stopped at any moment. Ctrl+C ends it.
    """
    try:
        import uvicorn

        from surefoot.server.settings import Settings
    except ImportError as missing:
        tell(f"The server is not installed ({missing.name} is missing): pip install 'surefoot[server]'")
        return ExitCode.FAILURE
    if processes > 1 and (not database or database.startswith(SQLITE)):
        raise typer.BadParameter("several processes need PostgreSQL: --database postgresql://…")
    settings = Settings(database=database or _usual(), workers=workers)
    settings.handed_on()
    uvicorn.run(
        "surefoot.server.app:from_environment",
        factory=True,
        host=host,
        port=port,
        workers=processes,
        log_level="info",
    )
    return ExitCode.OK


def _usual() -> str:
    """The file in which games are kept if nobody says where."""
    from surefoot.cli import home

    folder = home.games_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'server.db'}"
