"""The player's own library: answers that were given once, by ruleset and unit, in a YAML file under SUREFOOT_HOME."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from surefoot.files.home import data_folder
from surefoot.files.source import parse
from surefoot.intake.problems import Problems
from surefoot.language import say

Answers = Mapping[str, Mapping[str, Any]]


def library_file() -> Path:
    """Where the library is kept."""
    return data_folder() / "units.yaml"


def remembered(ruleset: str) -> dict[str, dict[str, Any]]:
    """What the library knows for a ruleset: fields by the name of their unit."""
    file = library_file()
    if not file.exists():
        return {}
    data = parse(file.read_text(encoding="utf-8"), str(file)).data
    problems = Problems(str(file))
    if not isinstance(data, dict):
        if data is not None:
            problems.wrong(say("expected rulesets, each with its units by name"))
        problems.demand_none()
        return {}
    units = data.get(ruleset) or {}
    if not isinstance(units, dict) or not all(isinstance(fields, dict) for fields in units.values()):
        problems.wrong(say("expected units by name, each with its fields"), ruleset)
    problems.demand_none()
    return {str(name): dict(fields) for name, fields in units.items()}


def remember(ruleset: str, answers: Answers) -> Path:
    """Keep answers in the library; what it knew before stays unless it is answered anew."""
    from ruamel.yaml import YAML

    file = library_file()
    everything: dict[str, Any] = {}
    if file.exists():
        everything = parse(file.read_text(encoding="utf-8"), str(file)).data or {}
    units = everything.setdefault(ruleset, {})
    for unit, fields in answers.items():
        units[unit] = {**units.get(unit, {}), **fields}
    yaml = YAML(typ="safe", pure=True)
    yaml.default_flow_style = None
    text = io.StringIO()
    yaml.dump(everything, text)
    file.parent.mkdir(parents=True, exist_ok=True)
    # Written beside it first: a library is never half of itself.
    fresh = file.with_suffix(f".{os.getpid()}.new")
    fresh.write_text(text.getvalue(), encoding="utf-8")
    fresh.replace(file)
    return file
