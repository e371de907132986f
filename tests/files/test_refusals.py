"""Bad files, each tried: every problem at once, with its line, its field, and words for a newcomer."""

import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.files.written import YARD, problems_of, small
from tests.samples import sample

from surefoot.files.problems import FileInvalid, FileProblem
from surefoot.files.scenario import load, loads
from surefoot.language import Quoted, say
from surefoot.referee import protocol
from surefoot.table.words import near, suggested

pytestmark = pytest.mark.usefixtures("tiny_rulesets")


def test_all_problems_are_told_at_once_in_the_order_of_the_lines() -> None:
    text = small(
        "  - {id: bob, base: 32, at: [4.5, 4], hieght: 2}",
        "  - {id: eve, base: 32, at: [60, 4], profile: {M: 5, Ws: 3}}",
        "terrain:",
        "  - {id: w, wall: [[1, 1], [2, 1]], width: 1}",
        "  - {id: p, platfrom: {rect: [10, 4, 6, 4]}, z: 4}",
        "declare:",
        "  - {who: kel, action: mvoe, path: [[1, .nan]]}",
        "  - {who: kel, action: mvoe, path: [[1, 1]]}",
    )

    assert problems_of(text) == [
        "5 models.bob.hieght: there is no field 'hieght' here; did you mean 'height'?",
        "6 models.eve.at: eve is at (60, 4), outside the board, which extends from (0, 0) to (24, 24)",
        "6 models.eve.profile.Ws: tiny knows no Ws",
        "8 terrain.w.height: tiny has no default height for a wall: add height",
        "9 terrain.p.platfrom: there is no sort of terrain 'platfrom'; did you mean 'platform'?",
        "11 declare[0].path[0]: expected a number in the point [x, y] or [x, y, height], found nan",
        "11 declare[0].action: tiny has no action 'mvoe'; did you mean 'move'?",
        "11 declare[0].who: there is no 'kel' in this file; did you mean 'kal'?",
        "12 declare[1].action: tiny has no action 'mvoe'; did you mean 'move'?",
        "12 declare[1].who: there is no 'kel' in this file; did you mean 'kal'?",
    ]


def test_a_problem_shows_itself_as_editors_like_it() -> None:
    assert (
        str(FileProblem("a.yaml", 3, "models.kal", "no", "move.any")) == "a.yaml:3: models.kal: no [move.any]"
    )
    assert str(FileProblem("a.yaml", 0, "", "no")) == "a.yaml: no"
    assert str(FileInvalid([FileProblem("a", 2, "", "y"), FileProblem("a", 1, "", "x")])) == "a:1: x\na:2: y"


def test_near_misses_are_offered_and_else_what_there_is() -> None:
    assert near("Platfrom", ["wall", "platform"]) == "platform"
    nothing = say("There is no {name}", name=Quoted("zzz"))
    assert str(suggested(nothing, "zzz", [])) == "There is no 'zzz'"
    assert str(suggested(nothing, "zzz", [f"name{i}" for i in range(20)])).endswith("name11 and 8 more")


def terrain(entry: str) -> str:
    return small("terrain:", f"  - {entry}")


TERRAIN = [
    (
        "{id: w, wall: [[1, 1], [2, 1]], height: 4}",
        "w.width: a wall that is given as a line needs a width",
    ),
    ("{id: w, wall: [[1, 1], [1, 1]], width: 1, height: 4}", "w.wall: its two ends are the same point"),
    (
        "{id: w, wall: [1, 1], width: 1, height: 4}",
        "w.wall: expected the two ends of a line [[x, y], [x, y]]",
    ),
    (
        "{id: w, wall: [[1, 1, 1], [2, 1]], width: 1, height: 4}",
        "w.wall: expected a point [x, y], found [1, 1, 1]",
    ),
    (
        "{id: w, wall: {rect: [1, 1, 2, 2]}, width: 1, height: 4}",
        "w.width: a rectangle already has a width: leave this one out",
    ),
    (
        "{id: w, wall: {rect: [1, 1, 2, 0]}, height: 4}",
        "w.wall: expected a depth above 0 in {rect: [x, y, width, depth]}, found 0",
    ),
    (
        "{id: w, wall: {box: [1, 1, 2, 2]}, height: 4}",
        "w.wall: expected {rect: [x, y, width, depth]} or a list of points",
    ),
    ("{id: w, wall: {rect: [1, 1, 2, 2]}, height: 0}", "w.height: a wall needs a height above 0"),
    ("{id: w, wall: {rect: [1, 1, 2, 2]}, height: -1}", "w.height: expected a number from 0 up, found -1"),
    (
        "{id: w, wall: {rect: [1, 1, 2, 2]}, height: tall}",
        "w.height: expected a number from 0 up, found the text 'tall'",
    ),
    ("{id: w, wall: {rect: [1, 1, 2, 2]}, height: }", "w.height: expected a number from 0 up, found nothing"),
    (
        "{id: w, wall: {rect: [.inf, 1, 2, 2]}, height: 4}",
        "w.wall: expected a number, found inf",
    ),
    (
        "{id: w, wall: {rect: [1e300, 1, 2, 2]}, height: 4}",
        "w.wall: 1e+300 is out of range: numbers go from -10,000 to 10,000",
    ),
    (
        "{id: w, wall: [[1,1],[5,1],[5,5],[1,5],[1,1.2],[4.8,1.2]], width: 1, height: 1}",
        "w.wall: the line closes on itself",
    ),
    (
        "{id: p, platform: [[0, 0], [4, 4], [4, 0], [0, 4]], z: 3}",
        "p.platform: the outline crosses or touches itself near (2, 2)",
    ),
    (
        "{id: p, platform: [[0, 0], [4, 4], [8, 8]], z: 3}",
        "p.platform: the outline crosses or touches itself near (0, 0)",
    ),
    (
        "{id: p, platform: {rect: [1, 1, 2, 2]}}",
        "p.z: tiny has no default height for a platform: add z",
    ),
    (
        "{id: p, platform: {rect: [1, 1, 2, 2]}, height: 3}",
        "p.height: a platform has no field 'height'; z is the height of its top",
    ),
    (
        "{id: p, platform: {rect: [1, 1, 2, 2]}, z: 3, under: sold}",
        "p.under: expected open or solid, found the text 'sold'; did you mean 'solid'?",
    ),
    ("{id: g, gap: {rect: [1, 1, 2, 2]}}", "g.depth: tiny has no default depth for a gap: add depth"),
    ("{id: l, rope: [1, 1]}", "l.to: tiny has no default height for a rope: add to"),
    ("{id: l, ladder: [1, 1], from: 4, to: 2}", "l.to: its head must be above its foot at 4"),
    ("{id: l, ladder: [1, 1], to: 2, height: 2}", "l.to: give either to or height, not both"),
    ("{id: l, ladder: [1, 1], to: kal}", "l.to: expected a surface, but 'kal' is a model"),
    (
        "{id: s, stairs: {from: [1, 1], to: [1, 1]}, width: 1, height: 2}",
        "s.stairs: its two ends are the same point",
    ),
    (
        "{id: s, stairs: {from: [1, 1], too: [1, 2]}, width: 1, height: 2}",
        "s.stairs: expected {from: [x, y], to: [x, y]}",
    ),
    ("{id: s, stairs: {from: [1, 1], to: [1, 2]}, height: 2}", "s.width: is missing: how wide they are"),
    (
        "{id: x, lift: {rect: [1, 1, 2, 2]}, shaft: [4, 0]}",
        "x.shaft: the low end of the shaft (4) must be below its high end (0)",
    ),
    (
        "{id: x, lift: {rect: [1, 1, 2, 2]}, shaft: [0, 4], z: 5}",
        "x.z: the lift is at 5, outside its shaft from 0 to 4",
    ),
    (
        "{id: d, door: [[1, 1], [2, 1], [3, 1]], height: 2}",
        "d.door: expected the two ends [[x, y], [x, y]], found 3 points",
    ),
    ("{id: d, window: [[1, 1], [2, 1]], height: 2}", "d.sill: is missing: height of its sill above its foot"),
    ("{id: a, area: {rect: [1, 1, 2, 2]}, on: a}", "a.on: 'a' is an area: nothing can stand on it"),
    ("{id: a, platform: {rect: [1, 1, 2, 2]}, z: 1, on: a}", "a.on: 'a' would stand on itself"),
    (
        "{id: a, wall: {rect: [1, 1, 2, 2]}, height: 1, obstacle: 3}",
        "a: a piece has one sort, this one has 'wall' and 'obstacle': make them several pieces",
    ),
    ("{id: a, height: 2}", "a: give its sort and its outline, such as wall: [[2, 3], [8, 3]]; known: area,"),
    ("{id: a, tree: [1, 1]}", "a.tree: there is no sort of terrain 'tree'; known: area,"),
    ("{wall: {rect: [1, 1, 2, 2]}, height: 2}", "terrain[0].id: a piece of terrain needs a name"),
    (
        "{id: a b, area: {rect: [1, 1, 2, 2]}}",
        "a b.id: 'a b' can't be a name: use letters, digits, '-', '_' and '.', without spaces",
    ),
    (
        "{id: board, area: {rect: [1, 1, 2, 2]}}",
        "board: 'board' is the name of the board: choose another",
    ),
    (
        "{id: a, area: {rect: [1, 1, 2, 2]}, flimsy: true}",
        "a.flimsy: an area has no field 'flimsy'; it is a trait of the ruleset: write traits: {tiny: {flimsy: …}}",
    ),
    (
        "{id: a, area: {rect: [1, 1, 2, 2]}, traits: {tinny: {x: 1}}}",
        "a.traits.tinny: there is no ruleset 'tinny'; did you mean 'tiny'?",
    ),
    (
        "{id: a, area: {rect: [1, 1, 2, 2]}, traits: {tiny: 1}}",
        "a.traits.tiny: traits go under the name of their ruleset",
    ),
    ("{id: a, area: {rect: [1, 1, 2, 2]}, tags: {a: b}}", "a.tags: expected a text, found a mapping (a)"),
    ("7", "terrain[0]: expected a piece of terrain as a mapping of its fields, found 7"),
]


@pytest.mark.parametrize(("entry", "says"), TERRAIN)
def test_a_wrong_piece_of_terrain(entry: str, says: str) -> None:
    (first, *_) = found = problems_of(terrain(entry))

    assert says in first
    assert all(each.startswith("6 terrain") for each in found)


MODELS = [
    ("{id: bob, at: [9, 9]}", "bob.base: is missing: its diameter in millimetres"),
    ("{id: bob, base: 32}", "bob.at: is missing: its position [x, y]"),
    (
        "{id: bob, base: big, at: [9, 9]}",
        "bob.base: expected a size in millimetres, such as 32, {oval: [120, 92]} or {rectangle: [100, 50]}, found the",
    ),
    ("{id: bob, base: {ovl: [3, 4]}, at: [9, 9]}", "bob.base: there is no base 'ovl'; did you mean 'oval'?"),
    (
        "{id: bob, base: {oval: 3}, at: [9, 9]}",
        "bob.base: expected oval: [length, width] in millimetres, found 3",
    ),
    ("{id: bob, base: 1e-9, at: [9, 9]}", "bob.base: a base of 1e-09 mm is too small"),
    (
        "{id: bob, base: 32, hull: [4, 2], at: [9, 9]}",
        "bob: give either a base (in millimetres) or a hull (in the table's unit), not both",
    ),
    ("{id: bob, hull: [4], at: [9, 9]}", "bob.hull: expected [length, width] or the corners"),
    (
        "{id: bob, hull: [[0, 0], [4, 4], [4, 0], [0, 4]], at: [9, 9]}",
        "bob.hull: the outline crosses or touches itself",
    ),
    (
        "{id: bob, base: 32, at: [4.5, 4]}",
        "bob.at: bob overlaps kal (line 4): their centres are 0.5 apart, their bases need 1.26",
    ),
    ("{id: bob, hull: [4, 2], at: [4.5, 4]}", "bob.at: bob overlaps kal (line 4)"),
    (
        "{id: bob, base: 32, at: [9, 9], on: gantry}",
        "bob.on: there is no 'gantry' in this file; known: board",
    ),
    ("{id: bob, base: 32, at: [9, 9], on: kal}", "bob.on: expected a surface, but 'kal' is a model"),
    (
        "{id: bob, base: 32, at: [9, 9, 3]}",
        "bob.at: no surface is at height 3 at (9, 9); found 'board' at 0",
    ),
    (
        "{id: bob, base: 32, at: [9, 9, 3], on: board}",
        "bob.at: 'board' is at height 0 there, not 3: give only one of them",
    ),
    (
        "{id: bob, base: 32, at: [99, 9, 3]}",
        "bob.at: no surface is at height 3 at (99, 9), or at any other height",
    ),
    ("{id: bob, base: 32, at: [9, 9], place: reserv}", "bob.place: expected surface, link,"),
    (
        "{id: bob, base: 32, at: [9, 9], place: reserve}",
        "bob.at: the place 'reserve' has no position: leave out at",
    ),
    ("{id: bob, base: 32, place: {kind: aboard}}", "bob.place.on: is missing: the model that carries it"),
    (
        "{id: bob, base: 32, place: {kind: aboard, on: kol}}",
        "bob.place.on: there is no 'kol' in this file; did you mean 'kal'?",
    ),
    (
        "{id: bob, base: 32, place: {kind: link}}",
        "bob.place.on: is missing: the ladder, rope or wall it hangs on",
    ),
    ("{id: bob, base: 32, place: {knd: air}}", "bob.place.kind: is missing: surface, link,"),
    (
        "{id: bob, hull: [4, 2], deck: high, at: [9, 9]}",
        "bob.deck: expected a mapping of fields, found the text 'high'",
    ),
    (
        "{id: bob, hull: [4, 2], deck: {z: 1, outlin: 3}, at: [9, 9]}",
        "bob.deck.outlin: there is no field 'outlin' here; did you mean 'outline'?",
    ),
    (
        "{id: bob, hull: [4, 2], deck: 1, on: bob.deck, at: [0, 0]}",
        "bob.on: 'bob' would carry itself",
    ),
    (
        "{id: bob, base: 32, at: [9, 9], counters: {wounds: half}}",
        "bob.counters.wounds: expected a whole number, found the text 'half'",
    ),
    (
        "{id: bob, base: 32, at: [9, 9], profile: [1]}",
        "bob.profile: expected a mapping such as {name: value}, found [1]",
    ),
    (
        "{id: bob, base: 32, at: [9, 9], profile: {M: .nan}}",
        "bob.profile.M: a game can't store the number nan",
    ),
    ("{id: bob, base: 32, at: [9, 9], profile: {WS: 3, M: 4}}", "bob.profile.WS: tiny knows no WS"),
    (
        "{id: bob, base: 32, at: [9, 9], facing: north}",
        "bob.facing: expected degrees clockwise from north, such as 90 for east, found the text 'north'",
    ),
    (
        "{id: kal, base: 32, at: [9, 9]}",
        "kal: 'kal' is already the name of a model on line 4: choose another",
    ),
]


@pytest.mark.parametrize(("entry", "says"), MODELS)
def test_a_wrong_model(entry: str, says: str) -> None:
    (first, *_) = found = problems_of(small(f"  - {entry}"))

    assert f"5 models.{says}" in first
    assert all(each.startswith("5 models.") for each in found)


OTHERS = [
    (
        "units: {s: {base: 32, count: 12, formation: [5, 2], at: [9, 9]}}",
        "units.s.formation: 12 models don't fit into a formation of 5 × 2 = 10",
    ),
    (
        "units: {s: {base: 32, count: 100000, at: [9, 9]}}",
        "5 units: a table has at most 1,000 models, this one has 100,001",
    ),
    ("units: {s: {base: 32, count: 0, at: [9, 9]}}", "units.s.count: expected 1 to 1,000 models, found 0"),
    (
        "units: {s: {base: 32, formation: 5, at: [9, 9]}}",
        "units.s.formation: expected models in a rank and ranks, such as [5, 2], found 5",
    ),
    (
        "units: {s: {models: [kal, kol]}}",
        "units.s.models: there is no 'kol' in this file; did you mean 'kal'?",
    ),
    ("units: {s: {models: [kal, kal]}}", "units.s.models: 'kal' is listed twice"),
    ("units: {s: {models: [kal]}, t: {models: [kal]}}", "units.t.models: 'kal' already belongs to 's'"),
    (
        "units: {s: {models: [kal], at: [9, 9]}}",
        "units.s.models: a unit either lists its models or sets up its own: leave out models, or at",
    ),
    (
        "units: {s: {side: red}}",
        "units.s.models: list its models (models: [a, b]), or how many to set up (count: 10)",
    ),
    ("units: {kal: {models: [kal]}}", "units.kal: 'kal' is already the name of a model on line 4"),
    (
        "units: {s: {base: 32, count: 2, at: [9, 9]}}\nobjects: {s.2: {sort: loot, at: [1, 1]}}",
        "units.s: 's.2' is already the name of an object on line 6",
    ),
    ("units: 4", "units: expected a list of entries with ids, or a mapping by id, found 4"),
    ("units: {s: 4}", "units.s: expected a unit as a mapping of its fields, found 4"),
    ("characters: {kal: {M: 3}}", "characters.kal: 'kal' is already the name of a model on line 4"),
    ("characters: {vex: {M: 3, Ag: 40}}", "characters.vex.Ag: tiny knows no Ag"),
    ("objects: [{id: o}]", "objects.o.sort: is missing: what it is, such as sort: loot, or one of"),
    (
        "objects: [{id: o, sort: loot}]",
        "objects.o.at: give its position (at: [x, y]) or its carrier (carried-by: name)",
    ),
    (
        "objects: [{id: o, sort: loot, at: [99, 9]}]",
        "objects.o.at: o is at (99, 9), outside the board, which extends from (0, 0) to (24, 24)",
    ),
    (
        "objects: [{id: o, rope: 5, carried-by: kol}]",
        "objects.o.carried-by: there is no 'kol' in this file; did you mean 'kal'?",
    ),
    (
        "objects: [{id: o, rope: 5, carried_by: kal}]",
        "objects.o.carried_by: there is no field 'carried_by' here; did you mean 'carried-by'?",
    ),
    (
        "objects: [{id: o, rope: 5, at: [1, 1], carried-by: kal}]",
        "objects.o.at: give either its position (at) or its carrier (carried-by), not both",
    ),
    ("notes: [{key: a, lifetime: fase}]", "notes[0].lifetime: expected action, activation,"),
    ("notes: [{key: a, of: kol}]", "notes[0].of: there is no 'kol' in this file; did you mean 'kal'?"),
    (
        "notes: [{key: a, lifetime: event}]",
        "notes[0].until: a note with lifetime: event needs until, and no other note has it",
    ),
    ("notes: [{key: a}, {key: a}]", "notes[1]: there are two notes 'a'"),
    ("notes: {key: a}", "notes: expected a list of notes"),
    ("clock: {roud: 2}", "clock.roud: there is no field 'roud' here; did you mean 'round'?"),
    ("clock: {round: 1.5}", "clock.round: expected a whole number, found 1.5"),
    ("environment: dark", "environment: expected a mapping such as {name: value}, found the text 'dark'"),
    (
        "options: {premesure: true}",
        "options.premesure: tiny has no option 'premesure'; did you mean 'premeasure'?",
    ),
    (
        "options: {premeasure: maybe}",
        "options.premeasure: premeasure is true or false, not 'maybe'",
    ),
    (
        "options: {base_support: half}",
        "options.base_support: base_support is one of full, centre, not 'half'",
    ),
    ("options: {step: .nan}", "options.step: step is a number, not nan"),
    ("options: [premeasure]", "options: expected options by name such as {name: value}, found [premeasure]"),
    ("scale: 2", "scale: tiny uses inches: leave out the scale"),
    ("scale: 0", "scale: expected a number above 0, found 0"),
    (
        "surefoot: 2",
        "surefoot: this file was written by a newer Surefoot (format 2, this one reads 1): update Surefoot",
    ),
    ("modles: []", "modles: a scenario has no field 'modles'; did you mean 'models'?"),
    ("name: [a]", "name: expected a text, found [a]"),
    ("dice: 4", "dice: expected dice in order, or answers by clause or question, found 4"),
    ("dice: [.inf]", "dice: a game can't store the number inf"),
    (
        "declare: {who: kal, action: move}",
        "declare: expected a list of declarations: put '- ' before the first field",
    ),
    ("declare: 4", "declare: expected a list of declarations, found 4"),
]


@pytest.mark.parametrize(("lines", "says"), OTHERS)
def test_something_else_wrong_with_the_table(lines: str, says: str) -> None:
    (first, *_) = problems_of(small(*lines.split("\n")))

    assert says in first


RULESETS = [
    ("ruleset: tinny", "1 ruleset: there is no ruleset 'tinny'; did you mean 'tiny'?"),
    ("ruleset: chess", "1 ruleset: there is no ruleset 'chess'; known: tiny, metric"),
    ("ruleset: [tiny]", "1 ruleset: expected the name of a ruleset, found [tiny]"),
    (
        "ruleset: tiny(premeasure)",
        "1 ruleset: expected name=value in the brackets, found the text 'premeasure'",
    ),
    (
        "ruleset: tiny(base_suport=full)",
        "1 ruleset: tiny has no option 'base_suport'; did you mean 'base_support'?",
    ),
    (
        "ruleset: tiny(premeasure=on)\noptions: {premeasure: off}",
        "2 options.premeasure: premeasure is already set to the text 'on' after the name of the ruleset",
    ),
    ("name: x", "1 ruleset: is missing: the ruleset, with options in brackets; known: tiny, metric"),
    ("", "1 : the file is empty; expected a scenario: a mapping with ruleset, terrain, models, …"),
    ("- 1", "1 : expected a scenario: a mapping with ruleset, terrain, models, …, found [1]"),
    (
        "ruleset: metric\nmodels: {kal: {base: 32, at: [1, 1]}}",
        "2 models.kal.base: bases are in millimetres, this ruleset is in metres: add the metres for each inch of the",
    ),
    ("ruleset: tiny\nboard: [4]", "2 board: expected a board [width, depth], found [4]"),
    ("ruleset: tiny\nboard: {width: 4}", "2 board.depth: is missing: depth, from south to north"),
    ("ruleset: tiny\nboard: [4, -4]", "2 board: expected a number above 0, found -4"),
    ("ruleset: tiny\nboard: big", "2 board: expected a board [width, depth], found the text 'big'"),
]


@pytest.mark.parametrize(("text", "says"), RULESETS)
def test_a_wrong_head_of_the_file(text: str, says: str) -> None:
    (first, *_) = problems_of(text)

    assert first.startswith(says)


def test_one_mistake_is_not_told_again_by_everything_that_refers_to_it() -> None:
    text = small(
        "  - {id: bob, base: 32, at: [12, 6], on: gantry}",
        "  - {id: bus, hull: [4, 2, 1], deck: 1, at: [12, 16]}",
        "  - {id: eve, base: 32, at: [0, 0], on: bus.deck}",
        "terrain:",
        "  - {id: gantry, platform: {rect: [10, 4, 6, 4]}, z: high}",
        "  - {id: l, ladder: [10, 6], to: gantry}",
        "  - {id: r, railing: [[10, 4], [16, 4]], on: gantry}",
        "units: {team: {models: [kal, bob]}}",
        "notes: [{key: x, of: bob}]",
        "objects: [{id: o, sort: loot, carried-by: eve}]",
        "declare: [{who: bob, action: charge, target: eve}, {who: kal, action: move, path: [{ladder: l}]}]",
    )

    assert problems_of(text) == [
        "6 models.bus.hull: expected [length, width] or the corners [[x, y], …] of the hull, found [4, 2, 1]",
        "9 terrain.gantry.z: expected a number, found the text 'high'",
    ]


def test_a_problem_of_the_ruleset_finds_the_line_of_its_field() -> None:
    text = small(
        "  - id: bob",
        "    base: 32",
        "    at: [9, 9]",
        "    profile:",
        "      M: 4",
        "      Ws: 3",
        "units:",
        "  squad:",
        "    {base: 32, at: [12, 12], count: 2,",
        "     profile: {M: x}}",
    )

    assert problems_of(text) == [
        "10 models.bob.profile.Ws: tiny knows no Ws",
        "14 models.squad.1.profile.M: M is a whole number",
        "14 models.squad.2.profile.M: M is a whole number",
    ]


def test_a_ruleset_that_cannot_be_loaded_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> protocol.Ruleset:
        raise ModuleNotFoundError("No module named 'gone'")

    monkeypatch.setattr(protocol, "find", broken)

    assert problems_of("ruleset: tiny") == [
        "1 ruleset: the ruleset 'tiny' is installed but can't be loaded: No module named 'gone'"
    ]


def test_ten_thousand_waypoints_are_too_many() -> None:
    path = ", ".join("[1, 1]" for _ in range(10_000))
    started = time.process_time()

    assert problems_of(small(f"declare: [{{who: kal, action: move, path: [{path}]}}]")) == [
        "5 declare[0].path: a path has at most 1,000 legs, this one has 10,000"
    ]
    assert time.process_time() - started < 10.0


def test_a_thousand_waypoints_are_read() -> None:
    path = ", ".join("[1, 1]" for _ in range(1_000))

    assert (
        len(loads(small(f"declare: [{{who: kal, action: move, path: [{path}]}}]")).declarations[0].legs)
        == 1_000
    )


def test_models_above_one_another_do_not_overlap() -> None:
    lines = [
        "  - {id: bob, base: 32, at: [4, 4, 3], height: 1}",
        "terrain: [{id: p, platform: {rect: [0, 0, 8, 8]}, z: 3}]",
    ]

    assert problems_of(small(*lines)) == []
    # A giant below reaches up through the floor.
    assert problems_of(small(*lines).replace("at: [4, 4]}", "at: [4, 4], height: 3.5}")) == [
        "5 models.bob.at: bob overlaps kal (line 4): their centres are 0 apart, their bases need 1.26"
    ]


def test_a_rider_may_stand_inside_the_height_of_its_carrier() -> None:
    lines = [
        "  - {id: bus, hull: [4, 3], height: 3, deck: 1, at: [12, 12]}",
        "  - {id: bob, base: 32, on: bus.deck, at: [0, 0], height: 1}",
    ]

    assert problems_of(small(*lines)) == []


def test_nothing_stands_over_a_hole() -> None:
    lines = [
        "  - {id: bob, base: 32, at: [11, 11]}",
        "terrain: [{id: g, gap: {rect: [10, 10, 2, 2]}, depth: 3}]",
    ]

    assert problems_of(small(*lines)) == [
        "5 models.bob.at: bob is at (11, 11), where the board has no ground"
    ]


def test_a_bad_file_says_so_with_its_name(tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text("ruleset: tinny\n")

    with pytest.raises(FileInvalid, match=r"bad\.yaml:1: ruleset: there is no ruleset 'tinny'"):
        load(path)


LINES = YARD.splitlines()
SCRAPS = st.sampled_from(
    [
        "4",
        "[1]",
        "{a: 1}",
        "kal",
        "p",
        "-1",
        ".nan",
        "null",
        "true",
        "[[1, 2], [3, 4]]",
        "[1, 2, 3]",
        "''",
        "{rect: [0, 0, 1, 1]}",
    ]
)


@settings(max_examples=sample(150), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_no_damaged_file_breaks_the_reader(tiny_rulesets: None, data: st.DataObject) -> None:
    """Values are swapped for others, or lines lost: the answer is a scenario or a list of problems, never a crash."""
    lines = list(LINES)
    for _ in range(data.draw(st.integers(1, 3))):
        row = data.draw(st.integers(0, len(lines) - 1))
        places = [i for i, character in enumerate(lines[row]) if character == ":"]
        if not places or data.draw(st.integers(0, 9)) == 0:
            del lines[row]
            continue
        start = data.draw(st.sampled_from(places)) + 1
        end = min([i for i in range(start, len(lines[row])) if lines[row][i] in ",}"] or [len(lines[row])])
        lines[row] = f"{lines[row][:start]} {data.draw(SCRAPS)}{lines[row][end:]}"

    found = problems_of("\n".join(lines))

    assert all(each.split(":")[1].strip() for each in found)
