"""Diving charges: from a height onto an enemy below, with a test for each full two inches."""

from __future__ import annotations

import math

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do
from surefoot.geometry.tolerance import beyond, short_of
from surefoot.language import Length, Notation, Who, say
from surefoot.records import dataclass, replace
from surefoot.referee.bill import point
from surefoot.referee.cut import cut
from surefoot.referee.itinerary import Stride
from surefoot.referee.protocol import Answer, Declaration
from surefoot.referee.scene import Scene
from surefoot.rulesets.gemini_arap import (
    action,
    burden,
    dangerous,
    doorway,
    fall,
    jump_down,
    route,
    speed,
    squads,
    water,
)
from surefoot.rulesets.gemini_arap.book import decimal
from surefoot.rulesets.gemini_arap.charge import (
    CHARGED,
    COMBAT,
    bonuses_due,
    charged_already,
    way_of,
)
from surefoot.rulesets.gemini_arap.contact import touches
from surefoot.rulesets.gemini_arap.figure import PRONE, called, movement_clause
from surefoot.rulesets.gemini_arap.move import acts_with_others, legs_of, stated
from surefoot.rulesets.gemini_arap.purse import ahead
from surefoot.rulesets.gemini_arap.support import Named, initiative_test
from surefoot.table.effects import Moved, Noted, Reported
from surefoot.table.place import Place
from surefoot.table.record import Record
from surefoot.table.table import Table

# The least drop of a dive.
LEAST = 2.0
USUAL_RADIUS = 2.0
# A successful dive, until the close combat that follows is over.
DIVE = "dive"
TEST = Named("dive", say("Initiative test to dive"))


@dataclass(frozen=True)
class Dive:
    """The course of a dive: the path to the edge, the stride down, and the landing place."""

    path: route.Trip
    index: int
    lands: Place

    @property
    def drop(self) -> float:
        """The height of the drop."""
        return -self.path.itinerary.strides[self.index].rise


def radius(table: Table, who: str) -> float:
    """The Melee Radius of a fighter, measured from head to head."""
    return decimal(table.models[who].profile.get("melee_radius"), USUAL_RADIUS)


def dive(game: Game, declaration: Declaration) -> Procedure[None]:
    """A diving charge: to the edge, the tests, and down onto the enemy, or a fall."""
    table, who = game.now, declaration.actor
    found = _may_dive(table, declaration)
    if found:
        raise Refused(*found)
    planned = _planned(table, declaration)
    if not isinstance(planned, Dive):
        raise Refused(*planned)
    if not (yield from squads.begin(game, declaration.who, stated(declaration))):
        return
    cited = ("diving-charge.from-above", "charge.one-action-double-move", movement_clause(table.models[who]))
    yield from action.spend(game, (who,), "charge", 1, *cited)
    yield from do(Noted(CHARGED, who, "met", "turn"), "charge.one-per-turn")
    yield from doorway.moves_off(game, who)
    stride = yield from _to_the_edge(game, planned)
    if stride is None:
        yield from squads.settle(game, action.unit_of(game.now, who), ())
        return
    count, clauses = jump_down.tests(game.now, who, planned.drop)
    for _ in range(count):
        safe = yield from initiative_test(game.now, who, TEST, "diving-charge.tests", *clauses[1:])
        if not safe:
            yield from do(Noted(fall.DIVED, who, True, "game"), "diving-charge.fail")
            yield from jump_down.fails(game, who, stride, "diving-charge.fail")
            yield from squads.settle(game, action.unit_of(game.now, who), ())
            return
    yield from do(Moved(who, planned.lands, "dives"), "diving-charge.from-above")
    yield from dangerous.arrives(game, who)
    if not game.now.models[who].place.on_table:
        yield from squads.settle(game, action.unit_of(game.now, who), ())
        return
    yield from do(
        Reported("is locked in combat", who), "diving-charge.melee-radius", "support.locked-in-combat"
    )
    yield from do(Noted(DIVE, who, True, "event", COMBAT), "diving-charge.to-hit-bonus")
    yield from bonuses_due(who, True, "diving-charge.charge-bonuses")
    yield from squads.settle(game, action.unit_of(game.now, who), (who,))


def _to_the_edge(game: Game, planned: Dive) -> Procedure[Stride | None]:
    """Walk to the edge, with the hazards on the way; returns the stride of the jump, None if a hazard ends the dive."""
    path, index = planned.path, planned.index
    who = path.way.who
    total = speed.moved(game.now, who) + speed.length(path.itinerary.strides[:index])
    while True:
        strides = path.itinerary.strides
        met = [
            at for at, each in enumerate(strides[:index]) if dangerous.ahead_of(game.now, who, each, total)
        ]
        if not met:
            yield from route.walk(game, path, (index, 0.0))
            return strides[index]
        way = yield from route.walk(game, path, (met[0], 0.0))
        hazards = dangerous.ahead_of(game.now, who, strides[met[0]], total)
        if not (yield from dangerous.cross(game, who, hazards, total)):
            return None
        path = route.trip(game.now, way, path.legs[strides[met[0]].leg :])
        index = max(at for at, each in enumerate(path.itinerary.strides) if each.mode == "drop")


def _may_dive(table: Table, declaration: Declaration) -> list[Break]:
    """The clauses that forbid a dive, whatever its path."""
    who, target = declaration.actor, declaration.target
    found = action.breaks(table, declaration.who, 1, stated(declaration))
    if who not in table.models or len(declaration.who) > 1:
        return [*found, Break("diving-charge.from-above", say("Only one model can dive. Select it"))]
    found += action.afoot(table, who)
    if table.models[who].is_(PRONE):
        found.append(action.gets_up_first(who))
    if table.note(CHARGED, who) == "met":
        found.append(charged_already(who))
    if acts_with_others(table, who, action.members(table, (action.unit_of(table, who),))):
        says = say("{who} acts with its squad and can't dive alone", who=Who(who))
        found.append(Break("split.copy-the-leader", says))
    foe = table.models.get(target)
    if foe is None or not foe.place.on_table or foe.side == table.models[who].side:
        says = say("{target} isn't an enemy to dive at", target=called(table, target))
        found.append(Break("diving-charge.from-above", says))
    return found


def _planned(table: Table, declaration: Declaration) -> Dive | list[Break]:
    """The dive along a path, or the clauses that the path breaks."""
    who = declaration.actor
    legs, off = legs_of(table, who, declaration.legs)
    wrong = list(off)
    path = route.trip(table, way_of(table, who), legs)
    drops = [index for index, stride in enumerate(path.itinerary.strides) if stride.mode == "drop"]
    if not drops:
        says = say("End the path with a jump down: {leg}", leg=Notation("{jump: [x, y]}"))
        return [
            *wrong,
            *route.judged(table, path, (), (declaration.target,)),
            Break("diving-charge.from-above", says),
        ]
    index = drops[-1]
    stride = path.itinerary.strides[index]
    where = point(stride.start)
    wrong += jump_down.breaks(table, who, stride, stride.manner)
    if any(one.mode not in ("walk", "turn") for one in path.itinerary.strides[:index]):
        says = say("Walk to the edge: a dive has no climbs or jumps before it")
        wrong.append(Break("diving-charge.from-above", says, where))
    if ahead((index, 0.0), path.reach):
        says = say("The edge is too far away for this charge. Start nearer to it")
        wrong.append(Break("allowance.value", says, where))
    if short_of(-stride.rise, LEAST):
        says = say(
            "A dive needs a drop of {least} or more, and this one is {drop}",
            least=Length.of(LEAST),
            drop=Length.of(-stride.rise),
        )
        wrong.append(Break("diving-charge.minimum-height", says, where))
    lands = _lands(table, who, cut(path.itinerary, (index + 1, 0.0), Scene(table)).end)
    if lands is None:
        says = say("There is no room for {who} to land there", who=Who(who))
        return [*wrong, Break("diving-charge.from-above", says, where)]
    if water.bed(table, table.resolve(lands)):
        wrong.append(Break("swim.distance", say("A dive can't end in deep water"), where))
    pose, foe = table.resolve(lands), table.pose(declaration.target)
    wrong += burden.let_go(table, {who: pose})
    apart = math.dist(pose[:3], foe[:3])
    if beyond(apart, radius(table, who)) and not touches(table, who, pose, (declaration.target,)):
        says = say(
            "{who} lands {apart} from {target}. Land within {radius}",
            who=Who(who),
            apart=Length.of(apart),
            target=Who(declaration.target),
            radius=Length.of(radius(table, who)),
        )
        wrong += [
            Break(clause, says, where) for clause in ("diving-charge.melee-radius", "support.melee-radius")
        ]
    return wrong or Dive(path, index, lands)


def _lands(table: Table, who: str, place: Place) -> Place | None:
    """The landing place, moved beside any model that stands there; None if there is no room."""
    spot = fall.free_spot(table, who, table.resolve(place))
    return None if spot is None else replace(place, x=spot[0], y=spot[1])


def to_hit(table: Table, who: str, details: Record) -> Answer:
    """The modifier to hit in close combat after a dive."""
    if table.note(DIVE, who) is None:
        return Answer(0, ("support.locked-in-combat",), say("No modifier to hit"))
    return Answer(1, ("diving-charge.to-hit-bonus",), say("{bonus} to hit", bonus=Notation("+1")))


def strength(table: Table, who: str, details: Record) -> Answer:
    """The Strength of a fighter's blows: a dive adds 1 to weapons that use the fighter's own Strength."""
    own = table.models[who].profile.number("S")
    contact = details.get("contact_weapon", True) is True
    if table.note(DIVE, who) is None or not contact:
        return Answer(own, ("support.locked-in-combat",), say("Strength {n}", n=own))
    return Answer(own + 1, ("diving-charge.strength-bonus",), say("Strength {n} after a dive", n=own + 1))
