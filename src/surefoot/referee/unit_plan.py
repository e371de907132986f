"""The plan of a unit: which of its models move, and along which paths, as declarations give it in a detail of kind `plan`.

    {shift: [6, 0]}                                     all models by the same line
    {shift: [6, 0], except: {ana: [[8, 4]]}}            one of them by its own path
    {paths: {ana: [[8, 4]], bob: []}, order: [bob]}     each by its own path; bob moves first

What a step of a path may be, besides a point, is up to the ruleset. Players, the planner, typed sentences and the page
write plans; rulesets and pictures read them, all by this module.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any, TypeVar

from surefoot.dice.requests import Break
from surefoot.geometry.tolerance import MILLIONTHS
from surefoot.language import Field, Notation, Quoted, Sentence, Who, say
from surefoot.records import dataclass
from surefoot.table.record import EMPTY, Record, Value, freeze, thaw
from surefoot.table.table import Table
from surefoot.table.words import suggested

SHIFT, PATHS, EXCEPT, ORDER = KEYS = ("shift", "paths", "except", "order")
# Plans as files write them, for sentences.
SHIFT_NOTATION = Notation("{shift: [6, 0]}")
PATHS_NOTATION = Notation("{paths: {model: [[x, y], …]}}")
_Read = TypeVar("_Read")
# No table is larger; longer numbers would only take time.
_FAR = 10_000


class UnreadablePlan(ValueError):
    """A plan, or other data of a player, that can't be read; `says` tells what is wrong with it, `more` what else."""

    def __init__(self, says: Sentence, *more: Sentence) -> None:
        super().__init__("; ".join(str(each) for each in (says, *more)))
        self.says, self.more = says, more

    def breaks(self, clause: str) -> tuple[Break, ...]:
        """A reason against the plan for each of its mistakes."""
        return tuple(Break(clause, each) for each in (self.says, *self.more))


class Mistakes:
    """The mistakes of a plan while it is read: all of them are told at once."""

    def __init__(self) -> None:
        self.found: list[Sentence] = []

    def within(self, read: Callable[..., _Read], *given: Any) -> _Read | None:
        """What is read from some data; None if it has mistakes."""
        try:
            return read(*given)
        except UnreadablePlan as wrong:
            self.found += (wrong.says, *wrong.more)
            return None

    def told(self) -> None:
        """Raise UnreadablePlan if there were any."""
        if self.found:
            raise UnreadablePlan(*dict.fromkeys(self.found))


@dataclass(frozen=True, slots=True)
class UnitPlan:
    """The plan of a unit, read: a common shift in millionths, the steps of single models as written, and the order."""

    shift: tuple[int, int] | None
    paths: Mapping[str, tuple[Value, ...]]
    order: tuple[str, ...] = ()

    @classmethod
    def read(cls, data: object, members: Sequence[str], keys: Sequence[str] = KEYS) -> UnitPlan:
        """A plan from plain data, for these models. Raises UnreadablePlan, also for keys that the game does not have."""
        plan = EMPTY if data is None else freeze(data)
        if not isinstance(plan, Record):
            raise UnreadablePlan(
                say(
                    "Can't read this plan. Write {shift} or {paths}",
                    shift=SHIFT_NOTATION,
                    paths=PATHS_NOTATION,
                )
            )
        mistakes = Mistakes()
        mistakes.found += _strange_parts([key for key in plan if key not in keys], members, keys)
        shift = mistakes.within(pair, plan[SHIFT], Quoted(SHIFT)) if SHIFT in plan else None
        paths: dict[str, tuple[Value, ...]] = {}
        for key in (PATHS, EXCEPT):
            more = mistakes.within(_paths, plan.get(key, EMPTY), key, members) or {}
            mistakes.found += [
                say(
                    "{model} has one path under {paths} and another one under {but}",
                    model=Who(twice),
                    paths=Quoted(PATHS),
                    but=Quoted(EXCEPT),
                )
                for twice in more
                if twice in paths
            ]
            paths |= more
        order = mistakes.within(_order, plan.get(ORDER, ()), members)
        mistakes.told()
        return cls(shift, paths, order or ())

    def shifted(self, table: Table, name: str) -> tuple[int, int] | None:
        """Where the common shift leads a model, in millionths; None if there is none, or the model has its own path."""
        if self.shift is None or name in self.paths:
            return None
        pose = table.pose(name)
        return round(pose.x * MILLIONTHS) + self.shift[0], round(pose.y * MILLIONTHS) + self.shift[1]


def written(paths: Mapping[str, tuple[Value, ...]]) -> Record:
    """Paths of models as a plan."""
    return Record({PATHS: Record(dict(paths))})


def _strange_parts(strange: list[str], members: Sequence[str], keys: Sequence[str]) -> list[Sentence]:
    """What is wrong with parts that a plan does not have: models have their place under `paths`."""
    models = [key for key in strange if key in members]
    form = Notation("{paths: {" + "".join(f"{key}: [[x, y], …]" for key in models[:1]) + "}}")
    told = [say("Write the paths of single models as {form}", form=form)] if models else []
    others = [key for key in strange if key not in models]
    return told + [suggested(say("A plan has no {key}", key=Quoted(key)), key, keys) for key in others]


def _paths(given: Value, key: str, members: Sequence[str]) -> dict[str, tuple[Value, ...]]:
    if not isinstance(given, Record):
        says = say("{key} lists a path for each model: {paths}", key=Quoted(key), paths=PATHS_NOTATION)
        raise UnreadablePlan(says)
    found: dict[str, tuple[Value, ...]] = {}
    mistakes = Mistakes()
    for name, steps in given.items():
        if name not in members:
            says = say(
                "{name} doesn't move with this unit. Its models: {models}",
                name=Quoted(name),
                models=tuple(Notation(each) for each in members),
            )
            mistakes.found.append(says)
        elif not isinstance(steps, tuple):
            says = say("Write the path of {model} as a list of points and turns", model=Who(name))
            mistakes.found.append(says)
        else:
            found[name] = steps
    mistakes.told()
    return found


def _order(value: Value, members: Sequence[str]) -> tuple[str, ...]:
    if not isinstance(value, tuple):
        says = say("{key} lists models of the unit in the order in which they move", key=Quoted(ORDER))
        raise UnreadablePlan(says)
    mistakes = Mistakes()
    for strange in (str(name) for name in value if name not in members):
        says = say(
            "{key} names {model}, which doesn't move with this unit",
            key=Quoted(ORDER),
            model=Quoted(strange),
        )
        mistakes.found.append(suggested(says, strange, members))
    mistakes.told()
    return tuple(str(name) for name in value)


def check_step(step: Record, kinds: Sequence[str], to_a_point: Sequence[str] = ()) -> None:
    """Refuse a step that would be read in part: with two kinds of movement, or with a field that its kind does not take.

    The kinds in `to_a_point` may name the point behind them with `to`.
    """
    leading = [
        kind
        for kind in kinds
        if kind in step and (kind != "to" or not any(each in step for each in to_a_point))
    ]
    if len(leading) > 1:
        raise UnreadablePlan(
            say(
                "A step has one kind of movement, and this one has {kinds}: split it into several steps",
                kinds=tuple(Quoted(kind) for kind in leading),
            )
        )
    if "about" in step and "turn" not in step:
        form = Notation("{turn: 90, about: [x, y]}")
        raise UnreadablePlan(say("Only a turn takes a point to turn about: {form}", form=form))
    if "on" in step and "turn" in step:
        raise UnreadablePlan(
            say("{key} is the surface of a point, and a turn has no point", key=Quoted("on"))
        )
    if "rise" in step and not any(each in step for each in to_a_point):
        raise UnreadablePlan(say("Only ladders have a rise"))
    for key in ("on", "manner", *to_a_point):
        name(step, key)


def name(fields: Record, key: str) -> str:
    """A name in a field of a plan; empty if it has none."""
    value = fields.get(key, "")
    if not isinstance(value, str):
        raise UnreadablePlan(
            say("{key} is a name, not {given}", key=Quoted(key), given=Notation(str(thaw(value))))
        )
    return value


def pair(value: Value, field: Field) -> tuple[int, int]:
    """Two numbers in millionths."""
    if not isinstance(value, tuple) or len(value) != 2:
        raise UnreadablePlan(say("{field} must be two numbers", field=field))
    return number(value[0], field), number(value[1], field)


def number(value: Value, field: Field) -> int:
    """A number in millionths, from a whole number or from text with a fraction."""
    given = "" if value is None else str(thaw(value))
    wrong = say("{field} must be a number, not {given}", field=field, given=Quoted(given))
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        raise UnreadablePlan(wrong)
    try:
        read = Decimal(value)
    except InvalidOperation:
        raise UnreadablePlan(wrong) from None
    if not read.is_finite() or abs(read) > _FAR:
        says = say(
            "{field} is too large: {given}. The limit is {most}",
            field=field,
            given=Notation(given),
            most=_FAR,
        )
        raise UnreadablePlan(says)
    return round(read * MILLIONTHS)
