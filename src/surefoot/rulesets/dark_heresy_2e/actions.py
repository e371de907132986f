"""The turn: one Full Action or two different Half Actions, and who is able to take them."""

from __future__ import annotations

from dataclasses import dataclass

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.dark_heresy_2e.carry import burden_breaks
from surefoot.rulesets.dark_heresy_2e.character import HANGING, HELPLESS, PRONE, UNCONSCIOUS
from surefoot.rulesets.dark_heresy_2e.flight_traits import airborne
from surefoot.rulesets.dark_heresy_2e.kept import LEDGE
from surefoot.rulesets.dark_heresy_2e.water import water_of
from surefoot.rulesets.dark_heresy_2e.zero import zero_breaks
from surefoot.table.effects import Became, Noted
from surefoot.table.table import Table

HALF, FULL = 1, 2
# The note of somebody whose turn is over, whatever he has left of it.
TURN_OVER = "turn-over"
# A turn holds this many Half Actions; a Full Action is all of them.
TURN = 2

# What each action takes, and whether one must be on one's feet for it.
COSTS = {
    "half-move": HALF,
    "full-move": FULL,
    "charge": FULL,
    "run": FULL,
    "climb": FULL,
    "leap": FULL,
    "jump-down": FULL,
    "stand": HALF,
    "push": FULL,
    "throw": FULL,
    "jump-up": FULL,
    "pull-up": FULL,
    "let-go": FULL,
    "abseil": FULL,
    "swim": FULL,
    "tread-water": FULL,
}
# The clause that says that an action is a Full Action, where it is not that of the turn.
COST_CLAUSES = {
    "leap": "jump.full-action",
    "jump-down": "jump.full-action",
    "jump-up": "jump.full-action",
    "let-go": "jump.full-action",
    "pull-up": "vjump.pull-up",
    "lift": "lift.full-action",
    "push": "push.full-action",
    "throw": "throw.test",
}
ON_FOOT = (
    "half-move",
    "full-move",
    "charge",
    "run",
    "climb",
    "abseil",
    "leap",
    "jump-down",
    "jump-up",
    "push",
)


# Actions for which somebody stands on something, and those that at least begin on the ground.
STANDING = ("leap", "jump-up", "jump-down", "push", "lift", "drop-prone")
FROM_THE_GROUND = ("climb", "abseil", "swim", "tread-water")
# What those do who hang from a ledge.
HUNG = ("pull-up", "let-go")


def titled(action: str) -> str:
    """What an action is called."""
    return action.replace("-", " ").title()


def taken(table: Table, who: str) -> tuple[str, ...]:
    """What somebody did in this round's turn, one entry for each Half Action it took."""
    done = table.note("taken", who)
    return tuple(str(each) for each in done) if isinstance(done, tuple) else ()


def able(table: Table, who: str) -> tuple[Break, ...]:
    """The unconscious do nothing."""
    model = table.models.get(who)
    if model is None:
        return (Break("time.structured-when", f"{who} is a party; each of it acts alone"),)
    if table.note(TURN_OVER, who):
        return (Break("runjump.stumble-ends-turn", f"{who} stumbled, and his turn is over"),)
    if model.is_(UNCONSCIOUS):
        return (Break("support.fatigue-threshold", f"{who} is unconscious"),)
    return ()


def present(table: Table, who: str) -> tuple[Break, ...]:
    """Whoever handles or does something is on the table and able to."""
    model = table.models.get(who)
    if model is None or not model.place.on_table:
        return (Break("time.structured-when", f"{who} stands nowhere on the table"),)
    if breaks := able(table, who):
        return breaks
    state = next((status for status in HELPLESS if model.is_(status)), "")
    return (Break("swim.helpless-sinks", f"{who} is {state} and cannot move"),) if state else ()


def may_lift(table: Table, who: str) -> tuple[Break, ...]:
    """What keeps somebody from lifting anything."""
    return present(table, who) or footing_breaks(table, who, "lift")


def may_drop(table: Table, who: str) -> tuple[Break, ...]:
    """What keeps somebody from throwing himself down."""
    return able(table, who) or footing_breaks(table, who, "drop-prone")


def footing_breaks(table: Table, who: str, action: str) -> tuple[Break, ...]:
    """What forbids an action in the air, on a wall or in deep water, where there is nothing to stand on."""
    model = table.models[who]
    if airborne(model) and action in (*STANDING, *FROM_THE_GROUND):
        return (Break("fly.like-walking", f"{who} is in the air: land first"),)
    if action not in STANDING:
        return ()
    if model.place.kind in HANGING:
        return (
            Break("climb.up-or-down", f"{who} hangs on {model.place.on} and has to finish the climb first"),
        )
    if water_of(table, who) is not None:
        return (Break("swim.ideal-no-test", f"{who} is in deep water, with nothing to stand on"),)
    return ()


@dataclass(frozen=True)
class Permits:
    """Every clause that forbids an action to somebody now."""

    action: str

    def __call__(self, table: Table, who: str) -> tuple[Break, ...]:
        if absent := present(table, who):
            return absent
        model = table.models[who]
        breaks = list(room(table, who, self.action, cost_of(table, who, self.action)))
        breaks += [*zero_breaks(table, who, self.action), *footing_breaks(table, who, self.action)]
        if self.action in ON_FOOT:
            breaks += burden_breaks(table, who)
        if self.action in ON_FOOT and model.is_(PRONE):
            breaks.append(Break("support.prone", f"{who} is Prone and must stand up first"))
        if self.action in HUNG and not table.note(LEDGE, who):
            breaks.append(Break("vjump.pull-up", f"{who} hangs from no ledge"))
        if self.action == "tread-water" and water_of(table, who) is None:
            breaks.append(Break("swim.tread", f"{who} is not in deep water"))
        if self.action == "stand" and not model.is_(PRONE):
            breaks.append(Break("support.prone", f"{who} stands already"))
        return tuple(breaks)


def cost_of(table: Table, who: str, action: str) -> int:
    """The Half Actions that an action takes; a talent may make standing up free."""
    if action == "stand" and table.models[who].profile.text("stand_cost") == "free":
        return 0
    return COSTS[action]


def room(table: Table, who: str, action: str, cost: int) -> tuple[Break, ...]:
    """What keeps an action out of a turn: too little left of it, or the same Half Action a second time."""
    done = taken(table, who)
    title = titled(action)
    breaks = []
    if cost and action in done:
        breaks.append(Break("support.actions", f"{who} has made a {title} in this turn already"))
    if len(done) + cost > TURN:
        says = (
            f"{title} is a {'Full' if cost == FULL else 'Half'} Action and {who} has done {', '.join(done)}"
        )
        breaks.append(Break(COST_CLAUSES.get(action, "support.actions"), f"{says} in this turn"))
    return tuple(breaks)


def spend(table: Table, who: str, action: str, cost: int, *clauses: str) -> Procedure[None]:
    """Take an action out of the turn."""
    if cost:
        done = (*taken(table, who), *(action,) * cost)
        yield from do(Noted("taken", who, done, "round"), *clauses, "support.actions", "time.structured-when")


def stand(game: Game, declaration: Declaration) -> Procedure[None]:
    """Get back on one's feet."""
    who = declaration.actor
    yield from spend(game.now, who, "stand", cost_of(game.now, who, "stand"))
    yield from do(Became(who, loses=(PRONE,)), "support.prone")


def drop_prone(game: Game, declaration: Declaration) -> Procedure[None]:
    """Throw oneself down, which is free."""
    who = declaration.actor
    if game.now.models[who].is_(PRONE):
        raise Refused(Break("support.prone", f"{who} lies on the ground already"))
    yield from do(Became(who, (PRONE,)), "support.prone")


def other(game: Game, declaration: Declaration) -> Procedure[None]:
    """Anything that is no movement and takes a Half or a Full Action."""
    who, name = declaration.actor, declaration.details.text("name")
    cost = FULL if declaration.details.text("cost") == "full" else HALF
    breaks = room(game.now, who, name, cost)
    if breaks:
        raise Refused(*breaks)
    yield from spend(game.now, who, name, cost)
