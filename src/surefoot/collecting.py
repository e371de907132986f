"""How often we look for garbage: rarely, or in small parts where others wait for an answer."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

# Judging makes many short-lived records and hardly any cycles: looked for at every 700 objects, as Python does, they cost a
# tenth of the time.
OBJECTS = 100_000
# To look through so many new objects takes a fifth of a millisecond; through 100,000 it takes a tenth of a second. Old ones are
# not looked through by themselves at all.
YOUNG = (2_000, 10, 1_000_000_000)
# What the versions of Python begin with: a program that has it has decided nothing.
UNDECIDED = ((700, 10, 10), (2_000, 10, 10), (2_000, 10, 0))


def collect_rarely() -> None:
    """Look for cycles of objects rarely from now on; a program of others that uses the library decides for itself, and else has `collecting_rarely`."""
    gc.set_threshold(OBJECTS, 20, 20)


@contextmanager
def collecting_rarely() -> Iterator[None]:
    """Look for cycles rarely while a file is read or a search runs: both make a great many values that stay.

    It concerns only programs that have decided nothing; afterwards all is as before.
    """
    _Within.enter()
    try:
        yield
    finally:
        _Within.leave()


class _Within:
    """How many threads are within `collecting_rarely`, and what was set before the first of them."""

    lock = Lock()
    count = 0
    before: tuple[int, int, int] | None = None

    @classmethod
    def enter(cls) -> None:
        with cls.lock:
            cls.count += 1
            now = gc.get_threshold()
            if cls.count == 1 and now in UNDECIDED:
                cls.before = now
                collect_rarely()

    @classmethod
    def leave(cls) -> None:
        with cls.lock:
            cls.count -= 1
            if cls.count == 0 and cls.before is not None:
                # The program may have decided in between.
                if gc.get_threshold()[0] == OBJECTS:
                    gc.set_threshold(*cls.before)
                cls.before = None


def collect_young() -> None:
    """Look for cycles among new objects alone, a few at a time; `gc.collect` finds the others when little is asked."""
    gc.set_threshold(*YOUNG)


def keep_all() -> None:
    """What there is stays for as long as the program runs: it is never looked through again, and forked processes share it."""
    gc.collect()
    gc.freeze()
