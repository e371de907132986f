"""Puts sentences into words for a reader: names, terms, units, rounding and language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from surefoot.language.locale import Locale, current
from surefoot.language.sentence import FIELD, Sentence, say
from surefoot.language.values import (
    Angle,
    Chance,
    Clause,
    Either,
    Length,
    Notation,
    Quantity,
    Quoted,
    Term,
    Thing,
    Who,
)
from surefoot.records import dataclass

if TYPE_CHECKING:
    from surefoot.language.values import Field

# What stands behind a length.
UNITS = {"inch": "″", "metre": " m"}

# Fractions with more characters than this are shown in percent.
READABLE = 12

# Signs after which a sentence has ended.
STOPS = (".", "!", "?", "…", ":")

# Names of units that read as a plural, beside which a singular verb would be wrong: Wardens, but not Boss or Brutus.
_PLURAL = re.compile(r"(?<![suiSUI])s$")

# Lengths and angles for people have one decimal; where two that differ would read the same, up to three.
DECIMALS = (1, 2, 3)


def _in_units(millionths: int) -> float:
    # Imported here: the help of a command speaks without any geometry.
    from surefoot.geometry.tolerance import from_lattice

    return from_lattice(millionths)


@dataclass(frozen=True)
class Speaker:
    """Renders sentences. `terms` are a ruleset's words for its codes, `title` the title of a clause."""

    unit: str = ""
    terms: Mapping[str, Sentence] = field(default_factory=dict)
    title: Callable[[str], str] = str
    # What a table calls a code: a model (`who`), a unit, terrain or an object (`thing`); empty for none of them.
    kind: Callable[[str], Literal["who", "unit", "thing", ""]] = lambda code: ""
    # None: the language of whatever is being answered now.
    locale: Locale | None = None

    def __call__(self, sentence: Sentence | str) -> str:
        """A sentence in words. Plain text stays as it is."""
        text = self._rendered(sentence)
        # A thing has its article in lower case, and stands first now and then; so has a unit.
        return text[:1].upper() + text[1:] if _begins_with_name(sentence) else text

    def _rendered(self, sentence: Sentence | str) -> str:
        if isinstance(sentence, str):
            return sentence
        locale, fields = self._locale, dict(sentence.fields)
        if sentence.many:
            number = fields["n"]
            text = locale.plural(sentence.text, sentence.many, number if isinstance(number, int) else 0)
        else:
            text = locale.text(sentence.text)
        decimals = _decimals(fields.values(), locale)
        return FIELD.sub(lambda found: self._shown(fields.get(found[1], ""), decimals), text)

    @property
    def _locale(self) -> Locale:
        return self.locale or current()

    def _shown(self, value: Field | str, decimals: int) -> str:  # one line for each kind of field
        match value:
            case Sentence() | str():
                return self._rendered(value)
            case Length():
                return self.length(value, decimals)
            case Angle():
                return f"{self._locale.number(_in_units(value), decimals)}°"
            case Who():
                return self._subject(value.id)
            case Thing():
                return self._locale.name(self.thing(value.id))
            case Term():
                return self.term(value.code)
            case Clause():
                return self._locale.text(self.title(value.id))
            case Chance():
                return self.chance(value.value)
            case Quoted():
                return self._locale.name(f"'{value.text}'")
            case Notation():
                return self._locale.name(value.text) if value.text else ""
            case Quantity():
                return self._locale.number(float(value.value), 2) + (f" {value.unit}" if value.unit else "")
            case Either():
                return self._locale.listed(
                    [self._shown(each, decimals) for each in value.values], either=True
                )
            case tuple():
                return self._locale.listed([self._shown(each, decimals) for each in value])
            case bool() | int():
                return self._locale.number(value, 0)

    def length(self, millionths: int, decimals: int = 1) -> str:
        """A length with its unit.

        >>> Speaker(unit="inch").length(2_460_000), Speaker(unit="metre").length(4_000_000)
        ('2.5″', '4 m')
        >>> Speaker(unit="inch").length(30_000), Speaker(unit="inch").length(20)
        ('0.03″', 'less than 0.001″')
        """
        value, unit = _in_units(millionths), UNITS.get(self.unit, "")
        # With fewer decimals it would read as nothing.
        while millionths and abs(value) < 10.0**-decimals / 2 and decimals < DECIMALS[-1]:
            decimals += 1
        least = 10.0**-decimals
        if millionths and abs(value) < least / 2:
            return self._rendered(
                say("less than {length}", length=Notation(f"{self._locale.number(least, decimals)}{unit}"))
            )
        return f"{self._locale.number(value, decimals)}{unit}"

    def who(self, name: str) -> str:
        """The name of a model or a unit.

        >>> Speaker().who("kal"), Speaker().who("ork-boy-2"), Speaker().who("Mad Donna")
        ('Kal', 'Ork Boy 2', 'Mad Donna')
        """
        return titled(name)

    def _subject(self, name: str) -> str:
        """A model or a unit inside a sentence, whose verbs are singular: the Wardens unit."""
        shown = self.who(name)
        if self.kind(name) == "unit" and _PLURAL.search(shown):
            return self._rendered(say("the {name} unit", name=Notation(shown)))
        return self._locale.name(shown)

    def names(self, ids: Iterable[str]) -> str:
        """Models and units by their names alone, as in a heading."""
        return self._locale.listed([self._locale.name(self.who(each)) for each in ids])

    def thing(self, name: str) -> str:
        """A piece of terrain or an object, with its article where its id is a common word; a model by its name.

        >>> Speaker().thing("catwalk"), Speaker().thing("wall-2"), Speaker().thing("Tower A")
        ('the catwalk', 'wall 2', 'Tower A')
        """
        if name == "board":
            return self._rendered(say("the ground"))
        if self.kind(name) == "who":
            return self.who(name)
        owner, dot, deck = name.rpartition(".")
        if dot:
            # A deck goes by its carrier.
            return self._rendered(say("the {deck} of {owner}", deck=Notation(deck), owner=Who(owner)))
        plain = name if name != name.lower() else re.sub(r"[-_]+", " ", name)
        return f"the {plain}" if re.fullmatch(r"(?!the )[a-z ]+", plain) else plain

    def paragraph(self, sentences: Iterable[Sentence]) -> str:
        """Sentences one after another, with a full stop between them.

        >>> Speaker().paragraph([say("Kal falls"), say("Vex is Pinned")])
        'Kal falls. Vex is Pinned'
        """
        told = [self(each) for each in sentences]
        return " ".join([*(each if each.endswith(STOPS) else f"{each}." for each in told[:-1]), *told[-1:]])

    def term(self, code: str) -> str:
        """A coded word as the ruleset writes it; else the code with spaces."""
        kind = self.kind(code)
        if kind:
            return self._locale.name(self.thing(code) if kind == "thing" else self.who(code))
        known = self.terms.get(code)
        return self._locale.unknown(code) if known is None else self._rendered(known)

    def rule(self, clause: str) -> str:
        """A clause by its title, with its id beside it.

        >>> Speaker(title={"climb.cost": "Climbing costs double"}.__getitem__).rule("climb.cost")
        'Climbing costs double (climb.cost)'
        """
        bare = clause.rpartition("/")[2]
        shown = self._locale.name(clause)
        title = self.title(bare)
        return shown if title == bare else f"{self._locale.text(title)} ({shown})"

    def rules(self, clauses: Iterable[str]) -> str:
        """Several clauses, each by its title and with its id."""
        return "; ".join(self.rule(each) for each in dict.fromkeys(clauses) if each)

    def movement(self, what: str) -> str:
        """The kind of movement of a ledger's line, with the ladder or obstacle that it leads over: "ladder rungs"."""
        mode, _, thing = what.partition(" ")
        if what in self.terms or not thing:
            return self.term(what)
        if thing == mode:
            return self.term(mode)
        return self._rendered(say("{kind} {thing}", kind=Term(mode), thing=Notation(thing)))

    def percent(self, chance: Fraction) -> str:
        """A probability in whole percent: the one rounding rule of every face.

        >>> Speaker().percent(Fraction(2, 3)), Speaker().percent(Fraction(1, 1000)), Speaker().percent(Fraction(1))
        ('67 %', '<1 %', '100 %')
        """
        if 0 < chance < Fraction(1, 100):
            return "<1 %"
        if Fraction(99, 100) < chance < 1:
            return ">99 %"
        return f"{self._locale.number(round(chance * 100), 0)} %"

    def chance(self, chance: Fraction) -> str:
        """A probability, exactly and in percent; in percent alone if the fraction is too long to read.

        >>> Speaker().chance(Fraction(2, 3)), Speaker().chance(Fraction(1)), Speaker().chance(Fraction(1234567, 9876543))
        ('2/3 (67 %)', '100 %', '12 %')
        """
        percent = self.percent(chance)
        return f"{chance} ({percent})" if chance.denominator > 1 and len(str(chance)) <= READABLE else percent


def titled(name: str) -> str:
    """A name as it is shown: as it was written, or with capitals if it was written without any."""
    if name != name.lower():
        return name
    return " ".join(word[:1].upper() + word[1:] for word in re.split(r"[-_. ]+", name))


def _begins_with_name(sentence: Sentence | str) -> bool:
    if isinstance(sentence, str):
        return False
    first = FIELD.match(sentence.text)
    value = dict(sentence.fields).get(first[1]) if first is not None else None
    return isinstance(value[0] if isinstance(value, tuple) and value else value, Thing | Who)


def _decimals(fields: Iterable[object], locale: Locale) -> int:
    """The fewest decimals with which different lengths of one sentence read differently, and different angles."""
    amounts = {(type(value), int(value)) for value in fields if isinstance(value, Length | Angle)}
    for decimals in DECIMALS:
        shown = {(kind, locale.number(_in_units(value), decimals)) for kind, value in amounts}
        if len(shown) == len(amounts):
            return decimals
    return DECIMALS[-1]


# Without a table: ids as they are.
class _Plain(Speaker):
    def who(self, name: str) -> str:
        return name

    def _subject(self, name: str) -> str:
        """A model or a unit inside a sentence, whose verbs are singular: the Wardens unit."""
        shown = self.who(name)
        if self.kind(name) == "unit" and _PLURAL.search(shown):
            return self._rendered(say("the {name} unit", name=Notation(shown)))
        return self._locale.name(shown)

    def names(self, ids: Iterable[str]) -> str:
        """Models and units by their names alone, as in a heading."""
        return self._locale.listed([self._locale.name(self.who(each)) for each in ids])

    def thing(self, name: str) -> str:
        return name


PLAIN = _Plain(locale=Locale())

# Without a table, in the reader's language.
_PLAIN_NAMES = Speaker()


def text(message: str, /, **fields: Field) -> str:
    """A message of a face in the reader's language. Like `say`, its first argument must be a string literal.

    >>> text("{n} files read", n=2)
    '2 files read'
    """
    return _PLAIN_NAMES(Sentence(message, tuple(fields.items())))


def text_count(one: str, many: str, n: int, /, **fields: Field) -> str:
    """The same, where a number decides.

    >>> text_count("{n} file read", "{n} files read", 1)
    '1 file read'
    """
    return _PLAIN_NAMES(Sentence(one, (("n", n), *fields.items()), many))


def percent(chance: Fraction) -> str:
    """A probability in whole percent in the reader's language, as `Speaker.percent`."""
    return _PLAIN_NAMES.percent(chance)
