"""What is wrong with a text that is not YAML, in plain words: the mistakes that people make, and how to mend them."""

from __future__ import annotations

import re

from surefoot.language import Notation, Quoted, Sentence, say

# Spaces that look like ordinary ones and are none to YAML.
_ODD_SPACE = re.compile("[\xa0\u1680\u2000-\u200b\u202f\u205f\u2060\u3000]")
# A field and its value without a space between them: `at:[4, 4]`; not an address such as http://.
_JOINED = re.compile(r"""(?:^\s*|[{,]\s*|-\s+)([A-Za-z_][\w-]*):(?!//)([^\s:,}\]]+)""")
# A field whose value has a colon itself: `name: Kal: the movie`.
_TWO_COLONS = re.compile(r"""^\s*(?:-\s+)?([\w-]+):\s+([^\s"'{\[#|>&*][^#]*:(?:\s.*)?)$""")
_STARTS = re.compile(r"found character '(.)' that cannot start any token")

# Longer words of a line are shown in part.
_LONGEST = 40
_NEITHER = say("this is neither YAML nor JSON")
_COLUMN = say("it begins in another column than the lines that it belongs to: indent them alike, with spaces")


def syntax_problem(
    text: str, line: int, problem: str | None, context: str | None, opened: int
) -> tuple[int, Sentence]:
    """The line and the problem of a text that the parser stopped at; `opened` is the line where the open part begins, or 0."""
    lines = text.splitlines()
    odd = next((i for i, each in enumerate(lines[:line], 1) if _ODD_SPACE.search(each)), 0)
    if odd:
        says = say(
            "there is a non-breaking space on this line, as from a web page: type an ordinary space instead"
        )
        return odd, _with(says)
    here = lines[line - 1] if 0 < line <= len(lines) else ""
    before = lines[line - 2] if 1 < line <= len(lines) + 1 else ""
    found = _of_line(here, problem or "")
    if found is None and _JOINED.search(before):
        # The parser noticed it on the next line.
        line, found = line - 1, _of_line(before, "")
    if found is None:
        found = _of_parser(problem or "", context or "", opened)
    if found is not None:
        return line, _with(found)
    if not problem:
        return line, _NEITHER
    return line, _with(Notation(f"{problem} ({context})" if context else problem))


def _with(hint: Sentence | Notation) -> Sentence:
    return say("this is neither YAML nor JSON: {parser}", parser=hint)


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _of_line(here: str, problem: str) -> Sentence | None:
    """What the line itself shows."""
    if "\t" in here[: len(here) - len(here.lstrip())] or "'\\t'" in problem:
        return say("there is a tab on this line: indent with spaces")
    joined = _JOINED.search(here)
    if joined:
        form = Notation(f"{_short(joined[1])}: {_short(joined[2])}")
        return say("put a space after the colon: {form}", form=form)
    colons = _TWO_COLONS.match(here)
    if colons and "mapping values" in problem:
        form = Notation(f'{_short(colons[1])}: "{_short(colons[2].strip())}"')
        return say("a value that contains a colon needs quotes: {form}", form=form)
    return None


def _of_parser(problem: str, context: str, opened: int) -> Sentence | None:
    """What the parser means by its own words."""
    start = _STARTS.search(problem)
    if start:
        return say("put a value that begins with {sign} in quotes", sign=Quoted(start[1]))
    if "quoted scalar" in context:
        return say("the quotation mark on line {line} is not closed", line=Notation(str(opened)))
    if "flow mapping" in context or "flow sequence" in context:
        bracket = Quoted("{" if "mapping" in context else "[")
        return say(
            "the bracket {bracket} on line {line} is not closed, or a comma is missing",
            bracket=bracket,
            line=Notation(str(opened)),
        )
    if "mapping values" in problem or "<block end>" in problem:
        return _COLUMN
    if "could not find expected ':'" in problem:
        return say("a field needs a colon and a space: {form}", form=Notation("name: value"))
    return None
