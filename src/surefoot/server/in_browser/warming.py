"""What a browser works out once and keeps with its memory: the modules and catalogues of every ruleset."""

from __future__ import annotations

from surefoot.answers.bundled import bundled
from surefoot.files.source import parse
from surefoot.server import questions
from surefoot.server.limits import Limits


def tables() -> list[str]:
    """One bundled table of each ruleset: the shortest."""
    texts = {name: file.read_text(encoding="utf-8") for name, file in bundled().items()}
    found: dict[str, str] = {}
    for name in sorted(texts, key=lambda each: len(texts[each])):
        found.setdefault(parse(texts[name], name).data["ruleset"], name)
    return list(found.values())


def warm(name: str) -> None:
    """Judge a bundled table, and lay it out as the page draws it."""
    asked = questions.as_json({"scenario": bundled()[name].read_text(encoding="utf-8")})
    for kind in ("check", "table"):
        questions.answered(kind, asked, Limits())
