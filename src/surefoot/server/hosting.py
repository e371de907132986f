"""Games as their host runs them: create, invite, join, leave, show and delete. No network is known here.

A server answers HTTP with it, and so does the worker of a browser that plays without a server.
"""

from __future__ import annotations

import secrets
from functools import cache
from importlib.resources.abc import Traversable
from typing import Any

from surefoot.answers.bundled import bundled
from surefoot.files.proof import commitment
from surefoot.language import Quoted, say
from surefoot.language.speaker import Speaker, text
from surefoot.records import dataclass
from surefoot.server import game_worker, seats
from surefoot.server.authority import Actor
from surefoot.server.forms import GameBegun, GameForm, GameShown, Invited, JoinForm, Seated, SeatForm
from surefoot.server.game_worker import Begun, NewLine
from surefoot.server.lobby import Lobby
from surefoot.server.names import cleaned
from surefoot.server.problems import Problem
from surefoot.server.room import Room
from surefoot.server.store.rows import EntryRow, GameRow, SeatRow
from surefoot.table.words import suggested

# The largest number of seats of a game.
MOST_SEATS = 100


@dataclass(frozen=True, slots=True)
class Prepared:
    """A new game that was judged and is not stored yet; one from a log has lines."""

    game: str
    seed: str
    commitment: str
    begun: Begun
    lines: tuple[NewLine, ...] = ()


async def prepared(lobby: Lobby, form: GameForm, client: str, key: str | None) -> Prepared:
    """Set up the table of a new game. `key` is that with which a server signs logs; without one they stay plain."""
    limits = lobby.limits
    # All work of one client shares one turn.
    turn = f"client:{client}"
    # Never with a dash in front, which commands would take for an option.
    game = secrets.token_hex(12)
    seed = secrets.token_hex(32) if form.dice == "server" else ""
    committed = commitment(seed) if seed else ""
    if form.log is not None:
        # Dice that were rolled elsewhere prove nothing here: the log of a reopened game names no key and no commitment.
        found = await lobby.workers.run(
            turn,
            *(game_worker.reopen, form.log, Actor("", "player"), limits),
            seconds=limits.seconds,
            account=client,
        )
        return Prepared(game, seed, committed, found.begun, found.lines)
    named = None if key is None else {"id": game, "key": key, "commitment": committed}
    laid = await lobby.workers.run(
        turn,
        *(game_worker.begin, _scenario(form), form.bundled or "scenario", form.ruleset, form.mode),
        *(limits, named),
        seconds=limits.seconds,
        account=client,
    )
    return Prepared(game, seed, committed, laid)


async def begun(lobby: Lobby, form: GameForm, made: Prepared, owner: str) -> GameBegun:
    """Store a prepared game with its seats. `owner` is the client as the store knows it."""
    game, laid = made.game, made.begun
    now = seats.now()
    row = GameRow(
        id=game,
        name=cleaned(form.name) or cleaned(laid.name) or text("Saved game"),
        mode=form.mode,
        dice=form.dice,
        seed=made.seed,
        commitment=made.commitment,
        header=laid.header,
        state=laid.state,
        begun=now,
        client=owner,
        bytes=len(laid.header),
        touched=now,
    )
    host_form, invited_forms = _seating(form, laid.sides)
    token = seats.new_token()
    host = seats.new_seat(
        game, host_form.role, host_form.sides, token, lobby.settings.seat_seconds, host=True, taken=True
    )
    invited = [_invited(game, each, lobby) for each in invited_forms]
    lines = [
        EntryRow(game, each.number, host.id, f"log-{each.number}", each.line, each.told)
        for each in made.lines
    ]
    await lobby.store.begin(row, [host, *(seat for seat, _ in invited)], lines)
    return GameBegun(
        game=game,
        seat=seats.shown(host),
        token=token,
        expires=host.expires,
        name=row.name,
        ruleset=laid.ruleset,
        sides=list(laid.sides),
        commitment=row.commitment,
        invitations=[shown for _, shown in invited],
    )


def _scenario(form: GameForm) -> str | dict[str, Any]:
    if form.scenario is not None:
        return form.scenario
    known = bundled_scenarios()
    if form.bundled not in known:
        problem = say("There is no bundled scenario {name}", name=Quoted(form.bundled))
        raise Problem("scenario/unknown", suggested(problem, form.bundled, known))
    return known[form.bundled].read_text(encoding="utf-8")


@cache
def bundled_scenarios() -> dict[str, Traversable]:
    """The bundled scenarios, looked for once: to look at all installed packages takes longer than many moves."""
    return bundled()


def _seating(form: GameForm, sides: tuple[str, ...]) -> tuple[SeatForm, list[SeatForm]]:
    """The seats of the host and of the others: as requested, or one player for each side."""
    host = form.host
    if host is None:
        host = SeatForm(sides=[sides[0]]) if sides else SeatForm(role="referee")
    invited = form.invite
    if invited is None:
        invited = [SeatForm(sides=[side]) for side in sides if side not in host.sides]
    for number, each in enumerate((host, *invited)):
        _known(each, sides, f"invite[{number - 1}].sides" if number else "host.sides")
    return host, invited


def _known(form: SeatForm, sides: tuple[str, ...], where: str) -> None:
    unknown = [side for side in form.sides if side not in sides]
    if unknown:
        says = suggested(say("There is no side {side}", side=Quoted(unknown[0])), unknown[0], sides)
        raise Problem("request/malformed", says, problems=[{"where": where, "says": Speaker()(says)}])


def _invited(game: str, form: SeatForm, lobby: Lobby) -> tuple[SeatRow, Invited]:
    invitation = seats.new_token()
    seat = seats.new_seat(game, form.role, form.sides, invitation, lobby.settings.invitation_seconds)
    return seat, Invited(seat=seats.shown(seat), invitation=invitation, expires=seat.expires)


async def join(lobby: Lobby, form: JoinForm) -> Seated:
    """Take a seat with an invitation, which can be used once."""
    invitation = seats.hashed(form.invitation)
    offered = await lobby.store.seat_of(invitation)
    token = seats.new_token()
    taken = None
    if offered is not None and not offered.taken and seats.now() < offered.expires:
        expires = seats.now() + lobby.settings.seat_seconds
        taken = await lobby.store.take_seat(invitation, seats.hashed(token), cleaned(form.name), expires)
    if taken is None:
        raise Problem("seat/unknown", say("This invite link was used or has expired. Ask for a new one"))
    await (await lobby.room(taken.game)).catch_up()
    return Seated(game=taken.game, seat=seats.shown(taken), token=token, expires=taken.expires)


async def invite(lobby: Lobby, game: str, form: SeatForm, seat: SeatRow, client: str) -> Invited:
    """Add a seat for a player, a spectator or a referee. Only the host and referees can do this."""
    room = await _hosted(lobby, game, seat)
    scene = await room.scene(client)
    _known(form, scene.sides, "sides")
    row, shown = _invited(game, form, lobby)
    if not await lobby.store.add_seat(row, MOST_SEATS):
        raise Problem(
            "limit/complexity", say("A game has at most {most} seats", most=MOST_SEATS), problems=[]
        )
    await room.catch_up()
    return shown


async def invite_again(lobby: Lobby, game: str, other: str, seat: SeatRow) -> Invited:
    """Create a new invitation for a seat; its old token or invitation becomes invalid."""
    room = await _hosted(lobby, game, seat)
    row = _other(room, other)
    _demand_free(row, room)
    invitation = seats.new_token()
    expires = seats.now() + lobby.settings.invitation_seconds
    for referee in room.seats.values():
        if other in seats.agreed_by(referee):
            # The player who sat here has agreed, and not the next one.
            await lobby.store.change_seat(referee, agreed=seats.agreed_with(referee, other, agree=False))
    await lobby.store.change_seat(
        row,
        token=seats.hashed(invitation),
        taken=False,
        revoked=False,
        expires=expires,
        # The next holder has to be agreed to, and adds a secret of their own.
        agreed="[]",
        pledge="",
        secret="",
    )
    await room.catch_up()
    return Invited(seat=seats.shown(room.seats[other]), invitation=invitation, expires=expires)


async def revoke(lobby: Lobby, game: str, other: str, seat: SeatRow) -> None:
    """Revoke a seat at once. You can leave your own seat; the host and referees can revoke others."""
    room = await lobby.room(game) if other == seat.id else await _hosted(lobby, game, seat)
    row = _other(room, other)
    if other != seat.id:
        _demand_free(row, room)
    await lobby.store.change_seat(row, revoked=True)
    await room.catch_up()


def _demand_free(row: SeatRow, room: Room) -> None:
    if not seat_free(row, list(room.seats.values())):
        raise Problem(
            "seat/not-yours", say("The players have agreed to this referee: only the referee can leave")
        )


def seat_free(row: SeatRow, seated: list[SeatRow]) -> bool:
    """Whether the host may take a seat away: not that of a referee to whom other players have agreed."""
    others = [each for each in seated if each.role == "player" and not each.host and seats.opens(each)]
    return not (others and not row.host and seats.trusted(row, seated))


async def _hosted(lobby: Lobby, game: str, seat: SeatRow) -> Room:
    if not seat.host and seat.role != "referee":
        raise Problem("seat/not-yours", say("Only the host and referees can manage seats"))
    room = await lobby.room(game)
    if not seat.host:
        room.demand_trusted(room.seats.get(seat.id, seat))
    return room


def _other(room: Room, seat: str) -> SeatRow:
    if seat not in room.seats:
        raise Problem("request/unknown-address", say("This table has no seat {seat}", seat=Quoted(seat)))
    return room.seats[seat]


async def shown(lobby: Lobby, game: str, client: str) -> GameShown:
    """The current state of a game."""
    room = await lobby.room(game)
    scene = await room.scene(client)
    row = room.game
    return GameShown(
        game=game,
        name=row.name,
        mode=row.mode,
        dice=row.dice,
        commitment=row.commitment,
        over=row.over,
        seed=row.seed if row.over else "",
        seq=room.number,
        hash=room.hash,
        seats=[seats.shown(each, room.seats.values()) for each in room.seats.values()],
        state=scene.state,
        question=scene.question,
    )


async def remove(lobby: Lobby, game: str, seat: SeatRow) -> None:
    """Delete a game for good. The host can do this when it is over, or while no other seat is taken."""
    if not seat.host:
        raise Problem("seat/not-yours", say("Only the host can delete a game"))
    room = await lobby.room(game)
    others = [each for each in room.seats.values() if each.id != seat.id and seats.opens(each)]
    if not room.game.over and any(each.role != "spectator" for each in others):
        raise Problem("state/not-now", say("Others play this game: finish it first"))
    await lobby.store.delete_games([game])
    await lobby.removed(game)


async def announced(lobby: Lobby, game: str, after: int, limit: int) -> str:
    """The announcements after a line, as a JSON list: the replay of a game."""
    rows = await lobby.store.entries(game, after, limit)
    return f"[{','.join(row.told for row in rows)}]"
