"""The help of the commands in the reader's language: each text is looked up as it is written in the source.

The few words that Click writes itself (Usage, Options, Error) are not ours to translate: Click looks them up with gettext,
and they are in the reader's language where Click has a translation for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from surefoot.language.locale import ENGLISH, Locale, current


def translate(command: Any, locale: Locale | None = None) -> None:
    """Put the help of a command, of its options and of the commands below it into a language, in place."""
    into = locale or current()
    if into is ENGLISH:
        return
    for holder, name in _held(command):
        setattr(holder, name, into.text(getattr(holder, name)))


def texts(command: Any) -> Iterator[str]:
    """Every text of the help of a command, of its options and of the commands below it."""
    for holder, name in _held(command):
        yield getattr(holder, name)


def _held(command: Any) -> Iterator[tuple[Any, str]]:
    for holder in (command, *command.params):
        for name in ("help", "epilog", "short_help"):
            if getattr(holder, name, None):
                yield holder, name
    for each in getattr(command, "commands", {}).values():
        yield from _held(each)
