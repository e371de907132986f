"""The law of placement: whatever happens in a game, no model ends up in something or behind a wall it could not pass."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator

from surefoot.dice.host import Run, Unanswered, drive
from surefoot.dice.requests import Do
from surefoot.dice.responders import Seeded
from surefoot.geometry.kernel import inside_rings
from surefoot.geometry.measure import overlaps
from surefoot.geometry.shapes import Region
from surefoot.geometry.tolerance import from_lattice
from surefoot.referee.protocol import Declaration, Ruleset
from surefoot.referee.referee import problems_of, started
from surefoot.table.effects import Moved, Reported, apply
from surefoot.table.place import Pose
from surefoot.table.table import Table
from surefoot.testing.kit.campaign import Violation
from surefoot.testing.kit.draws import Draws
from surefoot.testing.kit.volumes import TOUCH, inside, lens_of, of_terrain
from surefoot.testing.kit.worlds import Lore

# So much happens in a game, and so many declarations in a row may be refused before the clock goes on.
LENGTH, PATIENCE = 14, 2
# How finely a straight way is looked at, and how finely ways round a wall are searched.
FINE, COARSE = 0.02, 0.1
# A way round a wall may be so much longer than the straight one.
DETOUR = 3.0
# What a mover does of its own; everything else that changes its place sets it down.
OWN = (
    "goes",
    "swims",
    "climbs",
    "flies",
    "turns",
    "leaps",
    "jumps",
    "jumps down",
    "dives",
    "crawls through",
    "gets on",
)


def placement(table: Table, ruleset: Ruleset, rng: Draws) -> list[Violation]:
    """No declaration, happening or tick leaves a model in something, off the board, or behind a wall it could not pass."""
    now, settled, refused = table, table, 0
    done: list[Declaration] = []
    for number in range(LENGTH):
        declaration = rng.event(now, ruleset, tick=refused > PATIENCE)
        if problems_of(declaration, now):
            continue
        run = _run(now, declaration, f"{number} {rng.random()}")
        if run is None or run.refused:
            refused += 1
            continue
        refused = 0
        done.append(declaration)
        wrong = [*_through_walls(now, declaration, run, rng.lore.sets_into)]
        now = run.table
        # A model that has not finished its move may be where it can not stay.
        if not rng.lore.under_way(now):
            wrong += _in_something(settled, run, rng.lore)
            settled = now
        if wrong:
            return [Violation("; ".join(wrong), tuple(done))]
    return []


def misplaced(before: Table, declaration: Declaration, run: Run, lore: Lore) -> list[str]:
    """Every model that what was done has left in something or behind a wall, unless an allowed clause did."""
    return [*_in_something(before, run, lore), *_through_walls(before, declaration, run, lore.sets_into)]


def _run(table: Table, declaration: Declaration, seed: str) -> Run | None:
    try:
        return drive(started(declaration, table), table, Seeded(seed))
    except Unanswered:
        return None


def _cited(run: Run, who: str) -> set[str]:
    """The clauses by which a model was moved."""
    moved = [step for step in run.steps if isinstance(step, Do) and isinstance(step.effect, Moved)]
    return {clause for step in moved if step.effect.who == who for clause in step.clauses}  # type: ignore[union-attr]  # only moves


def _in_something(before: Table, run: Run, lore: Lore) -> Iterator[str]:
    """Models that are in something now and were not before."""
    after = run.table
    stays = {
        step.effect.who
        for step in run.steps
        if isinstance(step, Do) and isinstance(step.effect, Reported) and step.effect.what in lore.no_room
    }
    moved = {name for name in after.models if after.models[name].place != before.models[name].place}
    if not moved:
        return
    for name in after.models:
        found = set(inside(after, name, lore.rests_across)) - set(inside(before, name, lore.rests_across))
        # Who is in whom is told once, of the one that was moved.
        found = {
            each
            for each in found
            if name in moved or (each in after.pieces and after.pieces[each] != before.pieces.get(each))
        }
        if found and not _cited(run, name) & set(lore.sets_into) and name not in stays:
            yield f"{name} ends up in {', '.join(sorted(found))} at {after.models[name].place}, by {', '.join(sorted(_cited(run, name))) or 'no clause'}"


def _through_walls(
    before: Table, declaration: Declaration, run: Run, allowed: tuple[str, ...]
) -> Iterator[str]:
    """Models that were set down behind a wall."""
    now = before
    actors = {
        name for who in declaration.who for name in (now.units[who].models if who in now.units else (who,))
    }
    for step in run.steps:
        if not isinstance(step, Do):
            continue
        effect = step.effect
        then, now = now, apply(now, effect)
        if not isinstance(effect, Moved) or not (
            then.models[effect.who].place.on_table and effect.to.on_table
        ):
            continue
        if declaration.kind == "declare" and effect.who in actors and effect.how in OWN:
            continue
        if set(step.clauses) & set(allowed):
            continue
        wall = _wall_between(then, effect.who, then.pose(effect.who), now.pose(effect.who))
        if wall:
            yield f"{effect.who} {effect.how} through {wall} to {effect.to}, by {', '.join(step.clauses)}"


def _wall_between(table: Table, who: str, start: Pose, end: Pose) -> str:
    """A wall that a model can not have got past between two positions: its id, or nothing."""
    lens = lens_of(table, who)
    step = lens.step if lens is not None else 0.0
    low = max(start.z, end.z)
    high = low + from_lattice(table.models[who].height)
    walls = [
        each
        for each in of_terrain(table, lens)
        if each.low < high - TOUCH and each.high > low + step + TOUCH and isinstance(each.footprint, Region)
    ]
    crossed = [
        each for each in walls if isinstance(each.footprint, Region) and _crosses(each.footprint, start, end)
    ]
    if not crossed:
        return ""
    regions = [each.footprint for each in walls if isinstance(each.footprint, Region)]
    return "" if _way_round(table, who, start, end, regions) else crossed[0].id


def _crosses(region: Region, start: Pose, end: Pose) -> bool:
    """Whether the straight line between two points leads into a footprint, and does not begin in it."""
    count = max(2, math.ceil(math.dist(start[:2], end[:2]) / FINE))
    points = [
        (start.x + (end.x - start.x) * i / count, start.y + (end.y - start.y) * i / count)
        for i in range(count + 1)
    ]
    inner = [inside_rings(*point, region.rings) for point in points]
    return any(inner) and not inner[0]


def _way_round(table: Table, who: str, start: Pose, end: Pose, walls: list[Region]) -> bool:
    """Whether a way that is not much longer leads round the walls: searched on a grid, for the base or for its centre alone
    where the base is in a wall from the start.
    """
    shape = table.models[who].base.shape
    squeezed = any(overlaps(shape.at(at.x, at.y, at.facing), wall) for at in (start, end) for wall in walls)

    def free(x: float, y: float) -> bool:
        if squeezed:
            return not any(inside_rings(x, y, wall.rings) for wall in walls)
        return not any(overlaps(shape.at(x, y, start.facing), wall) for wall in walls)

    longest = DETOUR + 2 * math.dist(start[:2], end[:2])
    queue, known = [(0.0, 0, 0)], {(0, 0): 0.0}
    goal = round((end.x - start.x) / COARSE), round((end.y - start.y) / COARSE)
    open_: dict[tuple[int, int], bool] = {(0, 0): True, goal: True}
    while queue:
        far, i, j = heapq.heappop(queue)
        if max(abs(i - goal[0]), abs(j - goal[1])) <= 1:
            return True
        if far > known[i, j]:
            continue
        for di in (-1, 0, 1):
            for dj in (-1, 0, 1):
                cell = i + di, j + dj
                there = far + COARSE * math.hypot(di, dj)
                if there >= min(known.get(cell, math.inf), longest):
                    continue
                if cell not in open_:
                    open_[cell] = free(start.x + cell[0] * COARSE, start.y + cell[1] * COARSE)
                if open_[cell]:
                    known[cell] = there
                    heapq.heappush(queue, (there, *cell))
    return False
