"""Finds every sentence in the sources: calls in Python and JavaScript, catalogues, the command line's help."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import typer
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from ruamel.yaml import YAML

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src" / "surefoot"
PAGE = SOURCES / "server" / "page"

# Functions of `surefoot.language` whose first argument is a text, or whose first two are its forms for one and for many.
PYTHON = {"say": 1, "text": 1, "count": 2, "text_count": 2}
PAGE_CALLS = {"t": None, "tn": (1, 2)}


def sentences() -> Catalog:
    """Every sentence of the engine, the command line and the server, with the places where it is spoken."""
    found = Catalog(project="surefoot", fuzzy=False)
    for file in sorted(SOURCES.rglob("*.py")):
        for call in calls(file):
            message = call.texts if len(call.texts) > 1 else call.texts[0]
            found.add(message, locations=[(_shown(file), call.line)])
    for file in sorted(SOURCES.rglob("catalogue.yaml")):
        for text in catalogue_texts(file):
            found.add(text, locations=[(_shown(file), 1)])
    for text in help_texts():
        found.add(text, locations=[("src/surefoot/cli", 1)])
    for text in form_texts():
        found.add(text, locations=[("src/surefoot/files/forms.py", 1)])
    return found


@dataclass(frozen=True)
class Call:
    """A call that makes a sentence: its line, its texts (None: not a literal), and the fields that it fills."""

    line: int
    texts: tuple[str, ...]
    fields: frozenset[str]
    literal: bool = True


def calls(file: Path) -> Iterator[Call]:
    """Every call in a Python file that makes a sentence: of a function that the file imports from `surefoot.language`."""
    text = file.read_text(encoding="utf-8")
    if "surefoot.language" not in text:
        # Most files speak no sentence: they need not be taken apart.
        return
    nodes = list(ast.walk(ast.parse(text)))
    imported = {
        name.asname or name.name
        for node in nodes
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("surefoot.language")
        for name in node.names
    }
    for node in nodes:
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        if node.func.id in imported and node.func.id in PYTHON:
            given = node.args[: PYTHON[node.func.id]]
            texts = [
                each.value for each in given if isinstance(each, ast.Constant) and isinstance(each.value, str)
            ]
            fields = frozenset(each.arg or "**" for each in node.keywords)
            yield Call(node.lineno, tuple(texts), fields, len(texts) == PYTHON[node.func.id])


def page_texts() -> list[str]:
    """Every text of the page, in the order of its files."""
    found: dict[str, None] = {}
    for file in sorted((PAGE / "js").rglob("*.js")):
        for _, message, _, _ in extract_from_file("javascript", file, keywords=PAGE_CALLS):
            for text in message if isinstance(message, tuple) else (message,):
                found[str(text)] = None
    return list(found)


def catalogue_texts(file: Path) -> Iterator[str]:
    """Every text of a catalogue: titles, sections, summaries, rulings and reasons of clauses; options and settings."""
    data = YAML(typ="safe").load(file.read_text(encoding="utf-8"))
    clauses, options = data.get("clauses") or {}, data.get("options") or {}
    settings = [each for clause in _entries(clauses) for each in _entries(clause.get("settings"))]
    if isinstance(data.get("title"), str):
        yield data["title"]
    for entry in (*_entries(clauses), *_entries(options), *settings):
        for name in ("title", "section", "summary", "ruling", "reason", "says"):
            text = entry.get(name)
            if isinstance(text, str) and text.strip():
                yield text


def _entries(held: object) -> list[dict[str, object]]:
    values = held.values() if isinstance(held, dict) else held if isinstance(held, list) else ()
    return [each for each in values if isinstance(each, dict)]


def help_texts() -> list[str]:
    """The help of every command and option, as it is written."""
    from surefoot.cli.app import app
    from surefoot.cli.translated import texts

    return list(texts(typer.main.get_command(app)))


def form_texts() -> list[str]:
    """The descriptions of the fields of a scenario, which problems with missing fields show."""
    from surefoot.files import forms, terrain_forms
    from surefoot.files.form import Form

    found: dict[str, None] = {}
    for module in (forms, terrain_forms):
        for form in vars(module).values():
            if isinstance(form, type) and issubclass(form, Form):
                found |= {each.description: None for each in form.fields.values()}
    return list(found)


def _shown(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()
