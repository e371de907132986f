"""What puzzles of each ruleset are made of, read from `settings.yaml`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from surefoot.answers.errors import InvalidQuestion
from surefoot.answers.rulesets import named
from surefoot.files.source import parse
from surefoot.language import Quoted, say
from surefoot.records import dataclass
from surefoot.table.words import suggested


@dataclass(frozen=True)
class Setting:
    """The parts of puzzles of one ruleset."""

    ruleset: str
    # The model as in a scenario file, without its place.
    model: dict[str, Any]
    # Values of the profile with which paths are found that are too long for the model itself.
    strong: dict[str, Any]
    action: str
    # The distance of goals, from and to.
    range: tuple[float, float]
    # In how many actions a roof is reached.
    actions: int
    kinds: tuple[str, ...]
    slow: str
    danger: str
    # Action, profile and range of puzzles about the safest path.
    safest: dict[str, Any]
    climb: tuple[str, ...] = ()
    scale: float | None = None


@cache
def settings() -> dict[str, Setting]:
    """The settings of all rulesets that have puzzles."""
    file = files("surefoot.training.puzzles") / "settings.yaml"
    data = parse(file.read_text(encoding="utf-8"), "settings.yaml").data
    return {name: _setting(name, each) for name, each in data.items()}


def _setting(name: str, each: dict[str, Any]) -> Setting:
    near, far = each["range"]
    return Setting(
        name,
        dict(each["model"]),
        dict(each["strong"]),
        each["action"],
        (float(near), float(far)),
        int(each["actions"]),
        tuple(each["kinds"]),
        each["slow"],
        each["danger"],
        dict(each["safest"]),
        tuple(each.get("climb", ())),
        each.get("scale"),
    )


def setting_of(ruleset: str) -> Setting:
    """The setting of a ruleset; raises InvalidQuestion if it isn't installed or has no puzzles."""
    named(ruleset)
    if ruleset not in settings():
        none = say("There are no puzzles for {ruleset}", ruleset=Quoted(ruleset))
        raise InvalidQuestion("ruleset", suggested(none, ruleset, settings()))
    return settings()[ruleset]
