"""What pages written by hand show of the program: output of commands, example files, tables from the code.

The text stands in the page, so that it is there wherever the page is read. A comment before it names where it comes from;
`python -m tools.manual --update` brings it up to date, and the test suite compares it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from tools.manual import captures, tables
from tools.manual.writing import Files

DOCS = Path(__file__).parent.parent.parent / "docs"
# The text is what the fence holds that follows, or else all lines up to the next blank one.
_BLOCK = re.compile(
    r"^(<!-- shown: (\S+) -->\n)(?:(```[^\n]*\n)(.*?)^(```)|((?:[^\n]+\n)*))", re.MULTILINE | re.DOTALL
)


def written_by_hand() -> list[Path]:
    """Every page of the manual that no program writes."""
    made = (DOCS / "generated", DOCS / "reference")
    return [page for page in sorted(DOCS.rglob("*.md")) if not any(each in page.parents for each in made)]


def blocks(text: str) -> Iterator[tuple[str, str]]:
    """What a page shows: where it comes from, and its text.

    >>> list(blocks("<!-- shown: captures/x.txt -->\\n```console\\n$ x\\n```\\n"))
    [('captures/x.txt', '$ x\\n')]
    """
    for found in _BLOCK.finditer(text):
        yield found[2], found[4] if found[3] else found[6]


def updated(text: str, files: Mapping[str, str]) -> str:
    """A page with these texts where it shows them.

    >>> updated("<!-- shown: tables/x.txt -->\\n| old |\\n\\nMore", {"tables/x.txt": "| new |\\n"})
    '<!-- shown: tables/x.txt -->\\n| new |\\n\\nMore'
    """

    def block(found: re.Match[str]) -> str:
        shown = files.get(found[2])
        if shown is None:
            return found[0]
        return found[1] + (f"{found[3]}{shown}{found[5]}" if found[3] else shown)

    return _BLOCK.sub(block, text)


def still() -> Files:
    """Everything that pages show and that needs no command: example files, and tables from the code."""
    kept = [*(DOCS / "examples").glob("*.yaml"), captures.COMPARED]
    return {f"examples/{file.name}": file.read_text(encoding="utf-8") for file in kept} | tables.files()


def update(files: Files) -> list[Path]:
    """Bring all pages up to date with these texts; the pages that changed."""
    changed = []
    for page in written_by_hand():
        before = page.read_text(encoding="utf-8")
        after = updated(before, files)
        if after != before:
            page.write_text(after, encoding="utf-8")
            changed.append(page)
    return changed
