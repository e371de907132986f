"""Questions that players ask of a unit besides what its move leaves open: its coherency, its Transport, what it has done."""

from __future__ import annotations

from surefoot.geometry.tolerance import to_lattice
from surefoot.language import Length
from surefoot.referee.protocol import Answer, Question
from surefoot.rulesets.wh40k_10e import capacity, coherency
from surefoot.rulesets.wh40k_10e.disembark import carrier
from surefoot.rulesets.wh40k_10e.phase import made, moving_kind
from surefoot.rulesets.wh40k_10e.prices import DISTANCE, allowance, unrolled
from surefoot.rulesets.wh40k_10e.squad import TRANSPORT, first_model, squad
from surefoot.table.record import Record
from surefoot.table.table import Table


def in_coherency(table: Table, who: str, details: Record) -> Answer:
    """Whether a unit is in coherency."""
    lacking = coherency.lacking(table, squad(table, who))
    clauses = tuple(dict.fromkeys(each.clause for each in lacking))
    return Answer(
        not lacking, clauses or ("support.measuring",), "; ".join(str(each.says) for each in lacking)
    )


def made_this_turn(table: Table, who: str, details: Record) -> Answer:
    """The kind of move that a unit has made this turn, or counts as having made; none: it has not been selected."""
    unit = squad(table, who).name
    begun = moving_kind(table, unit)
    if begun:
        return Answer(begun, ("phase.one-unit-at-a-time",), "its move is not finished")
    return Answer(made(table, unit) or None, ("aftermath.table",))


def distances(table: Table, who: str, details: Record) -> Answer:
    """How far a model may move in each kind of move; what is still to be rolled comes on top of it."""
    name = first_model(table, who)
    found = {kind: Length(to_lattice(allowance(table, name, kind))) for kind in DISTANCE}
    dice = {kind: unrolled(kind)(table, name) for kind in DISTANCE}
    says = ", ".join(f"{kind} adds {each}" for kind, each in dice.items() if each is not None)
    return Answer(Record(found), tuple(DISTANCE.values()), says)


def capacity_left(table: Table, who: str, details: Record) -> Answer:
    """How many more places a Transport has; none for a model that is no Transport."""
    name = first_model(table, who)
    if not table.models[name].has(TRANSPORT):
        return Answer(None, ("capacity.transport-keyword",), f"{name} is no Transport")
    room = capacity.capacity(table.models[name]).number("maximum")
    return Answer(room - capacity.places_taken(table, name), ("capacity.maximum", "capacity.on-datasheet"))


def passengers(table: Table, who: str, details: Record) -> Answer:
    """The units embarked within a Transport."""
    return Answer(capacity.units_aboard(table, first_model(table, who)), ("capacity.several-units",))


def embarked_in(table: Table, who: str, details: Record) -> Answer:
    """The Transport that a unit is embarked in; none if it is in none."""
    transport = carrier(table, squad(table, who))
    return Answer(transport or None, ("embark.inert",) if transport else ("phase.select-on-battlefield",))


OTHERS = {
    "in_coherency": Question(in_coherency, "Is it in coherency?"),
    "made": Question(made_this_turn, "Which move has it made this turn?"),
    "distances": Question(distances, "How far may it move?"),
    "capacity_left": Question(capacity_left, "How many more places does this Transport have?"),
    "passengers": Question(passengers, "Which units are embarked within it?"),
    "embarked_in": Question(embarked_in, "Which Transport is it embarked in?"),
}
