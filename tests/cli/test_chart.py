"""Maps in letters, drawn and compared."""

from textwrap import dedent

from tests.cli.playing import TABLE

from surefoot.cli.chart import Chart, letters, window
from surefoot.files.scenario import loads
from surefoot.table.table import Table

YARD = """
    ruleset: tiny
    board: [10, 8]
    terrain:
      low: {platform: {rect: [2, 2, 3, 4]}, z: 2}
      high: {platform: {rect: [5, 2, 2, 4]}, z: 4}
      fence: {wall: [[8, 0], [8, 8]], width: 0.1, height: 3}
      gate: {door: [[8, 3], [8, 5]], height: 3}
      mud: {area: {rect: [0, 0, 4, 2]}, tags: [difficult]}
      rungs: {ladder: [2, 4], from: 0, to: 2}
    models:
      ana: {base: 25.4, at: [1, 4.5], side: red, profile: {M: 5000000}}
      amo: {base: 25.4, at: [6, 4.5], on: high, side: blue, profile: {M: 5000000}}
      bo: {base: 25.4, at: [3.5, 4.5], side: blue, profile: {M: 5000000}}
"""


def laid(text: str) -> Table:
    return loads(dedent(text)).table


def drawn(text: str, *way: tuple[float, float], room: int = 80) -> list[str]:
    found = Chart(laid(text), room, fine=False).map(way)
    assert found is not None
    return [line.rstrip() for line in found.plain.splitlines()]


def test_a_map_shows_levels_walls_doors_ground_ladders_and_models() -> None:
    assert drawn(YARD) == [
        "    .   .   .   .  #.",
        "  6 .   .   .   .  #.",
        "    .   1111112222 #.",
        "  4 . A H11b1122M2 +.",
        "    .   1111112222 +.",
        "  2 .   1111112222 #.",
        "    ::::::::.   .  #.",
        "  0 ::::::::.   .  #.",
        "    0         5",
    ]


def test_a_way_is_drawn_from_its_second_step_to_its_end() -> None:
    # Where somebody stands, his letter is seen and not the way.
    assert drawn(YARD, (1, 4.5), (1, 6.5), (4.2, 6.5))[1:4] == [
        "  6 . ******@   .  #.",
        "    . * 1111112222 #.",
        "  4 . A H11b1122M2 +.",
    ]


def test_signs_are_explained_once_and_not_torn_from_their_meaning() -> None:
    chart = Chart(laid(YARD), 30, fine=False)
    chart.map()

    assert chart.legend().plain.splitlines() == [
        "# wall   1 2 up   2 4 up",
        "+ door   : difficult",
        "H ladder",
    ]


def test_everybody_is_called_with_his_place_and_what_has_become_of_him() -> None:
    text = YARD.replace("bo: {", "bo: {status: [tired], counters: {steps: 2}, ")

    found = [(who.plain, where, became) for who, where, became in Chart(laid(text), 80).roll_call()]
    assert found == [
        ("A ana", "1, 4.5", ""),
        ("M amo", "6, 4.5 on high, 4 up", ""),
        ("b bo", "3.5, 4.5", "tired, steps 2"),
    ]


def test_who_is_not_on_the_table_has_no_letter_there() -> None:
    text = YARD.replace("at: [1, 4.5]", "place: reserve")

    assert "A" not in "".join(drawn(text))
    assert Chart(laid(text), 80).roll_call()[0][0].plain == "- ana"


def test_each_model_has_a_letter_of_its_own_while_there_are_any() -> None:
    squad = "units: {squad: {count: 40, formation: [10, 4], base: 25.4, at: [1, 20], profile: {M: 5}}}"
    found = letters(laid(f"ruleset: tiny\nboard: [24, 24]\n{squad}\n"))

    named = [letter for letter in found.values() if letter != "*"]
    assert len(named) == len(dict.fromkeys(named)) == 36
    assert list(found.values()).count("*") == 4


def test_a_large_table_is_drawn_more_coarsely() -> None:
    for size, grain in ((30, 0.5), (48, 1.0), (72, 2.0), (400, 10.0), (10_000, 200.0)):
        here = window(laid(f"ruleset: tiny\nboard: [{size}, {size}]\n"), 80)
        assert here is not None
        assert here.grain == grain
        assert here.columns <= 76
        assert here.rows <= 30


def test_a_table_without_a_board_is_drawn_as_far_as_anything_stands() -> None:
    text = TABLE.replace("    board: [24, 24]\n", "").replace("ruleset: tiny", "ruleset: tiny")
    table = laid(text)
    assert table.board is None

    here = window(table, 80)
    assert here is not None
    assert (here.west, here.south, here.columns) == (2, 2, 14)


def test_an_empty_table_has_no_map() -> None:
    assert Chart(laid("ruleset: tiny\n"), 80).map() is None
