"""A game as a tree of decisions and chances, in the manner of OpenSpiel: legal actions, apply, clone, undo, exact chances.

An action is a number. At a decision, 0 passes and the others choose among `moves`; at a question, each answer has its
number; at a chance node, each reading of the dice. The numbers mean the same wherever the game is the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import TypeAlias

from surefoot.agents.moves import Move, moves
from surefoot.dice.host import Reply, Unanswered
from surefoot.dice.pool import Faces
from surefoot.dice.requests import Choice, Roll, asked
from surefoot.dice.responders import settled
from surefoot.files.scenario import Scenario, load
from surefoot.referee.goals import sides_of, standing
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import check, ruleset_of
from surefoot.referee.remember import remembered
from surefoot.referee.session import Session
from surefoot.referee.speaking import speaker
from surefoot.referee.turns import END_ACTIVATION, actors, judged_ticks, side_of, ticks
from surefoot.referee.verdict import Outcome
from surefoot.table.table import Table
from surefoot.table.words import instead

# Players that are no sides, as OpenSpiel numbers them.
CHANCE, TERMINAL = -1, -4
# The most actions that are offered at a decision, passing included.
MOST_ACTIONS = 128
# A game without goals that end it is over after so many rounds.
ROUNDS = 5
# Between two decisions the clock does no more than this.
_MOST_TICKS = 30

Chance: TypeAlias = tuple[int, Fraction]
TABLES = Path(__file__).parent / "tables"


def reference_table(ruleset: str) -> Scenario:
    """A mirrored table of a ruleset with goals, on which programs are compared."""
    known = sorted(each.stem for each in TABLES.glob("*.yaml"))
    if ruleset not in known:
        raise ValueError(f"there is no reference table for {ruleset!r}{instead(ruleset, known)}")
    return load(TABLES / f"{ruleset}.yaml")


@lru_cache(maxsize=1024)
def _readings(roll: Roll) -> tuple[tuple[Faces, int], ...]:
    """Every reading of a roll once: dice that show it, and its weight."""
    found: dict[object, tuple[Faces, int]] = {}
    for faces, weight in roll.dice.outcomes():
        reading = roll.read(faces)
        first, known = found.get(reading, (faces, 0))
        found[reading] = first, known + weight
    return tuple(found.values())


class State:
    """A position of a game. `apply_action` changes it, `clone` copies it, `undo_action` takes the last action back."""

    def __init__(self, table: Table, *, rounds: int = ROUNDS, planned: bool = True) -> None:
        self.sides = sides_of(table)
        if not self.sides:
            raise ValueError("the models of this table have no sides: there is no game to play")
        self.rounds, self.planned = table.clock.round + rounds - 1, planned
        self.session = Session(_with_turns(table, self.sides))
        # The side that decides, where the clock does not say it; and the sides that have passed in this round.
        self._turn = self._first()
        self._passed: frozenset[str] = frozenset()
        self._past: list[tuple[Session, int, frozenset[str], int]] = []
        self.history: list[int] = []
        self._settle()

    @classmethod
    def of_game(cls, session: Session, side: str, *, rounds: int = ROUNDS, planned: bool = True) -> State:
        """A game under way, in which a side decides now; the game itself stays as it is."""
        state = object.__new__(cls)
        state.sides = sides_of(session.now)
        state.rounds, state.planned = session.start.clock.round + rounds - 1, planned
        state.session, state._turn = session.fork(), state.sides.index(side)
        state._passed, state._past, state.history = frozenset(), [], []
        return state

    # --- what it is -----------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.session.now

    def is_terminal(self) -> bool:
        """Whether the game is over: by its goals, or after the last round."""
        return self.session.open is None and (
            standing(self.table).over or self.table.clock.round > self.rounds
        )

    def is_chance_node(self) -> bool:
        """Whether dice decide next."""
        return self.session.open is not None and isinstance(self.session.open.request, Roll)

    def current_player(self) -> int:
        """The number of the side that decides next; `CHANCE` or `TERMINAL` if none does."""
        if self.is_terminal():
            return TERMINAL
        if self.is_chance_node():
            return CHANCE
        if self.session.open is not None:
            request = self.session.open.request
            by = request.by if isinstance(request, Choice) else ""
            return self.sides.index(by) if by in self.sides else self._turn
        return self._turn

    def moves(self) -> tuple[Move, ...]:
        """The moves of the side that decides; none at a question."""
        if self.session.open is not None or self.is_terminal():
            return ()
        return moves(self.table, self.sides[self._turn], planned=self.planned)[: MOST_ACTIONS - 1]

    def legal_actions(self) -> list[int]:
        """The numbers of all actions that may be applied now, in rising order."""
        if self.is_terminal():
            return []
        if self.session.open is not None:
            request = self.session.open.request
            return list(range(len(_readings(request) if isinstance(request, Roll) else _among(request))))
        found = len(self.moves())
        return list(range(0 if not found or self.may_pass() else 1, 1 + found))

    def may_pass(self) -> bool:
        """Whether the side that decides may pass; not while a unit is in the middle of its move."""
        return not self.table.clock.side or _ends_turn(self.table) is not None

    def chance_outcomes(self) -> list[Chance]:
        """The actions of a chance node with their exact chances, which add up to 1."""
        request = self.session.open.request if self.session.open is not None else None
        if not isinstance(request, Roll):
            raise ValueError("no dice are rolled now: there are chances where is_chance_node() says so")
        weights = [weight for _, weight in _readings(request)]
        return [(number, Fraction(weight, sum(weights))) for number, weight in enumerate(weights)]

    def points(self) -> dict[str, int]:
        """The points of every side."""
        return dict(standing(self.table).points)

    def returns(self) -> list[float]:
        """What each side has won so far: its points less those of the best other side."""
        points = self.points()
        return [
            float(points[side] - max((points[other] for other in self.sides if other != side), default=0))
            for side in self.sides
        ]

    def action_to_string(self, action: int) -> str:
        """An action in words."""
        if self.session.open is not None:
            request = self.session.open.request
            if isinstance(request, Roll):
                faces = _readings(request)[action][0]
                return f"{speaker(self.table)(asked(request))}: {', '.join(map(str, faces))}"
            return str(_among(request)[action])
        if action == 0:
            return "pass"
        declared = self.moves()[action - 1].declaration
        return " ".join([*declared.who, declared.action, declared.target or self.moves()[action - 1].towards])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.serialize() == other.serialize()

    def __hash__(self) -> int:
        return hash((self.table, self._turn, self._passed, self._asked()))

    def _asked(self) -> int:
        return 0 if self.session.open is None else 1 + len(self.session.open.run.replies)

    # --- what changes it ------------------------------------------------------------------------

    def apply_action(self, action: int) -> None:
        """Decide, answer or roll. Raises ValueError for a number that is not among `legal_actions`."""
        if action not in self.legal_actions():
            raise ValueError(f"action {action} is not legal here: {len(self.legal_actions())} actions are")
        before = (self.session, self._turn, self._passed, len(self.history))
        self.session = self.session.fork()
        if self.session.open is not None:
            request = self.session.open.request
            if isinstance(request, Roll):
                self._answered(Reply(None, _readings(request)[action][0]))
            else:
                self._answered(Reply(_among(request)[action]))
        elif action == 0:
            self._pass()
        else:
            move = self.moves()[action - 1]
            self._declared(move.declaration, move.judged)
        self._past.append(before)
        self.history.append(action)
        self._settle()

    def look_at(self, move: Move | None) -> None:
        """Make a move that has no number, or pass: only for copies that are looked at and thrown away."""
        self.session = self.session.fork()
        if move is None:
            self._pass()
        else:
            self._declared(move.declaration, move.judged)
        self._settle()

    def undo_action(self) -> None:
        """Take the last action back."""
        if not self._past:
            raise ValueError("no action was taken yet, so there is none to take back")
        self.session, self._turn, self._passed, length = self._past.pop()
        del self.history[length:]

    def clone(self) -> State:
        """A copy that goes its own way from here."""
        twin = object.__new__(State)
        twin.__dict__.update(self.__dict__)
        twin.session = self.session.fork()
        twin._past, twin.history = list(self._past), list(self.history)
        return twin

    def roll(self, random: Random) -> int:
        """An action of a chance node, drawn by its chances."""
        assert self.session.open is not None
        request = self.session.open.request
        assert isinstance(request, Roll)
        weights = [weight for _, weight in _readings(request)]
        return random.choices(range(len(weights)), weights)[0]

    def serialize(self) -> str:
        """The actions so far: applied to the first position they lead here."""
        return ",".join(map(str, self.history))

    @classmethod
    def deserialize(cls, table: Table, text: str, *, rounds: int = ROUNDS, planned: bool = True) -> State:
        """The position that actions lead to from a table."""
        state = cls(table, rounds=rounds, planned=planned)
        for action in filter(None, text.split(",")):
            state.apply_action(int(action))
        return state

    # --- turns ----------------------------------------------------------------------------------

    def _declared(self, declaration: Declaration, known: Outcome | None = None) -> None:
        self.session.declare(declaration, judged=known)

    def _answered(self, reply: Reply) -> None:
        self.session.answer(reply)

    def _pass(self) -> None:
        """End the activation if others of the side can act after it; else end the turn, or wait for the end of the round."""
        now, side = self.table, self.sides[self._turn]
        if (ending := end_of_activation(now, side)) is not None:
            self._declared(ending)
        elif now.clock.side:
            while _ends_turn(self.table) is None:
                # A move that can't be finished is taken back.
                self.session.undo(consent=True)
            self._tick(tick_that_ends_the_turn(self.table))
        elif now.clock.active and side_of(now, now.clock.active) == side and END_ACTIVATION in ticks(now):
            self._tick(END_ACTIVATION)
        else:
            self._passed |= {side}

    def _tick(self, name: str, known: Outcome | None = None) -> None:
        self._declared(Declaration(name, kind="tick"), known)

    def _settle(self) -> None:
        """Go on to the next decision or roll: default answers, ticks of the clock, whose turn it is."""
        for _ in range(_MOST_TICKS):
            if self._asks() or self.is_terminal():
                return
            able = {side_of(self.table, each) for each in actors(self.table)}
            side = self.table.clock.side
            if side and side in able:
                self._turn = self.sides.index(side)
                return
            if not side and able - self._passed:
                self._alternate(able - self._passed)
                return
            self._advance()
        raise RuntimeError(f"the clock of {self.table.ruleset} goes on although no model can act")

    def _asks(self) -> bool:
        """Whether dice or a choice are open; other questions are answered by default."""
        while self.session.open is not None:
            request = self.session.open.request
            if isinstance(request, Roll) or (isinstance(request, Choice) and len(request.among) > 1):
                return True
            try:
                self.session.answer(settled(request, ()))
            except Unanswered:
                self.session.undo(consent=True)
                self._passed |= {self.sides[self._turn]}
        return False

    def _alternate(self, able: set[str]) -> None:
        """The side of the active model goes on; else the next side in turn that can act."""
        active = self.table.clock.active
        if active in actors(self.table) and side_of(self.table, active) in able:
            self._turn = self.sides.index(side_of(self.table, active))
            return
        acted = self.session.entries and self.session.entries[-1].kind != "tick"
        start = self._turn + (1 if acted or self.sides[self._turn] not in able else 0)
        order = [(start + step) % len(self.sides) for step in range(len(self.sides))]
        self._turn = next(number for number in order if self.sides[number] in able)

    def _advance(self) -> None:
        """The first tick that changes the clock. In a new round no side has passed yet."""
        before = self.table.clock
        self._tick(*_going_on(self.table))
        if self.table.clock.round != before.round:
            self._passed = frozenset()
            self._turn = self._first()

    def _first(self) -> int:
        """The side that begins a round: sides take turns in beginning."""
        now = self.session.now
        return (now.clock.round - self.session.start.clock.round) % len(self.sides)


def _among(request: object) -> Sequence[object]:
    assert isinstance(request, Choice)
    return request.among


def _going_on(table: Table) -> tuple[str, Outcome]:
    """The first tick that changes the clock, and what comes of it."""
    for name, judged in judged_ticks(table):
        if judged.run.table.clock != table.clock:
            return name, judged
    raise RuntimeError(f"no tick of {table.ruleset} goes on from here")


def tick_for(table: Table, side: str) -> str:
    """The tick by which a side goes on that can't act now: to a phase in which it can, or to the end of its turn."""
    first, judged = _going_on(table)
    now = judged.run.table
    for _ in range(_MOST_TICKS):
        if now.clock.side != side:
            break
        if any(side_of(now, each) == side for each in actors(now)):
            return first
        now = _going_on(now)[1].run.table
    return tick_that_ends_the_turn(table)


def end_of_activation(table: Table, side: str) -> Declaration | None:
    """What ends the activation of the active unit, where a unit declares it and others of its side may act after it."""
    active, action = table.clock.active, ruleset_of(table).actions.get(END_ACTIVATION)
    if not table.clock.side or action is None or action.kind != "declare" or active not in actors(table):
        return None
    ending = Declaration(END_ACTIVATION, (active,))
    after = check(table, ending, nearest=False)
    left = after.run.table
    if after.verdict == "illegal" or not any(side_of(left, each) == side for each in actors(left)):
        return None
    return ending


def tick_that_ends_the_turn(table: Table) -> str:
    """The first tick that ends the turn or the round."""
    found = _ends_turn(table)
    if found is None:
        raise RuntimeError(f"no tick of {table.ruleset} ends the turn")
    return found


@remembered
def _ends_turn(table: Table) -> str | None:
    now = table.clock
    for name, judged in judged_ticks(table):
        after = judged.run.table.clock
        if (after.round, after.side) != (now.round, now.side):
            return name
    return None


def _with_turns(table: Table, sides: tuple[str, ...]) -> Table:
    """A table on whose clock sides take turns, unless its ruleset ends rounds in a way of its own."""
    if _ends_turn(table) is None:
        return table.changed(clock=table.clock.changed(side=sides[0]))
    return table
