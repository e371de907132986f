"""Jobs: a function and its arguments as bytes, run elsewhere, and its result as bytes.

The processes of a server run them, and so does the second worker of a browser that plays without one.
"""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from surefoot.language import Quantity, say
from surefoot.server.problems import Problem, problem_of

T = TypeVar("T")

# The processor time of one thread; a browser has one thread, and no clock of its own for it.
_seconds: Callable[[], float] = getattr(time, "thread_time", time.process_time)


class Labour(Protocol):
    """Where jobs are run."""

    async def run(
        self,
        name: str,
        function: Callable[..., T],
        *arguments: Any,
        seconds: float | None = None,
        ahead: bool = False,
        quick: bool = False,
        account: str = "",
    ) -> T:
        """Run a job under a name, for an account; raises its Problem. Cancelling stops the job."""
        ...


def packed(function: Callable[..., Any], *arguments: Any) -> bytes:
    """A job. The function must be at the top level of a module; arguments and result must be picklable."""
    return pickle.dumps((function, arguments))


def done(payload: bytes) -> bytes:
    """Run one job; returns its pickled result or problem, and the seconds of the processor that it took."""
    begun = _seconds()
    try:
        function, arguments = pickle.loads(payload)  # noqa: S301  # written by the process that started this one
        return pickle.dumps((function(*arguments), _seconds() - begun))
    except Exception as error:  # noqa: BLE001  # every error is sent back as a problem
        problem = problem_of(error)
    # The memory of a job that had too much is free from here on.
    return pickle.dumps((problem, _seconds() - begun))


def result(answer: bytes) -> tuple[Any, float]:
    """The result of a job, or its problem, and the seconds that it took."""
    found: tuple[Any, float] = pickle.loads(answer)  # noqa: S301  # written by a process of our own
    return found


def too_slow(seconds: float) -> Problem:
    """The problem of a job that was stopped because it took too long."""
    says = say("The computation was stopped after {limit}", limit=Quantity(seconds, "s"))
    return Problem("limit/time", says, seconds=seconds)
