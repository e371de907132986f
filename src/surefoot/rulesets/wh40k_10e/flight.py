"""Flying: the line of a model that can Fly, over terrain below it and under ceilings above it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot

from surefoot.dice.requests import Break
from surefoot.geometry.shapes import Pivot
from surefoot.geometry.tolerance import beyond, from_lattice, within
from surefoot.language import Length, say
from surefoot.records import dataclass, replace
from surefoot.referee.bill import point
from surefoot.referee.itinerary import Stride
from surefoot.rulesets.wh40k_10e.plans import Step
from surefoot.rulesets.wh40k_10e.terrain import Features
from surefoot.rulesets.wh40k_10e.track import PIVOT, Passage, Sweep, after
from surefoot.table.place import Pose

# Clauses of climbing, which do not apply to a flown line.
CLIMBED = (
    "terrain.climb-allowed",
    "terrain.full-height",
    "terrain.level-under-base",
    "terrain.all-models-climb",
    "terrain.gaps",
)
# A surface higher than this is a terrain feature; lower ones count as absent.
HIGH = 2.0


@dataclass(frozen=True, slots=True)
class Walked:
    """A path over the ground, with everything that is needed to fly along it."""

    way: Passage
    start: Pose
    level: float
    steps: tuple[Step, ...]
    # The length of each step, and the level of the ground at its end.
    lengths: tuple[float, ...]
    levels: tuple[float, ...]
    # Stretches over a part, with its height, and stretches underneath one, with the greatest height of the base.
    tops: tuple[tuple[str, Sweep], ...]
    ceilings: tuple[Sweep, ...]
    # The parts that it leads underneath.
    beneath: frozenset[str]
    # Parts on which the model starts, ends or lands in between, with its level: the line leads up to them, not over them.
    rests: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class _Node:
    """A point of the flown line: its horizontal distance along the path, and its height."""

    s: float
    z: float


@dataclass(frozen=True, slots=True)
class _Bound:
    """A stretch of the path on which the line must stay above or below a height."""

    start: float
    end: float
    z: float
    z_end: float
    above: bool

    def allows(self, one: _Node, other: _Node) -> bool:
        """Whether a straight piece of the line respects the bound; touching is allowed."""
        first, last = max(self.start, one.s), min(self.end, other.s)
        if last - first <= 1e-9:
            return True
        for s in (first, last):
            line = _height(one, other, s)
            limit = self.z + (self.z_end - self.z) * (s - self.start) / (self.end - self.start)
            if beyond(limit, line) if self.above else beyond(line, limit):
                return False
        return True


def landing(ground: Features, walked: Walked) -> str:
    """The floor on which a model that can Fly lands, where its path names no level and on foot would end underneath: the highest that is no higher than the flight."""
    *earlier, last = walked.steps
    if last.to is None or last.z is not None or last.on:
        return ""
    level = walked.level
    for step, reached in zip(earlier, walked.levels, strict=False):
        if step.z is not None or step.on:
            level = reached if step.z is None else from_lattice(step.z)
    end = walked.way.end
    floors = (part for name in walked.way.under if (part := ground.named(name)) is not None)
    lower = [part for part in floors if part.holds(end.x, end.y) and within(part.counted, level)]
    return max(lower, key=lambda part: part.counted).id if lower else ""


def flown(walked: Walked, option: str) -> Passage:
    """The path of a model that can Fly, measured through the air where the rules require it."""
    way = walked.way
    held = any(step.z is not None for step in walked.steps)
    end = _end_level(walked)
    on_terrain = beyond(walked.level, HIGH) or beyond(end, HIGH)
    climbs = any(beyond(max(each.start.z, each.end.z), 0.0) for each in way.strides)
    over = option == "air" and climbs
    if not (on_terrain or over or held):
        return replace(way, clauses=(*way.clauses, "fly.ground-to-ground")) if climbs else way
    return _Flight(walked, end, through_air=on_terrain or over).fly("fly.air-trigger" if on_terrain else "")


def _end_level(walked: Walked) -> float:
    """The height at which the path ends: that of its last step if it names one, else that of the ground."""
    last = walked.steps[-1]
    return walked.way.level if last.z is None else from_lattice(last.z)


class _Flight:
    """Draws the line and cuts it into strides."""

    def __init__(self, walked: Walked, end: float, *, through_air: bool) -> None:
        self.walked, self.end, self.through_air = walked, end, through_air
        self.way = walked.way
        self.starts = [0.0]
        for length, motion in zip(walked.lengths, self.way.motions, strict=True):
            self.starts.append(self.starts[-1] + (0.0 if isinstance(motion, Pivot) else length))
        tops = tuple(sweep for name, sweep in walked.tops if not self._is_rest(name, sweep))
        self.bounds = [*self._bounds(tops, above=True), *self._bounds(walked.ceilings, above=False)]
        self.breaks: list[Break] = []
        self.bent = False
        self.where = point(walked.start)

    def fly(self, trigger: str) -> Passage:
        """The flown path."""
        strides = tuple(self._strides(self._line()))
        clauses = [clause for clause in self.way.clauses if clause not in CLIMBED]
        clauses += ["fly.applies-to", trigger or "fly.ground-to-ground"]
        if self.bent:
            clauses.append("fly.air-path-clear")
        return replace(
            self.way,
            strides=strides,
            level=self.end,
            breaks=(*self.way.breaks, *self.breaks),
            clauses=tuple(dict.fromkeys(clauses)),
        )

    def _is_rest(self, name: str, sweep: Sweep) -> bool:
        """Whether a stretch lies over a part that carries the model, no higher than there: a slope may rise further.

        From a floor to a place underneath it the line leads through a hole in it, not past its edge.
        """
        if name in self.walked.beneath:
            return False
        top = max(sweep.level, sweep.level_end)
        return any(name == rest and not beyond(top, level) for rest, level in self.walked.rests)

    def _bounds(self, sweeps: tuple[Sweep, ...], *, above: bool) -> Iterator[_Bound]:
        """Bounds from the terrain below the path, or from ceilings above it, along its horizontal length."""
        for each in sweeps:
            first = self.starts[each.motion]
            span = self.starts[each.motion + 1] - first
            ends = first + span * each.low, first + span * each.high
            yield _Bound(*ends, each.level, each.level_end, above)

    # ------------------------------------------------------------------ the line

    def _line(self) -> list[_Node]:
        """The line from each given height to the next: straight where the path names heights, else the shortest one."""
        nodes = [_Node(0.0, self.walked.level)]
        last = len(self.walked.steps) - 1
        for index, step in enumerate(self.walked.steps):
            if index < last and step.z is None and not step.on:
                continue
            z = self.walked.levels[index] if step.z is None else from_lattice(step.z)
            nodes += self._leg(nodes[-1], _Node(self.starts[index + 1], z), held=step.z is not None)
        return nodes

    def _leg(self, one: _Node, other: _Node, *, held: bool) -> list[_Node]:
        if self._clear(one, other):
            return [other]
        line = self._shortest(one, other)
        if not line:
            says = say("There is no line to fly between the terrain below and the ceiling above")
            self.breaks.append(Break("fly.air-path-clear", says, self.where))
            return [other]
        if held:
            length = _length([one, *line])
            says = say(
                "At this height the path runs into terrain. Over the top it is {length} long",
                length=Length.of(length),
            )
            self.breaks.append(Break("fly.air-path-clear", says, self.where))
            says = say("Models that Fly can't move through terrain")
            self.breaks.append(Break("fly.edge-and-walls-bind", says, self.where))
        self.bent = True
        return line

    def _shortest(self, one: _Node, other: _Node) -> list[_Node]:
        """The rest of the shortest line that respects all bounds; it bends at their corners only. Empty if there is none."""
        corners = [
            _Node(s, z)
            for bound in self.bounds
            for s, z in ((bound.start, bound.z), (bound.end, bound.z_end))
            if one.s <= s <= other.s
        ]
        ways = [[one]]
        for node in (*sorted(dict.fromkeys(corners), key=lambda node: (node.s, node.z)), other):
            here = [[*line, node] for line in ways if self._clear(line[-1], node)]
            ways += [min(here, key=_length)] if here else []
        _, *rest = ways[-1]
        return rest if other in rest else []

    def _clear(self, one: _Node, other: _Node) -> bool:
        return all(bound.allows(one, other) for bound in self.bounds)

    # ------------------------------------------------------------------ strides

    def _strides(self, line: list[_Node]) -> Iterator[Stride]:
        """The strides of the line, step by step."""
        pose = self.walked.start._replace(z=line[0].z)
        rest = list(_cut(line, self.starts))
        for index, motion in enumerate(self.way.motions):
            end = after(pose, motion, 1.0)
            if isinstance(motion, Pivot):
                yield Stride("walk", pose, end, self.walked.lengths[index], manner=PIVOT, leg=index)
            else:
                # A vertical piece at the end of a step belongs to that step.
                pieces = [(one, other) for one, other in rest if within(other.s, self.starts[index + 1])]
                rest = rest[len(pieces) :]
                if pieces:
                    end = end._replace(z=pieces[-1][1].z)
                yield from (replace(each, leg=index) for each in self._measured(pieces, pose, end))
            pose = end

    def _measured(self, pieces: list[tuple[_Node, _Node]], start: Pose, end: Pose) -> Iterator[Stride]:
        """A step measured through the air, or along the ground plus the heights climbed up and down."""
        if self.through_air:
            yield Stride("fly", start, end, sum(_length(piece) for piece in pieces))
            return
        across = sum(other.s - one.s for one, other in pieces)
        heights = sum(abs(other.z - one.z) for one, other in pieces)
        yield Stride("walk", start, end._replace(z=start.z), across)
        yield Stride("climb", end._replace(z=start.z), end, heights, heights)


def _length(line: Sequence[_Node]) -> float:
    return sum(hypot(other.s - one.s, other.z - one.z) for one, other in pairwise(line))


def _height(one: _Node, other: _Node, s: float) -> float:
    return one.z + (other.z - one.z) * (s - one.s) / (other.s - one.s)


def _cut(line: list[_Node], ends: list[float]) -> Iterator[tuple[_Node, _Node]]:
    """The pieces of the line, cut where a step ends."""
    for one, other in pairwise(line):
        inner = [s for s in dict.fromkeys(ends) if beyond(s, one.s) and beyond(other.s, s)]
        yield from pairwise([one, *(_Node(s, _height(one, other, s)) for s in inner), other])
