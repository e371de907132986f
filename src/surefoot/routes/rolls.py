"""How far an action leads whose distance is rolled: each total of its rolls with its chance, as its procedure rolls."""

from __future__ import annotations

from fractions import Fraction

from surefoot.dice.branches import every_reading
from surefoot.dice.requests import Roll, success
from surefoot.records import dataclass
from surefoot.referee.protocol import RolledAllowance
from surefoot.referee.referee import ruleset_of
from surefoot.referee.tariff import Tariff
from surefoot.table.table import Table


@dataclass(frozen=True)
class RolledBudget:
    """One total of the rolls of an action, the movement that it gives, and the chance of so much or more."""

    total: int
    budget: float
    chance: Fraction


@dataclass(frozen=True)
class RollOdds:
    """The totals that the rolls of an action can come to, lowest first, each with its chance.

    If a test comes before the move, the chances add up to less than 1: on a failure the model stays where it is.
    """

    rolled: RolledAllowance
    totals: tuple[tuple[int, Fraction], ...]

    @property
    def dice(self) -> tuple[str, ...]:
        """The dice, as players write them."""
        return tuple(str(each.dice) for each in self.rolled.rolls)

    @property
    def best(self) -> int:
        """The highest total; 0 if the test before the move can't be passed."""
        return self.totals[-1][0] if self.totals else 0

    @property
    def adds(self) -> bool:
        """Whether a total is simply added to the allowance of each tariff."""
        return self.rolled.allowance is None

    @property
    def sure(self) -> Fraction:
        """The chance that the move is made at all."""
        return sum((chance for _, chance in self.totals), Fraction(0))

    def allowance(self, tariff: Tariff, total: int) -> float:
        """The movement that a total gives."""
        known = self.rolled.allowance
        return tariff.allowance + total if known is None else known(tariff, total)

    def budgets(self, tariff: Tariff) -> tuple[RolledBudget, ...]:
        """Each total, lowest first, with the movement that it gives and the chance of so much or more."""
        found, left = [], self.sure
        for total, chance in self.totals:
            found.append(RolledBudget(total, self.allowance(tariff, total), left))
            left -= chance
        return tuple(found)


def roll_odds(table: Table, who: str, action: str) -> RollOdds | None:
    """What can be rolled for how far an action of a model or a unit leads; None if nothing is, or it has been rolled."""
    mates = [model.id for model in table.models.values() if model.unit == who and model.place.on_table]
    first = mates[0] if who not in table.models and mates else who
    rolled = ruleset_of(table).actions[action].rolled(table, first)
    return None if rolled is None else RollOdds(rolled, _totals(rolled.rolls))


def _totals(rolls: tuple[Roll, ...]) -> tuple[tuple[int, Fraction], ...]:
    known: dict[int, Fraction] = {0: Fraction(1)}
    for request in rolls:
        more: dict[int, Fraction] = {}
        for reply, weight in every_reading(request):
            passes = success(request, reply.value)
            if passes is False:
                continue
            amount = 0 if passes else int(reply.value)
            chance = Fraction(weight, request.dice.total_weight)
            for total, before in known.items():
                more[total + amount] = more.get(total + amount, Fraction(0)) + before * chance
        known = more
    return tuple(sorted(known.items()))
