"""The Movement phase: its two steps, which units may be selected and when, and the clock."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do
from surefoot.language import Term, Who, say
from surefoot.records import dataclass
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.wh40k_10e import kind as kinds
from surefoot.rulesets.wh40k_10e.kinds_of_move import ADVANCE, NORMAL, STATIONARY
from surefoot.rulesets.wh40k_10e.squad import (
    ARRIVED,
    DISEMBARKED,
    MADE,
    Squad,
    on_battlefield,
    squad,
    squads,
)
from surefoot.rulesets.wh40k_10e.survey import MOVING, starts, written
from surefoot.rulesets.wh40k_10e.terms import named
from surefoot.table.effects import ClockSet, Expired, Noted
from surefoot.table.record import Record
from surefoot.table.table import Table

DEPLOYMENT = "deployment"
PHASES = ("command", "movement", "shooting", "charge", "fight")
MOVEMENT = "movement"
MOVE_UNITS = "move-units"
REINFORCEMENTS = "reinforcements"
STEPS = (MOVE_UNITS, REINFORCEMENTS)


def moving_kind(table: Table, unit: str) -> str:
    """The kind of move that a unit has begun and not finished; empty if there is none, or no model is left to finish it."""
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
    """Why a unit can't make a kind of move now."""

    kind: str

    def __call__(self, table: Table, who: str) -> tuple[Break, ...]:
        unit = squad(table, who)
        found = [*time_breaks(table, unit), *self._turn_of(table, unit)]
        lost = who in table.models and who not in unit.models
        if lost or not on_battlefield(table, unit):
            says = say("{unit} is not on the battlefield", unit=Who(who if lost else unit.name))
            found.append(Break("phase.select-on-battlefield", says))
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
            says = say(
                "{active} has not finished its move. Finish it before you select {unit}",
                active=Who(active),
                unit=Who(unit.name),
            )
            found.append(Break("phase.one-unit-at-a-time", says))
        done = made(table, unit.name)
        how = str(table.note(DISEMBARKED, unit.name) or "")
        if done:
            found.append(_has_moved(table, unit, done, how))
        if how and self.kind == STATIONARY:
            says = say("{unit} disembarked this turn and can't Remain Stationary", unit=Who(unit.name))
            clause = "disembark.after-normal-not-stationary" if done else "disembark.before-no-stationary"
            found.append(Break(clause, says))
        if done == STATIONARY:
            says = say("{unit} Remains Stationary until the end of the phase", unit=Who(unit.name))
            found.append(Break("stationary.no-models-move", says))
        return found

    def _changed_kind(self, unit: Squad, open_kind: str) -> list[Break]:
        if open_kind == self.kind:
            return []
        says = say(
            "{unit} has already started another kind of move: {kind}. Finish that one",
            unit=Who(unit.name),
            kind=Term(open_kind),
        )
        found = [Break("kind.one-kind-per-unit", says)]
        if open_kind == ADVANCE:
            says = say("{unit} has made its Advance roll and must Advance", unit=Who(unit.name))
            found.append(Break("advance.committed", says))
        return found


def _has_moved(table: Table, unit: Squad, done: str, how: str) -> Break:
    """Why a unit that counts as having moved can't be selected to move."""
    if table.note(ARRIVED, unit.name):
        says = say("{unit} arrived from Reserves this turn and can't move further", unit=Who(unit.name))
        return Break("reserves.no-further-move", says)
    if how == "disembarked-after-normal-move":
        says = say(
            "{unit} disembarked from a Transport that had moved, and can't move further", unit=Who(unit.name)
        )
        return Break("disembark.after-normal-no-move", says)
    if how in ("disembarked-from-destroyed-transport", "emergency-disembarkation"):
        says = say(
            "{unit} disembarked from a destroyed Transport and counts as having moved", unit=Who(unit.name)
        )
        return Break("destroyed.counts-as-normal-move", says)
    says = say(
        "{unit} has already been selected to move this phase ({kind})", unit=Who(unit.name), kind=Term(done)
    )
    return Break("phase.each-unit-once", says)


def time_breaks(table: Table, unit: Squad) -> list[Break]:
    """Why a unit can't move at this time: another phase, another step, another player's turn."""
    clock = table.clock
    found = []
    if clock.phase != MOVEMENT:
        says = say("Units move in the Movement phase, but it is now the {phase}", phase=Term(clock.phase))
        found.append(Break("support.turn-sequence", says))
    elif clock.step != MOVE_UNITS:
        says = say("The Move Units step is over: the Reinforcements step has begun")
        found.append(Break("phase.then-reinforcements", says))
    return found + side_breaks(table, unit)


def side_breaks(table: Table, unit: Squad) -> list[Break]:
    """Why a unit can't act now: it is another player's turn."""
    clock = table.clock
    found = []
    if clock.side and clock.side != unit.side:
        says = say(
            "It is {active}'s turn, and {unit} belongs to no player",
            active=Who(clock.side),
            unit=Who(unit.name),
        )
        if unit.side:
            says = say(
                "It is {active}'s turn, and {unit} belongs to {owner}",
                active=Who(clock.side),
                unit=Who(unit.name),
                owner=Who(unit.side),
            )
        found.append(Break("phase.own-units-only", says))
    return found


def of_other_units(table: Table, declaration: Declaration) -> list[str]:
    """The names in a declaration that belong to another unit than the first one."""
    unit = squad(table, declaration.actor)
    return [name for name in declaration.who if squad(table, name).name != unit.name]


def several_units(table: Table, declaration: Declaration) -> list[Break]:
    """The break of a declaration that names models of several units."""
    unit, others = squad(table, declaration.actor), of_other_units(table, declaration)
    if not others:
        return []
    says = say(
        "Units move one at a time. Finish {unit} before you select {others}",
        unit=Who(unit.name),
        others=named(others),
    )
    return [Break("phase.one-unit-at-a-time", says)]


def select(game: Game, declaration: Declaration, kind: str) -> Procedure[Squad]:
    """Select a unit for a kind of move, unless it has already started one."""
    unit = squad(game.now, declaration.actor)
    others = several_units(game.now, declaration)
    if others:
        raise Refused(*others)
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
    """End the Move Units step: units that were not selected count as stationary, and the Reinforcements step begins."""
    table = game.now
    refused = []
    if table.clock.phase != MOVEMENT:
        refused.append(Break("phase.two-steps", say("It is not the Move Units step")))
    elif table.clock.step != MOVE_UNITS:
        says = say("The Move Units step is over already. End the phase instead")
        refused.append(Break("phase.two-steps", says))
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
    """Why the clock can't advance: a unit has begun a move and not finished it."""
    active = table.clock.active
    if not moving_kind(table, active):
        return []
    says = say("{active} has not finished its move. Declare the rest of it first", active=Who(active))
    return [Break("phase.one-unit-at-a-time", says)]


def end_phase(game: Game, declaration: Declaration) -> Procedure[None]:
    """End a phase: effects that last until then expire, and the next phase begins."""
    clock = game.now.clock
    if clock.phase == MOVEMENT and clock.step == MOVE_UNITS:
        yield from end_step(game, declaration)
    clause = "reserves.end-of-phase" if clock.phase == MOVEMENT else "support.turn-sequence"
    if clock.phase == PHASES[-1]:
        says = say("The Fight phase is the last phase of the turn. End the turn instead")
        raise Refused(Break("support.turn-sequence", says))
    yield from do(Expired("phase"), "aftermath.expiry")
    phase = PHASES[0] if clock.phase == DEPLOYMENT else PHASES[PHASES.index(clock.phase) + 1]
    step = MOVE_UNITS if phase == MOVEMENT else ""
    yield from do(ClockSet(game.now.clock.changed(phase=phase, step=step, active="")), clause)
