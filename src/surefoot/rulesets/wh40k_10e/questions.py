"""Questions about a unit: its coherency, its Transport, the move it has made."""

from __future__ import annotations

from surefoot.geometry.tolerance import to_lattice
from surefoot.language import Field, Length, Notation, Term, Who, say
from surefoot.referee.protocol import Answer, Question, RolledAllowance
from surefoot.rulesets.wh40k_10e import capacity, coherency
from surefoot.rulesets.wh40k_10e.by_model import by_model
from surefoot.rulesets.wh40k_10e.disembark import carrier
from surefoot.rulesets.wh40k_10e.phase import made, moving_kind
from surefoot.rulesets.wh40k_10e.prices import DISTANCE, allowance, unrolled
from surefoot.rulesets.wh40k_10e.squad import TRANSPORT, first_model, squad
from surefoot.rulesets.wh40k_10e.terms import named
from surefoot.table.record import Record
from surefoot.table.table import Table


def in_coherency(table: Table, who: str, details: Record) -> Answer:
    """Whether a unit is in coherency."""
    unit = squad(table, who)
    lacking = coherency.lacking(table, unit)
    if not lacking:
        return Answer(True, ("support.measuring",))
    models = named(tuple(coherency.shortfalls(table, unit)))
    clauses = tuple(dict.fromkeys(each.clause for each in lacking))
    return Answer(False, clauses, say("Out of Unit Coherency: {models}", models=models))


def made_this_turn(table: Table, who: str, details: Record) -> Answer:
    """The kind of move that a unit has made this turn, or counts as having made; None if it has not been selected."""
    unit = squad(table, who).name
    begun = moving_kind(table, unit)
    if begun:
        return Answer(begun, ("phase.one-unit-at-a-time",), say("{kind}, not finished yet", kind=Term(begun)))
    done = made(table, unit)
    if not done:
        return Answer(None, ("aftermath.table",), say("It has not moved yet this turn"))
    return Answer(done, ("aftermath.table",))


def distances(table: Table, name: str) -> Answer:
    """How far a model may move in each kind of move, without the dice that are still to be rolled."""
    found = {kind: Length(to_lattice(allowance(table, name, kind))) for kind in DISTANCE}
    told = tuple(_distance(kind, found[kind], unrolled(kind)(table, name)) for kind in DISTANCE)
    return Answer(Record(found), tuple(DISTANCE.values()), say("{distances}", distances=told))


def _distance(kind: str, length: Length, rolled: RolledAllowance | None) -> Field:
    if rolled is None:
        return say("{kind} {length}", kind=Term(kind), length=length)
    dice = Notation(" + ".join(str(each.dice) for each in rolled.rolls))
    return say("{kind} {length} + {dice}", kind=Term(kind), length=length, dice=dice)


def capacity_left(table: Table, who: str, details: Record) -> Answer:
    """How many places a Transport has left; None for a model that is not a Transport."""
    name = first_model(table, who)
    if not table.models[name].has(TRANSPORT):
        says = say("{model} is not a Transport", model=Who(who))
        return Answer(None, ("capacity.transport-keyword",), says)
    room = capacity.capacity(table.models[name]).number("maximum")
    return Answer(room - capacity.places_taken(table, name), ("capacity.maximum", "capacity.on-datasheet"))


def passengers(table: Table, who: str, details: Record) -> Answer:
    """The units embarked in a Transport."""
    units = capacity.units_aboard(table, first_model(table, who))
    if not units:
        return Answer(units, ("capacity.several-units",), say("No units are embarked in it"))
    return Answer(units, ("capacity.several-units",))


def embarked_in(table: Table, who: str, details: Record) -> Answer:
    """The Transport in which a unit is embarked; None if it is not embarked."""
    transport = carrier(table, squad(table, who))
    if not transport:
        return Answer(None, ("phase.select-on-battlefield",), say("It is not embarked"))
    return Answer(transport, ("embark.inert",))


OTHERS = {
    "in_coherency": Question(in_coherency, say("Is it in Unit Coherency?")),
    "made": Question(made_this_turn, say("Which kind of move has it made this turn?")),
    "distances": Question(by_model(distances), say("How far can it move?")),
    "capacity_left": Question(capacity_left, say("How many places does this Transport have left?")),
    "passengers": Question(passengers, say("Which units are embarked in it?")),
    "embarked_in": Question(embarked_in, say("Which Transport is it embarked in?")),
}
