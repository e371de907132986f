"""Exact odds: how long an answer takes, beside icepool, dyce and plain simulation where they can do the same."""

from __future__ import annotations

import resource
import time
import warnings
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import surefoot
from benchmarks.rows import Row
from surefoot.dice.explore import Explorer
from surefoot.dice.host import Game
from surefoot.dice.pool import D3, D6, D100
from surefoot.dice.readings import AtLeast, Total
from surefoot.dice.requests import Procedure, Roll, chain, passed, roll, tally
from surefoot.forecast.odds import odds
from surefoot.forecast.simulate import simulate
from surefoot.routes.risk.one_level import reach_by_chance_on_level
from surefoot.table.table import Table

TRANSPORT = """
ruleset: wh40k-10e
board: [60, 44]
units:
  squad: {of: trooper, base: 32, count: 6, place: {kind: aboard, on: apc}, side: a, keywords: [Infantry],
          profile: {M: 6, W: 1}}
  elite: {of: veteran, base: 32, count: 6, place: {kind: aboard, on: apc}, side: a, keywords: [Infantry],
          profile: {M: 6, W: 2}}
models:
  apc: {hull: [5, 3], at: [20, 20], facing: 90, side: a, height: 3, keywords: [Vehicle, Transport],
        profile: {M: 10, W: 10}, traits: {wh40k-10e: {capacity: {maximum: 12, allowed: [Infantry]}}}}
declare: [{happen: destroyed, who: apc}]
"""
PIT = """
ruleset: necromunda-classic
board: [24, 16]
models: {kal: {base: 25, at: [8, 8], side: a, profile: {M: 6, I: 4, T: 3, W: 1}}}
terrain:
  pit: {area: [[10, 6], [11, 6], [11, 12], [10, 12]], tags: [dangerous]}
  mud: {area: [[5, 2], [7, 2], [7, 4], [5, 4]], tags: [difficult]}
"""
CLIFF = (
    """
ruleset: dark-heresy-2e
scale: 1
board: [40, 20]
terrain: {cliff: {obstacle: {rect: [12, 8, 4, 4]}, height: 40, tags: [sheer]}}
models:
  vex: {base: 25.4, at: [11.5, 10], side: a, profile: {S: 42, T: 35, Ag: 41, W: 12, Athletics: trained}}
declare:
"""
    + 6
    * """
  - {who: vex, action: climb, path: [{climb: [14, 10]}]}
  - {tick: end-round}
"""
)
NOWHERE = Table("necromunda-classic", "inch")


def exact_odds() -> list[Row]:
    """The whole distribution of tests, falls and units, exactly."""
    gap = surefoot.loads(surefoot.EXAMPLE)
    leap = gap.declarations[0]
    rows = [
        Row("odds of a leap, every end", _best(lambda: odds(gap.table, leap)) * 1e3, "ms", "lower", 2.0),
        Row(
            "the same by 10,000 simulated runs",
            _best(lambda: simulate(gap.table, leap, 10_000), 2) * 1e3,
            "ms",
            "lower",
        ),
    ]
    pit = surefoot.loads(PIT).table
    number = len(reach_by_chance_on_level(pit, "kal", "move").places(0.1))
    places = _best(lambda: reach_by_chance_on_level(pit, "kal", "move").places(0.1), 3) * 1e3
    rows.append(Row(f"the odds of {number:,} places in reach", places, "ms", "lower", 50.0))
    wreck = surefoot.loads(TRANSPORT)
    out = _best(lambda: odds(wreck.table, wreck.declarations)) * 1e3
    rows.append(Row("a destroyed Transport with 12 passengers in two units", out, "ms", "lower", 20.0))
    cliff = surefoot.loads(CLIFF)
    climbed = _best(lambda: odds(cliff.table, cliff.declarations)) * 1e3
    rows.append(Row("six rounds up a cliff, every end by the rules", climbed, "ms", "lower", 20.0))
    hundred = _best(lambda: _ways(_hundred)) * 1e3
    rows += _beside("casualties of 100 models", hundred, 5.0, _icepool_hundred, _dyce_hundred)
    twenty = _best(lambda: _ways(_twenty), 2) * 1e3
    rows += _beside("20 models: fallen, wounds, casualties", twenty, 150.0, _icepool_twenty, _dyce_twenty)
    six = _best(lambda: _ways(_six_rounds)) * 1e3
    rows += _beside("six rounds of d100 climbing", six, 20.0, _icepool_six, _dyce_six)
    # In KiB on Linux; whatever this process measured before is in it.
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return [*rows, Row("memory at its highest, all of these together", most, "MiB", "lower", 500.0)]


def _beside(
    name: str, value: float, aim: float, icepool: Callable[[], object], dyce: Callable[[], object]
) -> list[Row]:
    return [
        Row(name, value, "ms", "lower", aim, "icepool", _best(icepool, 2) * 1e3),
        Row(f"{name} (dyce)", value, "ms", "lower", aim, "dyce", _best(dyce, 2) * 1e3),
    ]


def _ways(start: Callable[[Game], Procedure[object]]) -> dict[object, object]:
    """The chance of each result."""
    found: dict[object, object] = {}
    for leaf in Explorer(merge=True).leaves(start, NOWHERE):
        found[leaf.run.result] = leaf.chance
    return found


def _lost(who: int) -> Procedure[int]:  # noqa: ARG001  # all alike
    fine = yield from passed(Roll("escape", D6, AtLeast(3), "one", ("a",), hope=True))
    return 0 if fine else 1


def _hundred(_: Game) -> Procedure[int]:
    return (yield from tally(_lost, (0,) * 100))


def _falls(who: int) -> Procedure[tuple[int, int, int]]:  # noqa: ARG001  # all alike
    """An Initiative test, D3 hits that wound on a four, and whoever has three is gone."""
    if (yield from passed(Roll("initiative", D6, AtLeast(3), "one", ("a",), hope=True))):
        return 0, 0, 0
    hits = yield from roll(Roll("hits", D3, Total(), "one", ("a",)))
    wounds = 0
    for _ in range(hits):
        if not (yield from passed(Roll("wound", D6, AtLeast(4), "one", ("a",), hope=True))):
            wounds += 1
    return 1, wounds, int(wounds == 3)


def _twenty(_: Game) -> Procedure[tuple[int, int, int]]:
    return (yield from tally(_falls, (0,) * 20, (0, 0, 0)))


def _climbs(height: int, item: int) -> Procedure[int]:  # noqa: ARG001  # round after round
    """A d100 test of 45: two metres more for a success, a fall for a very bad failure."""
    if height < 0:
        return height
    total = yield from roll(Roll("climb", D100, Degrees45, "one", ("a",)))
    return _after(height, total)


def _after(height: int, degrees: int) -> int:
    return height + 2 if degrees > 0 else height if degrees > -5 else -1


def _six_rounds(_: Game) -> Procedure[int]:
    return (yield from chain(_climbs, 0, (0,) * 6))


class _Degrees:
    def __call__(self, faces: tuple[int, ...]) -> int:
        return (45 - faces[0]) // 10

    def needs(self) -> str:
        return "45 or less"


Degrees45 = _Degrees()


def _icepool_hundred() -> object:
    import icepool

    lost = icepool.d6.map(lambda face: int(face < 3))
    return dict((100 @ lost).items())


def _icepool_twenty() -> object:
    import icepool

    wounds = icepool.d3.map(lambda hits: hits @ icepool.d6.map(lambda face: int(face < 4)))
    fallen = wounds.map(lambda n: icepool.Vector((1, n, int(n == 3))))
    one = icepool.d6.map(lambda face: fallen if face < 3 else icepool.Vector((0, 0, 0)))
    return dict((20 @ one).items())


def _icepool_six() -> object:
    import icepool

    def climb(height: int) -> object:
        if height < 0:
            return height
        return icepool.d(100).map(lambda face: _after(height, (45 - face) // 10))

    heights = icepool.Die([0])
    for _ in range(6):
        heights = heights.map(climb)
    return dict(heights.items())


# What depends on earlier dice is experimental in dyce, and it says so each time.
warnings.filterwarnings("ignore", message="`expand` is experimental")


def _dyce_hundred() -> object:
    from dyce import H

    return dict((100 @ H({0: 4, 1: 2})).items())


def _dyce_twenty() -> object:
    from dyce import H, expand

    # Its outcomes are single numbers: those who fell, a hundred for each wound, ten thousand for each who is gone.
    def hurt(hits: Any) -> object:
        wounds = hits.outcome @ H({0: 3, 1: 3})
        return H({1 + 100 * n + 10_000 * (n == 3): count for n, count in wounds.items()})

    fallen = expand(hurt, H(3), min_path_probability=Fraction(0))
    one = expand(lambda face: fallen if face.outcome < 3 else 0, H(6), min_path_probability=Fraction(0))
    return dict((20 @ one).items())


def _dyce_six() -> object:
    from dyce import H, expand

    def climb(height: Any, face: Any) -> int:
        return height.outcome if height.outcome < 0 else _after(height.outcome, (45 - face.outcome) // 10)

    heights = H({0: 1})
    for _ in range(6):
        # Unless told otherwise it leaves out what is rare.
        heights = expand(climb, heights, H(100), min_path_probability=Fraction(0))
    return dict(heights.items())


def _best(work: Callable[[], object], times: int = 5) -> float:
    work()
    best = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best
