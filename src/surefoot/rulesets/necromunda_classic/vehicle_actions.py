"""The actions of vehicles: their conditions, distances, turns and effects."""

from __future__ import annotations

import re
from collections.abc import Callable

from surefoot.dice.host import Game
from surefoot.dice.pool import D6
from surefoot.dice.readings import Row
from surefoot.dice.requests import Break, Modifier, Procedure, Refused, Roll, do, roll
from surefoot.geometry.shapes import turn
from surefoot.geometry.tolerance import beyond, from_lattice, same, to_lattice
from surefoot.language import Angle, Sentence, Term, Who, count, say
from surefoot.referee.itinerary import Leg
from surefoot.referee.protocol import Declaration
from surefoot.rulesets.necromunda_classic import driving
from surefoot.rulesets.necromunda_classic.activation import (
    actions_left,
    activated,
    begin,
    end_activation,
    once_break,
    pay,
    phase_breaks,
    spent_breaks,
)
from surefoot.rulesets.necromunda_classic.edition import edition
from surefoot.rulesets.necromunda_classic.fighter import BROKEN, is_vehicle, movement
from surefoot.rulesets.necromunda_classic.handling import handling_test
from surefoot.rulesets.necromunda_classic.movement import Go, Movement, Steady, Step, Turn
from surefoot.rulesets.necromunda_classic.vehicle import (
    ENGINE_DAMAGE,
    STALLED,
    WRECKED,
    hull_points_left,
    impact_move,
    is_mobile,
    stands_as_vehicle,
)
from surefoot.rulesets.necromunda_classic.vehicle_prices import (
    CLAUSE,
    DRIVEN,
    WAYS,
    distance,
    distance_roll,
    engine_lasts,
    pivots,
    row,
    tariff,
)
from surefoot.table.effects import Became, Noted
from surefoot.table.table import Table

# The note of the bonus that a Turn-over gives to the next restart.
RESTART = "restart"
DIRECTIONS = Row(((3, "forwards"), (6, "backwards")))


def actions_needed(table: Table, action: str) -> int:
    """How many actions of its activation a vehicle spends on an action."""
    return 2 if row(table, action)["type"] == "Double" else 1


def vehicle_may(action: str) -> Callable[[Table, str], tuple[Break, ...]]:
    """The check that comes before a vehicle action is resolved."""

    def permits(table: Table, who: str) -> tuple[Break, ...]:
        model = table.models.get(who)
        if model is None or not is_vehicle(model):
            return (_no_vehicle(who),)
        if not model.place.on_table or model.is_(WRECKED):
            return (_out_of_play(who),)
        return (*phase_breaks(table, who), *_actions(table, who, action), *_status(table, who, action))

    return permits


def _no_vehicle(who: str) -> Break:
    return Break(CLAUSE, say("{who} is not a vehicle", who=Who(who)))


def _out_of_play(who: str) -> Break:
    return Break("move.by-actions", say("{who} is Wrecked or off the table", who=Who(who)))


def _actions(table: Table, who: str, action: str) -> list[Break]:
    found = spent_breaks(table, who, action, actions_left(table, who), actions_needed(table, action))
    if row(table, action)["type"] == "Basic" and table.note(f"made-{action}", who):
        found.append(once_break(action))
    return found


def _status(table: Table, who: str, action: str) -> list[Break]:
    model, needs = table.models[who], str(row(table, action)["status"])
    found = []
    if needs.endswith("Mobile") and not is_mobile(model):
        found.append(Break(CLAUSE, say("{who} is Stalled, not Mobile", who=Who(who))))
    if needs == "Stalled" and is_mobile(model):
        found.append(Break(CLAUSE, say("{who} is Mobile, not Stalled", who=Who(who))))
    if needs.startswith("Broken") and not model.is_(BROKEN):
        found.append(Break(CLAUSE, say("{who} is not Broken", who=Who(who))))
    if needs == "Mobile" and model.is_(BROKEN):
        found.append(Break(CLAUSE, say("{who} is Broken: only Break for Air is allowed", who=Who(who))))
    return found


def offered_to_vehicles(table: Table, who: str) -> bool:
    """Whether vehicle actions are offered: to vehicles that are not Wrecked."""
    return who in table.models and stands_as_vehicle(table.models[who])


def driven(action: str) -> Callable[[Game, Declaration], Procedure[None]]:
    """The procedure of an action that moves a vehicle along a path."""

    def procedure(game: Game, declaration: Declaration) -> Procedure[None]:
        who = declaration.actor
        steps, freed = steps_of(game.now, who, action, declaration.legs)
        yield from begin(game, who)
        yield from pay(game, who, action, actions_needed(game.now, action), CLAUSE)
        allowance = yield from _allowance(game, who, action)
        steps = with_tests(game.now, action, steps)
        m = _movement(game.now, who, action, allowance, freed)
        yield from driving.drive(game, m, steps)
        yield from _after(game, who, action, m)

    return procedure


def free_wheel(game: Game, declaration: Declaration) -> Procedure[None]:
    """A Stalled vehicle rolls forwards or backwards by a dice; a straight leg only sets when, before or after turns."""
    who = declaration.actor
    steps, freed = steps_of(game.now, who, "free wheel", declaration.legs)
    yield from begin(game, who)
    yield from pay(game, who, "free wheel", 1, CLAUSE)
    allowance = yield from _allowance(game, who, "free wheel")
    way = yield from roll(Roll("forwards or backwards", D6, DIRECTIONS, who, (CLAUSE,)))
    rolls = Go(allowance, 0.0 if way == "forwards" else 180.0)
    turns = [step for step in steps if isinstance(step, Turn)]
    last = bool(steps) and isinstance(steps[0], Go)
    m = _movement(game.now, who, "free wheel", allowance, freed)
    if "stops on any collision" in str(row(game.now, "free wheel").get("then", "")):
        m.halts = (CLAUSE,)
    yield from driving.drive(game, m, (rolls, *turns) if last else (*turns, rolls))
    yield from _after(game, who, "free wheel", m)


def jump_start(game: Game, declaration: Declaration) -> Procedure[None]:
    """A Stalled vehicle tries to restart."""
    who = declaration.actor
    yield from begin(game, who)
    yield from pay(game, who, "jump start", 1, CLAUSE)
    turned_over = game.now.note(RESTART, who)
    modifiers = []
    if hull_points_left(game.now.models[who]) > 1:
        modifiers.append(Modifier(1, say("More than one Hull Point left"), CLAUSE))
    if turned_over:
        modifiers.append(Modifier(1, say("Turn-over"), CLAUSE))
        yield from do(Noted(RESTART, who, None, "game"), CLAUSE)
    says = say("Handling test to restart the engine")
    runs = yield from handling_test(game.now, who, "restarting", says, CLAUSE, modifiers=tuple(modifiers))
    if runs:
        yield from do(Became(who, (), (STALLED,)), CLAUSE)
    yield from _ended(game, who)


def may_stand_by(table: Table, who: str) -> tuple[Break, ...]:
    """Every clause that forbids a vehicle to pass its activation: it must not have acted this round."""
    model = table.models.get(who)
    if model is None or not is_vehicle(model):
        return (_no_vehicle(who),)
    if not stands_as_vehicle(model):
        return (_out_of_play(who),)
    found = phase_breaks(table, who)
    if table.note("activated", who):
        found.append(Break("support.actions", activated(who)))
    return tuple(found)


def stand_by(game: Game, declaration: Declaration) -> Procedure[None]:
    """Activate a vehicle without an action; the effects of the end of an activation still follow."""
    who = declaration.actor
    yield from begin(game, who)
    yield from end_activation(game, who, "support.actions")
    yield from _ended(game, who)


def steps_of(
    table: Table, who: str, action: str, legs: tuple[Leg, ...]
) -> tuple[tuple[Step, ...], tuple[str, ...]]:
    """A declared path as straight lines and turns, and the clauses that allow extra turns.

    Raises `Refused` with everything that the action does not allow.
    """
    reader = _Reader(table, who, action)
    for number, leg in enumerate(legs):
        reader.read(leg, last=number == len(legs) - 1)
    if reader.breaks:
        raise Refused(*reader.breaks)
    return tuple(reader.steps), reader.freed


class _Reader:
    """Reads a path leg by leg, from the position after the legs before."""

    def __init__(self, table: Table, who: str, action: str) -> None:
        self.table = table
        pose = table.pose(who)
        self.who, self.x, self.y, self.facing = who, pose.x, pose.y, pose.facing
        entry = row(table, action)
        self.action = Term(action)
        self.ways = [way for column, ways in WAYS.items() if column in entry for way in ways]
        self.most, self.widest = pivots(entry)
        self.ground = edition(table).driving.ground(table, who)
        self.turns = 0
        self.freed: tuple[str, ...] = ()
        self.steps: list[Step] = []
        self.breaks: list[Break] = []

    def read(self, leg: Leg, *, last: bool) -> None:
        """One leg."""
        if leg.by == "turn":
            self._turn(from_lattice(leg.turn), last=last)
        elif leg.by != "walk" or leg.to is None:
            says = say("Vehicles only drive in straight lines and turn")
            self._break(edition(self.table).driving.straight, says=says)
        else:
            self._straight(from_lattice(leg.to[0]), from_lattice(leg.to[1]))

    def _turn(self, degrees: float, *, last: bool) -> None:
        driving_ = edition(self.table).driving
        if degrees == 0.0:
            return
        wide, free = beyond(abs(degrees), self.widest), bool(self.most and self.ground.turns_freely)
        # To turn further than the action allows, a walker turns more than once.
        self.turns += 2 if wide and free else 1
        if self.most is None or self.turns <= self.most:
            pass
        elif free:
            self.freed = self.ground.turns_freely
        else:
            says = count(
                "{action} allows {n} turn", "{action} allows {n} turns", self.most, action=self.action
            )
            if not self.most:
                says = say("{action} allows no turns", action=self.action)
            self._break((*driving_.turns, *(driving_.last_turn if last else ())), says=says)
        if wide and not free:
            says = say(
                "{action} allows turns of up to {widest}, not {angle}",
                action=self.action,
                widest=Angle.of(self.widest),
                angle=Angle.of(abs(degrees)),
            )
            self._break((CLAUSE,), says=says)
        self.facing += degrees
        self.steps.append(Turn(degrees))

    def _straight(self, x: float, y: float) -> None:
        across, along = turn(x - self.x, y - self.y, -self.facing)
        length = (across * across + along * along) ** 0.5
        self.x, self.y = x, y
        if same(length, 0.0):
            return
        way = 0.0 if along > 0 else 180.0
        if same(along, 0.0):
            way = 90.0 if across > 0 else 270.0
        elif not same(across, 0.0):
            says = say("Not straight ahead. Turn first")
            self._break(edition(self.table).driving.straight, says=says)
            return
        if way not in self.ways:
            self._break((CLAUSE,), says=self._wrong_way(way))
        before = self.steps[-1] if self.steps else None
        if isinstance(before, Go) and before.way == way:
            # A line in several legs is one line: a gap is crossed as a whole.
            length += before.length
            self.steps.pop()
        self.steps.append(Go(length, way))

    def _wrong_way(self, way: float) -> Sentence:
        if way == 0.0:
            return say("{action} doesn't go forwards", action=self.action)
        if way == 180.0:
            return say("{action} doesn't go backwards", action=self.action)
        return say("{action} doesn't go sideways", action=self.action)

    def _break(self, clauses: tuple[str, ...], *, says: Sentence) -> None:
        where = (to_lattice(self.x), to_lattice(self.y), 0)
        self.breaks += [Break(clause, says, where) for clause in clauses]


def with_tests(table: Table, action: str, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps, with the test that the action asks for after its first turn or at its end."""
    then = str(row(table, action).get("then", ""))
    if not re.match(r"(Handling test|LoC)\b", then):
        return steps
    modifier = re.search(r"at ([+-]\d)", then)
    test = Steady(int(modifier.group(1)) if modifier else 0)
    if "turn" not in then:
        return (*steps, test)
    first = next((number for number, step in enumerate(steps) if isinstance(step, Turn)), None)
    return steps if first is None else (*steps[: first + 1], test, *steps[first + 1 :])


def _allowance(game: Game, who: str, action: str) -> Procedure[float]:
    share, _ = distance(game.now, action)
    request = distance_roll(game.now, who, action)
    extra = 0 if request is None else (yield from roll(request))
    return movement(game.now.models[who]) * share + extra


def _movement(table: Table, who: str, action: str, allowance: float, freed: tuple[str, ...]) -> Movement:
    """A voluntary movement that is about to begin."""
    model = table.models[who]
    move, why = impact_move(model)
    purse = to_lattice(min(allowance, engine_lasts(table, who)))
    clauses: tuple[str, ...] = (CLAUSE, *edition(table).driving.allowance, *freed)
    if model.counted(ENGINE_DAMAGE):
        clauses = (*clauses, "support.vehicle-damage")
    return Movement(
        who, move, why, tariff(table, who, action, allowance), purse, clauses=clauses, ram=action == "ram"
    )


def _after(game: Game, who: str, action: str, m: Movement) -> Procedure[None]:
    """The notes that an action leaves, and the end of the activation."""
    if game.now.models[who].counted(ENGINE_DAMAGE):
        gone = game.now.note(DRIVEN, who)
        total = m.spent + (gone if isinstance(gone, int) else 0)
        yield from do(Noted(DRIVEN, who, total, "activation"), "support.vehicle-damage")
    if "next restart" in str(row(game.now, action).get("then", "")):
        yield from do(Noted(RESTART, who, True, "game"), CLAUSE)
    yield from _ended(game, who)


def _ended(game: Game, who: str) -> Procedure[None]:
    """After the last action, the effects of the end of an activation follow at once."""
    if not actions_left(game.now, who):
        yield from edition(game.now).driving.activation_ends(game, who)
