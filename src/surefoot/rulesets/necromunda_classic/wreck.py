"""Wrecks: what is left of a vehicle without Hull Points, and what becomes of those aboard."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Plan, Procedure, do, plan
from surefoot.geometry.measure import gap
from surefoot.geometry.settle import settle
from surefoot.geometry.tolerance import from_lattice, to_lattice, within
from surefoot.referee.placing import Nearest, nearest, one_of, place_on_level, reached, room
from surefoot.referee.view import View
from surefoot.rulesets.necromunda_classic import dangerous, fall
from surefoot.rulesets.necromunda_classic.edges import falling_view
from surefoot.rulesets.necromunda_classic.fighter import is_vehicle
from surefoot.rulesets.necromunda_classic.hits import Hit, suffer
from surefoot.rulesets.necromunda_classic.involuntary import separate
from surefoot.rulesets.necromunda_classic.tests import initiative_test
from surefoot.rulesets.necromunda_classic.vehicle import STALLED, WRECKED, is_mobile
from surefoot.table.effects import Became, Moved, Reported
from surefoot.table.place import Pose

CLAUSE = "support.wreck"
# Those aboard are placed no further than this from the wreck.
THROWN = 2.0


@dataclass(frozen=True, slots=True)
class Beside:
    """Judges a spot (millionths x, y) for somebody thrown from a wreck: free, and near the wreck."""

    view: View
    # Where it stood, on the ground that the wreck stands on.
    start: Pose
    wreck: str

    def __call__(self, answer: Any) -> tuple[Break, ...]:
        if not isinstance(answer, tuple) or [type(each) for each in answer] != [int, int]:
            return (Break(CLAUSE, "say where: [x, y]"),)
        x, y = from_lattice(answer[0]), from_lattice(answer[1])
        found = []
        if not self.near(x, y):
            found.append(Break(CLAUSE, f'that is more than {THROWN:g}" from the wreck', (*answer, 0)))
        if settle(self.view.shape, x, y, self.start.facing, room(self.view, self.start.z)).distance > 0:
            found.append(Break(CLAUSE, "there is no room for the base", (*answer, 0)))
        elif not found and not reached(self.view, self.start, x, y, self.limit, off=self.wreck):
            found.append(Break(CLAUSE, "a wall or an edge lies between it and the wreck", (*answer, 0)))
        return tuple(found)

    @property
    def limit(self) -> float:
        """Further than this no spot near the wreck is from any place on it."""
        table = self.view.scene.table
        return 2 * table.models[self.wreck].base.shape.reach + THROWN + 2 * self.view.shape.reach

    def near(self, x: float, y: float) -> bool:
        """Whether a spot is near enough to the wreck."""
        body = self.view.shape.at(x, y, self.start.facing)
        return within(gap(body, self.view.scene.table.body(self.wreck)), THROWN)

    def nearest(self) -> Nearest:
        """The nearest spots."""
        keeps = room(self.view, self.start.z)
        return nearest(self.view, self.start, keeps, limit=self.limit, off=self.wreck)


def wrecked(game: Game, who: str) -> Procedure[None]:
    """A vehicle becomes a wreck, a flimsy structure; fighters aboard are thrown clear and may be hurt."""
    model = game.now.models[who]
    mobile = is_mobile(model)
    yield from do(Became(who, (WRECKED,), (STALLED,) if model.is_(STALLED) else ()), CLAUSE)
    riders = [rider.id for rider in game.now.riders(who) if not is_vehicle(rider)]
    drops = {rider: game.now.pose(rider).z - game.now.pose(who).z for rider in riders}
    for rider in riders:
        yield from _thrown_clear(game, who, rider)
    for rider in riders:
        if game.now.models[rider].place.on_table:
            yield from _hurt(game, rider, drops[rider], mobile=mobile)
        if game.now.models[rider].place.on_table:
            yield from separate(game, rider)


def _thrown_clear(game: Game, who: str, rider: str) -> Procedure[None]:
    """Set a fighter down beside the wreck, where its player likes."""
    table = game.now
    foot, here = table.pose(who).z, table.pose(rider)
    view = falling_view(table, rider)
    judge = Beside(view, here._replace(z=foot), who)
    spot = one_of(judge.nearest())
    if spot is None or not judge.near(*spot):
        yield from do(Reported("has no room beside the wreck", rider), CLAUSE)
        return
    proposal = tuple(to_lattice(value) for value in spot)
    request = Plan(f"where {rider} is placed", rider, judge, table.models[rider].side, (CLAUSE,), proposal)
    answer = yield from plan(request)
    x, y = from_lattice(answer[0]), from_lattice(answer[1])
    place = place_on_level(view, x, y, foot, here.facing)
    yield from do(Moved(rider, place, "is thrown clear"), CLAUSE)
    yield from dangerous.moved_through(game, rider, (), ())


def _hurt(game: Game, rider: str, drop: float, *, mobile: bool) -> Procedure[None]:
    """Who fails the test is Pinned, and hit as by a fall from the vehicle, harder if it was Mobile."""
    safe = yield from initiative_test(game.now, rider, "getting clear of the wreck", CLAUSE)
    if safe:
        return
    before = game.now.models[rider]
    hit = fall.read_table(drop, str(game.now.option("fall_threshold"))).hit
    if hit is not None:
        harder = 1 if mobile else 0
        blow: Hit = replace(
            hit, strength=hit.strength + harder, ap=hit.ap - harder, damage=hit.damage + harder
        )
        yield from suffer(game, rider, blow, CLAUSE, "fall.table")
    yield from fall.floored(game, before, CLAUSE)
