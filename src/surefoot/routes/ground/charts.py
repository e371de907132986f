"""Charts of equal ground, made once and shared with everything that they remember."""

from __future__ import annotations

from functools import lru_cache

from surefoot.geometry.search.chart import Chart
from surefoot.geometry.search.plot import Plot


class _Laid:
    """A plot with its rates as a cache key: equal ground gives one chart."""

    __slots__ = ("key", "plot", "rates")

    def __init__(self, plot: Plot, rates: tuple[float, ...]) -> None:
        self.plot, self.rates = plot, rates
        self.key = (plot.token(), rates)

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Laid) and self.key == other.key


def shared_chart(plot: Plot, rates: tuple[float, ...]) -> Chart:
    """The chart of a plot with some rates: the same one for equal ground."""
    return _chart(_Laid(plot, rates))


@lru_cache(maxsize=64)
def _chart(laid: _Laid) -> Chart:
    return laid.plot.chart(laid.rates)
