"""The table of contents of the built manual: mkdocs.yml with the pages of each ruleset added to its section."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

from tools.manual.quick_sheet import has_sheet
from tools.manual.rules import topics

from surefoot.referee.protocol import find

_RULESET = re.compile(r"generated/rules/([^/]+)/index\.md")


def config(written: Path) -> str:
    """The site generator's configuration, with every generated page in the table of contents."""
    yaml = _yaml()
    data = yaml.load(written.read_text(encoding="utf-8"))
    data["nav"] = [_filled(entry) for entry in data["nav"]]
    stream = io.StringIO()
    yaml.dump(data, stream)
    return f"# written by tools/manual from {written.name}\n{stream.getvalue()}"


def pages(written: Path) -> list[str]:
    """Every page that the hand-written table of contents names."""

    def inside(entry: Any) -> list[str]:
        if isinstance(entry, str):
            return [entry]
        values = entry.values() if isinstance(entry, dict) else entry
        return [page for each in values for page in inside(each)]

    return inside(_yaml().load(written.read_text(encoding="utf-8"))["nav"])


def _yaml() -> Any:
    from ruamel.yaml import YAML

    yaml = YAML()
    yaml.width = 200
    return yaml


def _filled(entry: Any) -> Any:
    if not isinstance(entry, dict):
        return entry
    return {title: _section(inner) for title, inner in entry.items()}


def _section(inner: Any) -> Any:
    if isinstance(inner, list):
        return [_filled(each) for each in inner]
    ruleset = _RULESET.fullmatch(inner)
    if ruleset is None:
        return inner
    folder = f"generated/rules/{ruleset[1]}"
    found = find(ruleset[1])
    topical = [{found.catalogue.topic_title(topic): f"{folder}/topics/{topic}.md"} for topic in topics(found)]
    fixed = [{title: f"{folder}/{title.lower()}.md"} for title in ("Clauses", "Rulings", "Options")]
    if has_sheet(ruleset[1]):
        fixed.append({"Quick sheet": f"{folder}/quick-sheet.md"})
    return [inner, *fixed, {"Topics": topical}]
