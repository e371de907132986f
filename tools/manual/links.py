"""Finds broken links; the site generator checks links to pages only, not to pictures and files."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

_FENCE = re.compile(r"^ *(`{3,}|~{3,}).*?^ *\1`*~* *$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)")
# The alternatives do not overlap, so that a page without links is not matched in exponentially many ways.
_LINK = re.compile(r"!?\[(?:[^\[\]\\]|\\.|\[[^\[\]]*\])*\]\(([^()\s]+)\)")
_HTML = re.compile(r'(?:src|srcset|href)="([^"]+)"')
_HEADING = re.compile(r"^#{1,6} +(.*?)(?: *\{ *#([^ }]+)[^}]*\})? *$", re.MULTILINE)


def dangling(docs: Path) -> list[str]:
    """Every broken link and picture of a manual."""
    found: list[str] = []
    for page in sorted(docs.rglob("*.md")):
        text = page.read_text(encoding="utf-8")
        found += [f"{page.relative_to(docs)}: {says}" for says in _wrong(page, text)]
    return found


def wrong_links(page: Path) -> list[str]:
    """The broken links of one file."""
    return list(_wrong(page, page.read_text(encoding="utf-8")))


def _wrong(page: Path, text: str) -> list[str]:
    found = []
    for target in targets(text):
        name, _, anchor = target.partition("#")
        file = (page.parent / name).resolve() if name else page.resolve()
        if not file.exists():
            found.append(f"{target} is missing")
        elif anchor and file.suffix == ".md" and anchor not in anchors(file):
            found.append(f"{target}: that page has no such anchor")
    return found


def targets(text: str) -> list[str]:
    """The link targets of a page within the project."""
    bare = _FENCE.sub("", text)
    # The text of a link may be code; a whole link inside code is not a link.
    linked = [*_LINK.findall(_CODE.sub("x", bare)), *_HTML.findall(_CODE.sub("x", bare))]
    return [each for each in linked if not re.match(r"[a-z]+:", each)]


@cache
def anchors(page: Path) -> frozenset[str]:
    """The anchors of a page."""
    found = [
        given or slug(title)
        for title, given in _HEADING.findall(_FENCE.sub("", page.read_text(encoding="utf-8")))
    ]
    return frozenset(found)


def slug(title: str) -> str:
    """The default anchor of a heading.

    >>> slug("What `check` says, first")
    'what-check-says-first'
    """
    words = re.sub(r"[^\w\s-]", "", re.sub(r"[`*]", "", title)).strip().lower()
    return re.sub(r"[-\s]+", "-", words)
