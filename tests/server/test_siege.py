"""Strangers attack and faults strike while honest clients play. `python -m tools.siege` does it for an hour."""

import asyncio
import random
from pathlib import Path

from tools.siege.siege import Siege, besieged, promises_broken


def test_a_short_siege_breaks_no_promise(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    with besieged(f"sqlite:///{database}", tmp_path) as server:
        siege = Siege(server, database, random.Random(31), storm=2.5, quiet=0.5, with_fault=1.0)
        asyncio.run(siege.run(15, storms=2))
        report = siege.report()
    assert list(promises_broken(report)) == []
    assert report["attacks"] >= 4
    assert sum(report["faults"].values()) >= 2
    # Every game went on, and nobody was refused anything.
    assert all(match.number > 5 for match in siege.matches)
    assert not report["previews refused"]
