"""Opponents of three strengths: random, greedy for goals and wary of threats, and a search over chances with exact odds.

Each says why it moved. They see what every player sees, and move through the same referee.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from fractions import Fraction
from itertools import islice
from random import Random
from time import monotonic
from typing import Protocol

from surefoot.agents.moves import Move, candidates
from surefoot.agents.state import Chance, State
from surefoot.agents.worth import lead, ranked, worth
from surefoot.language import Chance as Odds
from surefoot.language import Length, Sentence, Term, Thing, Who, say
from surefoot.language.sentence import sentence
from surefoot.records import dataclass
from surefoot.referee.referee import ruleset_of
from surefoot.referee.speaking import speaker
from surefoot.table.table import Table
from surefoot.table.words import instead

# The number of moves of each position that the search looks at: the most promising by the greedy measure.
WIDTH = 8
# Readings of dice less likely than this are not followed; their weight is shared among the others.
_UNLIKELY = 0.02


@dataclass(frozen=True)
class Decision:
    """The action that a player chose, and why."""

    action: int
    why: Sentence

    def told(self, table: Table) -> str:
        """Why, in words, with the names that the table has."""
        return speaker(table)(self.why)


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
        return _because(state, best(state, 1)[0])


@dataclass
class SearchPlayer:
    """Looks ahead: over its own moves, over dice with their exact chances, over the enemy's replies.

    Where it stops looking, both sides play on greedily to the end of the game or for some rounds, and that position is
    measured: so it does at least as well as the greedy player against a greedy one. It looks deeper and deeper until its
    time, or the number of positions that it may look at, is used up.
    """

    seed: str = "search"
    seconds: float = 3.0
    depth: int = 2
    # Positions that it may look at, so that its choice need not depend on the speed of the machine.
    most: int = 100_000
    _until: float = field(init=False, default=0.0)
    _seen: int = field(init=False, default=0)
    _last: int = field(init=False, default=0)

    def choose(self, state: State) -> Decision:
        """The action with the best expected outcome of the deepest search that could be finished."""
        self._until, self._seen = monotonic() + self.seconds, 0
        self._last = state.table.clock.round + _ROUNDS
        side = state.sides[state.current_player()]
        options = state.legal_actions() if state.session.open is not None else best(state, WIDTH)
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
        options = state.legal_actions() if state.session.open is not None else best(state, WIDTH)
        found = [self._after(state, action, side, depth) for action in options]
        known = [each for each in found if each is not None]
        if len(known) < len(found):
            return None
        return max(known) if own else min(known)

    def _played_on(self, state: State, side: str) -> float | None:
        """What a position is worth if both sides play on greedily to the end of the game; dice fall in the middle.

        None if time is up: positions that were followed less far can't be compared.
        """
        twin = state.clone()
        for _ in range(_PLAYED_ON):
            if twin.is_terminal() or twin.table.clock.round > self._last:
                break
            self._seen += 1
            if self._is_over():
                return None
            if twin.is_chance_node():
                twin.apply_action(_middling(twin.chance_outcomes()))
            elif twin.session.open is not None:
                twin.apply_action(0)
            else:
                twin.look_at(_quickly(twin))
        return lead(twin.table, side) if twin.is_terminal() else worth(twin.table, side)


def _middling(outcomes: list[Chance]) -> int:
    """The reading of the dice in the middle: half of the chances lie on either side of it."""
    passed = Fraction(0)
    for action, chance in outcomes:
        passed += chance
        if 2 * passed >= 1:
            return action
    raise ValueError("the chances of a roll add up to 1")


# The most actions that are played on, and the rounds after this one to whose end they are played.
_PLAYED_ON, _ROUNDS = 80, 5


def best(state: State, count: int) -> list[int]:
    """The actions of a decision that are worth most at once, the best first."""
    side, legal = state.sides[state.current_player()], frozenset(state.legal_actions())
    found = (number for number in ranked(state.table, side, state.moves()) if number in legal)
    return list(islice(found, count))


def _quickly(state: State) -> Move | None:
    """The move that is worth most at once, none of them planned; None to pass."""
    side = state.sides[state.current_player()]
    found = candidates(state.table, side)
    for number in ranked(state.table, side, found, roughly=True):
        if number or state.may_pass():
            return found[number - 1] if number else None
    return None


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
    cost, chance = Length(move.outcome.cost), Odds(move.chance)
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
