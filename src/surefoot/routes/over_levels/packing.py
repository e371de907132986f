"""Packs the legs of a path over levels into actions, each judged by the referee from where the one before it ended."""

from __future__ import annotations

from fractions import Fraction

from surefoot.dice.requests import Break
from surefoot.geometry.tolerance import TOLERANCE, from_lattice, short_of, to_lattice
from surefoot.records import dataclass, replace
from surefoot.referee.bill import Bill, bill
from surefoot.referee.cut import last_rest
from surefoot.referee.itinerary import Itinerary, Leg
from surefoot.referee.protocol import Crossing, Declaration
from surefoot.referee.referee import check
from surefoot.referee.scene import Scene
from surefoot.referee.tariff import Tariff
from surefoot.referee.trace import trace
from surefoot.referee.verdict import Outcome
from surefoot.routes.links.judging import judge_declaration, judge_now_or_later
from surefoot.routes.one_level.chance import after_ticks, success_chance
from surefoot.routes.one_level.legs import turned_degrees
from surefoot.routes.over_levels.atlas import Atlas
from surefoot.routes.over_levels.floors import TakenLink
from surefoot.table.table import Table

# Legs that change the table: the legs after them are traced on the changed table.
_CHANGING = ("lift", "through")


class Refusal(Exception):
    """The referee refuses part of the path."""

    def __init__(self, breaks: tuple[Break, ...] = ()) -> None:
        super().__init__("refused")
        self.breaks = breaks


@dataclass(frozen=True)
class _Followed:
    """Legs as traced from one of them on (`first`), and their bill."""

    itinerary: Itinerary
    paid: Bill
    first: int


class ActionPacker:
    """Packs legs into actions: as many into each as its movement allows."""

    def __init__(self, atlas: Atlas) -> None:
        self.atlas, self.now = atlas, atlas.table
        self.legs: tuple[Leg, ...] = ()
        self.steps: list[Outcome] = []
        self.chance = Fraction(1)
        # The number of actions begun so far, and the movement used of the last.
        self.count = 0
        self.spent = 0.0
        # The crossing for which legs are being collected, if it is not the move itself: the walk after a link is part
        # of it.
        self.open: Crossing | None = None

    @property
    def used(self) -> float:
        """The movement used of all actions."""
        return (self.count - 1) * self.atlas.action_budget.allowance + self.spent if self.count else 0.0

    @property
    def _is_last(self) -> bool:
        """Whether the action under way is the last one."""
        takes = self.open.takes if self.open is not None else 1
        return self.count + takes >= self.atlas.action_budget.actions

    def walk(self, legs: tuple[Leg, ...]) -> None:
        """Walk, and continue with the next action where one ends."""
        while legs:
            over = self._over((*self.legs, *legs))
            if over is None:
                self.legs += legs
                return
            if self._is_last and not self._fits_nearly((*self.legs, *legs)):
                raise Refusal
            legs = self._split((*self.legs, *legs), over)

    def link(self, taken: TakenLink) -> None:
        """Take a link with the action under way, or with the next one if it does not fit."""
        legs = taken.judged.legs
        if self._over((*self.legs, *legs)) is None:
            self.legs += legs
            return
        begun, action_budget = self.count, self.atlas.action_budget
        pauses = self.atlas.pauses(taken.link) and (begun + 1) % action_budget.in_a_turn != 0
        # A climber does not begin with almost no movement left: the rest of the action is lost.
        if not pauses or begun + 1 >= action_budget.actions or self._left() <= 10 * TOLERANCE:
            self.declare()
            self.legs = legs
            if self._over(legs) is not None:
                self._hang(legs)
            return
        self._hang((*self.legs, *legs))

    def _hang(self, legs: tuple[Leg, ...]) -> None:
        """Begin a climb with this action and continue it in the next."""
        before = self.now.pose(self.atlas.who).z
        self.legs = legs
        self.declare()
        if self.now.models[self.atlas.who].place.kind == "surface":
            raise Refusal
        self.legs = (self._onward(legs[-1], before),)

    def _onward(self, leg: Leg, before: float) -> Leg:
        """The leg that goes on with a climb; down a ladder it needs its direction."""
        z = self.now.pose(self.atlas.who).z
        if leg.by != "link" or leg.rise or not short_of(z, before):
            return leg
        return replace(leg, rise=self.now.pieces[leg.link].z - to_lattice(z))

    def own(self, taken: TakenLink) -> None:
        """Take a link by actions of its own."""
        crossing, legs = taken.judged.own, taken.judged.legs
        assert crossing is not None
        if crossing.goes_on:
            self._shared(crossing, legs)
            return
        if crossing.runs_up and self.legs:
            legs = (*self.legs, *legs)
            self.legs = ()
        self.declare()
        self.count = self.atlas.action_budget.first_action_for(self.count, crossing.takes)
        if crossing.by_strokes:
            for leg in legs:
                self._make(Declaration(crossing.action, (self.atlas.who,), (leg,)))
                self.spent = self.atlas.action_budget.allowance
            return
        while self.count == 0 or self.now.models[self.atlas.who].place != taken.judged.place:
            self._make(Declaration(crossing.action, (self.atlas.who,), legs))
            self.count += crossing.takes - 1
            self.spent = self.atlas.action_budget.allowance
            if self.now.models[self.atlas.who].place.kind == "surface":
                return
            if self.count > self.atlas.action_budget.actions:
                raise Refusal

    def _shared(self, crossing: Crossing, legs: tuple[Leg, ...]) -> None:
        """Take a link by an action that also walks: with the legs collected so far if they fit, and with those that follow."""
        if not self.legs or self._over((*self.legs, *legs)) is not None:
            self.declare()
        self.count = self.atlas.action_budget.first_action_for(self.count, crossing.takes)
        self.legs, self.open = (*self.legs, *legs), crossing
        while self._over(self.legs) is not None:
            if self._is_last:
                raise Refusal
            self._hang(self.legs)
            self.count = self.atlas.action_budget.first_action_for(self.count, crossing.takes)
            self.open = crossing

    def opens(self, said: Declaration) -> None:
        """Open a door by an action of its own."""
        self.declare()
        self._make(said)
        self.spent = self.atlas.action_budget.allowance

    def declare(self) -> None:
        """Declare the legs collected so far."""
        if not self.legs:
            return
        said = self._said(self.legs)
        own, self.open, self.legs = self.open, None, ()
        self._make(said)
        self.count += own.takes - 1 if own is not None else 0

    def _said(self, legs: tuple[Leg, ...]) -> Declaration:
        """The declaration of some legs by the action under way."""
        own, who = self.open, (self.atlas.who,)
        if own is not None:
            return Declaration(own.action, who, legs)
        return Declaration(self.atlas.action, who, legs, details=self.atlas.details)

    def _make(self, declaration: Declaration) -> None:
        made = judge_now_or_later(self.now, declaration)
        if made is None:
            now = after_ticks(self.now, declaration)
            raise Refusal(check(now, declaration, nearest=False).breaks)
        before, (outcome, self.now) = self.now, made
        self.chance *= success_chance(before, outcome)
        self.steps.append(outcome)
        self.count += 1
        self.spent = from_lattice(outcome.unrounded_cost)

    def _left(self) -> float:
        """The movement left in the action after the legs collected so far."""
        return from_lattice(self._followed(self.legs).paid.purse)

    def _followed(self, legs: tuple[Leg, ...]) -> _Followed:
        """The legs as traced. Up to the last leg that changes the table the referee is asked instead."""
        table, first, spent = self.now, 0, 0.0
        for k, leg in enumerate(legs):
            if leg.by in _CHANGING:
                first = k + 1
        if first:
            made = judge_declaration(self.now, self._said(legs[:first]))
            if made is None:
                raise Refusal
            outcome, table = made
            spent = from_lattice(outcome.unrounded_cost)
        rest = legs[first:]
        # An open door is no obstacle any more.
        same = table.pieces == self.atlas.table.pieces
        lens = self.atlas.tariff.lens if same else self.atlas.tariff_on(table).lens
        itinerary = trace(Scene(table), lens, self.atlas.who, rest)
        tariff = self._tariff(table, rest)
        left = to_lattice(max(0.0, tariff.allowance - spent))
        paid = bill(itinerary, tariff, left, whole=False)
        return _Followed(itinerary, paid, first)

    def _over(self, legs: tuple[Leg, ...]) -> tuple[int, float] | None:
        """Where the movement of one action runs out along some legs; None if it does not."""
        if self.atlas.tariff.anywhere is not None:
            # The ruleset follows paths itself, and will refuse.
            return None
        return self._followed(legs).paid.dry

    def _tariff(self, table: Table, legs: tuple[Leg, ...]) -> Tariff:
        """The prices of one action, less the movement that turning along some legs costs."""
        tariff, whole = self.atlas.tariff, self.atlas.action_budget.allowance
        if not tariff.turn_fare:
            return replace(tariff, allowance=whole)
        turned = turned_degrees(legs, table.pose(self.atlas.who))
        rounded = max((amend.at_most for amend in tariff.amends), default=0.0) if turned else 0.0
        return replace(tariff, allowance=max(0.0, whole - turned * tariff.turn_fare - max(rounded, 0.0)))

    def _fits_nearly(self, legs: tuple[Leg, ...]) -> bool:
        """Whether some legs cost no more than an action has, apart from amounts that prices per length cannot state."""
        slack = max((-amend.at_least for amend in self.atlas.tariff.amends), default=0.0)
        over = -from_lattice(self._followed(legs).paid.purse)
        return over <= slack + TOLERANCE

    def _split(self, legs: tuple[Leg, ...], over: tuple[int, float]) -> tuple[Leg, ...]:
        """Declare as much as fits, up to the last place where the base may rest; the remaining legs are returned."""
        if self._is_last:
            # The last action, and nearly enough movement: the referee decides.
            self.legs = legs
            self.declare()
            return ()
        follow_by_ruleset = self._followed(legs)
        rest = last_rest(follow_by_ruleset.itinerary, over)
        if rest is None:
            if not self.legs:
                raise Refusal
            count = len(self.legs)
            self.declare()
            return legs[count:]
        stride = follow_by_ruleset.itinerary.strides[rest[0]]
        x = stride.start.x + (stride.end.x - stride.start.x) * rest[1]
        y = stride.start.y + (stride.end.y - stride.start.y) * rest[1]
        point = to_lattice(x), to_lattice(y)
        last = follow_by_ruleset.first + stride.leg
        leg = legs[last]
        self.legs = (*legs[:last], *((replace(leg, to=point),) if leg.by == "walk" else (leg,)))
        self.declare()
        return legs[last:] if leg.by == "walk" and leg.to != point else legs[last + 1 :]
