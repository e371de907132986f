"""What authors of rulesets import is public, and what is wrong with their package is said when it is loaded."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.examples import EXAMPLES, installed_in
from tests.kit.test_check_ruleset import Broken, broken

from surefoot import author
from surefoot.answers.rulesets import _installed
from surefoot.referee import protocol
from surefoot.referee.lens import Lens, Pieces
from surefoot.referee.tariff import Fare, Tariff, rounded_up

__all__ = ["broken"]

PACKAGES = sorted(path.parent for path in EXAMPLES.glob("*-ruleset/pyproject.toml"))
# All that a ruleset package may import of Surefoot.
PUBLIC = ("surefoot", "surefoot.author", "surefoot.testing")


@pytest.mark.parametrize(
    "package", [path / "pyproject.toml" for path in PACKAGES], ids=lambda path: path.parent.name
)
def test_an_example_imports_nothing_private(package: Path) -> None:
    imported = {
        node.module
        for file in package.parent.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.partition(".")[0] == "surefoot"
    }

    assert imported
    assert imported - set(PUBLIC) == set()


def test_the_second_example_conforms_and_offers_its_table(tmp_path: Path) -> None:
    example = EXAMPLES / "scrapyard-ruleset"
    paths = installed_in(tmp_path)
    code = "from surefoot.answers.bundled import playable; print('scrapyard-heap' in playable())"
    for command, expected in (
        (
            ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-o", "addopts=", "tests"],
            "2 passed",
        ),
        (["-c", code], "True"),
    ):
        result = subprocess.run(
            [sys.executable, *command],
            cwd=example,
            env={**os.environ, "PYTHONPATH": paths},
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        assert expected in result.stdout, result.stdout + result.stderr


def test_every_public_name_is_there_and_documented() -> None:
    assert len(author.__all__) == len(set(author.__all__)) < 90
    assert [name for name in author.__all__ if not hasattr(author, name)] == []


@pytest.mark.parametrize(
    ("file", "old", "new", "where", "says"),
    [
        ("__init__.py", "api=1", "api=2", "api", "version 2 of the interface; this is 1"),
        ("__init__.py", 'unit="inch"', 'unit="inches"', "unit", "did you mean 'inch'"),
        ("catalogue.yaml", "kind: guidance", "kind: guidence", "catalogue.spirit.fair.kind", "'guidance'"),
        ("walking.py", '"turn.end"', '"turn.ends"', "walking.py:", "did you mean 'turn.end'"),
        ("walking.py", 'option("slippery")', 'option("slipery")', "walking.py:", "did you mean 'slippery'"),
        ("walking.py", "yield from sf.follow(", "sf.follow(", "walking.py:", "write `yield from follow(…)`"),
        (
            "walking.py",
            "(yield from sf.passed(test))",
            "sf.passed(test)",
            "walking.py:",
            "`yield from passed(…)`",
        ),
        ("prices.py", 'sorts=("area",)', 'sorts=("are",)', "prices.py, line", "did you mean 'area'"),
        ("prices.py", "LENS = sf.Lens(", "LENS = {}['lens'](", "prices.py, line", "KeyError: 'lens'"),
    ],
)
def test_a_ruleset_with_a_mistake_is_refused_when_it_is_loaded(
    broken: Broken, file: str, old: str, new: str, where: str, says: str
) -> None:
    broken((file, old, new))

    with pytest.raises(protocol.BadRuleset) as refused:
        protocol.find("tiny")

    assert [each for each in refused.value.problems if where in each.where and says in str(each.says)], str(
        refused.value
    )


def test_a_price_by_the_stretch_is_for_what_is_done_in_one_go() -> None:
    with pytest.raises(ValueError, match="give the tariff round_up"):
        Fare("walk", "move.every-inch", along=1.0, least=1.0)


def test_what_an_allowance_has_beyond_whole_units_is_cut_off() -> None:
    tariff = Tariff("walk", 5.5, "move.pace", Lens(((Pieces(), "solid"),), ()), (), round_up=1.0)

    assert tariff.allowance == 5.0
    assert rounded_up(3.0000001, 1.0) == 3.0
    assert rounded_up(3.01, 1.0) == 4.0


def test_every_problem_of_a_package_has_a_line_of_its_own_from_the_first_to_the_last(broken: Broken) -> None:
    broken(
        ("walking.py", '"move.once")', '"move.twice")'),
        ("prices.py", '"mud.double"', '"mud.dooble"'),
        ("walking.py", "yield from sf.do(sf.Became", "sf.do(sf.Became"),
    )
    with pytest.raises(protocol.BadRuleset) as bad:
        protocol.find("tiny")
    places = [each.where for each in bad.value.problems]
    told = _installed("tiny").problem.splitlines()

    assert [place.partition(":")[0] for place in places] == [
        "prices.py",
        "walking.py",
        "walking.py",
    ]
    assert places[1:] == sorted(places[1:], key=lambda place: int(place.partition(":")[2]))
    assert [line.partition(": ")[0] for line in told] == places
    assert "write `yield from do(…)`" in told[-1]
