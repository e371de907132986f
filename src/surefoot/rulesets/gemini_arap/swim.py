"""Swimming: a die for the distance and the danger, armour and loads, squads, the bottom, and the way out."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from surefoot.dice.host import Game
from surefoot.dice.pool import D6, Faces
from surefoot.dice.readings import AtLeast, Total
from surefoot.dice.requests import Break, Procedure, Refused, Roll, do, passed, roll
from surefoot.geometry.measure import gap
from surefoot.geometry.settle import On
from surefoot.geometry.shapes import Shift
from surefoot.geometry.sweep import moved
from surefoot.geometry.tolerance import beyond, from_lattice, to_lattice, within
from surefoot.referee.bill import point
from surefoot.referee.cut import cut
from surefoot.referee.exact import coming_near
from surefoot.referee.itinerary import Hold, Itinerary, Leg, Stride
from surefoot.referee.lens import Models
from surefoot.referee.placing import nearest, one_of, room
from surefoot.referee.protocol import Answer, Declaration
from surefoot.referee.scene import Scene, region_of
from surefoot.referee.tariff import Tariff
from surefoot.referee.trace import trace
from surefoot.rulesets.gemini_arap import (
    action,
    doorway,
    fall,
    jump_down,
    lot,
    permits,
    plans,
    speed,
    squads,
    water,
)
from surefoot.rulesets.gemini_arap import loads as baggage
from surefoot.rulesets.gemini_arap.book import rows
from surefoot.rulesets.gemini_arap.figure import INDEPENDENT, flag, movement
from surefoot.rulesets.gemini_arap.move import stated
from surefoot.rulesets.gemini_arap.prices import alternatives, closed, lens
from surefoot.rulesets.gemini_arap.support import initiative_test
from surefoot.table.effects import Moved, Noted, Removed, Reported, Stopped
from surefoot.table.place import Place, on_surface
from surefoot.table.record import Record
from surefoot.table.table import Table

LOST = 0
# Survivors of a squad roll of 1 still go as far as a D3 of 1 carries.
SQUAD_OF_ONE = 2.0
CHARACTERS = ("character", INDEPENDENT)
AQUATIC = "aquatic"
CLINGS = "clings"
ROLLS = ("per-model", "squad")
# A vessel no faster than this takes up swimmers no further off than that.
SHIP_SPEED, SHIP_REACH = 6.0, 2.0


@dataclass(frozen=True, slots=True)
class Stroke:
    """The inches that a face carries a swimmer, by the table of a clause; none for a face that drowns."""

    clause: str

    def __call__(self, faces: Faces) -> int:
        row = next(row for row in rows(self.clause) if row["d6"] == sum(faces))
        return int(row.get("distance", LOST))

    def needs(self) -> str:
        """An amount."""
        return ""


def tariffs(table: Table, who: str, kind: str) -> tuple[Tariff, ...]:
    """The prices of an action as whoever looks for ways reads them, off deep water; swimming goes as far as a lucky stroke."""
    points = action.points(table, action.unit_of(table, who)) or 1
    on_land = tuple(replace(closed(each, water.DEEP), in_a_turn=points) for each in alternatives(table, who))
    if kind != "swim":
        return on_land
    return tuple(replace(each, action=kind, allowance=furthest(table, who)) for each in on_land)


def furthest(table: Table, who: str) -> float:
    """The most inches that one action carries a swimmer."""
    if table.models[who].has(AQUATIC):
        return movement(table.models[who])
    return float(max(int(row.get("distance", LOST)) for row in rows(stroke_clause(table, who))))


def stroke_clause(table: Table, who: str) -> str:
    """The clause whose table says how far a swimmer gets."""
    light = water.armour(table, who) == "light" and not water.floats(table, who)
    return "swim.light-primitive-armour" if light else "swim.distance"


def swim(game: Game, declaration: Declaration) -> Procedure[None]:
    """One action in the water for a figure or a squad."""
    table = game.now
    names = action.members(table, declaration.who)
    paths = _paths(table, names, declaration)
    under = declaration.details.get("under") is True
    found = action.breaks(table, declaration.who, 1, stated(declaration))
    how = declaration.details.text("swim_roll", ROLLS[0])
    if how not in ROLLS:
        found.append(Break("swim.squad-roll", f"a roll is {' or '.join(ROLLS)}, not {how}"))
    for name, legs in paths.items():
        found += _wrong(table, name, legs, declaration, under=under)
    found += _idle(table, tuple(paths), declaration) if paths else []
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
        except plans.Unreadable as unreadable:
            raise Refused(Break("swim.squad-roll", str(unreadable))) from unreadable
    if len(names) != 1:
        raise Refused(Break("swim.squad-roll", "a squad needs a plan: {shift: [dx, dy]}"))
    return dict.fromkeys(names, declaration.legs)


def traced(table: Table, who: str, legs: tuple[Leg, ...]) -> Itinerary:
    """The way of a swimmer, as if the water were ground: at an edge it stops like a walker, unless it jumps."""
    there = water.ashore(table, who)
    level = tuple(replace(leg, by="walk") if leg.by == "swim" else leg for leg in legs)
    return trace(Scene(there), lens(there, who), who, level)


def _wrong(
    table: Table, who: str, legs: tuple[Leg, ...], declaration: Declaration, *, under: bool
) -> list[Break]:
    """Everything that forbids a figure to swim a way."""
    found = action.down(table, who) or permits.swimming(table, who)
    itinerary = traced(table, who, legs)
    if itinerary.hold is None and not any(water.wet(table, stride) for stride in itinerary.strides):
        found.append(Break("swim.distance", f"there is no deep water on the way of {who}"))
    for stride in itinerary.strides:
        found += _off_the_level(table, who, stride)
    if itinerary.hold is not None:
        found.append(_held(who, itinerary.hold))
    dropped = _dropped(declaration)
    allowed = flag(table.models[who], "swim_load_allowed")
    for load in water.loads(table, who):
        if load not in dropped and not allowed:
            found.append(Break("swim.forbidden-loads", f"{who} cannot swim with {load}: drop it first"))
    if under and not water.walks_bottom(table, who):
        found.append(Break("swim.walk-the-bottom", f"{who} cannot go under water"))
    return found


def _off_the_level(table: Table, who: str, stride: Stride) -> list[Break]:
    """What forbids a stride of a swim that leaves the level: a model may jump down into the water, and nothing else."""
    if stride.mode == "drop":
        return jump_down.breaks(table, who, stride, stride.manner)
    if stride.mode in ("climb", "ladder", "leap", "fly"):
        says = (
            f"a swim cannot contain a {stride.mode}: climb or leap with a move, or jump down into the water"
        )
        return [Break("swim.distance", says, point(stride.start))]
    return []


def _held(who: str, hold: Hold) -> Break:
    """What forbids a swim that runs into something, or comes to an edge above the water."""
    where = point(hold.pose)
    if hold.kind == "edge" and hold.rise < 0:
        says = f'{who} stands {-hold.rise:.4g}" above the water: jump down with {{jump: [x, y]}}, or climb down first'
        return Break("jump-down.part-of-move", says, where)
    clause = "swim.climb-out" if hold.kind == "solid" else "swim.distance"
    return Break(clause, f"{hold.what} is in the way", where)


def _dropped(declaration: Declaration) -> tuple[str, ...]:
    """What is to be dropped before the swim."""
    given = declaration.details.get("drop")
    return tuple(str(each) for each in given) if isinstance(given, tuple) else ()


def _idle(table: Table, names: tuple[str, ...], declaration: Declaration) -> list[Break]:
    """Details that change nothing for anybody who swims: an option that does not apply is no slip to pass over."""
    found = []
    if declaration.details.get("discard") is True and not any(water.armour(table, name) for name in names):
        says = (
            f"{' and '.join(names)} {'wears' if len(names) == 1 else 'wear'} no primitive armour to discard"
        )
        found.append(Break("swim.discard-armour", says))
    carried = [load for name in names for load in water.loads(table, name)]
    for each in _dropped(declaration):
        if each not in carried:
            clause = "swim.discard-shield" if each == water.SHIELD else "swim.forbidden-loads"
            found.append(Break(clause, f"{' and '.join(names)} cannot drop {each}: there is none to drop"))
    if declaration.details.text("swim_roll") == "squad" and len(names) < 2:
        found.append(Break("swim.squad-roll", f"{names[0]} swims alone: one roll for a squad takes a squad"))
    return found


def _sheds(game: Game, who: str, declaration: Declaration) -> Procedure[None]:
    """Before the swim: loads are dropped, armour is thrown off or drags its wearer down."""
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
        free = yield from initiative_test(table, who, "discard armour", "swim.discard-armour")
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
    inches: int = yield from roll(Roll("swim", D6, Stroke(clause), who, (clause, "support.d3")))
    if inches == LOST:
        lost = yield from _goes_under(game, who, under=deep)
        if not lost:
            yield from do(Stopped(who, "is saved, and gets no further"), "swim.character-second-chance")
        return
    yield from _go(game, who, legs, float(inches), clause, under=deep)


def _goes_under(game: Game, who: str, *, under: bool) -> Procedure[bool]:
    """A natural 1: lost, unless a character is saved by a second die; true if it is lost."""
    clause = "swim.underwater-natural-one" if under else "swim.natural-one"
    if any(game.now.models[who].has(word) for word in CHARACTERS):
        cited = ("swim.character-second-chance",)
        saved = yield from passed(Roll("second chance", D6, AtLeast(2), who, cited, hope=True))
        if saved:
            return False
    yield from baggage.release(game, who, game.now.models[who].place, clause)
    yield from do(Removed(who, "stuck or lost under water" if under else "drowned"), clause)
    return True


def _together(game: Game, ways: dict[str, tuple[Leg, ...]], *, under: bool) -> Procedure[None]:
    """One roll for a squad; on a 1 some of it drown."""
    names = tuple(ways)
    cited = ("swim.squad-roll", "swim.distance", "support.d3")
    inches: int = yield from roll(Roll("swim", D6, Stroke("swim.distance"), names[0], cited))
    distance = float(inches)
    if inches == LOST:
        distance = SQUAD_OF_ONE
        clause = "swim.squad-natural-one"
        count: int = yield from roll(Roll("how many drown", D6, Total(), names[0], (clause,)))
        for name in (yield from lot.drawn(names, count, "who drowns", clause)):
            lost = yield from _goes_under(game, name, under=under)
            if lost:
                yield from do(Reported("drowns", name), clause)
    for name, legs in ways.items():
        if game.now.models[name].place.on_table:
            yield from _go(game, name, legs, distance, "swim.squad-roll", under=under)


def _go(
    game: Game, who: str, legs: tuple[Leg, ...], inches: float, clause: str, *, under: bool
) -> Procedure[None]:
    """Along the way as far as the roll carries, and no further than the bank."""
    table = game.now
    itinerary = traced(table, who, legs)
    left, at = inches, (len(itinerary.strides), 0.0)
    for index, stride in enumerate(itinerary.strides):
        if stride.mode == "drop":
            safe = yield from _jump(game, who, itinerary, index, clause)
            if safe:
                yield from _go(game, who, legs[stride.leg :], left, clause, under=under)
            return
        if beyond(stride.length, left):
            at = (index, left / stride.length)
            break
        left -= stride.length
    part = cut(itinerary, at, Scene(water.ashore(table, who)))
    place = water.afloat(table, part.end)
    hidden = ("swim.underwater-movement",) if under else ()
    yield from do(Moved(who, place, "swims"), clause, *hidden)
    yield from speed.remember(table, who, part.strides, clause)
    if under and place.kind == "water":
        yield from do(Noted(water.UNDER, who, True, "game"), "swim.underwater-movement")
    else:
        yield from action.forget(game, water.UNDER, who, "swim.underwater-movement")
    if at[0] < len(itinerary.strides):
        yield from do(Stopped(who, "the roll carries it no further"), clause)


def _jump(game: Game, who: str, itinerary: Itinerary, index: int, clause: str) -> Procedure[bool]:
    """Up to the edge above the water, and down: with the tests of a jump, and a fall if one fails; true if it is down safely."""
    scene = Scene(water.ashore(game.now, who))
    edge = cut(itinerary, (index, 0.0), scene)
    if edge.end != game.now.models[who].place:
        yield from do(Moved(who, edge.end, "goes"), clause)
        yield from speed.remember(game.now, who, edge.strides, clause)
    lands = water.afloat(game.now, cut(itinerary, (index + 1, 0.0), scene).end)
    return (yield from jump_down.jumping(game, who, itinerary.strides[index], lands))


def spotted(table: Table, who: str, details: Record) -> Answer:
    """Whether normal means from the land can spot a figure."""
    if table.note(water.UNDER, who) is None:
        return Answer(True, ("support.bs-to-hit",), "in the open")
    seen = table.option("gm.underwater_spotting") is True
    return Answer(seen, ("swim.underwater-unspotted",), "spotted" if seen else "not spotted")


# ---------------------------------------------------------------------- out of the water


def climb_out(game: Game, declaration: Declaration) -> Procedure[None]:
    """Out of the water onto a boat or a jetty: an Initiative test, again with each action."""
    table, who = game.now, declaration.actor
    found = action.breaks(table, declaration.who, 1, stated(declaration))
    place: Place | None = None
    if who not in table.models or not water.swims(table, who):
        found.append(Break("swim.climb-out", f"{who} is not in the water"))
    else:
        place, wrong = _out(table, who, declaration.target)
        found += action.down(table, who) + wrong
    if found or place is None:
        raise Refused(*found)
    if not (yield from squads.begin(game, declaration.who, stated(declaration))):
        return
    again = ("swim.climb-out-retry",) if table.note(CLINGS, who) is not None else ()
    yield from action.spend(game, (who,), "climb-out", 1, "swim.climb-out")
    out = yield from initiative_test(table, who, "climb out", "swim.climb-out", *again)
    if not out:
        yield from do(Noted(CLINGS, who, True, "game"), "swim.climb-out")
        yield from do(Stopped(who, "clings on"), "swim.climb-out")
    else:
        yield from do(Moved(who, place, "climbs out"), "swim.climb-out")
        for key in (CLINGS, water.UNDER):
            yield from action.forget(game, key, who, "swim.climb-out")
    yield from squads.over(game, action.unit_of(game.now, who))


def _out(table: Table, who: str, target: str) -> tuple[Place | None, list[Break]]:
    """Where a swimmer comes to stand on a boat or a jetty, or what keeps it in the water."""
    piece, clause = table.pieces.get(target), "swim.climb-out"
    surface = Scene(table).surface(target) if piece is not None else None
    if piece is None or surface is None:
        return None, [Break(clause, f"{target} is nothing to climb onto")]
    if beyond(gap(table.body(who), region_of(piece.outline)), 0.0):
        return None, [Break(clause, f"{who} does not touch {target}")]
    pose = table.pose(who)
    rise = surface.low - pose.z
    if beyond(rise, from_lattice(table.models[who].height)):
        return None, [Break(clause, f'{target} is {rise:.4g}" above the water, higher than {who} is tall')]
    view = fall.sight(table, who)
    keeps = (*room(view, surface.low), On(surface.region, "centre"))
    # The water is left at the edge: what stands above it, and not the side of the jetty, is in the way.
    spot = one_of(nearest(view, pose._replace(z=surface.low), keeps, limit=2 * view.shape.reach))
    if spot is None:
        return None, [Break(clause, f"there is no room for {who} on {target}")]
    return on_surface(*spot, target, pose.facing), []


def ship_passes(game: Game, declaration: Declaration) -> Procedure[None]:
    """A vessel moves: slow enough, it takes up swimmers close to its track."""
    table, ship = game.now, declaration.actor
    if ship not in table.models or not table.models[ship].place.on_table:
        raise Refused(Break("swim.ship-pick-up", f"{ship} is no vessel on the table"))
    wrong = _not_sailed(table, ship, declaration.legs)
    if wrong:
        raise Refused(*wrong)
    body, pose = table.body(ship), table.pose(ship)
    length, near = 0.0, []
    x, y = pose.x, pose.y
    swimmers = [one.id for one in table.models.values() if one.place.kind == "water" and one.id != ship]
    for leg in declaration.legs:
        if leg.to is None:
            continue
        shift = Shift(from_lattice(leg.to[0]) - x, from_lattice(leg.to[1]) - y)
        for name in swimmers:
            if coming_near(body, shift, table.body(name), SHIP_REACH, closed=True) and name not in near:
                near.append(name)
        body = moved(body, shift, 1.0)
        x, y = x + shift.dx, y + shift.dy
        length += math.hypot(shift.dx, shift.dy)
    here = table.models[ship].place
    yield from do(Moved(ship, replace(here, x=to_lattice(x), y=to_lattice(y)), "sails"), "speed.definition")
    if not within(length, SHIP_SPEED):
        return
    for name in near:
        yield from do(Moved(name, Place("aboard", ship), "is picked up"), "swim.ship-pick-up")
        for key in (CLINGS, water.UNDER):
            yield from action.forget(game, key, name, "swim.ship-pick-up")


def _not_sailed(table: Table, ship: str, legs: tuple[Leg, ...]) -> list[Break]:
    """What a vessel runs into on its track, or would stand in at its end: swimmers make way, or are taken up."""
    there = water.ashore(table, ship)
    swimmers = tuple(name for name in table.models if water.swims(table, name))
    on_board = replace(lens(there, ship), models=((Models(ids=swimmers), "absent"), (Models(), "solid")))
    if not swimmers:
        on_board = replace(on_board, models=((Models(), "solid"),))
    itinerary = trace(Scene(there), on_board, ship, legs)
    met = [itinerary.hold.what] if itinerary.hold is not None else [what for _, what in itinerary.overlapped]
    return [Break("swim.ship-pick-up", f"{each} is in the way of {ship}") for each in met]
