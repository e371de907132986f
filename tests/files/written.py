"""Scenario texts for tests: a small table, and one with every form that a file may use."""

from surefoot.files.problems import FileInvalid
from surefoot.files.scenario import Scenario, loads

YARD = """\
surefoot: 1
name: The yard
ruleset: tiny(base_support=centre)
options: {premeasure: on}
board: [48, 48]
environment: {light: dim, gravity: 0.5}
clock: {round: 2, phase: movement}
terrain:
  - {id: wall, wall: [[2, 3], [8, 3]], width: 0.25, height: 4, tags: ruined, face_tags: {north: [sheer]}}
  - {id: block, wall: [[1, 30], [3, 30], [3, 32]], height: 2, structure: keep}
  - {id: bend, obstacle: [[1, 10], [1, 14], [4, 14]], width: 0.5, height: 1}
  - {id: p, platform: {rect: [10, 4, 6, 4]}, z: 4, thickness: 0.25, supports: none, climbable: no}
  - {id: tower, platform: {rect: [40, 2, 4, 4]}, z: 3, under: solid}
  - {id: r, railing: [[10, 4], [16, 4]], on: p}
  - {id: l1, ladder: [10, 6], from: board, to: p, facing: 90}
  - {id: l2, ladder: [40, 4]}
  - {id: rope, rope: [[12, 8], [12, 7.5]], to: 4}
  - {id: hook, grapple: [44, 4], height: 3}
  - {id: pl, portable-ladder: [10, 7], z: 1, to: 4}
  - {id: s, stairs: {from: [20, 4], to: [16, 4]}, width: 2, height: 4}
  - {id: ramp, ramp: [[20, 44], [24, 44]], width: 1, height: 1}
  - {id: d, door: [[4, 3], [5, 3]], height: 2, state: [locked, closed]}
  - {id: win, window: [[6, 3], [7, 3]], sill: 1, height: 1.5}
  - {id: g, gap: {rect: [30, 30, 4, 4]}, depth: 4}
  - {id: hole, gap: {rect: [12, 5, 1, 1]}, depth: 1, on: p}
  - {id: lift, lift: {rect: [40, 40, 2, 2]}, shaft: [0, 8], z: 2}
  - {id: duct, ductway: [[1, 40], [5, 40]], width: 1}
  - {id: bog, area: [[20, 20], [22, 24], [24, 20]], tags: [difficult, wet], traits: {tiny: {depth: 2}}}
models:
  - {id: kal, base: 32, at: [14, 6, 4], height: 1.5, side: red, profile: {M: 5}, status: prone, statuses: [pinned]}
  - {id: buggy, hull: [4, 2], deck: 1.5, at: [6, 20], facing: 90, profile: {M: 7}, counters: {wounds: 1}}
  - {id: ana, base: 25, on: buggy.deck, at: [0.5, 0], profile: {M: 4}}
  - {id: ship, hull: [[-1, -2], [1, -2], [0, 2]], decks: {bow: {z: 1, outline: {rect: [-0.5, 0, 1, 1]}, tags: [wet]}},
     at: [30, 20], facing: 450}
  - {id: oval, base: {oval: [120, 92]}, at: [20, 30]}
  - {id: crate, base: {rectangle: [50, 100]}, at: [26, 30]}
  - {id: climber, base: 32, place: {kind: link, on: l1}, z: 2}
  - {id: bird, base: {round: 32}, at: [14, 6], z: 9, place: {kind: air, band: high}}
  - {id: late, base: 32, place: reserve}
  - {id: inside, base: 32, place: {kind: aboard, on: buggy}}
units:
  squad: {of: trooper, base: 32, count: 7, formation: [5, 2], at: [26, 10], gap: 0.5, facing: 90, side: blue,
          profile: {M: 6}, keywords: [brave]}
  pair: {models: [kal, ana], profile: {ap: 3}}
characters: {vex: {M: 4, side: red}}
objects:
  - {id: carried, portable-ladder: 6, carried-by: [kal, ana], weight: 2.5}
  - {id: chest, sort: loot, at: [15, 7, 4], base: 25}
notes: [{key: advanced, of: kal, lifetime: turn}, {key: wet, value: 3, lifetime: event, until: leaving the water}]
declare:
  - {who: kal, action: move, path: [[13, 6], {ladder: l1}, {to: [8, 6], manner: crawl}]}
  - {who: buggy, action: move, path: [{turn: 90}, {forward: 5}, {forward: 1}], reach: 2.5, swing: -90, times: 2, song: la,
     friends: [ana], careful: true, aim: [1, 2.5], extra: {deep: [1, 2]}}
  - {who: squad, action: charge, target: kal}
  - {who: [kal, ana], action: move, path: [{climb: [14, 6, 4]}, {leap: [1, 1]}, {jump: [2, 2]}, {walk: [3, 3]},
     {fly: [4, 4]}, {swim: [5, 5]}, {to: [41, 4], by: climb, on: tower}, {link: rope, to: [12, 7, 4]},
     {lift: lift, rise: -2}, {through: duct, to: [6, 40]}]}
  - {happen: fall, who: kal}
  - {tick: end-round}
answers: {move.any: 4}
dice: [3, {kal.move.any: [1, 2]}]
"""


def small(*lines: str, ruleset: str = "tiny") -> str:
    """A table with a fighter on it, and more lines."""
    return "\n".join(
        [f"ruleset: {ruleset}", "board: [24, 24]", "models:", "  - {id: kal, base: 32, at: [4, 4]}", *lines]
    )


def problems_of(text: str) -> list[str]:
    """What is wrong with a text: line, field and words; nothing if it is a scenario."""
    try:
        loads(text, "table.yaml")
    except FileInvalid as refused:
        return [f"{each.line} {each.field}: {each.says}" for each in refused.problems]
    return []


def read_yard() -> Scenario:
    """The scenario with every form."""
    return loads(YARD, "yard.yaml")
