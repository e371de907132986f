"""Light: Darkness on a path, characters who see in it, and the test to stay on course."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

from surefoot.dice.host import Game
from surefoot.dice.requests import Modifier, Procedure
from surefoot.geometry.tolerance import beyond, to_lattice
from surefoot.language import say
from surefoot.records import replace
from surefoot.referee.itinerary import Itinerary, Leg, Stride
from surefoot.referee.strides import shortened
from surefoot.rulesets.dark_heresy_2e.character import flag
from surefoot.rulesets.dark_heresy_2e.direction import random_direction
from surefoot.rulesets.dark_heresy_2e.env import TREACHEROUS
from surefoot.rulesets.dark_heresy_2e.numbers import chosen, exact
from surefoot.rulesets.dark_heresy_2e.speeds import speed
from surefoot.rulesets.dark_heresy_2e.tests import characteristic, difficulty_modifier, roll_to_pass
from surefoot.table.place import Pose
from surefoot.table.table import Table

LIGHT = "light:"
DARKNESS = "darkness"
DARK = f"{LIGHT}{DARKNESS}"
# Levels of light without an effect, the best first, and the clauses about them.
BETTER = {
    f"{LIGHT}bright": ("light.bright",),
    f"{LIGHT}shadow": ("light.shadow", "light.shadow-full-speed"),
}
# The tags of Darkness, which light removes.
OF_DARKNESS = (DARK, DARKNESS, f"{TREACHEROUS}{DARKNESS}")
# Beyond the Bright light of a lamp there is Shadow, up to this many times its radius.
SHADOW = 2
HARD = "Hard"


def radius(table: Table, who: str) -> Fraction:
    """Metres of Bright light around a character with a lamp."""
    return exact(table.models[who].profile.get("light_radius")) or Fraction(0)


def with_light(table: Table, who: str, itinerary: Itinerary) -> tuple[Itinerary, tuple[str, ...]]:
    """A path with Darkness only where it affects this character, and the clauses about the light on it."""
    strides: list[Stride] = []
    clauses: list[str] = []
    for stride in itinerary.strides:
        parts, cited = _stride_with_light(table, who, stride)
        strides += parts
        clauses += cited
    cited_once = tuple(dict.fromkeys(clauses))
    if tuple(strides) == itinerary.strides:
        return itinerary, cited_once
    return replace(itinerary, strides=tuple(strides), rests=((),) * len(strides)), cited_once


def _stride_with_light(table: Table, who: str, stride: Stride) -> tuple[list[Stride], list[str]]:
    """One stretch as a character sees it: the best light of its ground counts."""
    for level, cited in BETTER.items():
        if level in stride.grounds:
            return [_lit(stride)], [*cited, "light.three-levels"]
    if DARK not in stride.grounds:
        return [stride], []
    if flag(table.models[who], "sees_in_dark"):
        return [_lit(stride)], ["light.darkness"]
    if radius(table, who):
        return [_lit(stride)], ["light.carry-a-lamp", "light.bright"]
    return _by_lamps(table, who, stride)


def _lit(stride: Stride) -> Stride:
    return replace(stride, grounds=tuple(tag for tag in stride.grounds if tag not in OF_DARKNESS))


def _by_lamps(table: Table, who: str, stride: Stride) -> tuple[list[Stride], list[str]]:
    """A dark stretch, divided where it enters or leaves the light or the Shadow of a lamp."""
    lamps = [
        (table.pose(name), float(radius(table, name)))
        for name, model in table.models.items()
        if name != who and model.place.on_table and radius(table, name)
    ]
    shares = [0.0, 1.0]
    for lamp, far in lamps:
        shares += [
            *_crossings(stride, lamp, far),
            *_crossings(stride, lamp, SHADOW * far),
        ]
    ordered = sorted(dict.fromkeys(share for share in shares if 0.0 <= share <= 1.0))
    parts: list[Stride] = []
    cited: list[str] = []
    for low, high in pairwise(ordered):
        part = _part(stride, low, high)
        middle = [(one + other) / 2 for one, other in zip(part.start[:3], part.end[:3], strict=True)]
        away = [math.dist(middle, lamp[:3]) / far for lamp, far in lamps]
        nearest = min(away, default=math.inf)
        if nearest < SHADOW:
            parts.append(_lit(part))
            cited += ["light.carry-a-lamp", *BETTER[f"{LIGHT}{'bright' if nearest < 1 else 'shadow'}"]]
        else:
            parts.append(part)
            cited += ["light.three-levels", "light.darkness"]
    return parts, cited


def _part(stride: Stride, low: float, high: float) -> Stride:
    """The part of a stride between two fractions of it."""
    start = shortened(stride, low).end
    return replace(shortened(stride, high), start=start, length=stride.length * (high - low))


def _crossings(stride: Stride, lamp: Pose, far: float) -> tuple[float, ...]:
    """The points where a straight stretch crosses the sphere around a lamp, as fractions of it."""
    away = [one - other for one, other in zip(stride.start[:3], lamp[:3], strict=True)]
    along = [one - other for one, other in zip(stride.end[:3], stride.start[:3], strict=True)]
    square = _dot(along, along)
    if not square:
        return ()
    half = _dot(away, along) / square
    root = half * half - (_dot(away, away) - far * far) / square
    return (-half - math.sqrt(root), -half + math.sqrt(root)) if root > 0 else ()


def _dot(one: list[float], other: list[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def dark_metres(itinerary: Itinerary) -> float:
    """Metres of a path in Darkness."""
    return sum(stride.length for stride in itinerary.strides if DARK in stride.grounds)


def half_rate(table: Table, who: str, name: str, *, aloft: bool) -> Fraction:
    """Metres in Darkness that need no test, at one of the four speeds, on foot or in flight."""
    counted = name if chosen(table.options, "dark_rate") == "action" else "full"
    return speed(table, who, counted, aloft=aloft).metres / 2


def keep_course(
    game: Game, who: str, itinerary: Itinerary, name: str, *, aloft: bool
) -> Procedure[tuple[Leg, ...] | None]:
    """The test for moving too fast in Darkness; returns the path of a character who gets lost, None if not."""
    table = game.now
    if not beyond(dark_metres(itinerary), float(half_rate(table, who, name, aloft=aloft))):
        return None
    skill = characteristic(table.options, table.models[who], "Per")
    hard = Modifier(difficulty_modifier(HARD), say("Darkness"), "light.dark-half-rate")
    kept = yield from roll_to_pass(
        table.options,
        who,
        "keeping one's course",
        skill,
        "light.dark-half-rate",
        "support.difficulty-ladder",
        modifiers=(hard,),
    )
    if kept:
        return None
    first = next(i for i, stride in enumerate(itinerary.strides) if DARK in stride.grounds)
    before, rest = itinerary.strides[:first], itinerary.strides[first:]
    left = sum(stride.length for stride in rest)
    ahead = next(stride for stride in rest if stride.length)
    heading = (ahead.end.x - ahead.start.x, ahead.end.y - ahead.start.y)
    dx, dy = yield from random_direction(table.options, who, heading, "light.dark-failure")
    start = rest[0].start
    points = [(stride.end.x, stride.end.y) for stride in before if stride.length]
    points.append((start.x + dx * left, start.y + dy * left))
    return tuple(Leg((to_lattice(x), to_lattice(y))) for x, y in points)
