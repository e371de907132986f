"""A downloaded log is opened again as a game of its own: with its lines, its open question and its dice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.server.serving import opened


def _asked(client: Any, game: dict[str, Any], kind: str, **fields: Any) -> dict[str, Any]:
    body = {"kind": kind, **fields}
    head = {"authorization": f"Bearer {game['token']}"}
    found: dict[str, Any] = client.post(f"/v1/games/{game['game']}/requests", json=body, headers=head).json()
    return found


def test_a_log_is_continued_where_it_ended_and_a_changed_one_is_refused(tmp_path: Path) -> None:
    with opened(tmp_path) as client:
        seats = {"host": {"sides": ["orange", "green"]}, "invite": []}
        game = client.post("/v1/games", json={"bundled": "gantry", "dice": "typed", **seats}).json()
        climb = {"who": "kal", "action": "move", "path": [[8.5, 6], {"ladder": "rungs"}]}
        assert _asked(client, game, "declare", id="a", seen=0, declaration=climb)["kind"] == "done"
        through = {"who": "vex", "action": "move", "path": [[11.5, 11.5]]}
        done = _asked(client, game, "declare", id="b", seen=1, declaration=through)
        assert done["announced"]["question"]["kind"] == "roll"
        head = {"authorization": f"Bearer {game['token']}"}
        log = client.get(f"/v1/games/{game['game']}/log", headers=head).text

        again = client.post("/v1/games", json={"log": log, "name": "Kept", "dice": "typed", **seats}).json()
        assert again["game"] != game["game"]
        now = _asked(client, again, "state", id="c")
        assert now["seq"] == 2
        assert now["hash"] == done["hash"]
        assert now["answer"]["question"]["kind"] == "roll"
        assert now["answer"]["state"]["models"]["kal"]["place"]["on"] == "catwalk"
        told = _asked(client, again, "replay", id="d")["answer"]["announced"]
        assert [each["entry"] for each in told] == ["declare", "declare"]
        assert told[0]["outcome"]["cost"] == 6
        assert _asked(client, again, "answer", id="e", seen=2, faces=[6])["seq"] == 3

        changed = log.replace("8500000", "8400000")
        assert changed != log
        refused = client.post("/v1/games", json={"log": changed, **seats})
        assert refused.status_code == 422
        assert refused.json()["problems"]
        assert client.post("/v1/games", json={"log": log, "bundled": "gantry"}).status_code == 422
