"""Following the path of a model over terrain: its base stays flat, level with the highest surface under any part of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from functools import lru_cache
from itertools import pairwise

from surefoot.dice.requests import Break
from surefoot.geometry.measure import lies_on
from surefoot.geometry.shapes import Body, Intervals, Motion, Pivot
from surefoot.geometry.sweep import complement, covers, inside, intersection, overlapping
from surefoot.geometry.tolerance import beyond, from_lattice, same, short_of, to_lattice, within
from surefoot.language import Length, Who, say
from surefoot.records import dataclass, replace
from surefoot.referee.bill import point
from surefoot.referee.itinerary import Mode, Stride
from surefoot.referee.scene import Scene
from surefoot.rulesets.wh40k_10e.distance import priced
from surefoot.rulesets.wh40k_10e.flight import Walked, flown, landing
from surefoot.rulesets.wh40k_10e.leaving import Leaving, too_tall_for
from surefoot.rulesets.wh40k_10e.plans import Step
from surefoot.rulesets.wh40k_10e.squad import FLY, is_afoot, is_big
from surefoot.rulesets.wh40k_10e.terrain import (
    Features,
    Part,
    body_box,
    features,
    lifted,
    surface_name,
    width_of,
)
from surefoot.rulesets.wh40k_10e.track import PIVOT, Passage, Sweep, after, motions_of
from surefoot.table.model import Model
from surefoot.table.place import BOARD, Pose
from surefoot.table.table import Table

# Shares of a motion that agree in this many digits count as equal.
SHARE_DIGITS = 9
# The clauses behind every climb.
CLIMBING = (
    "terrain.climb-allowed",
    "terrain.full-height",
    "terrain.any-kind-of-move",
    "terrain.feature-definition",
    "terrain.level-under-base",
)


def passage(table: Table, who: str, steps: tuple[Step, ...]) -> Passage:
    """Follow a path from where a model stands."""
    pivot, over = str(table.option("wh40k.pivot")), str(table.option("wh40k.fly_over_terrain"))
    return _followed(Scene(table), table.models[who], steps, pivot, over)


@lru_cache(maxsize=4096)
def _followed(scene: Scene, model: Model, steps: tuple[Step, ...], pivot: str, over: str) -> Passage:
    # A scene ignores traits, and the price of a pivot may depend on one: so the model itself is part of the key.
    walker = _Walker(scene.table, model, pivot)
    walked = walker.follow(tuple(_grounded(walker.features, step) for step in steps))
    if not model.has(FLY):
        return walked.way
    below = flown(walked, over)
    floor = landing(walker.features, walked)
    if not floor:
        return below
    onto = (*walked.steps[:-1], replace(walked.steps[-1], on=floor))
    landed = flown(_Walker(scene.table, model, pivot).follow(onto), over)
    return below if landed.breaks else landed


@dataclass
class _Walker:
    """Follows a path step by step."""

    table: Table
    model: Model
    pivot: str
    breaks: list[Break] = field(default_factory=list)
    clauses: list[str] = field(default_factory=list)
    strides: list[Stride] = field(default_factory=list)
    sweeps: list[Sweep] = field(default_factory=list)
    bodies: list[Body] = field(default_factory=list)
    motions: list[Motion] = field(default_factory=list)
    levels: list[float] = field(default_factory=list)
    tops: list[tuple[str, Sweep]] = field(default_factory=list)
    ceilings: list[Sweep] = field(default_factory=list)
    flown_under: set[str] = field(default_factory=set)
    # The current motion, where it began, and the share of it that is done.
    motion: Motion = field(init=False)
    began: Pose = field(init=False)
    at: float = field(init=False)
    leg: int = field(init=False)
    # The parts that it meets, and the low parts nearby with the stretches on which they are under its centre.
    met: list[tuple[Part, Intervals]] = field(init=False)
    low: list[tuple[Part, Intervals]] = field(init=False)
    # The impassable ground that it was refused for.
    closed: list[Part] = field(init=False)

    def __post_init__(self) -> None:
        self.who = self.model.id
        self.flies = self.model.has(FLY)
        self.features: Features = features(self.table)
        self.pose = self.table.pose(self.who)
        self.height = from_lattice(self.model.height)
        body = self._body()
        place = self.model.place
        on = self.features.named(place.on)
        self.level = 0.0 if on is None else on.level_at(self.pose.x, self.pose.y)
        # The real height of the model: on low ground it differs from the level that counts for climbs.
        self.real = self.pose.z
        # The raised parts below the base, and those above the model.
        met = [part for part in self.features.raised if part.under(body)]
        self.over = [
            part.id for part in met if within(part.clear, self.pose.z) and not self._lets_through(part)
        ]
        self.under = [part.id for part in met if part.id not in self.over]
        self.level = self.features.highest_below(self.level, body, self.pose.z, self._lets_through)
        # The low ground that it is beneath, until it has come out from there: on top of it there may be less room.
        self.beneath = [
            part.id
            for part in self.features.parts
            if part.is_low and part.holds(self.pose.x, self.pose.y) and beyond(part.top, self.pose.z)
        ]
        risen = (part for part in met if part.id in self.over and beyond(part.counted, self.level))
        self.leaving = Leaving(list(risen))

    @property
    def here(self) -> Pose:
        """Where the model is in the current motion, at its level."""
        pose = after(self.began, self.motion, self.at)
        return Pose(pose.x, pose.y, self.level, pose.facing)

    def _lets_through(self, part: Part) -> bool:
        """Whether a part of Ruins does not stop the model: every part but the floor it walks on."""
        walked_on = part.may_stop and same(part.counted, self.level)
        return part.in_ruins and is_afoot(self.model) and not walked_on

    def _body(self) -> Body:
        return self.model.base.shape.at(self.pose.x, self.pose.y, self.pose.facing)

    def follow(self, steps: tuple[Step, ...]) -> Walked:
        """Follow all steps, one after another."""
        start, level = self.pose, self.level
        rests = self._rests_on()
        motions = motions_of(start, steps)
        lengths = priced(self.model, (start.x, start.y, start.facing), motions, self.pivot)
        self.clauses += lengths.clauses
        for self.leg, step in enumerate(steps):
            self._go(step, motions[self.leg], lengths.lengths[self.leg])
            self.levels.append(self.level)
            if step.on:
                rests += self._rests_on()
        rests += self._rests_on()
        if self.flies:
            self._lands()
        if self.pose[:2] != start[:2]:
            self.breaks += self.leaving.breaks(self.who, point(self.pose))
        way = Passage(
            tuple(self.bodies),
            tuple(self.motions),
            tuple(self.strides),
            tuple(self.sweeps),
            self.pose,
            self.level,
            tuple(self.under),
            tuple(self.breaks),
            tuple(dict.fromkeys(self.clauses)),
        )
        heights = tuple(self.levels), tuple(self.tops), tuple(self.ceilings), frozenset(self.flown_under)
        return Walked(way, start, level, steps, lengths.lengths, *heights, tuple(rests))

    def _rests_on(self) -> list[tuple[str, float]]:
        """The raised parts and slopes that carry the model where it is, with its level."""
        here = [
            part for part in self.features.raised if part.id in self.over and same(part.counted, self.level)
        ]
        x, y = self.pose.x, self.pose.y
        slopes = [
            part for part in self.features.parts if part.kind == "slope" and part.tall and part.holds(x, y)
        ]
        here += [part for part in slopes if same(part.level_at(x, y), self.level)]
        return [(part.id, self.level) for part in here]

    # ------------------------------------------------------------------ one step

    def _go(self, step: Step, motion: Motion, length: float) -> None:
        body = self._body()
        self.bodies.append(body)
        self.motions.append(motion)
        self.motion, self.began, self.at = motion, self.pose, 0.0
        step = self._meant(step)
        self._leave_from_under(step)
        if step.z is not None and not self.flies:
            self._climb(from_lattice(step.z))
        self._edge_of_the_board(body, motion)
        beside = self._beside(body, motion)
        spans = ((part, self._spans(part, body, motion)) for part in beside)
        met = [(part, self.leaving.crossed(part, each, body, motion)) for part, each in spans]
        met = [(part, spans) for part, spans in met if spans]
        self.met, self.closed = met, []
        # A wall of Ruins that a model walks through does not lift it.
        lifting = (part for part in beside if part.is_low and not self._lets_through(part))
        self.low = [(part, inside(body, motion, part.region, "centre")) for part in lifting]
        cuts = _cuts(met, self._risen(met, motion))
        for low, high in pairwise(cuts):
            here = [part for part, spans in met if covers(spans, (low + high) / 2)]
            self._piece(step, motion, length, here, (low, high))
        self.pose, self.at = after(self.pose, motion, 1.0), 1.0
        still = [part.id for part, spans in self.low if spans and spans[0] == (0.0, 1.0)]
        self.beneath = [name for name in self.beneath if name in still]
        self._arrive(step)

    def _meant(self, step: Step) -> Step:
        """A step to the height of a surface on another level leads onto that surface; any other height is kept as given."""
        if step.to is None or step.z is None or self.flies:
            return step
        x, y, z = (from_lattice(value) for value in (*step.to, step.z))
        if same(z, self.level):
            return step
        there = (part for part in self.features.parts if part.holds(x, y) and part.kind != "area")
        name = next(
            (part.id for part in there if same(part.level_at(x, y), z)), BOARD if same(z, 0.0) else ""
        )
        return replace(step, z=None, on=step.on or name) if name else step

    def _beside(self, body: Body, motion: Motion) -> Sequence[Part]:
        """The parts that a motion may meet."""
        if isinstance(motion, Pivot):
            return self.features.parts
        west, south, east, north = body_box(body)
        left, low, right, high = west + motion.dx, south + motion.dy, east + motion.dx, north + motion.dy
        return self.features.around((min(west, left), min(south, low), max(east, right), max(north, high)))

    def _risen(self, met: list[tuple[Part, Intervals]], motion: Motion) -> list[float]:
        """The shares of a motion at which a slope is as high as a part that stands on it."""
        tops = [part.counted for part, _ in met if part.raised]
        slopes = [(part, span) for part, spans in met if part.kind == "slope" for span in spans]
        return [share for part, span in slopes for share in self._level_with(part, span, motion, tops)]

    def _level_with(
        self, slope: Part, span: tuple[float, float], motion: Motion, tops: list[float]
    ) -> list[float]:
        """The shares of a motion at which a slope, extended without end, is as high as some tops."""
        low, high = span
        start, end = (after(self.pose, motion, share) for share in span)
        first, last = slope.height_at(start.x, start.y), slope.height_at(end.x, end.y)
        if same(first, last):
            return []
        return [low + (high - low) * (top - first) / (last - first) for top in tops]

    def _spans(self, part: Part, body: Body, motion: Motion) -> Intervals:
        if part.kind == "slope":
            return inside(body, motion, part.region, "centre")
        if part.kind == "pit":
            # A base goes down only where no other surface carries it: pits side by side are one hole.
            sunk = inside(body, motion, self.features.hole(part), "all")
            return intersection(sunk, overlapping(body, motion, part.region)) if sunk else sunk
        spans = overlapping(body, motion, part.whole)
        for pit in self.features.pits(part.id):
            spans = intersection(spans, complement(inside(body, motion, self.features.hole(pit), "all")))
        return spans

    def _piece(
        self, step: Step, motion: Motion, length: float, here: list[Part], span: tuple[float, float]
    ) -> None:
        """A stretch over the same parts: up or down to their level first, then along."""
        low, high = span
        self.at = low
        ends = after(self.pose, motion, low), after(self.pose, motion, high)
        slope = next((part for part in here if part.kind == "slope" and part.tall), None)
        named = [part for part in here if part.raised and part.id == step.on]
        if slope is not None and any(same(part.counted, self.level) for part in named):
            # A model on the floor that a step names stays on it, even if stairs lead up to that floor from below.
            slope = None
        self._sort_out(step, here, slope)
        levels = [self._level(here, slope, pose) for pose in ends]
        if step.z is None or self.flies:
            self._climb(levels[0])
        elif not all(same(level, self.level) for level in levels):
            self._held(here, max(levels), motion)
            levels = [self.level, self.level]
        self._freely_crossed(here, after(self.pose, motion, (low + high) / 2))
        self._sweep(here, motion, span, (levels[0], levels[1]))
        self._impassable(here, (levels[0], levels[1]))
        self.level = levels[1]
        mode: Mode = "walk"
        share = (high - low) * length
        if slope is not None and slope.carries(ends, levels):
            mode = "stairs"
            share = (share * share + (levels[1] - levels[0]) ** 2) ** 0.5
        start, end = (
            Pose(pose.x, pose.y, level, pose.facing) for pose, level in zip(ends, levels, strict=True)
        )
        manner = PIVOT if isinstance(motion, Pivot) else ""
        self.strides.append(Stride(mode, start, end, share, manner=manner, leg=self.leg))
        if self.flies:
            self._over_and_under(here, slope, span, (levels[0], levels[1]))

    def _sweep(
        self, here: list[Part], motion: Motion, span: tuple[float, float], levels: tuple[float, float]
    ) -> None:
        """Record the real heights of the model on a stretch: low ground under its centre lifts or lowers it for free."""
        low = [(part, spans) for part, spans in self.low if same(part.counted, levels[0])]
        cuts = [value for _, spans in low for each in spans for value in each if span[0] < value < span[1]]
        for start, end in pairwise(sorted(dict.fromkeys((*span, *cuts)))):
            under = [part for part, spans in low if covers(spans, (start + end) / 2)]
            ends = [after(self.pose, motion, share) for share in (start, end)]
            heights = lifted(under, levels, ends)
            self.sweeps.append(Sweep(len(self.motions) - 1, start, end, *heights))
            self.at, self.real = start, heights[1]
            on_top = [part for part in under if part.id not in self.beneath]
            self._headroom(here, max(lifted(on_top, levels, ends)))

    def _peak(self, part: Part) -> float:
        """The greatest real height of the model while this motion leads underneath a part."""
        (_, spans), *_ = [each for each in self.met if each[0] is part]
        above = tuple(span for span in spans if beyond(span[1], self.at))
        low = [
            each.height_at(pose.x, pose.y)
            for each, inner in self.low
            if same(each.counted, self.level) and each.kind != "pit"
            for span in intersection(inner, above)
            for pose in (after(self.began, self.motion, share) for share in span)
        ]
        return max(self.real, *low) if low else self.real

    def _too_wide_for(self, lintel: Part) -> bool:
        """Whether a base is wider than the opening below a lintel, or a wall or block lifts it into the lintel on the way."""
        width = width_of(self.table.pieces[lintel.named_for])
        if self.model.base.kind == "round" and beyond(2 * self.model.base.shape.reach, width):
            return True
        (_, spans), *_ = [each for each in self.met if each[0] is lintel]
        inner = tuple(span for span in spans if beyond(span[1], self.at))
        blocks = [
            met
            for part, met in self.met
            if part.raised
            and within(part.clear, self.level)
            and beyond(part.counted + self.height, lintel.clear)
            and not self._lets_through(part)
        ]
        return any(intersection(met, inner) for met in blocks)

    def _over_and_under(
        self, here: list[Part], slope: Part | None, span: tuple[float, float], levels: tuple[float, float]
    ) -> None:
        """Record the heights that a flown line must stay above and below on a stretch."""
        motion = len(self.motions) - 1
        if slope is not None:
            self.tops.append((slope.id, Sweep(motion, *span, *levels)))
        elif all(part.kind not in ("pit", "slope") for part in here):
            # The ground itself: a line out of a pit leads over its rim.
            self.tops.append((BOARD, Sweep(motion, *span, 0.0, 0.0)))
        for part in here:
            if part.id in self.over:
                self.tops.append((part.id, Sweep(motion, *span, part.counted, part.counted)))
        above = [part for part in here if part.id in self.under and not self._lets_through(part)]
        if above:
            self.flown_under.update(part.id for part in above)
            top = min(part.clear for part in above) - self.height
            self.ceilings.append(Sweep(motion, *span, top, top))

    def _sort_out(self, step: Step, here: list[Part], slope: Part | None) -> None:
        """Decide for each part newly met whether the model goes over it or passes underneath."""
        reached_by = [part.id for part in here if slope is not None and slope.leads_to(part)]
        # In Ruins stairs lead up through the floor on which they end.
        through = [part.id for part in here if part.id in reached_by and self._lets_through(part)]
        if any(name in through for name in self.under):
            self.clauses.append("support.ruins")
        names = [part.id for part in here if part.id not in through]
        self.over = []
        self.under = [name for name in self.under if name in names]
        # The rim of a pit, or a block below, lifts the model before it can pass below anything higher.
        flat = slope is None and all(part.kind != "slope" for part in here)
        bottom = (
            self._level([part for part in here if not part.raised], None, self.here) if flat else self.level
        )
        for part in sorted(here, key=lambda one: (one.clear, one.top)):
            if not part.raised or part.id in self.under:
                continue
            reached = part.id in reached_by
            level = self._peak(part)
            if self.flies and step.z is not None:
                level = max(level, from_lattice(step.z))
            level = max(level, bottom, self.features.sill_top(part, self.level))
            fits = beyond(part.clear, max(self.level, bottom)) and within(level + self.height, part.clear)
            fits = fits and not (part.is_lintel and self._too_wide_for(part))
            if fits and step.on != part.id and not reached:
                self.under.append(part.id)
                self.clauses.append("move.base-decides-fit")
            elif self._lets_through(part) and step.on != part.id and not reached:
                self.under.append(part.id)
                self.clauses.append("support.ruins")
            else:
                self.over.append(part.id)
                bottom = max(bottom, part.counted)

    def _level(self, here: list[Part], slope: Part | None, pose: Pose) -> float:
        """The highest counted level under the base."""
        level = next((part.counted for part in here if part.kind == "slope"), 0.0)
        if slope is not None:
            level = slope.height_at(pose.x, pose.y)
        pits = [part.counted for part in here if part.kind == "pit"]
        if pits:
            level = max(pits)
        for part in here:
            if part.id in self.over and not (slope is not None and slope.leads_to(part)):
                level = max(level, part.counted)
        return level

    def _climb(self, level: float) -> None:
        """Straight up or down, at full height."""
        if same(level, self.level):
            return
        start = self.here
        end = Pose(start.x, start.y, level, start.facing)
        self.clauses += CLIMBING
        if is_big(self.model):
            self.clauses.append("terrain.all-models-climb")
        rise = level - self.level
        self.strides.append(Stride("climb", start, end, abs(rise), rise, leg=self.leg))
        self.sweeps.append(Sweep(len(self.motions) - 1, self.at, self.at, self.real, level))
        self.level = self.real = level

    # ------------------------------------------------------------------ what is refused

    def _held(self, here: list[Part], level: float, motion: Motion) -> None:
        """Refuse a line at a given height that runs into a part, or over a gap."""
        where = point(self.here)
        if beyond(level, self.level):
            high = [part for part in here if part.id in self.over or part.kind == "slope"]
            # Below ground level and without a part: the rim of a pit.
            part = max(high, key=lambda one: one.top, default=None)
            says = say("The ground blocks the path at this height. Go over it or around it")
            if part is not None:
                says = say(
                    "{thing} blocks the path at this height. Go over it or around it", thing=part.shown
                )
            self.breaks.append(Break("terrain.over-not-through", says, where))
            if part is not None and beyond(part.clear, self.level):
                self.breaks.append(too_tall_for(self.who, part, point(self.here)))
            elif part is not None and not inside(self._body(), motion, part.region, "centre"):
                says = say(
                    "The base of {model} does not fit past {thing}", model=Who(self.who), thing=part.shown
                )
                self.breaks.append(Break("move.base-decides-fit", says, where))
        else:
            says = say(
                "There is no surface at a height of {height} here. Climb down and up again",
                height=Length.of(self.level),
            )
            self.breaks.append(Break("terrain.gaps", says, where))

    def _headroom(self, here: list[Part], level: float) -> None:
        above = [part for part in here if part.id in self.under and not self._lets_through(part)]
        self.breaks += [
            too_tall_for(self.who, part, point(self.here))
            for part in above
            if not within(level + self.height, part.clear)
        ]

    def _freely_crossed(self, here: list[Part], middle: Pose) -> None:
        """Cite the clauses by which low parts and gaps narrower than the base are crossed for free."""
        for part in here:
            if not part.tall and part.kind in ("block", "floor") and same(part.counted, self.level):
                self.clauses.append("terrain.low-free")
                if part.piece.on not in ("", BOARD):
                    self.clauses.append("terrain.height-judged")
        roofs = [part for part in here if part.id in self.over and same(part.counted, self.level)]
        if len(roofs) > 1 and not any(part.holds(middle.x, middle.y) for part in roofs):
            self.clauses.append("terrain.gaps")

    def _leave_from_under(self, step: Step) -> None:
        """Refuse a step up through the floor above the model."""
        part = self.features.named(step.on)
        if part is not None and step.on in self.under and not self._lets_through(part):
            says = say(
                "{model} is underneath {thing}. Move out past its edge first, then climb",
                model=Who(self.who),
                thing=part.shown,
            )
            self.breaks.append(Break("terrain.floors-solid", says, point(self.pose)))

    def _arrive(self, step: Step) -> None:
        """Refuse a step that does not lead onto the surface it names."""
        if not step.on:
            return
        part = self.features.named(step.on)
        level = 0.0 if part is None else part.level_at(self.pose.x, self.pose.y)
        if same(level, self.level) or self._through_floors(part, level):
            return
        if beyond(self.level, level):
            says = say(
                "This path does not lead down to {surface}. Move to the edge first, then climb down",
                surface=surface_name(step.on),
            )
            self.breaks.append(Break("terrain.floors-solid", says, point(self.pose)))
        else:
            says = say(
                "This path does not lead onto {surface}: it ends {short} below it",
                surface=surface_name(step.on),
                short=Length.of(level - self.level),
            )
            self.breaks.append(Break("terrain.over-not-through", says, point(self.pose)))

    def _through_floors(self, part: Part | None, level: float) -> bool:
        """Whether the model moves straight up or down to another floor of Ruins; the height still costs movement."""
        x, y = self.pose.x, self.pose.y
        low, high = sorted((level, self.level))
        body = self._body()
        # The parts passed on the way, and those that a body on that level would run into.
        head = max(high, level + self.height)
        filled = [
            each
            for each in self.features.raised
            if each.under(body)
            and beyond(each.top, low)
            and (within(each.top, high) or (short_of(each.clear, head) and beyond(each.top, level)))
        ]
        slopes = [
            each
            for each in self.features.parts
            if each.kind == "slope" and each.tall and each.holds(x, y) and within(each.height_at(x, y), high)
        ]
        between = [*filled, *(each for each in slopes if beyond(each.height_at(x, y), low))]
        # Without a floor in between the obstacle is the rim of a pit, not Ruins.
        if not between or not is_afoot(self.model) or not all(each.in_ruins for each in between):
            return False
        if part is not None and not self._has_room_on(part, body):
            return False
        self._impassable([each for each in self.features.parts if each.under(body)], (low, high))
        self._climb(level)
        self.clauses.append("support.ruins")
        here = [each for each in self.features.raised if each.under(body)]
        self.over = [each.id for each in here if not beyond(each.top, level)]
        self.under = [each.id for each in here if each.id not in self.over]
        return True

    def _has_room_on(self, part: Part, body: Body) -> bool:
        """Whether there is room on a part for a base that comes through a floor; a deep pit must take the whole base."""
        if part.kind == "pit" and part.tall:
            return lies_on(body, self.features.hole(part), "all")
        return part.holds(self.pose.x, self.pose.y)

    def _edge_of_the_board(self, body: Body, motion: Motion) -> None:
        board = self.features.board
        if board is None:
            return
        out = complement(inside(body, motion, board, "all"))
        if out:
            where = point(after(self.pose, motion, out[0][0]))
            says = say("{model} can't move over the board edge", model=Who(self.who))
            self.breaks.append(Break("move.no-crossing-board-edge", says, where))
            if self.flies:
                says = say("Models that Fly can't cross the board edge either")
                self.breaks.append(Break("fly.edge-and-walls-bind", says, where))

    def _impassable(self, here: list[Part], levels: tuple[float, float]) -> None:
        """Refuse a stretch over impassable ground on its own level, once for each leg."""
        if self.flies:
            # A model that can Fly passes over it; where it lands is checked at the end of the path.
            return
        for part in here:
            if part not in self.closed and part.closes(min(levels), max(levels)):
                self.closed.append(part)
                says = say("{thing} is impassable. Go around it", thing=part.shown)
                self.breaks.append(Break("terrain.ground-kinds", says, point(self.here)))

    def _lands(self) -> None:
        """Refuse a flight that ends on impassable ground."""
        body = self._body()
        for part in self.features.parts:
            if part.closes(self.level, self.level) and part.under(body):
                says = say(
                    "{who} can't end its move on {thing}: it is impassable",
                    who=Who(self.who),
                    thing=part.shown,
                )
                self.breaks.append(Break("terrain.ground-kinds", says, point(self.pose)))


def _grounded(ground: Features, step: Step) -> Step:
    """A step to the real height of low ground, with its height changed to the level that counts there."""
    if step.to is None or step.z is None:
        return step
    x, y, z = (from_lattice(value) for value in (*step.to, step.z))
    low = (
        part for part in ground.parts if part.is_low and part.holds(x, y) and same(part.height_at(x, y), z)
    )
    part = next(low, None)
    return step if part is None else replace(step, z=to_lattice(part.counted))


def _cuts(met: list[tuple[Part, Intervals]], more: list[float]) -> list[float]:
    """The fractions of a motion at which the base comes over a part or leaves it."""
    values = [0.0, 1.0, *more, *(value for _, spans in met for span in spans for value in span)]
    shares = dict.fromkeys(round(value, SHARE_DIGITS) for value in values)
    return sorted(share for share in shares if 0.0 <= share <= 1.0)
