"""The host in a browser: answers the addresses of a server's API, and opens the sockets of games."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import field
from typing import Any, TypeVar
from urllib.parse import parse_qsl, unquote

from pydantic import BaseModel, ValidationError

from surefoot.geometry import INTERPRETED
from surefoot.geometry.search.contours import draw_coarsely
from surefoot.language import say
from surefoot.records import dataclass
from surefoot.server import hosting, questions
from surefoot.server.forms import GameForm, JoinForm, SeatForm
from surefoot.server.in_browser.labour import BrowserLabour, Lane
from surefoot.server.in_browser.store import BrowserStore, Shelf
from surefoot.server.jobs import done
from surefoot.server.limits import Limits
from surefoot.server.lobby import HELLO, Lobby, OneAnswer, id_of, log, read, understood
from surefoot.server.problems import MEDIA_TYPE, Problem, malformed, problem_of
from surefoot.server.read_only import reviewed
from surefoot.server.room import Room
from surefoot.server.settings import Settings

# There is one client, and it may stop whatever it waits for: computing takes as long as it takes.
PATIENT = Limits(
    seconds=600.0,
    game_seconds=600.0,
    body_bytes=50_000_000,
    frame_bytes=50_000_000,
    waiting=10_000,
    client_work=1e6,
    game_rate=1e6,
    game_burst=10**6,
)
# The token of a seat stays in this browser.
YEARS = 100 * 365 * 86_400
CLIENT = "here"
JSON = "application/json"

Form = TypeVar("Form", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Asked:
    """A request to an address: its parts and what follows them, the text that was sent, and the token of a seat."""

    parts: tuple[str, ...]
    query: dict[str, str]
    body: str
    token: str


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer, as over HTTP."""

    status: int
    text: str
    type: str = JSON


@dataclass(eq=False)
class Line:
    """The socket of a seat: JavaScript sends and closes."""

    send: Callable[[str], None]
    close: Callable[[int, str], None]
    game: str
    seat: str = ""
    client: str = CLIENT
    takes_parts: bool = True
    growing: str = ""
    room: Room | None = None
    asked: dict[str, asyncio.Task[None]] = field(default_factory=dict)

    def tell(self, frame: str) -> None:
        """Send a frame."""
        self.send(frame)

    def leave(self, problem: Problem) -> None:
        """Close the socket with a problem."""
        self.close(4000 + problem.status, f"{problem.code}: {problem.detail()}")


def prepare() -> None:
    """Set this process up for a browser; its workers call it first."""
    if INTERPRETED:
        # A look at a price takes fifty times as long as compiled.
        draw_coarsely()


class Host:
    """All games of this browser, and the answers to questions."""

    def __init__(self, shelf: Shelf, lane: Lane) -> None:
        self.store = BrowserStore(shelf)
        self.workers = BrowserLabour(lane)
        settings = Settings(
            database="", workers=0, limits=PATIENT, seat_seconds=YEARS, invitation_seconds=YEARS
        )
        self.lobby = Lobby(settings, self.store, self.workers)
        # Requests that are being answered, by their number. JavaScript can't cancel a task that it waits for.
        self._asked: dict[int, asyncio.Task[Answer]] = {}

    def heard(self, game: str) -> None:
        """Another tab has changed a game."""
        self.store.hear(game)

    def asked(self, number: int, method: str, address: str, body: str, token: str) -> asyncio.Task[Answer]:
        """Answer the request of a number, by which it can be given up."""
        task = self.lobby.spawn(self.answer(method, address, body, token))
        self._asked[number] = task
        task.add_done_callback(lambda _: self._asked.pop(number, None))
        return task

    def give_up(self, number: int) -> None:
        """End the work for a request."""
        task = self._asked.get(number)
        if task is not None:
            task.cancel()

    async def answer(self, method: str, address: str, body: str, token: str) -> Answer:
        """The answer to a request; a problem is an answer too."""
        try:
            path, _, query = address.partition("?")
            for verb, pattern, work in ROUTES:
                found = pattern.fullmatch(path)
                if found is not None and verb == method:
                    parts = tuple(map(unquote, found.groups()))
                    return await work(self, Asked(parts, dict(parse_qsl(query)), body, token))
            raise Problem("request/unknown-address", say("There is nothing at this address"))
        except Exception as error:  # noqa: BLE001  # every error is answered
            problem = problem_of(error)
            if problem.trace:
                log.error("%s", problem.trace)
            data = json.dumps(problem.data(), ensure_ascii=False, default=str)
            return Answer(problem.status, data, MEDIA_TYPE)

    # --- sockets ----------------------------------------------------------------------------------

    def opened(self, game: str, send: Callable[[str], None], close: Callable[[int, str], None]) -> Line:
        """A socket to a game; its first message is hello."""
        return Line(send, close, game)

    def received(self, line: Line, text: str) -> None:
        """A message on a socket."""
        self.lobby.spawn(self._received(line, text))

    async def _received(self, line: Line, text: str) -> None:
        try:
            if line.room is None:
                await self._welcome(line, text)
                return
            request = understood(text)
        except Exception as error:  # noqa: BLE001  # every error is answered
            problem = problem_of(error)
            if line.room is None:
                line.leave(problem)
            else:
                line.tell(line.room.refused(id_of(text), problem))
            return
        task = self.lobby.spawn(self.lobby.serve(line.room, request, line))
        line.asked[request.id] = task
        task.add_done_callback(lambda _: line.asked.pop(request.id, None))

    async def _welcome(self, line: Line, text: str) -> None:
        hello = read(HELLO, text)
        seat = await self.lobby.seat(hello.token, line.game)
        room = await self.lobby.room(line.game)
        line.seat = seat.id
        await room.join(line, hello.resume)
        line.room = room

    def left(self, line: Line) -> None:
        """The page has closed a socket: its work ends, unless it is being stored already."""
        if line.room is None:
            return
        line.room.leave(line)
        for task in list(line.asked.values()):
            line.room.give_up(task)


def work(payload: bytes) -> bytes:
    """Run a job in the second worker."""
    return done(payload)


# --- addresses ------------------------------------------------------------------------------------


def _form(kind: type[Form], body: str) -> Form:
    try:
        return kind.model_validate_json(body)
    except ValidationError as wrong:
        raise malformed(
            wrong.errors(include_url=False, include_input=False), tuple(kind.model_fields)
        ) from None


def _made(found: BaseModel, status: int = 200) -> Answer:
    return Answer(status, found.model_dump_json())


async def _listed(host: Host, function: Callable[..., bytes], *arguments: Any) -> Answer:
    found = await host.workers.run("lists", function, *arguments, seconds=PATIENT.seconds)
    return Answer(200, found.decode())


async def _begin(host: Host, asked: Asked) -> Answer:
    form = _form(GameForm, asked.body)
    made = await hosting.prepared(host.lobby, form, CLIENT, None)
    return _made(await hosting.begun(host.lobby, form, made, CLIENT), 201)


async def _join(host: Host, asked: Asked) -> Answer:
    return _made(await hosting.join(host.lobby, _form(JoinForm, asked.body)))


async def _show(host: Host, asked: Asked) -> Answer:
    (game,) = asked.parts
    await host.lobby.seat(asked.token, game)
    return _made(await hosting.shown(host.lobby, game, CLIENT))


async def _remove(host: Host, asked: Asked) -> Answer:
    (game,) = asked.parts
    await hosting.remove(host.lobby, game, await host.lobby.seat(asked.token, game))
    return Answer(204, "")


async def _invite(host: Host, asked: Asked) -> Answer:
    (game,) = asked.parts
    seat = await host.lobby.seat(asked.token, game)
    return _made(await hosting.invite(host.lobby, game, _form(SeatForm, asked.body), seat, CLIENT), 201)


async def _invite_again(host: Host, asked: Asked) -> Answer:
    game, other = asked.parts
    return _made(
        await hosting.invite_again(host.lobby, game, other, await host.lobby.seat(asked.token, game))
    )


async def _revoke(host: Host, asked: Asked) -> Answer:
    game, other = asked.parts
    await hosting.revoke(host.lobby, game, other, await host.lobby.seat(asked.token, game))
    return Answer(204, "")


async def _request(host: Host, asked: Asked) -> Answer:
    (game,) = asked.parts
    seat = await host.lobby.seat(asked.token, game)
    member = OneAnswer(seat.id, CLIENT)
    await host.lobby.do(await host.lobby.room(game), understood(asked.body), member)
    return Answer(200, member.frames[0])


async def _log(host: Host, asked: Asked) -> Answer:
    (game,) = asked.parts
    await host.lobby.seat(asked.token, game)
    lines = await host.store.log(game)
    return Answer(200, "".join(f"{line}\n" for line in lines), "application/x-ndjson")


async def _review(host: Host, asked: Asked) -> Answer:
    (game,) = asked.parts
    await host.lobby.seat(asked.token, game)
    lines = await host.store.log(game)
    paths = asked.query.get("paths", "true") == "true"
    found = await host.workers.run("review", reviewed, lines, paths, seconds=PATIENT.seconds)
    return Answer(200, questions.as_json(found).decode())


async def _addresses(_: Host, __: Asked) -> Answer:
    # No other machine reaches a browser.
    return Answer(200, '{"urls":[]}')


async def _question(host: Host, asked: Asked) -> Answer:
    (kind,) = asked.parts
    return await _listed(host, questions.answered, kind, asked.body.encode(), PATIENT)


async def _rulesets(host: Host, _: Asked) -> Answer:
    return await _listed(host, questions.rulesets)


async def _clauses(host: Host, asked: Asked) -> Answer:
    return await _listed(host, questions.clauses, *asked.parts)


async def _clause(host: Host, asked: Asked) -> Answer:
    return await _listed(host, questions.clause, *asked.parts)


async def _scenarios(host: Host, _: Asked) -> Answer:
    return await _listed(host, questions.scenarios)


async def _scenario(host: Host, asked: Asked) -> Answer:
    return await _listed(host, questions.scenario, *asked.parts)


async def _schema(host: Host, _: Asked) -> Answer:
    return await _listed(host, questions.schema)


async def _taught(host: Host, _: Asked) -> Answer:
    from surefoot.server import training

    return await _listed(host, training.taught)


async def _lessons(host: Host, asked: Asked) -> Answer:
    from surefoot.server import training

    return await _listed(host, training.lessons, *asked.parts)


async def _lesson(host: Host, asked: Asked) -> Answer:
    from surefoot.server import training

    return await _listed(host, training.lesson, *asked.parts, asked.query.get("twin") == "true")


async def _puzzled(host: Host, _: Asked) -> Answer:
    from surefoot.server import training

    return await _listed(host, training.puzzled)


async def _puzzle(host: Host, asked: Asked) -> Answer:
    from surefoot.server import training

    ruleset, seed = asked.parts
    if not seed.isdecimal():
        raise Problem("request/malformed", say("A seed is a whole number"), problems=[])
    return await _listed(host, training.puzzle, ruleset, int(seed))


Work = Callable[[Host, Asked], Awaitable[Answer]]

ROUTES: tuple[tuple[str, re.Pattern[str], Work], ...] = tuple(
    (verb, re.compile(f"/v1/{address.replace('*', '([^/]+)')}"), work)
    for verb, address, work in (
        ("POST", "games", _begin),
        ("POST", "join", _join),
        ("GET", "games/*", _show),
        ("DELETE", "games/*", _remove),
        ("POST", "games/*/seats", _invite),
        ("POST", "games/*/seats/*/invitation", _invite_again),
        ("DELETE", "games/*/seats/*", _revoke),
        ("POST", "games/*/requests", _request),
        ("GET", "games/*/log", _log),
        ("GET", "games/*/review", _review),
        ("GET", "addresses", _addresses),
        ("GET", "rulesets", _rulesets),
        ("GET", "rulesets/*/clauses", _clauses),
        ("GET", "rulesets/*/clauses/*", _clause),
        ("GET", "scenarios", _scenarios),
        ("GET", "scenarios/*", _scenario),
        ("GET", "schema/scenario", _schema),
        ("GET", "lessons", _taught),
        ("GET", "lessons/*", _lessons),
        ("GET", "lessons/*/*/*", _lesson),
        ("GET", "puzzles", _puzzled),
        ("GET", "puzzles/*/*", _puzzle),
        ("POST", f"({'|'.join(questions.QUESTIONS)})", _question),
    )
)
