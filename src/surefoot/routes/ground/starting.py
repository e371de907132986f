"""Where a search begins: the place of a mover, moved out of obstacles that it overlaps by less than the tolerance."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence

from surefoot.geometry.kernel import edge_distance, inside_rings
from surefoot.geometry.measure import overlaps
from surefoot.geometry.search.chart import Chart
from surefoot.geometry.search.paths import Point
from surefoot.geometry.search.plot import GRAZE
from surefoot.geometry.shapes import Body, Region
from surefoot.geometry.tolerance import TOLERANCE, within
from surefoot.language import Sentence, Who, say
from surefoot.referee.scene import Surface
from surefoot.referee.view import View
from surefoot.routes.ground.resting import LIP
from surefoot.table.place import BOARD, Pose
from surefoot.table.table import Table

# Small offsets in every direction, the smallest first.
AROUND = tuple(
    (dx * hair * TOLERANCE, dy * hair * TOLERANCE)
    for hair in (1, 3)
    for dx in (-1, 0, 1)
    for dy in (-1, 0, 1)
    if dx or dy
)

# What a mover may stand in: the ends of its core, the distance that it keeps, and its owner.
Held = tuple[float, float, float, float, float, str]
# The number of directions, between straight out of a zone and straight along it, in which a mover may leave it.
_FAN = 6


def off_the_ground(table: Table, who: str) -> Sentence | None:
    """Why no path of a mover is searched for: it hangs, swims or flies. Its own path is judged all the same; None on a surface."""
    if table.models[who].place.kind == "surface":
        return None
    return say(
        "{who} is not standing on a surface, and paths from there are not searched for. Declare one to have it judged",
        who=Who(who),
    )


def standing(view: View) -> Pose:
    """The pose of a mover at the height that its lens gives: on a piece too low to be a level, the height of what it lies on."""
    pose, surface = view.scene.table.pose(view.mover.id), carrying_surface(view)
    return pose if surface is None else pose._replace(z=surface.height(pose.x, pose.y))


def carrying_surface(view: View) -> Surface | None:
    """The surface that carries a mover by its lens: under a piece too low to be a level, the highest one below the base."""
    place = view.mover.place
    name = place.on if place.kind == "surface" else ""
    while name:
        surface, piece = view.surface(name), view.scene.ground.pieces.get(name)
        if surface is not None:
            return surface if name == place.on else _highest_below(view, surface)
        name = piece.on or BOARD if piece is not None and view.lens.role_of_piece(piece) == "absent" else ""
    return None


def _highest_below(view: View, surface: Surface) -> Surface:
    """The highest level surface under any part of a base that stands on a piece too low to be a level, on a surface."""
    pose = view.scene.table.pose(view.mover.id)
    body, (x, y, z, _) = view.body(pose), pose
    under = [
        each
        for each in view.surfaces
        if not each.sloped and within(each.low, z) and overlaps(body, each.region)
    ]
    return max((surface, *under), key=lambda each: each.height(x, y))


def started(
    chart: Chart,
    start: tuple[float, float],
    firm: frozenset[int],
    coarse: float,
    shut: Iterable[tuple[Region | Body, float]],
    held: Region | None,
) -> tuple[tuple[float, float], tuple[int, ...]]:
    """Like `freed`; a place exactly on the edge of ground that is closed is moved off it, and stays on what `held` says."""
    found, leaving = freed(chart, start, firm, coarse)
    if not leaving and found == start:
        return found, ()
    closed = [what for what, _ in shut if isinstance(what, Region)]
    if not leaving and not any(inside_rings(*found, region.rings) for region in closed):
        return found, ()
    if any(_depth(chart, k, *found) > LIP + coarse for k in leaving):
        off = _off_edges(found, closed)
        return off, tuple(chart.around(*off))
    for dx, dy in AROUND:
        (x, y), inside = freed(chart, (start[0] + dx, start[1] + dy), firm, coarse)
        stays = held is None or inside_rings(x, y, held.rings)
        if stays and not inside and not any(inside_rings(x, y, region.rings) for region in closed):
            return (x, y), ()
    return found, leaving


def _off_edges(start: tuple[float, float], closed: list[Region]) -> tuple[float, float]:
    """A place on the very edge of something that it may leave, moved off that edge: from the edge, its inside is no way out."""
    if all(edge_distance(*start, region.rings) > TOLERANCE / 2 for region in closed):
        return start
    near = ((start[0] + dx, start[1] + dy) for dx, dy in AROUND)
    free = (each for each in near if not any(inside_rings(*each, region.rings) for region in closed))
    return next(free, start)


def ways_out(
    start: Point, held: Sequence[Held], deep: Collection[str], corners: Iterable[tuple[float, float, float]]
) -> Iterator[Point]:
    """Places right outside what a mover stands in, where its path may bend first: it leaves each thing straight, coming no nearer to it.

    All round, as far aside as it may go, and close by the corners that it passes on its way out. What its centre is `deep`
    in it leaves in any direction.
    """
    nearest: dict[str, tuple[float, float, float]] = {}
    for thing in held:
        if thing[5] not in deep:
            x, y = _from_segment(*start, *thing[:4])
            nearest[thing[5]] = min(nearest.get(thing[5], (math.inf, 0.0, 0.0)), (math.hypot(x, y), x, y))
    away = [(x, y) for far, x, y in nearest.values() if far > LIP]
    if not away and not deep:
        return
    straight = [math.atan2(y, x) for x, y in away] + ([0.0, math.pi] if deep else [])
    turns = [each + math.pi / 2 * k / _FAN for each in straight for k in range(-_FAN, _FAN + 1)]
    widest = max((thing[4] for thing in held), default=0.0)
    for x, y, radius in corners:
        far = math.dist((x, y), start)
        if radius < far + TOLERANCE and far * far - radius * radius < 4 * widest * widest:
            ahead, half = math.atan2(y - start[1], x - start[0]), math.asin(min(1.0, radius / far))
            turns += [ahead - half, ahead + half]
    for turn in turns:
        dx, dy = math.cos(turn), math.sin(turn)
        if all(x * dx + y * dy >= -GRAZE for x, y in away):
            out = max((_leaves(start, thing, dx, dy) for thing in held), default=0.0)
            yield start[0] + dx * out, start[1] + dy * out


def _from_segment(px: float, py: float, ax: float, ay: float, bx: float, by: float) -> Point:
    """The way to a point from the nearest one of a segment."""
    square = (bx - ax) ** 2 + (by - ay) ** 2
    share = ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / square if square > 0.0 else 0.0
    share = max(0.0, min(1.0, share))
    return px - ax - share * (bx - ax), py - ay - share * (by - ay)


def _leaves(start: Point, thing: Held, dx: float, dy: float) -> float:
    """How far it is from a point to where a line from there leaves what it lies in."""
    (px, py), (ax, ay, bx, by, reach, _) = start, thing
    low, high = 0.0, reach + max(math.dist(start, (ax, ay)), math.dist(start, (bx, by)))
    while high - low > GRAZE / 4:
        middle = (low + high) / 2
        if math.hypot(*_from_segment(px + dx * middle, py + dy * middle, ax, ay, bx, by)) < reach + GRAZE:
            low = middle
        else:
            high = middle
    return high


def behind_others(
    chart: Chart, owners: tuple[str, ...], start: tuple[float, float], leaving: tuple[int, ...]
) -> frozenset[int]:
    """The obstacles that bar no straight way out of those that a place lies in: sides of the same things.

    Those that are further away, and those round an outer corner, which are met only where the nearer side still is.
    """
    far = {k: chart.away(k, *start)[2] for k in leaving}
    nearest = {owners[k]: min(far[j] for j in leaving if owners[j] == owners[k]) for k in leaving}
    further = [k for k in leaving if far[k] > nearest[owners[k]] + TOLERANCE]
    sides = [k for k in leaving if k not in further]
    mine = [k for k, owner in enumerate(owners) if owner in nearest and k not in leaving]
    return frozenset([*further, *(k for k in mine if any(_turns_away(chart, j, k, start) for j in sides))])


def _turns_away(chart: Chart, side: int, other: int, start: tuple[float, float]) -> bool:
    """Whether another obstacle begins where a side ends, and leads away from the half of the table in which a place lies."""
    ax, ay, bx, by = chart.capsules[5 * side : 5 * side + 4]
    ends = [tuple(chart.capsules[5 * other + i : 5 * other + i + 2]) for i in (0, 2)]
    shared = [end for end in ends if min(math.dist(end, (ax, ay)), math.dist(end, (bx, by))) <= TOLERANCE]
    if len(shared) != 1:
        return False
    (away,) = (end for end in ends if end is not shared[0])
    mine, its = ((bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in (start, away))
    return mine * its < 0.0


def _depth(chart: Chart, k: int, x: float, y: float) -> float:
    """How far a point lies inside an obstacle."""
    return chart.capsules[5 * k + 4] - chart.away(k, x, y)[2]


def freed(
    chart: Chart,
    start: tuple[float, float],
    firm: frozenset[int],
    coarse: float = 0.0,
    deepest: float = 2 * TOLERANCE,
) -> tuple[tuple[float, float], tuple[int, ...]]:
    """A place that overlaps an obstacle slightly, moved out of it (`moved_out`); and the obstacles it is still inside."""
    x, y = moved_out(chart, start, firm, coarse, deepest)
    return (x, y), tuple(chart.around(x, y))


def moved_out(
    chart: Chart,
    start: tuple[float, float],
    firm: frozenset[int],
    coarse: float = 0.0,
    deepest: float = 2 * TOLERANCE,
) -> tuple[float, float]:
    """A place that overlaps an obstacle slightly, moved out of it.

    A mover may stand somewhat deeper than the tolerance; where it is to end, no deeper. Obstacles in `firm` are never
    entered. A shape that was drawn too large by `coarse` gives way by that much more.
    """
    x, y = start
    hair = deepest + coarse
    for _ in range(8):
        k, depth, away_x, away_y = chart.deepest(x, y, hair, firm)
        if k < 0:
            break
        out = depth + 1.01 * GRAZE
        x, y = x + away_x * out, y + away_y * out
    moved = math.hypot(x - start[0], y - start[1])
    x = min(max(x, chart.west), chart.east) if moved < LIP + coarse else x
    moved = math.hypot(x - start[0], y - start[1])
    y = min(max(y, chart.south), chart.north) if moved < LIP + coarse else y
    return x, y
