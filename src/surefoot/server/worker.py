"""A worker process from the inside: takes one piece of work after another over a socket, until nobody is there."""

from __future__ import annotations

import gc
import os
import pickle
import select
import signal
import socket
import struct
import threading
from multiprocessing import parent_process
from typing import Any

from surefoot.server.problems import Problem, problem_of

# Each message is preceded by its length.
HEAD = struct.Struct("!I")

# Python looks for garbage among all that it holds, which takes longer than hundreds of moves where thousands of games are
# remembered. So it looks among what is young only, and among everything when nobody has asked for anything for so many
# seconds, or after so many pieces of work at the latest.
YOUNG = (2_000, 10, 1_000_000_000)
IDLE = 1.0
WORTH_IT, LATEST = 1_000, 50_000


def warm() -> None:
    """Load what every piece of work needs: a cold ruleset takes half a second."""
    from surefoot.answers.rulesets import installed_rulesets

    installed_rulesets()
    gc.collect()
    # Whatever is loaded now stays; processes made from this one share it.
    gc.freeze()


def work(connection: socket.socket) -> None:
    """Serve until the other end is closed."""
    # Whoever presses Ctrl+C means the server, which then lets its workers finish.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_server, daemon=True).start()
    warm()
    gc.set_threshold(*YOUNG)
    connection.setblocking(True)
    worked = 0
    with connection:
        connection.sendall(framed(b""))
        while head := connection.recv(HEAD.size, socket.MSG_WAITALL):
            payload = connection.recv(HEAD.unpack(head)[0], socket.MSG_WAITALL)
            connection.sendall(framed(done(payload)))
            worked += 1
            if worked >= LATEST or (worked >= WORTH_IT and _idle(connection)):
                gc.collect()
                worked = 0


def _idle(connection: socket.socket) -> bool:
    """Whether nobody asks for anything for a while."""
    return not select.select([connection], [], [], IDLE)[0]


def done(payload: bytes) -> bytes:
    """One piece of work: what it gave, or the problem that it met."""
    try:
        function, arguments = pickle.loads(payload)  # noqa: S301  # written by the process that started this one
        return pickle.dumps((True, function(*arguments)))
    except Exception as error:  # noqa: BLE001  # whatever it is, the server tells it to whoever asked
        return pickle.dumps((False, problem_of(error)))


def framed(payload: bytes) -> bytes:
    """A message with its length before it."""
    return HEAD.pack(len(payload)) + payload


def result(answer: bytes) -> Any:
    """What a piece of work gave; raises the problem that it met."""
    fine, found = pickle.loads(answer)  # noqa: S301  # written by a process of our own
    if not fine:
        assert isinstance(found, Problem)
        raise found
    return found


def _end_with_server() -> None:
    """A server that was killed must not leave anybody behind who works on."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
