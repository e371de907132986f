"""The ground under a moving vehicle, the edges that it would fall over, and the things that it would touch."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

from surefoot.geometry.contact import Contact, first_contact
from surefoot.geometry.measure import gap, overlaps
from surefoot.geometry.shapes import Body, Motion, Pivot, Region, Shift, turn
from surefoot.geometry.sweep import moved, overlapping, swept
from surefoot.geometry.tolerance import TOLERANCE, beyond, from_lattice, short_of, to_lattice, within
from surefoot.records import dataclass, replace
from surefoot.referee.cut import Cut, cut
from surefoot.referee.itinerary import Itinerary, Leg, Stride
from surefoot.referee.lens import Lens, Pieces
from surefoot.referee.remember import remembered
from surefoot.referee.scene import Figure, Scene, Solid
from surefoot.referee.trace import trace
from surefoot.referee.view import View, seen
from surefoot.rulesets.necromunda_classic.fighter import LEVEL_STEP, is_vehicle
from surefoot.rulesets.necromunda_classic.movement import Go, Movement, Touch, Turn
from surefoot.rulesets.necromunda_classic.vehicle import WRECKED
from surefoot.table.model import Model
from surefoot.table.place import Place
from surefoot.table.shelf import Shelf
from surefoot.table.table import Table

# Terrain higher than a step blocks a vehicle; other models are found by touch.
DRIVING = Lens(
    pieces=(
        (Pieces(tags=("impassable", "solid")), "solid"),
        (Pieces(sorts=("door",), states=("open",)), "absent"),
        (Pieces(sorts=("door", "window")), "solid"),
        (Pieces(sorts=("area",)), "ground"),
        (Pieces(sorts=("wall", "obstacle", "platform", "lift", "stairs", "ramp", "gap")), "level"),
    ),
    models=(),
    rest="centre",
    step=LEVEL_STEP,
    gap_in_bases=1.0,
    gap_down=True,
    climbs=False,
)
# Touches are looked for this far beyond the end of a step, because bases that just touch do not overlap.
PROBE = 1e-3


@dataclass(frozen=True)
class Track:
    """The ground that one vehicle goes over on a straight line."""

    itinerary: Itinerary
    scene: Scene
    # The length of the line up to an edge, the board edge or something solid, and the kind of that end.
    length: float
    hold: str

    def at(self, distance: float) -> Cut:
        """The point of the itinerary after some inches in plan."""
        left = distance
        for index, stride in enumerate(self.itinerary.strides):
            length = math.dist(stride.start[:2], stride.end[:2])
            if left < length - 1e-9:
                return index, left / length
            left -= length
        return len(self.itinerary.strides), 0.0

    def before(self, at: Cut) -> float:
        """The distance in plan up to a point of the itinerary."""
        index, fraction = at
        strides = self.itinerary.strides
        lengths = [math.dist(stride.start[:2], stride.end[:2]) for stride in strides]
        return sum(lengths[:index]) + (lengths[index] * fraction if index < len(lengths) else 0.0)

    def part(self, distance: float) -> Itinerary:
        """The itinerary up to some inches."""
        return cut(self.itinerary, self.at(distance), self.scene)

    def stretches(self) -> Iterator[tuple[float, float, float, float]]:
        """The parts of the line in plan, each with its start, its end and the heights of the vehicle there; the last goes on for ever."""
        at = 0.0
        z = self.scene.table.resolve(self.itinerary.start).z
        for stride in self.itinerary.strides:
            end = at + math.dist(stride.start[:2], stride.end[:2])
            yield at, end, stride.start.z, stride.end.z
            at, z = end, stride.end.z
        yield at, math.inf, z, z

    def heights(self) -> tuple[float, float]:
        """The lowest and the highest point of the vehicle on the line."""
        levels = [stride.end.z for stride in self.itinerary.strides]
        start = self.scene.table.resolve(self.itinerary.start).z
        return min((start, *levels)), max((start, *levels))


@remembered
def follow(table: Table, who: str, dx: float, dy: float) -> Track:
    """The ground under a vehicle that moves along a straight line."""
    scene = Scene(alone(table, who))
    itinerary = _driven(scene, who, dx, dy)
    whole = Track(itinerary, scene, 0.0, "")
    hold = itinerary.hold.kind if itinerary.hold is not None else ""
    for index, stride in enumerate(itinerary.strides):
        begins = stride.mode == "bridge" and (index == 0 or itinerary.strides[index - 1].mode != "bridge")
        if begins and not _crosses(scene, who, itinerary, index, dx, dy):
            return Track(itinerary, scene, whole.before((index, 0.0)), "edge")
    return Track(itinerary, scene, whole.before((len(itinerary.strides), 0.0)), hold)


def _driven(scene: Scene, who: str, dx: float, dy: float) -> Itinerary:
    """What a vehicle meets on a straight line."""
    pose = scene.table.pose(who)
    return trace(
        scene, DRIVING, who, (Leg((to_lattice(pose.x + dx), to_lattice(pose.y + dy)), manner="drive"),)
    )


def _crosses(scene: Scene, who: str, itinerary: Itinerary, index: int, dx: float, dy: float) -> bool:
    """Whether a vehicle crosses the gap that begins at a stride: not to a higher side, nor a part of the way to one much lower."""
    after = _behind(itinerary, index)
    ends_above = after is None
    if after is None:
        # What it would come to further on decides.
        more = 1.0 + 2 * scene.table.models[who].base.shape.reach / math.hypot(dx, dy)
        after = _behind(_driven(scene, who, dx * more, dy * more), index)
    if after is None:
        # Something stops it above the gap: only towards a level side, which its place is on, is it held up there.
        near = itinerary.strides[index - 1].surface if index else itinerary.start.on
        return itinerary.strides[index].surface != near
    rise = after.rise if after.mode == "step" else 0.0
    return not beyond(rise, 0.0) and not (ends_above and short_of(rise, -DRIVING.step))


def _behind(itinerary: Itinerary, index: int) -> Stride | None:
    """The first stride behind a gap that begins at a stride."""
    return next((stride for stride in itinerary.strides[index:] if stride.mode != "bridge"), None)


def alone(table: Table, who: str) -> Table:
    """The table with one vehicle and its carriers only, because other models are no ground."""
    names = (who, *carried_by(table, who))
    return table.changed(models=Shelf((name, table.models[name]) for name in names))


def carried_by(table: Table, who: str) -> tuple[str, ...]:
    """The vehicles that carry a model on their decks: the one it stands on, the one that carries that, and so on."""
    found = [who]
    while (deck := table.deck(table.models[found[-1]].place.on)) is not None:
        found.append(deck[0].id)
    return tuple(found[1:])


def turned(table: Table, who: str, degrees: float) -> Place:
    """The place of a vehicle after a pivot."""
    place = table.models[who].place
    facing = (from_lattice(place.facing) + degrees) % 360.0
    return replace(place, facing=to_lattice(facing))


def motion(table: Table, m: Movement, step: Go | Turn, probe: float = 0.0) -> Motion:
    """A step of a vehicle as geometry, lengthened by `probe`."""
    pose = table.pose(m.who)
    if isinstance(step, Turn):
        reach = table.models[m.who].base.shape.reach
        more = math.copysign(math.degrees(probe / reach), step.degrees)
        return Pivot(step.degrees + more, pose.x, pose.y)
    dx, dy = turn(0.0, step.length + probe, pose.facing + step.way)
    return Shift(dx, dy)


def touches(table: Table, m: Movement, step: Go | Turn, tracks: dict[str, Track]) -> list[Touch]:
    """The first touches in a step, by any of the vehicles that move as one."""
    whole = motion(table, m, step, PROBE)
    travel, end = _travel(table, m, step, PROBE), _travel(table, m, step, 0.0)
    found: list[Touch] = []
    for member in (m.who, *m.pushed):
        track = tracks.get(member)
        others = in_the_way(table, m, member, track)
        if track is not None and isinstance(whole, Shift):
            others = _at_its_height(table, member, track, whole, others)
        kinds = {name: kind for kind, name, _ in others}
        met = touched(table.body(member), whole, tuple((name, body) for _, name, body in others))
        for contact in _one_each(met):
            kind = kinds[contact.other]
            at = min(contact.fraction * travel, end)
            if within(contact.fraction * travel, end):
                found.append(Touch(at, member, kind, contact.other, contact.point))  # type: ignore[arg-type]  # one of three words
        if track is not None and isinstance(whole, Shift):
            found += _stepped_into(table, m, member, track, whole)
        if isinstance(whole, Shift) and isinstance(step, Go):
            pressed = {contact.other for contact in met}
            fighters = [
                (name, body) for kind, name, body in others if kind == "fighter" and name not in pressed
            ]
            found += _grazed(table, m, member, step, fighters)
    first = min((touch.at for touch in found), default=0.0)
    return [touch for touch in found if within(touch.at, first)]


def _at_its_height(
    table: Table, member: str, track: Track, along: Shift, others: list[tuple[str, str, Body | Region]]
) -> list[tuple[str, str, Body | Region]]:
    """What a vehicle can touch on a line, without the models that it passes above or below."""
    view, body = seen(table, DRIVING, member), table.body(member)
    figures = {figure.id: figure for figure in view.scene.figures}
    return [
        each
        for each in others
        if each[1] not in figures or _levels_meet(view, figures[each[1]], body, along, track)
    ]


def _levels_meet(view: View, figure: Figure, body: Body, along: Shift, track: Track) -> bool:
    """Whether a vehicle is at the height of a model anywhere where its hull touches it."""
    length = math.hypot(along.dx, along.dy)
    lowest, highest = view.barring_figure(figure)
    # Bases that just touch do not overlap.
    for first, last in overlapping(replace(body, radius=body.radius + PROBE), along, figure.body):
        for start, end, z, z_end in track.stretches():
            near, far = max(first * length, start), min(last * length, end)
            if near <= far + TOLERANCE:
                share = [(each - start) / (end - start) if end > start else 0.0 for each in (near, far)]
                levels = [z + (z_end - z) * each for each in share]
                if min(levels) < highest and max(levels) > lowest:
                    return True
    return False


def _stepped_into(table: Table, m: Movement, member: str, track: Track, along: Shift) -> list[Touch]:
    """Touches of models that the hull is over or under already, and meets where it steps up or down."""
    view, body = seen(table, DRIVING, member), table.body(member)
    length = math.hypot(along.dx, along.dy)
    found = []
    for index, stride in enumerate(track.itinerary.strides):
        if stride.mode != "step" or not length:
            continue
        at = track.before((index, 0.0))
        there = moved(body, along, at / length)
        moving = {m.who, *m.pushed, *m.cleared}
        for figure in view.scene.figures:
            if (
                figure.id not in moving
                and not moving & {*carried_by(table, figure.id)}
                and view.figure_bars(figure, stride.end.z)
                and not view.figure_bars(figure, stride.start.z)
                and overlaps(there, figure.body)
            ):
                point = (figure.pose.x, figure.pose.y)
                found.append(Touch(at, member, _kind(figure), figure.id, point))  # type: ignore[arg-type]  # one of three words
    return found


def _grazed(
    table: Table, m: Movement, member: str, step: Go, fighters: list[tuple[str, Body | Region]]
) -> list[Touch]:
    """Touches of fighters whose bases a flank passes without a gap: nothing presses into them, but they are run over."""
    body, along = table.body(member), motion(table, m, step)
    if not fighters or not isinstance(along, Shift) or not step.length:
        return []
    ahead_x, ahead_y = along.dx / step.length, along.dy / step.length
    corners = [
        (x * ahead_x + y * ahead_y, x * ahead_y - y * ahead_x)
        for x, y in zip(body.core[::2], body.core[1::2], strict=True)
    ]
    found = []
    for name, other in fighters:
        if not isinstance(other, Body) or within(gap(other, body), 0.0):
            continue
        if not within(gap(other, passed_over(body, along)), 0.0):
            continue
        # The first corner of the flank on its side gets level with it.
        there, side = other.x * ahead_x + other.y * ahead_y, other.x * ahead_y - other.y * ahead_x
        right = math.copysign(1.0, side - (body.x * ahead_y - body.y * ahead_x))
        flank = max(across * right for _, across in corners)
        lead = max(front for front, across in corners if within(flank, across * right))
        found.append(
            Touch(min(max(there - lead, 0.0), step.length), member, "fighter", name, (other.x, other.y))
        )
    return found


@lru_cache(maxsize=4096)
def touched(body: Body, motion: Motion, others: tuple[tuple[str, Body | Region], ...]) -> tuple[Contact, ...]:
    """The first contacts of a moving body; cached, because odds resolve the same collisions many times."""
    return first_contact([body], motion, others)


@lru_cache(maxsize=4096)
def passed_over(body: Body, motion: Motion) -> Region:
    """The ground that a body passes over; cached."""
    return swept(body, motion)


def _one_each(contacts: tuple[Contact, ...]) -> list[Contact]:
    seen: dict[str, Contact] = {}
    for contact in contacts:
        seen.setdefault(contact.other, contact)
    return list(seen.values())


def _travel(table: Table, m: Movement, step: Go | Turn, probe: float) -> float:
    """The length of a step; for a turn, at the tip of the hull."""
    if isinstance(step, Turn):
        return math.radians(abs(step.degrees)) * table.models[m.who].base.shape.reach + probe
    return step.length + probe


def in_the_way(
    table: Table, m: Movement, member: str, track: Track | None
) -> list[tuple[str, str, Body | Region]]:
    """Everything that one of the moving vehicles can touch: (kind, name, outline)."""
    scene = Scene(table)
    view = seen(table, DRIVING, member)
    here = table.pose(member).z
    low, high = track.heights() if track is not None else (here, here)
    top = _top_of_slopes(view, track)
    found: list[tuple[str, str, Body | Region]] = [
        ("terrain", solid.id, solid.region)
        for solid in view.terrain.solids
        if solid.id not in m.cleared and _bars(view, solid, low, high) and not within(solid.high, top)
    ]
    met = [
        figure
        for figure in scene.figures
        if figure.id not in (m.who, *m.pushed, *m.cleared)
        and (view.figure_bars(figure, low) or view.figure_bars(figure, high))
    ]
    # A rider is met only by a vehicle that drives at the height of the deck and so misses the carrier.
    carriers = {m.who, *m.pushed, *m.cleared, *(figure.id for figure in met)}
    apart = [figure for figure in met if not carriers & {*carried_by(table, figure.id)}]
    return [*found, *((_kind(figure), figure.id, figure.body) for figure in apart)]


def _kind(figure: Figure) -> str:
    if not is_vehicle(figure.model):
        return "fighter"
    return "terrain" if figure.model.is_(WRECKED) else "vehicle"


def is_carried(table: Table, model: Model) -> bool:
    """Whether a model is on a deck, so that only its carrier can be touched."""
    return model.place.kind == "surface" and table.deck(model.place.on) is not None


def _bars(view: View, solid: Solid, low: float, high: float) -> bool:
    return view.bars(solid.low, solid.high, low) or view.bars(solid.low, solid.high, high)


def _top_of_slopes(view: View, track: Track | None) -> float:
    """The height of the tops of the slopes on a line: terrain up to it is reached along the slope."""
    names = [stride.surface for stride in track.itinerary.strides] if track is not None else []
    tops = [each.high for each in view.surfaces if each.id in names and each.sloped]
    return max(tops, default=-math.inf) + LEVEL_STEP


def to_come(m: Movement) -> tuple[Go | Turn, ...]:
    """The rest of a movement, within its allowance."""
    budget = from_lattice(m.purse) if m.tariff is not None else math.inf
    steps: list[Go | Turn] = []
    for step in (m.ahead, *m.rest):
        if isinstance(step, Go):
            length = min(step.length, budget)
            budget -= length
            steps.append(Go(length, step.way))
        elif isinstance(step, Turn):
            steps.append(step)
    return tuple(steps)


def ahead(table: Table, m: Movement) -> tuple[Region, ...]:
    """The ground that the rest of a movement passes over, within its allowance."""
    regions: list[Region] = []
    pose = table.pose(m.who)
    body = table.body(m.who)
    facing, others = pose.facing, m.pushed
    for step in to_come(m):
        if isinstance(step, Turn):
            way: Motion = Pivot(step.degrees, body.x, body.y)
            facing += step.degrees
        else:
            way = Shift(*turn(0.0, step.length, facing + step.way))
            regions += [passed_over(table.body(name), way) for name in others]
        others = ()
        regions.append(passed_over(body, way))
        body = moved(body, way, 1.0)
    return tuple(regions)


def near(table: Table, m: Movement, step: Go, reach: float) -> list[str]:
    """The enemy models that a straight step passes within a distance without touching them."""
    side = table.models[m.who].side
    region = passed_over(table.body(m.who), motion(table, m, step))
    return [
        figure.id
        for figure in Scene(table).figures
        if figure.model.side != side
        and figure.id != m.who
        and not is_carried(table, figure.model)
        and TOLERANCE < gap(figure.body, region) < reach - TOLERANCE
    ]
