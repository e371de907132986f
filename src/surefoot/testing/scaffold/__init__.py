"""`surefoot new-ruleset NAME`: a new ruleset package that works at once, with catalogue, corpus, scenario and tests."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from surefoot.language import Notation, Quoted, say
from surefoot.language.sentence import Sentence
from surefoot.referee import protocol

# The files of a new package, each with its template. {name}, {package} and {title} are filled in.
FILES = {
    "pyproject.toml": "pyproject.toml",
    "README.md": "README.md",
    "src/{package}/__init__.py": "__init__.py",
    "src/{package}/rules.py": "rules.py",
    "src/{package}/lore.py": "lore.py",
    "src/{package}/catalogue.yaml": "catalogue.yaml",
    "src/{package}/scenarios/__init__.py": "scenarios.py",
    "src/{package}/scenarios/first-steps.yaml": "first-steps.yaml",
    "conformance/{name}/move.yaml": "move.yaml",
    "tests/test_{package}.py": "test_package.py",
}
ENDING = ".template"
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class CannotMake(Exception):
    """A package that can't be made, and why."""

    def __init__(self, says: Sentence) -> None:
        super().__init__(str(says))
        self.says = says


def new_ruleset(name: str, folder: Path) -> list[Path]:
    """Write a new ruleset package into a new folder; returns its files. Raises CannotMake if that can't be done."""
    if not _NAME.fullmatch(name):
        form = Notation("skirmish-rules")
        raise CannotMake(
            say("{name} is no name for a ruleset: write it like {form}", name=Quoted(name), form=form)
        )
    if name in protocol.installed():
        raise CannotMake(say("A ruleset called {name} is already installed", name=Quoted(name)))
    if folder.exists() and any(folder.iterdir()):
        raise CannotMake(say("{folder} is not empty", folder=Notation(str(folder))))
    words = {"name": name, "package": name.replace("-", "_"), "title": name.replace("-", " ").capitalize()}
    written = []
    for path, template in FILES.items():
        text = (files(__package__) / f"{template}{ENDING}").read_text(encoding="utf-8")
        target = folder / _filled(path, words)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_filled(text, words), encoding="utf-8")
        written.append(target)
    return written


def _filled(text: str, words: dict[str, str]) -> str:
    """A text with the words of the new package in it; other braces stay as they are."""
    for field, value in words.items():
        text = text.replace(f"{{{field}}}", value)
    return text
