"""Tables drawn as text: a map for the ground and one for each level above it.

    ........          level 3
    .a..33B.          ......
    ....33..          .._B..

One character is a square of a stated size; the first line is the northern edge, the last one ends at y = 0.
Letters are models (small ones side a, capitals side b), `#` walls, `^` obstacles, `~` difficult and `!` dangerous
ground, `=` a gap, a digit a platform of that height. On a map headed `level 3` everything but `.` and space is floor
at that height, `_` bare floor. A letter stands on what is left of it in its line (right of it, if it is the first).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Any

from surefoot.files import scenario
from surefoot.records import dataclass
from surefoot.referee.protocol import Ruleset
from surefoot.table.table import Table

NOTHING = ". "
FLOOR = "_"
# What the signs are, as a scenario file would say it; `is` is the sort of terrain, `id` its first name.
SIGNS: Mapping[str, Mapping[str, Any]] = {
    "#": {"is": "wall", "id": "wall", "height": 3},
    "^": {"is": "obstacle", "id": "obstacle", "height": 1},
    "~": {"is": "area", "id": "difficult", "tags": ["difficult"]},
    "!": {"is": "area", "id": "dangerous", "tags": ["dangerous"]},
    "=": {"is": "gap", "id": "gap", "depth": 3},
}
# Sorts that stand at one spot instead of filling their squares.
UPRIGHT = ("ladder", "rope", "grapple", "portable-ladder")
# What a letter may stand on; a wall beside it is only beside it.
UNDERFOOT = ("area", "platform")
HEADING = re.compile(r"\s*level\s+(\d+(?:\.\d+)?)\s*:?\s*", re.IGNORECASE)

Square = tuple[int, int]


class NotDrawn(ValueError):
    """A picture that cannot be read: everything that is wrong with it."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


def table_from_ascii(
    ruleset: str | Ruleset,
    picture: str,
    legend: Mapping[str, Mapping[str, Any]] | None = None,
    *,
    size: float = 1.0,
    profile: Mapping[str, Any] | None = None,
    **fields: Any,
) -> Table:
    """The table that a picture shows, laid by its ruleset.

    `legend` says more about a sign: fields of a model for a letter, fields of terrain for any other sign, with its
    sort under `is` for one that has no meaning yet. `profile` is what every model has whose letter states none;
    all further fields (options, clock, …) are those of a scenario file.
    """
    text = json.dumps(scenario_from_ascii(ruleset, picture, legend, size=size, profile=profile, **fields))
    return scenario.loads(text, "the picture").table


def scenario_from_ascii(
    ruleset: str | Ruleset,
    picture: str,
    legend: Mapping[str, Mapping[str, Any]] | None = None,
    *,
    size: float = 1.0,
    profile: Mapping[str, Any] | None = None,
    **fields: Any,
) -> dict[str, Any]:
    """The same as the fields of a scenario file."""
    drawing = _Drawing(picture, dict(legend or {}), size, dict(profile or {}))
    found = drawing.read()
    if drawing.problems:
        raise NotDrawn(drawing.problems)
    name = ruleset if isinstance(ruleset, str) else ruleset.name
    return {"ruleset": name, **found, **fields}


@dataclass
class _Map:
    """One level: its height and its lines, all of one length."""

    height: float
    lines: list[str]

    def signs(self) -> Iterator[tuple[Square, str]]:
        """Every square that shows something, in reading order."""
        for row, line in enumerate(self.lines):
            for column, sign in enumerate(line):
                if sign not in NOTHING:
                    yield (column, row), sign


@dataclass
class _Drawing:
    picture: str
    legend: dict[str, Mapping[str, Any]]
    size: float
    profile: dict[str, Any]
    problems: list[str] = field(default_factory=list)
    terrain: dict[str, Any] = field(default_factory=dict)
    models: dict[str, Any] = field(default_factory=dict)
    rows: int = 0

    def read(self) -> dict[str, Any]:
        maps = self._maps()
        if self.problems:
            return {}
        self.rows = len(maps[0].lines)
        for level in maps:
            self._level(level)
        self._unused(maps)
        board = [len(maps[0].lines[0]) * self.size, self.rows * self.size]
        return {"board": board, "terrain": self.terrain, "models": self.models}

    def _maps(self) -> list[_Map]:
        found = [_Map(0.0, [])]
        lines = [line.rstrip() for line in self.picture.splitlines()]
        indent = min((len(line) - len(line.lstrip()) for line in lines if line), default=0)
        for line in lines:
            heading = HEADING.fullmatch(line)
            if heading is not None:
                found.append(_Map(float(heading[1]), []))
            elif line:
                found[-1].lines.append(line[indent:])
        if not found[0].lines:
            self.problems.append("the picture begins with the map of the ground, and there is none")
            return found
        width = max(len(line) for level in found for line in level.lines)
        for level in found:
            if len(level.lines) != len(found[0].lines):
                says = (
                    f"the map of level {level.height:g} has {len(level.lines)} lines, that of the ground has"
                )
                self.problems.append(f"{says} {len(found[0].lines)}")
            level.lines = [line.ljust(width, ".") for line in level.lines]
        return found

    def _unused(self, maps: list[_Map]) -> None:
        shown = [sign for level in maps for _, sign in level.signs()]
        self.problems += [
            f"the legend speaks of {sign!r}, which is nowhere in the picture"
            for sign in self.legend
            if sign not in shown
        ]

    # ------------------------------------------------------------------ one level

    def _level(self, level: _Map) -> None:
        squares: dict[str, list[Square]] = {}
        letters: dict[Square, str] = {}
        floor = [square for square, _ in level.signs()] if level.height else []
        for square, sign in level.signs():
            if sign.isalpha():
                letters[square] = sign
                under = self._under(level, square)
                if under:
                    squares.setdefault(under, []).append(square)
            elif sign != FLOOR:
                squares.setdefault(sign, []).append(square)
            elif not level.height:
                self.problems.append("the ground is floor everywhere; write . instead of _")
        on = self._floors(level, floor)
        for sign, where in squares.items():
            self._pieces(level, sign, where, on)
        for square, sign in letters.items():
            self._model(square, sign, on)

    def _under(self, level: _Map, square: Square) -> str:
        """The ground that a letter hides: what is left of it, or right of it at the beginning of a line."""
        column, row = square
        line = level.lines[row]
        beside = line[:column][::-1] or line[column + 1 :]
        sign = next((each for each in beside if not each.isalpha()), ".")
        return sign if sign.isdigit() or self._entry(sign).get("is") in UNDERFOOT else ""

    def _floors(self, level: _Map, squares: list[Square]) -> dict[Square, str]:
        """The platforms of a level; the squares that each takes up."""
        found: dict[Square, str] = {}
        for region in _regions(squares):
            name = self._name(f"level{level.height:g}")
            self.terrain[name] = {"platform": self._outline(region, name), "z": level.height}
            found |= dict.fromkeys(region, name)
        return found

    def _entry(self, sign: str) -> dict[str, Any]:
        return {**SIGNS.get(sign, {}), **self.legend.get(sign, {})}

    def _pieces(self, level: _Map, sign: str, squares: list[Square], on: dict[Square, str]) -> None:
        entry = self._entry(sign)
        if sign.isdigit():
            entry = {"is": "platform", "id": f"level{sign}", "z": level.height + int(sign), **entry}
        sort = entry.pop("is", "")
        if not sort:
            self.problems.append(
                f"nothing says what {sign!r} is; the legend may: {{{sign!r}: {{'is': 'wall'}}}}"
            )
            return
        first = entry.pop("id", sort)
        if sort == "gap" and level.height and "depth" not in self.legend.get(sign, {}):
            # A hole in a floor goes down to the ground.
            entry["depth"] = level.height
        for region in _regions(squares) if sort not in UPRIGHT else [[each] for each in squares]:
            name = self._name(first)
            where = self._centre(region[0]) if sort in UPRIGHT else self._outline(region, name)
            # What has a height of its own does not stand on anything.
            stands = {"on": on[region[0]]} if region[0] in on and "z" not in entry else {}
            self.terrain[name] = {sort: where, **stands, **entry}
            if sort == "platform":
                on |= dict.fromkeys(region, name)

    def _model(self, square: Square, sign: str, on: Mapping[Square, str]) -> None:
        entry = dict(self.legend.get(sign, {}))
        name = entry.pop("id", sign)
        if name in self.models:
            self.problems.append(f"{name!r} stands in two places")
            return
        standing = {"on": on[square]} if square in on else {}
        self.models[name] = {
            "base": 25,
            "side": "a" if sign.islower() else "b",
            "profile": self.profile,
            "at": self._centre(square),
            **standing,
            **entry,
        }

    # ------------------------------------------------------------------ squares and names

    def _name(self, first: str) -> str:
        names = [first, *(f"{first}-{number}" for number in range(2, len(self.terrain) + 3))]
        return next(name for name in names if name not in self.terrain)

    def _centre(self, square: Square) -> list[float]:
        return [(square[0] + 0.5) * self.size, (self.rows - square[1] - 0.5) * self.size]

    def _outline(self, region: list[Square], name: str) -> Any:
        corners = _corners(region)
        if corners is None:
            self.problems.append(f"{name} has a hole in it; draw it in two pieces, or the hole as a gap")
            return []
        return [[x * self.size, (self.rows - y) * self.size] for x, y in corners]


def _regions(squares: list[Square]) -> list[list[Square]]:
    """Squares that hang together by their sides, each region in reading order."""
    left = dict.fromkeys(squares)
    found: list[list[Square]] = []
    while left:
        first = next(iter(left))
        del left[first]
        region, edge = [first], [first]
        while edge:
            column, row = edge.pop()
            for beside in ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)):
                if beside in left:
                    del left[beside]
                    region.append(beside)
                    edge.append(beside)
        found.append(sorted(region, key=lambda square: (square[1], square[0])))
    return found


def _corners(region: list[Square]) -> list[Square] | None:
    """The outline of some squares, corner by corner; None if there is a hole in it."""
    # Every side that no other square shares, walked with the region on the right.
    sides: dict[Square, list[Square]] = {}
    for x, y in region:
        for start, end, beside in (
            ((x, y), (x + 1, y), (x, y - 1)),
            ((x + 1, y), (x + 1, y + 1), (x + 1, y)),
            ((x + 1, y + 1), (x, y + 1), (x, y + 1)),
            ((x, y + 1), (x, y), (x - 1, y)),
        ):
            if beside not in region:
                sides.setdefault(start, []).append(end)
    start = min(sides)
    here, before = start, (start[0], start[1] + 1)
    walked: list[Square] = []
    while True:
        walked.append(here)
        ways = sides[here]
        # Where two corners touch, keep to the right: the outline must not cross itself there.
        ahead = min(ways, key=lambda way: _turned(before, here, way))
        ways.remove(ahead)
        before, here = here, ahead
        if here == start:
            break
    if any(sides.values()):
        return None
    ring = [*walked[-1:], *walked, *walked[:1]]
    return [
        two
        for one, two, three in zip(ring, ring[1:], ring[2:], strict=False)
        if _turned(one, two, three) != 1
    ]


def _turned(one: Square, two: Square, three: Square) -> int:
    """0 for a turn to the right, 1 for straight on, 2 for a turn to the left, with y downwards."""
    across = (two[0] - one[0]) * (three[1] - two[1]) - (two[1] - one[1]) * (three[0] - two[0])
    return 0 if across > 0 else 1 if across == 0 else 2
