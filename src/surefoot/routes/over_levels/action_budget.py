"""The movement of several actions in a row, and how much of it is used."""

from __future__ import annotations

from surefoot.geometry.search.action_spans import after_own, after_part, after_shared, first_span_for
from surefoot.records import dataclass


@dataclass(frozen=True)
class ActionBudget:
    """Actions of equal length, one after another. A walk continues from one into the next."""

    allowance: float
    actions: int = 1
    # The number of actions in a turn: a link that pauses, pauses between two of the same turn.
    in_a_turn: int = 1

    @property
    def limit(self) -> float:
        """The movement of all actions."""
        return self.allowance * self.actions

    def after_part(self, used: float, cost: float, *, pauses: bool) -> float:
        """Movement used once part of a move is done that must fit into one action, or into two of one turn if it pauses."""
        return after_part(self.allowance, self.actions, self.in_a_turn, used, cost, pauses)

    def after_own(self, used: float, takes: int, *, runs_up: bool = False) -> float:
        """Movement used once actions of another kind are done. They begin when the one under way is over.

        If the link `runs_up`, the walk since the last action ended is part of it.
        """
        return after_own(self.allowance, self.in_a_turn, used, takes, runs_up)

    def after_shared(self, used: float, cost: float, takes: int) -> float:
        """Movement used once a link is done for which `takes` actions give the movement of one, shared with the walk before and after.

        Whatever does not fit continues in the next of them.
        """
        return after_shared(self.allowance, self.in_a_turn, used, cost, takes)

    def first_action_for(self, number: int, takes: int) -> int:
        """The first action, from `number` on, with which something can begin that takes so many actions of one turn."""
        return first_span_for(self.in_a_turn, number, takes)
