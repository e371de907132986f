"""Helpers that write Markdown: escaping, tables, links to clauses, and writing the generated files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

# Generated files by their path below docs/generated.
Files = dict[str, str]

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|~^])")
_STRESSED = re.compile(r"\\\*([\w-]+)\\\*")
_CLAUSE = re.compile(r"\b[a-z0-9]+(?:-[a-z0-9]+)*\.[a-z0-9]+(?:-[a-z0-9]+)*\b")


def plain(text: object) -> str:
    """Escape a text so that nothing in it is read as Markdown.

    >>> plain('M_1 is <2" | *not* more')
    'M\\\\_1 is &lt;2" \\\\| \\\\*not\\\\* more'
    """
    entities = {"<": "&lt;", ">": "&gt;"}
    return _SPECIAL.sub(lambda found: entities.get(found[1], f"\\{found[1]}"), " ".join(str(text).split()))


def said(text: object) -> str:
    """Escape a text, except for `code` and *emphasis*.

    >>> said("give `--dice`, *never* both_of_them")
    'give `--dice`, *never* both\\\\_of\\\\_them'
    """
    parts = str(text).split("`")
    # With an odd number of backticks they are ordinary characters.
    if len(parts) % 2 == 0:
        return plain(text)
    return "".join(code(part) if index % 2 else _spaced(part) for index, part in enumerate(parts))


def _spaced(text: str) -> str:
    """Escaped text that keeps the spaces at both ends."""
    before = " " if text[:1].isspace() else ""
    after = " " if text[-1:].isspace() and text.strip() else ""
    stressed = _STRESSED.sub(r"*\1*", plain(text))
    return f"{before}{stressed}{after}"


def code(text: object) -> str:
    """A text as inline code that is safe inside a table cell.

    >>> code("a`b")
    '<code>a&#96;b</code>'
    """
    shown = str(text)
    if not re.search(r"[`|<>&\\]", shown):
        return f"`{shown}`"
    entities = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "`": "&#96;", "|": "&#124;", "\\": "&#92;"}
    return f"<code>{''.join(entities.get(each, each) for each in shown)}</code>"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """The lines of a table; cells are already Markdown."""
    lines = [f"| {' | '.join(heads)} |", f"|{' --- |' * len(heads)}"]
    lines += [f"| {' | '.join(cell.replace(chr(10), ' ') for cell in row)} |" for row in rows]
    return [*lines, ""]


def linked(text: object, clauses: Mapping[str, str]) -> str:
    """Escape a text and link every known clause id in it."""

    def link(found: re.Match[str]) -> str:
        where = clauses.get(found[0])
        return f"[{found[0]}]({where})" if where else found[0]

    return _CLAUSE.sub(link, plain(text))


def value(given: Any) -> str:
    """A setting as it is written in a file."""
    if given is None:
        return "unset"
    if isinstance(given, bool):
        return "on" if given else "off"
    if isinstance(given, float):
        return f"{given:g}"
    if isinstance(given, Mapping):
        return "{" + ", ".join(f"{key}: {value(each)}" for key, each in given.items()) + "}"
    if isinstance(given, (list, tuple)):
        return "[" + ", ".join(value(each) for each in given) + "]"
    return str(given)


def several(count: int, one: str, many: str = "") -> str:
    """A number with its noun in the singular or plural.

    >>> several(1, "clause"), several(2, "clause")
    ('1 clause', '2 clauses')
    """
    return f"{count} {one if count == 1 else many or one + 's'}"


def page(*parts: str | Iterable[str]) -> str:
    """Join lines and lists of lines into a page."""
    lines: list[str] = []
    for part in parts:
        lines += [part] if isinstance(part, str) else part
    return "\n".join(lines).rstrip() + "\n"


def write(files: Files, folder: Path) -> None:
    """Make a folder hold exactly these files; unchanged files keep their timestamps."""
    wanted = {folder / PurePosixPath(name) for name in files}
    for path in sorted(folder.rglob("*"), reverse=True) if folder.is_dir() else ():
        if path.is_dir() and not any(path.iterdir()):
            path.rmdir()
        elif path.is_file() and path not in wanted:
            path.unlink()
    keep(files, folder)


def keep(files: Files, folder: Path) -> list[Path]:
    """Write these files beside what a folder holds; those that changed."""
    changed = []
    for name, text in files.items():
        path = folder / PurePosixPath(name)
        if not path.is_file() or path.read_bytes() != text.encode():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
            changed.append(path)
    return changed
