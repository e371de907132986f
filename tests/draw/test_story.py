"""What outcomes add to a picture: strides, stages, refusals, and what became of whom."""

from __future__ import annotations

from surefoot.draw.compose import picture
from surefoot.draw.picture import Label, Picture
from surefoot.files.scenario import loads
from surefoot.geometry.tolerance import from_lattice
from surefoot.referee.referee import check
from surefoot.referee.speaking import speaker
from tests.draw.scenes import CROWD, GANTRY, LEAP, TOO_FAR, WALK, played, scenario

OFF_THE_EDGE = "declare: [{who: kal, action: move, path: [[9, 9], [12.5, 9]]}]"


def labels(shown: Picture, kind: str) -> list[Label]:
    return [label for label in shown.labels if label.kind == kind]


def texts(shown: Picture) -> list[str]:
    return [caption.text for caption in shown.caption]


def test_each_stride_is_drawn_from_where_it_starts_to_where_it_ends() -> None:
    laid = scenario(GANTRY, LEAP)
    (result,) = played(laid)
    shown = picture(laid.table, [result])
    assert [track.points for track in shown.tracks] == [
        tuple((from_lattice(x), from_lattice(y)) for x, y, _ in (line.start, line.end))
        for line in result.ledger
    ]
    assert [track.kind for track in shown.tracks] == ["walk", "walk", "leap", "walk"]
    # Only where the way ends there is an arrow.
    assert [track.ends for track in shown.tracks] == [False, False, False, True]


def test_prices_are_written_for_people() -> None:
    laid = scenario(GANTRY, LEAP)
    shown = picture(laid.table, played(laid))
    assert [label.text for label in labels(shown, "cost")] == ["0.94", "1.51", "3.02", "0.1"]
    assert texts(shown)[0] == "Kal · Move (Simple): legal, 5.6″"


def test_a_ledger_has_a_row_for_each_stride_and_its_number_on_the_path() -> None:
    laid = scenario(GANTRY, LEAP)
    (result,) = played(laid)
    shown = picture(laid.table, [result], ledger=True)
    assert shown.ledger is not None
    assert [row[-1] for row in shown.ledger.rows] == [
        speaker(result.run.table).rule(line.clause) for line in result.ledger
    ]
    assert [row[0] for row in shown.ledger.rows] == [label.text for label in labels(shown, "stride")]
    assert shown.ledger.rows[2][:5] == ("3", "leap", "3.02", "× 1", "3.02")
    assert labels(shown, "cost") == []
    assert picture(laid.table, [result]).ledger is None


def test_whoever_moves_has_a_ring_where_he_ends() -> None:
    laid = scenario(GANTRY, WALK)
    shown = picture(laid.table, played(laid))
    goals = [token for token in shown.tokens if token.kind == "goal"]
    assert [(goal.x, goal.y, goal.height) for goal in goals] == [(10.0, 9.0, 4.0)]


def test_a_fall_has_a_letter_a_mark_for_lying_and_its_clause() -> None:
    laid = scenario(GANTRY, LEAP)
    (result,) = played(laid, "8")
    falls = [event for event in result.events if event.what == "falls"]
    assert falls, "the seed must make the leap fail"
    shown = picture(laid.table, [result])
    assert [track.kind for track in shown.tracks][-1] == "drop"
    assert [label.text for label in labels(shown, "event")] == ["a"]
    told = [caption for caption in shown.caption if caption.mark == "a"]
    assert told[0].text.startswith("Kal falls [")
    assert speaker(result.run.table).title(falls[0].clauses[0]) in told[0].text
    (goal,) = [token for token in shown.tokens if token.kind == "goal"]
    assert goal.down
    assert goal.height == 0.0
    assert ("down-model", "down") in shown.legend
    assert any(label.text.startswith("→ ") for label in labels(shown, "status"))


def test_whoever_is_gone_leaves_a_mark_where_he_was_last() -> None:
    laid = scenario(GANTRY, LEAP)
    (result,) = played(laid, "6")
    assert result.run.table.models["kal"].place.kind == "gone", "the seed must take kal out"
    shown = picture(laid.table, [result])
    (gone,) = [sign for sign in shown.signs if sign.kind == "gone"]
    assert (gone.x, gone.y) == shown.tracks[-1].points[-1]
    assert shown.tracks[-1].kind == "drop"


def test_a_refusal_shows_what_was_declared_where_it_broke_and_what_is_legal() -> None:
    laid = scenario(GANTRY, OFF_THE_EDGE)
    result = check(laid.table, laid.declarations[0])
    assert result.verdict == "illegal"
    shown = picture(laid.table, [result])
    kinds = {track.kind: track for track in shown.tracks}
    assert kinds["declared"].points == ((8.5, 10.0), (9.0, 9.0), (12.5, 9.0))
    (refused,) = [sign for sign in shown.signs if sign.kind == "refused"]
    reason = result.breaks[0]
    assert reason.where is not None
    assert (refused.x, refused.y) == (from_lattice(reason.where[0]), from_lattice(reason.where[1]))
    assert f"{reason.says} [{speaker(result.run.table).title(reason.clause)}]" in texts(shown)
    (ghost,) = [token for token in shown.tokens if token.kind == "ghost"]
    assert result.nearest is not None
    end = result.nearest.legs[-1].to
    assert end is not None
    assert (ghost.x, ghost.y) == (from_lattice(end[0]), from_lattice(end[1]))
    assert kinds["nearest"].points[-1] == (ghost.x, ghost.y)


def test_a_move_cut_short_shows_the_rest_under_what_was_gone() -> None:
    laid = scenario(GANTRY, TOO_FAR)
    (result,) = played(laid)
    assert result.verdict == "stopped-short"
    shown = picture(laid.table, [result])
    assert [track.kind for track in shown.tracks] == ["declared", "walk"]
    assert any("runs out of movement" in text for text in texts(shown))


def test_several_declarations_are_numbered_on_the_picture_and_below_it() -> None:
    second = "declare: [{who: kal, action: move, path: [[10, 9]]}, {who: foe, action: move, path: [[20, 6]]}]"
    laid = scenario(GANTRY, second)
    shown = picture(laid.table, played(laid))
    assert [label.text for label in labels(shown, "stage")] == ["1", "2"]
    assert [caption.mark for caption in shown.caption if caption.head] == ["1", "2"]


def test_a_strip_has_a_panel_for_each_declaration_on_the_table_it_began_with() -> None:
    second = "declare: [{who: kal, action: move, path: [[10, 9]]}, {tick: end-round}, {who: foe, action: move, path: [[20, 6]]}]"
    laid = scenario(GANTRY, second)
    shown = picture(laid.table, played(laid), stages="strip", ledger=True)
    assert len(shown.panels) == 2
    kal = [next(token for token in panel.tokens if token.name == "kal") for panel in shown.panels]
    assert [(token.x, token.y) for token in kal] == [(8.5, 10.0), (10.0, 9.0)]
    assert len({panel.bounds for panel in shown.panels}) == 1
    # What nobody can see is told all the same.
    assert texts(shown) == ["End round: legal"]
    assert shown.ledger is not None
    assert [row[0] for row in shown.ledger.rows] == ["1", "2"]


def test_every_model_of_a_unit_has_its_path_and_its_end() -> None:
    laid = scenario(CROWD)
    shown = picture(laid.table, played(laid))
    assert len([track for track in shown.tracks if track.ends]) == 10
    assert len([token for token in shown.tokens if token.kind == "goal"]) == 10
    # What ten models pay together says nothing.
    assert texts(shown)[0] == "Squad · Normal move: legal"


def test_a_refused_plan_is_drawn_for_everybody_in_it() -> None:
    crowd = CROWD.replace(
        "plan: {shift: [3, 0]}", "plan: {shift: [30, 0], except: {squad.3: [[9, 7], [13, 7.5]]}}"
    )
    laid = scenario(crowd)
    result = check(laid.table, laid.declarations[0])
    assert result.verdict == "illegal"
    declared = [track.points for track in picture(laid.table, [result]).tracks if track.kind == "declared"]
    assert len(declared) == 10
    third = laid.table.pose("squad.3")
    assert ((third.x, third.y), (9.0, 7.0), (13.0, 7.5)) in declared


def test_an_outcome_seen_afterwards_shows_where_it_began() -> None:
    laid = scenario(GANTRY, WALK)
    (result,) = played(laid)
    shown = picture(result.run.table, [result])
    (origin,) = [token for token in shown.tokens if token.kind == "origin"]
    assert (origin.x, origin.y) == (8.5, 10.0)
    assert not [token for token in shown.tokens if token.kind == "goal"]


def test_only_what_lies_round_the_action_is_shown_unless_the_whole_is_wanted() -> None:
    laid = scenario(GANTRY.replace("[24, 24]", "[96, 96]").replace("[20.6, 4.1]", "[80, 80]"), WALK)
    outcomes = played(laid)
    near = picture(laid.table, outcomes)
    assert [token.name for token in near.tokens if token.name] == ["kal"]
    assert "foe" not in [label.text for label in near.labels]
    whole = picture(laid.table, outcomes, whole=True)
    assert [token.name for token in whole.tokens if token.name] == ["foe", "kal"]
    assert whole.bounds[2] >= 96
    assert [token.name for token in picture(laid.table).tokens] == ["foe", "kal"]


ARRIVING = """
ruleset: wh40k-10e
board: [60, 44]
clock: {side: blue, phase: movement, round: 2, step: reinforcements}
units:
  terminators: {base: 40, count: 5, place: {kind: reserve}, side: blue, keywords: [Infantry, Deep Strike], profile: {M: 5}}
  boys: {base: 32, count: 3, at: [27, 31], side: red, keywords: [Infantry], profile: {M: 6}}
declare: [{who: terminators, action: arrive, plan: {near: [28, 24]}}]
"""


def test_models_that_are_set_up_are_drawn_where_they_end_and_named_once() -> None:
    laid = loads(ARRIVING)
    result = check(laid.table, laid.declarations[0])
    shown = picture(laid.table, [result])
    goals = [token for token in shown.tokens if token.kind == "goal"]
    after = result.run.table
    assert {(round(token.x, 3), round(token.y, 3)) for token in goals} == {
        (round(pose.x, 3), round(pose.y, 3)) for pose in map(after.pose, after.units["terminators"].models)
    }
    assert [label.text for label in shown.labels].count("Terminators") == 1
