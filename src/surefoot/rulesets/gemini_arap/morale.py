"""Leadership as it depends on positions, casualties, and the Morale Checks of mobs."""

from __future__ import annotations

import math

from surefoot.dice.host import Game
from surefoot.dice.requests import Modifier, Procedure, do
from surefoot.geometry.tolerance import beyond, within
from surefoot.language import Quoted, Sentence, say
from surefoot.records import dataclass
from surefoot.referee.protocol import Answer, Declaration
from surefoot.rulesets.gemini_arap import action, carrying, squads
from surefoot.rulesets.gemini_arap.book import overridden
from surefoot.rulesets.gemini_arap.coherency import LINK, clusters, poses
from surefoot.rulesets.gemini_arap.figure import LEADER, PINNED, ROUTING
from surefoot.rulesets.gemini_arap.support import Named, leadership_test
from surefoot.table.effects import Became, Noted, Removed, Reported
from surefoot.table.record import Record
from surefoot.table.table import Table

# Within this distance of its leader, a member of a mob uses the leader's Ld.
RADIUS = 6.0
# Casualties of a unit in this player turn that count towards a check, and whether the check has been made.
LOST, CHECKED = "lost", "checked"
CAUSES = ("shooting", "psionics", "mines")
_LOST: dict[str, Sentence] = {
    "shooting": say("is lost to shooting"),
    "psionics": say("is lost to psionics"),
    "mines": say("is lost to mines"),
}
# Losing more than a quarter in a turn forces a check; losing more than half weakens it.
QUARTER, HALF = 4, 2
MORALE = Named("Morale Check", say("Morale Check"))
TARGET = Named("choice of a target", say("Leadership test to choose a target"))


@dataclass(frozen=True, slots=True)
class Ld:
    """The Leadership of a figure: its value, its modifiers, and the clauses behind it."""

    value: int
    modifiers: tuple[Modifier, ...]
    clauses: tuple[str, ...]

    @property
    def total(self) -> int:
        """The value with its modifiers."""
        return self.value + sum(each.value for each in self.modifiers)


def _leader(table: Table, names: tuple[str, ...]) -> str:
    return next((name for name in names if table.models[name].has(LEADER)), "")


def _head_to_head(table: Table, one: str, other: str) -> float:
    return math.dist(table.pose(one)[:3], table.pose(other)[:3])


def leadership(table: Table, who: str) -> Ld:
    """The Leadership that a figure tests on at its position."""
    unit = action.unit_of(table, who)
    names = action.members(table, (unit,))
    if action.is_mob(table, unit):
        return _in_a_mob(table, who, names)
    own = table.models[who].profile.number("Ld")
    # A figure that is not on the table has no group around it.
    group = next((tuple(each) for each in clusters(table, poses(table, names)) if who in each), (who,))
    leader = _leader(table, group)
    value, cited = own, ["support.leadership-test"]
    led = table.models[leader].profile.number("Ld") if leader else own
    if led > own:
        value, cited = led, ["coherency.leader-ld"]
    bonus = max(table.models[name].profile.number("ld_bonus") for name in group)
    modifiers = (
        (Modifier(bonus, say("Bonus from a model in the unit"), "split.ld-bonus-holder"),) if bonus else ()
    )
    return Ld(value, modifiers, (*cited, *(each.clause for each in modifiers)))


def _in_a_mob(table: Table, who: str, names: tuple[str, ...]) -> Ld:
    """The Leadership of a mob member: the leader's within reach, else its own, with a penalty if isolated."""
    leader = _leader(table, names)
    value = table.models[who].profile.number("Ld")
    why: tuple[str, ...] = ("mob.outside-radius",)
    radius, near = overridden(table, "mob.leader-radius", RADIUS)
    if leader and within(_head_to_head(table, who, leader), radius):
        value, why = table.models[leader].profile.number("Ld"), near
    modifiers: tuple[Modifier, ...] = ()
    side = table.models[who].side
    friends = [
        other.id
        for other in table.models.values()
        if other.side == side and other.place.on_table and other.id != who
    ]
    if all(beyond(_head_to_head(table, who, friend), LINK) for friend in friends):
        modifiers = (Modifier(-1, say("Isolated"), "mob.isolated-member"),)
    cited = ("mob.definition", *why, *(each.clause for each in modifiers))
    return Ld(value, modifiers, cited)


def ld(table: Table, who: str, details: Record) -> Answer:
    """The Leadership of a figure."""
    found = leadership(table, who)
    return Answer(found.total, found.clauses, say("Ld {n}", n=found.total))


def casualties(game: Game, declaration: Declaration) -> Procedure[None]:
    """Figures are lost: their squads may be torn apart, and losing more than a quarter in a turn forces a check."""
    cause = declaration.details.text("cause", CAUSES[0])
    lost = action.members(game.now, declaration.who)
    units = dict.fromkeys(action.unit_of(game.now, name) for name in lost)
    for name in lost:
        yield from carrying.let_go(game, name, "split.forced-by-casualties")
        says = _LOST.get(cause, say("is lost to {cause}", cause=Quoted(cause)))
        yield from do(Removed(name, f"lost to {cause}", says), "split.forced-by-casualties")
    for unit in units:
        if unit not in game.now.units:
            continue
        if cause in CAUSES:
            here = sum(1 for name in lost if game.now.models[name].unit == unit)
            yield from _count(game, unit, here)
        parts = squads.parts(game.now, unit)
        if len(parts) > 1:
            yield from squads.forced(game, unit, parts, "split.forced-by-casualties")


def _number(table: Table, key: str, unit: str) -> int:
    value = table.note(key, unit)
    return value if isinstance(value, int) else 0


def _count(game: Game, unit: str, lost: int) -> Procedure[None]:
    """Count the casualties of a unit this turn; beyond a quarter it must take a check, once."""
    total = _number(game.now, LOST, unit) + lost
    yield from do(Noted(LOST, unit, total, "turn"), "split.forced-by-casualties")
    names = action.members(game.now, (unit,))
    started_with = len(names) + total
    if not names or QUARTER * total <= started_with or game.now.note(CHECKED, unit) is not None:
        return
    mob = action.is_mob(game.now, unit)
    part = ("split.independent-morale",) if action.origin(game.now, unit) != unit else ()
    clauses = ("mob.casualty-check",) if mob else part or ("support.leadership-test",)
    yield from do(Noted(CHECKED, unit, True, "turn"), *clauses)
    yield from do(Reported("owes a Morale Check", unit), *clauses)
    if mob:
        yield from _check(game, unit, names)


def _check(game: Game, unit: str, names: tuple[str, ...]) -> Procedure[None]:
    """The check of a mob: one for the figures near the leader, one for each Ld among the others."""
    table = game.now
    began = len(table.units[unit].models)
    weak = HALF * (began - len(names)) > began
    half = (Modifier(-1, say("Below half strength"), "mob.half-strength"),) if weak else ()
    groups: dict[Ld, list[str]] = {}
    for name in names:
        groups.setdefault(leadership(table, name), []).append(name)
    outside = [each for each in groups if "mob.outside-radius" in each.clauses]
    for each, group in groups.items():
        clauses = ["mob.casualty-check", *each.clauses]
        clauses += (
            ["mob.separate-ld-values"] if each in outside and len({one.value for one in outside}) > 1 else []
        )
        modifiers = (*each.modifiers, *half)
        stands = yield from leadership_test(
            group[0], each.value, MORALE, *dict.fromkeys(clauses), modifiers=modifiers
        )
        for name in () if stands else group:
            pinned = (PINNED,) if game.now.models[name].is_(PINNED) else ()
            yield from do(Became(name, (ROUTING,), pinned), "mob.routs-not-pinned")
            yield from carrying.dropped(game, (name,), "portable-ladder.drop-on-morale")


def aim(game: Game, names: tuple[str, ...], target: str) -> Procedure[str]:
    """The target of a unit's fire: a mob takes a test to fire at any enemy but the nearest."""
    table = game.now
    unit = action.unit_of(table, names[0])
    nearest = _nearest(table, names)
    meant = target if target in table.models else _nearest(table, names, target)
    if not action.is_mob(table, unit) or not nearest or not meant or meant == nearest:
        return meant
    found = leadership(table, names[0])
    cited = ("mob.fire-at-closest", *found.clauses)
    chosen = yield from leadership_test(names[0], found.value, TARGET, *cited, modifiers=found.modifiers)
    return meant if chosen else nearest


def _nearest(table: Table, names: tuple[str, ...], unit: str = "") -> str:
    """The nearest enemy of some figures, in `unit` if one is given; empty if there is none."""
    side = table.models[names[0]].side
    foes = [
        foe.id
        for foe in table.models.values()
        if foe.place.on_table and foe.side != side and unit in ("", action.unit_of(table, foe.id))
    ]
    if not foes:
        return ""
    return min(foes, key=lambda foe: min(_head_to_head(table, name, foe) for name in names))
