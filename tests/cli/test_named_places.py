"""Places that are named instead of measured: where a sentence points, and that the referee has the last word."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from surefoot.answers.typed.lexicon import Lexicon
from surefoot.answers.typed.named_places import NoSuchPlace, declared
from surefoot.answers.typed.sentence import TypedDeclaration, parse_line
from surefoot.files.scenario import loads
from surefoot.geometry.measure import gap
from surefoot.geometry.tolerance import from_lattice
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import check
from surefoot.referee.verdict import leg_data
from surefoot.table.place import on_surface
from surefoot.table.table import Table

YARD = loads("""
ruleset: necromunda-classic
board: [24, 16]
terrain:
  - {id: deck, platform: {rect: [8, 4, 6, 6]}, z: 2}
  - {id: rungs, ladder: [8, 7], from: board, to: deck}
  - {id: loft, platform: {rect: [18, 4, 4, 6]}, z: 3, under: solid}
  - {id: wall, wall: [[8, 3.4], [14, 3.4]], width: 0.2, height: 4}
models:
  - {id: kal, base: 25.4, at: [13.2, 7], on: deck, side: a, profile: {M: 6, I: 4, T: 3, W: 1}}
  - {id: low, base: 25.4, at: [3, 7], side: a, profile: {M: 6, I: 4, T: 3, W: 1}}
  - {id: foe, base: 32, at: [3, 12], side: b, profile: {M: 6, I: 4, T: 3, W: 1}}
  - {id: off, base: 32, place: reserve, side: b, profile: {M: 6, I: 4, T: 3, W: 1}}
""").table


def said(line: str, table: Table = YARD) -> Declaration:
    heard = parse_line(line, Lexicon.of(table))
    assert isinstance(heard, TypedDeclaration), heard
    return declared(heard.fields, table)


def path(line: str) -> list[Any]:
    return leg_data(said(line).legs)


def test_up_to_somebody_is_where_the_bases_touch() -> None:
    move = said("low move to foe")
    assert move.legs[0].to is not None
    x, y = (from_lattice(value) for value in move.legs[0].to)
    body = YARD.models["low"].base.shape.at(x, y, 0)

    assert gap(body, YARD.body("foe")) == pytest.approx(0, abs=1e-3)
    assert x == 3


def test_up_to_a_ladder_is_where_it_can_be_taken() -> None:
    assert path("low move to rungs then up rungs") == [[7.5, 7], {"link": "rungs"}]


def test_up_to_something_begins_where_the_leg_before_ended() -> None:
    assert path("low move to 3,4 then to foe")[1][0] == 3


def test_a_jump_goes_over_the_nearest_edge_that_the_rules_allow() -> None:
    assert path("kal jump down") == [{"jump": [14.5, 7]}]
    assert check(YARD, said("kal jump down")).verdict == "legal"
    # To the south a wall stands close by: the nearest edge there will not do.
    at_the_wall = replace(YARD.models["kal"], place=on_surface(11, 4.6, "deck"))
    south = YARD.changed(models=YARD.models.with_("kal", at_the_wall))
    assert check(south, said("kal jump down", south)).verdict == "legal"
    assert leg_data(said("kal jump down", south).legs) != [{"jump": [11, 3.5]}]


def test_a_side_may_be_named() -> None:
    assert path("kal jump down north") == [{"jump": [13.2, 10.5]}]
    assert path("kal climb down west") == [{"climb": [7.5, 7]}]
    assert path("low climb up east") == [{"climb": [8.5, 7], "on": "deck"}]


def test_a_climb_goes_onto_the_nearest_ledge_or_onto_the_one_that_is_named() -> None:
    assert path("low climb") == [{"climb": [8.5, 7], "on": "deck"}]
    assert path("low climb up on loft") == [{"climb": [18.5, 7], "on": "loft"}]
    assert path("kal climb down")[0] == {"climb": [14.5, 7]}


def test_what_cannot_be_pointed_at_is_said_in_plain_words() -> None:
    with pytest.raises(NoSuchPlace, match="There is no edge or ledge nearby"):
        said("low jump down")
    with pytest.raises(NoSuchPlace, match="Off is not on the table"):
        said("low move to off")
    with pytest.raises(NoSuchPlace, match="Named places work for one model on the table"):
        said("low and kal move to foe")


def test_a_unit_goes_in_formation() -> None:
    table = loads("""
ruleset: wh40k-10e
board: [30, 20]
units:
  squad: {count: 3, formation: [3, 1], base: 32, at: [4, 4], side: a, profile: {M: 6}}
""").table
    names = table.units["squad"].models
    move = said(f"squad normal to {table.pose(names[0]).x + 3},{table.pose(names[0]).y + 2}", table)
    plan = move.details["plan"]

    assert move.legs == ()
    assert check(table, move).verdict == "legal"
    assert list(plan["paths"]) == list(names)  # type: ignore[index,call-overload]  # a record of paths
