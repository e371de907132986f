"""Verdicts: what was declared, what it costs, what it needs, what happened, and the clause behind each of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, fields
from fractions import Fraction
from functools import cache
from typing import Any, Literal

from surefoot.dice.branches import Aimed, aimed, chance
from surefoot.dice.host import Asking, Run
from surefoot.dice.requests import Break, Do, Modifier, Roll, asked, success
from surefoot.geometry.tolerance import from_lattice
from surefoot.language import Field, Notation, Sentence, Term, Text, say
from surefoot.language.speaker import Speaker
from surefoot.records import cached_property, dataclass, replace
from surefoot.referee import protocol, story
from surefoot.referee.ahead import ALL_AHEAD
from surefoot.referee.bill import ROUNDED_UP, Line
from surefoot.referee.catalogue import Catalogue, UnknownClause
from surefoot.referee.itinerary import Leg
from surefoot.referee.protocol import Declaration
from surefoot.referee.speaking import speaker
from surefoot.table.effects import Moved, Removed, Reported, Stopped
from surefoot.table.place import Place
from surefoot.table.record import Record, Value, thaw
from surefoot.table.showing import svg_of, text_of
from surefoot.table.table import Table

VerdictName = Literal["legal", "illegal", "stopped-short"]

# How many millionths the parts of a move may be off in all, each being rounded by itself.
_ROUNDING = 3

# Changes that an arbiter makes by word of mouth cite this instead of a clause.
OVERRIDE = "override"
# And points cite this: goals belong to the scenario.
GOAL = "goal"


@dataclass(frozen=True)
class Test:
    """A test: what it was for, what it needed, what it gave.

    `passed` is what the rules call success. `aims` are further thresholds, each with its own chance: not to fall, to
    get as far as was declared. `told` puts the reading into words ("2 degrees of success").
    """

    what: str
    who: str
    dice: str
    needs: Text
    modifiers: tuple[Modifier, ...]
    odds: Fraction | None
    rolled: tuple[int, ...] | None
    reading: Any
    passed: bool | None
    clauses: tuple[str, ...]
    aims: tuple[Aimed, ...] = ()
    told: Text = ""
    # The name of the test for people; none: the ruleset's term for `what`.
    says: Sentence | None = None

    @property
    def label(self) -> Sentence:
        """The name of the test for people."""
        return self.says or say("{test}", test=Term(self.what))


@dataclass(frozen=True)
class Happened:
    """Something that happened, in a player's words, with its clauses."""

    what: str
    who: str
    clauses: tuple[str, ...]
    details: tuple[tuple[str, Any], ...] = ()
    # What happened, if the rule that made it happen says so itself.
    says: Sentence | None = None


@dataclass(frozen=True)
class Fork:
    """One result of a roll that was not made yet, and what the move would be then."""

    rolls: tuple[tuple[str, Any], ...]
    chance: Fraction
    verdict: VerdictName
    cost: int
    breaks: tuple[Break, ...]
    # What the rolls are then, one after another.
    told: tuple[Sentence, ...] = ()


def read_off(reading: object) -> Field:
    """The reading of a roll: a number, a word of the ruleset, or several."""
    if isinstance(reading, tuple):
        return tuple(read_off(each) for each in reading)
    return Term(reading) if isinstance(reading, str) else Notation(str(reading))


@dataclass(frozen=True)
class Outcome:
    """The referee's word on one declaration."""

    declaration: Declaration
    verdict: VerdictName
    breaks: tuple[Break, ...]
    ledger: tuple[Line, ...]
    tests: tuple[Test, ...]
    events: tuple[Happened, ...]
    run: Run
    forks: tuple[Fork, ...] = ()
    nearest: Declaration | None = None
    insisted: bool = False
    # The table on which it was declared.
    before: Table | None = None
    # Answers of a script that nothing has asked for so far.
    unused: tuple[str, ...] = field(default=(), compare=False)

    def __repr__(self) -> str:
        said = " ".join((*self.declaration.who, self.declaration.action))
        found = f"<Outcome of {said}: {self.verdict}, cost {from_lattice(self.cost):g}"
        if self.tests:
            found += f", tests: {', '.join(test.what for test in self.tests)}"
        if self.breaks:
            found += f", breaks {', '.join(dict.fromkeys(each.clause for each in self.breaks))}"
        if self.run.unanswered is not None:
            found += f", needs an answer: {self.run.unanswered.request.what}"
        if self.unused:
            found += f", not used: {', '.join(self.unused)}"
        return f"{found}>"

    def __str__(self) -> str:
        """The outcome as `surefoot check` and `surefoot move` print it."""
        return text_of(self)

    def _repr_svg_(self) -> str:
        """The outcome in notebooks."""
        return svg_of(self)

    @cached_property
    def told(self) -> tuple[story.Told, ...]:
        """The sentence about each event, in order; events, story and bookkeeping use it."""
        return tuple(story.told(self))

    @property
    def cost(self) -> int:
        """What the move costs, in millionths: of several models, the one that it costs most."""
        return max(self.costs.values(), default=0)

    @property
    def costs(self) -> dict[str, int]:
        """What the move costs each model, in millionths."""
        found: dict[str, int] = {}
        for line in self.ledger:
            found[line.who] = found.get(line.who, 0) + line.cost
        return found

    @property
    def unrounded_cost(self) -> int:
        """The cost before a whole move is rounded up: what the move adds as a part of a longer one."""
        added = {line.who: line.cost for line in self.ledger if line.what == ROUNDED_UP}
        return max((cost - added.get(who, 0) for who, cost in self.costs.items()), default=0)

    @property
    def in_vain(self) -> bool:
        """Whether it was refused after a roll and no model has moved."""
        effects = (step.effect for step in self.run.steps if isinstance(step, Do))
        return bool(self.breaks) and not any(isinstance(effect, Moved) for effect in effects)

    @property
    def lost(self) -> bool:
        """Whether the actor is gone from the game at the end."""
        return lost(self.declaration, self.run)

    @property
    def differing(self) -> tuple[Fork, ...]:
        """The forks, if it makes a difference what is rolled; else none."""
        ways = dict.fromkeys((fork.verdict, fork.cost, fork.breaks) for fork in self.forks)
        return self.forks if len(ways) > 1 else ()

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause cited, in order, each once."""
        cited: list[str] = [each.clause for each in self.breaks]
        cited += [line.clause for line in self.ledger]
        for test in self.tests:
            cited += [*test.clauses, *(modifier.clause for modifier in test.modifiers)]
        for event in self.events:
            cited += event.clauses
        return tuple(dict.fromkeys(clause for clause in cited if clause))


def lost(declaration: Declaration, run: Run) -> bool:
    """Whether a model acts that is gone from the game at the end."""
    removed = (step.effect for step in run.steps if isinstance(step, Do))
    return any(isinstance(effect, Removed) and effect.who == declaration.actor for effect in removed)


def cut_short(declaration: Declaration, before: Table, run: Run) -> bool:
    """Whether the models of a declaration were stopped on the way, or the one that acts was lost.

    What stops others, a climber whose ladder is cast down, does not cut the declaration short.
    """
    stops: list[str] = []
    for step in run.steps:
        effect = step.effect if isinstance(step, Do) else None
        if isinstance(effect, Stopped):
            stops.append(effect.who)
        elif (
            isinstance(effect, Removed) and effect.who == declaration.actor and declaration.kind == "declare"
        ):
            return True
    if not stops:
        return False
    units = (before.units[name].models for name in declaration.who if name in before.units)
    mine = {*declaration.who, *(name for models in units for name in models)}
    return not mine or any(who in mine for who in stops)


def outcome(declaration: Declaration, before: Table, run: Run, forks: tuple[Fork, ...] = ()) -> Outcome:
    """Read an outcome off a run."""
    ledger: list[Line] = []
    tests: list[Test] = []
    events: list[Happened] = []
    for step in run.steps:
        if isinstance(step, Do):
            who = getattr(step.effect, "who", "")
            # A door or a lift moves for the model that acts.
            owner = who if who in before.models else declaration.actor
            ledger += [replace(line, who=line.who or owner) for line in step.ledger]
            events.append(happened(step))
        elif isinstance(step.request, Roll):
            tests.append(_test(step, step.request))
        else:
            events.append(
                Happened(
                    step.request.what,
                    step.request.who,
                    step.request.clauses,
                    (("answer", step.reply.value),),
                    asked(step.request),
                )
            )
    verdict: VerdictName = "stopped-short" if cut_short(declaration, before, run) else "legal"
    # A plan that was declared beforehand and is refused counts as a refusal; another one is asked for.
    breaks = run.breaks or (run.unanswered.breaks if run.unanswered is not None else ())
    if breaks:
        shown = any(isinstance(step, Asking) and step.reply.faces is not None for step in run.steps)
        verdict = "stopped-short" if shown or run.table.digest != before.digest else "illegal"
    return Outcome(
        declaration, verdict, breaks, tuple(ledger), tuple(tests), tuple(events), run, forks, before=before
    )


def _test(step: Asking, request: Roll) -> Test:
    told: Callable[[Any], Text] | None = getattr(request.read, "told", None)
    return Test(
        request.what,
        request.who,
        str(request.dice),
        request.read.needs(),
        request.modifiers,
        chance(request),
        step.reply.faces,
        step.reply.value,
        success(request, step.reply.value),
        request.clauses,
        aimed(request, step.reply.value),
        "" if told is None else told(step.reply.value),
        request.says,
    )


def happened(step: Do) -> Happened:
    """An effect in a player's words."""
    effect = step.effect
    about = getattr(effect, "who", getattr(effect, "piece", getattr(effect, "object", "")))
    # What comes onto the table comes whole, and goes by its id.
    who = str(getattr(about, "id", about))
    if isinstance(effect, Moved):
        return Happened(effect.how, who, step.clauses, (("to", effect.to),))
    if isinstance(effect, Reported):
        return Happened(effect.what, who, step.clauses, tuple(effect.details.items()), effect.says)
    if isinstance(effect, Stopped):
        return Happened("stops short", who, step.clauses, (("why", effect.why),))
    kind: type = type(effect)
    details = [(name, getattr(effect, name)) for name in _told(kind)]
    given = tuple([each for each in details if each[1] not in (None, (), "")])
    return Happened(kind.__name__.lower(), who, step.clauses, given)


@cache
def _told(effect: type) -> tuple[str, ...]:
    """The fields of an effect that are told: not whom it is about, which stands beside them."""
    return tuple(each.name for each in fields(effect) if each.compare and each.name != "who")


class Citer:
    """Full clause ids for a ruleset's bare ones."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue

    def __call__(self, bare: str) -> str:
        """The full id; an override and a goal cite themselves."""
        if bare in (OVERRIDE, GOAL) or not bare:
            return bare
        try:
            return self.catalogue[bare].full_id
        except UnknownClause:
            return f"{self.catalogue.ruleset}/{bare}"


def length(millionths: int) -> float | int:
    """A lattice length as JSON shows it: whole numbers without a fraction."""
    value = from_lattice(millionths)
    return int(value) if value == int(value) else value


def cost(millionths: int) -> float | int:
    """A cost as JSON shows it: parts that were rounded one by one do not make 6 into 5.999999.

    >>> cost(5_999_999), cost(10_000_001), cost(3_464_102)
    (6, 10, 3.464102)
    """
    thousandth = round(millionths, -3)
    return length(thousandth if abs(millionths - thousandth) <= _ROUNDING else millionths)


def place_data(place: Place, table: Table) -> dict[str, Any]:
    """A place as JSON shows it: where on the table, and on what."""
    if not place.on_table:
        return {"is": place.kind, "on": place.on}
    pose = table.resolve(place)
    x, y, z = (round(value, 6) for value in pose[:3])
    return {"is": place.kind, "on": place.on, "at": [x, y, z], "facing": round(pose.facing, 6)}


def data(result: Outcome, cite: Citer, declared: Any = None) -> dict[str, Any]:
    """An outcome as plain data: the shape that other programs build on."""
    table = result.run.table
    words = speaker(table)
    shown: dict[str, Any] = {
        "declaration": declared
        if declared is not None
        else declaration_data(result.declaration, table.ruleset),
        "verdict": result.verdict,
        "reasons": [
            {"clause": cite(each.clause), "says": words(each.says), "where": _where(each.where)}
            for each in result.breaks
        ],
        "cost": cost(result.cost),
        "costs": {who: cost(each) for who, each in result.costs.items()},
        "ledger": [_line(line, cite) for line in result.ledger],
        "tests": [_test_data(test, cite, words) for test in result.tests],
        "events": [
            _event(event, cite, table) | {"says": words(told)}
            for event, told in zip(result.events, story.sentences(result), strict=True)
        ],
        "says": words.paragraph(story.story(result)),
    }
    if result.forks:
        shown["forks"] = [_fork(fork, cite, words) for fork in result.forks]
    if result.nearest is not None:
        shown["nearest"] = declaration_data(result.nearest, table.ruleset)
    if result.run.unanswered is not None:
        problem = result.run.unanswered.problem
        shown["needs"] = words(problem) if problem else str(result.run.unanswered)
    if result.insisted:
        shown["insisted"] = True
    return shown


def _where(where: tuple[int, int, int] | None) -> list[float | int] | None:
    return None if where is None else [length(value) for value in where]


def _line(line: Line, cite: Citer) -> dict[str, Any]:
    return {
        "who": line.who,
        "from": [length(value) for value in line.start],
        "to": [length(value) for value in line.end],
        "what": line.what,
        "length": cost(line.length),
        "rate": length(line.rate),
        "cost": cost(line.cost),
        "clause": cite(line.clause),
        "total": cost(line.total),
        "of": cost(line.of),
    }


def _test_data(test: Test, cite: Citer, words: Speaker) -> dict[str, Any]:
    return {
        "what": test.what,
        "who": test.who,
        "dice": test.dice,
        "needs": words(test.needs),
        "modifiers": [
            {"value": each.value, "says": words(each.says), "clause": cite(each.clause)}
            for each in test.modifiers
        ],
        "odds": None if test.odds is None else str(test.odds),
        "rolled": None if test.rolled is None else list(test.rolled),
        "reading": _plain(test.reading),
        "passed": test.passed,
        "says": words(test.told),
        "label": words(test.label),
        "aims": [aim_data(each, words) for each in test.aims],
        "clause": cite(test.clauses[0]),
        "clauses": [cite(clause) for clause in test.clauses],
    }


def aim_data(aim: Aimed, words: Speaker) -> dict[str, Any]:
    """A threshold of a roll as JSON shows it."""
    return {"what": words(aim.what), "needs": words(aim.needs), "odds": str(aim.odds), "met": aim.met}


def _event(event: Happened, cite: Citer, table: Table) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "what": event.what,
        "who": event.who,
        "clause": cite(event.clauses[0]),
        "clauses": [cite(clause) for clause in event.clauses],
    }
    for name, value in event.details:
        shown[name] = place_data(value, table) if isinstance(value, Place) else _plain(value)
    return shown


def _fork(fork: Fork, cite: Citer, words: Speaker) -> dict[str, Any]:
    return {
        "rolls": {what: _plain(reading) for what, reading in fork.rolls},
        "odds": str(fork.chance),
        "verdict": fork.verdict,
        "cost": cost(fork.cost),
        "reasons": [{"clause": cite(each.clause), "says": words(each.says)} for each in fork.breaks],
    }


def _plain(value: Any) -> Any:
    if isinstance(value, (Record, tuple)) or value is None or isinstance(value, (bool, int, str)):
        return thaw(value)
    if isinstance(value, (Fraction, Sentence)):
        return str(value)
    names = getattr(value, "__dataclass_fields__", None)
    if names is not None:
        return {name: _plain(getattr(value, name)) for name in names}
    return str(value)


def declaration_data(declaration: Declaration, ruleset: str) -> dict[str, Any]:
    """A declaration as a file of its ruleset would write it."""
    shown: dict[str, Any] = {}
    if declaration.who:
        shown["who"] = declaration.actor if len(declaration.who) < 2 else list(declaration.who)
    shown["action" if declaration.kind == "declare" else declaration.kind] = declaration.action
    path = leg_data(declaration.legs)
    if path:
        shown["path"] = path
    if declaration.target:
        shown["target"] = declaration.target
    action = protocol.find(ruleset).actions.get(declaration.action)
    kinds = {detail.name: detail.kind for detail in action.details} if action is not None else {}
    return shown | {key: _detail(kinds.get(key, ""), value) for key, value in declaration.details.items()}


def _detail(kind: str, value: Value) -> Any:
    """A detail in the table's unit; states keep lengths, angles and points in millionths."""
    if kind in ("length", "angle") and isinstance(value, int):
        return length(value)
    if kind == "point" and isinstance(value, tuple):
        return [length(each) if isinstance(each, int) else thaw(each) for each in value]
    return thaw(value)


def leg_data(legs: tuple[Leg, ...]) -> list[Any]:
    """A path as a file would write it."""
    path: list[Any] = []
    for leg in legs:
        to = None if leg.to is None else [length(leg.to[0]), length(leg.to[1])]
        if to is not None and leg.height is not None:
            to.append(length(leg.height))
        if leg.by == "walk" and not leg.on and not leg.manner and leg.ahead is None:
            path.append(to)
            continue
        entry: dict[str, Any] = {}
        if leg.ahead is not None:
            entry["forward"] = "all" if leg.ahead == ALL_AHEAD else length(leg.ahead)
        elif leg.by == "turn":
            entry["turn"] = length(leg.turn)
            entry |= {} if leg.about is None else {"about": [length(value) for value in leg.about]}
        elif leg.link:
            entry[leg.by] = leg.link
            entry |= {"to": to} if to else {}
        else:
            entry[leg.by] = to
        entry |= {"on": leg.on} if leg.on else {}
        entry |= {"rise": length(leg.rise)} if leg.rise else {}
        entry |= {"manner": leg.manner} if leg.manner else {}
        path.append(entry)
    return path
