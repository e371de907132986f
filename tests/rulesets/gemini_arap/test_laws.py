"""Laws of the Gemini-ARAP slice: whatever is declared is judged, odds are whole, and prices do not depend on how a way is told."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.samples import sample

from surefoot.dice.host import Again, drive
from surefoot.dice.responders import Seeded, script
from surefoot.files.scenario import loads
from surefoot.geometry.tolerance import to_lattice
from surefoot.referee.catalogue import load
from surefoot.referee.itinerary import Leg
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import check, move, odds, started
from surefoot.rulesets.gemini_arap import prices, variable
from surefoot.rulesets.gemini_arap.book import PACKAGE
from surefoot.table.record import Record, freeze
from surefoot.table.table import Table

TABLE = """
ruleset: gemini-arap
options: {variable_terrain: true}
board: [24, 24]
terrain:
  jungle: {area: {rect: [0, 8, 10, 6]}, tags: [dense-jungle]}
  swamp: {area: {rect: [6, 10, 8, 4]}, tags: [swamp]}
  rubble: {area: {rect: [14, 8, 8, 8]}, tags: [variable]}
  pit: {area: {rect: [0, 0, 3, 3]}, tags: [impassable]}
  ditch: {gap: {rect: [0, 16, 24, 2]}, depth: 3.5}
  wall: {wall: [[10, 2], [20, 2]], width: 0.25, height: 4}
  door: {door: [[14, 2], [16, 2]], width: 0.25, height: 2, state: [closed]}
models:
  kal: {base: 25, at: [8, 7], side: a, profile: {M: 5, I: 4, ap: 3}}
  foe: {base: 25, at: [12, 7], side: b, profile: {M: 4, I: 3, ap: 2}}
  s1: {base: 25, at: [15, 6], side: a, unit: s, profile: {M: 4, I: 3, ap: 2}}
  s2: {base: 25, at: [17, 6], side: a, unit: s, profile: {M: 4, I: 3, ap: 2}}
units: {s: {models: [s1, s2]}}
"""


@pytest.fixture(scope="module")
def table() -> Table:
    """A little of everything."""
    return loads(TABLE).table


points = st.tuples(st.integers(0, 240), st.integers(0, 240)).map(lambda p: (p[0] * 100_000, p[1] * 100_000))
legs = st.one_of(
    st.builds(
        Leg,
        points,
        st.sampled_from(["walk", "leap", "climb", "jump", "fly"]),
        manner=st.sampled_from(["", "backwards", "sideways"]),
    ),
    st.builds(lambda degrees: Leg(by="turn", turn=degrees * 1_000_000), st.integers(-360, 360)),
    st.builds(
        lambda to, verbs: Leg(to, "through", link="door", manner=" ".join(verbs)),
        points,
        st.lists(st.sampled_from(["open", "close", "lock", "unlock", "bolt", "unbolt"]), max_size=3),
    ),
)
shifts = st.tuples(st.integers(-60, 60), st.integers(-60, 60)).map(
    lambda s: Record(plan=freeze({"shift": [s[0] / 10, s[1] / 10]}))
)
moves = st.builds(
    lambda way, count: Declaration("move", ("kal",), tuple(way), details=Record(moves=count)),
    st.lists(legs, min_size=1, max_size=4),
    st.integers(0, 4),
)
squads = st.builds(lambda plan: Declaration("move", ("s",), details=plan), shifts)
others = st.builds(
    lambda name, who: Declaration(name, (who,)),
    st.sampled_from(["fire", "get-up", "gather-wits"]),
    st.sampled_from(["kal", "s"]),
)


@given(st.lists(st.one_of(moves, squads, others), min_size=1, max_size=3))
@settings(max_examples=sample(60), deadline=None)
def test_whatever_is_declared_is_judged(table: Table, declared: list[Declaration]) -> None:
    now = table
    for number, declaration in enumerate(declared):
        judged = check(now, declaration, nearest=False)
        assert judged.verdict in ("legal", "illegal", "stopped-short")
        made = move(now, declaration, Seeded(f"game {number}"))
        assert (made.verdict == "illegal") == (judged.verdict == "illegal")
        if made.verdict == "illegal":
            assert made.breaks
            assert made.run.table == now
        now = made.run.table


@given(moves)
@settings(max_examples=sample(40), deadline=None)
def test_a_move_run_again_over_its_answers_asks_and_does_the_same(
    table: Table, declaration: Declaration
) -> None:
    first = move(table, declaration, Seeded("once"))
    if first.verdict == "illegal":
        return
    again = drive(started(declaration, table), table, Again(first.run.replies))
    assert again.steps == first.run.steps
    assert again.table.digest == first.run.table.digest


@pytest.mark.parametrize("leap", [True, False], ids=["over a ditch", "into rubble"])
def test_odds_are_whole(table: Table, leap: bool) -> None:
    text = (
        TABLE.replace("[8, 7]", "[8, 15]" if leap else "[16, 7.5]")
        .replace("[15, 6]", "[20, 5]")
        .replace("[17, 6]", "[22, 5]")
    )
    laid = loads(text).table
    to = (8_000_000, 18_500_000) if leap else (16_000_000, 11_500_000)
    leaves = list(odds(laid, Declaration("move", ("kal",), (Leg(to, "leap" if leap else "walk"),))))
    assert len(leaves) > 2
    assert sum(leaf.chance for leaf in leaves) == Fraction(1)


def test_the_chance_of_a_jump_is_initiative_in_six() -> None:
    laid = loads(TABLE.replace("[8, 7]", "[8, 15]")).table
    leaves = odds(laid, Declaration("move", ("kal",), (Leg((8_000_000, 18_500_000), "leap"),)))
    over = sum(
        (leaf.chance for leaf in leaves if leaf.run.table.models["kal"].place.on == "board"), Fraction(0)
    )
    assert over == Fraction(4, 6)


@given(st.integers(1, 99), st.integers(1, 3))
@settings(max_examples=sample(30), deadline=None)
def test_a_stop_on_a_straight_way_changes_no_price(table: Table, at: int, count: int) -> None:
    end = 9.5 + 2 * count
    middle = 7 + (end - 7) * at / 100
    whole = _cost(table, count, [(4.0, end)], start=(4.0, 7.0))
    parts = _cost(table, count, [(4.0, middle), (4.0, end)], start=(4.0, 7.0))
    assert whole == pytest.approx(parts, abs=5) or (whole, parts) == (None, None)


@given(st.integers(1, 59), st.integers(1, 8))
@settings(max_examples=sample(40), deadline=None)
def test_moves_told_one_by_one_reach_as_far_as_told_at_once(at: int, m: int) -> None:
    """Half-rate rounding looks at what each action pays for, however the player tells it."""
    laid = loads(TABLE.replace("[8, 7]", "[4, 8]").replace("M: 5", f"M: {m}")).table
    far = min(2 * math.ceil(m / 2), 6)
    first = min(far * at / 60, math.ceil(m / 2))
    now = laid
    for end in (8 + first, 8 + far):
        leg = Leg((4_000_000, to_lattice(end)))
        made = move(now, Declaration("move", ("kal",), (leg,)), script([]))
        assert made.verdict == "legal", made.breaks
        now = made.run.table


def _cost(table: Table, count: int, way: list[tuple[float, float]], start: tuple[float, float]) -> int | None:
    laid = loads(TABLE.replace("[8, 7]", f"[{start[0]}, {start[1]}]")).table
    path = tuple(Leg((to_lattice(x), to_lattice(y))) for x, y in way)
    judged = check(laid, Declaration("move", ("kal",), path, details=Record(moves=count)), nearest=False)
    return None if judged.verdict == "illegal" else judged.cost


# ---------------------------------------------------------------------- guards of clauses that are never cited


@pytest.mark.parametrize(
    ("clause", "cited", "factor"),
    [
        ("allowance.difficult-costs-two", "difficult.two-for-one", 2.0),
        ("allowance.very-difficult-costs-four", "very-difficult.four-for-one", 4.0),
    ],
)
def test_the_first_mention_of_a_price_is_the_price_that_is_cited(
    table: Table, clause: str, cited: str, factor: float
) -> None:
    assert load(PACKAGE)[clause].proof == "guard"
    rate = next(rate for rate in prices.tariff(table, "kal", 4.0, 1).rates if rate.clause == cited)
    assert rate.factor == factor
    assert f"{factor:g}″" in load(PACKAGE)[clause].summary


@pytest.mark.parametrize(("height", "free"), [(1.0, True), (1.001, False), (25 / 25.4, True)])
def test_the_gauge_of_a_base_on_edge_is_a_full_inch(height: float, free: bool) -> None:
    """obstacle.base-gauge: the limit is 1", which a 25 mm base falls short of."""
    text = TABLE.replace("width: 0.25, height: 4}", f"width: 0.25, height: {height}}}").replace(
        "[8, 7]", "[12, 1]"
    )
    judged = check(loads(text).table, Declaration("move", ("kal",), (Leg((12_000_000, 3_500_000)),)))
    assert judged.verdict == "legal"
    assert ("obstacle.low-free" in judged.clauses) == free


def test_the_notation_of_rolls_is_what_the_ground_asks_for(table: Table) -> None:
    """support.dice-notation: RxDnPy with an arrow."""
    rolls = {
        "R2DnP1 up": variable.Score(2, 4, False, ()),
        "R3DnP1 up": variable.Score(3, 4, False, ()),
        "R2DnP1 down": variable.Score(2, 4, True, ()),
        "R1DnP1": variable.Score(1, 4, False, ()),
    }
    rows = load(PACKAGE).rows("support.dice-notation")
    assert [row["notation"] for row in rows] == list(rolls)
    for row in rows:
        dice = rolls[row["notation"]]
        assert row["notation"].startswith(f"R{dice.count}DnP1")
        assert row["notation"].endswith("down") == dice.lowest


def test_the_best_of_three_fours_is_a_four_in_37_of_64() -> None:
    text = TABLE.replace("[8, 7]", "[16, 7.5]").replace(
        "side: a, profile: {M: 5", "side: a, keywords: [move-through-cover], profile: {M: 4", 1
    )
    text = text.replace("[15, 6]", "[20, 5]").replace("[17, 6]", "[22, 5]")
    leaves = odds(loads(text).table, Declaration("move", ("kal",), (Leg((16_000_000, 11_500_000)),)))
    whole = sum(
        (leaf.chance for leaf in leaves if leaf.run.table.models["kal"].place.y == 11_500_000), Fraction(0)
    )
    assert whole == Fraction(37, 64)
