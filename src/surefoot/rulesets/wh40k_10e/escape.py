"""Desperate Escape tests: who takes one, who is lost, and what the survivors do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any

from surefoot.dice.host import Game
from surefoot.dice.requests import Break, Choice, Procedure, choose, do
from surefoot.geometry.tolerance import to_lattice
from surefoot.rulesets.wh40k_10e import capacity
from surefoot.rulesets.wh40k_10e.destroyed import destroy
from surefoot.rulesets.wh40k_10e.low_dice import low_dice
from surefoot.rulesets.wh40k_10e.plans import as_text
from surefoot.rulesets.wh40k_10e.prices import furthest
from surefoot.rulesets.wh40k_10e.squad import Squad, is_shocked, squad
from surefoot.rulesets.wh40k_10e.survey import TESTED, Survey, UnitJudge, is_exempt
from surefoot.table.effects import Noted
from surefoot.table.record import Record, Value, freeze
from surefoot.table.table import Table

FAILS_ON = 2
# The answer of an owner who says that the survivors cannot Fall Back any more.
STAY = Record(stay=True)


def desperate_escape(game: Game, unit: Squad, crossers: tuple[str, ...]) -> Procedure[int]:
    """All tests of a unit before any of its models moves; how many models are lost."""
    table = game.now
    shocked = is_shocked(table, unit)
    testers = unit.models if shocked else tuple(name for name in unit.models if name in crossers)
    clauses = ["escape.roll", "escape.before-any-move", *_who_tests(table, unit, shocked=shocked)]
    if not testers:
        yield from do(Noted(TESTED, unit.name, (), "phase"), "escape.no-test-otherwise")
        return 0
    if shocked and crossers:
        clauses.append("escape.one-per-model-per-phase")
    failed = yield from low_dice("Desperate Escape", unit.name, len(testers), FAILS_ON, tuple(clauses))
    yield from do(Noted(TESTED, unit.name, testers, "phase"), "escape.declare-crossers", *clauses)
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
    """The owner picks a model, any model, and it is destroyed whatever its wounds."""
    # The last in the ranks come first: losing them leaves the rest together most often.
    alive = tuple(reversed(squad(game.now, unit.name).models))
    if not alive:
        return
    what = f"which model of {unit.name} is destroyed ({number} of {of})"
    clauses = ["escape.fail-on-1-2"]
    if len(alive) > 1:
        clauses.append("escape.owner-picks-casualty")
    lost = yield from choose(Choice(what, alive, unit.side, tuple(clauses), unit.name))
    model = game.now.models[str(lost)]
    if model.profile.number("W") > 1 or capacity.aboard(game.now, model.id):
        clauses.append("escape.destroyed-outright")
    yield from destroy(game, model.id, tuple(clauses))


@dataclass(frozen=True, slots=True)
class SurvivorsJudge:
    """Judges what the survivors do: a legal Fall Back while one can be shown, else they may stay."""

    judge: UnitJudge
    first: Value

    def __call__(self, answer: Any) -> tuple[Break, ...]:
        if freeze_or_none(answer) != STAY:
            return self.judge(answer)
        shown = replanned(self.judge, self.first)
        if shown is None:
            return ()
        says = f"a legal Fall Back of {self.judge.unit} exists, so one has to be made"
        return (Break("escape.after-losses", says),)

    def survey(self, answer: Any) -> Survey:
        """The plan as judged; who stays goes nowhere."""
        return Survey((), ()) if freeze_or_none(answer) == STAY else self.judge.survey(answer)


def freeze_or_none(answer: Any) -> Value:
    """An answer as state keeps it; None if it cannot be kept."""
    try:
        return freeze(answer)
    except TypeError:
        return None


def replanned(judge: UnitJudge, first: Value) -> Value:
    """A legal plan of the survivors, by a search in fixed order; None if it finds none."""
    return next((plan for plan in _candidates(judge, first) if not judge(plan)), None)


def _candidates(judge: UnitJudge, first: Value) -> Iterator[Value]:
    """The plan declared before the dice, closed up ranks, and the whole unit shifted in sixteen directions."""
    table = judge.table
    unit = squad(table, judge.unit)
    kept = without_lost(first, unit)
    yield kept
    if isinstance(first, Record) and isinstance(first.get("paths"), Record):
        paths = [each for each in _record(first, "paths").values() if isinstance(each, tuple) and each]
        ends = [(each[-1],) for each in paths]
        for shifted in (ends[: len(unit.models)], ends[-len(unit.models) :]):
            if len(shifted) == len(unit.models):
                yield Record(paths=Record(dict(zip(unit.models, shifted, strict=True))))
    reach = min(furthest(table, table.models[name]) for name in unit.models)
    for share in (1.0, 0.75, 0.5):
        for step in range(16):
            angle = 2 * pi * step / 16
            dx, dy = (as_text(to_lattice(reach * share * each)) for each in (sin(angle), cos(angle)))
            yield Record(shift=(dx, dy))


def without_lost(plan: Value, unit: Squad) -> Value:
    """A plan without the models that are no longer there."""
    if not isinstance(plan, Record):
        return plan
    fields: dict[str, Value] = dict(plan)
    for key in ("paths", "except"):
        if key in plan:
            named = _record(plan, key)
            fields[key] = Record({name: path for name, path in named.items() if name in unit.models})
    order = plan.get("order")
    if isinstance(order, tuple):
        fields["order"] = tuple(name for name in order if name in unit.models)
    return Record(fields)


def _record(plan: Record, key: str) -> Record:
    value = plan.get(key)
    return value if isinstance(value, Record) else Record()
