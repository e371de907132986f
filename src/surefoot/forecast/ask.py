"""What can be asked of the ways in which a move may end: each question reads one value off an end."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeAlias

from surefoot.dice.host import Unanswered
from surefoot.dice.requests import Break, asked
from surefoot.language import Field, Notation, Quoted, Sentence, Term, Who, say
from surefoot.records import dataclass
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import ruleset_of
from surefoot.referee.speaking import reasons, speaker, terms_of
from surefoot.referee.story import counted, held_by, where
from surefoot.table.model import Model
from surefoot.table.place import BOARD
from surefoot.table.table import Table
from surefoot.table.words import number, suggested


@dataclass(frozen=True)
class End:
    """One way it can end: the table before and after, and what stopped it, if something did."""

    before: Table
    after: Table
    # Which declaration of the plan it ended with.
    reached: int
    # Who declared something.
    actors: tuple[str, ...] = ()
    breaks: tuple[Break, ...] = ()
    unanswered: Unanswered | None = None
    stopped: bool = False


Question: TypeAlias = Callable[[End], Hashable]


class NoSuchQuestion(LookupError):
    """There is no question of that name; `says` tells which there are."""

    def __init__(self, says: Sentence) -> None:
        self.says = says
        super().__init__(str(says))


def question(name: str, table: Table, who: tuple[str, ...] = ()) -> Question:
    """A question by its name: one of the stated ones, or any counter that a model has or may get."""
    for each in who:
        if each not in table.models:
            unknown = say("There is no model {name}", name=Quoted(each))
            raise NoSuchQuestion(suggested(unknown, each, table.models))
    known = STATED.get(name)
    if known is not None:
        return _Of(known, who)
    ruleset = ruleset_of(table)
    vocabulary = ruleset.vocabulary
    words = {word.name for sheet in (vocabulary.sheets if vocabulary else ()) for word in sheet.counters}
    counters = sorted(words.union(*(model.counters for model in table.models.values())))
    harms = ruleset.harms
    if name in counters or name in harms:
        return _Counter(name, who)
    names = [*STATED, *harms, *(each for each in counters if each not in harms)]
    raise NoSuchQuestion(suggested(say("There is no question {name}", name=Quoted(name)), name, names))


@dataclass(frozen=True)
class _Of:
    """A stated question about some models; by default about those that act or have changed."""

    read: Callable[[End, tuple[str, ...]], Hashable]
    who: tuple[str, ...]

    def __call__(self, end: End) -> Hashable:
        return self.read(end, self.who or _concerned(end))


@dataclass(frozen=True)
class _Counter:
    """The sum of a counter over some models."""

    counter: str
    who: tuple[str, ...]

    def __call__(self, end: End) -> int:
        models = end.after.models
        return sum(models[name].counted(self.counter) for name in self.who or models if name in models)


def verdict(end: End, who: tuple[str, ...] = ()) -> str:  # noqa: ARG001  # one question among others
    """What the referee will say of it; illegal, if only what was rolled has made it so."""
    if end.unanswered is not None:
        return "needs an answer"
    if end.breaks:
        return "illegal"
    return "stopped-short" if end.stopped else "legal"


def summary(end: End, who: tuple[str, ...] = ()) -> str:
    """Everything that is no longer as it was, in words."""
    words = speaker(end.after)
    if end.unanswered is not None:
        return words(say("Depends on an answer: {question}", question=asked(end.unanswered.request)))
    told = [words(each) for name in who or _concerned(end) if (each := _told(end, name)) is not None]
    broken = reasons(end.breaks, words)
    if told and broken:
        return words(say("{told}; then refused: {why}", told=_texts(told), why=_texts(broken)))
    return "; ".join(told or broken) or words(say("Nothing changes"))


def harm(end: End, who: tuple[str, ...]) -> str:
    """What has become of them, wherever they are: who is gone, harmed, or in another state."""
    words = speaker(end.after)
    if end.unanswered is not None or end.breaks:
        return summary(end, who)
    told = [_told(end, name, places=False) for name in who]
    return "; ".join(words(each) for each in told if each is not None) or words(say("All unharmed"))


def place(end: End, who: tuple[str, ...]) -> str:
    """Where they are, whether they moved or not."""
    words = speaker(end.after)
    return "; ".join(
        words(say("{who} {where}", who=Who(name), where=_where(end.after, end.after.models[name])))
        for name in who
        if _is(end, name)
    )


def status(end: End, who: tuple[str, ...]) -> str:
    """In which state they are, in words."""
    words = speaker(end.after)
    return "; ".join(
        words(say("{who}: {state}", who=Who(name), state=_state(end.after.models[name])))
        for name in who
        if _is(end, name)
    )


def _state(model: Model) -> Field:
    if model.place.kind == "gone":
        return say("out of the game")
    return tuple(Term(status) for status in model.statuses) or say("unharmed")


def losses(end: End, who: tuple[str, ...]) -> int:
    """How many of them are gone that were there before."""
    return sum(
        end.before.models[name].place.kind != "gone"
        and (name not in end.after.models or end.after.models[name].place.kind == "gone")
        for name in who
        if name in end.before.models
    )


def damage(end: End, who: tuple[str, ...]) -> int:
    """How much damage they take in all, by the counters that the ruleset calls damage."""
    ruleset = ruleset_of(end.after)
    return sum(
        end.after.models[name].counted(harm) - end.before.models[name].counted(harm)
        for harm in ruleset.damages or ruleset.harms[:1]
        for name in who
        if _is(end, name) and name in end.before.models
    )


def safe(end: End, who: tuple[str, ...]) -> bool:
    """Whether it is legal to the end, and no model is gone, harmed, or in a state that it was not in before."""
    if verdict(end) != "legal" or losses(end, who):
        return False
    return all(unharmed(end, name) for name in who if _is(end, name) and name in end.before.models)


def unharmed(end: End, name: str) -> bool:
    """Whether a model has no new status and has taken no harm."""
    was, now = end.before.models[name], end.after.models[name]
    harms = ruleset_of(end.after).harms
    return all(status in was.statuses for status in now.statuses) and all(
        now.counted(harm) <= was.counted(harm) for harm in harms
    )


STATED: dict[str, Callable[[End, tuple[str, ...]], Hashable]] = {
    "end": summary,
    "verdict": verdict,
    "place": place,
    "status": status,
    "harm": harm,
    "losses": losses,
    "damage": damage,
    "safe": safe,
}


def actors(plan: tuple[Declaration, ...]) -> tuple[str, ...]:
    """The models and units that declare something in a plan."""
    return tuple(dict.fromkeys(who for declaration in plan for who in declaration.who))


def _concerned(end: End) -> tuple[str, ...]:
    before, after = end.before.models, end.after.models
    return tuple(
        name
        for name in dict.fromkeys((*before, *after))
        if name in end.actors or before.get(name) != after.get(name)
    )


def _is(end: End, name: str) -> bool:
    return name in end.after.models


def _told(end: End, name: str, *, places: bool = True) -> Sentence | None:
    """How a model ends: where it is, what it has become, what it has lost; none if it is as it was."""
    was, now = end.before.models.get(name), end.after.models.get(name)
    who = Who(name)
    if now is None or now.place.kind == "gone":
        return (
            say("{who} is out of the game", who=who) if was is not None and was.place.kind != "gone" else None
        )
    if was is None and not places:
        return None
    if was is None:
        return say("{who} appears {where}", who=who, where=_where(end.after, now))
    parts: list[Field] = [_where(end.after, now)] if places and was.place != now.place else []
    parts += [Term(status) for status in now.statuses if status not in was.statuses]
    parts += [
        say("no longer {status}", status=Term(status))
        for status in was.statuses
        if status not in now.statuses
    ]
    parts += [
        counted(counter, now.counted(counter) - was.counted(counter), terms_of(end.after.ruleset))
        for counter in ruleset_of(end.after).harms
        if now.counted(counter) != was.counted(counter)
    ]
    words = speaker(end.after)
    told = ", ".join(words(say("{part}", part=part)) for part in parts)
    return say("{who} {end}", who=who, end=Notation(told)) if parts else None


def _texts(told: list[str]) -> Notation:
    return Notation("; ".join(told))


def _where(table: Table, model: Model) -> Sentence:
    """Where a model stands, with its coordinates: ends of a move can differ by little else."""
    at = model.place
    if not at.on_table:
        return say("{place}", place=where(at, table))
    pose = table.resolve(at)
    spot = Notation(f"{number(pose.x)}, {number(pose.y)}")
    if at.on in ("", BOARD):
        return say("at {spot}", spot=spot)
    return say("{held} at {spot}", held=held_by(at, table), spot=spot)
