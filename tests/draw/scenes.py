"""Tables and outcomes to be drawn, and what can be measured on a page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from surefoot.dice.responders import Seeded
from surefoot.draw.layout import Page
from surefoot.files.scenario import Scenario, loads
from surefoot.referee.referee import move
from surefoot.referee.verdict import Outcome

Box = tuple[float, float, float, float]

EVERYTHING = """
ruleset: necromunda-classic
board: [36, 24]
terrain:
  - {id: near, platform: {rect: [2, 14, 7, 6]}, z: 3}
  - {id: upper, platform: {rect: [4, 16, 4, 4]}, z: 6}
  - {id: block, platform: {rect: [12, 14, 6, 6]}, z: 4, under: solid}
  - {id: top, platform: {rect: [22, 15, 5, 5]}, z: 9}
  - {id: parapet, wall: [[12, 19.8], [18, 19.8]], width: 0.4, height: 1, on: block}
  - {id: hole, gap: {rect: [14, 15, 2, 2]}, on: block, depth: 2}
  - {id: pit, gap: [[26, 4], [30, 3], [31, 6], [27, 7]], depth: 3}
  - {id: rungs, ladder: [2, 17], from: 0, to: 3}
  - {id: leaning, ladder: [[10.5, 18], [11.9, 18]], from: 0, to: 4}
  - {id: cable, rope: [22, 17], from: 0, to: 9}
  - {id: stair, stairs: {from: [20, 10], to: [16, 13.8]}, width: 2, height: 4}
  - {id: slope, ramp: {from: [6, 9], to: [6, 13.9]}, width: 2.5, height: 3}
  - {id: hoist, lift: {rect: [28, 16, 2.5, 2.5]}, z: 0, shaft: [0, 9]}
  - {id: vat, area: {rect: [1, 2, 3, 3]}, tags: [dangerous]}
  - {id: mire, area: {rect: [5, 2, 3, 3]}, tags: [difficult, dangerous]}
  - {id: rocks, area: {rect: [13, 2, 3, 3]}, tags: [impassable]}
  - {id: pond, area: {rect: [17, 2, 3, 3]}, labels: [water]}
  - {id: grass, area: {rect: [21, 2, 3, 3]}, labels: [grass]}
  - {id: pipe, obstacle: [[9, 7], [14, 7]], width: 0.5, height: 1}
  - {id: fence, wall: [[22, 8], [34, 8]], width: 0.3, height: 4}
  - {id: gate, door: [[24, 8], [25.5, 8]], state: [open], height: 2}
  - {id: shut, door: [[28, 8], [29.5, 8]], state: [closed], height: 2}
  - {id: pane, window: [[31, 8], [32.5, 8]], height: 1, sill: 1}
  - {id: rail, railing: [[22, 20], [27, 20]], height: 0.5, on: top}
  - {id: bulk, wall: [[34, 9.2], [34, 11.8]], width: 0.4, height: 3}
  - {id: duct, ductway: [[33, 10.5], [35, 10.5]], width: 1, height: 1}
  - {id: bunker, wall: [[34, 9.5], [34, 11.5]], width: 1, height: 2}
models:
  - {id: kal, base: 25.4, at: [5, 15], facing: 90, on: near, side: a, profile: {M: 6, I: 4}}
  - {id: lurker, base: 32, at: [4, 15.2], side: b, profile: {M: 5, I: 4}}
  - {id: thug, base: 32, at: [17, 15.4], on: block, side: b, status: [pinned], profile: {M: 5, I: 4}}
  - {id: bike, base: {oval: [75, 42]}, at: [13, 10], facing: 60, side: c, profile: {M: 5, I: 4}}
  - {id: cart, base: {rectangle: [50, 100]}, at: [23, 12], facing: 300, side: c, profile: {M: 5, I: 4}}
  - {id: tank, hull: [5, 3], at: [30.5, 13.4], facing: 80, deck: 1.5, side: d, profile: {M: 5, I: 4}}
  - {id: rider, base: 25.4, at: [0.4, 0], on: tank.deck, side: d, profile: {M: 5, I: 4}}
"""

GANTRY = """
ruleset: necromunda-classic
board: [24, 24]
terrain:
  - {id: near, platform: {rect: [6, 8, 5, 4]}, z: 4}
  - {id: far, platform: {rect: [14, 8, 5, 4]}, z: 4}
  - {id: rubble, area: {rect: [12, 3, 5, 3]}, tags: [difficult]}
models:
  - {id: kal, base: 25.4, at: [8.5, 10], on: near, side: a, profile: {M: 6, I: 4, T: 3, W: 1}}
  - {id: foe, base: 32, at: [20.6, 4.1], side: b, profile: {M: 5, I: 4, T: 3, W: 1}}
"""

CROWD = """
ruleset: wh40k-10e
board: [44, 30]
units:
  squad: {of: trooper, base: 32, count: 10, formation: [5, 2], at: [6, 6], gap: 0.5, side: a, profile: {M: 6}}
  horde: {of: cultist, base: 25, count: 30, formation: [10, 3], at: [26, 22], gap: 0.3, side: b, profile: {M: 6}}
models:
  - {id: captain, base: 40, at: [6, 12], side: a, profile: {M: 6}}
declare:
  - {who: squad, action: normal, plan: {shift: [3, 0]}}
"""

METRES = """
ruleset: dark-heresy-2e
scale: 2
board: [120, 80]
terrain:
  - {id: bog, area: {rect: [20, 10, 30, 20]}, tags: [mud]}
  - {id: tower, platform: {rect: [70, 40, 16, 16]}, z: 12, under: solid}
models:
  - {id: vex, base: 32, at: [15, 20], side: acolytes, profile: {Ag: 41, S: 30, T: 35, WP: 30}}
"""

LEAP = "declare: [{who: kal, action: move, path: [[9, 9.2], {leap: [14.6, 8.5]}]}]"
WALK = "declare: [{who: kal, action: move, path: [[9, 9], [10, 9]]}]"
TOO_FAR = "declare: [{who: foe, action: move, path: [[20.6, 20]]}]"


def scenario(text: str, *more: str) -> Scenario:
    return loads("\n".join([text, *more]))


def played(laid: Scenario, seed: str = "3") -> list[Outcome]:
    """Everything that is declared, made one after another."""
    found = []
    table = laid.table
    for declaration in laid.declarations:
        result = move(table, declaration, Seeded(seed))
        found.append(result)
        table = result.run.table
    return found


def overlapping(page: Page) -> list[tuple[str, str]]:
    """Texts of a page that lie on each other."""
    found = []
    for index, one in enumerate(page.texts):
        for other in page.texts[index + 1 :]:
            wide = min(one.left + one.width, other.left + other.width) - max(one.left, other.left)
            high = min(one.top + one.height, other.top + other.height) - max(one.top, other.top)
            if wide > 0.01 and high > 0.01:
                found.append((one.text, other.text))
    return found


def drawn_boxes(document: str) -> Iterator[tuple[str, Box]]:
    """Every element that no frame cuts off, with what it covers; texts are measured by the page."""
    yield from _boxes(ElementTree.fromstring(document))


def _boxes(element: ElementTree.Element) -> Iterator[tuple[str, Box]]:
    for child in element:
        tag = child.tag.rpartition("}")[2]
        if tag in ("defs", "title", "desc", "text"):
            continue
        box = _box(tag, child)
        assert box is not None, tag
        yield ElementTree.tostring(child, "unicode"), box


def _box(tag: str, element: ElementTree.Element) -> Box | None:
    def number(name: str) -> float:
        return float(element.get(name, "0"))

    if tag in ("rect", "svg"):
        return number("x"), number("y"), number("x") + number("width"), number("y") + number("height")
    if tag == "circle":
        x, y, radius = number("cx"), number("cy"), number("r")
        return x - radius, y - radius, x + radius, y + radius
    if tag == "path":
        points = re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", element.get("d", ""))
        xs, ys = [float(x) for x, _ in points], [float(y) for _, y in points]
        return min(xs), min(ys), max(xs), max(ys)
    return None
