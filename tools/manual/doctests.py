"""`python -m tools.manual --update`: rewrite the results of the Python examples in pages to what they are today."""

from __future__ import annotations

import contextlib
import doctest
import io
import re
import traceback
from pathlib import Path
from typing import Any

_BLOCK = re.compile(r"(^```pycon\n)(.*?)(^```)", re.MULTILINE | re.DOTALL)


def updated(text: str, name: str) -> str:
    """A page with the results of its Python examples brought up to date; all blocks of a page share their names."""
    known: dict[str, Any] = {}

    def block(found: re.Match[str]) -> str:
        return found[1] + _examples(found[2], name, known) + found[3]

    return _BLOCK.sub(block, text)


def update(page: Path) -> bool:
    """Bring a page up to date; whether it changed."""
    before = page.read_text(encoding="utf-8")
    after = updated(before, page.name)
    if after != before:
        page.write_text(after, encoding="utf-8")
    return after != before


def _examples(text: str, name: str, known: dict[str, Any]) -> str:
    lines = text.splitlines(keepends=True)
    shown: list[str] = []
    done = 0
    for each in doctest.DocTestParser().get_examples(text, name):
        result = each.lineno + each.source.count("\n")
        shown += [*lines[done:result], _result(each, known)]
        done = result + each.want.count("\n")
    return "".join([*shown, *lines[done:]])


def _result(example: doctest.Example, known: dict[str, Any]) -> str:
    """The output of one example; of an error its first and its last line."""
    output = io.StringIO()
    try:
        with contextlib.redirect_stdout(output):
            exec(compile(example.source, "<page>", "single"), known)  # noqa: S102  # examples of our own pages
    except Exception as wrong:  # noqa: BLE001  # an example may show any error
        last = traceback.format_exception_only(wrong)[-1]
        return f"Traceback (most recent call last):\n    ...\n{last}"
    return output.getvalue()
