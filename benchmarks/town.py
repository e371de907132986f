"""A plain town of twelve buildings with two storeys, in every ruleset: the first answer on new ground, and the next one."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import surefoot
from benchmarks.rows import Row
from surefoot.routes.over_levels.options import LevelOptions
from surefoot.routes.over_levels.reach import LevelReach
from surefoot.routes.over_levels.search import level_reach, level_reach_steps
from surefoot.table.table import Table

# The grid of the town: columns and rows of buildings, and how far they are apart.
_COLUMNS, _ROWS, _APART = 4, 3, 11.0
# A building: its width and depth, and the height of a storey.
_WIDTH, _DEPTH, _STOREY = 8.0, 7.0, 3.0


@dataclass(frozen=True)
class Townsman:
    """Who moves through the town in a ruleset, and by which action."""

    action: str
    profile: str
    # What a ruleset wants to know of a building, of the mover, and of the table.
    building: str = ""
    mover: str = ""
    scale: str = ""


TOWNSMEN = {
    "necromunda-classic": Townsman("move", "{M: 6, I: 4, T: 3, W: 1}"),
    "necromunda-2023": Townsman("move", "{M: 6, I: 4, T: 3, W: 1}"),
    "wh40k-10e": Townsman(
        "normal", "{M: 6, W: 2}", ", traits: {wh40k-10e: {type: ruins}}", ", keywords: [Infantry]"
    ),
    "dark-heresy-2e": Townsman(
        "full-move", "{S: 40, T: 40, Ag: 40, Per: 30, WP: 30}", ", tags: [simple]", scale="scale: 1"
    ),
    "gemini-arap": Townsman("move", "{M: 6, I: 4, ap: 3}", ", tags: [rough-stone]"),
}


def town(ruleset: str, number: int = 0) -> Table:
    """The town as a table."""
    return surefoot.loads(town_file(ruleset, number)).table


def town_file(ruleset: str, number: int = 0) -> str:
    """The town, with the mover in the street between the buildings in the middle. Towns of other numbers are new ground.

    Two platforms for each building, the upper one smaller; a ladder onto the first, and onto the second a ladder or stairs.
    The gaps between the first storeys are narrow enough to be leapt, along one axis.
    """
    man, west = TOWNSMEN[ruleset], 4 + 1e-3 * number
    lines = [
        f"ruleset: {ruleset}",
        man.scale,
        f"board: [{_COLUMNS * _APART + 4:g}, {_ROWS * _APART + 4:g}]",
        "terrain:",
    ]
    for k in range(_COLUMNS * _ROWS):
        x, y = west + _APART * (k % _COLUMNS), 4 + _APART * (k // _COLUMNS)
        lines += [
            f"  hall{k}: {{platform: {{rect: [{x:g}, {y:g}, {_WIDTH:g}, {_DEPTH:g}]}}, z: {_STOREY:g}, under: solid{man.building}}}",
            f"  loft{k}: {{platform: {{rect: [{x + 1:g}, {y + 3:g}, 4, 4]}}, z: {2 * _STOREY:g}, under: solid{man.building}}}",
            f"  ladder{k}: {{ladder: [[{x + 6:g}, {y - 0.02:g}], [{x + 6:g}, {y + 0.02:g}]], height: {_STOREY:g}}}",
        ]
        if k % 2:
            lines.append(
                f"  steps{k}: {{stairs: {{from: [{x + 6.5:g}, {y + 1:g}], to: [{x + 6.5:g}, {y + 5:g}]}}, width: 1.5, z: {_STOREY:g}, height: {_STOREY:g}}}"
            )
            lines.append(
                f"  landing{k}: {{platform: {{rect: [{x + 5:g}, {y + 5:g}, 2.5, 2]}}, z: {2 * _STOREY:g}, under: solid{man.building}}}"
            )
        else:
            lines.append(
                f"  upper{k}: {{ladder: [[{x + 3:g}, {y + 2.98:g}], [{x + 3:g}, {y + 3.02:g}]], z: {_STOREY:g}, height: {_STOREY:g}}}"
            )
    x, y = west + _APART * (_COLUMNS // 2) - 1.5, 4 + _APART + 1.0
    lines += [
        "models:",
        f"  kal: {{base: 25, at: [{x:g}, {y:g}], height: 1.5, side: red{man.mover}, profile: {man.profile}}}",
    ]
    return "\n".join(lines)


def plain_town() -> list[Row]:
    """A plain town of twelve buildings: reach on new ground, with one action and with three."""
    rows = []
    for ruleset, man in TOWNSMEN.items():
        # What has to be loaded once is loaded now.
        level_reach(town(ruleset, 9), "kal", man.action, LevelOptions(budget=1.0))
        for actions, aim in ((1, 0.5), (3, 2.0)):
            table = town(ruleset, actions)

            def asked(table: Table = table, action: str = man.action, actions: int = actions) -> LevelReach:
                return level_reach(table, "kal", action, LevelOptions(actions=actions))

            fresh = town(ruleset, 10 + actions)

            def begun(
                table: Table = fresh, action: str = man.action, actions: int = actions
            ) -> LevelReach | None:
                return next(level_reach_steps(table, "kal", action, LevelOptions(actions=actions)))

            name = f"town, {ruleset}, {actions} action{'s'[: actions - 1]}"
            rows += [
                Row(f"{name}: own floor on new ground", timed(begun), "s", "lower", 0.1),
                Row(f"{name}: on new ground", timed(asked), "s", "lower", aim),
                Row(f"{name}: again", timed(asked), "s", "lower", 0.01),
            ]
    return rows


def timed(work: Callable[[], object]) -> float:
    """The seconds that something takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
