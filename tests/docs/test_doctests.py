"""Every example in a docstring runs."""

import doctest
import importlib
from pathlib import Path

import pytest
import tools.manual

import surefoot

PROMPT = ">>> "


def modules() -> dict[str, Path]:
    """Every module of the package and of the tool that writes the manual, with its source."""
    found = {}
    for package in (surefoot, tools.manual):
        folder = Path(package.__path__[0])
        for source in sorted(folder.rglob("*.py")):
            path = source.relative_to(folder).with_suffix("")
            steps = path.parent.parts if path.name == "__init__" else path.parts
            found[".".join((package.__name__, *steps))] = source
    return {name: source for name, source in found.items() if not name.endswith("__main__")}


# Read as text: to import everything takes seconds, and every worker collects these tests.
WITH_EXAMPLES = sorted(
    name for name, source in modules().items() if PROMPT in source.read_text(encoding="utf-8")
)


def test_there_are_examples_to_run() -> None:
    assert len(modules()) > 100
    assert {"surefoot.dice.responders", "surefoot.table.record", "tools.manual.writing"} <= set(WITH_EXAMPLES)


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_the_examples_of_a_module_run(name: str) -> None:
    told: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)
    for each in doctest.DocTestFinder(exclude_empty=True).find(importlib.import_module(name), name):
        runner.run(each, out=told.append)

    assert runner.tries
    assert runner.failures == 0, "".join(told)
