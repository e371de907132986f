"""Activations: two actions, what each is and who may make it."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, do
from surefoot.referee.catalogue import load
from surefoot.rulesets.necromunda_classic.edition import edition
from surefoot.rulesets.necromunda_classic.fighter import (
    BROKEN,
    PINNED,
    SERIOUSLY_INJURED,
    hangs,
    is_engaged,
    is_prone,
    is_vehicle,
)
from surefoot.table.effects import ClockSet, Expired, Noted
from surefoot.table.table import Table

ACTIONS_PER_ACTIVATION = 2
# The clause that lets a fighter make an action, where there is one of its own.
ALLOWED_BY = {
    "charge": "move.charge-to-fight",
    "crawl": "move.crawl",
}
# Where the rows of actions stand: those that move a fighter, and the one that works a door.
ROWS = ("support.fighter-actions", "support.solid-terrain")
# The phase in which fighters act, where the clock says phases at all.
ACTION_PHASE = "action"
# The place where a climb that takes two actions was declared.
CLIMBING = "climbing"


def row(action: str, *, prone: bool = False) -> dict[str, str]:
    """The row of an action: its type, the status it needs, its allowance; the last of several is for the Prone."""
    catalogue = load("surefoot.rulesets.necromunda_classic")
    found = [
        each for clause in ROWS for each in catalogue.rows(clause) if str(each["action"]).lower() == action
    ]
    return {key: str(value) for key, value in found[-1 if prone else 0].items()}


def actions_needed(action: str) -> int:
    """How many of its actions a fighter spends on it."""
    return 2 if row(action)["type"] == "Double" else 1


def actions_left(table: Table, who: str) -> int:
    """Actions that a fighter still has in this activation."""
    if activation_over(table, who):
        return 0
    spent = table.note("actions", who)
    return ACTIONS_PER_ACTIVATION - (spent if isinstance(spent, int) else 0)


def activation_over(table: Table, who: str) -> bool:
    """Whether a fighter has had its activation of this round."""
    return bool(table.note("activated", who)) and table.clock.active != who


def permits(action: str) -> Permits:
    """The check that an action makes before anything else."""
    return Permits(action)


class Permits:
    """Every clause that forbids an action to a fighter now."""

    def __init__(self, action: str) -> None:
        self.action = action

    def __call__(self, table: Table, who: str) -> tuple[Break, ...]:
        if who not in table.models:
            return (Break("move.by-actions", f"{who} is no fighter"),)
        model = table.models[who]
        if not model.place.on_table:
            return (Break("move.by-actions", f"{who} is not on the table"),)
        if is_vehicle(model):
            return (Break("support.fighter-actions", f"{who} is a vehicle and has actions of its own"),)
        breaks = [*phase_breaks(table, who), *self._actions(table, who), *self._status(table, who)]
        return tuple(breaks)

    def _actions(self, table: Table, who: str) -> list[Break]:
        left, need = actions_left(table, who), actions_needed(self.action)
        name = row(self.action)["action"]
        breaks = []
        if left < need:
            says = (
                f"{name} takes both actions and {who} has one left" if left else f"{who} has no action left"
            )
            breaks.append(Break("support.actions" if left else "move.by-actions", says))
        if row(self.action)["type"] == "Basic" and table.note(f"made-{self.action}", who):
            breaks.append(Break("support.actions", f"{name} can be made once per activation"))
        if hangs(table, who) and self.action not in ("move", "take cover"):
            breaks.append(
                Break(
                    "climb.two-actions", f"{who} hangs on a wall and must use its action to finish the climb"
                )
            )
        return breaks

    def _status(self, table: Table, who: str) -> list[Break]:
        model = table.models[who]
        needs = row(self.action)["status"]
        if needs == "Standing and Active":
            if is_prone(model):
                says = f"{who} is {'Seriously Injured' if model.is_(SERIOUSLY_INJURED) else 'Pinned'}"
                clauses = ["support.fighter-actions"]
                if self.action == "charge" and edition(table).charge_is_only_exception:
                    clauses.append("one-inch.charge")
                return [Break(clause, f"{says}, not Standing and Active") for clause in clauses]
            if is_engaged(table, who):
                clause = "one-inch.charge" if self.action == "charge" else "support.statuses"
                return [Break(clause, f"{who} is Engaged and may only fight or retreat")]
            if model.is_(BROKEN):
                return [Break("support.fighter-actions", f"{who} is Broken and may only run for cover")]
        if needs == "Standing and Engaged" and not is_engaged(table, who):
            return [Break("support.fighter-actions", f"{who} is not Engaged")]
        if needs.startswith("Broken") and not model.is_(BROKEN):
            return [Break("support.fighter-actions", f"{who} is not Broken")]
        if needs == "Prone and Pinned" and not model.is_(PINNED):
            return [Break("support.fighter-actions", f"{who} is not Pinned")]
        if needs.startswith("Prone (") and not is_prone(model):
            return [Break("support.fighter-actions", f"{who} is on its feet; only the Prone crawl")]
        return []


def phase_breaks(table: Table, who: str) -> list[Break]:
    """Whose turn it is not: out of phase or activation, where an edition says so, or while another hangs on a wall."""
    phase = table.clock.phase
    says = []
    if phase not in ("", ACTION_PHASE):
        says.append(f"this is the {phase} phase; fighters act in the {ACTION_PHASE} phase")
    if activation_over(table, who):
        says.append(f"{who} has had its activation of this round")
    breaks = [Break(clause, each) for clause in edition(table).action_phase for each in says]
    climber = table.clock.active
    if climber != who and hangs(table, climber):
        breaks.append(Break("climb.no-mid-climb-end", f"{climber} must first finish its climb"))
    return breaks


def offered_to_fighters(table: Table, who: str) -> bool:
    """Actions on foot are for fighters."""
    return who in table.models and not is_vehicle(table.models[who])


def spend(game: Game, who: str, action: str) -> Procedure[None]:
    """Begin an action: the activation, if it is the first, and the actions it takes."""
    yield from begin(game, who)
    clauses = [ALLOWED_BY[action]] if action in ALLOWED_BY else []
    if action == "move":
        clauses += edition(game.now).advance
        if game.now.note("made-move", who):
            clauses.append("move.run")
    yield from pay(game, who, action, actions_needed(action), *clauses)


def begin(game: Game, who: str) -> Procedure[None]:
    """The activation of a model begins, and that of another ends, unless it is under way."""
    active = game.now.clock.active
    if active == who:
        return
    if active:
        yield from edition(game.now).driving.activation_ends(game, active)
        yield from do(Expired("activation", active), "support.actions")
    yield from do(ClockSet(game.now.clock.changed(active=who)), "support.actions")
    yield from do(Noted("activated", who, True, "round"), "support.actions")


def pay(game: Game, who: str, action: str, needed: int, *clauses: str) -> Procedure[None]:
    """The actions that an action takes are spent."""
    spent = ACTIONS_PER_ACTIVATION - actions_left(game.now, who) + needed
    yield from do(Noted("actions", who, spent, "activation"), *clauses, "support.actions")
    yield from do(Noted(f"made-{action}", who, True, "activation"), "support.actions")


def end_activation(game: Game, who: str, clause: str) -> Procedure[None]:
    """Whatever actions are left are lost."""
    if game.now.clock.active == who and actions_left(game.now, who) > 0:
        yield from do(Noted("actions", who, ACTIONS_PER_ACTIVATION, "activation"), clause)
