"""The turn: one Full Action or two different Half Actions, and what forbids taking them."""

from __future__ import annotations

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Refused, do
from surefoot.language import Field, Quoted, Sentence, Term, Thing, Who, say
from surefoot.records import dataclass
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.dark_heresy_2e.carry import burden_breaks
from surefoot.rulesets.dark_heresy_2e.character import (
    HANGING,
    HELPLESS,
    PRONE,
    STUNNED,
    UNCONSCIOUS,
    dead,
    flag,
)
from surefoot.rulesets.dark_heresy_2e.falling import beneath, is_step_down
from surefoot.rulesets.dark_heresy_2e.flight_traits import airborne
from surefoot.rulesets.dark_heresy_2e.hurry import arrive
from surefoot.rulesets.dark_heresy_2e.kept import LEDGE, RESTED, forget
from surefoot.rulesets.dark_heresy_2e.terms import ACTIONS
from surefoot.rulesets.dark_heresy_2e.water import water_of
from surefoot.rulesets.dark_heresy_2e.zero import zero_breaks
from surefoot.table.effects import Became, Noted
from surefoot.table.model import Model
from surefoot.table.table import Table

HALF, FULL = 1, 2
# The note of a character whose turn is over, even with actions left.
TURN_OVER = "turn-over"
# A turn has this many Half Actions; a Full Action takes them all.
TURN = 2

# The Half Actions that each action takes.
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
# The clause that makes an action a Full Action, where it is not the general one.
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
# Actions that a Prone or overloaded character cannot take.
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

# Actions that need something to stand on, and actions that cannot begin in the air.
STANDING = ("leap", "jump-up", "jump-down", "push", "lift", "drop-prone", "journey", "rest")
FROM_THE_GROUND = ("climb", "abseil", "swim", "tread-water", "swim-far")
# Actions of a character who hangs from a ledge.
HUNG = ("pull-up", "let-go")


def action_name(action: str) -> Field:
    """An action for people: by its name in the rules, or in the user's own words."""
    return Term(action) if action in ACTIONS else Quoted(action)


def taken(table: Table, who: str) -> tuple[str, ...]:
    """The actions that a character has taken this turn, one entry for each Half Action."""
    done = table.note("taken", who)
    return tuple(str(each) for each in done) if isinstance(done, tuple) else ()


def able(table: Table, who: str) -> tuple[Break, ...]:
    """What keeps a character from acting at all: being Unconscious or Stunned, or a turn that is over."""
    model = table.models.get(who)
    if model is None:
        return (
            Break(
                "time.structured-when", say("{who} is a party: choose one of its characters", who=Who(who))
            ),
        )
    if breaks := dead(model):
        return tuple(breaks)
    if table.note(TURN_OVER, who):
        return (
            Break(
                "runjump.stumble-ends-turn",
                say("{who} stumbled this turn and can't act until the next round", who=Who(who)),
            ),
        )
    if model.is_(UNCONSCIOUS):
        return (Break("support.fatigue-threshold", say("{who} is Unconscious and can't act", who=Who(who))),)
    return stunned(model)


def stunned(model: Model) -> tuple[Break, ...]:
    """What forbids a Stunned character to act."""
    if not model.is_(STUNNED):
        return ()
    clause = "fly.stay-aloft" if airborne(model) else "time.structured-when"
    return (Break(clause, say("{who} is Stunned and can't act", who=Who(model.id))),)


def occupied(model: Model, clause: str, fight: Sentence, task: Sentence, asleep: Sentence) -> list[Break]:
    """What keeps a character from travelling or resting, in the words of either: a fight, an urgent task, being Unconscious."""
    breaks = dead(model)
    if flag(model, "in_combat"):
        breaks.append(Break(clause, fight))
    if flag(model, "time_critical"):
        breaks.append(Break(clause, task))
    if model.is_(UNCONSCIOUS):
        breaks.append(Break("support.fatigue-threshold", asleep))
    return breaks


def immobile(model: Model) -> tuple[Break, ...]:
    """What forbids a paralysed or bound character to move."""
    state = next((status for status in HELPLESS if model.is_(status)), "")
    if not state:
        return ()
    says = say("{who} is {state} and can't move", who=Who(model.id), state=Term(state))
    return (Break("swim.helpless-sinks", says),)


def present(table: Table, who: str) -> tuple[Break, ...]:
    """What keeps a character from acting on the table: not being there, or not being able to."""
    model = table.models.get(who)
    if model is None or not model.place.on_table:
        return (Break("time.structured-when", say("{who} isn't on the table", who=Who(who))),)
    return able(table, who) or immobile(model)


def may_lift(table: Table, who: str) -> tuple[Break, ...]:
    """What forbids a character to lift anything."""
    return present(table, who) or footing_breaks(table, who, "lift")


def may_drop(table: Table, who: str) -> tuple[Break, ...]:
    """What forbids a character to drop Prone."""
    if breaks := able(table, who) or immobile(table.models[who]) or footing_breaks(table, who, "drop-prone"):
        return breaks
    lies = table.models[who].is_(PRONE)
    return (Break("support.prone", say("{who} is already Prone", who=Who(who))),) if lies else ()


def footing_breaks(table: Table, who: str, action: str) -> tuple[Break, ...]:
    """What forbids an action without ground underfoot: on a ledge, in the air, on a wall or in deep water."""
    model = table.models[who]
    if not model.place.on_table:
        return ()
    if table.note(LEDGE, who) and action not in HUNG:
        says = say(
            "{who} is hanging from {ledge}: pull up or let go first",
            who=Who(who),
            ledge=Thing(model.place.on),
        )
        return (Break("vjump.pull-up", says),)
    if airborne(model) and action in (*STANDING, *FROM_THE_GROUND):
        return (Break("fly.like-walking", say("{who} is in the air: land first", who=Who(who))),)
    if action in STANDING:
        return ground_breaks(table, who)
    return hanging_breaks(table, who) if action == "swim-far" else ()


def hanging_breaks(table: Table, who: str) -> tuple[Break, ...]:
    """What forbids a character on a wall to leave it but by climbing."""
    place = table.models[who].place
    if place.kind not in HANGING:
        return ()
    says = say("{who} is hanging on {thing}: finish the climb first", who=Who(who), thing=Thing(place.on))
    return (Break("climb.up-or-down", says),)


def ground_breaks(table: Table, who: str) -> tuple[Break, ...]:
    """What forbids an action on foot to a character on a wall or in deep water."""
    if breaks := hanging_breaks(table, who):
        return breaks
    if water_of(table, who) is None:
        return ()
    says = say("{who} is in deep water and has nothing to stand on", who=Who(who))
    return (Break("swim.ideal-no-test", says),)


@dataclass(frozen=True)
class Permits:
    """Every clause that forbids an action to a character now."""

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
            breaks.append(Break("support.prone", say("{who} is Prone: stand up first", who=Who(who))))
        if self.action in HUNG and not table.note(LEDGE, who):
            breaks.append(Break("vjump.pull-up", say("{who} isn't hanging from a ledge", who=Who(who))))
        if self.action == "tread-water" and water_of(table, who) is None:
            breaks.append(Break("swim.tread", say("{who} isn't in deep water", who=Who(who))))
        if self.action == "stand" and not model.is_(PRONE):
            breaks.append(Break("support.prone", say("{who} isn't Prone", who=Who(who))))
        return tuple(breaks)


def cost_of(table: Table, who: str, action: str) -> int:
    """The Half Actions that an action takes; a talent can make standing up free, and to let go a step above the ground is."""
    if action == "stand" and table.models[who].profile.text("stand_cost") == "free":
        return 0
    if action == "let-go" and table.note(LEDGE, who):
        pose = table.pose(who)
        landing = beneath(table, who, pose.x, pose.y, pose.z)
        return 0 if landing is not None and is_step_down(table, landing) else COSTS[action]
    return COSTS[action]


def room(table: Table, who: str, action: str, cost: int) -> tuple[Break, ...]:
    """What forbids an action in this turn: too few Half Actions left, or the same action a second time."""
    done = taken(table, who)
    name = action_name(action)
    breaks = []
    if cost and action in done:
        says = say("{who} has already taken this action this turn: {action}", who=Who(who), action=name)
        breaks.append(Break("support.actions", says))
    if len(done) + cost > TURN:
        earlier = tuple(action_name(each) for each in dict.fromkeys(done))
        if cost == FULL:
            says = say(
                "{action} is a Full Action, and {who} has already acted this turn: {earlier}",
                action=name,
                who=Who(who),
                earlier=earlier,
            )
        else:
            says = say(
                "{action} is a Half Action, and {who} has no actions left this turn: {earlier}",
                action=name,
                who=Who(who),
                earlier=earlier,
            )
        breaks.append(Break(COST_CLAUSES.get(action, "support.actions"), says))
    return tuple(breaks)


def spend(table: Table, who: str, action: str, cost: int, *clauses: str) -> Procedure[None]:
    """Note that an action has been taken this turn, which ends any rest, hurrying and running."""
    yield from arrive(table, who)
    if table.note(RESTED, who) is not None:
        yield from forget(RESTED, who, "support.fatigue-recovery")
    if cost:
        done = (*taken(table, who), *(action,) * cost)
        yield from do(Noted("taken", who, done, "round"), *clauses, "support.actions", "time.structured-when")


def stand(game: Game, declaration: Declaration) -> Procedure[None]:
    """Stand up from Prone."""
    who = declaration.actor
    yield from spend(game.now, who, "stand", cost_of(game.now, who, "stand"))
    yield from do(Became(who, loses=(PRONE,)), "support.prone")


def drop_prone(game: Game, declaration: Declaration) -> Procedure[None]:
    """Drop Prone, which is free."""
    yield from do(Became(declaration.actor, (PRONE,)), "support.prone")


def other(game: Game, declaration: Declaration) -> Procedure[None]:
    """Take an action that is not movement, as a Half or a Full Action."""
    who, name = declaration.actor, declaration.details.text("name")
    cost = FULL if declaration.details.text("cost") == "full" else HALF
    breaks = room(game.now, who, name, cost)
    if breaks:
        raise Refused(*breaks)
    yield from spend(game.now, who, name, cost)
