"""The cheapest legal way over all levels: found floor by floor, refined, declared action by action, judged by the referee."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import inf

from surefoot.dice.requests import Break
from surefoot.geometry.search.anchor_search import Search
from surefoot.geometry.search.paths import Path, Point, cheapest
from surefoot.geometry.tolerance import TOLERANCE, from_lattice, to_lattice
from surefoot.referee.bill import Bill, bill
from surefoot.referee.cut import last_rest
from surefoot.referee.itinerary import Itinerary, Leg
from surefoot.referee.protocol import Crossing, Declaration
from surefoot.referee.referee import check, ruleset_of
from surefoot.referee.scene import Scene
from surefoot.referee.tariff import Tariff
from surefoot.referee.trace import trace
from surefoot.referee.verdict import Outcome
from surefoot.routes.atlas import Atlas
from surefoot.routes.crossing import after_ticks, declared, likely, sooner_or_later
from surefoot.routes.drawing import bends, drawn
from surefoot.routes.floors import Floor, Passage
from surefoot.routes.levels import Levels, levels
from surefoot.routes.route import ERROR, Cancelled, NoRoute
from surefoot.routes.sliding import best, between
from surefoot.routes.survey import Unpriced
from surefoot.table.record import EMPTY, Record
from surefoot.table.table import Table

# Twice over all links: the second time hardly anything moves.
_ROUNDS = 2
# Legs that change the table: what comes behind them is followed on the table that they leave.
_CHANGING = ("lift", "through")
# A way that costs no more than was promised, but for this, is not looked at twice.
_NEARLY = 1e-3


@dataclass(frozen=True)
class Journey:
    """A way over levels that the referee has judged legal: what to declare, one action after another, and what it says."""

    steps: tuple[Outcome, ...]
    links: tuple[Passage, ...]
    # What is used of the movement of all actions, with what is lost between them.
    used: float
    budget: float
    table: Table = field(repr=False)
    # How likely every test on the way is passed, and whatever is rolled for it is enough.
    chance: Fraction = Fraction(1)
    error: float = ERROR

    @property
    def found(self) -> bool:
        """There is a way."""
        return True

    @property
    def declarations(self) -> tuple[Declaration, ...]:
        """What is declared, in order."""
        return tuple(step.declaration for step in self.steps)

    @property
    def points(self) -> tuple[Point, ...]:
        """Where the legs end, those of all actions."""
        legs = [leg for declaration in self.declarations for leg in declaration.legs]
        return tuple((from_lattice(leg.to[0]), from_lattice(leg.to[1])) for leg in legs if leg.to)

    @property
    def cost(self) -> float:
        """What the referee bills for all of it."""
        return from_lattice(sum(step.cost for step in self.steps))


@dataclass(frozen=True)
class _Walk:
    """A part of the way on one floor."""

    floor: Floor
    legs: tuple[Leg, ...]


class Refusal(Exception):
    """The referee refuses a part of the way."""

    def __init__(self, breaks: tuple[Break, ...] = ()) -> None:
        super().__init__("refused")
        self.breaks = breaks


def journey(
    table: Table,
    who: str,
    action: str,
    to: Point,
    *,
    on: str = "",
    budget: float | None = None,
    actions: int = 1,
    risk: bool = True,
    details: Record = EMPTY,
    without: tuple[str, ...] = (),
    cancelled: Cancelled | None = None,
) -> Journey | NoRoute:
    """The cheapest way of a model to a place on any level, with one action or several in a row."""
    refused: list[NoRoute] = []
    found: list[Journey] = []
    for k, tariff in enumerate(ruleset_of(table).tariffs(table, who, action)):
        try:
            field = levels(
                table, who, action, budget=budget, actions=actions, risk=risk,
                alternative=k, details=details, without=without, cancelled=cancelled,
            )  # fmt: skip
        except Unpriced as problem:
            refused.append(NoRoute(str(problem), tariff.allowance))
            continue
        answer = along(field, to, on)
        if isinstance(answer, Journey):
            found.append(answer)
        else:
            refused.append(answer)
    if found:
        return min(found, key=lambda one: one.used / max(one.budget, 1e-9))
    return min(refused, key=lambda one: inf if one.cost is None else one.cost)


def along(field: Levels, to: Point, on: str = "") -> Journey | NoRoute:
    """The cheapest way to a place within what has been reached, judged."""
    if field.forbidden:
        return NoRoute(str(field.forbidden[0].says), field.budget, breaks=field.forbidden)
    floors = sorted(
        ((field.on_floor(floor, *to), floor.number, floor) for floor in field.at(*to, on)),
        key=lambda each: each[:2],
    )
    ends = [(cost, floor) for cost, _, floor in floors if cost <= field.most + field.error]
    for slope in field.slopes_at(*to, on):
        onto = field.onto(slope, *to)
        if onto is not None and not field.refuses_on(slope, *to):
            links = (*field.passages(field.atlas.floors[onto.source], *onto.start), onto)
            try:
                return _judged(field, links, field.atlas.floors[onto.source], to, (slope,))
            except Refusal:
                continue
    if not ends:
        return NoRoute("no way over any level leads there within the budget", field.budget)
    breaks: tuple[Break, ...] = ()
    for cost, floor in ends:
        stands = field.refuses(floor, *to)
        if stands:
            return NoRoute(f"the base cannot end there: {stands}", field.budget, blocked_by=(stands,))
        names = tuple(surface.id for surface in floor.surfaces_at(*to))
        found: list[Journey] = []
        for links in _candidates(field, floor, to):
            try:
                found.append(_judged(field, links, floor, to, names))
            except Refusal as problem:
                breaks = breaks or problem.breaks
            # Not where the whole way is cheapest, if that loses more at the end of an action than it saves.
            if found and found[-1].used <= cost + _NEARLY:
                break
        if found:
            return min(found, key=lambda each: each.used)
    return NoRoute("the referee refuses every way that was found", field.budget, ends[0][0], breaks=breaks)


def _candidates(field: Levels, floor: Floor, to: Point) -> Iterator[tuple[Passage, ...]]:
    """The links of ways to a place: each where the whole way is cheapest first, then where they were found."""
    seen: list[tuple[Passage, ...]] = []
    chains = field.chains(floor, *to)
    for links in (*(_refined(field.atlas, chain, to) for chain in chains), *chains):
        if links not in seen:
            seen.append(links)
            yield links


# ---------------------------------------------------------------------- walking on one floor


def _walked(floor: Floor, start: Point, end: Point, *, first: bool) -> Path | None:
    """The cheapest way between two places of a floor."""
    chart = floor.ground.chart
    search = Search(chart)
    leaves = first or floor.may_leave(*start)
    search.may_leave(floor.ground.leaving if leaves else ())
    ways = cheapest(chart, floor.clear(start), floor.clear(end), search=search)
    return ways[0] if ways else None


def _legs(floor: Floor, way: Path, start: Point, end: Point) -> tuple[Leg, ...]:
    if math.dist(start, end) <= TOLERANCE:
        return ()
    return drawn(floor.seen_from(start), way, end)


# ---------------------------------------------------------------------- the best places along seams


def _refined(atlas: Atlas, links: tuple[Passage, ...], to: Point) -> tuple[Passage, ...]:
    """The same links, each taken where the whole way is cheapest."""
    best = list(links)
    for _ in range(_ROUNDS if links else 0):
        for i, passage in enumerate(best):
            before = (atlas.pose.x, atlas.pose.y) if i == 0 else best[i - 1].end
            behind = to if i == len(best) - 1 else best[i + 1].start
            best[i] = _slid(atlas, passage, before, behind, first=i == 0)
    return tuple(best)


def _slid(atlas: Atlas, passage: Passage, before: Point, behind: Point, *, first: bool) -> Passage:
    """A link slid along its seam to where the way before it, itself and the way behind it cost least."""
    seam = passage.seam
    source, target = atlas.floors[passage.source], atlas.floors[passage.target]
    reached: dict[Point, float] = {}
    goes_on: dict[Point, float] = {}

    def to_start(start: Point) -> float:
        if start not in reached:
            way = _walked(source, before, start, first=first)
            reached[start] = inf if way is None else way.cost
        return reached[start]

    def from_end(end: Point) -> float:
        if end not in goes_on:
            way = _walked(target, target.clear(end, behind), behind, first=False)
            goes_on[end] = inf if way is None else way.cost
        return goes_on[end]

    def guess(at: float, lands: float) -> float:
        start, end = between(seam.starts, at), between(seam.ends, lands)
        if not seam.leads(math.dist(start, end)):
            return inf
        return to_start(start) + sum(atlas.tolls.least(seam, passage.crossed.own, start, end)) + from_end(end)

    def asked(at: float, lands: float) -> float:
        start, end = between(seam.starts, at), between(seam.ends, lands)
        leads = seam.leads(math.dist(start, end))
        made = atlas.cross(seam, start, end, passage.crossed.own) if leads else None
        return inf if made is None else to_start(start) + made.cost + from_end(end)

    if seam.link:
        return passage
    others = None if seam.far is None else len(seam.ends)
    one, other = passage.index
    at, lands = best(guess, asked, one, other, len(seam.starts), others)
    start, end = between(seam.starts, at), between(seam.ends, lands)
    made = atlas.cross(seam, start, end, passage.crossed.own)
    if made is None or made.takes != passage.crossed.takes:
        return passage
    pose = atlas.table.resolve(made.place)
    slid = replace(passage, start=start, end=(pose.x, pose.y), crossed=made)

    def in_all(one: Passage) -> float:
        return to_start(one.start) + one.crossed.cost + from_end(one.end)

    return slid if in_all(slid) < in_all(passage) - 1e-6 else passage


# ---------------------------------------------------------------------- declared and judged


def _judged(
    field: Levels, links: tuple[Passage, ...], floor: Floor, to: Point, on: tuple[str, ...]
) -> Journey:
    """The way as declarations, each judged on the table that the one before it left."""
    packer = _Packer(field.atlas)
    for part in _parts(field.atlas, links, floor, to):
        if isinstance(part, _Walk):
            packer.walk(part.legs)
        elif part.crossed.opens is not None:
            packer.opens(part.crossed.opens)
        elif part.crossed.own is not None:
            packer.own(part)
        elif field.atlas.flows(part.seam):
            packer.walk(part.crossed.legs)
        else:
            packer.link(part)
    packer.declare()
    pose, place = packer.now.pose(field.atlas.who), packer.now.models[field.atlas.who].place
    arrived = place.on in on and math.dist((pose.x, pose.y), to) <= 3 * TOLERANCE
    if not arrived or packer.count > field.atlas.clockwork.actions:
        raise Refusal
    return Journey(tuple(packer.steps), links, packer.used, field.budget, field.atlas.table, packer.chance)


def _parts(atlas: Atlas, links: tuple[Passage, ...], floor: Floor, to: Point) -> Iterator[_Walk | Passage]:
    here: Point = (atlas.pose.x, atlas.pose.y)
    entry = here
    for i, passage in enumerate(links):
        source = atlas.floors[passage.source]
        yield _walk(source, here, passage.start, first=i == 0, entry=entry)
        if passage.crossed.before is not None:
            yield _Walk(source, passage.crossed.before.legs)
        yield passage
        if passage.crossed.behind is not None:
            yield _Walk(source, passage.crossed.behind.legs)
        here, entry = passage.end, passage.entry
    yield _walk(floor, here, to, first=not links, entry=entry)


def _walk(floor: Floor, start: Point, end: Point, *, first: bool, entry: Point) -> _Walk:
    if math.dist(start, end) <= TOLERANCE:
        return _Walk(floor, ())
    way = _walked(floor, floor.clear(start, entry), end, first=first)
    if way is None:
        raise Refusal
    return _Walk(floor, _legs(floor, way, start, end))


@dataclass(frozen=True)
class _Followed:
    """Legs as geometry follows them: from which of them on, and what that costs."""

    itinerary: Itinerary
    paid: Bill
    first: int


class _Packer:
    """Puts legs into actions: as many into each as its movement carries."""

    def __init__(self, atlas: Atlas) -> None:
        self.atlas, self.now = atlas, atlas.table
        self.legs: tuple[Leg, ...] = ()
        self.steps: list[Outcome] = []
        self.chance = Fraction(1)
        # Actions begun so far, and movement used of the last.
        self.count = 0
        self.spent = 0.0
        # The action that is gathered for, if it is another than the move: what is walked behind a link is a part of it.
        self.open: Crossing | None = None

    @property
    def used(self) -> float:
        """What is used of all actions."""
        return (self.count - 1) * self.atlas.clockwork.allowance + self.spent if self.count else 0.0

    @property
    def _is_last(self) -> bool:
        """Whether no action is left behind the one that is gathered for."""
        takes = self.open.takes if self.open is not None else 1
        return self.count + takes >= self.atlas.clockwork.actions

    def walk(self, legs: tuple[Leg, ...]) -> None:
        """Walk, and go on with the next action where one ends."""
        while legs:
            over = self._over((*self.legs, *legs))
            if over is None:
                self.legs += legs
                return
            if self._is_last and not self._fits_nearly((*self.legs, *legs)):
                raise Refusal
            legs = self._split((*self.legs, *legs), over)

    def link(self, passage: Passage) -> None:
        """A link within the action under way, or with the next one if it does not fit any more."""
        legs = passage.crossed.legs
        if self._over((*self.legs, *legs)) is None:
            self.legs += legs
            return
        begun, clockwork = self.count, self.atlas.clockwork
        pauses = self.atlas.pauses(passage.seam) and (begun + 1) % clockwork.in_a_turn != 0
        # Nobody hangs on a wall by a hair: what is left of the action is lost.
        if not pauses or begun + 1 >= clockwork.actions or self._left() <= 10 * TOLERANCE:
            self.declare()
            self.legs = legs
            if self._over(legs) is not None:
                self._hang(legs)
            return
        self._hang((*self.legs, *legs))

    def _hang(self, legs: tuple[Leg, ...]) -> None:
        """Begin a climb with this action and go on with it in the next."""
        self.legs = legs
        self.declare()
        if self.now.models[self.atlas.who].place.kind == "surface":
            raise Refusal
        self.legs = legs[-1:]

    def own(self, passage: Passage) -> None:
        """A link by actions of its own."""
        crossing, legs = passage.crossed.own, passage.crossed.legs
        assert crossing is not None
        if crossing.goes_on:
            self._shared(crossing, legs)
            return
        if crossing.runs_up and self.legs:
            legs = (*self.legs, *legs)
            self.legs = ()
        self.declare()
        self.count = self.atlas.clockwork.from_action(self.count, crossing.takes)
        if crossing.by_strokes:
            for leg in legs:
                self._make(Declaration(crossing.action, (self.atlas.who,), (leg,)))
                self.spent = self.atlas.clockwork.allowance
            return
        while self.count == 0 or self.now.models[self.atlas.who].place != passage.crossed.place:
            self._make(Declaration(crossing.action, (self.atlas.who,), legs))
            self.count += crossing.takes - 1
            self.spent = self.atlas.clockwork.allowance
            if self.now.models[self.atlas.who].place.kind == "surface":
                return
            if self.count > self.atlas.clockwork.actions:
                raise Refusal

    def _shared(self, crossing: Crossing, legs: tuple[Leg, ...]) -> None:
        """A link by an action in which one walks as well: with what has been gathered if that fits, and what follows joins it."""
        if not self.legs or self._over((*self.legs, *legs)) is not None:
            self.declare()
        self.count = self.atlas.clockwork.from_action(self.count, crossing.takes)
        self.legs, self.open = (*self.legs, *legs), crossing
        while self._over(self.legs) is not None:
            if self._is_last:
                raise Refusal
            self._hang(self.legs)
            self.count = self.atlas.clockwork.from_action(self.count, crossing.takes)
            self.open = crossing

    def opens(self, said: Declaration) -> None:
        """Open something by an action of its own."""
        self.declare()
        self._make(said)
        self.spent = self.atlas.clockwork.allowance

    def declare(self) -> None:
        """Declare what has been gathered."""
        if not self.legs:
            return
        said = self._said(self.legs)
        own, self.open, self.legs = self.open, None, ()
        self._make(said)
        self.count += own.takes - 1 if own is not None else 0

    def _said(self, legs: tuple[Leg, ...]) -> Declaration:
        """Some legs as the action under way."""
        own, who = self.open, (self.atlas.who,)
        if own is not None:
            return Declaration(own.action, who, legs)
        return Declaration(self.atlas.action, who, legs, details=self.atlas.details)

    def _make(self, declaration: Declaration) -> None:
        made = sooner_or_later(self.now, declaration)
        if made is None:
            now = after_ticks(self.now, declaration)
            raise Refusal(check(now, declaration, nearest=False).breaks)
        before, (outcome, self.now) = self.now, made
        self.chance *= likely(before, outcome)
        self.steps.append(outcome)
        self.count += 1
        self.spent = from_lattice(outcome.cost)

    def _left(self) -> float:
        """What is left of the action after what has been gathered."""
        return from_lattice(self._followed(self.legs).paid.purse)

    def _followed(self, legs: tuple[Leg, ...]) -> _Followed:
        """Some legs as far as geometry follows them: up to the last that changes the table the referee is asked."""
        table, first, spent = self.now, 0, 0.0
        for k, leg in enumerate(legs):
            if leg.by in _CHANGING:
                first = k + 1
        if first:
            made = declared(self.now, self._said(legs[:first]))
            if made is None:
                raise Refusal
            outcome, table = made
            spent = from_lattice(outcome.cost)
        rest = legs[first:]
        # What has been opened is not in the way any more.
        same = table.pieces == self.atlas.table.pieces
        lens = self.atlas.tariff.lens if same else self.atlas.tariff_on(table).lens
        itinerary = trace(Scene(table), lens, self.atlas.who, rest)
        tariff = self._tariff(table, rest)
        paid = bill(itinerary, replace(tariff, allowance=max(0.0, tariff.allowance - spent)))
        return _Followed(itinerary, paid, first)

    def _over(self, legs: tuple[Leg, ...]) -> tuple[int, float] | None:
        """Where the movement of one action runs out along some legs, if it does."""
        if self.atlas.tariff.anywhere is not None:
            # The ruleset follows paths by itself: it will say so.
            return None
        return self._followed(legs).paid.dry

    def _tariff(self, table: Table, legs: tuple[Leg, ...]) -> Tariff:
        """The prices of one action, of which what turning along some legs costs is put aside."""
        tariff, whole = self.atlas.tariff, self.atlas.clockwork.allowance
        if not tariff.turn_fare:
            return replace(tariff, allowance=whole)
        turned = bends(legs, table.pose(self.atlas.who))
        rounded = max((amend.at_most for amend in tariff.amends), default=0.0) if turned else 0.0
        return replace(tariff, allowance=max(0.0, whole - turned * tariff.turn_fare - max(rounded, 0.0)))

    def _fits_nearly(self, legs: tuple[Leg, ...]) -> bool:
        """Whether some legs cost no more than an action has, but for what no price per length can say."""
        slack = max((-amend.at_least for amend in self.atlas.tariff.amends), default=0.0)
        over = -from_lattice(self._followed(legs).paid.purse)
        return over <= slack + TOLERANCE

    def _split(self, legs: tuple[Leg, ...], over: tuple[int, float]) -> tuple[Leg, ...]:
        """Declare as much as fits, up to the last place where the base may rest; what is left is given back."""
        if self._is_last:
            # The last action, and nearly enough: the referee decides.
            self.legs = legs
            self.declare()
            return ()
        followed = self._followed(legs)
        rest = last_rest(followed.itinerary, over)
        if rest is None:
            if not self.legs:
                raise Refusal
            count = len(self.legs)
            self.declare()
            return legs[count:]
        stride = followed.itinerary.strides[rest[0]]
        x = stride.start.x + (stride.end.x - stride.start.x) * rest[1]
        y = stride.start.y + (stride.end.y - stride.start.y) * rest[1]
        point = to_lattice(x), to_lattice(y)
        last = followed.first + stride.leg
        leg = legs[last]
        self.legs = (*legs[:last], *((replace(leg, to=point),) if leg.by == "walk" else (leg,)))
        self.declare()
        return legs[last:] if leg.by == "walk" and leg.to != point else legs[last + 1 :]
