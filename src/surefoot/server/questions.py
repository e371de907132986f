"""The questions of the stateless API: their models, and their answers, which are those of the command line.

The answers are computed in a worker process.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue, ValidationError, WithJsonSchema

from surefoot.answers.bundled import bundled, playable
from surefoot.answers.calculators.feats import Asked as AskedFeat
from surefoot.answers.calculators.feats import feat_data, tried
from surefoot.answers.calculators.forms import input_schema
from surefoot.answers.calculators.journeys import on_the_road, party_of, travel_data, travelled
from surefoot.answers.calculators.offers import feats_of, journeys_of
from surefoot.answers.errors import InvalidQuestion
from surefoot.answers.movement import action_of, reach_data, reached, route_data, routed
from surefoot.answers.odds import odds_data, odds_of
from surefoot.answers.prepared import Rolled, scripted
from surefoot.answers.questions import asked_data
from surefoot.answers.rulesets import Held, clause_data, clause_of, installed_rulesets, named, ruleset_data
from surefoot.answers.state import state_data
from surefoot.answers.verdicts import played, previewed, told_data
from surefoot.dice.planner import MOST_PLANNED
from surefoot.dice.responders import Seeded
from surefoot.files.codec import encode
from surefoot.files.refusals import fail
from surefoot.files.scenario import Scenario, drafted, laid, loads
from surefoot.files.source import Source, of_data, parse, with_field
from surefoot.forecast.odds import MOST_WAYS
from surefoot.language import Either, Notation, Quoted, say
from surefoot.language.sentence import sentence
from surefoot.referee.calculators import Input
from surefoot.referee.referee import ruleset_of
from surefoot.referee.session import Session
from surefoot.referee.speaking import speaker
from surefoot.routes.query import MoveQuery
from surefoot.server.imports import Armies, Maps, Tables
from surefoot.server.limits import Limits, demand_simple
from surefoot.server.problems import Problem, file_problems, malformed
from surefoot.setup.waiting import deployed
from surefoot.table.words import suggested

# The file name of a scenario in its problems.
NAME = "scenario"

# The largest face of a die that is accepted.
LARGEST = 1_000_000


def _die(value: Any) -> Any:
    """One entry of dice and answers."""
    faces = value if isinstance(value, list) else [value]
    if not isinstance(value, dict) and not all(type(face) is int and abs(face) <= LARGEST for face in faces):
        forms = Either((Notation("4"), Notation("[3, 5]"), Notation("{'leap.test': 4}")))
        fail(
            say("Expected a face, the faces of one roll, or an answer by name, such as {forms}", forms=forms)
        )
    return value


def _scenario_form(value: Any) -> Any:
    if not isinstance(value, dict | str):
        fail(say("Expected a scenario as a mapping, or as YAML text"))
    return value


def _declared(value: Any) -> Any:
    listed = [value] if isinstance(value, dict) else value
    if not isinstance(listed, list) or not all(isinstance(each, dict) for each in listed):
        fail(say("Expected a declaration, or a list of declarations"))
    return listed


Die = Annotated[
    JsonValue,
    AfterValidator(_die),
    WithJsonSchema(
        {"anyOf": [{"type": "integer"}, {"type": "array", "items": {"type": "integer"}}, {"type": "object"}]}
    ),
]
Given = Annotated[list[Die], Field(max_length=1_000)]
Laid = Annotated[Any, AfterValidator(_scenario_form)]
Declared = Annotated[Any, AfterValidator(_declared)]
Number = Annotated[float, Field(ge=-100_000, le=100_000)]
Positive = Annotated[float, Field(ge=0, le=100_000)]
Name = Annotated[str, Field(max_length=200)]
Seed = Annotated[int, Field(strict=True, ge=-(2**63), lt=2**63)]


class Question(BaseModel):
    """The base of all questions."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class OfScenario(Question):
    """A question about a scenario."""

    scenario: Laid = Field(
        description="The table: a scenario as JSON, or its text in YAML; see /v1/schema/scenario."
    )
    declare: Declared | None = Field(
        default=None, description="Declarations that replace those of the scenario."
    )

    def source(self, limits: Limits) -> Source:
        """The scenario that was sent; raises Problem if it is too complex."""
        source = (
            parse(self.scenario, NAME, patient=True)
            if isinstance(self.scenario, str)
            else of_data(self.scenario, NAME)
        )
        if self.declare is not None:
            source = with_field(source, "declare", self.declare)
        demand_simple(source.data, limits)
        return source

    def laid(self, limits: Limits) -> Scenario:
        """The scenario; raises FileInvalid if it has problems."""
        return laid(self.source(limits))


class Check(OfScenario):
    """Check declarations: cost, tests, odds, or every broken clause. Nothing is rolled."""

    def answer(self, limits: Limits) -> dict[str, Any]:
        """The answer as plain data."""
        return told_data(previewed(self.laid(limits)), preview=True)


class Move(OfScenario):
    """Make declarations with given dice or a seed, up to the first question without an answer."""

    dice: Given = Field(
        default=[], description="Dice in order, or by clause or question: [4, {'leap.test': 2}, [3, 5]]."
    )
    seed: Seed | None = Field(default=None, description="Roll the dice; the same seed gives the same rolls.")

    def answer(self, limits: Limits) -> dict[str, Any]:
        """The answer as plain data."""
        _either(self.dice, self.seed)
        found = self.laid(limits)
        answers = scripted(self.dice, found.answers)
        responder = answers if self.seed is None else Rolled(Seeded(str(self.seed)), answers)
        told = played(Session(found.table), found.declarations, responder, [*self.dice, *found.answers])
        return told_data(told, preview=False)


class Reach(OfScenario):
    """Where a model can end its move, and the cost of each place."""

    who: Name = Field(description="The model that moves.")
    action: Name = Field(default="", description="The action; the first one with a path if left out.")
    budget: Positive | None = Field(default=None, description="Replaces the allowance of the action.")
    extra: Number = Field(default=0.0, description="Added to the allowance, for example by a roll.")
    actions: int = Field(default=1, ge=1, le=MOST_PLANNED, description="Number of actions in a row.")
    without: tuple[Name, ...] = Field(
        default=(), max_length=100, description="Terrain to avoid, by tag or id."
    )
    safe: bool = Field(default=False, description="Only links between levels that need no test.")
    step: float = Field(default=1.0, ge=0.1, le=1_000, description="Distance between contours.")

    def answer(self, limits: Limits) -> dict[str, Any]:
        """The answer as plain data."""
        table = self.laid(limits).table
        action = action_of(table, self.who, self.action)
        found = reached(table, self.who, action, MoveQuery.from_fields(self))
        return reach_data(found, self.step)


class Route(OfScenario):
    """The cheapest legal path of a model to a place, with its cost and verdict; or why there is none."""

    who: Name = Field(description="The model that moves.")
    to: tuple[Number, Number] = Field(description="The position of its base.")
    action: Name = Field(default="", description="The action; the first one with a path if left out.")
    budget: Positive | None = Field(default=None, description="Replaces the allowance of the action.")
    target: Name = Field(default="", description="The target of the action.")
    others: int = Field(default=0, ge=0, le=MOST_PLANNED, description="Number of other paths to show.")
    on: Name = Field(default="", description="The surface, where there are several levels.")
    actions: int = Field(default=1, ge=1, le=MOST_PLANNED, description="Number of actions in a row.")
    without: tuple[Name, ...] = Field(
        default=(), max_length=100, description="Terrain to avoid, by tag or id."
    )
    safe: bool = Field(default=False, description="Only links between levels that need no test.")

    def answer(self, limits: Limits) -> dict[str, Any]:
        """The answer as plain data."""
        table = self.laid(limits).table
        action = action_of(table, self.who, self.action)
        return route_data(
            routed(table, self.who, action, self.to, MoveQuery.from_fields(self)), speaker(table)
        )


class Odds(OfScenario):
    """Every outcome of declarations with its exact probability."""

    ask: Name = Field(
        default="end",
        description="end, verdict, place, status, harm, losses, damage, safe, or a counter by name.",
    )
    who: list[Name] = Field(
        default=[], max_length=1_000, description="The models; all that are affected if left out."
    )
    given: Given = Field(default=[], description="Dice and answers that are already known.")
    choose: Name = Field(default="", description="What choices aim at: least:losses, most:damage.")
    clauses: bool = Field(default=False, description="Also the probability that each clause applies.")
    most: int | None = Field(
        default=None,
        ge=1,
        description="Largest number of branches; the probability of the others is reported as left.",
    )

    def answer(self, limits: Limits) -> dict[str, Any]:
        """The answer as plain data."""
        found = odds_of(
            self.laid(limits),
            [*self.given],
            choose=self.choose,
            most=min(self.most or MOST_WAYS, limits.ways),
            hasty=self.most is None,
            ask=self.ask,
            who=self.who,
        )
        return {"odds": [odds_data(*found, self.ask, clauses=self.clauses)]}


class Ask(OfScenario):
    """A question to the rules about a model or a unit: speeds, limits, its actions now, and why it can't do others."""

    who: Name = Field(default="", description="The model or unit; without it, the questions are listed.")
    question: Name = Field(default="", description="The question; all that need no details if left out.")
    details: dict[str, JsonValue] = Field(
        default={}, max_length=20, description="Details that the answer depends on: {speed: run}."
    )

    def answer(self, limits: Limits) -> dict[str, Any]:
        """The answer as plain data."""
        return asked_data(self.laid(limits).table, self.who, self.question, self.details)


class Drafted(OfScenario):
    """An unfinished table: the parts that can be set up, and every problem."""

    def answer(self, limits: Limits) -> dict[str, Any]:
        """The answer as plain data."""
        source = self.source(limits)
        found, problems = drafted(source)
        # A scenario sent as text is also returned as data, for further editing.
        return {
            "scenario": source.data if isinstance(self.scenario, str) else None,
            "table": None if found is None else encode(found.table),
            "state": None if found is None else state_data(found.table, found.table),
            "problems": file_problems(problems),
            "advice": [] if found is None else [speaker(found.table)(each.says) for each in found.advice],
        }


def _feat_schema(schema: dict[str, Any]) -> None:
    """Complete the schema of feats with the feats and circumstances of the rulesets that offer some."""
    feats = feats_of().feats
    named = ", ".join(each.name for each in feats.feats)
    schema["properties"]["feat"]["description"] = f"The feat: {named}."
    schema["properties"]["who"]["description"] = f"The character: {json.dumps(dict(feats.example))}."
    _with_inputs(schema, feats.inputs)


def _travel_schema(schema: dict[str, Any]) -> None:
    """Complete the schema of journeys with the settings of the rulesets that offer some."""
    journeys = journeys_of().journeys
    party, route = (json.dumps([dict(each) for each in given]) for given in (journeys.party, journeys.route))
    schema["properties"]["party"]["description"] = f"Travellers: {party}."
    schema["properties"]["legs"]["description"] = f"Legs: {route}."
    _with_inputs(schema, journeys.inputs)


def _with_inputs(schema: dict[str, Any], inputs: Iterable[Input]) -> None:
    schema["additionalProperties"] = False
    fields = schema["properties"]
    # What every calculator takes comes last.
    shared = {name: fields.pop(name) for name in ("dice", "seed", "ruleset")}
    fields |= {each.name: input_schema(each) for each in inputs}
    fields |= shared


class Calculator(Question):
    """A question to a calculator: fields of its own, and those of the ruleset that offers it."""

    model_config = ConfigDict(extra="allow", frozen=True)

    ruleset: Name = Field(
        default="", description="The ruleset; the first one with such a calculator if left out."
    )
    dice: Given = Field(default=[], description="Dice that were rolled.")
    seed: Seed | None = Field(default=None, description="Roll the dice from this seed.")

    @property
    def given(self) -> dict[str, Any]:
        """The fields of the ruleset."""
        return dict(self.model_extra or {})


class Feat(Calculator):
    """One character and one feat: the test, the probability of each result, and its meaning."""

    model_config = ConfigDict(extra="allow", frozen=True, json_schema_extra=_feat_schema)

    feat: Name = Field(description="The feat.")
    amount: Positive = Field(description="How much of it, in the unit of the feat: metres or kilograms.")
    who: dict[str, JsonValue] = Field(default={}, description="The character.")

    def answer(self, limits: Limits) -> dict[str, Any]:
        """The answer as plain data."""
        _either(self.dice, self.seed)
        del limits  # the table is laid for it, and is small
        asked = AskedFeat(self.feat, self.amount, dict(self.who), self.given)
        return feat_data(tried(feats_of(self.ruleset), asked, [*self.dice], self.seed))


class Travel(Calculator):
    """A journey of a party: the tests on the way, and the exact odds on arrival."""

    model_config = ConfigDict(extra="allow", frozen=True, json_schema_extra=_travel_schema)

    scenario: Laid | None = Field(
        default=None, description="A scenario with the party; or give the party here."
    )
    party: list[dict[str, JsonValue]] = Field(default=[], max_length=50, description="The travellers.")
    legs: list[dict[str, JsonValue]] = Field(
        default=[],
        max_length=100,
        description="The legs of the journey.",
    )

    def answer(self, limits: Limits) -> dict[str, Any]:
        """The answer as plain data."""
        _either(self.dice, self.seed)
        if self.scenario is None:
            found = party_of(journeys_of(self.ruleset), self.party or [{}], self.legs, self.given)
        elif self.party:
            raise InvalidQuestion("party", "Give the party in the scenario or here, not both")
        else:
            found = OfScenario(scenario=self.scenario).laid(limits)
            found = on_the_road(found, self.legs, self.given) if self.legs else found
        if not found.declarations:
            raise InvalidQuestion("legs", "Add the legs of the journey")
        return travel_data(travelled(found, [*self.dice], self.seed))


class Deploy(OfScenario):
    """Places for models that wait beside the table: in the zone of their side, clear of terrain and of each other."""

    groups: list[Annotated[list[Name], Field(min_length=1, max_length=100)]] = Field(
        max_length=100, description="The models of each unit; a unit stays together."
    )
    near: tuple[Number, Number] | None = Field(
        default=None, description="Where they should stand; at the front of the zone if left out."
    )

    def answer(self, limits: Limits) -> dict[str, Any]:
        """The answer as plain data."""
        found = self.laid(limits)
        known = found.table.models
        for name in (each for group in self.groups for each in group):
            if name not in known:
                unknown = say("There is no model {name}", name=Quoted(name))
                raise InvalidQuestion("groups", speaker(found.table)(suggested(unknown, name, known)))
        if found.table.board is None:
            raise InvalidQuestion("scenario", speaker(found.table)(say("The table has no size")))
        return deployed(found, self.groups, self.near).data()


def _either(dice: list[Any], seed: int | None) -> None:
    if dice and seed is not None:
        raise InvalidQuestion("seed", "Give either dice or a seed, not both")


QUESTIONS: dict[
    str,
    type[
        Check | Move | Reach | Route | Odds | Ask | Drafted | Feat | Travel | Armies | Maps | Tables | Deploy
    ],
] = {
    "check": Check,
    "move": Move,
    "reach": Reach,
    "route": Route,
    "odds": Odds,
    "ask": Ask,
    "table": Drafted,
    "feat": Feat,
    "travel": Travel,
    "armies": Armies,
    "maps": Maps,
    "tables": Tables,
    "deploy": Deploy,
}


def answered(kind: str, body: bytes, limits: Limits) -> bytes:
    """The answer to a question, both as JSON."""
    try:
        question = QUESTIONS[kind].model_validate_json(body)
    except ValidationError as invalid:
        raise malformed(
            invalid.errors(include_url=False, include_input=False), QUESTIONS[kind].model_fields
        ) from None
    return as_json(question.answer(limits))


def as_json(data: Any) -> bytes:
    """Data as canonical JSON."""
    return json.dumps(
        data, sort_keys=True, ensure_ascii=False, allow_nan=False, separators=(",", ":")
    ).encode()


# ---------------------------------------------------------------------- lists


def rulesets() -> bytes:
    """The rulesets that are installed."""
    return as_json({"rulesets": [ruleset_data(each) for each in installed_rulesets()]})


def clauses(ruleset: str) -> bytes:
    """All clauses of a ruleset."""
    try:
        catalogue = named(ruleset).catalogue
    except InvalidQuestion as wrong:
        raise Problem("ruleset/unknown", sentence(wrong.says)) from None
    return as_json({"clauses": [Held(catalogue, clause).data() for clause in catalogue]})


def clause(ruleset: str, query: str) -> bytes:
    """One clause of a ruleset, whole."""
    try:
        return as_json(clause_data(clause_of(ruleset, query)))
    except InvalidQuestion as wrong:
        raise Problem("ruleset/unknown", sentence(wrong.says)) from None


def schema() -> bytes:
    """The JSON Schema of scenarios."""
    from surefoot.files.schema import scenario_schema

    return as_json(scenario_schema())


def scenarios() -> bytes:
    """The scenarios that come with Surefoot and with installed rulesets."""
    return as_json({"scenarios": [_scenario(name, found) for name, found in playable().items()]})


def scenario(name: str) -> bytes:
    """One scenario that comes with Surefoot: its text, and the same as data."""
    known = bundled()
    if name not in known:
        problem = say("There is no scenario {name}", name=Quoted(name))
        raise Problem("scenario/unknown", suggested(problem, name, known))
    text = known[name].read_text(encoding="utf-8")
    return as_json(_scenario(name, loads(text, name)) | {"text": text, "scenario": parse(text, name).data})


def _scenario(name: str, found: Scenario) -> dict[str, Any]:
    return {
        "name": name,
        "title": found.name,
        "ruleset": found.table.ruleset,
        "game": ruleset_of(found.table).catalogue.title,
        "models": len(found.table.models),
        "declarations": len(found.declarations),
    }
