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

from surefoot.testing.mutate.data import data_mutants, is_for_readers
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
        'entry = Entry(name, say("words for {whom}", whom=Quantity(limit, "words")))',
        'TERMS: Mapping[str, Sentence] = {**CLASSIC, "words": say("words for people")}',
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


def run_of_tiny(folder: Path, unproven: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Mutate the example ruleset, whose corpus lacks one file."""
    shutil.copytree(EXAMPLE / "conformance", folder / "conformance")
    shutil.copytree(EXAMPLE / "src", folder / "src")
    info = folder / "src" / "tiny-0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tiny\nVersion: 0\n")
    (info / "entry_points.txt").write_text("[surefoot.rulesets]\ntiny = surefoot_tiny:ruleset\n")
    # Clauses that no case proves: whatever is done to the code and the tables behind them, nothing fails.
    (folder / "conformance" / "tiny" / unproven).unlink()
    return subprocess.run(
        [sys.executable, "-m", "surefoot.testing.mutate", "tiny", "--corpus", "conformance", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": f"{folder / 'src'}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_survivors_are_listed_with_the_rate(tmp_path: Path) -> None:
    result = run_of_tiny(tmp_path, "mud.yaml", "--topic", "prices", "--at-least", "99")

    assert result.returncode == 1, result.stderr
    assert "prices.py" in result.stdout
    assert '+    mud = sf.Rate(3.0, "mud.double", tags=("mud",))' in result.stdout
    assert "along=2.0, by_ground=True" not in result.stdout, "a pair notices that"
    assert re.search(r"tiny, topic prices: \d+\.\d % killed, \d+ of \d+", result.stdout)


@pytest.mark.parametrize(("unproven", "code"), [("mud.yaml", 0), ("jump.yaml", 1)])
def test_data_that_no_pair_notices_is_listed_with_the_rate(tmp_path: Path, unproven: str, code: int) -> None:
    result = run_of_tiny(tmp_path, unproven, "--data", "--at-least", "100")

    assert result.returncode == code, result.stdout + result.stderr
    assert ("+jump.table: {'width': 2, 'needs': 5}" in result.stdout) == bool(code)
    assert re.search(r"tiny, data: \d+\.\d % killed, \d+ of 21", result.stdout)


CATALOGUE = """
clauses:
  - id: fall.table
    title: Falls hurt
    table:
      - {up to: 3, hurt: true, hits: [2, head], says: Ouch}
  - id: walk.cost
    title: Walking costs 1
options:
  - name: steep
    default: 2
    bounds: [0, 9]
    says: 3 words
"""


def test_numbers_words_and_rows_of_a_catalogue_are_changed(tmp_path: Path) -> None:
    file = tmp_path / "catalogue.yaml"
    file.write_text(CATALOGUE, encoding="utf-8")
    found = data_mutants(file, "nowhere")
    row: dict[str, object] = {"up to": 3, "hurt": True, "hits": [2, "head"], "says": "Ouch"}
    rows = [row | {"up to": number} for number in (4, 2, 6)] + [row | {"hurt": False}]
    rows += [row | {"hits": hits} for hits in ([3, "head"], [1, "head"], [4, "head"], [2, "XXheadXX"])]
    rows += [row | {"says": "XXOuchXX"}]

    table = [each for each in found if each.owner == "fall.table"]
    assert [each.changed()["clauses"][0]["table"] for each in table] == [*([each] for each in rows), []]
    assert {each.first_line() for each in table} == {6}
    options = [each.changed()["options"][0] for each in found if each.owner == "option steep"]
    assert [each["default"] for each in options][:3] == [3, 1, 4]
    assert [each["bounds"] for each in options][3:] == [[1, 9], [-1, 9], [0, 10], [0, 8], [0, 18]]
    assert len(table) + len(options) == len(found), "words for people are left alone"
    assert len({each.change() for each in found}) == len(found)


def test_cells_that_no_rule_names_are_for_readers(tmp_path: Path) -> None:
    file = tmp_path / "catalogue.yaml"
    file.write_text(CATALOGUE, encoding="utf-8")
    found = data_mutants(file, "nowhere")
    words = next(each for each in found if each.steps[-1] == "says")

    assert [
        each.steps[-1] for each in found if is_for_readers(each, {"up to", "hurt", "hits", "default"}, set())
    ] == [
        "says",
        *(0, 0, 1, 1, 1),
    ]
    assert not is_for_readers(words, {"says"}, set()), "a rule names it"
    assert not is_for_readers(words, set(), {words.lines[0]}), "a pair has read it"


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
