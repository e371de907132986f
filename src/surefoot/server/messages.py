"""All messages of a game as typed models: requests of clients, and frames of the server.

Each request has an id chosen by the client and, if it changes the game, the number of the last line that the client has
seen. A request is carried out once, however often it is sent; one that has seen an older line is refused as stale. Each
frame has the number of the last line and the hash of the state after it.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, model_validator

from surefoot import __version__
from surefoot.dice.planner import MOST_PLANNED
from surefoot.files.refusals import fail
from surefoot.files.schema import scenario_schema
from surefoot.language import say
from surefoot.server import shapes

DEFS = "#/$defs/"

# Databases and terminals can't hold control characters.
PRINTABLE = r"^[^\x00-\x1f\x7f-\x9f]*$"
# Line numbers are stored as integers of four bytes.
MOST_LINES = 2**31 - 1
Name = Annotated[str, Field(max_length=80, pattern=PRINTABLE)]
RequestId = Annotated[
    str,
    Field(
        min_length=1,
        max_length=64,
        pattern=r"^[A-Za-z0-9._:-]+$",
        description="Chosen by the client, new for each request; the same when a request is repeated.",
    ),
]
Seen = Annotated[
    int, Field(ge=0, le=MOST_LINES, description="The number of the last line that the client has seen.")
]
Model = Annotated[str, Field(max_length=200, description="The id of a model or a unit.")]


class _Message(BaseModel):
    # JSON has no infinite numbers: one that is let in can't be sent on.
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


# --- requests -------------------------------------------------------------------------------------


class Hello(_Message):
    """The first frame on a socket: the token, and the last line that the client knows."""

    kind: Literal["hello"]
    token: str = Field(max_length=200, description="The token of the seat.")
    resume: int | None = Field(
        None,
        ge=0,
        le=MOST_LINES,
        description="The number of the last line that the client knows; without it, the whole state is sent.",
    )


class _Asking(_Message):
    id: RequestId


class _Changing(_Asking):
    seen: Seen


class Declare(_Changing):
    """Declare an action, an event or a step of the clock, as in a scenario file."""

    kind: Literal["declare"]
    declaration: dict[str, Any] = Field(description="The declaration, as a scenario file has it.")


class Answer(_Changing):
    """Answer the open question, in exactly one way."""

    kind: Literal["answer"]
    roll: Literal[True] | None = Field(None, description="Let the server roll.")
    faces: list[int] | None = Field(
        None, max_length=1000, description="Dice of players, if the game uses real dice."
    )
    value: Any = Field(None, description="A choice, a ruling or a plan.")
    settled: Literal[True] | None = Field(
        None, description="The default: the first choice, the usual ruling, the proposed plan."
    )

    @model_validator(mode="after")
    def _one_way(self) -> Answer:
        given = [name for name in ("roll", "faces", "value", "settled") if name in self.model_fields_set]
        if len(given) != 1:
            fail(say("Answer with exactly one of roll, faces, value and settled"))
        return self

    @property
    def how(self) -> str:
        """The field that holds the answer."""
        return next(name for name in ("roll", "faces", "value", "settled") if name in self.model_fields_set)


class Play(_Changing):
    """Let the computer make the next declaration of one of your sides, or answer the question that is for it.

    Refused with `computer/waits` if it is not the turn of that side.
    """

    kind: Literal["play"]
    side: Name = Field(description="The side that the computer plays.")
    strength: Literal["easy", "medium", "hard"] = Field("medium", description="How well it plays.")


class Undo(_Changing):
    """Undo the last declaration or correction; after dice were rolled, the other players must agree."""

    kind: Literal["undo"]


class Finish(_Changing):
    """End the game; the other players must agree. Then the seed of its dice is published."""

    kind: Literal["finish"]


class Consent(_Changing):
    """Agree to another player's proposal, decline it, or withdraw your own."""

    kind: Literal["consent"]
    agree: bool = Field(description="True to agree, false to decline or, if it is your own, to withdraw.")


class Override(_Changing):
    """A correction by the referee, as effects in the format of the log."""

    kind: Literal["override"]
    effects: list[dict[str, Any]] = Field(
        min_length=1, max_length=200, description="What changes, in the format of the log."
    )
    reason: str = Field(
        min_length=1, max_length=1000, pattern=PRINTABLE, description="Why; the log keeps it."
    )


class Trust(_Asking):
    """Agree to a referee, or withdraw it: a referee can only act when all players agree."""

    kind: Literal["trust"]
    seat: Name = Field(description="The seat of the referee.")
    agree: bool = Field(description="True to agree, false to withdraw.")


class Pledge(_Asking):
    """Commit to a secret of your own for the dice, before you reveal it."""

    kind: Literal["pledge"]
    hash: str = Field(pattern="^[0-9a-f]{64}$", description="SHA-256 of the secret, as hexadecimal digits.")


class Reveal(_Asking):
    """Reveal the secret that you have pledged: from now on it is mixed into the dice."""

    kind: Literal["reveal"]
    secret: str = Field(
        min_length=16,
        max_length=128,
        pattern="^[0-9A-Za-z_-]+$",
        description="The secret whose hash was pledged.",
    )


class Preview(_Asking):
    """Preview a declaration: cost, tests and their odds."""

    kind: Literal["preview"]
    declaration: dict[str, Any] = Field(description="The declaration, as a scenario file has it.")
    brief: bool = Field(
        False, description="Only cost and verdict, without odds and the nearest legal move: for dragging."
    )


class Odds(_Asking):
    """The exact odds of each outcome of a declaration."""

    kind: Literal["odds"]
    declaration: dict[str, Any] = Field(description="The declaration, as a scenario file has it.")
    ask: str = Field(
        "end",
        max_length=80,
        description="end, verdict, place, status, harm, losses, damage, safe, or a counter.",
    )
    who: list[Model] = Field(
        default_factory=list, max_length=100, description="The models; all that are affected if left out."
    )
    given: list[Any] = Field(
        default_factory=list, max_length=100, description="Dice and answers that are already known."
    )


class Reach(_Asking):
    """Where a model can end its move, and the cost of each place."""

    kind: Literal["reach"]
    who: Model
    action: Name = Field("", description="The action; the first one that has a path if left out.")
    budget: float | None = Field(
        None, ge=0, le=1000, description="Movement instead of the allowance of the action."
    )
    extra: float = Field(0.0, ge=0, le=1000, description="Movement in addition to the allowance.")
    actions: int = Field(1, ge=1, le=MOST_PLANNED, description="How many actions in a row.")
    step: float = Field(1.0, ge=0.1, le=1000, description="The distance between two contours.")
    safe: bool = Field(False, description="Only links that need no test.")
    chances: bool = Field(
        False, description="Also the probability of reaching each place unharmed; takes longer."
    )
    partly: bool = Field(
        False,
        description="Over a socket: answer at once with what is known, then again whenever more is known. "
        "Ends when the table changes, or with the next such request on the socket.",
    )


class Route(_Asking):
    """The cheapest legal path of a model to a place."""

    kind: Literal["route"]
    who: Model
    to: tuple[float, float] = Field(description="The place.")
    on: Model = Field("", description="The surface; the cheapest one at that place if left out.")
    action: Name = Field("", description="The action; the first one that has a path if left out.")
    target: Model = Field("", description="The target of the action.")
    budget: float | None = Field(
        None, ge=0, le=1000, description="Movement instead of the allowance of the action."
    )
    others: int = Field(0, ge=0, le=MOST_PLANNED, description="How many other paths to show.")
    actions: int = Field(1, ge=1, le=MOST_PLANNED, description="How many actions in a row.")
    safe: bool = Field(False, description="Only links that need no test.")


class Actions(_Asking):
    """The actions of a model or a unit now, each with every clause that forbids it."""

    kind: Literal["actions"]
    who: Model = Field("", description="The id of a model or a unit; without one, the steps of the clock.")


class Targets(_Asking):
    """What an action of a model or a unit may be aimed at now."""

    kind: Literal["targets"]
    who: Model
    action: Name = Field(description="The action.")


class Ask(_Asking):
    """A question to the rules about a model or a unit; without a question, all that need no details."""

    kind: Literal["ask"]
    who: Model = ""
    question: Name = Field("", description="The question, as the ruleset names it.")
    details: dict[str, Any] = Field(
        default_factory=dict, max_length=20, description="What the question needs to know."
    )


class Heard(_Asking):
    """Parse a typed line: a declaration, a command, or its problems."""

    kind: Literal["heard"]
    line: str = Field(max_length=2000, description="The line.")


class StateNow(_Asking):
    """The whole state, the state before the first line, and the open question."""

    kind: Literal["state"]


class TableNow(_Asking):
    """The whole table in the format of the log: terrain, bases, profiles."""

    kind: Literal["table"]


class Replay(_Asking):
    """Earlier announcements."""

    kind: Literal["replay"]
    after: int = Field(0, ge=0, le=MOST_LINES, description="The number of the line after which they begin.")
    limit: int = Field(100, ge=1, le=500, description="How many at most.")


class Talk(_Asking):
    """Say something to everyone at the table or to one seat, or point at a place. It is passed on and not stored."""

    kind: Literal["talk"]
    text: str = Field("", max_length=500, description="The words.")
    at: tuple[float, float] | None = Field(None, description="A place on the table.")
    to: str = Field("", max_length=64, description="The only seat that hears it; empty: all of them.")

    @model_validator(mode="after")
    def _something(self) -> Talk:
        if not self.text.strip() and self.at is None:
            fail(say("Say something, or point at a place"))
        return self


Changing = Declare | Answer | Play | Undo | Finish | Consent | Override
ReadOnly = Preview | Odds | Reach | Route | Actions | Targets | Ask | Heard
Seating = Trust | Pledge | Reveal
Request = Annotated[
    Changing | Seating | ReadOnly | StateNow | TableNow | Replay | Talk, Field(discriminator="kind")
]

REQUEST: TypeAdapter[Any] = TypeAdapter(Request)


# --- frames ---------------------------------------------------------------------------------------


class _Frame(_Message):
    seq: int = Field(ge=0, description="The number of the last line of the log; 0 before the first.")
    hash: str = Field(description="The hash of the state after this line.")


class SeatShown(_Message):
    """A seat as all seats of the game see it."""

    id: str = Field(description="The seat.")
    role: Literal["player", "spectator", "referee"] = Field(description="What the seat may do.")
    sides: list[str] = Field(description="The sides that it plays.")
    name: str = Field(description="The name that the player chose.")
    host: bool = Field(description="It created the game.")
    taken: bool = Field(description="A player has joined.")
    revoked: bool = Field(description="It was taken away.")
    doubters: list[str] = Field(
        default_factory=list, description="Of a referee: players who have not agreed to it yet."
    )
    pledged: bool = Field(False, description="The player has committed to a secret for the dice.")
    pledge: str = Field("", description="The SHA-256 of that secret; empty before.")
    revealed: bool = Field(False, description="The secret is part of the dice.")


class By(_Message):
    """The seat that made a change."""

    seat: str = Field(description="The seat.")
    role: Literal["player", "spectator", "referee"] = Field(description="What the seat may do.")
    name: str = Field(description="The name that the player chose.")


class Welcome(_Frame):
    """The answer to hello. If the client resumes, missed announcements follow; otherwise it contains the state."""

    kind: Literal["welcome"]
    game: str = Field(description="The id of the game.")
    name: str = Field(description="The name of its table.")
    mode: Literal["enforce", "advise", "record"] = Field(
        description="What becomes of illegal moves: refused, or made with a warning or in silence."
    )
    dice: Literal["server", "typed"] = Field(description="Who rolls.")
    commitment: str = Field(description="SHA-256 of the seed of the dice; empty if players roll.")
    over: bool = Field(description="The game has ended.")
    seed: str = Field(description="Empty until the game is over.")
    seat: SeatShown = Field(description="Your own seat.")
    seats: list[SeatShown] = Field(description="All seats.")
    resumed: bool = Field(description="Missed announcements follow instead of the state.")
    state: dict[str, Any] | None = Field(None, description="The whole state, unless the client resumes.")
    question: dict[str, Any] | None = Field(None, description="The open question.")
    proposal: Proposal | None = Field(None, description="The open proposal.")


class Proposal(_Message):
    """A proposal of a player, to which the others must agree."""

    what: Literal["undo", "finish"] = Field(description="What is proposed.")
    by: str = Field(description="The seat that proposed it.")
    seq: int = Field(description="It becomes void with the next line.")
    agreed: list[str] = Field(description="Seats that agree.")
    needs: list[str] = Field(description="Seats that have not answered yet.")


class Announced(_Frame):
    """A new line of the log; it was stored before it is announced."""

    kind: Literal["announced"]
    entry: Literal["declare", "happen", "tick", "answer", "override", "undo"] = Field(
        description="What sort of line it is."
    )
    by: By = Field(description="The seat that made the change.")
    outcome: dict[str, Any] | None = Field(None, description="The verdict on a declaration.")
    faces: list[int] | None = Field(None, description="The dice of an answer.")
    reason: str | None = Field(None, description="The reason of a correction.")
    why: str | None = Field(None, description="Why the computer made this move.")
    question: dict[str, Any] | None = Field(None, description="The question that is open now.")
    patch: dict[str, Any] | None = Field(None, description="A JSON merge patch (RFC 7396) of the state.")
    state: dict[str, Any] | None = Field(None, description="The whole state, where a patch can't express it.")


class Done(_Frame):
    """The request was carried out: its line."""

    kind: Literal["done"]
    id: RequestId
    announced: Announced = Field(description="The line as everybody gets it.")


class Looked(_Frame):
    """The answer to a read-only request."""

    kind: Literal["looked"]
    id: RequestId
    answer: Any = Field(description="The answer, as the command of the same name prints it with --json.")
    more: bool = Field(False, description="A further answer to this request follows.")


class Refused(_Frame):
    """The request was refused, and nothing has changed: problem details with a stable code."""

    kind: Literal["refused"]
    id: str = Field(description="Empty if the request could not be read.")
    problem: dict[str, Any] = Field(description="What is wrong.")


class Proposed(_Frame):
    """A player made a proposal; with the id of the request for the proposer."""

    kind: Literal["proposed"]
    id: str = Field("", description="The request of the proposer.")
    proposal: Proposal = Field(description="The proposal.")


class Declined(_Frame):
    """A proposal was declined."""

    kind: Literal["declined"]
    id: str = Field("", description="The request of the player who declined.")
    what: Literal["undo", "finish"] = Field(description="What was proposed.")
    by: str = Field(description="The seat that declined.")


class Over(_Frame):
    """The game is over; its dice can be checked with the seed."""

    kind: Literal["over"]
    id: str = Field("", description="The request that ended the game.")
    seed: str = Field(description="The seed of the dice.")
    commitment: str = Field(description="Its SHA-256, published before the first roll.")


class Seats(_Frame):
    """The seats have changed: a client joined, was invited or lost its seat."""

    kind: Literal["seats"]
    seats: list[SeatShown] = Field(description="All seats.")


class Talked(_Frame):
    """A player said something, or pointed at a place; with the id of the request for the speaker."""

    kind: Literal["talked"]
    id: str = Field("", description="The request of the speaker.")
    by: By = Field(description="The speaker.")
    text: str = Field(description="The words.")
    at: tuple[float, float] | None = Field(None, description="The place that was pointed at.")
    when: int = Field(description="Seconds since 1970.")


Frame = Annotated[
    Welcome | Announced | Done | Looked | Refused | Proposed | Declined | Over | Seats | Talked,
    Field(discriminator="kind"),
]
FRAME: TypeAdapter[Any] = TypeAdapter(Frame)


def fields_by_kind() -> dict[str, list[str]]:
    """The fields of each request, by its kind."""
    models = get_args(get_args(Request)[0])
    return {get_args(model.model_fields["kind"].annotation)[0]: list(model.model_fields) for model in models}


HELLO: TypeAdapter[Any] = TypeAdapter(Hello)

# The fields of messages whose shape is described elsewhere: in scenarios, or among the shapes of answers.
SHAPED = {
    "declaration": "DeclareForm",
    "outcome": "Outcome",
    "question": "Question",
    "state": "State",
    "problem": "ProblemShown",
}


def definitions() -> tuple[dict[str, Any], dict[str, list[str]]]:
    """Every message and its parts as JSON Schema by name, and the names of hello, of requests and of frames."""
    adapters = {"hello": HELLO, "request": REQUEST, "frame": FRAME}
    inputs = [
        (name, "serialization" if name == "frame" else "validation", each) for name, each in adapters.items()
    ]
    _, whole = TypeAdapter.json_schemas(inputs, ref_template=f"{DEFS}{{model}}")  # type: ignore[arg-type]
    found: dict[str, Any] = whole["$defs"]
    names = {
        "hello": ["Hello"],
        "request": [each.__name__ for each in get_args(get_args(Request)[0])],
        "frame": [each.__name__ for each in get_args(get_args(Frame)[0])],
    }
    for message in (*names["request"], *names["frame"]):
        for field, shape in SHAPED.items():
            # A request names its question by a word; only answers hold one.
            if field == "question" and message in names["request"]:
                continue
            if field in found[message]["properties"]:
                described = found[message]["properties"][field].get("description")
                one: dict[str, Any] = {"$ref": f"{DEFS}{shape}"}
                shaped = (
                    one
                    if message in names["request"] or field == "problem"
                    else {"anyOf": [one, {"type": "null"}]}
                )
                found[message]["properties"][field] = shaped | (
                    {"description": described} if described else {}
                )
    parts = {name: each for name, each in scenario_schema()["$defs"].items() if name not in found}
    return found | parts | shapes.schemas(DEFS) | {"ProblemShown": _PROBLEM}, names


_PROBLEM: dict[str, Any] = {
    "type": "object",
    "description": "Problem details after RFC 9457, with a stable code.",
    "required": ["code", "detail"],
    "properties": {"code": {"type": "string"}, "detail": {"type": "string"}, "status": {"type": "integer"}},
}


def schema() -> dict[str, Any]:
    """The JSON Schema of all messages over a socket: any one of them is valid, and nothing else."""
    found, names = definitions()
    groups = {
        group.capitalize() + "Message": {"oneOf": [{"$ref": f"{DEFS}{name}"} for name in each]}
        for group, each in names.items()
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Surefoot: messages of a game",
        "oneOf": [{"$ref": f"{DEFS}{name}"} for each in names.values() for name in each],
        "$defs": found | groups,
    }


def asyncapi() -> dict[str, Any]:
    """The messages of a game as an AsyncAPI 3 document."""
    found, names = definitions()
    place = "#/components/schemas/"
    sent = [*names["hello"], *names["request"]]
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Surefoot: a game over a socket",
            "version": __version__,
            "description": "The first message is hello with a token; then requests, each answered by a frame with its id.",
        },
        "channels": {
            "game": {
                "address": "/v1/games/{game}/socket",
                "parameters": {"game": {"description": "The id of the game."}},
                "messages": {
                    name: {"$ref": f"#/components/messages/{name}"} for name in (*sent, *names["frame"])
                },
            }
        },
        "operations": {
            "request": _operation("receive", "Clients send these to the server.", sent),
            "frame": _operation("send", "The server sends these to clients.", names["frame"]),
        },
        "components": {
            "messages": {
                name: {
                    "name": name,
                    "title": found[name].get("description", name).partition(".")[0],
                    "contentType": "application/json",
                    "payload": {"$ref": f"{place}{name}"},
                }
                for name in (*sent, *names["frame"])
            },
            "schemas": json.loads(json.dumps(found).replace(DEFS, place)),
        },
    }


def _operation(action: str, title: str, names: list[str]) -> dict[str, Any]:
    refs = [{"$ref": f"#/channels/game/messages/{name}"} for name in names]
    return {"action": action, "channel": {"$ref": "#/channels/game"}, "title": title, "messages": refs}
