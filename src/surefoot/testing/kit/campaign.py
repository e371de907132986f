"""The campaign: laws put to the random tables of many seeds, and the smallest table on which one fails.

A law is a function of a table, its ruleset and random numbers (`Draws`) that lists what is wrong. To add one, write it
in a module of its own and name it in `surefoot.testing.kit.lawbook`.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any

from surefoot.geometry.tolerance import from_lattice
from surefoot.records import dataclass
from surefoot.referee.itinerary import Leg
from surefoot.referee.protocol import Declaration, Ruleset
from surefoot.table.record import Record
from surefoot.table.table import Table
from surefoot.testing.kit.draws import Draws
from surefoot.testing.kit.perils import World, read, world
from surefoot.testing.kit.worlds import Lore

Data = dict[str, Any]


@dataclass(frozen=True)
class Violation:
    """A breach of a law: its text, the declarations, and a check for smaller tables."""

    says: str
    declarations: tuple[Declaration, ...] = ()
    # The same breach on another table as text; empty if there is none.
    again: Callable[[Table], str] | None = None
    # The scenario of the breach, if the law made its own.
    scenario: Data | None = None


Law = Callable[[Table, Ruleset, Draws], list[Violation]]


@dataclass(frozen=True)
class Failure:
    """A law that does not hold on the table of a seed."""

    law: str
    seed: int
    says: str
    scenario: Data

    def __str__(self) -> str:
        return f"{self.law}, seed {self.seed}: {self.says}"

    def written(self) -> str:
        """The failure as a scenario file, with its text on top."""
        from io import StringIO

        from ruamel.yaml import YAML

        yaml, text = YAML(), StringIO()
        yaml.default_flow_style = None
        yaml.width = 160
        yaml.dump(self.scenario, text)
        head = "\n".join(f"# {line}" for line in str(self).splitlines())
        return f"{head}\n{text.getvalue()}"


@dataclass
class Tally:
    """The result of a campaign: checked tables by law, and failures."""

    tables: dict[str, int] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)


def campaign(
    ruleset: Ruleset, lore: Lore, laws: Mapping[str, Law], seeds: Iterable[int], *, shrink: bool = True
) -> Iterator[tuple[str, int, Failure | None]]:
    """Check every law on the table of every seed; yields law, seed and the first failure."""
    for number in seeds:
        one = world(ruleset, lore, number)
        for name, law in laws.items():
            yield name, number, judged(one, name, law, shrink=shrink)


def judged(one: World, name: str, law: Law, *, shrink: bool = True) -> Failure | None:
    """The first failure of a law on a random table, on the smallest table that shows it."""
    try:
        found = law(one.table, one.ruleset, one.draws(name))
    except Exception:  # noqa: BLE001  # a law that stumbles has found something
        found = [Violation(f"raised {traceback.format_exc()}")]
    if not found:
        return None
    first = found[0]
    if first.scenario is not None:
        return Failure(name, one.seed, first.says, first.scenario)
    says, data = first.says, one.data
    if shrink and first.again is not None:
        says, data = smallest(one, first)
    declared = [spoken(each, one.ruleset) for each in first.declarations]
    return Failure(name, one.seed, says, {**data, "declare": declared} if declared else data)


def smallest(one: World, violation: Violation) -> tuple[str, Data]:
    """The scenario without the parts that the failure does not need."""
    data, says = one.data, violation.says
    assert violation.again is not None
    named = {
        each for declaration in violation.declarations for each in (*declaration.who, declaration.target)
    }
    for section in ("terrain", "models"):
        for name in list(data[section]):
            if name in named or data[section][name].get("unit") in named:
                continue
            less = {**data, section: {key: value for key, value in data[section].items() if key != name}}
            table = read(less, one.lore)
            if table is None:
                continue
            try:
                still = violation.again(table)
            except Exception:  # noqa: BLE001  # what is missing now was needed
                continue
            if still:
                data, says = less, still
    return says, data


# --- declarations as written in files ---------------------------------------------------------------


def spoken(declaration: Declaration, ruleset: Ruleset) -> Data:
    """A declaration as written in a scenario file."""
    said: Data = {"who": list(declaration.who)} if declaration.who else {}
    kind = {"declare": "action", "happen": "happen", "tick": "tick"}[declaration.kind]
    said[kind] = declaration.action
    if declaration.legs:
        said["path"] = [_leg(leg) for leg in declaration.legs]
    if declaration.target:
        said["target"] = declaration.target
    kinds = {detail.name: detail.kind for detail in ruleset.actions[declaration.action].details}
    for name, value in declaration.details.items():
        said[name] = _plain(value, kinds.get(name, "text") in ("length", "angle", "point"))
    return said


def _leg(leg: Leg) -> Any:
    if leg.by == "turn":
        return {"turn": from_lattice(leg.turn)}
    more: Data = {"on": leg.on} if leg.on else {}
    more |= {"manner": leg.manner} if leg.manner else {}
    to = None if leg.to is None else [from_lattice(value) for value in leg.to]
    if leg.by == "link":
        return {"link": leg.link, **({"to": to} if to else {}), **more}
    if leg.by == "lift":
        return {"lift": leg.link, "rise": from_lattice(leg.rise), **more}
    if leg.by == "through":
        return {"through": leg.link, "to": to, **more}
    if leg.by == "walk":
        return {"to": to, **more} if more else to
    return {leg.by: to, **more}


def _plain(value: Any, lengths: bool) -> Any:
    if isinstance(value, Record):
        return {name: _plain(each, lengths) for name, each in value.items()}
    if isinstance(value, tuple):
        return [_plain(each, lengths) for each in value]
    if lengths and isinstance(value, int) and not isinstance(value, bool):
        return from_lattice(value)
    return value if isinstance(value, (int, float, str, bool, type(None))) else str(value)


# --- a campaign on the command line -----------------------------------------------------------------


def kept(failure: Failure, folder: Path, ruleset: str) -> Path:
    """Write a failure to a folder; its name has the law, the ruleset and the seed."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{failure.law}-{ruleset}-{failure.seed}.yaml"
    path.write_text(failure.written(), encoding="utf-8")
    return path
