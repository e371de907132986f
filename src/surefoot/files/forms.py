"""The forms of a scenario file: its fields, their kinds and their descriptions.

Files are read with them, and the published JSON Schema is generated from them, so the two always agree.
"""

from typing import Annotated, Any

from surefoot.files.form import Checked, Form, Short, field
from surefoot.files.kinds import (
    BYS,
    MOST_WAYPOINTS,
    NOT_NEGATIVE,
    PLACE_KINDS,
    POSITIVE,
    SPOT,
    Actions,
    Ahead,
    Anything,
    Base,
    Bearing,
    By,
    Count,
    Counters,
    Data,
    Edge,
    Formation,
    FromZero,
    GivenNotNegative,
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
    Turn,
    Whole,
    Word,
    Words,
)
from surefoot.files.refusals import expected, fail
from surefoot.files.terrain_forms import LABELS, NAME, SIDE, TRAITS, AnyPiece
from surefoot.language import Either, Notation, Quoted, say
from surefoot.table.record import EMPTY


def _short(key: str, schema: dict[str, Any], *kinds: type) -> Short:
    """A bare value that is read as a mapping with one field."""

    def widen(value: Any) -> Any:
        return {key: value} if isinstance(value, kinds) and not isinstance(value, bool) else value

    return Short(widen, schema)


# --- models, units, objects ---------------------------------------------------------------------


class PlaceForm(Form):
    """A place other than on a surface."""

    kind: PlaceKind = field(description="surface, link, edge, air, water, aboard, reserve, off or gone")
    on: Name = field("", description="the link, the edge, the carrier or the water")
    band: Word = field("", description="the name of a height band in the air")


class DeckForm(Form):
    """A surface that a model carries."""

    z: GivenNotNegative = field(description="height of the deck above the model's foot")
    outline: MaybeOutline = field(
        None, description="outline in the model's own frame; its whole base if left out"
    )
    tags: Words = field((), description="tags of its ground")


_DECK_AT = _short("z", NOT_NEGATIVE, int, float)


class StandingForm(Form):
    """The place of a model or an object."""

    at: Spot = field(None, description="its centre: [x, y]; a third number is the height of its surface")
    on: Name = field("", description="the surface it stands on; the board if left out")
    z: Number = field(
        None,
        description="the height of its surface, the same as a third number of at; in the air, in water or on a ladder "
        "its own height above the board",
    )
    facing: Bearing = field(None, description="bearing in degrees clockwise from north")
    place: Annotated[PlaceForm | None, _short("kind", {"enum": list(PLACE_KINDS)}, str)] = field(
        None, description="its place if it is not on a surface: reserve, aboard, air, water, link, …"
    )


class BodyForm(Form):
    """Fields that models and units in ranks share."""

    base: Base = field(
        None,
        description="its base in millimetres: 32, {oval: [120, 92]} or {rectangle: [100, 50]}, the length along its facing first",
    )
    hull: Hull = field(None, description="instead of a base: [length, width] or corners, in the table's unit")
    height: NotNegative = field(None, description="its height")
    side: Word = field("", description=SIDE)
    profile: Data = field(EMPTY, description="its numbers, as the ruleset names them")
    profiles: Profiles = field(
        EMPTY, description="its numbers in several rulesets, by the name of the ruleset"
    )
    keywords: Words = field((), description="its keywords")
    status: Words = field((), description="its statuses: prone, pinned, …")
    statuses: Words = field((), description="the same as status")
    counters: Counters = field(EMPTY, description="its counters: {wounds: 1}")
    deck: Annotated[DeckForm | None, _DECK_AT] = field(
        None, description="the deck it carries: its height, or {z, outline, tags}"
    )
    decks: dict[str, Annotated[DeckForm, _DECK_AT]] = field(
        default_factory=dict, description="several decks by name"
    )
    traits: Data = field(EMPTY, description=TRAITS)
    labels: Words = field((), description=LABELS)

    def agree(self) -> None:
        if self.base is not None and self.hull is not None:
            fail(say("give either a base (in millimetres) or a hull (in the table's unit), not both"))


class ModelForm(BodyForm, StandingForm):
    """One model."""

    id: Name = field("", description=NAME)
    unit: Name = field("", description="the unit it belongs to")


class UnitForm(BodyForm, StandingForm):
    """A unit of models that the file lists elsewhere, or of models that it sets up in ranks."""

    id: Name = field("", description=NAME)
    models: Names = field((), description="the models that belong to it")
    of: Word = field("", description="a keyword of the rules for its models; any other word becomes a label")
    count: Count = field(None, description="number of models to set up in ranks")
    formation: Formation = field(None, description="[models in a rank, ranks]; one rank if left out")
    gap: NotNegative = field(None, description="space between two bases; 0 if left out")


class CharacterForm(Form):
    """A character that is not on the table; other fields belong to its profile."""

    is_open = True

    id: Name = field("", description=NAME)
    side: Word = field("", description=SIDE)
    unit: Name = field("", description="the party it belongs to")
    profile: Data = field(EMPTY, description="its numbers, as the ruleset names them")
    profiles: Profiles = field(
        EMPTY, description="its numbers in several rulesets, by the name of the ruleset"
    )
    keywords: Words = field((), description="its keywords")
    status: Words = field((), description="its statuses")
    statuses: Words = field((), description="the same as status")
    counters: Counters = field(EMPTY, description="its counters: {fatigue: 1}")
    traits: Data = field(EMPTY, description=TRAITS)
    labels: Words = field((), description=LABELS)


# Objects written by a key that holds their length.
LONG_OBJECTS = ("portable-ladder", "rope", "grapple")


class ObjectForm(StandingForm):
    """An object: it can be carried, set down or lost."""

    id: Name = field("", description=NAME)
    sort: Word = field("", description="its sort: loot, load, lamp, …")
    portable_ladder: Positive = field(None, alias="portable-ladder", description="a ladder of this length")
    rope: Positive = field(None, description="a rope of this length")
    grapple: Positive = field(None, description="a grapple with a line of this length")
    carried_by: Names = field((), alias="carried-by", description="the models that carry it")
    base: Base = field(None, description="its base in millimetres, if it has one")
    length: Positive = field(None, description="its length")
    weight: NotNegative = field(None, description="its weight")
    details: Data = field(EMPTY, description="other details that the rules read")
    labels: Words = field((), description=LABELS)


# --- declarations -------------------------------------------------------------------------------

# The fields that state the movement of a leg: each leg has exactly one of them.
_WAYS = ("to", *BYS, "ladder", "link", "lift", "turn", "forward", "through")


class LegForm(Form):
    """One leg of a path: a bare [x, y] walks there, other movements have a key."""

    to: Spot = field(None, description="its end: [x, y]; a third number is the height of the surface")
    by: By = field("walk", description="the movement: walk, climb, jump, leap, fly or swim")
    walk: Spot = field(None, description="walk to this point")
    climb: Spot = field(None, description="climb up or down towards this point")
    jump: Spot = field(None, description="jump down towards this point")
    leap: Spot = field(None, description="leap over a gap to this point")
    fly: Spot = field(None, description="fly to this point")
    swim: Spot = field(None, description="swim to this point")
    ladder: Name = field("", description="use this ladder")
    link: Name = field("", description="use this ladder, rope or grapple")
    lift: Name = field("", description="ride this lift")
    through: Name = field("", description="go through this door, window or ductway, to the point in to")
    rise: Number = field(
        None,
        description="distance that a lift travels, or that is climbed on a ladder or rope; negative: down",
    )
    turn: Turn = field(None, description="turn on the spot, degrees clockwise")
    about: Spot = field(None, description="the point it turns about, if not its own centre")
    forward: Ahead = field(
        None, description="distance straight ahead; all: to the edge of the board, as far as the rules allow"
    )
    on: Name = field("", description="the surface, where several are above one another")
    manner: Word = field("", description="crawl, sidestep, backwards, …")

    def agree(self) -> None:
        ways = [way for way in _WAYS if way in self.given]
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
        if "by" in self.given and leading != ["to"]:
            fail(say("'by' goes with 'to', not with {key}", key=first))
        if "through" in leading and self.to is None:
            form = Notation("{through: name, to: [x, y]}")
            fail(say("add the point behind the opening: {form}", form=form))
        if "lift" in leading and self.rise is None:
            fail(say("add how far the lift travels: {form}", form=Notation("{lift: name, rise: 4}")))
        if "rise" in self.given and not {"lift", "ladder", "link"} & {*leading}:
            fail(say("only lifts and ladders have a rise: write the height of a point as [x, y, height]"))
        if "about" in self.given and leading[0] != "turn":
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


def _few(value: Any) -> None:
    """Refuse a path that is too long, before its legs are read."""
    if not isinstance(value, list):
        fail(expected(say("a list of points and legs"), value))
    if len(value) > MOST_WAYPOINTS:
        fail(
            say("a path has at most {most} legs, this one has {found}", most=MOST_WAYPOINTS, found=len(value))
        )


Path = Annotated[list[Annotated[LegForm, _short("to", SPOT, list)]], Checked(_few)]


class DeclareForm(Form):
    """An action, an event or a step of the clock; other fields are details of the action."""

    is_open = True

    who: Names = field((), description="the models or units that act, or that it happens to")
    action: Word = field("", description="the action")
    happen: Word = field("", description="an event: a hit, a fall, …")
    tick: Word = field("", description="a step of the clock: the end of a phase, a turn, a round")
    path: Path = field(default_factory=list, description="the path: points and legs")
    target: Name = field("", description="the target: a model, a unit, terrain or an object")
    actions: Actions = field(
        EMPTY,
        description="the action in other rulesets, by the name of the ruleset: an action, or fields that replace "
        "these; null: none",
    )
    say: Word = field("", description="a text to show before it; no rule reads it")

    def agree(self) -> None:
        given = [kind for kind in ("action", "happen", "tick") if kind in self.given]
        if not given:
            fail(say("a declaration needs an action, happen or tick"))
        if len(given) > 1:
            names = tuple(map(Quoted, given))
            fail(
                say(
                    "a declaration has only one of action, happen and tick; this one has {names}", names=names
                )
            )


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

    width: GivenPositive = field(description="width, from west to east")
    depth: GivenPositive = field(description="depth, from south to north")
    edge: Edge = field("closed", description="whether models may leave it: closed or open")


class ClockForm(Form):
    """The clock: round, turn and phase."""

    round: FromZero = field(1, description="the round; 0 before the first")
    side: Word = field("", description="the side whose turn it is")
    phase: Word = field("", description="the phase")
    step: Word = field("", description="the step of the phase")
    active: Word = field("", description="the model or unit that is active")
    minutes: FromZero = field(0, description="minutes of narrative time")
    details: Data = field(EMPTY, description="other details of the ruleset's clock")


class NoteForm(Form):
    """A note: a value that the rules remember."""

    key: Word = field(description="the key of the note")
    ruleset: Word = field("", description="the ruleset whose note it is, if the file is read under several")
    of: Word = field("", description="the model, unit, terrain or object it is about")
    value: Anything = field(True, description="its value; true if left out")
    lifetime: Lifetime = field("game", description="how long it lasts")
    until: Word = field("", description="the event that ends it, with lifetime: event")


class PictureForm(Form):
    """A picture that lies under the table; faces draw it, rules never see it."""

    file: Word = field("", description="the name of the picture, beside the scenario")
    data: PictureData = field("", description="the picture itself: data:image/png;base64,…")
    area: Outline = field(description="the part of the table that it covers: {rect: [x, y, width, depth]}")


class ZoneForm(Form):
    """Where a side sets up its models; shown, never read by rules."""

    name: Word = field(description="what it is called")
    zone: Outline = field(description="its outline")
    side: Word = field("", description="whose it is")


class MarkerForm(Form):
    """A marked spot such as an objective; shown, never read by rules."""

    name: Word = field(description="what it is called")
    at: GivenSpot = field(description="where it is: [x, y]")


# The fields that say what kind of goal it is: each goal has exactly one of them.
_GOALS = ("reach", "hold", "loot", "home", "last")


class GoalForm(Form):
    """Something that gives points: a zone to reach or hold, loot to carry off, models to bring home, rounds to last."""

    id: Name = field(description="what it is called")
    reach: MaybeOutline = field(
        None, description="a zone: a side scores once, when one of its models gets there"
    )
    hold: MaybeOutline = field(
        None, description="a zone: at the end of each round the side with the most models in it scores"
    )
    loot: Names = field(
        (), description="objects to carry into the zone `to`, or to carry at the end of the game"
    )
    home: Names = field((), description="models to bring into the zone `to`, or all; each scores once")
    last: Whole = field(0, description="the game ends after this round; a side with a model left scores")
    to: MaybeOutline = field(None, description="the zone of loot and home")
    on: Name = field("", description="the surface that the zone is on; any if left out")
    side: Word = field("", description="whose goal it is; every side's if left out")
    points: Whole = field(1, description="the points that it gives")

    def agree(self) -> None:
        given = [kind for kind in _GOALS if kind in self.given]
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


class ScenarioForm(Form):
    """A scenario: a table set up for one ruleset, and the declarations made on it."""

    surefoot: Whole = field(1, description="version of this format")
    name: Word = field("", description="the title of the scenario")
    ruleset: Word = field(description="the ruleset, with options in brackets")
    options: Data = field(EMPTY, description="settings of the ruleset")
    scale: Positive = field(None, description="metres for each inch of a real table, for rulesets in metres")
    board: Annotated[BoardForm | None, SIDES] = field(
        None, description="the board: [width, depth]; a narrative table has none"
    )
    picture: PictureForm | None = field(None, description="a picture that lies under the table")
    zones: list[ZoneForm] = field(default_factory=list, description="where each side sets up")
    markers: list[MarkerForm] = field(default_factory=list, description="objectives and other marked spots")
    goals: list[GoalForm] = field(default_factory=list, description="what the sides play for, with points")
    environment: Data = field(EMPTY, description="gravity, light, weather, north")
    terrain: list[AnyPiece] = field(default_factory=list, description="the terrain")
    models: list[ModelForm] = field(default_factory=list, description="the models")
    units: list[UnitForm] = field(default_factory=list, description="the units")
    characters: list[CharacterForm] = field(
        default_factory=list, description="the characters that are not on the table"
    )
    objects: list[ObjectForm] = field(default_factory=list, description="the objects that can be carried")
    clock: ClockForm | None = field(None, description="the clock")
    notes: list[NoteForm] = field(default_factory=list, description="the notes from earlier in the game")
    declare: list[DeclareForm] = field(default_factory=list, description="the declarations, in order")
    answers: Anything = field(None, description="answers and dice, in order or by clause or question")
    dice: Anything = field(None, description="the same as answers")


FORMAT = 1
# Sections with named entries, written as a list with ids or as a mapping by id.
NAMED_SECTIONS = ("terrain", "models", "units", "characters", "objects")
