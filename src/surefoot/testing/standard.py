"""The corpus as a standard: cases as plain JSON, and a protocol by which any engine in any language can be measured.

An engine reads one JSON object a line from standard input, `{"id": …, "scenario": …}`, and writes one a line to standard output
for each: `{"id": …, "verdicts": [...], "cost": …, "ends": {...}, "tests": [...], "clauses": [...]}`. Only `id` and
`verdicts` are needed; the other parts are compared if the engine gives them.
"""

from __future__ import annotations

import json
import shlex
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from surefoot.testing.corpus import Pair, corpus_files, corpus_folder, pairs
from surefoot.testing.play import Side, play

FORMAT = "surefoot-corpus/1"
PARTS = ("verdicts", "cost", "ends", "tests", "clauses")
# Lengths may differ by this much.
CLOSE = 1e-3
_TEST = ("what", "who", "needs", "odds", "passed")


def exported(rulesets: Iterable[str] = (), folder: Path | None = None) -> dict[str, Any]:
    """The cases of some rulesets (all if none are named) as plain data, each with what Surefoot expects."""
    wanted = tuple(rulesets)
    found = [
        each
        for pair in pairs(corpus_files(folder or corpus_folder()))
        if not wanted or pair.ruleset in wanted
        for each in _sides(pair)
    ]
    return {"format": FORMAT, "cases": found}


def _sides(pair: Pair) -> Iterator[dict[str, Any]]:
    for name, given, side in (
        (pair.case.name, pair.case.given, pair.side),
        (pair.case.twin_name or "twin", pair.case.twin_given, pair.twin),
    ):
        suffix = "" if side is pair.side else " / twin"
        try:
            scenario = json.loads(json.dumps({"ruleset": pair.ruleset, **given}, allow_nan=False))
        except (ValueError, TypeError):
            # What no JSON can hold (a number that is none, a date) is tested by Surefoot alone.
            continue
        yield {
            "id": f"{pair.id}{suffix}",
            "name": name,
            "clause": f"{pair.ruleset}/{pair.case.clause}",
            "scenario": scenario,
            "expected": told(side),
        }


def told(side: Side) -> dict[str, Any]:
    """What came of a case, as an engine writes it. A file that is refused has the verdict `refused`."""
    cited = [clause for each in side.outcomes for clause in each.clauses]
    cited += [problem.clause for problem in side.problems if problem.clause]
    clauses = sorted({side.catalogue[clause].id for clause in cited if clause in side.catalogue})
    if side.problems:
        return {"verdicts": ["refused"], "clauses": clauses}
    shown = side.shown
    ends = {}
    if side.before is not None and side.after is not None:
        ends = {
            name: [round(value, 6) for value in side.after.pose(name)[:3]]
            for name, model in side.after.models.items()
            if model.place.on_table
        }
    return {
        "verdicts": [each["verdict"] for each in shown],
        "cost": shown[-1]["cost"] if shown else 0,
        "ends": ends,
        "tests": [{key: test[key] for key in _TEST} for each in shown for test in each["tests"]],
        "clauses": clauses,
    }


def engine(lines: Iterable[str]) -> Iterator[str]:
    """Surefoot as an engine: the answer to each line."""
    for line in lines:
        if line.strip():
            case = json.loads(line)
            scenario = dict(case["scenario"])
            found = told(play(str(scenario.pop("ruleset")), scenario))
            yield json.dumps({"id": case["id"], **found})


@dataclass
class Score:
    """How an engine did: for each part of an answer, how many were right and how many it gave."""

    cases: int = 0
    given: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    # The cases with a difference: their id, the part, what was expected and what was answered.
    wrong: list[tuple[str, str, Any, Any]] = field(default_factory=list)

    def data(self) -> dict[str, Any]:
        """The score as plain data."""
        parts = {part: {"right": self.right[part], "given": self.given[part]} for part in PARTS}
        keys = ("id", "part", "expected", "answered")
        wrong = [dict(zip(keys, each, strict=True)) for each in self.wrong]
        return {"cases": self.cases, "parts": parts, "wrong": wrong}


class EngineFailed(Exception):
    """An engine that ended, or that answered something else than it was asked."""


def measured(command: str, cases: Iterable[Mapping[str, Any]]) -> Score:
    """Run an engine on some cases and compare its answers; raises EngineFailed if it does not keep to the protocol."""
    score = Score()
    with subprocess.Popen(  # the command is the user's own
        shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            for case in cases:
                process.stdin.write(json.dumps({"id": case["id"], "scenario": case["scenario"]}) + "\n")
                process.stdin.flush()
                _compare(case, _answer(process.stdout.readline(), case["id"]), score)
        except BrokenPipeError:
            raise EngineFailed(f"the engine ended after {score.cases} cases") from None
        finally:
            process.stdin.close()
            process.terminate()
    return score


def _answer(line: str, expected: str) -> Mapping[str, Any]:
    if not line:
        raise EngineFailed(f"the engine ended before it answered {expected}")
    try:
        found = json.loads(line)
    except ValueError:
        raise EngineFailed(f"no JSON in the answer to {expected}: {line[:100]!r}") from None
    if (
        not isinstance(found, dict)
        or found.get("id") != expected
        or not isinstance(found.get("verdicts"), list)
    ):
        raise EngineFailed(f"the answer to {expected} needs its id and verdicts: {line[:100]!r}")
    return found


def _compare(case: Mapping[str, Any], answer: Mapping[str, Any], score: Score) -> None:
    score.cases += 1
    for part in PARTS:
        if part in answer and part in case["expected"]:
            score.given[part] += 1
            if _same(case["expected"][part], answer[part]):
                score.right[part] += 1
            else:
                score.wrong.append((case["id"], part, case["expected"][part], answer[part]))


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, (int, float)) and isinstance(other, (int, float)) and not isinstance(one, bool):
        return abs(one - other) <= CLOSE
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return bool(one == other)


def schema() -> dict[str, Any]:
    """The JSON Schema of an exported corpus."""
    text, number = {"type": "string"}, {"type": "number"}
    test = {
        "type": "object",
        "required": list(_TEST),
        "properties": {
            **dict.fromkeys(("what", "who", "needs"), text),
            "odds": {"type": ["string", "null"], "description": "An exact fraction."},
            "passed": {"type": ["boolean", "null"]},
        },
    }
    verdict = {"enum": ["legal", "illegal", "stopped-short", "refused"]}
    expected = {
        "type": "object",
        "required": ["verdicts", "clauses"],
        "properties": {
            "verdicts": {"type": "array", "items": verdict, "description": "One for each declaration."},
            "cost": {**number, "description": "What the last declaration costs, in the unit of the table."},
            "ends": {
                "type": "object",
                "additionalProperties": {"type": "array", "items": number, "minItems": 3, "maxItems": 3},
            },
            "tests": {"type": "array", "items": test},
            "clauses": {"type": "array", "items": text, "description": "Every clause that is cited."},
        },
    }
    case = {
        "type": "object",
        "required": ["id", "name", "clause", "scenario", "expected"],
        "properties": {
            "id": text,
            "name": text,
            "clause": text,
            "scenario": {"type": "object", "description": "A table with declarations, dice and answers."},
            "expected": expected,
        },
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A corpus of Surefoot: tables, declarations, dice and what comes of them",
        "type": "object",
        "required": ["format", "cases"],
        "properties": {"format": {"const": FORMAT}, "cases": {"type": "array", "items": case}},
    }
