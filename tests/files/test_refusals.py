"""Bad files, each tried: every problem at once, with its line, its field, and words for a newcomer."""

import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.files.written import YARD, problems_of, small

from surefoot.files.problems import FileInvalid, FileProblem, listed
from surefoot.files.scenario import load, loads
from surefoot.referee import protocol
from surefoot.table.words import instead, near

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
        "6 models.eve.at: eve would stand at (60, 4), which is not on the board: that reaches from (0, 0) to (24, 24)",
        "6 models.eve.profile.Ws: tiny knows no Ws",
        "8 terrain.w.height: how high is it? tiny has no usual height for a wall, so write height: and a number",
        "9 terrain.p.platfrom: 'platfrom' is no sort of terrain; did you mean 'platform'?",
        "11 declare[0].path[0]: expected a number in the point [x, y], or [x, y, height], found nan, which no table can hold",
        "12 declare[1].action: tiny has no action called 'mvoe'; did you mean 'move'?",
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
    assert instead("x", []) == ""
    assert instead("zzz", [f"name{i}" for i in range(20)]).endswith("name11 and 8 more")
    assert [listed(["a"]), listed(["a", "b"])] == ["a", "a or b"]


def terrain(entry: str) -> str:
    return small("terrain:", f"  - {entry}")


TERRAIN = [
    (
        "{id: w, wall: [[1, 1], [2, 1]], height: 4}",
        "w.width: a line has no width of its own: say how thick the wall is",
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
        "w.width: a rectangle has its width already",
    ),
    ("{id: w, wall: {rect: [1, 1, 2, 0]}, height: 4}", "w.wall: expected a depth above 0 in rect"),
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
        "w.wall: expected a number, found inf, which no table can hold",
    ),
    (
        "{id: w, wall: {rect: [1e300, 1, 2, 2]}, height: 4}",
        "w.wall: 1e+300 is too far: numbers reach from -10,000 to 10,000",
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
        "p.z: how high is it? tiny has no usual height for a platform",
    ),
    (
        "{id: p, platform: {rect: [1, 1, 2, 2]}, height: 3}",
        "p.height: a platform has no field 'height'; z is the height of its top",
    ),
    (
        "{id: p, platform: {rect: [1, 1, 2, 2]}, z: 3, under: sold}",
        "p.under: expected open or solid, found the text 'sold'; did you mean 'solid'?",
    ),
    ("{id: g, gap: {rect: [1, 1, 2, 2]}}", "g.depth: how deep is it? tiny has no usual depth for a gap"),
    ("{id: l, rope: [1, 1]}", "l.to: how high is it? tiny has no usual height for a rope"),
    ("{id: l, ladder: [1, 1], from: 4, to: 2}", "l.to: its head must be above its foot, which is at 4"),
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
        "x.shaft: the shaft goes up from its low to its high end",
    ),
    (
        "{id: x, lift: {rect: [1, 1, 2, 2]}, shaft: [0, 4], z: 5}",
        "x.z: the lift stands at 5, outside its shaft of 0 to 4",
    ),
    (
        "{id: d, door: [[1, 1], [2, 1], [3, 1]], height: 2}",
        "d.door: expected the two ends [[x, y], [x, y]], found 3 points",
    ),
    ("{id: d, window: [[1, 1], [2, 1]], height: 2}", "d.sill: is missing: height of the sill above its foot"),
    ("{id: a, area: {rect: [1, 1, 2, 2]}, on: a}", "a.on: 'a' is an area: nothing stands on it"),
    ("{id: a, platform: {rect: [1, 1, 2, 2]}, z: 1, on: a}", "a.on: 'a' would stand on itself"),
    (
        "{id: a, wall: {rect: [1, 1, 2, 2]}, height: 1, obstacle: 3}",
        "a: a piece is one thing; this one says wall and obstacle",
    ),
    ("{id: a, height: 2}", "a: say what it is and where, such as wall: [[2, 3], [8, 3]]"),
    ("{id: a, tree: [1, 1]}", "a.tree: 'tree' is no sort of terrain"),
    ("{wall: {rect: [1, 1, 2, 2]}, height: 2}", "terrain[0].id: give a piece of terrain a name"),
    ("{id: a b, area: {rect: [1, 1, 2, 2]}}", "a b.id: 'a b' is no name: write letters, digits"),
    (
        "{id: board, area: {rect: [1, 1, 2, 2]}}",
        "board: 'board' is the name of the board itself; choose another",
    ),
    (
        "{id: a, area: {rect: [1, 1, 2, 2]}, flimsy: true}",
        "a.flimsy: an area has no field 'flimsy'; it belongs to the ruleset: write traits: {tiny: {flimsy: …}}",
    ),
    (
        "{id: a, area: {rect: [1, 1, 2, 2]}, traits: {tinny: {x: 1}}}",
        "a.traits.tinny: there is no ruleset 'tinny'; did you mean 'tiny'?",
    ),
    (
        "{id: a, area: {rect: [1, 1, 2, 2]}, traits: {tiny: 1}}",
        "a.traits.tiny: traits stand under the name of their ruleset",
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
    ("{id: bob, base: 32}", "bob.at: is missing: where it stands, [x, y]"),
    ("{id: bob, base: big, at: [9, 9]}", "bob.base: expected a diameter in millimetres such as 32"),
    ("{id: bob, base: {ovl: [3, 4]}, at: [9, 9]}", "bob.base: there is no 'ovl' base; did you mean 'oval'?"),
    (
        "{id: bob, base: {oval: 3}, at: [9, 9]}",
        "bob.base: expected oval: [length, width] in millimetres, found 3",
    ),
    ("{id: bob, base: 1e-9, at: [9, 9]}", "bob.base: a base of 1e-09 millimetres is too small to be seen"),
    ("{id: bob, base: 32, hull: [4, 2], at: [9, 9]}", "bob: give either a base (millimetres) or a hull"),
    ("{id: bob, hull: [4], at: [9, 9]}", "bob.hull: expected [length, width] or the corners"),
    (
        "{id: bob, hull: [[0, 0], [4, 4], [4, 0], [0, 4]], at: [9, 9]}",
        "bob.hull: the outline crosses or touches itself",
    ),
    (
        "{id: bob, base: 32, at: [4.5, 4]}",
        "bob.at: bob overlaps kal (line 4): their centres are 0.5 apart, and their bases need 1.26",
    ),
    ("{id: bob, hull: [4, 2], at: [4.5, 4]}", "bob.at: bob overlaps kal (line 4)"),
    (
        "{id: bob, base: 32, at: [9, 9], on: gantry}",
        "bob.on: there is no 'gantry' in this file; a surface is one of: board",
    ),
    ("{id: bob, base: 32, at: [9, 9], on: kal}", "bob.on: expected a surface, but 'kal' is a model"),
    (
        "{id: bob, base: 32, at: [9, 9, 3]}",
        "bob.at: there is no surface at height 3 at (9, 9); there is board at 0",
    ),
    (
        "{id: bob, base: 32, at: [9, 9, 3], on: board}",
        "bob.at: 'board' is at height 0 there, not 3; leave one of the two out",
    ),
    (
        "{id: bob, base: 32, at: [99, 9, 3]}",
        "bob.at: there is no surface at height 3 at (99, 9), nor at any other height",
    ),
    ("{id: bob, base: 32, at: [9, 9], place: reserv}", "bob.place: expected surface, link,"),
    (
        "{id: bob, base: 32, at: [9, 9], place: reserve}",
        "bob.at: what is in place 'reserve' stands nowhere; leave `at` out",
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
        "bob.on: bob would be carried by what it carries",
    ),
    (
        "{id: bob, base: 32, at: [9, 9], counters: {wounds: half}}",
        "bob.counters: expected a whole number, found the text 'half'",
    ),
    (
        "{id: bob, base: 32, at: [9, 9], profile: [1]}",
        "bob.profile: expected a mapping such as {name: value}, found [1]",
    ),
    (
        "{id: bob, base: 32, at: [9, 9], profile: {M: .nan}}",
        "bob.profile: nan is no number that a game can keep",
    ),
    ("{id: bob, base: 32, at: [9, 9], profile: {WS: 3, M: 4}}", "bob.profile.WS: tiny knows no WS"),
    (
        "{id: bob, base: 32, at: [9, 9], facing: north}",
        "bob.facing: expected a number, found the text 'north'",
    ),
    (
        "{id: kal, base: 32, at: [9, 9]}",
        "kal: 'kal' is already the name of a model on line 4; every name in a file is given once",
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
        "units.s.formation: 12 models do not fit into 2 ranks of 5",
    ),
    (
        "units: {s: {base: 32, count: 100000, at: [9, 9]}}",
        "5 units: 100,001 models are too many: a table holds at most 1,000",
    ),
    ("units: {s: {base: 32, count: 0, at: [9, 9]}}", "units.s.count: expected 1 to 1,000 models, found 0"),
    (
        "units: {s: {base: 32, formation: 5, at: [9, 9]}}",
        "units.s.formation: expected [models in a rank, ranks]",
    ),
    (
        "units: {s: {models: [kal, kol]}}",
        "units.s.models: there is no 'kol' in this file; did you mean 'kal'?",
    ),
    ("units: {s: {models: [kal, kal]}}", "units.s.models: 'kal' is named twice"),
    ("units: {s: {models: [kal]}, t: {models: [kal]}}", "units.t.models: 'kal' already belongs to 's'"),
    (
        "units: {s: {models: [kal], at: [9, 9]}}",
        "units.s.models: a unit either names its models, which say the rest themselves",
    ),
    ("units: {s: {side: red}}", "units.s.models: say which models it is made of"),
    ("units: {kal: {models: [kal]}}", "units.kal: 'kal' is already the name of a model on line 4"),
    (
        "units: {s: {base: 32, count: 2, at: [9, 9]}}\nobjects: {s.2: {sort: loot, at: [1, 1]}}",
        "units.s: 's.2' is already the name of an object on line 6",
    ),
    ("units: 4", "units: expected a list with ids, or a mapping by id, found 4"),
    ("units: {s: 4}", "units.s: expected a unit as a mapping of its fields, found 4"),
    ("characters: {kal: {M: 3}}", "characters.kal: 'kal' is already the name of a model on line 4"),
    ("characters: {vex: {M: 3, Ag: 40}}", "models.vex.profile.Ag: tiny knows no Ag"),
    ("objects: [{id: o}]", "objects.o.sort: say what it is, once"),
    ("objects: [{id: o, sort: loot}]", "objects.o.at: say where it lies (at: [x, y]) or who has it"),
    (
        "objects: [{id: o, sort: loot, at: [99, 9]}]",
        "objects.o.at: o would stand at (99, 9), which is not on the board",
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
        "objects.o.at: who carries it has it with him",
    ),
    ("notes: [{key: a, lifetime: fase}]", "notes[0].lifetime: expected action, activation,"),
    ("notes: [{key: a, of: kol}]", "notes[0].of: there is no 'kol' in this file; did you mean 'kal'?"),
    (
        "notes: [{key: a, lifetime: event}]",
        "notes[0].until: a note with lifetime: event says until which event",
    ),
    ("notes: [{key: a}, {key: a}]", "notes[1]: 'a' is noted twice"),
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
        "options.premeasure: premeasure is on or off (true or false), not 'maybe'",
    ),
    (
        "options: {base_support: half}",
        "options.base_support: base_support is one of full, centre, not 'half'",
    ),
    ("options: {step: .nan}", "options.step: nan is no number that a game can keep"),
    ("options: [premeasure]", "options: expected options by name such as {name: value}, found [premeasure]"),
    ("scale: 2", "scale: tiny is in inches, as the table is; leave the scale out"),
    ("scale: 0", "scale: expected a number above 0, found 0"),
    ("surefoot: 2", "surefoot: this Surefoot reads format 1, the file says 2"),
    ("modles: []", "modles: a scenario has no field 'modles'; did you mean 'models'?"),
    ("name: [a]", "name: expected a text, found [a]"),
    ("dice: 4", "dice: expected dice in order, or answers by clause or question, found 4"),
    ("dice: [.inf]", "dice: inf is no number that a game can keep"),
    (
        "declare: {who: kal, action: move}",
        "declare: expected a list of declarations; put a '- ' before the first field",
    ),
    ("declare: 4", "declare: expected a list of declarations, found 4"),
]


@pytest.mark.parametrize(("lines", "says"), OTHERS)
def test_something_else_wrong_with_the_table(lines: str, says: str) -> None:
    (first, *_) = problems_of(small(*lines.split("\n")))

    assert says in first


RULESETS = [
    ("ruleset: tinny", "1 ruleset: there is no ruleset 'tinny'; did you mean 'tiny'?"),
    ("ruleset: chess", "1 ruleset: there is no ruleset 'chess'; installed are: tiny, metric"),
    ("ruleset: [tiny]", "1 ruleset: expected the name of a ruleset, found [tiny]"),
    ("ruleset: tiny(premeasure)", "1 ruleset: expected name=value in the brackets, found 'premeasure'"),
    (
        "ruleset: tiny(base_suport=full)",
        "1 ruleset: tiny has no option 'base_suport'; did you mean 'base_support'?",
    ),
    (
        "ruleset: tiny(premeasure=on)\noptions: {premeasure: off}",
        "2 options.premeasure: premeasure is set to 'on' behind the name",
    ),
    ("name: x", "1 ruleset: is missing: the rules it is played by; installed: tiny, metric"),
    ("", "1 : the file is empty; expected a scenario: a mapping with ruleset, terrain, models, …"),
    ("- 1", "1 : found [1]; expected a scenario"),
    (
        "ruleset: metric\nmodels: {kal: {base: 32, at: [1, 1]}}",
        "2 models.kal.base: bases are in millimetres and this ruleset is in metres",
    ),
    ("ruleset: tiny\nboard: [4]", "2 board: expected a board [width, depth], found [4]"),
    ("ruleset: tiny\nboard: {width: 4}", "2 board.depth: is missing: from south to north"),
    ("ruleset: tiny\nboard: [4, -4]", "2 board: expected a number above 0, found -4"),
    ("ruleset: tiny\nboard: big", "2 board: expected a mapping of fields, found the text 'big'"),
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
        "1 ruleset: the ruleset 'tiny' is installed and cannot be loaded: No module named 'gone'"
    ]


def test_ten_thousand_waypoints_are_too_many() -> None:
    path = ", ".join("[1, 1]" for _ in range(10_000))
    started = time.process_time()

    assert problems_of(small(f"declare: [{{who: kal, action: move, path: [{path}]}}]")) == [
        "5 declare[0].path: 10,000 waypoints are too many: a path has at most 1,000"
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
        "5 models.bob.at: bob overlaps kal (line 4): their centres are 0 apart, and their bases need 1.26"
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
        "5 models.bob.at: bob would stand at (11, 11), which is not on the board: there is no ground at that point"
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


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
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
