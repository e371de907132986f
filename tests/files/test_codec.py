"""State as plain data and back, without a loss."""

import json
from dataclasses import dataclass
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.files.made import made, tables, values

from surefoot.dice.host import Reply
from surefoot.dice.requests import Break
from surefoot.files.codec import KNOWN, CannotDecode, decode, dumps, encode
from surefoot.referee.itinerary import Leg
from surefoot.referee.protocol import Declaration
from surefoot.table.effects import Effect, Moved, Noted, PieceChanged
from surefoot.table.place import Place, on_surface
from surefoot.table.record import Record
from surefoot.table.table import Table


def there_and_back(kind: Any, value: Any) -> Any:
    return decode(kind, json.loads(dumps(value)))


def every_field(table: Table) -> list[Any]:
    """All of a table, in order: tables themselves compare by digest only."""
    shelves = [table.pieces, table.models, table.units, table.objects, table.notes]
    return [
        (table.ruleset, table.unit, table.board, table.scale, table.options, table.environment, table.clock),
        *[list(shelf.items()) for shelf in shelves],
    ]


@given(tables)
def test_a_table_comes_back_as_it_was(table: Table) -> None:
    again = there_and_back(Table, table)

    assert every_field(again) == every_field(table)
    assert again.digest == table.digest
    assert again.scene_digest == table.scene_digest
    assert dumps(again) == dumps(table)


@pytest.mark.parametrize(
    "kind", [each for each in KNOWN if each not in (Reply, Table)], ids=lambda kind: kind.__name__
)
def test_every_known_class_comes_back_as_it_was(kind: type) -> None:
    @given(made(kind))
    def comes_back(value: Any) -> None:
        assert there_and_back(kind, value) == value

    comes_back()


@given(made(Effect))
def test_an_effect_says_which_one_it_is(effect: Any) -> None:
    again = there_and_back(Effect, effect)

    assert type(again) is type(effect)
    assert again == effect


def test_every_effect_is_known() -> None:
    assert len(get_args(Effect)) > 10
    assert [each for each in get_args(Effect) if each not in KNOWN] == []


@given(values)
def test_true_and_one_stay_apart(value: Any) -> None:
    note = Noted("key", "", (value, True, 1, False, 0), "turn")
    again = there_and_back(Effect, note).value

    assert repr(again) == repr(note.value)


def test_dice_are_kept_as_faces_and_never_as_what_they_meant() -> None:
    assert encode(Reply("passed", (4, 2))) == {"is": "Reply", "faces": [4, 2]}
    assert there_and_back(Reply, Reply("passed", (4, 2))) == Reply(None, (4, 2))


@given(values)
def test_other_answers_are_kept_as_they_are(value: Any) -> None:
    assert there_and_back(Reply, Reply(value)) == Reply(value)


def test_an_answer_may_be_a_path() -> None:
    plan = (Leg((1, 2)), Record(squad=(3, 4)), Place("reserve"))

    assert there_and_back(Reply, Reply(plan)).value == plan


@dataclass(frozen=True)
class Ranks:
    """A plan that only one ruleset knows."""

    deep: int
    path: tuple[Leg, ...]


def test_a_class_of_a_ruleset_is_read_only_when_it_is_handed_in() -> None:
    data = json.loads(dumps(Reply(Ranks(2, (Leg((1, 2)),)))))

    assert decode(Reply, data, extra=(Ranks,)) == Reply(Ranks(2, (Leg((1, 2)),)))
    with pytest.raises(CannotDecode, match="value: the class 'Ranks' is not allowed here"):
        decode(Reply, data)


def test_the_text_is_canonical() -> None:
    text = dumps(Declaration("gehe über", ("kal",), details=Record(z=1, a=2)))

    assert text == (
        '{"action":"gehe über","details":{"a":2,"z":1},"is":"Declaration","kind":"declare","legs":[],'
        '"target":"","who":["kal"]}'
    )


@pytest.mark.parametrize("bad", [1.5, float("nan"), {1}, [1], object(), Reply(0.5)])
def test_what_no_state_may_hold_is_not_written(bad: Any) -> None:
    with pytest.raises(TypeError, match="a state cannot hold"):
        dumps(Reply(bad) if not isinstance(bad, Reply) else bad)


PLACE = {"kind": "surface", "on": "board", "x": 1, "y": 2, "z": 0, "facing": 0, "band": ""}


@pytest.mark.parametrize(
    ("kind", "data", "says"),
    [
        (Place, {**PLACE, "x": 1.0}, "x: expected a whole number, found 1.0"),
        (Place, {**PLACE, "x": True}, "x: expected a whole number, found True"),
        (Place, {**PLACE, "kind": "heaven"}, "kind: expected one of surface, link"),
        (Place, {**PLACE, "kind": ["air"]}, "kind: expected one of surface, link"),
        (Place, {**PLACE, "up": 1}, "Place has no up"),
        (Place, {"on": "board"}, "kind: Place needs 'kind'"),
        (Place, {**PLACE, "is": "Leg"}, "expected Place, found 'Leg'"),
        (Place, [], "expected a mapping"),
        (Effect, {"who": "kal"}, "expected one of Moved, Removed, Became, Counted, Noted,"),
        (Effect, {"is": "Moved", "who": "kal", "to": PLACE, "how": 3}, "how: expected a text, found 3"),
        (Break, {"clause": "a", "says": "b", "where": [1, 2]}, "where: expected 3 entries, found 2"),
        (Leg, {"to": [1, "2"]}, "to[1]: expected a whole number, found '2'"),
        (Reply, {"faces": [1], "value": 2}, "a reply has either faces or a value"),
        (Reply, {"value": {"x": 1}}, "value: the class None is not allowed here"),
        (
            Noted,
            {"key": "a", "of": "", "value": 0.5, "lifetime": "turn"},
            "value: a state has only whole numbers",
        ),
        (
            Table,
            {"ruleset": "r", "unit": "inch", "units": [{"id": "a", "side": "", "models": []}] * 2},
            "units: 'a' is listed twice",
        ),
    ],
)
def test_data_that_does_not_fit_is_refused_with_its_place(kind: Any, data: Any, says: str) -> None:
    with pytest.raises(CannotDecode) as refused:
        decode(kind, data)

    assert says in str(refused.value)


def test_a_field_added_later_takes_its_default() -> None:
    assert decode(Moved, {"who": "kal", "to": {"kind": "gone"}}) == Moved("kal", Place("gone"))


def test_nothing_and_an_empty_list_stay_apart() -> None:
    assert there_and_back(Effect, PieceChanged("door", ())) == PieceChanged("door", ())
    assert there_and_back(Effect, PieceChanged("door", None)) == PieceChanged("door", None)


@given(st.integers(0, 10**9))
def test_a_millionth_more_is_another_text(x: int) -> None:
    one, other = Place("surface", "board", x), Place("surface", "board", x + 1)

    assert dumps(one) != dumps(other)
    assert there_and_back(Place, other) == other
    assert on_surface(0, 0) != one or x == 0
