"""The figures of `history.yaml` as a plot for the manual: how far each version is from its aim.

python -m benchmarks.history docs/pictures/speed.svg
"""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

DATA = Path(__file__).parent / "history.yaml"
# Columns of the picture: the names end here, the plot lies between these, the figures stand behind it.
NAMES, WEST, EAST, BEHIND = 292.0, 306.0, 560.0, 574.0
ROW, TOP = 26.0, 54.0
# The ends of the scale, in times the aim.
LEAST, MOST = 0.5, 32.0
OLD, NEW, SOFT = "#a39c90", "#0072b2", "#6b655c"


def drawn(data: dict[str, Any]) -> str:
    """One line for each figure: the older version as a ring, the newer one as a dot; left of the aim is better."""
    figures = data["figures"]
    height = TOP + ROW * len(figures) + 30
    parts = [f'<rect width="720" height="{height:g}" fill="#ffffff"/>']
    for times in (0.5, 1, 2, 4, 8, 16, 32):
        x, dark = _across(times), 1.0 if times == 1 else 0.35
        parts.append(
            f'<path d="M{x:.1f} {TOP - 12:g}V{height - 26:g}" stroke="{SOFT}" stroke-opacity="{dark:g}"/>'
        )
        says = "aim" if times == 1 else f"×{times:g}"
        parts.append(f'<text x="{x:.1f}" y="{TOP - 18:g}" text-anchor="middle" font-size="11">{says}</text>')
    for number, figure in enumerate(figures):
        parts += _row(figure, TOP + ROW * (number + 0.5))
    old, new = data["versions"][0], data["versions"][-1]
    parts += [
        f'<circle cx="{WEST:g}" cy="{height - 12:g}" r="4" fill="none" stroke="{OLD}" stroke-width="2"/>',
        f'<text x="{WEST + 10:g}" y="{height - 8:g}" font-size="11">{old}</text>',
        f'<circle cx="{WEST + 60:g}" cy="{height - 12:g}" r="4.5" fill="{NEW}"/>',
        f'<text x="{WEST + 70:g}" y="{height - 8:g}" font-size="11">{new}</text>',
    ]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 {height:g}" width="720" height="{height:g}" '
        'role="img" font-family="DejaVu Sans, Verdana, sans-serif" fill="#1b1b1b">'
    )
    title = f"<title>What people wait for, in times the aim: version {old} and version {new}</title>"
    return "\n".join([head, title, *parts, "</svg>", ""])


def _row(figure: dict[str, Any], y: float) -> list[str]:
    first, last = (
        _across(_times(figure, value)) for value in (figure["measured"][0], figure["measured"][-1])
    )
    told = " → ".join(f"{value:,g}" for value in figure["measured"])
    return [
        f'<text x="{NAMES:g}" y="{y + 4:g}" text-anchor="end" font-size="12">{figure["what"]}</text>',
        f'<path d="M{first:.1f} {y:g}H{last:.1f}" stroke="{OLD}" stroke-width="2"/>',
        f'<circle cx="{first:.1f}" cy="{y:g}" r="4" fill="#ffffff" stroke="{OLD}" stroke-width="2"/>',
        f'<circle cx="{last:.1f}" cy="{y:g}" r="4.5" fill="{NEW}"/>',
        f'<text x="{BEHIND:g}" y="{y + 4:g}" font-size="11" fill="{SOFT}">{told} {figure["unit"]}</text>',
    ]


def _times(figure: dict[str, Any], value: float) -> float:
    """How many times the aim a figure is; for figures of which more is better, the other way round."""
    aim = float(figure["aim"])
    return aim / value if figure.get("better") == "higher" else value / aim


def _across(times: float) -> float:
    share = math.log(min(MOST, max(LEAST, times)) / LEAST) / math.log(MOST / LEAST)
    return WEST + share * (EAST - WEST)


def read() -> dict[str, Any]:
    """The figures, by version."""
    data: dict[str, Any] = YAML(typ="safe").load(DATA.read_text(encoding="utf-8"))
    return data


if __name__ == "__main__":
    picture = drawn(read())
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(picture, encoding="utf-8")
    else:
        sys.stdout.write(picture)
