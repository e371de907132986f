"""Time in movement: what has been used of how many actions in a row, and what fits into what is left of one."""

from __future__ import annotations

from dataclasses import dataclass

from surefoot.geometry.search.action_spans import after_own, after_part, after_shared, first_span_for


@dataclass(frozen=True)
class ActionBudget:
    """Actions of equal length, one after another; walking goes on from one into the next."""

    allowance: float
    actions: int = 1
    # So many of them make a turn; what pauses, pauses only between two of the same turn.
    in_a_turn: int = 1

    @property
    def limit(self) -> float:
        """All there is."""
        return self.allowance * self.actions

    def after_part(self, used: float, cost: float, *, pauses: bool) -> float:
        """What is used after something that is made in one action, or in two of one turn if it pauses."""
        return after_part(self.allowance, self.actions, self.in_a_turn, used, cost, pauses)

    def after_own(self, used: float, takes: int, *, runs_up: bool = False) -> float:
        """What is used after an action of another kind, or several: it begins when the one under way is over.

        If it `runs_up`, what was walked since the last one ended was a part of it.
        """
        return after_own(self.allowance, self.in_a_turn, used, takes, runs_up)

    def after_shared(self, used: float, cost: float, takes: int) -> float:
        """What is used after something for which so many actions buy the movement of one, with the walk before and behind it.

        What does not fit into one of them is gone on with in the next.
        """
        return after_shared(self.allowance, self.in_a_turn, used, cost, takes)

    def first_action_for(self, number: int, takes: int) -> int:
        """The first action from one on with which something can begin that takes so many of one turn."""
        return first_span_for(self.in_a_turn, number, takes)
