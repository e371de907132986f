"""The reader's language: translated texts, and how it writes numbers and lists.

English is built in. Another language is a file `<code>.po` in `surefoot/language/locales` or in the folder that
`SUREFOOT_LOCALES` names; Babel reads it. `en-XA` is a pseudo-language for tests: every text that goes through here is
accented and bracketed, so that what does not can be seen.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path

from surefoot.language import pseudo

FOLDER = Path(__file__).parent / "locales"
# A terminal would obey them, in a name or a reason that another player wrote.
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


class Locale:
    """English. Other languages override what they do differently."""

    code = "en"

    def text(self, text: str) -> str:
        """A text in this language."""
        return text

    def name(self, name: str) -> str:
        """A name, a number or a sign, which no language changes; without characters that command a terminal.

        >>> Locale().name("Kal\\x1b[2J")
        'Kal[2J'
        """
        return name if name.isprintable() else CONTROL.sub("", name)

    def unknown(self, code: str) -> str:
        """A code for which the ruleset has no term."""
        return re.sub(r"[-_]+", " ", code)

    def plural(self, one: str, many: str, n: int) -> str:
        """The text that this language uses for a number."""
        return one if n == 1 else many

    def number(self, value: float, decimals: int) -> str:
        """A number with so many decimals at most, and no trailing zeros.

        >>> Locale().number(2.45507, 2), Locale().number(4.0, 1), Locale().number(-0.001, 1), Locale().number(2000, 0)
        ('2.46', '4', '0', '2,000')
        """
        text = f"{value:,.{decimals}f}"
        if "." in text:
            text = text.rstrip("0").rstrip(".")
        return "0" if text in ("-0", "") else text

    def listed(self, parts: Sequence[str], *, either: bool = False) -> str:
        """Several things in one phrase.

        >>> Locale().listed(["a", "b", "c"]), Locale().listed(["a", "b"], either=True)
        ('a, b and c', 'a or b')
        """
        if len(parts) < 2:
            return "".join(parts)
        return f"{', '.join(parts[:-1])} {'or' if either else 'and'} {parts[-1]}"


class Pseudo(Locale):
    """English that shows what was translated."""

    code = "en-XA"

    def text(self, text: str) -> str:
        """The text, accented and bracketed."""
        return pseudo.accented(text)

    def name(self, name: str) -> str:
        """A name in brackets: nothing of it has to be translated."""
        return pseudo.bracketed(super().name(name))

    def unknown(self, code: str) -> str:
        """A code for which the ruleset has no term, outside the brackets."""
        return pseudo.unknown(code)

    def listed(self, parts: Sequence[str], *, either: bool = False) -> str:
        """Several things in one phrase, its joint in brackets."""
        return pseudo.bracketed(super().listed(parts, either=either)) if len(parts) > 1 else "".join(parts)

    def plural(self, one: str, many: str, n: int) -> str:
        """The text for a number, accented and bracketed."""
        return pseudo.accented(super().plural(one, many, n))


class Translated(Locale):
    """A language from a file of translations."""

    def __init__(self, code: str, file: Path) -> None:
        # Imported here: only readers of another language need Babel.
        from gettext import c2py

        from babel import Locale as Babel
        from babel.messages.pofile import read_po

        self.code = code
        with file.open("rb") as opened:
            catalogue = read_po(opened, locale=code)
        self.babel = Babel.parse(code, sep="-" if "-" in code else "_")
        # Which of its plural forms a language uses for a number, as the head of its file says.
        self.form = c2py(catalogue.plural_expr)
        # Texts that are not translated yet, and those marked as unsure, stay English.
        self.texts = {
            message.id: message.string
            for message in catalogue
            if message.id and message.string and not message.fuzzy
        }

    def text(self, text: str) -> str:
        """The translation of a text; the text itself where there is none."""
        found = self.texts.get(text, text)
        return found if isinstance(found, str) else text

    def plural(self, one: str, many: str, n: int) -> str:
        """The form that this language uses for a number."""
        found = self.texts.get((one, many))
        if not isinstance(found, (tuple, list)):
            return super().plural(one, many, n)
        return str(found[min(self.form(n), len(found) - 1)]) or super().plural(one, many, n)

    def number(self, value: float, decimals: int) -> str:
        """A number as this language writes it."""
        from babel.numbers import format_decimal

        plain = super().number(value, decimals)
        places = len(plain.partition(".")[2])
        return str(
            format_decimal(float(plain.replace(",", "")), format=f"#,##0.{'0' * places}", locale=self.babel)
        )

    def listed(self, parts: Sequence[str], *, either: bool = False) -> str:
        """Several things in one phrase of this language."""
        from babel.lists import format_list

        return str(format_list(list(parts), style="or" if either else "standard", locale=self.babel))


ENGLISH = Locale()


class NoSuchLanguage(LookupError):
    """There is no file of translations for that language."""


def folders() -> list[Path]:
    """Where translations are looked for: the user's own folder first."""
    own = os.environ.get("SUREFOOT_LOCALES", "")
    return [*([Path(own)] if own else []), FOLDER]


def available() -> list[str]:
    """Codes of the languages that can be chosen."""
    return ["en", *sorted({file.stem for folder in folders() for file in folder.glob("*.po")} - {"en"})]


@lru_cache(maxsize=16)
def find(code: str) -> Locale:
    """The language with that code; `de` stands in for `de-AT`."""
    if code in ("", "C", "POSIX", "en"):
        return ENGLISH
    if code == Pseudo.code:
        return Pseudo()
    for name in (code, code.partition("-")[0]):
        for folder in folders():
            file = folder / f"{name}.po"
            if file.is_file():
                return Translated(name, file)
    raise NoSuchLanguage(f"no translation into {code!r}; there are: {', '.join(available())}")


def _from_environment() -> Locale:
    """The language that `SUREFOOT_LANGUAGE` names; English if it is not set or unknown."""
    try:
        return find(os.environ.get("SUREFOOT_LANGUAGE", "").partition(".")[0].replace("_", "-"))
    except NoSuchLanguage:
        return ENGLISH


_CURRENT: ContextVar[Locale | None] = ContextVar("surefoot_language", default=None)


def current() -> Locale:
    """The language of whatever is being answered now."""
    return _CURRENT.get() or _from_environment()


@contextmanager
def using(code: str) -> Iterator[Locale]:
    """Answer in a language for a while."""
    found = find(code)
    token = _CURRENT.set(found)
    try:
        yield found
    finally:
        _CURRENT.reset(token)
