"""What a path meets: every kind of thing, drawn small and measured by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

import surefoot
from surefoot.referee.bill import bill
from surefoot.referee.cut import cut, last_rest
from surefoot.referee.itinerary import Itinerary, Leg
from surefoot.referee.scene import Scene
from surefoot.referee.trace import trace
from surefoot.rulesets.necromunda_classic import ruleset
from surefoot.rulesets.necromunda_classic.prices import tariff
from surefoot.table.effects import Moved, apply
from surefoot.table.model import Base, Deck, Model
from surefoot.table.place import Place, on_surface
from surefoot.table.record import Record
from surefoot.table.shelf import Shelf
from surefoot.table.table import Board, Table
from surefoot.table.terrain import Piece
from surefoot.testing.kit import laws
from tests.referee.worlds import MILLION, lattice, rectangle


def fighter(
    name: str, x: float, y: float, on: str = "board", side: str = "a", statuses: tuple[str, ...] = ()
) -> Model:
    base = Base("round", lattice(1.0))
    return Model(name, base, on_surface(x, y, on), side, profile=Record(M=20, I=4), statuses=statuses)


def table(*things: Piece | Model) -> Table:
    pieces = [thing for thing in things if isinstance(thing, Piece)]
    models = [thing for thing in things if isinstance(thing, Model)]
    laid = Table(
        "necromunda-classic",
        "inch",
        Board(*lattice(48, 48)),
        options=Record(base_support="full", leap_measure="lip", jump_vertical_free=True),
        pieces=Shelf((piece.id, piece) for piece in pieces),
        models=Shelf((model.id, model) for model in models),
    )
    return ruleset.lay(laid)[0]


def to(x: float, y: float, by: str = "walk", on: str = "") -> Leg:
    return Leg(lattice(x, y), by, on)  # type: ignore[arg-type]  # two numbers and a label


def walked(ground: Table, *legs: Leg) -> Itinerary:
    return trace(Scene(ground), tariff(ground, "kal", "move").lens, "kal", legs)


def cost(ground: Table, *legs: Leg) -> float:
    return bill(walked(ground, *legs), tariff(ground, "kal", "move")).cost / MILLION


def modes(itinerary: Itinerary) -> list[str]:
    return [stride.mode for stride in itinerary.strides]


def block(name: str, x: float, y: float, width: float, depth: float, top: float, foot: float = 0.0) -> Piece:
    details = Record(under="solid", foot=round(foot * MILLION))
    return Piece(name, "platform", rectangle(x, y, width, depth), z=round(top * MILLION), details=details)


def slab(name: str, x: float, y: float, width: float, depth: float, top: float, **details: str) -> Piece:
    return Piece(
        name, "platform", rectangle(x, y, width, depth), z=round(top * MILLION), details=Record(**details)
    )


KAL = fighter("kal", 10, 10)


def test_open_ground_is_one_stride() -> None:
    itinerary = walked(table(KAL), to(15, 10))
    assert modes(itinerary) == ["walk"]
    assert itinerary.length == pytest.approx(5)
    assert itinerary.fits


def test_overlapping_areas_each_end_and_begin_a_stride() -> None:
    mud = Piece("mud", "area", rectangle(11, 8, 2, 4), tags=("difficult",))
    acid = Piece("acid", "area", rectangle(12, 8, 2, 4), tags=("dangerous",))
    itinerary = walked(table(KAL, mud, acid), to(15, 10))
    grounds = [stride.grounds for stride in itinerary.strides if stride.grounds]
    assert grounds[0] == ("difficult",)
    assert ("difficult", "dangerous") in grounds
    assert grounds[-1] == ("dangerous",)
    assert [(mark.kind, mark.what) for mark in itinerary.marks][:2] == [("enter", "mud"), ("enter", "acid")]


def test_a_hurdle_is_met_by_the_rim_of_the_base() -> None:
    pipe = Piece("pipe", "obstacle", rectangle(12.5, 8, 0.5, 4), height=MILLION)
    itinerary = walked(table(KAL, pipe), to(15, 10))
    assert modes(itinerary) == ["walk", "hurdle", "walk", "walk"]
    assert itinerary.strides[1].start.x == pytest.approx(12.0)
    assert itinerary.strides[2].end.x == pytest.approx(13.5)
    assert itinerary.rests[2] == ()


def test_a_wall_stops_the_rim_of_the_base_and_can_be_left_again() -> None:
    wall = Piece("wall", "wall", rectangle(12, 5, 0.5, 10), height=3 * MILLION)
    itinerary = walked(table(KAL, wall), to(14, 10))
    assert itinerary.hold is not None
    assert (itinerary.hold.kind, itinerary.hold.what) == ("solid", "wall")
    assert itinerary.strides[-1].end.x == pytest.approx(11.5)
    touching = fighter("kal", 11.5, 10)
    assert walked(table(touching, wall), to(11.5, 13), to(9, 13)).hold is None


def test_an_open_door_is_a_way_through_its_wall() -> None:
    wall = Piece("wall", "wall", rectangle(12, 5, 0.5, 10), height=3 * MILLION)
    door = Piece("door", "door", rectangle(12, 9, 0.5, 2), height=2 * MILLION, state=("open",))
    assert walked(table(KAL, wall, door), to(14, 10)).hold is None
    shut = Piece("door", "door", rectangle(12, 9, 0.5, 2), height=2 * MILLION, state=("closed",))
    hold = walked(table(KAL, wall, shut), to(14, 10)).hold
    assert hold is not None
    assert hold.what == "door"


def test_a_narrow_door_lets_no_broad_base_through() -> None:
    wall = Piece("wall", "wall", rectangle(12, 5, 0.5, 10), height=3 * MILLION)
    door = Piece("door", "door", rectangle(12, 9.6, 0.5, 0.9), height=2 * MILLION, state=("open",))
    hold = walked(table(KAL, wall, door), to(14, 10)).hold
    assert hold is not None
    assert hold.what == "wall"


def test_steps_up_and_down_are_strides_without_length() -> None:
    itinerary = walked(table(KAL, block("kerb", 12, 8, 2, 4, 0.5)), to(16, 10))
    assert modes(itinerary) == ["walk", "step", "walk", "step", "walk"]
    assert cost(table(KAL, block("kerb", 12, 8, 2, 4, 0.5)), to(16, 10)) == pytest.approx(6)


@pytest.mark.parametrize("x", [11.9, 12.0, 12.1])
def test_two_ramps_side_by_side_lead_up_on_their_common_edge_too(x: float) -> None:
    def ramp(name: str, west: float) -> Piece:
        foot_to_head = lattice(west + 1, 10, west + 1, 14)
        return Piece(name, "ramp", rectangle(west, 10, 2, 4), foot_to_head, height=3 * MILLION)

    beside = table(ramp("west", 10), ramp("east", 12), fighter("kal", x, 8))

    assert modes(walked(beside, to(x, 13))) == ["walk", "stairs"]
    assert cost(beside, to(x, 13)) == pytest.approx(2 + 3 * 1.25)


@pytest.mark.parametrize(("height", "comes"), [(1.4, True), (1.9, True), (2.0, False), (3.0, False)])
def test_a_wall_across_a_ramp_is_as_high_as_it_rises_above_the_ramp(height: float, comes: bool) -> None:
    ramp = Piece("up", "ramp", rectangle(10, 9, 6, 4), lattice(10, 11, 16, 11), height=3 * MILLION)
    wall = Piece("bar", "wall", rectangle(12.8, 8, 0.4, 6), height=round(height * MILLION))
    going = walked(table(ramp, wall, fighter("kal", 9, 11)), to(15, 11))

    assert (going.strides[-1].end.x == pytest.approx(15)) is comes
    assert comes or going.strides[-1].end.x == pytest.approx(12.3)


def test_a_ramp_leads_onto_what_it_was_built_against() -> None:
    ramp = Piece("up", "ramp", rectangle(10, 9, 6, 4), lattice(10, 11, 16, 11), height=3 * MILLION)
    block = Piece("block", "obstacle", rectangle(15.9, 9, 4, 4), height=3 * MILLION)

    assert walked(table(ramp, block, fighter("kal", 9, 11)), to(18, 11)).strides[-1].end.x == pytest.approx(
        18
    )


def test_stairs_rise_along_their_slope_both_ways() -> None:
    flight = Piece(
        "flight", "stairs", lattice(12, 9, 16, 9, 16, 11, 12, 11), lattice(12, 10, 16, 10), height=3 * MILLION
    )
    floor = slab("floor", 16, 8, 4, 4, 3)
    assert cost(table(KAL, flight, floor), to(18, 10)) == pytest.approx(9)
    above = fighter("kal", 18, 10, "floor")
    assert cost(table(above, flight, floor), to(10, 10)) == pytest.approx(9)


def test_the_side_of_stairs_is_no_way_up() -> None:
    flight = Piece(
        "flight", "ramp", lattice(12, 9, 16, 9, 16, 11, 12, 11), lattice(12, 10, 16, 10), height=3 * MILLION
    )
    hold = walked(table(fighter("kal", 14, 6), flight), to(14, 14)).hold
    assert hold is not None
    assert hold.pose.y == pytest.approx(8.5)


def test_a_gap_no_wider_than_the_base_is_bridged_and_a_wider_one_is_an_edge() -> None:
    near, far = slab("near", 4, 8, 4, 4, 4), slab("far", 9, 8, 4, 4, 4)
    kal = fighter("kal", 6, 10, "near")
    assert modes(walked(table(kal, near, far), to(10, 10))) == ["walk", "bridge", "walk"]
    hold = walked(table(kal, near, slab("far", 9.1, 8, 4, 4, 4)), to(10.5, 10)).hold
    assert hold is not None
    assert (hold.kind, round(hold.gap, 6)) == ("edge", 1.1)


def test_a_leap_starts_at_the_lip_and_ends_wholly_beyond_the_other() -> None:
    near, far = slab("near", 4, 8, 4, 4, 4), slab("far", 11, 8, 4, 4, 4)
    itinerary = walked(table(fighter("kal", 6, 10, "near"), near, far), to(13, 10, "leap"))
    leap = next(stride for stride in itinerary.strides if stride.mode == "leap")
    assert (leap.start.x, leap.end.x, leap.length) == (
        pytest.approx(7.5),
        pytest.approx(11.5),
        pytest.approx(3),
    )


def test_a_wall_in_the_gap_stops_a_leap() -> None:
    near, far = slab("near", 4, 8, 4, 4, 4), slab("far", 11, 8, 4, 4, 4)
    wall = Piece("wall", "wall", rectangle(9, 8, 0.5, 4), height=8 * MILLION)
    hold = walked(table(fighter("kal", 6, 10, "near"), near, far, wall), to(13, 10, "leap")).hold
    assert hold is not None
    assert hold.what == "wall"


def test_who_stands_at_the_lip_leaps_and_climbs_from_there() -> None:
    near, far = slab("near", 4, 8, 4, 4, 4), slab("far", 11, 8, 4, 4, 4)
    at_the_lip = table(fighter("kal", 7.5, 10, "near"), near, far)
    assert walked(at_the_lip, to(13, 10, "leap")).hold is None
    assert walked(at_the_lip, to(9, 10, "climb")).hold is None
    assert walked(at_the_lip, to(9, 10, "jump")).hold is None


def test_climbs_over_a_thin_wall_pay_up_across_and_down() -> None:
    wall = Piece("wall", "wall", rectangle(12, 5, 0.5, 10), height=round(2.1 * MILLION))
    itinerary = walked(table(KAL, wall), to(14, 10, "climb"))
    assert modes(itinerary) == ["walk", "climb", "over", "climb", "walk"]
    assert cost(table(KAL, wall), to(14, 10, "climb")) == pytest.approx(1.5 + 4.2 + 0.5 + 4.2 + 1.0)


def test_a_face_that_goes_on_is_climbed_to_its_top() -> None:
    stack = table(KAL, block("low", 12, 8, 4, 4, 2), block("high", 12, 8, 4, 4, 4, foot=2))
    assert cost(stack, to(14, 10, "climb", "high")) == pytest.approx(1.5 + 8 + 1.5)
    ledge = table(KAL, block("low", 12, 8, 4, 4, 2), block("high", 12.8, 8, 3.2, 4, 4, foot=2))
    assert cost(ledge, to(14, 10, "climb", "high")) == pytest.approx(1.5 + 4 + 0.8 + 4 + 0.7)


def test_an_overhang_pushes_the_climber_out_and_a_long_one_stops_it() -> None:
    box = block("box", 12.5, 8, 4, 4, 1.999)
    assert cost(
        table(KAL, box, slab("roof", 12, 7, 5, 6, 2, supports="none")), to(14, 10, "climb", "roof")
    ) == (pytest.approx(2 + 4 + 1 + 1.5))
    hold = walked(
        table(KAL, box, slab("roof", 11.3, 7, 6, 6, 2, supports="none")), to(14, 10, "climb", "roof")
    ).hold
    assert hold is not None
    assert (hold.kind, round(hold.gap, 6)) == ("overhang", 1.2)


def test_beneath_an_open_platform_one_walks_and_onto_it_one_climbs() -> None:
    floor = slab("floor", 14, 8, 4, 4, 3)
    assert walked(table(KAL, floor), to(16, 10)).end.on == "board"
    assert walked(table(KAL, floor), to(16, 10, "climb")).end.on == "floor"


def test_several_levels_above_one_another_must_be_named() -> None:
    ground = table(KAL, slab("first", 14, 8, 4, 4, 3), slab("second", 14, 8, 4, 4, 6))
    hold = walked(ground, to(16, 10, "climb")).hold
    assert hold is not None
    assert str(hold.says) == "There are several levels here. Climb to which one: first or second?"
    assert walked(ground, to(16, 10, "climb", "first")).end.on == "first"


def test_a_ladder_leads_up_and_down_again() -> None:
    ladder = Piece("rungs", "ladder", line=lattice(14, 10, 14, 10), height=3 * MILLION)
    ground = table(KAL, slab("floor", 14, 8, 4, 4, 3), ladder)
    up = walked(ground, Leg(None, "link", link="rungs"))
    assert (up.end.on, modes(up)) == ("floor", ["walk", "ladder"])
    above = table(fighter("kal", 15, 10, "floor"), block("floor", 14, 8, 4, 4, 3), ladder)
    down = walked(above, Leg(None, "link", link="rungs"))
    assert down.end.on == "board"
    assert down.strides[-1].end.x == pytest.approx(13.5)


def hung(x: float, y: float, z: float, on: str) -> Model:
    return replace(KAL, place=Place("link", on, *lattice(x, y, z)))


def test_a_ladder_is_climbed_by_part_up_and_down() -> None:
    rungs = Piece("rungs", "ladder", line=lattice(14, 10, 14, 10), height=3 * MILLION)
    floor = slab("floor", 14, 8, 4, 4, 3)
    up = walked(table(KAL, floor, rungs), Leg(by="link", link="rungs", rise=2 * MILLION))
    assert (up.end.kind, up.end.on, up.end.z) == ("link", "rungs", 2 * MILLION)
    assert (up.strides[-1].rise, up.strides[-1].surface) == (2.0, "")
    half_way = table(hung(13.5, 10, 2, "rungs"), floor, rungs)
    down = walked(half_way, Leg(by="link", link="rungs", rise=-MILLION))
    assert (down.end.kind, down.end.z, down.end.x) == ("link", MILLION, 13_500_000)
    foot = walked(half_way, Leg(by="link", link="rungs", rise=-2 * MILLION))
    assert (foot.end.kind, foot.end.on) == ("surface", "board")
    top = walked(half_way, Leg(by="link", link="rungs", rise=9 * MILLION))
    assert top.end.on == "floor"


def test_a_level_rope_leads_across_from_either_end() -> None:
    roofs = (block("near", 2, 8, 4, 4, 3), block("far", 10, 8, 4, 4, 3))
    line = Piece("line", "rope", line=lattice(6, 10, 10, 10), z=3 * MILLION)
    over = walked(table(fighter("kal", 5.5, 10, "near"), *roofs, line), Leg(by="link", link="line"))
    assert (over.end.on, modes(over), over.strides[-1].length) == ("far", ["ladder"], 4.5)
    back = walked(table(fighter("kal", 10.5, 10, "far"), *roofs, line), Leg(by="link", link="line"))
    assert (back.end.on, back.strides[-1].rise) == ("near", 0.0)
    half = walked(
        table(fighter("kal", 5.5, 10, "near"), *roofs, line), Leg(by="link", link="line", rise=3 * MILLION)
    )
    assert (half.end.kind, half.end.x, half.end.z) == ("link", 8_500_000, 3 * MILLION)
    assert cut(over, (0, 0.5), Scene(table(*roofs, line))).end.x == 8_000_000
    hanging = table(hung(8, 10, 3, "line"), *roofs, line)
    assert walked(hanging, Leg(by="link", link="line")).end.on == "far"
    assert walked(hanging, Leg(by="link", link="line", rise=-9 * MILLION)).end.on == "near"


def test_zones_are_entered_left_and_only_widened() -> None:
    foe = fighter("foe", 13, 11.8, side="b")
    met = [stride.zones for stride in walked(table(KAL, foe), to(16, 10)).strides]
    assert met == [(), (("enemy", "foe"),), ()]
    near = fighter("foe", 10, 11.5, side="b")
    leaving = walked(table(KAL, near), to(10, 7)).strides[0]
    assert (leaving.zones, leaving.leaving) == ((), (("enemy", "foe"),))
    coming = walked(table(KAL, near), to(14, 10.5)).strides[0]
    assert coming.zones == (("enemy", "foe"),)


def test_a_wall_hides_a_zone_where_it_stands_between() -> None:
    foe = fighter("foe", 13, 11.4, side="b")
    wall = Piece("wall", "wall", rectangle(12, 10.6, 1.2, 0.2), height=2 * MILLION)
    met = [stride.zones for stride in walked(table(KAL, foe, wall), to(16, 10)).strides]
    assert (("enemy", "foe"),) in met
    full = Piece("wall", "wall", rectangle(9, 10.6, 8, 0.2), height=2 * MILLION)
    assert all(not stride.zones for stride in walked(table(KAL, foe, full), to(16, 10)).strides)


def test_the_board_ends_at_the_rim_of_the_base() -> None:
    itinerary = walked(table(fighter("kal", 46, 10)), to(50, 10))
    assert itinerary.hold is not None
    assert itinerary.hold.kind == "board"
    assert itinerary.strides[-1].end.x == pytest.approx(47.5)


def test_a_turning_hull_is_stopped_by_what_it_swings_into() -> None:
    hull = Model("kal", Base("rectangle", lattice(4, 2)), on_surface(10, 10), "a", profile=Record(M=5, I=4))
    post = Piece("post", "wall", rectangle(11.5, 11.2, 0.3, 0.3), height=2 * MILLION)
    free = walked(table(hull), Leg(by="turn", turn=90 * MILLION))
    assert free.hold is None
    hold = walked(table(hull, post), Leg(by="turn", turn=90 * MILLION)).hold
    assert hold is not None
    assert hold.what == "post"


def test_an_itinerary_is_cut_at_a_stride_and_a_fraction_of_it() -> None:
    wall = block("wall", 12, 8, 4, 4, 4)
    ground = table(KAL, wall)
    itinerary = walked(ground, to(14, 10, "climb"))
    half = cut(itinerary, (1, 0.5), Scene(ground))
    assert half.end.kind == "link"
    assert ground.resolve(half.end).z == pytest.approx(2)
    assert ground.resolve(half.end).x == pytest.approx(11.5)
    assert last_rest(itinerary, (1, 0.5)) == (0, 1.0)


def test_who_is_in_a_pit_climbs_out_of_it() -> None:
    pit = Piece("pit", "gap", rectangle(8, 8, 4, 4), z=-2 * MILLION, on="board")
    ground = table(fighter("kal", 10, 10, "pit"), pit)
    out = walked(ground, to(14, 10, "climb"))
    assert (out.hold, out.end.on, modes(out)) == (None, "board", ["walk", "climb", "walk"])
    assert cost(ground, to(14, 10, "climb")) == pytest.approx(1.5 + 4 + 1.5)
    walking = walked(ground, to(14, 10)).hold
    assert walking is not None
    assert (walking.kind, walking.rise, walking.pose.x) == ("solid", pytest.approx(2), pytest.approx(11.5))
    back = walked(table(fighter("kal", 14, 10), pit), to(10, 10, "climb"))
    assert (back.hold, back.end.on) == (None, "pit")


def test_a_friend_at_the_lip_does_not_lengthen_a_leap() -> None:
    near, far = slab("near", 4, 8, 4, 4, 4), slab("far", 11, 8, 4, 4, 4)
    friend = fighter("pal", 7.4, 10, "near")
    itinerary = walked(table(fighter("kal", 5, 10, "near"), friend, near, far), to(13, 10, "leap"))
    leap = next(stride for stride in itinerary.strides if stride.mode == "leap")
    assert (leap.start.x, leap.length) == (pytest.approx(7.5), pytest.approx(3))


def test_a_closed_piece_is_no_step_however_low_it_is() -> None:
    kerb = Piece("kerb", "wall", rectangle(12, 5, 0.5, 10), height=MILLION // 4, tags=("impassable",))
    hold = walked(table(KAL, kerb), to(14, 10)).hold
    assert hold is not None
    assert hold.what == "kerb"


def vehicle(height: float, *decks: Deck) -> Model:
    hull = Base("rectangle", lattice(6, 4))
    place = on_surface(14, 10, facing=90)
    return Model(
        "rig",
        hull,
        place,
        "b",
        height=lattice(height)[0],
        profile=Record(M=8, handling=6),
        keywords=("vehicle",),
        decks=decks,
    )


def test_a_model_with_decks_is_climbed_and_stood_on_like_terrain() -> None:
    # The hull rises above the deck, as round a truck bed.
    deck = Deck("bed", lattice(-2, -3, 2, -3, 2, 3, -2, 3), 2 * MILLION)
    there = walked(table(fighter("kal", 8, 10), vehicle(3, deck)), to(13, 10, "climb"))

    assert modes(there) == ["walk", "climb", "walk"]
    assert there.end.on == "rig.bed"
    assert there.fits


def test_what_a_deck_leaves_bare_of_a_hull_is_as_high_as_the_deck() -> None:
    deck = Deck("roof", lattice(-2, -3, 2, -3, 2, 2, -2, 2), 2 * MILLION)
    unlabelled = walked(table(fighter("kal", 20, 10), vehicle(2, deck)), to(13, 10))

    assert unlabelled.hold is not None
    assert (unlabelled.hold.kind, unlabelled.hold.what) == ("solid", "rig.roof")
    assert unlabelled.hold.pose.x == pytest.approx(17.5)


def test_a_model_without_decks_stays_in_the_way() -> None:
    # Laid without a height, a vehicle has no top that could be stood on.
    held = walked(table(fighter("kal", 8, 10), vehicle(0)), to(13, 10, "climb"))

    assert held.hold is not None
    assert (held.hold.kind, held.hold.what) == ("model", "rig")


def test_whoever_breaks_off_on_the_top_of_what_is_climbed_over_is_there_and_not_at_the_end() -> None:
    block = Piece("block", "wall", rectangle(10, 8, 0.8, 4), height=2 * MILLION)
    ground = table(block, fighter("kal", 9.4, 10))
    itinerary = walked(ground, to(15, 10, "climb", "board"))
    over = next(i for i, stride in enumerate(itinerary.strides) if stride.mode == "over")
    place = cut(itinerary, (over, 0.5), Scene(ground)).end
    assert (place.kind, place.on, place.z) == ("link", "block", 2 * MILLION)
    assert place.x < 10.8 * MILLION


def test_nobody_glides_along_an_edge_while_he_drops() -> None:
    deck = Piece("deck", "platform", rectangle(10, 8, 10, 4), z=2 * MILLION)
    ground = table(deck, fighter("kal", 11, 8.5, "deck"))
    straight = walked(ground, to(11, 7, "jump", "board"))
    slantwise = walked(ground, to(12.2, 7, "jump", "board"))
    along = walked(ground, to(21.5, 8.3, "jump", "board"))
    assert straight.hold is None
    assert slantwise.hold is None
    assert along.hold is not None
    assert str(along.hold.says) == "This path runs along the edge of deck. Cross it more directly"


@pytest.mark.parametrize(
    ("ruleset", "action", "profile"),
    [
        ("necromunda-classic", "move", "M: 5, I: 4, T: 3, W: 1"),
        ("necromunda-2023", "move", "M: 5, I: 4, T: 3, W: 1"),
        ("wh40k-10e", "normal", "M: 6"),
        ("dark-heresy-2e", "full-move", "Ag: 40"),
        ("gemini-arap", "move", "M: 4"),
    ],
)
def test_a_table_without_a_board_has_ground_and_no_edge(ruleset: str, action: str, profile: str) -> None:
    text = f"""
ruleset: {ruleset}
scale: 1
models: {{kal: {{base: 25, at: [-2, 1], side: red, profile: {{{profile}}}}}}}
declare: [{{who: kal, action: {action}, path: [[-5, 1]]}}]
"""
    found = surefoot.loads(text)
    assert surefoot.check(found.table, found.declarations[0]).verdict == "legal"


@pytest.mark.parametrize("share", [0.25, 0.5, 0.75])
def test_a_model_leaves_one_that_it_stands_on_in_two_legs_as_in_one(share: float) -> None:
    found = surefoot.loads(
        """
ruleset: dark-heresy-2e
scale: 1
board: [60, 60]
models:
  kal: {base: 25.4, at: [26, 26], side: a, profile: {Ag: 40}}
  vex: {base: 25.4, at: [30, 30], side: b, profile: {Ag: 40}}
declare: [{who: kal, action: half-move, path: [[26, 27.25]]}]
"""
    )
    # No file puts them there; narrative play may.
    table = apply(found.table, Moved("vex", found.table.models["kal"].place))
    laws.splits(table, found.declarations[0], share)
    stays = replace(found.declarations[0], legs=(Leg((26_000_000, 26_500_000)),))
    assert surefoot.check(table, stays).verdict == "illegal"


@pytest.mark.parametrize("share", [0.25, 0.5, 0.75])
def test_a_model_leaves_a_floor_too_low_for_it_in_two_legs_as_in_one(share: float) -> None:
    found = surefoot.loads(
        """
ruleset: dark-heresy-2e
scale: 1
board: [40, 40]
terrain: {floor: {platform: {rect: [10, 10, 6, 6]}, z: 1.2}}
models: {kal: {base: 25.4, at: [13, 13], height: 1.8, side: a, profile: {Ag: 40}}}
declare: [{who: kal, action: full-move, path: [[13, 20]]}]
"""
    )
    laws.splits(found.table, found.declarations[0], share)
    for there in (14_000_000, 12_000_000):
        stays = replace(found.declarations[0], legs=(Leg((13_000_000, there)),))
        assert surefoot.check(found.table, stays).verdict == "illegal"


def test_a_model_beyond_the_lip_where_a_climb_down_begins_is_not_passed() -> None:
    laid = surefoot.loads("""
ruleset: necromunda-classic
board: [60, 60]
terrain: {gantry: {platform: {rect: [32.0, 30.25, 4.75, 2.0]}, z: 1.5, thickness: 0.0}}
models:
  kal: {base: 40.005, height: 1.5, profile: {M: 7, I: 5, T: 3, W: 1}, at: [36.0, 30.25], 'on': gantry, side: a}
  pal: {base: 32.004, height: 1.5, profile: {T: 3, M: 5, W: 1, I: 3}, at: [33.5, 31.5], 'on': gantry, side: a}
""").table
    lens = ruleset.tariffs(laid, "kal", "move")[0].lens
    way = trace(Scene(laid), lens, "kal", (Leg.at(33.552566, 33.413869, "climb"),))

    assert [stride.mode for stride in way.strides] == ["walk", "climb", "walk"]
    assert not any(stride.passed for stride in way.strides)


def test_over_a_narrow_crate_the_steps_up_to_a_second_one_and_down_again_are_free() -> None:
    laid = surefoot.loads("""
ruleset: necromunda-classic
board: [40, 40]
terrain:
  crate: {platform: {rect: [12, 8, 0.9, 4]}, z: 1, under: solid}
  block: {platform: {rect: [12.2, 8, 0.5, 4]}, z: 1.5, under: solid, on: crate}
models: {kal: {base: 25.4, at: [10, 10], side: a, profile: {M: 12, I: 4}}}
declare: [{who: kal, action: move, path: [{climb: [15, 10]}]}]
""")
    outcome = surefoot.check(laid.table, laid.declarations[0])
    ledger = [(line.what, line.cost / MILLION) for line in outcome.ledger]

    assert [what for what, _ in ledger] == [
        "walk",
        "climb",
        "over crate",
        "step",
        "over block",
        "step",
        "over crate",
        "climb",
        "walk",
    ]
    assert [cost for _, cost in ledger] == pytest.approx([1.5, 2, 0.2, 0, 0.5, 0, 0.2, 2, 1.6], abs=1e-5)


def test_the_walk_to_an_edge_is_paid_for_inside_ground_that_is_left() -> None:
    """Found by the law `granted-is-found`: a base that stood in closed ground jumped from there, two inches from the edge."""
    deck = Piece("deck", "platform", rectangle(10, 10, 3, 6), z=1 * MILLION)
    pit = Piece("glow", "area", rectangle(11, 10.75, 1, 4), tags=("impassable",), on="deck")
    bare, closed = (table(deck, *more, fighter("kal", 11.25, 11.25, "deck")) for more in ((), (pit,)))

    for jump in (to(11.25, 8, "jump"), to(11.25, 8, "climb")):
        assert cost(closed, jump) == cost(bare, jump)
