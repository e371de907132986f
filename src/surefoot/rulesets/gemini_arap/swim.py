"""Swimming: the swim roll, armour and loads, squads, swimming under water, and climbing out."""

from __future__ import annotations

import math

from surefoot.dice.host import Game
from surefoot.dice.pool import D6, Faces
from surefoot.dice.readings import AtLeast, Total
from surefoot.dice.requests import Break, Procedure, Refused, Roll, do, passed, roll
from surefoot.geometry.measure import gap, overlaps
from surefoot.geometry.settle import On
from surefoot.geometry.shapes import Shift
from surefoot.geometry.tolerance import beyond, from_lattice, within
from surefoot.language import Either, Field, Length, Notation, Quoted, Text, Thing, Who, say
from surefoot.records import dataclass, replace
from surefoot.referee.bill import point
from surefoot.referee.cut import cut, last_rest
from surefoot.referee.exact import coming_near
from surefoot.referee.itinerary import Hold, Itinerary, Leg, Stride
from surefoot.referee.lens import Models, Role
from surefoot.referee.placing import nearest, one_of, room
from surefoot.referee.protocol import Answer, Declaration
from surefoot.referee.scene import Scene, region_of
from surefoot.referee.trace import trace
from surefoot.referee.unit_plan import UnreadablePlan
from surefoot.rulesets.gemini_arap import (
    action,
    dangerous,
    doorway,
    fall,
    jump_down,
    lot,
    permits,
    plans,
    refusals,
    speed,
    squads,
    water,
)
from surefoot.rulesets.gemini_arap import loads as baggage
from surefoot.rulesets.gemini_arap.book import rows
from surefoot.rulesets.gemini_arap.coherency import poses
from surefoot.rulesets.gemini_arap.figure import INDEPENDENT, called, flag, movement
from surefoot.rulesets.gemini_arap.move import badly_placed, stated
from surefoot.rulesets.gemini_arap.prices import lens
from surefoot.rulesets.gemini_arap.refusals import BOARD_EDGE
from surefoot.rulesets.gemini_arap.room import overlap
from surefoot.rulesets.gemini_arap.support import Named, initiative_test
from surefoot.rulesets.gemini_arap.tracing import beside_its_squad
from surefoot.table.effects import Moved, Noted, Removed, Reported, Stopped
from surefoot.table.place import Place, Pose, on_surface
from surefoot.table.record import Record
from surefoot.table.table import Table
from surefoot.table.words import corrected, likely

LOST = 0
# Survivors of a squad roll of 1 still swim the distance of a D3 of 1.
SQUAD_OF_ONE = 2.0
CHARACTERS = ("character", INDEPENDENT)
AQUATIC = "aquatic"
CLINGS = "clings"
ROLLS = ("per-model", "squad")
# A vessel that moves no further than SHIP_SPEED picks up swimmers within SHIP_REACH.
SHIP_SPEED, SHIP_REACH = 6.0, 2.0
SWIM = Named("swim", say("Swim roll"))
CLIMB_OUT = Named("climb out", say("Initiative test to climb out of the water"))
DROWNS = Named("who drowns", say("Random model that goes under"))


@dataclass(frozen=True, slots=True)
class Stroke:
    """The distance of a swim roll in inches, by the table of a clause; 0 if the swimmer goes under."""

    clause: str

    def __call__(self, faces: Faces) -> int:
        row = next(row for row in rows(self.clause) if row["d6"] == sum(faces))
        return int(row.get("distance", LOST))

    def needs(self) -> Text:
        """Nothing: the reading is an amount."""
        return ""


def furthest(table: Table, who: str) -> float:
    """The greatest distance that a figure swims with one action, in inches."""
    if table.models[who].has(AQUATIC):
        return movement(table.models[who])
    return float(max(int(row.get("distance", LOST)) for row in rows(stroke_clause(table, who))))


def stroke_clause(table: Table, who: str) -> str:
    """The clause with the table of distances for a swimmer."""
    light = water.armour(table, who) == "light" and not water.floats(table, who)
    return "swim.light-primitive-armour" if light else "swim.distance"


def swim(game: Game, declaration: Declaration) -> Procedure[None]:
    """One swim action of a figure or a squad."""
    table = game.now
    names = action.members(table, declaration.who)
    paths = _paths(table, names, declaration)
    under = declaration.details.get("under") is True
    found = action.breaks(table, declaration.who, 1, stated(declaration))
    how = declaration.details.text("swim_roll", ROLLS[0])
    if how not in ROLLS:
        rolls = Either(tuple(Notation(each) for each in ROLLS))
        says = say("The swim roll is {rolls}, not {given}", rolls=rolls, given=Quoted(how))
        found.append(Break("swim.squad-roll", corrected(says, likely(how, ROLLS))))
    for name, legs in paths.items():
        found += _wrong(table, name, legs, declaration, under=under)
    found += _idle(table, tuple(paths), declaration) if paths else []
    squad = action.members(table, (action.unit_of(table, declaration.actor),))
    found += badly_placed(table, poses(table, squad) | _ends(table, paths))
    if found:
        raise Refused(*dict.fromkeys(found))
    if not (yield from squads.begin(game, declaration.who, stated(declaration))):
        return
    yield from action.spend(game, names, "swim", 1, "support.action-points")
    for name in paths:
        yield from doorway.moves_off(game, name)
        yield from action.forget(game, CLINGS, name, "swim.distance")
        yield from _sheds(game, name, declaration)
    alive = {name: legs for name, legs in paths.items() if game.now.models[name].place.on_table}
    alive = _in_order(game.now, alive)
    if how == "squad" and len(alive) > 1:
        yield from _together(game, alive, under=under)
    else:
        for name, legs in alive.items():
            yield from _alone(game, name, legs, under=under)
    yield from squads.settle(game, action.unit_of(game.now, declaration.actor), tuple(paths))


def _paths(table: Table, names: tuple[str, ...], declaration: Declaration) -> dict[str, tuple[Leg, ...]]:
    if "plan" in declaration.details:
        try:
            return plans.paths(table, names, declaration.details["plan"])
        except UnreadablePlan as unreadable:
            raise Refused(*unreadable.breaks("swim.squad-roll")) from unreadable
    if len(names) != 1:
        raise Refused(Break("swim.squad-roll", plans.NEEDED))
    return dict.fromkeys(names, declaration.legs)


def traced(table: Table, who: str, legs: tuple[Leg, ...], *, beside: bool = False) -> Itinerary:
    """The path of a swimmer, traced as if the water were ground: it stops at edges unless it jumps down.

    Its own squad is not seen, unless it is to end `beside` the others.
    """
    there = water.ashore(table, who)
    level = tuple(replace(leg, by="walk") if leg.by == "swim" else leg for leg in legs)
    seen = lens(there, who)
    return trace(Scene(there), beside_its_squad(seen) if beside else seen, who, level)


def _ends(table: Table, paths: dict[str, tuple[Leg, ...]]) -> dict[str, Pose]:
    return {name: table.resolve(traced(table, name, legs).end) for name, legs in paths.items()}


def _in_order(table: Table, paths: dict[str, tuple[Leg, ...]]) -> dict[str, tuple[Leg, ...]]:
    """The swimmers in the order in which they make room for each other."""
    ends, left = _ends(table, paths), dict(paths)
    found: dict[str, tuple[Leg, ...]] = {}
    while left:
        free = (
            name
            for name in left
            if not any(
                overlap(table, name, ends[name], other, table.pose(other)) for other in left if other != name
            )
        )
        name = next(free, next(iter(left)))
        found[name] = left.pop(name)
    return found


def _wrong(
    table: Table, who: str, legs: tuple[Leg, ...], declaration: Declaration, *, under: bool
) -> list[Break]:
    """The clauses that a figure breaks by swimming a path."""
    found = action.down(table, who) or permits.swimming(table, who)
    itinerary = traced(table, who, legs)
    if itinerary.hold is None and not any(water.wet(table, stride) for stride in itinerary.strides):
        says = say("The path of {who} leads through no deep water. Declare a move instead", who=Who(who))
        found.append(Break("swim.distance", says))
    found += _over_land(who, itinerary)
    for stride in itinerary.strides:
        found += _off_the_level(table, who, stride)
    if itinerary.hold is not None:
        found.append(_held(table, who, itinerary.hold))
    elif any(kind != "model" for kind, _ in itinerary.overlapped):
        found += refusals.no_room(itinerary)
    dropped = _dropped(declaration)
    allowed = flag(table.models[who], "swim_load_allowed")
    for load in water.loads(table, who):
        if load not in dropped and not allowed:
            says = say(
                "{who} can't swim with {load}. Drop it first", who=Who(who), load=water.load_name(load)
            )
            found.append(Break("swim.forbidden-loads", says))
    if under and not water.walks_bottom(table, who):
        says = say("{who} can't move under water", who=Who(who))
        found.append(Break("swim.walk-the-bottom", says))
    return found


def _over_land(who: str, itinerary: Itinerary) -> list[Break]:
    """The clause broken by a path that leaves the water and enters it again; it may begin and end on land."""
    strides = [stride for stride in itinerary.strides if beyond(stride.length, 0.0)]
    wet = [index for index, stride in enumerate(strides) if water.DEEP in stride.grounds]
    dry = [strides[index] for index in range(wet[0], wet[-1]) if index not in wet] if wet else []
    says = say("The path of {who} leads over land. Swim in the water, and move on land", who=Who(who))
    return [Break("swim.distance", says, point(stride.start)) for stride in dry[:1]]


def _off_the_level(table: Table, who: str, stride: Stride) -> list[Break]:
    """The clauses broken by a stride up or down in a swim: only a jump down into the water is allowed."""
    if stride.mode == "drop":
        return jump_down.breaks(table, who, stride, stride.manner)
    if stride.mode in ("climb", "ladder", "leap", "fly", "over"):
        says = say("You can't climb or leap during a swim. Use a move for that, or jump down into the water")
        return [Break("swim.distance", says, point(stride.start))]
    return []


def _held(table: Table, who: str, hold: Hold) -> Break:
    """The clause broken by a swim that is blocked, or that comes to an edge above the water."""
    where = point(hold.pose)
    if hold.kind == "edge" and hold.rise < 0:
        says = say(
            "{who} is {height} above the water. Jump down with {leg}, or climb down first",
            who=Who(who),
            height=Length.of(-hold.rise),
            leg=Notation("{jump: [x, y]}"),
        )
        return Break("jump-down.part-of-move", says, where)
    clause = "swim.climb-out" if hold.kind == "solid" else "swim.distance"
    if hold.kind == "board":
        return Break(clause, BOARD_EDGE, where)
    return Break(clause, say("{thing} blocks the path", thing=called(table, hold.what)), where)


def _dropped(declaration: Declaration) -> tuple[str, ...]:
    """The loads that are declared to be dropped before the swim, by any of their names."""
    given = declaration.details.get("drop")
    return tuple(water.load_of(str(each)) for each in given) if isinstance(given, tuple) else ()


def _idle(table: Table, names: tuple[str, ...], declaration: Declaration) -> list[Break]:
    """The clauses broken by details that apply to none of the swimmers."""
    found = []
    if declaration.details.get("discard") is True and not any(water.armour(table, name) for name in names):
        says = say("None of the swimmers wears primitive armour to throw off")
        found.append(Break("swim.discard-armour", says))
    carried = [load for name in names for load in water.loads(table, name)]
    for each in _dropped(declaration):
        if each not in carried:
            clause = "swim.discard-shield" if each == water.SHIELD else "swim.forbidden-loads"
            found.append(Break(clause, say("None of the swimmers carries {load}", load=_dropped_name(each))))
    if declaration.details.text("swim_roll") == "squad" and len(names) < 2:
        says = say("{who} swims alone. A squad roll needs two swimmers or more", who=Who(names[0]))
        found.append(Break("swim.squad-roll", says))
    return found


def _dropped_name(given: str) -> Field:
    return water.load_name(given) if given in water.LOADS else Quoted(given)


def _sheds(game: Game, who: str, declaration: Declaration) -> Procedure[None]:
    """Before the swim: loads are dropped, and armour is thrown off or may sink its wearer."""
    table = game.now
    gone = _dropped(declaration)
    kept = flag(table.models[who], "swim_load_allowed")
    dropped = tuple(each for each in water.loads(table, who) if each in gone)
    if dropped:
        clause = "swim.discard-shield" if dropped == (water.SHIELD,) else "swim.forbidden-loads"
        yield from do(Noted(water.DROPPED, who, dropped, "game"), clause)
        yield from baggage.release(game, who, table.models[who].place, clause)
    elif kept and water.loads(table, who):
        yield from do(Reported("swims with its load", who), "swim.strapped-weapon")
    if not water.armour(table, who):
        return
    if water.floats(table, who):
        yield from do(Reported("floats in its armour", who), "swim.setting-exceptions")
        return
    if declaration.details.get("discard") is True:
        free = yield from initiative_test(table, who, fall.DISCARD, "swim.discard-armour")
        if free:
            yield from do(Noted(water.BARE, who, True, "game"), "swim.discard-armour")
            return
    if water.armour(table, who) == "heavy":
        yield from fall.sinks(game, who)


def _alone(game: Game, who: str, legs: tuple[Leg, ...], *, under: bool) -> Procedure[None]:
    """One figure rolls for itself."""
    table = game.now
    deep = under or table.note(water.UNDER, who) is not None
    if table.models[who].has(AQUATIC):
        yield from _go(game, who, legs, movement(table.models[who]), "swim.distance", under=deep)
        return
    clause = stroke_clause(table, who)
    cited = (clause, "support.d3")
    inches: int = yield from roll(Roll(SWIM.what, D6, Stroke(clause), who, cited, says=SWIM.says))
    if inches == LOST:
        lost = yield from _goes_under(game, who, under=deep)
        if not lost:
            yield from do(Stopped(who, "is saved, and gets no further"), "swim.character-second-chance")
        return
    yield from _go(game, who, legs, float(inches), clause, under=deep)


def _goes_under(game: Game, who: str, *, under: bool) -> Procedure[bool]:
    """A natural 1: the figure is lost, unless it is a character saved by a second roll. Returns whether it is lost."""
    clause = "swim.underwater-natural-one" if under else "swim.natural-one"
    if any(game.now.models[who].has(word) for word in CHARACTERS):
        cited = ("swim.character-second-chance",)
        says = say("Second roll against drowning")
        saved = yield from passed(Roll("second chance", D6, AtLeast(2), who, cited, hope=True, says=says))
        if saved:
            return False
    yield from baggage.release(game, who, game.now.models[who].place, clause)
    yield from do(Removed(who, "stuck or lost under water" if under else "drowned"), clause)
    return True


def _together(game: Game, ways: dict[str, tuple[Leg, ...]], *, under: bool) -> Procedure[None]:
    """One roll for a squad; on a 1 some of its figures drown."""
    names = tuple(ways)
    cited = ("swim.squad-roll", "swim.distance", "support.d3")
    reading = Stroke("swim.distance")
    inches: int = yield from roll(Roll(SWIM.what, D6, reading, names[0], cited, says=SWIM.says))
    distance = float(inches)
    if inches == LOST:
        distance = SQUAD_OF_ONE
        clause = "swim.squad-natural-one"
        says = say("Number of models that go under")
        count: int = yield from roll(Roll("how many drown", D6, Total(), names[0], (clause,), says=says))
        for name in (yield from lot.drawn(names, count, DROWNS, clause)):
            lost = yield from _goes_under(game, name, under=under)
            if lost:
                yield from do(Reported("drowns", name), clause)
    for name, legs in ways.items():
        if game.now.models[name].place.on_table:
            yield from _go(game, name, legs, distance, "swim.squad-roll", under=under)


def _go(
    game: Game, who: str, legs: tuple[Leg, ...], inches: float, clause: str, *, under: bool
) -> Procedure[None]:
    """Swim along the path as far as the roll allows."""
    table = game.now
    itinerary = traced(table, who, legs, beside=True)
    total = speed.moved(table, who) + speed.length(itinerary.strides)
    left, at = inches, (len(itinerary.strides), 0.0)
    for index, stride in enumerate(itinerary.strides):
        hazards = dangerous.ahead_of(table, who, stride, total) if beyond(left, 0.0) else ()
        if hazards:
            yield from _gets_to(game, who, itinerary, index, clause)
            if (yield from dangerous.cross(game, who, hazards, total)):
                yield from _go(game, who, legs[stride.leg :], left, clause, under=under)
            return
        if stride.mode == "drop":
            safe = yield from _jump(game, who, itinerary, index, clause)
            if safe:
                yield from _go(game, who, legs[stride.leg :], left, clause, under=under)
            return
        if beyond(stride.length, left):
            at = (index, left / stride.length)
            break
        left -= stride.length
    short = at[0] < len(itinerary.strides)
    if short or not itinerary.fits:
        # It ends where there is room for it.
        at = last_rest(itinerary, at) or (0, 0.0)
    part = cut(itinerary, at, Scene(water.ashore(table, who)))
    place = water.afloat(table, part.end)
    hidden = ("swim.underwater-movement",) if under else ()
    yield from do(Moved(who, place, "swims"), clause, *hidden)
    yield from speed.remember(table, who, part.strides, clause)
    if under and place.kind == "water":
        yield from do(Noted(water.UNDER, who, True, "game"), "swim.underwater-movement")
    else:
        yield from action.forget(game, water.UNDER, who, "swim.underwater-movement")
    if short:
        yield from do(Stopped(who, "the roll carries it no further"), clause)


def _gets_to(game: Game, who: str, itinerary: Itinerary, index: int, clause: str) -> Procedure[None]:
    """Go along the path to where a stride begins."""
    part = cut(itinerary, (index, 0.0), Scene(water.ashore(game.now, who)))
    place = water.afloat(game.now, part.end)
    if place != game.now.models[who].place:
        yield from do(Moved(who, place, "swims" if place.kind == "water" else "goes"), clause)
        yield from speed.remember(game.now, who, part.strides, clause)


def _jump(game: Game, who: str, itinerary: Itinerary, index: int, clause: str) -> Procedure[bool]:
    """Go to the edge above the water and jump down, with its tests. Returns whether the figure lands safely."""
    scene = Scene(water.ashore(game.now, who))
    lands = water.afloat(game.now, cut(itinerary, (index + 1, 0.0), scene).end)
    yield from _gets_to(game, who, itinerary, index, clause)
    safe = yield from jump_down.jumping(game, who, itinerary.strides[index], lands)
    return safe and (yield from dangerous.arrives(game, who))


def spotted(table: Table, who: str, details: Record) -> Answer:
    """Whether a figure can be spotted from the land by normal means."""
    if table.note(water.UNDER, who) is None:
        return Answer(True, ("support.bs-to-hit",), say("It isn't under water"))
    seen = table.option("gm.underwater_spotting") is True
    says = say("The GM allows it to be spotted under water") if seen else say("It is under water")
    return Answer(seen, ("swim.underwater-unspotted",), says)


# ---------------------------------------------------------------------- out of the water


def climb_out(game: Game, declaration: Declaration) -> Procedure[None]:
    """Climb out of the water onto a boat or jetty: an Initiative test per action."""
    table, who = game.now, declaration.actor
    found = action.breaks(table, declaration.who, 1, stated(declaration))
    place: Place | None = None
    if who not in table.models or not water.swims(table, who):
        found.append(water.not_in_it(who))
    else:
        place, wrong = _out(table, who, declaration.target)
        found += action.down(table, who) + wrong
    if found or place is None:
        raise Refused(*found)
    if not (yield from squads.begin(game, declaration.who, stated(declaration))):
        return
    again = ("swim.climb-out-retry",) if table.note(CLINGS, who) is not None else ()
    yield from action.spend(game, (who,), "climb-out", 1, "swim.climb-out")
    out = yield from initiative_test(table, who, CLIMB_OUT, "swim.climb-out", *again)
    if not out:
        yield from do(Noted(CLINGS, who, True, "game"), "swim.climb-out")
        yield from do(Stopped(who, "clings on"), "swim.climb-out")
    else:
        yield from do(Moved(who, place, "climbs out"), "swim.climb-out")
        for key in (CLINGS, water.UNDER):
            yield from action.forget(game, key, who, "swim.climb-out")
        yield from dangerous.arrives(game, who)
    yield from squads.over(game, action.unit_of(game.now, who))


def _out(table: Table, who: str, target: str) -> tuple[Place | None, list[Break]]:
    """Where a swimmer stands after climbing onto a boat or jetty, or the clauses that forbid it."""
    piece, clause = table.pieces.get(target), "swim.climb-out"
    surface = Scene(table).surface(target) if piece is not None else None
    if piece is None or surface is None:
        return None, [Break(clause, say("{thing} can't be climbed onto", thing=called(table, target)))]
    if beyond(gap(table.body(who), region_of(piece.outline)), 0.0):
        says = say("{who} must touch {thing} to climb onto it", who=Who(who), thing=Thing(target))
        return None, [Break(clause, says)]
    pose = table.pose(who)
    rise = surface.low - pose.z
    if beyond(rise, from_lattice(table.models[who].height)):
        says = say(
            "{thing} is {rise} above the water, too high for {who}, who is {tall} tall",
            thing=Thing(target),
            rise=Length.of(rise),
            who=Who(who),
            tall=Length(table.models[who].height),
        )
        return None, [Break(clause, says)]
    view = fall.sight(table, who)
    keeps = (*room(view, surface.low), On(surface.region, "centre"))
    # The swimmer leaves the water at the edge: only things above it block, not the side of the jetty.
    spot = one_of(nearest(view, pose._replace(z=surface.low), keeps, limit=2 * view.shape.reach))
    if spot is None:
        says = say("There is no room for {who} on {thing}", who=Who(who), thing=Thing(target))
        return None, [Break(clause, says)]
    return on_surface(*spot, target, pose.facing), []


def ship_passes(game: Game, declaration: Declaration) -> Procedure[None]:
    """A vessel moves; if it is slow enough, it picks up swimmers near its course."""
    table, ship = game.now, declaration.actor
    if ship not in table.models or not table.models[ship].place.on_table:
        says = say("{ship} isn't a vessel on the table", ship=called(table, ship))
        raise Refused(Break("swim.ship-pick-up", says))
    course = _course(table, ship, declaration.legs)
    met = [course.hold.what] if course.hold is not None else [what for _, what in course.overlapped]
    if met:
        blocked = say("{thing} blocks the course of {ship}")
        raise Refused(
            *(
                Break("swim.ship-pick-up", blocked.filled(thing=called(table, each), ship=Who(ship)))
                for each in met
            )
        )
    shape, length, near = table.models[ship].base.shape, 0.0, []
    swimmers = [one.id for one in table.models.values() if one.place.kind == "water" and one.id != ship]
    for stride in course.strides:
        start, end = stride.start, stride.end
        shift = Shift(end.x - start.x, end.y - start.y)
        body = shape.at(start.x, start.y, start.facing)
        for name in swimmers:
            if coming_near(body, shift, table.body(name), SHIP_REACH, closed=True) and name not in near:
                near.append(name)
        length += math.hypot(shift.dx, shift.dy)
    picked_up = near if within(length, SHIP_SPEED) else []
    here, there = table.models[ship].place, course.end
    stands = table.resolve(there)
    hull = shape.at(stands.x, stands.y, stands.facing)
    under = [name for name in swimmers if name not in picked_up and overlaps(hull, table.body(name))]
    if under:
        says = say("{ship} can't end its move on {swimmer}", ship=Who(ship), swimmer=Who(under[0]))
        raise Refused(Break("swim.ship-pick-up", says))
    to = there if here.kind == "surface" else replace(here, x=there.x, y=there.y, facing=there.facing)
    yield from do(Moved(ship, to, "sails"), "speed.definition")
    for name in picked_up:
        yield from do(Moved(name, Place("aboard", ship), "is picked up"), "swim.ship-pick-up")
        for key in (CLINGS, water.UNDER):
            yield from action.forget(game, key, name, "swim.ship-pick-up")


def _course(table: Table, ship: str, legs: tuple[Leg, ...]) -> Itinerary:
    """The course of a vessel, which keeps its level. Swimmers do not block it."""
    there = water.ashore(table, ship)
    swimmers = tuple(name for name in table.models if water.swims(table, name))
    others: tuple[tuple[Models, Role], ...] = ((Models(), "solid"),)
    if swimmers:
        others = ((Models(ids=swimmers), "absent"), *others)
    level = replace(lens(there, ship), models=others, step=0.0, climbs=False)
    return trace(Scene(there), level, ship, legs)
