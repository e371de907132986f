"""Reads lines at the terminal, with history and completion where the system has them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import field
from typing import Any, TextIO

from surefoot.records import dataclass


class Left(Exception):
    """The player has left the game."""


def editor() -> Any:
    """The line editor of this system; None if there is none."""
    try:
        import readline
    except ImportError:
        return None
    return readline


@dataclass
class Prompt:
    """Prompts on the terminal. End of input and an interruption mean leaving."""

    source: TextIO = field(default_factory=lambda: sys.stdin)
    talk: TextIO = field(default_factory=lambda: sys.stdout)
    # The words that completion offers.
    words: Callable[[], Iterable[str]] = lambda: ()

    def __post_init__(self) -> None:
        at_terminal = self.source is sys.stdin and self.source.isatty() and sys.stdout.isatty()
        self.editor: Any = editor() if at_terminal else None
        if self.editor is not None:
            self.editor.set_completer_delims(" \t,;=")
            self.editor.set_completer(self._completed)
            with suppress(Exception):  # another line editor may not have this command
                self.editor.parse_and_bind("tab: complete")

    def line(self, asked: str, begun: str = "") -> str:
        """Read a line; `begun` is text to edit. Raises Left at the end of input."""
        try:
            typed = self._edited(asked, begun) if self.editor is not None else self._read(asked)
        except (EOFError, KeyboardInterrupt):
            self.say("")
            raise Left from None
        return typed.strip()

    def _edited(self, asked: str, begun: str) -> str:
        editor = self.editor
        editor.set_startup_hook((lambda: editor.insert_text(begun)) if begun else None)
        try:
            return input(f"{asked} ")
        finally:
            editor.set_startup_hook(None)

    def _read(self, asked: str) -> str:
        self.talk.write(f"{asked} ")
        self.talk.flush()
        line = self.source.readline()
        if not line:
            raise EOFError
        return line

    def say(self, text: str) -> None:
        """Print a line."""
        self.talk.write(f"{text}\n")
        self.talk.flush()

    def _completed(self, begun: str, number: int) -> str | None:
        small = begun.lower()
        found = [word for word in self.words() if word.lower().startswith(small)]
        return f"{found[number]} " if number < len(found) else None
