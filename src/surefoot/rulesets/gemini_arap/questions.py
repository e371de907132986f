"""Questions about figures: what is left of their turn, what they may do, and values that other rules need."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

from surefoot.dice.requests import Break
from surefoot.geometry.tolerance import from_lattice
from surefoot.language import Length, Notation, Sentence, Thing, count, say
from surefoot.referee.protocol import Answer
from surefoot.rulesets.gemini_arap import (
    action,
    burden,
    crawl,
    jump,
    jump_down,
    permits,
    running,
    speed,
    swim,
    tactical,
    water,
)
from surefoot.rulesets.gemini_arap.coherency import clusters, link, poses
from surefoot.rulesets.gemini_arap.figure import FALLEN, KNOCKED, PRONE, flag
from surefoot.table.record import Record, amount
from surefoot.table.table import Table

Question = Callable[[Table, str, Record], Answer]


def _why(found: list[Break], usual: str) -> tuple[tuple[str, ...], Sentence]:
    """The clauses and the sentence behind a yes or a no."""
    clauses = tuple(dict.fromkeys(each.clause for each in found)) or (usual,)
    said = list(dict.fromkeys(_sentence(each) for each in found))
    if not said:
        return clauses, say("Nothing forbids it")
    return clauses, reduce(lambda one, other: say("{one}. {other}", one=one, other=other), said)


def _sentence(found: Break) -> Sentence:
    return found.says if isinstance(found.says, Sentence) else Sentence(found.says)


def actions(table: Table, who: str, details: Record) -> Answer:
    """The Action Points that a figure has left in this activation; a usual number if none was stated."""
    names = action.acting(table, (who,))
    have = action.points(table, action.unit_of(table, who))
    left = max(0, action.left(table, names, have))
    if have is not None:
        says = count("{n} Action Point left", "{n} Action Points left", left)
    else:
        says = count(
            "{n} Action Point left, if the activation gives {usual}",
            "{n} Action Points left, if the activation gives {usual}",
            left,
            usual=action.USUAL_AP,
        )
    return Answer(left, ("support.action-points",), says)


def movement_left(table: Table, who: str, details: Record) -> Answer:
    """The inches of open ground that are left of a figure's run of moves."""
    left = running.left(table, who)
    if left is None:
        return Answer(0, ("allowance.one-ap-one-move",), say("No move begun: each action gives the full M"))
    says = say("{left} left of the current run of moves", left=Length(left))
    return Answer(amount(from_lattice(left)), ("action.multiple-moves",), says)


def carrying(table: Table, who: str, details: Record) -> Answer:
    """The objects that a figure carries, and the cost factor that they cause."""
    things = tuple(thing.id for thing in table.objects.values() if who in thing.holders)
    factor, clauses = burden.factor(table, who)
    carried = tuple(Thing(thing) for thing in things)
    if not things:
        says = say("Carries nothing")
    elif factor == 1.0:
        says = say("Carries {things}", things=carried)
    else:
        says = say("Carries {things}: each inch costs {factor}", things=carried, factor=Length.of(factor))
    return Answer(things, clauses or ("support.action-points",), says)


def coherency(table: Table, who: str, details: Record) -> Answer:
    """The parts of a unit that are in coherency: one if the unit is coherent."""
    names = action.members(table, (action.unit_of(table, who),))
    parts = tuple(tuple(group) for group in clusters(table, poses(table, names)))
    clauses = link(table, names[0], names[-1])[1] if names else ("coherency.three-inches",)
    says = say("In coherency") if len(parts) < 2 else say("Out of coherency: {n} parts", n=len(parts))
    return Answer(parts, clauses, says)


def widest_jump(table: Table, who: str, details: Record) -> Answer:
    """The widest gap that a figure can jump, in inches; None for a creature that moves by jumping."""
    if jump.is_natural(table, who):
        return Answer(None, ("jump.natural-jumpers",), say("As far as it can move"))
    inches, clauses = jump.widest(table, who)
    return Answer(amount(inches), clauses, say("{length}", length=Length.of(inches)))


def deepest_jump(table: Table, who: str, details: Record) -> Answer:
    """The greatest height from which a figure may jump down, in inches; None if there is no limit."""
    inches, clauses = jump_down.limit(table, who)
    if inches is None:
        return Answer(None, clauses or ("jump-down.grav-chutes",), say("From any height"))
    return Answer(amount(inches), clauses, say("{length}", length=Length.of(inches)))


def may(why: permits.Why) -> Question:
    """A question: whether a figure may do something now, with the reasons if not."""

    def asked(table: Table, who: str, details: Record) -> Answer:
        found = list(permits.Only(why)(table, who))
        clauses, says = _why(found, "support.action-points")
        return Answer(not found, clauses, says)

    return asked


def able(what: str) -> Question:
    """A question: whether a figure's body can crawl or go Prone."""

    def asked(table: Table, who: str, details: Record) -> Answer:
        can, clause = crawl.able(table.models[who], what)
        return Answer(
            can, (clause,), say("Yes, its body allows it") if can else say("No, its body doesn't allow it")
        )

    return asked


def may_swim(table: Table, who: str, details: Record) -> Answer:
    """Whether a figure may swim as it is, with the loads to drop and the armour that sinks it."""
    found = list(permits.Only(permits.swimming)(table, who))
    if not flag(table.models[who], "swim_load_allowed"):
        found += [
            Break("swim.forbidden-loads", say("It must drop {load} first", load=water.load_name(load)))
            for load in water.loads(table, who)
        ]
    if water.armour(table, who) == "heavy" and not water.floats(table, who):
        says = say("It sinks in its armour unless it throws it off")
        found.append(Break("swim.heavy-primitive-armour", says))
    clauses, why = _why(found, "swim.distance")
    return Answer(not found, clauses, why)


def swim_distance(table: Table, who: str, details: Record) -> Answer:
    """The greatest distance that a figure swims with one action."""
    inches = swim.furthest(table, who)
    says = say("Up to {length} per action", length=Length.of(inches))
    return Answer(amount(inches), (swim.stroke_clause(table, who),), says)


def stance(table: Table, who: str, details: Record) -> Answer:
    """Whether a figure is standing, Prone, Fallen, climbing or swimming, and what it must do first."""
    model = table.models[who]
    if model.is_(FALLEN):
        says = say("Fallen: it must first get up or gather its wits")
        return Answer("fallen", ("fall.prone-next-turn",), says)
    if model.is_(KNOCKED) or model.is_(PRONE):
        says = say("Prone: getting up takes an action")
        return Answer("prone", ("prone.getting-up-costs-action",), says)
    if water.swims(table, who):
        return Answer("swimming", ("swim.distance",), say("In deep water"))
    if model.place.kind == "link":
        says = say("Hanging on {thing}", thing=Thing(model.place.on))
        return Answer("climbing", ("climb.track-height",), says)
    return Answer("standing", ("support.action-points",), say("Standing"))


def speed_of(table: Table, who: str, details: Record) -> Answer:
    """The inches that a figure has moved in this player turn."""
    moved = speed.moved(table, who)
    clause = "speed.definition" if moved else "speed.actual-distance"
    return Answer(amount(moved), (clause,), say("{length} this turn", length=Length.of(moved)))


def target(table: Table, who: str, details: Record) -> Answer:
    """The modifier that a figure's movement gives to shots at it."""
    swift, fast = speed.as_target(table, who)
    hugging, low = tactical.as_target(table, who)
    clauses = (*fast, *low) or ("support.bs-to-hit",)
    total = swift + hugging
    return Answer(total, clauses, _to_hit(total))


def _to_hit(modifier: int) -> Sentence:
    return say("{modifier} to hit", modifier=Notation(f"{modifier:+d}"))


def shooting(table: Table, who: str, details: Record) -> Answer:
    """The modifier that a figure's movement gives to its own shots and throws."""
    worse, clauses = tactical.as_shooter(table, who)
    return Answer(worse, clauses or ("support.bs-to-hit",), _to_hit(worse))
