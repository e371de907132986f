"""The Movement phase: its two steps, who is selected and when, and the clock."""

from __future__ import annotations

from dataclasses import dataclass

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Choice, Procedure, Refused, choose, do
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.wh40k_10e import coherency
from surefoot.rulesets.wh40k_10e import kind as kinds
from surefoot.rulesets.wh40k_10e.kinds_of_move import ADVANCE, NORMAL, STATIONARY
from surefoot.rulesets.wh40k_10e.squad import (
    ARRIVED,
    DISEMBARKED,
    MADE,
    SHOCKED,
    Squad,
    on_battlefield,
    squad,
    squads,
)
from surefoot.rulesets.wh40k_10e.survey import MOVING, starts, written
from surefoot.table.effects import Became, ClockSet, Expired, Noted, Removed
from surefoot.table.record import Record
from surefoot.table.table import Table

DEPLOYMENT = "deployment"
PHASES = ("command", "movement", "shooting", "charge", "fight")
MOVEMENT = "movement"
MOVE_UNITS = "move-units"
REINFORCEMENTS = "reinforcements"
STEPS = (MOVE_UNITS, REINFORCEMENTS)


def moving_kind(table: Table, unit: str) -> str:
    """The kind of move that a unit has begun and not finished; empty if it has not, or if nobody is left to finish it."""
    moving = table.note(MOVING, unit)
    if not isinstance(moving, Record) or not on_battlefield(table, squad(table, unit)):
        return ""
    return moving.text("kind")


def made(table: Table, unit: str) -> str:
    """The kind of move that a unit counts as having made this turn."""
    value = table.note(MADE, unit)
    return value if isinstance(value, str) else ""


@dataclass(frozen=True)
class Permits:
    """Every clause that forbids a kind of move to a unit now."""

    kind: str

    def __call__(self, table: Table, who: str) -> tuple[Break, ...]:
        unit = squad(table, who)
        found = [*time_breaks(table, unit), *self._turn_of(table, unit)]
        if not on_battlefield(table, unit):
            found.append(Break("phase.select-on-battlefield", f"{unit.name} is not on the battlefield"))
        elif not moving_kind(table, unit.name) and not made(table, unit.name):
            found += kinds.breaks(table, unit, self.kind)
        return tuple(found)

    def _turn_of(self, table: Table, unit: Squad) -> list[Break]:
        open_kind = moving_kind(table, unit.name)
        if open_kind:
            return self._changed_kind(unit, open_kind)
        found = []
        active = table.clock.active
        if moving_kind(table, active):
            says = f"{active} is not finished; finish it before {unit.name} is selected"
            found.append(Break("phase.one-unit-at-a-time", says))
        done = made(table, unit.name)
        how = str(table.note(DISEMBARKED, unit.name) or "")
        if done:
            found.append(_goes_no_further(table, unit, done, how))
        if how and self.kind == STATIONARY:
            says = f"{unit.name} disembarked this turn and cannot Remain Stationary"
            clause = "disembark.after-normal-not-stationary" if done else "disembark.before-no-stationary"
            found.append(Break(clause, says))
        if done == STATIONARY:
            says = f"{unit.name} Remains Stationary until the phase is over"
            found.append(Break("stationary.no-models-move", says))
        return found

    def _changed_kind(self, unit: Squad, open_kind: str) -> list[Break]:
        if open_kind == self.kind:
            return []
        found = [Break("kind.one-kind-per-unit", f"{unit.name} has begun another kind of move: {open_kind}")]
        if open_kind == ADVANCE:
            found.append(Break("advance.committed", f"{unit.name} has rolled its Advance and stays Advanced"))
        return found


def _goes_no_further(table: Table, unit: Squad, done: str, how: str) -> Break:
    """Why a unit that counts as having moved is not selected to move."""
    if table.note(ARRIVED, unit.name):
        return Break("reserves.no-further-move", f"{unit.name} arrived in this phase")
    if how == "disembarked-after-normal-move":
        return Break("disembark.after-normal-no-move", f"{unit.name} left a Transport that had moved")
    if how in ("disembarked-from-destroyed-transport", "emergency-disembarkation"):
        says = f"{unit.name} left a destroyed Transport and counts as having moved"
        return Break("destroyed.counts-as-normal-move", says)
    return Break("phase.each-unit-once", f"{unit.name} was already selected to move ({done})")


def time_breaks(table: Table, unit: Squad) -> list[Break]:
    """What the clock forbids: another phase, another step, another player's phase."""
    clock = table.clock
    found = []
    if clock.phase != MOVEMENT:
        says = f"units move in the Movement phase; this is the {clock.phase} phase"
        found.append(Break("support.turn-sequence", says))
    elif clock.step != MOVE_UNITS:
        says = "the Reinforcements step has begun; there is no way back to Move Units"
        found.append(Break("phase.then-reinforcements", says))
    return found + side_breaks(table, unit)


def side_breaks(table: Table, unit: Squad) -> list[Break]:
    """Units of another player than the one whose turn it is."""
    clock = table.clock
    found = []
    if clock.side and clock.side != unit.side:
        says = f"it is the phase of {clock.side}; {unit.name} belongs to {unit.side or 'nobody'}"
        found.append(Break("phase.own-units-only", says))
    return found


def select(game: Game, declaration: Declaration, kind: str) -> Procedure[Squad]:
    """Select a unit for a kind of move, unless it is under way already."""
    unit = squad(game.now, declaration.actor)
    others = [name for name in declaration.who if squad(game.now, name).name != unit.name]
    if others:
        says = f"{unit.name} first; {', '.join(others)} is selected when it is finished"
        raise Refused(Break("phase.one-unit-at-a-time", says))
    if moving_kind(game.now, unit.name):
        return unit
    clock = game.now.clock
    clauses = (kinds.options_clause(game.now, unit), "kind.checked-on-selection", "kind.table")
    yield from do(ClockSet(clock.changed(active=unit.name, side=clock.side or unit.side)), *clauses)
    places = Record({name: written(place) for name, place in starts(game.now, unit).items()})
    yield from do(Noted(MOVING, unit.name, Record(kind=kind, starts=places), "phase"), *clauses)
    return unit


# ---------------------------------------------------------------------- the clock


def end_step(game: Game, declaration: Declaration) -> Procedure[None]:
    """Move Units is over: whoever was not selected is recorded, and the Reinforcements step begins."""
    table = game.now
    refused = []
    if table.clock.phase != MOVEMENT or table.clock.step != MOVE_UNITS:
        refused.append(Break("phase.two-steps", "Move Units comes first and once; it is not under way"))
    refused += unfinished(table)
    if refused:
        raise Refused(*refused)
    for unit in squads(table):
        mine = not table.clock.side or unit.side == table.clock.side
        if not mine or not on_battlefield(table, unit) or made(table, unit.name):
            continue
        if table.note(DISEMBARKED, unit.name):
            clauses = ("phase.each-unit-once", "disembark.before-no-stationary")
            yield from do(Noted(MADE, unit.name, NORMAL, "turn"), *clauses)
        else:
            yield from do(Noted(MADE, unit.name, STATIONARY, "turn"), "phase.each-unit-once")
    yield from do(
        ClockSet(table.clock.changed(step=REINFORCEMENTS, active="")),
        "phase.two-steps",
        "phase.then-reinforcements",
    )


def unfinished(table: Table) -> list[Break]:
    """The unit that has begun a move and not finished it keeps the clock from going on."""
    active = table.clock.active
    if not moving_kind(table, active):
        return []
    says = f"{active} has not finished its move: declare the rest of it first"
    return [Break("phase.one-unit-at-a-time", says)]


def end_phase(game: Game, declaration: Declaration) -> Procedure[None]:
    """A phase ends: what lasts until then expires, and the next one begins."""
    clock = game.now.clock
    if clock.phase == MOVEMENT and clock.step == MOVE_UNITS:
        yield from end_step(game, declaration)
    clause = "reserves.end-of-phase" if clock.phase == MOVEMENT else "support.turn-sequence"
    if clock.phase == PHASES[-1]:
        raise Refused(Break("support.turn-sequence", "the Fight phase is the last; end the turn"))
    yield from do(Expired("phase"), "aftermath.expiry")
    phase = PHASES[0] if clock.phase == DEPLOYMENT else PHASES[PHASES.index(clock.phase) + 1]
    step = MOVE_UNITS if phase == MOVEMENT else ""
    yield from do(ClockSet(game.now.clock.changed(phase=phase, step=step, active="")), clause)


def end_turn(game: Game, declaration: Declaration) -> Procedure[None]:
    """A turn ends: the other player's begins, and after both a new battle round."""
    clock = game.now.clock
    refused = unfinished(game.now)
    if refused:
        raise Refused(*refused)
    for unit in squads(game.now):
        yield from _stragglers(game, unit.name)
    yield from do(Expired("turn"), "aftermath.expiry")
    sides = turn_order(game.now)
    following = sides.index(clock.side) + 1 if clock.side in sides else 0
    fresh = clock.changed(
        round=clock.round + following // len(sides),
        side=sides[following % len(sides)],
        phase=PHASES[0],
        step="",
        active="",
    )
    yield from do(ClockSet(fresh), "support.turn-sequence")
    for model in game.now.models.values():
        if model.side == fresh.side and model.is_(SHOCKED):
            clauses = ("support.battle-shock", "aftermath.expiry")
            yield from do(Became(model.id, loses=(SHOCKED,)), *clauses)


def _stragglers(game: Game, name: str) -> Procedure[None]:
    """Out of coherency at the end of a turn, models are removed one at a time until one group is left."""
    clause = "support.coherency-undone"
    while coherency.lacking(game.now, squad(game.now, name)):
        unit = squad(game.now, name)
        apart = tuple(coherency.shortfalls(game.now, unit))
        among = (*apart, *(each for each in unit.models if each not in apart))
        ask = Choice(f"which model of {name} is removed for coherency", among, unit.side, (clause,), name)
        yield from do(Removed(str((yield from choose(ask))), "out of coherency"), clause)


def turn_order(table: Table) -> tuple[str, ...]:
    """The players in the order of their turns: as the clock's `first` says, else by name."""
    sides = sorted(dict.fromkeys(unit.side for unit in squads(table))) or [""]
    first = table.clock.details.text("first")
    start = sides.index(first) if first in sides else 0
    return tuple(sides[start:] + sides[:start])
