"""How a search over levels is made."""

from __future__ import annotations

from surefoot.records import dataclass
from surefoot.referee.tariff import Tariff
from surefoot.routes.one_level.route import AllowanceOf
from surefoot.table.record import EMPTY, Record


@dataclass(frozen=True)
class LevelOptions:
    """The options of a search over levels. Every field has a default."""

    # The movement of all actions together instead of their allowances, or an addition to the allowance of each action.
    budget: float | None = None
    extra: float = 0.0
    # The movement of one action by its tariff, for example with a roll added; it replaces both.
    allowance: AllowanceOf | None = None
    # The number of actions in a row.
    actions: int = 1
    # Without risk, only links are taken that need no test, or that are listed in `dares`, by their labels.
    risk: bool = True
    dares: tuple[str, ...] | None = None
    # The number of the tariff among the alternative ones of the action.
    alternative: int = 0
    # Details of the declaration.
    details: Record = EMPTY
    # Ground to avoid, by tag or id, and links not to take.
    without: tuple[str, ...] = ()

    def each_action(self, tariff: Tariff) -> float:
        """The movement of one action."""
        if self.allowance is not None:
            return self.allowance(tariff)
        return tariff.allowance + self.extra if self.budget is None else self.budget / self.actions


DEFAULT_OPTIONS = LevelOptions()
