"""Throwing objects that are not weapons: their weight, how far they fly, and their impact on a hard surface."""

from __future__ import annotations

import math
from fractions import Fraction

from surefoot.dice.host import Game
from surefoot.dice.pool import D10
from surefoot.dice.readings import Total
from surefoot.dice.requests import Aim, Break, Modifier, Procedure, Refused, Roll, do, roll
from surefoot.geometry.shapes import Body
from surefoot.geometry.tolerance import MILLIONTHS, beyond, from_lattice, to_lattice
from surefoot.language import Field, Quantity, Term, Who, say
from surefoot.language import Thing as Named
from surefoot.records import replace
from surefoot.referee.protocol import Declaration
from surefoot.referee.scene import Area, Scene, Solid, Surface
from surefoot.referee.sight import nearest_point
from surefoot.referee.view import seen
from surefoot.referee.walk import Line, Walk
from surefoot.rulesets.dark_heresy_2e.actions import FULL, spend
from surefoot.rulesets.dark_heresy_2e.altitude import attack_modifier, band_of, may_attack
from surefoot.rulesets.dark_heresy_2e.carry import WEAPONS, limits, weight
from surefoot.rulesets.dark_heresy_2e.character import score
from surefoot.rulesets.dark_heresy_2e.falling import beneath
from surefoot.rulesets.dark_heresy_2e.gravity import local_options, throwing_bonus
from surefoot.rulesets.dark_heresy_2e.handling import Thing, in_place_of, thing_of
from surefoot.rulesets.dark_heresy_2e.lift import release
from surefoot.rulesets.dark_heresy_2e.numbers import exact, length
from surefoot.rulesets.dark_heresy_2e.paths import declaration_breaks
from surefoot.rulesets.dark_heresy_2e.prices import lens_of_things
from surefoot.rulesets.dark_heresy_2e.tests import (
    characteristic,
    degrees_needed,
    difficulty_modifier,
    request,
    roll_degrees,
    roll_to_pass,
)
from surefoot.table.effects import Reported, Stopped
from surefoot.table.model import Object
from surefoot.table.place import Pose
from surefoot.table.record import Record, amount
from surefoot.table.table import Table

# The difficulty of throwing a heavy object.
HEAVY = "Difficult"
# The surface of a throw whose distance is declared.
HARD_SURFACE = "a hard surface"


def throw(game: Game, declaration: Declaration) -> Procedure[None]:
    """Throw an object ahead, at a wall, or at a target."""
    who, table, details = declaration.actor, game.now, declaration.details
    thing, breaks = thing_of(table, who, details, "throw.weight-limit")
    found = limits(table, who)
    most = found.kilograms("lift")
    if thing is not None and thing.sort in WEAPONS:
        says = say("This is a thrown weapon: attack with it by the rules for combat")
        breaks.append(Break("throw.weapons-elsewhere", says))
    elif thing is not None and thing.kilograms > most:
        says = say(
            "Too heavy for {who} to throw: {weight}, {most} at most",
            who=Who(who),
            weight=Quantity(thing.kilograms, "kg"),
            most=Quantity(most, "kg"),
        )
        breaks.append(Break("throw.heavy-object", says))
    breaks += [*declaration_breaks(declaration, "structured"), *_altitude_breaks(table, declaration)]
    if breaks or thing is None:
        raise Refused(*breaks)
    thing = _held(table, who, thing)
    yield from spend(table, who, "throw", FULL, "throw.test", *found.clauses)
    heavy = thing.kilograms > most / 2
    if not heavy and declaration.target:
        yield from _at_target(game, declaration, thing)
        return
    degrees = yield from _strength(game, declaration, heavy)
    if declaration.target and degrees > 0:
        yield from _at_target(game, declaration, thing)
        return
    yield from _fly(game, declaration, thing, degrees)
    if declaration.target:
        yield from do(Stopped(who, "it drops short"), "throw.heavy-object")


def _altitude_breaks(table: Table, declaration: Declaration) -> list[Break]:
    """The refusal of a target at an altitude that no throw from here reaches."""
    who, target = declaration.actor, declaration.target
    if target not in table.models:
        return []
    allowed, clauses = may_attack(table, who, target, "ranged")
    says = say(
        "{target} is {altitude}, out of reach of any attack from here",
        target=Who(target),
        altitude=Term(band_of(table, target)),
    )
    return [] if allowed else [Break(clauses[0], says)]


def _strength(game: Game, declaration: Declaration, heavy: bool) -> Procedure[int]:
    """The Strength test of a throw, harder for objects above half the Lifting Weight."""
    table, who = game.now, declaration.actor
    modifiers: tuple[Modifier, ...] = ()
    clauses: tuple[str, ...]
    if heavy:
        modifiers = (Modifier(difficulty_modifier(HEAVY), say("heavy object"), "throw.heavy-object"),)
        clauses = ("throw.test", "throw.heavy-object", "support.difficulty-ladder")
    else:
        clauses = ("throw.test", "throw.weight-limit")
    skill = characteristic(table.options, table.models[who], "S")
    asked = request(
        table.options,
        who,
        "throw",
        skill,
        *clauses,
        modifiers=modifiers,
        amount=True,
        worst=1,
    )
    return (yield from roll_degrees(replace(asked, aims=_aims(declaration, throwing(table, who)[0]))))


def _aims(declaration: Declaration, strength_bonus: int) -> tuple[Aim, ...]:
    """The result that the test of a throw decides about, besides its length: reaching a declared surface."""
    said = exact(declaration.details.get("surface"))
    if said is None or declaration.target:
        return ()
    reaches = degrees_needed(lambda degrees: thrown(strength_bonus, degrees) >= said, 1)
    return (Aim(say("to hit the surface"), reaches),)


def throwing(table: Table, who: str) -> tuple[int, tuple[str, ...]]:
    """The Strength bonus for throws in the gravity where a character is, and the clauses behind it."""
    options = local_options(table, who)
    strength = score(options, table.models[who], "S")
    bonus, gravity = throwing_bonus(options, strength.bonus)
    return bonus, (*strength.clauses, *gravity)


def _held(table: Table, who: str, thing: Thing) -> Thing:
    """The thing thrown: for a weight, the held object of that weight, if there is one."""
    held = [
        each for each in table.objects.values() if who in each.holders and weight(each) == thing.kilograms
    ]
    return replace(thing, object=held[0]) if thing.object is None and held else thing


def _at_target(game: Game, declaration: Declaration, thing: Thing) -> Procedure[None]:
    """Throw an improvised weapon at a target: whether it hits, and where it lands."""
    table, who, target = game.now, declaration.actor, declaration.target
    skill = characteristic(table.options, table.models[who], "BS")
    modifiers, clauses = _altitude_modifiers(table, who, target)
    hits = yield from roll_to_pass(
        table.options, who, "throw", skill, "throw.at-target", *clauses, modifiers=modifiers
    )
    shown_target: Field = Who(target) if target in table.models else Named(target)
    if hits:
        what = "hits with an improvised weapon"
        says = say("hits {target} with an improvised weapon", target=shown_target)
    else:
        what, says = "misses", say("misses {target}", target=shown_target)
    yield from do(Reported(what, who, Record(target=target), says=says), "throw.at-target")
    yield from _land(game, who, thing, _target_at(table, who, target), ("throw.at-target",))


def _target_at(table: Table, who: str, target: str) -> Pose:
    """Where a target is: of a piece of terrain the nearest point of its outline, at the height of the thrower."""
    if target in table.models:
        return table.pose(target)
    if target in table.objects:
        return table.resolve(table.objects[target].place)
    pose, ground = table.pose(who), Scene(table).ground
    parts: list[Solid | Surface | Area] = [*ground.solids, *ground.surfaces, *ground.areas]
    points = [
        nearest_point(Body(ring, 0.0, pose.x, pose.y), (pose.x, pose.y))
        for part in parts
        if part.id == target
        for ring in part.region.rings
    ]
    x, y = min(points, key=lambda each: math.hypot(each[0] - pose.x, each[1] - pose.y), default=pose[:2])
    return pose._replace(x=x, y=y)


def _altitude_modifiers(table: Table, who: str, target: str) -> tuple[tuple[Modifier, ...], tuple[str, ...]]:
    """The modifier to a throw at a target at another altitude, and the clauses about it."""
    if target not in table.models:
        return (), ()
    value, clauses = attack_modifier(table, who, target)
    return (Modifier(value, say("target at Low Altitude"), clauses[0]),) if value else (), clauses


def thrown(strength_bonus: int, degrees: int) -> int:
    """Metres of a throw with degrees of success above 0, or of failure below."""
    return strength_bonus * degrees if degrees > 0 else strength_bonus // 2


def _fly(game: Game, declaration: Declaration, thing: Thing, degrees: int) -> Procedure[None]:
    """The flight of a thrown object: its length, the surface it hits, and where it lands."""
    who, table = declaration.actor, game.now
    bonus, behind = throwing(table, who)
    metres = Fraction(thrown(bonus, degrees))
    if declaration.target:
        # Short of its target is no further than that.
        there = _target_at(table, who, declaration.target)
        here = table.pose(who)
        away = to_lattice(math.hypot(there.x - here.x, there.y - here.y))
        metres = min(metres, Fraction(away, MILLIONTHS))
    clauses = ("throw.distance" if degrees > 0 else "throw.failure", *behind)
    if not metres:
        clauses = (*clauses, "throw.at-his-feet")
    wall = _wall(table, declaration, thing.object, metres)
    goes = metres if wall is None else min(metres, wall[1])
    says = say("throws the load {length}", length=length(goes))
    if thing.object is not None:
        says = say("throws {thing} {length}", thing=Named(thing.object.id), length=length(goes))
    yield from do(Reported("throws", who, Record(metres=amount(goes)), says=says), *clauses)
    (dx, dy), pose = _direction(table, declaration), table.pose(who)
    end = pose._replace(x=pose.x + dx * float(goes), y=pose.y + dy * float(goes))
    yield from _land(game, who, thing, end, clauses)
    if wall is not None and wall[1] <= metres:
        plus = bonus + max(0, degrees - 1)
        cited = ("throw.hard-surface", *behind)
        dealt = yield from roll(Roll("impact on a hard surface", D10, Total(plus), who, cited))
        yield from do(Reported("hits", who, Record(surface=wall[0], impact=int(dealt))), *cited)


def _direction(table: Table, declaration: Declaration) -> tuple[float, float]:
    """The direction of a throw in plan: to the declared point or target, else straight ahead."""
    pose, target = table.pose(declaration.actor), declaration.target
    to = declaration.legs[-1].to if declaration.legs else None
    if to is not None:
        x, y = from_lattice(to[0]), from_lattice(to[1])
    elif target:
        x, y = _target_at(table, declaration.actor, target)[:2]
    else:
        return _ahead(pose.facing)
    length = math.hypot(x - pose.x, y - pose.y)
    return ((x - pose.x) / length, (y - pose.y) / length) if beyond(length, 0.0) else _ahead(pose.facing)


def _wall(
    table: Table, declaration: Declaration, thing: Object | None, metres: Fraction
) -> tuple[str, Fraction] | None:
    """The hard surface that a throw meets and its distance, from the declaration or from the table."""
    said = exact(declaration.details.get("surface"))
    if said is not None:
        return HARD_SURFACE, said
    if not metres:
        return None
    who = declaration.actor
    pose = table.pose(who)
    flying = in_place_of(table, who, thing)
    view = seen(flying, lens_of_things(table), who)
    walk = Walk(view, Line(pose.x, pose.y, *_direction(table, declaration)), pose.facing)
    event = walk.obstruction(0.0, float(metres), pose.z)
    if event is None or event.kind != "solid":
        return None
    return event.what, Fraction(to_lattice(event.at), 10**6)


def _land(game: Game, who: str, thing: Thing, at: Pose, clauses: tuple[str, ...]) -> Procedure[None]:
    """Place a thrown object where it comes down: below a point, at the feet of a model that stands there."""
    table = game.now
    if thing.object is None:
        return
    landing = beneath(in_place_of(table, who, thing.object), who, at.x, at.y, at.z, thing=True)
    place = table.models[who].place if landing is None else landing.place
    yield from release(game, thing.object, place, *clauses)


def _ahead(facing: float) -> tuple[float, float]:
    return math.sin(math.radians(facing)), math.cos(math.radians(facing))
