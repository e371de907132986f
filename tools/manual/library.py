"""The reference of the library, generated from the docstrings of its public names."""

from __future__ import annotations

import inspect
import re
from dataclasses import is_dataclass
from typing import Any

from tools.manual.writing import Files, code, page, said, table

import surefoot

# Public names in reading order; a test checks that none is missing.
GROUPS = {
    "Scenarios": ("load", "loads", "EXAMPLE", "declaration", "scenario_schema", "Scenario"),
    "Judging": (
        "check",
        "checks",
        "move",
        "odds",
        "simulate",
        "legal_actions",
        "ask",
        "data",
        "to_frame",
        "Odds",
        "Outcome",
    ),
    "Planning": ("reach", "route", "threat", "venture"),
    "Dice": ("script", "Seeded"),
    "Games": ("Session", "turn", "Turn", "create_game", "open_game", "replay_game", "review", "verify_game"),
    "Pictures": ("picture", "svg", "png"),
    "Rules": ("ruleset_names", "find"),
    "State and declarations": ("Table", "Declaration", "Leg"),
    "Errors": (
        "FileInvalid",
        "Malformed",
        "Unanswered",
        "NotNow",
        "NeedsConsent",
        "NoSuchRuleset",
    ),
}


def files() -> Files:
    """The page of the library."""
    parts: list[str] = []
    for title, names in GROUPS.items():
        rows = [(f"[{code(name)}](#{name})", said(_sentence(name))) for name in names]
        parts += [f"## {title}", "", *table(("name", "meaning"), rows)]
        for name in names:
            parts += _entry(name)
    return {
        "reference/library.md": page(
            "# Library",
            "",
            "The public API: everything that `import surefoot` offers. Names that are not on this page may change "
            "without notice. Importing is cheap: each name is loaded when it is first used. "
            "[Use the library](../how-to/use-the-library.md) shows the names in context.",
            "",
            "States, ledgers and legs store lengths as whole numbers (millionths of the table's unit); `surefoot.data` "
            "converts them to inches or metres. The test suite runs every example on this page.",
            "",
            parts,
        )
    }


def _sentence(name: str) -> str:
    if name == "EXAMPLE":
        return "The text of a small scenario, for trying things out."
    return (inspect.getdoc(getattr(surefoot, name)) or "").partition("\n\n")[0]


def _entry(name: str) -> list[str]:
    thing = getattr(surefoot, name)
    head = [f"### {name} {{ #{name} }}", ""]
    if isinstance(thing, str):
        return [*head, said(_sentence(name)), "", "```yaml", *thing.rstrip().splitlines(), "```", ""]
    words, examples = _parted(inspect.getdoc(thing) or "")
    parts = [*head, "```python", _signature(name, thing), "```", ""]
    for paragraph in words:
        parts += [said(paragraph), ""]
    if inspect.isclass(thing):
        parts += _members(thing)
    for example in examples:
        parts += ["```pycon", example, "```", ""]
    return parts


def _parted(text: str) -> tuple[list[str], list[str]]:
    """The paragraphs of a docstring: text, and the examples that use the public API."""
    paragraphs = [each.strip("\n") for each in text.split("\n\n") if each.strip()]
    examples = [each for each in paragraphs if each.lstrip().startswith(">>>")]
    words = [each for each in paragraphs if each not in examples]
    return words, [each for each in examples if "surefoot." in each]


def _signature(name: str, thing: Any) -> str:
    """The signature of a public name."""
    try:
        signature = inspect.signature(thing)
    except ValueError:
        return f"surefoot.{name}"
    if inspect.isclass(thing) and issubclass(thing, Exception):
        return f"class surefoot.{name}({thing.__mro__[1].__name__})"
    shown = [_parameter(each) for each in signature.parameters.values()]
    kinds = [each.kind for each in signature.parameters.values()]
    if inspect.Parameter.KEYWORD_ONLY in kinds and inspect.Parameter.VAR_POSITIONAL not in kinds:
        shown.insert(kinds.index(inspect.Parameter.KEYWORD_ONLY), "*")
    if inspect.Parameter.POSITIONAL_ONLY in kinds:
        shown.insert(kinds.count(inspect.Parameter.POSITIONAL_ONLY), "/")
    gives = "" if inspect.isclass(thing) else f" -> {_annotation(signature.return_annotation)}"
    before = "class " if inspect.isclass(thing) else ""
    whole = f"{before}surefoot.{name}({', '.join(shown)}){gives}"
    if len(whole) <= 90:
        return whole
    inner = "".join(f"    {each},\n" for each in shown)
    return f"{before}surefoot.{name}(\n{inner}){gives}"


def _parameter(parameter: inspect.Parameter) -> str:
    stars: dict[Any, str] = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    shown = f"{stars.get(parameter.kind, '')}{parameter.name}"
    if parameter.annotation is not inspect.Parameter.empty:
        shown += f": {_annotation(parameter.annotation)}"
    if parameter.default is inspect.Parameter.empty:
        return shown
    return f"{shown} = {_default(parameter.default)}"


def _annotation(annotation: Any) -> str:
    return annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)


def _default(given: Any) -> str:
    # The repr of a function or a factory contains an address, which would change with every build.
    return "…" if callable(given) or re.search(r"<.*>", repr(given)) else repr(given)


def _members(thing: type) -> list[str]:
    """Public fields, properties and methods."""
    rows: list[tuple[str, str]] = []
    fields = getattr(thing, "__dataclass_fields__", {}) if is_dataclass(thing) else {}
    # Arguments of the constructor are in the signature already.
    rows += [
        (code(f"{name}: {each.type}"), "")
        for name, each in fields.items()
        if not each.init and not name.startswith("_")
    ]
    for name, member in vars(thing).items():
        if name.startswith("_") or name in fields:
            continue
        target = getattr(member, "func", getattr(member, "fget", member))
        if callable(target) and target.__doc__:
            call = "" if target is not member else "()"
            rows.append((code(f"{name}{call}"), said(inspect.cleandoc(target.__doc__).partition("\n\n")[0])))
    return table(("member", "meaning"), rows) if rows else []
