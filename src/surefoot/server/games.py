"""Games over HTTP: create, invite, join, view, send requests, and export the log."""

from __future__ import annotations

import json
import secrets
from dataclasses import field
from functools import cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, ConfigDict, Field, model_validator

from surefoot.answers.bundled import bundled
from surefoot.files.proof import commitment
from surefoot.files.refusals import fail
from surefoot.language import Quoted, say
from surefoot.language.speaker import Speaker, text
from surefoot.records import dataclass, replace
from surefoot.server import game_worker, messages, seats
from surefoot.server.authority import Actor
from surefoot.server.game_worker import Begun, NewLine, Reopened
from surefoot.server.janitor import Quotas
from surefoot.server.lobby import Lobby
from surefoot.server.messages import SeatShown
from surefoot.server.problems import Problem
from surefoot.server.room import Room
from surefoot.server.signing import Signer, ending
from surefoot.server.store.rows import EntryRow, GameRow, Role, SeatRow
from surefoot.server.waiting import while_there
from surefoot.table.words import suggested

router = APIRouter(prefix="/v1", tags=["games"])

Name = messages.Name
# The largest number of seats of a game.
MOST_SEATS = 100
SideName = Annotated[str, Field(max_length=200)]


# Answers to a request over HTTP: the same frames as over a socket, except refusals.
ANSWER: Any = (
    messages.Done | messages.Looked | messages.Proposed | messages.Declined | messages.Over | messages.Talked
)


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid")


class SeatForm(_Form):
    """A new seat."""

    role: Role = "player"
    sides: list[SideName] = Field(
        default_factory=list, max_length=50, description="The sides that a player plays."
    )

    @model_validator(mode="after")
    def _only_players_play(self) -> SeatForm:
        if bool(self.sides) != (self.role == "player"):
            fail(say("A player needs at least one side; referees and spectators have none"))
        return self


class GameForm(_Form):
    """A new game: its scenario, how strict the referee is, who rolls the dice, and its seats."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"bundled": "gantry"}]},
    )

    scenario: str | dict[str, Any] | None = Field(None, description="A scenario, as YAML text or as data.")
    bundled: str = Field("", max_length=80, description="Or the name of a bundled scenario.")
    log: str | None = Field(None, description="Or the log of a game, to be continued as a game of its own.")
    ruleset: str = Field("", max_length=400, description="Replaces the ruleset of the scenario.")
    name: Name = ""
    mode: Literal["enforce", "advise", "record"] = "enforce"
    dice: Literal["server", "typed"] = "server"
    host: SeatForm | None = Field(None, description="Your own seat; a player of the first side if left out.")
    invite: list[SeatForm] | None = Field(
        None, max_length=50, description="Other seats; one player for each other side if left out."
    )

    @model_validator(mode="after")
    def _one_scenario(self) -> GameForm:
        if [self.scenario is not None, bool(self.bundled), self.log is not None].count(True) != 1:
            fail(say("Give either a scenario, the name of a bundled one, or the log of a game"))
        return self


class Invited(BaseModel):
    """An invitation: it can be used once, in exchange for a token."""

    seat: SeatShown
    invitation: str
    expires: int = Field(description="Seconds since 1970.")


class Seated(BaseModel):
    """A seat and its token. The server stores only a hash: the token can't be shown again."""

    game: str
    seat: SeatShown
    token: str
    expires: int = Field(description="Seconds since 1970.")


class GameBegun(Seated):
    """A new game, with your seat and the invitations for the other seats."""

    name: str
    ruleset: str
    sides: list[str]
    commitment: str = Field(
        description="SHA-256 of the seed of the dice, which is published when the game is over."
    )
    invitations: list[Invited]


class GameShown(BaseModel):
    """The current state of a game."""

    game: str
    name: str
    mode: str
    dice: str
    commitment: str
    over: bool
    seed: str = Field(description="Empty until the game is over.")
    seq: int
    hash: str
    seats: list[SeatShown]
    state: dict[str, Any]
    question: dict[str, Any] | None


class ServerKey(BaseModel):
    """The public key of the server."""

    key: str = Field(description="32 bytes as hexadecimal digits.")


class JoinForm(_Form):
    """Take a seat."""

    invitation: str = Field(max_length=200)
    name: Name = ""


# --- access ---------------------------------------------------------------------------------------

_bearer = HTTPBearer(auto_error=False, description="The token of a seat.")


def client_of(request: Request) -> str:
    """The client of a request, who pays for its work."""
    client: str = request.scope["state"]["visit"].client
    return client


def lobby_of(request: Request) -> Lobby:
    """The lobby of this process."""
    lobby: Lobby = request.app.state.lobby
    return lobby


async def seat_of(
    request: Request,
    game: str,
    given: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)],
) -> SeatRow:
    """The seat of the request's token in this game."""
    return await lobby_of(request).seat(given.credentials if given is not None else "", game)


LobbyHere = Annotated[Lobby, Depends(lobby_of)]
Mine = Annotated[SeatRow, Depends(seat_of)]


@dataclass(eq=False)
class HttpMember:
    """A member for one HTTP request: it collects the frames of the answer."""

    seat: str
    client: str
    frames: list[str] = field(default_factory=list)
    takes_parts: bool = False
    growing: str = ""

    def tell(self, frame: str) -> None:
        """Add a frame to the answer."""
        self.frames.append(frame)

    def leave(self, problem: Problem) -> None:
        """Nothing to do: the request ends anyway."""


# --- creating and joining -------------------------------------------------------------------------


@router.post("/games", status_code=201)
async def begin(form: GameForm, request: Request, lobby: LobbyHere) -> GameBegun:
    """Create a game from a scenario."""
    client, limits = client_of(request), lobby.limits
    # All work of one client shares one turn, and ends if the client hangs up.
    turn = f"client:{client}"
    # Never with a dash in front, which commands would take for an option.
    game = secrets.token_hex(12)
    seed = secrets.token_hex(32) if form.dice == "server" else ""
    committed = commitment(seed) if seed else ""
    said: tuple[NewLine, ...] = ()
    if form.log is None:
        signer: Signer = request.app.state.signer
        named = {"id": game, "key": signer.public, "commitment": committed}
        given = _scenario(form)
        work = (game_worker.begin, given, form.bundled or "scenario", form.ruleset, form.mode, limits, named)
        laid: Begun = await while_there(
            request, lobby.workers.run(turn, *work, seconds=limits.seconds, account=client)
        )
    else:
        # Dice that were rolled elsewhere prove nothing here: the log of a reopened game names no key and no commitment.
        again = (game_worker.reopen, form.log, Actor("", "player"))
        found: Reopened = await while_there(
            request, lobby.workers.run(turn, *again, seconds=limits.seconds, account=client)
        )
        laid, said = found.begun, found.lines
    name = form.name or laid.name or text("Saved game")
    row = GameRow(game, name, form.mode, form.dice, seed, committed, laid.header, laid.state, seats.now())
    quotas: Quotas = request.app.state.quotas
    row = replace(row, client=quotas.name(client), bytes=len(laid.header), touched=row.begun)
    await quotas.demand(client, row.bytes)
    host_form, invited_forms = _seating(form, laid.sides)
    token = seats.new_token()
    host = seats.new_seat(
        game, host_form.role, host_form.sides, token, lobby.settings.seat_seconds, host=True, taken=True
    )
    invited = [_invited(game, each, lobby) for each in invited_forms]
    lines = [
        EntryRow(game, each.number, host.id, f"log-{each.number}", each.line, each.told) for each in said
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
    known = bundled()
    if form.bundled not in known:
        problem = say("There is no bundled scenario {name}", name=Quoted(form.bundled))
        raise Problem("scenario/unknown", suggested(problem, form.bundled, known))
    return known[form.bundled].read_text(encoding="utf-8")


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


@router.post("/join")
async def join(form: JoinForm, lobby: LobbyHere) -> Seated:
    """Take a seat with an invitation, which can be used once."""
    invitation = seats.hashed(form.invitation)
    offered = await lobby.store.seat_of(invitation)
    token = seats.new_token()
    taken = None
    if offered is not None and not offered.taken and seats.now() < offered.expires:
        expires = seats.now() + lobby.settings.seat_seconds
        name = _own_name(form.name, await lobby.store.seats(offered.game))
        taken = await lobby.store.take_seat(invitation, seats.hashed(token), name, expires)
    if taken is None:
        raise Problem("seat/unknown", say("This invite link was used or has expired. Ask for a new one"))
    await (await lobby.room(taken.game)).catch_up()
    return Seated(game=taken.game, seat=seats.shown(taken), token=token, expires=taken.expires)


def _own_name(name: str, seated: list[SeatRow]) -> str:
    """A name that no other seat of the table has: no player can pass for another."""
    taken = {each.name.casefold() for each in seated if each.taken and not each.revoked}
    if not name or name.casefold() not in taken:
        return name
    return next(
        found for number in range(2, 1_000) if (found := f"{name[:74]} ({number})").casefold() not in taken
    )


@router.post("/games/{game}/seats", status_code=201)
async def invite(game: str, form: SeatForm, request: Request, seat: Mine, lobby: LobbyHere) -> Invited:
    """Add a seat for a player, a spectator or a referee. Only the host and referees can do this."""
    room = await _hosted(lobby, game, seat)
    scene = await room.scene(client_of(request))
    _known(form, scene.sides, "sides")
    if len(room.seats) >= MOST_SEATS:
        raise Problem(
            "limit/complexity", say("A game has at most {most} seats", most=MOST_SEATS), problems=[]
        )
    row, shown = _invited(game, form, lobby)
    await lobby.store.add_seat(row)
    await room.catch_up()
    return shown


@router.post("/games/{game}/seats/{other}/invitation")
async def invite_again(game: str, other: str, seat: Mine, lobby: LobbyHere) -> Invited:
    """Create a new invitation for a seat; its old token or invitation becomes invalid."""
    room = await _hosted(lobby, game, seat)
    row = _other(room, other)
    if not seat_free(row, list(room.seats.values())):
        raise Problem(
            "seat/not-yours", say("The players have agreed to this referee: only the referee can leave")
        )
    invitation = seats.new_token()
    expires = seats.now() + lobby.settings.invitation_seconds
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


@router.delete("/games/{game}/seats/{other}", status_code=204)
async def revoke(game: str, other: str, seat: Mine, lobby: LobbyHere) -> None:
    """Revoke a seat at once. You can leave your own seat; the host and referees can revoke others."""
    room = await lobby.room(game) if other == seat.id else await _hosted(lobby, game, seat)
    row = _other(room, other)
    if other != seat.id and not seat_free(row, list(room.seats.values())):
        raise Problem(
            "seat/not-yours", say("The players have agreed to this referee: only the referee can leave")
        )
    await lobby.store.change_seat(row, revoked=True)
    await room.catch_up()


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


# --- viewing and requests -------------------------------------------------------------------------


@router.get("/games/{game}")
async def show(game: str, request: Request, seat: Mine, lobby: LobbyHere) -> GameShown:  # noqa: ARG001  # checks the token
    """The current state of a game."""
    room = await lobby.room(game)
    scene = await room.scene(client_of(request))
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


@router.post("/games/{game}/requests", response_model=None, responses={200: {"model": ANSWER}})
async def ask(game: str, form: messages.Request, request: Request, seat: Mine, lobby: LobbyHere) -> Response:
    """Send a request as over a socket; the answer is the same frame. A refusal is a problem."""
    room = await lobby.room(game)
    member = HttpMember(seat.id, client_of(request))
    # If the client disconnects, the work ends, unless it is being stored already.
    await while_there(request, lobby.spawn(lobby.do(room, form, member)), room.give_up)
    (frame,) = member.frames
    return Response(frame, media_type="application/json")


@router.delete("/games/{game}", status_code=204)
async def remove(game: str, seat: Mine, lobby: LobbyHere) -> None:
    """Delete a game for good. The host can do this when it is over, or while no other seat is taken."""
    if not seat.host:
        raise Problem("seat/not-yours", say("Only the host can delete a game"))
    room = await lobby.room(game)
    others = [each for each in room.seats.values() if each.id != seat.id and seats.opens(each)]
    if not room.game.over and any(each.role != "spectator" for each in others):
        raise Problem("state/not-now", say("Others play this game: finish it first"))
    await lobby.store.delete_games([game])
    await lobby.removed(game)


@router.get("/games/{game}/announced")
async def announced(
    game: str,
    seat: Mine,  # noqa: ARG001  # checks the token
    lobby: LobbyHere,
    after: Annotated[int, Query(ge=0, le=messages.MOST_LINES)] = 0,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> Response:
    """The announcements after a line: the replay of a game."""
    rows = await lobby.store.entries(game, after, limit)
    return Response(f"[{','.join(row.told for row in rows)}]", media_type="application/json")


@router.get("/games/{game}/log", response_class=Response)
async def export(game: str, request: Request, seat: Mine, lobby: LobbyHere) -> Response:  # noqa: ARG001  # checks the token
    """The sealed log with its signed end: `surefoot replay` shows it, `surefoot replay --verify` checks all of it."""
    room = await lobby.room(game)
    row = await lobby.store.game(game) or room.game
    lines = await lobby.store.log(game)
    lines.append(ending(request.app.state.signer, row, lines, room.around.seats))
    named = {"Content-Disposition": f'attachment; filename="{game}.game"'}
    return Response("".join(f"{line}\n" for line in lines), media_type="application/x-ndjson", headers=named)


@router.get("/key")
async def key(request: Request) -> ServerKey:
    """The public key of this server (Ed25519): it signs the end of every exported log."""
    return ServerKey(key=request.app.state.signer.public)


@router.get(
    "/messages.json",
    response_class=Response,
    responses={200: {"content": {"application/json": {"schema": {"type": "object"}}}}},
)
async def schema() -> Response:
    """The JSON Schema of all messages over a socket."""
    return Response(_schema(), media_type="application/json")


@router.get(
    "/asyncapi.json",
    response_class=Response,
    responses={200: {"content": {"application/json": {"schema": {"type": "object"}}}}},
)
async def asyncapi() -> Response:
    """The messages over a socket as an AsyncAPI 3 document."""
    return Response(_asyncapi(), media_type="application/json")


@cache
def _asyncapi() -> bytes:
    return json.dumps(messages.asyncapi()).encode()


@cache
def _schema() -> bytes:
    # Cached: it takes longer than most moves.
    return json.dumps(messages.schema()).encode()
