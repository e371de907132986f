# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""Links that leave a chart for others: which of their ends are got to, from which of their starts, and for how much."""

from __future__ import annotations

import math
from array import array
from math import inf

from surefoot.geometry.kernel_chart import Chart
from surefoot.geometry.kernel_spread import Swell
from surefoot.geometry.tolerance import TOLERANCE

# The numbers of a link: how far an end may be from a start (negative: each start has its own end), how it fits into
# spans of time, how many of those it takes, how far it gets with them at most (0: as far as need be), and after how many
# starts from which it cannot be made an end is given up.
WIDE = 5
# How a link fits into spans: it goes on from one into the next, is made within one, may pause once between two, takes
# spans of its own, takes its own together with what went before in the same, or shares them with what goes before and on.
_FLOWS, _WHOLE, _PAUSES, _OWN, _RUN_UP, _SHARED = range(6)
# What is paid from a start of a link to one of its ends: before it, for it and behind it; and how many spans it takes.
_PAID = 4
# What is known of that: nothing, that so much is paid at least, what is paid, or that it cannot be made.
_UNKNOWN, _AT_LEAST, _MADE, _REFUSED = range(4)
# What is to be done next: nothing, ask what a link costs, or take it.
NOTHING, ASK, TAKE = range(3)

_SAME = 1e-9
# A way that is cheaper by less than this is no cheaper.
_CHEAPER = 1e-6
# Places that are nearer to each other than this are one.
_HERE = 1e-6
# What counts for nothing but an order.
_NEARER = 1e-8
# No more starts than this are tried for an end.
_TRIES = 32
# The numbers of an entry.
_ENTRY = 3


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


def arrival(
    kind: int, used: float, cost: float, takes: int, allowance: float, spans: int, in_a_turn: int
) -> float:
    """What is used behind something that fits into spans in some manner."""
    if kind == _SHARED:
        return after_shared(allowance, in_a_turn, used, cost, takes)
    if kind >= _OWN:
        return after_own(allowance, in_a_turn, used, takes, kind == _RUN_UP)
    if kind == _FLOWS:
        return used + cost
    return after(allowance, spans, in_a_turn, used, cost, kind == _PAUSES)


def strokes(length: float, longest: float) -> int:
    """In how many parts of equal length something is made that goes no further at a time."""
    if longest <= 0.0:
        return 1
    return max(1, int(math.ceil(length / longest - TOLERANCE)))  # noqa: RUF046  # in C a double


# ---------------------------------------------------------------------- where links lead to


class Shore:
    """A chart that is entered from others: what its places cost as far as is known, and the entries that wait to be looked at."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.swell: Swell | None = None
        self.waiting = array("d", [0.0]) * (16 * _ENTRY)
        self.count = 0

    def enter(self, x: float, y: float, used: float) -> None:
        """Enter it here too."""
        if (self.count + 1) * _ENTRY > len(self.waiting):
            more = array("d", [0.0]) * (2 * len(self.waiting))
            for k in range(self.count * _ENTRY):
                more[k] = self.waiting[k]
            self.waiting = more
        k = self.count * _ENTRY
        self.waiting[k] = x
        self.waiting[k + 1] = y
        self.waiting[k + 2] = used
        self.count += 1

    def pending(self) -> float:
        """The cheapest entry that waits."""
        best = inf
        for k in range(self.count):
            best = min(best, self.waiting[k * _ENTRY + 2])
        return best

    def is_there(self, x: float, y: float, used: float) -> bool:
        """Whether a place is got to for as little already: by what is known, or straight from an entry."""
        if self.swell is not None and self.swell.price(x, y, used + _CHEAPER) <= used:
            return True
        chart = self.chart
        lowest = chart.lowest
        for k in range(self.count):
            room = used - self.waiting[k * _ENTRY + 2]
            from_x = self.waiting[k * _ENTRY]
            from_y = self.waiting[k * _ENTRY + 1]
            square = (x - from_x) * (x - from_x) + (y - from_y) * (y - from_y)
            if room < 0.0 or square * lowest * lowest > room * room:
                continue
            if square < _HERE * _HERE:
                return True
            if chart.free(from_x, from_y, x, y, False) and chart.price(from_x, from_y, x, y) <= room:
                return True
        return False


class Berths:
    """Where the ends of one link lie on a chart that it may lead to: one place for each of them or several that are one."""

    def __init__(self, shore: Shore, firsts: array[int], spots: array[float]) -> None:
        self.shore = shore
        self.firsts = firsts
        self.spots = spots

    def is_there(self, end: int, used: float) -> bool:
        """Whether an end is got to for as little already."""
        for k in range(self.firsts[end], self.firsts[end + 1]):
            if self.shore.is_there(self.spots[2 * k], self.spots[2 * k + 1], used):
                return True
        return False


# ---------------------------------------------------------------------- links


class Mesh:
    """The links that leave one chart: where they begin and end, which of their ends each start leads to, and for how much.

    Starts are given by where they are, link by link (`firsts`), each with its number among the starts of its link, and by
    the places at which a search prices them, one or several for each (`owners`); ends by where they are.
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
        # Behind the last of everything there is one that stands for none: the kernel reads no empty arrays.
        self.numbers = numbers
        self.firsts = firsts
        self.places = places
        self.owners = owners
        self.points = points
        self.indices = indices
        self.end_firsts = end_firsts
        self.ends = ends
        self.count = len(firsts) - 1
        # Which starts lead to each end, and how far off they are.
        self.pair_firsts = array("i", [0]) * (len(ends) // 2 + 1)
        self.pair_starts = array("i", [0])
        self.lengths = array("d", [0.0])
        size = self._connect(False) + 1
        self.pair_starts = array("i", [0]) * size
        self.lengths = array("d", [0.0]) * size
        self._connect(True)
        # What is known of these pairs, what they cost at least, and what they do cost.
        self.states = array("i", [_UNKNOWN]) * size
        self.least = array("d", [0.0]) * (size * _PAID)
        self.paid = array("d", [0.0]) * (size * _PAID)

    def _connect(self, keeps: bool) -> int:
        """Count the starts that lead to each end, or keep them."""
        k = 0
        for link in range(self.count):
            far = self.numbers[link * WIDE]
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
        """The first of the pairs of starts and ends that a link connects; those of the next one come behind them."""
        return self.pair_firsts[self.end_firsts[link]]

    def is_known(self, link: int) -> bool:
        """Whether it has been said what a link costs at least."""
        first = self.first_pair(link)
        return first == self.first_pair(link + 1) or self.states[first] != _UNKNOWN

    def at_least(self, pair: int, before: float, cost: float, behind: float) -> None:
        """So much is paid at least."""
        self.states[pair] = _AT_LEAST
        self._note(self.least, pair, before, cost, behind, 0)

    def evenly(self, link: int, fixed: float, along: float) -> None:
        """So much is paid at least by whichever pair of a link: a fixed sum, and so much for each unit of length."""
        for pair in range(self.first_pair(link), self.first_pair(link + 1)):
            self.at_least(pair, 0.0, fixed + along * self.lengths[pair], 0.0)

    def made(self, pair: int, before: float, cost: float, behind: float, takes: int) -> None:
        """So much is paid, and so many spans are taken."""
        self.states[pair] = _MADE
        self._note(self.paid, pair, before, cost, behind, takes)

    def refused(self, pair: int) -> None:
        """It cannot be made."""
        self.states[pair] = _REFUSED

    def forget(self, link: int, start: int) -> None:
        """A start of a link lies elsewhere now: what was said of it does not hold any more."""
        for pair in range(self.first_pair(link), self.first_pair(link + 1)):
            if self.pair_starts[pair] == start:
                self.states[pair] = _AT_LEAST

    def _note(
        self, into: array[float], pair: int, before: float, cost: float, behind: float, takes: int
    ) -> None:
        into[pair * _PAID] = before
        into[pair * _PAID + 1] = cost
        into[pair * _PAID + 2] = behind
        into[pair * _PAID + 3] = takes


class Links:
    """What is known of the links that leave one chart while a search goes on."""

    def __init__(self, mesh: Mesh, allowance: float, spans: int, in_a_turn: int, limit: float) -> None:
        self.mesh = mesh
        self.allowance = allowance
        self.spans = spans
        self.in_a_turn = in_a_turn
        self.limit = limit
        # What the starts cost, and which have become cheaper since they were last looked at.
        starts = mesh.firsts[mesh.count]
        self.used = array("d", [inf]) * (starts + 1)
        self.fresh = array("i", [0]) * (starts + 1)
        # For how little each end is there already.
        self.bounds = array("d", [inf]) * (mesh.end_firsts[mesh.count] + 1)
        # The charts that each link leads to.
        self.berths: list[list[Berths]] = [[] for _ in range(mesh.count)]
        # The best starts for an end, as pairs, and what is used behind the link from there.
        self.best = array("d", [inf]) * _TRIES
        self.best_pairs = array("i", [-1]) * _TRIES
        # Ends that have become cheaper, in order: what is used there, link, end, and where its tries begin and end.
        self.queue: list[tuple[float, int, int, int, int]] = []
        self.try_values = array("d", [inf]) * _TRIES
        self.try_pairs = array("i", [-1]) * _TRIES
        self.try_count = 0
        # How far it has been looked at: the end, the try, how many could not be made, and the best that has been found.
        self.at = 0
        self.tried = -1
        self.missed = 0
        self.chosen = -1
        self.chosen_value = inf
        # Pairs that cannot be made in this search.
        self.struck: list[int] = []
        # What is to be asked for or taken: the link, its end, the pair, and what is used behind it.
        self.link = -1
        self.end = -1
        self.pair = -1
        self.value = inf

    def price(self, swell: Swell) -> int:
        """Price the starts by what is new in a search; how many have become cheaper."""
        mesh = self.mesh
        found = 0
        for k in range(len(mesh.owners) - 1):
            i = mesh.owners[k]
            before = min(self.used[i], self.limit)
            cost = swell.price(mesh.places[2 * k], mesh.places[2 * k + 1], before)
            found += self.got_to(i, cost) if cost <= self.limit else 0
        return found

    def got_to(self, start: int, cost: float) -> bool:
        """A start is got to for so much; whether that is cheaper than before."""
        if cost >= min(self.used[start], self.limit) - _SAME:
            return False
        self.used[start] = cost
        self.fresh[start] = 1
        return True

    def is_fresh(self, link: int) -> bool:
        """Whether a start of a link has become cheaper."""
        mesh = self.mesh
        found = False
        for i in range(mesh.firsts[link], mesh.firsts[link + 1]):
            found = found or self.fresh[i] != 0
        return found

    def looked_at(self, link: int) -> None:
        """Nothing of a link is fresh any more."""
        mesh = self.mesh
        for i in range(mesh.firsts[link], mesh.firsts[link + 1]):
            self.fresh[i] = 0

    def behind(self, link: int, pair: int, known: bool) -> float:
        """What is used behind a link from a start to an end: at least, or as it is known."""
        mesh = self.mesh
        kind = int(mesh.numbers[link * WIDE + 1])
        used = self.used[mesh.pair_starts[pair]]
        k = pair * _PAID
        if known:
            before = mesh.paid[k]
            cost = mesh.paid[k + 1]
            behind = mesh.paid[k + 2]
            takes = int(mesh.paid[k + 3])
        else:
            before = mesh.least[k]
            cost = mesh.least[k + 1]
            behind = mesh.least[k + 2]
            takes = int(mesh.numbers[link * WIDE + 2]) * strokes(
                mesh.lengths[pair], mesh.numbers[link * WIDE + 3]
            )
        return behind + arrival(kind, used + before, cost, takes, self.allowance, self.spans, self.in_a_turn)

    # ------------------------------------------------------------------ what comes next

    def begin(self) -> None:
        """Begin with a queue that is empty."""
        self.queue = []
        self.try_count = 0
        self.at = 0
        self._restart()

    def rank(self, link: int) -> None:
        """Queue the ends of a link that have become cheaper, with the best starts for each; nothing of it is fresh then."""
        mesh = self.mesh
        part = mesh.numbers[link * WIDE + 1] < _OWN
        for end in range(mesh.end_firsts[link], mesh.end_firsts[link + 1]):
            most = min(self.limit, self.bounds[end] - _SAME)
            count = 0
            for pair in range(mesh.pair_firsts[end], mesh.pair_firsts[end + 1]):
                i = mesh.pair_starts[pair]
                if not self.fresh[i] or self.used[i] > most:
                    continue
                value = self.behind(link, pair, False)
                # Of starts that are as good the nearest comes first; or that one from which the whole way is shorter.
                value += (mesh.lengths[pair] + (self.used[i] if part else 0.0)) * _NEARER
                if value <= most and (count < _TRIES or value < self.best[count - 1]):
                    count = self._put(value, pair, count)
            if count > 0:
                first = self.try_count
                self._keep(count)
                self.queue.append((self.best[0], link, end - mesh.end_firsts[link], first, first + count))
        self.looked_at(link)

    def _put(self, value: float, pair: int, count: int) -> int:
        """Put a start among the best, behind those that are as good; how many there are then."""
        t = min(count, _TRIES - 1)
        while t > 0 and self.best[t - 1] > value:
            self.best[t] = self.best[t - 1]
            self.best_pairs[t] = self.best_pairs[t - 1]
            t -= 1
        self.best[t] = value
        self.best_pairs[t] = pair
        return min(count + 1, _TRIES)

    def _keep(self, count: int) -> None:
        """Keep the best starts for an end."""
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
        """Nothing has been tried for an end."""
        self.tried = -1
        self.missed = 0
        self.chosen = -1
        self.chosen_value = inf

    def sort(self) -> None:
        """The cheapest end comes first."""
        self.queue.sort()

    def next(self) -> int:
        """What is to be done next: ask what `pair` of `link` costs, or take it to `end`; what is there already is passed over."""
        mesh = self.mesh
        while self.at < len(self.queue):
            _, link, end, first, last = self.queue[self.at]
            self.link = link
            self.end = end
            self.tried = max(self.tried, first)
            there = inf
            most = int(mesh.numbers[link * WIDE + 4])
            while self.tried < last and self.missed < most:
                pair = self.try_pairs[self.tried]
                least = self.try_values[self.tried]
                # What comes behind it is dearer still.
                if least >= self.chosen_value:
                    break
                if mesh.states[pair] == _AT_LEAST:
                    if self._is_there(link, end, least):
                        there = least
                        break
                    self.pair = pair
                    return ASK
                if mesh.states[pair] == _REFUSED:
                    self.missed += 1
                elif pair not in self.struck:
                    found = self.behind(link, pair, True)
                    if found < self.chosen_value and found <= self.limit:
                        self.chosen_value = found
                        self.chosen = pair
                self.tried += 1
            self.pair = self.chosen
            self.value = self.chosen_value
            self.at += 1
            self._restart()
            if there < inf:
                self.is_there(link, end, there)
            elif self.pair >= 0:
                return TAKE
        return NOTHING

    def strike(self) -> None:
        """What was to be taken cannot be made in this search: the end is looked at once more."""
        self.struck.append(self.pair)
        self.at -= 1
        self._restart()

    def _is_there(self, link: int, end: int, used: float) -> bool:
        """Whether an end of a link is got to for as little already."""
        found = False
        for each in self.berths[link]:
            found = found or each.is_there(end, used)
        return found

    def is_there(self, link: int, end: int, cost: float) -> None:
        """An end need not be looked at again for as much."""
        k = self.mesh.end_firsts[link] + end
        self.bounds[k] = min(self.bounds[k], cost)
