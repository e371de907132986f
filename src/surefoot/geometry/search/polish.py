# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""Polishing: the path that a search found, made as cheap as its course allows."""

from __future__ import annotations

import math
from math import inf

from surefoot.geometry.search.anchor_search import Search
from surefoot.geometry.search.chain import Chain, parallel
from surefoot.geometry.search.chart import Chart
from surefoot.geometry.search.legs import Legs

# The size of a label.
_SIZE = 7
# The largest number of obstacles that a path is bent round while it is polished.
_BENDS = 4
# The step by which it is tried whether a point should slide, and the most elements of a path that gets more of them.
_STEP = 1e-3
_MOST = 64
# Points this near to each other where borders cross may cross them in the wrong order; others are tried this far aside.
_KNOT = 0.01
_NUDGE = 0.03
# The number of ways in which a path may leave an arc, see `Chain.lifted`.
_WAYS_OFF = 5
# A path that is this much dearer than another once its points have slid does not become the cheaper one.
_HOPE = 0.1


class Polisher:
    """Polishes the paths of one chart; the best one is left in `best`."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.best = Chain(chart)
        self.raw = Chain(chart)
        self.trial = Chain(chart)
        self.whole = Chain(chart)
        self.crossed = Chain(chart)
        self.before = Chain(chart)
        self.slid = Chain(chart)
        self.cost = inf
        # The best path to the place that was asked for last, and its price.
        self.champion = Chain(chart)
        self.least = inf
        # The price of the best path known: one that is much dearer is not polished to the end.
        self.bound = inf

    def path(self, search: Search, label: int, x: float, y: float, beyond: bool, radius: float) -> float:
        """The price of the polished path to a label; with `beyond`, of the path on to a point, or to within a radius of it."""
        chart = self.chart
        chart.leaving = search.leaving
        raw = self.raw
        raw.clear()
        if beyond:
            raw.add(x, y, 0.0, -1, -1)
            self._last_leg(search, label, x, y)
        while label >= 0:
            node = search.nodes[label]
            j = label * _SIZE
            if node >= chart.spot_count:
                circle = (node - chart.spot_count) >> 1
                raw.add(
                    chart.circles[7 * circle], chart.circles[7 * circle + 1], search.labels[j + 2], circle, -1
                )
            elif node >= 0:
                last = raw.count - 1
                if last > 0 and raw.edges[last] >= 0 and self._lies_at(last, search, label):
                    # Where a border is followed from a spot on, or up to it, the spot is enough.
                    raw.count -= 1
                # Where borders meet, a spot stays until each has been tried.
                raw.add(search.labels[j], search.labels[j + 1], 0.0, node, self._only_edge(node))
            elif search.lies_between(label):
                last = raw.count - 1
                if raw.sides[last] != 0.0 or raw.circles[last] < 0 or not self._lies_at(last, search, label):
                    raw.add(search.labels[j], search.labels[j + 1], 0.0, -1, int(search.labels[j + 3] + 0.5))
            else:
                raw.add(search.labels[j], search.labels[j + 1], 0.0, -1, -1)
            label = search.parents[label]
        raw.reverse()
        self._polish(search, x, y, radius)
        return self.cost

    def begin(self) -> None:
        """Begin with another place: the paths to it are compared with each other."""
        self.bound = inf
        self.least = inf

    def rival(self, search: Search, label: int, x: float, y: float, beyond: bool, radius: float) -> float:
        """Like `path`, for one of several paths to a place: where two of them meet, the path may change from one to the other."""
        self.path(search, label, x, y, beyond, radius)
        best = self.best
        champion = self.champion
        if self.least < inf and self.chart.areas and self.cost < self.least + _HOPE:
            self.whole.copy(best)
            whole = self.whole
            for k in range(1, whole.count - 1):
                for i in range(1, champion.count - 1):
                    if whole.meets(champion, k, i):
                        self._join(whole, champion, k, i)
                        self._join(champion, whole, i, k)
        if self.cost < self.least:
            champion.copy(best)
            self.least = self.cost
        return self.cost

    def straight(self, search: Search, label: int, x: float, y: float) -> float:
        """The price of the straight line from a label to a point at the lowest rate: no path between them costs less."""
        dx = x - search.labels[label * _SIZE]
        dy = y - search.labels[label * _SIZE + 1]
        return self.chart.lowest * math.sqrt(dx * dx + dy * dy)

    def _join(self, one: Chain, other: Chain, at: int, there: int) -> None:
        """Try the beginning of one path and the end of another; only if it is the best path so far is it taken."""
        self.trial.joined(one, other, at, there)
        cost = self.trial.price()
        if cost < min(self.cost, self.least) - 1e-7:
            self.cost = cost
            self.best.copy(self.trial)

    def _only_edge(self, node: int) -> int:
        """The border edge that a spot lies on; -1 if there are others."""
        chart = self.chart
        edge = chart.spot_edges[2 * node]
        if chart.spot_edges[2 * node + 1] >= 0:
            return -1
        other = chart.edge_at(chart.spots[2 * node], chart.spots[2 * node + 1], -1)
        while other >= 0:
            if other != edge and not parallel(chart, other, edge):
                return -1
            other = chart.edge_at(chart.spots[2 * node], chart.spots[2 * node + 1], other)
        return edge

    def _lies_at(self, k: int, search: Search, label: int) -> bool:
        """Whether an element of the raw path lies at a label."""
        raw = self.raw
        x = search.labels[label * _SIZE]
        y = search.labels[label * _SIZE + 1]
        return raw.sides[k] == 0.0 and abs(raw.xs[k] - x) + abs(raw.ys[k] - y) < 1e-6

    def _last_leg(self, search: Search, label: int, x: float, y: float) -> None:
        """Add the border that the leg from a label to a point follows, if that is cheaper."""
        if self.chart.areas == 0 or search.reach(label, x, y, 0.0, inf) == inf:
            return
        from_x = search.leg_x
        from_y = search.leg_y
        price = self.chart.price(from_x, from_y, x, y)
        if search.by_border(label, from_x, from_y, x, y, price) < price:
            legs = search.legs
            self.raw.add(legs.out_x, legs.out_y, 0.0, -1, legs.border)
            self.raw.add(legs.in_x, legs.in_y, 0.0, -1, legs.border)

    def _polish(self, search: Search, x: float, y: float, radius: float) -> None:
        raw = self.raw
        self.best.copy(raw)
        self.cost = self.best.price()
        if self.chart.areas == 0:
            return
        if radius == 0.0 and self.best.is_taut(self.cost):
            return
        self._try(raw, x, y, radius)
        if radius == 0.0 and self.best.is_taut(self.cost):
            return
        for k in range(1, raw.count - 1):
            if raw.sides[k] == 0.0 and raw.edges[k] < 0 and raw.circles[k] >= 0:
                self._corner(k, x, y, radius)
        # What is much dearer than the best path known stays so.
        if self.cost > self.bound + _HOPE:
            return
        self._beyond_ends(x, y, radius)
        self._leave_out(x, y, radius)
        self._untie(x, y, radius)
        self._lift(x, y, radius)
        self._spread(x, y, radius)
        if radius > 0.0 or self.best.may_run_along():
            self.trial.doubled(self.best)
            if self.trial.count > self.best.count:
                self.crossed.copy(self.trial)
                self._slide_crossed(x, y, radius)
        self._by_borders(search.legs, x, y, radius)

    def _corner(self, k: int, x: float, y: float, radius: float) -> None:
        """Try a spot where borders meet on each of them, and keep the best."""
        node = self.raw.circles[k]
        spot_x = self.raw.xs[k]
        spot_y = self.raw.ys[k]
        kept = -1
        at = self.best.node(node)
        edge = self.chart.edge_at(spot_x, spot_y, -1)
        while edge >= 0:
            if at <= 0 or self._gains(at, edge):
                self.raw.set_edge(k, edge)
                before = self.cost
                self._try(self.raw, x, y, radius)
                if self.cost < before - 1e-12:
                    kept = edge
            edge = self.chart.edge_at(spot_x, spot_y, edge)
        self.raw.edges[k] = -1
        if kept >= 0:
            self.raw.set_edge(k, kept)

    def _gains(self, k: int, edge: int) -> bool:
        """Whether a bend of the best path on an edge should slide along it: it is cheaper slightly further on.

        The price is convex in the positions of the points: if the first step does not help, no step does.
        """
        chart = self.chart
        best = self.best
        if not best._tangent(k - 1) or not best._tangent(k):
            return True
        x = best.xs[k]
        y = best.ys[k]
        ax = chart.edges[4 * edge]
        ay = chart.edges[4 * edge + 1]
        bx = chart.edges[4 * edge + 2]
        by = chart.edges[4 * edge + 3]
        length = _length(ax, ay, bx, by)
        if length < 1e-9:
            return False
        from_x = best.legs[4 * k - 4]
        from_y = best.legs[4 * k - 3]
        end_x = best.legs[4 * k + 2]
        end_y = best.legs[4 * k + 3]
        before = chart.price(from_x, from_y, x, y) + chart.price(x, y, end_x, end_y)
        at = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length
        step = min(_STEP, length / 4.0)
        for i in range(2):
            # Into the edge from an end of it, in both directions elsewhere.
            if i == 1:
                step = -step
            if at + step < 0.0 or at + step > length:
                continue
            to_x = x + step / length * (bx - ax)
            to_y = y + step / length * (by - ay)
            # Legs that are too long cost too much on any ground.
            far = _length(from_x, from_y, to_x, to_y) + _length(to_x, to_y, end_x, end_y)
            if far * chart.lowest >= before - 1e-12:
                continue
            after = chart.price(from_x, from_y, to_x, to_y) + chart.price(to_x, to_y, end_x, end_y)
            if after < before - 1e-12:
                return True
        return False

    def _beyond_ends(self, x: float, y: float, radius: float) -> None:
        """Points that slid to the end of their edge go on along the next one if that is cheaper."""
        chart = self.chart
        for _ in range(_BENDS):
            found = False
            for k in range(1, self.best.count - 1):
                edge = self.best.edges[k]
                if edge < 0:
                    continue
                near_x = self.best.xs[k] - chart.edges[4 * edge]
                near_y = self.best.ys[k] - chart.edges[4 * edge + 1]
                far_x = self.best.xs[k] - chart.edges[4 * edge + 2]
                far_y = self.best.ys[k] - chart.edges[4 * edge + 3]
                first = near_x * near_x + near_y * near_y < 1e-14
                if not first and far_x * far_x + far_y * far_y >= 1e-14:
                    continue
                other = chart.beyond_end(edge, first)
                if other < 0 or not self._gains(k, other):
                    continue
                self.trial.copy(self.best)
                self.trial.set_edge(k, other)
                before = self.cost
                self._try(self.trial, x, y, radius)
                if self.cost < before - 1e-9:
                    found = True
                    break
            if not found:
                return

    def _leave_out(self, x: float, y: float, radius: float) -> None:
        """Leave out one of two neighbouring points on borders that meet, if the other one, sliding alone, makes the path cheaper."""
        best = self.best
        tries = 0
        k = 1
        while k < best.count - 2:
            before = self.cost
            if best.lie_together(k) and (best.at_corner(k) or best.at_corner(k + 1)):
                # Once something helps, the elements of the best path are others.
                self.whole.copy(best)
                self._slide_alone(k, k + 1, x, y, radius)
                self._slide_alone(k + 1, k, x, y, radius)
            if self.cost < before - 1e-9 and tries < _BENDS:
                tries += 1
                k = 1
            else:
                k += 1

    def _untie(self, x: float, y: float, radius: float) -> None:
        """Leave out the points that lie together where borders cross, all or all but one: the path may then cross them in another order."""
        best = self.best
        tries = 0
        k = 1
        while k < best.count - 2 and tries < _BENDS:
            last = self._knot(k)
            if last > k:
                tries += 1
                before = self.cost
                self.whole.copy(best)
                self._untied(k, last, -1, 0.0, x, y, radius)
                for kept in range(k, last + 1):
                    if kept == k or self.whole.edges[kept] != self.whole.edges[kept - 1]:
                        self._untied(k, last, kept, _NUDGE, x, y, radius)
                        self._untied(k, last, kept, -_NUDGE, x, y, radius)
                # If that helps, the elements of the best path are others.
                k = 0 if self.cost < before - 1e-9 else last
            k += 1

    def _untied(self, first: int, last: int, kept: int, by: float, x: float, y: float, radius: float) -> None:
        """Try the whole path without some points, but for one of them (-1: none), moved along its border."""
        trial = self.trial
        trial.copy(self.whole)
        if kept >= 0:
            trial.nudge(kept, by)
        for k in range(last, first - 1, -1):
            if k != kept:
                trial.leave_out(k)
        self._try(trial, x, y, radius)

    def _knot(self, first: int) -> int:
        """The last of the points of the best path that lie together from one on, if they are on borders that cross; otherwise 0."""
        best = self.best
        crossing = False
        k = first
        while k < best.count - 2 and best.edges[k] >= 0 and best.edges[k + 1] >= 0:
            if _length(best.xs[k], best.ys[k], best.xs[k + 1], best.ys[k + 1]) > _KNOT:
                break
            k += 1
            crossing = crossing or not parallel(self.chart, best.edges[first], best.edges[k])
        return k if crossing else 0

    def _slide_alone(self, kept: int, left: int, x: float, y: float, radius: float) -> None:
        """Try the whole path without a point, while its neighbour slides along each of its own borders."""
        chart = self.chart
        whole = self.whole
        edge = chart.edge_at(whole.xs[kept], whole.ys[kept], -1)
        while edge >= 0:
            if not parallel(chart, edge, whole.edges[left]):
                self.trial.copy(whole)
                self.trial.set_edge(kept, edge)
                self.trial.leave_out(left)
                self._try(self.trial, x, y, radius)
            edge = chart.edge_at(whole.xs[kept], whole.ys[kept], edge)

    def _spread(self, x: float, y: float, radius: float) -> None:
        """Let a bend where two borders meet become two, one on each."""
        chart = self.chart
        best = self.best
        k = 1
        while k < best.count - 1 and best.count < _MOST:
            if best.sides[k] == 0.0:
                edge = chart.edge_at(best.xs[k], best.ys[k], -1)
                while edge >= 0:
                    if edge != best.edges[k] and not parallel(chart, edge, best.edges[k]):
                        before = self.cost
                        self._spread_along(k, edge, x, y, radius)
                        if self.cost < before - 1e-9:
                            # The elements are others now.
                            k = 0
                            break
                    edge = chart.edge_at(best.xs[k], best.ys[k], edge)
                if k > 0 and self._cut_corner(k, x, y, radius):
                    k = 0
            k += 1

    def _cut_corner(self, k: int, x: float, y: float, radius: float) -> bool:
        """Let a bend where two borders meet become one point on each of them, both beside it; whether that is cheaper.

        A step along one of them may not help where steps along both at once do, of lengths in some proportion.
        """
        chart = self.chart
        best = self.best
        if not best._tangent(k - 1) or not best._tangent(k):
            return False
        before = self.cost
        at_x = best.xs[k]
        at_y = best.ys[k]
        begin_x = best.legs[4 * k - 4]
        begin_y = best.legs[4 * k - 3]
        end_x = best.legs[4 * k + 2]
        end_y = best.legs[4 * k + 3]
        price = chart.price(begin_x, begin_y, at_x, at_y) + chart.price(at_x, at_y, end_x, end_y)
        most = (price - 1e-9) / chart.lowest
        one = chart.edge_at(at_x, at_y, -1)
        while one >= 0:
            other = chart.edge_at(at_x, at_y, -1)
            while other >= 0:
                for i in range(12 if not parallel(chart, one, other) else 0):
                    step = _STEP if i % 2 else -_STEP
                    second = (0.5 if i < 4 else 1.0 if i < 8 else 2.0) * (_STEP if i & 2 else -_STEP)
                    in_x, in_y = chart.beside(one, at_x, at_y, step)
                    out_x, out_y = chart.beside(other, at_x, at_y, second)
                    # Three legs that are too long cost too much on any ground.
                    far = _length(begin_x, begin_y, in_x, in_y) + _length(in_x, in_y, out_x, out_y)
                    if far + _length(out_x, out_y, end_x, end_y) >= most:
                        continue
                    cost = chart.price(begin_x, begin_y, in_x, in_y) + chart.price(in_x, in_y, out_x, out_y)
                    if cost + chart.price(out_x, out_y, end_x, end_y) < price - 1e-9:
                        self.trial.copy(best)
                        self.trial.leave_out(k)
                        self.trial.insert(k, in_x, in_y, one)
                        self.trial.insert(k + 1, out_x, out_y, other)
                        self.crossed.copy(self.trial)
                        self._slide_crossed(x, y, radius)
                        if self.cost < before - 1e-9:
                            return True
                other = chart.edge_at(at_x, at_y, other)
            one = chart.edge_at(at_x, at_y, one)
        return False

    def _spread_along(self, k: int, edge: int, x: float, y: float, radius: float) -> None:
        """Add a point to a bend of the best path, slightly along a border, if that is cheaper."""
        chart = self.chart
        best = self.best
        if not best._tangent(k - 1) or not best._tangent(k):
            return
        at_x = best.xs[k]
        at_y = best.ys[k]
        # Where the two legs that meet here begin and end.
        begin_x = best.legs[4 * k - 4]
        begin_y = best.legs[4 * k - 3]
        end_x = best.legs[4 * k + 2]
        end_y = best.legs[4 * k + 3]
        first = chart.price(begin_x, begin_y, at_x, at_y)
        second = chart.price(at_x, at_y, end_x, end_y)
        for i in range(4):
            to_x, to_y = chart.beside(edge, at_x, at_y, _STEP if i < 2 else -_STEP)
            # Legs that are too long cost too much on any ground.
            far = _length(at_x, at_y, to_x, to_y)
            if i % 2 == 0:
                least = first + chart.lowest * (far + _length(to_x, to_y, end_x, end_y))
            else:
                least = second + chart.lowest * (far + _length(begin_x, begin_y, to_x, to_y))
            if least >= first + second - 1e-9:
                continue
            between = chart.price(at_x, at_y, to_x, to_y)
            if i % 2 == 0:
                price = first + between + chart.price(to_x, to_y, end_x, end_y)
            else:
                price = chart.price(begin_x, begin_y, to_x, to_y) + between + second
            if price < first + second - 1e-9:
                self.trial.copy(best)
                self.trial.insert(k + 1 - i % 2, to_x, to_y, edge)
                self.crossed.copy(self.trial)
                self._slide_crossed(x, y, radius)
                return

    def _lift(self, x: float, y: float, radius: float) -> None:
        """Let the path leave an arc where the arc crosses a border."""
        found = False
        for k in range(1, self.best.count - 1):
            if self.best.sides[k] != 0.0 and self.chart.arc_count[self.best.circles[k]] > 1:
                found = True
        for i in range(_WAYS_OFF if found else 0):
            # It computes the turns.
            if self.best.modelled() == inf:
                return
            self.trial.lifted(self.best, i)
            if self.trial.count > self.best.count:
                self.crossed.copy(self.trial)
                self._slide_crossed(x, y, radius)

    def _by_borders(self, legs: Legs, x: float, y: float, radius: float) -> None:
        """Let legs through expensive ground run along a border near them, if that is cheaper."""
        chart = self.chart
        best = self.best
        k = 0
        while k < best.count - 1 and best.count < _MOST:
            if not best._tangent(k):
                return
            ax = best.legs[4 * k]
            ay = best.legs[4 * k + 1]
            bx = best.legs[4 * k + 2]
            by = best.legs[4 * k + 3]
            length = _length(ax, ay, bx, by)
            price = chart.price(ax, ay, bx, by)
            if price > chart.lowest * length + 1e-9 and chart.pieces == 1:
                # A leg at a circle touches it elsewhere once it leads to the border: whether it is free is asked then.
                round_circle = best.sides[k] != 0.0 or best.sides[k + 1] != 0.0
                before = self.cost
                for i in range(2 if round_circle else 1):
                    asking = i == 1 or not round_circle
                    if legs.by_borders(ax, ay, bx, by, price, k == 0, asking) < price - 1e-9:
                        self.trial.copy(best)
                        self.trial.insert(k + 1, legs.in_x, legs.in_y, legs.border)
                        self.trial.insert(k + 2, legs.out_x, legs.out_y, legs.border)
                        self.crossed.copy(self.trial)
                        self._slide_crossed(x, y, radius)
                    if self.cost < before - 1e-9:
                        # The elements are others now.
                        k = -1
                        break
            k += 1

    def _try(self, chain: Chain, x: float, y: float, radius: float) -> None:
        if self.crossed.crossed(chain):
            self._slide_crossed(x, y, radius)

    def _slide_crossed(self, x: float, y: float, radius: float) -> None:
        chain = self.crossed
        for _ in range(_BENDS):
            last = chain.count - 1
            if last < 2:
                return
            if radius > 0.0:
                # A path towards a disc is cheapest if it points at its centre.
                chain.xs[last] = x
                chain.ys[last] = y
            self.before.copy(chain)
            chain.slide()
            modelled = chain.modelled()
            if radius > 0.0:
                self._short_of(x, y, radius)
            cost = chain.price()
            if radius == 0.0 and (cost == inf or cost > self.cost + 1e-9):
                cost = self._recovered(cost)
                modelled = inf
            gain = self.cost - cost
            if gain > 0.0:
                self.cost = cost
                self.best.copy(chain)
            # If sliding took the path over other ground than before, what it went by was not true any more.
            if radius > 0.0 or gain <= 1e-7 or abs(modelled - cost) <= 1e-7:
                return
            self.trial.copy(self.best)
            chain.crossed(self.trial)

    def _recovered(self, cost: float) -> float:
        """The price of a path that slid too far: bent round the obstacle that it ran into, or taken back part of the way."""
        chain = self.crossed
        self.slid.copy(chain)
        for k in range(chain.count):
            self.slid.rates[k] = chain.rates[k]
        for _ in range(2 * _BENDS):
            if not chain.unbend() and not (cost == inf and chain.bend()):
                break
            chain.restore(self.before)
            chain.slide()
            cost = chain.price()
            if cost < self.cost:
                return cost
        self._copy_slid()
        if chain.keep_strays(self.before):
            for _ in range(3 * _BENDS):
                chain.slide()
                cost = chain.price()
                if cost < self.cost:
                    chain.release()
                    return cost
                if chain.keep_strays(self.before):
                    continue
                if not chain.unbend() and not (cost == inf and chain.bend()):
                    break
                chain.restore(self.before)
        self._copy_slid()
        for _ in range(_BENDS):
            if not chain.hold(self.before):
                break
            chain.slide()
            cost = chain.price()
            if cost < self.cost:
                chain.release()
                return cost
        share = 0.5
        while share > 0.05:
            chain.copy(self.slid)
            chain.part_way(self.before, share)
            cost = chain.price()
            if cost < self.cost:
                return cost
            share /= 2.0
        return inf

    def _copy_slid(self) -> None:
        """Begin again with the path as it was when it had slid too far, with the rates that it went by."""
        chain = self.crossed
        chain.copy(self.slid)
        for k in range(chain.count):
            chain.rates[k] = self.slid.rates[k]

    def _short_of(self, x: float, y: float, radius: float) -> None:
        """The point at which a path that points at the centre of a disc meets it."""
        chain = self.crossed
        last = chain.count - 1
        if not chain._tangent(last - 1):
            return
        from_x = chain.legs[4 * last - 4]
        from_y = chain.legs[4 * last - 3]
        away = _length(from_x, from_y, x, y)
        share = 1.0 if away <= radius else radius / away
        chain.xs[last] = x - (x - from_x) * share
        chain.ys[last] = y - (y - from_y) * share


def _length(ax: float, ay: float, bx: float, by: float) -> float:
    """The length of a leg."""
    return math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
