"""Lessons: every clause with a pair is taught, and of the answers that are offered exactly one is right."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from surefoot.answers.errors import InvalidQuestion
from surefoot.referee.protocol import find
from surefoot.testing.corpus import bundled_corpus, corpus_files, pairs
from surefoot.training.asking import asked
from surefoot.training.kept import Kept
from surefoot.training.lesson import lesson_data
from surefoot.training.lessons import LEVELS, chosen, lesson_of, lessons, list_data, taught
from surefoot.training.repetition import BOXES
from surefoot.training.views import views

# One lesson in so many is asked; SUREFOOT_LESSONS=1 asks all of them.
EACH = int(os.environ.get("SUREFOOT_LESSONS", "40"))


def test_every_clause_with_a_pair_has_a_lesson() -> None:
    """The corpus proves each clause whose proof is a case; tests/test_conformance.py makes sure of that."""
    for ruleset in taught():
        proven = {clause.id for clause in find(ruleset).catalogue if clause.proof == "case"}
        assert proven
        assert proven <= {clause for each in lessons(ruleset) for clause in each.clauses}


@pytest.mark.parametrize("ruleset", taught())
def test_ids_are_unique_and_the_order_is_by_difficulty(ruleset: str) -> None:
    found = lessons(ruleset)
    assert len({each.id for each in found}) == len(found)
    assert [each.level for each in found] == sorted(each.level for each in found)
    assert {each.level for each in found} == set(range(1, LEVELS + 1))
    listed = list_data(ruleset)
    assert sum(topic["lessons"] for topic in listed["topics"]) == len(found)
    one = found[-1]
    assert lesson_of(ruleset, one.clause.id, one.name) is one


def test_what_a_field_of_a_file_takes_is_no_lesson() -> None:
    """The corpus proves that, too, with pairs; it teaches no game."""
    fields = {pair.id for pair in pairs(corpus_files(bundled_corpus())) if pair.case.of_field}
    assert fields
    assert not fields & {lesson.pair.id for ruleset in taught() for lesson in lessons(ruleset)}


@pytest.mark.parametrize("ruleset", taught())
def test_every_question_has_one_right_answer_and_the_twin_has_another(ruleset: str) -> None:
    for lesson in lessons(ruleset)[::EACH]:
        both = asked(lesson), asked(lesson, twin=True)
        for questions in both:
            assert len({each.kind for each in questions}) == len(questions) >= 1
            for question in questions:
                says = [choice.says for choice in question.choices]
                assert len(set(says)) == len(says) >= 2, (lesson.id, question)
                assert all(says), (lesson.id, question)
                assert 0 <= question.right < len(says)
        first, other = both[0][0], both[1][0]
        if first.says == other.says:
            assert first.choices[first.right].says != other.choices[other.right].says, lesson.id


def test_answers_are_those_of_the_referee() -> None:
    lesson = next(
        each
        for each in chosen(lessons("necromunda-classic"), clause="leap.test")
        if asked(each)[0].kind == "roll"
    )
    here, _ = views(lesson.pair)
    assert here.outcome is not None
    test = here.outcome.tests[0]
    question = asked(lesson)[0]
    assert question.choices[question.right].says == f"{test.dice}: {here.speak(test.needs)}"
    shown = lesson_data(lesson)
    assert shown["explanation"]["clause"]["id"] == "necromunda-classic/leap.test"
    assert shown["explanation"]["twin"]["different"]
    assert shown["table"]
    assert shown["paths"]


def test_a_place_is_asked_for_with_the_twins_place_among_the_answers() -> None:
    for lesson in lessons("necromunda-classic"):
        if "ends" not in lesson.pair.case.expect or lesson.level > 1:
            continue
        first = asked(lesson)[0]
        if first.kind == "end":
            assert first.who
            assert all(choice.spot is not None for choice in first.choices)
            return
    pytest.fail("no lesson asks for a place")


def test_unknown_lessons_are_refused_with_the_likely_name() -> None:
    with pytest.raises(InvalidQuestion, match=re.escape("leap.test")):
        lesson_of("necromunda-classic", "leap.tset", "x")
    one = lessons("necromunda-classic")[0]
    with pytest.raises(InvalidQuestion) as wrong:
        lesson_of("necromunda-classic", one.clause.id, one.name[:-1])
    assert one.name in str(wrong.value.says)
    with pytest.raises(InvalidQuestion):
        lessons("necromunda-clasic")


def test_right_answers_come_later_and_wrong_ones_again(tmp_path: Path) -> None:
    held = lessons("wh40k-10e")[:3]
    kept = Kept.open(tmp_path / "training.json")
    assert kept.due(held, 100) == list(held)
    kept.note(held[0], right=True, today=100)
    kept.note(held[1], right=False, today=100)
    kept = Kept.open(tmp_path / "training.json")
    assert kept.due(held, 100) == [held[1], held[2]]
    assert kept.due(held, 100 + BOXES[1]) == [held[0], held[1], held[2]]


def test_a_broken_file_of_progress_is_kept_aside(tmp_path: Path) -> None:
    path = tmp_path / "training.json"
    path.write_text("{", encoding="utf-8")
    assert Kept.open(path).lessons == {}
    assert (tmp_path / "training.broken").read_text(encoding="utf-8") == "{"
