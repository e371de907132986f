"""What a procedure may ask, and the typed helpers with which rules ask it.

A procedure is a generator: it yields requests and is sent their answers. Requests are frozen and compare by value,
so that a procedure run twice over the same answers can be seen to ask the same questions.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable
from dataclasses import field
from typing import Any, Protocol, TypeAlias, TypeVar

from surefoot.dice.pool import Dice, Faces
from surefoot.language import Sentence, Term, Text, say
from surefoot.language.sentence import sentence
from surefoot.records import dataclass
from surefoot.table.effects import Effect
from surefoot.table.record import EMPTY, Record, Value

T = TypeVar("T")


class Reading(Protocol):
    """A pure function from faces to what they mean; a frozen value, so that requests compare.

    For odds one may also say what `each` die adds where the meaning is a sum, and which readings are `alike`: those
    for which it says the same make no difference to the procedure. Where several readings are a success it says which
    ones `passes`, how it is `told` in words, and `needs_for` a least reading.
    """

    def __call__(self, faces: Faces) -> Hashable:
        """What the kept faces mean."""
        ...

    def needs(self) -> Text:
        """The result that is needed, in a player's words (`4+`, `35 or less`); empty for an amount."""
        ...


@dataclass(frozen=True, slots=True)
class Modifier:
    """One thing that makes a test easier or harder, with the clause behind it."""

    value: int
    says: Text
    clause: str


@dataclass(frozen=True, slots=True)
class Aim:
    """One of the thresholds of a roll: what it achieves ("to climb 6 m"), and the least reading for that."""

    what: Text
    least: int


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice to be rolled. The answer is the reading, never the faces.

    `hope` is the reading under which the declaration continues as declared; None for an amount.
    `assume` is the amount that a preview follows instead of looking at each: only where no amount can make the
    declaration illegal. `aims` are thresholds that matter besides success and failure, the least demanding first.
    """

    what: str
    dice: Dice
    read: Reading
    who: str
    clauses: tuple[str, ...]
    modifiers: tuple[Modifier, ...] = ()
    hope: Hashable = None
    by: str = ""
    assume: Hashable = None
    aims: tuple[Aim, ...] = ()
    # The name of the test for people; by default the ruleset's term for `what`.
    says: Sentence | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice among a few answers; the first of `among` is the default."""

    what: str
    among: tuple[Value, ...]
    by: str
    clauses: tuple[str, ...]
    who: str = ""
    # The question for people, and a label for each of `among`; by default the ruleset's terms for them.
    says: Sentence | None = None
    labels: tuple[Sentence, ...] = ()


@dataclass(frozen=True, slots=True)
class Ruling:
    """The game master, or a part of the game outside movement, decides.

    `default` is taken if no answer is given; without one (None) the question has to be answered.
    """

    what: str
    schema: str
    default: Value
    clauses: tuple[str, ...]
    who: str = ""
    # The question for people, and what may be answered; by default the ruleset's terms for `what` and `schema`.
    says: Sentence | None = None
    takes: Sentence | None = None


class Judge(Protocol):
    """Says every clause that an answer to a plan breaks; a frozen value."""

    def __call__(self, answer: Any) -> tuple[Any, ...]:
        """The breaks, none if the answer is legal."""
        ...


@dataclass(frozen=True, slots=True)
class Plan:
    """A path or places chosen now. The host refuses what the judge refuses and asks again.

    `proposal` is a legal answer the rules would accept, where they know one.
    """

    what: str
    who: str
    judge: Judge
    by: str
    clauses: tuple[str, ...]
    proposal: Any = None
    # The question for people; by default the ruleset's term for `what`.
    says: Sentence | None = None


@dataclass(frozen=True, slots=True)
class Sub:
    """A procedure that needs no table: it takes facts, and its distribution is memoised by them."""

    procedure: Callable[..., Procedure[Any]]
    facts: tuple[Hashable, ...]


@dataclass(frozen=True, slots=True)
class Chain:
    """The same table-free procedure for one item after another with a carried state; equal states merge between them."""

    step: Callable[..., Procedure[Any]]
    state: Hashable
    items: tuple[Hashable, ...]


def added(one: Any, other: Any) -> Any:
    """The sum of two numbers, or of two rows of numbers place by place.

    >>> added((1, 0), (1, 2))
    (2, 2)
    """
    if isinstance(one, tuple):
        return tuple(a + b for a, b in zip(one, other, strict=True))
    return one + other


@dataclass(frozen=True, slots=True)
class Tally:
    """The same table-free procedure for items that do not depend on one another; the answer is the sum of its results."""

    procedure: Callable[..., Procedure[Any]]
    items: tuple[Hashable, ...]
    none: Hashable = 0
    add: Callable[[Any, Any], Any] = added


@dataclass(frozen=True, slots=True)
class Do:
    """The only way to change a table: one effect, the clauses behind it, and the ledger of what it cost."""

    effect: Effect
    clauses: tuple[str, ...]
    ledger: tuple[Any, ...] = ()


Request: TypeAlias = Roll | Choice | Ruling | Plan | Sub | Chain | Tally | Do
Procedure: TypeAlias = Generator[Request, Any, T]


def asked(request: Roll | Choice | Ruling | Plan) -> Sentence:
    """What is asked, in words: the question of its rule, or the ruleset's term for it."""
    return request.says or say("{question}", question=Term(request.what))


def cited(step: Roll | Choice | Ruling | Plan | Do) -> tuple[str, ...]:
    """Every clause behind a question or an effect."""
    if isinstance(step, Roll):
        return (*step.clauses, *(modifier.clause for modifier in step.modifiers))
    if isinstance(step, Do):
        return (*step.clauses, *(line.clause for line in step.ledger))
    return step.clauses


def reasons(breaks: tuple[Break, ...]) -> Sentence:
    """Why something is refused, as one sentence."""
    first, *others = (sentence(each.says) for each in breaks)
    for each in others:
        first = say("{one}; {other}", one=first, other=each)
    return first


class Refused(Exception):
    """Raised by a procedure: the declaration is illegal, for all these reasons."""

    def __init__(self, *breaks: Break) -> None:
        super().__init__("; ".join(f"{each.clause}: {each.says}" for each in breaks))
        self.breaks = breaks

    def __reduce__(self) -> tuple[type[Refused], tuple[Break, ...]]:
        return type(self), self.breaks


@dataclass(frozen=True, slots=True)
class Break:
    """A clause that is broken: what is wrong, and where on the path (millionths x, y, z)."""

    clause: str
    says: Text
    where: tuple[int, int, int] | None = None
    details: Record = field(default=EMPTY)


def do(effect: Effect, *clauses: str, ledger: tuple[Any, ...] = ()) -> Procedure[None]:
    """Change the table."""
    if not clauses:
        raise ValueError(f"{effect!r} cites no clause")
    yield Do(effect, clauses, ledger)


def roll(request: Roll) -> Procedure[Any]:
    """Ask for dice; the answer is the reading."""
    answer = yield request
    return answer


def success(request: Roll, reading: Any) -> bool | None:
    """Whether the rules call a reading a success; None for an amount, which is neither success nor failure."""
    passes: Callable[[Any], bool] | None = getattr(request.read, "passes", None)
    if passes is not None:
        return passes(reading)
    return None if request.hope is None else bool(reading == request.hope)


def passed(request: Roll) -> Procedure[bool]:
    """Ask for a test; whether it was passed."""
    answer = yield request
    return success(request, answer) is True


def choose(request: Choice) -> Procedure[Value]:
    """Ask for a choice."""
    if len(request.among) == 1:
        return request.among[0]
    answer: Value = yield request
    return answer


def rule(request: Ruling) -> Procedure[Value]:
    """Ask for a ruling."""
    answer: Value = yield request
    return answer


def plan(request: Plan) -> Procedure[Any]:
    """Ask for a path or places."""
    answer = yield request
    return answer


def sub(procedure: Callable[..., Procedure[T]], *facts: Hashable) -> Procedure[T]:
    """Run a procedure that needs no table."""
    answer: T = yield Sub(procedure, facts)
    return answer


def chain(step: Callable[..., Procedure[T]], state: T, items: tuple[Hashable, ...]) -> Procedure[T]:
    """Run the same table-free procedure for each item, carrying a state."""
    if not isinstance(state, Hashable):
        raise TypeError("a carried state must be hashable")
    answer: T = yield Chain(step, state, items)
    return answer


def tally(
    procedure: Callable[..., Procedure[T]], items: tuple[Hashable, ...], none: Hashable = 0
) -> Procedure[T]:
    """Run the same table-free procedure for each item on its own, and add up what comes of it."""
    answer: T = yield Tally(procedure, items, none)
    return answer
