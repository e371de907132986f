"""The API that needs no game: a question in, an answer out, and nothing is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Path
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from surefoot.files.schema import scenario_schema
from surefoot.server import questions
from surefoot.server.openapi import extra_of
from surefoot.server.problems import KINDS, Problem
from surefoot.server.settings import Settings
from surefoot.server.workers import Workers

router = APIRouter(prefix="/v1")
# What is installed does not change while a server runs; clients may keep it for a while.
KEPT = {"cache-control": "public, max-age=300"}

Word = Annotated[str, Path(max_length=200)]


def _question(kind: str) -> Callable[[Request], Coroutine[Any, Any, Response]]:
    async def answer(request: Request) -> Response:
        body = await request.body()
        settings: Settings = request.app.state.settings
        limits = settings.limits
        return await _answered(request, questions.answered, kind, body, limits)

    answer.__doc__ = questions.QUESTIONS[kind].__doc__
    return answer


for _kind in questions.QUESTIONS:
    router.add_api_route(
        f"/{_kind}",
        _question(_kind),
        methods=["POST"],
        name=_kind,
        operation_id=_kind,
        tags=["questions"],
        response_class=Response,
        openapi_extra=extra_of(_kind),
    )


async def _answered(request: Request, function: Callable[..., bytes], *arguments: Any) -> Response:
    """What a worker answers, as long as whoever asked is still there."""
    found = await while_there(request, asyncio.ensure_future(_work(request, function, *arguments)))
    return Response(found, media_type="application/json")


async def _work(request: Request, function: Callable[..., bytes], *arguments: Any) -> bytes:
    """Some work for a client: all work of one client takes turns with that of others as one."""
    workers: Workers = request.app.state.workers
    settings: Settings = request.app.state.settings
    client: str = request.scope["state"]["visit"].client
    return await workers.run(f"client:{client}", function, *arguments, seconds=settings.limits.seconds)


async def while_there(request: Request, work: asyncio.Future[bytes]) -> bytes:
    """The result of some work; it is cancelled if the client goes."""
    gone: asyncio.Future[None] = asyncio.ensure_future(_gone(request))
    either: list[asyncio.Future[Any]] = [work, gone]
    try:
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            raise ClientDisconnect
        return work.result()
    finally:
        for each in either:
            each.cancel()


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


# ---------------------------------------------------------------------- what there is


def _listed(told: str) -> dict[int | str, dict[str, Any]]:
    return {200: {"description": told, "content": {"application/json": {"schema": {"type": "object"}}}}}


async def _kept(request: Request, function: Callable[..., bytes], *arguments: str) -> Response:
    """What never changes while a server runs is asked for once."""
    known: dict[tuple[str, ...], bytes] = request.app.state.kept
    key = (function.__name__, *arguments)
    if key not in known:
        known[key] = await _work(request, function, *arguments)
    return Response(known[key], media_type="application/json", headers=KEPT)


@router.get("/rulesets", tags=["what there is"], response_class=Response, responses=_listed("All rulesets."))
async def rulesets(request: Request) -> Response:
    """The rulesets that are installed, each with its options, actions and questions."""
    return await _kept(request, questions.rulesets)


@router.get(
    "/rulesets/{ruleset}/clauses",
    tags=["what there is"],
    response_class=Response,
    responses=_listed("All clauses."),
)
async def clauses(request: Request, ruleset: Word) -> Response:
    """All clauses of a ruleset, in our own words."""
    return await _kept(request, questions.clauses, ruleset)


@router.get(
    "/rulesets/{ruleset}/clauses/{clause}",
    tags=["what there is"],
    response_class=Response,
    responses=_listed("One clause."),
)
async def clause(request: Request, ruleset: Word, clause: Word) -> Response:
    """One clause with its ruling, options and table."""
    return await _kept(request, questions.clause, ruleset, clause)


@router.get(
    "/scenarios", tags=["what there is"], response_class=Response, responses=_listed("All scenarios.")
)
async def scenarios(request: Request) -> Response:
    """The scenarios that come with Surefoot."""
    return await _kept(request, questions.scenarios)


@router.get(
    "/scenarios/{name}", tags=["what there is"], response_class=Response, responses=_listed("One scenario.")
)
async def scenario(request: Request, name: Word) -> Response:
    """One scenario: its text, and the same as data to send back in a question."""
    return await _kept(request, questions.scenario, name)


@router.get(
    "/schema/scenario", tags=["what there is"], response_class=Response, responses=_listed("The schema.")
)
async def schema() -> Response:
    """The JSON Schema of scenarios."""
    return Response(_schema(), media_type="application/json", headers=KEPT)


@cache
def _schema() -> bytes:
    # Made once: it takes longer than everything else that is done here.
    return questions.as_json(scenario_schema())


@router.get(
    "/problems", tags=["problems"], response_class=Response, responses=_listed("All kinds of problems.")
)
async def problems() -> Response:
    """Every kind of problem with its code, its status and what it means."""
    return Response(_problems(), media_type="application/json", headers=KEPT)


@cache
def _problems() -> bytes:
    return questions.as_json({"problems": [vars(kind) for kind in KINDS.values()]})


@router.get(
    "/problems/{code:path}", tags=["problems"], response_class=Response, responses=_listed("One kind.")
)
async def problem(code: Word) -> Response:
    """One kind of problem."""
    if code not in KINDS:
        raise Problem("request/unknown-address", f"there is no problem {code!r}; GET /v1/problems lists all")
    return JSONResponse(vars(KINDS[code]), headers=KEPT)
