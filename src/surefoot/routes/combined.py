"""Reaches made of others: the best of alternative tariffs, and a reach whose budget is rolled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction
from functools import cached_property

from surefoot.geometry import prepare
from surefoot.geometry.search.paths import Point
from surefoot.records import dataclass, replace
from surefoot.routes.found import FoundReach, FoundRoute
from surefoot.routes.one_level.route import NoRoute, best_answer
from surefoot.routes.outlines import Band, LevelOutline, Mover, ReachAnswer, Steps, levels_of
from surefoot.routes.rolls import RolledBudget

_SURENESS: tuple[ReachAnswer, ...] = ("yes", "within the error", "no")


class _Led:
    """What a combined reach says by its first part."""

    first: FoundReach

    @property
    def who(self) -> str:
        """The model or the unit."""
        return self.first.who

    @property
    def action(self) -> str:
        """The action."""
        return self.first.action

    @property
    def actions(self) -> int:
        """The number of actions in a row."""
        return self.first.actions

    @property
    def mover(self) -> Mover:
        """What moves."""
        return self.first.mover

    @property
    def budget(self) -> float:
        """The movement that may be used."""
        return self.first.budget

    @property
    def start(self) -> Point:
        """Where the mover stands."""
        return self.first.start

    @property
    def models(self) -> Mapping[str, float]:
        """The movement of each model of a unit; empty for a model."""
        return self.first.models


@dataclass(frozen=True)
class BestReach(_Led):
    """The best of the reaches by alternative tariffs, as `route` takes the best of the routes by them.

    Budget and outlines count in the movement of the first tariff: another one with more movement and higher prices is
    scaled to it. Costs are those of the tariff that is best for a place.
    """

    parts: tuple[FoundReach, ...]

    @property
    def first(self) -> FoundReach:  # type: ignore[override]  # read from the parts
        """The reach by the tariff that always applies."""
        return self.parts[0]

    @property
    def error(self) -> float:
        """The most by which a price may be too high."""
        return max(part.error for part in self.parts)

    @property
    def rolls(self) -> tuple[RolledBudget, ...]:
        """What the rolls of the action come to; empty: nothing is rolled."""
        return ()

    @property
    def dice(self) -> tuple[str, ...]:
        """What is rolled: nothing."""
        return ()

    def cost(self, x: float, y: float, on: str = "") -> float | None:
        """The cost of getting to a place by the tariff of which it takes the smallest share; None if there is no path."""
        priced = [
            (cost / max(part.budget, 1e-9), cost)
            for part in self.parts
            if (cost := part.cost(x, y, on)) is not None
        ]
        return min(priced)[1] if priced else None

    def says(self, x: float, y: float, on: str = "") -> ReachAnswer:
        """Whether the mover may end at a place by one of the tariffs."""
        found: ReachAnswer = "no"
        for part in self.parts:
            found = min(found, part.says(x, y, on), key=_SURENESS.index)
            if found == "yes":
                break
        return found

    def chance(self, x: float, y: float, on: str = "") -> Fraction:
        """The best chance by one of the tariffs."""
        return max(part.chance(x, y, on) for part in self.parts)

    def outlines(self, step: Steps) -> tuple[LevelOutline, ...]:
        """The outlines of all tariffs together on every level."""
        levels = levels_of(self.budget, step)
        found: dict[float, LevelOutline] = {}
        for part in self.parts:
            share = part.budget / max(self.budget, 1e-9)
            for level in part.outlines(tuple(each * share for each in levels)):
                known = found.get(level.z)
                found[level.z] = level if known is None else _joined(known, level)
        return tuple(
            replace(
                level,
                bands=tuple(replace(band, level=at) for band, at in zip(level.bands, levels, strict=True)),
            )
            for level in found.values()
        )

    def route_to(self, to: Point, on: str = "") -> FoundRoute | NoRoute:
        """The route that takes the smallest share of its budget."""
        answers = [part.route_to(to, on) for part in self.parts]
        return best_answer(answers, lambda one: one.used / max(one.budget, 1e-9))

    def limited(self, budget: float) -> BestReach:
        """The same reach within a smaller budget, scaled for each tariff."""
        share = budget / max(self.budget, 1e-9)
        return BestReach(tuple(part.limited(part.budget * share) for part in self.parts))


def _joined(one: LevelOutline, other: LevelOutline) -> LevelOutline:
    """One level as two tariffs reach it."""
    bands = tuple(
        replace(a, region=prepare.union([each.region for each in (a, b) if each.region.rings]))
        if a.region.rings or b.region.rings
        else a
        for a, b in zip(one.bands, other.bands, strict=True)
    )
    known = {(gate.by, gate.along, gate.source) for gate in one.gates}
    more = tuple(gate for gate in other.gates if (gate.by, gate.along, gate.source) not in known)
    return replace(one, bands=bands, gates=(*one.gates, *more))


@dataclass(frozen=True)
class RolledReach(_Led):
    """A reach whose budget is rolled: searched with the best roll, and limited to what each total gives."""

    # With the best roll.
    first: FoundReach
    rolls: tuple[RolledBudget, ...]
    # The reach for each total, in the order of `rolls`; none: `first` within the budget of the total.
    by_total: tuple[FoundReach, ...] = field(default=(), repr=False)
    dice: tuple[str, ...] = ()
    # Whether a route can be judged: not if the action needs a target, which a reach does not know.
    judged: bool = True

    @property
    def error(self) -> float:
        """The most by which a price may be too high."""
        return self.first.error

    @cached_property
    def _parts(self) -> tuple[FoundReach, ...]:
        return self.by_total or tuple(self.first.limited(each.budget) for each in self.rolls)

    def cost(self, x: float, y: float, on: str = "") -> float | None:
        """The cost of getting to a place; None if there is no path with the best roll."""
        return self.first.cost(x, y, on)

    def says(self, x: float, y: float, on: str = "") -> ReachAnswer:
        """Whether the mover may end at a place with the best roll."""
        return self.first.says(x, y, on)

    def chance(self, x: float, y: float, on: str = "") -> Fraction:
        """The chance that the roll is high enough for a place; over a link with a test, by the odds of the judged route."""
        if self.first.says(x, y, on) == "no":
            return Fraction(0)
        if self.judged and 0 < self.first.chance(x, y, on) < 1:
            return self._judged(x, y, on)
        low, high = 0, len(self.rolls)
        while low < high:
            middle = (low + high) // 2
            if self._parts[middle].says(x, y, on) == "yes":
                high = middle
            else:
                low = middle + 1
        # So close to what a total gives, only the bill of the judged route tells whether it is enough.
        if self.judged and low and self._parts[low - 1].says(x, y, on) == "within the error":
            return self._judged(x, y, on)
        return self.rolls[low].chance if low < len(self.rolls) else Fraction(0)

    def _judged(self, x: float, y: float, on: str) -> Fraction:
        route = self.route_to((x, y), on)
        return Fraction(0) if isinstance(route, NoRoute) else route.chance

    def needs(self, x: float, y: float, on: str = "") -> int | None:
        """The lowest total with which a place is certainly reached; None if no total is enough."""
        fits = (
            each.total
            for each, part in zip(self.rolls, self._parts, strict=True)
            if part.says(x, y, on) == "yes"
        )
        return next(fits, None)

    def outlines(self, step: Steps) -> tuple[LevelOutline, ...]:
        """The outlines for every step of the price and for every total, each with the chance of so much movement."""
        levels = sorted({*levels_of(self.budget, step), *(each.budget for each in self.rolls)})
        if not self.by_total:
            found = self.first.outlines(tuple(levels))
            return tuple(
                replace(
                    level,
                    bands=tuple(replace(band, chance=self._at_least(band.level)) for band in level.bands),
                )
                for level in found
            )
        # The lowest total has the steps below it; every other one adds its own outline.
        sure = self.rolls[0].budget
        low = tuple(level for level in levels if level < sure - 1e-9)
        whole = self.first.outlines((*low, self.budget))
        bands: dict[float, list[Band]] = {level.z: [] for level in whole}
        for each, part in zip(self.rolls, self._parts, strict=True):
            for level in part.outlines((*low, each.budget) if each is self.rolls[0] else (each.budget,)):
                bands[level.z] += [replace(band, chance=each.chance) for band in level.bands]
        return tuple(replace(level, bands=tuple(bands[level.z])) for level in whole)

    def _at_least(self, level: float) -> Fraction:
        """The chance of so much movement."""
        return next((each.chance for each in self.rolls if each.budget >= level - 1e-9), Fraction(0))

    def route_to(self, to: Point, on: str = "") -> FoundRoute | NoRoute:
        """The cheapest legal route to a place with the best roll; its chance says how likely the roll is enough."""
        return self.first.route_to(to, on)

    def limited(self, budget: float) -> FoundReach:
        """The reach with so much movement, however it was rolled."""
        return self.first.limited(min(budget, self.budget))


def best_of(parts: tuple[FoundReach, ...]) -> FoundReach:
    """The best of some reaches; the only one, if there is one."""
    return parts[0] if len(parts) == 1 else BestReach(parts)
