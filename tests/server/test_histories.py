"""What clients saw under faults agrees with itself and with the log. `python -m tools.histories` does it at length."""

import asyncio
import random
from pathlib import Path

import pytest
from benchmarks.serving.cluster import Cluster, replicated
from benchmarks.serving.served import Served
from tools.histories.campaign import ON_SQLITE, Campaign
from tools.histories.checker import Event, faults
from tools.histories.machines import Machine


def test_every_kind_of_fault_breaks_no_promise(tmp_path: Path) -> None:
    served = Served(f"sqlite:///{tmp_path / 'games.db'}")
    _each_once(Campaign([served], random.Random(7), [*ON_SQLITE]))


@pytest.mark.usefixtures("cluster")  # PostgreSQL is installed
def test_two_servers_break_no_promise_while_their_databases_change_places() -> None:
    with replicated() as pair:
        url = pair.url()
        kinds = ["kill", "failover", "database-pause", "standby-gone", "database-restart", "failover"]
        _each_once(Campaign([Served(url), Served(url)], random.Random(7), kinds, pair))


def test_machines_are_upgraded_one_after_another_while_clients_play(cluster: Cluster) -> None:
    """The old one goes on beside the new one, whose schema has further columns; what clients can't repeat never fails."""
    url = cluster.database()
    machines = [Machine(url), Machine(url)]
    campaign = Campaign([*machines], random.Random(7), ["upgrade"])
    assert asyncio.run(campaign.run(2, len(machines))) == []
    assert campaign.made == ["upgrade", "upgrade"]
    assert campaign.lines >= 6
    # What a stopping server refuses is asked again, and nothing else failed.
    assert set(campaign.again) <= {"server/stopping"}
    # An old one that was not upgraded does not start any more.
    late = Machine(url)
    assert late.popen().wait(120) == 1


def _each_once(campaign: Campaign) -> None:
    kinds = campaign.kinds
    left, choose = [*kinds], campaign.chance.choice
    campaign.chance.choice = lambda _: left.pop() if _ is kinds else choose(_)  # type: ignore[method-assign, assignment]
    assert asyncio.run(campaign.run(2, len(kinds))) == []
    assert sorted(campaign.made) == sorted(kinds)
    assert campaign.lines >= len(kinds)


LOG = [(1, "a"), (2, "b")]
SEEN = [
    Event("o", "asked", "r1"),
    Event("o", "heard", line=1, hash="a"),
    Event("o", "done", "r1", 1, "a"),
    Event("g", "asked", "r2"),
    Event("g", "heard", line=1, hash="a"),
    Event("g", "heard", line=2, hash="b"),
]


def test_a_sound_history_has_no_fault() -> None:
    assert faults(SEEN, LOG, ["r1", ""]) == []


@pytest.mark.parametrize(
    ("more", "log", "requests", "kind"),
    [
        ([], [(1, "a")], ["r1"], "lost"),
        ([], [(1, "x"), (2, "b")], ["r1", ""], "diverged"),
        ([], LOG, ["r1", "r1"], "doubled"),
        ([Event("o", "done", "r1", 2, "b")], LOG, ["r1", ""], "doubled"),
        ([Event("o", "heard", line=1, hash="a")], LOG, ["r1", ""], "reordered"),
        ([Event("g", "known", line=1, hash="a")], LOG, ["r1", ""], "lost"),
        ([], LOG, ["r1", "r9"], "invented"),
        ([], [(2, "b"), (1, "a")], ["", "r1"], "reordered"),
    ],
)
def test_the_checker_finds_each_kind_of_broken_promise(
    more: list[Event], log: list[tuple[int, str]], requests: list[str], kind: str
) -> None:
    assert kind in {each.kind for each in faults([*SEEN, *more], log, requests)}
