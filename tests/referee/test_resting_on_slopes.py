"""Whoever ends a move on stairs or a ramp rests there with his whole base."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from surefoot.files.scenario import loads
from surefoot.referee.referee import check, ruleset_of
from surefoot.referee.scene import Scene
from surefoot.referee.view import View
from surefoot.rulesets.necromunda_classic.activation import CLIMBING
from tests.samples import sample

TABLE = """
ruleset: necromunda-classic
board: [24, 24]
terrain:
  - {{id: gantry, platform: {{rect: [11.5, 12.5, 2, 5.5]}}, z: 1}}
  - {{id: flight, stairs: {{from: {foot}, to: {head}}}, width: {width}, height: 1}}
models:
  - {{id: kal, base: 25.4, at: {at}, on: gantry, side: a, profile: {{M: 6, I: 4}}}}
declare: [{{who: kal, action: move, path: [{{{by}: {to}}}]}}]
"""
FLIGHTS = [([8.5, 14], [11.5, 14]), ([8.5, 16], [11.5, 16]), ([10.5, 13], [10.5, 17])]


def quarters(low: float, high: float) -> st.SearchStrategy[float]:
    return st.integers(int(low * 4), int(high * 4)).map(lambda count: count / 4)


@given(
    flight=st.sampled_from(FLIGHTS),
    width=st.sampled_from([1, 1.5, 2]),
    at=st.tuples(quarters(12, 13), quarters(13, 17.5)),
    to=st.tuples(quarters(8, 11.5), quarters(12, 19)),
    by=st.sampled_from(["jump", "climb"]),
)
# Over a crack and down onto a flight that goes up beside the gantry: the board is level with its foot only.
@example(flight=FLIGHTS[2], width=1.5, at=(12.0, 14.25), to=(11.0, 15.25), by="jump")
# Out of movement on the way down over the flight: the climb continues with the next action.
@example(flight=FLIGHTS[0], width=2, at=(12.0, 16.25), to=(8.0, 12.25), by="climb")
@settings(max_examples=sample(60), deadline=None)
def test_every_move_ends_on_firm_ground(
    flight: tuple[list[float], list[float]],
    width: float,
    at: tuple[float, float],
    to: tuple[float, float],
    by: str,
) -> None:
    text = TABLE.format(foot=flight[0], head=flight[1], width=width, at=[*at], to=[*to], by=by)
    laid = loads(text)
    judged = check(laid.table, laid.declarations[0], nearest=False)
    if judged.verdict == "illegal":
        return
    after = judged.run.table
    if after.note(CLIMBING, "kal"):
        # It hangs over the stairs until its next action.
        return
    lens = ruleset_of(after).tariffs(after, "kal", "move")[0].lens
    assert View(Scene(after), lens, "kal").supported(after.pose("kal"))


def test_a_walk_up_stairs_under_a_low_roof_stops_where_the_head_exactly_touches_it() -> None:
    laid = loads("""
ruleset: necromunda-classic
board: [24, 24]
terrain:
  flight: {stairs: {from: [5, 9], to: [7, 9]}, width: 1.5, height: 1}
  landing: {platform: {rect: [7, 7.5, 3, 3]}, z: 1, under: solid}
  roof: {platform: {rect: [6, 7.5, 1.25, 3]}, z: 2.49, thickness: 0}
models:
  kal: {base: 25.4, height: 1.5, at: [4, 9], side: a, profile: {M: 6, I: 4}}
declare: [{who: kal, action: move, path: [[9, 9]]}]
""")
    (one,) = check(laid.table, laid.declarations[0], nearest=False).breaks
    assert one.where == (6_980_000, 9_000_000, 990_000)
