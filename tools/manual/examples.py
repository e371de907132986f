"""A page of whole examples: every scenario of examples/ and every bundled one, drawn, with its text and what it declares."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from tools.manual.writing import Files, code, page, plain, table

from surefoot.answers import words
from surefoot.answers.bundled import bundled
from surefoot.answers.told import Told, played, previewed
from surefoot.dice.responders import script
from surefoot.draw import picture, svg
from surefoot.draw.picture import Picture
from surefoot.files.problems import FileInvalid
from surefoot.files.scenario import Scenario, loads
from surefoot.referee.protocol import find
from surefoot.referee.session import Session

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / "examples"
VERDICTS = {"legal": "legal", "illegal": "illegal", "stopped-short": "stopped short"}
# More moves than these are not drawn into one picture.
MOST_MOVES = 16


@dataclass(frozen=True)
class Example:
    """A scenario that is shown whole: how it is called in commands, and its text."""

    name: str
    called: str
    text: str

    @property
    def anchor(self) -> str:
        """Where it stands on the page."""
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")

    def laid(self) -> Scenario:
        """The table and what is declared on it."""
        return loads(self.text, self.called)


def examples() -> list[Example]:
    """Everything that is shown, the bundled ones first; files in examples/ that are no scenarios are left out."""
    found = [Example(name, name, each.read_text(encoding="utf-8")) for name, each in bundled().items()]
    for path in sorted(FOLDER.rglob("*.yaml")):
        here = path.relative_to(FOLDER)
        text = path.read_text(encoding="utf-8")
        # Packages that are examples themselves hold catalogues and cases.
        package = any((folder / "pyproject.toml").is_file() for folder in path.parents if folder != ROOT)
        if package or not re.search(r"^ruleset:", text, re.MULTILINE):
            continue
        found.append(
            Example(f"examples/{here.with_suffix('').as_posix()}", f"examples/{here.as_posix()}", text)
        )
    return found


def names() -> list[str]:
    """The pictures that the page will show, without drawing anything."""
    return [f"pictures/example-{each.anchor}.svg" for each in examples()]


def files(*, drawn: bool = True) -> Files:
    """The page and, unless it is only written, its pictures."""
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
        told = _told(laid) if drawn else Told(laid.table, laid.table)
        if drawn:
            found[f"pictures/example-{each.anchor}.svg"] = svg(_drawn(told, laid.name))
        parts += _example(each, laid, told)
    found["examples.md"] = page(
        "# Examples",
        "",
        "Whole scenarios, drawn by the build. Those without a folder come with Surefoot: `surefoot play` plays any of "
        "them by its name; the others lie in the repository.",
        "",
        table(("scenario", "rules", "called"), rows),
        parts,
    )
    return found


def _drawn(told: Told, name: str) -> Picture:
    """Every move on one table; of a whole phase only the table it leaves, since nobody could tell its paths apart."""
    if len(told.outcomes) > MOST_MOVES:
        return picture(told.now, whole=True, title=name)
    return picture(told.start, told.outcomes, title=name)


def _told(laid: Scenario) -> Told:
    """What becomes of it with the dice that the file holds, or what the referee says beforehand if it holds none."""
    if not laid.answers:
        return previewed(laid)
    return played(Session(laid.table), laid.declarations, script(laid.answers), laid.answers)


def _example(each: Example, laid: Scenario, told: Told) -> list[str]:
    ruleset = laid.table.ruleset
    says = laid.says or ("",) * len(laid.declarations)
    rows = [
        (str(number), plain(said), plain(words.declared(declaration, ruleset)), _verdict(told, number))
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


def _verdict(told: Told, number: int) -> str:
    return VERDICTS[told.outcomes[number - 1].verdict] if number <= len(told.outcomes) else ""


def _description(text: str) -> str:
    """What stands in the comment at the top of a file, without the commands it names."""
    lines: list[str] = []
    for line in text.splitlines():
        if not line.startswith("#"):
            break
        if not line.startswith("#  "):
            lines.append(line.lstrip("# ").strip())
    return " ".join(lines)


def unreadable() -> list[FileInvalid]:
    """Examples that cannot be read any more."""
    found = []
    for each in examples():
        try:
            each.laid()
        except FileInvalid as invalid:
            found.append(invalid)
    return found
