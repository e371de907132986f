"""Commands for calculators: their options and examples come from the ruleset that offers the calculator."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from surefoot.cli.examples import examples
from surefoot.cli.translated import translate
from surefoot.language import Notation, Quoted
from surefoot.language.speaker import text

if TYPE_CHECKING:
    # Heavy: the list of commands does without it.
    from surefoot.referee.calculators import Input, Journeys

RULESET = "ruleset"


class CalculatorCommand(TyperCommand):
    """A command whose options for circumstances, and whose examples, are those of a ruleset's calculator.

    Subclasses name the ruleset's inputs, its examples and what their own parameters mean. They are looked up when the
    command is used or shown, so that other commands start without loading a ruleset.
    """

    _own: list[Any]
    _params: list[Any]
    _completed: bool
    _epilog: str | None

    def offered(self, ruleset: str) -> tuple[tuple[Input, ...], tuple[str, ...], Mapping[str, str]]:
        """The inputs and the examples of a ruleset's calculator, and the help of parameters that depends on them."""
        raise NotImplementedError

    def _found(self, ruleset: str) -> tuple[tuple[Input, ...], tuple[str, ...], Mapping[str, str]]:
        from surefoot.answers.errors import InvalidQuestion

        try:
            return self.offered(ruleset)
        except InvalidQuestion:
            # The command itself says so when it runs.
            return (), (), {}

    # Click sets both when a command is made; they are completed when they are first asked for.
    @property
    def params(self) -> list[Any]:
        """All parameters: those of the command, and those of the first ruleset that offers the calculator."""
        if not self._completed:
            self._completed = True
            self._params = self._with_inputs("")
        return self._params

    @params.setter
    def params(self, params: list[Any]) -> None:
        self._own = self._params = params
        self._completed = False

    @property
    def epilog(self) -> str:
        """The examples of the ruleset."""
        if self._epilog is None:
            self._epilog = examples(*self._found("")[1])
        return self._epilog

    @epilog.setter
    def epilog(self, epilog: str | None) -> None:
        self._epilog = epilog

    def _with_inputs(self, ruleset: str) -> list[Any]:
        inputs, _, helps = self._found(ruleset)
        for parameter in self._own:
            if parameter.name in helps:
                parameter.help = helps[parameter.name]
        # The options of the ruleset stand before those of every calculator.
        mine = [each for each in self._own if each.param_type_name == "argument" or each.name in helps]
        return [*mine, *_options(inputs), *(each for each in self._own if each not in mine)]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Look for the ruleset first: it decides which options there are."""
        named = _ruleset(args)
        if named:
            self._params, self._completed = self._with_inputs(named), True
            self._epilog = examples(*self._found(named)[1])
            translate(self)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Hand the values of the ruleset's own options to the command as `given`."""
        own = {each.name for each in self._own}
        values = {name: value for name, value in ctx.params.items() if name not in own}
        ctx.params = {name: value for name, value in ctx.params.items() if name in own}
        ctx.obj = {name: value for name, value in values.items() if value is not None}
        return super().invoke(ctx)


def _ruleset(args: Iterable[str]) -> str:
    words = list(args)
    for here, following in zip(words, [*words[1:], ""], strict=False):
        if here == f"--{RULESET}":
            return following
        if here.startswith(f"--{RULESET}="):
            return here.partition("=")[2]
    return ""


def _options(inputs: Iterable[Input]) -> list[Any]:
    """Options for some inputs; Typer makes them from the signature of a function."""

    def holder() -> None: ...

    parameters = [_parameter(each) for each in inputs]
    holder.__annotations__ = {each.name: each.annotation for each in parameters}
    holder.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # a function may have one
    made = typer.Typer(add_completion=False)
    made.command()(holder)
    command: Any = typer.main.get_command(made)
    return [each for each in command.params if each.name in holder.__annotations__]


def _parameter(given: Input) -> inspect.Parameter:
    name, helps = f"--{given.name.replace('_', '-')}", str(given.says or given.title)
    kind: Any = {"switch": bool, "choice": str | None, "whole": int | None}.get(given.kind, float | None)
    metavar = {"switch": None, "choice": "KIND"}.get(
        given.kind, given.unit.upper() if given.unit.isalpha() else "N"
    )
    default = given.default if given.kind == "switch" else None
    option = typer.Option(name, metavar=metavar, help=helps)
    return inspect.Parameter(
        given.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, option]
    )


# --- typed characters and legs ------------------------------------------------------------------


def profile(typed: str, wordy: Iterable[str] = ()) -> dict[str, Any]:
    """A typed character: names with values, and names alone for switches; after the names in `wordy` a word follows.

    >>> profile("vex: S 42, Ag 41 Athletics trained armour", ["Athletics"])
    {'name': 'vex', 'S': 42, 'Ag': 41, 'Athletics': 'trained', 'armour': True}
    """
    found: dict[str, Any] = {}
    name, colon, rest = typed.partition(":")
    if colon:
        found["name"] = name.strip()
    words, followed = (rest if colon else typed).replace(",", " ").replace("=", " ").split(), tuple(wordy)
    while words:
        key = words.pop(0)
        following = words[0] if words else ""
        if _number(following) is not None:
            found[key] = _number(words.pop(0))
        elif key in followed and following:
            found[key] = words.pop(0)
        else:
            found[key] = True
    return found


def _number(text: str) -> int | float | None:
    try:
        return int(text)
    except ValueError:
        pass
    try:
        value = float(text)
    except ValueError:
        return None
    return value if value == value and abs(value) < float("inf") else None  # noqa: PLR0124  # not a number


def wordy_fields(ruleset: str) -> tuple[str, ...]:
    """The fields of a character that a word follows, by the vocabulary of the ruleset."""
    from surefoot.referee.protocol import find
    from surefoot.referee.values import OneOf

    vocabulary = find(ruleset).vocabulary
    if vocabulary is None:
        return ()
    return tuple(
        entry.name for sheet in vocabulary.sheets for entry in sheet.profile if isinstance(entry.kind, OneOf)
    )


def leg(typed: str, journeys: Journeys) -> dict[str, Any]:
    """A typed leg: its kind, its amount and its circumstances, as the ruleset calls them: `12km difficult hurry`."""
    found: dict[str, Any] = {}
    for word in typed.split():
        read = _part(word, journeys)
        if read is None:
            says = text(
                "{word} isn't part of a leg: write {amounts}, and any of: {words}",
                word=Quoted(word),
                amounts=Notation(", ".join(typed_amounts(journeys))),
                words=Notation(", ".join(typed_words(journeys))),
            )
            raise typer.BadParameter(says, param_hint="--leg")
        found |= read
    return found


def _part(word: str, journeys: Journeys) -> dict[str, Any] | None:
    if word in [each.name for each in journeys.legs[1:]]:
        return {word: True}
    for kind in journeys.legs:
        for each in (*kind.amounts, *kind.inputs):
            if each.kind == "switch" and word == each.name:
                return {each.name: True}
            if each.kind == "choice" and word in each.choices:
                return {each.name: word}
            if each.kind in ("number", "whole"):
                value = _signed(word, each)
                if value is not None:
                    return {each.name: value}
    return None


def _signed(word: str, given: Input) -> float | None:
    """The number of a word with the sign of an input, behind or before it: 12km, x1.5."""
    for sign in (given.unit, *given.signs):
        for rest in (word.removesuffix(sign), word.removeprefix(sign)):
            if sign and rest != word and _number(rest) is not None and rest[0].isdigit():
                return float(rest)
    return None


def typed_amounts(journeys: Journeys) -> list[str]:
    """How the amount of a leg can be typed: 4h, 30min, 10km."""
    named = {each.unit: each for kind in journeys.legs for each in kind.amounts if each.unit}
    return [f"{each.default:g}{unit}" for unit, each in named.items()]


def typed_words(journeys: Journeys) -> list[str]:
    """The words that a typed leg may have besides its amount."""
    found: list[str] = []
    for kind in journeys.legs:
        for each in kind.inputs:
            if each.kind == "choice":
                found += each.choices
            elif each.kind == "switch":
                found.append(each.name)
            else:
                found += [f"{sign}1.5" for sign in each.signs[:1]]
    return [*found, *(each.name for each in journeys.legs[1:])]


def typed_character(values: Mapping[str, Any]) -> str:
    """A character as it can be typed: vex: S 42 T 35."""
    name = str(values.get("name", ""))
    numbers = " ".join(f"{key} {value}" for key, value in values.items() if key != "name" and value)
    return f"{name.lower()}: {numbers}" if name else numbers
