"""What lies beyond the board, or far from where it leads: refused where it is surely a mistake, told where it may be one."""

import pytest
from tests.files.written import problems_of

from surefoot.files.scenario import loads

pytestmark = pytest.mark.usefixtures("tiny_rulesets")

SAME = "; the same goes for 2 other models of its unit"
BOARD = "which extends from (0, 0) to (30, 20)"


def table(lines: str) -> str:
    """A board with a gantry, and more lines."""
    gantry = "  gantry: {platform: {rect: [10, 10, 4, 4]}, z: 3}"
    return f"ruleset: tiny\nboard: [30, 20]\nterrain:\n{gantry}\n{lines}\n"


def told(lines: str) -> list[str]:
    """The advice on a table with these lines."""
    return [str(each) for each in loads(table(lines), "a.yaml").advice]


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        (
            "  p: {platform: {rect: [50, 50, 4, 4]}, z: 3}",
            f"terrain.p.platform: lies beyond the board, {BOARD}",
        ),
        (
            "  w: {wall: [[4, 28], [8, 28]], width: 1, height: 2}",
            f"terrain.w.wall: lies beyond the board, {BOARD}; did you swap x and y?",
        ),
        ("  l: {ladder: [33, 8], to: gantry}", f"terrain.l.ladder: lies beyond the board, {BOARD}"),
        (
            "goals: [{id: g, reach: {rect: [100, 100, 4, 4]}}]",
            f"goals[0].reach: lies beyond the board, {BOARD}",
        ),
        (
            "goals: [{id: g, home: all, to: {rect: [-9, 1, 4, 4]}}]",
            f"goals[0].to: lies beyond the board, {BOARD}",
        ),
    ],
)
def test_what_lies_wholly_beyond_the_board_is_refused(lines: str, problem: str) -> None:
    assert problems_of(table(lines)) == [f"5 {problem}"]


def test_terrain_may_jut_over_the_edge_or_stand_at_it() -> None:
    over = "  p: {platform: {rect: [28, 18, 4, 4]}, z: 3}"
    beside = "  w: {wall: [[30.5, 0], [30.5, 20]], width: 1, height: 2}"
    assert problems_of(table(f"{over}\n{beside}")) == []
    assert (
        problems_of(table("  p: {area: {rect: [50, 50, 4, 4]}}").replace("board: [30, 20]", "name: a")) == []
    )


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ("  l: {ladder: [6, 10], to: gantry}", "terrain.l.to: Gantry is 4 away from here"),
        ("  l: {ladder: [[10, 10], [2, 10]], from: gantry, height: 9}", ""),
        (
            "  l: {ladder: [[2, 10], [10, 10]], from: gantry, height: 9}",
            "terrain.l.from: Gantry is 8 away from here",
        ),
        ("  l: {ladder: [9.5, 10], to: gantry}", ""),
        ("zones: [{name: a, zone: {rect: [40, 1, 2, 2]}}]", f"zones[0].zone: lies beyond the board, {BOARD}"),
        (
            "markers: [{name: a, at: [1, 25]}]",
            f"markers[0].at: lies beyond the board, {BOARD}; did you swap x and y?",
        ),
        (
            "models: {kal: {base: 25.4, at: [0.1, 10]}}",
            "models.kal.at: the base of kal hangs 0.4 over the edge of the board",
        ),
        ("models: {kal: {base: 25.4, at: [0.5, 10]}}", ""),
        (
            "units: {squad: {base: 25.4, count: 3, at: [4, 0.1]}}",
            f"units.squad.at: the base of squad.1 hangs 0.4 over the edge of the board{SAME}",
        ),
    ],
)
def test_what_is_only_probably_a_mistake_is_told(lines: str, says: str) -> None:
    assert told(lines) == ([f"a.yaml:5: {says}"] if says else [])


def test_a_board_that_may_be_left_has_no_edge_to_hang_over() -> None:
    open_board = table("models: {kal: {base: 25.4, at: [0.1, 10]}}").replace(
        "[30, 20]", "{width: 30, depth: 20, edge: open}"
    )
    assert loads(open_board).advice == ()


def test_a_unit_in_ranks_that_is_wrong_is_told_once() -> None:
    outside = "units: {squad: {base: 25.4, count: 300, at: [4, 25]}}"
    (off,) = problems_of(table(outside))
    assert off == (
        f"5 units.squad.at: squad.1 is at (4, 25), outside the board, {BOARD}; did you swap x and y?; "
        "the same goes for 299 other models of its unit"
    )
    two = "units:\n  one: {base: 25.4, count: 5, at: [4, 4]}\n  two: {base: 25.4, count: 5, at: [4, 4]}"
    (over,) = problems_of(table(two))
    assert over == (
        "7 units.two.at: two.1 overlaps one.1 (line 6): their centres are 0 apart, their bases need 1; "
        "the same goes for 4 other models of its unit"
    )
