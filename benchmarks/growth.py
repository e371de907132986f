"""How the cost of finding the way grows: corners ×2, ×4, ×8 and budgets of 6, 12 and 24 inches, plotted for the manual.

python -m benchmarks.growth docs/pictures/growth.svg
"""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks.routes import best
from benchmarks.ruins import Ruins, board
from surefoot.geometry.search.anchor_search import Search

BUDGETS = (6.0, 12.0, 24.0)
FINER = (1, 2, 4, 8)
COLOURS = ("#0072b2", "#e69f00", "#009e73")


def measured() -> dict[float, list[tuple[int, float]]]:
    """For each budget, the time of a reach in milliseconds by how often each side of the terrain was cut."""
    ruins = board(3)
    found: dict[float, list[tuple[int, float]]] = {budget: [] for budget in BUDGETS}
    for finer in FINER:
        chart = ruins.chart(finer)
        search = Search(chart)
        for budget in BUDGETS:
            found[budget].append((finer, _time(search, ruins, budget)))
    return found


def _time(search: Search, ruins: Ruins, budget: float) -> float:
    search.settle(*ruins.middle, budget, None)
    return best(lambda: search.settle(*ruins.middle, budget, None), 5)


def drawn(found: dict[float, list[tuple[int, float]]]) -> str:
    """Both axes doubling from line to line: what grows in step is a straight line at 45 degrees."""
    import math

    least = min(taken for row in found.values() for _, taken in row)
    most = max(taken for row in found.values() for _, taken in row)
    low, high = math.floor(math.log2(least)), math.ceil(math.log2(most))
    tall = 300.0

    def at(finer: int, taken: float) -> tuple[float, float]:
        return 90 + 150 * math.log2(finer), 340 - tall * (math.log2(taken) - low) / (high - low)

    parts = ['<rect width="640" height="400" fill="#ffffff"/>']
    for power in range(low, high + 1):
        y = at(1, 2.0**power)[1]
        parts.append(f'<path d="M90 {y:.1f}H540" stroke="#a39c90" stroke-opacity="0.4"/>')
        parts.append(
            f'<text x="82" y="{y + 4:.1f}" text-anchor="end" font-size="11">{2.0**power:g} ms</text>'
        )
    for finer in FINER:
        x = at(finer, least)[0]
        parts.append(f'<text x="{x:.1f}" y="362" text-anchor="middle" font-size="11">×{finer}</text>')
    parts.append(
        '<text x="315" y="386" text-anchor="middle" font-size="12">corners of walls and areas</text>'
    )
    for colour, (budget, row) in zip(COLOURS, found.items(), strict=True):
        points = [at(*each) for each in row]
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        parts.append(f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="2.4"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>' for x, y in points]
        x, y = points[-1]
        parts.append(
            f'<text x="{x + 8:.1f}" y="{y + 4:.1f}" font-size="12" fill="{colour}">{budget:g}″</text>'
        )
    head = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 400" width="640" height="400" role="img" '
        'font-family="DejaVu Sans, Verdana, sans-serif" fill="#1b1b1b">'
    )
    title = "<title>Time of a reach by its budget and by the corners of the terrain</title>"
    return "\n".join([head, title, *parts, "</svg>", ""])


if __name__ == "__main__":
    figures = measured()
    for budget, row in figures.items():
        print(f"{budget:g} inches:", ", ".join(f"×{finer} {taken:.3f} ms" for finer, taken in row))
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(drawn(figures), encoding="utf-8")
