"""What a mover sees near a place."""

from __future__ import annotations

import surefoot
from surefoot.referee.referee import ruleset_of
from surefoot.referee.scene import Scene
from surefoot.referee.view import View

TABLE = """
ruleset: necromunda-classic
board: [24, 16]
terrain:
  roof: {platform: {rect: [4, 4, 6, 4]}, z: 3}
  far: {platform: {rect: [20, 12, 3, 3]}, z: 3}
models:
  kal: {base: 25, at: [2, 2], profile: {M: 4, I: 4}}
  ben: {base: 25, at: [2, 4], profile: {M: 4, I: 4}}
"""


def test_views_of_places_beside_each_other_share_the_terrain_near_them() -> None:
    table = surefoot.loads(TABLE).table
    lens = ruleset_of(table).tariffs(table, "kal", "move")[0].lens
    kal, ben = (View(Scene(table), lens, who).around((x, 6.0)) for who, x in (("kal", 6.3), ("ben", 6.4)))

    assert kal.terrain is ben.terrain
    assert kal.support(3.0) is ben.support(3.0)
    assert [surface.id for surface in kal.surfaces] == ["board", "roof"]
