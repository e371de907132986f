"""Portable ladders: carried, set up against a wall, cast down, dropped and picked up."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.pool import D6
from surefoot.dice.readings import AtLeast
from surefoot.dice.requests import Break, Modifier, Procedure, Refused, Roll, do, passed
from surefoot.geometry.kernel import region_distance
from surefoot.geometry.tolerance import beyond, from_lattice, to_lattice
from surefoot.language import Length, Thing, Who, count, say
from surefoot.referee.protocol import Answer, Declaration
from surefoot.referee.view import seen
from surefoot.rulesets.gemini_arap import action, burden, carrying, grapple, squads, wall
from surefoot.rulesets.gemini_arap.burden import LADDER
from surefoot.rulesets.gemini_arap.figure import ROUTING, called
from surefoot.rulesets.gemini_arap.move import stated
from surefoot.rulesets.gemini_arap.prices import lens
from surefoot.table.effects import Became, ObjectMoved, Reported
from surefoot.table.model import Object
from surefoot.table.place import Place
from surefoot.table.record import Record, amount
from surefoot.table.table import Table, piece_top
from surefoot.table.terrain import Piece

# The greatest distance from which a ladder is set up.
NEAR = 2.0
# One ladder for each full stretch of a section.
EACH = 2.0
# A ladder that is being climbed comes down on this roll or more; and the most figures that may push it.
CAST_DOWN = 6
MOST_PUSHERS = 3
# A ladder is an inch wide.
HALF_WIDTH = 0.5


def place(game: Game, declaration: Declaration) -> Procedure[None]:
    """Set up a ladder against a wall, as part of its bearers' move."""
    table, who = game.now, declaration.actor
    names = action.members(table, declaration.who)
    thing = _carried(table, names)
    found = action.breaks(table, declaration.who, 0, stated(declaration))
    piece = table.pieces.get(declaration.target)
    found += without_ladder(table, declaration.who)
    if piece is None or piece.sort not in wall.WALLS:
        says = say("{target} isn't a wall for a ladder", target=called(table, declaration.target))
        found.append(Break("portable-ladder.place-within-two", says))
    for name in names:
        found += action.down(table, name)
    if found:
        raise Refused(*found)
    assert thing is not None, "refused above"
    assert piece is not None, "refused above"
    x, y = carrying.spot(declaration)
    found = _against(table, thing, piece, x, y)
    if found:
        raise Refused(*found)
    if not (yield from squads.begin(game, declaration.who, stated(declaration), 0)):
        return
    # Its foot stands beside the lowest of its bearers.
    low = min(burden.bearers(table, thing), key=lambda name: table.pose(name).z)
    z = table.pose(low).z
    height = from_lattice(piece_top(piece)) - z
    line = tuple(to_lattice(value) for value in (x, y, x, y))
    details = Record(against=piece.id, side=table.models[low].side)
    rungs = Piece(
        thing.id,
        "portable-ladder",
        line=line,
        z=to_lattice(z),
        height=to_lattice(height),
        on=carrying.footing(table, low),
        details=details,
    )
    yield from carrying.set_up(game, thing, rungs, "portable-ladder.place-within-two")
    if burden.is_unusual(table, height):
        told = Record(thing=thing.id, height=amount(height))
        says = say(
            "sets up {ladder}, an unusually high ladder ({height})",
            ladder=Thing(thing.id),
            height=Length.of(height),
        )
        yield from do(Reported("is unusually high", who, told, says), "portable-ladder.unusual-height")


def _against(table: Table, thing: Object, piece: Piece, x: float, y: float) -> list[Break]:
    """The clauses that a ladder at a point of a wall breaks."""
    found = []
    names = burden.bearers(table, thing)
    away = min(wall.distance(table, name, piece) for name in names)
    if beyond(away, NEAR):
        says = say(
            "{ladder} is {away} from the foot of {wall}. Bring it within {near}",
            ladder=Thing(thing.id),
            away=Length.of(away),
            wall=Thing(piece.id),
            near=Length.of(NEAR),
        )
        found.append(Break("portable-ladder.place-within-two", says))
    foot = min(table.pose(name).z for name in names)
    height = from_lattice(piece_top(piece)) - foot
    floor = seen(table, lens(table, names[0]), names[0]).support(foot)
    if beyond(region_distance(x, y, floor.rings), HALF_WIDTH):
        says = say(
            "There is no floor for the foot of {ladder} at the height of its bearers", ladder=Thing(thing.id)
        )
        found.append(Break("portable-ladder.place-within-two", says))
    if not beyond(height, 0.0):
        says = say(
            "{wall} is no higher than the bearers of {ladder}", wall=Thing(piece.id), ladder=Thing(thing.id)
        )
        found.append(Break("portable-ladder.place-within-two", says))
    if beyond(height, from_lattice(thing.length)):
        says = say(
            "{ladder} is too short: the wall is {height} high, and the ladder {length}",
            ladder=Thing(thing.id),
            height=Length.of(height),
            length=Length(thing.length),
        )
        found.append(Break("portable-ladder.place-within-two", says))
    if len(wall.standing(table, piece, x, y, LADDER)) >= wall.room(piece, x, y, EACH):
        says = say("That section of {wall} has no room for another ladder", wall=Thing(piece.id))
        found.append(Break("portable-ladder.three-per-section", says))
    return found


def _carried(table: Table, names: tuple[str, ...]) -> Object | None:
    """The ladder that some figures carry."""
    held = (burden.held(table, name, LADDER) for name in names)
    return next((each for each in held if each is not None), None)


def without_ladder(table: Table, who: tuple[str, ...]) -> list[Break]:
    """The clause that keeps figures without a ladder from setting one up."""
    if _carried(table, action.members(table, who)) is not None:
        return []
    says = say("{who} isn't carrying a ladder", who=Who(who[0]))
    return [Break("portable-ladder.place-within-two", says)]


def drop(game: Game, declaration: Declaration) -> Procedure[None]:
    """Put down carried objects, for free."""
    things = [
        thing
        for thing in game.now.objects.values()
        if any(name in thing.holders for name in _names(game, declaration))
    ]
    if not things:
        says = say("{who} isn't carrying anything", who=Who(declaration.actor))
        raise Refused(Break("portable-ladder.pick-up", says))
    for thing in things:
        yield from carrying.drop(game, thing, "portable-ladder.pick-up")


def _names(game: Game, declaration: Declaration) -> tuple[str, ...]:
    return action.members(game.now, declaration.who)


def routs(game: Game, declaration: Declaration) -> Procedure[None]:
    """A unit that failed a Morale test drops its ladder and routs."""
    names = action.members(game.now, declaration.who)
    yield from carrying.dropped(game, names, "portable-ladder.drop-on-morale")
    for name in names:
        yield from do(Became(name, (ROUTING,)), "support.leadership-test")


def pick_up(game: Game, declaration: Declaration) -> Procedure[None]:
    """Pick up a ladder or grapple that lies on the ground, or one that stands without climbers."""
    table = game.now
    names = action.members(table, declaration.who)
    found = action.breaks(table, declaration.who, 1, stated(declaration))
    for name in names:
        found += action.down(table, name)
    name = declaration.target
    lies, stands = table.objects.get(name), table.pieces.get(name)
    bearers = _bearers(declaration, names)
    if lies is not None and not burden.bearers(table, lies):
        pose = table.resolve(lies.place)
        spot = pose.x, pose.y, pose.z
    elif (
        stands is not None and stands.sort in (LADDER, grapple.GRAPPLE) and not carrying.climbers(table, name)
    ):
        spot = from_lattice(stands.line[0]), from_lattice(stands.line[1]), from_lattice(stands.z)
    else:
        says = say("{thing} can't be picked up", thing=called(table, name))
        raise Refused(*found, Break("portable-ladder.pick-up", says))
    for stranger in _strangers(declaration, "bearers", names):
        says = say(
            "{other} doesn't act with {who}", other=called(table, stranger), who=Who(declaration.actor)
        )
        found.append(Break("portable-ladder.pick-up", says))
    if not any(carrying.touches(table, each, *spot, HALF_WIDTH) for each in bearers):
        says = say("One of the bearers must touch {thing}", thing=called(table, name))
        found.append(Break("portable-ladder.pick-up", says))
    if found:
        raise Refused(*found)
    if not (yield from squads.begin(game, declaration.who, stated(declaration))):
        return
    yield from action.spend(game, names, "pick-up", 1, "portable-ladder.pick-up")
    if lies is not None:
        yield from do(ObjectMoved(name, Place("aboard", bearers[0]), bearers), "portable-ladder.pick-up")
    else:
        yield from carrying.taken_down(game, name, bearers, "portable-ladder.pick-up")
    yield from squads.over(game, action.unit_of(game.now, declaration.actor))


def _bearers(declaration: Declaration, names: tuple[str, ...]) -> tuple[str, ...]:
    given = declaration.details.get("bearers")
    wanted = tuple(str(each) for each in given) if isinstance(given, tuple) else names
    return tuple(name for name in names if name in wanted)


def _strangers(declaration: Declaration, detail: str, known: tuple[str, ...]) -> list[str]:
    """Names in a detail that are not among the models it may name."""
    given = declaration.details.get(detail)
    return [str(each) for each in given if str(each) not in known] if isinstance(given, tuple) else []


def cast_down(game: Game, declaration: Declaration) -> Procedure[None]:
    """Cast down a ladder or grapple."""
    table, who = game.now, declaration.actor
    piece = table.pieces.get(declaration.target)
    if who not in table.models or piece is None or piece.sort not in (LADDER, grapple.GRAPPLE):
        says = say("{thing} can't be cast down", thing=called(table, declaration.target))
        raise Refused(Break("portable-ladder.cast-down-empty", says))
    if piece.sort == grapple.GRAPPLE:
        yield from grapple.cast_down(game, who, piece, declaration)
        return
    climbed = bool(carrying.climbers(table, piece.id))
    clause = "portable-ladder.cast-down-climbed" if climbed else "portable-ladder.cast-down-empty"
    pushers = _pushers(table, declaration) if climbed else (who,)
    here = tuple(name for name, model in table.models.items() if model.place.on_table)
    found: list[Break] = [
        Break(clause, say("{helper} isn't on the table and can't help", helper=called(table, name)))
        for name in _strangers(declaration, "helpers", here)
    ]
    need = int(climbed)
    for name in pushers:
        found += action.breaks(table, (name,), need, stated(declaration))
        found += action.down(table, name)
        if not _touches(table, name, piece):
            says = say("{who} must touch {ladder} to cast it down", who=Who(name), ladder=Thing(piece.id))
            found.append(Break(clause, says))
    if piece.details.text("side") == table.models[who].side:
        says = say(
            "{ladder} belongs to the side of {who}. Pick it up instead",
            ladder=Thing(piece.id),
            who=Who(who),
        )
        found.append(Break(clause, says))
    if found:
        raise Refused(*dict.fromkeys(found))
    if not (yield from squads.begin(game, (who,), stated(declaration), need)):
        return
    if not climbed:
        yield from carrying.taken_down(game, piece.id, (), clause)
        return
    yield from _pushed(game, pushers, piece, declaration)
    yield from squads.over(game, action.unit_of(game.now, who))


def _pushed(game: Game, pushers: tuple[str, ...], piece: Piece, declaration: Declaration) -> Procedure[None]:
    """Roll to cast down a ladder that is being climbed, with all helpers."""
    clause = "portable-ladder.cast-down-climbed"
    # The main pusher spends last, so that its activation continues and those of the helpers are over.
    for name in reversed(pushers):
        yield from action.spend(game, (name,), "cast-down", 1, clause)
    helpers = len(pushers) - 1
    modifiers = tuple(
        [Modifier(helpers, count("{n} helper", "{n} helpers", helpers), "portable-ladder.cast-down-helpers")]
        if helpers
        else []
    )
    given = declaration.details.get("helpers")
    limited = isinstance(given, tuple) and len(given) > helpers
    cited = (clause, "portable-ladder.cast-down-max-three") if limited else (clause,)
    reading = AtLeast(CAST_DOWN - helpers)
    says = say("Roll to cast down {ladder}", ladder=Thing(piece.id))
    request = Roll("cast down", D6, reading, pushers[0], cited, modifiers, hope=True, says=says)
    if (yield from passed(request)):
        yield from carrying.cast_off(game, piece.id, clause)


def _pushers(table: Table, declaration: Declaration) -> tuple[str, ...]:
    """The figures that push: the actor and up to two helpers."""
    given = declaration.details.get("helpers")
    helpers = [str(each) for each in given if str(each) in table.models] if isinstance(given, tuple) else []
    return tuple(dict.fromkeys((declaration.actor, *helpers)))[:MOST_PUSHERS]


def _touches(table: Table, who: str, piece: Piece) -> bool:
    """Whether a figure touches the foot or the head of a ladder."""
    x0, y0, x1, y1 = (from_lattice(value) for value in piece.line)
    low, high = from_lattice(piece.z), from_lattice(piece.z + piece.height)
    return carrying.touches(table, who, x0, y0, low, HALF_WIDTH) or carrying.touches(
        table, who, x1, y1, high, HALF_WIDTH
    )


def hands(table: Table, who: str, details: Record) -> Answer:
    """The number of free hands of a figure."""
    if burden.held(table, who, LADDER) is None:
        return Answer(2, ("support.action-points",), say("Both hands are free"))
    return Answer(1, ("portable-ladder.no-two-handed",), say("One hand is free: the other holds the ladder"))
