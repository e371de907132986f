"""Public functions that are given something else: they say in plain words what they take."""

from __future__ import annotations

import inspect
import pickle
from typing import Any

import pytest

import surefoot
from surefoot.expected import _KINDS

GAP = surefoot.loads(surefoot.EXAMPLE)
TABLE, LEAP = GAP.table, GAP.declarations[0]
JUDGED = surefoot.check(TABLE, LEAP)


@pytest.mark.parametrize(
    ("name", "given", "says"),
    [
        ("check", (GAP, LEAP), "check() takes a Table first (table), not Scenario: use scenario.table"),
        (
            "check",
            (TABLE, {"who": "kal"}),
            "takes a Declaration second (declaration), not dict: use surefoot.decl",
        ),
        ("check", (TABLE, [LEAP]), "takes a Declaration second (declaration), not list: give one of them"),
        ("check", (TABLE, "leap"), "check() takes a Declaration second (declaration), not str"),
        ("check", (TABLE, None), "check() takes a Declaration second (declaration), not None"),
        (
            "checks",
            (TABLE, LEAP),
            "checks() takes a list of Declarations second (declarations), not Declaration",
        ),
        ("odds", (TABLE, "leap"), "odds() takes a Declaration or a list of them second (plan), not str"),
        (
            "odds",
            (TABLE, [{"who": "kal"}]),
            "odds() takes a Declaration or a list of them second (plan), not list",
        ),
        ("simulate", (GAP, LEAP, 10), "simulate() takes a Table first (table), not Scenario"),
        (
            "move",
            (TABLE, LEAP, [2, 1]),
            "takes a script or a seed third (responder), not list: use surefoot.script",
        ),
        ("loads", ({"ruleset": "x"},), "loads() takes a text first (text), not dict: use json.dumps(data)"),
        ("loads", (b"ruleset: x",), "loads() takes a text first (text), not bytes: use data.decode()"),
        (
            "picture",
            (TABLE, JUDGED),
            "takes a list of Outcomes second (outcomes), not Outcome: use [outcome]",
        ),
        ("svg", (TABLE,), "svg() takes a Picture first (picture), not Table: use surefoot.picture(table)"),
        (
            "review",
            ("x.game",),
            "review() takes a Session first (session), not str: use surefoot.open_game(path)",
        ),
        ("turn", (GAP,), "turn() takes a Session or a Table first (game), not Scenario: use scenario.table"),
        ("Session", (GAP,), "Session() takes a Table first (start), not Scenario: use scenario.table"),
        ("data", (TABLE,), "data() takes an Outcome first (outcome), not Table"),
    ],
)
def test_what_a_function_takes_is_said_in_plain_words(name: str, given: tuple[Any, ...], says: str) -> None:
    with pytest.raises(TypeError) as refused:
        getattr(surefoot, name)(*given)

    assert says in str(refused.value)


def test_arguments_by_name_are_looked_at_too() -> None:
    with pytest.raises(TypeError, match="takes a Declaration second"):
        surefoot.check(TABLE, declaration={"who": "kal"})  # type: ignore[arg-type]  # that is the point


def test_generators_of_declarations_are_taken() -> None:
    assert len(surefoot.checks(TABLE, (each for each in [LEAP, LEAP]))) == 2


def test_every_public_function_with_a_table_looks_at_what_it_is_given() -> None:
    found = [
        name
        for name in surefoot.__all__
        if inspect.isfunction(getattr(surefoot, name))
        and {hint for key, hint in getattr(surefoot, name).__annotations__.items() if key != "return"}
        & {*_KINDS} - {"str"}
    ]

    assert len(found) > 15
    for name in found:
        with pytest.raises(TypeError, match=rf"{name}\(\) takes"):
            getattr(surefoot, name)(*[object()] * 2)


def test_public_functions_can_be_sent_to_another_process() -> None:
    assert pickle.loads(pickle.dumps(surefoot.check)) is surefoot.check


def test_only_public_names_are_listed() -> None:
    assert [name for name in dir(surefoot) if not name.startswith("__")] == sorted(surefoot.__all__)
