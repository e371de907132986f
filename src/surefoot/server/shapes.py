"""The shapes of answers, for programs in other languages: outcomes, states, questions, rulesets and clauses.

Answers are built elsewhere (`referee/verdict.py`, `answers/`); here is what clients may rely on, as named schemas. A test holds
real answers against them.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired

# pydantic reads NotRequired from here on Python 3.11
from typing_extensions import TypedDict

Verdict = Literal["legal", "illegal", "stopped-short"]


class Reason(TypedDict):
    """A broken clause: its full id, what is wrong, and where (x, y, z)."""

    clause: str
    says: str
    where: NotRequired[list[float] | None]


class Line(TypedDict):
    """One line of a ledger: from where to where, how, how far, at which rate and cost, by which clause."""

    who: str
    # `from` is a word of Python: see `SCHEMAS`.
    from_: list[float]
    to: list[float]
    what: str
    length: float
    rate: float
    cost: float
    clause: str
    total: float
    of: float


class Modifier(TypedDict):
    """What makes a test easier or harder."""

    value: int
    says: str
    clause: str


class Aim(TypedDict):
    """One of several thresholds of a roll."""

    what: str
    needs: str
    odds: str
    met: bool | None


class Test(TypedDict):
    """A roll: its dice, what it needs, its odds as an exact fraction, and what was rolled."""

    what: str
    who: str
    dice: str
    needs: str
    modifiers: list[Modifier]
    odds: str | None
    rolled: list[int] | None
    reading: Any
    passed: bool | None
    says: str
    label: str
    aims: list[Aim]
    clause: str
    clauses: list[str]


class Event(TypedDict):
    """Something that happened, with its clauses and the sentence for people; further fields depend on `what`."""

    what: str
    who: str
    clause: str
    clauses: list[str]
    says: str


class Fork(TypedDict):
    """What an amount that is not rolled yet would come to."""

    rolls: dict[str, Any]
    odds: str
    verdict: Verdict
    cost: float
    reasons: list[Reason]


class Outcome(TypedDict):
    """The judgement of one declaration."""

    declaration: Declaration
    verdict: Verdict
    reasons: list[Reason]
    cost: float
    costs: dict[str, float]
    ledger: list[Line]
    tests: list[Test]
    events: list[Event]
    says: str
    forks: NotRequired[list[Fork]]
    nearest: NotRequired[Declaration]
    needs: NotRequired[str]
    insisted: NotRequired[bool]


class Declaration(TypedDict):
    """A declaration as a scenario writes it; details of the action are further fields."""

    who: NotRequired[str | list[str]]
    action: NotRequired[str]
    happen: NotRequired[str]
    tick: NotRequired[str]
    path: NotRequired[list[Any]]
    target: NotRequired[str]


class PlaceShown(TypedDict):
    """Where a model is: on a surface at x, y, z, or off the table."""

    is_: str
    on: str
    at: NotRequired[list[float]]
    facing: NotRequired[float]


class ModelShown(TypedDict):
    """What can change about a model."""

    place: PlaceShown
    status: list[str]
    counters: dict[str, Any]


class NoteShown(TypedDict):
    """Something that the rules remember."""

    value: Any
    lifetime: str
    until: NotRequired[str]


class ClockShown(TypedDict):
    """Round, side, phase and step."""

    round: int
    side: str
    phase: str
    step: str
    active: str
    minutes: int
    details: NotRequired[dict[str, Any]]


class GoalShown(TypedDict):
    """A goal: what gives points, in words, and its zone."""

    id: str
    kind: Literal["reach", "hold", "loot", "home", "last"]
    says: str
    side: str
    points: int
    zone: list[list[float]]
    on: str


class Goals(TypedDict):
    """What the sides play for, their points, and whether the game is over."""

    goals: list[GoalShown]
    points: dict[str, int]
    over: bool
    winner: str
    says: str


class State(TypedDict):
    """Everything on a table that can change, and the digest of the table."""

    digest: str
    ruleset: str
    clock: ClockShown
    models: dict[str, ModelShown]
    pieces: dict[str, Any]
    notes: dict[str, NoteShown]
    objects: NotRequired[dict[str, Any]]
    goals: NotRequired[Goals]
    environment: NotRequired[dict[str, Any]]


class Question(TypedDict):
    """An open question of the rules: which model and side it concerns, and which answers it takes."""

    what: str
    who: str
    asks: str
    says: str
    clause: str
    kind: Literal["roll", "choice", "ruling", "plan"]
    by: str
    dice: NotRequired[str]
    count: NotRequired[int]
    lowest: NotRequired[int]
    highest: NotRequired[int]
    needs: NotRequired[str]
    odds: NotRequired[str | None]
    aims: NotRequired[list[Aim]]
    modifiers: NotRequired[list[Modifier]]
    among: NotRequired[list[Any]]
    labels: NotRequired[list[str]]
    schema: NotRequired[str]
    default: NotRequired[Any]


class Option(TypedDict):
    """A setting of a ruleset."""

    name: str
    kind: Literal["switch", "choice", "number", "mapping"]
    default: Any
    clause: str
    says: str
    values: NotRequired[list[Any]]


class ActionShown(TypedDict):
    """An action of a ruleset."""

    name: str
    kind: Literal["declare", "happen", "tick"]
    title: str


class CalculatorInput(TypedDict):
    """One value that a calculator takes."""

    name: str
    title: str
    kind: Literal["number", "whole", "choice", "switch"]
    default: float | str | bool
    says: str
    hint: str
    least: float
    most: float
    unit: str
    choices: list[CalculatorChoice]


class CalculatorChoice(TypedDict):
    """A value of a choice and what it is called."""

    value: str
    title: str


class CalculatorTask(TypedDict):
    """Something that can be tried, or a kind of leg: the ways to state its amount, and its circumstances."""

    name: str
    title: str
    amounts: list[CalculatorInput]
    inputs: list[CalculatorInput]


class FeatCalculator(TypedDict):
    """Feats of one character, asked at /v1/feat: the fields of a form, and the character it begins with."""

    who: list[CalculatorInput]
    example: dict[str, Any]
    feats: list[CalculatorTask]


class JourneyCalculator(TypedDict):
    """Journeys of a party, asked at /v1/travel: the fields of a form, and the party and legs it begins with."""

    who: list[CalculatorInput]
    party: list[dict[str, Any]]
    legs: list[CalculatorTask]
    route: list[dict[str, Any]]
    inputs: list[CalculatorInput]
    counter: str
    title: str


class Calculators(TypedDict):
    """The calculators that a ruleset offers."""

    feats: FeatCalculator | None
    journeys: JourneyCalculator | None


class Ruleset(TypedDict):
    """An installed ruleset; `problem` says why one can't be used."""

    name: str
    offered_by: str
    problem: NotRequired[str]
    title: NotRequired[str]
    unit: NotRequired[Literal["inch", "metre"]]
    version: NotRequired[int]
    extends: NotRequired[str | None]
    package: NotRequired[str]
    clauses: NotRequired[int]
    options: NotRequired[list[Option]]
    actions: NotRequired[list[ActionShown]]
    questions: NotRequired[Any]
    words: NotRequired[Any]
    calculators: NotRequired[Calculators]


class Clause(TypedDict):
    """A clause in our own words; a single one comes with its options, settings and table."""

    id: str
    ruleset: str
    kind: str
    section: str
    title: str
    summary: str
    ruling: str | None
    inherited_from: str | None
    proof: Literal["case", "guard", "none"]
    outside: NotRequired[bool]
    options: NotRequired[list[Option]]
    settings: NotRequired[dict[str, Any]]
    table: NotRequired[list[dict[str, Any]]]
    reason: NotRequired[str | None]


class ScenarioShown(TypedDict):
    """A scenario that comes with Surefoot or with a ruleset; a single one with its text and data."""

    name: str
    title: str
    ruleset: str
    game: str
    models: int
    declarations: int
    text: NotRequired[str]
    scenario: NotRequired[dict[str, Any]]


SHAPES = (Outcome, State, Question, Ruleset, Clause, ScenarioShown)


def schemas(prefix: str) -> dict[str, Any]:
    """Every shape by its name; references between them begin with a prefix."""
    from pydantic import TypeAdapter

    found: dict[str, Any] = {}
    for shape in SHAPES:
        schema = TypeAdapter(shape).json_schema(ref_template=prefix + "{model}")
        found |= schema.pop("$defs", {})
        found[shape.__name__] = schema
    return {name: _renamed(schema) for name, schema in found.items()}


def _renamed(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema whose fields that are words of Python have their own names: `from`, `is`."""
    properties = {name.rstrip("_"): each for name, each in schema.get("properties", {}).items()}
    required = [name.rstrip("_") for name in schema.get("required", ())]
    # Later versions may add fields.
    return schema | {"properties": properties, "required": required, "additionalProperties": True}
