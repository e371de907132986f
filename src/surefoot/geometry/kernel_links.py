# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""Links that leave a chart for others: which of their ends are got to, from which of their starts, and for how much."""

from __future__ import annotations

import math
from array import array
from math import inf

from surefoot.geometry.kernel_chart import Chart
from surefoot.geometry.kernel_spread import Swell
from surefoot.geometry.tolerance import TOLERANCE

# The numbers of a link: how far an end may be from a start (negative: each start has its own end), its price (a fixed
# sum, and so much along it), how much along it is paid at least, which share of what is travelled is along it, and how
# high it leads if that lengthens it.
_WIDE = 6
# A manner in which a link is made: how it fits into spans of time, how many of those it takes, and how far it gets with
# them at most (0: as far as need be).
_MANNER = 3
# How a manner fits into spans: it goes on from one into the next, is made within one, may pause once between two, takes
# spans of its own, takes its own together with what went before in the same, or shares them with what goes before and on.
_FLOWS, _WHOLE, _PAUSES, _OWN, _RUN_UP, _SHARED = range(6)

_SAME = 1e-9
# Places that are nearer to each other than this are one.
_HERE = 1e-6
# What counts for nothing but an order.
_NEARER = 1e-8
# So many starts are named for each end.
_TRIES = 3


# ---------------------------------------------------------------------- spans of time


def after(allowance: float, spans: int, in_a_turn: int, used: float, cost: float, pauses: bool) -> float:
    """What is used after something that is made in one span, or in two of one turn if it pauses; spans carry so much each."""
    if used == inf:
        return inf
    begun = _begun(allowance, used)
    left = allowance * (begun + 1) - used
    if cost <= left + TOLERANCE:
        return used + cost
    if pauses and _goes_on(spans, in_a_turn, begun) and cost - left <= allowance + TOLERANCE:
        return used + cost
    # What does not fit any more is begun with the next span.
    nearest = allowance * (begun + 1)
    if cost <= allowance + TOLERANCE:
        return nearest + cost
    if pauses and cost <= 2 * allowance + TOLERANCE:
        while not _goes_on(spans, in_a_turn, begun + 1):
            begun += 1
            if begun > spans:
                return inf
        return allowance * (begun + 1) + cost
    return inf


def after_own(allowance: float, in_a_turn: int, used: float, takes: int, runs_up: bool) -> float:
    """What is used after something that takes spans of its own: it begins when the one under way is over.

    If it `runs_up`, what was used since the last one ended was a part of it.
    """
    if allowance <= 0.0 or used == inf:
        return inf
    if runs_up:
        whole = _begun(allowance, used)
    else:
        whole = int(math.ceil(used / allowance - TOLERANCE))  # noqa: RUF046  # in C a double
    return allowance * (from_span(in_a_turn, whole, takes) + takes)


def after_shared(allowance: float, in_a_turn: int, used: float, cost: float, takes: int) -> float:
    """What is used after something for which so many spans carry what one does, with what goes before and behind it.

    What does not fit into one of them is gone on with in the next.
    """
    if allowance <= 0.0 or used + cost == inf:
        return inf
    sooner = _shared(allowance, in_a_turn, _begun(allowance, used), used, cost, takes)
    number = int(math.ceil(used / allowance - TOLERANCE))  # noqa: RUF046  # in C a double
    return min(sooner, _shared(allowance, in_a_turn, number, used, cost, takes))


def _shared(allowance: float, in_a_turn: int, number: int, used: float, cost: float, takes: int) -> float:
    """The same if it begins with one span or the first behind it that will do."""
    first = from_span(in_a_turn, number, takes)
    left = max(0.0, used - allowance * first) + cost
    while left > allowance + TOLERANCE:
        left -= allowance
        first = from_span(in_a_turn, first + takes, takes)
    return allowance * (first + takes - 1) + left


def from_span(in_a_turn: int, number: int, takes: int) -> int:
    """The first span from one on with which something can begin that takes so many of one turn."""
    left = in_a_turn - number % in_a_turn
    if takes <= max(left, 1) or in_a_turn < takes:
        return number
    return number + left


def _begun(allowance: float, used: float) -> int:
    """The number of the span under way; at the very end of one it is the next."""
    if allowance <= 0.0:
        return 0
    return int(math.floor(used / allowance + 1e-9))  # noqa: RUF046  # in C a double


def _goes_on(spans: int, in_a_turn: int, begun: int) -> bool:
    """Whether another span follows in the same turn."""
    return (begun + 1) % in_a_turn != 0 and begun + 1 < spans


# ---------------------------------------------------------------------- what links cost


def manner(flows: bool, pauses: bool) -> int:
    """How what is a part of something longer fits into spans, as a number."""
    if flows:
        return _FLOWS
    return _PAUSES if pauses else _WHOLE


def own_manner(runs_up: bool, shares: bool) -> int:
    """How what takes spans of its own fits into them, as a number."""
    if shares:
        return _SHARED
    return _RUN_UP if runs_up else _OWN


def toll(links: array[float], k: int, length: float) -> float:
    """What a link costs if so much is travelled between its ends."""
    j = k * _WIDE
    along = max(links[j + 3], length * links[j + 4])
    rise = links[j + 5]
    if rise != 0.0:
        along = math.sqrt(along * along + rise * rise)
    return links[j + 1] + links[j + 2] * along


def soonest(
    manners: array[float],
    first: int,
    last: int,
    used: float,
    cost: float,
    length: float,
    allowance: float,
    spans: int,
    in_a_turn: int,
) -> float:
    """The least that is used behind a link that may be made in several manners."""
    best = inf
    for k in range(first, last):
        kind = int(manners[k * _MANNER])
        takes = int(manners[k * _MANNER + 1])
        stroke = manners[k * _MANNER + 2]
        if kind == _SHARED:
            found = after_shared(allowance, in_a_turn, used, cost, takes)
        elif kind >= _OWN:
            if stroke > 0.0:
                takes *= int(math.ceil(length / stroke - TOLERANCE))  # noqa: RUF046  # in C a double
            found = after_own(allowance, in_a_turn, used, takes, kind == _RUN_UP)
        elif kind == _FLOWS:
            found = used + cost
        else:
            found = after(allowance, spans, in_a_turn, used, cost, kind == _PAUSES)
        best = min(best, found)
    return best


def beaten(chart: Chart, starts: array[float], count: int, x: float, y: float, cost: float) -> bool:
    """Whether a place is got to for as little straight from one of some starts, given as x, y, cost."""
    lowest = chart.lowest
    for k in range(count):
        room = cost - starts[3 * k + 2]
        from_x = starts[3 * k]
        from_y = starts[3 * k + 1]
        square = (x - from_x) * (x - from_x) + (y - from_y) * (y - from_y)
        if room < 0.0 or square * lowest * lowest > room * room:
            continue
        if square < _HERE * _HERE:
            return True
        if chart.free(from_x, from_y, x, y, False) and chart.price(from_x, from_y, x, y) <= room:
            return True
    return False


class Links:
    """The links that leave one chart, and what is known of them while a search goes on.

    Starts are given by where they are, link by link (`firsts`), each with its number among the starts of its link, and by
    the places at which the search prices them, one or several for each (`owners`); ends by where they are.
    """

    def __init__(
        self,
        numbers: array[float],
        manners: array[float],
        manner_firsts: array[int],
        firsts: array[int],
        places: array[float],
        owners: array[int],
        points: array[float],
        indices: array[int],
        end_firsts: array[int],
        ends: array[float],
    ) -> None:
        self.numbers = numbers
        self.manners = manners
        self.manner_firsts = manner_firsts
        self.firsts = firsts
        self.places = places
        self.owners = owners
        self.points = points
        self.indices = indices
        self.end_firsts = end_firsts
        self.ends = ends
        # Behind the last place there is one that stands for none: the kernel reads no empty arrays.
        self.count = len(firsts) - 1
        # What the starts cost, and which have become cheaper since they were last looked at.
        self.used = array("d", [inf]) * (len(indices) + 1)
        self.fresh = array("i", [0]) * (len(indices) + 1)
        # For how little each end is there already.
        self.bounds = array("d", [inf]) * (len(ends) // 2 + 1)
        # The best starts for an end, and what is used behind the link from there.
        self.best = array("d", [inf]) * _TRIES
        self.best_starts = array("i", [-1]) * _TRIES

    def price(self, swell: Swell, most: float) -> int:
        """Price the starts by what is new in a search; how many have become cheaper."""
        found = 0
        for k in range(len(self.owners) - 1):
            i = self.owners[k]
            before = min(self.used[i], most)
            cost = swell.price(self.places[2 * k], self.places[2 * k + 1], before)
            if cost < before - _SAME:
                self.used[i] = cost
                found += 1 - self.fresh[i]
                self.fresh[i] = 1
        return found

    def is_fresh(self, link: int) -> bool:
        """Whether a start of a link has become cheaper."""
        found = False
        for i in range(self.firsts[link], self.firsts[link + 1]):
            found = found or self.fresh[i] != 0
        return found

    def behind(
        self, link: int, used: float, length: float, allowance: float, spans: int, in_a_turn: int
    ) -> float:
        """What is used behind a link on which so much is travelled."""
        return soonest(
            self.manners,
            self.manner_firsts[link],
            self.manner_firsts[link + 1],
            used,
            toll(self.numbers, link, length),
            length,
            allowance,
            spans,
            in_a_turn,
        )

    def ranked(
        self, link: int, allowance: float, spans: int, in_a_turn: int, limit: float
    ) -> list[tuple[float, int, int, int, float, int, float, int]]:
        """The ends of a link that have become cheaper: what is used behind it, the link, the end, and the best start of each.

        Behind them the next best starts with what is used from there; -1: none. Nothing is fresh any more then.
        """
        found: list[tuple[float, int, int, int, float, int, float, int]] = []
        first = self.firsts[link]
        last = self.firsts[link + 1]
        far = self.numbers[link * _WIDE]
        part = self.manners[self.manner_firsts[link] * _MANNER] < _OWN
        for end in range(self.end_firsts[link], self.end_firsts[link + 1]):
            number = end - self.end_firsts[link]
            x = self.ends[2 * end]
            y = self.ends[2 * end + 1]
            for t in range(_TRIES):
                self.best[t] = inf
                self.best_starts[t] = -1
            most = min(limit, self.bounds[end] - _SAME)
            for i in range(first, last):
                if not self.fresh[i] or self.used[i] > most or (far < 0.0 and self.indices[i] != number):
                    continue
                dx = self.points[2 * i] - x
                dy = self.points[2 * i + 1] - y
                length = math.sqrt(dx * dx + dy * dy)
                if far >= 0.0 and length > far + _SAME:
                    continue
                value = self.behind(link, self.used[i], length, allowance, spans, in_a_turn)
                # Of starts that are as good the nearest comes first; or that one from which the whole way is shorter.
                value += (length + (self.used[i] if part else 0.0)) * _NEARER
                if value <= most and value < self.best[_TRIES - 1]:
                    self._rank(value, i)
            if self.best_starts[0] >= 0:
                found.append(
                    (
                        self.best[0],
                        link,
                        number,
                        self.best_starts[0],
                        self.best[1],
                        self.best_starts[1],
                        self.best[2],
                        self.best_starts[2],
                    )
                )
        self.looked_at(link)
        return found

    def looked_at(self, link: int) -> None:
        """Nothing of a link is fresh any more."""
        for i in range(self.firsts[link], self.firsts[link + 1]):
            self.fresh[i] = 0

    def _rank(self, value: float, start: int) -> None:
        """Put a start among the best, behind those that are as good."""
        t = _TRIES - 1
        while t > 0 and self.best[t - 1] > value:
            self.best[t] = self.best[t - 1]
            self.best_starts[t] = self.best_starts[t - 1]
            t -= 1
        self.best[t] = value
        self.best_starts[t] = start

    def is_there(self, link: int, end: int, cost: float) -> None:
        """An end need not be looked at again for as much."""
        k = self.end_firsts[link] + end
        self.bounds[k] = min(self.bounds[k], cost)
