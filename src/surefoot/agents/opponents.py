"""Opponents of three strengths: random, greedy for goals and wary of threats, and a search over chances with exact odds.

Each says why it moved. They see what every player sees, and move through the same referee.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import field
from random import Random
from time import monotonic
from typing import Protocol

from surefoot.agents.moves import Move, aims, allowance
from surefoot.agents.state import State
from surefoot.geometry.tolerance import from_lattice
from surefoot.language import Chance, Length, Sentence, Term, Thing, Who, say
from surefoot.language.sentence import sentence
from surefoot.records import dataclass
from surefoot.referee.goals import given, standing
from surefoot.referee.referee import ruleset_of
from surefoot.table.table import Table
from surefoot.table.words import instead

# What a point of the score is worth beside a unit of distance to a goal.
POINT = 10.0
# What it is worth to be out of the enemy's reach, for each model, and to have a model at all.
SAFE, ALIVE = 0.5, 6.0
# The search looks at so many moves of each position, the most promising by the greedy measure.
WIDTH = 5
# Readings of dice less likely than this are not followed; their weight is shared among the others.
_UNLIKELY = 0.02


@dataclass(frozen=True)
class Decision:
    """The action that a player chose, and why."""

    action: int
    why: Sentence


class Player(Protocol):
    """Chooses an action of a position in which its side decides."""

    def choose(self, state: State) -> Decision:
        """The action, and why."""
        ...


@dataclass
class RandomPlayer:
    """Any legal action, each as likely as the others."""

    seed: str = "random"
    random: Random = field(init=False)

    def __post_init__(self) -> None:
        self.random = Random(self.seed)

    def choose(self, state: State) -> Decision:
        """A legal action at random."""
        return _because(state, self.random.choice(state.legal_actions()))


@dataclass
class GreedyPlayer:
    """The move that brings most at once: points, nearer to goals, out of the enemy's reach."""

    seed: str = "greedy"

    def choose(self, state: State) -> Decision:
        """The action that is worth most after it; passing if nothing is worth more than staying."""
        if state.session.open is not None:
            return _because(state, 0)
        return _because(state, ranked(state)[0])


@dataclass
class SearchPlayer:
    """Looks ahead: over its own moves, over dice with their exact chances, over the enemy's replies.

    Where it stops looking, both sides play on greedily to the end of the next round, and that position is measured. It
    looks deeper and deeper until its time, or the number of positions that it may look at, is used up.
    """

    seed: str = "search"
    seconds: float = 3.0
    depth: int = 2
    # Positions that it may look at, so that its choice need not depend on the speed of the machine.
    most: int = 100_000
    _until: float = field(init=False, default=0.0)
    _seen: int = field(init=False, default=0)

    def choose(self, state: State) -> Decision:
        """The action with the best expected outcome of the deepest search that could be finished."""
        self._until, self._seen = monotonic() + self.seconds, 0
        side = state.sides[state.current_player()]
        options = state.legal_actions() if state.session.open is not None else ranked(state)[: 2 * WIDTH]
        for depth in range(1, self.depth + 1):
            found = self._deepened(state, options, side, depth)
            # A search that was cut short is still worth more than none.
            options = sorted(found, key=lambda action: -found[action]) + [
                o for o in options if o not in found
            ]
            if self._is_over():
                break
        return _because(state, options[0])

    def _is_over(self) -> bool:
        return monotonic() > self._until or self._seen > self.most

    def _deepened(self, state: State, options: list[int], side: str, depth: int) -> dict[int, float]:
        """What each action is worth, as far as there is time."""
        found: dict[int, float] = {}
        for action in options:
            value = self._after(state, action, side, depth)
            if value is None:
                break
            found[action] = value
        return found

    def _after(self, state: State, action: int, side: str, depth: int) -> float | None:
        state.apply_action(action)
        try:
            return self._worth(state, side, depth - 1)
        finally:
            state.undo_action()

    def _worth(self, state: State, side: str, depth: int) -> float | None:
        """The expected worth of a position to a side; None if time is up."""
        self._seen += 1
        if self._is_over():
            return None
        if state.is_chance_node():
            likely = [
                each for each in state.chance_outcomes() if each[1] >= _UNLIKELY
            ] or state.chance_outcomes()
            total = sum(chance for _, chance in likely)
            sums = 0.0
            for action, chance in likely:
                value = self._after(state, action, side, depth + 1)
                if value is None:
                    return None
                sums += float(chance / total) * value
            return sums
        if depth <= 0 or state.is_terminal():
            return self._played_on(state, side)
        own = state.sides[state.current_player()] == side
        options = state.legal_actions() if state.session.open is not None else ranked(state)[:WIDTH]
        found = [self._after(state, action, side, depth) for action in options]
        known = [each for each in found if each is not None]
        if len(known) < len(found):
            return None
        return max(known) if own else min(known)

    def _played_on(self, state: State, side: str) -> float:
        """What a position is worth if both sides play on greedily to the end of the next round; dice fall as is likeliest."""
        twin = state.clone()
        last = twin.table.clock.round + 1
        for _ in range(_PLAYED_ON):
            if twin.is_terminal() or twin.table.clock.round > last or self._is_over():
                break
            self._seen += 1
            if twin.is_chance_node():
                twin.apply_action(max(twin.chance_outcomes(), key=lambda each: each[1])[0])
            else:
                twin.apply_action(0 if twin.session.open is not None else ranked(twin)[0])
        return worth(twin.table, side)


# So many actions are played on at most.
_PLAYED_ON = 24

# The strengths that people choose among.
STRENGTHS: dict[str, Callable[[str], Player]] = {
    "easy": RandomPlayer,
    "medium": GreedyPlayer,
    "hard": SearchPlayer,
}


def opponent(strength: str, seed: str = "opponent") -> Player:
    """A player by its strength: easy, medium or hard."""
    if strength not in STRENGTHS:
        raise ValueError(f"there is no opponent {strength!r}{instead(strength, STRENGTHS)}")
    return STRENGTHS[strength](seed)


def play(state: State, players: dict[str, Player], dice: Random) -> list[tuple[str, Sentence]]:
    """Play a game to its end: each side by its player, dice by chance. Returns who moved and why."""
    told: list[tuple[str, Sentence]] = []
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.roll(dice))
            continue
        side = state.sides[state.current_player()]
        decision = players[side].choose(state)
        told.append((side, decision.why))
        state.apply_action(decision.action)
    return told


# --- what a position is worth -------------------------------------------------------------------


def ranked(state: State) -> list[int]:
    """The actions of a decision, those first that are worth most at once; passing is worth what is now."""
    side = state.sides[state.current_player()]
    now = worth(state.table, side)
    found = {0: now}
    for number, move in enumerate(state.moves(), 1):
        after = worth(move.outcome.run.table, side)
        # If a test fails, the mover most likely ends where it began, or worse.
        chance = float(move.chance)
        found[number] = chance * after + (1 - chance) * (now - ALIVE / 2)
    return sorted(found, key=lambda number: (-found[number], number))


def worth(table: Table, side: str) -> float:
    """How good a table is for a side: its own prospects less those of the best other side."""
    points = standing(table).points
    others = [_prospects(table, other) + POINT * points[other] for other in points if other != side]
    return _prospects(table, side) + POINT * points.get(side, 0) - max(others, default=0.0)


def _prospects(table: Table, side: str) -> float:
    """Nearness to goals, safety, and models left."""
    own = [n for n, m in table.models.items() if m.side == side and m.place.on_table]
    poses = {name: table.pose(name) for name in own}
    size = 1.0 if table.board is None else from_lattice(max(table.board.width, table.board.depth))
    found = ALIVE * len(own)
    done = given(table)
    for goal in aims(table, side):
        if f"{goal.id} {side}" in done or not own:
            continue
        away = min(math.dist((poses[name].x, poses[name].y), goal.middle) for name in own)
        found += POINT * goal.points * max(0.0, 1.0 - away / size) / 2
        if goal.kind == "hold":
            inside = [
                name for name in own if goal.has(poses[name].x, poses[name].y, table.models[name].place.on)
            ]
            found += POINT * goal.points * min(1, len(inside)) / 3 + goal.points * len(inside)
        # The others come along behind the first.
        found += goal.points * sum(
            max(0.0, 1.0 - math.dist((poses[name].x, poses[name].y), goal.middle) / size) for name in own
        )
    return found + SAFE * sum(not _threatened(table, name, side) for name in own)


def _threatened(table: Table, who: str, side: str) -> bool:
    """Whether an enemy may get to a model with its longest action, as the crow flies."""
    pose = table.pose(who)
    for name, model in table.models.items():
        if model.side != side and model.place.on_table:
            other = table.pose(name)
            if math.dist((pose.x, pose.y), (other.x, other.y)) <= _longest(table, name):
                return True
    return False


def _longest(table: Table, who: str) -> float:
    """The allowance of a model's first action with a path; it rarely changes, so it is looked up once for each profile."""
    model = table.models[who]
    key = (table.ruleset, model.profile, model.statuses, model.unit)
    if key not in _KNOWN:
        named = (
            a.name for a in ruleset_of(table).actions.values() if a.kind == "declare" and a.path != "none"
        )
        _KNOWN[key] = allowance(table, who, next(named, ""))
    return _KNOWN[key]


_KNOWN: dict[object, float] = {}


# --- why ----------------------------------------------------------------------------------------


def _because(state: State, action: int) -> Decision:
    """The decision with its reason: goal, cost and chance."""
    side = state.sides[state.current_player()]
    if state.session.open is not None:
        answer = state.action_to_string(action)
        return Decision(action, say("{side} answers: {answer}", side=Who(side), answer=Term(answer)))
    if action == 0:
        return Decision(action, say("{side} passes", side=Who(side)))
    return Decision(action, reason(state.table, state.moves()[action - 1]))


def reason(table: Table, move: Move) -> Sentence:
    """Why a move is made, in words: what it is for, what it costs, and how likely it succeeds."""
    who = Who(move.declaration.actor)
    title = sentence(ruleset_of(table).actions[move.declaration.action].title)
    cost, chance = Length(move.outcome.cost), Chance(move.chance)
    goals = {goal.id for goal in table.goals}
    if move.towards in goals:
        goal = Thing(move.towards)
        return say(
            "{who}: {action} towards {goal}, for {cost}, {chance} to succeed",
            who=who,
            action=title,
            goal=goal,
            cost=cost,
            chance=chance,
        )
    if move.towards in table.models:
        enemy = Who(move.towards)
        return say(
            "{who}: {action} towards {enemy}, for {cost}, {chance} to succeed",
            who=who,
            action=title,
            enemy=enemy,
            cost=cost,
            chance=chance,
        )
    return say(
        "{who}: {action}, for {cost}, {chance} to succeed", who=who, action=title, cost=cost, chance=chance
    )
