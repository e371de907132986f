"""Rulesets are guests: the core knows none of them, and they do not know each other."""

import ast
import re
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from tests.guards.sources import CORE, RULESETS

from surefoot.referee.protocol import find, installed
from surefoot.referee.sources import layers, sources

BUILT_IN = tuple(name for name in RULESETS if find(name).package.startswith("surefoot."))


def test_the_built_in_rulesets_are_registered_like_anybodys() -> None:
    folders = [path.parent.name for path in sorted((CORE / "rulesets").glob("*/catalogue.yaml"))]
    packages = [point.value.partition(":")[0] for point in entry_points(group="surefoot.rulesets")]

    assert folders
    assert [name for name in folders if f"surefoot.rulesets.{name}" not in packages] == []


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_ruleset_is_what_its_entry_point_says(name: str) -> None:
    ruleset = find(name)

    assert ruleset.name == name == ruleset.catalogue.ruleset
    assert installed()[name].module == ruleset.package
    assert ruleset.unit == ruleset.catalogue.unit


def imported(tree: ast.Module) -> list[str]:
    """Every module that some code imports."""
    found: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            found += [module, *(f"{module}.{alias.name}" for alias in node.names)]
    return found


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_ruleset_imports_no_other_save_the_edition_it_is_layered_on(name: str) -> None:
    own = [layer.package for layer in layers(find(name))]
    others = [package for each in BUILT_IN if (package := find(each).package) not in own]
    found = [
        (source.path.name, module)
        for source in sources(find(name).package)
        for module in imported(source.tree)
    ]

    assert found
    assert others
    assert [
        (where, module)
        for where, module in found
        for other in others
        if module == other or module.startswith(f"{other}.")
    ] == []


def core_files() -> list[Path]:
    return [
        path
        for path in sorted(CORE.rglob("*"))
        if path.suffix in (".py", ".pxd", ".json", ".js") and "rulesets" not in path.relative_to(CORE).parts
    ]


def spoken(path: Path) -> list[tuple[int, str]]:
    """What a file says to the machine: its code without comments and documentation, line by line."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return list(enumerate(text.splitlines(), start=1))
    tree = ast.parse(text)
    told = {
        node.body[0].value
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    found: list[tuple[int, str]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in told:
            found.append((node.lineno, node.value))
        elif isinstance(node, (ast.Name, ast.Attribute)):
            found.append((node.lineno, node.id if isinstance(node, ast.Name) else node.attr))
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            found += [(node.lineno, module) for module in imported(ast.Module([node], []))]
    return found


SPELLINGS = [spelling for name in BUILT_IN for spelling in (name, name.replace("-", "_"))]
NAMED = re.compile("|".join(map(re.escape, sorted(SPELLINGS, key=len, reverse=True))))


def knows(path: Path, text: str) -> str:
    """The ruleset that a piece of code knows by name, if any."""
    found = NAMED.search(text)
    # The command line prints examples for people, the public namespace shows each name by a running one, and the
    # description of the API has requests to try: texts that name a ruleset and do nothing with it.
    room = path.relative_to(CORE).parts[0]
    # A roster or a map of another program belongs to one game: its reader says which ruleset it is for, and what a new
    # table of that game looks like.
    example = (
        room in ("armies", "maps", "setup")
        or (room == "cli" and " " in text)
        or (room == "__init__.py" and "\n" in text)
        or path == CORE / "server" / "samples.py"
    )
    return found[0] if found and not example else ""


def test_the_core_has_not_one_line_that_knows_a_ruleset() -> None:
    files = core_files()
    said = [(path, line, text) for path in files for line, text in spoken(path)]

    assert len(files) > 20
    assert len(said) > 1000
    assert [
        f"{path.relative_to(CORE)}:{line} knows {name}"
        for path, line, text in said
        if (name := knows(path, text))
    ] == []


def test_the_guard_would_notice_a_name_in_the_core() -> None:
    somewhere = CORE / "referee" / "referee.py"

    assert knows(somewhere, f"if table.ruleset == {BUILT_IN[0]!r}") == BUILT_IN[0]
    assert knows(somewhere, "if table.ruleset == name") == ""
