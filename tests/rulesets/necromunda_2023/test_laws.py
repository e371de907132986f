"""Laws of the layering: no citation leads nowhere, and what 2023 does not say otherwise stays as it was."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.dice.again import driven_again
from tests.referee.worlds import MILLION, declarations, tables
from tests.samples import sample

from surefoot.dice.responders import Seeded
from surefoot.geometry.tolerance import short_of, within
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import check, move, odds, started
from surefoot.referee.scene import Scene
from surefoot.referee.verdict import Outcome
from surefoot.rulesets.necromunda_2023 import ruleset
from surefoot.rulesets.necromunda_classic import ruleset as classic
from surefoot.rulesets.necromunda_classic.fighter import LEVEL_STEP, ONE_INCH, distance, figure
from surefoot.table.record import Record
from surefoot.table.table import Table


@st.composite
def happenings(draw: st.DrawFn, table: Table) -> Declaration:
    """Somebody is thrown, towards, away or along a bearing, with a hit or without; or knocked down."""
    who = draw(st.sampled_from(list(table.models)))
    others = [name for name in table.models if name != who]
    if draw(st.integers(0, 4)) == 0:
        status = draw(st.sampled_from(["pinned", "seriously-injured"]))
        return Declaration("knocked down", (who,), details=Record({"as": status}), kind="happen")
    details: dict[str, object] = {"inches": draw(st.integers(0, 20)) * MILLION // 4}
    if others and draw(st.booleans()):
        details[draw(st.sampled_from(["towards", "away"]))] = draw(st.sampled_from(others))
    else:
        details["bearing"] = draw(st.integers(0, 71)) * 5 * MILLION
    if draw(st.booleans()):
        details["hit"] = Record(strength=draw(st.integers(1, 6)), ap=0, damage=1)
    return Declaration("thrown", (who,), details=Record(details), kind="happen")  # type: ignore[arg-type]


def noticed(outcome: Outcome) -> tuple[object, ...]:
    """What a player would notice of a move, without the clauses behind it."""
    return (
        outcome.verdict,
        outcome.cost,
        [(test.what, test.odds, test.needs) for test in outcome.tests],
        [(event.what, event.who) for event in outcome.events],
        {name: model.place for name, model in outcome.run.table.models.items()},
    )


def renamed(table: Table) -> Table:
    """The same table played by the edition before."""
    return table.changed(ruleset=classic.name)


@given(data=st.data())
@settings(max_examples=sample(150))
def test_every_clause_that_is_cited_is_in_force(data: st.DataObject) -> None:
    table = data.draw(tables(ruleset))
    declaration = data.draw(st.one_of(declarations(table), happenings(table)))
    result = move(table, declaration, Seeded("x"))
    assert result.clauses or not result.events
    assert [clause for clause in result.clauses if clause not in ruleset.catalogue] == []


@given(data=st.data())
@settings(max_examples=sample(100))
def test_a_move_or_charge_is_judged_as_in_the_edition_before(data: st.DataObject) -> None:
    table = data.draw(tables(ruleset))
    declaration = data.draw(declarations(table))
    now, before = check(table, declaration, nearest=False), check(renamed(table), declaration, nearest=False)
    assert noticed(now) == noticed(before)


@given(data=st.data())
@settings(max_examples=sample(100))
def test_whoever_was_set_aside_is_an_inch_from_every_enemy_on_its_level(data: st.DataObject) -> None:
    table = data.draw(tables(ruleset))
    declaration = data.draw(happenings(table))
    result = move(table, declaration, Seeded("x"))
    last = result.events[-1] if result.events else None
    if last is None or last.what != "is moved aside" or last.clauses != ("involuntary.separate",):
        return
    if any(event.what == "falls" and event.who == last.who for event in result.events):
        # Those it fell on are left to the rules of falling.
        return
    after = result.run.table
    scene = Scene(after)
    here = figure(scene, last.who)
    near = [
        one.id
        for one in scene.figures
        if one.model.side != here.model.side
        and within(abs(one.pose.z - here.pose.z), LEVEL_STEP)
        and short_of(distance(here, one), ONE_INCH)
    ]
    assert near == []


@given(data=st.data())
@settings(max_examples=sample(40))
def test_odds_of_whatever_happens_sum_to_one(data: st.DataObject) -> None:
    table = data.draw(tables(ruleset))
    declaration = data.draw(happenings(table))
    assert sum((leaf.chance for leaf in odds(table, declaration)), Fraction(0)) == 1


@given(data=st.data())
@settings(max_examples=sample(60))
def test_whatever_happens_asks_the_same_again(data: st.DataObject) -> None:
    table = data.draw(tables(ruleset))
    declaration = data.draw(happenings(table))
    driven_again(started(declaration, table), table, Seeded("again"))


@given(data=st.data())
@settings(max_examples=sample(60))
def test_leave_to_ignore_the_inch_never_makes_a_move_worse(data: st.DataObject) -> None:
    table = data.draw(tables(ruleset))
    declaration = data.draw(declarations(table))
    if declaration.action != "move":
        return
    who = table.models[declaration.actor]
    free = replace(who, traits=Record({ruleset.name: Record(ignores_one_inch=True)}))
    with_leave = table.changed(models=table.models.with_(who.id, free))
    before, after = check(table, declaration, nearest=False), check(with_leave, declaration, nearest=False)
    if before.verdict != "illegal":
        assert noticed(after)[:4] == noticed(before)[:4]
    assert [each.clause for each in after.breaks if each.clause == "one-inch.fighter-limit"] == []
