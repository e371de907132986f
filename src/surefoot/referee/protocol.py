"""The interface between the core and a ruleset. The core knows no ruleset by name.

A ruleset is a value that says what may be declared (actions), what may happen (happenings), what time does (ticks)
and what may be asked (questions). Each is a procedure or a pure function; nothing else is needed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Procedure, Roll
from surefoot.geometry.tolerance import from_lattice
from surefoot.language import Quoted, Sentence, Text, Who, say
from surefoot.language.sentence import sentence
from surefoot.records import dataclass
from surefoot.referee.calculators import Feats, Journeys
from surefoot.referee.catalogue import Catalogue, load
from surefoot.referee.itinerary import By, Leg
from surefoot.referee.tariff import Tariff
from surefoot.referee.vocabulary import Problem as Problem  # noqa: PLC0414  # part of this interface too
from surefoot.referee.vocabulary import Vocabulary, unknown_manners
from surefoot.referee.vocabulary import problems as unknown_words
from surefoot.table.model import Deck, Model
from surefoot.table.place import Pose
from surefoot.table.record import EMPTY, Record, Value, freeze, thaw
from surefoot.table.table import Table
from surefoot.table.terrain import Piece


@dataclass(frozen=True, slots=True)
class Declaration:
    """A declaration, a happening or a tick of the clock: an action of a model or a unit, with a path and details."""

    action: str
    who: tuple[str, ...] = ()
    legs: tuple[Leg, ...] = ()
    target: str = ""
    details: Record = EMPTY
    kind: Literal["declare", "happen", "tick"] = "declare"

    def __post_init__(self) -> None:
        if not isinstance(self.who, tuple):
            raise TypeError(f"Declaration.who takes a tuple of names: ({self.who!r},)")
        if not isinstance(self.legs, tuple):
            raise TypeError("Declaration.legs takes a tuple of legs: (Leg.at(x, y),)")

    @property
    def actor(self) -> str:
        """The one who acts; the first if there are several."""
        return self.who[0] if self.who else ""


@dataclass(frozen=True)
class Detail:
    """Something that an action takes besides who, path and target."""

    name: str
    says: Text
    # A `plan` says where each model of a unit goes (`referee/unit_plan.py`), or `{places: {model: [x, y]}}` where it is set up.
    kind: Literal["length", "angle", "number", "text", "names", "switch", "point", "data", "plan"] = "text"
    required: bool = False


@dataclass(frozen=True)
class RolledAllowance:
    """The rolls that decide how far an action leads, as its procedure makes them.

    Amounts are added up. A test among them that fails ends the action before anybody moves.
    """

    rolls: tuple[Roll, ...]
    # The movement that a total gives by one of the action's tariffs; none: the tariff's allowance and the total.
    allowance: Callable[[Tariff, int], float] | None = None


# Defaults have names, so that actions can be sent to another process.
def _nothing_forbids(table: Table, who: str) -> tuple[Break, ...]:  # noqa: ARG001
    return ()


def _to_everybody(table: Table, who: str) -> bool:  # noqa: ARG001
    return True


def _no_roll(table: Table, who: str) -> RolledAllowance | None:  # noqa: ARG001
    return None


@dataclass(frozen=True)
class Action:
    """Something that can be declared, happen, or be done by the clock."""

    name: str
    procedure: Callable[[Game, Declaration], Procedure[Any]]
    title: Text
    # Every clause that forbids it to this actor now, before any path is looked at; asked before the procedure runs.
    permits: Callable[[Table, str], tuple[Break, ...]] = _nothing_forbids
    kind: Literal["declare", "happen", "tick"] = "declare"
    path: Literal["none", "optional", "required"] = "none"
    target: Literal["none", "optional", "required"] = "none"
    details: tuple[Detail, ...] = ()
    # Whom it is offered to at all (a vehicle is not offered a climb).
    offered: Callable[[Table, str], bool] = _to_everybody
    # Sorts of terrain or objects, or tags of ground: on a table that has none of them it is not offered.
    needs: tuple[str, ...] = ()
    # Whether it can't be made twice in a row: the planner plans it once.
    once: bool = False
    # Whether only obstacles, zones and the price of the ground can forbid a walk with it, so that programs need not ask the
    # referee about every walk that is clear.
    walks: bool = False
    # Whether it is for one model or one unit, so that the name of another one is a problem, and for an event of one model that of a unit.
    alone: Literal["", "model", "unit"] = ""
    # What is rolled for how far it leads; none: nothing, or it has been rolled.
    rolled: Callable[[Table, str], RolledAllowance | None] = _no_roll
    # Whether its procedure finds the clauses of `permits`, too, and refuses with everything that is wrong at once.
    gathers: bool = False

    @property
    def plan(self) -> str:
        """The name of the detail that is a plan for the models of a unit; empty if it takes none."""
        return next((detail.name for detail in self.details if detail.kind == "plan"), "")


def crowded(action: Action, who: tuple[str, ...], table: Table) -> Problem | None:
    """The problem of an action for one model or unit that names several, of an event that names a unit, or of a step of the clock that names any.

    None if there is none.
    """
    if who and action.kind == "tick":
        says = say("{action} is for the whole table: leave out who", action=sentence(action.title))
        return Problem("who", says)
    if not action.alone or not who:
        return None
    title, one = sentence(action.title), say("model") if action.alone == "model" else say("unit")
    others = who[1:] if action.alone == "model" else _other_units(who, table)
    if others:
        again = tuple(map(Who, others))
        says = say(
            "{action} is for one {sort}. Declare it again for {others}", action=title, sort=one, others=again
        )
        return Problem("who", says)
    if (
        action.alone == "model"
        and action.kind == "happen"
        and who[0] not in table.models
        and who[0] in table.units
    ):
        says = say("{action} is for one model. Name one of {unit}", action=title, unit=Who(who[0]))
        return Problem("who", says)
    return None


def _other_units(who: tuple[str, ...], table: Table) -> tuple[str, ...]:
    """The names that belong to another unit than the first one."""
    units = {name: table.models[name].unit or name for name in who if name in table.models}
    units |= {name: name for name in who if name in table.units}
    first = next(iter(units.values()), "")
    return tuple(name for name, unit in units.items() if unit != first)


def detail_problems(ruleset: Ruleset | None, detail: Detail, value: Value) -> tuple[Problem, ...]:
    """What is wrong with a detail of a declaration, beyond its kind: bounds, words, names inside."""
    vocabulary = None if ruleset is None else ruleset.vocabulary
    entry = None if vocabulary is None else vocabulary.entry(detail.name)
    if entry is None:
        return ()
    # Lengths and angles are kept in millionths.
    plain = (
        repr(from_lattice(value)) if detail.kind in ("length", "angle") and isinstance(value, int) else value
    )
    return tuple(
        Problem(f"{detail.name}.{wrong.where}" if wrong.where else detail.name, wrong.says, entry.clause)
        for wrong in entry.kind.wrongs(plain)
    )


def manner_problems(ruleset: Ruleset | None, legs: Iterable[Leg]) -> tuple[Sentence, ...]:
    """What is wrong with the manners of some legs."""
    vocabulary = None if ruleset is None else ruleset.vocabulary
    if vocabulary is None:
        return ()
    return tuple(dict.fromkeys(says for leg in legs for says in unknown_manners(vocabulary.manners, leg)))


def rival_problems(
    ruleset: Ruleset | None, action: Action, given: Iterable[str], details: Iterable[str]
) -> tuple[Problem, ...]:
    """What is declared twice: a detail that takes the place of something, such as the path, and that as well."""
    vocabulary = None if ruleset is None else ruleset.vocabulary
    if vocabulary is None:
        return ()
    fields, found = list(given), list(details)
    known = [detail.name for detail in action.details if detail.name in found]
    return tuple(
        Problem(
            field,
            say("{detail} replaces {field}: give only one of them", detail=Quoted(name), field=Quoted(field)),
            entry.clause if entry else "",
        )
        for name in known
        if (field := vocabulary.instead_of.get(name, "")) in fields
        for entry in (vocabulary.entry(name),)
    )


@dataclass(frozen=True)
class Answer:
    """The answer to a question: a value and the clauses behind it."""

    value: Value
    clauses: tuple[str, ...]
    says: Text = ""

    def __str__(self) -> str:
        """The answer in words, or its value, with the clauses behind it."""
        answer = str(self.says) or str(thaw(self.value))
        return f"{answer} [{', '.join(self.clauses)}]" if self.clauses else answer

    def __repr__(self) -> str:
        return f"<Answer {thaw(self.value)!r}: {self}>" if self.says else f"<Answer {self}>"


@dataclass(frozen=True)
class Question:
    """Something that can be asked about a model or a unit: how it is answered, and what the answer depends on besides."""

    answer: Callable[[Table, str, Record], Answer]
    title: Text
    # None: whatever is given is handed to the answer unchecked.
    details: tuple[Detail, ...] | None = ()
    # What it can be asked about: some questions make sense of a single model only.
    about: Literal["any", "model"] = "any"

    def __call__(self, table: Table, who: str, details: Record = EMPTY) -> Answer:
        """The answer for a model or a unit on a table."""
        return self.answer(table, who, details)

    @classmethod
    def of(cls, given: Callable[[Table, str, Record], Answer] | Question) -> Question:
        """A question; a plain function is titled by the first line of its docstring."""
        if isinstance(given, Question):
            return given
        return cls(given, (given.__doc__ or "").strip().partition("\n")[0].rstrip("."), details=None)


@dataclass(frozen=True, slots=True)
class Crossing:
    """A leg of some kind that is no part of a move: the action that it is declared by, and how many actions that takes."""

    by: By
    action: str
    takes: int = 1
    # Whether walking up to it is part of that action; and whether walking on from it is, too: then what all of it costs
    # is the movement of one action, however many it takes.
    runs_up: bool = False
    goes_on: bool = False
    # Up or down alone, where legs of the same kind lead both ways.
    way: Literal["", "up", "down"] = ""
    # Whether each leg of it takes an action, no longer than the movement of that action.
    by_strokes: bool = False
    # How far from it a model may be that begins or ends it, where it has ends.
    reach: float = 0.0


@dataclass(frozen=True, slots=True)
class Opening:
    """How something closed is opened: by an action of its own, or in a manner of going through it within a move."""

    # How far from it a model may be that opens it.
    reach: float
    # The action, and the detail of it that names what is opened.
    action: str = ""
    detail: str = ""
    manner: str = ""


@dataclass(frozen=True, slots=True)
class Cohesion:
    """How the models of a unit keep together: each within a distance of so many others, all of them one group."""

    distance: float
    between: Literal["bases", "centres"]
    neighbours: int
    clauses: tuple[str, ...]


@dataclass(frozen=True)
class Planning:
    """What the search for paths must know of a ruleset besides its tariffs. Every part is optional."""

    # Ways from one level to another that take actions of their own; all others are part of a move.
    crossings: tuple[Crossing, ...] = ()
    # How a model opens a piece that is closed; none: it can't, or nothing is closed.
    opening: Callable[[Table, str, Piece], Opening | None] = lambda table, who, piece: None
    # How the models of a unit have to keep together; none: they need not.
    cohesion: Callable[[Table, str], Cohesion | None] = lambda table, unit: None
    # Of a ruleset that follows paths by itself: what the legs of an action come to wherever they end, and how high that
    # is; none: an obstacle is in the way.
    follow: Callable[[Table, str, str, tuple[Leg, ...]], tuple[int, Pose] | None] | None = None
    # Of a mover in the air: flat tables on which it walks as it flies on the real one, the first of which promises nothing that
    # it can't do; none: its paths are not searched for.
    airspace: Callable[[Table, str, str], tuple[Table, ...]] = lambda table, who, action: ()


# The version of this interface. A package says for which one it was written, and is refused if it is another.
API = 1


@dataclass(frozen=True)
class Ruleset:
    """Everything that the core must know of one set of rules. `api` is the version of this interface: 1."""

    name: str
    package: str
    unit: Literal["inch", "metre"]
    actions: Mapping[str, Action]
    # The prices of an action for a model now: alternatives, the first of which always applies; none if it is no action of
    # such a model.
    tariffs: Callable[[Table, str, str], tuple[Tariff, ...]]
    # Checks a table when it is laid, fills in stated defaults and derived tags, and names every problem; by default every
    # table will do, and the vocabulary checks its words and numbers.
    lay: Callable[[Table], tuple[Table, tuple[Problem, ...]]] = lambda table: (table, ())
    # What can be asked about a model or a unit, by name; plain functions become questions.
    questions: Mapping[str, Callable[[Table, str, Record], Answer]] = field(default_factory=dict)
    # What only the search for paths needs to know; most rulesets need none of it.
    planning: Planning = field(default_factory=Planning)
    # Calculators for characters without a table; most rulesets have none.
    feats: Feats | None = None
    journeys: Journeys | None = None
    # Counters of a model that are harm, for odds; and those of them that `damage` adds up, the first if it names none.
    harms: tuple[str, ...] = ()
    damages: tuple[str, ...] = ()
    # What its legs may say besides: `height`, the line is held at the height of its point, whether or not there is a
    # surface; `about`, a turn has a point about which it is made.
    legs: frozenset[Literal["height", "about"]] = frozenset()
    # Heights that a file may leave out, by terrain sort; shown where they were filled in.
    default_heights: Mapping[str, float] = field(default_factory=dict)
    # The decks of a model for which a file names none, such as the top of a vehicle.
    default_decks: Callable[[Model], tuple[Deck, ...]] = lambda model: ()
    # How the ruleset writes its codes (statuses, counters, kinds of movement, names of tests and events) for people;
    # the text of an event may name `{who}`, `{where}`, `{height}`, `{length}`, `{angle}` and the event's own details.
    terms: Mapping[str, Sentence] = field(default_factory=dict)
    # The words and numbers that it knows: a function, as stating them may read the catalogue; None accepts anything.
    words: Callable[[], Vocabulary | None] = lambda: None
    # The version of the interface for which the ruleset is written.
    api: int = API

    def __reduce__(self) -> tuple[Callable[[str], Ruleset], tuple[str]]:
        # Its procedures are code: another process finds the ruleset by its name.
        return find, (self.name,)

    def __repr__(self) -> str:
        # Its parts fill pages, and hypothesis and notebooks show them.
        return f"<Ruleset {self.name}>"

    @property
    def vocabulary(self) -> Vocabulary | None:
        """The words and numbers that the ruleset knows; None if it accepts anything."""
        return self.words()

    def laid(self, table: Table, others: Iterable[Ruleset] = ()) -> tuple[Table, tuple[Problem, ...]]:
        """A table checked and filled in, and every problem with it.

        Words that neither this ruleset nor `others`, for which the same file is written, know are problems.
        """
        laid, problems = self.lay(table)
        return laid, (*self.unknown_words(table, others), *problems)

    def unknown_words(self, table: Table, others: Iterable[Ruleset] = ()) -> tuple[Problem, ...]:
        """A problem for each word on a table that neither this ruleset nor `others` know."""
        known = [each.vocabulary for each in (self, *others)]
        # A ruleset that states no words accepts any, and so does a file that is also written for it.
        stated = [each for each in known if each is not None]
        return unknown_words(table, *stated) if len(stated) == len(known) else ()

    def question(self, name: str) -> Question:
        """A question by its name."""
        return Question.of(self.questions[name])

    @property
    def catalogue(self) -> Catalogue:
        """The clauses, options and tables of the ruleset."""
        return load(self.package)

    @property
    def version(self) -> int:
        """The behaviour version: it changes when a verdict can change."""
        return self.catalogue.version

    def written(self, options: Record = EMPTY) -> str:
        """The name with every option that is not at its default: `necromunda-classic(base_support=centre)`."""
        settings = [
            f"{name}={_written(value)}"
            for name, value in options.items()
            if name in self.catalogue.options and value != freeze(self.catalogue.options[name].default)
        ]
        return f"{self.name}({', '.join(settings)})" if settings else self.name


def _written(value: Value) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


class NoSuchRuleset(LookupError):
    """No installed package offers a ruleset of that name."""


@lru_cache(maxsize=1)
def installed() -> Mapping[str, Any]:
    """Entry points of all installed rulesets, by name; of two with the same name, our own."""
    # Imported here: it takes as long as judging a move, and only rulesets by others need it.
    from importlib.metadata import entry_points

    points = entry_points(group="surefoot.rulesets")
    return {
        point.name: point
        for point in sorted(points, key=lambda one: (one.name, one.module == _own_package(one.name)))
    }


def _own_package(name: str) -> str:
    """The package of a ruleset that comes with Surefoot, named after it; the guards compare it with the entry points."""
    return f"surefoot.rulesets.{name.replace('-', '_')}"


@dataclass(frozen=True, slots=True)
class _Bundled:
    """The entry point of a ruleset that comes with Surefoot, found without asking every installed package for its own."""

    module: str

    def load(self) -> Any:
        return import_module(self.module).ruleset


def _bundled(name: str) -> _Bundled | None:
    """The entry point of a ruleset that comes with Surefoot; None for any other name."""
    if not _NAME.fullmatch(name) or find_spec(_own_package(name)) is None:
        return None
    return _Bundled(_own_package(name))


_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class BadRuleset(NoSuchRuleset):
    """An installed ruleset that can't be used: every problem, each with its place in the package."""

    def __init__(self, name: str, offered_by: str, problems: tuple[Problem, ...]) -> None:
        told = "; ".join(f"{each.where}: {each.says}" for each in problems)
        super().__init__(f"the ruleset {name!r} of {offered_by} can't be used: {told}")
        self.name, self.offered_by, self.problems = name, offered_by, problems

    def __reduce__(self) -> tuple[type[BadRuleset], tuple[str, str, tuple[Problem, ...]]]:
        return type(self), (self.name, self.offered_by, self.problems)


@lru_cache(maxsize=32)
def find(name: str) -> Ruleset:
    """An installed ruleset by name. Raises BadRuleset for one whose package has mistakes that can be seen at once."""
    from surefoot.referee.loading import loaded

    point = _bundled(name) or installed().get(name)
    if point is None:
        raise NoSuchRuleset(f"no ruleset called {name!r}; installed: {', '.join(installed()) or 'none'}")
    return loaded(name, point)
