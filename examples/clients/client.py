"""A complete client of a Surefoot server: asks the referee without a game, then plays a short one against itself.

    pip install websockets
    python client.py http://127.0.0.1:8040

HTTP needs only the standard library; for the WebSocket it needs the package `websockets`.
"""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import json
import sys
import urllib.error
import urllib.request
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

Json = dict[str, Any]


class Refused(Exception):
    """The server refused a request; `problem["code"]` is the stable reason."""

    def __init__(self, problem: Json) -> None:
        super().__init__(f"{problem['code']}: {problem['detail']}")
        self.problem = problem


def ask(server: str, address: str, body: Json) -> Json:
    """One request over HTTP; raises Refused with the problem details."""
    request = urllib.request.Request(
        server + address, json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request) as answer:
            found: Json = json.loads(answer.read())
            return found
    except urllib.error.HTTPError as error:
        with error:
            raise Refused(json.loads(error.read())) from None


def merged(before: Any, patch: Any) -> Any:
    """Apply a JSON merge patch (RFC 7396): null removes, objects merge, everything else replaces."""
    if not isinstance(patch, dict):
        return patch
    found = dict(before) if isinstance(before, dict) else {}
    for key, value in patch.items():
        if value is None:
            found.pop(key, None)
        else:
            found[key] = merged(found.get(key), value)
    return found


class Player:
    """A seat in a game: keeps the state up to date, and reconnects by itself."""

    def __init__(self, server: str, seat: Json) -> None:
        self.address = f"ws{server.removeprefix('http')}/v1/games/{seat['game']}/socket"
        self.token = seat["token"]
        self.name = seat["seat"]["id"]
        self.ids = itertools.count(1)
        self.socket: ClientConnection | None = None
        self.seq = 0
        self.hash = ""
        self.state: Json | None = None
        self.question: Json | None = None
        self.over: Json | None = None

    async def sit_down(self) -> None:
        """Connect and say hello; with a known state, get only the missed lines."""
        self.socket = await connect(self.address, max_size=None)
        hello: Json = {"kind": "hello", "token": self.token}
        if self.state is not None:
            hello["resume"] = self.seq
        await self.socket.send(json.dumps(hello))
        welcome = await self.next()
        await self.hear(welcome["seq"])

    async def get_up(self) -> None:
        """Disconnect; the game continues, and the seat stays ours."""
        if self.socket is not None:
            await self.socket.close()
            self.socket = None

    async def next(self) -> Json:
        """Receive the next frame and apply it to the state."""
        assert self.socket is not None
        frame: Json = json.loads(await self.socket.recv())
        if frame["kind"] == "welcome" and frame.get("state") is not None:
            self.seq, self.hash, self.state = frame["seq"], frame["hash"], frame["state"]
            self.question = frame.get("question")
        elif frame["kind"] == "over":
            self.over = frame
        news = frame.get("announced") if frame["kind"] == "done" else frame
        if news is not None and news["kind"] == "announced" and news["seq"] == self.seq + 1:
            whole = news.get("state")
            self.state = whole if whole is not None else merged(self.state, news["patch"])
            self.seq, self.hash, self.question = news["seq"], news["hash"], news.get("question")
        return frame

    async def hear(self, seq: int) -> None:
        """Receive frames up to a known line; a program with a screen receives all the time."""
        while self.seq < seq:
            await self.next()

    async def ask(self, kind: str, **fields: Any) -> Json:
        """Send a request and wait for its answer.

        If the connection is lost, send it again with the same id: the server answers it without executing it twice.
        """
        if self.socket is None:
            # After reconnecting, first receive the missed lines.
            await self.sit_down()
        request = {"kind": kind, "id": f"{self.name}-{next(self.ids)}", **fields}
        if kind in ("declare", "answer", "undo", "finish", "consent", "override"):
            request["seen"] = self.seq
        while True:
            try:
                if self.socket is None:
                    await self.sit_down()
                assert self.socket is not None
                await self.socket.send(json.dumps(request))
                while (frame := await self.next()).get("id") != request["id"]:
                    pass
            except ConnectionClosed:
                self.socket = None
                await asyncio.sleep(0.2)
                continue
            if frame["kind"] == "refused":
                raise Refused(frame["problem"])
            return frame

    async def declare(self, **declaration: Any) -> Json:
        """Declare a move, roll its dice, and return the last announced frame."""
        frame = await self.ask("declare", declaration=declaration)
        while self.question is not None:
            how = "roll" if self.question["kind"] == "roll" else "settled"
            frame = await self.ask("answer", **{how: True})
        announced: Json = frame["announced"]
        return announced


# ---------------------------------------------------------------------- what it is used for


GAP: Json = {
    "ruleset": "necromunda-classic",
    "board": [16, 8],
    "terrain": {
        "near-roof": {"platform": {"rect": [1, 2, 5, 4]}, "z": 3},
        "far-roof": {"platform": {"rect": [8, 2, 5, 4]}, "z": 3},
    },
    "models": {
        "kal": {
            "base": 25.4,
            "at": [4, 4],
            "on": "near-roof",
            "side": "blue",
            "profile": {"M": 6, "I": 4, "T": 3, "W": 1},
        }
    },
}
LEAP: Json = {"who": "kal", "action": "move", "path": [{"leap": [8.5, 4]}]}


def without_a_game(server: str) -> None:
    """Questions without a game: the cost of a move, its exact odds, and the errors of a bad one."""
    (outcome,) = ask(server, "/v1/check", {"scenario": GAP, "declare": LEAP})["outcomes"]
    print(f"leap: {outcome['verdict']}, costs {outcome['cost']} inches")
    for line in outcome["ledger"]:
        print(f"  {line['what']} {line['length']} [{line['clause']}]")
    (odds,) = ask(server, "/v1/odds", {"scenario": GAP, "declare": LEAP, "ask": "status"})["odds"]
    for each in odds["answers"]:
        print(f"  {each['odds']:>5} {each['answer']}")
    try:
        ask(
            server,
            "/v1/check",
            {"scenario": GAP, "declare": {"who": "kla", "action": "move", "path": [[5, 4]]}},
        )
    except Refused as refused:
        print(f"refused: {refused.problem['code']}: {refused.problem['problems'][0]['says']}")


async def a_short_game(server: str) -> None:
    """Play a short game with two seats."""
    begun = ask(server, "/v1/games", {"bundled": "gantry"})
    joined = ask(server, "/v1/join", {"invitation": begun["invitations"][0]["invitation"], "name": "Bo"})
    orange, green = Player(server, begun), Player(server, joined)
    await orange.sit_down()
    await green.sit_down()

    told = await orange.declare(who="vex", action="move", path=[[11.5, 11.5]])
    print(f"vex crosses the vat: {told['outcome']['verdict']}, line {orange.seq}")
    await green.get_up()
    await orange.declare(who="kal", action="move", path=[[8.5, 6], {"ladder": "rungs"}])
    print(f"kal climbs the ladder, line {orange.seq}; green has missed it")
    told = await green.declare(who="grix", action="move", path=[[20.2, 6.4]])
    print(f"grix moves: {told['outcome']['verdict']}, line {green.seq}")
    try:
        await green.declare(who="kal", action="move", path=[[9, 9]])
    except Refused as refused:
        print(f"refused: {refused.problem['code']}")

    # A request that has not seen the last line is refused as stale.
    await orange.hear(green.seq)
    await orange.ask("finish")
    await green.ask("finish")
    while orange.over is None:
        await orange.next()
    assert orange.hash == green.hash, "both players stand at the same state"
    # The server committed to its dice before the first roll.
    assert hashlib.sha256(orange.over["seed"].encode()).hexdigest() == begun["commitment"]
    print(f"the game is over at {orange.hash}, and the dice were those that were promised")
    await orange.get_up()
    await green.get_up()


if __name__ == "__main__":
    where = sys.argv[1].rstrip("/") if len(sys.argv) > 1 else "http://127.0.0.1:8040"
    without_a_game(where)
    asyncio.run(a_short_game(where))
