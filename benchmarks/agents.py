"""Steps of an environment per second beside PettingZoo's chess, and how a study scales over two processes."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.rows import Row
from surefoot.agents.environments import AecEnv
from surefoot.agents.state import TABLES
from surefoot.files.scenario import loads
from surefoot.studies.plan import read_plan
from surefoot.studies.running import rows_of
from surefoot.table.table import Table

STEPS = 2_000
# On each of three tables. About 18 moves a game: more than 100,000 moves, nine minutes on one process and on two.
GAMES = 8 if os.environ.get("SUREFOOT_BENCH_SHORT") else 2_000
# Number of parts of the study. Each runs on one process, then on two, so that a machine that is slow for a while slows both.
PARTS = 8


def agents() -> list[Row]:
    """Play at random with mask and observation; play a study on one process and on two."""
    ours = _steps(AecEnv(_twenty_pieces()))
    with warnings.catch_warnings():
        # It warns that its games will be made another way one day.
        warnings.simplefilter("ignore")
        from pettingzoo.classic import chess_v6

        chess = _steps(chess_v6.env())
    moves, one, two = 0, 0.0, 0.0
    for part in range(PARTS):
        judged, alone = _study(part, 1)
        moves, one, two = moves + judged, one + alone, two + _study(part, 2)[1]
    return [
        Row(
            "steps with mask and observation, 20 pieces",
            ours,
            "steps/s",
            "higher",
            aim=2_000,
            peer="PettingZoo chess",
            peer_value=chess,
        ),
        Row("a study of more than 100,000 moves, one process", moves / one, "moves/s", "higher"),
        Row("a study on two processes: share of linear", one / (2 * two), "", "higher", aim=0.8),
    ]


def _twenty_pieces() -> Table:
    """The reference table of Necromunda with twelve more pieces, mirrored like the others."""
    text = (TABLES / "necromunda-classic.yaml").read_text(encoding="utf-8")
    more = []
    for number, (x, y) in enumerate([(3, 1), (7, 6), (11, 2), (4, 14), (9, 5.5), (1, 13.5)]):
        for name, left, low in ((f"w{number}", x, y), (f"e{number}", 23.5 - x, 15.5 - y)):
            more.append(f"  - {{id: {name}, obstacle: {{rect: [{left}, {low}, 0.5, 0.5]}}, height: 1}}\n")
    return loads(text.replace("models:\n", "".join(more) + "models:\n"), "twenty").table


def _steps(env: Any, first: int = 0) -> float:
    """Steps per second of the processor, with moves at random."""
    random, steps, seed = Random(first), 0, first
    begun = time.process_time()
    while steps < STEPS:
        env.reset(seed=seed)
        seed += 1
        for _ in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
                continue
            env.step(int(random.choice(seen["action_mask"].nonzero()[0])))
            steps += 1
    return steps / (time.process_time() - begun)


def _study(part: int, workers: int) -> tuple[int, float]:
    """A part of the study as a user runs it, in a process of its own that knows nothing yet: the moves judged, and the seconds it took."""
    size = GAMES // PARTS
    with tempfile.TemporaryDirectory() as folder:
        plan, out = Path(folder) / "plan.yaml", Path(folder) / "out"
        plan.write_text(
            "tables: [necromunda-classic, necromunda-2023, dark-heresy-2e]\nplayers: {blue: [easy], red: [easy]}\n"
            f"seeds: {part * size}-{(part + 1) * size - 1}\nplanned: false\nrounds: 20\n"
        )
        command = [sys.executable, "-m", "surefoot", "study", str(plan), "-o", str(out)]
        begun = time.perf_counter()
        subprocess.run([*command, "--workers", str(workers)], check=True, capture_output=True)
        taken = time.perf_counter() - begun
        _, moves = rows_of(read_plan(str(plan)), out)
        return len(moves), taken
