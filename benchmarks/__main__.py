"""Run every measurement, print a table, write benchmarks/latest.json."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.corpus_odds import corpus_odds
from benchmarks.judging import judged_moves
from benchmarks.odds import exact_odds
from benchmarks.routes import ways
from benchmarks.rows import Row
from benchmarks.serving.fairness import one_beside_another
from benchmarks.starting import starts
from benchmarks.wh40k import paths_in_ruins

MEASUREMENTS = (starts, judged_moves, exact_odds, corpus_odds, paths_in_ruins, ways, one_beside_another)


def main() -> int:
    """Measure, show, write."""
    rows: list[Row] = []
    for measure in MEASUREMENTS:
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
    target = Path(__file__).parent / "latest.json"
    target.write_text(json.dumps({"rows": [row.data() for row in rows]}, indent=2, ensure_ascii=False) + "\n")
    print(f"written to {target}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
