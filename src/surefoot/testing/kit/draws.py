"""Random numbers for the laws: those of Python, with what a ruleset lends, the same for the same seed."""

from __future__ import annotations

import math
import random
from typing import Any, TypeVar

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from surefoot.geometry.shapes import turn
from surefoot.geometry.tolerance import from_lattice, to_lattice
from surefoot.records import replace
from surefoot.referee.itinerary import By, Leg
from surefoot.referee.protocol import Action, Declaration, Ruleset
from surefoot.table.record import Record, freeze
from surefoot.table.table import Table
from surefoot.testing.kit.worlds import Lore, declarations, of_action

T = TypeVar("T")
# The share of declarations that are moves with an aim.
AIMED = 0.7
# The share of straight moves of bases that are not round.
STRAIGHT = 0.7
# The share of walked legs; the others are of any kind.
WALKED = 0.7
# The share of moves that the model may make, and of moves with optional details.
PERMITTED, DETAILED = 0.85, 0.15


class Draws(random.Random):
    """A random generator that also draws what a ruleset lends: declarations, profiles, values of details."""

    lore: Lore

    @classmethod
    def of(cls, name: str, lore: Lore) -> Draws:
        """The generator of a name."""
        rng = cls(name)
        rng.lore = lore
        return rng

    def quarter(self, low: float, high: float) -> float:
        """A number of quarters between two bounds."""
        return self.randint(math.ceil(low * 4), max(math.ceil(low * 4), math.floor(high * 4))) / 4

    def drawn(self, strategy: st.SearchStrategy[T]) -> T:
        """One value of a hypothesis strategy."""
        found: list[T] = []

        # The first example is the simplest one, independent of the seed.
        @seed(self.getrandbits(32))
        @settings(
            max_examples=2,
            phases=(Phase.generate,),
            database=None,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        )
        @given(strategy)
        def take(value: T) -> None:
            found.append(value)

        take()
        return found[-1]

    # ------------------------------------------------------------------ declarations

    def declaration(self, table: Table, ruleset: Ruleset) -> Declaration:
        """A random declaration: usually a move with an aim, else any action of the ruleset."""
        if self.random() < AIMED:
            moved = self.move(table, ruleset)
            if moved is not None:
                return moved
        return self.drawn(declarations(table, ruleset, self.lore))

    def event(self, table: Table, ruleset: Ruleset, *, tick: bool = False) -> Declaration:
        """A random step of a game: a move with an aim, an event, any action, or a step of the clock."""
        kind = "tick" if tick else self.choice(("declare", "declare", "happen", ""))
        if kind == "declare":
            return self.move(table, ruleset) or self.drawn(declarations(table, ruleset, self.lore))
        known = [action for action in ruleset.actions.values() if action.name not in self.lore.last]
        actions = [action for action in known if kind in ("", action.kind)]
        if not actions:
            return self.drawn(declarations(table, ruleset, self.lore))
        return self.drawn(of_action(table, self.choice(actions), self.lore))

    def move(self, table: Table, ruleset: Ruleset) -> Declaration | None:
        """A move of a model to or over terrain, past another model, or anywhere; usually one that it may make."""
        movers = [model.id for model in table.models.values() if model.place.on_table]
        if not movers:
            return None
        model = self.choice(movers[:1] * 2 + movers)
        who = table.models[model].unit or model
        actions = [
            action
            for action in ruleset.actions.values()
            if action.path != "none" and action.kind == "declare" and action.offered(table, who)
        ]
        if self.random() < PERMITTED:
            actions = [action for action in actions if not action.permits(table, who)] or actions
        return self.aimed(table, ruleset, self.choice(actions), who) if actions else None

    def aimed(self, table: Table, ruleset: Ruleset, action: Action, who: str) -> Declaration:
        """An action along a path with an aim; what else it needs is drawn as the ruleset lends it."""
        other = self.drawn(of_action(table, action, replace(self.lore, turns=False)))
        needed = {detail.name for detail in action.details if detail.required}
        details = {
            name: value
            for name, value in other.details.items()
            if name != action.plan and (name in needed or self.random() < DETAILED)
        }
        members = table.units[who].models if who in table.units else (who,)
        standing = [name for name in members if table.models[name].place.on_table]
        most = self._most(table, ruleset, action, members[0])
        legs = self.legs(table, (standing or list(members))[0], most)
        if action.plan and (len(members) > 1 or self.random() < 0.5):
            details[action.plan] = freeze(self._plan(table, standing, most))
            legs = ()
        return Declaration(action.name, (who,), legs, other.target, Record(details), action.kind)

    def _plan(self, table: Table, members: list[str], most: float) -> dict[str, Any]:
        """The paths of a unit: all shifted alike, or each model on a path of its own."""
        if members and self.random() < 0.5:
            to, at = self.legs(table, members[0], most)[-1].to, table.pose(members[0])
            if to is not None:
                return {"shift": [round(from_lattice(to[0]) - at.x, 3), round(from_lattice(to[1]) - at.y, 3)]}
        return {
            "paths": {name: _points(self.legs(table, name, most)) for name in members if self.random() < 0.9}
        }

    def _most(self, table: Table, ruleset: Ruleset, action: Action, who: str) -> float:
        """How far a path leads at most: most often as far as the action does."""
        if self.random() < 0.2:
            return math.inf
        try:
            tariffs = ruleset.tariffs(table, who, action.name)
        except KeyError:
            # Some actions with a path have no prices, such as remaining stationary.
            tariffs = ()
        return tariffs[0].allowance if tariffs else self.lore.reach

    def legs(self, table: Table, who: str, most: float = math.inf) -> tuple[Leg, ...]:
        """One to three legs of a model, no longer in plan than the most it may move."""
        place = table.models[who].place
        if not place.on_table:
            return (Leg((to_lattice(self.uniform(25, 35)), to_lattice(self.uniform(25, 35)))),)
        pose = table.pose(who)
        x, y, legs = pose.x, pose.y, []
        for _ in range(self.choice((1, 1, 1, 2, 3))):
            if self.random() < (0.3 if self.lore.turns or table.models[who].base.kind != "round" else 0.0):
                legs.append(Leg(by="turn", turn=to_lattice(self.choice((-90, -45, 45, 90, 180)))))
            links = [piece.id for piece in table.pieces.values() if piece.sort in ("ladder", "rope")]
            if links and self.random() < 0.15:
                legs.append(Leg(None, "link", link=self.choice(links)))
                continue
            hull = table.models[who].base.kind != "round"
            straight = hull and not legs and self.random() < STRAIGHT
            there = self._ahead(table, who) if straight else self._aim(table, who, x, y)
            far = math.dist((x, y), there)
            share = min(1.0, most / far) if far else 1.0
            most -= far * share
            x, y = x + (there[0] - x) * share, y + (there[1] - y) * share
            by: By = "walk" if self.random() < WALKED else self.choice(self.lore.by)
            legs.append(Leg((to_lattice(x), to_lattice(y)), by))
        return tuple(legs)

    def _ahead(self, table: Table, who: str) -> tuple[float, float]:
        """A point straight ahead of a model with a facing."""
        pose, far = table.pose(who), self.lore.reach * self.choice((0.5, 1.0, 1.5, 2.0))
        dx, dy = turn(0.0, far, pose.facing)
        return pose.x + dx, pose.y + dy

    def _aim(self, table: Table, who: str, x: float, y: float) -> tuple[float, float]:
        """A point to go to: straight ahead, across a side of something, or on the far side of a model."""
        far = self.lore.reach * self.choice((0.25, 0.5, 1.0, 1.5))
        others = [model.id for model in table.models.values() if model.id != who and model.place.on_table]
        kind = self.random()
        if kind < 0.25 and others:
            there = table.pose(self.choice(others))
            share = self.choice((0.5, 0.75, 1.0, 1.5, 2.0))
            return x + (there.x - x) * share, y + (there.y - y) * share
        outlines = [piece.outline for piece in table.pieces.values() if piece.outline]
        if kind < 0.7 and outlines:
            outline = [from_lattice(value) for value in self.choice(outlines)]
            west, east, south, north = (
                min(outline[::2]),
                max(outline[::2]),
                min(outline[1::2]),
                max(outline[1::2]),
            )
            if self.random() < 0.5:
                return self.uniform(west - 1, east + 1), self.uniform(south - 1, north + 1)
            straight = self.choice((-1.25, -0.5, 0.5, 1.25))
            if west - 2 < x < east + 2:
                return x, self.choice((south, north)) + straight
            return self.choice((west, east)) + straight, y
        angle = self.choice((self.uniform(0, math.tau), self.randint(0, 3) * math.pi / 2))
        return x + far * math.cos(angle), y + far * math.sin(angle)


def _points(legs: tuple[Leg, ...]) -> list[list[float]]:
    """A path as the plan of a unit writes it."""
    return [[from_lattice(value) for value in leg.to] for leg in legs if leg.to is not None]
