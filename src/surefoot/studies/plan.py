"""The plan of a study: which tables, which players on which side, which seeds."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from surefoot.agents.state import TABLES
from surefoot.answers.bundled import bundled
from surefoot.files.problems import FileInvalid, FileProblem
from surefoot.files.refusals import expected, fail, said
from surefoot.files.scenario import loads
from surefoot.files.source import parse, read
from surefoot.language import Notation, Quoted, say
from surefoot.records import dataclass
from surefoot.referee.goals import sides_of
from surefoot.table.words import suggested

Strength = Literal["easy", "medium", "hard"]


class PlanForm(BaseModel):
    """A study as its file states it."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field("study", description="what it is called")
    tables: list[str] = Field(
        min_length=1,
        description="scenario files beside the plan, bundled scenarios, or reference tables by ruleset",
    )
    players: dict[str, list[Strength]] = Field(
        default_factory=dict, description="the strengths that play each side; medium if left out"
    )
    seeds: tuple[int, int] = Field(description="the first and the last seed: 0-99")
    rounds: int = Field(
        5, ge=1, le=100, description="games without goals that end them are over after so many rounds"
    )
    planned: bool = Field(True, description="whether paths to goals are planned over levels")
    opening: int = Field(
        0, ge=0, le=100, description="number of random actions at the start of each game, drawn by its seed"
    )
    positions: int = Field(
        300, ge=1, le=1_000_000, description="positions that `hard` looks at for each decision"
    )
    rivals: bool = Field(
        default=False, description="leave out games in which all sides play at the same strength"
    )

    @field_validator("seeds", mode="before")
    @classmethod
    def _range(cls, value: Any) -> Any:
        if isinstance(value, int):
            return value, value
        first, dash, last = str(value).partition("-")
        if not dash or not first.isdecimal() or not last.isdecimal() or int(first) > int(last):
            fail(say("write seeds as {seeds}", seeds=Notation("0-99")))
        return int(first), int(last)


@dataclass(frozen=True)
class Job:
    """One game of a study. Its row depends on nothing else."""

    number: int
    table: str
    players: tuple[tuple[str, str], ...]
    seed: int


@dataclass(frozen=True)
class Study:
    """A study whose tables have been found."""

    form: PlanForm
    # The text of each table, so that workers need no files.
    texts: dict[str, str]
    jobs: tuple[Job, ...]


def read_plan(path: str) -> Study:
    """The study in a file; raises FileInvalid with every problem."""
    file, text = read(path)
    source = parse(text, file)
    try:
        form = PlanForm.model_validate(source.data)
    except ValidationError as invalid:
        raise FileInvalid([_problem(source, file, each) for each in invalid.errors()]) from None
    problems: list[FileProblem] = []
    texts: dict[str, str] = {}
    jobs: list[Job] = []
    for number, name in enumerate(form.tables):
        found = _found(name, Path(path).parent)
        if found is None:
            known = [*bundled(), *(each.stem for each in TABLES.glob("*.yaml"))]
            says = suggested(say("there is no table {name}", name=Quoted(name)), name, known)
            problems.append(FileProblem(file, source.line(("tables", number)), f"tables[{number}]", says))
            continue
        texts[name] = found
        sides = sides_of(loads(found, name).table)
        strange = [side for side in form.players if side not in sides]
        for side in strange:
            says = suggested(
                say("{table} has no side {side}", table=Notation(name), side=Quoted(side)), side, sides
            )
            problems.append(FileProblem(file, source.line(("players", side)), f"players.{side}", says))
        among = [[(side, strength) for strength in form.players.get(side, ["medium"])] for side in sides]
        for players in itertools.product(*among):
            if form.rivals and len({strength for _, strength in players}) < 2:
                continue
            for seed in range(form.seeds[0], form.seeds[1] + 1):
                jobs.append(Job(len(jobs), name, players, seed))
    if problems:
        raise FileInvalid(problems)
    return Study(form, texts, tuple(jobs))


def _problem(source: Any, file: str, error: Any) -> FileProblem:
    way = tuple(error["loc"])
    where = ".".join(map(str, way))
    says = said(error.get("ctx"), str(error["msg"]), error["type"])
    if error["type"] == "extra_forbidden":
        unknown = say("there is no field {name}", name=Quoted(str(way[-1])))
        says = suggested(unknown, str(way[-1]), PlanForm.model_fields)
    elif error["type"] == "model_type":
        says = expected(say("a plan: a mapping with tables, players, seeds, …"), error["input"])
    elif error["type"] in ("list_type", "tuple_type"):
        says = expected(say("a list"), error["input"])
    elif error["type"] == "missing":
        says = say("is missing: {field}", field=Notation(str(PlanForm.model_fields[str(way[0])].description)))
    return FileProblem(file, source.line(way), where, says)


def _found(name: str, folder: Path) -> str | None:
    """The text of a table by its name."""
    for path in (folder / name, TABLES / f"{name}.yaml"):
        if path.is_file():
            return path.read_text(encoding="utf-8")
    known = bundled()
    return known[name].read_text(encoding="utf-8") if name in known else None
