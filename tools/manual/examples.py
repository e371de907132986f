"""The page of complete examples: every scenario of examples/ and every bundled one, with picture, moves and file."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from tools.manual.trying import link
from tools.manual.writing import Files, code, page, plain, table

from surefoot.answers import words
from surefoot.answers.bundled import bundled
from surefoot.answers.verdicts import Report, played, previewed
from surefoot.dice.responders import script
from surefoot.draw.compose import picture
from surefoot.draw.picture import Picture
from surefoot.draw.svg import svg
from surefoot.files.problems import FileInvalid
from surefoot.files.scenario import Scenario, loads
from surefoot.referee.protocol import find
from surefoot.referee.session import Session

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / "examples"
VERDICTS = {"legal": "legal", "illegal": "illegal", "stopped-short": "stopped short"}
# A picture shows at most this many moves.
MOST_MOVES = 16


@dataclass(frozen=True)
class Example:
    """A scenario on the examples page: its name in commands, and its text."""

    name: str
    called: str
    text: str

    @property
    def anchor(self) -> str:
        """Its anchor on the page."""
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")

    def laid(self) -> Scenario:
        """The scenario, read."""
        return loads(self.text, self.called)


def examples() -> list[Example]:
    """All scenarios, bundled ones first; other files in examples/ are skipped."""
    found = [Example(name, name, each.read_text(encoding="utf-8")) for name, each in bundled().items()]
    for path in sorted(FOLDER.rglob("*.yaml")):
        here = path.relative_to(FOLDER)
        text = path.read_text(encoding="utf-8")
        # An example package (a ruleset) holds catalogues and cases, not scenarios.
        package = any((folder / "pyproject.toml").is_file() for folder in path.parents if folder != ROOT)
        if package or not re.search(r"^ruleset:", text, re.MULTILINE):
            continue
        found.append(
            Example(f"examples/{here.with_suffix('').as_posix()}", f"examples/{here.as_posix()}", text)
        )
    return found


def names() -> list[str]:
    """The paths of the page's pictures and of the tables to try, without drawing them."""
    shown = examples()
    return [
        *(f"pictures/example-{each.anchor}.svg" for each in shown),
        *(f"tables/example-{each.anchor}.yaml" for each in shown),
    ]


def files(*, drawn: bool = True) -> Files:
    """The page and, with `drawn=True`, its pictures."""
    shown = examples()
    found: Files = {}
    parts: list[str] = []
    rows = []
    for each in shown:
        laid = each.laid()
        rows.append(
            (
                f"[{plain(laid.name)}](#{each.anchor})",
                plain(find(laid.table.ruleset).catalogue.title),
                code(each.called),
            )
        )
        told = _told(laid) if drawn else Report(laid.table, laid.table)
        if drawn:
            found[f"pictures/example-{each.anchor}.svg"] = svg(_drawn(told, laid.name))
            found[f"tables/example-{each.anchor}.yaml"] = each.text
        parts += _example(each, laid, told)
    found["examples.md"] = page(
        "# Examples",
        "",
        "Complete scenarios with pictures. The ones without a folder come with Surefoot: `surefoot play NAME` opens "
        "them. The others are files in the repository.",
        "",
        table(("scenario", "rules", "name"), rows),
        parts,
    )
    return found


def _drawn(told: Report, name: str) -> Picture:
    """All moves on one table; with too many paths to tell apart, only the final table."""
    if len(told.outcomes) > MOST_MOVES:
        return picture(told.now, whole=True, title=name)
    return picture(told.start, told.outcomes, title=name)


def _told(laid: Scenario) -> Report:
    """The result with the dice in the file, or a preview if the file has no dice."""
    if not laid.answers:
        return previewed(laid)
    return played(Session(laid.table), laid.declarations, script(laid.answers), laid.answers)


def _example(each: Example, laid: Scenario, told: Report) -> list[str]:
    says = laid.says or ("",) * len(laid.declarations)
    rows = [
        (str(number), plain(said), plain(words.declared(declaration, laid.table)), _verdict(told, number))
        for number, (declaration, said) in enumerate(zip(laid.declarations, says, strict=True), 1)
    ]
    heads = ("", "", "declared", "verdict")
    return [
        f"## {plain(laid.name)} {{ #{each.anchor} }}",
        "",
        plain(_description(each.text)),
        "",
        f"![{plain(laid.name)}](pictures/example-{each.anchor}.svg)",
        "",
        link(f"tables/example-{each.anchor}.yaml"),
        "",
        *(table(heads, rows) if any(says) else table(heads[1:], [row[:1] + row[2:] for row in rows])),
        '??? note "The file"',
        "",
        "    ```yaml",
        *(f"    {line}".rstrip() for line in each.text.rstrip().splitlines()),
        "    ```",
        "",
        "```sh",
        f"surefoot play {each.called}",
        "```",
        "",
    ]


def _verdict(told: Report, number: int) -> str:
    return VERDICTS[told.outcomes[number - 1].verdict] if number <= len(told.outcomes) else ""


def _description(text: str) -> str:
    """The comment at the top of a file, without its lines of commands."""
    lines: list[str] = []
    for line in text.splitlines():
        if not line.startswith("#"):
            break
        if not line.startswith("#  "):
            lines.append(line.lstrip("# ").strip())
    return " ".join(lines)


def unreadable() -> list[FileInvalid]:
    """Examples that do not load, with their problems."""
    found = []
    for each in examples():
        try:
            each.laid()
        except FileInvalid as invalid:
            found.append(invalid)
    return found
