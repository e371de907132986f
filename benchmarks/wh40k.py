"""Judging whole units of 40k among ruins: how long one model's path takes, and where the time goes."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.rows import Row
from surefoot.files import scenario
from surefoot.referee.bill import bill
from surefoot.referee.itinerary import Itinerary
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import check
from surefoot.rulesets.wh40k_10e import move, passage, survey
from surefoot.rulesets.wh40k_10e.kinds_of_move import NORMAL
from surefoot.rulesets.wh40k_10e.plans import Step
from surefoot.rulesets.wh40k_10e.prices import tariffs
from surefoot.table.record import Record, freeze
from surefoot.table.table import Table

EXAMPLE = Path(__file__).parents[1] / "examples" / "movement-phase.yaml"
PEER = "another Python engine, its author's machine"


def paths_in_ruins() -> list[Row]:
    """Judge random paths of one or two legs for every model of an army on a table with twelve ruins."""
    table = scenario.load(EXAMPLE).table
    paths = _paths(table, 1, 400)
    ways = [passage.passage(table, who, steps) for who, steps in paths]
    follow = _per(paths, lambda: [passage.passage(table, who, steps) for who, steps in paths])
    met = list(zip(paths, ways, strict=True))
    crossing = _per(paths, lambda: [move.crossings(table, who, way, NORMAL) for (who, _), way in met])
    resting = _per(paths, lambda: [move.rest(table, who, way) for (who, _), way in met])
    standing = _per(paths, lambda: [move.crowding(table, who) for who, _ in paths])
    prices = _per(paths, lambda: [tariffs(table, who, NORMAL) for who, _ in paths])
    place = {who: table.models[who].place for who, _ in paths}
    billed = [
        (Itinerary(place[who], place[who], way.strides), tariffs(table, who, NORMAL)[0])
        for (who, _), way in met
    ]
    billing = _per(paths, lambda: [bill(*each) for each in billed])
    whole = sum((follow, crossing, resting, standing, prices, billing))
    unit = _unit(table)
    return [
        Row("40k: one model's path in ruins", whole * 1e3, "ms", "lower", 1.0),
        Row("40k: one path: follow it over terrain", follow * 1e6, "µs", "lower"),
        Row("40k: one path: models that it passes", crossing * 1e6, "µs", "lower"),
        Row("40k: one path: where it ends", (resting + standing) * 1e6, "µs", "lower"),
        Row("40k: one path: prices and bill", (prices + billing) * 1e6, "µs", "lower"),
        Row("40k: a unit of ten through a ruin, whole verdict", unit * 1e3, "ms", "lower", None, PEER, 30.0),
    ]


def _paths(table: Table, seed: int, count: int) -> list[tuple[str, tuple[Step, ...]]]:
    dice = random.Random(seed)
    models = [model.id for model in table.models.values() if model.place.on_table]
    found = []
    for _ in range(count):
        who = dice.choice(models)
        pose = table.pose(who)
        x, y = pose.x, pose.y
        steps = []
        for _ in range(dice.randint(1, 2)):
            x, y = x + dice.uniform(-5, 5), y + dice.uniform(-5, 5)
            steps.append(Step((round(x * 1e6), round(y * 1e6))))
        found.append((who, tuple(steps)))
    return found


def _unit(table: Table) -> float:
    """Ten models through a wall, judged as a unit: nothing is remembered between two verdicts."""
    shifts = [round(5.5 + step / 100, 2) for step in range(20)]
    moves = [
        Declaration(NORMAL, ("intercessors",), details=Record(plan=freeze({"shift": [0, by]})))
        for by in shifts
    ]
    check(table, moves[0])
    return _per(moves, lambda: [check(table, each) for each in moves])


def _per(
    what: list[object] | list[tuple[str, tuple[Step, ...]]] | list[Declaration], work: Callable[[], object]
) -> float:
    """Seconds for each of some things, the best of three rounds; memos are cleared before every round."""
    best = float("inf")
    for _ in range(3):
        passage._followed.cache_clear()
        move._crossed.cache_clear()
        survey._survey.cache_clear()
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best / len(what)
