"""Moving: a figure, or each figure of a squad, follows one path for Action Points."""

from __future__ import annotations

from functools import partial

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Plan, Procedure, Refused, do, plan
from surefoot.language import Either, Quoted, Sentence, Term, Who, say
from surefoot.records import dataclass, replace
from surefoot.referee.itinerary import Leg
from surefoot.referee.protocol import Declaration
from surefoot.referee.remember import remembered
from surefoot.referee.unit_plan import UnreadablePlan
from surefoot.rulesets.gemini_arap import (
    action,
    burden,
    character,
    climb,
    crawl,
    door,
    doorway,
    fleet,
    ladder,
    plans,
    room,
    rope,
    route,
    split,
    squads,
    tactical,
    turn,
    variable,
)
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
from surefoot.table.words import corrected, likely

Paths = dict[str, tuple[Leg, ...]]
NO_CLAIM = fleet.Claim()
FLIGHTS = ("rout", "pursuit")


@dataclass(frozen=True)
class Party:
    """The figures that act together."""

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
    """Figures that move together: the number of actions and the kind of move."""

    moves: int
    hugging: bool
    # Whether Variable Terrain is rolled for: Routs and Pursuits use the class of the ground underneath.
    rolled: bool
    # The player may keep the Fleet inches for a charge.
    takes_fleet: bool
    # Two actions for one allowance and a climb.
    climbs: bool

    @property
    def points(self) -> int:
        """The Action Points that it takes."""
        return climb.ACTIONS if self.climbs else self.moves

    def way(self, table: Table, name: str, inches: int = tactical.SIDES) -> route.Way:
        """The movement of a figure about to begin; a Tactical Move goes as far as its roll."""
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
        """The Fleet inches that the moving figures may claim."""
        names = tuple(paths)
        if self.hugging or self.climbs or not self.takes_fleet or not names:
            return fleet.Claim()
        crawling = tuple(name for name, legs in paths.items() if crawl.crawls(legs))
        return fleet.claim(self.table, names, crawling, fleet.in_a_row(self.table, names[0], self.moves))


def stated(declaration: Declaration) -> int | None:
    """The Action Points that a declaration states."""
    return declaration.details.number("ap") if "ap" in declaration.details else None


def move(game: Game, declaration: Declaration) -> Procedure[None]:
    """One declared move: Action Points, rolls for the distance, the paths, and the move itself."""
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
        # One reason why the move takes two actions is enough: a climb down the far side takes no more of them.
        because = [Break(clause, _TWO_ACTIONS[clause]) for clause in wanted[:1]]
        broken = action.breaks(table, declaration.who, party.points, stated(declaration), *because)
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
    """Ordinary moves: roll for the distance, confirm the paths, then move each figure."""
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
    ways: dict[str, route.Way] = {}
    for name in paths:
        # The run as it was before this declaration: spending has not touched it.
        way = party.way(game.now, name)
        bonus = way.bonus + claimed.bonus(name, inches)
        ways[name] = replace(way, score=scores.get(name), bonus=bonus, fate=fates.get(name, ""))
    short = with_room(game.now, party, ways, paths)
    for name, legs in paths.items():
        yield from down_to_crawl(game, name, legs)
        faced = legs_of(game.now, name, legs)[0]
        seen = route.trip(game.now, ways[name], short.get(name, faced)).itinerary
        yield from doorway.tell_passed(game.now, name, seen)
        yield from room.follow(game, ways[name], faced, short)


def with_room(table: Table, party: Party, ways: dict[str, route.Way], paths: Paths) -> Paths:
    """The paths that end earlier, because figures that run out of movement leave no room."""
    faced = {name: legs_of(table, name, legs)[0] for name, legs in paths.items()}
    return room.shortened(table, action.members(table, (party.unit,)), ways, faced)


def down_to_crawl(game: Game, name: str, legs: tuple[Leg, ...]) -> Procedure[None]:
    """A figure that crawls goes Prone first, for free."""
    if crawl.crawls(legs) and not game.now.models[name].is_(PRONE):
        yield from do(Became(name, (PRONE,)), "prone.going-down-free")


def _tactical(game: Game, party: Movement, paths: Paths, judge: PathsJudge, stance: str) -> Procedure[None]:
    """A Tactical Move: one roll for the unit replaces M."""
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
        ways = {name: party.way(game.now, name, inches) for name in paths}
        short = with_room(game.now, party, ways, paths)
        for name, legs in paths.items():
            faced = legs_of(game.now, name, legs)[0]
            slowed = tactical.slowed(route.trip(game.now, ways[name], short.get(name, faced)))
            if slowed:
                yield from do(Reported("is slowed", name), *slowed)
            yield from room.follow(game, ways[name], faced, short)
    for name in on_table(game.now, tuple(paths) or party.names):
        if not game.now.models[name].is_(FALLEN):
            yield from tactical.remember(game, name, stance)


def _may_move(party: Movement, declaration: Declaration) -> list[Break]:
    table = party.table
    found = action.breaks(table, declaration.who, party.moves, stated(declaration))
    if not 1 <= party.moves <= MOST_AP:
        says = say("Spend 1 to {most} actions on a move, not {given}", most=MOST_AP, given=party.moves)
        found.append(Break("action.splits", says))
    wanted = declaration.details.get("fleet")
    found += fleet.unknown(table, party.names, wanted, "fleet.multiple-move-bonus")
    stance = declaration.details.text("end")
    if stance and stance not in tactical.STANCES:
        says = say(
            "A Tactical Move ends {stances}, not {given}",
            stances=_words(tactical.STANCES),
            given=Quoted(stance),
        )
        found.append(Break("tactical.stance-free", corrected(says, likely(stance, tactical.STANCES))))
    flight = declaration.details.text("as")
    if flight and flight not in FLIGHTS:
        says = say("A forced move is a {kinds}, not {given}", kinds=_words(FLIGHTS), given=Quoted(flight))
        found.append(Break("variable.rout-and-pursuit", corrected(says, likely(flight, FLIGHTS))))
    if party.declared_as_squad:
        return found
    for name in party.names:
        found += action.down(table, name) or action.afoot(table, name)
        found += tactical.breaks(table, name) if party.hugging else []
    if len(party.names) > 1:
        says = say("Select one model, or the whole squad")
        found.append(Break("split.copy-the-leader", says))
    elif acts_with_others(table, declaration.actor, party.squad):
        says = say(
            "{who} moves with its squad. Declare the move for {unit}",
            who=Who(declaration.actor),
            unit=Who(party.unit),
        )
        found.append(Break("split.copy-the-leader", says))
    return found


def _words(codes: tuple[str, ...]) -> Either:
    return Either(tuple(Term(code) for code in codes))


def acts_with_others(table: Table, who: str, squad: tuple[str, ...]) -> bool:
    """Whether a figure can only act together with its squad; an Independent Character may act alone."""
    if table.models[who].has(INDEPENDENT):
        return False
    return len(squad) > 1 and table.option("copy_the_leader") is not False


def declared(party: Party, declaration: Declaration) -> Paths:
    """The paths that a declaration carries."""
    if "plan" in declaration.details:
        try:
            return plans.paths(party.table, party.names, declaration.details["plan"])
        except UnreadablePlan as unreadable:
            raise Refused(*unreadable.breaks("split.copy-the-leader")) from unreadable
    if len(party.names) > 1:
        raise Refused(Break("split.copy-the-leader", plans.NEEDED))
    return dict.fromkeys(party.names, declaration.legs) if declaration.legs else {}


@remembered
def legs_of(table: Table, name: str, legs: tuple[Leg, ...]) -> tuple[tuple[Leg, ...], tuple[Break, ...]]:
    """The legs of a path with door work and pivots made explicit, and the clauses that their facing breaks."""
    return turn.faced(table, name, door.worked(table, name, legs, partial(turn.link_end, table, name)))


@dataclass(frozen=True)
class PathsJudge:
    """Judges paths, with the best possible dice."""

    party: Movement

    def __call__(self, answer: object) -> tuple[Break, ...]:
        try:
            paths = plans.paths(self.party.table, self.party.names, answer)
        except UnreadablePlan as unreadable:
            return unreadable.breaks("split.copy-the-leader")
        return self.breaks(paths)

    def trips(self, paths: Paths) -> dict[str, route.Trip]:
        """The traced and priced paths; doors opened by earlier figures are open for later ones."""
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
    places = {name: table.models[name].place for name in party.squad}
    trips = dict(_trips(party, ways))
    for name, path in trips.items():
        faced, off = legs_of(table, name, paths[name])
        wrong = list(off)
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
        places[name] = route.end(table, path)
    ends = {name: table.resolve(place) for name, place in places.items()}
    if any(each.clause == "allowance.value" for each in found):
        found += fleet.lost(party.claim(paths))
    held = any(path.itinerary.hold is not None for path in trips.values())
    # A path that is stopped before its climb may well lead to one.
    if party.climbs and not held and not two_actions(table, trips):
        says = say("Nothing on this path takes two actions. Declare a move instead")
        found.append(Break("climb.two-actions", says))
    found += ladder.crowded(table, on_ladders(table, trips))
    found += _same_manner(table, paths)
    itineraries = {name: path.itinerary for name, path in trips.items()}
    bunches = (*doorway.bunches(table, itineraries).values(), *room.files(table, places))
    found += badly_placed(table, ends, bunches)
    found += doorway.blocked(table, itineraries)
    found += split.breaks(table, party.squad, ends)
    found += character.breaks(table, ends)
    return tuple(dict.fromkeys(found))


# Why a move takes two actions.
_TWO_ACTIONS = {
    "climb.two-actions": say("A climb takes two actions"),
    "descend.two-actions": say("Climbing down takes two actions"),
    "rope.two-actions": say("Climbing a rope takes two actions"),
}


def two_actions(table: Table, trips: dict[str, route.Trip]) -> tuple[str, ...]:
    """The clauses by which something on these paths takes two actions."""
    found = [
        climb.takes_two(table, name, rise) or rope.takes_two(table, name, rise)
        for name, path in trips.items()
        for rise in path.rises
        if rise is not None
    ]
    return tuple(dict.fromkeys(clause for clause in found if clause))


def on_ladders(table: Table, trips: dict[str, route.Trip]) -> dict[str, tuple[str, ...]]:
    """The figures that are about to use each ladder."""
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
    """A path priced with the best possible roll."""
    table = party.table
    way = party.way(table, name)
    way = replace(way, bonus=way.bonus + claimed.bonus(name, fleet.BEST))
    path = route.trip(table, way, legs, opened)
    dice = None if party.hugging else variable.score(table, path)
    if dice is None:
        return path
    return route.trip(table, replace(way, score=dice.best), legs, opened)


def _same_manner(table: Table, paths: Paths) -> list[Break]:
    """A squad copies its leader: either all of its figures crawl, or none."""
    manners = {crawl.crawls(legs) for legs in paths.values()}
    if manners != {True, False} or table.option("copy_the_leader") is False:
        return []
    crawlers = tuple(Who(name) for name, legs in paths.items() if crawl.crawls(legs))
    says = say("{who} would crawl while the others walk. The whole squad copies its leader", who=crawlers)
    return [Break("split.copy-the-leader", says)]


def named(name: str, each: Break) -> Break:
    """A break with the name of the figure before it, unless its sentence already names the figure."""
    says = each.says if isinstance(each.says, Sentence) else Sentence(each.says)
    if any(value == Who(name) for _, value in says.fields):
        return each
    return replace(each, says=say("{who}: {problem}", who=Who(name), problem=says))


def badly_placed(table: Table, ends: dict[str, Pose], bunches: room.Bunches = ()) -> list[Break]:
    """Figures that move together may not overlap at the end, nor be too far apart for the load that they share.

    Those that crowd a doorway are placed in ranks.
    """
    overlapping = [
        Break(
            "coherency.head-to-head",
            say("The bases of {one} and {other} would overlap", one=Who(one), other=Who(other)),
        )
        for one, other in room.crowded(table, ends, bunches)
    ]
    return overlapping + burden.let_go(table, ends)


def _scores(game: Game, party: Movement, paths: Paths, *, substitute: bool) -> Procedure[dict[str, float]]:
    """The Variable Terrain scores of figures whose path touches it: one roll for each set of dice."""
    found: dict[str, float] = {}
    for name, legs in paths.items():
        path = hopeful(party, name, legs_of(party.table, name, legs)[0])
        dice = variable.score(party.table, path)
        if dice is not None:
            found[name] = yield from variable.rolled(game, name, dice, substitute=substitute)
    return found


def _planned(party: Movement, paths: Paths, judge: PathsJudge, clause: str) -> Procedure[Paths]:
    """The final paths: as declared, or changed after the dice."""
    table = party.table
    side = table.models[party.names[0]].side
    answer = yield from plan(
        Plan(
            "where everybody goes",
            party.unit,
            judge,
            side,
            (clause,),
            plans.written(paths),
            says=say("Where does {unit} move?", unit=Who(party.unit)),
        )
    )
    return plans.paths(table, party.names, answer)
