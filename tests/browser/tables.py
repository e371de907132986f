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
