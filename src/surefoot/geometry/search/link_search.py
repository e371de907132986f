# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""Links that leave a chart for other charts: which of their ends can be reached, from which of their starts, at what cost."""

from __future__ import annotations

import math
from array import array
from math import inf

from surefoot.geometry.search.action_spans import (
    is_part,
    latest_start,
    stroke_count,
    takes_whole,
    used_after,
)
from surefoot.geometry.search.chart import Chart
from surefoot.geometry.search.multi_start import MultiStartField

# The numbers of a link: how far an end may be from a start (negative: each start has its own end), how it fits into
# spans (see `action_spans`), how many spans it takes, how far it leads with them at most (0: no limit), and after how many
# refused starts an end is given up.
_LINK_SIZE = 5
# The numbers of a pair of a start and an end: the cost before the link, of it and after it, and the spans it takes.
_PAIR_SIZE = 4
# What is known of a pair: nothing, a lower bound of its cost, its cost, or that the link is refused.
_UNKNOWN, _AT_LEAST, _PAID, _REFUSED = range(4)
# What the caller has to do next: nothing, find out what a pair costs, take it, or set where the ends of a link lie.
NOTHING, ASK, TAKE, LOCATE = range(4)

_SAME = 1e-9
# A cost that is lower by less than this is not lower.
_CHEAPER = 1e-6
# Places closer together than this are the same.
_HERE = 1e-6
# The weight of a length that only decides the order of equal costs.
_NEARER = 1e-8
# At most this many starts are tried for one end.
_TRIES = 32
# The numbers of an entry: x, y and the cost there.
_ENTRY_SIZE = 3


# ---------------------------------------------------------------------- the ends of links


class EntryQueue:
    """A chart that is entered from others: the prices known so far, and the entries that still wait to be searched from."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.prices: MultiStartField | None = None
        self.waiting = array("d", [0.0]) * (16 * _ENTRY_SIZE)
        self.count = 0

    def enter(self, x: float, y: float, used: float) -> None:
        """Add an entry."""
        if (self.count + 1) * _ENTRY_SIZE > len(self.waiting):
            more = array("d", [0.0]) * (2 * len(self.waiting))
            for k in range(self.count * _ENTRY_SIZE):
                more[k] = self.waiting[k]
            self.waiting = more
        k = self.count * _ENTRY_SIZE
        self.waiting[k] = x
        self.waiting[k + 1] = y
        self.waiting[k + 2] = used
        self.count += 1

    def pending(self) -> float:
        """The cost of the cheapest waiting entry; infinite if none waits."""
        best = inf
        for k in range(self.count):
            best = min(best, self.waiting[k * _ENTRY_SIZE + 2])
        return best

    def is_reached(self, x: float, y: float, used: float) -> bool:
        """Whether a place can already be reached at this cost: by the known prices, or straight from a waiting entry."""
        if self.prices is not None and self.prices.price(x, y, used + _CHEAPER) <= used:
            return True
        chart = self.chart
        lowest = chart.lowest
        for k in range(self.count):
            room = used - self.waiting[k * _ENTRY_SIZE + 2]
            from_x = self.waiting[k * _ENTRY_SIZE]
            from_y = self.waiting[k * _ENTRY_SIZE + 1]
            square = (x - from_x) * (x - from_x) + (y - from_y) * (y - from_y)
            if room < 0.0 or square * lowest * lowest > room * room:
                continue
            if square < _HERE * _HERE:
                return True
            if chart.free(from_x, from_y, x, y, False) and chart.price(from_x, from_y, x, y) <= room:
                return True
        return False


class EndSpots:
    """Where the ends of one link lie on a chart that it may lead to: one or several points for each end."""

    def __init__(self, queue: EntryQueue, firsts: array[int], spots: array[float]) -> None:
        self.queue = queue
        self.firsts = firsts
        self.spots = spots

    def is_reached(self, end: int, used: float) -> bool:
        """Whether an end can already be reached at this cost."""
        for k in range(self.firsts[end], self.firsts[end + 1]):
            if self.queue.is_reached(self.spots[2 * k], self.spots[2 * k + 1], used):
                return True
        return False


# ---------------------------------------------------------------------- links


class LinkTable:
    """The links that leave one chart: where they begin and end, which starts lead to which ends, and at what cost.

    `points` are the starts, link by link (`firsts`), and `indices` the number of each among the starts of its link.
    `places` are the points at which a search prices the starts, one or several for each start (`owners`). `ends` are the
    ends, link by link (`end_firsts`).
    """

    def __init__(
        self,
        numbers: array[float],
        firsts: array[int],
        places: array[float],
        owners: array[int],
        points: array[float],
        indices: array[int],
        end_firsts: array[int],
        ends: array[float],
    ) -> None:
        # Every array has one more entry than needed, because compiled code cannot view an empty array.
        self.numbers = numbers
        self.firsts = firsts
        self.places = places
        self.owners = owners
        self.points = points
        self.indices = indices
        self.end_firsts = end_firsts
        self.ends = ends
        self.count = len(firsts) - 1
        # Which starts lead to each end, and at what distance.
        self.pair_firsts = array("i", [0]) * (len(ends) // 2 + 1)
        self.pair_starts = array("i", [0])
        self.lengths = array("d", [0.0])
        size = self._connect(False) + 1
        self.pair_starts = array("i", [0]) * size
        self.lengths = array("d", [0.0]) * size
        self._connect(True)
        # What is known of these pairs, the lower bounds of their costs, and their costs.
        self.states = array("i", [_UNKNOWN]) * size
        self.least = array("d", [0.0]) * (size * _PAIR_SIZE)
        self.paid = array("d", [0.0]) * (size * _PAIR_SIZE)

    def _connect(self, keeps: bool) -> int:
        """Count the pairs of starts and ends, or store them."""
        k = 0
        for link in range(self.count):
            far = self.numbers[link * _LINK_SIZE]
            for end in range(self.end_firsts[link], self.end_firsts[link + 1]):
                for i in range(self.firsts[link], self.firsts[link + 1]):
                    if far < 0.0 and self.indices[i] != end - self.end_firsts[link]:
                        continue
                    dx = self.points[2 * i] - self.ends[2 * end]
                    dy = self.points[2 * i + 1] - self.ends[2 * end + 1]
                    length = math.sqrt(dx * dx + dy * dy)
                    if far >= 0.0 and length > far + _SAME:
                        continue
                    if keeps:
                        self.pair_starts[k] = i
                        self.lengths[k] = length
                    k += 1
                self.pair_firsts[end + 1] = k
        return k

    def first_pair(self, link: int) -> int:
        """The first pair of a link; its last one comes just before the first pair of the next link."""
        return self.pair_firsts[self.end_firsts[link]]

    def set_least(self, pair: int, before: float, cost: float, behind: float) -> None:
        """Set the lower bound of a pair."""
        self.states[pair] = _AT_LEAST
        self._note(self.least, pair, before, cost, behind, 0)

    def set_least_evenly(self, link: int, fixed: float, along: float, takes: int) -> None:
        """Set the lower bounds of all pairs of a link: a fixed sum, a rate for each unit of length, and the spans it takes (0: as stated)."""
        for pair in range(self.first_pair(link), self.first_pair(link + 1)):
            self.states[pair] = _AT_LEAST
            self._note(self.least, pair, 0.0, fixed + along * self.lengths[pair], 0.0, takes)

    def set_out_of_reach(self, end: int, above: float, below: float) -> None:
        """No link of a length between two lengths leads to an end: these lower bounds are infinite."""
        for pair in range(self.pair_firsts[end], self.pair_firsts[end + 1]):
            if above < self.lengths[pair] and self.lengths[pair] < below:
                self.set_least(pair, 0.0, inf, 0.0)

    def set_paid(self, pair: int, before: float, cost: float, behind: float, takes: int) -> None:
        """Set what a pair costs, and how many spans it takes."""
        self.states[pair] = _PAID
        self._note(self.paid, pair, before, cost, behind, takes)

    def set_refused(self, pair: int) -> None:
        """Mark a pair as refused."""
        self.states[pair] = _REFUSED

    def forget_start(self, link: int, start: int) -> None:
        """Forget the costs from a start of a link, because it has moved; the lower bounds stay."""
        for pair in range(self.first_pair(link), self.first_pair(link + 1)):
            if self.pair_starts[pair] == start and self.states[pair] != _UNKNOWN:
                self.states[pair] = _AT_LEAST

    def _note(
        self, into: array[float], pair: int, before: float, cost: float, behind: float, takes: int
    ) -> None:
        into[pair * _PAIR_SIZE] = before
        into[pair * _PAIR_SIZE + 1] = cost
        into[pair * _PAIR_SIZE + 2] = behind
        into[pair * _PAIR_SIZE + 3] = takes


class LinkSearch:
    """One search over the links that leave a chart: what their starts cost, and which end to look at next."""

    def __init__(self, table: LinkTable, allowance: float, spans: int, in_a_turn: int, limit: float) -> None:
        self.table = table
        self.allowance = allowance
        self.spans = spans
        self.in_a_turn = in_a_turn
        self.limit = limit
        # The costs of the starts, and which have become cheaper since they were last ranked.
        starts = table.firsts[table.count]
        self.used = array("d", [inf]) * (starts + 1)
        self.fresh = array("i", [0]) * (starts + 1)
        # The cost at which each end is already reached.
        self.bounds = array("d", [inf]) * (table.end_firsts[table.count] + 1)
        # Where the ends of each link lie on the charts that it leads to, and whether that is known.
        self.end_spots: list[list[EndSpots]] = [[] for _ in range(table.count)]
        self.located = array("i", [0]) * (table.count + 1)
        # The best starts for an end, as pairs, and the movement used after the link from there.
        self.best = array("d", [inf]) * _TRIES
        self.best_pairs = array("i", [-1]) * _TRIES
        # Ends that have become cheaper, in order: movement used there, link, end, and the range of its tries.
        self.queue: list[tuple[float, int, int, int, int]] = []
        self.try_values = array("d", [inf]) * _TRIES
        self.try_pairs = array("i", [-1]) * _TRIES
        self.try_count = 0
        # The state of `next`: the place in the queue, the try, the number of refusals, and the best pair so far.
        self.at = 0
        self.tried = -1
        self.missed = 0
        self.chosen = -1
        self.chosen_value = inf
        # Pairs that cannot be used in this search.
        self.rejected: list[int] = []
        # The result of `next`: the link, its end, the pair, and the movement used after it.
        self.link = -1
        self.end = -1
        self.pair = -1
        self.value = inf

    def price_starts(self, prices: MultiStartField) -> int:
        """Price the starts by the new labels of a field; the number of starts that have become cheaper."""
        table = self.table
        found = 0
        link = -1
        latest = self.limit
        for k in range(len(table.owners) - 1):
            i = table.owners[k]
            while i >= table.firsts[link + 1]:
                link += 1
                latest = self._latest(link)
            cost = prices.price(table.places[2 * k], table.places[2 * k + 1], min(self.used[i], latest))
            found += self.lower_start(i, cost) if cost <= latest else 0
        return found

    def _latest(self, link: int) -> float:
        """The movement used up to which a link may begin; a start that costs more leads nowhere within the limit."""
        kind = int(self.table.numbers[link * _LINK_SIZE + 1])
        takes = int(self.table.numbers[link * _LINK_SIZE + 2])
        return min(self.limit, latest_start(kind, takes, self.allowance, self.in_a_turn, self.limit))

    def lower_start(self, start: int, cost: float) -> bool:
        """Lower the cost of a start; whether it was lower than before."""
        if cost >= min(self.used[start], self.limit) - _SAME:
            return False
        self.used[start] = cost
        self.fresh[start] = 1
        return True

    def is_fresh(self, link: int) -> bool:
        """Whether a start of a link has become cheaper."""
        table = self.table
        found = False
        for i in range(table.firsts[link], table.firsts[link + 1]):
            found = found or self.fresh[i] != 0
        return found

    def clear_fresh(self, link: int) -> None:
        """Mark all starts of a link as ranked."""
        table = self.table
        for i in range(table.firsts[link], table.firsts[link + 1]):
            self.fresh[i] = 0

    def used_behind(self, link: int, pair: int, known: bool) -> float:
        """The movement used after a link, for a pair: by its cost if `known`, else by its lower bound."""
        table = self.table
        kind = int(table.numbers[link * _LINK_SIZE + 1])
        used = self.used[table.pair_starts[pair]]
        k = pair * _PAIR_SIZE
        if known:
            before = table.paid[k]
            cost = table.paid[k + 1]
            behind = table.paid[k + 2]
            takes = int(table.paid[k + 3])
        else:
            before = table.least[k]
            cost = table.least[k + 1]
            behind = table.least[k + 2]
            takes = int(table.numbers[link * _LINK_SIZE + 2]) * stroke_count(
                table.lengths[pair], table.numbers[link * _LINK_SIZE + 3]
            )
            takes = max(takes, int(table.least[k + 3]))
        return behind + used_after(
            kind, used + before, cost, takes, self.allowance, self.spans, self.in_a_turn
        )

    # ------------------------------------------------------------------ the next link

    def wanted(self, link: int) -> list[int]:
        """The pairs of a link whose lower bounds must be set before it is ranked, in the order of their ends.

        From their starts, which have become cheaper, their ends might be reached for less.
        """
        table = self.table
        found: list[int] = []
        for end in range(table.end_firsts[link], table.end_firsts[link + 1]):
            most = min(self.limit, self.bounds[end] - _SAME)
            for pair in range(table.pair_firsts[end], table.pair_firsts[end + 1]):
                i = table.pair_starts[pair]
                if table.states[pair] != _UNKNOWN or not self.fresh[i] or self.used[i] > most:
                    continue
                # A lower bound that is not set yet is 0.
                if self.used_behind(link, pair, False) <= most:
                    found.append(pair)
        return found

    def begin(self) -> None:
        """Drop what is done from the queue; what was left in it stays."""
        self.queue = self.queue[self.at :]
        if len(self.queue) == 0:
            self.try_count = 0
        self.at = 0
        self._restart()

    def upcoming(self) -> float:
        """The movement used at the next end of the queue; infinite if there is none."""
        if self.at >= len(self.queue):
            return inf
        value: float = self.queue[self.at][0]
        return value

    def rank(self, link: int) -> None:
        """Queue the ends of a link that have become cheaper, each with its best starts."""
        table = self.table
        part = is_part(int(table.numbers[link * _LINK_SIZE + 1]))
        for end in range(table.end_firsts[link], table.end_firsts[link + 1]):
            most = min(self.limit, self.bounds[end] - _SAME)
            count = 0
            for pair in range(table.pair_firsts[end], table.pair_firsts[end + 1]):
                i = table.pair_starts[pair]
                if not self.fresh[i] or self.used[i] > most or table.states[pair] == _UNKNOWN:
                    continue
                # No roll is good enough for it; where it would take whole spans, its cost does not tell.
                if table.least[pair * _PAIR_SIZE + 1] == inf:
                    continue
                value = self.used_behind(link, pair, False)
                # Of equally good starts the nearest comes first; within a move, the one with the shorter path in all.
                value += (table.lengths[pair] + (self.used[i] if part else 0.0)) * _NEARER
                if value <= most and (count < _TRIES or value < self.best[count - 1]):
                    count = self._insert_best(value, pair, count)
            if count > 0:
                first = self.try_count
                self._keep_best(count)
                self.queue.append((self.best[0], link, end - table.end_firsts[link], first, first + count))
        self.clear_fresh(link)

    def _insert_best(self, value: float, pair: int, count: int) -> int:
        """Insert a start into the best ones, after those that are as good; the number of them."""
        t = min(count, _TRIES - 1)
        while t > 0 and self.best[t - 1] > value:
            self.best[t] = self.best[t - 1]
            self.best_pairs[t] = self.best_pairs[t - 1]
            t -= 1
        self.best[t] = value
        self.best_pairs[t] = pair
        return min(count + 1, _TRIES)

    def _keep_best(self, count: int) -> None:
        """Store the best starts of an end."""
        if self.try_count + count > len(self.try_values):
            values = array("d", [inf]) * (2 * len(self.try_values))
            pairs = array("i", [-1]) * (2 * len(self.try_values))
            for t in range(self.try_count):
                values[t] = self.try_values[t]
                pairs[t] = self.try_pairs[t]
            self.try_values = values
            self.try_pairs = pairs
        for t in range(count):
            self.try_values[self.try_count] = self.best[t]
            self.try_pairs[self.try_count] = self.best_pairs[t]
            self.try_count += 1

    def _restart(self) -> None:
        """Reset the state of one end."""
        self.tried = -1
        self.missed = 0
        self.chosen = -1
        self.chosen_value = inf

    def sort(self) -> None:
        """Sort the queue: the cheapest end first."""
        self.queue.sort()

    def next(self) -> int:
        """The next task: LOCATE the ends of `link`, ASK what `pair` of it costs, or TAKE that to `end`.

        Ends that are reached already are skipped.
        """
        table = self.table
        while self.at < len(self.queue):
            _, link, end, first, last = self.queue[self.at]
            self.link = link
            self.end = end
            self.tried = max(self.tried, first)
            reached = inf
            most = int(table.numbers[link * _LINK_SIZE + 4])
            while self.tried < last and self.missed < most:
                pair = self.try_pairs[self.tried]
                least = self.try_values[self.tried]
                # All further tries cost more.
                if least >= self.chosen_value:
                    break
                if table.states[pair] == _AT_LEAST:
                    if not self.located[link]:
                        return LOCATE
                    if self._is_reached(link, end, least):
                        reached = least
                        break
                    self.pair = pair
                    return ASK
                if table.states[pair] == _REFUSED:
                    self.missed += 1
                elif pair not in self.rejected:
                    found = self.used_behind(link, pair, True)
                    if found < self.chosen_value and found <= self.limit:
                        self.chosen_value = found
                        self.chosen = pair
                self.tried += 1
            self.pair = self.chosen
            self.value = self.chosen_value
            self.at += 1
            self._restart()
            if reached < inf:
                self.set_reached(link, end, reached)
            elif self.pair >= 0:
                return TAKE
        return NOTHING

    def reject(self) -> None:
        """The pair to be taken cannot be used in this search: look at its end once more."""
        self.rejected.append(self.pair)
        self.at -= 1
        self._restart()

    def set_spots(self, link: int, spots: list[EndSpots]) -> None:
        """Set where the ends of a link lie on the charts that it leads to."""
        self.end_spots[link] = spots
        self.located[link] = 1

    def forget_spots(self) -> None:
        """There is a new chart, so that the ends of every link have to be located again."""
        for link in range(self.table.count):
            self.located[link] = 0

    def _is_reached(self, link: int, end: int, used: float) -> bool:
        """Whether an end of a link can already be reached at this cost.

        Links end on a lattice, and many that take whole spans cost the same: where one of them has ended, the ends of the
        others lie beside it by a hair.
        """
        if takes_whole(int(self.table.numbers[link * _LINK_SIZE + 1])):
            used += _CHEAPER
        found = False
        for each in self.end_spots[link]:
            found = found or each.is_reached(end, used)
        return found

    def set_reached(self, link: int, end: int, cost: float) -> None:
        """An end is reached at this cost: skip it from now on unless it becomes cheaper."""
        k = self.table.end_firsts[link] + end
        self.bounds[k] = min(self.bounds[k], cost)
