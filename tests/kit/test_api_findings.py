"""The findings of an outside developer, one by one: `api_findings.yaml` names the tests, those that were missing stand here."""

from __future__ import annotations

import gc
import re
from functools import _lru_cache_wrapper
from pathlib import Path

import pytest
import yaml
from tests.command_line import CliRunner
from tests.kit.test_check_ruleset import EXAMPLE, Broken, broken, lent

from surefoot import Declaration, Leg, Session, check, move
from surefoot.cli.app import app
from surefoot.files.game import create
from surefoot.files.scenario import loads
from surefoot.referee import protocol
from surefoot.referee.loading import reload
from surefoot.routes.over_levels.search import level_reach
from surefoot.testing import check_ruleset, scripted, table_from_ascii
from surefoot.testing.expect import SHAPES

__all__ = ["broken"]

TESTS = Path(__file__).parent.parent
PLANNER = "tariffs=tariffs"


def clear_caches() -> None:
    """Forget what was worked out by another ruleset of the same name; only tests have several."""
    for cache in [each for each in gc.get_objects() if isinstance(each, _lru_cache_wrapper)]:
        cache.cache_clear()


def test_every_finding_has_tests_that_exist() -> None:
    findings = yaml.safe_load((TESTS / "kit" / "api_findings.yaml").read_text(encoding="utf-8"))
    named = [test for part in findings.values() for tests in part.values() for test in tests]

    assert len(named) > 30
    assert all(tests for part in findings.values() for tests in part.values())
    for test in named:
        file, _, name = test.partition("::")
        assert re.search(rf"^def {name}\(", (TESTS / file).read_text(encoding="utf-8"), re.MULTILINE), test


@pytest.mark.parametrize(
    "change",
    [
        "allowance=1.0",
        "fares=tuple(sf_replace(fare, along=fare.along * 9) for fare in each.fares)",
    ],
    ids=["allowance of 1", "nine times too dear"],
)
def test_the_conformance_check_asks_the_planner(broken: Broken, change: str) -> None:
    """The prices that the search gets differ from those that moves are judged by: what is granted is not found."""
    planned = f"tariffs=lambda *asked: tuple(sf_replace(each, {change}) for each in tariffs(*asked))"
    package = broken(
        ("__init__.py", PLANNER, planned),
        (
            "__init__.py",
            "from surefoot import author as sf\n",
            "from dataclasses import replace as sf_replace\n\nfrom surefoot import author as sf\n",
        ),
    )
    clear_caches()
    found = check_ruleset("tiny", lore=lent(package), examples=25)
    clear_caches()

    assert [each.where for each in found if each.where.startswith("law granted-is-found")], found


def test_the_corpus_may_be_named_by_text(broken: Broken) -> None:
    package = broken()

    assert (
        check_ruleset("tiny", corpus=str(EXAMPLE / "conformance" / "tiny"), lore=lent(package), examples=1)
        == ()
    )


def test_the_tariff_is_judged_by_one_call(broken: Broken) -> None:
    """Without a word about it in the procedure: a wall, a full place, a gap too wide, a path too long."""
    broken()
    tiny = protocol.find("tiny")
    meadow = table_from_ascii(
        tiny, "........\n.a.#....\n....A...\n....====\n", {"=": {"depth": 1}}, profile={"pace": 3}
    )

    def broken_by(*legs: Leg) -> set[str]:
        return {each.clause for each in check(meadow, Declaration("walk", ("a",), legs)).breaks}

    assert broken_by(Leg.at(5.5, 2.5)) >= {"move.blocked"}
    assert broken_by(Leg.at(4.5, 1.5)) >= {"move.blocked"}
    assert broken_by(Leg.at(1.5, 0.6), Leg.at(7.4, 0.6)) >= {"move.pace"}


def test_a_note_belongs_to_the_ruleset_that_it_is_for() -> None:
    text = """
ruleset: necromunda-classic
board: [24, 12]
models: {kal: {base: 25, at: [2, 6], side: a, profile: {M: 5, I: 4}}}
notes: [{key: activated, of: kal, ruleset: gemini-arap}, {key: acted, of: kal}]
"""

    other = text.replace(", I: 4", "")
    assert [note.key for note in loads(other, ruleset="gemini-arap").table.notes.values()] == ["activated"]
    # Without a ruleset of its own a note is for the one that the file names.
    assert [note.key for note in loads(text).table.notes.values()] == ["acted"]


def test_the_total_of_a_ledger_goes_on_after_a_leap(broken: Broken) -> None:
    broken()
    meadow = table_from_ascii(
        protocol.find("tiny"), "........\n.a.==...\n........\n", {"=": {"depth": 1}}, profile={"pace": 8}
    )
    made = move(meadow, Declaration("walk", ("a",), (Leg.at(6.5, 1.5, "leap"),)), scripted(6))
    totals = [line.total for line in made.ledger]

    assert len(totals) > 1
    assert totals == sorted(totals)
    assert totals[-1] == made.cost == sum(line.cost for line in made.ledger)


def test_a_ruleset_is_read_again_from_its_files(broken: Broken) -> None:
    package = broken()
    before = protocol.find("tiny").actions["walk"].title
    # As the workers of a server do with what they have loaded.
    gc.freeze()
    file = Path(__import__(package).__file__ or "")
    file.write_text(
        file.read_text(encoding="utf-8").replace('walk, "Walk"', 'walk, "Stroll"'), encoding="utf-8"
    )

    assert (before, reload("tiny").actions["walk"].title) == ("Walk", "Stroll")


def test_a_ruleset_that_is_read_again_plans_anew(broken: Broken) -> None:
    """Searches that were kept planned by the prices of the old files."""
    package = broken()
    ditch = "...==...\n.a.==...\n...==...\n"
    meadow = table_from_ascii(protocol.find("tiny"), ditch, {"=": {"depth": 1}}, profile={"pace": 8})
    before = level_reach(meadow, "a", "walk").cost(6.5, 1.5)
    prices = Path(__import__(package).__file__ or "").with_name("prices.py")
    text = prices.read_text(encoding="utf-8")
    dearer = text.replace('"leap", "move.every-inch", along=1.0', '"leap", "move.every-inch", along=1.25')
    prices.write_text(dearer, encoding="utf-8")

    reload("tiny")
    after = level_reach(meadow, "a", "walk").cost(6.5, 1.5)
    assert before is not None
    assert after is not None
    assert after > before


def test_a_route_is_found_from_where_a_saved_game_stands(tmp_path: Path) -> None:
    table = loads(
        "ruleset: necromunda-classic\nboard: [24, 12]\nmodels: {kal: {base: 25, at: [2, 6], side: a, profile: {M: 5, I: 4}}}\n"
    ).table
    session, game = Session(table), str(tmp_path / "past.game")
    create(game, session)
    session.declare(Declaration("move", ("kal",), (Leg.at(6, 6),)))
    done = CliRunner().invoke(app, ["route", game, "--who", "kal", "--to", "9,6", "--json"])

    assert done.exit_code == 0, done.output
    assert '"cost": 3' in done.stdout


def test_the_tutorial_names_every_key_of_a_case() -> None:
    tutorial = (TESTS.parent / "docs" / "add-a-ruleset.md").read_text(encoding="utf-8")

    assert [key for key in SHAPES if f"`{key}`" not in tutorial] == []
