"""Tables drawn as text."""

from __future__ import annotations

from typing import Any

import pytest

from surefoot.files.problems import FileInvalid
from surefoot.referee.itinerary import By, Leg
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import check
from surefoot.referee.verdict import Outcome
from surefoot.table.table import Board, Table
from surefoot.testing.kit import NotDrawn, scenario_from_ascii, table_from_ascii

FIGHTER = {"M": 6, "I": 4}


def drawn(picture: str, legend: dict[str, Any] | None = None, **fields: Any) -> Table:
    return table_from_ascii("necromunda-classic", picture, legend, profile=FIGHTER, **fields)


def corners(table: Table, name: str) -> list[tuple[float, float]]:
    flat = [value / 1_000_000 for value in table.pieces[name].outline]
    return sorted(zip(flat[0::2], flat[1::2], strict=True))


def moved(table: Table, *steps: tuple[float, float, By]) -> Outcome:
    legs = tuple(Leg((round(x * 1_000_000), round(y * 1_000_000)), by) for x, y, by in steps)
    return check(table, Declaration("move", ("a",), legs))


def test_the_first_line_is_north_and_a_model_stands_in_the_middle_of_its_square() -> None:
    table = drawn(
        """
        .a..
        ....
        ...B
        """
    )

    assert table.board == Board(4_000_000, 3_000_000)
    assert table.pose("a")[:3] == (1.5, 2.5, 0)
    assert table.pose("B")[:3] == (3.5, 0.5, 0)
    assert (table.models["a"].side, table.models["B"].side) == ("a", "b")


def test_a_square_is_as_large_as_was_said() -> None:
    table = drawn("a..\n..#", size=2)

    assert table.pose("a")[:2] == (1, 3)
    assert corners(table, "wall") == [(4, 0), (4, 2), (6, 0), (6, 2)]


def test_squares_that_hang_together_are_one_piece_and_others_are_not() -> None:
    table = drawn(
        """
        ##..#
        #...#
        a.###
        """
    )

    assert list(table.pieces) == ["wall", "wall-2"]
    assert corners(table, "wall") == [(0, 1), (0, 3), (1, 1), (1, 2), (2, 2), (2, 3)]
    assert corners(table, "wall-2") == [(2, 0), (2, 1), (4, 1), (4, 3), (5, 0), (5, 3)]


def test_each_sign_is_the_terrain_it_stands_for() -> None:
    table = drawn("a#^~!=3")
    shown = {piece.sort: piece for piece in table.pieces.values()}

    assert [piece.sort for piece in table.pieces.values()] == [
        "wall",
        "obstacle",
        "area",
        "area",
        "gap",
        "platform",
    ]
    assert shown["wall"].height == 3_000_000
    assert shown["platform"].z == 3_000_000
    assert table.pieces["difficult"].tags == ("difficult",)
    assert table.pieces["dangerous"].tags == ("dangerous",)


def test_ground_that_is_drawn_is_ground_that_is_paid_for() -> None:
    plain = moved(drawn("a....."), (4.5, 0.5, "walk"))
    rough = moved(drawn("a.~~.."), (4.5, 0.5, "walk"))

    assert (plain.cost, rough.cost) == (4_000_000, 6_000_000)


def test_a_letter_stands_on_what_is_left_of_it() -> None:
    table = drawn("..33a3..~b", {"b": {"keywords": ["mounted"]}})

    assert table.models["a"].place.on == "level3"
    assert table.pose("a").z == 3
    assert corners(table, "level3") == [(2, 0), (2, 1), (6, 0), (6, 1)]
    assert table.models["b"].place.on == "board"
    assert corners(table, "difficult") == [(8, 0), (8, 1), (10, 0), (10, 1)]
    assert drawn("a33").models["a"].place.on == "level3"


def test_levels_lie_above_one_another() -> None:
    table = drawn(
        """
        ......
        .b....
        ......

        level 2
        ......
        _a_..B
        ___...

        level 4.5:
        ......
        ...c_.
        ......
        """,
        {"c": {"side": "b"}},
    )

    assert {name: (model.place.on, table.pose(name).z) for name, model in table.models.items()} == {
        "b": ("board", 0),
        "a": ("level2", 2),
        "B": ("level2-2", 2),
        "c": ("level4.5", 4.5),
    }
    assert corners(table, "level2") == [(0, 0), (0, 2), (3, 0), (3, 2)]


def test_a_gap_in_a_floor_is_leapt_or_fallen_through() -> None:
    table = drawn(
        """
        .........
        .........

        level 3
        _a_==____
        ___==____
        """
    )
    walked = moved(table, (6.5, 1.5, "walk"))
    leapt = moved(table, (6.5, 1.5, "leap"))

    assert walked.verdict == "illegal"
    assert leapt.verdict == "legal"
    assert [test.what for test in leapt.tests] == ["leap"]


def test_the_legend_says_more_about_a_sign_or_gives_it_a_meaning() -> None:
    table = drawn(
        "a.#.|.%",
        {
            "a": {"id": "kal", "status": ["pinned"], "profile": {"M": 3, "I": 5}},
            "#": {"height": 5},
            "|": {"is": "ladder", "to": 3},
            "%": {"is": "area", "id": "acid", "tags": ["dangerous", "difficult"]},
        },
    )

    assert table.models["kal"].statuses == ("pinned",)
    assert table.models["kal"].profile.number("M") == 3
    assert table.pieces["wall"].height == 5_000_000
    assert table.pieces["ladder"].line[:2] == (4_500_000, 500_000)
    assert table.pieces["acid"].tags == ("dangerous", "difficult")


def test_options_and_all_other_fields_of_a_file_can_be_given() -> None:
    table = drawn("a..", options={"base_support": "centre"}, clock={"round": 3})

    assert table.option("base_support") == "centre"
    assert table.clock.round == 3


def test_every_problem_of_a_picture_is_said_at_once() -> None:
    with pytest.raises(NotDrawn) as caught:
        drawn("a.?.a\n.###.\n.#.#.\n.###.\n....$", {"Z": {}})

    assert caught.value.problems == [
        "nothing says what '?' is; the legend may: {'?': {'is': 'wall'}}",
        "wall has a hole in it; draw it in two pieces, or the hole as a gap",
        "nothing says what '$' is; the legend may: {'$': {'is': 'wall'}}",
        "'a' stands in two places",
        "the legend speaks of 'Z', which is nowhere in the picture",
    ]


@pytest.mark.parametrize(
    ("picture", "says"),
    [
        ("", "the picture begins with the map of the ground, and there is none"),
        ("...\n\nlevel 2\n...\n...", "the map of level 2 has 2 lines, that of the ground has 1"),
        ("._.", "the ground is floor everywhere; write . instead of _"),
    ],
)
def test_a_picture_that_cannot_be_read_is_refused(picture: str, says: str) -> None:
    with pytest.raises(NotDrawn, match=says):
        drawn(picture)


def test_what_the_ruleset_does_not_accept_is_refused_as_in_a_file() -> None:
    with pytest.raises(FileInvalid, match="needs I"):
        table_from_ascii("necromunda-classic", "a..", profile={"M": 4})


def test_a_picture_can_be_written_as_a_scenario() -> None:
    fields = scenario_from_ascii("necromunda-classic", "a.3", profile=FIGHTER)

    assert fields["board"] == [3, 1]
    assert list(fields["terrain"]) == ["level3"]
    assert list(fields["models"]) == ["a"]
