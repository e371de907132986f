"""Answers that a file gives beforehand, and places as people write them."""

import json
from pathlib import Path
from textwrap import dedent

import pytest
from tests.cli.playing import LEAP, WALK, Ended, scenario
from tests.tiny.rules import Near

from surefoot.answers.prepared import Foreseen
from surefoot.cli.typed_dice import NoDice, read_dice, read_typed
from surefoot.dice.host import Asking, Reply, Run, Unanswered, read_value, spot
from surefoot.dice.requests import Choice, Plan, Ruling
from surefoot.dice.responders import script

EDGE = """
    ruleset: necromunda-classic
    board: [40, 40]
    terrain:
      near: {platform: {rect: [6, 8, 5, 4]}, z: 4}
      far: {platform: {rect: [14, 8, 5, 4]}, z: 4}
    models:
      kal: {base: 25.4, at: [10.5, 10], on: near, side: a, profile: {M: 6, I: 4}}
      ana: {base: 25.4, at: [10.5, 8.5], on: near, side: a, profile: {M: 6, I: 4}}
    declare:
      - {who: kal, action: move, path: [{leap: [16, 10]}]}
      - {who: ana, action: move, path: [{leap: [16, 8.5]}]}
"""
THROWN = """
    ruleset: necromunda-classic
    board: [40, 40]
    models:
      kal: {base: 25.4, at: [21, 20], side: a, profile: {M: 5, I: 4}}
      foe: {base: 25.4, at: [23, 20], side: b, profile: {M: 5, I: 4}}
      other: {base: 25.4, at: [19.2, 20], side: b, profile: {M: 5, I: 4}}
    declare: [{who: kal, happen: thrown, inches: 1, bearing: 90}]
"""
SPOTS = Choice("where", ((19_500_000, 4_527_000), (19_500_000, 8_000_000)), "blue", ("x.y",), "kal")


def file(folder: Path, text: str, *more: str) -> str:
    path = folder / "table.yaml"
    path.write_text("\n".join([dedent(text).strip(), *more, ""]), encoding="utf-8")
    return str(path)


def ends(*arguments: str, of: str = "kal") -> list[float]:
    ended = Ended(*arguments, "--json")
    assert (ended.code, ended.error) == (0, None), ended.said
    found: list[float] = json.loads(ended.out)["state"]["models"][of]["place"]["at"]
    return found


# --- looking ahead --------------------------------------------------------------------------------


def test_check_takes_the_choices_of_the_file_and_hopes_for_its_dice(tmp_path: Path) -> None:
    stay = "answers: [{leap or stay at the edge: stay}]"
    hoped, said = file(tmp_path, EDGE), ""

    assert ends("check", hoped) == [16, 10, 4]
    said = file(tmp_path, EDGE, stay)
    assert ends("check", said) == [10.5, 10, 4]
    # An answer is used once: the next one goes by default.
    assert ends("check", said, of="ana") == [16, 8.5, 4]


def test_dice_under_the_name_of_a_choice_do_not_disturb_looking_ahead(tmp_path: Path) -> None:
    both = "answers: [{leap.test: 2}, {leap.test: stay}]"

    assert ends("check", file(tmp_path, EDGE, both)) == [10.5, 10, 4]


def test_a_ruling_of_the_file_counts_beforehand() -> None:
    weather = Ruling("the weather", "dry or rain", "dry", ("camp.weather",), "ana")
    foreseen = Foreseen.of([3, {"camp.weather": "rain"}])

    for _ in range(2):
        policy = foreseen()
        assert [policy(weather, ()).value for _ in range(2)] == ["rain", "dry"]
    foreseen.spent(Run(None, (Asking(weather, Reply("rain")),)))  # type: ignore[arg-type]  # only its steps matter
    assert foreseen()(weather, ()).value == "dry"


# --- places ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ([19.5, 4.527], 0),
        ([19.5, 8], 1),
        ([19.5004, 7.9996], 1),
        ([19_500_000, 8_000_000], 1),
    ],
)
def test_a_place_is_chosen_in_the_unit_of_the_table(written: list[float], meant: int) -> None:
    assert read_value(SPOTS, written).value == SPOTS.among[meant]
    assert script([{"where": written}]).reply(SPOTS, ()).value == SPOTS.among[meant]


@pytest.mark.parametrize("written", [[19.5, 5], [19.5], "19.5, 8", [True, 8], [float("nan"), 8], [1e9, 8]])
def test_what_is_no_place_to_choose_is_refused_with_those_there_are(written: object) -> None:
    with pytest.raises(Unanswered, match=r"one of: \[19.5, 4.527\], \[19.5, 8\]"):
        read_value(SPOTS, written)


def test_numbers_that_are_chosen_among_are_no_places() -> None:
    edges = Choice("over which edge", (0, 1), "blue", ("x.y",))

    assert read_value(edges, 1).value == 1
    with pytest.raises(Unanswered):
        read_value(edges, [0, 1])


def test_a_plan_whose_proposal_is_a_place_takes_a_place() -> None:
    def asked(proposal: object) -> Plan:
        return Plan("the camp", "ana", Near(0, 0, 5), "red", ("camp.place",), proposal)

    answers = script([{"the camp": [1.5, 2]}, {"the camp": [1_500_000, 2_000_000]}, {"the camp": [1.5, 2]}])
    place = asked((1, 2))
    assert answers.reply(place, ()).value == (1_500_000, 2_000_000)
    assert tuple(answers.reply(place, ()).value) == (1_500_000, 2_000_000)
    # What has no proposal may be anything.
    assert answers.reply(asked(None), ()).value == [1.5, 2]
    assert read_typed(place, "1.5, 2").value == (1_500_000, 2_000_000)


def test_a_place_is_read_to_the_millionth() -> None:
    assert spot([1, 2.0000004]) == (1_000_000, 2_000_000)
    assert spot([1, 2, 3]) == (1_000_000, 2_000_000, 3_000_000)
    assert spot({"x": 1}) is spot([1, 2, 3, 4]) is spot([1, 20_000]) is None


def test_a_scripted_place_moves_the_model_there(tmp_path: Path) -> None:
    table = file(tmp_path, THROWN)
    shown = Ended("move", table)
    assert shown.code == 0
    first = ends("move", table)
    mirrored = [first[0], round(40 - first[1], 3)]
    assert mirrored[1] != first[1]

    given = file(tmp_path, THROWN, f"answers: [{{where kal is moved: {mirrored}}}]")
    assert ends("move", given)[:2] == pytest.approx(mirrored, abs=0.001)
    typed = f"where kal is moved=[{mirrored[0]}, {mirrored[1]}]"
    assert ends("move", file(tmp_path, THROWN), "--dice", typed)[:2] == pytest.approx(mirrored, abs=0.001)


def test_places_are_typed_as_they_are_shown() -> None:
    assert read_typed(SPOTS, "19.5, 4.527").value == SPOTS.among[0]
    assert read_typed(SPOTS, "[19.5, 8]").value == SPOTS.among[1]
    assert read_typed(SPOTS, "2").value == SPOTS.among[1]
    with pytest.raises(Unanswered):
        read_typed(SPOTS, "1, 1")
    with pytest.raises(NoDice):
        read_typed(SPOTS, "there")
    assert read_dice("3; where=[1, -2.5]; 4") == [3, {"where": [1.0, -2.5]}, 4]
    assert read_dice("where=[1, x]") == [{"where": [1, "x"]}]
    with pytest.raises(NoDice, match="isn't closed"):
        read_dice("where=[1, 2")


def test_a_plan_is_typed_in_braces_with_its_commas() -> None:
    assert read_dice("1, 3, plan={paths: {u1: [[1.6, -5]], u3: [[4.8, -5]]}}, 2") == [
        1,
        3,
        {"plan": {"paths": {"u1": [[1.6, -5]], "u3": [[4.8, -5]]}}},
        2,
    ]
    with pytest.raises(NoDice, match="Can't read"):
        read_dice("plan={u1: : }")


# --- what a game holds ----------------------------------------------------------------------------


def test_declarations_after_an_open_question_are_not_in_the_game_and_that_is_said(tmp_path: Path) -> None:
    game = tmp_path / "game"
    ended = Ended("move", scenario(tmp_path, LEAP, WALK, WALK), "-o", str(game))

    assert ended.code == 5
    assert ended.said.splitlines()[-1] == (
        f"2 later declarations were not made, and {game} doesn't contain them"
    )
    assert len(game.read_text(encoding="utf-8").splitlines()) == 2
    assert '"action":"walk"' not in game.read_text(encoding="utf-8")
