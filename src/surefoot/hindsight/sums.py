"""Sums of independent whole numbers, exactly: distributions with integer weights, and their convolution."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import reduce
from math import gcd, lcm

from surefoot.records import dataclass


@dataclass(frozen=True)
class Distribution:
    """Whole numbers with integer weights, the lowest number first.

    >>> one = Distribution.of({0: Fraction(2, 3), 1: Fraction(1, 3)})
    >>> two = one + one
    >>> two.chances
    {0: Fraction(4, 9), 1: Fraction(4, 9), 2: Fraction(1, 9)}
    >>> two.below(1), two.at(1), two.above(1), two.mean
    (Fraction(4, 9), Fraction(4, 9), Fraction(1, 9), Fraction(2, 3))
    """

    weights: Mapping[int, int]
    total: int

    @classmethod
    def of(cls, chances: Mapping[int, Fraction]) -> Distribution:
        """A distribution from chances that add up to 1."""
        common = lcm(*(chance.denominator for chance in chances.values()))
        weights = {value: int(chance * common) for value, chance in sorted(chances.items()) if chance}
        if sum(weights.values()) != common:
            raise ValueError("the chances don't add up to 1")
        return cls(weights, common)

    def __add__(self, other: Distribution) -> Distribution:
        """The sum of two independent numbers."""
        found: dict[int, int] = {}
        for value, weight in self.weights.items():
            for more, times in other.weights.items():
                found[value + more] = found.get(value + more, 0) + weight * times
        common = gcd(*found.values())
        weights = {value: found[value] // common for value in sorted(found)}
        return Distribution(weights, self.total * other.total // common)

    @property
    def chances(self) -> dict[int, Fraction]:
        """The chance of each number."""
        return {value: Fraction(weight, self.total) for value, weight in self.weights.items()}

    @property
    def mean(self) -> Fraction:
        """The number to expect."""
        return Fraction(sum(value * weight for value, weight in self.weights.items()), self.total)

    def below(self, value: int) -> Fraction:
        """The chance of less than this."""
        return self._share(each < value for each in self.weights)

    def at(self, value: int) -> Fraction:
        """The chance of exactly this."""
        return Fraction(self.weights.get(value, 0), self.total)

    def above(self, value: int) -> Fraction:
        """The chance of more than this."""
        return self._share(each > value for each in self.weights)

    def _share(self, counted: Iterable[bool]) -> Fraction:
        return Fraction(
            sum(weight for weight, counts in zip(self.weights.values(), counted, strict=True) if counts),
            self.total,
        )


NOTHING = Distribution({0: 1}, 1)


def added(distributions: Iterable[Distribution]) -> Distribution:
    """The distribution of the sum of independent numbers.

    Short ones are added first, so that the long sums are added up only a few times.
    """
    row = list(distributions)
    while len(row) > 2:
        row.sort(key=lambda each: -len(each.weights))
        row.append(row.pop() + row.pop())
    return reduce(lambda one, other: one + other, row, NOTHING)
