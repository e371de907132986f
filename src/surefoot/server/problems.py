"""Problems of requests as problem details (RFC 9457), with a stable code for each kind.

The same problems answer a request over HTTP and a frame over a socket.
"""

from __future__ import annotations

import traceback
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from surefoot.answers.errors import InvalidQuestion
from surefoot.dice.host import Unanswered
from surefoot.files.problems import FileInvalid, FileProblem
from surefoot.files.refusals import said
from surefoot.language import Notation, Quoted, Sentence, count, say
from surefoot.language.sentence import sentence
from surefoot.language.speaker import Speaker
from surefoot.records import dataclass
from surefoot.referee.faults import fault_of
from surefoot.referee.protocol import BadRuleset
from surefoot.referee.referee import Malformed
from surefoot.referee.session import NeedsConsent, NotNow
from surefoot.server.store.failures import RowDamaged, StoreFailed
from surefoot.table.words import suggested

MEDIA_TYPE = "application/problem+json"
# The address that explains each kind, relative to the server.
ADDRESS = "/v1/problems/"


@dataclass(frozen=True)
class Kind:
    """A kind of problem: its code for programs, its HTTP status, and its meaning."""

    code: str
    status: int
    title: Sentence
    means: Sentence

    def data(self) -> dict[str, Any]:
        """The kind as plain data."""
        speak = Speaker()
        return {
            "code": self.code,
            "status": self.status,
            "title": speak(self.title),
            "means": speak(self.means),
        }


def _kinds(*kinds: Kind) -> dict[str, Kind]:
    return {kind.code: kind for kind in kinds}


KINDS = _kinds(
    Kind("request/unreadable", 400, say("Unreadable request"), say("The body is not JSON, or not UTF-8.")),
    Kind(
        "request/malformed",
        422,
        say("Invalid request"),
        say("A field is missing, unknown or of the wrong type; `problems` lists each with its place."),
    ),
    Kind(
        "request/unknown-address",
        404,
        say("Nothing at this address"),
        say("See /docs for the addresses of this server."),
    ),
    Kind(
        "request/wrong-method",
        405,
        say("Wrong HTTP method"),
        say("The header `Allow` lists the methods of this address."),
    ),
    Kind(
        "request/unknown-host",
        421,
        say("Unknown name of the server"),
        say("The server does not answer under this name; its operator can add it with `--name`."),
    ),
    Kind(
        "request/foreign-origin",
        403,
        say("Request from another page"),
        say("The request came from a page of another site."),
    ),
    Kind(
        "question/wrong",
        422,
        say("Invalid question"),
        say(
            "The scenario can be read, but it has no such model, action or question; `problems` suggests a correction."
        ),
    ),
    Kind(
        "file/invalid",
        422,
        say("Invalid scenario"),
        say(
            "`problems` lists every problem: its field, its line if the scenario was sent as text, and its clause if a rule decides."
        ),
    ),
    Kind(
        "declaration/malformed",
        422,
        say("Invalid declaration"),
        say("There is no such action, model or field; `problems` lists every problem."),
    ),
    Kind(
        "move/illegal",
        422,
        say("Against the rules"),
        say("In a strict game an illegal declaration changes nothing; `verdict` lists every broken clause."),
    ),
    Kind(
        "answer/unfitting",
        422,
        say("This doesn't answer the open question"),
        say("`detail` says which answers fit."),
    ),
    Kind(
        "frame/unreadable",
        422,
        say("Unreadable message"),
        say("A message over a socket is not JSON, or its kind is unknown."),
    ),
    Kind(
        "state/stale",
        409,
        say("The game has moved on"),
        say("Get the new lines, then send the request again."),
    ),
    Kind(
        "state/not-now", 409, say("Not possible now"), say("Something else comes first; `detail` says what.")
    ),
    Kind(
        "undo/needs-consent",
        409,
        say("The other player must agree"),
        say("Dice have been rolled since the declaration."),
    ),
    Kind(
        "game/over", 409, say("The game is over"), say("It can be viewed and exported, but no longer played.")
    ),
    Kind(
        "game/damaged",
        500,
        say("The log of the game was changed"),
        say(
            "A line was changed after it was written, or the installed rules judge it differently; `line` says which. The game can be exported."
        ),
    ),
    Kind(
        "game/unknown",
        404,
        say("No such game"),
        say("It was never created on this server, or it was removed."),
    ),
    Kind("scenario/unknown", 404, say("No such scenario"), say("GET /v1/scenarios lists the scenarios.")),
    Kind("lesson/unknown", 404, say("No such lesson"), say("GET /v1/lessons/RULESET lists the lessons.")),
    Kind(
        "ruleset/unknown",
        404,
        say("No such ruleset or clause"),
        say("GET /v1/rulesets lists the installed rulesets."),
    ),
    Kind(
        "seat/unknown",
        401,
        say("Invalid token"),
        say("The token or invite link is misspelt, expired or revoked."),
    ),
    Kind(
        "seat/not-yours",
        403,
        say("Your seat can't do this"),
        say("A seat plays only its own sides; spectators only watch."),
    ),
    Kind(
        "computer/waits",
        409,
        say("It is not the computer's turn"),
        say("The computer has nothing to do for this side now, or passes. Ask it again after the next line."),
    ),
    Kind(
        "seat/banned",
        403,
        say("Your address is banned"),
        say("The operator of the server refuses requests from this address."),
    ),
    Kind(
        "measure/withheld",
        403,
        say("Pre-measuring is off for this table"),
        say("Reach, cost and odds are shown after the declaration."),
    ),
    Kind("limit/size", 413, say("Request too large"), say("`most` is the limit in bytes.")),
    Kind(
        "limit/complexity",
        422,
        say("Table too complex"),
        say("`problems` lists what exceeds its limit, and the limit."),
    ),
    Kind(
        "limit/time",
        422,
        say("Computation took too long"),
        say(
            "It was stopped after `seconds`. Ask for less: fewer declarations, fewer branches, a smaller table."
        ),
    ),
    Kind(
        "limit/memory",
        422,
        say("Computation too large"),
        say("It was stopped because it needs too much memory. Ask for less, or use a smaller table."),
    ),
    Kind(
        "limit/work",
        429,
        say("Too much computing time used"),
        say("Your address has used up its computing time; the header `Retry-After` says when there is more."),
    ),
    Kind(
        "limit/space",
        507,
        say("No space for more games"),
        say("Delete games that you no longer need, or ask the operator of the server."),
    ),
    Kind(
        "limit/rate",
        429,
        say("Too many requests"),
        say("The header `Retry-After` says how many seconds to wait."),
    ),
    Kind(
        "limit/waiting",
        429,
        say("Too many requests waiting"),
        say("Wait for the answers to earlier requests."),
    ),
    Kind("limit/slow", 408, say("Request too slow"), say("The body did not arrive in time.")),
    Kind("server/busy", 503, say("Server busy"), say("Try again after `Retry-After` seconds.")),
    Kind("server/stopping", 503, say("Server stopping"), say("Try again in a moment; no game is lost.")),
    Kind(
        "store/failed",
        503,
        say("The game could not be saved"),
        say("Nothing was changed; send the request again."),
    ),
    Kind(
        "ruleset/failed",
        500,
        say("A ruleset by others failed"),
        say(
            "Code of an installed ruleset raised an error: `package`, `version`, `file`, `line` and `error` say where. "
            "Nothing was changed; report it to its author."
        ),
    ),
    Kind("server/bug", 500, say("Bug in Surefoot"), say("Please report it with the `instance`.")),
)


class Problem(Exception):
    """A problem of a known kind, with a sentence and further data of its own."""

    def __init__(self, code: str, says: Sentence, /, **more: Any) -> None:
        super().__init__(str(says))
        self.kind = KINDS[code]
        self.says = says
        self.more = more
        # The traceback of a bug, for the log; it is never sent.
        self.trace = ""

    @property
    def code(self) -> str:
        """The code for programs."""
        return self.kind.code

    @property
    def status(self) -> int:
        """The HTTP status."""
        return self.kind.status

    def detail(self) -> str:
        """The problem in the language of the server."""
        return Speaker()(self.says)

    def data(self) -> dict[str, Any]:
        """The problem as the body of an answer, or as part of a frame."""
        return {
            "type": f"{ADDRESS}{self.code}",
            "title": self.kind.data()["title"],
            "status": self.status,
            "detail": self.detail(),
            "code": self.code,
            **self.more,
        }

    def __reduce__(self) -> tuple[Any, ...]:
        # Problems are pickled by worker processes.
        return _again, (self.code, self.says, self.more, self.trace)


def _again(code: str, says: Sentence, more: dict[str, Any], trace: str) -> Problem:
    problem = Problem(code, says, **more)
    problem.trace = trace
    return problem


def rendered(text: str) -> Sentence:
    """A text that is already in the language of the server."""
    return say("{text}", text=Notation(text))


def problem_of(error: BaseException, speak: Speaker | None = None) -> Problem:
    """The problem of an exception. Unexpected exceptions are bugs, without details. `speak` knows the table's names."""
    words = speak or Speaker()
    if isinstance(error, Problem):
        return error
    if isinstance(error, FileInvalid):
        return Problem("file/invalid", _several(len(error.problems)), problems=file_problems(error.problems))
    if isinstance(error, Malformed):
        found = [{"where": each.where, "says": words(each.says)} for each in error.problems]
        return Problem("declaration/malformed", _joined(found), problems=found)
    if isinstance(error, InvalidQuestion):
        says = sentence(error.says)
        return Problem("question/wrong", says, problems=[{"where": error.field, "says": words(says)}])
    if isinstance(error, Unanswered):
        found = [{"clause": each.clause, "says": words(each.says)} for each in error.breaks]
        says = rendered(words(error.problem) or str(error))
        return Problem("answer/unfitting", says, problems=found)
    if isinstance(error, NeedsConsent):
        return Problem("undo/needs-consent", rendered(str(error)))
    if isinstance(error, NotNow):
        return Problem("state/not-now", rendered(str(error)))
    if isinstance(error, StoreFailed):
        return store_problem(error)
    if isinstance(error, MemoryError):
        return Problem("limit/memory", say("The computation needs too much memory"))
    if isinstance(error, RowDamaged):
        return Problem(
            "game/damaged", say("The stored game can't be read. Its operator finds the reason in the log")
        )
    if isinstance(error, BadRuleset):
        return Problem("ruleset/failed", rendered(str(error)), package=error.offered_by)
    fault = fault_of(error)
    if fault is not None:
        failed = Problem("ruleset/failed", fault.says, **asdict(fault))
        failed.trace = "".join(traceback.format_exception(error))
        return failed
    bug = Problem("server/bug", say("Something went wrong in Surefoot. Nothing was changed"))
    bug.trace = "".join(traceback.format_exception(error))
    return bug


def store_problem(_: StoreFailed) -> Problem:
    """The problem of a failed database: what exactly failed stands in the log of the server alone."""
    return Problem("store/failed", say("The database does not answer. Send the request again"), retry_after=1)


def _told(error: Mapping[str, Any], known: Iterable[str]) -> str:
    """What is wrong with a field; for an unknown field or kind of message, also the one that was probably meant."""
    context = error.get("ctx") or {}
    if error["type"] == "union_tag_invalid":
        tag, tags = str(context["tag"]), str(context["expected_tags"]).replace("'", "").split(", ")
        return Speaker()(suggested(say("There is no kind {tag}", tag=Quoted(tag)), tag, tags))
    if error["type"] == "union_tag_not_found":
        return Speaker()(say("kind is missing"))
    if isinstance(error.get("input"), bytes):
        # FastAPI reads JSON only where the header says that it is.
        return Speaker()(say("Send the body with the header content-type: application/json"))
    if error["type"] == "extra_forbidden" and known:
        name = str(error["loc"][-1])
        return Speaker()(suggested(say("There is no field {name}", name=Quoted(name)), name, known))
    return Speaker()(said(error.get("ctx"), error["msg"], error["type"]))


def malformed(errors: Sequence[Mapping[str, Any]], known: Collection[str] = ()) -> Problem:
    """The problem of a request that does not fit its model, with all fields at once."""
    if any(each["type"] == "json_invalid" for each in errors):
        return Problem("request/unreadable", say("The body is not JSON"))
    problems = [{"where": _where(each["loc"]), "says": _told(each, known)} for each in errors]
    return Problem("request/malformed", _joined(problems), problems=problems)


def unreadable_frame(
    errors: Sequence[Mapping[str, Any]], known: Mapping[str, Collection[str]] | None = None
) -> Problem:
    """The problem of a message that does not fit its model, with all fields at once."""
    problems = [
        {
            "where": ".".join(str(part) for part in each["loc"]),
            "says": _told(each, (known or {}).get(str(each["loc"][0]) if each["loc"] else "", ())),
        }
        for each in errors
    ]
    return Problem("frame/unreadable", _joined(problems), problems=problems)


def _joined(problems: Sequence[Mapping[str, str]]) -> Sentence:
    """Several problems in one text, each with its place."""
    return rendered("; ".join(f"{each['where']}: {each['says']}".removeprefix(": ") for each in problems))


def _where(way: Sequence[int | str]) -> str:
    """The place of a field: `declare[0].path`."""
    text = ""
    # FastAPI puts the source of the field first; here it is always the body.
    for step in way[1:] if way and way[0] == "body" else way:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else str(step)
    return text


def _several(number: int) -> Sentence:
    return count("The scenario has {n} problem", "The scenario has {n} problems", number)


def file_problems(problems: Sequence[FileProblem]) -> list[dict[str, Any]]:
    """The problems of a scenario; with lines if it was sent as text."""
    return [
        {"where": each.field, "says": each.message()}
        | ({"line": each.line} if each.line else {})
        | ({"clause": each.clause} if each.clause else {})
        for each in problems
    ]
