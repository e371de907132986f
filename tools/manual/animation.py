"""The animated picture of one move: the base follows its path while the ledger counts up. CSS only, no script."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import surefoot
from surefoot.draw.ink import digits, element, line
from surefoot.draw.layout import Frame, lay_out
from surefoot.draw.looks import TRACKS
from surefoot.draw.marks import token
from surefoot.draw.pen import Pen
from surefoot.draw.picture import Point
from surefoot.draw.svg import drawn
from surefoot.language.speaker import percent
from surefoot.referee.protocol import find

FILE = Path(__file__).parent.parent.parent / "docs" / "examples" / "one-move.yaml"
WIDTH = 720.0
LEFT = 18.0
ROW = 22.0
# Seconds: before the first step, for an inch, for the test, after the last step.
BEFORE, FOR_AN_INCH, FOR_A_TEST, AFTER = 0.8, 0.45, 2.4, 3.5


@dataclass
class Film:
    """Elements and the keyframes that move them; without motion every element stands as at the end."""

    length: float
    parts: list[str] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)

    def share(self, second: float) -> str:
        """A moment as a percentage of the whole film."""
        return f"{100 * second / self.length:.2f}%"

    def keyed(self, name: str, frames: list[tuple[float, str]]) -> None:
        """Animate the element of a class: declarations at moments."""
        steps = " ".join(f"{self.share(second)} {{ {style} }}" for second, style in frames)
        self.rules.append(f"@keyframes {name} {{ {steps} }}")
        self.rules.append(f".{name} {{ animation: {name} {self.length:.2f}s linear infinite; }}")

    def shown(self, name: str, begin: float, end: float | None = None) -> None:
        """Show an element from one moment to another; without an end, until the film begins again."""
        frames = [(0.0, "opacity: 0"), (begin, "opacity: 0"), (begin + 0.01, "opacity: 1")]
        if end is not None:
            frames += [(end, "opacity: 1"), (end + 0.01, "opacity: 0")]
        self.keyed(name, [*frames, (self.length, f"opacity: {0 if end is not None else 1}")])

    def write(self, text: str, x: float, y: float, name: str, pen: Pen, **more: object) -> None:
        """A text of the ledger, by its baseline."""
        given = {"font_size": 13, "fill": pen("ink"), **more}
        opening = element("text", x=x, y=y, class_=name, **given).removesuffix("/>")
        self.parts.append(f"{opening}>{escape(text)}</text>")


def animated(*, dark: bool = False) -> str:
    """The move of docs/examples/one-move.yaml as an animated SVG."""
    scenario = surefoot.load(FILE)
    declaration = scenario.declarations[0]
    who = declaration.actor
    result = surefoot.move(scenario.table, declaration, surefoot.script(scenario.answers))
    told = surefoot.data(result)
    strides, test = told["ledger"], told["tests"][0]
    risky = next(index for index, each in enumerate(strides) if each["what"] == test["what"])
    begun, ended, clock = [], [], BEFORE
    for index, stride in enumerate(strides):
        clock += FOR_A_TEST if index == risky else 0.0
        begun.append(clock)
        clock += stride["length"] * FOR_AN_INCH
        ended.append(clock)
    pen = Pen(dark)
    film = Film(clock + AFTER)
    empty = surefoot.picture(_without(who).table, whole=True, title=_headline(scenario.table, told))
    page = lay_out(empty, WIDTH)
    top = page.height
    page.height += ROW * (len(strides) + 2.4)
    frame = page.frames[0]
    _path(film, frame, strides, begun, ended, pen)
    _token(film, frame, scenario.table, who, (strides, begun, ended), pen)
    _ledger(film, strides, ended, top, pen)
    _test(film, test, begun[risky], top + ROW * (len(strides) + 1.9), pen)
    style = ["<style>", "@media (prefers-reduced-motion: no-preference) {", *film.rules, "}", "</style>"]
    picture = drawn(page, empty, dark=dark).rstrip().removesuffix("</svg>")
    return "\n".join([picture.rstrip(), *style, *film.parts, "</svg>", ""])


def _headline(table: surefoot.Table, told: dict[str, Any]) -> str:
    allowed = told["ledger"][0]["of"]
    return (
        f"{told['declaration']['who']} moves · Movement {allowed:g}″ · {find(table.ruleset).catalogue.title}"
    )


def _without(who: str) -> surefoot.Scenario:
    """The same table without the model that moves."""
    from ruamel.yaml import YAML

    data = YAML(typ="safe").load(FILE.read_text(encoding="utf-8"))
    data["models"] = [each for each in data["models"] if each["id"] != who]
    return surefoot.loads(json.dumps({key: data[key] for key in data if key not in ("declare", "dice")}))


def _point(frame: Frame, place: list[float]) -> Point:
    return frame.point(place[0], place[1])


def _path(
    film: Film,
    frame: Frame,
    strides: list[dict[str, Any]],
    begun: list[float],
    ended: list[float],
    pen: Pen,
) -> None:
    """The path, drawn stride by stride."""
    for index, stride in enumerate(strides):
        ends = [_point(frame, stride["from"]), _point(frame, stride["to"])]
        colour, _ = TRACKS[stride["what"]]
        name = f"stride-{index}"
        film.parts.append(
            element(
                "path",
                d=line(ends),
                class_=name,
                pathLength=1,
                fill="none",
                stroke=pen(colour),
                stroke_width=3.0,
                stroke_dasharray="1",
                stroke_dashoffset=0,
            )
        )
        hidden, whole = "stroke-dashoffset: 1", "stroke-dashoffset: 0"
        frames = [(0.0, hidden), (begun[index], hidden), (ended[index], whole), (film.length, whole)]
        film.keyed(name, frames)


def _token(
    film: Film,
    frame: Frame,
    table: surefoot.Table,
    who: str,
    timed: tuple[list[dict[str, Any]], list[float], list[float]],
    pen: Pen,
) -> None:
    """The base and its name, standing where the move ends."""
    strides, begun, ended = timed
    shown = next(each for each in surefoot.picture(table, whole=True).tokens if each.name == who)
    start, goal = _point(frame, strides[0]["from"]), _point(frame, strides[-1]["to"])
    moved = f"translate({digits(goal[0] - start[0])}px, {digits(goal[1] - start[1])}px)"
    label = element(
        "text",
        x=start[0],
        y=start[1] + 4.0,
        font_size=11,
        font_weight=700,
        text_anchor="middle",
        fill=pen("paper"),
    ).removesuffix("/>")
    film.parts += [
        f'<g class="mover" style="transform: {moved}">',
        *token(pen, shown, frame),
        f"{label}>{escape(who)}</text>",
        "</g>",
    ]

    def to(place: list[float]) -> str:
        x, y = _point(frame, place)
        return f"transform: translate({digits(x - start[0])}px, {digits(y - start[1])}px)"

    frames = [(0.0, to(strides[0]["from"]))]
    for index, stride in enumerate(strides):
        frames += [(begun[index], to(stride["from"])), (ended[index], to(stride["to"]))]
    film.keyed("mover", [*frames, (film.length, to(strides[-1]["to"]))])


def _ledger(film: Film, strides: list[dict[str, Any]], ended: list[float], top: float, pen: Pen) -> None:
    """One line for each stride, and the running total below."""
    for index, stride in enumerate(strides):
        y = top + ROW * (index + 0.6)
        rate = "" if stride["rate"] == 1 else f" × {stride['rate']:g}"
        ruleset, _, bare = stride["clause"].partition("/")
        columns: tuple[tuple[float, str, dict[str, str]], ...] = (
            (LEFT, f"{stride['what'].capitalize()} {stride['length']:g}″{rate}", {}),
            (190.0, f"{stride['cost']:g}″", {"text_anchor": "end"}),
            (212.0, find(ruleset).catalogue[bare].title, {"fill": pen("soft")}),
        )
        for x, text, more in columns:
            film.write(text, x, y, f"line-{index}", pen, **more)
        film.shown(f"line-{index}", ended[index])
    y = top + ROW * (len(strides) + 0.8)
    film.write("Total", LEFT, y, "total", pen, font_weight=700)
    totals = [
        (BEFORE, "0″"),
        *((end, f"{each['total']:g}″") for end, each in zip(ended, strides, strict=True)),
    ]
    for index, (begin, text) in enumerate(totals):
        last = index == len(totals) - 1
        hidden = {} if last else {"opacity": 0}
        film.write(text, 190.0, y, f"total-{index}", pen, font_weight=700, text_anchor="end", **hidden)
        film.shown(f"total-{index}", begin if index else 0.0, None if last else totals[index + 1][0])


def _test(film: Film, test: dict[str, Any], rolled: float, y: float, pen: Pen) -> None:
    """The test at the edge: its target and its chance, then the die."""
    odds = percent(Fraction(test["odds"]))
    film.write(f"{test['what'].capitalize()} test: needs {test['needs']} ({odds})", LEFT, y, "needs", pen)
    face, passed = test["rolled"][0], "passed" if test["passed"] else "failed"
    film.write(f"rolled {face}: {passed}", 230.0, y, "rolled", pen, font_weight=700, fill=pen("leap"))
    film.shown("needs", rolled - FOR_A_TEST + 0.2)
    film.shown("rolled", rolled - FOR_A_TEST / 2)
