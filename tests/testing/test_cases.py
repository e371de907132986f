"""Reading files of the corpus: every mistake at once, with its line and a near miss."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.testing.rules import corpus
from tests.tiny import installed

from surefoot.files.problems import FileInvalid
from surefoot.testing.cases import read, reads

GOOD = """
    - clause: move.walk
      name: four inches cost four
      expect: {cost: 4}
      twin: {set: {declare.0.path.0: [6, 3]}, expect: {cost: 3}}
"""


@pytest.fixture(autouse=True)
def tiny() -> Iterator[None]:
    with installed():
        yield


def mistakes(text: str, **where: str) -> list[str]:
    with pytest.raises(FileInvalid) as invalid:
        reads(text, "walking.yaml", **where)
    return [str(problem) for problem in invalid.value.problems]


def test_a_case_is_its_fields_over_the_base_and_its_twin_changes_one_of_them() -> None:
    (case,) = reads(corpus(GOOD), "walking.yaml", "tiny", "walking.yaml")

    assert case.line == 9
    assert case.twin_line == 12
    assert case.rulesets == ("tiny",)
    assert case.given["declare"] == [{"who": "ana", "action": "walk", "path": [[7, 3]]}]
    assert case.twin_given["declare"] == [{"who": "ana", "action": "walk", "path": [[6, 3]]}]
    assert case.changes == "declare.0.path.0: [6, 3]"


def test_a_file_names_the_folder_and_the_topic_it_lies_under() -> None:
    found = mistakes(corpus(GOOD), folder="other", name="leaping.yaml")

    assert found == [
        "walking.yaml:1: ruleset: this file lies in 'other' and says 'tiny'",
        "walking.yaml:2: topic: a file about 'walking' is called walking.yaml, not leaping.yaml",
    ]


def test_all_mistakes_of_a_file_are_named_at_once_with_near_misses() -> None:
    found = mistakes(
        corpus("""
            - clause: move.wlak
              nam: wrong
              expect: {verdict: leagl, coost: 4, ends: {ana: 3}}
              twin: {set: {a: 1, b: 2}, expect: {}}
            - clause: move.walk
              name: twin of nothing
              expect: {tests: [{neds: 4+}], invalid: [move.walk]}
              twin: {set: {declare.0.path.0: [7, 3]}, expect: {coss: 1}}
        """)
    )

    assert [line.removeprefix("walking.yaml:") for line in found] == [
        "9: cases.0: 'name' is missing",
        "9: cases.0.clause: tiny has no clause 'move.wlak'; did you mean 'move.walk'?",
        "10: cases.0.nam: no such field; did you mean 'name'?",
        "11: cases.0.expect.verdict: expected legal, illegal or stopped-short, found 'leagl'; did you mean 'legal'?",
        "11: cases.0.expect.coost: nothing called 'coost' can be expected; did you mean 'cost'?",
        "11: cases.0.expect.ends: ana: expected [x, y] or [x, y, z], found 3",
        "12: cases.0.twin.expect: expects nothing; say at least its verdict or its cost",
        "12: cases.0.twin.set: a twin changes exactly one input, written {models.kal.at: [3, 4]}, found 2",
        "15: cases.1.expect.tests: a test has no 'neds'; did you mean 'needs'?",
        "15: cases.1.expect.invalid: a file that is refused has nothing else to expect",
        "16: cases.1.twin.expect.coss: nothing called 'coss' can be expected; did you mean 'cost'?",
        "16: cases.1.twin.set.declare.0.path.0: that is what the case says too: nothing is changed",
    ]


def test_a_case_without_a_twin_is_refused() -> None:
    found = mistakes(corpus("- {clause: move.walk, name: alone, expect: {cost: 4}}"))

    assert found == ["walking.yaml:9: cases.0: 'twin' is missing"]


def test_two_cases_of_one_clause_need_two_names() -> None:
    found = mistakes(corpus(GOOD, GOOD))

    assert found == [
        "walking.yaml:14: cases.1.name: move.walk has a case of this name already, on line 9",
    ]


def test_a_file_without_cases_is_refused() -> None:
    assert mistakes("{ruleset: tiny, topic: walking, cases: []}") == [
        "walking.yaml:1: cases: expected a list of cases with at least one case in it"
    ]


def test_an_unknown_ruleset_is_named_once_for_the_whole_file() -> None:
    found = mistakes(corpus(GOOD, GOOD.replace("four inches", "again")).replace("tiny", "tinny"))

    assert found == [
        "walking.yaml:1: ruleset: no ruleset called 'tinny' is installed; did you mean 'tiny'?",
    ]


def test_a_case_cannot_change_its_ruleset() -> None:
    found = mistakes(
        corpus(GOOD.replace("expect: {cost: 4}", "expect: {cost: 4}\n      given: {ruleset: x}"))
    )

    assert found == [
        "walking.yaml:12: cases.0.given.ruleset: the file says the ruleset; its settings go under options"
    ]


def test_a_broken_file_says_on_which_line(tmp_path: Path) -> None:
    path = tmp_path / "walking.yaml"
    path.write_text("ruleset: tiny\ncases: [\n", encoding="utf-8")

    with pytest.raises(FileInvalid) as invalid:
        read(path)

    assert invalid.value.problems[0].line == 3


FIELDS = """
    - {clause: move.walk, at: models.ana.at, takes: [[3, 3], [4, 3]], refuses: [[3], [4, x]], expect: {verdict: legal}}
"""


def test_each_value_that_a_field_takes_is_paired_with_one_that_it_refuses() -> None:
    text = corpus(GOOD) + "fields:\n" + FIELDS
    written, first, second = reads(text, "walking.yaml")

    assert written.name == "four inches cost four"
    assert (first.name, first.line) == ("models.ana.at: [3, 3] is read, [3] is refused", 15)
    assert (first.given["models"]["ana"]["at"], first.twin_given["models"]["ana"]["at"]) == ([3, 3], [3])
    assert (second.expect, second.changes) == ({"verdict": "legal"}, 'models.ana.at: [4, "x"]')
    assert second.twin_expect == {"invalid": [{"where": "models.ana.at"}]}


def test_the_shorter_list_of_a_field_ends_with_what_all_others_are_compared_with() -> None:
    text = corpus("", "").replace("cases:", "fields:") + FIELDS.replace(", [4, x]", "")
    found = reads(text, "walking.yaml")

    assert [each.changes for each in found] == ["models.ana.at: [3]"] * 2
    assert len({each.name for each in found}) == 2


def test_all_mistakes_of_fields_are_named() -> None:
    text = (
        corpus("", "").replace("cases:", "fields:")
        + """
    - {clause: move.walk, at: models.ana.at, takes: [], refuses: [1]}
    - {clause: move.wlak, at: models.ana.at, takes: [[2, 2]], refuses: [1], wher: x}
    - {at: models.ana.at}
    - {clause: move.walk, at: declare.7.who, takes: [ana], refuses: [1]}
"""
    )

    found = [line.removeprefix("walking.yaml:") for line in mistakes(text)]
    assert [line.partition(": ")[2] for line in found] == [
        "fields.0.takes: expected a list of values",
        "fields.1.wher: no such key; did you mean 'where'?",
        "fields.1.clause: tiny has no clause 'move.wlak'; did you mean 'move.walk'?",
        "fields.2: a field needs clause, at, takes, refuses",
        "fields.3.at: declare is a list; '7' is none of its positions (0 to 0)",
    ]
