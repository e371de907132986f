"""A server that is killed at any moment has lost nothing that anybody was told. `make bench` does it a thousand times."""

import asyncio
from pathlib import Path

import pytest
from benchmarks.serving.cluster import Cluster
from benchmarks.serving.killing import killed
from benchmarks.serving.served import Served


@pytest.mark.parametrize("kills", [7, pytest.param(50, marks=pytest.mark.campaign)])
def test_kills_lose_double_and_reorder_nothing(kills: int, tmp_path: Path) -> None:
    served = Served(f"sqlite:///{tmp_path / 'games.db'}")
    report = asyncio.run(killed(served, games=2, kills=kills, seed=kills))
    assert report.kills == kills
    assert report.lines >= kills * 2


def test_a_kill_that_takes_the_workers_too_loses_nothing(cluster: Cluster) -> None:
    served = Served(cluster.database(), workers=1)
    report = asyncio.run(killed(served, games=2, kills=1, seed=2))
    assert report.lines >= 2
