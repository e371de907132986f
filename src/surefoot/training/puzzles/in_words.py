"""The paths and places of a puzzle in words: round which wall, through which ground, beside what."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from surefoot.geometry.search.paths import Point
from surefoot.language import Notation, Sentence, Term, Thing, say
from surefoot.language.speaker import Speaker

# A bend or a place that is farther than this from every piece belongs to none.
NEAR = 2.0
# A path is looked at in steps of this length.
STEP = 0.1


def path_in_words(
    terrain: Mapping[str, Any],
    start: Point,
    legs: Sequence[tuple[str, Point | None]],
    speak: Speaker,
    *,
    whole: bool = False,
) -> str:
    """A path by what it goes round and through, and by its links; each leg says how it moves and where it ends.

    Of ground that is crossed, its sides are told only in the `whole` text.

    >>> from surefoot.referee.speaking import ruleset_speaker
    >>> wall = {"wall-1": {"wall": [[5, 3], [5, 6]]}}
    >>> path_in_words(wall, (2, 4), [("walk", (5, 7)), ("walk", (8, 4))], ruleset_speaker("wh40k-10e"))
    'Round the upper end of wall 1'
    """
    told = list(_told(terrain, start, legs))
    crossed = {piece for kind, piece, _ in told if kind == "through"}
    phrases = [says for kind, piece, says in told if whole or kind != "side" or piece not in crossed]
    texts = list(dict.fromkeys(speak(each) for each in phrases))
    if not texts:
        return _capital(speak(say("straight ahead")))
    if all(kind == "through" for kind, _, _ in told):
        texts[0] = speak(say("straight ahead, {through}", through=Notation(texts[0])))
    found = texts[0]
    for each in texts[1:]:
        found = speak(say("{first}, then {next}", first=Notation(found), next=Notation(each)))
    return _capital(found)


def place_in_words(terrain: Mapping[str, Any], point: Point, speak: Speaker) -> str:
    """A place by the piece that is nearest to it."""
    for _, _, says in _beside(terrain, point, round_it=False):
        return _capital(speak(says))
    return _capital(speak(say("in the open")))


# One phrase about a path: its kind, the name of the piece, and the sentence.
Told = tuple[str, str, Sentence]


def _told(
    terrain: Mapping[str, Any], start: Point, legs: Sequence[tuple[str, Point | None]]
) -> Iterator[Told]:
    """The phrases that describe a path, from its start to its end."""
    here = start
    for number, (by, to) in enumerate(legs):
        climbed = _platform(terrain, to) if by == "climb" else ""
        if climbed:
            yield "link", climbed, say("climb {piece}", piece=Thing(climbed))
        elif by == "link" and "ladder" in terrain:
            yield "link", "", say("up the ladder")
        elif by != "walk":
            yield "link", "", say("{link}", link=Term(by))
        elif to is not None:
            yield from _through(terrain, here, to)
        here = here if to is None else to
        if number + 1 < len(legs) and by == "walk" == legs[number + 1][0]:
            yield from _beside(terrain, here)


def _platform(terrain: Mapping[str, Any], point: Point | None) -> str:
    """The platform under a point, or the one at whose edge it is; an empty string if there is none."""
    near = [
        (_distance(piece, point), name)
        for name, piece in terrain.items()
        if point is not None and "platform" in piece and _distance(piece, point) < NEAR
    ]
    return min(near, default=(0.0, ""))[1]


def _through(terrain: Mapping[str, Any], one: Point, other: Point) -> Iterator[Told]:
    """The areas that a straight line crosses."""
    count = max(1, math.ceil(math.dist(one, other) / STEP))
    along = [
        (one[0] + (other[0] - one[0]) * i / count, one[1] + (other[1] - one[1]) * i / count)
        for i in range(count + 1)
    ]
    for name, piece in terrain.items():
        if "area" in piece and any(_distance(piece, point) == 0 for point in along):
            yield "through", name, say("through {ground}", ground=Thing(name))


def _beside(terrain: Mapping[str, Any], point: Point, *, round_it: bool = True) -> Iterator[Told]:
    """Beside which piece a point lies, and on which side of it; nothing if none is near."""
    # Of two that are equally near, the wall is what a path goes round.
    near = [
        (round(_distance(piece, point), 2), "wall" not in piece, name)
        for name, piece in terrain.items()
        if "wall" in piece or _rectangle(piece) is not None
    ]
    far, _, name = min(near, default=(math.inf, True, ""))
    if far > NEAR:
        return
    piece = terrain[name]
    if "wall" in piece:
        yield "end", name, _at_wall(piece["wall"], name, point, round_it=round_it)
    elif far > 0:
        yield "side", name, _at_side(_rectangle(piece) or [0, 0, 0, 0], name, point)
    elif not round_it:
        yield "side", name, say("on {piece}", piece=Thing(name))


def _at_wall(wall: Sequence[Sequence[float]], name: str, point: Point, *, round_it: bool) -> Sentence:
    (ax, ay), (bx, by) = wall
    upright = abs(by - ay) >= abs(bx - ax)
    # The end that comes first on the table: the lower or the left one.
    first, second = sorted(((ax, ay), (bx, by)), key=lambda end: end[1] if upright else end[0])
    at_first = math.dist(point, first) < math.dist(point, second)
    piece = Thing(name)
    match upright, at_first, round_it:
        case True, True, True:
            return say("round the lower end of {piece}", piece=piece)
        case True, False, True:
            return say("round the upper end of {piece}", piece=piece)
        case False, True, True:
            return say("round the left end of {piece}", piece=piece)
        case False, False, True:
            return say("round the right end of {piece}", piece=piece)
        case True, True, False:
            return say("near the lower end of {piece}", piece=piece)
        case True, False, False:
            return say("near the upper end of {piece}", piece=piece)
        case False, True, False:
            return say("near the left end of {piece}", piece=piece)
        case _:
            return say("near the right end of {piece}", piece=piece)


def _at_side(rectangle: Sequence[float], name: str, point: Point) -> Sentence:
    x, y, width, depth = rectangle
    # How far outside of each edge the point lies.
    outside = {
        "left": x - point[0],
        "right": point[0] - x - width,
        "below": y - point[1],
        "above": point[1] - y - depth,
    }
    piece = Thing(name)
    match max(outside, key=lambda edge: outside[edge]):
        case "left":
            return say("left of {piece}", piece=piece)
        case "right":
            return say("right of {piece}", piece=piece)
        case "below":
            return say("below {piece}", piece=piece)
        case _:
            return say("above {piece}", piece=piece)


def _rectangle(piece: Mapping[str, Any]) -> list[float] | None:
    shape = piece.get("area") or piece.get("platform")
    return shape.get("rect") if isinstance(shape, Mapping) else None


def _distance(piece: Mapping[str, Any], point: Point) -> float:
    """How far a point is from a piece; 0 inside of it."""
    if "wall" in piece:
        (ax, ay), (bx, by) = piece["wall"]
        long = (bx - ax) ** 2 + (by - ay) ** 2
        share = min(1.0, max(0.0, ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / long))
        return math.dist(point, (ax + share * (bx - ax), ay + share * (by - ay)))
    x, y, width, depth = _rectangle(piece) or (0, 0, 0, 0)
    beside = max(x - point[0], 0.0, point[0] - x - width)
    return math.hypot(beside, max(y - point[1], 0.0, point[1] - y - depth))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
