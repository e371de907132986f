"""Explorers: they try legs at random and go on from where they have got to; whatever the referee lets them do is possible.

A slow and obvious oracle that knows nothing of charts, seams or prices: a tree of declarations, each judged by the referee,
and the longest of its ways pulled taut.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, replace

from surefoot.geometry.kernel import leg_inside, region_distance
from surefoot.geometry.tolerance import beyond, from_lattice, to_lattice
from surefoot.referee.itinerary import Leg
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import ruleset_of
from surefoot.referee.scene import Scene
from surefoot.routes.links.judging import judge_declaration
from surefoot.table.place import Place
from surefoot.table.table import Table
from surefoot.table.terrain import Piece
from tests.routes.furnishings import used
from tests.routes.terraces import FURNISHED, LANDS

# Of the ways that were found so many are pulled taut, each of their bends tried so often.
_TAUT, _PULLS = 6, 8
# How far a bend is moved at first; half as far each time.
_PULL = 0.6
# On tables with doors, lifts and water somebody makes use of them so often.
_USED = 0.35
# Whoever swims ashore is out of the water by no more than this.
_SHORE = 2e-3
# Who goes on from where somebody has got to does so from one of the latest so often.
_ONWARDS = 0.7


@dataclass(frozen=True)
class Found:
    """A place that somebody got to, what it took him of all his actions, and what he declared."""

    place: Place
    x: float
    y: float
    used: float
    declarations: tuple[Declaration, ...]
    table: Table


class Explorer:
    """Somebody who tries his luck on a table."""

    def __init__(self, table: Table, seed: int) -> None:
        self.table, self.dice, self.land = table, random.Random(seed), LANDS[table.ruleset]
        self.furnished = seed >= FURNISHED
        ruleset = ruleset_of(table)
        self.crossings = ruleset.planning.crossings
        tariff = ruleset.tariffs(table, "me", self.land.action)[0]
        self.length, self.avoids = tariff.allowance, tariff.condition.avoids
        # How many actions each takes that is no move, what is opened by one among them.
        self.takes = {each.action: each.takes for each in reversed(self.crossings)}
        self.running = [each.action for each in self.crossings if each.runs_up and not each.goes_on]
        for piece in table.pieces.values():
            opening = ruleset.planning.opening(table, "me", piece)
            if opening is not None and opening.action:
                self.takes[opening.action] = 1
        # Whether a leg that may be an action of its own may be a part of a move, too.
        self.climbs = tariff.fare("climb") is not None
        self.links = [piece.id for piece in table.pieces.values() if piece.sort in ("ladder", "rope")]
        self.names = [
            piece.id
            for piece in table.pieces.values()
            if piece.sort in ("platform", "wall", "gap", "obstacle")
        ]
        pose = table.pose("me")
        self.found = [Found(table.models["me"].place, pose.x, pose.y, 0.0, (), table)]

    def explore(self, tries: int) -> list[Found]:
        """Every place that was got to in so many tries, the longest ways pulled taut."""
        for _ in range(tries):
            here = self._chosen()
            new = self._onwards(here)
            if new is not None and new.place != here.place:
                self.found.append(new)
        long = sorted(self.found[1:], key=lambda each: -sum(len(made.legs) for made in each.declarations))
        return self.found[1:] + [self._taut(each) for each in long[:_TAUT]]

    def _chosen(self) -> Found:
        """From where to go on: more often than not from one of the last places that were found."""
        last = self.found[-8:] if self.dice.random() < _ONWARDS else self.found
        return self.dice.choice(last)

    def _onwards(self, here: Found) -> Found | None:
        """One leg more: in the same declaration if it is a move, else in one of its own."""
        if self.furnished and self.dice.random() < _USED:
            tried = used(here.table, here.declarations, self.land.action, self.dice)
            return None if tried is None else self.judged(tried)
        leg = self._leg(here.x, here.y)
        ways = [each for each in self.crossings if each.by == leg.by]
        crossing = self.dice.choice([*ways, None] if self.climbs else ways) if ways else None
        action = crossing.action if crossing else self.land.action
        made = list(here.declarations)
        if made and not crossing and made[-1].action == action and self.dice.random() < 0.8:
            made[-1] = replace(made[-1], legs=(*made[-1].legs, leg))
        else:
            made.append(Declaration(action, ("me",), (leg,)))
        return self.judged(tuple(made))

    def judged(self, declarations: tuple[Declaration, ...]) -> Found | None:
        """Where some declarations lead, if all of them are legal and within so many actions."""
        now, used = self.table, 0.0
        for declaration in declarations:
            before = now
            outcome = judge_declaration(now, declaration)
            if outcome is None:
                return None
            now = outcome[1]
            # Who swims may be in the water in between, but nobody goes on from a wall.
            if now.models["me"].place.kind != "surface" and declaration.action != "swim":
                return None
            takes = self.takes.get(declaration.action, 0)
            # A leap that comes down on open ground, elsewhere than on what it was aimed at, or in water, is not looked for.
            place, aimed = now.models["me"].place, declaration.legs[-1].on if declaration.legs else ""
            astray = bool(aimed) and place.on != aimed
            open_ground = place.on == "board" and not _over_a_gap(before, now)
            if declaration.action == "leap" and (astray or open_ground or not self._ashore(now)):
                return None
            # Nor is a stroke that leads on over land: whatever it is longer makes it less likely; or off something higher.
            down = beyond(before.pose("me").z, now.pose("me").z)
            if declaration.action == "swim" and (down or self._ashore(now) > _SHORE):
                return None
            # Nor is a run-up that is longer than a move of the kind that is asked for.
            if declaration.action in self.running and beyond(from_lattice(outcome[0].cost), self.length):
                return None
            # Each declaration begins with a new action: what is left of the one before is lost.
            used = math.ceil(used / self.length - 1e-9) * self.length
            used += takes * self.length if takes else from_lattice(outcome[0].cost)
            if used > self.land.actions * self.length + 1e-9:
                return None
        if now.models["me"].place.kind != "surface":
            return None
        end = now.pose("me")
        return Found(now.models["me"].place, end.x, end.y, used, declarations, now)

    def _ashore(self, table: Table) -> float:
        """How far he is from what nobody walks through; not at all if he is in it."""
        pose, areas = table.pose("me"), Scene(table).ground.areas
        waters = [each.region.rings for each in areas if any(tag in self.avoids for tag in each.tags)]
        return min((region_distance(pose.x, pose.y, rings) for rings in waters), default=math.inf)

    def _taut(self, found: Found) -> Found:
        """The same way with its bends moved for as long as that makes it cheaper."""
        for k, made in enumerate(found.declarations):
            last = k == len(found.declarations) - 1
            for i, leg in enumerate(made.legs[:-1] if last else made.legs):
                if leg.to is None:
                    continue
                for pull in range(_PULLS):
                    found = self._pulled(found, k, i, _PULL / 2 ** (pull // 2))
        return found

    def _pulled(self, found: Found, k: int, i: int, far: float) -> Found:
        made = found.declarations[k]
        to = made.legs[i].to
        assert to is not None
        angle = self.dice.uniform(0, 2 * math.pi)
        there = to[0] + to_lattice(far * math.cos(angle)), to[1] + to_lattice(far * math.sin(angle))
        legs = (*made.legs[:i], replace(made.legs[i], to=there), *made.legs[i + 1 :])
        tried = (*found.declarations[:k], replace(made, legs=legs), *found.declarations[k + 1 :])
        better = self.judged(tried)
        if better is None or better.used >= found.used or better.place.on != found.place.on:
            return found
        return better

    # ------------------------------------------------------------------ what is tried

    def _leg(self, x: float, y: float) -> Leg:
        by = self.dice.choice(self.land.ways)
        if by == "link" and self.links:
            return Leg(None, "link", link=self.dice.choice(self.links))
        x, y = self._aim(x, y)
        on = self.dice.choice(["", "board", *self.names]) if by in ("climb", "jump", "leap") else ""
        return Leg((to_lattice(x), to_lattice(y)), by if by != "link" else "walk", on=on)

    def _aim(self, x: float, y: float) -> tuple[float, float]:
        """Somewhere to go: any way round, straight along an axis, or just inside or outside of a side of something."""
        dice = self.dice
        pieces = [piece for piece in self.table.pieces.values() if piece.outline]
        if not pieces or dice.random() < 0.3:
            angle = dice.choice([dice.uniform(0, 2 * math.pi), dice.randint(0, 3) * math.pi / 2])
            far = dice.uniform(0.4, 6.0)
            return x + far * math.cos(angle), y + far * math.sin(angle)
        outline = [from_lattice(value) for value in self._near(pieces, x, y)]
        west, east = min(outline[0::2]), max(outline[0::2])
        south, north = min(outline[1::2]), max(outline[1::2])
        if dice.random() < 0.5:
            # Straight over the nearest side.
            if west - 2 < x < east + 2:
                return x, dice.choice([south, north]) + dice.uniform(-1.2, 1.2)
            return dice.choice([west, east]) + dice.uniform(-1.2, 1.2), y
        return dice.uniform(west - 1, east + 1), dice.uniform(south - 1, north + 1)

    def _near(self, pieces: list[Piece], x: float, y: float) -> tuple[int, ...]:
        """The outline of something, of what is nearest most often."""

        def away(piece: Piece) -> float:
            xs = [from_lattice(value) for value in piece.outline[0::2]]
            ys = [from_lattice(value) for value in piece.outline[1::2]]
            return math.hypot(max(min(xs) - x, x - max(xs), 0.0), max(min(ys) - y, y - max(ys), 0.0))

        return self.dice.choice(sorted(pieces, key=away)[: self.dice.choice([2, 4, len(pieces)])]).outline


def _over_a_gap(before: Table, now: Table) -> bool:
    """Whether somebody has leapt level across a gap."""
    start, end = before.pose("me"), now.pose("me")
    gaps = [
        surface for surface in Scene(now).ground.surfaces if surface.piece and surface.piece.sort == "gap"
    ]
    met = any(leg_inside(start.x, start.y, end.x, end.y, gap.region.rings) for gap in gaps)
    return met and not beyond(start.z, end.z)


def explored(table: Table, tries: int, seed: int) -> list[Found]:
    """Places that a model gets to by legs tried at random."""
    return Explorer(table, seed).explore(tries)
