"""Questions about figures: what they have left, what they may do, what they carry, and what others ask of movement."""

from __future__ import annotations

from collections.abc import Callable

from surefoot.dice.requests import Break
from surefoot.geometry.tolerance import to_lattice
from surefoot.referee.protocol import Answer
from surefoot.rulesets.gemini_arap import (
    action,
    burden,
    crawl,
    jump,
    jump_down,
    permits,
    route,
    speed,
    swim,
    tactical,
    water,
)
from surefoot.rulesets.gemini_arap.coherency import clusters, link, poses
from surefoot.rulesets.gemini_arap.figure import FALLEN, KNOCKED, PRONE, flag
from surefoot.rulesets.gemini_arap.plans import plain
from surefoot.rulesets.gemini_arap.purse import past
from surefoot.table.record import Record
from surefoot.table.table import Table

Question = Callable[[Table, str, Record], Answer]


def _why(found: list[Break], usual: str) -> tuple[tuple[str, ...], str]:
    """The clauses and the words behind a yes or a no."""
    clauses = tuple(dict.fromkeys(each.clause for each in found)) or (usual,)
    return clauses, "; ".join(dict.fromkeys(str(each.says) for each in found)) or "yes"


def actions(table: Table, who: str, details: Record) -> Answer:
    """Action Points that a figure has left in this activation; those of analysis tools where none were stated."""
    names = action.acting(table, (who,))
    have = action.points(table, action.unit_of(table, who))
    left = max(0, action.left(table, names, have))
    usual = "" if have is not None else ", if the activation brings 2"
    return Answer(left, ("support.action-points",), f"{left} AP left{usual}")


def movement_left(table: Table, who: str, details: Record) -> Answer:
    """Inches of open ground that are left of the move actions which a figure has begun in a row."""
    way = route.begin(table, who, 0)
    items = past(table, who)
    if not way.before:
        return Answer(
            0, ("allowance.one-ap-one-move",), "no move is under way; each action brings its allowance"
        )
    paid = route.paid(table, way, items)
    have = sum(to_lattice(each.allowance) for each in way.before) + way.bonus
    left = plain(max(0, have - sum(share.cost for share in paid.shares)))
    return Answer(left, ("action.multiple-moves",), f'{left}" left of the moves made in a row')


def carrying(table: Table, who: str, details: Record) -> Answer:
    """What a figure carries, and how much dearer that makes each inch."""
    things = tuple(thing.id for thing in table.objects.values() if who in thing.holders)
    factor, clauses = burden.factor(table, who)
    rate = f", {factor:g} inches of allowance for each inch" if factor != 1.0 else ""
    says = f"carries {', '.join(things)}{rate}" if things else "carries nothing"
    return Answer(things, clauses or ("support.action-points",), says)


def coherency(table: Table, who: str, details: Record) -> Answer:
    """The parts into which a unit has fallen: one if it is coherent."""
    names = action.members(table, (action.unit_of(table, who),))
    parts = tuple(tuple(group) for group in clusters(table, poses(table, names)))
    clauses = link(table, names[0], names[-1])[1] if names else ("coherency.three-inches",)
    return Answer(parts, clauses, "coherent" if len(parts) < 2 else f"in {len(parts)} parts")


def widest_jump(table: Table, who: str, details: Record) -> Answer:
    """The widest gap that a figure can jump, in inches; nothing where jumping is how it moves."""
    if jump.is_natural(table, who):
        return Answer(None, ("jump.natural-jumpers",), "as far as it can move")
    inches, clauses = jump.widest(table, who)
    return Answer(plain(to_lattice(inches)), clauses, f'{inches:g}"')


def deepest_jump(table: Table, who: str, details: Record) -> Answer:
    """The greatest height from which a figure may jump down, in inches; nothing where there is no limit."""
    inches, clauses = jump_down.limit(table, who)
    if inches is None:
        return Answer(None, clauses or ("jump-down.grav-chutes",), "from any height")
    return Answer(plain(to_lattice(inches)), clauses, f'{inches:g}"')


def may(why: permits.Why) -> Question:
    """Whether a figure may do something now, and what forbids it."""

    def asked(table: Table, who: str, details: Record) -> Answer:
        found = list(permits.Only(why)(table, who))
        clauses, says = _why(found, "support.action-points")
        return Answer(not found, clauses, says)

    return asked


def able(what: str) -> Question:
    """Whether the body of a figure lets it crawl or lie down."""

    def asked(table: Table, who: str, details: Record) -> Answer:
        can, clause = crawl.able(table.models[who], what)
        return Answer(can, (clause,), "yes" if can else "its body does not let it")

    return asked


def may_swim(table: Table, who: str, details: Record) -> Answer:
    """Whether a figure may swim as it is: what it would have to drop, and armour in which it sinks."""
    found = list(permits.Only(permits.swimming)(table, who))
    if not flag(table.models[who], "swim_load_allowed"):
        found += [
            Break("swim.forbidden-loads", f"it has to drop {load} first") for load in water.loads(table, who)
        ]
    if water.armour(table, who) == "heavy" and not water.floats(table, who):
        found.append(Break("swim.heavy-primitive-armour", "it sinks in its armour unless it discards it"))
    clauses, says = _why(found, "swim.distance")
    return Answer(not found, clauses, says)


def swim_distance(table: Table, who: str, details: Record) -> Answer:
    """The most inches that one action carries a swimmer."""
    inches = swim.furthest(table, who)
    return Answer(
        plain(to_lattice(inches)), (swim.stroke_clause(table, who),), f'up to {inches:g}" an action'
    )


def stance(table: Table, who: str, details: Record) -> Answer:
    """Whether a figure stands, lies, hangs or swims, and what it has to do first."""
    model = table.models[who]
    if model.is_(FALLEN):
        return Answer("fallen", ("fall.prone-next-turn",), "it fell: first it gets up or gathers its wits")
    if model.is_(KNOCKED) or model.is_(PRONE):
        return Answer("prone", ("prone.getting-up-costs-action",), "it is prone; getting up takes an action")
    if water.swims(table, who):
        return Answer("swimming", ("swim.distance",), "it is in deep water")
    if model.place.kind == "link":
        return Answer("climbing", ("climb.track-height",), f"it hangs on {model.place.on}")
    return Answer("standing", ("support.action-points",), "it stands")


def speed_of(table: Table, who: str, details: Record) -> Answer:
    """Inches that a figure has gone in this player turn."""
    inches = plain(to_lattice(speed.moved(table, who)))
    clause = "speed.definition" if speed.moved(table, who) else "speed.actual-distance"
    return Answer(inches, (clause,), f'{inches}"')


def target(table: Table, who: str, details: Record) -> Answer:
    """What its movement does to shots at a figure."""
    swift, fast = speed.as_target(table, who)
    hugging, low = tactical.as_target(table, who)
    clauses = (*fast, *low) or ("support.bs-to-hit",)
    return Answer(swift + hugging, clauses, f"{swift + hugging:+d} to hit it")


def shooting(table: Table, who: str, details: Record) -> Answer:
    """What its movement does to a figure's own shots and throws."""
    worse, clauses = tactical.as_shooter(table, who)
    return Answer(worse, clauses or ("support.bs-to-hit",), f"{worse:+d} to hit")
