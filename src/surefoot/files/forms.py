"""The forms of a scenario file: its fields, their kinds and their descriptions.

Files are read with these models, and the published JSON Schema is generated from them, so the two always agree.
"""

from __future__ import annotations

from collections.abc import Callable
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
    GivenSpot,
    Hull,
    Lifetime,
    MaybeOutline,
    Name,
    Names,
    NotNegative,
    Number,
    Outline,
    PictureData,
    PlaceKind,
    Positive,
    Profiles,
    Spot,
    Whole,
    Word,
    Words,
)
from surefoot.files.refusals import expected, fail
from surefoot.files.terrain_forms import LABELS, NAME, SIDE, TRAITS, AnyPiece, Form
from surefoot.language import Either, Notation, Quoted, say
from surefoot.records import dataclass
from surefoot.table.record import EMPTY


@dataclass(frozen=True)
class Short:
    """A short form: a bare value that is read as a mapping, in files and in the schema."""

    widen: Callable[[Any], Any]
    schema: dict[str, Any]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_before_validator_function(self.widen, handler(source))

    def __get_pydantic_json_schema__(
        self, core: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        return {"anyOf": [self.schema, handler(core)]}


def _short(field: str, schema: dict[str, Any], *kinds: type) -> Short:
    """A bare value that is read as a mapping with one field."""

    def widen(value: Any) -> Any:
        return {field: value} if isinstance(value, kinds) and not isinstance(value, bool) else value

    return Short(widen, schema)


# --- models, units, objects ---------------------------------------------------------------------


class PlaceForm(Form):
    """A place other than on a surface."""

    kind: PlaceKind = Field(description="surface, link, edge, air, water, aboard, reserve, off or gone")
    on: Name = Field("", description="the link, the edge, the carrier or the water")
    band: Word = Field("", description="the name of a height band in the air")


class DeckForm(Form):
    """A surface that a model carries."""

    z: Given = Field(description="height of the deck above the model's foot")
    outline: MaybeOutline = Field(
        None, description="outline in the model's own frame; its whole base if left out"
    )
    tags: Words = Field((), description="tags of its ground")


_DECK_AT = _short("z", NUMBER, int, float)


class StandingForm(Form):
    """The place of a model or an object."""

    at: Spot = Field(None, description="its centre: [x, y]; a third number is the height of its surface")
    on: Name = Field("", description="the surface it stands on; the board if left out")
    z: Number = Field(None, description="height above that surface")
    facing: Number = Field(None, description="bearing in degrees clockwise from north")
    place: Annotated[PlaceForm | None, _short("kind", {"enum": list(PLACE_KINDS)}, str)] = Field(
        None, description="its place if it is not on a surface: reserve, aboard, air, water, link, …"
    )


class BodyForm(Form):
    """Fields that models and units in ranks share."""

    base: Base = Field(
        None, description="its base in millimetres: 32, {oval: [120, 92]} or {rectangle: [50, 100]}"
    )
    hull: Hull = Field(None, description="instead of a base: [length, width] or corners, in the table's unit")
    height: NotNegative = Field(None, description="its height")
    side: Word = Field("", description=SIDE)
    profile: Data = Field(EMPTY, description="its numbers, as the ruleset names them")
    profiles: Profiles = Field(
        EMPTY, description="its numbers in several rulesets, by the name of the ruleset"
    )
    keywords: Words = Field((), description="its keywords")
    status: Words = Field((), description="its statuses: prone, pinned, …")
    statuses: Words = Field((), description="the same as status")
    counters: Counters = Field(EMPTY, description="its counters: {wounds: 1}")
    deck: Annotated[DeckForm | None, _DECK_AT] = Field(
        None, description="the deck it carries: its height, or {z, outline, tags}"
    )
    decks: dict[str, Annotated[DeckForm, _DECK_AT]] = Field(
        default_factory=dict, description="several decks by name"
    )
    traits: Data = Field(EMPTY, description=TRAITS)
    labels: Words = Field((), description=LABELS)

    @model_validator(mode="after")
    def _one_shape(self) -> BodyForm:
        if self.base is not None and self.hull is not None:
            fail(say("give either a base (in millimetres) or a hull (in the table's unit), not both"))
        return self


class ModelForm(BodyForm, StandingForm):
    """One model."""

    id: Name = Field("", description=NAME)
    unit: Name = Field("", description="the unit it belongs to")


class UnitForm(BodyForm, StandingForm):
    """A unit of models that the file lists elsewhere, or of models that it sets up in ranks."""

    id: Name = Field("", description=NAME)
    models: Names = Field((), description="the models that belong to it")
    of: Word = Field("", description="a keyword of the rules for its models; any other word becomes a label")
    count: Count = Field(None, description="number of models to set up in ranks")
    formation: Formation = Field(None, description="[models in a rank, ranks]; one rank if left out")
    gap: NotNegative = Field(None, description="space between two bases; 0 if left out")


class CharacterForm(Form):
    """A character that is not on the table; other fields belong to its profile."""

    model_config = ConfigDict(extra="allow", frozen=True, arbitrary_types_allowed=True, defer_build=True)

    id: Name = Field("", description=NAME)
    side: Word = Field("", description=SIDE)
    unit: Name = Field("", description="the party it belongs to")
    profile: Data = Field(EMPTY, description="its numbers, as the ruleset names them")
    profiles: Profiles = Field(
        EMPTY, description="its numbers in several rulesets, by the name of the ruleset"
    )
    keywords: Words = Field((), description="its keywords")
    status: Words = Field((), description="its statuses")
    statuses: Words = Field((), description="the same as status")
    counters: Counters = Field(EMPTY, description="its counters: {fatigue: 1}")
    traits: Data = Field(EMPTY, description=TRAITS)
    labels: Words = Field((), description=LABELS)


# Objects written by a key that holds their length.
LONG_OBJECTS = ("portable-ladder", "rope", "grapple")


class ObjectForm(StandingForm):
    """An object: it can be carried, set down or lost."""

    id: Name = Field("", description=NAME)
    sort: Word = Field("", description="its sort: loot, load, lamp, …")
    portable_ladder: Positive = Field(None, alias="portable-ladder", description="a ladder of this length")
    rope: Positive = Field(None, description="a rope of this length")
    grapple: Positive = Field(None, description="a grapple with a line of this length")
    carried_by: Names = Field((), alias="carried-by", description="the models that carry it")
    base: Base = Field(None, description="its base in millimetres, if it has one")
    length: Positive = Field(None, description="its length")
    weight: NotNegative = Field(None, description="its weight")
    details: Data = Field(EMPTY, description="other details that the rules read")
    labels: Words = Field((), description=LABELS)


# --- declarations -------------------------------------------------------------------------------

# The fields that state the movement of a leg: each leg has exactly one of them.
_WAYS = ("to", *BYS, "ladder", "link", "lift", "turn", "forward", "through")


class LegForm(Form):
    """One leg of a path: a bare [x, y] walks there, other movements have a key."""

    to: Spot = Field(None, description="its end: [x, y]; a third number is the height of the surface")
    by: By = Field("walk", description="the movement: walk, climb, jump, leap, fly or swim")
    walk: Spot = Field(None, description="walk to this point")
    climb: Spot = Field(None, description="climb up or down towards this point")
    jump: Spot = Field(None, description="jump down towards this point")
    leap: Spot = Field(None, description="leap over a gap to this point")
    fly: Spot = Field(None, description="fly to this point")
    swim: Spot = Field(None, description="swim to this point")
    ladder: Name = Field("", description="use this ladder")
    link: Name = Field("", description="use this ladder, rope or grapple")
    lift: Name = Field("", description="ride this lift")
    through: Name = Field("", description="go through this door, window or ductway, to the point in to")
    rise: Number = Field(
        None,
        description="distance that a lift travels, or that is climbed on a ladder or rope; negative: down",
    )
    turn: Number = Field(None, description="turn on the spot, degrees clockwise")
    about: Spot = Field(None, description="the point it turns about, if not its own centre")
    forward: Ahead = Field(
        None, description="distance straight ahead; all: to the edge of the board, as far as the rules allow"
    )
    on: Name = Field("", description="the surface, where several are above one another")
    manner: Word = Field("", description="crawl, sidestep, backwards, …")

    @model_validator(mode="after")
    def _one_way(self) -> LegForm:
        ways = [way for way in _WAYS if way in self.model_fields_set]
        leading = [way for way in ways if way != "to" or not ({"ladder", "link", "through"} & {*ways})]
        if len(leading) > 1:
            names = tuple(map(Quoted, leading))
            fail(
                say(
                    "a leg has one kind of movement, and this one has {names}: split it into several legs",
                    names=names,
                )
            )
        if not leading:
            known = Either(tuple(map(Notation, _WAYS)))
            fail(say("this leg has no movement: write [x, y], or one of {known}", known=known))
        first = Quoted(leading[0])
        if "by" in self.model_fields_set and leading != ["to"]:
            fail(say("'by' goes with 'to', not with {key}", key=first))
        if "through" in leading and self.to is None:
            form = Notation("{through: name, to: [x, y]}")
            fail(say("add the point behind the opening: {form}", form=form))
        if "lift" in leading and self.rise is None:
            fail(say("add how far the lift travels: {form}", form=Notation("{lift: name, rise: 4}")))
        if "rise" in self.model_fields_set and not {"lift", "ladder", "link"} & {*leading}:
            fail(say("only lifts and ladders have a rise: write the height of a point as [x, y, height]"))
        if "about" in self.model_fields_set and leading[0] != "turn":
            fail(
                say(
                    "only a turn takes a point to turn about: {form}",
                    form=Notation("{turn: 90, about: [x, y]}"),
                )
            )
        if self.about is not None and self.about[2] is not None:
            fail(say("a turn is made about a point [x, y], without a height"))
        if leading[0] in ("turn", "lift", "forward") and self.on:
            fail(say("'on' is the surface of a point, and {key} has no point", key=first))
        return self


def _few(value: Any) -> Any:
    """A path that is not too long; checked before its legs are read."""
    if not isinstance(value, list):
        fail(expected(say("a list of points and legs"), value))
    if len(value) > MOST_WAYPOINTS:
        fail(
            say("a path has at most {most} legs, this one has {found}", most=MOST_WAYPOINTS, found=len(value))
        )
    return value


Path = Annotated[list[Annotated[LegForm, _short("to", SPOT, list)]], BeforeValidator(_few)]


class DeclareForm(Form):
    """An action, an event or a step of the clock; other fields are details of the action."""

    model_config = ConfigDict(extra="allow", frozen=True, arbitrary_types_allowed=True, defer_build=True)

    who: Names = Field((), description="the models or units that act, or that it happens to")
    action: Word = Field("", description="the action")
    happen: Word = Field("", description="an event: a hit, a fall, …")
    tick: Word = Field("", description="a step of the clock: the end of a phase, a turn, a round")
    path: Path = Field(default_factory=list, description="the path: points and legs")
    target: Name = Field("", description="the target: a model, a unit, terrain or an object")
    actions: Actions = Field(
        EMPTY,
        description="the action in other rulesets, by the name of the ruleset: an action, or fields that replace "
        "these; null: none",
    )
    say: Word = Field("", description="a text to show before it; no rule reads it")

    @model_validator(mode="after")
    def _one_kind(self) -> DeclareForm:
        given = [kind for kind in ("action", "happen", "tick") if kind in self.model_fields_set]
        if not given:
            fail(say("a declaration needs an action, happen or tick"))
        if len(given) > 1:
            names = tuple(map(Quoted, given))
            fail(
                say(
                    "a declaration has only one of action, happen and tick; this one has {names}", names=names
                )
            )
        return self


# --- the rest of the table ----------------------------------------------------------------------


def _two(value: Any) -> Any:
    if isinstance(value, list):
        if len(value) != 2:
            fail(expected(say("a board [width, depth]"), value))
        return {"width": value[0], "depth": value[1]}
    if isinstance(value, (str, int, float)):
        fail(expected(say("a board [width, depth]"), value))
    return value


SIDES = Short(_two, {"type": "array", "items": POSITIVE, "minItems": 2, "maxItems": 2})


class BoardForm(Form):
    """The playing surface; its south-west corner is [0, 0]."""

    width: GivenPositive = Field(description="width, from west to east")
    depth: GivenPositive = Field(description="depth, from south to north")
    edge: Edge = Field("closed", description="whether models may leave it: closed or open")


class ClockForm(Form):
    """The clock: round, turn and phase."""

    round: Whole = Field(1, description="the round")
    side: Word = Field("", description="the side whose turn it is")
    phase: Word = Field("", description="the phase")
    step: Word = Field("", description="the step of the phase")
    active: Word = Field("", description="the model or unit that is active")
    minutes: Whole = Field(0, description="minutes of narrative time")
    details: Data = Field(EMPTY, description="other details of the ruleset's clock")


class NoteForm(Form):
    """A note: a value that the rules remember."""

    key: Word = Field(description="the key of the note")
    ruleset: Word = Field("", description="the ruleset whose note it is, if the file is read under several")
    of: Word = Field("", description="the model, unit, terrain or object it is about")
    value: Anything = Field(True, description="its value; true if left out")
    lifetime: Lifetime = Field("game", description="how long it lasts")
    until: Word = Field("", description="the event that ends it, with lifetime: event")


class PictureForm(Form):
    """A picture that lies under the table; faces draw it, rules never see it."""

    file: Word = Field("", description="the name of the picture, beside the scenario")
    data: PictureData = Field("", description="the picture itself: data:image/png;base64,…")
    area: Outline = Field(description="the part of the table that it covers: {rect: [x, y, width, depth]}")


class ZoneForm(Form):
    """Where a side sets up its models; shown, never read by rules."""

    name: Word = Field(description="what it is called")
    zone: Outline = Field(description="its outline")
    side: Word = Field("", description="whose it is")


class MarkerForm(Form):
    """A marked spot such as an objective; shown, never read by rules."""

    name: Word = Field(description="what it is called")
    at: GivenSpot = Field(description="where it is: [x, y]")


# The fields that say what kind of goal it is: each goal has exactly one of them.
_GOALS = ("reach", "hold", "loot", "home", "last")


class GoalForm(Form):
    """Something that gives points: a zone to reach or hold, loot to carry off, models to bring home, rounds to last."""

    id: Name = Field(description="what it is called")
    reach: MaybeOutline = Field(
        None, description="a zone: a side scores once, when one of its models gets there"
    )
    hold: MaybeOutline = Field(
        None, description="a zone: at the end of each round the side with the most models in it scores"
    )
    loot: Names = Field(
        (), description="objects to carry into the zone `to`, or to carry at the end of the game"
    )
    home: Names = Field((), description="models to bring into the zone `to`, or all; each scores once")
    last: Whole = Field(0, description="the game ends after this round; a side with a model left scores")
    to: MaybeOutline = Field(None, description="the zone of loot and home")
    on: Name = Field("", description="the surface that the zone is on; any if left out")
    side: Word = Field("", description="whose goal it is; every side's if left out")
    points: Whole = Field(1, description="the points that it gives")

    @model_validator(mode="after")
    def _one_goal(self) -> GoalForm:
        given = [kind for kind in _GOALS if kind in self.model_fields_set]
        if len(given) != 1:
            known = Either(tuple(map(Notation, _GOALS)))
            fail(say("a goal has exactly one of {known}", known=known))
        if (self.to is not None) != (given[0] == "home") and given[0] != "loot":
            fail(
                say(
                    "the zone to goes with home and loot: {form}", form=Notation("{home: all, to: {rect: …}}")
                )
            )
        zone = self.reach or self.hold or self.to
        if zone is not None and len(zone.points) < 3:
            fail(say("a zone has three corners or more"))
        if given[0] == "last" and self.last < 1:
            fail(say("a game lasts at least one round"))
        return self


class ScenarioForm(Form):
    """A scenario: a table set up for one ruleset, and the declarations made on it."""

    surefoot: Whole = Field(1, description="version of this format")
    name: Word = Field("", description="the title of the scenario")
    ruleset: Word = Field(description="the ruleset, with options in brackets")
    options: Data = Field(EMPTY, description="settings of the ruleset")
    scale: Positive = Field(None, description="metres for each inch of a real table, for rulesets in metres")
    board: Annotated[BoardForm | None, SIDES] = Field(
        None, description="the board: [width, depth]; a narrative table has none"
    )
    picture: PictureForm | None = Field(None, description="a picture that lies under the table")
    zones: list[ZoneForm] = Field(default_factory=list, description="where each side sets up")
    markers: list[MarkerForm] = Field(default_factory=list, description="objectives and other marked spots")
    goals: list[GoalForm] = Field(default_factory=list, description="what the sides play for, with points")
    environment: Data = Field(EMPTY, description="gravity, light, weather, north")
    terrain: list[AnyPiece] = Field(default_factory=list, description="the terrain")
    models: list[ModelForm] = Field(default_factory=list, description="the models")
    units: list[UnitForm] = Field(default_factory=list, description="the units")
    characters: list[CharacterForm] = Field(
        default_factory=list, description="the characters that are not on the table"
    )
    objects: list[ObjectForm] = Field(default_factory=list, description="the objects that can be carried")
    clock: ClockForm | None = Field(None, description="the clock")
    notes: list[NoteForm] = Field(default_factory=list, description="the notes from earlier in the game")
    declare: list[DeclareForm] = Field(default_factory=list, description="the declarations, in order")
    answers: Anything = Field(None, description="answers and dice, in order or by clause or question")
    dice: Anything = Field(None, description="the same as answers")


FORMAT = 1
# Sections with named entries, written as a list with ids or as a mapping by id.
NAMED_SECTIONS = ("terrain", "models", "units", "characters", "objects")
