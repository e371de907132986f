"""Answers that take long: a line on the terminal says so, and Ctrl+C ends the search with what is known so far."""

from __future__ import annotations

import signal
import sys
import threading
import time
from types import TracebackType

from surefoot.language import Notation
from surefoot.language.speaker import text

# The line appears after so many seconds, and is then renewed so often.
_PATIENCE = 1.0
_RENEWED = 0.25


class Waiting:
    """Whether a search should stop, asked by the search now and then: that is also when the line is renewed.

    A second Ctrl+C ends the program as usual.
    """

    def __init__(self, doing: str) -> None:
        self.doing = doing
        self.interrupted = False
        self._begun = time.monotonic()
        self._next = self._begun + _PATIENCE
        self._drawn = False
        # Signals belong to the main thread of a program.
        self._catches = threading.current_thread() is threading.main_thread()

    def __enter__(self) -> Waiting:
        if self._catches:
            self._before = signal.signal(signal.SIGINT, self._interrupt)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        if self._catches:
            signal.signal(signal.SIGINT, self._before)
        self.clear()

    def stopped(self) -> bool:
        """Whether Ctrl+C was pressed."""
        now = time.monotonic()
        if now >= self._next:
            self._next = now + _RENEWED
            seconds = Notation(f"{now - self._begun:.0f} s")
            self.show(
                text(
                    "{doing}: {seconds}. Ctrl+C shows what is known so far",
                    doing=Notation(self.doing),
                    seconds=seconds,
                )
            )
        return self.interrupted

    def show(self, line: str) -> None:
        """Show a line on the terminal in place of the one before."""
        if sys.stderr.isatty():
            sys.stderr.write(f"\r\x1b[2K{line}")
            sys.stderr.flush()
            self._drawn = True

    def clear(self) -> None:
        """Remove the line."""
        if self._drawn:
            sys.stderr.write("\r\x1b[2K")
            sys.stderr.flush()
            self._drawn = False

    def _interrupt(self, *_: object) -> None:
        if self.interrupted:
            raise KeyboardInterrupt
        self.interrupted = True
