"""The main loop of a worker process: runs jobs from a socket until it is closed."""

from __future__ import annotations

import contextlib
import gc
import os
import select
import signal
import socket
import struct
import threading
from collections.abc import Callable
from functools import cache
from mmap import PAGESIZE
from multiprocessing import parent_process
from pathlib import Path

from surefoot.collecting import collect_young, keep_all
from surefoot.language.locale import current, using
from surefoot.server.jobs import done

# Where Linux tells the memory of this process, in pages; the sixth number is that of data.
MEMORY = Path("/proc/self/statm")
DATA = 5
# A process that uses more than this part of its memory is replaced by a new one.
FULL = 0.8
# Each message is preceded by its length.
HEAD = struct.Struct("!I")
# Instead of a job: whether the process is there. It is answered with the same.
PROBE = b""
# The last message of a process that ends on purpose: it has not begun the jobs that it did not answer. No answer looks like
# this, as a pickle begins with another byte.
FAREWELL = b"farewell"
# Seconds until a process that has said farewell ends, even if the server does not let it go.
LINGER = 10.0

# A full garbage collection runs when the worker was idle for `IDLE` seconds after `WORTH_IT` jobs, or after `LATEST` jobs.
IDLE = 1.0
WORTH_IT, LATEST = 1_000, 50_000


@cache
def warm() -> None:
    """Import everything that jobs need, and use it once; a process that is forked from a warm one is warm already."""
    from surefoot.server.rehearsal import rehearse

    rehearse()
    keep_all()


def work(connection: socket.socket, memory: int = 0) -> None:
    """Run jobs until the other end closes the socket, with so many bytes of memory for them; 0: without a limit."""
    # Ctrl+C stops the server, which lets its workers finish.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_server, args=(connection,), daemon=True).start()
    warm()
    # A full garbage collection takes longer than hundreds of moves when thousands of games are cached.
    collect_young()
    connection.setblocking(True)
    limit, data_bytes = _limited(memory)
    worked = 0
    # A server that is gone while it is answered is no error. The language is looked up once, not for each part of a sentence.
    with connection, contextlib.suppress(BrokenPipeError, ConnectionResetError), using(current().code):
        connection.sendall(framed(b""))
        while head := connection.recv(HEAD.size, socket.MSG_WAITALL):
            payload = connection.recv(HEAD.unpack(head)[0], socket.MSG_WAITALL)
            answer = framed(done(payload) if payload != PROBE else PROBE)
            if limit and data_bytes() > FULL * limit:
                # What it remembers is read again by the next process.
                _leave(connection, answer)
                return
            connection.sendall(answer)
            worked += 1
            if worked >= LATEST or (worked >= WORTH_IT and _idle(connection)):
                gc.collect()
                worked = 0


def _leave(connection: socket.socket, answer: bytes) -> None:
    """Send the last answer with the farewell, then wait until the server has read both and closes the socket.

    A socket that is closed before takes them with it if the server writes to it first.
    """
    connection.sendall(answer + framed(FAREWELL))
    connection.settimeout(LINGER)
    with contextlib.suppress(OSError):
        while connection.recv(65_536):
            pass


def _idle(connection: socket.socket) -> bool:
    """Whether no job arrives for a while."""
    return not select.select([connection], [], [], IDLE)[0]


def _limited(memory: int) -> tuple[int, Callable[[], int]]:
    """Bound the memory of this process: so much more than it has now.

    Returns the limit, 0 if there is none; and what tells the memory that this process has for itself, nearly as the limit
    counts it: with its stack.
    """
    if not memory or not MEMORY.exists():
        return 0, int
    import resource

    # It stays open: this is looked at after each job, and opening takes longer than many of them.
    looked_at = os.open(MEMORY, os.O_RDONLY)

    def data_bytes() -> int:
        return int(os.pread(looked_at, 256, 0).split()[DATA]) * PAGESIZE

    limit = data_bytes() + memory
    resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
    return limit, data_bytes


def framed(payload: bytes) -> bytes:
    """A message with its length in front."""
    return HEAD.pack(len(payload)) + payload


def _end_with_server(connection: socket.socket) -> None:
    """End this process when the server closes the socket, or is gone: whatever runs here, it is not wanted any more."""
    if hasattr(select, "poll"):
        watched = select.poll()
        # That the other end has closed is told on Linux by the first of these, elsewhere without being asked for.
        watched.register(connection, getattr(select, "POLLRDHUP", 0))
        watched.poll()
        os._exit(1)
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
