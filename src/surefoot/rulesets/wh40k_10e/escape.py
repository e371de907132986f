"""Desperate Escape tests: which models take one, which are destroyed, and what the survivors do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Choice, Procedure, choose, do
from surefoot.language import Who, say
from surefoot.records import dataclass
from surefoot.rulesets.wh40k_10e import capacity
from surefoot.rulesets.wh40k_10e.destroyed import destroy
from surefoot.rulesets.wh40k_10e.low_dice import low_dice
from surefoot.rulesets.wh40k_10e.plans import STAY, as_text
from surefoot.rulesets.wh40k_10e.regroup import Aim, regrouped
from surefoot.rulesets.wh40k_10e.squad import Squad, is_shocked, squad
from surefoot.rulesets.wh40k_10e.survey import TESTED, Survey, UnitJudge, is_exempt
from surefoot.rulesets.wh40k_10e.terms import labels
from surefoot.table.effects import Noted
from surefoot.table.record import EMPTY, Record, Value, freeze
from surefoot.table.table import Table

FAILS_ON = 2


def desperate_escape(game: Game, unit: Squad, crossers: tuple[str, ...]) -> Procedure[int]:
    """Take all tests of a unit before any of its models moves; returns how many models are destroyed."""
    table = game.now
    shocked = is_shocked(table, unit)
    named = tuple(name for name in unit.models if name in crossers)
    crossing = tuple(name for name in named if not is_exempt(table.models[name]))
    testers = unit.models if shocked else crossing
    clauses = ["escape.roll", "escape.before-any-move", *_who_tests(table, unit, shocked=shocked)]
    if not testers:
        exempt = ("escape.exempt",) if named else ()
        yield from do(Noted(TESTED, unit.name, (), "phase"), "escape.no-test-otherwise", *exempt)
        return 0
    if shocked and crossing:
        clauses.append("escape.one-per-model-per-phase")
    says = say("Desperate Escape tests")
    failed = yield from low_dice("Desperate Escape", unit.name, len(testers), FAILS_ON, tuple(clauses), says)
    yield from do(Noted(TESTED, unit.name, testers, "phase"), "escape.declare-crossers")
    lost = min(failed, len(unit.models))
    for number in range(lost):
        yield from _casualty(game, unit, number + 1, lost)
    return lost


def _who_tests(table: Table, unit: Squad, *, shocked: bool) -> list[str]:
    if not shocked:
        return ["escape.crossing-test"]
    found = ["escape.shocked-every-model", "escape.shock-checked-on-selection"]
    if any(is_exempt(table.models[name]) for name in unit.models):
        found.append("escape.shocked-no-exemption")
    return found


def _casualty(game: Game, unit: Squad, number: int, of: int) -> Procedure[None]:
    """The player picks any model of the unit, and it is destroyed, however many wounds it has."""
    # The last models come first: without them the rest is most often still in coherency.
    alive = tuple(reversed(squad(game.now, unit.name).models))
    if not alive:
        return
    what = f"which model of {unit.name} is destroyed ({number} of {of})"
    clauses = ["escape.fail-on-1-2"]
    if len(alive) > 1:
        clauses.append("escape.owner-picks-casualty")
    says = say(
        "Which model of {unit} is destroyed ({number} of {all})?",
        unit=Who(unit.name),
        number=number,
        all=of,
    )
    choice = Choice(what, alive, unit.side, tuple(clauses), unit.name, says, labels(alive))
    lost = yield from choose(choice)
    model = game.now.models[str(lost)]
    if model.profile.number("W") > 1 or capacity.aboard(game.now, model.id):
        clauses.append("escape.destroyed-outright")
    yield from destroy(game, model.id, tuple(clauses))


@dataclass(frozen=True, slots=True)
class Declared:
    """The plan that was declared before the dice, and where each model would have ended."""

    plan: Value
    aims: tuple[Aim, ...] = ()

    @property
    def ends(self) -> tuple[Record, ...]:
        """The end of each model as a step of a plan."""
        return tuple(
            Record(to=(as_text(aim.place.x), as_text(aim.place.y)), on=aim.place.on) for aim in self.aims
        )


def aims_of(table: Table, unit: Squad, survey: Survey) -> tuple[Aim, ...]:
    """Where each model of a unit ends by a plan."""
    moved = {way.who: way.end for way in survey.ways}
    return tuple(Aim(name, moved.get(name, table.models[name].place)) for name in unit.models)


@dataclass(frozen=True, slots=True)
class SurvivorsJudge:
    """Judges the plan of the survivors: they must Fall Back if the referee finds a legal way, else they may stay."""

    judge: UnitJudge
    declared: Declared
    clause: str = "escape.after-losses"

    def __call__(self, answer: Any) -> tuple[Break, ...]:
        if freeze_or_none(answer) != STAY:
            return self.judge(answer)
        if replanned(self.judge, self.declared) is None:
            return ()
        says = say(
            "{unit} can't stay where it is: it has a legal Fall Back and must make one",
            unit=Who(self.judge.unit),
        )
        return (Break(self.clause, says),)


def freeze_or_none(answer: Any) -> Value:
    """An answer as the state keeps it; None if it can't be kept."""
    try:
        return freeze(answer)
    except TypeError:
        return None


def replanned(judge: UnitJudge, declared: Declared) -> Value:
    """A legal plan of the survivors, found by a search in fixed order; None if none is found."""
    return next((plan for plan in _candidates(judge, declared) if not judge(plan)), None)


def _candidates(judge: UnitJudge, declared: Declared) -> Iterator[Value]:
    """The declared plan, its ends taken by the models that are left, then new ends near the declared ones."""
    unit = squad(judge.table, judge.unit)
    yield without_lost(declared.plan, unit)
    count = len(unit.models)
    for ends in (declared.ends[:count], declared.ends[-count:]):
        paths: dict[str, Value] = {name: (end,) for name, end in zip(unit.models, ends, strict=True)}
        yield Record(paths=Record(paths))
    # Lost models leave gaps: the others end as near to their own ends as coherency allows.
    aims = tuple(aim for aim in declared.aims if aim.who in unit.models)
    yield from regrouped(judge.table, judge.unit, aims)
    yield EMPTY


def without_lost(plan: Value, unit: Squad) -> Value:
    """A plan without the models that are gone."""
    if not isinstance(plan, Record):
        return plan
    fields: dict[str, Value] = dict(plan)
    for key, value in plan.items():
        if isinstance(value, Record):
            fields[key] = Record({name: path for name, path in value.items() if name in unit.models})
        elif key == "order" and isinstance(value, tuple):
            fields[key] = tuple(name for name in value if name in unit.models)
    return Record(fields)
