"""The kinds of values in the fields of a file: how each is read and checked, and its JSON Schema.

Each kind has a function from plain data to a value that raises `fail(...)` with a sentence. The form of the field calls it.
"""

from __future__ import annotations

import base64
import math
import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any

from surefoot.files.form import Kind, Misfit, Misfits
from surefoot.files.refusals import Refusal, expected, fail, is_nested
from surefoot.language import Either, Field, Notation, Quoted, Sentence, say
from surefoot.records import dataclass
from surefoot.table.notes import LIFETIMES
from surefoot.table.record import EMPTY, Record, Value, freeze
from surefoot.table.words import bare_number, corrected, near, suggested

# The limits of a scenario; the manual lists them.
FURTHEST = 10_000
MOST_WAYPOINTS = 1_000
MOST_CORNERS = 500
MOST_MODELS = 1_000
LONGEST_NAME = 80
LONGEST_TEXT = 2_000
# Of a picture under the table, as a data URI.
LARGEST_PICTURE = 5_500_000
PICTURE_STARTS = ("data:image/png;base64,", "data:image/jpeg;base64,", "data:image/webp;base64,")
LARGEST_WHOLE = 10**12

Point = tuple[float, float]


# --- numbers ------------------------------------------------------------------------------------

A_NUMBER = say("a number")
ABOVE_0 = say("a number above 0")
FROM_0 = say("a number from 0 up")
BEARING = say("degrees clockwise from north, such as 90 for east")
TURN = say("degrees clockwise, such as 90, or -90 to the left")


def bearing(value: Any) -> float:
    """A direction in degrees."""
    return number(value, BEARING)


def turn(value: Any) -> float:
    """A turn in degrees."""
    return number(value, TURN)


def number(value: Any, called: Sentence = A_NUMBER) -> float:
    """A finite number within the limits."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        fail(corrected(expected(called, value), bare_number(value)))
    if abs(value) > FURTHEST:
        fail(
            say(
                "{value} is out of range: numbers go from {low} to {high}",
                value=Notation(f"{value:g}"),
                low=-FURTHEST,
                high=FURTHEST,
            )
        )
    return float(value)


def positive(value: Any, called: Sentence = ABOVE_0) -> float:
    """A number above 0."""
    found = number(value, called)
    if found <= 0:
        fail(expected(called, value))
    return found


def not_negative(value: Any) -> float:
    """A number that is not below 0."""
    found = number(value, FROM_0)
    if found < 0:
        fail(expected(FROM_0, value))
    return found


def whole(value: Any) -> int:
    """A whole number."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value != value // 1:
        fail(expected(say("a whole number"), value))
    if abs(value) > LARGEST_WHOLE:
        fail(_too_large(value))
    return int(value)


def from_zero(value: Any) -> int:
    """A whole number that is not below 0."""
    found = whole(value)
    if found < 0:
        fail(expected(say("a whole number from 0 up"), value))
    return found


def _too_large(value: float) -> Sentence:
    return say(
        "{value} is too large: whole numbers go up to {most}",
        value=Notation(f"{value:g}"),
        most=LARGEST_WHOLE,
    )


def _too_long(value: str) -> Sentence:
    return say(
        "a text has at most {most} characters, this one has {found}", most=LONGEST_TEXT, found=len(value)
    )


def count(value: Any) -> int:
    """A number of models."""
    found = whole(value)
    if not 1 <= found <= MOST_MODELS:
        fail(say("expected 1 to {most} models, found {found}", most=MOST_MODELS, found=found))
    return found


def columns_and_rows(value: Any) -> tuple[int, int]:
    """A formation: the number of models in a rank, and of ranks."""
    if not isinstance(value, list) or len(value) != 2:
        fail(expected(say("models in a rank and ranks, such as {form}", form=Notation("[5, 2]")), value))
    return count(value[0]), count(value[1])


def two_numbers(value: Any) -> tuple[float, float]:
    """A pair of numbers that is not a point."""
    if not isinstance(value, list) or len(value) != 2:
        fail(expected(say("two numbers, such as {form}", form=Notation("[0, 8]")), value))
    return number(value[0]), number(value[1])


# --- points and outlines ------------------------------------------------------------------------


def point(value: Any) -> Point:
    """A point in plan."""
    x, y = _coordinates(value, Notation("[x, y]"), (2,))
    return x, y


def spot(value: Any) -> tuple[float, float, float | None]:
    """A point in plan, with or without the height of its surface."""
    found = _coordinates(value, _SPOT_FORM, (2, 3))
    return found[0], found[1], found[2] if len(found) > 2 else None


_SPOT_FORM = say("{point} or {spot}", point=Notation("[x, y]"), spot=Notation("[x, y, height]"))


def _coordinates(value: Any, form: Field, lengths: tuple[int, ...]) -> tuple[float, ...]:
    if not isinstance(value, list) or len(value) not in lengths or is_nested(value):
        fail(expected(say("a point {form}", form=form), value))
    return tuple(number(each, say("a number in the point {form}", form=form)) for each in value)


def _points(value: list[Any]) -> tuple[Point, ...]:
    if len(value) > MOST_CORNERS:
        fail(
            say(
                "an outline or a line has at most {most} points, this one has {found}",
                most=MOST_CORNERS,
                found=len(value),
            )
        )
    return tuple(point(each) for each in value)


@dataclass(frozen=True, slots=True)
class Footprint:
    """The points of a piece. `closed` is true for a rectangle, false where the points may be a centre line."""

    points: tuple[Point, ...]
    closed: bool


def footprint(value: Any) -> Footprint:
    """A line of two points, an outline of three or more, or a rectangle."""
    if isinstance(value, Mapping):
        if list(value) != ["rect"]:
            fail(expected(say("{rectangle} or a list of points", rectangle=_RECTANGLE_FORM), value))
        return Footprint(_rectangle(value["rect"]), True)
    if not isinstance(value, list) or len(value) < 2 or not all(isinstance(each, list) for each in value):
        fail(
            expected(
                say(
                    "the two ends of a line {ends}, the corners of an outline, or {rectangle}",
                    ends=_ENDS_FORM,
                    rectangle=_RECTANGLE_FORM,
                ),
                value,
            )
        )
    return Footprint(_points(value), False)


_RECTANGLE_FORM = Notation("{rect: [x, y, width, depth]}")
_ENDS_FORM = Notation("[[x, y], [x, y]]")


def _rectangle(value: Any) -> tuple[Point, ...]:
    if not isinstance(value, list) or len(value) != 4:
        fail(expected(_RECTANGLE_FORM, value))
    x, y = number(value[0]), number(value[1])
    width = positive(value[2], say("a width above 0 in {form}", form=_RECTANGLE_FORM))
    depth = positive(value[3], say("a depth above 0 in {form}", form=_RECTANGLE_FORM))
    return (x, y), (x + width, y), (x + width, y + depth), (x, y + depth)


def line(value: Any) -> tuple[Point, ...]:
    """A line through two or more points."""
    if not isinstance(value, list) or len(value) < 2 or not all(isinstance(each, list) for each in value):
        fail(expected(say("the two ends of a line {ends}", ends=_ENDS_FORM), value))
    return _points(value)


def opening(value: Any) -> tuple[Point, ...]:
    """The two ends of a door or a window."""
    found = line(value)
    if len(found) != 2:
        fail(say("expected the two ends {ends}, found {n} points", ends=_ENDS_FORM, n=len(found)))
    return found


def slope(value: Any) -> tuple[Point, ...]:
    """The middle of the low end and of the high end of stairs or a ramp."""
    if isinstance(value, Mapping) and sorted(value) == ["from", "to"]:
        return point(value["from"]), point(value["to"])
    if isinstance(value, list) and len(value) == 2 and all(isinstance(each, list) for each in value):
        return _points(value)
    raise Refusal(
        expected(
            say("{form}, from its low to its high end", form=Notation("{from: [x, y], to: [x, y]}")), value
        )
    )


def upright(value: Any) -> tuple[Point, ...]:
    """The foot and the head of a ladder or a rope; a single point stands for both."""
    if isinstance(value, list) and len(value) == 2 and all(isinstance(each, list) for each in value):
        return _points(value)
    foot = point(value)
    return foot, foot


def hull(value: Any) -> tuple[Point, ...]:
    """The corners of a hull in its own frame, facing north; also read from its length and width."""
    if isinstance(value, list) and len(value) == 2 and not is_nested(value):
        length, width = positive(value[0]) / 2, positive(value[1]) / 2
        return (-width, -length), (width, -length), (width, length), (-width, length)
    if isinstance(value, list) and len(value) > 2 and all(isinstance(each, list) for each in value):
        return _points(value)
    raise Refusal(
        expected(
            say(
                "{size} or the corners {corners} of the hull",
                size=Notation("[length, width]"),
                corners=Notation("[[x, y], …]"),
            ),
            value,
        )
    )


@dataclass(frozen=True, slots=True)
class Millimetres:
    """A base by its size in millimetres, as bases are sold."""

    kind: str
    size: tuple[float, ...]


def base(value: Any) -> Millimetres:
    """A base in millimetres."""
    if isinstance(value, Mapping) and len(value) == 1:
        kind, size = next(iter(value.items()))
        if kind == "round":
            return Millimetres("round", (positive(size),))
        if kind in ("oval", "rectangle"):
            if not isinstance(size, list) or len(size) != 2:
                form = Notation(f"{kind}: [length, width]")
                fail(expected(say("{form} in millimetres", form=form), size))
            return Millimetres(kind, (positive(size[0]), positive(size[1])))
        problem = say("there is no base {kind}", kind=Quoted(str(kind)))
        fail(suggested(problem, str(kind), ("round", "oval", "rectangle")))
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        forms = Either((Notation("32"), Notation("{oval: [120, 92]}"), Notation("{rectangle: [100, 50]}")))
        problem = expected(say("a size in millimetres, such as {forms}", forms=forms), value)
        fail(corrected(problem, bare_number(value)))
    return Millimetres("round", (positive(value),))


# --- words --------------------------------------------------------------------------------------

_NAME = re.compile(r"\w[\w.\-]*")


def name(value: Any) -> str:
    """A name that other fields can refer to."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        fail(expected(say("a name"), value))
    if len(value) > LONGEST_NAME:
        fail(
            say(
                "a name has at most {most} characters, this one has {found}",
                most=LONGEST_NAME,
                found=len(value),
            )
        )
    if not _NAME.fullmatch(value):
        fail(
            say(
                "{name} can't be a name: use letters, digits, {signs}, without spaces",
                name=Notation(repr(value)),
                signs=(Quoted("-"), Quoted("_"), Quoted(".")),
            )
        )
    return value


def names(value: Any) -> tuple[str, ...]:
    """One name or a list of names."""
    found = tuple(name(each) for each in value) if isinstance(value, list) else (name(value),)
    twice = next((each for i, each in enumerate(found) if each in found[:i]), None)
    if twice is not None:
        fail(say("{name} is listed twice", name=Quoted(twice)))
    return found


def word(value: Any) -> str:
    """A text."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        fail(expected(say("a text"), value))
    if len(value) > LONGEST_TEXT:
        fail(_too_long(value))
    return value


def picture_data(value: Any) -> str:
    """A picture as a data URI of a kind that every face shows."""
    kinds = Either(tuple(Notation(f"{start}…") for start in PICTURE_STARTS))
    if not isinstance(value, str) or not value.startswith(PICTURE_STARTS):
        fail(expected(say("a picture: {kinds}", kinds=kinds), value))
    if len(value) > LARGEST_PICTURE:
        most = Notation(f"{LARGEST_PICTURE:,}")
        found = Notation(f"{len(value):,}")
        fail(say("a picture has at most {most} characters, this one has {found}", most=most, found=found))
    try:
        base64.b64decode(value.partition(",")[2], validate=True)
    except ValueError:
        fail(say("the picture is damaged: it is not base64"))
    return value


def level(value: Any) -> float | str:
    """A height, or the name of a surface that has one."""
    if isinstance(value, str):
        return name(value)
    return number(value, say("a height or the name of a surface"))


def words(value: Any) -> tuple[str, ...]:
    """One word or a list of words, sorted: their order has no meaning."""
    found = [word(each) for each in value] if isinstance(value, list) else [word(value)]
    return tuple(sorted(dict.fromkeys(found)))


def switch(value: Any) -> bool:
    """True or false; also on, off, yes and no."""
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.lower() in ("on", "yes", "off", "no"):
        return value.lower() in ("on", "yes")
    raise Refusal(expected(say("true or false"), value))


def strict_switch(value: Any) -> bool:
    """True or false; no other word."""
    if isinstance(value, bool):
        return value
    meant = {"on": "true", "yes": "true", "off": "false", "no": "false"}.get(str(value).lower(), "")
    raise Refusal(corrected(expected(say("true or false"), value), meant))


def one_of(*known: str) -> Callable[[Any], str]:
    """One of some words."""

    def choice(value: Any) -> str:
        if value not in known or not isinstance(value, str):
            close = near(value, known) if isinstance(value, str) else ""
            fail(corrected(expected(Either(tuple(map(Notation, known))), value), close))
        return value

    return choice


# --- free data ----------------------------------------------------------------------------------


def data(value: Any) -> Record:
    """A mapping whose fields the ruleset checks."""
    if value is None:
        return EMPTY
    if not isinstance(value, Mapping):
        fail(expected(say("a mapping such as {form}", form=Notation("{name: value}")), value))
    return _by_name(value, anything)


def _by_name(value: Mapping[Any, Any], read: Callable[[Any], Value]) -> Record:
    """Values by name; raises Misfits with every one that can't be read."""
    found: dict[str, Value] = {}
    wrong: list[Misfit] = []
    for key, each in value.items():
        try:
            found[str(key)] = read(each)
        except Refusal as error:
            wrong.append(Misfit("refused", (str(key),), each, error.says))
    if wrong:
        raise Misfits(wrong)
    return Record(found)


def anything(value: Any) -> Value:
    """Any value that a game can store."""
    problem = _unkept(value)
    if problem is not None:
        fail(problem)
    return freeze(value)


def counters(value: Any) -> Record:
    """Running numbers by name."""
    if not isinstance(value, Mapping):
        fail(expected(say("numbers by name such as {form}", form=Notation("{wounds: 1}")), value))
    return _by_name(value, whole)


def tags_by_face(value: Any) -> Record:
    """Tags for single faces of a piece."""
    if not isinstance(value, Mapping):
        fail(expected(say("tags by face such as {form}", form=Notation("{north: [sheer]}")), value))
    return _by_name(value, words)


def _unkept(value: Any) -> Sentence | None:
    """The first problem that keeps a value from being stored."""
    if isinstance(value, Mapping):
        return next((problem for each in value.values() if (problem := _unkept(each))), None)
    if isinstance(value, list):
        return next((problem for each in value if (problem := _unkept(each))), None)
    if isinstance(value, float) and not math.isfinite(value):
        return say("a game can't store the number {value}", value=Notation(str(value)))
    if isinstance(value, int) and abs(value) > LARGEST_WHOLE:
        return _too_large(value)
    if isinstance(value, str) and len(value) > LONGEST_TEXT:
        return _too_long(value)
    return None


# --- types of fields ----------------------------------------------------------------------------
# A field that is left out is None; a field that is given never is.

NUMBER: dict[str, Any] = {"type": "number", "minimum": -FURTHEST, "maximum": FURTHEST}
POSITIVE: dict[str, Any] = {"type": "number", "exclusiveMinimum": 0, "maximum": FURTHEST}
NOT_NEGATIVE: dict[str, Any] = {"type": "number", "minimum": 0, "maximum": FURTHEST}
_TEXT: dict[str, Any] = {"type": ["string", "integer"]}
_NAME_SCHEMA: dict[str, Any] = {
    "type": ["string", "integer"],
    "pattern": r"^\w[\w.\-]*$",
    "maxLength": LONGEST_NAME,
}
_POINT: dict[str, Any] = {"type": "array", "items": NUMBER, "minItems": 2, "maxItems": 2}
SPOT: dict[str, Any] = {"type": "array", "items": NUMBER, "minItems": 2, "maxItems": 3}
_LINE: dict[str, Any] = {"type": "array", "items": _POINT, "minItems": 2, "maxItems": MOST_CORNERS}
_ENDS: dict[str, Any] = {"type": "array", "items": _POINT, "minItems": 2, "maxItems": 2}
_RECTANGLE: dict[str, Any] = {
    "type": "object",
    "properties": {
        "rect": {
            "type": "array",
            "prefixItems": [NUMBER, NUMBER, POSITIVE, POSITIVE],
            "minItems": 4,
            "maxItems": 4,
        }
    },
    "required": ["rect"],
    "additionalProperties": False,
}
_SLOPE: dict[str, Any] = {
    "type": "object",
    "properties": {"from": _POINT, "to": _POINT},
    "required": ["from", "to"],
    "additionalProperties": False,
}
_SIZES: dict[str, Any] = {"type": "array", "items": POSITIVE, "minItems": 2, "maxItems": 2}
_COUNT: dict[str, Any] = {"type": "integer", "minimum": 1, "maximum": MOST_MODELS}
_SWITCH: dict[str, Any] = {"enum": [True, False, "on", "off", "yes", "no"]}
_BASE: dict[str, Any] = {
    "anyOf": [
        POSITIVE,
        *(
            {"type": "object", "properties": {kind: size}, "required": [kind], "additionalProperties": False}
            for kind, size in (("round", POSITIVE), ("oval", _SIZES), ("rectangle", _SIZES))
        ),
    ]
}


def _one_or_many(schema: dict[str, Any]) -> dict[str, Any]:
    return _either(schema, {"type": "array", "items": schema})


def _either(*schemas: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": list(schemas)}


Number = Annotated[float | None, Kind(number, NUMBER)]
Bearing = Annotated[float | None, Kind(bearing, NUMBER)]
Turn = Annotated[float | None, Kind(turn, NUMBER)]
# A distance straight ahead, or `all`: to the edge of the board.
ALL = "all"
Ahead = Annotated[
    float | None,
    Kind(lambda value: math.inf if value == ALL else positive(value), {"anyOf": [POSITIVE, {"const": ALL}]}),
]
Positive = Annotated[float | None, Kind(positive, POSITIVE)]
GivenPositive = Annotated[float, Kind(positive, POSITIVE)]
NotNegative = Annotated[float | None, Kind(not_negative, NOT_NEGATIVE)]
GivenNotNegative = Annotated[float, Kind(not_negative, NOT_NEGATIVE)]
Whole = Annotated[int, Kind(whole, {"type": "integer"})]
FromZero = Annotated[int, Kind(from_zero, {"type": "integer", "minimum": 0})]
Count = Annotated[int | None, Kind(count, _COUNT)]
Formation = Annotated[
    tuple[int, int] | None,
    Kind(columns_and_rows, {"type": "array", "items": _COUNT, "minItems": 2, "maxItems": 2}),
]
Shaft = Annotated[
    tuple[float, float],
    Kind(two_numbers, {"type": "array", "items": NUMBER, "minItems": 2, "maxItems": 2}),
]
Spot = Annotated[tuple[float, float, float | None] | None, Kind(spot, SPOT)]
GivenSpot = Annotated[Point, Kind(point, _POINT)]
Outline = Annotated[Footprint, Kind(footprint, _either(_LINE, _RECTANGLE))]
MaybeOutline = Annotated[Footprint | None, Kind(footprint, _either(_LINE, _RECTANGLE))]
MiddleLine = Annotated[tuple[Point, ...], Kind(line, _LINE)]
Opening = Annotated[tuple[Point, ...], Kind(opening, _ENDS)]
Slope = Annotated[tuple[Point, ...], Kind(slope, _either(_SLOPE, _ENDS))]
Upright = Annotated[tuple[Point, ...], Kind(upright, _either(_POINT, _ENDS))]
Hull = Annotated[tuple[Point, ...] | None, Kind(hull, _either(_SIZES, {**_LINE, "minItems": 3}))]
Base = Annotated[Millimetres | None, Kind(base, _BASE)]
Name = Annotated[str, Kind(name, _NAME_SCHEMA)]
Names = Annotated[tuple[str, ...], Kind(names, _one_or_many(_NAME_SCHEMA))]
Level = Annotated[float | str | None, Kind(level, _either(NUMBER, _NAME_SCHEMA))]
Word = Annotated[str, Kind(word, _TEXT)]
PictureData = Annotated[str, Kind(picture_data, {**_TEXT, "maxLength": LARGEST_PICTURE})]
Words = Annotated[tuple[str, ...], Kind(words, _one_or_many(_TEXT))]
Switch = Annotated[bool | None, Kind(switch, _SWITCH)]
Data = Annotated[Record, Kind(data, {"type": ["object", "null"]})]
Anything = Annotated[Any, Kind(anything, {})]
Profiles = Annotated[Record, Kind(data, {"type": "object", "additionalProperties": {"type": "object"}})]
Actions = Annotated[
    Record,
    Kind(data, {"type": "object", "additionalProperties": {"type": ["string", "object", "null"]}}),
]
Counters = Annotated[
    Record,
    Kind(counters, {"type": "object", "additionalProperties": {"type": "integer"}}),
]
FaceTags = Annotated[
    Record,
    Kind(tags_by_face, {"type": "object", "additionalProperties": {"type": ["array", "string", "integer"]}}),
]


def _choice(*known: str) -> Kind:
    return Kind(one_of(*known), {"enum": list(known)})


PLACE_KINDS = ("surface", "link", "edge", "air", "water", "aboard", "reserve", "off", "gone")
BYS = ("walk", "climb", "jump", "leap", "fly", "swim")

PlaceKind = Annotated[str, _choice(*PLACE_KINDS)]
By = Annotated[str, _choice(*BYS)]
Under = Annotated[str, _choice("open", "solid")]
Edge = Annotated[str, _choice("closed", "open")]
Lifetime = Annotated[str, _choice(*LIFETIMES)]
