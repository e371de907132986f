"""Squads that split, close up and merge: what happens to units when an activation ends."""

from __future__ import annotations

import math

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Choice, Procedure, Refused, choose, do
from surefoot.geometry.tolerance import within
from surefoot.language import Who, say
from surefoot.referee.protocol import Declaration
from surefoot.referee.scene import Scene
from surefoot.referee.sight import in_sight
from surefoot.referee.view import View
from surefoot.rulesets.gemini_arap import action, carrying, character, split
from surefoot.rulesets.gemini_arap.coherency import clusters, is_alone, link, poses
from surefoot.rulesets.gemini_arap.figure import LEADER, on_table
from surefoot.rulesets.gemini_arap.prices import lens
from surefoot.table.effects import Noted, Regrouped, Reported
from surefoot.table.record import Record, Value
from surefoot.table.table import Table

# A squad that has declared to close up: "declared", and "due" from its next activation on.
RESTORE = "restore"
DECLARED, DUE = "declared", "due"

Parts = list[list[str]]


def leader(table: Table, names: tuple[str, ...]) -> str:
    """The leader among some figures: the one with that keyword, or the first."""
    return next((name for name in names if table.models[name].has(LEADER)), names[0])


def begin(game: Game, who: tuple[str, ...], stated: int | None, need: int = 1) -> Procedure[bool]:
    """Begin or continue an activation, which ends that of another unit. Returns whether there are enough points."""
    unit = action.unit_of(game.now, who[0])
    before = game.now.clock.active
    if before and before != unit:
        yield from close(game, before, begins=unit)
    if before != unit and game.now.note(RESTORE, unit) == DECLARED:
        yield from do(Noted(RESTORE, unit, DUE, "game"), "split.restore-declaration")
    return (yield from action.activate(game, who, stated, need))


def settle(game: Game, unit: str, moved: tuple[str, ...]) -> Procedure[None]:
    """After a move: characters join and leave, coherency is reported, and an activation without actions left ends."""
    yield from carrying.held_together(game, on_table(game.now, moved))
    for name in on_table(game.now, moved):
        yield from character.arrive(game, name)
    names = action.members(game.now, (unit,))
    yield from split.report(game.now, unit, names)
    if game.now.note(RESTORE, unit) == DUE:
        yield from _restored(game, unit)
    yield from over(game, unit)


def over(game: Game, unit: str) -> Procedure[None]:
    """End an activation that has no actions left."""
    if not action.left(game.now, action.acting(game.now, (unit,)), action.points(game.now, unit)):
        yield from close(game, unit)


def parts(table: Table, unit: str) -> Parts:
    """The parts of a unit; a lone figure counts to the first part, which it has to rejoin."""
    found = clusters(table, poses(table, action.members(table, (unit,))))
    if action.is_mob(table, unit):
        return found
    whole = [group for group in found if not is_alone(table, group)]
    lost = [name for group in found if group not in whole for name in group]
    return [[*whole[0], *lost], *whole[1:]] if whole else []


def _restored(game: Game, unit: str) -> Procedure[None]:
    """After the move that should close up a squad: it is one squad again, or it splits."""
    yield from action.forget(game, RESTORE, unit, "split.restore-declaration")
    found = parts(game.now, unit)
    if len(found) > 1:
        yield from _divide(game, unit, found, "split.restore-declaration", "split.automatic")


def close(game: Game, unit: str, begins: str = "") -> Procedure[None]:
    """The end of an activation: parts more than three inches apart split, parts of one squad within it merge.

    `begins` is the unit that begins to act instead: it does not merge now, because it has still to act.
    """
    if unit in game.now.units:
        if game.now.note(RESTORE, unit) == DUE:
            yield from _restored(game, unit)
        found = parts(game.now, unit)
        if len(found) > 1 and game.now.note(RESTORE, unit) != DECLARED:
            if _walled_off(game.now, found):
                yield from forced(game, unit, found, "split.forced-by-access")
            else:
                yield from _divide(game, unit, found, "split.automatic")
        yield from _remerge(game, unit, begins)


def forced(game: Game, unit: str, groups: Parts, why: str) -> Procedure[None]:
    """A squad that is forced apart may declare to close up; otherwise it splits at once."""
    asked = Choice(
        f"{unit} is torn apart",
        ("split", "close up"),
        game.now.units[unit].side,
        (why,),
        unit,
        says=say("{unit} is torn apart. Split it, or close up again?", unit=Who(unit)),
        labels=(say("Split"), say("Close up")),
    )
    answer = yield from choose(asked)
    if answer == "close up":
        yield from do(Noted(RESTORE, unit, DECLARED, "game"), why, "split.restore-declaration")
    else:
        yield from _divide(game, unit, groups, why, "split.choose-to-split")


def _walled_off(table: Table, groups: Parts) -> bool:
    """Whether something solid separates the nearest figures of two parts."""
    scene = Scene(table)
    figures = {figure.id: figure for figure in scene.figures}
    for other in groups[1:]:
        pairs = [(one, two) for one in groups[0] for two in other]
        one, two = min(pairs, key=lambda pair: math.dist(table.pose(pair[0])[:3], table.pose(pair[1])[:3]))
        view = View(scene, lens(table, one), one)
        if not in_sight(view, table.pose(one), figures[two]):
            return True
    return False


def _divide(game: Game, unit: str, groups: Parts, *clauses: str) -> Procedure[None]:
    """Turn each part but the leader's into a unit of its own."""
    table = game.now
    first = leader(table, action.members(table, (unit,)))
    told = Record(parts=tuple(tuple(group) for group in groups))
    free = ("mob.split-and-merge",) if action.is_mob(table, unit) else ()
    says = say("splits into {n} squads", n=len(groups))
    yield from do(Reported("is split", unit, told, says), *clauses, *free)
    for group in groups:
        if first in group:
            continue
        name = _new_name(game.now, unit)
        origin = action.origin(table, unit)
        for who in group:
            yield from do(Regrouped(who, name), *clauses)
        yield from do(Noted(action.ORIGIN, name, origin, "game"), *clauses)
        for key in (action.AP, action.ACTIVATED):
            value = table.note(key, unit)
            if value is not None:
                yield from do(Noted(key, name, value, "turn"), *clauses)


def _new_name(table: Table, unit: str) -> str:
    origin = action.origin(table, unit)
    number = 2
    while f"{origin}-{number}" in table.units:
        number += 1
    return f"{origin}-{number}"


def _waits(table: Table, unit: str) -> bool:
    """Whether a part has still to act this turn."""
    return table.note(action.AP, unit) is not None and table.note(action.ACTIVATED, unit) is None


def _remerge(game: Game, unit: str, begins: str) -> Procedure[None]:
    """Merge parts of one squad that stand within three inches of each other, except the unit that begins to act."""
    origin = action.origin(game.now, unit)
    again = True
    while again:
        again = False
        table = game.now
        for other in table.units:
            kin = other != unit and action.origin(table, other) == origin and not _waits(table, other)
            if not kin or other == begins or _waits(table, unit) or not linked(table, unit, other):
                continue
            into, gone = (other, unit) if other == origin else (unit, other)
            yield from join(game, gone, into, "split.remerge")
            unit, again = into, True
            break


def linked(table: Table, one: str, other: str) -> bool:
    """Whether two units have figures within coherency of each other."""
    return any(
        within(math.dist(table.pose(a)[:3], table.pose(b)[:3]), link(table, a, b)[0])
        for a in action.members(table, (one,))
        for b in action.members(table, (other,))
    )


def join(game: Game, gone: str, into: str, *clauses: str) -> Procedure[None]:
    """Move all figures of a unit into another."""
    yield from do(Reported("are one squad", into, Record(joined=gone)), *clauses)
    for name in action.members(game.now, (gone,)):
        yield from do(Regrouped(name, into), *clauses)


# ---------------------------------------------------------------------- declarations


def named_parts(table: Table, unit: str, given: Value) -> tuple[Parts, list[Break]]:
    """The parts into which a player divides a squad, and the clauses that they break."""
    listed = given if isinstance(given, tuple) else ()
    groups = [[str(name) for name in group] for group in listed if isinstance(group, tuple)]
    names = action.members(table, (unit,))
    told = [name for group in groups for name in group]
    if sorted(told) != sorted(names) or unit not in table.units:
        says = say(
            "List every model of {unit} once: {models}",
            unit=Who(unit),
            models=tuple(Who(name) for name in names),
        )
        return [], [Break("split.voluntary", says)]
    if any(action.did(table, name) for name in names):
        says = say("{unit} has already acted. Split it when you activate it", unit=Who(unit))
        return [], [Break("split.voluntary", says)]
    if action.is_mob(table, unit):
        return groups, []
    found = []
    most = split.majority(table, names)
    if len(groups) > most:
        found.append(split.too_many(table, names, len(groups)))
    found += [split.left_alone(group[0]) for group in groups if is_alone(table, group)]
    return groups, found


def divide_now(game: Game, unit: str, groups: Parts) -> Procedure[None]:
    """Split a squad into the declared parts."""
    yield from _divide(game, unit, groups, "split.voluntary")


def merge(game: Game, declaration: Declaration) -> Procedure[None]:
    """Merge two units: mobs freely, squads only if the game master allows it."""
    table = game.now
    one, other = declaration.actor, declaration.target
    found = []
    if one not in table.units or other not in table.units or one == other:
        raise Refused(Break("split.no-merging-squads", say("Select two different units to merge")))
    mobs = action.is_mob(table, one) and action.is_mob(table, other)
    kin = action.origin(table, one) == action.origin(table, other)
    clause = "mob.split-and-merge" if mobs else "split.remerge" if kin else "split.no-merging-squads"
    if not mobs and not kin and table.option("gm.allow_squad_merge") is not True:
        says = say("{one} and {other} are separate squads and can't merge", one=Who(one), other=Who(other))
        found.append(Break(clause, says))
    if table.units[one].side != table.units[other].side:
        found.append(Break(clause, say("{unit} belongs to another side", unit=Who(other))))
    if not linked(table, one, other):
        says = say("{one} and {other} are too far apart to merge", one=Who(one), other=Who(other))
        found.append(Break(clause, says))
    if found:
        raise Refused(*found)
    yield from join(game, other, one, clause)
