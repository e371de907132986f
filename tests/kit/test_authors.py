"""What authors of rulesets import is public, and what is wrong with their package is said when it is loaded."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from tests.kit.test_check_ruleset import Broken, broken

from surefoot import author
from surefoot.referee import protocol
from surefoot.referee.lens import Lens, Pieces
from surefoot.referee.tariff import Fare, Tariff, rounded_up

__all__ = ["broken"]

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
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
