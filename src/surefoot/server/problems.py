"""What goes wrong, told to whoever asked: problem details (RFC 9457) with a stable code for each kind.

The same problems answer a request over HTTP and a frame over a socket.
"""

from __future__ import annotations

import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from surefoot.answers.errors import InvalidQuestion
from surefoot.dice.host import Unanswered
from surefoot.files.problems import FileInvalid, FileProblem
from surefoot.referee.referee import Malformed
from surefoot.referee.session import NeedsConsent, NotNow

MEDIA_TYPE = "application/problem+json"
# Where each kind is explained, relative to wherever the server stands.
ADDRESS = "/v1/problems/"


@dataclass(frozen=True)
class Kind:
    """One kind of problem: the code that programs look at, the status, and what it means."""

    code: str
    status: int
    title: str
    means: str


def _kinds(*kinds: Kind) -> dict[str, Kind]:
    return {kind.code: kind for kind in kinds}


KINDS = _kinds(
    Kind("request/unreadable", 400, "The request cannot be read", "The body is no JSON, or no UTF-8."),
    Kind(
        "request/malformed",
        422,
        "The request does not say what is needed",
        "A field is missing, unknown or of the wrong kind; `problems` names each with its place.",
    ),
    Kind("request/unknown-address", 404, "There is nothing at this address", "See /docs for what there is."),
    Kind(
        "request/wrong-method",
        405,
        "This address is asked in another way",
        "The header `Allow` names the methods that it knows.",
    ),
    Kind(
        "question/wrong",
        422,
        "The question cannot be answered as it was put",
        "The scenario can be read, but there is no such model, action or question in it; `problems` says what was probably meant.",
    ),
    Kind(
        "file/invalid",
        422,
        "The scenario cannot be used",
        "Every mistake at once in `problems`: field, line where the scenario was sent as text, and the clause, if one decides.",
    ),
    Kind(
        "declaration/malformed",
        422,
        "The declaration says nothing that could be judged",
        "No such action, model or field; every mistake stands in `problems`.",
    ),
    Kind(
        "move/illegal",
        422,
        "The rules do not allow this",
        "In a game that enforces the rules an illegal declaration changes nothing; `verdict` holds every broken clause.",
    ),
    Kind("answer/unfitting", 422, "This is no answer to the open question", "`detail` says what would be."),
    Kind(
        "frame/unreadable",
        422,
        "The frame cannot be read",
        "A message over a socket is no JSON or no known kind.",
    ),
    Kind("state/stale", 409, "The game has moved on", "Look at what has happened since, then ask again."),
    Kind("state/not-now", 409, "This cannot be done now", "Something else comes first; `detail` says what."),
    Kind("undo/needs-consent", 409, "The other player must agree", "Dice were shown since the declaration."),
    Kind("game/over", 409, "The game is over", "It can be looked at and exported, and no longer be played."),
    Kind(
        "game/damaged",
        500,
        "The log of the game was changed",
        "A line is not what was written, or the installed rules judge it otherwise; `line` says which. The game can be exported.",
    ),
    Kind("game/unknown", 404, "There is no such game", "It was never begun here, or it was removed."),
    Kind(
        "scenario/unknown", 404, "There is no such scenario", "GET /v1/scenarios lists those that there are."
    ),
    Kind(
        "ruleset/unknown",
        404,
        "There is no such ruleset or clause",
        "GET /v1/rulesets lists what is installed.",
    ),
    Kind("seat/unknown", 401, "The token opens no seat", "It is misspelt, expired or revoked."),
    Kind(
        "seat/not-yours",
        403,
        "This seat may not do that",
        "A seat acts for its side alone; spectators only look.",
    ),
    Kind(
        "measure/withheld",
        403,
        "At this table nobody measures beforehand",
        "Reach, price and odds are told once the declaration is made.",
    ),
    Kind("limit/size", 413, "The request is too large", "`most` says how many bytes are read."),
    Kind(
        "limit/complexity",
        422,
        "The table is too complex",
        "`problems` names what there is too much of, and how much would be allowed.",
    ),
    Kind(
        "limit/time",
        422,
        "The answer takes too long to compute",
        "The work was ended after `seconds`. Ask for less: fewer declarations, fewer ways, a smaller table.",
    ),
    Kind(
        "limit/rate",
        429,
        "Too many requests",
        "The header `Retry-After` says after how many seconds to come again.",
    ),
    Kind(
        "limit/waiting", 429, "Too much is waiting already", "Wait for the answers to what was asked before."
    ),
    Kind("limit/slow", 408, "The request came too slowly", "The body was not there in time."),
    Kind("server/busy", 503, "The server has too much to do", "Come again after `Retry-After` seconds."),
    Kind("server/stopping", 503, "The server is stopping", "Come again in a moment; no game is lost."),
    Kind("store/failed", 503, "The game could not be kept", "Nothing was changed; ask again."),
    Kind("server/bug", 500, "This is a bug in Surefoot", "Please report it with the `instance`."),
)


class Problem(Exception):
    """A problem of a known kind, with what is to be said of this one."""

    def __init__(self, code: str, says: str, /, **more: Any) -> None:
        super().__init__(says)
        self.kind = KINDS[code]
        self.says = says
        self.more = more
        # Where it happened, for the log alone: whoever asked is told nothing of the inside.
        self.trace = ""

    @property
    def code(self) -> str:
        """The code that programs look at."""
        return self.kind.code

    @property
    def status(self) -> int:
        """The status over HTTP."""
        return self.kind.status

    def data(self) -> dict[str, Any]:
        """The problem as the body of an answer, or as part of a frame."""
        return {
            "type": f"{ADDRESS}{self.code}",
            "title": self.kind.title,
            "status": self.status,
            "detail": self.says,
            "code": self.code,
            **self.more,
        }

    def __reduce__(self) -> tuple[Any, ...]:
        # Problems come back from worker processes whole.
        return _again, (self.code, self.says, self.more, self.trace)


def _again(code: str, says: str, more: dict[str, Any], trace: str) -> Problem:
    problem = Problem(code, says, **more)
    problem.trace = trace
    return problem


def problem_of(error: BaseException) -> Problem:
    """Anything that was raised as a problem of a known kind; what nobody foresaw is a bug, and says nothing more."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, FileInvalid):
        return Problem("file/invalid", _several(len(error.problems)), problems=file_problems(error.problems))
    if isinstance(error, Malformed):
        found = [{"where": each.where, "says": str(each.says)} for each in error.problems]
        return Problem("declaration/malformed", str(error), problems=found)
    if isinstance(error, InvalidQuestion):
        return Problem(
            "question/wrong", error.says, problems=[{"where": error.field, "says": str(error.says)}]
        )
    if isinstance(error, Unanswered):
        found = [{"clause": each.clause, "says": str(each.says)} for each in error.breaks]
        return Problem("answer/unfitting", str(error), problems=found)
    if isinstance(error, NeedsConsent):
        return Problem("undo/needs-consent", str(error))
    if isinstance(error, NotNow):
        return Problem("state/not-now", str(error))
    bug = Problem("server/bug", "something went wrong that should not have; nothing was changed")
    bug.trace = "".join(traceback.format_exception(error))
    return bug


def malformed(errors: Sequence[Mapping[str, Any]]) -> Problem:
    """A request that a model of pydantic refused: every field at once."""
    if any(each["type"] == "json_invalid" for each in errors):
        return Problem("request/unreadable", "the body is no JSON")
    problems = [{"where": _where(each["loc"]), "says": str(each["msg"])} for each in errors]
    says = "; ".join(f"{each['where']}: {each['says']}" for each in problems)
    return Problem("request/malformed", says, problems=problems)


def _where(way: Sequence[int | str]) -> str:
    """The way to a field as people write it: `declare[0].path`."""
    text = ""
    # FastAPI says first where the field came from; there is only one place.
    for step in way[1:] if way and way[0] == "body" else way:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else str(step)
    return text


def _several(count: int) -> str:
    return "the scenario has one mistake" if count == 1 else f"the scenario has {count} mistakes"


def file_problems(problems: Sequence[FileProblem]) -> list[dict[str, Any]]:
    """Mistakes of a scenario; a line only where there was a text that has lines."""
    return [
        {"where": each.field, "says": str(each.says)}
        | ({"line": each.line} if each.line else {})
        | ({"clause": each.clause} if each.clause else {})
        for each in problems
    ]
