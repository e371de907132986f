"""A vehicle that turns out of control stops with its corner on the edge of the board, not a hair beyond it."""

from __future__ import annotations

import pytest

from surefoot.dice.host import drive
from surefoot.dice.responders import Seeded
from surefoot.files.scenario import loads
from surefoot.geometry.kernel import bounds
from surefoot.referee.referee import started

VAN = """
ruleset: necromunda-classic
board: [24, 24]
models:
  van:
    {hull: [4, 2], height: 2, keywords: [vehicle], at: [1.779, 12], facing: 355, side: a,
     profile: {M: 6, handling: 5, locomotion: Wheeled, front: 6, side: 5, rear: 4, hp: 3}}
declare: [{who: van, happen: loses control}]
"""


@pytest.mark.parametrize("seed", range(12))
def test_a_vehicle_that_loses_control_beside_the_edge_stays_on_the_board(seed: int) -> None:
    laid = loads(VAN)
    run = drive(started(laid.declarations[0], laid.table), laid.table, Seeded(str(seed)))
    west, *_ = bounds(run.table.body("van").core)

    assert run.table.models["van"].place != laid.table.models["van"].place
    # Half the tolerance: places are kept in millionths, a facing in millionths of a degree.
    assert west > -0.00005
