"""Lessons and puzzles as JSON, worked out in a worker."""

from __future__ import annotations

from surefoot.answers.errors import InvalidQuestion
from surefoot.answers.rulesets import named
from surefoot.language.sentence import sentence
from surefoot.server.problems import Problem
from surefoot.server.questions import as_json
from surefoot.training import lessons as all_lessons
from surefoot.training.lesson import lesson_data
from surefoot.training.puzzles.making import puzzle as made_puzzle
from surefoot.training.puzzles.settings import settings
from surefoot.training.puzzles.telling import puzzle_data
from surefoot.training.repetition import BOXES


def taught() -> bytes:
    """The rulesets that have lessons, and after how many days a lesson comes again, by its box."""
    found = [{"name": name, "title": named(name).catalogue.title} for name in all_lessons.taught()]
    return as_json({"rulesets": found, "days": list(BOXES)})


def lessons(ruleset: str) -> bytes:
    """The lessons of a ruleset."""
    try:
        return as_json(all_lessons.list_data(ruleset))
    except InvalidQuestion as wrong:
        raise Problem("ruleset/unknown", sentence(wrong.says)) from None


def lesson(ruleset: str, clause: str, name: str, twin: bool) -> bytes:
    """One lesson, or the same one asked about its twin."""
    try:
        return as_json(lesson_data(all_lessons.lesson_of(ruleset, clause, name), twin=twin))
    except InvalidQuestion as wrong:
        code = "ruleset/unknown" if wrong.field == "ruleset" else "lesson/unknown"
        raise Problem(code, sentence(wrong.says)) from None


def puzzled() -> bytes:
    """The rulesets that have puzzles."""
    found = [{"name": name, "title": named(name).catalogue.title} for name in settings()]
    return as_json({"rulesets": found})


def puzzle(ruleset: str, seed: int) -> bytes:
    """The puzzle of a seed."""
    try:
        return as_json(puzzle_data(made_puzzle(ruleset, seed)))
    except InvalidQuestion as wrong:
        raise Problem("ruleset/unknown", sentence(wrong.says)) from None
