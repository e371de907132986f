"""`surefoot serve` and `surefoot backup`: games and the API over the network, and a copy of all games."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from surefoot.cli.exits import ExitCode, handled, server_missing, tell
from surefoot.language import Either, Notation, Quoted, say
from surefoot.language.speaker import text, text_count

if TYPE_CHECKING:
    from surefoot.server.limits import Limits
    from surefoot.server.settings import Settings

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
    host: Annotated[
        str, typer.Option(help="The address to listen on; 0.0.0.0 for the whole network.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 for any free one.")] = 8040,
    database: Annotated[
        str,
        typer.Option(
            metavar="URL",
            envvar="SUREFOOT_DATABASE",
            help="The database: sqlite:///FILE or postgresql://… Default: a file in the folder of games.",
        ),
    ] = "",
    workers: Annotated[
        int, typer.Option(min=0, help="Worker processes that judge moves; 0 judges in the server process.")
    ] = 1,
    processes: Annotated[int, typer.Option(min=1, help="Server processes; several need PostgreSQL.")] = 1,
    limits: Annotated[
        list[str] | None,
        typer.Option(
            "--limit",
            metavar="NAME=N",
            help="Change a limit, such as seconds=5; the manual lists all limits.",
        ),
    ] = None,
    names: Annotated[
        list[str] | None,
        typer.Option(
            "--name",
            metavar="NAME",
            help="A name of this server, such as club.example.org; once for each. Addresses are always accepted.",
        ),
    ] = None,
    log: Annotated[
        str, typer.Option(metavar="LEVEL", help="The log level: debug, info, warning or error.")
    ] = "info",
) -> ExitCode:
    """Serve games and the API over the network.

    Games are saved in one file in the folder of games, or in PostgreSQL. Every move and every roll is saved before it is
    shown, so you can stop the server at any time. Press Ctrl+C to stop.
    """
    try:
        import uvicorn

        from surefoot.server.listening import options
        from surefoot.server.logs import configuration
        from surefoot.server.settings import Settings
        from surefoot.server.store.alone import InUse
        from surefoot.server.store.engines import NoSuchStore
        from surefoot.server.store.migrations import TooNew
        from surefoot.server.store.store import demand_ready
    except ImportError as missing:
        tell(server_missing(missing))
        return ExitCode.FAILURE
    if processes > 1 and (not database or database.startswith(SQLITE)):
        raise typer.BadParameter(text("Several processes need PostgreSQL: --database postgresql://…"))
    if log not in LEVELS:
        known = Either(tuple(Notation(each) for each in LEVELS))
        says = text("{level} isn't a log level: use {known}", level=Quoted(log), known=known)
        raise typer.BadParameter(says, param_hint="--log")
    settings = Settings(
        database=_database(database), workers=workers, limits=_limits(limits or []), names=tuple(names or ())
    )
    try:
        demand_ready(settings.database)
    except NoSuchStore as wrong:
        raise typer.BadParameter(str(wrong), param_hint="--database") from None
    except (InUse, TooNew) as wrong:
        tell(str(wrong))
        return ExitCode.FAILURE
    taken = _taken(host, port)
    if taken:
        tell(taken)
        return ExitCode.FAILURE
    for line in greeting(host, port, settings):
        typer.echo(line)
    with _together(processes) as folder:
        settings.model_copy(update={"together": folder}).handed_on()
        try:
            uvicorn.run(
                "surefoot.server.app:from_environment",
                factory=True,
                host=host,
                port=port,
                workers=processes,
                log_config=configuration(log),
                **options(settings.limits),
            )
        except SystemExit as ended:
            # What stopped it stands in its log; its own exit codes mean other things here.
            return ExitCode.FAILURE if ended.code else ExitCode.OK
        except KeyboardInterrupt:
            # Before it has begun to listen.
            return ExitCode.INTERRUPTED
    return ExitCode.OK


def _taken(host: str, port: int) -> str:
    """Why nothing can listen at an address; empty if it is free."""
    import socket

    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        kind, _, _, _, address = found[0]
        with socket.socket(kind, socket.SOCK_STREAM) as trial:
            if os.name == "posix":
                # A port that was released a moment ago counts as free.
                trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            return text(
                "Another program listens at port {port} already. Choose another one: --port {other}",
                port=Notation(str(port)),
                other=Notation(str(port + 1 if port < 65_535 else 0)),
            )
        why = Notation(error.strerror or str(error))
        return text(
            "Can't listen at {host}, port {port}: {why}",
            host=Notation(host),
            port=Notation(str(port)),
            why=why,
        )
    return ""


def greeting(host: str, port: int, settings: Settings) -> list[str]:
    """What the operator is told at the start: where the server is, and what it lacks for the internet."""
    import ipaddress

    shown = f"[{host}]" if ":" in host else "localhost" if host in ("0.0.0.0", "::") else host
    try:
        alone = ipaddress.ip_address(host).is_loopback
    except ValueError:
        alone = host == "localhost"
    address = Notation(f"http://{shown}:{port}/" if port else f"http://{shown}/")
    found = [text("Surefoot is at {address}; press Ctrl+C to stop", address=address)]
    if alone:
        found.append(text("Only this machine can reach it. For your network: --host 0.0.0.0"))
        return found
    found.append(text("Before you let strangers in:"))
    if not settings.names:
        found.append(
            text("- Tell it its name: --name club.example.org. Until then it answers to addresses alone")
        )
    found.append(
        text("- Put a proxy with TLS before it, on this machine: tokens must not travel unencrypted")
    )
    if settings.workers == 0:
        found.append(text("- Start at least one worker: with --workers 0 a long question stops all games"))
    if settings.database.startswith(SQLITE):
        found.append(text("- Make backups: surefoot backup FILE copies all games while it runs"))
    found.append(
        text("- Watch /health and /metrics; `surefoot admin` shows and deletes games, and bans addresses")
    )
    return found


@contextmanager
def _together(processes: int) -> Iterator[str]:
    """A folder that several server processes share; empty if there is only one."""
    if processes == 1:
        yield ""
        return
    import tempfile

    with tempfile.TemporaryDirectory(prefix="surefoot-") as folder:
        yield folder


def _limits(given: list[str]) -> Limits:
    """The typed limits; raises BadParameter with all mistakes at once."""
    from pydantic import ValidationError

    from surefoot.server.limits import Limits
    from surefoot.table.words import suggested

    named = [(name.strip(), value.strip()) for name, _, value in (each.partition("=") for each in given)]
    try:
        return Limits.model_validate(dict(named))
    except ValidationError as invalid:
        says = []
        for each in invalid.errors():
            name = str(each["loc"][0])
            if name in Limits.model_fields:
                says.append(f"{name}: {each['msg']}")
            else:
                unknown = say("There is no limit {name}", name=Quoted(name))
                says.append(text("{problem}", problem=suggested(unknown, name, Limits.model_fields)))
        raise typer.BadParameter("; ".join(says), param_hint="--limit") from None


def _database(given: str) -> str:
    """The given database, or by default a file in the folder of games."""
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
            help="The database of the server. Default: the file in the folder of games.",
        ),
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")] = False,
) -> ExitCode:
    """Copy all games of a server while it runs.

    The copy holds all games at one moment. It is a complete database: start a server with
    --database sqlite:///FILE, or copy it back into an empty PostgreSQL database with this command.
    """
    try:
        from surefoot.server.backup import NoBackup, copied
        from surefoot.server.store.engines import NoSuchStore
    except ImportError as missing:
        tell(server_missing(missing))
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
        counts = text(
            "Copied: {games}, {entries}, {seats}",
            games=Notation(text_count("{n} game", "{n} games", found.games)),
            entries=Notation(text_count("{n} log line", "{n} log lines", found.entries)),
            seats=Notation(text_count("{n} seat", "{n} seats", found.seats)),
        )
        typer.echo(counts)
    return ExitCode.OK
