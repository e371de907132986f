"""Charging: one action, double allowance, ending in close combat."""

from __future__ import annotations

import math

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Choice, Procedure, Refused, Ruling, choose, do, rule
from surefoot.geometry.measure import gap
from surefoot.geometry.tolerance import from_lattice, to_lattice, within
from surefoot.language import Length, Notation, Quoted, Sentence, Who, say
from surefoot.records import dataclass, replace
from surefoot.referee.cut import cut, last_rest
from surefoot.referee.itinerary import Leg
from surefoot.referee.protocol import Answer, Declaration
from surefoot.referee.scene import Scene
from surefoot.referee.trace import trace
from surefoot.rulesets.gemini_arap import (
    action,
    burden,
    carrying,
    charging_fire,
    crawl,
    doorway,
    fleet,
    ladder,
    leap,
    room,
    route,
    split,
    squads,
    turn,
    variable,
    water,
)
from surefoot.rulesets.gemini_arap.book import decimal
from surefoot.rulesets.gemini_arap.coherency import poses
from surefoot.rulesets.gemini_arap.contact import level_with, touches
from surefoot.rulesets.gemini_arap.figure import PRONE, called, movement_clause, on_table
from surefoot.rulesets.gemini_arap.move import (
    Party,
    Paths,
    acts_with_others,
    badly_placed,
    declared,
    legs_of,
    named,
    on_ladders,
    stated,
    with_room,
)
from surefoot.rulesets.gemini_arap.prices import lens
from surefoot.table.effects import Expired, Moved, Noted, Reported, Stopped
from surefoot.table.place import Place, Pose
from surefoot.table.record import Record, Value
from surefoot.table.table import Table

# The result of a figure's charge in this player turn: it "met" its enemy, or the enemy "fled".
CHARGED = "charged"
# Whether charge bonuses are due, until the close combat that follows is over.
BONUSES = "charge-bonuses"
COMBAT = "close combat"
# A charge is worth this many allowances.
DOUBLE = 2.0


@dataclass(frozen=True)
class Dice:
    """The dice results of a charge: Variable scores by figure, and Fleet inches in millionths."""

    scores: dict[str, float]
    bonus: dict[str, int]


@dataclass(frozen=True)
class Onset:
    """The course of a charge: the path of each figure, those that fight, and those that only move."""

    trips: dict[str, route.Trip]
    fighters: tuple[str, ...]
    # Figures that do not reach combat and make a normal move instead.
    others: tuple[str, ...]


def foes_of(table: Table, target: str) -> tuple[str, ...]:
    """The figures that are charged: the target and its unit."""
    return action.members(table, (action.unit_of(table, target),))


def charge(game: Game, declaration: Declaration) -> Procedure[None]:
    """One declared charge: check, roll for the distance, check again, then move and fight."""
    table = game.now
    names = action.acting(table, declaration.who)
    unit = action.unit_of(table, declaration.actor)
    party = Party(table, unit, names, action.is_squad(table, declaration.who))
    breaks = _may_charge(party, declaration)
    if breaks:
        raise Refused(*breaks)
    foes = foes_of(table, declaration.target)
    paths = declared(party, declaration) or _straight_in(party, foes)
    wrong = _wrong(party, paths, foes)
    claimed = _claim(party, paths, declaration)
    best = _best(party, paths, claimed)
    hoped = _onset(party, paths, foes, best)
    instead = declaration.details.text("otherwise") == "move"
    wrong += _too_far(table, hoped, best, foes) if not instead else []
    wrong += charging_fire.breaks(table, declaration, hoped.trips, hoped.fighters, foes)
    if wrong:
        raise Refused(*dict.fromkeys(wrong))
    if not (yield from squads.begin(game, declaration.who, stated(declaration))):
        return
    dice = yield from _rolled(game, party, hoped, claimed)
    onset = _onset(party, paths, foes, dice)
    if not onset.fighters or _too_far(table, onset, dice, foes):
        yield from _instead(game, party, paths, dice, told=instead)
        return
    yield from _onto(game, party, declaration, onset, foes, dice)
    yield from squads.settle(game, unit, tuple(paths))


def _straight_in(party: Party, foes: tuple[str, ...]) -> Paths:
    """The path of a single figure for which none is declared: straight at the nearest enemy."""
    table = party.table
    here = on_table(table, foes)
    if len(party.names) != 1 or not here:
        return {}
    (who,) = party.names
    nearest = min(here, key=lambda foe: (gap(table.body(who), table.body(foe)), foe))
    place = table.pose(nearest)
    return {who: (Leg((to_lattice(place.x), to_lattice(place.y))),)}


def _may_charge(party: Party, declaration: Declaration) -> list[Break]:
    """The clauses that forbid a charge, whatever its paths."""
    table = party.table
    found = action.breaks(table, declaration.who, 1, stated(declaration))
    if found:
        return found
    found += fleet.unknown(table, party.names, declaration.details.get("fleet"), "fleet.charge-bonus")
    if declaration.details.text("fire_at") and not declaration.details.text("fire"):
        says = say("Charging Fire has a target but no weapon. Select the weapon that fires")
        found.append(Break("charging-fire.only-target", says))
    known = declaration.target in table.units or declaration.target in table.models
    foes = foes_of(table, declaration.target) if known else ()
    if not any(table.models[foe].side != table.models[party.names[0]].side for foe in foes):
        says = say("{target} isn't an enemy that can be charged", target=called(table, declaration.target))
        found.append(Break("charge.must-reach", says))
    for name in party.names:
        found += action.down(table, name) or action.afoot(table, name)
        if table.models[name].is_(PRONE) and not action.down(table, name):
            found.append(action.gets_up_first(name))
        if table.note(CHARGED, name) == "met":
            found.append(charged_already(name))
    if not party.declared_as_squad and acts_with_others(table, declaration.actor, party.squad):
        says = say(
            "{who} charges with its squad. Declare the charge for {unit}",
            who=Who(declaration.actor),
            unit=Who(party.unit),
        )
        found.append(Break("split.copy-the-leader", says))
    return found


def charged_already(who: str) -> Break:
    """The clause that forbids a second charge in a turn."""
    return Break("charge.one-per-turn", say("{who} has already charged this turn", who=Who(who)))


def _wrong(party: Party, paths: Paths, foes: tuple[str, ...]) -> list[Break]:
    """The clauses that the paths of a charge break, apart from the distance."""
    table = party.table
    found: list[Break] = []
    ends = poses(table, party.squad)
    trips: dict[str, route.Trip] = {}
    if not paths:
        found.append(
            Break(
                "charge.must-reach",
                say("The charge of a squad needs the path of each figure. Draw them to the enemy"),
            )
        )
    for name, legs in paths.items():
        faced, off = legs_of(table, name, legs)
        wrong = list(off)
        manners = [leg.manner for leg in faced]
        if "backwards" in manners:
            wrong.append(Break("backup.no-charge", say("{who} can't charge backwards", who=Who(name))))
        if "sideways" in manners:
            wrong.append(Break("sidestep.no-charge", say("{who} can't charge sideways", who=Who(name))))
        if crawl.crawls(faced):
            says = say("{who} can't charge while crawling", who=Who(name))
            wrong.append(Break("prone.getting-up-costs-action", says))
        # With unlimited movement: the distance is judged separately.
        path = trips[name] = route.trip(table, route.Way(name, 1, allowance=_FAR), faced)
        wrong += route.judged(table, path, (), foes)
        found += [named(name, each) for each in wrong] if party.declared_as_squad else wrong
        ends[name] = table.resolve(path.itinerary.end)
    found += badly_placed(table, ends)
    found += ladder.crowded(table, on_ladders(table, trips))
    return found + split.breaks(table, party.squad, ends)


_FAR = 1e6


def _claim(party: Party, paths: Paths, declaration: Declaration) -> fleet.Claim:
    """The Fleet inches of a charge; none with Charging Fire."""
    if declaration.details.text("fire") or declaration.details.get("fleet") is False or not paths:
        return fleet.Claim()
    return fleet.claim(party.table, tuple(paths), (), fleet.DOUBLE)


def way_of(table: Table, name: str, score: float | None = None, bonus: int = 0) -> route.Way:
    """A charge about to begin: double allowance, plus the bonus of a Leaping creature."""
    further, _ = leap.charge_bonus(table.models[name])
    return route.Way(
        name,
        1,
        score=None if score is None else DOUBLE * score + further,
        earlier=bool(turn.turned(table, name)),
        allowance=DOUBLE * burden.slowest(table, name) + further,
        bonus=bonus,
        runs_on=False,
        clause="charge.one-action-double-move",
    )


def _best(party: Party, paths: Paths, claimed: fleet.Claim) -> Dice:
    """The best possible dice."""
    scores: dict[str, float] = {}
    for name, legs in paths.items():
        path = route.trip(party.table, way_of(party.table, name), legs_of(party.table, name, legs)[0])
        found = variable.score(party.table, path)
        if found is not None:
            scores[name] = found.best
    return Dice(scores, {name: claimed.bonus(name, fleet.BEST) for name in paths})


def _onset(party: Party, paths: Paths, foes: tuple[str, ...], dice: Dice) -> Onset:
    """The course of the charge with these dice."""
    table = party.table
    trips: dict[str, route.Trip] = {}
    ends: dict[str, Pose] = {}
    for name, legs in paths.items():
        way = way_of(table, name, dice.scores.get(name), dice.bonus[name])
        trips[name] = route.trip(table, way, legs_of(table, name, legs)[0])
        ends[name] = table.resolve(trips[name].itinerary.end)
    arrive = [name for name in trips if trips[name].paid.whole]
    first = [name for name in arrive if touches(table, name, ends[name], foes)]
    beside = [
        name
        for name in arrive
        if name not in first and any(_associated(table, name, ends[name], ends[friend]) for friend in first)
    ]
    fighters = tuple(name for name in trips if name in first or name in beside)
    return Onset(trips, fighters, tuple(name for name in trips if name not in fighters))


def _associated(table: Table, name: str, here: Pose, friend: Pose) -> bool:
    reach, _ = leap.associated_within(table.models[name])
    return within(math.dist(here[:3], friend[:3]), reach)


def _normal(table: Table, name: str, score: float | None) -> route.Way:
    """The normal move that a figure makes instead of a charge."""
    return replace(route.begin(table, name, 1), score=score, clause="charge.otherwise-normal-move")


def _too_far(table: Table, onset: Onset, dice: Dice, foes: tuple[str, ...]) -> list[Break]:
    """The clause broken by figures that reach neither combat nor the end of their path in a normal move."""
    if not onset.fighters:
        return [Break("charge.must-reach", _short(table, onset, foes))]
    found = []
    for name in onset.others:
        way = _normal(table, name, dice.scores.get(name))
        if not route.trip(table, way, onset.trips[name].legs).paid.whole:
            says = say("{who} reaches no enemy, and the path is too long for a normal move", who=Who(name))
            found.append(Break("charge.must-reach", says))
    return found


def _short(table: Table, onset: Onset, foes: tuple[str, ...]) -> Sentence:
    """Why a charge reaches no enemy: too little movement, or a path that ends short of contact."""
    path = next((path for path in onset.trips.values() if path.paid.whole), None)
    if path is None:
        first = next(iter(onset.trips.values()), None)
        if first is None or first.itinerary.hold is not None or not first.itinerary.strides:
            return say("The charge reaches no enemy")
        return say("The charge falls short. {why}", why=route.out_of_movement(first))
    who = path.way.who
    pose = table.resolve(path.itinerary.end)
    body = table.models[who].base.shape.at(pose.x, pose.y, pose.facing)
    level = [foe for foe in on_table(table, foes) if level_with(table, who, pose, foe)]
    if not level:
        return say("The charge reaches no enemy: it ends on another level")
    short = min(gap(body, table.body(foe)) for foe in level)
    return say(
        "The charge ends {short} short of the enemy. It must end in base contact", short=Length.of(short)
    )


def _rolled(game: Game, party: Party, hoped: Onset, claimed: fleet.Claim) -> Procedure[Dice]:
    """Roll for the distance: Variable Terrain, then Fleet."""
    scores: dict[str, float] = {}
    for name, path in hoped.trips.items():
        found = variable.score(party.table, path)
        if found is not None:
            scores[name] = yield from variable.rolled(game, name, found, "variable.charge")
    inches = yield from fleet.inches(game, claimed, "fleet.charge-bonus", "fleet.charge-total")
    return Dice(scores, {name: claimed.bonus(name, inches) for name in hoped.trips})


def _instead(game: Game, party: Party, paths: Paths, dice: Dice, *, told: bool) -> Procedure[None]:
    """No charge is made: a normal move along the same path, or nothing, and the action is kept."""
    side = party.table.models[party.names[0]].side
    cited = ("charge.otherwise-normal-move", "charge.must-reach")
    asked = Choice(
        "instead of the charge",
        ("move", "something else"),
        side,
        cited,
        party.unit,
        says=say("The charge falls short. What does {unit} do instead?", unit=Who(party.unit)),
        labels=(say("Normal move along the path"), say("Something else")),
    )
    answer = "move" if told else (yield from choose(asked))
    if answer != "move":
        yield from do(Stopped(party.names[0], "the charge does not reach"), *cited)
        return
    clauses = action.move_clauses(party.table, party.names, 1)
    yield from action.spend(game, party.names, "move", 1, *clauses, *cited)
    ways = {name: _normal(game.now, name, dice.scores.get(name)) for name in paths}
    short = with_room(game.now, party, ways, paths)
    for name, legs in paths.items():
        yield from doorway.moves_off(game, name)
        yield from room.follow(game, ways[name], legs_of(game.now, name, legs)[0], short)
    yield from squads.settle(game, party.unit, tuple(paths))


def _onto(
    game: Game, party: Party, declaration: Declaration, onset: Onset, foes: tuple[str, ...], dice: Dice
) -> Procedure[None]:
    """The charge itself: the action, shots on the way, the move, and the close combat that begins."""
    table = party.table
    again = any(table.note(CHARGED, name) == "fled" for name in party.names)
    clauses = [
        "charge.one-action-double-move",
        *(movement_clause(table.models[name]) for name in onset.fighters),
    ]
    clauses += ["charge.second-charge"] if again else []
    for name in onset.fighters:
        clauses += leap.charge_bonus(table.models[name])[1]
        clauses += onset.trips[name].charged_down
    yield from action.spend(game, party.names, "charge", 1, *dict.fromkeys(clauses))
    for name in onset.fighters:
        yield from do(Noted(CHARGED, name, "met", "turn"), "charge.one-per-turn")
    yield from charging_fire.exchange(game, declaration, onset.trips, onset.fighters, foes)
    fled = yield from _flight(game, declaration.target, foes, table.models[party.names[0]].side)
    for name, path in onset.trips.items():
        if not game.now.models[name].place.on_table:
            continue
        yield from doorway.moves_off(game, name)
        legs = _to_contact(path) if fled else path.legs
        if name in onset.others:
            way = _normal(game.now, name, dice.scores.get(name))
        else:
            way = way_of(game.now, name, dice.scores.get(name), dice.bonus[name])
        yield from route.follow(game, way, legs)
        if name in onset.others:
            continue
        if fled:
            yield from do(Noted(CHARGED, name, "fled", "turn"), "charge.target-flees")
    by_ladder = any(ladder.climbed(table, path.itinerary) for path in onset.trips.values())
    for name in on_table(game.now, onset.fighters):
        locked = yield from _lock(game.now, name, onset.fighters, foes)
        if locked:
            yield from carrying.dropped(game, _struck(game.now, name, foes), "portable-ladder.drop-in-melee")
            yield from bonuses_due(name, not by_ladder, "ladder.no-charge-bonus" if by_ladder else locked)


def _struck(table: Table, name: str, foes: tuple[str, ...]) -> tuple[str, ...]:
    """The foes that a charger has reached."""
    return tuple(foe for foe in foes if touches(table, name, table.pose(name), (foe,)))


def bonuses_due(name: str, due: bool, *clauses: str) -> Procedure[None]:
    """Note whether a figure has charge bonuses in the close combat that follows."""
    yield from do(Noted(BONUSES, name, due, "event", COMBAT), *clauses)


def end_combat(game: Game, declaration: Declaration) -> Procedure[None]:
    """A close combat is over: the bonuses of a charge end."""
    yield from do(Expired("event", event=COMBAT), "support.locked-in-combat")


def bonuses(table: Table, who: str, details: Record) -> Answer:
    """Whether a figure has charge bonuses."""
    due = table.note(BONUSES, who)
    clauses = {True: ("charge.one-action-double-move",), False: ("ladder.no-charge-bonus",)}
    cited = clauses[due is True] if due is not None else ("support.locked-in-combat",)
    says = say("Charge bonuses apply") if due is True else say("Charge bonuses don't apply")
    return Answer(due is True, cited, says)


def _lock(table: Table, name: str, fighters: tuple[str, ...], foes: tuple[str, ...]) -> Procedure[str]:
    """Lock a figure in combat if it touches an enemy or stands beside a friend that does. Returns the clause."""
    pose = table.pose(name)
    beside = [
        friend
        for friend in on_table(table, fighters)
        if touches(table, friend, table.pose(friend), foes)
        and _associated(table, name, pose, table.pose(friend))
    ]
    if not touches(table, name, pose, foes) and not beside:
        return ""
    alone = not touches(table, name, pose, foes)
    further = leap.associated_within(table.models[name])[1] if alone else ()
    yield from do(Reported("is locked in combat", name), "support.locked-in-combat", *further)
    return "support.locked-in-combat"


def _to_contact(path: route.Trip) -> tuple[Leg, ...]:
    """The legs of a path up to the point of contact."""
    last = path.itinerary.strides[-1]
    legs = list(path.legs[: last.leg + 1])
    legs[-1] = replace(legs[-1], to=(to_lattice(last.end.x), to_lattice(last.end.y)))
    return tuple(legs)


def _flight(game: Game, target: str, foes: tuple[str, ...], side: str) -> Procedure[bool]:
    """Ask whether the charged unit flees, and move it. Returns whether it flees."""
    asked = Ruling(
        f"whether {target} flees",
        "stands, or how far it flees: [dx, dy]",
        "stands",
        ("support.locked-in-combat",),
        side,
        says=say("Does {target} flee?", target=Who(target)),
        takes=say(
            "{stands}, or the distance it flees: {shift}", stands=Quoted("stands"), shift=Notation("[dx, dy]")
        ),
    )
    shift = _shift((yield from rule(asked)))
    if shift is None:
        return False
    for foe in on_table(game.now, foes):
        pose = game.now.pose(foe)
        x, y = _on_board(game.now, foe, pose.x + shift[0], pose.y + shift[1])
        yield from do(Moved(foe, _fled(game.now, foe, x, y), "flees"), "charge.target-flees")
    return True


def _fled(table: Table, who: str, x: float, y: float) -> Place:
    """Where a figure that flees straight towards a point ends: before any obstacle, where there is room."""
    scene = Scene(water.ashore(table, who))
    itinerary = trace(scene, lens(scene.table, who), who, (Leg((to_lattice(x), to_lattice(y))),))
    at = (len(itinerary.strides), 0.0)
    if not itinerary.fits:
        at = last_rest(itinerary, at) or (0, 0.0)
    return water.afloat(table, cut(itinerary, at, scene).end)


def _shift(answer: Value) -> tuple[float, float] | None:
    if not isinstance(answer, tuple) or len(answer) != 2:
        return None
    return decimal(answer[0]), decimal(answer[1])


def _on_board(table: Table, who: str, x: float, y: float) -> tuple[float, float]:
    """A point moved inside the board edge: fleeing figures stay on the table."""
    if table.board is None:
        return x, y
    reach = table.models[who].base.shape.reach
    width, depth = from_lattice(table.board.width), from_lattice(table.board.depth)
    return min(max(x, reach), width - reach), min(max(y, reach), depth - reach)
