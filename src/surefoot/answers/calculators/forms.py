"""Calculators as data for forms: JSON for the page and other programs, JSON Schema for the description of the server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from surefoot.language import Text
from surefoot.language.sentence import sentence
from surefoot.language.speaker import Speaker
from surefoot.referee.calculators import Input, Task
from surefoot.referee.protocol import Ruleset
from surefoot.referee.speaking import ruleset_speaker


def calculators_data(ruleset: Ruleset) -> dict[str, Any]:
    """The calculators of a ruleset as JSON data: everything that a form needs."""
    words = ruleset_speaker(ruleset.name)
    feats, journeys = ruleset.feats, ruleset.journeys
    return {
        "feats": None
        if feats is None
        else {
            "who": _inputs(feats.who, words),
            "example": dict(feats.example),
            "feats": _tasks(feats.feats, words),
        },
        "journeys": None
        if journeys is None
        else {
            "who": _inputs(journeys.who, words),
            "party": [dict(each) for each in journeys.party],
            "legs": _tasks(journeys.legs, words),
            "route": [dict(each) for each in journeys.route],
            "inputs": _inputs(journeys.inputs, words),
            "counter": journeys.counter,
            "title": _said(journeys.title, words),
        },
    }


def _tasks(tasks: Sequence[Task], words: Speaker) -> list[dict[str, Any]]:
    return [
        {
            "name": task.name,
            "title": _said(task.title, words),
            "amounts": _inputs(task.amounts, words),
            "inputs": _inputs(task.inputs, words),
        }
        for task in tasks
    ]


def _inputs(inputs: Sequence[Input], words: Speaker) -> list[dict[str, Any]]:
    return [
        {
            "name": each.name,
            "title": _said(each.title, words),
            "kind": each.kind,
            "default": each.default,
            "says": _said(each.says or each.title, words),
            "hint": _said(each.hint, words),
            "least": each.least,
            "most": each.most,
            "unit": each.unit,
            "choices": [
                {"value": value, "title": _said(title, words)} for value, title in each.choices.items()
            ],
        }
        for each in inputs
    ]


def _said(text: Text, words: Speaker) -> str:
    return words(sentence(text)) if text else ""


def input_schema(given: Input) -> dict[str, Any]:
    """The JSON Schema of an input."""
    words = Speaker()
    schema: dict[str, Any] = {
        "description": _said(given.says or given.title, words),
        "default": given.default,
    }
    if given.kind == "switch":
        return schema | {"type": "boolean"}
    if given.kind == "choice":
        return schema | {"type": "string", "enum": list(given.choices)}
    bounds = {"minimum": given.least, "maximum": given.most}
    return schema | {"type": "integer" if given.kind == "whole" else "number"} | bounds
