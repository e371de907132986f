"""`make mutate`: what it changes, what it leaves alone, and that it finds what the corpus does not notice."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from surefoot.testing.mutate.fates import Fated
from surefoot.testing.mutate.mutants import mutants
from surefoot.testing.mutate.rules import Held, modules
from surefoot.testing.mutate.shared import change, changes_a_function
from surefoot.testing.mutate.survivors import is_named, survivor, survivors

ROOT = Path(__file__).parent.parent.parent
EXAMPLE = ROOT / "examples" / "tiny-ruleset"


def changes(source: str, module: str = "nowhere") -> list[str]:
    """The changed lines of every mutant of some code."""
    found = mutants(Path("code.py"), module, source)
    assert all(mutant.code() for mutant in found)
    return [mutant.change()[1] for mutant in found]


@pytest.mark.parametrize(
    ("line", "mutants_of_it"),
    [
        ("LIMIT = 2", ["LIMIT = 3", "LIMIT = 1"]),
        ("near = gap <= 1.5", ["near = gap < 1.5", "near = gap <= 2.5", "near = gap <= 0.5"]),
        ("both = one and two", ["both = one or two"]),
        ('do(effect, "a.b", "c.d")', ["pass", 'do(effect, "c.d")', 'do(effect, "a.b")']),
        (
            'rate = Rate(DOUBLE, tags=("mud",))',
            ["rate = Rate(DOUBLE)", 'rate = Rate(DOUBLE, tags=("XXmudXX",))'],
        ),
    ],
)
def test_rules_are_changed(line: str, mutants_of_it: list[str]) -> None:
    found = changes(f"{line}\n")

    assert [each for each in mutants_of_it if each not in found] == []


def test_conditions_are_turned_round_wherever_they_stand() -> None:
    code = "def f(x):\n    if x:\n        return [y for y in x if y]\n    while x:\n        x = x[1:]\n    return x\n"
    found = changes(code)

    assert "if not (x):" in found
    assert "while not (x):" in found
    assert "return [y for y in x if not (y)]" in found


@pytest.mark.parametrize(
    "line",
    [
        '"""Words about a module."""',
        "import os",
        "from a import b",
        "def f(x: int) -> None: ...",
        'raise_ = Break(clause, "words for people", where)',
        'says = "words for people"',
        "pairs = zip(one, two, strict=True)",
        'game = Ruleset(name, unit="words", harms=("words",))',
        "Judge = Callable[[int, str], bool]",
    ],
)
def test_words_and_types_are_left_alone(line: str) -> None:
    # A text cannot be made by what is left: only the numbers and calls of a rule are changed.
    words = ("XX", "words", "strict=False", "None =")
    assert [each for each in changes(f"{line}\n") if any(word in each for word in words)] == []


def test_a_word_becomes_another_that_the_types_allow() -> None:
    code = 'from surefoot.table.effects import Expired\n\nend = Expired("turn")\n'
    module = "surefoot.rulesets.necromunda_classic.ticks"
    __import__(module)

    assert 'end = Expired("round")' in changes(code, module)
    assert 'end = Expired("XXturnXX")' not in changes(code, module)


def test_survivors_are_listed_with_the_rate(tmp_path: Path) -> None:
    shutil.copytree(EXAMPLE / "conformance", tmp_path / "conformance")
    shutil.copytree(EXAMPLE / "src", tmp_path / "src")
    info = tmp_path / "src" / "tiny-0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tiny\nVersion: 0\n")
    (info / "entry_points.txt").write_text("[surefoot.rulesets]\ntiny = surefoot_tiny:ruleset\n")
    # A clause that no case proves: whatever is done to the code behind it, nothing fails.
    (tmp_path / "conformance" / "tiny" / "mud.yaml").unlink()
    result = subprocess.run(
        [
            sys.executable,
            "-m",
            "surefoot.testing.mutate",
            "tiny",
            "--topic",
            "prices",
            "--at-least",
            "99",
            "--corpus",
            "conformance",
        ],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": f"{tmp_path / 'src'}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert result.returncode == 1, result.stderr
    assert "prices.py" in result.stdout
    assert '+    mud = sf.Rate(3.0, "mud.double", tags=("mud",))' in result.stdout
    assert "along=2.0, by_ground=True" not in result.stdout, "a pair notices that"
    assert re.search(r"tiny, topic prices: \d+\.\d % killed, \d+ of \d+", result.stdout)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["no-such-ruleset"], "no ruleset called 'no-such-ruleset'"),
        (
            ["necromunda-classic", "--topic", "ballet"],
            "no module is named after 'ballet'; there are: activation",
        ),
    ],
)
def test_what_cannot_be_mutated_is_said(arguments: list[str], says: str) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "surefoot.testing.mutate", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert result.returncode == 2
    assert says in result.stderr


def test_survivors_are_found_again_among_all_mutants() -> None:
    code = "def f(x):\n    near = call(\n        x,\n        limit=2,\n    )\n    return near <= 2\n"
    found = mutants(Path("code.py"), "nowhere", code)
    for survived in found:
        again = survivors(survivor("code.py", Fated(survived, "survived")))
        assert [each.change() for each in found if is_named(each, "code.py", again)] == [survived.change()]
        assert not is_named(survived, "other.py", again)


SHARED = """
from functools import cached_property, lru_cache

LIMIT = 2


def near(gap):
    return gap <= LIMIT


@lru_cache
def kept(gap):
    return gap + 1


class Thing:
    size = 3

    @property
    def wide(self):
        return self.size > 2

    @cached_property
    def tall(self):
        return any(each > 2 for each in (self.size,))

    @staticmethod
    def deep(size):
        return size - 1
"""


def test_functions_of_a_shared_module_are_changed_in_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "shared_code").mkdir()
    (tmp_path / "shared_code" / "__init__.py").write_text(SHARED, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    shared_code = import_module("shared_code")
    held = Held(modules("shared_code"), shared=True)
    (module,) = held.held.values()
    able = {
        mutant.change(): mutant
        for mutant in mutants(module.path, module.name, module.source)
        if changes_a_function(mutant, held)
    }
    near, thing = shared_code.near, shared_code.Thing()
    before = near(2), shared_code.kept(1), thing.wide, thing.tall, thing.deep(1)
    for changed in (
        ("return gap <= LIMIT", "return gap < LIMIT"),
        ("return gap + 1", "return gap - 1"),
        ("return self.size > 2", "return self.size > 3"),
        ("return any(each > 2 for each in (self.size,))", "return any(each > 3 for each in (self.size,))"),
        ("return size - 1", "return size + 1"),
    ):
        change(able[changed], held)
    shared_code.kept.cache_clear()
    after = near(2), shared_code.kept(1), shared_code.Thing().wide, shared_code.Thing().tall, thing.deep(1)

    assert before == (True, 2, True, True, 0)
    assert all(one != other for one, other in zip(before, after, strict=True))
    # The constant is used by others, which would keep the old one.
    assert not [was for was, _ in able if was.startswith("LIMIT")]
