"""The commands that find the way, as they are typed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import surefoot
from surefoot.cli.app import app
from tests.command_line import CliRunner, Result

MUD = str(Path(__file__).parents[2] / "docs/examples/mud.yaml")


def said(*words: str, given: str = "") -> Result:
    return CliRunner().invoke(app, list(words), input=given)


def test_reach_tells_how_much_ground_there_is_for_every_inch() -> None:
    told = said("reach", MUD, "--who", "kal", "--step", "3")
    assert told.exit_code == 0
    lines = [line.split() for line in told.stdout.splitlines() if line.startswith("  Up to")]
    areas = [float(words[3]) for words in lines]
    assert len(areas) == 2
    assert 0.0 < areas[0] < areas[1] < 113.1


def test_reach_as_json_gives_rings_that_hold_what_can_be_reached() -> None:
    told = said("reach", MUD, "--who", "kal", "--budget", "2", "--json")
    assert told.exit_code == 0
    data = json.loads(told.stdout)
    assert data["budget"] == 2.0
    assert [band["level"] for band in data["bands"]] == [1.0, 2.0]
    for ring in data["bands"][-1]["rings"]:
        for x, y in ring:
            assert (x - 9.9) ** 2 + (y - 8.4) ** 2 <= 2.001**2


def test_reach_is_drawn_with_a_contour_for_every_step(tmp_path: Path) -> None:
    file = tmp_path / "reach.svg"
    told = said("reach", MUD, "--who", "kal", "--step", "2", "-o", str(file))
    assert told.exit_code == 0
    drawn = ElementTree.fromstring(file.read_text(encoding="utf-8"))
    texts = [each.text for each in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert {"2", "4", "6"} <= set(texts)
    assert "one line per 2″" in file.read_text(encoding="utf-8")


def test_reach_route_threat_and_venture_are_drawn_as_png_too(tmp_path: Path) -> None:
    for words in (
        ("reach", MUD, "--who", "kal", "--step", "3"),
        ("route", MUD, "--who", "kal", "--to", "8,8"),
        ("threat", MUD, "--side", "red", "--step", "3"),
        ("venture", MUD, "--who", "kal"),
    ):
        file = tmp_path / f"{words[0]}.png"
        assert said(*words, "-o", str(file)).exit_code == 0
        assert file.read_bytes().startswith(b"\x89PNG")


def test_where_there_is_no_way_it_says_how_many_actions_would_do_and_which_levels_lie_there() -> None:
    told = said("route", GANTRY, "--who", "kal", "--to", "9.5,8")
    assert told.exit_code == 3
    words = " ".join(told.stderr.split())
    assert "There are several levels at that place: the ground and the walkway" in words
    assert "With 2 actions Kal gets there, on" in words
    assert said("route", GANTRY, "--who", "kal", "--to", "9.5,8", "--actions", "2").exit_code == 0


def test_a_route_as_json_can_be_declared_as_it_is() -> None:
    told = said("route", MUD, "--who", "kal", "--to", "8,11", "--json", "--others", "1")
    assert told.exit_code == 0
    data = json.loads(told.stdout)
    assert data["found"] is True
    table = surefoot.load(MUD).table
    walk = surefoot.declaration(table, who="kal", action="move", path=data["path"])
    judged = surefoot.check(table, walk)
    assert judged.verdict == "legal"
    assert judged.cost / 1_000_000 == data["cost"]


def test_a_route_in_words_shows_its_ledger() -> None:
    told = said("route", MUD, "--who", "kal", "--to", "8,8")
    assert told.exit_code == 0
    assert "difficult.cost" in told.stdout


def test_no_route_says_what_the_cheapest_would_cost() -> None:
    told = said("route", MUD, "--who", "kal", "--to", "6,8", "--json")
    assert told.exit_code == 3
    data = json.loads(told.stdout)
    assert data["found"] is False
    assert 6.0 < data["cost"] < 7.0
    assert "you have 6" in data["says"]


def test_what_cannot_be_asked_is_refused_in_words() -> None:
    for words, hint in (
        (("reach", MUD, "--who", "kla"), "did you mean 'kal'"),
        (("reach", MUD, "--who", "kal", "--action", "mvoe"), "did you mean 'move'"),
        (("reach", MUD, "--who", "kal", "-o", "x.jpg"), "the name must end in .svg or .png"),
        (("route", MUD, "--who", "kal", "--to", "north"), "write X,Y"),
    ):
        told = said(*words)
        assert told.exit_code == 2
        assert hint in " ".join(told.stderr.split())


GANTRY = str(Path(__file__).parents[2] / "examples/gantry.yaml")


def test_reach_tells_of_every_level_and_of_the_links_that_lead_there() -> None:
    bold = said("reach", GANTRY, "--who", "kal", "--actions", "4", "--step", "12")
    careful = said("reach", GANTRY, "--who", "kal", "--actions", "4", "--step", "12", "--safe")
    assert bold.exit_code == careful.exit_code == 0
    assert "24″ of movement in 4 actions" in bold.stdout
    assert "By climb, the walkway: 4″, 10″ in all" in bold.stdout
    assert re.search(
        r"By leap, the crane: 3″, \S+ in all, 1/2 \(50 %\) \(Initiative test to leap\)", bold.stdout
    )
    assert "walkway" in careful.stdout
    assert "leap" not in careful.stdout


def test_reach_as_json_has_outlines_and_links_of_every_level() -> None:
    data = json.loads(said("reach", GANTRY, "--who", "kal", "--actions", "3", "--json", "--step", "6").stdout)
    assert [level["height"] for level in data["levels"]] == [0.0, 2.0, 4.0]
    assert data["bands"] == data["levels"][0]["bands"]
    (link,) = data["levels"][1]["links"]
    assert (link["by"], link["along"], link["chance"]) == ("climb", "walkway", "1")
    assert round(link["used"], 2) == 10.0
    # The base is set down whole on the walkway, and the gantry above it begins behind its middle.
    for ring in data["levels"][1]["bands"][-1]["rings"]:
        assert all(8.5 - 1e-3 <= x <= 13.5 + 1e-3 and 5.5 - 1e-3 <= y <= 10.5 + 1e-3 for x, y in ring)


def test_reach_is_drawn_with_a_panel_for_each_level_or_with_all_of_them_in_one(tmp_path: Path) -> None:
    file = tmp_path / "reach.svg"
    words = ("reach", GANTRY, "--who", "kal", "--actions", "4", "--step", "6", "-o", str(file))
    assert said(*words).exit_code == 0
    apart = file.read_text(encoding="utf-8")
    assert apart.count('class="frame"') == 3
    assert "by leap (crane): 3″, 1/2 (50 %) (Initiative test to leap)" in apart
    assert said(*words, "--stacked").exit_code == 0
    stacked = file.read_text(encoding="utf-8")
    ElementTree.fromstring(stacked)
    assert stacked.count('class="frame"') == 1
    # The same contours, on one frame instead of three.
    assert stacked.count('fill-opacity="0.4"') == apart.count('fill-opacity="0.4"') == 3


def test_a_route_over_levels_is_told_action_by_action_with_its_tests(tmp_path: Path) -> None:
    words = ("route", GANTRY, "--who", "kal", "--to", "18.3,8", "--on", "crane", "--actions", "4")
    told = said(*words)
    assert told.exit_code == 0
    assert "21.8″ of 24″" in told.stdout
    assert "Initiative test to leap: 1/2 (50 %)" in told.stdout
    assert "Initiative test to leap (leap.test)" in told.stdout.partition("Rules\n")[2]
    data = json.loads(said(*words, "--json").stdout)
    assert (data["chance"], len(data["outcomes"])) == ("1/2", 4)
    assert [link["by"] for link in data["links"]] == ["climb", "climb", "leap"]
    table = surefoot.load(GANTRY).table
    for outcome in data["outcomes"][:2]:
        judged = surefoot.check(table, surefoot.declaration(table, **outcome["declaration"]))
        assert judged.verdict == "legal"
        table = judged.run.table
    assert said(*words, "--safe").exit_code == 3
    assert said(*words, "-o", str(tmp_path / "way.svg")).exit_code == 0
    assert "[Initiative test to leap; " in (tmp_path / "way.svg").read_text(encoding="utf-8")


def test_a_threat_is_told_drawn_and_given_as_json(tmp_path: Path) -> None:
    told = said("threat", GANTRY, "--side", "red", "--step", "3")
    assert told.exit_code == 0
    assert "Red: 1 model, up to 6″ of movement" in told.stdout
    data = json.loads(said("threat", GANTRY, "--side", "red", "--step", "3", "--json").stdout)
    assert [band["spare"] for band in data["bands"]] == [3.0, 0.0]
    for ring in data["bands"][-1]["rings"]:
        assert all((x - 1.5) ** 2 + (y - 8.0) ** 2 <= 6.001**2 for x, y in ring)
    assert said("threat", GANTRY, "--side", "red", "-o", str(tmp_path / "threat.svg")).exit_code == 0
    assert "One line per 1″ of movement left" in (tmp_path / "threat.svg").read_text(encoding="utf-8")
    wrong = said("threat", GANTRY, "--side", "rde")
    assert wrong.exit_code == 2
    assert "did you mean 'red'" in " ".join(wrong.stderr.split())


STREET = str(Path(__file__).parents[2] / "examples/hulls/ruined-street.yaml")
GAP = str(Path(__file__).parents[2] / "examples/units/through-the-gap.yaml")


def test_a_tank_is_led_with_its_facing_and_its_reach_is_drawn(tmp_path: Path) -> None:
    told = said("route", STREET, "--who", "tank", "--to", "11.7,5.5", "--budget", "4", "--json")
    data = json.loads(told.stdout)
    assert (told.exit_code, data["cost"], data["facings"]) == (0, 1.0, [0.0])
    assert 0.0 < data["error"] < 0.25
    assert "including turns" in said("reach", STREET, "--who", "tank", "--budget", "3", "--step", "3").stdout
    file = tmp_path / "reach.svg"
    assert said("reach", STREET, "--who", "tank", "--budget", "3", "-o", str(file)).exit_code == 0
    assert "The centre of Tank" in file.read_text(encoding="utf-8")


def test_a_unit_is_led_into_a_formation_and_its_reach_is_drawn(tmp_path: Path) -> None:
    told = said("route", GAP, "--who", "squad", "--to", "8,6", "--json")
    data = json.loads(told.stdout)
    assert (told.exit_code, len(data["places"]), data["outcome"]["verdict"]) == (0, 10, "legal")
    assert "10 models" in said("route", GAP, "--who", "squad", "--to", "8,6").stdout
    assert said("route", GAP, "--who", "squad", "--to", "28,20").exit_code == 3
    file = tmp_path / "reach.svg"
    assert (
        said("reach", GAP, "--who", "squad", "--budget", "2", "--step", "2", "-o", str(file)).exit_code == 0
    )
    assert "A model of Squad" in file.read_text(encoding="utf-8")
    reached = json.loads(
        said("reach", GAP, "--who", "squad", "--budget", "2", "--step", "2", "--json").stdout
    )
    assert reached["models"]["squad.1"] == 2.0
    assert said("reach", GAP, "--who", "nobody").exit_code == 2


def test_the_legs_of_a_route_have_no_more_digits_than_they_need() -> None:
    told = said("route", str(Path(MUD).with_name("gap.yaml")), "--who", "kal", "--to", "8.5,4")
    assert told.stdout.splitlines()[2:4] == ["  walk to 5.5, 4: 1.5″", "  leap to 8.5, 4: 2″"]


def test_the_ledger_of_a_unit_has_room_for_its_rules() -> None:
    told = said("check", str(Path(MUD).with_name("ruins.yaml"))).stdout.splitlines()
    assert told[4].split() == ["model", "from", "→", "to", "what", "cost", "total", "rule"]
    assert told[5].endswith("8 of 8  [1]")


def test_a_reach_says_what_forbids_the_action_now() -> None:
    stunned = (
        "ruleset: dark-heresy-2e\nscale: 1\nboard: [20, 20]\n"
        "models: {kal: {base: 25, at: [9, 9], status: [stunned], profile: {Ag: 40}}}\n"
    )
    told = said("reach", "-", "--who", "kal", given=stunned).stdout.splitlines()
    assert told[:2] == ["Kal, Half Move: 4 m of movement", "  Not now: Kal is Stunned and can't act"]
    assert "Not now" not in said("reach", "-", "--who", "kal", given=stunned.replace("stunned", "")).stdout
