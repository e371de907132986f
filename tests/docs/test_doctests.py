"""Every example in a docstring runs, whoever wrote it."""

import doctest
import importlib
import pkgutil

import pytest
import tools.manual

import surefoot


def modules() -> list[str]:
    """Every module of the package and of the tool that writes the manual."""
    found = [
        each.name
        for package in (surefoot, tools.manual)
        for each in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    ]
    return [name for name in found if not name.endswith("__main__")]


def examples() -> dict[str, list[doctest.DocTest]]:
    """The examples of each module that has some."""
    finder = doctest.DocTestFinder(exclude_empty=True)
    found = {}
    for name in modules():
        module = importlib.import_module(name)
        held = [each for each in finder.find(module, name) if each.examples]
        if held:
            found[name] = held
    return found


EXAMPLES = examples()


def test_there_are_examples_to_run() -> None:
    assert len(modules()) > 100
    assert {"surefoot.dice.responders", "surefoot.table.record", "tools.manual.writing"} <= set(EXAMPLES)


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_the_examples_of_a_module_run(name: str) -> None:
    told: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)
    for each in EXAMPLES[name]:
        runner.run(each, out=told.append)

    assert runner.tries
    assert runner.failures == 0, "".join(told)
