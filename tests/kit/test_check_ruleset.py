"""The conformance check finds what is wrong with a ruleset: the example of the documentation, broken in one place."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from itertools import count
from pathlib import Path

import pytest

from surefoot.referee import protocol
from surefoot.referee.protocol import Problem
from surefoot.testing import check_ruleset
from surefoot.testing.kit import conformance
from surefoot.testing.kit.worlds import Lore

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "tiny-ruleset"
NUMBERS = count(1)

Broken = Callable[..., str]


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Broken]:
    """Installs a copy of the example with some of its text replaced; gives the name of its package."""
    registered = dict(protocol.installed())
    monkeypatch.setattr(protocol, "installed", lambda: registered)
    monkeypatch.setattr(conformance, "installed", lambda: registered)
    monkeypatch.syspath_prepend(str(tmp_path))

    def install(*changes: tuple[str, str, str]) -> str:
        package = f"broken_tiny_{next(NUMBERS)}"
        shutil.copytree(EXAMPLE / "src" / "surefoot_tiny", tmp_path / package)
        for path in (tmp_path / package).iterdir():
            if path.is_file():
                text = path.read_text(encoding="utf-8").replace("surefoot_tiny", package)
                for file, old, new in changes:
                    if path.name == file:
                        assert old in text
                        text = text.replace(old, new)
                path.write_text(text, encoding="utf-8")
        registered["tiny"] = EntryPoint("tiny", f"{package}:ruleset", "surefoot.rulesets")
        protocol.find.cache_clear()
        return package

    yield install
    protocol.find.cache_clear()


def lent(package: str) -> Lore:
    lore: Lore = __import__(f"{package}.lore", fromlist=["lore"]).lore
    return lore


def checked(package: str, *, examples: int = 30) -> tuple[Problem, ...]:
    return check_ruleset(
        "tiny", corpus=EXAMPLE / "conformance" / "tiny", lore=lent(package), examples=examples
    )


def test_the_example_has_nothing_wrong(broken: Broken) -> None:
    assert checked(broken()) == ()


@pytest.mark.parametrize(
    ("file", "old", "new", "where", "says"),
    [
        (
            "catalogue.yaml",
            "id: mud.double",
            "id: mud.triple",
            "prices.py",
            "'mud.double', which the catalogue",
        ),
        ("catalogue.yaml", "id: spirit.fair", "id: turn.end", "catalogue.turn.end", "stands there 2 times"),
        ("catalogue.yaml", "reason: Advice", "because: Advice", "catalogue.spirit.fair", "without a reason"),
        ("catalogue.yaml", "proof: none", "proof: faith", "catalogue.spirit.fair", "not by 'faith'"),
        ("catalogue.yaml", "title: Play fair", "title: ''", "catalogue.spirit.fair", "no title"),
        ("catalogue.yaml", "{width: 1, needs: 2}", "1 needs 2", "catalogue.jump.table", "no row of a table"),
        ("catalogue.yaml", "kind: guidance", "kind: table", "catalogue.spirit.fair", "not given as data"),
        ("catalogue.yaml", "default: false", "default: often", "options.slippery", "true or false"),
        ("catalogue.yaml", "clause: jump.slippery", "clause: jump.ice", "options.slippery", "no clause"),
        ("catalogue.yaml", "options: [slippery]", "options: [icy]", "catalogue.jump.slippery", "'icy'"),
        ("catalogue.yaml", "unit: inch", "unit: metre", "catalogue.unit", "says 'metre'"),
        ("catalogue.yaml", "version: 1", "version: 0", "catalogue.version", "from 1 on"),
        ("catalogue.yaml", "ruleset: tiny", "ruleset: [tiny", "catalogue", "cannot be read"),
        (
            "__init__.py",
            'sf.Action("walk", walk, "Walk"',
            'sf.Action("walk", walk, " "',
            "actions.walk",
            "no title",
        ),
        ("__init__.py", 'path="required"', 'path="always"', "actions.walk.path", "not 'always'"),
        (
            "__init__.py",
            "{action.name: action",
            "{action.title: action",
            "actions.Walk",
            "calls itself 'walk'",
        ),
        ("__init__.py", 'name="tiny"', 'name="teeny"', "entry point", "no entry point"),
        ("walking.py", '("jump.test", "jump.table")', "()", "walking.py", "Roll cites no clause"),
    ],
)
def test_what_can_be_seen_without_playing_is_seen(
    broken: Broken, file: str, old: str, new: str, where: str, says: str
) -> None:
    broken((file, old, new))
    found = check_ruleset("tiny", examples=0)

    assert [each for each in found if each.where.startswith(where) and says in each.says], found


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("prices.py", "Rate(2.0", "Rate(3.0", "expected"),
        (
            "walking.py",
            'sf.do(sf.Expired("turn"), "turn.end")',
            'sf.do(sf.Expired("action"), "turn.end")',
            "expected",
        ),
    ],
)
def test_a_pair_that_comes_out_otherwise_is_a_problem(
    broken: Broken, file: str, old: str, new: str, says: str
) -> None:
    found = checked(broken((file, old, new)), examples=1)

    assert [each for each in found if says in each.says], found


STUMBLES = ("    path.refuse()\n", "    path.refuse()\n    raise RuntimeError('oops')\n")
CITES_NOTHING = (
    'sf.do(sf.Noted(WALKED, who, True, "turn"), "move.once")',
    'sf.do(sf.Noted(WALKED, who, True, "turn"), ".".join(["move", "nowhere"]))',
)
REMEMBERS = ("Noted(WALKED, who, True,", "Noted(WALKED, who, next(NUMBERS),")
COUNTS = ('WALKED = "walked"', 'WALKED = "walked"\nNUMBERS = iter(range(1, 10**9))')


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ((STUMBLES,), "raised RuntimeError('oops') in "),
        ((CITES_NOTHING,), "cites what is no clause in force: move.nowhere"),
        ((COUNTS, REMEMBERS), "run again over its replies, it asks or does something else"),
    ],
    ids=[
        "stumbles",
        "cites what is no clause",
        "remembers what is no part of the table",
    ],
)
def test_what_only_play_shows_is_shown_by_random_tables(
    broken: Broken, changes: tuple[tuple[str, str], ...], says: str
) -> None:
    package = broken(*(("walking.py", old, new) for old, new in changes))
    found = check_ruleset("tiny", lore=lent(package), examples=60)

    assert [each.where for each in found if says in each.says] == ["random tables"], found


def test_a_status_that_the_vocabulary_does_not_have_is_found(broken: Broken) -> None:
    found = checked(broken(("walking.py", '("wet",)), "jump.test")', '("damp",)), "jump.test")')), examples=5)

    assert [each for each in found if "the vocabulary does not have: models.ann.status" in str(each.says)], (
        found
    )


def test_without_corpus_and_lore_nothing_was_played(broken: Broken) -> None:
    broken()
    found = check_ruleset("tiny")

    assert [each.where for each in found] == ["corpus"]


def test_a_corpus_of_another_ruleset_proves_nothing(broken: Broken, tmp_path: Path) -> None:
    package = broken()
    (tmp_path / "empty").mkdir()
    found = check_ruleset("tiny", corpus=tmp_path / "empty", lore=lent(package), examples=1)

    assert ["holds no pair for tiny" in each.says for each in found] == [True]
