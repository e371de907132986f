"""The review of a game over HTTP: luck of each side and move, and the paths that were cheaper or surer."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request

from surefoot.server.games import LobbyHere, Mine, client_of
from surefoot.server.read_only import reviewed
from surefoot.server.waiting import while_there

router = APIRouter(prefix="/v1", tags=["games"])

Paths = Annotated[bool, Query(description="Also look for cheaper and surer paths, which takes longer.")]


@router.get("/games/{game}/review")
async def review_game(  # the seat checks the token
    game: str,
    request: Request,
    seat: Mine,  # noqa: ARG001
    lobby: LobbyHere,
    paths: Paths = True,
) -> dict[str, Any]:
    """Look back at a game: how lucky each side was, exactly, and what else each move could have been."""
    lines = await lobby.store.log(game)
    client = client_of(request)
    work = lobby.workers.run(
        f"client:{client}", reviewed, lines, paths, seconds=lobby.limits.seconds, account=client
    )
    found: dict[str, Any] = await while_there(request, work)
    return found
