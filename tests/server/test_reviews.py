"""The review of a game over HTTP."""

from __future__ import annotations

from pathlib import Path

from tests.server.serving import opened


def test_a_seat_reviews_its_game_and_nobody_else_does(tmp_path: Path) -> None:
    with opened(tmp_path) as client:
        seats = {"host": {"sides": ["orange", "green"]}, "invite": []}
        game = client.post("/v1/games", json={"bundled": "gantry", "dice": "typed", **seats}).json()
        address, head = f"/v1/games/{game['game']}", {"authorization": f"Bearer {game['token']}"}
        through = {"who": "vex", "action": "move", "path": [[11.5, 11.5]]}
        body = {"kind": "declare", "id": "a", "seen": 0, "declaration": through}
        assert client.post(f"{address}/requests", json=body, headers=head).json()["kind"] == "done"
        answer = {"kind": "answer", "id": "b", "seen": 1, "faces": [6]}
        assert client.post(f"{address}/requests", json=answer, headers=head).json()["kind"] == "done"

        found = client.get(f"{address}/review", headers=head).json()
        assert [moment["n"] for moment in found["moments"]] == [1]
        assert found["sides"][0]["tests"]["made"] == 1
        assert found["sides"][0]["unluckier"]["about"] > 0
        assert client.get(f"{address}/review").status_code in (401, 403)
        assert (
            "path_says" not in client.get(f"{address}/review?paths=false", headers=head).json()["moments"][0]
        )
