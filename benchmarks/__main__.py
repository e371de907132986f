"""Run every measurement, or those that are named; print a table, write benchmarks/latest.json.

    python -m benchmarks served_games killed_servers

What was not measured this time stays in the file as it was.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.agents import agents
from benchmarks.bringing import brought
from benchmarks.browsing.alone import page_alone
from benchmarks.browsing.page import page_waits
from benchmarks.corpus_odds import corpus_odds
from benchmarks.crowded import crowded_board
from benchmarks.hulls import turned_hulls
from benchmarks.judging import judged_moves
from benchmarks.levels import over_levels
from benchmarks.odds import exact_odds
from benchmarks.routes import ways
from benchmarks.rows import Row
from benchmarks.serving.fairness import one_beside_another
from benchmarks.serving.load import killed_servers, served_games
from benchmarks.serving.many_games import many_games
from benchmarks.single_moves import single_moves
from benchmarks.starting import starts
from benchmarks.town import plain_town
from benchmarks.wh40k import paths_in_ruins

MEASUREMENTS = (
    *(starts, brought, judged_moves, exact_odds, single_moves, corpus_odds, paths_in_ruins, ways),
    *(over_levels, plain_town, crowded_board, turned_hulls, one_beside_another, served_games, killed_servers),
    *(many_games, page_waits, page_alone, agents),
)
LATEST = Path(__file__).parent / "latest.json"


def main() -> int:
    """Measure, show, write."""
    known = {measure.__name__: measure for measure in MEASUREMENTS}
    wanted = sys.argv[1:]
    unknown = [name for name in wanted if name not in known]
    if unknown:
        print(f"no measurement {unknown[0]!r}; there are: {', '.join(known)}", file=sys.stderr)
        return 2
    rows: list[Row] = []
    for measure in [known[name] for name in wanted] or MEASUREMENTS:
        print(
            f"… {measure.__doc__.splitlines()[0] if measure.__doc__ else measure.__name__}", file=sys.stderr
        )
        rows += measure()
    shown = Table("what", "value", "unit", "aim", "peer", "peer's", "times better")
    for row in rows:
        cells = (row.aim, row.peer, row.peer_value, row.ratio)
        texts = [f"{cell:.4g}" if isinstance(cell, float) else str(cell or "") for cell in cells]
        shown.add_row(row.name, f"{row.value:,.4g}", row.unit, *texts)
    Console().print(shown)
    measured = [row.data() for row in rows]
    kept = [row for row in _written() if row["name"] not in {row.name for row in rows}] if wanted else []
    LATEST.write_text(json.dumps({"rows": [*kept, *measured]}, indent=2, ensure_ascii=False) + "\n")
    print(f"written to {LATEST}", file=sys.stderr)
    return 0


def _written() -> list[dict[str, Any]]:
    """What was measured before."""
    rows: list[dict[str, Any]] = json.loads(LATEST.read_text())["rows"] if LATEST.exists() else []
    return rows


if __name__ == "__main__":
    sys.exit(main())
