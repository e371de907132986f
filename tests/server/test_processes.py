"""Several processes on one PostgreSQL: whoever sits at another one hears and may say the same."""

import asyncio
import contextlib
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator

import pytest
from benchmarks.serving.cluster import Cluster
from benchmarks.serving.matches import Match
from benchmarks.serving.served import Served, free_port
from starlette.websockets import WebSocketDisconnect

from tests.server.players import ALLEY, LADDER, VAT, Club, Player, club


@pytest.fixture(scope="module")
def both(cluster: Cluster) -> Iterator[tuple[Club, Club]]:
    """Two servers that know nothing of each other but the database: what judges there is another process."""
    url = cluster.database()
    with club(url) as here, club(url, workers=1) as there:
        yield here, there


def apart(both: tuple[Club, Club]) -> tuple[Player, Player, dict[str, str], dict[str, str]]:
    """Orange here and green there."""
    here, there = both
    orange = here.begin()
    green = there.join(orange["invitations"][0])
    return here.sit(orange), there.sit(green), orange, green


def hear_until(player: Player, kind: str, seq: int) -> None:
    while not any(frame["kind"] == kind and frame["seq"] == seq for frame in player.heard):
        player.hear()


def test_what_is_said_here_is_heard_there(both: tuple[Club, Club]) -> None:
    orange, green, _, _ = apart(both)
    told = orange.declare(LADDER)["announced"]
    hear_until(green, "announced", 1)
    assert green.heard[-1] == told
    assert green.declare(ALLEY)["seq"] == 2
    hear_until(orange, "announced", 2)
    assert (orange.hash, orange.state) == (green.hash, green.state)


def test_of_two_who_speak_at_once_in_two_places_one_is_told_that_he_was_too_late(
    both: tuple[Club, Club],
) -> None:
    orange, green, _, _ = apart(both)
    orange.send(kind="declare", id="o1", seen=0, declaration=LADDER)
    green.send(kind="declare", id="g1", seen=0, declaration=ALLEY)
    answers = {"o1": "", "g1": ""}
    for player, request in ((orange, "o1"), (green, "g1")):
        while not answers[request]:
            frame = player.hear()
            if frame.get("id") == request:
                answers[request] = frame["problem"]["code"] if frame["kind"] == "refused" else frame["kind"]
    assert sorted(answers.values()) == ["done", "state/stale"]
    late = orange if answers["o1"] != "done" else green
    assert late.declare(LADDER if late is orange else ALLEY)["seq"] == 2


def test_a_request_that_was_granted_here_is_answered_there_when_it_is_repeated(
    both: tuple[Club, Club],
) -> None:
    _, there = both
    orange, _, seat, _ = apart(both)
    first = orange.declare(LADDER, id="once")
    assert there.sit(seat).declare(LADDER, id="once", seen=0) == first


def test_consent_is_asked_for_and_given_across_processes(both: tuple[Club, Club]) -> None:
    orange, green, _, _ = apart(both)
    orange.declare(VAT)
    orange.ask("answer", roll=True)
    orange.ask("undo")
    hear_until(green, "proposed", 2)
    assert green.ask("consent", agree=True)["announced"]["entry"] == "undo"
    hear_until(orange, "announced", 3)
    assert orange.hash == green.hash


def test_a_seat_that_is_taken_away_here_is_lost_there(both: tuple[Club, Club]) -> None:
    here, _ = both
    _, green, seat, other = apart(both)
    assert here.as_(seat, "DELETE", f"seats/{other['seat']['id']}").status_code == 204
    with pytest.raises(WebSocketDisconnect):
        hear_until(green, "never", 0)


def test_games_go_on_when_postgresql_is_cut_off_under_the_server(cluster: Cluster) -> None:
    """Nothing that was acknowledged is lost, and nobody has to connect again."""

    async def run(http: str) -> None:
        matches = [await asyncio.to_thread(Match.begun, http) for _ in range(3)]
        for _ in range(2):
            playing = [asyncio.ensure_future(_steps(match, 6)) for match in matches]
            await asyncio.sleep(0.05)
            await asyncio.to_thread(cluster.stop)
            await asyncio.to_thread(cluster.start)
            await asyncio.gather(*playing)
        for match in matches:
            assert len(match.acknowledged) == 12
            match.check(await asyncio.to_thread(match.log))
            for seat in match.seats.values():
                await seat.leave()

    with Served(cluster.database()) as served:
        asyncio.run(run(served.http))


async def _steps(match: Match, count: int) -> None:
    for _ in range(count):
        await match.step()


def _figures(port: int) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=60) as answer:
        text: str = answer.read().decode()
        return text


def test_whichever_process_is_asked_tells_the_figures_of_all(cluster: Cluster) -> None:
    port = free_port()
    run = "from surefoot.cli import main; main()"
    command = (sys.executable, "-c", run, "serve", "--port", str(port), "--workers", "1")
    more = ("--database", cluster.database(), "--processes", "2", "--log", "error")
    served = subprocess.Popen([*command, *more])
    try:
        ends, found = time.monotonic() + 180, ""
        while len(set(re.findall(r'surefoot_workers_alive{process="(\d+)"} 1.0', found))) < 2:
            assert served.poll() is None, "the server has ended"
            assert time.monotonic() < ends, found
            with contextlib.suppress(OSError):
                found = _figures(port)
            time.sleep(0.2)
        asked = [line for line in found.splitlines() if line.startswith("surefoot_requests_total{")]
        assert all('process="' in line for line in asked)
        assert found.count("# TYPE surefoot_workers_alive gauge") == 1
    finally:
        served.send_signal(signal.SIGTERM)
        served.wait(60)
