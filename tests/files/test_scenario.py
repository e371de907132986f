"""Every form of a scenario file, and the table it lays."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.files.written import YARD, problems_of, read_yard, small
from tests.samples import sample

from surefoot.files.codec import dumps
from surefoot.files.scenario import load, loads
from surefoot.files.source import parse
from surefoot.geometry.tolerance import from_lattice
from surefoot.referee.ahead import with_places
from surefoot.referee.itinerary import Leg
from surefoot.referee.protocol import Declaration
from surefoot.referee.verdict import declaration_data
from surefoot.table.notes import Clock, Note
from surefoot.table.place import Place
from surefoot.table.record import Record
from surefoot.table.table import Board, Table
from surefoot.table.terrain import SORTS

pytestmark = pytest.mark.usefixtures("tiny_rulesets")

INCH = 1_000_000


def micro(*values: float) -> tuple[int, ...]:
    return tuple(round(value * INCH) for value in values)


def corners(outline: tuple[int, ...]) -> set[tuple[float, float]]:
    flat = [from_lattice(value) for value in outline]
    return set(zip(flat[0::2], flat[1::2], strict=True))


def area(outline: tuple[int, ...]) -> float:
    points = [from_lattice(value) for value in outline]
    pairs = list(zip(points[0::2], points[1::2], strict=True))
    return sum(pairs[i - 1][0] * pairs[i][1] - pairs[i][0] * pairs[i - 1][1] for i in range(len(pairs))) / 2


@pytest.fixture
def yard(tiny_rulesets: None) -> Table:
    return read_yard().table


def test_the_head_of_a_file_sets_the_table(yard: Table) -> None:
    assert (yard.ruleset, yard.unit, yard.scale) == ("tiny", "inch", INCH)
    assert yard.board == Board(48 * INCH, 48 * INCH)
    assert yard.options == Record(base_support="centre", premeasure=True, step="0.5")
    assert yard.environment == Record(light="dim", gravity="0.5")
    assert yard.clock == Clock(round=2, phase="movement")
    assert read_yard().name == "The yard"
    assert read_yard().source == "yard.yaml"


def test_the_yard_has_every_sort_of_terrain(yard: Table) -> None:
    assert {piece.sort for piece in yard.pieces.values()} == set(SORTS)


def test_a_line_with_a_width_becomes_an_outline(yard: Table) -> None:
    wall = yard.pieces["wall"]

    assert wall.line == micro(2, 3, 8, 3)
    assert corners(wall.outline) == {(2, 2.875), (8, 2.875), (8, 3.125), (2, 3.125)}
    assert (wall.z, wall.height, wall.tags, wall.filled) == (0, 4 * INCH, ("ruined",), ())
    assert wall.face_tags == Record(north=("sheer",))


def test_three_corners_are_an_outline_and_with_a_width_a_bent_line(yard: Table) -> None:
    assert corners(yard.pieces["block"].outline) == {(1, 30), (3, 30), (3, 32)}
    assert yard.pieces["block"].line == ()
    assert yard.pieces["block"].structure == "keep"
    assert yard.pieces["bend"].line == micro(1, 10, 4, 14)
    assert area(yard.pieces["bend"].outline) == pytest.approx(0.5 * 4.25 + 0.5 * 2.75)


def test_every_outline_runs_counter_clockwise(yard: Table) -> None:
    outlines = [piece.outline for piece in yard.pieces.values() if piece.outline]

    assert len(outlines) > 10
    assert all(area(outline) > 0 for outline in outlines)


def test_a_platform_has_its_top_at_z(yard: Table) -> None:
    platform = yard.pieces["p"]

    assert (platform.z, platform.height) == (4 * INCH, 250_000)
    assert platform.details == Record(under="open", supports="none", thickness=250_000, climbable="no")
    assert yard.pieces["tower"].details == Record(under="solid")


def test_what_stands_on_something_starts_at_its_height(yard: Table) -> None:
    railing = yard.pieces["r"]

    assert (railing.on, railing.z, railing.height) == ("p", 4 * INCH, 500_000)
    assert railing.filled == ("height", "width")


def test_ladders_lead_from_their_foot_to_their_head(yard: Table) -> None:
    ladder = yard.pieces["l1"]

    assert (ladder.line, ladder.z, ladder.height) == (micro(10, 6, 10, 6), 0, 4 * INCH)
    assert ladder.details == Record(facing=90 * INCH)
    assert (yard.pieces["l2"].height, yard.pieces["l2"].filled) == (3 * INCH, ("to",))
    assert (yard.pieces["rope"].line, yard.pieces["rope"].height) == (micro(12, 8, 12, 7.5), 4 * INCH)
    assert yard.pieces["hook"].height == 3 * INCH
    assert (yard.pieces["pl"].z, yard.pieces["pl"].height) == (INCH, 3 * INCH)


def test_a_rope_may_lead_straight_across_and_a_ladder_may_not(tiny_rulesets: None) -> None:
    rope = loads(small("terrain: [{id: r, rope: [[1, 1], [5, 1]], from: 4, to: 4}]")).table.pieces["r"]

    assert (rope.z, rope.height) == (4 * INCH, 0)
    assert problems_of(small("terrain: [{id: r, rope: [1, 1], from: 4, to: 4}]"))
    assert problems_of(small("terrain: [{id: l, ladder: [[1, 1], [5, 1]], from: 4, to: 4}]"))
    assert problems_of(small("terrain: [{id: r, rope: [[1, 1], [5, 1]], from: 4, to: 3}]"))


def test_a_leg_up_a_ladder_may_say_how_far(yard: Table) -> None:
    text = YARD.replace("{ladder: l1}", "{ladder: l1, rise: -1.5}")
    leg = loads(text).declarations[0].legs[1]

    assert (leg.by, leg.link, leg.rise) == ("link", "l1", -1_500_000)


def test_stairs_rise_along_their_line(yard: Table) -> None:
    stairs = yard.pieces["s"]

    assert (stairs.line, stairs.height) == (micro(20, 4, 16, 4), 4 * INCH)
    assert corners(stairs.outline) == {(20, 3), (20, 5), (16, 5), (16, 3)}
    assert yard.resolve(Place("surface", "s", *micro(18, 4))).z == 2
    assert yard.pieces["ramp"].line == micro(20, 44, 24, 44)


def test_a_door_is_as_thick_as_its_wall(yard: Table) -> None:
    door = yard.pieces["d"]

    assert corners(door.outline) == {(4, 2.875), (5, 2.875), (5, 3.125), (4, 3.125)}
    assert (door.state, door.filled) == (("closed", "locked"), ("width",))
    assert yard.pieces["win"].details == Record(sill=INCH)


def test_the_foot_of_a_gap_is_its_floor(yard: Table) -> None:
    assert (yard.pieces["g"].z, yard.pieces["g"].details) == (-4 * INCH, Record(depth=4 * INCH))
    assert (yard.pieces["hole"].z, yard.pieces["hole"].on) == (3 * INCH, "p")
    assert yard.resolve(Place("surface", "g", *micro(31, 31))).z == -4


def test_a_lift_stands_in_its_shaft(yard: Table) -> None:
    assert (yard.pieces["lift"].z, yard.pieces["lift"].details) == (2 * INCH, Record(low=0, high=8 * INCH))


def test_areas_keep_tags_and_traits(yard: Table) -> None:
    assert yard.pieces["bog"].tags == ("difficult", "wet")
    assert yard.pieces["bog"].traits == Record(tiny=Record(depth=2))


def test_a_third_number_finds_the_surface_at_that_height(yard: Table) -> None:
    assert yard.models["kal"].place == Place("surface", "p", *micro(14, 6))
    assert yard.pose("kal").z == 4
    assert yard.models["kal"].statuses == ("pinned", "prone")


def test_bases_are_millimetres_and_hulls_are_table_units(yard: Table) -> None:
    assert yard.models["kal"].base.size == (round(32 / 25.4 * INCH),)
    assert yard.models["oval"].base.kind == "oval"
    assert yard.models["oval"].base.shape.across(0.0) == pytest.approx(120 / 25.4, abs=1e-3)
    assert yard.models["crate"].base.shape.across(90.0) == pytest.approx(100 / 25.4, abs=1e-5)
    assert corners(yard.models["buggy"].base.size) == {(-1, -2), (1, -2), (1, 2), (-1, 2)}
    assert yard.models["ship"].place.facing == 90 * INCH


def test_riders_stand_in_the_frame_of_their_carrier(yard: Table) -> None:
    pose = yard.pose("ana")

    assert yard.models["ana"].place.on == "buggy.deck"
    assert (pose.x, pose.y, pose.z) == (6, 19.5, 1.5)
    assert yard.models["ship"].decks[0].tags == ("wet",)
    assert corners(yard.models["ship"].decks[0].outline) == {(-0.5, 0), (0.5, 0), (0.5, 1), (-0.5, 1)}


def test_places_that_are_no_surface(yard: Table) -> None:
    assert yard.models["climber"].place == Place("link", "l1", *micro(10, 6, 2))
    assert yard.models["bird"].place == Place("air", "", *micro(14, 6, 9), band="high")
    assert yard.models["late"].place == Place("reserve")
    assert yard.models["inside"].place == Place("aboard", "buggy")
    assert yard.models["vex"].place == Place("off")


def test_a_squad_stands_in_ranks_behind_one_another(yard: Table) -> None:
    step = 32 / 25.4 + 0.5
    poses = [yard.pose(f"squad.{i}") for i in range(1, 8)]

    # Looking east, the rank runs south from the first, and the second rank is further west.
    assert [(pose.x, pose.y) for pose in poses] == [
        (pytest.approx(26 - step * (i // 5), abs=1e-5), pytest.approx(10 - step * (i % 5), abs=1e-5))
        for i in range(7)
    ]
    assert all(pose.facing == 90 for pose in poses)


def test_a_unit_knows_its_models_and_they_know_it(yard: Table) -> None:
    squad = yard.units["squad"]

    assert squad.models == tuple(f"squad.{i}" for i in range(1, 8))
    assert (squad.side, squad.keywords) == ("blue", ("brave", "trooper"))
    assert yard.models["squad.3"].unit == "squad"
    assert yard.models["squad.3"].keywords == ("brave", "trooper")
    assert yard.models["squad.3"].profile == Record(M=6)
    assert (yard.units["pair"].models, yard.units["pair"].profile) == (("kal", "ana"), Record(ap=3))
    assert yard.models["kal"].unit == "pair"


def test_characters_are_profiles_in_the_story(yard: Table) -> None:
    assert yard.models["vex"].profile == Record(M=4)
    assert yard.models["vex"].side == "red"
    assert yard.models["vex"].base.kind == "round"


def test_objects_lie_somewhere_or_are_carried(yard: Table) -> None:
    ladder, chest = yard.objects["carried"], yard.objects["chest"]

    assert (ladder.sort, ladder.length, ladder.weight) == ("portable-ladder", 6 * INCH, 2_500_000)
    assert ladder.holders == ("kal", "ana")
    assert (chest.sort, chest.place) == ("loot", Place("surface", "p", *micro(15, 7)))


def test_notes_are_remembered(yard: Table) -> None:
    assert list(yard.notes.values()) == [
        Note("advanced", "kal", True, "turn"),
        Note("wet", "", 3, "event", "leaving the water"),
    ]


def test_a_path_is_read_leg_by_leg(tiny_rulesets: None) -> None:
    first, second, third, fourth, fifth, sixth = read_yard().declarations

    assert first == Declaration(
        "move", ("kal",), (Leg(micro(13, 6)), Leg(by="link", link="l1"), Leg(micro(8, 6), manner="crawl"))
    )
    assert third == Declaration("charge", ("squad",), target="kal")
    assert fourth.legs == (
        Leg(micro(14, 6), "climb", "p"),
        Leg(micro(1, 1), "leap"),
        Leg(micro(2, 2), "jump"),
        Leg(micro(3, 3), "walk"),
        Leg(micro(4, 4), "fly"),
        Leg(micro(5, 5), "swim"),
        Leg(micro(41, 4), "climb", "tower"),
        Leg(micro(12, 7), "link", "p", "rope"),
        Leg(by="lift", link="lift", rise=-2 * INCH),
        Leg(micro(6, 40), "through", link="duct"),
    )
    assert (fifth.kind, fifth.action, fifth.who) == ("happen", "fall", ("kal",))
    assert (sixth.kind, sixth.action, sixth.who) == ("tick", "end-round", ())
    # The buggy looks east, turns right by a quarter and drives south. It is not the first to act, so where it starts
    # from is known when it is declared.
    assert second.legs == (Leg(by="turn", turn=90 * INCH), Leg(ahead=5 * INCH), Leg(ahead=1 * INCH))
    placed = with_places(second, read_yard().table)
    assert placed.legs == (Leg(by="turn", turn=90 * INCH), Leg(micro(6, 15)), Leg(micro(6, 14)))


def test_details_are_kept_by_what_they_are(tiny_rulesets: None) -> None:
    assert read_yard().declarations[1].details == Record(
        reach=2_500_000,
        swing=-90 * INCH,
        times=2,
        song="la",
        friends=("ana",),
        careful=True,
        aim=micro(1, 2.5),
        extra=Record(deep=(1, 2)),
    )


def test_answers_and_dice_come_in_order(tiny_rulesets: None) -> None:
    assert read_yard().answers == [{"move.any": 4}, 3, {"kal.move.any": [1, 2]}]


def test_a_declaration_that_was_written_out_is_read_as_it_was(tiny_rulesets: None) -> None:
    # A tick that names somebody is no form of files.
    written = [each for each in read_yard().declarations if each.who]

    assert any(each.details for each in written)
    for declaration in written:
        data = parse(YARD, "yard.yaml").data | {"declare": [declaration_data(declaration, "tiny")]}
        (read,) = loads(json.dumps(data)).declarations
        assert read == with_places(declaration, read_yard().table)


def test_json_and_yaml_lay_the_same_table(tiny_rulesets: None) -> None:
    text = json.dumps(parse(YARD, "yard.yaml").data, indent="\t")

    assert dumps(loads(text).table) == dumps(read_yard().table)
    assert loads(text).declarations == read_yard().declarations


def test_sections_may_be_lists_or_mappings(tiny_rulesets: None) -> None:
    data = parse(YARD, "yard.yaml").data
    for section in ("terrain", "models", "objects"):
        data[section] = {
            entry["id"]: {k: v for k, v in entry.items() if k != "id"} for entry in data[section]
        }
    for section in ("units", "characters"):
        data[section] = [{"id": name, **entry} for name, entry in data[section].items()]

    assert dumps(loads(json.dumps(data)).table) == dumps(read_yard().table)


def test_a_file_is_named_by_itself_if_it_has_no_name(tmp_path: Path) -> None:
    path = tmp_path / "alley.yaml"
    path.write_text(small())

    assert (load(path).name, load(path).source) == ("alley", str(path))


def test_sections_left_empty_are_sections_left_out() -> None:
    empty = "terrain:\nunits:\nobjects:\nnotes:\ndeclare:\noptions:\nenvironment:\nclock:\nanswers:\n"

    assert dumps(loads(small(empty)).table) == dumps(loads(small()).table)


def test_a_narrative_table_has_no_board() -> None:
    scenario = loads(
        "ruleset: metric\ncharacters: {vex: {M: 4}}\ndeclare: [{who: vex, action: stand, cry: ho}]"
    )

    assert scenario.table.board is None
    assert scenario.declarations == (Declaration("stand", ("vex",), details=Record(cry="ho")),)


def test_a_ruleset_in_metres_scales_its_bases() -> None:
    table = loads(small("scale: 2", ruleset="metric")).table

    assert (table.unit, table.scale) == ("metre", 2 * INCH)
    assert table.models["kal"].base.size == (round(32 / 25.4 * 2 * INCH),)


def test_models_make_a_unit_by_naming_it() -> None:
    text = "ruleset: tiny\nmodels: {a: {base: 32, at: [1, 1], unit: gang}, b: {base: 32, at: [4, 1], unit: gang}}"

    assert loads(text).table.units["gang"].models == ("a", "b")


@pytest.mark.parametrize("gap", [0, 1e-5, 0.2])
def test_touching_is_not_overlapping(gap: float) -> None:
    x = 4 + 32 / 25.4 + gap

    assert problems_of(small(f"  - {{id: bob, base: 32, at: [{x}, 4]}}")) == []


@settings(max_examples=sample(30), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.floats(0, 24), st.floats(0, 24), st.floats(-720, 720))
def test_places_are_kept_in_millionths(tiny_rulesets: None, x: float, y: float, facing: float) -> None:
    text = f"ruleset: tiny\nboard: [24, 24]\nmodels: {{kal: {{base: 32, at: [{x}, {y}], facing: {facing}}}}}"
    place = loads(text).table.models["kal"].place

    assert (place.x, place.y) == (round(x * INCH), round(y * INCH))
    assert place.facing == round(facing % 360 * INCH)


def test_a_file_lays_the_same_table_under_any_hash_seed(tmp_path: Path) -> None:
    path = tmp_path / "yard.yaml"
    path.write_text(YARD)
    program = (
        "import sys; from surefoot.referee import protocol; from tests.files import tiny;"
        "protocol.find = lambda name: tiny.ruleset; protocol.installed = lambda: {'tiny': None};"
        "from surefoot.files import scenario, codec; found = scenario.load(sys.argv[1]);"
        "print(codec.dumps(found.table), [codec.dumps(each) for each in found.declarations])"
    )
    root = Path(__file__).parents[2]
    texts = [
        subprocess.run(
            [sys.executable, "-c", program, str(path)],
            cwd=root,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(root)},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    ]

    assert texts[0] == texts[1]
    assert len(texts[0]) > 1000


def test_whoever_goes_all_the_way_forward_is_sent_to_the_edge_of_the_board() -> None:
    text = small(
        "declare:",
        "  - {who: kal, action: move, path: [{forward: all}]}",
        "  - {who: kal, action: move, path: [{turn: 90}, {forward: all}]}",
        "  - {who: kal, action: move, path: [{turn: -135}, {forward: all}]}",
    )
    laid = loads(text)
    paths = [with_places(each, laid.table).legs[-1].to for each in laid.declarations]

    assert paths == [(4 * INCH, 24 * INCH), (24 * INCH, 4 * INCH), (0, 0)]
