"""Wrecks: vehicles without Hull Points, and their riders."""

from __future__ import annotations

from typing import Any

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Plan, Procedure, do, plan
from surefoot.geometry.measure import gap
from surefoot.geometry.settle import settle
from surefoot.geometry.tolerance import from_lattice, to_lattice, within
from surefoot.language import Length, Notation, Who, say
from surefoot.records import dataclass, replace
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
# Riders are placed within this of the wreck.
THROWN = 2.0


@dataclass(frozen=True, slots=True)
class Beside:
    """Judges a spot (millionths x, y) for a rider thrown from a wreck: free, and near the wreck."""

    view: View
    # Where the rider stood, at the height of the wreck's ground.
    start: Pose
    wreck: str

    def __call__(self, answer: Any) -> tuple[Break, ...]:
        if not isinstance(answer, tuple) or [type(each) for each in answer] != [int, int]:
            return (Break(CLAUSE, say("Give a point: {example}", example=Notation("[x, y]"))),)
        x, y = from_lattice(answer[0]), from_lattice(answer[1])
        found = []
        if not self.near(x, y):
            says = say("That is more than {most} from the wreck", most=Length.of(THROWN))
            found.append(Break(CLAUSE, says, (*answer, 0)))
        if settle(self.view.shape, x, y, self.start.facing, room(self.view, self.start.z)).distance > 0:
            found.append(Break(CLAUSE, say("There is no room for the base there"), (*answer, 0)))
        elif not found and not reached(self.view, self.start, x, y, self.limit, off=(self.wreck,)):
            says = say("There is a wall or an edge between that spot and the wreck")
            found.append(Break(CLAUSE, says, (*answer, 0)))
        return tuple(found)

    @property
    def limit(self) -> float:
        """The furthest that a spot near the wreck can be from any place on it."""
        table = self.view.scene.table
        return 2 * table.models[self.wreck].base.shape.reach + THROWN + 2 * self.view.shape.reach

    def near(self, x: float, y: float) -> bool:
        """Whether a spot is near enough to the wreck."""
        body = self.view.shape.at(x, y, self.start.facing)
        return within(gap(body, self.view.scene.table.body(self.wreck)), THROWN)

    def nearest(self) -> Nearest:
        """The nearest spots with room for the base."""
        keeps = room(self.view, self.start.z)
        return nearest(self.view, self.start, keeps, limit=self.limit, off=(self.wreck,))


def wrecked(game: Game, who: str) -> Procedure[None]:
    """A vehicle becomes Wrecked, a flimsy structure; its riders are thrown clear and may be hurt."""
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
    """Place a rider beside the wreck, where its player chooses."""
    table = game.now
    foot, here = table.pose(who).z, table.pose(rider)
    view = falling_view(table, rider)
    judge = Beside(view, here._replace(z=foot), who)
    spot = one_of(judge.nearest())
    if spot is None or not judge.near(*spot):
        yield from do(Reported("has no room beside the wreck", rider), CLAUSE)
        return
    proposal = tuple(to_lattice(value) for value in spot)
    request = Plan(
        f"where {rider} is placed",
        rider,
        judge,
        table.models[rider].side,
        (CLAUSE,),
        proposal,
        says=say("Where is {who} placed beside the wreck?", who=Who(rider)),
    )
    answer = yield from plan(request)
    x, y = from_lattice(answer[0]), from_lattice(answer[1])
    place = place_on_level(view, x, y, foot, here.facing)
    yield from do(Moved(rider, place, "is thrown clear"), CLAUSE)
    yield from dangerous.moved_through(game, rider, (), ())


def _hurt(game: Game, rider: str, drop: float, *, mobile: bool) -> Procedure[None]:
    """A rider that fails its test is Pinned and takes the hit of a fall, harder if the vehicle was Mobile."""
    says = say("Initiative test to get clear of the wreck")
    safe = yield from initiative_test(game.now, rider, "getting clear of the wreck", says, CLAUSE)
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
