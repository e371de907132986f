"""The worst habits of the table in CONTRIBUTING.md in texts, docstrings, comments and documentation: none, but for those with a reason."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

from ruamel.yaml import YAML
from tests.guards.sources import CORE, ROOT
from tools.manual.shown import written_by_hand
from tools.words.gather import catalogue_texts, page_texts, sentences

NAME_IT = "name the user (you), the model, or the type"
# What is written, and what to write instead.
EVERYWHERE = {
    r"\b[Ww]ho(m)?ever\b|\b[Ss]omebody\b": NAME_IT,
    r"\b[Hh]e who\b|\b[Tt]hat which\b": "a noun",
    r"^So many\b|: so many$": "the number of …, the most … that …",
    r"\bthe own\b": "its own, your own",
}
# In code and in what it says; in a manual "nobody wants to wait" is plain English.
IN_CODE = EVERYWHERE | {
    r"\b[Ss]omeone\b|\b[Nn]obody\b|\b[Ee]verybody\b": NAME_IT,
    r"\bhimself\b|\bhis own\b": "its, their, your",
    r"(judged|ends?|comes? out|made|moved) otherwise\b": "differently",
}

# Files whose docstrings and comments may have such words, with how many, and sentences that may stay; with reasons.
EXCEPTIONS = YAML(typ="safe").load((Path(__file__).parent / "plain_words.yaml").read_text(encoding="utf-8"))

MOST_SHOWN = 20
# A file in which none of these stands has no sighting, so most files need not be taken apart.
ANYWHERE = re.compile("|".join(habit.replace("^", "").replace("$", "") for habit in IN_CODE))


def docstrings(file: Path) -> Iterator[tuple[int, str]]:
    """Docstrings of a Python file, line by line."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node, clean=False)
            line = getattr(node, "lineno", 1)
            for offset, each in enumerate((text or "").splitlines()):
                yield line + offset, each


def comments(file: Path) -> Iterator[tuple[int, str]]:
    """Comments of a Python file."""
    for token in tokenize.generate_tokens(io.StringIO(file.read_text(encoding="utf-8")).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string.lstrip("# ")


def found(place: str, lines: Iterator[tuple[int, str]], habits: dict[str, str]) -> list[str]:
    """Sightings of habits, with what to write instead."""
    return [
        f"{place}:{number}: {match[0]!r} in {text.strip()!r}: {instead}"
        for number, text in lines
        for habit, instead in habits.items()
        if (match := re.search(habit, text))
    ]


def sightings(file: Path) -> list[str]:
    """Every sighting of a habit in the docstrings and comments of a file."""
    if not ANYWHERE.search(file.read_text(encoding="utf-8")):
        return []
    place = file.relative_to(CORE).as_posix()
    return [*found(place, docstrings(file), IN_CODE), *found(place, comments(file), IN_CODE)]


def test_no_docstring_or_comment_has_one_of_the_worst_habits() -> None:
    files = sorted(CORE.rglob("*.py"))
    assert len(files) > 300
    wrong = []
    for file in files:
        seen = sightings(file)
        if len(seen) > EXCEPTIONS["docstrings"].get(file.relative_to(CORE).as_posix(), 0):
            wrong += seen
    assert wrong[:MOST_SHOWN] == []


def test_no_exception_is_out_of_date() -> None:
    left = {name: len(sightings(CORE / name)) for name in EXCEPTIONS["docstrings"] if (CORE / name).exists()}
    assert left == EXCEPTIONS["docstrings"]


def test_no_sentence_has_one_of_the_worst_habits() -> None:
    texts = [each for message in sentences() for each in _texts(message.id)] + page_texts()
    assert len(texts) > 2_000
    known = {text for file in CORE.rglob("catalogue.yaml") for text in catalogue_texts(file)}
    assert len(known) > 500
    allowed = EXCEPTIONS["sentences"]
    # A rule may say that nobody jumps a gap: that is how rulebooks speak.
    rules, said = (
        [text for text in texts if (text in known) is each and text not in allowed] for each in (True, False)
    )
    wrong = found("catalogue", ((0, text) for text in rules), EVERYWHERE)
    wrong += found("sentence", ((0, text) for text in said), IN_CODE)
    assert wrong[:MOST_SHOWN] == []


def test_no_page_of_the_manual_has_one_of_the_worst_habits() -> None:
    # Generated pages are made of texts that are read above.
    pages = written_by_hand()
    pages += [ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    assert len(pages) > 15
    wrong = []
    for page in pages:
        # The table of habits quotes them.
        lines = page.read_text(encoding="utf-8").splitlines()
        quoted = ((number, line) for number, line in enumerate(lines, 1) if not line.startswith('| "'))
        wrong += found(page.relative_to(ROOT).as_posix(), quoted, EVERYWHERE)
    assert wrong[:MOST_SHOWN] == []


def _texts(message: object) -> tuple[str, ...]:
    return tuple(str(each) for each in message) if isinstance(message, tuple | list) else (str(message),)
