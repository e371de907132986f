"""Terrain on a picture: each piece with its height, its holes and its name."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from surefoot.draw.lettering import clean, shortened
from surefoot.draw.looks import AREAS, LEVELS, LINKS, WORDS
from surefoot.draw.names import coded, speaker_of
from surefoot.draw.picture import Bounds, Ground, Label, Patch, Point, Ring, Shade, Zone
from surefoot.geometry.prepare import counter_clockwise
from surefoot.geometry.shapes import Region
from surefoot.geometry.tolerance import TOLERANCE, from_lattice
from surefoot.language import Field, Notation, Thing, Who, say
from surefoot.language.speaker import text, titled
from surefoot.referee.goals import describe
from surefoot.referee.scene import Scene, region_of
from surefoot.table.place import BOARD
from surefoot.table.table import Table, piece_top
from surefoot.table.terrain import LINK_SORTS, Piece
from surefoot.table.words import number, sort_name, unit_sign

# The drawing order of things with the same height.
_RANKS = ("platform", "block", "lift", "gap", "area", "stairs", "ramp", "ductway", "deck")
_LAST = len(_RANKS)


def order(patch: Patch) -> tuple[float, int]:
    """The sort key of things from bottom to top."""
    # A model half-way up the stairs is not under them.
    height = patch.low if patch.kind in ("stairs", "ramp") else patch.high
    if patch.kind == "ductway":
        # A ductway must be visible in the terrain above it.
        height = math.inf
    kind = "area" if patch.kind in AREAS else patch.kind
    return height, _RANKS.index(kind) if kind in _RANKS else _LAST


def points_of(flat: Sequence[float]) -> Ring:
    """The corners of a flat ring."""
    return tuple((flat[i], flat[i + 1]) for i in range(0, len(flat), 2))


def rings_of(region: Region) -> tuple[Ring, ...]:
    """The outline of a region and its holes; the region is on the left of every edge."""
    if len(region.rings) == 1:
        return (points_of(counter_clockwise(region.rings[0])),)
    return tuple(points_of(ring) for ring in region.rings)


def levels(scene: Scene) -> tuple[float, ...]:
    """The heights of all levels above the board, from the lowest."""
    raised = [
        one.low
        for one in scene.ground.surfaces
        if one.piece is not None and one.piece.sort in ("platform", "lift") and one.low > 0
    ]
    return tuple(sorted(dict.fromkeys(raised)))


def patches(scene: Scene) -> list[Patch]:
    """Every piece of terrain and every deck, from below to above."""
    heights = levels(scene)
    found = [patch for piece in scene.table.pieces.values() for patch in _piece(scene, piece, heights)]
    found += [
        Patch(
            rings_of(deck.region),
            "deck",
            deck.low,
            deck.low,
            clean(speaker_of(scene.table)(say("{deck}", deck=Thing(deck.id)))),
            step=_step(deck.low, heights),
        )
        for deck in scene.decks
    ]
    found += _goals(scene)
    return sorted(found, key=order)


def _goals(scene: Scene) -> list[Patch]:
    """The zones of the goals, on their surface or on the board."""
    speak = speaker_of(scene.table)
    found = []
    for goal in scene.table.goals:
        if goal.outline:
            ring = points_of([from_lattice(value) for value in goal.outline])
            piece = scene.table.pieces.get(goal.on)
            height = 0.0 if piece is None else from_lattice(piece_top(piece))
            found.append(Patch((ring,), "goal-zone", height, height, clean(speak(describe(goal)))))
    return found


def _step(height: float, heights: tuple[float, ...]) -> int:
    return sum(1 for each in heights if each <= height)


def _piece(scene: Scene, piece: Piece, heights: tuple[float, ...]) -> list[Patch]:
    unit, named = unit_sign(scene.table.unit), Who(piece.id)
    speak = speaker_of(scene.table)
    low, high = from_lattice(piece.z), from_lattice(piece_top(piece))
    axis = _axis(piece)
    if piece.sort in LINK_SORTS:
        kind = "ladder" if "ladder" in piece.sort else "rope"
        title = speak(
            say(
                "{name}: {sort}, from {low} to {high}",
                name=named,
                sort=sort_name(piece.sort),
                low=Notation(number(low)),
                high=Notation(f"{number(high)}{unit}"),
            )
        )
        return [Patch((), kind, low, high, clean(title), axis)]
    if not piece.outline:
        return []
    if piece.sort == "area":
        return _area(scene, piece)
    rings = _rings(scene, piece)
    height = Notation(f"{number(high)}{unit}")
    title = clean(
        speak(say("{name}: {sort}, {height} up", name=named, sort=sort_name(piece.sort), height=height))
    )
    if piece.sort == "gap":
        return [_gap(scene, piece, unit)]
    kind = str(piece.sort)
    if piece.sort == "door":
        kind = "door-open" if piece.is_("open") else "door-closed"
    elif piece.sort == "platform" and piece.details.text("under") == "solid":
        kind = "block"
    return [Patch(rings, kind, low, high, title, axis, _step(high, heights))] if rings else []


def _rings(scene: Scene, piece: Piece) -> tuple[Ring, ...]:
    """The footprint without the doors in a wall and without the gaps in a level."""
    if piece.sort == "wall":
        solid = next((one for one in scene.ground.solids if one.id == piece.id), None)
        return rings_of(solid.region) if solid is not None else ()
    surface = next((one for one in scene.ground.surfaces if one.id == piece.id), None)
    return rings_of(surface.region if surface is not None else region_of(piece.outline))


def _axis(piece: Piece) -> tuple[Point, Point] | None:
    if len(piece.line) < 4:
        return None
    x0, y0, x1, y1 = (from_lattice(value) for value in piece.line[:4])
    return (x0, y0), (x1, y1)


def ground_kinds(tags: Sequence[str]) -> tuple[str, ...]:
    """The kinds of ground by its tags and labels; rulesets may add details to a tag, as in `difficult:marsh`.

    >>> ground_kinds(("dangerous", "difficult:marsh"))
    ('dangerous', 'difficult')
    """
    words = [word for tag in tags for word in re.split(r"[:=|]", tag)]
    found = [kind for kind in AREAS if kind in words or (kind == "water" and _wet(words))]
    # Very difficult ground is also difficult ground: the specific tag counts.
    if len(found) > 1:
        worse = "very-difficult" in found
        general = ("variable", "hindering", *(("difficult",) if worse else ()))
        found = [kind for kind in found if kind not in general] or found[:1]
    return tuple(found) or ("area",)


def _wet(words: Sequence[str]) -> bool:
    return any(word in ("pool", "river") or word.endswith("-water") for word in words)


def _area(scene: Scene, piece: Piece) -> list[Patch]:
    area = next(one for one in scene.ground.areas if one.id == piece.id)
    speak = speaker_of(scene.table)
    # Details that a ruleset adds to a tag mean nothing to readers.
    tags = [tag for tag in piece.tags if not re.search(r"[:=|]", tag)]
    told: list[Field] = [WORDS.get(tag) or coded(tag, speak) for tag in tags]
    told += [Notation(label) for label in piece.labels]
    ground = tuple(told) or (say("ground"),)
    title = clean(speak(say("{name}: {ground}", name=Who(piece.id), ground=ground)))
    rings = rings_of(area.region)
    return [
        Patch(rings, kind, area.low, area.low, title) for kind in ground_kinds((*piece.tags, *piece.labels))
    ]


def _gap(scene: Scene, piece: Piece, unit: str) -> Patch:
    """The height of the surface that a gap is a hole of; its foot is the floor below."""
    top = _top_of(scene, piece)
    floor = from_lattice(piece.z)
    depth = Notation(f"{number(floor)}{unit}")
    title = (
        text("{name}: gap, floor at {depth}", name=Who(piece.id), depth=depth)
        if floor < top
        else text("{name}: gap", name=Who(piece.id))
    )
    return Patch(rings_of(region_of(piece.outline)), "gap", floor, top, clean(title))


def _top_of(scene: Scene, piece: Piece) -> float:
    surface = scene.surface(piece.on or BOARD)
    return surface.high if surface is not None else 0.0


# --- names ----------------------------------------------------------------------------------------


def bounds_of(rings: Sequence[Ring]) -> Bounds:
    """West, south, east and north of some rings."""
    xs = [x for ring in rings for x, _ in ring]
    ys = [y for ring in rings for _, y in ring]
    return min(xs), min(ys), max(xs), max(ys)


def labels(scene: Scene) -> list[Label]:
    """The name of each piece, with the height of its top where it has one."""
    found = []
    unit = unit_sign(scene.table.unit)
    for piece in scene.table.pieces.values():
        name = shortened(clean(titled(piece.id)), 18)
        top = from_lattice(piece_top(piece))
        low = from_lattice(piece.z)
        if piece.sort in LINK_SORTS:
            (x, y), _ = _axis(piece) or ((0.0, 0.0), None)
            found.append(Label(x, y, f"{name} ↑{number(top)}{unit}", "piece", (0.3, 0.3), height=low))
        elif piece.outline:
            box = bounds_of(rings_of(region_of(piece.outline)))
            x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
            flat = piece.sort in ("area", "gap", "ductway", "door", "window", "railing")
            shown = name if flat or top <= TOLERANCE else f"{name} ↑{number(top)}{unit}"
            kind = "height" if piece.sort in ("platform", "lift") else "piece"
            level = top if piece.sort in ("platform", "lift", "area") else low
            if piece.sort == "gap":
                level = _top_of(scene, piece)
            found.append(Label(x, y, shown, kind, box=box, height=level))
    for goal in scene.table.goals:
        if goal.outline:
            x, y = goal.middle
            found.append(Label(x, y, shortened(clean(titled(goal.id)), 18), "piece"))
    return found


def ground(table: Table, numbers: Mapping[str, int]) -> tuple[Ground, list[Label]]:
    """What lies on the board and no rule reads, with the names of zones and marked spots."""
    lying = table.scenery
    zones = [each for each in lying.zones if len(each.outline) >= 6]
    drawn = Ground(
        lying.picture.data if lying.picture is not None else "",
        lying.picture.bounds if lying.picture is not None else (0.0, 0.0, 0.0, 0.0),
        tuple(
            Zone(each.corners, f"side-{numbers[each.side]}" if each.side in numbers else "faint")
            for each in zones
        ),
        tuple(each.at for each in lying.markers),
    )
    called = [Label(*each.at, shortened(clean(each.name), 18), "piece", (0.3, 0.3)) for each in lying.markers]
    for each in zones:
        box = bounds_of([each.corners])
        middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        called.append(Label(*middle, shortened(clean(each.name), 18), "piece", box=box))
    return drawn, called


# --- levels apart ---------------------------------------------------------------------------------


def shade_of(patch: Patch, low: float, high: float) -> Shade:
    """The position of a piece relative to the level between two heights."""
    flat = patch.kind in AREAS or patch.kind in ("platform", "lift", "deck", "gap")
    foot, top = (patch.high, patch.high) if flat else (patch.low, patch.high)
    if foot >= high - TOLERANCE:
        return "above"
    # Stairs and ladders that end here belong to this level; a wall that ends here is below it.
    leads = flat or patch.kind in LEVELS or patch.kind in LINKS
    gone = top < low - TOLERANCE or (not leads and foot < low - TOLERANCE and top <= low + TOLERANCE)
    return "below" if gone else ""


def length_of(points: Ring) -> float:
    """The length of a line in plan."""
    return sum(math.dist(one, other) for one, other in pairwise(points))
