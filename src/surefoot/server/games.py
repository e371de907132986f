"""Games over HTTP: create, invite, join, view, send requests, and export the log."""

from __future__ import annotations

import json
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from surefoot.server import hosting, messages
from surefoot.server.bodies import StrictRoute
from surefoot.server.forms import (
    GameBegun,
    GameForm,
    GameShown,
    Invited,
    JoinForm,
    Seated,
    SeatForm,
    ServerKey,
)
from surefoot.server.lobby import Lobby, OneAnswer
from surefoot.server.signing import ending
from surefoot.server.store.rows import SeatRow
from surefoot.server.waiting import while_there

router = APIRouter(prefix="/v1", tags=["games"], route_class=StrictRoute)

# Answers to a request over HTTP: the same frames as over a socket, except refusals.
ANSWER: Any = (
    messages.Done | messages.Looked | messages.Proposed | messages.Declined | messages.Over | messages.Talked
)


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


# --- creating and joining -------------------------------------------------------------------------


@router.post("/games", status_code=201)
async def begin(form: GameForm, request: Request, lobby: LobbyHere) -> GameBegun:
    """Create a game from a scenario."""
    client, signer, quotas = client_of(request), request.app.state.signer, request.app.state.quotas
    # The work ends if the client hangs up.
    made = await while_there(request, hosting.prepared(lobby, form, client, signer.public))
    await quotas.demand(client, len(made.begun.header))
    return await hosting.begun(lobby, form, made, quotas.name(client))


@router.post("/join")
async def join(form: JoinForm, lobby: LobbyHere) -> Seated:
    """Take a seat with an invitation, which can be used once."""
    return await hosting.join(lobby, form)


@router.post("/games/{game}/seats", status_code=201)
async def invite(game: str, form: SeatForm, request: Request, seat: Mine, lobby: LobbyHere) -> Invited:
    """Add a seat for a player, a spectator or a referee. Only the host and referees can do this."""
    return await hosting.invite(lobby, game, form, seat, client_of(request))


@router.post("/games/{game}/seats/{other}/invitation")
async def invite_again(game: str, other: str, seat: Mine, lobby: LobbyHere) -> Invited:
    """Create a new invitation for a seat; its old token or invitation becomes invalid."""
    return await hosting.invite_again(lobby, game, other, seat)


@router.delete("/games/{game}/seats/{other}", status_code=204)
async def revoke(game: str, other: str, seat: Mine, lobby: LobbyHere) -> None:
    """Revoke a seat at once. You can leave your own seat; the host and referees can revoke others."""
    await hosting.revoke(lobby, game, other, seat)


# --- viewing and requests -------------------------------------------------------------------------


@router.get("/games/{game}")
async def show(game: str, request: Request, seat: Mine, lobby: LobbyHere) -> GameShown:  # noqa: ARG001  # checks the token
    """The current state of a game."""
    return await while_there(request, hosting.shown(lobby, game, client_of(request)))


@router.post("/games/{game}/requests", response_model=None, responses={200: {"model": ANSWER}})
async def ask(game: str, form: messages.Request, request: Request, seat: Mine, lobby: LobbyHere) -> Response:
    """Send a request as over a socket; the answer is the same frame. A refusal is a problem."""
    room = await lobby.room(game)
    member = OneAnswer(seat.id, client_of(request))
    # If the client disconnects, the work ends, unless it is being stored already.
    await while_there(request, lobby.spawn(lobby.do(room, form, member)), room.give_up)
    (frame,) = member.frames
    return Response(frame, media_type="application/json")


@router.delete("/games/{game}", status_code=204)
async def remove(game: str, seat: Mine, lobby: LobbyHere) -> None:
    """Delete a game for good. The host can do this when it is over, or while no other seat is taken."""
    await hosting.remove(lobby, game, seat)


@router.get("/games/{game}/announced")
async def announced(
    game: str,
    seat: Mine,  # noqa: ARG001  # checks the token
    lobby: LobbyHere,
    after: Annotated[int, Query(ge=0, le=messages.MOST_LINES)] = 0,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> Response:
    """The announcements after a line: the replay of a game."""
    return Response(await hosting.announced(lobby, game, after, limit), media_type="application/json")


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
