"""Charge (Double): M + D3 inches, into contact or short of it."""

from __future__ import annotations

import math
from collections.abc import Iterator

from surefoot.dice.host import Game
from surefoot.dice.planner import planner
from surefoot.dice.requests import Break, Procedure, Refused, roll
from surefoot.geometry.measure import gap
from surefoot.geometry.tolerance import beyond, from_lattice, to_lattice, within
from surefoot.language import Length, Quoted, Sentence, Who, say
from surefoot.records import replace
from surefoot.referee.cut import Cut, cut, last_rest
from surefoot.referee.following import Path, priced
from surefoot.referee.itinerary import Hold, Leg
from surefoot.referee.protocol import Declaration
from surefoot.referee.remember import remembered
from surefoot.referee.scene import Scene
from surefoot.referee.view import bearing
from surefoot.rulesets.necromunda_classic import climb, dangerous, one_inch
from surefoot.rulesets.necromunda_classic.activation import spend
from surefoot.rulesets.necromunda_classic.dangerous import DANGEROUS
from surefoot.rulesets.necromunda_classic.fighter import (
    LEVEL_STEP,
    ONE_INCH,
    SERIOUSLY_INJURED,
    contacts,
    is_prone,
    is_vehicle,
    movement,
    named,
    own_traits,
)
from surefoot.rulesets.necromunda_classic.leap import over_narrow_gaps
from surefoot.rulesets.necromunda_classic.move import engages
from surefoot.rulesets.necromunda_classic.prices import distance_roll, tariff
from surefoot.rulesets.necromunda_classic.route import (
    Journey,
    follow,
    hold_breaks,
    journey,
    refuse,
    rest_breaks,
    through_enemies,
)
from surefoot.table.effects import Moved, apply
from surefoot.table.model import Model
from surefoot.table.place import Place
from surefoot.table.record import Record
from surefoot.table.table import Table
from surefoot.table.terrain import LINK_SORTS, Piece
from surefoot.table.words import suggested

# A charge may follow a route this much longer than the shortest, because hand-drawn paths are not exact.
LEEWAY = 0.1
# Straight paths to another level are tried to points this many degrees apart, all round the target.
LOOK_ROUND = 5
# By each ladder, stair or ramp, the nearest of these points are tried.
ENDS_BY_LINK = 12
# The number of bent paths that are compared.
BENDS = 6


def charge(game: Game, declaration: Declaration) -> Procedure[None]:
    """Declare the target, roll the D3, and go as far as the roll allows."""
    who, target = declaration.actor, declaration.target
    refuse(_target_breaks(game.now, who, target))
    legs = _route(game, declaration)
    yield from spend(game, who, "charge")
    request = distance_roll(game.now, who, "charge")
    inches = 0 if request is None else (yield from roll(request))
    way = journey(
        game,
        who,
        tariff(game.now, who, "charge", float(inches)),
        Charging(target, versatile_reach(game.now, who, declaration.details.text("weapon"))),
    )
    yield from follow(game, way, legs)
    yield from _arrived(game, who, target, versatile_reach(game.now, who, declaration.details.text("weapon")))


def _target_breaks(table: Table, who: str, target: str) -> list[Break]:
    model = table.models.get(target)
    if model is None:
        says = say("{target} can't be charged: name an enemy fighter or vehicle", target=named(table, target))
        return [Break("move.charge-to-fight", says)]
    if not model.place.on_table:
        return [Break("move.charge-to-fight", say("{target} is not on the table", target=Who(target)))]
    if model.side == table.models[who].side:
        return [Break("move.charge-to-fight", say("{target} is not an enemy", target=Who(target)))]
    return []


def _route(game: Game, declaration: Declaration) -> tuple[Leg, ...]:
    """The legs of a charge: as declared, completed up to the target if they stop short, or the shortest path."""
    table, who, target = game.now, declaration.actor, declaration.target
    prices = tariff(table, who, "charge")
    legs = declaration.legs
    if any(leg.by == "lift" for leg in legs):
        # A ride is resolved only when it is made, so the rest cannot be traced yet.
        return legs
    legs = over_narrow_gaps(table, who, prices, legs)
    known = shortest(table, who, target)
    breaks: list[Break] = []
    for tried in (legs, (*legs, straight_at(table, target))):
        path = priced(table, who, prices, tried)
        breaks = _detours(table, declaration, path, known)
        if not breaks:
            return tried
        if path.itinerary.fits and succeeded(
            apply(table, Moved(who, path.end)),
            who,
            target,
            versatile_reach(table, who, declaration.details.text("weapon")),
        ):
            # The path reaches the target, by a detour: nothing is added to it.
            break
    if known is not None and not legs:
        return known[0]
    raise Refused(*breaks)


@remembered
def shortest(table: Table, who: str, target: str) -> tuple[tuple[Leg, ...], int] | None:
    """The legs and the cost of the shortest path to contact that needs no test; None if none was found.

    On one level the planner finds it; over small gaps and to other levels straight paths are tried, and those by each
    ladder, stair or ramp. Where none of these leads there, the planner searches over all levels.
    """
    ways = _way_on_level(table, who, target)
    if not ways and is_vehicle(table.models[target]):
        ways = _way_on_level(table, who, target, ONE_INCH)
    if not ways or beyond(from_lattice(ways[0][1]), gap(table.body(who), table.body(target))):
        cost = ways[0][1] if ways else None
        ways += [*_straight_way(table, who, target, cost), *_ways_by_links(table, who, target)]
    return min(ways or _bent_ways(table, who, target), key=lambda way: way[1], default=None)


def _way_on_level(
    table: Table, who: str, target: str, reach: float = 0.0
) -> list[tuple[tuple[Leg, ...], int]]:
    """The cheapest path on one level to where a fighter touches its target, or comes that near, with its cost; or none."""
    prices = tariff(table, who, "charge")
    # Bases touch on one level; a vehicle is engaged from as near as 1" through the air.
    level = ONE_INCH if is_vehicle(table.models[target]) else LEVEL_STEP
    found = planner().shortest_to_contact(table, who, prices, target, reach, (DANGEROUS,), level)
    ways = [] if found is None else [(found.legs, found.cost)]
    # The planner works on one level: the target may stand above or below that place.
    return [way for way in ways if _untested(table, who, target, way[0]) is not None]


def _straight_way(
    table: Table, who: str, target: str, most_cost: int | None
) -> list[tuple[tuple[Leg, ...], int]]:
    """The cheapest straight path into contact with a target on its own level, on foot or climbing, with its cost.

    None if there is none that costs less than `most_cost`, the cost of a path that is known.
    """
    most, on = _best_roll(table, who), _level_of(table, target)
    best: tuple[int, int, Leg] | None = None
    # The nearest first: no path costs less than its length, so most of them need not be tried.
    for length, degrees, to in _contact_points(table, who, target, table.pose(who)[:2]):
        cheapest = most_cost if best is None else best[0]
        if cheapest is not None and to_lattice(length - LEEWAY) > cheapest:
            break
        for leg in (Leg(to), Leg(to, "climb", on)):
            cost = _untested(table, who, target, (leg,))
            if cost is not None and not _out_of_reach(table, who, (leg,), most):
                best = min(best or (cost, degrees, leg), (cost, degrees, leg), key=lambda way: way[:2])
                break
    return [] if best is None else [((best[2],), best[0])]


def _ways_by_links(table: Table, who: str, target: str) -> list[tuple[tuple[Leg, ...], int]]:
    """The paths into contact by each ladder, stair or ramp, straight before and after it, with their costs."""
    most, on = _best_roll(table, who), _level_of(table, target)
    found = []
    for piece in table.pieces.values():
        for legs, head in _over(table, who, piece):
            nearest = _contact_points(table, who, target, head)[:ENDS_BY_LINK]
            for _, _, to in nearest:
                way = (*legs, Leg(to, on=on))
                cost = _untested(table, who, target, way)
                if cost is not None and not _out_of_reach(table, who, way, most):
                    found.append((way, cost))
                    break
    return found


@remembered
def _bent_ways(table: Table, who: str, target: str) -> list[tuple[tuple[Leg, ...], int]]:
    """The paths over levels that bend on the way, with their costs: searched for only where no simpler path leads there.

    As such a search takes long, only those are looked for that the best roll is enough for.
    """
    most, on, calm = _best_roll(table, who), _level_of(table, target), _at_leisure(table, who)
    found: list[tuple[tuple[Leg, ...], int]] = []
    if beyond(gap(table.body(who), table.body(target)), movement(table.models[who]) + most):
        return found
    points = (to for _, _, to in _contact_points(table, who, target, table.pose(who)[:2]))
    spots = [(from_lattice(x), from_lattice(y)) for x, y in points]
    for way in planner().cheapest_over_levels(calm, who, "move", spots, on, (DANGEROUS,)):
        for legs in (way.legs, _straight_in(table, who, target, way.legs)):
            cost = _untested(table, who, target, legs)
            if cost is not None and not _out_of_reach(table, who, legs, most):
                found.append((legs, cost))
        if len(found) >= BENDS:
            break
    return found


def _at_leisure(table: Table, who: str) -> Table:
    """The table on which a fighter can Move anywhere that a charge could lead: it moves as far as one, and no enemy has a zone."""
    models = table.models
    for model in models.values():
        if model.side != models[who].side and not is_vehicle(model) and model.place.on_table:
            models = models.with_(model.id, replace(model, statuses=(SERIOUSLY_INJURED,)))
    mover = models[who]
    most = int(movement(mover) + _best_roll(table, who))
    far = replace(mover, profile=mover.profile.changed(M=most))
    return table.changed(models=models.with_(who, far))


def _straight_in(table: Table, who: str, target: str, legs: tuple[Leg, ...]) -> tuple[Leg, ...]:
    """The same path, but from its last bend straight at the target."""
    before = table.resolve(priced(table, who, tariff(table, who, "charge"), legs[:-1]).end)
    pose = table.pose(target)
    distance = math.dist(before[:2], pose[:2])
    away = table.models[who].base.shape.reach + table.models[target].base.shape.reach
    if legs[-1].to is None or legs[-1].by not in ("walk", "climb") or not beyond(distance, away):
        return legs
    share = 1.0 - away / distance
    x, y = (one + (other - one) * share for one, other in zip(before[:2], pose[:2], strict=True))
    return (*legs[:-1], replace(legs[-1], to=(to_lattice(x), to_lattice(y))))


def _over(table: Table, who: str, piece: Piece) -> Iterator[tuple[tuple[Leg, ...], tuple[float, float]]]:
    """The legs from where a fighter stands over a ladder, stairs or a ramp, and the point at which they end."""
    if len(piece.line) != 4 or piece.sort not in (*LINK_SORTS, "stairs", "ramp"):
        return
    z = table.pose(who).z
    low, high = piece.line[:2], piece.line[2:]
    up = abs(z - from_lattice(piece.z)) <= abs(z - from_lattice(piece.z + piece.height))
    near, far = (low, high) if up else (high, low)
    head = from_lattice(far[0]), from_lattice(far[1])
    if piece.sort in LINK_SORTS:
        yield (Leg(by="link", link=piece.id),), head
    else:
        yield (Leg((near[0], near[1])), Leg((far[0], far[1]))), head


def _contact_points(
    table: Table, who: str, target: str, start: tuple[float, ...]
) -> list[tuple[float, int, tuple[int, int]]]:
    """The points at which a base touches the target, the nearest to a point first: distance, degrees from there, point.

    The first lies straight towards that point, so that a turned table has the same ones.
    """
    pose = table.pose(target)
    first = bearing(start[0] - pose.x, start[1] - pose.y)
    away = table.models[who].base.shape.reach + table.models[target].base.shape.reach
    ends: list[tuple[float, int, tuple[int, int]]] = []
    for degrees in range(0, 360, LOOK_ROUND):
        angle = math.radians(first - degrees)
        x, y = pose.x + away * math.sin(angle), pose.y + away * math.cos(angle)
        ends.append((math.dist(start, (x, y)), degrees, (to_lattice(x), to_lattice(y))))
    return sorted(ends)


def _level_of(table: Table, target: str) -> str:
    """The surface that a target stands on; empty if it stands on none."""
    place = table.models[target].place
    return place.on if place.kind == "surface" else ""


def _best_roll(table: Table, who: str) -> float:
    """The most that the dice of a charge can add."""
    rolled = distance_roll(table, who, "charge")
    return 0.0 if rolled is None else float(rolled.dice.count * rolled.dice.faces[-1])


def _out_of_reach(table: Table, who: str, legs: tuple[Leg, ...], most: float) -> bool:
    """Whether even the best roll ends during the climb, so that the charge would be lost: that is for its player to declare."""
    prices = tariff(table, who, "charge", most)
    return climb.unfinished(priced(table, who, prices, legs)) is not None


def _untested(table: Table, who: str, target: str, legs: tuple[Leg, ...]) -> int | None:
    """The cost of a path into contact with a target; None if it does not lead there or needs a test."""
    prices = tariff(table, who, "charge")
    path = priced(table, who, prices, legs)
    way = path.itinerary
    tested = dangerous.next_entry(way, table, ()) or any(
        stride.mode in ("leap", "drop") for stride in way.strides
    )
    there = apply(table, Moved(who, way.end))
    if way.hold is not None or rest_breaks(table, way) or through_enemies(table, path) or tested:
        return None
    return path.cost if succeeded(there, who, target, 0.0) else None


def _detours(
    table: Table, declaration: Declaration, path: Path, shortest: tuple[tuple[Leg, ...], int] | None
) -> list[Break]:
    """The breaks of a route that does not reach the target, or is longer than a known one."""
    who, target, way = declaration.actor, declaration.target, path.itinerary
    there = apply(table, Moved(who, way.end))
    held = rest_breaks(table, way)
    if held or not succeeded(
        there, who, target, versatile_reach(table, who, declaration.details.text("weapon"))
    ):
        held += [] if way.hold is None else hold_breaks(table, who, way.hold)
        if held and shortest is not None:
            return held
        says = (
            no_route(target)
            if shortest is None
            else say("This path doesn't reach {target}", target=Who(target))
        )
        return [*held, Break("charge.shortest-route", says)]
    if shortest is None:
        return []
    longer = from_lattice(path.cost - shortest[1]) - _further(table, there, who, target, shortest[0])
    if not beyond(longer, LEEWAY):
        return []
    says = say(
        "There is a path to {target} that is {shorter} shorter",
        target=Who(target),
        shorter=Length.of(longer),
    )
    return [Break("charge.shortest-route", says)]


def no_route(target: str) -> Sentence:
    """The refusal of a charge without a path, where the planner finds none."""
    return say("No path to {target} found. Draw the path of the charge", target=Who(target))


def _further(table: Table, there: Table, who: str, target: str, shortest: tuple[Leg, ...]) -> float:
    """How much further a charge may go than the shortest path: to touch several enemies, or nearer to a vehicle."""
    if is_vehicle(table.models[target]):
        prices = tariff(table, who, "charge")
        nearest = apply(table, Moved(who, priced(table, who, prices, shortest).end))
        return max(0.0, one_inch.apart(nearest, who, target) - one_inch.apart(there, who, target))
    if len(reached(there, who, target)) < 2:
        return 0.0
    start, end = table.pose(who), there.pose(who)
    return max(0.0, math.dist(start[:2], end[:2]) - gap(table.body(who), table.body(target)))


def straight_at(table: Table, target: str) -> Leg:
    """A straight leg to a target, where no route is declared."""
    pose = table.pose(target)
    return Leg((to_lattice(pose.x), to_lattice(pose.y)))


def versatile_reach(table: Table, who: str, weapon: str = "") -> float:
    """The Long range of the Versatile weapon that was named; if none was, the longest of any."""
    weapons = own_traits(table, who).get("weapons")
    entries = weapons.items() if isinstance(weapons, Record) else ()
    versatile = {
        name: float(str(entry.get("long", 0)))
        for name, entry in entries
        if isinstance(entry, Record) and entry.get("versatile")
    }
    if weapon and weapon not in versatile:
        says = say("{who} has no Versatile weapon called {weapon}", who=Who(who), weapon=Quoted(weapon))
        raise Refused(Break("charge.versatile-reach", suggested(says, weapon, versatile)))
    return versatile[weapon] if weapon else max(versatile.values(), default=0.0)


class Charging:
    """Judges a charge: it enters the 1" zone only if it ends in contact; otherwise it stops where the zone begins."""

    def __init__(self, target: str, reach: float) -> None:
        self.target, self.reach = target, reach

    def __call__(self, game: Game, way: Journey, path: Path) -> tuple[Cut | None, tuple[str, ...]]:
        itinerary, dry = path.itinerary, path.bill.dry
        if dry is None:
            if itinerary.hold is not None and not self._meets_enemy(game.now, way.who, itinerary.hold):
                refuse(hold_breaks(game.now, way.who, itinerary.hold))
            if itinerary.fits and self._succeeds(game.now, way.who, itinerary.end):
                return None, ()
        elif self._succeeds(game.now, way.who, _end_of(game.now, path)):
            return None, ()
        breach = one_inch.first_breach(itinerary)
        short = ("charge.full-distance-when-short", "charge.exposed-position")
        if breach is None or (dry is not None and dry <= breach):
            return None, short
        return breach, (*short, "charge.stop-one-inch")

    def _meets_enemy(self, table: Table, who: str, hold: Hold) -> bool:
        """Whether the route ends at an enemy, or at the side of the vehicle that it is aimed at."""
        deck = table.deck(hold.what)
        if deck is not None:
            return deck[0].id == self.target
        return hold.kind == "model" and table.models[hold.what].side != table.models[who].side

    def _succeeds(self, table: Table, who: str, end: Place) -> bool:
        return bool(succeeded(apply(table, Moved(who, end)), who, self.target, self.reach))


def _end_of(table: Table, path: Path) -> Place:
    """Where a path ends: at its end, or at the last place to stand before the movement runs out."""
    itinerary, dry = path.itinerary, path.bill.dry
    if dry is None:
        return itinerary.end
    rest = last_rest(itinerary, dry)
    return itinerary.start if rest is None else cut(itinerary, rest, Scene(table)).end


def reaches(table: Table, who: str, target: str, legs: tuple[Leg, ...], rolled: int) -> bool:
    """Whether a charge along a path succeeds if this is rolled: a vehicle is engaged from 1", any enemy by a Versatile weapon."""
    path = priced(table, who, tariff(table, who, "charge", float(rolled)), legs)
    there = apply(table, Moved(who, _end_of(table, path)))
    return bool(succeeded(there, who, target, versatile_reach(table, who)))


def reached(table: Table, who: str, target: str) -> list[Model]:
    """The enemies in contact that count for a charge: its target, and all that are not Seriously Injured."""
    return [one for one in contacts(table, who) if one.id == target or not one.is_(SERIOUSLY_INJURED)]


def succeeded(table: Table, who: str, target: str, reach: float) -> tuple[str, ...]:
    """The clauses by which a charge that ended here counts as successful; none if it failed."""
    touched = reached(table, who, target)
    if len(touched) > 1:
        return ("charge.end-in-contact", "support.measuring", "charge.several-enemies")
    if touched:
        return ("charge.end-in-contact", "support.measuring")
    if not table.models[target].place.on_table:
        # A lift that the charger rode crushed its target.
        return ()
    apart = one_inch.apart(table, who, target)
    if is_vehicle(table.models[target]) and within(apart, ONE_INCH):
        return ("support.engaged-vehicle",)
    if reach and within(apart, reach):
        return ("charge.versatile-reach",)
    return ()


def _arrived(game: Game, who: str, target: str, reach: float) -> Procedure[None]:
    model = game.now.models[who]
    if not model.place.on_table or is_prone(model):
        return
    clauses = succeeded(game.now, who, target, reach)
    if clauses:
        enemies = tuple(enemy.id for enemy in reached(game.now, who, target)) or (target,)
        yield from engages(game, who, enemies, *clauses, "one-inch.charge")
