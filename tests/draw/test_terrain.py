"""Terrain and models as a picture describes them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from surefoot.draw.compose import picture
from surefoot.draw.picture import Patch, Picture, Token
from surefoot.draw.scenery import ground_kinds
from surefoot.draw.standing import sides
from surefoot.language.speaker import titled
from surefoot.table.model import Base, Model
from surefoot.table.place import on_surface
from surefoot.table.shelf import Shelf
from surefoot.table.table import Board, Table
from tests.draw.scenes import CROWD, EVERYTHING, METRES, scenario

MILLION = 1_000_000


@pytest.fixture(scope="module")
def everything() -> Picture:
    return picture(scenario(EVERYTHING).table)


def patch(shown: Picture, name: str) -> Patch:
    return next(each for each in shown.patches if each.title.startswith(f"{titled(name)}:"))


def token(shown: Picture, name: str) -> Token:
    return next(each for each in shown.tokens if each.name == name)


def test_every_kind_of_terrain_is_drawn_as_what_it_is(everything: Picture) -> None:
    kinds = {
        "near": "platform",
        "block": "block",
        "parapet": "wall",
        "hole": "gap",
        "rungs": "ladder",
        "cable": "rope",
        "stair": "stairs",
        "slope": "ramp",
        "hoist": "lift",
        "vat": "dangerous",
        "rocks": "impassable",
        "pond": "water",
        "grass": "area",
        "pipe": "obstacle",
        "gate": "door-open",
        "shut": "door-closed",
        "pane": "window",
        "rail": "railing",
        "duct": "ductway",
    }
    assert {name: patch(everything, name).kind for name in kinds} == kinds


def test_ground_that_is_two_things_is_drawn_as_both(everything: Picture) -> None:
    mire = [each.kind for each in everything.patches if each.title.startswith("Mire:")]
    assert mire == ["dangerous", "difficult"]


@pytest.mark.parametrize(
    ("tags", "kinds"),
    [
        (("difficult:marsh", "marsh"), ("difficult",)),
        (("very-difficult:swamp", "difficult"), ("very-difficult",)),
        (("variable|difficult=ground",), ("difficult",)),
        (("variable",), ("variable",)),
        (("hindering", "treacherous:mud"), ("treacherous",)),
        (("shallow-water",), ("water",)),
        (("tree",), ("area",)),
    ],
)
def test_tags_of_any_ruleset_have_a_look(tags: tuple[str, ...], kinds: tuple[str, ...]) -> None:
    assert ground_kinds(tags) == kinds


def test_doors_and_gaps_are_holes_in_walls_and_levels(everything: Picture) -> None:
    assert len(patch(everything, "fence").rings) == 4
    assert len(patch(everything, "block").rings) == 2


def test_what_is_higher_is_drawn_later(everything: Picture) -> None:
    order = [each.title.partition(":")[0].lower() for each in everything.patches]
    assert order.index("near") < order.index("block") < order.index("upper") < order.index("top")
    assert order.index("block") < order.index("parapet")
    names = [getattr(each, "name", "") or each.title.partition(":")[0].lower() for each in everything.things]
    assert names.index("lurker") < names.index("near") < names.index("kal")
    assert names.index("tank") < names.index("rider")


def test_levels_are_numbered_from_the_lowest(everything: Picture) -> None:
    assert [patch(everything, name).step for name in ("near", "block", "upper", "top")] == [1, 2, 3, 4]


def test_whoever_stands_under_something_is_marked(everything: Picture) -> None:
    hidden = [each.name for each in everything.tokens if each.hidden]
    assert hidden == ["lurker"]


def test_whoever_is_down_is_marked_by_shape(everything: Picture) -> None:
    assert [each.name for each in everything.tokens if each.down] == ["thug"]


def test_bases_have_their_own_shape_and_facing(everything: Picture) -> None:
    assert token(everything, "kal").outline == ()
    assert token(everything, "kal").facing == 90.0
    assert token(everything, "kal").radius == 0.5
    assert len(token(everything, "cart").outline) == 4
    assert len(token(everything, "bike").outline) > 40
    assert len(token(everything, "tank").outline) == 4


def test_a_rider_is_drawn_where_his_deck_is(everything: Picture) -> None:
    rider = token(everything, "rider")
    assert rider.height == 1.5
    assert abs(rider.x - 30.5) < 1
    deck = next(each for each in everything.patches if each.kind == "deck")
    assert deck.high == 1.5


def test_facing_is_left_out_where_nobody_has_turned() -> None:
    shown = picture(scenario(CROWD).table)
    assert all(each.facing is None for each in shown.tokens)


def test_large_units_are_named_once_and_their_models_by_number() -> None:
    shown = picture(scenario(CROWD).table)
    assert [label.text for label in shown.labels if label.kind == "unit"] == ["Squad (10)", "Horde (30)"]
    inside = [label.text for label in shown.labels if label.kind == "inside"]
    assert inside == [str(i) for i in (*range(1, 11), *range(1, 31))]
    assert [label.text for label in shown.labels if label.kind == "name"] == ["Captain"]


def test_lengths_are_in_the_unit_of_the_table() -> None:
    shown = picture(scenario(METRES).table)
    assert shown.unit == " m"
    assert "Tower ↑12 m" in [label.text for label in shown.labels]


def test_sides_that_are_called_after_a_colour_get_it() -> None:
    models = [
        Model(name, Base("round", (MILLION,)), on_surface(index, 1), side)
        for index, (name, side) in enumerate([("a", "red"), ("b", "orange"), ("c", "blue"), ("d", "tau")])
    ]
    table = Table(
        "x", "inch", Board(9 * MILLION, 9 * MILLION), models=Shelf((each.id, each) for each in models)
    )
    assert sides([table]) == {"orange": 1, "blue": 0, "red": 2, "tau": 3}


def test_objects_that_lie_about_have_a_sign_and_those_that_are_carried_have_none() -> None:
    from surefoot.table.model import Object

    lying = Object("loot", "loot", on_surface(3, 3))
    table = Table(
        "x",
        "inch",
        Board(9 * MILLION, 9 * MILLION),
        objects=Shelf([("loot", lying), ("held", replace(lying, id="held", holders=("kal",)))]),
    )
    shown = picture(table)
    assert [sign.title for sign in shown.signs] == ["Loot: loot"]
    assert ("object", "object") in shown.legend


# --- levels apart ---------------------------------------------------------------------------------


def test_levels_apart_have_a_panel_for_each_height() -> None:
    shown = picture(scenario(EVERYTHING).table, levels="apart")
    assert [panel.title for panel in shown.panels] == [
        "ground",
        "1.5″ up",
        "3″ up",
        "4″ up",
        "6″ up",
        "9″ up",
    ]


def test_on_each_level_what_is_above_and_below_is_faded_and_nameless() -> None:
    shown = picture(scenario(EVERYTHING).table, levels="apart")
    panel = next(each for each in shown.panels if each.title == "4″ up")
    shades = {
        name: patch(panel, name).shade
        for name in ("near", "block", "parapet", "top", "fence", "stair", "vat")
    }
    assert shades == {
        "near": "below",
        "block": "",
        "parapet": "",
        "top": "above",
        "fence": "below",
        "stair": "",
        "vat": "below",
    }
    assert [each.name for each in panel.tokens if not each.shade] == ["thug"]
    assert [label.text for label in panel.labels if label.kind == "name"] == ["Thug"]


def test_everybody_is_clear_on_exactly_one_level() -> None:
    shown = picture(scenario(EVERYTHING).table, levels="apart")
    clear = [each.name for panel in shown.panels for each in panel.tokens if not each.shade]
    assert sorted(clear) == sorted(scenario(EVERYTHING).table.models)


def test_a_flat_table_is_not_taken_apart() -> None:
    assert picture(scenario(CROWD).table, levels="apart").panels == ()
