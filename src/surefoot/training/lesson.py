"""A whole lesson as JSON data: the table, what is declared, the questions, and the explanation with the twin."""

from __future__ import annotations

import math
from typing import Any

from surefoot.answers.rulesets import Held
from surefoot.answers.state import state_data
from surefoot.answers.verdicts import in_words
from surefoot.draw.declared import declared_paths
from surefoot.files.codec import encode
from surefoot.referee.protocol import find
from surefoot.table.table import Table
from surefoot.training.asking import Question, asked
from surefoot.training.lessons import Lesson, entry_data
from surefoot.training.views import View, change, dice_and_answers, earlier, facts, options, views


def lesson_data(lesson: Lesson, *, twin: bool = False) -> dict[str, Any]:
    """A lesson, or the same one asked about its twin."""
    here, there = views(lesson.pair, twin=twin)
    # A side whose file is invalid has no table of its own: what is different is told beside that of the other one.
    pictured = here if here.before is not None else there
    shown = entry_data(lesson) | {
        "ruleset": lesson.ruleset,
        "twin": twin,
        "topic_title": find(lesson.ruleset).catalogue.topic_title(lesson.clause.topic),
        "declared": here.declared,
        "earlier": earlier(here),
        "dice": dice_and_answers(here),
        "facts": facts(pictured),
        "options": options(pictured),
        "different": change(there, here) if pictured is there else "",
        **_picture(pictured),
        "questions": [question_data(each) for each in asked(lesson, twin=twin)],
        "explanation": _explanation(lesson, here, there),
    }
    return {key: _finite(value) for key, value in shown.items()}


def _finite(value: Any) -> Any:
    """Data that JSON can hold: some lessons are about numbers that are none."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, dict):
        return {key: _finite(each) for key, each in value.items()}
    return [_finite(each) for each in value] if isinstance(value, list) else value


def question_data(question: Question) -> dict[str, Any]:
    """A question as JSON data."""
    return {
        "kind": question.kind,
        "says": question.says,
        "who": question.who,
        "right": question.right,
        "choices": [
            {"says": each.says} | ({"spot": list(each.spot), "on": each.on} if each.spot is not None else {})
            for each in question.choices
        ],
    }


def _picture(view: View) -> dict[str, Any]:
    table: Table | None = view.before
    if table is None:
        return {"table": None, "state": None, "paths": []}
    paths = [] if view.declaration is None else declared_paths(table, view.declaration)
    return {
        "table": encode(table),
        "state": state_data(table, table),
        "paths": [{"who": who, "points": [list(point) for point in points]} for who, points in paths],
    }


def _explanation(lesson: Lesson, here: View, there: View) -> dict[str, Any]:
    catalogue = find(lesson.ruleset).catalogue
    return {
        "clause": Held(catalogue, lesson.clause).data(),
        "name": lesson.pair.case.name if lesson.pair.case.given is here.given else lesson.pair.case.twin_name,
        "came": _came(here),
        "twin": {
            "name": lesson.pair.case.twin_name
            if lesson.pair.case.given is here.given
            else lesson.pair.case.name,
            "different": change(here, there),
            "declared": there.declared,
            "came": _came(there),
        },
    }


def _came(view: View) -> dict[str, Any]:
    """What came of a side: the verdict in words, or the problems of its file."""
    problems = [{"says": str(each.says), "clause": each.clause} for each in view.side.problems]
    if view.outcome is None:
        return {"verdict": view.verdict, "outcome": None, "problems": problems}
    shown = in_words(view.side.shown[view.index], view.outcome)
    return {"verdict": view.verdict, "outcome": shown, "problems": problems}
