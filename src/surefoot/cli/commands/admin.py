"""`surefoot admin`: what operators of a server do with its games, its space and its visitors."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from surefoot.cli.commands.serve import usual_database
from surefoot.cli.examples import examples
from surefoot.cli.exits import ExitCode, handled, server_missing, tell
from surefoot.language import Notation, Quantity, Quoted
from surefoot.language.speaker import text, text_count
from surefoot.records import dataclass

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

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


class _Database:
    """The database of a server, while the server runs: each piece of work is a transaction of its own."""

    def __init__(self, made: Engine) -> None:
        self._engine = made

    def do(self, work: Callable[[Connection], T]) -> T:
        """The result of some work."""
        with self._engine.begin() as connection:
            return work(connection)


@contextmanager
def _opened(database: str, *, writing: bool = False) -> Iterator[_Database]:
    """The database of a server; raises _Failed if it can't be used."""
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
    found = _Database(made)
    try:
        if found.do(version) != len(STEPS):
            raise _Failed(text("The database has another schema: start a server of this version on it once"))
        yield found
    except DBAPIError as error:
        raise _Failed(text("Database error: {error}", error=Notation(str(error.orig)))) from None
    finally:
        made.dispose()


def _connected(database: str, work: Callable[[Connection], T], *, writing: bool = False) -> T:
    """Do one piece of work with the database of a server."""
    with _opened(database, writing=writing) as store:
        return store.do(work)


@dataclass(frozen=True)
class _Wanted:
    """The games that a command is about: by id, of a client, not played for some days. All that is given must hold."""

    ids: tuple[str, ...] = ()
    client: str = ""
    idle_days: float = 0.0

    @property
    def is_all(self) -> bool:
        """Whether nothing was named."""
        return not (self.ids or self.client or self.idle_days)

    def among(self, connection: Connection, ids: Collection[str] | None = None) -> list[str]:
        """Those of all games, or of some, that are wanted."""
        from surefoot.server.store.upkeep import overview

        before = time.time() - self.idle_days * DAY
        return [
            each.id
            for each in overview(connection, ids or self.ids or None)
            if (not self.client or each.client == self.client) and (not self.idle_days or each.last < before)
        ]


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
        tell(text_count("{n} more game: use --most", "{n} more games: use --most", len(found) - most))
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
    typer.echo(text_count("{n} game takes {size}", "{n} games take {size}", len(found), size=_size(total)))
    for client, size in largest:
        typer.echo(text("  client {client}: {size}", client=Notation(client), size=_size(size)))
    return ExitCode.OK


Client = Annotated[str, typer.Option(help="All games of a client, as `admin games` shows it.")]
IdleDays = Annotated[float, typer.Option("--idle-days", min=0, help="Games not played for so long.")]


@admin.command("delete", epilog=examples("admin delete --idle-days 400 --yes"))
@_command
def delete(
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="GAME …", help="The games, by their ids.")
    ] = None,
    client: Client = "",
    idle_days: IdleDays = 0,
    yes: Annotated[bool, typer.Option("--yes", help="Delete; without it, only show what would be.")] = False,
    database: Database = "",
) -> ExitCode:
    """Delete games for good. Make a backup or export them first.

    Of several conditions all must hold.
    """
    from surefoot.cli.waiting import Waiting
    from surefoot.server.store.upkeep import TOGETHER, remove

    wanted, count = _Wanted(tuple(ids or ()), client, idle_days), 0
    if wanted.is_all:
        raise typer.BadParameter(text("Name the games, a --client or --idle-days"))
    if not yes:
        found = _connected(database, wanted.among)
        for game in found:
            typer.echo(game)
        tell(
            text_count(
                "{n} game would be deleted: repeat with --yes",
                "{n} games would be deleted: repeat with --yes",
                len(found),
            )
        )
        return ExitCode.OK
    found = _connected(database, wanted.among)
    with _opened(database, writing=True) as store, Waiting("") as waiting:
        for done in range(0, len(found), TOGETHER):
            if waiting.interrupted:
                break
            waiting.show(text("Deleting games: {done} of {all}", done=done, all=len(found)))
            some = found[done : done + TOGETHER]
            # A game that was played meanwhile is idle no more.
            count += store.do(lambda c, some=some: remove(c, *wanted.among(c, some)))  # type: ignore[misc]  # bound now
    typer.echo(text_count("Deleted {n} game", "Deleted {n} games", count))
    if waiting.interrupted:
        return ExitCode.INTERRUPTED
    return ExitCode.OK if count or not wanted.ids else ExitCode.FAILURE


@admin.command("export", epilog=examples("admin export logs", "admin export archive --idle-days 400"))
@_command
def export(
    folder: Annotated[Path, typer.Argument(help="A folder for the logs; one file for each game.")],
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME …]", help="Some games; all if left out.")
    ] = None,
    client: Client = "",
    idle_days: IdleDays = 0,
    database: Database = "",
) -> ExitCode:
    """Write the signed logs of games to files.

    Of all games, or of those for which every condition holds. Only you may read the files; `surefoot replay` shows them.
    """
    from surefoot.cli.waiting import Waiting

    folder.mkdir(parents=True, exist_ok=True)
    wanted, count = _Wanted(tuple(ids or ()), client, idle_days), 0
    with _opened(database) as store, Waiting("") as waiting:
        found = store.do(wanted.among)
        for done, game in enumerate(found):
            if waiting.interrupted:
                break
            waiting.show(text("Exporting games: {done} of {all}", done=done, all=len(found)))
            lines = store.do(lambda c, game=game: _log(c, game))  # type: ignore[misc]  # bound now
            if lines:
                _write_private(folder / f"{re.sub(r'[^A-Za-z0-9_-]', '_', game)}.game", lines)
                count += 1
    typer.echo(
        text_count(
            "Exported {n} game to {folder}",
            "Exported {n} games to {folder}",
            count,
            folder=Notation(str(folder)),
        )
    )
    if waiting.interrupted:
        return ExitCode.INTERRUPTED
    return ExitCode.OK if count or not wanted.ids else ExitCode.FAILURE


def _log(connection: Connection, game: str) -> list[str]:
    """The signed log of a game; empty if it is gone."""
    from sqlalchemy import select

    from surefoot.files.codec import canonical
    from surefoot.server import seats as seating
    from surefoot.server.signing import Signer, ending
    from surefoot.server.store import tables
    from surefoot.server.store.rows import GameRow, SeatRow
    from surefoot.server.store.store import KEY

    found = connection.execute(select(tables.games).where(tables.games.c.id == game)).first()
    if found is None:
        return []
    row = GameRow(**found._mapping)
    key = connection.execute(select(tables.server.c.value).where(tables.server.c.name == KEY)).scalar_one()
    rest = select(tables.entries.c.line).where(tables.entries.c.game == game)
    lines = [row.header, *connection.execute(rest.order_by(tables.entries.c.number)).scalars()]
    held = select(tables.seats).where(tables.seats.c.game == game).order_by(tables.seats.c.id)
    seated = canonical([seating.in_log(SeatRow(**each._mapping)) for each in connection.execute(held)])
    return [*lines, ending(Signer(str(key)), row, lines, seated)]


def _write_private(path: Path, lines: list[str]) -> None:
    """Write a file that only its owner may read."""
    import os

    path.unlink(missing_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as writing:
        writing.writelines(f"{line}\n" for line in lines)


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
