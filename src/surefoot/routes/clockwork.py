"""Time in movement: what has been used of how many actions in a row, and what fits into what is left of one."""

from __future__ import annotations

import math
from dataclasses import dataclass
from math import inf

from surefoot.geometry.tolerance import TOLERANCE


@dataclass(frozen=True)
class Clockwork:
    """Actions of equal length, one after another; walking goes on from one into the next."""

    allowance: float
    actions: int = 1
    # So many of them make a turn; what pauses, pauses only between two of the same turn.
    in_a_turn: int = 1

    @property
    def limit(self) -> float:
        """All there is."""
        return self.allowance * self.actions

    def after(self, used: float, cost: float, *, pauses: bool) -> float:
        """What is used after something that is made in one action, or in two of one turn if it pauses."""
        begun = self._begun(used)
        left = self.allowance * (begun + 1) - used
        if cost <= left + TOLERANCE:
            return used + cost
        if pauses and self._goes_on(begun) and cost - left <= self.allowance + TOLERANCE:
            return used + cost
        # What does not fit any more is begun with the next action.
        nearest = self.allowance * (begun + 1)
        if cost <= self.allowance + TOLERANCE:
            return nearest + cost
        if pauses and cost <= 2 * self.allowance + TOLERANCE:
            while not self._goes_on(begun + 1):
                begun += 1
                if begun > self.actions:
                    return inf
            return self.allowance * (begun + 1) + cost
        return inf

    def after_own(self, used: float, takes: int, *, runs_up: bool = False) -> float:
        """What is used after an action of another kind, or several: it begins when the one under way is over.

        If it `runs_up`, what was walked since the last one ended was a part of it.
        """
        if self.allowance <= 0.0:
            return inf
        whole = self._begun(used) if runs_up else math.ceil(used / self.allowance - TOLERANCE)
        return self.allowance * (self.from_action(whole, takes) + takes)

    def after_shared(self, used: float, cost: float, takes: int) -> float:
        """What is used after something for which so many actions buy the movement of one, with the walk before and behind it.

        What does not fit into one of them is gone on with in the next.
        """
        if self.allowance <= 0.0:
            return inf
        found = inf
        for number in dict.fromkeys((self._begun(used), math.ceil(used / self.allowance - TOLERANCE))):
            first = self.from_action(number, takes)
            left = max(0.0, used - self.allowance * first) + cost
            while left > self.allowance + TOLERANCE:
                left -= self.allowance
                first = self.from_action(first + takes, takes)
            found = min(found, self.allowance * (first + takes - 1) + left)
        return found

    def from_action(self, number: int, takes: int) -> int:
        """The first action from one on with which something can begin that takes so many of one turn."""
        left = self.in_a_turn - number % self.in_a_turn
        return number if takes <= max(left, 1) or self.in_a_turn < takes else number + left

    def _begun(self, used: float) -> int:
        """The number of the action under way; at the very end of one it is the next."""
        return math.floor(used / self.allowance + 1e-9) if self.allowance > 0 else 0

    def _goes_on(self, begun: int) -> bool:
        """Whether another action follows in the same turn."""
        return (begun + 1) % self.in_a_turn != 0 and begun + 1 < self.actions
