"""The kinds of values that fields of a file hold: what is accepted, what the schema says, what a mistake is told.

Each kind is a function from plain data to a value; it raises with words for a newcomer. Pydantic calls it and keeps
the place.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, NoReturn

from pydantic import PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from surefoot.files.problems import listed
from surefoot.table.notes import LIFETIMES
from surefoot.table.record import EMPTY, Record, Value, freeze
from surefoot.table.words import instead

# The limits of a scenario, as the documentation states them.
FURTHEST = 10_000
MOST_WAYPOINTS = 1_000
MOST_CORNERS = 500
MOST_MODELS = 1_000
LONGEST_NAME = 80
LONGEST_TEXT = 2_000
LARGEST_WHOLE = 10**12

Point = tuple[float, float]


def fail(says: str) -> NoReturn:
    """Refuse a value, in plain words."""
    raise PydanticCustomError("surefoot", "{says}", {"says": says})


def shown(value: Any) -> str:
    """A value as a message shows it."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f"the text {value[:40]!r}{'…' if len(value) > 40 else ''}"
    if isinstance(value, Mapping):
        return f"a mapping ({', '.join(map(str, list(value)[:4]))}{', …' if len(value) > 4 else ''})"
    if isinstance(value, list):
        return f"a list of {len(value)}" if len(value) > 4 or _nested(value) else f"{_flat(value)}"
    return f"{value}"


def _nested(values: list[Any]) -> bool:
    return any(isinstance(each, (list, Mapping)) for each in values)


def _flat(values: list[Any]) -> str:
    return f"[{', '.join(str(each)[:20] if each is not None else 'nothing' for each in values)}]"


# --- numbers ------------------------------------------------------------------------------------


def number(value: Any, called: str = "a number") -> float:
    """A finite number within reach."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        fail(f"expected {called}, found {shown(value)}")
    if not math.isfinite(value):
        fail(f"expected {called}, found {value}, which no table can hold")
    if abs(value) > FURTHEST:
        fail(f"{value:g} is too far: numbers reach from -{FURTHEST:,} to {FURTHEST:,}")
    return float(value)


def _number(value: Any) -> float:
    # Pydantic hands a second argument to functions that could take one.
    return number(value)


def positive(value: Any, called: str = "a number above 0") -> float:
    """A number above nought."""
    found = number(value, called)
    if found <= 0:
        fail(f"expected {called}, found {value}")
    return found


def _positive(value: Any) -> float:
    return positive(value)


def not_negative(value: Any) -> float:
    """A number from nought on."""
    found = number(value, "a number from 0 up")
    if found < 0:
        fail(f"expected a number from 0 up, found {value}")
    return found


def whole(value: Any) -> int:
    """A whole number."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value != value // 1:
        fail(f"expected a whole number, found {shown(value)}")
    if abs(value) > LARGEST_WHOLE:
        fail(f"{value:g} is too large: whole numbers reach to {LARGEST_WHOLE:,}")
    return int(value)


def count(value: Any) -> int:
    """How many models."""
    found = whole(value)
    if not 1 <= found <= MOST_MODELS:
        fail(f"expected 1 to {MOST_MODELS:,} models, found {found}")
    return found


def columns_and_rows(value: Any) -> tuple[int, int]:
    """A formation: how many side by side, how many ranks."""
    if not isinstance(value, list) or len(value) != 2:
        fail(f"expected [models in a rank, ranks], such as [5, 2], found {shown(value)}")
    return count(value[0]), count(value[1])


def two_numbers(value: Any) -> tuple[float, float]:
    """A pair of numbers that are no point."""
    if not isinstance(value, list) or len(value) != 2:
        fail(f"expected two numbers, such as [0, 8], found {shown(value)}")
    return number(value[0]), number(value[1])


# --- points and outlines ------------------------------------------------------------------------


def point(value: Any) -> Point:
    """A point in plan."""
    x, y = _coordinates(value, "[x, y]", (2,))
    return x, y


def spot(value: Any) -> tuple[float, float, float | None]:
    """A point in plan, with or without the height of the surface meant."""
    found = _coordinates(value, "[x, y], or [x, y, height]", (2, 3))
    return found[0], found[1], found[2] if len(found) > 2 else None


def _coordinates(value: Any, form: str, lengths: tuple[int, ...]) -> tuple[float, ...]:
    if not isinstance(value, list) or len(value) not in lengths or _nested(value):
        fail(f"expected a point {form}, found {shown(value)}")
    return tuple(number(each, f"a number in the point {form}") for each in value)


def _points(value: list[Any]) -> tuple[Point, ...]:
    if len(value) > MOST_CORNERS:
        fail(f"{len(value):,} points are too many: an outline or a line has at most {MOST_CORNERS:,}")
    return tuple(point(each) for each in value)


@dataclass(frozen=True, slots=True)
class Footprint:
    """Where a piece stands: points, and whether they are surely an outline (a rectangle) and not a middle line."""

    points: tuple[Point, ...]
    closed: bool


def footprint(value: Any) -> Footprint:
    """A line of two points, an outline of three or more, or a rectangle."""
    if isinstance(value, Mapping):
        if list(value) != ["rect"]:
            fail(f"expected {{rect: [x, y, width, depth]}} or a list of points, found {shown(value)}")
        return Footprint(_rectangle(value["rect"]), True)
    if not isinstance(value, list) or len(value) < 2 or not all(isinstance(each, list) for each in value):
        fail(
            "expected the two ends of a line [[x, y], [x, y]], the corners of an outline, or "
            f"{{rect: [x, y, width, depth]}}, found {shown(value)}"
        )
    return Footprint(_points(value), False)


def _rectangle(value: Any) -> tuple[Point, ...]:
    if not isinstance(value, list) or len(value) != 4:
        fail(f"expected rect: [x, y, width, depth], found {shown(value)}")
    x, y = number(value[0]), number(value[1])
    width = positive(value[2], "a width above 0 in rect: [x, y, width, depth]")
    depth = positive(value[3], "a depth above 0 in rect: [x, y, width, depth]")
    return (x, y), (x + width, y), (x + width, y + depth), (x, y + depth)


def line(value: Any) -> tuple[Point, ...]:
    """A line through two or more points."""
    if not isinstance(value, list) or len(value) < 2 or not all(isinstance(each, list) for each in value):
        fail(f"expected the two ends of a line [[x, y], [x, y]], found {shown(value)}")
    return _points(value)


def opening(value: Any) -> tuple[Point, ...]:
    """The two ends of a door or a window."""
    found = line(value)
    if len(found) != 2:
        fail(f"expected the two ends [[x, y], [x, y]], found {len(found)} points")
    return found


def slope(value: Any) -> tuple[Point, ...]:
    """The low and the high end of stairs or a ramp, each in its middle."""
    if isinstance(value, Mapping) and sorted(value) == ["from", "to"]:
        return point(value["from"]), point(value["to"])
    if isinstance(value, list) and len(value) == 2 and all(isinstance(each, list) for each in value):
        return _points(value)
    fail(f"expected {{from: [x, y], to: [x, y]}}, from its low to its high end, found {shown(value)}")


def upright(value: Any) -> tuple[Point, ...]:
    """Where a ladder or a rope stands: one point, or its foot and its head."""
    if isinstance(value, list) and len(value) == 2 and all(isinstance(each, list) for each in value):
        return _points(value)
    foot = point(value)
    return foot, foot


def hull(value: Any) -> tuple[Point, ...]:
    """A hull in its own frame, looking north: its length and width, or its corners."""
    if isinstance(value, list) and len(value) == 2 and not _nested(value):
        length, width = positive(value[0]) / 2, positive(value[1]) / 2
        return (-width, -length), (width, -length), (width, length), (-width, length)
    if isinstance(value, list) and len(value) > 2 and all(isinstance(each, list) for each in value):
        return _points(value)
    fail(f"expected [length, width] or the corners [[x, y], …] of the hull, found {shown(value)}")


@dataclass(frozen=True, slots=True)
class Millimetres:
    """A base as people buy them."""

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
                fail(f"expected {kind}: [length, width] in millimetres, found {shown(size)}")
            return Millimetres(kind, (positive(size[0]), positive(size[1])))
        fail(f"there is no {kind!r} base{instead(str(kind), ('round', 'oval', 'rectangle'))}")
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        fail(
            "expected a diameter in millimetres such as 32, or {oval: [120, 92]}, or {rectangle: [50, 100]}, "
            f"found {shown(value)}"
        )
    return Millimetres("round", (positive(value),))


# --- words --------------------------------------------------------------------------------------

_NAME = re.compile(r"\w[\w.\-]*")


def name(value: Any) -> str:
    """A name by which other fields can refer to something."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        fail(f"expected a name, found {shown(value)}")
    if len(value) > LONGEST_NAME:
        fail(f"a name has at most {LONGEST_NAME} characters, this one has {len(value)}")
    if not _NAME.fullmatch(value):
        fail(f"{value!r} is no name: write letters, digits, '-', '_' and '.', without blanks")
    return value


def names(value: Any) -> tuple[str, ...]:
    """One name or a list of names."""
    found = tuple(name(each) for each in value) if isinstance(value, list) else (name(value),)
    twice = next((each for i, each in enumerate(found) if each in found[:i]), None)
    if twice is not None:
        fail(f"{twice!r} is named twice")
    return found


def word(value: Any) -> str:
    """A text."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        fail(f"expected a text, found {shown(value)}")
    if len(value) > LONGEST_TEXT:
        fail(f"a text has at most {LONGEST_TEXT:,} characters, this one has {len(value):,}")
    return value


def level(value: Any) -> float | str:
    """A height, or the name of a surface that has one."""
    if isinstance(value, str):
        return name(value)
    return number(value, "a height or the name of a surface")


def words(value: Any) -> tuple[str, ...]:
    """One word or a list of words; their order says nothing."""
    found = [word(each) for each in value] if isinstance(value, list) else [word(value)]
    return tuple(sorted(dict.fromkeys(found)))


def switch(value: Any) -> bool:
    """On or off."""
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.lower() in ("on", "yes", "off", "no"):
        return value.lower() in ("on", "yes")
    fail(f"expected true or false, found {shown(value)}")


def strict_switch(value: Any) -> bool:
    """True or false, and no word that stands for it."""
    if isinstance(value, bool):
        return value
    meant = {"on": "true", "yes": "true", "off": "false", "no": "false"}.get(str(value).lower(), "")
    fail(f"expected true or false, found {shown(value)}{f'; did you mean {meant}?' if meant else ''}")


def one_of(*known: str) -> Callable[[Any], str]:
    """One of some words."""

    def choice(value: Any) -> str:
        if value not in known or not isinstance(value, str):
            near_miss = instead(value, known) if isinstance(value, str) else ""
            close = near_miss if "did you mean" in near_miss else ""
            fail(f"expected {listed(known)}, found {shown(value)}{close}")
        return value

    return choice


# --- free data ----------------------------------------------------------------------------------


def data(value: Any) -> Record:
    """A mapping whose fields are for the rules to judge."""
    if value is None:
        return EMPTY
    if not isinstance(value, Mapping):
        fail(f"expected a mapping such as {{name: value}}, found {shown(value)}")
    found = anything(value)
    assert isinstance(found, Record)
    return found


def anything(value: Any) -> Value:
    """Whatever can be kept."""
    bad = _unkept(value)
    if bad:
        fail(bad)
    return freeze(value)


def counters(value: Any) -> Record:
    """Running numbers by name."""
    if not isinstance(value, Mapping):
        fail(f"expected numbers by name such as {{wounds: 1}}, found {shown(value)}")
    return Record({str(key): whole(each) for key, each in value.items()})


def tags_by_face(value: Any) -> Record:
    """Tags for single faces of a piece."""
    if not isinstance(value, Mapping):
        fail(f"expected tags by face such as {{north: [sheer]}}, found {shown(value)}")
    return Record({str(key): words(each) for key, each in value.items()})


def _unkept(value: Any) -> str:
    if isinstance(value, Mapping):
        return next((bad for each in value.values() if (bad := _unkept(each))), "")
    if isinstance(value, list):
        return next((bad for each in value if (bad := _unkept(each))), "")
    if isinstance(value, float) and not math.isfinite(value):
        return f"{value} is no number that a game can keep"
    if isinstance(value, int) and abs(value) > LARGEST_WHOLE:
        return f"{value} is too large: whole numbers reach to {LARGEST_WHOLE:,}"
    if isinstance(value, str) and len(value) > LONGEST_TEXT:
        return f"a text has at most {LONGEST_TEXT:,} characters, this one has {len(value):,}"
    return ""


# --- the kinds as fields have them --------------------------------------------------------------
# A field that may be left out has None for its value then; a field that is there is never None.

NUMBER: dict[str, Any] = {"type": "number", "minimum": -FURTHEST, "maximum": FURTHEST}
POSITIVE: dict[str, Any] = {"type": "number", "exclusiveMinimum": 0, "maximum": FURTHEST}
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


def _one_or_many(schema: dict[str, Any]) -> WithJsonSchema:
    return WithJsonSchema({"anyOf": [schema, {"type": "array", "items": schema}]})


def _either(*schemas: dict[str, Any]) -> WithJsonSchema:
    return WithJsonSchema({"anyOf": list(schemas)})


Number = Annotated[float | None, PlainValidator(_number), WithJsonSchema(NUMBER)]
Given = Annotated[float, PlainValidator(_number), WithJsonSchema(NUMBER)]
# Straight ahead: so far, or as far as there is board.
ALL = "all"
Ahead = Annotated[
    float | None,
    PlainValidator(lambda value: math.inf if value == ALL else _positive(value)),
    WithJsonSchema({"anyOf": [POSITIVE, {"const": ALL}]}),
]
Positive = Annotated[float | None, PlainValidator(_positive), WithJsonSchema(POSITIVE)]
GivenPositive = Annotated[float, PlainValidator(_positive), WithJsonSchema(POSITIVE)]
NotNegative = Annotated[
    float | None,
    PlainValidator(not_negative),
    WithJsonSchema({"type": "number", "minimum": 0, "maximum": FURTHEST}),
]
Whole = Annotated[int, PlainValidator(whole), WithJsonSchema({"type": "integer"})]
Count = Annotated[int | None, PlainValidator(count), WithJsonSchema(_COUNT)]
Formation = Annotated[
    tuple[int, int] | None,
    PlainValidator(columns_and_rows),
    WithJsonSchema({"type": "array", "items": _COUNT, "minItems": 2, "maxItems": 2}),
]
Shaft = Annotated[
    tuple[float, float],
    PlainValidator(two_numbers),
    WithJsonSchema({"type": "array", "items": NUMBER, "minItems": 2, "maxItems": 2}),
]
Spot = Annotated[tuple[float, float, float | None] | None, PlainValidator(spot), WithJsonSchema(SPOT)]
Outline = Annotated[Footprint, PlainValidator(footprint), _either(_LINE, _RECTANGLE)]
MaybeOutline = Annotated[Footprint | None, PlainValidator(footprint), _either(_LINE, _RECTANGLE)]
MiddleLine = Annotated[tuple[Point, ...], PlainValidator(line), WithJsonSchema(_LINE)]
Opening = Annotated[tuple[Point, ...], PlainValidator(opening), WithJsonSchema(_ENDS)]
Slope = Annotated[tuple[Point, ...], PlainValidator(slope), _either(_SLOPE, _ENDS)]
Upright = Annotated[tuple[Point, ...], PlainValidator(upright), _either(_POINT, _ENDS)]
Hull = Annotated[tuple[Point, ...] | None, PlainValidator(hull), _either(_SIZES, {**_LINE, "minItems": 3})]
Base = Annotated[Millimetres | None, PlainValidator(base), WithJsonSchema(_BASE)]
Name = Annotated[str, PlainValidator(name), WithJsonSchema(_NAME_SCHEMA)]
Names = Annotated[tuple[str, ...], PlainValidator(names), _one_or_many(_NAME_SCHEMA)]
Level = Annotated[float | str | None, PlainValidator(level), _either(NUMBER, _NAME_SCHEMA)]
Word = Annotated[str, PlainValidator(word), WithJsonSchema(_TEXT)]
Words = Annotated[tuple[str, ...], PlainValidator(words), _one_or_many(_TEXT)]
Switch = Annotated[bool | None, PlainValidator(switch), WithJsonSchema(_SWITCH)]
Data = Annotated[Record, PlainValidator(data), WithJsonSchema({"type": ["object", "null"]})]
Anything = Annotated[Any, PlainValidator(anything), WithJsonSchema({})]
Profiles = Annotated[
    Record,
    PlainValidator(data),
    WithJsonSchema({"type": "object", "additionalProperties": {"type": "object"}}),
]
Actions = Annotated[
    Record,
    PlainValidator(data),
    WithJsonSchema({"type": "object", "additionalProperties": {"type": ["string", "object", "null"]}}),
]
Counters = Annotated[
    Record,
    PlainValidator(counters),
    WithJsonSchema({"type": "object", "additionalProperties": {"type": "integer"}}),
]
FaceTags = Annotated[
    Record,
    PlainValidator(tags_by_face),
    WithJsonSchema({"type": "object", "additionalProperties": {"type": ["array", "string", "integer"]}}),
]


def _choice(*known: str) -> tuple[PlainValidator, WithJsonSchema]:
    return PlainValidator(one_of(*known)), WithJsonSchema({"enum": list(known)})


PLACE_KINDS = ("surface", "link", "edge", "air", "water", "aboard", "reserve", "off", "gone")
BYS = ("walk", "climb", "jump", "leap", "fly", "swim")

PlaceKind = Annotated[str, *_choice(*PLACE_KINDS)]
By = Annotated[str, *_choice(*BYS)]
Under = Annotated[str, *_choice("open", "solid")]
Edge = Annotated[str, *_choice("closed", "open")]
Lifetime = Annotated[str, *_choice(*LIFETIMES)]
