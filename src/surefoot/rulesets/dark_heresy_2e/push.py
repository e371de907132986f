"""Pushing: within the limit or by a test beyond it, over clear and rough ground."""

from __future__ import annotations

from fractions import Fraction

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Modifier, Procedure, Refused, do
from surefoot.geometry.tolerance import to_lattice
from surefoot.language import Length, say
from surefoot.language import Thing as Named
from surefoot.records import replace
from surefoot.referee.bill import Line
from surefoot.referee.itinerary import Itinerary, Leg
from surefoot.referee.lens import is_ground_at
from surefoot.referee.protocol import Declaration
from surefoot.referee.scene import Scene
from surefoot.referee.trace import trace
from surefoot.rulesets.dark_heresy_2e.actions import FULL, spend
from surefoot.rulesets.dark_heresy_2e.carry import limits
from surefoot.rulesets.dark_heresy_2e.env import BLOCKED, HINDERING, NORMAL, PUSH, hinders
from surefoot.rulesets.dark_heresy_2e.gravity import areas_at, weightless
from surefoot.rulesets.dark_heresy_2e.handling import Thing, thing_of
from surefoot.rulesets.dark_heresy_2e.lift import over_limit
from surefoot.rulesets.dark_heresy_2e.numbers import chosen, exact
from surefoot.rulesets.dark_heresy_2e.paths import declaration_breaks, leg_breaks, path_breaks, priced
from surefoot.rulesets.dark_heresy_2e.prices import lens, walking_up_to
from surefoot.rulesets.dark_heresy_2e.speeds import halved, speed
from surefoot.rulesets.dark_heresy_2e.tests import characteristic, roll_to_pass
from surefoot.table.effects import Moved, ObjectMoved, Reported, Stopped
from surefoot.table.record import Record, amount
from surefoot.table.table import Table


def push(game: Game, declaration: Declaration) -> Procedure[None]:
    """Push an object or a weight along a path."""
    who, table = declaration.actor, game.now
    found = limits(table, who)
    thing, breaks = thing_of(table, who, declaration.details, "push.maximum")
    breaks += declaration_breaks(declaration, "structured") + leg_breaks(
        declaration.legs, declaration.action, who, turns=False
    )
    if thing is None:
        raise Refused(*breaks)
    ways = _ways(table, who, thing, declaration.legs)
    tariff = walking_up_to(table, declaration.action, distance(table, who))
    paid, _ = priced(ways[-1], tariff)
    for way in ways:
        breaks += [each for each in path_breaks(table, way) if each not in breaks]
    if paid.dry is not None:
        says = say(
            "The path is {over} too long: a Full Action pushes {most} at most",
            over=Length(-paid.purse),
            most=Length.of(tariff.allowance),
        )
        breaks.append(Break("push.maximum", says))
    ground = _ground(ways[-1])
    if ground == BLOCKED:
        breaks.append(Break("push.rough-ground", say("Loads can't be pushed over this ground: go around it")))
    if breaks:
        raise Refused(*breaks)
    yield from spend(table, who, "push", FULL, "push.full-action", *found.clauses)
    rough = (Modifier(ground, say("rough ground"), "push.rough-ground"),) if isinstance(ground, int) else ()
    if thing.kilograms > found.kilograms("push"):
        moves = yield from over_limit(game, who, thing, found, "push", rough)
        clauses: tuple[str, ...] = ("push.over-limit-success", *found.clauses)
    elif isinstance(ground, int):
        moves = yield from _over_rough_ground(game, who, rough)
        clauses = ("push.rough-ground", *found.clauses)
    else:
        moves, clauses = True, ("push.within-limit", "push.maximum", *found.clauses)
    if moves:
        yield from _slide(game, who, thing, ways, paid.lines, clauses)


def distance(table: Table, who: str) -> Fraction:
    """Metres of a push with a Full Action."""
    fixed = exact(chosen(table.options, "push_distance"))
    return speed(table, who, "half").metres if fixed is None else fixed


def distance_here(table: Table, who: str) -> tuple[Fraction, tuple[str, ...]]:
    """Metres of a push on the ground where a character is, half of them if it hinders, and the clauses about it."""
    metres = distance(table, who)
    if weightless(table, who):
        return halved(metres), ("gravity.zero-difficult", "env.halved")
    seen, z = lens(table), table.pose(who).z
    met = [area for area in areas_at(table, who) if area.piece.has(HINDERING)]
    if any(is_ground_at(seen, area, z) for area in met):
        return halved(metres), ("env.hindering-kinds", "env.halved")
    return metres, ()


def _ways(table: Table, who: str, thing: Thing, legs: tuple[Leg, ...]) -> tuple[Itinerary, ...]:
    """The path of the character, and last that of the object, the same path from its own place."""
    own = trace(Scene(table), lens(table), who, legs)
    if thing.object is None or who in thing.object.holders:
        return (own,)
    here, there = table.models[who].place, thing.object.place
    dx, dy = there.x - here.x, there.y - here.y
    shifted = tuple(
        replace(leg, to=(leg.to[0] + dx, leg.to[1] + dy)) if leg.to is not None else leg for leg in legs
    )
    ghost = table.models[who].at(there)
    moved = table.changed(models=table.models.with_(who, ghost))
    return own, trace(Scene(moved), lens(table), who, shifted)


def _ground(way: Itinerary) -> int | str:
    """The effect of the ground on a push: normal, blocked, or the modifier of the test that it needs."""
    worst: int | str = NORMAL
    for stride in way.strides:
        said = [tag.removeprefix(PUSH) for tag in stride.grounds if tag.startswith(PUSH)]
        if BLOCKED in said:
            return BLOCKED
        numbers = [int(each) for each in said if each != NORMAL]
        if not said and hinders(stride):
            numbers = [0]
        if numbers:
            worst = min(*numbers, worst) if isinstance(worst, int) else min(numbers)
    return worst


def _over_rough_ground(game: Game, who: str, rough: tuple[Modifier, ...]) -> Procedure[bool]:
    """The test for rough ground, needed even within the limit."""
    table = game.now
    skill = characteristic(table.options, table.models[who], "S")
    moves = yield from roll_to_pass(
        table.options,
        who,
        "push",
        skill,
        "push.rough-ground",
        modifiers=rough,
    )
    if not moves:
        yield from do(Stopped(who, "it does not move"), "push.rough-ground")
    return moves


def _slide(
    game: Game,
    who: str,
    thing: Thing,
    ways: tuple[Itinerary, ...],
    lines: tuple[Line, ...],
    clauses: tuple[str, ...],
) -> Procedure[None]:
    own = ways[0]
    yield from do(Moved(who, own.end, "pushes"), *clauses, ledger=lines)
    if thing.object is not None:
        yield from do(ObjectMoved(thing.object.id, ways[-1].end, thing.object.holders), *clauses)
    metres = Record(metres=amount(Fraction(to_lattice(own.length), 10**6)))
    far = Length.of(own.length)
    says = say("pushes the load {length}", length=far)
    if thing.object is not None:
        says = say("pushes {thing} {length}", thing=Named(thing.object.id), length=far)
    yield from do(Reported("pushes", who, metres, says=says), *clauses)
