"""Paths that the referee grants and the planner once did not find, or only for more: each failed the law *granted is found*."""

from __future__ import annotations

import pytest

from surefoot.files.scenario import loads
from surefoot.geometry.tolerance import from_lattice
from surefoot.referee.referee import check
from surefoot.routes.over_levels.search import level_reach

GRANTED = {
    "a base that hangs over an edge climbs down from where it stands": """
ruleset: necromunda-classic
board: [60, 60]
terrain:
  slab0: {platform: {rect: [32.0, 28.5, 2.25, 1.5]}, z: 0.51, under: solid}
models:
  m0: {base: 40.005, height: 1.5, profile: {I: 5, T: 3, M: 5, W: 1}, at: [34.0, 27.5], side: a}
  m1: {base: 32.004, height: 1.5, profile: {T: 3, I: 6, M: 6, W: 1}, at: [34.0, 29.75], 'on': slab0, side: b}
declare: [{who: [m1], action: move, path: [{climb: [33.98783, 30.505308]}]}]
""",
    "the corner of a gap is walked over": """
ruleset: necromunda-2023
board: [60, 60]
terrain:
  pit0: {gap: {rect: [30.5, 27.25, 4.0, 3.0]}, depth: 2.0}
models:
  m0: {base: 40.005, height: 1.5, profile: {M: 7, W: 2, T: 3, I: 2}, at: [32.25, 26.5], side: a}
declare: [{who: [m0], action: move, path: [{jump: [29.565254, 28.964718]}]}]
""",
    "a base that hangs over one edge is off at once over another": """
ruleset: necromunda-2023
board: [60, 60]
terrain:
  gantry0: {platform: {rect: [30.75, 31.25, 5.0, 2.5]}, z: 1.0, thickness: 0.0}
models:
  m1: {base: 25.4, height: 1.5, profile: {M: 8, W: 2, T: 3, I: 4}, at: [31.0, 32.25], 'on': gantry0, side: a}
declare: [{who: [m1], action: move, path: [{jump: [31.002332, 36.24253]}]}]
""",
    "a free step hides nobody from the 1 inch rule": """
ruleset: necromunda-classic
board: [60, 60]
terrain:
  crate2: {platform: {rect: [38.0, 27.25, 2.5, 3.0]}, z: 0.5, under: solid}
models:
  m0: {base: 40.005, height: 1.5, profile: {T: 3, M: 8, I: 6, W: 2}, at: [38.25, 30.875], side: a}
  m1: {base: 25.4, height: 1.5, profile: {T: 3, W: 1, M: 5, I: 4}, at: [38.75, 29.25], 'on': crate2, side: b}
declare: [{who: [m0], action: move, path: [[38.26504, 34.877584]]}]
""",
    "a model that can fly goes straight through the air, up": """
ruleset: wh40k-10e
board: [60, 60]
terrain:
  crate0: {platform: {rect: [27.5, 29.0, 1.75, 2.5]}, z: 1.5, under: solid}
  crate2: {platform: {rect: [29.75, 29.0, 1.5, 1.0]}, z: 2.0, under: solid}
  top3: {platform: {rect: [30.0, 29.25, 1.25, 1.25]}, z: 4.01, under: solid, 'on': crate2}
models:
  m0: {base: 25.4, height: 1.5, profile: {M: 9}, keywords: [Fly, Infantry], at: [31.75, 30.0], side: a, unit: u0}
declare: [{who: [u0], action: normal, path: [[32.50484, 30.444559], [32.202475, 30.598991], [30.505878, 29.893146]]}]
""",
    "and down": """
ruleset: wh40k-10e
board: [60, 60]
terrain:
  ledge2: {platform: {rect: [32.0, 32.0, 2.25, 2.5]}, z: 3.5, thickness: 0.0}
models:
  m1: {base: 32.004, height: 1.5, profile: {M: 5}, keywords: [Fly, Infantry], at: [32.25, 33.5], 'on': ledge2, side: b, unit: u1}
declare: [{who: [u1], action: normal, path: [[31.257679, 32.371305]]}]
""",
    "a low piece on a low piece is ground": """
ruleset: wh40k-10e
board: [60, 60]
terrain:
  crate2: {platform: {rect: [31.0, 28.5, 3.0, 2.5]}, z: 0.5, under: solid}
  top3: {platform: {rect: [31.25, 28.75, 1.25, 1.25]}, z: 1.5, under: solid, 'on': crate2}
models:
  m0: {base: 40.005, height: 1.5, profile: {M: 7}, at: [31.5, 29.25], 'on': top3, side: a, unit: u0}
declare: [{who: [u0], action: normal, path: [[30.109295, 29.810276], [31.481311, 29.507652]]}]
""",
    "a hull high above engages nobody": """
ruleset: wh40k-10e
board: [60, 60]
terrain:
  ledge1: {platform: {rect: [31.25, 31.0, 2.75, 2.5]}, z: 6.0, thickness: 0.0}
models:
  m0: {base: 25.4, height: 1.5, profile: {M: 12}, keywords: [Infantry], at: [34.0, 35.75], side: a, unit: u0}
  m2: {hull: [4, 2], height: 2, keywords: [Vehicle, Transport], profile: {M: 10}, traits: {wh40k-10e: {capacity: {maximum: 6}}}, at: [31.75, 31.5], 'on': ledge1, facing: 180, side: b, unit: u2}
declare: [{who: [u0], action: normal, path: [[33.040786, 34.875477]]}]
""",
    "a low roof closes only the ground under it": """
ruleset: wh40k-10e
board: [60, 60]
terrain:
  block1: {platform: {rect: [29.0, 31.0, 2.25, 2.5]}, z: 1.5, under: solid}
  ledge2: {platform: {rect: [28.0, 31.0, 3.25, 2.5]}, z: 2.5, thickness: 0.0}
models:
  m0: {base: 40.005, height: 1.5, profile: {M: 7}, at: [33.25, 33.5], side: a, unit: u0}
  m3: {hull: [4, 2], height: 2, keywords: [Vehicle, Transport], profile: {M: 10}, traits: {wh40k-10e: {capacity: {maximum: 6}}}, at: [29.25, 29.5], facing: 90, side: b, unit: u3}
declare: [{who: [u0], action: normal, path: [[31.730924, 33.506184], [31.746756, 32.982933]]}]
""",
    "a model is no obstacle on a floor above its head": """
ruleset: gemini-arap
board: [60, 60]
terrain:
  wall0: {wall: {rect: [27.75, 31.25, 4.0, 0.5]}, height: 0.5, tags: [rough-stone]}
  floor1: {platform: {rect: [29.25, 27.75, 3.0, 6.0]}, z: 1.5, tags: [rough-stone]}
models:
  m2: {base: 40.005, height: 1.5, profile: {I: 3, ap: 1, M: 4}, at: [32.375, 31.5], facing: 180, side: b, unit: u1}
  m3: {base: 32.004, height: 1.5, profile: {M: 5, I: 3, ap: 3}, at: [27.125, 31.25], facing: 0, side: a, unit: u3}
declare: [{who: [u3], action: move, path: [[31.511702, 31.251669]]}]
""",
    "a model on low ground is beside a hull that stands lower": """
ruleset: wh40k-10e
board: [60, 60]
terrain:
  crate: {platform: {rect: [37.75, 29.5, 1.25, 2.25]}, z: 2.0, under: solid}
models:
  m0: {base: 32.004, height: 1.5, profile: {M: 12}, keywords: [Vehicle], at: [38.75, 33.25], side: a, unit: u0}
  m1: {hull: [3, 2], height: 2, keywords: [Vehicle], profile: {M: 8}, at: [38.25, 29.0], facing: 0, side: a, unit: u1}
declare: [{who: [u0], action: normal, path: [[38.490805, 31.11027]]}]
""",
    "low ground beside the path lifts nobody into a hull above it": """
ruleset: wh40k-10e
board: [60, 60]
terrain:
  floor: {platform: {rect: [27.5, 30.25, 4.5, 4.5]}, z: 3.0}
  gantry: {platform: {rect: [32.0, 32.25, 5.0, 2.0]}, z: 2.0, thickness: 0.25}
models:
  m0: {base: 40.005, height: 1.5, profile: {M: 5}, keywords: [Vehicle], at: [34.5, 31.5], side: a, unit: u0}
  m2: {hull: [3, 2], height: 2, keywords: [Vehicle], profile: {M: 8}, at: [31.75, 31.0], 'on': floor, facing: 0, side: a, unit: u2}
declare: [{who: [u0], action: normal, path: [[30.370027, 30.761729]]}]
""",
    "low ground beside an enemy lifts nobody out of its Engagement Range, only who stands on it": """
ruleset: wh40k-10e
board: [60, 60]
terrain:
  ledge: {platform: {rect: [28, 26, 4, 4]}, z: 6.0}
  crate: {platform: {rect: [27.5, 30, 3, 3]}, z: 2.0, under: solid}
models:
  m0: {base: 25.4, height: 1.5, profile: {M: 12}, keywords: [Infantry], at: [26, 29.25], side: a, unit: u0}
  foe: {base: 25.4, height: 1.5, profile: {M: 6}, at: [29, 29.4], 'on': ledge, side: b, unit: u1}
declare: [{who: [u0], action: normal, path: [[33, 29.25]]}]
""",
    "who stands exactly on the edge of ground that a low roof closes walks round its corner": """
ruleset: wh40k-10e
board: [60, 60]
terrain:
  low: {platform: {rect: [32.5, 30.25, 3.0, 1.75]}, z: 1.5, thickness: 0.0}
  high: {platform: {rect: [31.5, 30.75, 4.75, 2.0]}, z: 2.5, thickness: 0.0}
models:
  m0: {base: 32.004, height: 1.5, profile: {M: 8}, at: [35.5, 31.75], side: a, unit: u0}
declare: [{who: [u0], action: normal, path: [[35.503765, 33.261258], [35.315505, 33.276287]]}]
""",
    "a model that can fly bends round a block before it dives under a floor": """
ruleset: wh40k-10e
board: [60, 60]
terrain:
  block: {platform: {rect: [30.25, 27.75, 2.5, 2.5]}, z: 3.0, under: solid}
  ledge: {platform: {rect: [30.0, 27.75, 2.75, 2.5]}, z: 3.5, thickness: 0.0}
  gantry: {platform: {rect: [28.75, 32.0, 3.75, 1.5]}, z: 3.0, thickness: 0.0}
models:
  m0: {base: 25.4, height: 1.5, profile: {M: 11}, keywords: [Fly, Infantry], at: [30.75, 28.5], 'on': ledge, side: a, unit: u0}
declare: [{who: [u0], action: normal, path: [[29.521271, 30.621469], [29.53974, 31.519955]]}]
""",
    "one leg leads straight over two levels": """
ruleset: wh40k-10e
board: [60, 60]
terrain:
  ledge: {platform: {rect: [28.0, 32.75, 2.75, 2.5]}, z: 2.5, thickness: 0.0}
  gantry: {platform: {rect: [30.75, 32.5, 3.5, 1.5]}, z: 3.0, thickness: 0.0}
models:
  m1: {base: 32.004, height: 1.5, profile: {M: 11}, keywords: [Infantry], at: [33.75, 33.5], 'on': gantry, side: a, unit: u1}
declare: [{who: [u1], action: normal, path: [[27.339005, 35.910729]]}]
""",
    "a ladder at an edge is climbed by a model that comes from under the floor": """
ruleset: gemini-arap
board: [60, 60]
terrain:
  gantry: {platform: {rect: [31.0, 29.5, 4.25, 3.0]}, z: 2.0, thickness: 0.25, tags: [rough-stone]}
  rungs: {ladder: [33.125, 29.5], from: board, to: gantry}
models:
  m1: {base: 25.4, height: 1.5, profile: {I: 2, ap: 3, M: 6}, at: [32.0, 29.75], facing: 180, side: b, unit: u1}
declare: [{who: [u1], action: move, path: [[33.493376, 30.494046], {link: rungs}]}]
""",
    "a fighter that overlaps impassable ground beside a free step walks off it": """
ruleset: necromunda-classic
board: [60, 60]
terrain:
  wall: {wall: {rect: [29.25, 30.5, 0.1, 3.0]}, height: 2.0}
  floor: {platform: {rect: [27.75, 26.0, 3.0, 6.0]}, z: 1.5}
  waste: {area: {rect: [28.75, 27.0, 1.0, 4.0]}, 'on': floor, tags: [impassable]}
models:
  m1: {base: 25.4, height: 1.5, profile: {M: 6, I: 3, T: 3, W: 1}, at: [28.5, 27.0], 'on': floor, side: b}
declare: [{who: [m1], action: move, path: [[28.495974, 26.519305]]}]
""",
    "a model that overlaps a railing on low terrain walks off it": """
ruleset: wh40k-10e
board: [60, 60]
terrain:
  gantry: {platform: {rect: [29.25, 33.0, 4.5, 2.25]}, z: 2.0, thickness: 0.25}
  rail: {railing: [[29.25, 33.0], [33.75, 33.0]], height: 1.0, 'on': gantry}
models:
  m3: {base: 32.004, height: 1.5, profile: {M: 10}, keywords: [Infantry], at: [30.75, 33.25], 'on': gantry, side: a, unit: u3}
declare: [{who: [u3], action: normal, path: [[30.763566, 35.24793]]}]
""",
    "a low wall on a floor lifts no model that passes under the floor": """
ruleset: wh40k-10e
board: [60, 60]
terrain:
  gantry: {platform: {rect: [30.0, 27.75, 2.5, 1.5]}, z: 2.5, thickness: 0.0}
  wall: {wall: {rect: [31.25, 27.75, 3.75, 0.25]}, height: 2.0, 'on': gantry}
models:
  m1: {base: 32.004, height: 1.5, profile: {M: 12}, keywords: [Vehicle], at: [32.75, 23.5], side: a, unit: u1}
  m2: {hull: [3, 2], height: 2, keywords: [Vehicle], profile: {M: 8}, at: [31.75, 28.0], 'on': gantry, side: a, unit: u2}
declare: [{who: [u1], action: normal, path: [[29.798844, 28.140363]]}]
""",
    "a centre on the very edge of a low piece leaves it without having been lifted under the roof above": """
ruleset: wh40k-10e
board: [60, 60]
terrain:
  roof1: {platform: {rect: [31.5, 29.25, 1.75, 3.75]}, z: 1.49, thickness: 0.0}
  gantry2: {platform: {rect: [32.5, 28.0, 2.25, 2.0]}, z: 3.0, thickness: 0.25}
models:
  m0: {base: 40.005, height: 1.5, profile: {M: 7}, keywords: [Vehicle], at: [31.875, 29.25], side: a, unit: u0}
declare: [{who: [u0], action: normal, path: [[37.021833, 26.152001]]}]
""",
    "a floor is walked on above a ramp that ends beyond it": """
ruleset: wh40k-10e
board: [60, 60]
terrain:
  floor0: {platform: {rect: [28.5, 28.25, 3.0, 6.0]}, z: 2.5}
  flight3: {ramp: {from: [28.5, 33.0], to: [32.5, 33.0]}, width: 2.0, height: 2.5}
models:
  m0: {base: 32.004, height: 1.5, profile: {M: 11}, keywords: [Infantry], at: [30.25, 29.5], 'on': floor0, side: a, unit: u0}
declare: [{who: [u0], action: normal, path: [[30.23327, 33.489879]]}]
""",
    "a model on a low crate on a roof leaves the roof": """
ruleset: wh40k-10e
board: [60, 60]
terrain:
  roof: {platform: {rect: [31.25, 33.0, 3.0, 3.0]}, z: 3.0, under: solid}
  crate: {platform: {rect: [31.5, 33.25, 1.25, 1.25]}, z: 3.5, under: solid, 'on': roof}
models:
  m2: {base: 32.004, height: 1.5, profile: {M: 9}, keywords: [Infantry], at: [32.5, 34.25], 'on': crate, side: b, unit: u2}
declare: [{who: [u2], action: normal, path: [[32.495621, 31.243878]]}]
""",
    "a model on a low crate with its base over a gantry beside the roof is as high as the gantry": """
ruleset: wh40k-10e
board: [60, 60]
terrain:
  crate0: {platform: {rect: [31.25, 33.0, 3.0, 3.0]}, z: 2.01, under: solid}
  top1: {platform: {rect: [31.5, 33.25, 1.25, 1.25]}, z: 2.51, under: solid, 'on': crate0}
  gantry3: {platform: {rect: [29.5, 33.0, 4.0, 2.75]}, z: 2.5, thickness: 0.0}
models:
  m2: {base: 32.004, height: 1.5, profile: {M: 9}, keywords: [Fly, Infantry], at: [32.5, 34.25], 'on': top1, side: b, unit: u2}
declare: [{who: [u2], action: normal, path: [{climb: [32.495621, 31.243878]}]}]
""",
    "a fighter that overlaps impassable ground walks off it past its corner": """
ruleset: necromunda-2023
board: [60, 60]
terrain:
  waste: {area: {rect: [27.5, 29.5, 2.5, 2.5]}, tags: [impassable]}
models:
  m0: {base: 25.4, height: 1.5, profile: {T: 3, I: 2, M: 7, W: 1}, at: [27.4, 31.0], side: a}
declare: [{who: [m0], action: move, path: [[25.82907, 34.618612]]}]
""",
    "a fighter whose centre is on the very edge of impassable ground walks off it past its corner": """
ruleset: necromunda-2023
board: [60, 60]
terrain:
  waste: {area: {rect: [27.5, 29.5, 2.5, 2.5]}, tags: [impassable]}
models:
  m0: {base: 25.4, height: 1.5, profile: {T: 3, I: 2, M: 7, W: 1}, at: [27.5, 31.0], side: a}
declare: [{who: [m0], action: move, path: [[25.82907, 34.618612]]}]
""",
    "a climb leads over a narrow wall onto a deck that is a step higher": """
ruleset: necromunda-2023
board: [60, 60]
terrain:
  side2: {wall: {rect: [32.55, 33.0, 2.4, 0.2]}, height: 1.0}
models:
  m0: {base: 25.4, height: 1.5, profile: {T: 3, M: 5, W: 2, I: 5}, at: [33.75, 32.0], side: a}
  m2:
    height: 1.5
    keywords: [vehicle]
    profile: {M: 6, handling: 5, locomotion: Skimmer, front: 6, side: 5, rear: 4, hp: 3}
    hull: [3, 1.5]
    at: [33.75, 33.95]
    facing: 90
    side: a
declare: [{who: [m0], action: move, path: [{climb: [33.732068, 33.477287]}]}]
""",
    "a climb leads through a friend who stands where it ends, and on": """
ruleset: necromunda-2023
board: [60, 60]
terrain:
  slab0: {platform: {rect: [27.75, 30.75, 1.75, 3.25]}, z: 0.51, under: solid}
models:
  m0: {base: 25.4, height: 1.5, profile: {M: 6, W: 1, I: 2, T: 3}, at: [27.25, 32.5], side: a}
  m1: {base: 32.004, height: 1.5, profile: {W: 1, M: 8, I: 4, T: 3}, at: [28.75, 32.5], 'on': slab0, side: a}
declare: [{who: [m0], action: move, path: [{climb: [30.250747, 32.502548]}]}]
""",
    "a climb past a ledge that is a free step lower is up where the ledge carries the base, at a slant too": """
ruleset: necromunda-classic
board: [60, 60]
terrain:
  crate2: {platform: {rect: [27.75, 28.0, 2.5, 2.5]}, z: 0.5, under: solid}
  top3: {platform: {rect: [28.0, 28.25, 1.25, 1.25]}, z: 1.0, under: solid, 'on': crate2}
models:
  m1: {base: 32.004, height: 1.5, profile: {T: 3, W: 2, I: 2, M: 7}, at: [28.0, 27.5], side: a}
declare: [{who: [m1], action: move, path: [{climb: [28.730453, 28.608942]}]}]
""",
    "a climb leads onto a narrow crate with a second one on it that is a free step higher, and down from that": """
ruleset: necromunda-classic
board: [60, 60]
terrain:
  crate2: {platform: {rect: [34.0, 28.25, 1.25, 2.0]}, z: 0.51, under: solid}
  top3: {platform: {rect: [34.25, 28.5, 1.25, 1.25]}, z: 1.01, under: solid, 'on': crate2}
models:
  m1: {base: 32.004, height: 1.5, profile: {M: 8, W: 1, T: 3, I: 5}, at: [33.25, 28.25], side: a}
declare: [{who: [m1], action: move, path: [{climb: [37.258699, 30.23286]}]}]
""",
}


@pytest.mark.parametrize("scenario", GRANTED.values(), ids=GRANTED)
def test_what_is_granted_is_found_for_no_more(scenario: str) -> None:
    laid = loads(scenario)
    table, declaration = laid.table, laid.declarations[0]
    who = table.units[declaration.actor].models[0] if declaration.actor in table.units else declaration.actor
    outcome = check(table, declaration, nearest=False)
    pose, on = outcome.run.table.pose(who), outcome.run.table.models[who].place.on
    field = level_reach(table, who, declaration.action)
    cost = field.cost(pose.x, pose.y, on)

    assert outcome.verdict == "legal"
    assert cost is not None
    assert cost <= from_lattice(outcome.cost) + field.error
    assert field.route_to((pose.x, pose.y), on).found
