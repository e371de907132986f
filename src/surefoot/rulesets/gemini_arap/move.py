"""Moving: a figure or a whole squad spends Action Points on one path each."""

from __future__ import annotations

from dataclasses import dataclass, replace

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Plan, Procedure, Refused, do, plan
from surefoot.geometry.measure import overlaps
from surefoot.geometry.tolerance import same
from surefoot.referee.itinerary import Leg
from surefoot.referee.protocol import Declaration
from surefoot.referee.remember import remembered
from surefoot.rulesets.gemini_arap import (
    action,
    character,
    climb,
    crawl,
    door,
    doorway,
    fleet,
    ladder,
    plans,
    rope,
    route,
    split,
    squads,
    tactical,
    turn,
    variable,
)
from surefoot.rulesets.gemini_arap.coherency import poses
from surefoot.rulesets.gemini_arap.figure import (
    FALLEN,
    INDEPENDENT,
    PRONE,
    ROUTING,
    movement_clause,
    on_table,
)
from surefoot.rulesets.gemini_arap.laying import MOST_AP
from surefoot.table.effects import Became, Reported
from surefoot.table.place import Pose
from surefoot.table.table import Table

Paths = dict[str, tuple[Leg, ...]]
NO_CLAIM = fleet.Claim()
FLIGHTS = ("rout", "pursuit")


@dataclass(frozen=True)
class Party:
    """Who acts together."""

    table: Table
    unit: str
    names: tuple[str, ...]
    # The declaration names the unit, not one of its figures.
    declared_as_squad: bool

    @property
    def squad(self) -> tuple[str, ...]:
        """All figures of the unit that are on the table."""
        return action.members(self.table, (self.unit,))


@dataclass(frozen=True)
class Movement(Party):
    """Those who move together: with how many actions, and how."""

    moves: int
    hugging: bool
    # Routs and pursuits take variable ground as it lies.
    rolled: bool
    # The player may keep the Fleet inches for a charge.
    takes_fleet: bool
    # Two actions for one allowance, in which something is climbed.
    climbs: bool

    @property
    def points(self) -> int:
        """The Action Points that it takes."""
        return climb.ACTIONS if self.climbs else self.moves

    def way(self, table: Table, name: str, inches: int = tactical.SIDES) -> route.Way:
        """The movement of a figure about to begin; a tactical one goes as far as a roll says."""
        way = route.begin(table, name, self.moves)
        if self.climbs:
            return route.Way(
                name, 1, earlier=way.earlier, runs_on=False, clause="climb.two-actions", climbs=True
            )
        if not self.hugging:
            return replace(way, rolled=self.rolled)
        return route.Way(
            name,
            1,
            earlier=way.earlier,
            allowance=float(inches),
            runs_on=False,
            clause="tactical.d6-distance",
        )

    def claim(self, paths: Paths) -> fleet.Claim:
        """The Fleet inches that those who move may claim."""
        names = tuple(paths)
        if self.hugging or self.climbs or not self.takes_fleet or not names:
            return fleet.Claim()
        crawling = tuple(name for name, legs in paths.items() if crawl.crawls(legs))
        return fleet.claim(self.table, names, crawling, fleet.in_a_row(self.table, names[0], self.moves))


def stated(declaration: Declaration) -> int | None:
    """The Action Points that a declaration states."""
    return declaration.details.number("ap") if "ap" in declaration.details else None


def move(game: Game, declaration: Declaration) -> Procedure[None]:
    """One declaration: Action Points, the roll for variable ground, the paths, and the way itself."""
    table = game.now
    names = action.acting(table, declaration.who)
    unit = action.unit_of(table, declaration.actor)
    is_tactical = declaration.action == "tactical"
    climbs = declaration.action == "climb"
    flight = declaration.details.text("as") or any(table.models[name].is_(ROUTING) for name in names)
    party = Movement(
        table,
        unit,
        names,
        action.is_squad(table, declaration.who),
        declaration.details.number("moves", 1),
        is_tactical,
        not flight,
        declaration.details.get("fleet") is not False,
        climbs,
    )
    breaks = _may_move(party, declaration)
    if breaks:
        raise Refused(*breaks)
    paths = declared(party, declaration)
    judge = PathsJudge(party)
    broken = list(judge.breaks(paths))
    if climbs and not broken:
        wanted = two_actions(table, judge.trips(paths))
        broken = action.breaks(table, declaration.who, party.points, stated(declaration), *wanted)
    if broken:
        raise Refused(*broken)
    if not (yield from squads.begin(game, declaration.who, stated(declaration), party.points)):
        return
    if is_tactical:
        yield from _tactical(game, party, paths, judge, declaration.details.text("end"))
    else:
        substitute = declaration.details.get("substitute_dice") is True
        yield from _walked(game, party, paths, judge, substitute=substitute)
    yield from squads.settle(game, unit, tuple(paths))


def _walked(
    game: Game, party: Movement, paths: Paths, judge: PathsJudge, *, substitute: bool
) -> Procedure[None]:
    """Ordinary moves: what the dice give, the paths, the way of each figure."""
    claimed = party.claim(paths)
    kind, clauses = "move", action.move_clauses(party.table, party.names, party.moves)
    if party.climbs:
        wanted = two_actions(party.table, judge.trips(paths))
        kind = "climb"
        clauses = (*wanted, *(movement_clause(party.table.models[name]) for name in party.names))
    if not claimed.due:
        clauses = (*clauses, *claimed.clauses)
    yield from action.spend(game, party.names, kind, party.points, *clauses)
    for name in paths:
        yield from doorway.moves_off(game, name)
    inches = yield from fleet.inches(game, claimed, "fleet.multiple-move-bonus", "fleet.consecutive")
    scores = yield from _scores(game, party, paths, substitute=substitute)
    if party.declared_as_squad or scores or claimed.due:
        clause = "fleet.multiple-move-bonus" if claimed.due else "allowance.one-ap-one-move"
        clause = "variable.roll-replaces-allowance" if scores else clause
        paths = yield from _planned(party, paths, judge, clause)
    trips = judge.trips(paths)
    paths = yield from doorway.ranked(game, paths, {name: path.itinerary for name, path in trips.items()})
    fates = yield from climb.fates(game, {name: path.rises for name, path in trips.items()})
    for name, legs in paths.items():
        # The run as it was before this declaration: spending has not touched it.
        way = party.way(game.now, name)
        bonus = way.bonus + claimed.bonus(name, inches)
        way = replace(way, score=scores.get(name), bonus=bonus, fate=fates.get(name, ""))
        yield from down_to_crawl(game, name, legs)
        faced = legs_of(game.now, name, legs)[0]
        yield from doorway.tell_passed(game.now, name, route.trip(game.now, way, faced).itinerary)
        yield from route.follow(game, way, faced)


def down_to_crawl(game: Game, name: str, legs: tuple[Leg, ...]) -> Procedure[None]:
    """Who crawls lies down for it, which costs nothing."""
    if crawl.crawls(legs) and not game.now.models[name].is_(PRONE):
        yield from do(Became(name, (PRONE,)), "prone.going-down-free")


def _tactical(game: Game, party: Movement, paths: Paths, judge: PathsJudge, stance: str) -> Procedure[None]:
    """From fold to fold: one roll for the unit takes the place of M."""
    why = tuple(tactical.allowed_by(party.table, name) for name in paths or party.names)
    yield from action.spend(game, party.names, "tactical", 1, *dict.fromkeys(why))
    trips = {
        name: route.trip(game.now, party.way(game.now, name), legs_of(game.now, name, legs)[0])
        for name, legs in paths.items()
    }
    for name in trips:
        yield from doorway.moves_off(game, name)
    if trips:
        inches = yield from tactical.rolled(game, trips)
        if party.declared_as_squad:
            paths = yield from _planned(party, paths, judge, "tactical.d6-distance")
        for name, legs in paths.items():
            way = party.way(game.now, name, inches)
            faced = legs_of(game.now, name, legs)[0]
            slowed = tactical.slowed(route.trip(game.now, way, faced))
            if slowed:
                yield from do(Reported("is slowed", name), *slowed)
            yield from route.follow(game, way, faced)
    for name in on_table(game.now, tuple(paths) or party.names):
        if not game.now.models[name].is_(FALLEN):
            yield from tactical.remember(game, name, stance)


def _may_move(party: Movement, declaration: Declaration) -> list[Break]:
    table = party.table
    found = action.breaks(table, declaration.who, party.moves, stated(declaration))
    if not 1 <= party.moves <= MOST_AP:
        found.append(Break("action.splits", f"1 to {MOST_AP} actions can be moves, not {party.moves}"))
    wanted = declaration.details.get("fleet")
    found += fleet.unknown(table, party.names, wanted, "fleet.multiple-move-bonus")
    stance = declaration.details.text("end")
    if stance and stance not in tactical.STANCES:
        found.append(Break("tactical.stance-free", f"it ends {' or '.join(tactical.STANCES)}, not {stance}"))
    flight = declaration.details.text("as")
    if flight and flight not in FLIGHTS:
        found.append(
            Break("variable.rout-and-pursuit", f"a move is a {' or a '.join(FLIGHTS)}, not {flight}")
        )
    if party.declared_as_squad:
        return found
    for name in party.names:
        found += action.down(table, name) or action.afoot(table, name)
        found += tactical.breaks(table, name) if party.hugging else []
    if len(party.names) > 1:
        found.append(Break("split.copy-the-leader", "name one figure, or the squad as a whole"))
    elif acts_with_others(table, declaration.actor, party.squad):
        says = f"{declaration.actor} moves with {party.unit}: declare the move of the squad"
        found.append(Break("split.copy-the-leader", says))
    return found


def acts_with_others(table: Table, who: str, squad: tuple[str, ...]) -> bool:
    """Whether a figure can only act together with its squad; a character may go its own way."""
    if table.models[who].has(INDEPENDENT):
        return False
    return len(squad) > 1 and table.option("copy_the_leader") is not False


def declared(party: Party, declaration: Declaration) -> Paths:
    """The paths that a declaration carries."""
    if "plan" in declaration.details:
        try:
            return plans.paths(party.table, party.names, declaration.details["plan"])
        except plans.Unreadable as unreadable:
            raise Refused(Break("split.copy-the-leader", str(unreadable))) from unreadable
    if len(party.names) > 1:
        raise Refused(Break("split.copy-the-leader", "a squad needs a plan: {shift: [dx, dy]}"))
    return dict.fromkeys(party.names, declaration.legs) if declaration.legs else {}


def legs_of(table: Table, name: str, legs: tuple[Leg, ...]) -> tuple[tuple[Leg, ...], list[Break]]:
    """The legs of a path as geometry follows them, and what is wrong with the way they face."""
    return turn.faced(table, name, door.worked(legs))


@dataclass(frozen=True)
class PathsJudge:
    """Every clause that some paths break, with the best that dice could give."""

    party: Movement

    def __call__(self, answer: object) -> tuple[Break, ...]:
        try:
            paths = plans.paths(self.party.table, self.party.names, answer)
        except plans.Unreadable as unreadable:
            return (Break("split.copy-the-leader", str(unreadable)),)
        return self.breaks(paths)

    def trips(self, paths: Paths) -> dict[str, route.Trip]:
        """The paths, each with the doors open that were opened before."""
        return dict(_trips(self.party, tuple(paths.items())))

    def breaks(self, paths: Paths) -> tuple[Break, ...]:
        """All breaks of all figures, and those of the squad as a whole."""
        return _breaks(self.party, tuple(paths.items()))


@remembered
def _trips(
    party: Movement, ways: tuple[tuple[str, tuple[Leg, ...]], ...]
) -> tuple[tuple[str, route.Trip], ...]:
    found: list[tuple[str, route.Trip]] = []
    opened: tuple[str, ...] = ()
    bonus = party.claim(dict(ways))
    for name, legs in ways:
        faced, _ = legs_of(party.table, name, legs)
        found.append((name, hopeful(party, name, faced, opened, bonus)))
        opened = (*opened, *door.opened(faced))
    return tuple(found)


@remembered
def _breaks(party: Movement, ways: tuple[tuple[str, tuple[Leg, ...]], ...]) -> tuple[Break, ...]:
    table, paths = party.table, dict(ways)
    found: list[Break] = []
    opened: tuple[str, ...] = ()
    ends: dict[str, Pose] = poses(table, party.squad)
    trips = dict(_trips(party, ways))
    for name, path in trips.items():
        faced, wrong = legs_of(table, name, paths[name])
        if party.declared_as_squad:
            wrong += action.down(table, name) or action.afoot(table, name)
            wrong += tactical.breaks(table, name) if party.hugging else []
        if party.hugging:
            wrong += tactical.path_breaks(table, path)
        elif not action.down(table, name):
            wrong += crawl.wrong(table, name, faced)
        wrong += route.judged(table, path, opened)
        found += [named(name, each) for each in wrong] if party.declared_as_squad else wrong
        opened = (*opened, *door.opened(faced))
        ends[name] = table.resolve(route.end(table, path))
    if party.climbs and not two_actions(table, trips):
        says = "nothing on this way takes two actions: a move will do"
        found.append(Break("climb.two-actions", says))
    found += ladder.crowded(table, on_ladders(table, trips))
    found += _same_manner(table, paths)
    itineraries = {name: path.itinerary for name, path in trips.items()}
    found += crowded(table, ends, tuple(doorway.bunches(table, itineraries).values()))
    found += doorway.blocked(table, itineraries)
    found += split.breaks(table, party.squad, ends)
    found += character.breaks(table, ends)
    return tuple(dict.fromkeys(found))


def two_actions(table: Table, trips: dict[str, route.Trip]) -> tuple[str, ...]:
    """The clauses by which something on some ways takes two actions."""
    found = [
        climb.takes_two(table, name, rise) or rope.takes_two(table, name, rise)
        for name, path in trips.items()
        for rise in path.rises
        if rise is not None
    ]
    return tuple(dict.fromkeys(clause for clause in found if clause))


def on_ladders(table: Table, trips: dict[str, route.Trip]) -> dict[str, tuple[str, ...]]:
    """Who is about to use which ladder."""
    found: dict[str, tuple[str, ...]] = {}
    for name, path in trips.items():
        for rungs in ladder.climbed(table, path.itinerary):
            found[rungs] = (*found.get(rungs, ()), name)
    return found


def hopeful(
    party: Movement,
    name: str,
    legs: tuple[Leg, ...],
    opened: tuple[str, ...] = (),
    claimed: fleet.Claim = NO_CLAIM,
) -> route.Trip:
    """A path priced with the best that could be rolled for it."""
    table = party.table
    way = party.way(table, name)
    way = replace(way, bonus=way.bonus + claimed.bonus(name, fleet.BEST))
    path = route.trip(table, way, legs, opened)
    dice = None if party.hugging else variable.score(table, path)
    if dice is None:
        return path
    return route.trip(table, replace(way, score=dice.best), legs, opened)


def _same_manner(table: Table, paths: Paths) -> list[Break]:
    """When the leader crawls, so do the others, and when he walks they walk."""
    manners = {crawl.crawls(legs) for legs in paths.values()}
    if manners != {True, False} or table.option("copy_the_leader") is False:
        return []
    says = " and ".join(name for name, legs in paths.items() if crawl.crawls(legs))
    return [
        Break("split.copy-the-leader", f"{says} would crawl while others walk: all do as their leader does")
    ]


def named(name: str, each: Break) -> Break:
    """A break with the name of the figure before it."""
    return replace(each, says=f"{name}: {each.says}")


def crowded(table: Table, ends: dict[str, Pose], bunches: tuple[tuple[str, ...], ...] = ()) -> list[Break]:
    """Figures of one squad cannot end in one another; those who crowd a doorway are ranked before it."""
    found = []
    names = list(ends)
    for index, name in enumerate(names):
        body = table.models[name].base.shape.at(*_flat(ends[name]))
        for other in names[index + 1 :]:
            there = table.models[other].base.shape.at(*_flat(ends[other]))
            level = same(ends[name].z, ends[other].z)
            ranked = any(name in bunch and other in bunch for bunch in bunches)
            if level and not ranked and overlaps(body, there):
                found.append(
                    Break("coherency.head-to-head", f"{name} and {other} would stand in one another")
                )
    return found


def _flat(pose: Pose) -> tuple[float, float, float]:
    return pose.x, pose.y, pose.facing


def _scores(game: Game, party: Movement, paths: Paths, *, substitute: bool) -> Procedure[dict[str, float]]:
    """The Variable scores of those whose path touches such ground: one roll for each set of dice."""
    found: dict[str, float] = {}
    for name, legs in paths.items():
        path = hopeful(party, name, legs_of(party.table, name, legs)[0])
        dice = variable.score(party.table, path)
        if dice is not None:
            found[name] = yield from variable.rolled(game, name, dice, substitute=substitute)
    return found


def _planned(party: Movement, paths: Paths, judge: PathsJudge, clause: str) -> Procedure[Paths]:
    """The paths are chosen now: as declared, or otherwise once the dice have been seen."""
    table = party.table
    side = table.models[party.names[0]].side
    answer = yield from plan(
        Plan("where everybody goes", party.unit, judge, side, (clause,), plans.written(paths))
    )
    return plans.paths(table, party.names, answer)
