"""`surefoot admin`: what operators of a server do with its games, its space and its visitors."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from surefoot.cli.commands.serve import usual_database
from surefoot.cli.examples import examples
from surefoot.cli.exits import ExitCode, handled, server_missing, tell
from surefoot.language import Notation, Quantity, Quoted
from surefoot.language.speaker import text

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from surefoot.server.store.upkeep import Kept

T = TypeVar("T")

DAY = 86_400
EXAMPLES = (
    "admin games --by-size",
    "admin export logs",
    "admin delete --idle-days 400 --yes",
    "admin ban 203.0.113.0/24 --days 7",
)

admin = typer.Typer(no_args_is_help=True, help="Look after the games of a server: list, export, delete, ban.")

Database = Annotated[
    str,
    typer.Option(
        metavar="URL",
        envvar="SUREFOOT_DATABASE",
        help="The database of the server. Default: the file in the folder of games.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]


class _Failed(Exception):
    """Why a command could not be carried out."""


def _connected(database: str, work: Callable[[Connection], T], *, writing: bool = False) -> T:
    """Do something with the database of a server, while the server runs."""
    from sqlalchemy.exc import DBAPIError

    from surefoot.server.store.engines import SQLITE, NoSuchStore, engine, parsed
    from surefoot.server.store.migrations import STEPS, version

    try:
        url = parsed(database or usual_database("server"))
    except NoSuchStore as wrong:
        raise typer.BadParameter(str(wrong), param_hint="--database") from None
    if url.get_backend_name() == SQLITE and not Path(str(url.database)).is_file():
        raise _Failed(text("There are no games in {path}: no such file", path=Notation(str(url.database))))
    made = engine(url, writing=writing)
    try:
        with made.begin() as connection:
            if version(connection) != len(STEPS):
                raise _Failed(
                    text("The database has another schema: start a server of this version on it once")
                )
            return work(connection)
    except DBAPIError as error:
        raise _Failed(text("Database error: {error}", error=Notation(str(error.orig)))) from None
    finally:
        made.dispose()


def _command(function: Callable[..., ExitCode]) -> Callable[..., None]:
    """A command of operators: failures are told, without tracebacks."""
    from functools import wraps

    @wraps(function)
    def wrapped(*arguments: Any, **options: Any) -> ExitCode:
        try:
            return function(*arguments, **options)
        except ImportError as missing:
            tell(server_missing(missing))
        except _Failed as failed:
            tell(str(failed))
        return ExitCode.FAILURE

    return handled(wrapped)


def _printed(data: Any) -> None:
    from surefoot.cli.json_output import print_json

    print_json(data)


def _size(number: int) -> Quantity:
    return Quantity(round(number / 1_000_000, 2), "MB")


def _day(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")


@admin.command("games", epilog=examples("admin games --by-size"))
@_command
def games(
    database: Database = "",
    most: Annotated[int, typer.Option("--most", min=1, help="Show at most this many.")] = 50,
    by_size: Annotated[bool, typer.Option("--by-size", help="The largest first, not the latest.")] = False,
    as_json: AsJson = False,
) -> ExitCode:
    """List the games with their last move, size and client."""
    from surefoot.server.store.upkeep import overview

    found = _connected(database, overview)
    if by_size:
        found = sorted(found, key=lambda each: -each.bytes)
    if as_json:
        _printed([_data(each) for each in found[:most]])
        return ExitCode.OK
    from rich.table import Table
    from rich.text import Text

    from surefoot.cli.show import console
    from surefoot.server.names import cleaned

    table = Table(box=None)
    for column in (
        text("Game"),
        text("Name"),
        text("Last played"),
        text("Lines"),
        text("MB"),
        text("Client"),
    ):
        table.add_column(column, overflow="fold")
    for each in found[:most]:
        size = f"{each.bytes / 1_000_000:.2f}"
        # A name is a text of strangers: no markup, no control characters of a terminal.
        table.add_row(each.id, Text(cleaned(each.name)), _day(each.last), str(each.lines), size, each.client)
    console().print(table)
    if len(found) > most:
        tell(text("{left} more games: use --most", left=len(found) - most))
    return ExitCode.OK


def _data(kept: Kept) -> dict[str, Any]:
    return {name: getattr(kept, name) for name in kept.__slots__}


@admin.command("space", epilog=examples("admin space"))
@_command
def space(database: Database = "", as_json: AsJson = False) -> ExitCode:
    """Show the space of all games, and of the largest clients."""
    from surefoot.server.store.upkeep import overview

    found = _connected(database, overview)
    clients: dict[str, int] = {}
    for each in found:
        clients[each.client or "?"] = clients.get(each.client or "?", 0) + each.bytes
    largest = sorted(clients.items(), key=lambda each: -each[1])[:10]
    total = sum(clients.values())
    if as_json:
        _printed({"games": len(found), "bytes": total, "clients": dict(largest)})
        return ExitCode.OK
    typer.echo(text("{games} games take {size}", games=len(found), size=_size(total)))
    for client, size in largest:
        typer.echo(text("  client {client}: {size}", client=Notation(client), size=_size(size)))
    return ExitCode.OK


@admin.command("delete", epilog=examples("admin delete --idle-days 400 --yes"))
@_command
def delete(
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="GAME …", help="The games, by their ids.")
    ] = None,
    client: Annotated[str, typer.Option(help="All games of a client, as `admin games` shows it.")] = "",
    idle_days: Annotated[float, typer.Option("--idle-days", min=0, help="Games not played for so long.")] = 0,
    yes: Annotated[bool, typer.Option("--yes", help="Delete; without it, only show what would be.")] = False,
    database: Database = "",
) -> ExitCode:
    """Delete games for good. Make a backup first: `surefoot backup`."""
    from surefoot.server.store.upkeep import overview, remove

    wanted = set(ids or ())
    if not wanted and not client and not idle_days:
        raise typer.BadParameter(text("Name the games, a --client or --idle-days"))
    before = time.time() - idle_days * DAY

    def chosen(connection: Connection) -> list[str]:
        return [
            each.id
            for each in overview(connection)
            if each.id in wanted or (client and each.client == client) or (idle_days and each.last < before)
        ]

    if not yes:
        found = _connected(database, chosen)
        for game in found:
            typer.echo(game)
        tell(text("{count} games would be deleted: repeat with --yes", count=len(found)))
        return ExitCode.OK
    count = _connected(database, lambda c: remove(c, *chosen(c)), writing=True)
    typer.echo(text("Deleted {count} games", count=count))
    return ExitCode.OK if count or not wanted else ExitCode.FAILURE


@admin.command("export", epilog=examples("admin export logs"))
@_command
def export(
    folder: Annotated[Path, typer.Argument(help="A folder for the logs; one file for each game.")],
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME …]", help="Some games; all if left out.")
    ] = None,
    database: Database = "",
) -> ExitCode:
    """Write the signed logs of games to files.

    Only you may read the files; `surefoot replay` shows them.
    """
    import os

    from sqlalchemy import select

    from surefoot.files.codec import canonical
    from surefoot.server import seats as seating
    from surefoot.server.signing import Signer, ending
    from surefoot.server.store import tables
    from surefoot.server.store.rows import GameRow, SeatRow
    from surefoot.server.store.store import KEY

    folder.mkdir(parents=True, exist_ok=True)
    wanted = set(ids or ())

    def work(connection: Connection) -> int:
        key = connection.execute(
            select(tables.server.c.value).where(tables.server.c.name == KEY)
        ).scalar_one()
        signer, count = Signer(str(key)), 0
        names = connection.execute(select(tables.games.c.id).order_by(tables.games.c.begun)).scalars().all()
        for name in names:
            if wanted and name not in wanted:
                continue
            row = GameRow(
                **connection.execute(select(tables.games).where(tables.games.c.id == name)).one()._mapping
            )
            rest = select(tables.entries.c.line).where(tables.entries.c.game == name)
            lines = [row.header, *connection.execute(rest.order_by(tables.entries.c.number)).scalars()]
            held = select(tables.seats).where(tables.seats.c.game == name).order_by(tables.seats.c.id)
            seated = [SeatRow(**each._mapping) for each in connection.execute(held)]
            lines.append(ending(signer, row, lines, canonical([seating.in_log(each) for each in seated])))
            path = folder / f"{re.sub(r'[^A-Za-z0-9_-]', '_', name)}.game"
            path.unlink(missing_ok=True)
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as writing:
                writing.writelines(f"{line}\n" for line in lines)
            count += 1
        return count

    count = _connected(database, work)
    typer.echo(text("Exported {count} games to {folder}", count=count, folder=Notation(str(folder))))
    return ExitCode.OK if count or not wanted else ExitCode.FAILURE


@admin.command("ban", epilog=examples("admin ban 203.0.113.0/24 --days 7"))
@_command
def ban(
    network: Annotated[str, typer.Argument(help="An address or a network, such as 203.0.113.0/24.")],
    days: Annotated[float, typer.Option(min=0.01, help="Days that the ban lasts.")] = 30.0,
    why: Annotated[str, typer.Option(help="A note for you.")] = "",
    database: Database = "",
) -> ExitCode:
    """Refuse all requests of an address or a network.

    Running servers notice within five seconds.
    """
    from surefoot.server.store import upkeep

    given = upkeep.Ban(_network(network), int(time.time() + days * DAY), why)
    _connected(database, lambda c: upkeep.ban(c, given), writing=True)
    typer.echo(
        text(
            "{network} is banned until {day}",
            network=Notation(given.network),
            day=Notation(_day(given.until)),
        )
    )
    return ExitCode.OK


@admin.command("unban", epilog=examples("admin unban 203.0.113.0/24"))
@_command
def unban(
    network: Annotated[str, typer.Argument(help="The address or network.")], database: Database = ""
) -> ExitCode:
    """Lift the ban of an address or a network."""
    from surefoot.server.store import upkeep

    name = _network(network)
    if not _connected(database, lambda c: upkeep.unban(c, name), writing=True):
        raise _Failed(text("{network} is not banned", network=Notation(name)))
    typer.echo(text("{network} is no longer banned", network=Notation(name)))
    return ExitCode.OK


@admin.command("bans", epilog=examples("admin bans"))
@_command
def bans(database: Database = "", as_json: AsJson = False) -> ExitCode:
    """List the banned networks."""
    from surefoot.server.store import upkeep

    found = _connected(database, lambda c: upkeep.banned(c, int(time.time())))
    if as_json:
        _printed([{"network": each.network, "until": each.until, "why": each.why} for each in found])
        return ExitCode.OK
    for each in found:
        typer.echo(
            text(
                "{network} until {day} {why}",
                network=Notation(each.network),
                day=Notation(_day(each.until)),
                why=Notation(each.why),
            )
        )
    if not found:
        tell(text("No network is banned"))
    return ExitCode.OK


def _network(given: str) -> str:
    import ipaddress

    try:
        return str(ipaddress.ip_network(given, strict=False))
    except ValueError:
        raise typer.BadParameter(
            text("{given} is not an address or a network", given=Quoted(given))
        ) from None
