"""Every message of a game, as a typed model: what a seat asks for, and what it is told.

Each request carries an id of the client's own and, if it would change the game, the number of the last line that the
client has seen. A request that was granted is granted once, however often it comes; one that saw an older line is
refused as stale. Each frame carries the number of the last line and the hash of the state that it led to.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, model_validator

Name = Annotated[str, Field(max_length=80)]
RequestId = Annotated[
    str,
    Field(
        min_length=1,
        max_length=64,
        pattern=r"^[A-Za-z0-9._:-]+$",
        description="Chosen by the client, new for each request; the same again when a request is repeated.",
    ),
]
Seen = Annotated[int, Field(ge=0, description="The number of the last line that the client has seen.")]
Model = Annotated[str, Field(max_length=200, description="The id of a model or a unit.")]


class _Message(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


# --- what a seat asks for -------------------------------------------------------------------------


class Hello(_Message):
    """The first frame on a socket: who is there, and what he has seen already."""

    kind: Literal["hello"]
    token: str = Field(max_length=200)
    resume: int | None = Field(
        None,
        ge=0,
        description="The number of the last line that the client knows; without it, the whole state is sent.",
    )


class _Asking(_Message):
    id: RequestId


class _Changing(_Asking):
    seen: Seen


class Declare(_Changing):
    """Declare a move, a happening or a tick of the clock, as a scenario file would write it."""

    kind: Literal["declare"]
    declaration: dict[str, Any]


class Answer(_Changing):
    """Answer the open question, in exactly one way."""

    kind: Literal["answer"]
    roll: Literal[True] | None = Field(None, description="Let the server roll.")
    faces: list[int] | None = Field(
        None, max_length=1000, description="Dice from a real table, where players roll."
    )
    value: Any = Field(None, description="A choice, a ruling or a plan.")
    settled: Literal[True] | None = Field(
        None, description="The first choice, the usual ruling, the plan that is proposed."
    )

    @model_validator(mode="after")
    def _one_way(self) -> Answer:
        given = [name for name in ("roll", "faces", "value", "settled") if name in self.model_fields_set]
        if len(given) != 1:
            raise ValueError("answer with exactly one of roll, faces, value and settled")
        return self

    @property
    def how(self) -> str:
        """Which way it is answered."""
        return next(name for name in ("roll", "faces", "value", "settled") if name in self.model_fields_set)


class Undo(_Changing):
    """Take back the last declaration or override; once dice were shown, the other players are asked."""

    kind: Literal["undo"]


class Finish(_Changing):
    """End the game; the other players are asked. The seed of its dice is published then."""

    kind: Literal["finish"]


class Consent(_Changing):
    """Agree to what another player proposes, or not."""

    kind: Literal["consent"]
    agree: bool


class Override(_Changing):
    """The referee sets something right; effects in the form in which the log keeps them."""

    kind: Literal["override"]
    effects: list[dict[str, Any]] = Field(min_length=1, max_length=200)
    reason: str = Field(min_length=1, max_length=1000)


class Preview(_Asking):
    """What the referee would say to a declaration: price, tests, odds of each."""

    kind: Literal["preview"]
    declaration: dict[str, Any]
    brief: bool = Field(
        False, description="Price and verdict alone, without odds and the nearest legal move: for dragging."
    )


class Odds(_Asking):
    """The exact odds of how a declaration can end."""

    kind: Literal["odds"]
    declaration: dict[str, Any]
    ask: str = Field(
        "end", max_length=80, description="end, verdict, place, status, losses, damage, safe, or a counter."
    )
    who: list[Model] = Field(
        default_factory=list, max_length=100, description="About whom; whoever is concerned if left out."
    )
    given: list[Any] = Field(
        default_factory=list, max_length=100, description="Dice and answers that are known already."
    )


class Reach(_Asking):
    """Where a model can end its move, and what every place costs."""

    kind: Literal["reach"]
    who: Model
    action: Name = ""
    budget: float | None = Field(None, ge=0, le=1000)
    extra: float = Field(0.0, ge=0, le=1000)
    actions: int = Field(1, ge=1, le=9)
    step: float = Field(1.0, ge=0.1, le=1000)
    safe: bool = Field(False, description="Without links that must be tested for.")
    chances: bool = Field(
        False, description="Also how surely each place is reached unharmed, on every level; takes longer."
    )


class Route(_Asking):
    """The cheapest legal way of a model to a place."""

    kind: Literal["route"]
    who: Model
    to: tuple[float, float]
    on: Model = Field("", description="The surface; whatever is reached most cheaply there if left out.")
    action: Name = ""
    target: Model = ""
    budget: float | None = Field(None, ge=0, le=1000)
    others: int = Field(0, ge=0, le=9)
    actions: int = Field(1, ge=1, le=9)
    safe: bool = Field(False, description="Without links that must be tested for.")


class Actions(_Asking):
    """What a model or a unit can do now, each action with every clause that forbids it."""

    kind: Literal["actions"]
    who: Model = ""


class Ask(_Asking):
    """A question to the rules about a model or a unit; without a question, everything that needs no details."""

    kind: Literal["ask"]
    who: Model = ""
    question: Name = ""
    details: dict[str, Any] = Field(default_factory=dict, max_length=20)


class Heard(_Asking):
    """What a typed line means at this table: a declaration, an order, or everything that is wrong with it."""

    kind: Literal["heard"]
    line: str = Field(max_length=2000)


class State(_Asking):
    """The whole state, the state before the first line, and the open question."""

    kind: Literal["state"]


class TableNow(_Asking):
    """The whole table in the form of the log: terrain, bases, profiles."""

    kind: Literal["table"]


class Replay(_Asking):
    """What was announced, again."""

    kind: Literal["replay"]
    after: int = Field(0, ge=0)
    limit: int = Field(100, ge=1, le=500)


Changing = Declare | Answer | Undo | Finish | Consent | Override
ReadOnly = Preview | Odds | Reach | Route | Actions | Ask | Heard
Request = Annotated[Changing | ReadOnly | State | TableNow | Replay, Field(discriminator="kind")]

REQUEST: TypeAdapter[Any] = TypeAdapter(Request)


# --- what a seat is told --------------------------------------------------------------------------


class _Frame(_Message):
    seq: int = Field(ge=0, description="The number of the last line of the log; 0 before the first.")
    hash: str = Field(description="The hash of the state that this line led to.")


class SeatShown(_Message):
    """A seat as everybody at the table sees it."""

    id: str
    role: Literal["player", "spectator", "referee"]
    sides: list[str]
    name: str
    host: bool
    taken: bool
    revoked: bool


class By(_Message):
    """Whoever said something."""

    seat: str
    role: Literal["player", "spectator", "referee"]
    name: str


class Welcome(_Frame):
    """The answer to hello. If the client resumes, everything announced since follows at once; else the state is here."""

    kind: Literal["welcome"]
    game: str
    name: str
    mode: Literal["enforce", "advise", "record"]
    dice: Literal["server", "typed"]
    commitment: str = Field(description="SHA-256 of the seed of the dice; empty if players roll.")
    over: bool
    seed: str = Field(description="Empty until the game is over.")
    seat: SeatShown
    seats: list[SeatShown]
    resumed: bool
    state: dict[str, Any] | None = None
    question: dict[str, Any] | None = None
    proposal: Proposal | None = None


class Proposal(_Message):
    """What a player proposes: others have to agree."""

    what: Literal["undo", "finish"]
    by: str = Field(description="The seat that proposes it.")
    seq: int = Field(description="It is void as soon as there is another line.")
    agreed: list[str] = Field(description="Seats that agree.")
    needs: list[str] = Field(description="Seats that have not said anything yet.")


class Announced(_Frame):
    """One more line of the log, durable before anybody hears of it."""

    kind: Literal["announced"]
    entry: Literal["declare", "happen", "tick", "answer", "override", "undo"]
    by: By
    outcome: dict[str, Any] | None = None
    faces: list[int] | None = None
    reason: str | None = None
    question: dict[str, Any] | None = Field(None, description="The question that is open now.")
    patch: dict[str, Any] | None = Field(None, description="A JSON merge patch (RFC 7396) of the state.")
    state: dict[str, Any] | None = Field(None, description="The whole state, where no patch can say it.")


class Done(_Frame):
    """The request was granted: the line that it wrote."""

    kind: Literal["done"]
    id: RequestId
    announced: Announced


class Looked(_Frame):
    """The answer to a request that changes nothing."""

    kind: Literal["looked"]
    id: RequestId
    answer: Any


class Refused(_Frame):
    """The request was refused, and nothing has changed: problem details with a stable code."""

    kind: Literal["refused"]
    id: str = Field(description="Empty if the request could not be read so far.")
    problem: dict[str, Any]


class Proposed(_Frame):
    """A player proposes something; with the id of the request, for whoever proposed it."""

    kind: Literal["proposed"]
    id: str = ""
    proposal: Proposal


class Declined(_Frame):
    """A proposal was turned down."""

    kind: Literal["declined"]
    id: str = ""
    what: Literal["undo", "finish"]
    by: str


class Over(_Frame):
    """The game is over; its dice can be rolled again by anybody from the seed."""

    kind: Literal["over"]
    id: str = ""
    seed: str
    commitment: str


class Seats(_Frame):
    """Somebody has come, was invited or has lost his seat."""

    kind: Literal["seats"]
    seats: list[SeatShown]


Frame = Annotated[
    Welcome | Announced | Done | Looked | Refused | Proposed | Declined | Over | Seats,
    Field(discriminator="kind"),
]
FRAME: TypeAdapter[Any] = TypeAdapter(Frame)


def schema() -> dict[str, Any]:
    """The JSON Schema of everything that goes over a socket."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Surefoot: messages of a game",
        "hello": Hello.model_json_schema(),
        "request": REQUEST.json_schema(),
        "frame": FRAME.json_schema(mode="serialization"),
    }
