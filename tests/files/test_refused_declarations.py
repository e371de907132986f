"""Declarations that a file gets wrong: each mistake is named, with its place and what to write instead."""

import pytest
from tests.files.written import problems_of, small

pytestmark = pytest.mark.usefixtures("tiny_rulesets")

DECLARED = [
    ("{who: kal, action: fall}", "action: 'fall' is an event: write happen: fall"),
    (
        "{who: kal, happen: move, path: [[1, 1]]}",
        "happen: 'move' is an action: write action: move",
    ),
    (
        "{who: kal, action: move, tick: end-round, path: [[1, 1]]}",
        ": a declaration has only one of action, happen and tick; this one has 'action' and 'tick'",
    ),
    ("{who: kal, tick: end-round}", "who: End of the round is for the whole table: leave out who"),
    ("{who: kal, path: [[1, 1]]}", ": a declaration needs an action, happen or tick"),
    ("{action: move, path: [[1, 1]]}", "who: name the model or unit that acts"),
    ("{who: kal, action: [move, move], path: [[1, 1]]}", "action: expected a text, found [move, move]"),
    ("{who: [kal, kal], action: move, path: [[1, 1]]}", "who: 'kal' is listed twice"),
    ("{who: kal, action: move}", "path: move needs a path"),
    ("{who: kal, action: move, path: 4}", "path: expected a list of points and legs, found 4"),
    ("{who: kal, action: move, path: [4, 2]}", "path: a path is a list of points: [[4, 2]]"),
    ("{who: kal, action: stand, cry: ho, path: [[1, 1]]}", "path: stand takes no path"),
    ("{who: kal, action: charge}", "target: charge needs a target"),
    (
        "{who: kal, action: charge, target: kol}",
        "target: there is no 'kol' in this file; did you mean 'kal'?",
    ),
    ("{who: kal, action: stand}", "cry: stand needs 'cry': what is shouted"),
    (
        "{who: kal, action: move, path: [[1, 1]], reech: 2}",
        "reech: move takes no 'reech'; did you mean 'reach'?",
    ),
    # A field that the action doesn't take is not suggested.
    ("{who: kal, action: stand, cry: ho, paht: [[1, 1]]}", "paht: stand takes no 'paht'; known: cry, who"),
    (
        "{who: kal, action: move, path: [[1, 1]], reach: far}",
        "reach: expected a number, found the text 'far' (how far it may go)",
    ),
    (
        "{who: kal, action: move, path: [[1, 1]], times: 1.5}",
        "times: expected a whole number, found 1.5 (how often)",
    ),
    (
        "{who: kal, action: move, path: [[1, 1]], aim: 3}",
        "aim: expected a point [x, y] or [x, y, height], found 3 (where it looks)",
    ),
    (
        "{who: kal, action: move, path: [[1, 1]], legs: [[1, 1]]}",
        "legs: legs and path mean the same: give only one of them",
    ),
    (
        "{who: kal, action: move, path: [[1]]}",
        "path[0]: expected a point [x, y] or [x, y, height], found [1]",
    ),
    (
        "{who: kal, action: move, path: [[1, 1, 3]]}",
        "path[0]: no surface is at height 3 at (1, 1); found 'board' at 0",
    ),
    (
        "{who: kal, action: move, path: [{to: [1, 1], by: clim}]}",
        "path[0].by: expected walk, climb, jump, leap, fly or swim",
    ),
    (
        "{who: kal, action: move, path: [{to: [1, 1], on: roof}]}",
        "path[0].on: there is no 'roof' in this file; known: board",
    ),
    (
        "{who: kal, action: move, path: [{to: [1, 1], turn: 90}]}",
        "path[0]: a leg has one kind of movement, and this one has 'to' and 'turn': split it into several legs",
    ),
    (
        "{who: kal, action: move, path: [{climb: [1, 1], by: jump}]}",
        "path[0]: 'by' goes with 'to', not with 'climb'",
    ),
    (
        "{who: kal, action: move, path: [{manner: crawl}]}",
        "path[0]: this leg has no movement: write [x, y], or one of to, walk, climb, jump, leap, fly, swim, ladder,",
    ),
    (
        "{who: kal, action: move, path: [{clim: [1, 1]}]}",
        "path[0].clim: there is no field 'clim' here; did you mean 'climb'?",
    ),
    ("{who: kal, action: move, path: [{ladder: l9}]}", "path[0].ladder: there is no 'l9' in this file"),
    (
        "{who: kal, action: move, path: [{ladder: kal}]}",
        "path[0].ladder: expected a ladder or a rope, but 'kal' is a model",
    ),
    (
        "{who: kal, action: move, path: [{lift: x}]}",
        "path[0]: add how far the lift travels: {lift: name, rise: 4}",
    ),
    (
        "{who: kal, action: move, path: [{to: [1, 1], rise: 4}]}",
        "path[0]: only lifts and ladders have a rise",
    ),
    (
        "{who: kal, action: move, path: [{through: x}]}",
        "path[0]: add the point behind the opening: {through: name, to: [x, y]}",
    ),
    (
        "{who: kal, action: move, path: [{turn: 90, on: board}]}",
        "path[0]: 'on' is the surface of a point, and 'turn' has no point",
    ),
    (
        "{who: kal, action: move, path: [{forward: far}]}",
        "path[0].forward: expected a number above 0, found the text 'far'",
    ),
    (
        "{who: kal, action: move, path: [[1, 1], {forward: 3}]}",
        "path[1].forward: the facing after the previous leg is up to the rules: give a point [x, y], or use only turn",
    ),
    (
        "{who: [kal, bob], action: move, path: [{forward: 3}]}",
        "path[0].forward: several models have no common facing: give a point [x, y]",
    ),
    (
        "{who: bob, action: move, path: [{forward: 3}]}",
        "path[0].forward: 'bob' is not on the table and has no facing: give a point [x, y]",
    ),
    (
        "kal moves",
        ": expected a declaration such as {who: kal, action: move, path: [[4, 2]]}, found the text 'kal moves'",
    ),
]


@pytest.mark.parametrize(("entry", "says"), DECLARED)
def test_a_wrong_declaration(entry: str, says: str) -> None:
    (first, *_) = problems_of(small("  - {id: bob, base: 32, place: reserve}", "declare:", f"  - {entry}"))
    lead = "7 declare[0]" if says.startswith(":") else "7 declare[0]."

    assert first.startswith(f"{lead}{says}")


@pytest.mark.parametrize(
    "wrong", ["count: 3, formation: [2, 1]", "count: 2, formation: [2, 1], height: tall"]
)
def test_a_unit_with_a_problem_is_not_told_again_by_its_declaration(wrong: str) -> None:
    text = small(
        f"units: {{s: {{base: 32, {wrong}, at: [9, 9], profile: {{M: 5, I: 4}}}}}}",
        "declare: [{who: s, action: move, path: [[9, 10]]}]",
    )
    (only,) = problems_of(text)
    assert "units.s." in only


def test_names_and_details_are_checked_beside_a_path_that_cannot_be_read() -> None:
    entry = "{who: kall, action: move, path: [[1]], target: kol, reach: far, tmes: 2}"
    fields = [each.split(":")[0] for each in problems_of(small("declare:", f"  - {entry}"))]
    assert fields == [
        "6 declare[0].path[0]",
        "6 declare[0].who",
        "6 declare[0].target",
        "6 declare[0].reach",
        "6 declare[0].tmes",
    ]
    # What is wrong with the kind of action is told once.
    (only,) = problems_of(small("declare:", "  - {who: kal, action: move, tick: end-round, tmes: 2}"))
    assert "only one of" in only
