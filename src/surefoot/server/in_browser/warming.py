"""What a browser works out once and keeps with its memory: the modules and catalogues of every ruleset."""

from __future__ import annotations

from surefoot.answers.bundled import bundled
from surefoot.files.source import parse
from surefoot.server import questions
from surefoot.server.limits import Limits


def tables() -> list[str]:
    """One bundled table of each ruleset."""
    found: dict[str, str] = {}
    for name, file in bundled().items():
        found.setdefault(parse(file.read_text(encoding="utf-8"), name).data["ruleset"], name)
    return list(found.values())


def warm(name: str) -> None:
    """Judge a bundled table, and lay it out as the page draws it."""
    asked = questions.as_json({"scenario": bundled()[name].read_text(encoding="utf-8")})
    for kind in ("check", "table"):
        questions.answered(kind, asked, Limits())
