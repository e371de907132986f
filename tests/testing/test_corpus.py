"""Judging pairs: what proves a clause, what does not, and what coverage makes of it."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.testing.rules import ASKABLE, corpus, editions, pair
from tests.tiny import RULESET, installed

from surefoot.referee.protocol import Action, Declaration, Problem
from surefoot.table.table import Table
from surefoot.testing.corpus import checks, corpus_files, coverage

PROVES = """
    - clause: move.allowance
      name: more than M is refused
      given: {declare: [{who: ana, action: walk, path: [[9, 3]]}]}
      expect: {verdict: illegal, reasons: [move.allowance], ends: {ana: [3, 3]}, digest_differs: false}
      twin: {set: {declare.0.path.0: [8, 3]}, expect: {verdict: legal, cost: 5, ends: {ana: [8, 3]}}}
"""
LEAP = """
    - clause: leap.fall
      also: [hurt.damage]
      name: who fails lies prone
      given: {declare: [{who: ana, action: leap, path: [[5, 3]]}], dice: [3, 1, 5]}
      expect: {verdict: legal, status: {ana: [prone]}}
      twin: {set: {dice.0: 4}, expect: {status: {ana: []}, ends: {ana: [5, 3]}}}
"""


@pytest.fixture(autouse=True)
def tiny() -> Iterator[None]:
    with installed(ASKABLE):
        yield


def test_a_pair_that_differs_and_of_which_one_side_cites_the_clause_proves_it() -> None:
    proof = pair(PROVES)

    assert (proof.case_failure(), proof.twin_failure(), proof.failure()) == ("", "", "")
    assert proof.proven == ("move.allowance",)


def test_a_pair_proves_what_it_names_besides_under_the_same_condition() -> None:
    assert pair(LEAP).proven == ("leap.fall", "hurt.damage")


def test_a_clause_that_both_sides_cite_is_not_proven() -> None:
    both = pair(LEAP.replace("clause: leap.fall", "clause: leap.test"))

    assert "leap.test is cited by both; exactly one side must cite it" in both.failure()
    assert both.proven == ("hurt.damage",)


def test_a_clause_that_neither_side_cites_is_not_proven() -> None:
    neither = pair(PROVES.replace("clause: move.allowance", "clause: camp.place"))

    assert "camp.place is cited by neither" in neither.failure()
    assert neither.proven == ()


def test_two_sides_that_come_out_the_same_prove_nothing() -> None:
    same = pair("""
        - clause: move.walk
          name: the name of the side changes nothing
          expect: {verdict: legal}
          twin: {set: {models.ana.side: blue}, expect: {verdict: legal}}
    """)

    assert same.case_failure() == same.twin_failure() == ""
    assert "case and twin come out the same" in same.failure()


def test_a_side_that_is_not_as_expected_proves_nothing_and_says_what_came_out() -> None:
    wrong = pair(PROVES.replace("cost: 5", "cost: 4"))

    assert wrong.proven == ()
    assert wrong.twin_failure().splitlines()[:3] == [
        "walking.yaml:13: more than M is refused, twin (tiny, move.allowance)",
        "        expected  found",
        "  cost  4         5",
    ]
    assert "    walk [3, 3, 0] to [8, 3, 0]: 5 at 1 = 5 [move.walk]" in wrong.twin_failure()


def test_dice_that_neither_side_asks_for_are_found() -> None:
    idle = pair(LEAP.replace("dice: [3, 1, 5]", "dice: [3, 1, 5, 6]"))

    assert "dice or answers that neither side asks for: number 4" in idle.failure()


def test_dice_that_run_out_are_a_failure_that_names_the_roll() -> None:
    short = pair(LEAP.replace("dice: [3, 1, 5]", "dice: [3, 1]"))

    assert "No dice given for: ana saves wound 1 (D6)" in short.case_failure()


def test_a_refused_file_can_be_what_a_case_expects() -> None:
    def lay(table: Table) -> tuple[Table, tuple[Problem, ...]]:
        tall = table.models["ana"].profile.number("M") > 9_000_000
        return table, (Problem("models.ana.profile.M", "too fast", "move.allowance"),) if tall else ()

    case = """
        - clause: move.allowance
          name: nobody is that fast
          given: {models: {ana: {profile: {M: 10000000}}}}
          expect: {invalid: [move.allowance]}
          twin: {set: {models.ana.profile.M: 9000000}, expect: {verdict: legal}}
    """
    with installed(replace(RULESET, lay=lay)):
        assert pair(case).proven == ("move.allowance",)
        other = pair(case.replace("invalid: [move.allowance]", "invalid: [move.walk]"))
        assert "move.walk  move.allowance" in other.case_failure()
        assert "refused: models.ana.profile.M: too fast [move.allowance]" in other.case_failure()


def test_a_file_that_is_refused_unexpectedly_says_why() -> None:
    refused = pair(PROVES.replace("more than M", "nobody").replace("given: {", "given: {modls: {}, "))

    assert "refused: modls: a scenario has no field 'modls'; did you mean 'models'?" in refused.case_failure()


def test_a_declaration_that_means_nothing_counts_as_refused() -> None:
    refused = pair("""
        - clause: move.walk
          name: nobody knows how to hop
          given: {declare: [{who: ana, action: hop}]}
          expect: {invalid: true}
          twin: {set: {declare.0: {who: ana, action: walk, path: [[4, 3]]}}, expect: {cost: 1}}
    """)

    assert refused.case_failure() == ""
    assert refused.proven == ("move.walk",)


def test_a_question_is_asked_of_both_sides_and_its_clauses_count() -> None:
    asked = pair("""
        - clause: move.allowance
          name: the prone are asked too
          given: {declare: [], models: {ana: {status: [prone], profile: {M: 3}}}}
          expect: {answer: {ask: how-far, who: ana, times: 2, value: 6}}
          twin: {set: {models.ana.status: []}, expect: {answer: {ask: how-far, who: ana, times: 2, value: 6}}}
    """)

    assert (asked.case_failure(), asked.twin_failure()) == ("", "")
    assert "case and twin come out the same" in asked.failure()
    assert "is cited by" not in asked.failure()


def test_a_question_that_nobody_can_answer_names_those_that_can_be_asked() -> None:
    asked = pair(PROVES.replace("verdict: illegal,", "answer: {ask: how-fast, who: ana, value: 1},"))

    assert "tiny knows no question 'how-fast'; did you mean 'how-far'?" in asked.case_failure()


def test_rule_code_that_raises_fails_its_own_case_only() -> None:
    def broken(game: object, declaration: Declaration) -> None:
        raise ZeroDivisionError("no such luck")

    walk = Action("walk", broken, "Walk", path="required")  # type: ignore[arg-type]  # broken on purpose
    with installed(replace(RULESET, actions={**RULESET.actions, "walk": walk})):
        failure = pair(PROVES).case_failure()

    assert "it crashed" in failure
    assert "ZeroDivisionError: no such luck" in failure


def test_a_citation_that_leads_to_no_clause_fails_the_side_that_makes_it() -> None:
    def lay(table: Table) -> tuple[Table, tuple[Problem, ...]]:
        return table, (Problem("models.ana", "no", "move.wlak"),)

    with installed(replace(RULESET, lay=lay)):
        failure = pair(PROVES.replace("{verdict: illegal,", "{invalid: true} #")).case_failure()

    assert "cites what is no clause: tiny has no clause move.wlak; did you mean 'move.walk'?" in failure


def test_each_pair_gives_three_checks_and_an_unreadable_file_one(tmp_path: Path) -> None:
    (tmp_path / "tiny").mkdir()
    (tmp_path / "tiny" / "walking.yaml").write_text(corpus(PROVES), encoding="utf-8")
    (tmp_path / "tiny" / "leaping.yaml").write_text("ruleset: [", encoding="utf-8")

    found = checks(corpus_files(tmp_path))

    name = "tiny/move.allowance/more than M is refused"
    assert [check.id for check in found] == [
        "tiny/leaping.yaml/unreadable",
        name,
        f"{name}/twin",
        f"{name}/pair",
    ]
    assert [bool(check.failure()) for check in found] == [True, False, False, False]


def test_coverage_counts_what_the_corpus_proves(tmp_path: Path) -> None:
    (tmp_path / "tiny").mkdir()
    (tmp_path / "tiny" / "walking.yaml").write_text(corpus(PROVES, LEAP), encoding="utf-8")

    found = coverage(["tiny"], tmp_path)["rulesets"]["tiny"]

    assert found["clauses"] == len(RULESET.catalogue.clauses)
    assert found["proven"] == 3
    assert "tiny/move.walk" in found["unproven"]
    assert not {"tiny/move.allowance", "tiny/leap.fall", "tiny/hurt.damage"} & set(found["unproven"])
    assert len(found["unproven"]) == found["clauses"] - 3


def test_a_later_edition_is_proven_by_the_cases_that_name_it(tmp_path: Path) -> None:
    cases = """
        - clause: move.walk
          name: walking is priced
          rulesets: [tiny, tiny-second]
          expect: {cost: 4}
          twin: {set: {models.ana.status: [prone]}, expect: {verdict: illegal}}
    """
    with editions(tmp_path):
        folder = tmp_path / "corpus"
        (folder / "tiny").mkdir(parents=True)
        (folder / "tiny" / "walking.yaml").write_text(corpus(cases, PROVES), encoding="utf-8")

        found = coverage(["tiny", "tiny-second"], folder)["rulesets"]

        assert found["tiny"]["proven"] == 2
        assert found["tiny-second"]["proven"] == 1
        # The renamed clause is proven under its new name; the inherited one keeps the name of its edition.
        assert "tiny-second/move.pace" not in found["tiny-second"]["unproven"]
        assert "tiny/move.allowance" in found["tiny-second"]["unproven"]
        assert "tiny/leap.helped" not in found["tiny-second"]["unproven"]
        assert found["tiny-second"]["exempt"] == [{"id": "tiny-second/move.advice", "reason": "advice"}]


def test_a_clause_that_an_edition_dropped_or_exempts_cannot_be_proven_in_it(tmp_path: Path) -> None:
    cases = """
        - clause: leap.helped
          also: [move.advice]
          name: a run-up helps
          rulesets: [tiny-second]
          expect: {cost: 4}
          twin: {set: {models.ana.status: [prone]}, expect: {verdict: illegal}}
    """
    with editions(tmp_path):
        (tmp_path / "tiny").mkdir()
        (tmp_path / "tiny" / "walking.yaml").write_text(corpus(cases), encoding="utf-8")
        failure = checks(corpus_files(tmp_path / "tiny"))[0].failure()

    assert "cases.0.clause: tiny-second has dropped 'leap.helped'" in failure
    assert "cases.0.also: move.advice is exempt: advice" in failure


def test_a_run_that_cites_a_dropped_clause_fails(tmp_path: Path) -> None:
    cases = """
        - clause: leap.test
          name: a run-up helps
          rulesets: [tiny-second]
          given: {declare: [{who: ana, action: leap, run-up: true, path: [[5, 3]]}], dice: [3]}
          expect: {tests: [{modifier: 1, needs: 3+}]}
          twin: {set: {models.ana.status: [prone]}, expect: {verdict: illegal}}
    """
    with editions(tmp_path):
        (tmp_path / "tiny").mkdir()
        (tmp_path / "tiny" / "walking.yaml").write_text(corpus(cases), encoding="utf-8")
        failure = checks(corpus_files(tmp_path / "tiny"))[0].failure()

    assert "cites what is no clause: tiny-second has dropped leap.helped" in failure
