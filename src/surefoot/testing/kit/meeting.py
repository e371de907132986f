"""The law of meeting: a slow oracle that samples a path finely agrees with the engine on who is met on it.

A model fills its base from foot to top, wherever it goes, and so does everything that it could meet. What lies within
the sampling error of a boundary is left out.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial

from surefoot.geometry.kernel import region_distance
from surefoot.geometry.measure import gap, overlaps
from surefoot.geometry.shapes import Body, Region
from surefoot.geometry.tolerance import TOLERANCE, from_lattice, to_lattice
from surefoot.records import dataclass, replace
from surefoot.referee.itinerary import Hold, Itinerary, Leg, ModelZone
from surefoot.referee.lens import Lens, Zone, in_height
from surefoot.referee.protocol import Declaration, Ruleset
from surefoot.referee.referee import check, problems_of
from surefoot.referee.scene import Figure, Scene
from surefoot.referee.trace import trace
from surefoot.referee.view import View
from surefoot.table.place import Pose
from surefoot.table.shelf import Shelf
from surefoot.table.table import Table
from surefoot.testing.kit.campaign import Violation
from surefoot.testing.kit.draws import Draws
from surefoot.testing.kit.laws import ROUNDING
from surefoot.testing.kit.volumes import TOUCH, of_terrain
from surefoot.testing.kit.worlds import Kept

TRIES = 5
# How finely a path is sampled; what is met for less than so many samples in a row may be a matter of rounding.
FINE, SURE = 0.04, 4
# Nearer than this is too near to say that nothing is met; heights in common above this are met for sure.
NEAR, DEEP = 0.02, 0.02
# Ground as low as this counts as the level that it stands on, in rulesets that follow paths by themselves.
COUNTED = 2.0
# Strides along which a base is carried over the ground as it is.
WALKED = ("walk", "step", "stairs", "bridge")


@dataclass(frozen=True)
class Sampled:
    """The oracle's result for one thing on a path: certainly met, or passed with room to spare."""

    sure: bool
    clear: bool


def meeting(table: Table, ruleset: Ruleset, rng: Draws) -> list[Violation]:
    """The engine meets, passes and comes near to exactly those models, walls and floors that a sampled path does."""
    found = []
    for _ in range(TRIES):
        declaration = rng.move(table, ruleset)
        if declaration is None or not declaration.legs or problems_of(declaration, table):
            continue
        judged = partial(differs, ruleset=ruleset, declaration=declaration, kept=rng.lore.keeps)
        says = judged(table)
        if says:
            found.append(Violation(says, (declaration,), judged))
    return found


def differs(table: Table, ruleset: Ruleset, declaration: Declaration, kept: tuple[Kept, ...]) -> str:
    """The first thing on which the oracle and the engine do not agree; empty if they do."""
    who = declaration.actor if declaration.actor in table.models else table.units[declaration.actor].models[0]
    if not table.models[who].place.on_table:
        return ""
    if ruleset.planning.follow is not None:
        return next(_followed(table, ruleset, declaration, who, kept), "")
    tariffs = ruleset.tariffs(table, who, declaration.action)
    if not tariffs:
        return ""
    lens = tariffs[0].lens
    made = check(table, declaration, nearest=False).verdict != "illegal"
    view, way = View(Scene(table), lens, who), trace(Scene(table), lens, who, declaration.legs)
    return next(_traced(view, way, declaration.legs, made=made), "")


# --- paths that the core traces ---------------------------------------------------------------------


def _traced(view: View, way: Itinerary, legs: tuple[Leg, ...], *, made: bool) -> Iterator[str]:
    """Everything in which an itinerary differs from its sampled path; through what it leads matters if it is `made`."""
    walked = [stride for stride in way.strides if stride.mode in WALKED]
    poses = [_sampled(stride.start, stride.end) for stride in walked]
    flat = [pose for each in poses for pose in each]
    held = way.hold.what if way.hold is not None else ""
    for figure, role in view.figures:
        if _carried(view, figure):
            continue
        seen = _of(view, figure, flat)
        if made and role == "solid" and seen.sure:
            yield f"walks through {figure.id}"
        passed = any(figure.id in stride.passed for stride in walked)
        if role == "pass" and seen.sure and not passed:
            yield f"passes over {figure.id}, and the engine does not say so"
        if role == "pass" and seen.clear and passed:
            yield f"does not pass over {figure.id}, and the engine says so"
    if way.hold is not None and way.hold.kind == "model":
        stopped = [one for one, _ in view.figures if one.id == held]
        if any(_of(view, one, _ahead(view, way.hold, legs)).clear for one in stopped):
            yield f"is stopped by {held}, which is not there"
    for zone, figure in view.zoned:
        key = ModelZone(zone.key, figure.id)
        said = [key in (*stride.zones, *stride.leaving) for stride in walked]
        near = [_near(view, zone, figure, each) for each in poses]
        for stride, says, seen in zip(walked, said, near, strict=True):
            if seen.sure and not says and zone.through_walls and stride.length > SURE * FINE:
                yield f"comes within {zone.reach:g} of {figure.id} ({zone.key}), and the engine does not say so"
            if says and seen.clear:
                yield f"keeps clear of {figure.id} ({zone.key}), and the engine says it comes within {zone.reach:g}"
    if made:
        # On a slope a base is not level; what stands on it is another matter.
        level = [stride for stride in walked if stride.start.z == stride.end.z]
        yield from _through(view, [pose for stride in level for pose in _sampled(stride.start, stride.end)])


def _carried(view: View, figure: Figure) -> bool:
    """Whether a model is the carrier of the mover, or rides on it: they are no obstacles to one another."""
    table = view.scene.table
    riders = {each.id for each in table.riders(view.mover.id)}
    return bool(figure.model.decks) or figure.id in riders


def _through(view: View, poses: list[Pose]) -> Iterator[str]:
    """Terrain that a sampled path leads through."""
    step, height = view.lens.step, view.height
    for each in of_terrain(view.scene.table, view.lens):
        if not isinstance(each.footprint, Region) or each.id not in {one.id for one in view.terrain.solids}:
            continue

        def inside(
            pose: Pose, low: float = each.low, high: float = each.high, region: Region = each.footprint
        ) -> bool:
            above = high > pose.z + step + DEEP
            return above and low < pose.z + height - DEEP and overlaps(_shrunk(view.body(pose)), region)

        if _run(poses, inside):
            yield f"walks through {each.id}"


def _of(view: View, figure: Figure, poses: list[Pose]) -> Sampled:
    """The oracle's result for a model."""

    def met(pose: Pose) -> bool:
        common = min(pose.z + view.height, figure.high) - max(pose.z, figure.pose.z)
        return common > DEEP and overlaps(_shrunk(view.body(pose)), figure.body)

    def touched(pose: Pose) -> bool:
        common = min(pose.z + view.height, figure.high) - max(pose.z, figure.pose.z)
        return common > TOUCH and gap(view.body(pose), figure.body) < NEAR

    return Sampled(_run(poses, met), not any(touched(pose) for pose in poses))


def _near(view: View, zone: Zone, figure: Figure, poses: list[Pose]) -> Sampled:
    """The oracle's result for the ground near a model."""

    def away(pose: Pose) -> tuple[float, float]:
        return gap(view.body(pose), figure.body), abs(pose.z - figure.pose.z)

    def within(pose: Pose, margin: float) -> bool:
        plan, rise = away(pose)
        if zone.space:
            return math.hypot(plan, rise) < zone.reach + margin
        return plan < zone.reach + margin and in_height(zone, rise)

    return Sampled(
        _run(poses, lambda pose: within(pose, -NEAR)), not any(within(pose, NEAR) for pose in poses)
    )


def _shrunk(body: Body) -> Body:
    """A base a hair smaller, where it is round; others are looked at as they are."""
    return replace(body, radius=body.radius - NEAR) if body.radius > NEAR else body


def _run(poses: list[Pose], holds: Callable[[Pose], bool]) -> bool:
    """Whether something holds for so many samples in a row that it is no rounding."""
    count = 0
    for pose in poses:
        count = count + 1 if holds(pose) else 0
        if count >= SURE:
            return True
    return False


def _sampled(start: Pose, end: Pose) -> list[Pose]:
    """Positions along a stretch, both ends among them."""
    count = max(1, math.ceil(math.dist(start[:3], end[:3]) / FINE))
    found = []
    for i in range(count + 1):
        x, y, z = (a + (b - a) * i / count for a, b in zip(start[:3], end[:3], strict=True))
        found.append(Pose(x, y, z, start.facing))
    return found


def _round(pose: Pose) -> list[Pose]:
    """Positions a little further in every direction."""
    around = [
        (pose.x + 0.05 * math.cos(i * math.pi / 8), pose.y + 0.05 * math.sin(i * math.pi / 8))
        for i in range(16)
    ]
    return [pose, *(Pose(x, y, pose.z, pose.facing) for x, y in around)]


def _ahead(view: View, hold: Hold, legs: tuple[Leg, ...]) -> list[Pose]:
    """Positions where a mover meets what stops it: a little further on, a step higher or lower, beyond a small gap, or on the flight of a leap."""
    pose, step = hold.pose, view.lens.step
    heights = (pose.z - step, pose.z, pose.z + step)
    found = [each for z in heights for each in _round(pose._replace(z=z))]
    gap = view.lens.gap + view.lens.gap_in_bases * 2 * view.shape.reach
    for leg in legs:
        if leg.to is None:
            continue
        dx, dy = from_lattice(leg.to[0]) - pose.x, from_lattice(leg.to[1]) - pose.y
        away = max(math.hypot(dx, dy), TOLERANCE)
        if gap:
            # A small gap is walked over only if there is room on its far side.
            beyond = pose._replace(x=pose.x + dx * gap / away, y=pose.y + dy * gap / away)
            found += [each for z in heights for each in _sampled(pose._replace(z=z), beyond._replace(z=z))]
        if hold.by == "leap" and leg.by == "leap":
            # The base comes down where it has room, up to its own width beyond the end.
            more = 1.0 + 2 * view.shape.reach / away
            found += _sampled(pose, pose._replace(x=pose.x + dx * more, y=pose.y + dy * more))
    return found


# --- paths that a ruleset follows by itself ----------------------------------------------------------


def _followed(
    table: Table, ruleset: Ruleset, declaration: Declaration, who: str, kept: tuple[Kept, ...]
) -> Iterator[str]:
    """Clauses that are cited although no model is met, or not cited although one is."""
    model = table.models[who]
    alone = not model.unit or len(table.units[model.unit].models) == 1
    mine = [each for each in kept if declaration.action in each.actions and each.binds(model)]
    # An action that is not permitted at all is refused before its path is looked at.
    permitted = not ruleset.actions[declaration.action].permits(table, declaration.actor)
    poses = _path(table, ruleset, declaration, who) if mine and alone and permitted else []
    if not poses:
        return
    judged = check(table, declaration, nearest=False)
    broken = {each.clause for each in judged.breaks}
    view = View(Scene(table), Lens((), ()), who)
    others = [figure for figure in Scene(table).figures if figure.id != who]
    for each in mine:
        seen = [
            _near(view, each.zone, other, poses) if each.zone.reach else _of(view, other, poses)
            for other in others
            if each.zone.of.fits(other.model, model)
        ]
        missed = any(one.sure for one in seen) and each.clause not in broken
        invented = all(one.clear for one in seen) and each.clause in broken
        if (missed or invented) and not _is_followed_in_parts_alike(table, ruleset, declaration, who):
            continue
        if missed:
            yield f"{each.clause} is broken, and the engine does not say so ({judged.verdict})"
        if invented:
            yield f"{each.clause} is not broken, and the engine says so"


def _path(table: Table, ruleset: Ruleset, declaration: Declaration, who: str) -> list[Pose]:
    """Positions along a declared path, as the ruleset follows it with no other model on the table.

    Its heights are those that the ruleset counts; a model is on the highest ground under its centre that counts as such.
    None if the path leads nowhere.
    """
    assert ruleset.planning.follow is not None
    if any(leg.to is None or leg.by != "walk" for leg in declaration.legs):
        return []
    alone, found = _alone(table, who), [table.pose(who)]
    for part, _ in _cut(table.pose(who), declaration.legs):
        ends = ruleset.planning.follow(alone, who, declaration.action, part)
        if ends is None:
            return []
        found.append(_really(alone, ends[1]))
    return found


def _is_followed_in_parts_alike(table: Table, ruleset: Ruleset, declaration: Declaration, who: str) -> bool:
    """Whether the heights of the parts of a path are those of the path: wherever it is cut, it costs the same.

    A leg that ends under something may pass below it, although the whole leg leads over it.
    """
    follow, alone = ruleset.planning.follow, _alone(table, who)
    assert follow is not None
    whole = follow(alone, who, declaration.action, declaration.legs)
    in_two = (
        follow(alone, who, declaration.action, (*part, *rest))
        for part, rest in _cut(table.pose(who), declaration.legs)
    )
    return whole is not None and all(
        each is not None and abs(each[0] - whole[0]) <= ROUNDING for each in in_two
    )


def _alone(table: Table, who: str) -> Table:
    """The table with no other model."""
    return table.changed(models=Shelf(((who, replace(table.models[who], unit="")),)), units=Shelf(()))


def _cut(start: Pose, legs: tuple[Leg, ...]) -> Iterator[tuple[tuple[Leg, ...], tuple[Leg, ...]]]:
    """A path cut in two at every sampled point: the legs up to there, and the legs from there on."""
    x, y = start.x, start.y
    for index, leg in enumerate(legs):
        assert leg.to is not None
        to = from_lattice(leg.to[0]), from_lattice(leg.to[1])
        count = max(1, math.ceil(math.dist((x, y), to) / FINE))
        for i in range(1, count + 1):
            at = x + (to[0] - x) * i / count, y + (to[1] - y) * i / count
            part = replace(leg, to=(to_lattice(at[0]), to_lattice(at[1])))
            yield (*legs[:index], part), legs[index:] if i < count else legs[index + 1 :]
        x, y = to


def _really(table: Table, pose: Pose) -> Pose:
    """Where a model is that is counted at some level: on the highest ground there that is as good as level with it."""
    heights = [
        surface.height(pose.x, pose.y)
        for surface in Scene(table).ground.surfaces
        if region_distance(pose.x, pose.y, surface.region.rings) <= TOLERANCE
    ]
    # A model over an edge stays level with the rest of its base; only the ground has shallow pits.
    lowest = pose.z - (COUNTED if abs(pose.z) <= TOLERANCE else 0.0)
    low = [height for height in heights if lowest - TOLERANCE <= height <= pose.z + COUNTED + TOLERANCE]
    return pose._replace(z=max(low, default=pose.z))
