"""Survivors that change nothing, each with the reason that was found for it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ruamel.yaml import YAML

FIELDS = ("file", "was", "becomes", "why")


def looked_at(path: Path | None) -> Mapping[tuple[str, str, str], str]:
    """The reason for each of them, by file and change."""
    if path is None:
        return {}
    entries = YAML(typ="safe").load(path.read_text(encoding="utf-8"))
    found: dict[tuple[str, str, str], str] = {}
    for number, entry in enumerate(entries or (), start=1):
        missing = [name for name in FIELDS if not str(entry.get(name) or "").strip() and name != "becomes"]
        if missing:
            raise ValueError(f"{path.name}: entry {number} lacks {', '.join(missing)}")
        found[entry["file"], entry["was"].strip(), str(entry.get("becomes") or "").strip()] = entry["why"]
    return found
