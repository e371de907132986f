"""Worker processes for simulations and studies. Scripts need no `if __name__ == "__main__":` for them."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from threading import Thread
from types import ModuleType
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class _Pool(ProcessPoolExecutor):
    """A pool whose processes do not run the caller's script again: nothing that they are sent is defined there."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        # A process is started here, if one is missing, and would import the module that is called `__main__`.
        script = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            sys.modules["__main__"] = script


@contextmanager
def processes(workers: int, prepare: Callable[[], Any] | None = None) -> Iterator[ProcessPoolExecutor]:
    """A pool of so many processes, each prepared by a function; all of them end with the block, even in the middle."""
    before = set(active_children())
    pool = _Pool(workers, get_context("spawn"), _prepared, (prepare,))
    try:
        yield pool
    finally:
        for process in set(active_children()) - before:
            process.terminate()
        # The pool's own thread sees them end. Two who wait for one process would not both be told.
        pool.shutdown(wait=True, cancel_futures=True)


def _prepared(prepare: Callable[[], Any] | None) -> None:
    # A terminal sends Ctrl+C to all processes: only the one that shows the result answers it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    if prepare is not None:
        prepare()


def _end_with_parent() -> None:
    """Wait for the process that has started this one, and end as soon as it is gone: one that is killed can't end its workers."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
