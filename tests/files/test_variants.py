"""One file for several rulesets: profiles, actions and units of each."""

from textwrap import dedent

import pytest

from surefoot.files.problems import FileInvalid
from surefoot.files.scenario import Scenario, loads
from surefoot.files.source import parse
from surefoot.files.variants import made, stated
from surefoot.geometry.tolerance import to_lattice
from surefoot.referee import protocol

pytestmark = pytest.mark.usefixtures("tiny_rulesets")

TABLE = """\
ruleset: tiny(premeasure=on)
options: {base_support: centre}
scale: 2
board: [24, 12]
terrain:
  p: {platform: {rect: [10, 4, 6, 4]}, z: 4, thickness: 0.25}
  s: {stairs: {from: [20, 4], to: [16, 4]}, width: 2, height: 4}
  l: {ladder: [10, 6], from: board, to: p, facing: 90}
  g: {gap: {rect: [2, 8, 1, 1]}, depth: 3}
  lift: {lift: {rect: [20, 8, 2, 2]}, shaft: [0, 8], z: 2}
models:
  kal:
    base: 25.4
    at: [4, 4]
    facing: 90
    height: 1.5
    profiles:
      tiny: {M: 5}
      metric: {M: 7}
  tank: {hull: [4, 2], deck: 1.5, at: [8, 2], profile: {M: 9}}
units:
  squad: {base: 25.4, count: 2, gap: 1, at: [4, 10], profiles: {tiny: {M: 1}, metric: {M: 2}}}
objects: {rope1: {rope: 6, at: [1, 1]}}
declare:
  - {who: kal, action: move, path: [[5, 4], {turn: 90}, {lift: lift, rise: 4}], actions: {metric: stroll}}
  - {who: kal, action: move, path: [[6, 4]], actions: {metric: {action: stand, path: [], cry: hey}}}
  - {tick: end-round, actions: {metric: null}}
  - {happen: fall, who: kal, actions: {metric: {action: charge, target: tank}}}
"""


def read(ruleset: str = "", text: str = TABLE) -> Scenario:
    return loads(dedent(text), "table.yaml", ruleset)


def problems(text: str, ruleset: str = "") -> list[str]:
    with pytest.raises(FileInvalid) as refused:
        read(ruleset, text)
    return [f"{each.line} {each.field}: {each.says}" for each in refused.value.problems]


def test_a_file_is_read_for_its_own_ruleset_unless_another_is_wanted() -> None:
    own, other = read(), read("metric")

    assert (own.table.ruleset, other.table.ruleset) == ("tiny", "metric")
    assert own.table.models["kal"].profile["M"] == 5
    assert other.table.models["kal"].profile["M"] == 7
    assert [model.profile["M"] for model in other.table.models.values()] == [7, 9, 2, 2]


def test_a_profile_for_all_rulesets_serves_where_none_is_stated() -> None:
    text = TABLE.replace("      metric: {M: 7}\n", "    profile: {M: 8}\n")

    assert read("metric", text).table.models["kal"].profile["M"] == 8
    assert read("", text).table.models["kal"].profile["M"] == 5


def test_a_declaration_is_another_action_elsewhere_or_none() -> None:
    assert [each.action for each in read().declarations] == ["move", "move", "end-round", "fall"]
    assert [each.kind for each in read().declarations] == ["declare", "declare", "tick", "happen"]
    other = read("metric").declarations
    assert [each.action for each in other] == ["stroll", "stand", "charge"]
    assert [each.kind for each in other] == ["declare"] * 3
    assert other[1].details["cry"] == "hey"
    assert (other[1].legs, other[2].target) == ((), "tank")
    assert made(parse(TABLE, "table.yaml"), "metric(step=1)") == [0, 1, 3]
    assert made(parse(TABLE, "table.yaml"), "tiny") == [0, 1, 2, 3]


def test_lengths_are_in_the_unit_of_the_ruleset_that_is_wanted() -> None:
    own, other = read().table, read("metric").table

    assert own.board is not None
    assert other.board is not None
    assert (other.unit, other.board.width) == ("metre", 2 * own.board.width)
    for name, piece in own.pieces.items():
        twin = other.pieces[name]
        assert twin.outline == tuple(2 * value for value in piece.outline)
        assert twin.line == tuple(2 * value for value in piece.line)
        assert (twin.z, twin.height) == (2 * piece.z, 2 * piece.height)
        for detail, value in piece.details.items():
            factor = 2 if isinstance(value, int) and detail != "facing" else 1
            assert twin.details[detail] == value * factor  # type: ignore[operator]  # numbers, or texts once
    for name, model in own.models.items():
        twin_model = other.models[name]
        assert twin_model.base.size == tuple(2 * value for value in model.base.size)
        assert (twin_model.place.x, twin_model.place.y) == (2 * model.place.x, 2 * model.place.y)
        assert twin_model.place.facing == model.place.facing
        assert twin_model.height == 2 * model.height
        assert [deck.z for deck in twin_model.decks] == [2 * deck.z for deck in model.decks]
    assert other.objects["rope1"].length == 2 * own.objects["rope1"].length


def test_a_path_is_in_that_unit_too_but_turns_are_turns() -> None:
    own, other = read().declarations[0].legs, read("metric").declarations[0].legs

    assert own[0].to == (to_lattice(5), to_lattice(4))
    assert other[0].to == (to_lattice(10), to_lattice(8))
    assert own[1].turn == other[1].turn == to_lattice(90)
    assert (own[2].rise, other[2].rise) == (to_lattice(4), to_lattice(8))


def test_a_table_in_metres_can_be_read_in_inches() -> None:
    metres = TABLE.replace("ruleset: tiny(premeasure=on)", "ruleset: metric")

    board = read("tiny", metres).table.board
    assert board is not None
    assert (board.width, board.depth) == (to_lattice(12), to_lattice(6))


def test_options_belong_to_the_ruleset_of_the_file_and_give_way_to_those_that_are_asked_for() -> None:
    assert read().table.options["base_support"] == "centre"
    assert read().table.options["premeasure"] is True
    asked = read("tiny(base_support=full)").table.options
    assert (asked["base_support"], asked["premeasure"]) == ("full", False)
    assert read("metric").table.options["base_support"] == "full"


def test_every_ruleset_that_a_file_speaks_for_is_found() -> None:
    assert stated(parse(TABLE, "table.yaml")) == ["tiny", "metric"]
    assert stated(parse("ruleset: tiny\n", "table.yaml")) == ["tiny"]
    assert stated(parse("[1]", "table.yaml")) == []


def test_a_scale_for_another_ruleset_is_no_mistake_but_one_for_nobody_is() -> None:
    assert read().table.scale == to_lattice(1)
    assert problems("ruleset: tiny\nscale: 2\n") == ["2 scale: tiny uses inches: leave out the scale"]


def test_mistakes_are_found_on_the_line_of_the_ruleset_they_are_made_for() -> None:
    wrong = TABLE.replace("metric: {M: 7}", "metric: {Q: 7}")

    assert read("", wrong).table.models["kal"].profile["M"] == 5
    found = problems(wrong, "metric")
    assert "19 models.kal.profile.Q: tiny knows no Q" in found


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("metric: {M: 7}", "metrik: {M: 7}", "19 models.kal.profiles.metrik: there is no ruleset 'metrik'"),
        ("metric: {M: 7}", "metric: 7", "19 models.kal.profiles.metric: expected a profile such as {M: 5}"),
        ("{metric: stroll}", "{metrc: stroll}", "there is no ruleset 'metrc'; did you mean 'metric'?"),
        ("{metric: stroll}", "{metric: 3}", "expected an action, or its fields, found 3"),
        ("{metric: stroll}", "[metric]", "expected a mapping"),
    ],
)
def test_what_is_written_wrongly_for_any_ruleset_is_refused_for_all(old: str, new: str, says: str) -> None:
    assert TABLE.count(old) == 1
    assert any(says in each for each in problems(TABLE.replace(old, new)))


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("metric: {M: 7}", "chess: {M: 7}", "19: models.kal.profiles.chess"),
        ("{metric: stroll}", "{chess: stroll}", "declare[0].actions.chess"),
        ("models:", "notes: [{key: a, ruleset: chess}]\nmodels:", "notes[0].ruleset"),
    ],
)
def test_data_for_a_ruleset_that_is_not_installed_is_kept_and_told(old: str, new: str, where: str) -> None:
    assert old in TABLE
    (told,) = read("", TABLE.replace(old, new, 1)).advice
    assert (
        f"{where}: the ruleset 'chess' is not installed here: nothing reads this; known: tiny, metric"
        in str(told)
    )


def test_the_beginning_of_a_name_is_a_misspelt_name() -> None:
    text = "ruleset: necromunda-2023\nmodels: {kal: {base: 32, at: [1, 1], profiles: {wh40k: {M: 3}}}}\n"
    known = {"wh40k-10e": 1, "necromunda-2023": 1, "necromunda-classic": 1}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(protocol, "installed", lambda: known)
        first = problems(text)
        second = problems(text.replace("wh40k", "necromunda"))
    assert "2 models.kal.profiles.wh40k: there is no ruleset 'wh40k'; did you mean 'wh40k-10e'?" in first
    several = "did you mean 'necromunda-2023' or 'necromunda-classic'?"
    assert f"2 models.kal.profiles.necromunda: there is no ruleset 'necromunda'; {several}" in second


def test_an_unknown_ruleset_that_is_wanted_is_refused() -> None:
    assert any("there is no ruleset 'tinny'" in each for each in problems(TABLE, "tinny"))
