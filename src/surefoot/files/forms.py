"""The forms of a scenario file: which fields there are, what they hold, and what they mean.

The reader checks files by these models and the published schema is made from them, so that they cannot differ.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import (
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from surefoot.files.kinds import (
    BYS,
    MOST_WAYPOINTS,
    NUMBER,
    PLACE_KINDS,
    POSITIVE,
    SPOT,
    Actions,
    Ahead,
    Anything,
    Base,
    By,
    Count,
    Counters,
    Data,
    Edge,
    Formation,
    Given,
    GivenPositive,
    Hull,
    Lifetime,
    MaybeOutline,
    Name,
    Names,
    NotNegative,
    Number,
    PlaceKind,
    Positive,
    Profiles,
    Spot,
    Whole,
    Word,
    Words,
    fail,
    shown,
)
from surefoot.files.problems import listed
from surefoot.files.terrain_forms import LABELS, AnyPiece, Form
from surefoot.table.record import EMPTY


@dataclass(frozen=True)
class Short:
    """A short form: a bare value that stands for a mapping, to the reader and in the schema alike."""

    widen: Callable[[Any], Any]
    schema: dict[str, Any]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_before_validator_function(self.widen, handler(source))

    def __get_pydantic_json_schema__(
        self, core: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        return {"anyOf": [self.schema, handler(core)]}


def _short(field: str, schema: dict[str, Any], *kinds: type) -> Short:
    """A bare value that stands for a mapping with one field."""

    def widen(value: Any) -> Any:
        return {field: value} if isinstance(value, kinds) and not isinstance(value, bool) else value

    return Short(widen, schema)


# --- models, units, objects ---------------------------------------------------------------------


class PlaceForm(Form):
    """Where something is that does not simply stand on a surface."""

    kind: PlaceKind = Field(description="surface, link, edge, air, water, aboard, reserve, off or gone")
    on: Name = Field("", description="the link, the edge, the carrier or the water")
    band: Word = Field("", description="a named height in the air")


class DeckForm(Form):
    """A surface that a model carries."""

    z: Given = Field(description="height of the deck above the model's foot")
    outline: MaybeOutline = Field(
        None, description="outline in the model's own frame; its whole base if left out"
    )
    tags: Words = Field((), description="tags of its ground")


_DECK_AT = _short("z", NUMBER, int, float)


class StandingForm(Form):
    """Where something stands."""

    at: Spot = Field(
        None, description="where its centre is: [x, y]; a third number is the height of its surface"
    )
    on: Name = Field("", description="the surface it stands on; the board if left out")
    z: Number = Field(None, description="height above that surface")
    facing: Number = Field(None, description="bearing in degrees clockwise from north")
    place: Annotated[PlaceForm | None, _short("kind", {"enum": list(PLACE_KINDS)}, str)] = Field(
        None, description="reserve, aboard, air, water, link, …: where it is if it stands on no surface"
    )


class BodyForm(Form):
    """What models, characters and troopers of a unit have in common."""

    base: Base = Field(
        None, description="its base in millimetres: 32, {oval: [120, 92]} or {rectangle: [50, 100]}"
    )
    hull: Hull = Field(None, description="instead of a base: [length, width] or corners, in the table's unit")
    height: NotNegative = Field(None, description="how tall it is")
    side: Word = Field("", description="whose it is")
    profile: Data = Field(EMPTY, description="its numbers, as the ruleset names them")
    profiles: Profiles = Field(
        EMPTY, description="its numbers in several rulesets, each under the name of its ruleset"
    )
    keywords: Words = Field((), description="its keywords")
    status: Words = Field((), description="what has become of it: prone, pinned, …")
    statuses: Words = Field((), description="the same as status")
    counters: Counters = Field(EMPTY, description="running numbers: {wounds: 1}")
    deck: Annotated[DeckForm | None, _DECK_AT] = Field(
        None, description="the deck it carries: its height, or {z, outline, tags}"
    )
    decks: dict[str, Annotated[DeckForm, _DECK_AT]] = Field(
        default_factory=dict, description="several decks by name"
    )
    traits: Data = Field(EMPTY, description="what only one ruleset knows, under the name of that ruleset")
    labels: Words = Field((), description=LABELS)

    @model_validator(mode="after")
    def _one_shape(self) -> BodyForm:
        if self.base is not None and self.hull is not None:
            fail("give either a base (millimetres) or a hull (the table's unit), not both")
        return self


class ModelForm(BodyForm, StandingForm):
    """One model."""

    id: Name = Field("", description="the name by which everything else refers to it")
    unit: Name = Field("", description="the unit it belongs to")


class UnitForm(BodyForm, StandingForm):
    """A unit: of models that stand elsewhere in the file, or of as many as it says, in ranks."""

    id: Name = Field("", description="the name by which everything else refers to it")
    models: Names = Field((), description="the models it is made of")
    of: Word = Field(
        "", description="what its models are: a keyword of the rules, or any other word as a label"
    )
    count: Count = Field(None, description="how many models to set up in ranks")
    formation: Formation = Field(None, description="[models in a rank, ranks]; one rank if left out")
    gap: NotNegative = Field(None, description="space between two bases; 0 if left out")


class CharacterForm(Form):
    """Somebody who is in the story and not on the table; fields that are not these are the profile."""

    model_config = ConfigDict(extra="allow", frozen=True, arbitrary_types_allowed=True, defer_build=True)

    id: Name = Field("", description="the name by which everything else refers to it")
    side: Word = Field("", description="whose it is")
    unit: Name = Field("", description="the party it belongs to")
    profile: Data = Field(EMPTY, description="its numbers, as the ruleset names them")
    profiles: Profiles = Field(
        EMPTY, description="its numbers in several rulesets, each under the name of its ruleset"
    )
    keywords: Words = Field((), description="its keywords")
    status: Words = Field((), description="what has become of it")
    statuses: Words = Field((), description="the same as status")
    counters: Counters = Field(EMPTY, description="running numbers: {fatigue: 1}")
    traits: Data = Field(EMPTY, description="what only one ruleset knows, under the name of that ruleset")
    labels: Words = Field((), description=LABELS)


# Objects that name themselves by a key which holds their length.
LONG_OBJECTS = ("portable-ladder", "rope", "grapple")


class ObjectForm(StandingForm):
    """Something that can be carried, placed or lost."""

    id: Name = Field("", description="the name by which everything else refers to it")
    sort: Word = Field("", description="what it is: loot, load, lamp, …")
    portable_ladder: Positive = Field(None, alias="portable-ladder", description="a ladder of this length")
    rope: Positive = Field(None, description="a rope of this length")
    grapple: Positive = Field(None, description="a grapple with a line of this length")
    carried_by: Names = Field((), alias="carried-by", description="who carries it")
    base: Base = Field(None, description="its base in millimetres, if it has one")
    length: Positive = Field(None, description="how long it is")
    weight: NotNegative = Field(None, description="how heavy it is")
    details: Data = Field(EMPTY, description="anything else the rules must know of it")
    labels: Words = Field((), description=LABELS)


# --- declarations -------------------------------------------------------------------------------

# Ways of saying where a leg goes; exactly one of them stands in each leg.
_WAYS = ("to", *BYS, "ladder", "link", "lift", "turn", "forward", "through")


class LegForm(Form):
    """One leg of a path: [x, y] walks there, everything else is said by a key."""

    to: Spot = Field(
        None, description="where it goes: [x, y]; a third number is the height of the surface meant"
    )
    by: By = Field("walk", description="how: walk, climb, jump, leap, fly or swim")
    walk: Spot = Field(None, description="walk to this point")
    climb: Spot = Field(None, description="climb up or down towards this point")
    jump: Spot = Field(None, description="jump down towards this point")
    leap: Spot = Field(None, description="leap over a gap to this point")
    fly: Spot = Field(None, description="fly to this point")
    swim: Spot = Field(None, description="swim to this point")
    ladder: Name = Field("", description="use this ladder")
    link: Name = Field("", description="use this ladder, rope or grapple")
    lift: Name = Field("", description="ride this lift")
    through: Name = Field("", description="go through this door, window or ductway; to says where")
    rise: Number = Field(
        None,
        description="how far a lift travels, or how far up a ladder or along a rope; downwards if negative",
    )
    turn: Number = Field(None, description="turn on the spot, degrees clockwise")
    about: Spot = Field(None, description="the point about which it turns, if not its own centre")
    forward: Ahead = Field(
        None, description="straight ahead, as far as this; all: as far as there is board, if the rules let it"
    )
    on: Name = Field("", description="the surface meant, where several lie above one another")
    manner: Word = Field("", description="crawl, sidestep, backwards, …")

    @model_validator(mode="after")
    def _one_way(self) -> LegForm:
        ways = [way for way in _WAYS if way in self.model_fields_set]
        leading = [way for way in ways if way != "to" or not ({"ladder", "link", "through"} & {*ways})]
        if len(leading) > 1:
            fail(f"a leg goes one way, this one says {' and '.join(leading)}; make it several legs")
        if not leading:
            fail(f"where does this leg go? Write [x, y], or one of {listed(_WAYS)}")
        if "by" in self.model_fields_set and leading != ["to"]:
            fail(f"'by' goes with 'to'; {leading[0]!r} already says how")
        if "through" in leading and self.to is None:
            fail("say where it comes out: {through: name, to: [x, y]}")
        if "lift" in leading and self.rise is None:
            fail("say how far the lift travels: {lift: name, rise: 4}")
        if "rise" in self.model_fields_set and not {"lift", "ladder", "link"} & {*leading}:
            fail("only lifts and ladders have a rise; for the height of a point write [x, y, height]")
        if "about" in self.model_fields_set and leading[0] != "turn":
            fail("only a turn is made about a point: {turn: 90, about: [x, y]}")
        if self.about is not None and self.about[2] is not None:
            fail("a turn is made about a point [x, y], without a height")
        if leading[0] in ("turn", "lift", "forward") and self.on:
            fail(f"'on' says which surface a point lies on; {leading[0]!r} has no point")
        return self


def _few(value: Any) -> Any:
    """A path that nobody walked by hand is refused before it costs time."""
    if not isinstance(value, list):
        fail(f"expected a list of points and legs, found {shown(value)}")
    if len(value) > MOST_WAYPOINTS:
        fail(f"{len(value):,} waypoints are too many: a path has at most {MOST_WAYPOINTS:,}")
    return value


Path = Annotated[list[Annotated[LegForm, _short("to", SPOT, list)]], BeforeValidator(_few)]


class DeclareForm(Form):
    """Something declared, something that happens, or what the clock does; other fields are details of the action."""

    model_config = ConfigDict(extra="allow", frozen=True, arbitrary_types_allowed=True, defer_build=True)

    who: Names = Field((), description="who does it, or to whom it happens")
    action: Word = Field("", description="what is declared")
    happen: Word = Field("", description="what happens from outside: a hit, a fall, …")
    tick: Word = Field("", description="what the clock does: the end of a phase, a turn, a round")
    path: Path = Field(default_factory=list, description="the way: points and legs")
    target: Name = Field("", description="whom or what it is aimed at")
    actions: Actions = Field(
        EMPTY,
        description="what it is in other rulesets, each under its name: an action, or fields that take the place of "
        "these; null: it is not made there",
    )
    say: Word = Field("", description="what a narrator says before it; the rules do not hear it")

    @model_validator(mode="after")
    def _one_kind(self) -> DeclareForm:
        given = [kind for kind in ("action", "happen", "tick") if kind in self.model_fields_set]
        if not given:
            fail("what is declared? Write action: (somebody acts), happen: or tick:")
        if len(given) > 1:
            fail(f"an entry has one of action, happen and tick; this one has {' and '.join(given)}")
        return self


# --- the rest of the table ----------------------------------------------------------------------


def _two(value: Any) -> Any:
    if isinstance(value, list):
        if len(value) != 2:
            fail(f"expected a board [width, depth], found {shown(value)}")
        return {"width": value[0], "depth": value[1]}
    return value


SIDES = Short(_two, {"type": "array", "items": POSITIVE, "minItems": 2, "maxItems": 2})


class BoardForm(Form):
    """The playing surface; its south-west corner is [0, 0]."""

    width: GivenPositive = Field(description="from west to east")
    depth: GivenPositive = Field(description="from south to north")
    edge: Edge = Field("closed", description="whether models may leave it: closed or open")


class ClockForm(Form):
    """What time it is."""

    round: Whole = Field(1, description="the round")
    side: Word = Field("", description="whose turn it is")
    phase: Word = Field("", description="the phase")
    step: Word = Field("", description="the step of the phase")
    active: Word = Field("", description="who is active")
    minutes: Whole = Field(0, description="minutes of narrative time")
    details: Data = Field(EMPTY, description="what else the ruleset's clock shows")


class NoteForm(Form):
    """Something that is remembered."""

    key: Word = Field(description="what is remembered")
    of: Word = Field("", description="about whom")
    value: Anything = Field(True, description="its value; true if left out")
    lifetime: Lifetime = Field("game", description="until the end of which stretch of time")
    until: Word = Field("", description="the event that ends it, with lifetime: event")


class ScenarioForm(Form):
    """A scenario: a table laid for one ruleset, and what is declared on it."""

    surefoot: Whole = Field(1, description="version of this format")
    name: Word = Field("", description="what the scenario is called")
    ruleset: Word = Field(description="the rules it is played by; options may stand in brackets")
    options: Data = Field(EMPTY, description="settings of the ruleset")
    scale: Positive = Field(None, description="metres per inch of a real table, for rulesets in metres")
    board: Annotated[BoardForm | None, SIDES] = Field(
        None, description="its size: [width, depth]; a narrative table has none"
    )
    environment: Data = Field(EMPTY, description="gravity, light, weather, north")
    terrain: list[AnyPiece] = Field(default_factory=list, description="the terrain")
    models: list[ModelForm] = Field(default_factory=list, description="the models")
    units: list[UnitForm] = Field(default_factory=list, description="the units")
    characters: list[CharacterForm] = Field(default_factory=list, description="who is in the story only")
    objects: list[ObjectForm] = Field(default_factory=list, description="things that can be carried")
    clock: ClockForm | None = Field(None, description="what time it is")
    notes: list[NoteForm] = Field(default_factory=list, description="what is remembered from before")
    declare: list[DeclareForm] = Field(default_factory=list, description="what is declared, in order")
    answers: Anything = Field(None, description="answers and dice, in order or by clause or question")
    dice: Anything = Field(None, description="the same as answers")


FORMAT = 1
# Sections whose entries have names: written as a list with ids, or as a mapping by id.
NAMED_SECTIONS = ("terrain", "models", "units", "characters", "objects")
