"""Tables for tests in the browser: small, and each with one story."""

from __future__ import annotations

# Up a ladder, then over a gap of two inches, three inches above the ground.
GAP = """\
name: The broken bridge
ruleset: necromunda-classic
options: {premeasure: true}
board: [18, 9]
terrain:
  - {id: near, platform: {rect: [5, 2, 4, 5]}, z: 3}
  - {id: far, platform: {rect: [11, 2, 5, 5]}, z: 3}
  - {id: rungs, ladder: [5, 4], from: board, to: near}
  - {id: vat, area: {rect: [1, 7.5, 4, 1]}, tags: [dangerous]}
models:
  - {id: kal, base: 25.4, at: [3.5, 4], side: orange, profile: {M: 8, I: 4, T: 3, W: 1}}
  - {id: grix, base: 25.4, at: [16.8, 1], side: green, profile: {M: 5, I: 4, T: 4, W: 1}}
"""

# A fighter on his back beside a wall, and a floor above the ground.
ALLEY = """\
name: The alley
ruleset: necromunda-classic
options: {premeasure: true}
board: [20, 12]
terrain:
  - {id: walkway, platform: {rect: [8, 3, 5, 4]}, z: 3}
  - {id: rungs, ladder: [8, 5], from: board, to: walkway}
  - {id: bricks, wall: [[2, 8.5], [8, 8.5]], width: 0.5, height: 4}
models:
  - {id: kal, base: 25.4, at: [6, 5], side: orange, profile: {M: 8, I: 4, T: 3, W: 1}}
  - {id: moth, base: 25.4, at: [3, 2], side: orange, status: [pinned], profile: {M: 5, I: 4, T: 3, W: 1}}
  - {id: grix, base: 25.4, at: [18, 10], side: green, profile: {M: 5, I: 4, T: 4, W: 1}}
"""

# Two vehicles and a fighter in the open.
PILE_UP = """\
name: The pile-up
ruleset: necromunda-classic
options: {premeasure: true}
board: [38, 28]
models:
  - {id: grinder, hull: [5, 3], at: [8, 8], facing: 90, side: orange, keywords: [vehicle],
     profile: {M: 10, front: 7, side: 5, rear: 4, hp: 4, handling: 6, Sv: 4}}
  - {id: van, hull: [5, 2.6], at: [20, 14], facing: 340, side: green, keywords: [vehicle],
     profile: {M: 8, front: 5, side: 5, rear: 4, hp: 3, handling: 6, Sv: 4}}
  - {id: kal, base: 25.4, at: [12, 22], side: orange, profile: {M: 6, I: 4, T: 3, W: 1}}
"""

# Ten soldiers beside their transport.
CARRIER = """\
name: The carrier
ruleset: wh40k-10e
board: [30, 22]
clock: {side: blue, phase: movement}
terrain:
  - {id: rampart, wall: [[20, 5], [27, 5]], width: 0.5, height: 4}
units:
  - {id: vanguard, of: soldier, base: 32, count: 10, formation: [5, 2], at: [5, 9], gap: 0.4, side: blue,
     keywords: [Infantry], profile: {M: 6}}
models:
  - {id: carrier, hull: [5, 3], at: [8, 17], facing: 90, side: blue, keywords: [Vehicle, Transport], profile: {M: 12},
     traits: {wh40k-10e: {capacity: {maximum: 12, allowed: [Infantry]}}}}
  - {id: brute, base: 60, at: [26, 16], side: orange, keywords: [Monster], profile: {M: 8}}
"""
