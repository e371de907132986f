"""Players for tests: they sit at real sockets, keep their own copy of the state and believe nothing unchecked."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Protocol

from starlette.testclient import TestClient

from surefoot.server.app import create_app
from surefoot.server.messages import FRAME
from surefoot.server.settings import Settings

# Kal and Vex are orange, Grix is green; Vex has a vat before him.
GANTRY = "gantry"
LADDER = {"who": "kal", "action": "move", "path": [[8.5, 6], {"ladder": "rungs"}]}
VAT = {"who": "vex", "action": "move", "path": [[11.5, 11.5]]}
ALLEY = {"who": "grix", "action": "move", "path": [[20.2, 6.4]]}
# From the top of the ladder, as if the tower were no higher.
TOWER = {"who": "kal", "action": "move", "path": [[16.5, 6]]}
ROUND = {"tick": "end-round"}


class Wire(Protocol):
    """A socket, whatever it is made of."""

    def send_text(self, text: str) -> None: ...

    def receive_text(self) -> str: ...


class Player:
    """Somebody at a socket, with a copy of the game that is made of nothing but frames."""

    _ids = itertools.count(1)

    def __init__(self, wire: Wire, token: str, resume: Player | None = None) -> None:
        self.wire = wire
        self.token = token
        self.seq, self.hash, self.state = (resume.seq, resume.hash, resume.state) if resume else (0, "", None)
        self.question: dict[str, Any] | None = resume.question if resume else None
        # Everything that came without being asked for.
        self.heard: list[dict[str, Any]] = []
        self.send(kind="hello", token=token, **({"resume": resume.seq} if resume else {}))
        self.welcome = self._next()
        while self.seq < self.welcome["seq"]:
            self.hear()

    def send(self, **message: Any) -> None:
        self.wire.send_text(json.dumps(message))

    def _next(self) -> dict[str, Any]:
        frame: dict[str, Any] = json.loads(self.wire.receive_text())
        FRAME.validate_python(frame)
        self._follow(frame)
        return frame

    def _follow(self, frame: dict[str, Any]) -> None:
        told = frame.get("announced") if frame["kind"] == "done" else frame
        assert told is not None
        if frame["kind"] == "welcome" and frame["state"] is not None:
            self.seq, self.hash, self.state = frame["seq"], frame["hash"], frame["state"]
            self.question = frame["question"]
        if told["kind"] == "announced" and told["seq"] > self.seq:
            assert told["seq"] == self.seq + 1, "a line is missing"
            self.seq, self.hash, self.question = told["seq"], told["hash"], told["question"]
            self.state = told["state"] if "state" in told else patched(self.state, told["patch"])
        if self.state is not None:
            assert self.state["digest"] == self.hash

    def hear(self) -> dict[str, Any]:
        """The next frame that nobody asked for."""
        frame = self._next()
        self.heard.append(frame)
        return frame

    def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Ask for something and wait for the answer; what comes in between is heard."""
        request = {"kind": kind, "id": f"r{next(self._ids)}", **fields}
        if kind in ("declare", "answer", "play", "undo", "finish", "consent", "override"):
            request.setdefault("seen", self.seq)
        self.send(**request)
        while True:
            frame = self._next()
            if frame.get("id") == request["id"]:
                return frame
            self.heard.append(frame)

    def declare(self, declaration: dict[str, Any], **fields: Any) -> dict[str, Any]:
        return self.ask("declare", declaration=declaration, **fields)

    def refused(self, kind: str, **fields: Any) -> str:
        """The code with which a request is refused."""
        frame = self.ask(kind, **fields)
        assert frame["kind"] == "refused", frame
        return str(frame["problem"]["code"])


class Club:
    """A server in this process, and everybody who plays there."""

    def __init__(self, client: TestClient, stack: ExitStack) -> None:
        self.client = client
        self._stack = stack

    def begin(self, **form: Any) -> dict[str, Any]:
        answer = self.client.post("/v1/games", json={"bundled": GANTRY} | form)
        assert answer.status_code == 201, answer.text
        begun: dict[str, Any] = answer.json()
        return begun

    def join(self, invited: dict[str, Any], name: str = "") -> dict[str, Any]:
        answer = self.client.post("/v1/join", json={"invitation": invited["invitation"], "name": name})
        assert answer.status_code == 200, answer.text
        seated: dict[str, Any] = answer.json()
        return seated

    def sit(self, seated: dict[str, Any], resume: Player | None = None) -> Player:
        socket = self._stack.enter_context(
            self.client.websocket_connect(f"/v1/games/{seated['game']}/socket")
        )
        return Player(socket, seated["token"], resume)

    def invite(self, host: dict[str, Any], **form: Any) -> dict[str, Any]:
        answer = self.as_(host, "POST", "seats", json=form)
        assert answer.status_code == 201, answer.text
        invited: dict[str, Any] = answer.json()
        return invited

    def as_(self, seated: dict[str, Any], method: str, path: str = "", **options: Any) -> Any:
        """An HTTP request with the token of a seat."""
        address = f"/v1/games/{seated['game']}{f'/{path}' if path else ''}"
        return self.client.request(
            method, address, headers={"Authorization": f"Bearer {seated['token']}"}, **options
        )

    def two(self, **form: Any) -> tuple[Player, Player, dict[str, Any], dict[str, Any]]:
        """Orange and green at the gantry, with their seats."""
        orange = self.begin(**form)
        green = self.join(orange["invitations"][0], "Bo")
        return self.sit(orange), self.sit(green), orange, green


@contextmanager
def club(database: str, **settings: Any) -> Iterator[Club]:
    # The machine may be busy with other tests, and the kernel may run interpreted.
    patient = {
        "seconds": 120,
        "game_seconds": 120,
        "client_sockets": 10_000,
        "client_games": 10_000,
        "client_bytes": 10**10,
    }
    usual = {"database": database, "workers": 0, "questions_yield": False, "limits": patient}
    app = create_app(Settings.model_validate({**usual, **settings}))
    with TestClient(app) as client, ExitStack() as stack:
        yield Club(client, stack)


def patched(before: Any, change: Any) -> Any:
    """A state with a merge patch (RFC 7396) applied, as a client does it.

    >>> patched({"a": 1, "b": {"c": 2}}, {"a": None, "b": {"d": 3}})
    {'b': {'c': 2, 'd': 3}}
    """
    if not isinstance(change, dict):
        return change
    found = dict(before) if isinstance(before, dict) else {}
    for key, value in change.items():
        if value is None:
            found.pop(key, None)
        else:
            found[key] = patched(found.get(key), value)
    return found
