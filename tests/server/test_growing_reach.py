"""A reach in parts: what is known comes at once, nothing is taken back, and the end is the whole answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import shapely
from benchmarks.town import town_file

from tests.browser.tables import GAP
from tests.server.players import Club, Player, club

# A model on new ground: some links are judged before the last floor is known.
TOWN_OPTIONS = "options: {premeasure: true}\n"
ASKED = {"who": "kal", "action": "move", "actions": 2, "step": 6}


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """A server that works in a process of its own: the search goes on there from part to part."""
    with club(f"sqlite:///{tmp_path_factory.mktemp('growing') / 'games.db'}", workers=1) as found:
        yield found


def _seated(here: Club, number: int) -> tuple[Player, dict[str, Any]]:
    seat = here.begin(bundled="", scenario=TOWN_OPTIONS + town_file("necromunda-2023", number))
    return here.sit(seat), seat


def _parts(player: Player, name: str) -> list[dict[str, Any]]:
    """All answers to a request; the last one says that no more follow."""
    found = []
    while not found or found[-1]["more"]:
        frame = player.hear()
        assert frame["kind"] == "looked", frame
        if frame["id"] == name:
            found.append({"more": False, **frame})
    return found


def _areas(answer: dict[str, Any]) -> dict[float, shapely.Geometry]:
    """What is reached on each level."""
    return {
        level["height"]: shapely.union_all(
            [shapely.make_valid(shapely.Polygon(ring)) for ring in level["bands"][-1]["rings"]]
        )
        for level in answer["levels"]
        if level["bands"] and level["bands"][-1]["rings"]
    }


def test_a_reach_grows_and_ends_as_the_whole_answer(there: Club) -> None:
    player, seat = _seated(there, 21)
    player.send(kind="reach", id="grow", partly=True, **ASKED)
    parts = _parts(player, "grow")
    assert len(parts) > 1
    assert len(parts[0]["answer"]["levels"]) == 1
    before: dict[float, shapely.Geometry] = {}
    for part in parts:
        now = _areas(part["answer"])
        assert all(
            height in now and area.difference(now[height].buffer(0.05)).area < 1e-6
            for height, area in before.items()
        )
        before = now
    whole = player.ask("reach", **ASKED)
    assert parts[-1]["answer"] == whole["answer"]
    over_http = there.as_(
        seat, "POST", "requests", json={"kind": "reach", "id": "h", "partly": True, **ASKED}
    )
    assert over_http.json()["answer"] == whole["answer"]


def test_a_search_ends_with_the_next_one_of_the_seat_and_with_a_change_of_the_table(there: Club) -> None:
    player, _ = _seated(there, 22)
    player.send(kind="reach", id="first", partly=True, **ASKED | {"actions": 3})
    assert player.hear()["more"]
    player.send(kind="reach", id="second", partly=True, **ASKED | {"actions": 3})
    assert _parts(player, "first")[-1]["answer"]["stopped"]
    player.send(
        kind="declare",
        id="moves",
        seen=player.seq,
        declaration={"who": "kal", "action": "move", "path": [[24.2, 17.5]]},
    )
    frames = []
    while not frames or frames[-1].get("id") != "second" or frames[-1].get("more"):
        frames.append(player.hear())
    assert "stopped" in frames[-1]["answer"]
    assert any(frame["kind"] == "done" for frame in frames)


def test_verdicts_do_not_wait_for_a_reach_by_chance(there: Club) -> None:
    player = _on_the_bridge(there)
    player.send(kind="reach", id="chances", who="kal", action="move", step=2, partly=True, chances=True)
    declaration = {"who": "kal", "action": "move", "path": [[7.5, 4]]}
    player.send(kind="preview", id="verdict", declaration=declaration)
    verdicts = 0
    while True:
        frame = player.hear()
        if frame["id"] == "verdict":
            verdicts += 1
            player.send(kind="preview", id="verdict", declaration=declaration)
        elif not frame.get("more"):
            break
    # The search on foot alone, without chances, leaves room for two or three.
    assert verdicts >= 8
    # Each level says how surely its places are reached: over the gap, half of them.
    chances = {each["chance"] for level in frame["answer"]["levels"] for each in level["chances"]}
    assert {"1", "1/2"} <= chances


def _on_the_bridge(there: Club) -> Player:
    """A fighter beside a gap, from which jumps, leaps and a climb lead on: a reach by chance takes seconds."""
    scenario = GAP.replace("at: [3.5, 4]", "at: [7, 4], on: near")
    return there.sit(there.begin(bundled="", scenario=scenario))


def test_what_cannot_be_answered_is_refused_at_once(there: Club) -> None:
    player, _ = _seated(there, 23)
    assert player.refused("reach", who="nobody", partly=True) == "question/wrong"
