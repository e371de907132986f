"""Activations: two actions, what each needs and which fighters may make it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, do
from surefoot.language import Sentence, Term, Who, say
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
# The clause that allows an action, where it has a clause of its own.
ALLOWED_BY = {
    "charge": "move.charge-to-fight",
    "crawl": "move.crawl",
}
# The clauses with the rows of actions: those that move a fighter, and the one that opens doors.
ROWS = ("support.fighter-actions", "support.solid-terrain")
# The phase in which models act, where the clock has phases.
ACTION_PHASE = "action"
# The note with the place where a climb over two actions was declared.
CLIMBING = "climbing"


@lru_cache
def row(action: str, *, prone: bool = False) -> Mapping[str, str]:
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
    """Whether the activation of a fighter in this round is over."""
    return bool(table.note("activated", who)) and table.clock.active != who


def permits(action: str) -> Permits:
    """The check that comes before an action is resolved."""
    return Permits(action)


class Permits:
    """Callable: every clause that forbids an action to a fighter now."""

    def __init__(self, action: str) -> None:
        self.action = action

    def __call__(self, table: Table, who: str) -> tuple[Break, ...]:
        if who not in table.models:
            return (Break("move.by-actions", say("{who} is not a fighter", who=Who(who))),)
        model = table.models[who]
        if not model.place.on_table:
            return (Break("move.by-actions", say("{who} is not on the table", who=Who(who))),)
        if is_vehicle(model):
            return (
                Break(
                    "support.fighter-actions", say("{who} is a vehicle: use a vehicle action", who=Who(who))
                ),
            )
        breaks = [*phase_breaks(table, who), *self._actions(table, who), *self._status(table, who)]
        return tuple(breaks)

    def _actions(self, table: Table, who: str) -> list[Break]:
        left, need = actions_left(table, who), actions_needed(self.action)
        breaks = spent_breaks(table, who, self.action, left, need)
        if row(self.action)["type"] == "Basic" and table.note(f"made-{self.action}", who):
            breaks.append(once_break(self.action))
        if hangs(table, who) and self.action not in ("move", "take cover"):
            says = say("{who} is hanging on a wall: finish the climb with this action", who=Who(who))
            breaks.append(Break("climb.two-actions", says))
        return breaks

    def _status(self, table: Table, who: str) -> list[Break]:
        model = table.models[who]
        needs = row(self.action)["status"]
        if needs == "Standing and Active":
            if is_prone(model):
                says = say(
                    "{who} is {status}, not Standing and Active",
                    who=Who(who),
                    status=Term(SERIOUSLY_INJURED if model.is_(SERIOUSLY_INJURED) else PINNED),
                )
                clauses = ["support.fighter-actions"]
                if self.action == "charge" and edition(table).charge_is_only_exception:
                    clauses.append("one-inch.charge")
                return [Break(clause, says) for clause in clauses]
            if is_engaged(table, who):
                return [_engaged(who, "one-inch.charge" if self.action == "charge" else "support.statuses")]
            if model.is_(BROKEN):
                return [_broken(who)]
        if needs == "Standing and Engaged" and not is_engaged(table, who):
            return [Break("support.fighter-actions", say("{who} is not Engaged", who=Who(who)))]
        if needs.startswith("Broken") and not model.is_(BROKEN):
            return [Break("support.fighter-actions", say("{who} is not Broken", who=Who(who)))]
        if needs.startswith("Broken") and is_engaged(table, who):
            return [_engaged(who, "support.statuses")]
        if needs.startswith("Prone") and is_prone(model) and model.is_(BROKEN):
            return [_broken(who)]
        if needs == "Prone and Pinned" and model.is_(SERIOUSLY_INJURED):
            return [Break("support.fighter-actions", say("{who} is Seriously Injured", who=Who(who)))]
        if needs == "Prone and Pinned" and not model.is_(PINNED):
            return [Break("support.fighter-actions", say("{who} is not Pinned", who=Who(who)))]
        if needs.startswith("Prone (") and not is_prone(model):
            return [
                Break(
                    "support.fighter-actions",
                    say("Only Prone fighters can crawl"),
                )
            ]
        return []


def _engaged(who: str, clause: str) -> Break:
    return Break(clause, say("{who} is Engaged: fight or Retreat", who=Who(who)))


def _broken(who: str) -> Break:
    says = say("{who} is Broken: only Running for Cover is allowed", who=Who(who))
    return Break("support.fighter-actions", says)


def phase_breaks(table: Table, who: str) -> list[Break]:
    """The clauses that keep a model from acting now: the phase, its activation, or a climb that another must finish.

    Phases and activations count where the edition has a clause about them.
    """
    phase = table.clock.phase
    says = []
    if phase not in ("", ACTION_PHASE):
        says.append(
            say(
                "This is the {phase} phase. Models act in the {action} phase",
                phase=Term(phase),
                action=Term(ACTION_PHASE),
            )
        )
    if activation_over(table, who):
        says.append(activated(who))
    breaks = [Break(clause, each) for clause in edition(table).action_phase for each in says]
    climber = table.clock.active
    if climber != who and hangs(table, climber):
        breaks.append(
            Break("climb.no-mid-climb-end", say("{who} must finish its climb first", who=Who(climber)))
        )
    return breaks


def activated(who: str) -> Sentence:
    """The refusal of a second activation in one round."""
    return say("{who} has already been activated this round", who=Who(who))


def spent_breaks(table: Table, who: str, action: str, left: int, need: int) -> list[Break]:
    """The break of an action that needs more actions than are left; empty if there are enough."""
    if not left:
        # A model that ended its activation early has spent fewer than two.
        spent = say("{who} has no actions left", who=Who(who))
        return [Break("move.by-actions", activated(who) if activation_over(table, who) else spent)]
    if left < need:
        says = say(
            "{action} takes both actions and {who} has only one left", action=Term(action), who=Who(who)
        )
        return [Break("support.actions", says)]
    return []


def once_break(action: str) -> Break:
    """The break of a second Basic action of the same name in one activation."""
    return Break("support.actions", say("{action} is allowed once per activation", action=Term(action)))


def rolled_distance(action: str) -> Sentence:
    """The name of the roll for the distance of an action."""
    return say("{action} distance", action=Term(action))


def offered_to_fighters(table: Table, who: str) -> bool:
    """Whether actions on foot are offered: to fighters only."""
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
    """Begin the activation of a model, unless it is under way; the activation of another model ends."""
    active = game.now.clock.active
    if active == who:
        return
    if active:
        yield from edition(game.now).driving.activation_ends(game, active)
        yield from do(Expired("activation", active), "support.actions")
    yield from do(ClockSet(game.now.clock.changed(active=who)), "support.actions")
    yield from do(Noted("activated", who, True, "round"), "support.actions")


def pay(game: Game, who: str, action: str, needed: int, *clauses: str) -> Procedure[None]:
    """Spend the actions that an action takes."""
    spent = ACTIONS_PER_ACTIVATION - actions_left(game.now, who) + needed
    yield from do(Noted("actions", who, spent, "activation"), *clauses, "support.actions")
    yield from do(Noted(f"made-{action}", who, True, "activation"), "support.actions")


def climb_is_over(game: Game, who: str, clause: str) -> Procedure[None]:
    """Forget a climb of two actions: it is finished, given up, or ended by a fall."""
    if game.now.note(CLIMBING, who):
        yield from do(Noted(CLIMBING, who, None, "activation"), clause)


def end_activation(game: Game, who: str, clause: str) -> Procedure[None]:
    """End an activation: the actions that are left are lost."""
    if game.now.clock.active == who and actions_left(game.now, who) > 0:
        yield from do(Noted("actions", who, ACTIONS_PER_ACTIVATION, "activation"), clause)
