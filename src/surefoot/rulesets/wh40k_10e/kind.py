"""The kinds of move that a selected unit may make, depending on whether it is engaged."""

from __future__ import annotations

from surefoot.dice.requests import Break
from surefoot.language import Sentence, Who, count, say
from surefoot.referee.bill import point
from surefoot.rulesets.wh40k_10e.engagement import engaged_models
from surefoot.rulesets.wh40k_10e.kinds_of_move import FALL_BACK
from surefoot.rulesets.wh40k_10e.squad import FLY, Squad, row, rows
from surefoot.rulesets.wh40k_10e.stuck import parted, stuck
from surefoot.rulesets.wh40k_10e.terms import named
from surefoot.table.table import Table


def choices(table: Table, unit: Squad) -> tuple[str, ...]:
    """The kinds of move that a unit may make from where it stands."""
    state = "engaged" if engaged_models(table, unit) else "unengaged"
    listed = (str(each["choice"]) for each in rows("kind.table") if each["needs"] in ("any", state))
    return tuple(choice for choice in listed if choice != FALL_BACK or not cannot_fall_back(table, unit))


def options_clause(table: Table, unit: Squad) -> str:
    """The clause that lists a unit's choices."""
    return "kind.engaged-options" if engaged_models(table, unit) else "kind.unengaged-options"


def breaks(table: Table, unit: Squad, kind: str) -> list[Break]:
    """Why a unit can't make a kind of move, because it is engaged or is not."""
    engaged = engaged_models(table, unit)
    needs = row("kind.table", "choice", kind)["needs"]
    if not engaged and needs == "engaged":
        says = say(
            "{unit} is not within Engagement Range of an enemy, so it can't Fall Back", unit=Who(unit.name)
        )
        return [Break("kind.unengaged-no-fall-back", says)]
    if engaged and needs == "engaged":
        return cannot_fall_back(table, unit)
    if not engaged or needs != "unengaged":
        return []
    where = point(table.pose(engaged[0][0]))
    says = say(
        "{unit} is within Engagement Range of {enemy}. It can only Fall Back or Remain Stationary",
        unit=Who(unit.name),
        enemy=Who(engaged[0][1]),
    )
    found = [Break("kind.engaged-no-normal-or-advance", says, where)]
    if len(engaged) < len(unit.models):
        says = count(
            "{models} is within Engagement Range of an enemy, so all of {unit} is engaged",
            "{models} are within Engagement Range of an enemy, so all of {unit} is engaged",
            len(engaged),
            models=named([name for name, _ in engaged]),
            unit=Who(unit.name),
        )
        found.append(Break("kind.engaged-is-unit-wide", says, where))
    if any(table.models[name].has(FLY) for name in unit.models):
        says = say("Fly makes no difference: {unit} is engaged all the same", unit=Who(unit.name))
        found.append(Break("fly.choices-unchanged", says, where))
    return found


def cannot_fall_back(table: Table, unit: Squad) -> list[Break]:
    """The refusals of a Fall Back that is proven to be impossible; none if nothing is proven."""
    return [
        Break("fall-back.cannot-if-stuck", says, point(table.pose(name)))
        for name, says in proofs(table, unit)
    ]


def proofs(table: Table, unit: Squad) -> list[tuple[str, Sentence]]:
    """Models that provably can't end a Fall Back legally, each with the reason: one is enough to hold the whole unit."""
    return [
        *((name, _no_clear_place(name)) for name in stuck(table, unit)),
        *((name, _too_far_from_unit(name)) for name in parted(table, unit)),
    ]


def _no_clear_place(name: str) -> Sentence:
    return say("{model} can't get clear of Engagement Range with its Move", model=Who(name))


def _too_far_from_unit(name: str) -> Sentence:
    return say("{model} is too far from its unit to end in Unit Coherency", model=Who(name))
