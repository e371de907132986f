"""Calculators that a ruleset offers as data: feats of one character, and journeys of a party.

A ruleset says what can be asked for (`Input`, `Task`) and how a question becomes a scenario. The command line, the server and
the page show every calculator from this data alone, and the referee judges the scenario.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING, Any, Literal

from surefoot.language import Either, Notation, Quantity, Quoted, Sentence, Term, Text, say
from surefoot.language.sentence import sentence
from surefoot.records import dataclass, replace
from surefoot.table.words import suggested

if TYPE_CHECKING:
    from surefoot.referee.protocol import Declaration

# The most characters that are shown of a value that is no number.
LONGEST = 40


@dataclass(frozen=True)
class Input:
    """One value that a calculator takes, and how forms ask for it."""

    name: str
    # The label of its field.
    title: Text
    kind: Literal["number", "whole", "choice", "switch"] = "number"
    # The value that a form begins with; for a circumstance also the value if none is given.
    default: float | str | bool = 0
    # A sentence for help and descriptions, of a switch of a leg the words of the leg; empty: the title.
    says: Text = ""
    # A short remark beside the field.
    hint: Text = ""
    least: float = 0
    most: float = 100_000
    # The sign of a number, such as m or kg, and other signs that may be typed: hour, hours.
    unit: str = ""
    signs: tuple[str, ...] = ()
    # The values of a choice, and what they are called.
    choices: Mapping[str, Text] = field(default_factory=dict)
    # Of a character: whether it is a counter, not part of the profile.
    counter: bool = False

    def wrong(self, value: Any) -> Sentence | None:
        """What is wrong with a value; None if nothing is."""
        if self.kind == "switch":
            return None if isinstance(value, bool) else say("Expected true or false")
        if self.kind == "choice":
            if isinstance(value, str) and value in self.choices:
                return None
            listed = Either(tuple(Notation(each) for each in self.choices))
            return say("{value} isn't {listed}", value=Quoted(str(value)), listed=listed)
        if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
            return say("Expected a number")
        if self.kind == "whole" and value != int(value):
            return say("Expected a whole number")
        if not self.least <= value <= self.most:
            return say(
                "Expected a number from {least} to {most}", least=_plain(self.least), most=_plain(self.most)
            )
        return None


def _plain(number: float) -> Notation:
    return Notation(f"{number:g}".replace("e+0", "e"))


@dataclass(frozen=True)
class Task:
    """Something that can be tried, or a kind of leg: the amount of it, and its circumstances."""

    name: str
    title: Text
    # The ways to state how much of it: exactly one of them is given.
    amounts: tuple[Input, ...]
    inputs: tuple[Input, ...] = ()


@dataclass(frozen=True)
class Attempt:
    """A question about a feat, checked and complete: every circumstance of the calculator has a value."""

    feat: str
    amount: float
    # The character: its name, its profile and its counters.
    name: str
    profile: Mapping[str, Any]
    counters: Mapping[str, int]
    circumstances: Mapping[str, Any]


def passed_or_failed(best: int, worst: int) -> Text:
    """The results of a test that is passed (1) or failed (0) in words."""
    if best == worst:
        return say("Failed") if best <= 0 else say("Passed")
    return say("{worst} to {best}", worst=worst, best=best)


@dataclass(frozen=True)
class Feats:
    """A calculator for one character who tries one thing: the test, and the odds of each result."""

    feats: tuple[Task, ...]
    # The small table on which a feat is tried, as the data of a scenario with one declaration.
    table: Callable[[Attempt], Mapping[str, Any]]
    # What forms ask about the character, and the character that they begin with.
    who: tuple[Input, ...]
    example: Mapping[str, Any]
    # Neighbouring readings of the first test in words, from the best to the worst.
    result: Callable[[int, int], Text] = passed_or_failed
    # Commands for the help, without `surefoot`.
    commands: tuple[str, ...] = ()

    @property
    def inputs(self) -> tuple[Input, ...]:
        """Every circumstance, each once."""
        return _once(each for feat in self.feats for each in feat.inputs)

    def feat(self, name: str) -> Task | None:
        """A feat by its name."""
        return next((each for each in self.feats if each.name == name), None)

    def attempt(
        self, task: Task, amount: float, who: Mapping[str, Any], given: Mapping[str, Any] = {}
    ) -> Attempt:
        """A question about a feat; circumstances that are not given are as usual."""
        name, profile, counters = separated(who, self.who, "character")
        circumstances = filled((*self.inputs, *task.inputs), given)
        return Attempt(task.name, amount, name, profile, counters, circumstances)


def alone(declaration: Declaration, name: str, party: tuple[str, ...]) -> Declaration:  # noqa: ARG001
    """A declaration of a party for one of its members."""
    return replace(declaration, who=(name,))


@dataclass(frozen=True)
class Journeys:
    """A calculator for a party on the road: the tests of each leg, and the odds of a counter on arrival.

    A declaration of a journey gives its legs in the detail `legs`, or is one leg itself.
    """

    # The kinds of legs; a leg that names none is of the first.
    legs: tuple[Task, ...]
    # Legs as declarations of the party: their data in a scenario.
    declare: Callable[[Sequence[Mapping[str, Any]], list[str], Mapping[str, Any]], list[dict[str, Any]]]
    # The counter that travellers arrive with, and the status of those who do not.
    counter: str
    title: Text
    collapsed: str = ""
    # What forms ask about a traveller, and the party and the legs that they begin with.
    who: tuple[Input, ...] = ()
    party: tuple[Mapping[str, Any], ...] = ()
    route: tuple[Mapping[str, Any], ...] = ()
    # Settings of the whole journey.
    inputs: tuple[Input, ...] = ()
    # A declaration of the party for one traveller alone, with the same tests.
    alone: Callable[[Declaration, str, tuple[str, ...]], Declaration] = alone
    # The detail of events that gives the metres of a traveller.
    metres: str = "metres"
    # Commands for the help, without `surefoot`.
    commands: tuple[str, ...] = ()

    def scenario(
        self,
        ruleset: str,
        party: Sequence[Mapping[str, Any]],
        legs: Sequence[Mapping[str, Any]],
        settings: Mapping[str, Any] = {},
    ) -> dict[str, Any]:
        """A scenario of a party described by its characters, with declarations for these legs, as data."""
        characters: dict[str, dict[str, Any]] = {}
        for number, each in enumerate(party, 1):
            usual = f"traveller-{number}" if len(party) > 1 else "traveller"
            name, profile, counters = separated(each, self.who, usual)
            characters[name] = {"profile": profile, "counters": counters}
        declared = self.declare(legs, list(characters), filled(self.inputs, settings))
        return {"ruleset": ruleset, "name": "Journey", "characters": characters, "declare": declared}

    def kind(self, leg: Mapping[str, Any]) -> Task:
        """The kind of a leg."""
        return next((each for each in self.legs[1:] if leg.get(each.name)), self.legs[0])

    def words(self, leg: Mapping[str, Any]) -> tuple[Text, ...]:
        """A leg for people: its amount and its circumstances."""
        kind = self.kind(leg)
        found: list[Text] = []
        for each in (*kind.amounts, *kind.inputs):
            value = leg.get(each.name)
            if value is None or (value == each.default and each.kind in ("choice", "switch")):
                continue
            if each.kind == "choice":
                found.append(say("{word}", word=Term(str(value))))
            elif each.kind == "switch":
                found.append(each.says or each.title)
            else:
                found.append(_numbered(each, value, among_amounts=each in kind.amounts))
        return tuple(found)


def _numbered(given: Input, value: Any, *, among_amounts: bool) -> Text:
    """A number of a leg for people: 16 h, x1.5, or with its label; as it was written if it is none, which no rule accepts."""
    try:
        amount = say("{amount}", amount=Quantity(Fraction(str(value)), given.unit))
    except (ValueError, ZeroDivisionError):
        written = str(value)
        amount = say(
            "{amount}", amount=Quoted(written if len(written) <= LONGEST else f"{written[:LONGEST]}…")
        )
    if among_amounts or given.unit:
        return amount
    if given.signs:
        return say("{sign}", sign=Notation(f"{given.signs[0]}{value}"))
    return say("{what} {amount}", what=sentence(given.title), amount=amount)


def _once(inputs: Iterable[Input]) -> tuple[Input, ...]:
    return tuple({each.name: each for each in inputs}.values())


def separated(
    who: Mapping[str, Any], inputs: Iterable[Input], usual: str
) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """A described character: its name, its profile and its counters."""
    counted = [each.name for each in inputs if each.counter]
    profile = {name: value for name, value in who.items() if name not in (*counted, "name")}
    return str(who.get("name", usual)), profile, {name: who[name] for name in counted if name in who}


def filled(inputs: Iterable[Input], given: Mapping[str, Any]) -> dict[str, Any]:
    """The value of each input: as given, or its default."""
    return {each.name: given.get(each.name, each.default) for each in inputs}


def wrong_values(
    inputs: Iterable[Input], given: Mapping[str, Any], known: Iterable[str] = ()
) -> Iterator[tuple[str, Sentence]]:
    """What is wrong with given values: names that nothing has, unless they are `known`, and values that an input refuses."""
    named = {each.name: each for each in inputs}
    also = tuple(known)
    for name, value in given.items():
        if name in named:
            says = named[name].wrong(value)
            if says is not None:
                yield name, says
        elif name not in also:
            yield name, suggested(say("There is no field {name}", name=Quoted(name)), name, (*named, *also))


def calculator_problems(feats: Feats | None, journeys: Journeys | None) -> Iterator[tuple[str, str]]:
    """What can be seen to be wrong with the calculators of a ruleset: a place and a sentence each."""
    for place, tasks, inputs in (
        ("feats", feats.feats if feats else (), feats.inputs if feats else ()),
        ("journeys", journeys.legs if journeys else (), journeys.inputs if journeys else ()),
    ):
        names = [task.name for task in tasks]
        for task in tasks:
            where = f"{place}.{task.name}"
            if names.count(task.name) > 1:
                yield where, "is there twice"
            if not task.amounts:
                yield where, "has no amount"
        for each in (*inputs, *(one for task in tasks for one in (*task.amounts, *task.inputs))):
            says = each.wrong(each.default)
            if says is not None:
                yield f"{place}.{each.name}", f"its default {each.default!r} is refused: {says}"
