"""Questions that a Necromunda player asks before declaring."""

from __future__ import annotations

import math

import pytest

import surefoot
from surefoot.referee.protocol import Answer, find
from surefoot.referee.speaking import speaker
from surefoot.table.record import Record, Value
from surefoot.table.table import Table

EDITIONS = ("necromunda-classic", "necromunda-2023")


def table(ruleset: str = EDITIONS[0], kal: str = "", foe: str = "[16.5, 10]", more: str = "") -> Table:
    return surefoot.loads(f"""
ruleset: {ruleset}
board: [40, 40]
options: {{premeasure: true}}
terrain:
  box: {{platform: {{rect: [20, 20, 6, 6]}}, z: 4, under: solid}}
  {more}
models:
  kal: {{base: 25.4, at: [10, 10], side: a, profile: {{M: 5, I: 4}}{kal}}}
  foe: {{base: 25.4, at: {foe}, side: b, profile: {{M: 5, I: 4}}}}
  rig: {{hull: [4, 2], at: [30, 30], side: b, keywords: [vehicle], profile: {{M: 7, handling: 6, locomotion: Wheeled}}}}
""").table


def ask(laid: Table, name: str, who: str = "kal", **details: Value) -> Answer:
    return find(laid.ruleset).questions[name](laid, who, Record(details))


def said(laid: Table, name: str, **details: Value) -> str:
    return speaker(laid)(ask(laid, name, "kal", **details).says)


@pytest.mark.parametrize("ruleset", EDITIONS)
def test_every_question_has_an_answer_with_words_and_known_clauses_for_every_model(ruleset: str) -> None:
    laid = table(ruleset)
    catalogue = find(ruleset).catalogue
    for name in find(ruleset).questions:
        for who in laid.models:
            answer = ask(laid, name, who, height="3", target="foe")
            assert answer.says
            assert all(catalogue[clause] for clause in answer.clauses)


def test_statuses_are_named_as_the_game_names_them() -> None:
    assert ask(table(), "status").value == "Standing and Active"
    assert ask(table(foe="[11, 10]"), "status").value == "Standing and Engaged"
    assert ask(table(kal=", status: [pinned]"), "status").value == "Prone and Pinned"
    injured = table(kal=", status: [seriously-injured, broken]")
    assert ask(injured, "status").value == "Prone and Seriously Injured, Broken"
    assert ask(table(), "status", "rig").value == "Mobile"


def test_an_allowance_is_that_of_the_action() -> None:
    assert ask(table(), "allowance").value == 5
    assert ask(table(), "allowance", action="take cover").value == "2.5"
    assert ask(table(), "allowance", "rig", action="manoeuvre").value == "3.5"
    assert said(table(), "allowance", action="fly") == "Kal has no action called 'fly'"


def test_a_charge_has_bounds_a_way_and_a_chance() -> None:
    assert ask(table(), "charge").value == Record(least=6, most=8)
    reached = ask(table(foe="[17.5, 10]"), "charge", target="foe")
    assert reached.value == Record(least=6, most=8, distance="6.5", chance="2/3")
    assert said(table(), "charge", target="kal") == "Kal is not an enemy on the table"
    above = table(foe="[22, 22], on: box")
    # To the corner of the box, up it and on: 16.97 less two bases, and 8 for the climb.
    climbed = ask(above, "charge", target="foe").value
    assert isinstance(climbed, Record)
    assert float(str(climbed["distance"])) == pytest.approx(math.hypot(12, 12) - 1 + 8, abs=0.02)
    assert climbed["chance"] == "0/3"
    barred = table(foe="[22, 22], on: box", more="moat: {area: {rect: [15, 15, 16, 16]}, tags: [impassable]}")
    assert ask(barred, "charge", target="foe").value == Record(least=6, most=8)
    says = "No path to Foe found. Draw the path of the charge"
    assert said(barred, "charge", target="foe") == says


def test_a_jump_says_what_has_to_be_rolled() -> None:
    assert [ask(table(), "jump", height=str(high)).value for high in (0.5, 2, 4, 6, 8)] == [
        "no test",
        "4+",
        "5+",
        "6+",
        "impossible",
    ]
    assert said(table(), "jump") == "Give the height in inches"


def test_a_step_is_no_climb() -> None:
    assert [ask(table(), "climb cost", height=high).value for high in ("0.5", "0.51", "3")] == [0, "1.02", 6]
    assert said(table(), "climb cost", height="0.5") == "No climb: 0.5″ is a step, which is free"


def test_a_fall_from_any_height_hits_as_the_last_row_says() -> None:
    far, ten = (ask(table(), "fall", height=high).value for high in ("99999", "10"))
    assert {**far, "inches": 10} == {**ten}


@pytest.mark.parametrize("height", ["nan", "inf", "1e400", "-3", "high", True])
def test_what_is_no_height_is_asked_for_again(height: object) -> None:
    for name in ("jump", "fall", "climb cost"):
        assert said(table(), name, height=height) == "Give the height in inches"


def test_an_easy_jump_fails_on_a_one_where_the_edition_says_so() -> None:
    for ruleset, needed in zip(EDITIONS, ("2+", "1+"), strict=True):
        laid = surefoot.loads(f"""
ruleset: {ruleset}
board: [20, 20]
models: {{kal: {{base: 25.4, at: [5, 5], side: a, profile: {{M: 5, I: 1}}}}}}
""").table
        assert ask(laid, "jump", height="2").value == needed


@pytest.mark.parametrize("ruleset", EDITIONS)
def test_a_model_that_ended_its_activation_early_is_not_told_that_it_has_spent_its_actions(
    ruleset: str,
) -> None:
    laid = surefoot.loads(f"""
ruleset: {ruleset}
board: [20, 20]
models: {{kal: {{base: 25.4, at: [5, 5], side: a, profile: {{M: 5, I: 4}}}}}}
declare:
  - {{who: kal, action: move, path: [[6, 5]]}}
  - {{tick: end-activation}}
  - {{who: kal, action: move, path: [[7, 5]]}}
""")
    table = laid.table
    for declaration in laid.declarations:
        outcome = surefoot.move(table, declaration, surefoot.script([]))
        table = outcome.run.table
    assert {reason["says"] for reason in surefoot.data(outcome)["reasons"]} == {
        "Kal has already been activated this round"
    }


@pytest.mark.parametrize(("high", "shown"), [(2, "2″"), (0.51, "0.51″")])
def test_a_path_that_meets_something_higher_is_told_what_a_step_is(high: float, shown: str) -> None:
    laid = surefoot.loads(f"""
ruleset: necromunda-classic
board: [20, 20]
terrain: {{block: {{platform: {{rect: [6, 2, 6, 4]}}, z: {high}, under: solid}}}}
models: {{kal: {{base: 25.4, at: [4, 4], side: a, profile: {{M: 5, I: 4}}}}}}
declare: [{{who: kal, action: move, path: [[9, 4]]}}]
""")
    (reason,) = surefoot.data(surefoot.check(laid.table, laid.declarations[0]))["reasons"]
    assert reason["says"] == f"The block is {shown} higher here, more than a step of 0.5″: climb it"


def test_an_allowance_says_what_keeps_a_vehicle_from_using_it() -> None:
    laid = table()
    told = speaker(laid)(ask(laid, "allowance", "rig", action="free wheel").says)
    assert told == "Free Wheel: 1″ to 6″. Not now: Rig is Mobile, not Stalled"
    assert speaker(laid)(ask(laid, "allowance", "rig").says) == "Move: up to 7″"


@pytest.mark.parametrize(("long", "chance"), [(1, "1/3"), (2, "2/3"), (3, "3/3")])
def test_a_charge_with_a_versatile_weapon_succeeds_from_its_long_range(long: int, chance: str) -> None:
    # Contact is 9" away; the charge leads 6" to 8".
    traits = f", traits: {{necromunda-classic: {{weapons: {{chain: {{versatile: true, long: {long}}}}}}}}}"
    answer = ask(table(kal=traits, foe="[20, 10]"), "charge", target="foe")
    assert isinstance(answer.value, Record)
    assert (answer.value["distance"], answer.value["chance"]) == (9, chance)
