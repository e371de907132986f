"""The commands that find the way, as they are typed."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

from typer.testing import CliRunner, Result

import surefoot
from surefoot.cli.app import app

MUD = str(Path(__file__).parents[2] / "docs/examples/mud.yaml")


def said(*words: str) -> Result:
    return CliRunner().invoke(app, list(words))


def test_reach_tells_how_much_ground_there_is_for_every_inch() -> None:
    told = said("reach", MUD, "--who", "kal", "--step", "3")
    assert told.exit_code == 0
    lines = [line.split() for line in told.stdout.splitlines() if line.startswith("  for")]
    areas = [float(words[4].removesuffix("″²")) for words in lines]
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
    assert "a line for every 2″" in file.read_text(encoding="utf-8")


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
    assert "more than 6" in data["says"]


def test_what_cannot_be_asked_is_refused_in_words() -> None:
    for words, hint in (
        (("reach", MUD, "--who", "kla"), "did you mean 'kal'"),
        (("reach", MUD, "--who", "kal", "--action", "mvoe"), "did you mean 'move'"),
        (("reach", MUD, "--who", "kal", "-o", "x.png"), ".svg"),
        (("route", MUD, "--who", "kal", "--to", "north"), "write X,Y"),
    ):
        told = said(*words)
        assert told.exit_code == 2
        assert hint in " ".join(told.stderr.split())
