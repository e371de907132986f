"""Talking with the person at the terminal: lines that are typed, with history and completion where there are any."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TextIO


class Left(Exception):
    """The player has left the table."""


def editor() -> Any:
    """What edits lines on this system; None if nothing does."""
    try:
        import readline
    except ImportError:
        return None
    return readline


@dataclass
class Prompt:
    """Asks on the terminal. The end of what is typed, and an interruption, are leaving."""

    source: TextIO = field(default_factory=lambda: sys.stdin)
    talk: TextIO = field(default_factory=lambda: sys.stdout)
    # What may be typed now, for completion.
    words: Callable[[], Iterable[str]] = lambda: ()

    def __post_init__(self) -> None:
        at_terminal = self.source is sys.stdin and self.source.isatty() and sys.stdout.isatty()
        self.editor: Any = editor() if at_terminal else None
        if self.editor is not None:
            self.editor.set_completer_delims(" \t,;=")
            self.editor.set_completer(self._completed)
            with suppress(Exception):  # another editor of lines may know other commands
                self.editor.parse_and_bind("tab: complete")

    def line(self, asked: str, begun: str = "") -> str:
        """What is typed in answer to a question, beginning with some text to be changed; raises Left at the end."""
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
        """Say something."""
        self.talk.write(f"{text}\n")
        self.talk.flush()

    def _completed(self, begun: str, number: int) -> str | None:
        small = begun.lower()
        found = [word for word in self.words() if word.lower().startswith(small)]
        return f"{found[number]} " if number < len(found) else None
