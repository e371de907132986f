"""The attacks: what strangers send to a server, each for some seconds. `ATTACKS` lists them by name.

Run as a program this is a process that attacks on request: a line of JSON on its input, one on its output when the attack is over.
"""

from __future__ import annotations

import contextlib
import json
import random
import socket
import struct
import sys
import threading
import zlib
from collections.abc import Callable
from typing import Any

from tools.siege.strangers import Stranger, raise_descriptors, step_back
from tools.siege.working import MAZE, heavy_and_gone, heavy_and_waiting, heavy_from_many, memory_hogs
from websockets.typing import Origin

# Attackers have a lower priority than the server: on the internet they have machines of their own.
NICE = 5

# --- connections --------------------------------------------------------------------------------------


def endless_head(by: Stranger) -> None:
    """A request head without an end."""
    while by.goes_on:
        with by.counting(), by.line() as wire:
            wire.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\nX-Long: ")
            for _ in range(4_000):
                wire.sendall(b"a" * 16_384)
        by.pause(0.05)


def slow_loris(by: Stranger) -> None:
    """Two hundred heads that arrive one line at a time."""
    with contextlib.ExitStack() as held:
        wires = [held.enter_context(_dripping(by)) for _ in range(200)]
        while by.goes_on:
            for wire in wires:
                with contextlib.suppress(OSError):
                    wire.sendall(b"X: y\r\n")
            by.pause(0.5)


def _dripping(by: Stranger) -> socket.socket:
    wire = by.line()
    wire.sendall(b"GET / HTTP/1.1\r\n")
    return wire


def silence(by: Stranger) -> None:
    """Nine hundred connections, half of them without a word."""
    held: list[socket.socket] = []
    try:
        for number in range(900):
            if not by.goes_on:
                break
            wire = by.line()
            held.append(wire)
            by.answers["opened"] += 1
            if number % 2:
                with contextlib.suppress(OSError):
                    wire.sendall(b"GET / HTTP/1.1\r\nHo")
        by.pause(by.seconds)
    finally:
        for wire in held:
            wire.close()


def resets(by: Stranger) -> None:
    """Connections that are reset as soon as they stand, some after half a request."""
    while by.goes_on:
        with by.counting(), by.line() as wire:
            if by.chance.random() < 0.5:
                wire.sendall(b"POST /v1/check HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n{")
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            by.answers["reset"] += 1
        by.pause(0.002)


def unread_answers(by: Stranger) -> None:
    """Requests in a row over one connection whose answers are never read."""

    def one() -> None:
        while by.goes_on:
            with by.counting(), by.line() as wire:
                wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
                wire.settimeout(1)
                wire.sendall(b"GET /v1/rulesets HTTP/1.1\r\nHost: x\r\n\r\n" * 300)
                by.answers["sent"] += 300
                by.pause(2.0)

    by.together(one, 8)


def slow_body(by: Stranger) -> None:
    """Bodies that arrive byte by byte, or in chunks that hold almost nothing."""

    def one() -> None:
        with by.counting(), by.line() as wire:
            head = b"POST /v1/check HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            chunked = by.chance.random() < 0.5
            wire.sendall(
                head + (b"Transfer-Encoding: chunked" if chunked else b"Content-Length: 90000") + b"\r\n\r\n"
            )
            while by.goes_on:
                wire.sendall(b"1\r\n \r\n" if chunked else b" ")
                by.pause(0.05)

    by.together(one, 30)


# --- requests -----------------------------------------------------------------------------------------


def request_flood(by: Stranger) -> None:
    """Requests as fast as they are answered, over twenty connections."""

    def one() -> None:
        while by.goes_on:
            with by.counting(), by.line() as wire:
                while by.goes_on:
                    wire.sendall(b"GET /v1/problems HTTP/1.1\r\nHost: x\r\n\r\n")
                    found = wire.recv(65_536)
                    by.answers[found[9:12].decode("latin-1") if found.startswith(b"HTTP/") else "more"] += 1
                    if not found:
                        break

    by.together(one, 20)


def foreign_names(by: Stranger) -> None:
    """A foreign Host, a foreign Origin, no Host, two of them; also for sockets."""
    game = by.game()
    asked = (
        "Host: evil.example.org",
        "Host: 127.0.0.1.evil.org",
        "Host: x\r\nOrigin: http://evil.org",
        "Host: x\r\nOrigin: null",
        "A: b",
        "Host: x\r\nHost: y",
        "Host: x\r\nX-Forwarded-Host: evil.org\r\nX-Forwarded-For: 127.0.0.1",
    )
    while by.goes_on:
        with by.counting(), by.line() as wire:
            fields = by.chance.choice(asked)
            wire.sendall(f"GET /v1/problems HTTP/1.1\r\n{fields}\r\nConnection: close\r\n\r\n".encode())
            by.read(wire)
        if game is not None:
            with by.counting(), by.seat(game, origin=Origin("http://evil.org")):
                by.answers["opened from a foreign page"] += 1
        by.pause(0.05)
    if game is not None:
        by.delete(game)


def smuggled(by: Stranger) -> None:
    """Heads that two readers understand differently: two lengths, a length and chunks, broken chunks, odd line ends."""
    asked = (
        b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /v1/problems HTTP/1.1\r\nHost: x\r\n\r\n",
        b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}",
        b"Content-Length: -1\r\n\r\n{}",
        b"Content-Length: 99999999999999999999999\r\n\r\n{}",
        b"Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n",
        b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
        b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        b"Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\n\x1f\x8b\x08\x00",
        b" X: folded\r\n\tmore\r\n\r\n",
        b"X\x00: y\r\n\r\n",
        b"Expect: 100-continue\r\nContent-Length: 3\r\n\r\n",
    )
    while by.goes_on:
        with by.counting(), by.line() as wire:
            wire.sendall(
                b"POST /v1/check HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + by.chance.choice(asked)
            )
            wire.shutdown(socket.SHUT_WR)
            by.read(wire)
        by.pause(0.05)


def odd_addresses(by: Stranger) -> None:
    """Addresses with traversal, SQL, NUL, numbers beyond all bounds, and no end."""
    game = by.game()
    here = f"/v1/games/{game['game']}" if game is not None else "/v1/games/x"
    token = game["token"] if game is not None else ""
    asked = (
        "/page/../../../../etc/passwd",
        "/page/%2e%2e/%2e%2e/etc/passwd",
        "/manual/..%5c..%5cserver.db",
        f"{here}/announced?after=99999999999999999999",
        f"{here}/announced?after=-1&limit=1e9",
        f"{here}/announced?after=%00",
        "/v1/games/x'%20OR%20'1'='1",
        "/v1/games/%00",
        "/v1/rulesets/" + "a" * 8_000,
        "/" + "%25" * 3_000,
        "/metrics",
        "/v1/games/" + "%ff" * 20,
    )
    while by.goes_on:
        by.ask(
            by.chance.choice(("GET", "GET", "HEAD", "DELETE", "TRACE")), by.chance.choice(asked), token=token
        )
        by.pause(0.03)
    if game is not None:
        by.delete(game)


def changed_frames(by: Stranger) -> None:
    """Messages of which one part is something else: a number beyond all bounds, NUL, a list, nothing."""
    move = {"who": "kal", "action": "move", "path": [[8.5, 6], {"ladder": "rungs"}]}
    asked: tuple[dict[str, Any], ...] = (
        {"kind": "declare", "seen": 0, "declaration": move},
        {"kind": "preview", "declaration": move, "brief": True},
        {"kind": "odds", "declaration": move, "ask": "status", "who": ["kal"], "given": [4]},
        {"kind": "route", "who": "kal", "to": [10, 6]},
        {"kind": "reach", "who": "kal", "budget": 3, "step": 1},
        {"kind": "targets", "who": "kal", "action": "charge"},
        {"kind": "ask", "who": "kal", "question": "offered", "details": {}},
        {"kind": "answer", "seen": 0, "faces": [4]},
        {"kind": "talk", "text": "here", "at": [1, 2], "to": ""},
        {"kind": "replay", "after": 0, "limit": 5},
        {"kind": "undo", "seen": 0},
    )
    odd: tuple[Any, ...] = (
        None,
        True,
        -1,
        2**63,
        10**300,
        float("nan"),
        1e-320,
        "",
        "a\0b",
        "\u202e",
        "x" * 3_000,
        [],
        {},
        [[]],
        "inf",
    )

    def one(game: dict[str, Any]) -> None:
        with by.counting(), by.seat(game, compression=None) as wire:
            for _ in range(20):
                message = by.chance.choice(asked)
                changed = {**message, by.chance.choice([*message]): by.chance.choice(odd), "id": "odd"}
                wire.send(json.dumps(changed))
                by.count(wire, 1, 10.0)

    _at_a_game(by, one, 2)


def malformed(by: Stranger) -> None:
    """JSON that is none: halves of characters, deep nesting, no numbers, noise; over HTTP and over a socket."""
    game = by.game()
    bodies = (
        rb'{"log": "\ud800"}',
        b'{"scenario": {"terrain": ' + b"[" * 20_000 + b"]" * 20_000 + b"}}",
        b'{"scenario": {"board": [NaN, Infinity]}}',
        b'{"scenario": {"board": [1e999, ' + b"9" * 5_000 + b"]}}",
        b"{" + b",".join(b'"f%d": 1' % number for number in range(3_000)) + b"}",
        b'{"kind": "preview", "id": "\\u0000", "declaration": {"who": ["kal", {"a": []}]}}',
        b"\xef\xbb\xbf{}",
        b'{"bundled": "gantry", "bundled": "gantry"}',
        b'"' + b"\\u200b" * 5_000 + b'"',
    )
    paths = ["/v1/games", "/v1/check", "/v1/join", "/v1/odds"]
    if game is not None:
        paths.append(f"/v1/games/{game['game']}/requests")
    while by.goes_on:
        body = by.chance.choice((*bodies, by.noise(2_000)))
        by.ask("POST", by.chance.choice(paths), body, token=game["token"] if game is not None else "")
        if game is not None and by.chance.random() < 0.3:
            with by.counting(), by.seat(game, compression=None) as wire:
                for each in bodies:
                    wire.send(each.decode("latin-1"))
                wire.send(by.noise(500))
                by.count(wire, len(bodies) + 1)
        by.pause(0.03)
    if game is not None:
        by.delete(game)


def replayed_tokens(by: Stranger) -> None:
    """Invitations that were used, tokens of other games, revoked and invented ones, requests that were answered before."""
    one, other = by.game(dice="typed"), by.game()
    if one is None or other is None:
        return
    invitation = one["invitations"][0]["invitation"]
    _, guest = by.ask("POST", "/v1/join", {"invitation": invitation, "name": "Bo"})
    seat = (guest or {}).get("seat", {}).get("id", "x")
    by.ask("DELETE", f"/v1/games/{one['game']}/seats/{seat}", token=one["token"])
    move = {"who": "kal", "action": "move", "path": [[7.5, 6]]}
    asked = {"kind": "declare", "id": "once", "seen": 0, "declaration": move}
    while by.goes_on:
        by.ask("POST", "/v1/join", {"invitation": invitation})
        by.ask("GET", f"/v1/games/{other['game']}/log", token=one["token"])
        by.ask("GET", f"/v1/games/{one['game']}/log", token=(guest or {}).get("token", ""))
        by.ask("GET", f"/v1/games/{one['game']}", token=f"surefoot-{by.noise(32).hex()}")
        by.ask("POST", f"/v1/games/{one['game']}/requests", asked, one["token"])
        with by.counting(), by.seat({**one, "token": other["token"]}):
            by.answers["seated with a foreign token"] += 1
        by.pause(0.05)
    for each in (one, other):
        by.delete(each)


def many_games(by: Stranger) -> None:
    """As many games as the server lets one address have."""

    def one() -> None:
        made = []
        while by.goes_on:
            game = by.game(scenario=MAZE, bundled="") if by.chance.random() < 0.2 else by.game()
            made += [game] if game is not None else []
        for each in made:
            by.delete(each)

    by.together(one, 4)


# --- sockets ------------------------------------------------------------------------------------------


def _frame(payload: bytes, first: int = 0x81) -> bytes:
    """A frame with a mask of zeros, which is a mask."""
    size = len(payload)
    length = struct.pack("!B", 0x80 | size) if size < 126 else struct.pack("!BH", 0xFE, size)
    return (
        bytes((first,)) + (length if size < 65_536 else struct.pack("!BQ", 0xFF, size)) + bytes(4) + payload
    )


def _at_a_game(by: Stranger, work: Callable[[dict[str, Any]], None], count: int = 1) -> None:
    """Do something at a game of the stranger's own, until the time is over."""
    game = by.game()
    if game is None:
        return

    def one() -> None:
        while by.goes_on:
            work(game)
            by.pause(0.02)

    by.together(one, count)
    by.delete(game)


def large_frames(by: Stranger) -> None:
    """Frames of sixteen megabytes, announced by their head and then sent."""

    def one(game: dict[str, Any]) -> None:
        with by.counting(), by.seat(game, compression=None) as wire:
            wire.socket.sendall(b"\x81\xff" + struct.pack("!Q", 16_000_000) + b"\0\0\0\0")
            for _ in range(1_000):
                wire.socket.sendall(b" " * 16_000)

    _at_a_game(by, one, 4)


def bombs(by: Stranger) -> None:
    """Frames of some kilobytes that inflate to fifteen megabytes."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -12)
    bomb = (packer.compress(b" " * 15_000_000) + packer.flush(zlib.Z_SYNC_FLUSH))[:-4]

    def one(game: dict[str, Any]) -> None:
        with by.counting(), by.seat(game) as wire:
            wire.socket.sendall(_frame(bomb, 0xC1))
            wire.recv(2.0)

    _at_a_game(by, one, 4)


def three_hundred_sockets(by: Stranger) -> None:
    """Three hundred sockets on one seat, without reading."""

    def one(game: dict[str, Any]) -> None:
        with by.counting(), contextlib.ExitStack() as held:
            for _ in range(300):
                if not by.goes_on:
                    return
                with by.counting():
                    held.enter_context(by.seat(game, hello=by.chance.random() < 0.8))
                    by.answers["opened"] += 1

    _at_a_game(by, one)


def ping_flood(by: Stranger) -> None:
    """Pings as fast as they can be sent."""

    def one(game: dict[str, Any]) -> None:
        with by.counting(), by.seat(game, compression=None) as wire:
            for _ in range(200):
                wire.socket.sendall(_frame(b"x" * 100, 0x89) * 50)

    _at_a_game(by, one, 4)


def frame_flood(by: Stranger) -> None:
    """Frames without content, parts of frames without an end, and messages that ask for nothing, as fast as possible."""
    floods = (
        _frame(b"") * 200,
        _frame(b"", 0x01) + _frame(b"", 0x00) * 200,
        _frame(b'{"kind":"state","id":"s"}') * 50,
        _frame(b"[" * 1_000) * 10,
        _frame(json.dumps({"kind": "talk", "id": "t", "text": "x" * 900}).encode()) * 20,
    )

    def one(game: dict[str, Any]) -> None:
        with by.counting(), by.seat(game, compression=None) as wire:
            wire.socket.settimeout(1)
            flood = by.chance.choice(floods)
            while by.goes_on:
                wire.socket.sendall(flood)

    _at_a_game(by, one, 4)


def not_reading(by: Stranger) -> None:
    """Sockets that ask for the whole table again and again, and read nothing."""

    def one(game: dict[str, Any]) -> None:
        with by.counting(), by.seat(game, compression=None, max_queue=1) as wire:
            wire.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            wire.socket.settimeout(1)
            for _ in range(500):
                wire.socket.sendall(_frame(b'{"kind":"table","id":"t"}'))
                by.answers["sent"] += 1
            by.pause(3.0)

    _at_a_game(by, one, 6)


def nonsense_overrides(by: Stranger) -> None:
    """A referee corrects what is not there, to what can't be; a player corrects at all; both undo without an end."""
    game = by.game(host={"role": "referee"})
    if game is None:
        return
    place = {"kind": "surface", "on": "board", "x": 10**15, "y": -5}
    effects: tuple[dict[str, Any], ...] = (
        {"is": "Removed", "who": "nobody", "why": "x"},
        {"is": "PieceRemoved", "piece": "nothing"},
        {"is": "ClockSet", "clock": {"round": -5}},
        {"is": "Moved", "who": "kal", "to": place},
        {"is": "Regrouped", "who": "kal", "unit": "x" * 5_000},
        {"is": "os.system", "who": "kal"},
        {"is": "Counted", "who": "kal", "counter": "medals", "by": 10**400},
    )
    with by.counting(), by.seat(game, compression=None) as wire:
        number = 0
        while by.goes_on:
            number += 1
            wrong = by.chance.sample(effects, by.chance.randint(1, len(effects)))
            asked = {"kind": "override", "id": f"o{number}", "seen": 0, "effects": wrong, "reason": "because"}
            wire.send(json.dumps(asked))
            wire.send(
                json.dumps({"kind": "undo", "id": f"u{number}", "seen": by.chance.choice((0, -1, 10**30))})
            )
            by.count(wire, 2, 10.0)
            by.pause(0.02)
    by.delete(game)


ATTACKS: dict[str, Callable[[Stranger], None]] = {
    work.__name__.replace("_", "-"): work
    for work in (
        endless_head,
        slow_loris,
        silence,
        resets,
        unread_answers,
        slow_body,
        request_flood,
        foreign_names,
        smuggled,
        odd_addresses,
        changed_frames,
        malformed,
        replayed_tokens,
        many_games,
        heavy_and_gone,
        heavy_and_waiting,
        heavy_from_many,
        memory_hogs,
        large_frames,
        bombs,
        three_hundred_sockets,
        ping_flood,
        frame_flood,
        not_reading,
        nonsense_overrides,
    )
}


def main() -> None:
    """Attack on request until the input ends."""
    raise_descriptors()
    step_back(NICE)
    for line in sys.stdin:
        asked = json.loads(line)
        chance = random.Random(asked["seed"])
        by = Stranger(asked["port"], asked["address"], asked["seconds"], chance)
        wrong = ""
        try:
            ATTACKS[asked["attack"]](by)
        except Exception as error:  # noqa: BLE001  # the attack is over, whatever ended it
            wrong = repr(error)
        left = threading.active_count() - 1
        print(json.dumps({"answers": by.answers, "ended": wrong, "threads": left}), flush=True)  # noqa: T201  # a command


if __name__ == "__main__":
    main()
