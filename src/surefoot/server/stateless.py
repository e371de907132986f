"""The stateless API: questions about scenarios, rulesets, clauses and problems. Nothing is stored."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from functools import cache, partial
from typing import Annotated, Any

from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from surefoot.language import Quoted, say
from surefoot.server import questions, training
from surefoot.server.openapi import extra_of
from surefoot.server.problems import KINDS, Problem
from surefoot.server.settings import Settings
from surefoot.server.waiting import while_there
from surefoot.server.workers import Workers

router = APIRouter(prefix="/v1")
# Installed rulesets and scenarios do not change while a server runs: clients may cache them.
KEPT = {"cache-control": "public, max-age=300"}

Word = Annotated[str, Path(max_length=200)]
Seeded = Annotated[int, Path(ge=0, le=2**53)]


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


async def _answered(
    request: Request,
    function: Callable[..., bytes],
    *arguments: Any,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """The answer of a worker; the work is cancelled if the client disconnects."""
    found = await while_there(request, _work(request, function, *arguments))
    return Response(found, media_type="application/json", headers=headers)


async def _work(request: Request, function: Callable[..., bytes], *arguments: Any) -> bytes:
    """Run work for a client. All work of one client shares one turn."""
    workers: Workers = request.app.state.workers
    settings: Settings = request.app.state.settings
    client: str = request.scope["state"]["visit"].client
    seconds = settings.limits.seconds
    return await workers.run(f"client:{client}", function, *arguments, seconds=seconds, account=client)


# ---------------------------------------------------------------------- lists


def _listed(told: str) -> dict[int | str, dict[str, Any]]:
    return {200: {"description": told, "content": {"application/json": {"schema": {"type": "object"}}}}}


async def _kept(request: Request, function: Callable[..., bytes], *arguments: str) -> Response:
    """An answer that never changes while the server runs: computed once."""
    known: dict[tuple[str, ...], bytes] = request.app.state.kept
    key = (function.__name__, *arguments)
    if key not in known:
        work = _work(request, function, *arguments) if arguments else _for_all(request, function)
        known[key] = await while_there(request, work)
    return Response(known[key], media_type="application/json", headers=KEPT)


async def _for_all(request: Request, function: Callable[[], bytes]) -> bytes:
    """A list that every page needs: computed to its end, however slow the machine and whether the first client waits or not."""
    workers: Workers = request.app.state.workers
    under_way: dict[str, asyncio.Task[bytes]] = request.app.state.under_way
    name = function.__name__
    if name not in under_way:
        under_way[name] = asyncio.create_task(workers.run(f"list:{name}", function))
        under_way[name].add_done_callback(partial(_found, request.app.state, name))
    return await asyncio.shield(under_way[name])


def _found(state: Any, name: str, ended: asyncio.Task[bytes]) -> None:
    """Keep a list that is complete; a failed one is made again for the next client."""
    del state.under_way[name]
    if not ended.cancelled() and ended.exception() is None:
        state.kept[(name,)] = ended.result()


@router.get("/rulesets", tags=["lists"], response_class=Response, responses=_listed("All rulesets."))
async def rulesets(request: Request) -> Response:
    """The rulesets that are installed, each with its options, actions and questions."""
    return await _kept(request, questions.rulesets)


@router.get(
    "/rulesets/{ruleset}/clauses",
    tags=["lists"],
    response_class=Response,
    responses=_listed("All clauses."),
)
async def clauses(request: Request, ruleset: Word) -> Response:
    """All clauses of a ruleset, in our own words."""
    return await _kept(request, questions.clauses, ruleset)


@router.get(
    "/rulesets/{ruleset}/clauses/{clause}",
    tags=["lists"],
    response_class=Response,
    responses=_listed("One clause."),
)
async def clause(request: Request, ruleset: Word, clause: Word) -> Response:
    """One clause with its ruling, options and table."""
    return await _kept(request, questions.clause, ruleset, clause)


@router.get("/scenarios", tags=["lists"], response_class=Response, responses=_listed("All scenarios."))
async def scenarios(request: Request) -> Response:
    """The scenarios that come with Surefoot."""
    return await _kept(request, questions.scenarios)


@router.get("/scenarios/{name}", tags=["lists"], response_class=Response, responses=_listed("One scenario."))
async def scenario(request: Request, name: Word) -> Response:
    """One scenario: its text, and the same as data to send back in a question."""
    return await _kept(request, questions.scenario, name)


@router.get(
    "/lessons", tags=["lists"], response_class=Response, responses=_listed("All rulesets with lessons.")
)
async def taught(request: Request) -> Response:
    """The rulesets that have lessons, and after how many days a lesson comes again."""
    return await _kept(request, training.taught)


@router.get("/lessons/{ruleset}", tags=["lists"], response_class=Response, responses=_listed("All lessons."))
async def lessons(request: Request, ruleset: Word) -> Response:
    """The lessons of a ruleset, the easiest first."""
    return await _kept(request, training.lessons, ruleset)


@router.get(
    "/lessons/{ruleset}/{clause}/{name}",
    tags=["lists"],
    response_class=Response,
    responses=_listed("One lesson."),
)
async def lesson(request: Request, ruleset: Word, clause: Word, name: Word, twin: bool = False) -> Response:
    """One lesson: its table, its questions with their answers, and the explanation. With `twin`, it asks about the twin."""
    return await _answered(request, training.lesson, ruleset, clause, name, twin, headers=KEPT)


@router.get(
    "/puzzles", tags=["lists"], response_class=Response, responses=_listed("All rulesets with puzzles.")
)
async def puzzled(request: Request) -> Response:
    """The rulesets that have puzzles."""
    return await _kept(request, training.puzzled)


@router.get(
    "/puzzles/{ruleset}/{seed}", tags=["lists"], response_class=Response, responses=_listed("One puzzle.")
)
async def puzzle(request: Request, ruleset: Word, seed: Seeded) -> Response:
    """The puzzle of a seed, with its answer. That of a day has the seed YYYYMMDD."""
    return await _answered(request, training.puzzle, ruleset, seed, headers=KEPT)


@router.get("/schema/scenario", tags=["lists"], response_class=Response, responses=_listed("The schema."))
async def schema() -> Response:
    """The JSON Schema of scenarios."""
    return Response(_schema(), media_type="application/json", headers=KEPT)


@cache
def _schema() -> bytes:
    # Cached: it takes longer than all other requests here.
    return questions.schema()


@router.get(
    "/problems", tags=["problems"], response_class=Response, responses=_listed("All kinds of problems.")
)
async def problems() -> Response:
    """Every kind of problem with its code, its status and its meaning."""
    return Response(_problems(), media_type="application/json", headers=KEPT)


@cache
def _problems() -> bytes:
    return questions.as_json({"problems": [kind.data() for kind in KINDS.values()]})


@router.get(
    "/problems/{code:path}", tags=["problems"], response_class=Response, responses=_listed("One kind.")
)
async def problem(code: Word) -> Response:
    """One kind of problem."""
    if code not in KINDS:
        raise Problem(
            "request/unknown-address",
            say("There is no problem {code}. GET /v1/problems lists all", code=Quoted(code)),
        )
    return JSONResponse(KINDS[code].data(), headers=KEPT)
