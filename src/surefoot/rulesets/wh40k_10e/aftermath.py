"""What a move leaves open and forbids for the rest of the turn: the questions that other phases ask."""

from __future__ import annotations

from surefoot.geometry.tolerance import to_lattice
from surefoot.referee.protocol import Answer
from surefoot.rulesets.wh40k_10e import kind
from surefoot.rulesets.wh40k_10e.engagement import engaged_models
from surefoot.rulesets.wh40k_10e.phase import made
from surefoot.rulesets.wh40k_10e.prices import movement
from surefoot.rulesets.wh40k_10e.squad import Squad, row, squad, trait
from surefoot.table.record import Record
from surefoot.table.table import Table

# The rows of the aftermath table for the kinds of move, and the clauses for what they leave open and forbid.
EVENTS = {kind.STATIONARY: "remained-stationary", kind.NORMAL: "normal-move", kind.ADVANCE: "advanced"}
FREE = {kind.STATIONARY: "stationary.no-turn-ban", kind.NORMAL: "normal.no-turn-ban"}
FLAGS = {(kind.ADVANCE, "shoot"): "shoot_after_advance", (kind.ADVANCE, "charge"): "charge_after_advance"}
BANS = {(kind.ADVANCE, "shoot"): "advance.no-shoot", (kind.ADVANCE, "charge"): "advance.no-charge"}


def _allowed(table: Table, who: str, what: str) -> Answer:
    unit = squad(table, who)
    done = made(table, unit.name)
    if any(table.models[name].place.kind == "aboard" for name in unit.models):
        allowed = bool(row("aftermath.table", "event", "embarked")[what])
        return Answer(allowed, ("embark.inert", "aftermath.table"), "an embarked unit does nothing")
    if not done:
        return Answer(True, ("aftermath.expiry",), "no ban is in force")
    if row("aftermath.table", "event", EVENTS[done])[what]:
        return Answer(True, (FREE[done], "aftermath.table"))
    if _flagged(table, unit, FLAGS[done, what]):
        return Answer(True, (BANS[done, what],), "an ability allows it")
    return Answer(False, (BANS[done, what], "aftermath.table"))


def _flagged(table: Table, unit: Squad, flag: str) -> bool:
    return any(trait(table.models[name], flag) is True for name in unit.models)


def may_shoot(table: Table, who: str, details: Record) -> Answer:
    """Whether the movement rules let a unit shoot this turn."""
    return _allowed(table, who, "shoot")


def may_charge(table: Table, who: str, details: Record) -> Answer:
    """Whether the movement rules let a unit declare a charge this turn."""
    return _allowed(table, who, "charge")


def choices(table: Table, who: str, details: Record) -> Answer:
    """The kinds of move open to a unit where it stands."""
    unit = squad(table, who)
    return Answer(kind.choices(table, unit), (kind.options_clause(table, unit), "kind.table"))


def move(table: Table, who: str, details: Record) -> Answer:
    """The Move characteristic of a model now, in millionths of an inch, raised by an Advance."""
    name = who if who in table.models else squad(table, who).models[0]
    own = movement(table, table.models[name])
    if own is None:
        return Answer(None, ("support.move-characteristic",), "it cannot be moved")
    bonus = table.note("advance", squad(table, name).name)
    if isinstance(bonus, int):
        return Answer(to_lattice(own + bonus), ("advance.until-end-of-phase", "advance.adds-to-move"))
    return Answer(to_lattice(own), ("support.move-characteristic",))


def remained_stationary(table: Table, who: str, details: Record) -> Answer:
    """Whether a unit counts as having Remained Stationary this turn."""
    done = made(table, squad(table, who).name)
    stationary = bool(done) and bool(row("aftermath.table", "event", EVENTS[done])["stationary"])
    return Answer(stationary, ("move.zero-move-counts",) if done != kind.STATIONARY else ("aftermath.table",))


def engaged(table: Table, who: str, details: Record) -> Answer:
    """The models of a unit that are within Engagement Range of an enemy."""
    found = tuple(name for name, _ in engaged_models(table, squad(table, who)))
    return Answer(found, ("support.engagement-range",) if found else ("kind.unengaged-options",))


QUESTIONS = {
    "engaged": engaged,
    "may_shoot": may_shoot,
    "may_charge": may_charge,
    "choices": choices,
    "move": move,
    "remained_stationary": remained_stationary,
}
