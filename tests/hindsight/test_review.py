"""The review of a game at the command line and as a report."""

from __future__ import annotations

import json
import time
from fractions import Fraction
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

import surefoot
from surefoot.answers.bundled import playable
from surefoot.answers.report import markdown, page
from surefoot.answers.review import review_data
from surefoot.dice.responders import Seeded
from surefoot.files.scenario import loads
from surefoot.geometry.tolerance import to_lattice
from surefoot.hindsight import sentences
from surefoot.hindsight.game import review, reviewed
from surefoot.hindsight.moments import moments
from surefoot.hindsight.paths import alternatives
from surefoot.language import Notation
from surefoot.referee.itinerary import By, Leg
from surefoot.referee.protocol import Declaration
from surefoot.referee.referee import ruleset_of
from surefoot.referee.session import Session
from tests.cli.playing import Ended

# A detour on foot past a wall's open side, and a leap where a ladder would have done.
DETOUR = """
ruleset: necromunda-2023
board: [24, 16]
models:
  kal: {base: 25, at: [4, 4], side: red, profile: {M: 6, I: 4, T: 3, W: 1}}
declare:
  - {who: kal, action: move, path: [[6, 6], [8, 4]]}
"""
LEAP = """
ruleset: necromunda-2023
board: [24, 16]
terrain:
  near: {platform: {rect: [4, 4, 4, 4]}, z: 3}
  far: {platform: {rect: [10, 4, 4, 4]}, z: 3}
  bridge: {platform: {rect: [8, 4, 2, 1.5]}, z: 3}
models:
  kal: {base: 25, at: [7, 6.5], on: near, side: red, profile: {M: 8, I: 4, T: 3, W: 1}}
declare:
  - {who: kal, action: move, path: [{leap: [11, 6.5]}]}
"""


SVG = "{http://www.w3.org/2000/svg}"


def game(text: str, *dice: int) -> Session:
    scenario = loads(text)
    session = Session(scenario.table)
    for declaration in scenario.declarations:
        session.declare(declaration)
        session.play_out(surefoot.script(list(dice)))
    return session


def test_a_detour_is_told_with_what_it_wasted() -> None:
    (moment,) = moments(game(DETOUR))
    found = alternatives(moment)
    assert found is not None
    assert found.cheapest is not None
    assert abs(found.wasted - (32**0.5 - 4)) < 0.01
    (told,) = review_data(review(game(DETOUR)))["moments"]
    assert told["path_says"] == ["1.7″ wasted: a path of 4″ leads to the same place"]


SHIFTED = """
ruleset: wh40k-10e
board: [44, 30]
units:
  - {id: squad, base: 32, count: 10, formation: [5, 2], at: [10, 5], gap: 0.3, side: blue, profile: {M: 6, W: 1}}
clock: {side: blue, phase: movement}
declare: [{who: squad, action: normal, plan: {shift: [0, 6]}}]
"""
PIVOTED = """
ruleset: wh40k-10e
board: [44, 30]
models: {rig: {hull: [6, 4], at: [30, 10], side: blue, keywords: [Vehicle], profile: {M: 10, W: 10}}}
clock: {side: blue, phase: movement}
declare: [{who: rig, action: normal, path: [[32, 10], {turn: 40}]}]
"""
ROUND_ABOUT = """
ruleset: wh40k-10e
board: [44, 30]
units: [{id: squad, base: 32, count: 2, at: [10, 5], side: blue, profile: {M: 6, W: 1}}]
clock: {side: blue, phase: movement}
declare:
  - {who: squad, action: normal, plan: {paths: {squad.1: [[10, 7], [12, 7]], squad.2: [[11.5, 8], [13.5, 7]]}}}
"""


@pytest.mark.parametrize("text", [SHIFTED, PIVOTED])
def test_another_formation_or_facing_is_no_cheaper_path_to_the_same_place(text: str) -> None:
    (told,) = review_data(review(game(text)))["moments"]

    assert told["path_says"] == []


def test_a_detour_of_a_unit_is_told_by_the_places_of_its_models() -> None:
    (moment,) = moments(game(ROUND_ABOUT))
    found = alternatives(moment)

    assert found is not None
    assert found.cheapest is not None
    assert found.wasted > 1
    after = found.cheapest.route.steps[-1].run.table
    assert all(after.pose(who) == pytest.approx(moment.after.pose(who)) for who in ("squad.1", "squad.2"))


def test_a_certain_path_is_told_where_there_was_one() -> None:
    data = review_data(review(game(LEAP, 6)))
    (told,) = data["moments"]
    assert told["luck"]["exact"] == "1/4"
    assert told["as_good"]["exact"] == "1/2"
    assert [line for line in told["path_says"] if line.startswith("There was a certain path")]
    assert told["paths"][-1]["chance"]["exact"] == "1"
    (side,) = data["sides"]
    assert side["says"] == "Red was luckier than 50 of 100 games like this"
    assert side["tests"] == {"made": 1, "passed": 1, "expected": {"exact": "1/2", "about": 0.5}}


def test_a_cancelled_review_keeps_what_it_has() -> None:
    session = game(LEAP, 6)
    assert list(reviewed(session, cancelled=lambda: True)) == []
    found = review(session, cancelled=lambda: True)
    assert found.cut
    assert "stopped before its end" in review_data(found)["notes"][0]


def test_the_chance_of_each_plan_is_told_and_whether_it_succeeded() -> None:
    won, lost = review_data(review(game(LEAP, 6))), review_data(review(game(LEAP, 1, 1)))

    assert won["moments"][0]["plan_says"] == "As declared: 1/2 (50 %) to succeed. It did"
    assert lost["moments"][0]["plan_says"] == "As declared: 1/2 (50 %) to succeed. It did not"
    assert (won["moments"][0]["came_off"], lost["moments"][0]["came_off"]) == (True, False)
    assert won["sides"][0]["exactly"] == "Of games like this 1/2 are unluckier, 1/2 as lucky and 0 luckier"
    assert [each["says"] for each in won["movement"]] == ["Kal used 3″ of movement; passed 1 of 1 test"]


def test_movement_adds_up_what_was_used_and_wasted() -> None:
    (kal,) = review_data(review(game(DETOUR)))["movement"]

    assert (kal["who"], kal["tests"]) == ("kal", {"made": 0, "passed": 0})
    assert kal["used"] - kal["wasted"] == pytest.approx(4)
    assert kal["says"] == "Kal used 5.7″ of movement, 1.7″ of it wasted"


def test_reports_name_rounds_and_leave_out_a_clock_that_changes_nothing() -> None:
    session = game(DETOUR)
    for tick in ("end-activation", "end-round"):
        session.declare(Declaration(tick, (), kind="tick"))
    session.declare(Declaration("move", ("kal",), (Leg.at(8, 6),)))
    data = review_data(review(session))
    written = markdown(data, "Friday")

    assert data["says"] == "2 declarations, 0 with dice"
    assert [line for line in written.splitlines() if line.startswith("###")] == ["### Round 1", "### Round 2"]
    assert "End" not in written
    assert "Kal moves 5.7″.  " in written


def test_a_review_shows_itself_in_notebooks() -> None:
    shown = review(game(LEAP, 6))._repr_svg_()

    root = ElementTree.fromstring(shown)
    assert "Red was luckier than 50 of 100 games like this" in [each.text for each in root.iter(f"{SVG}text")]
    assert len(list(root.iter(f"{SVG}polyline"))) == 1
    assert [each.text for each in root.iter(f"{SVG}title")] == [
        "Kal · Move (Simple) · leap 11, 6.5. As declared: 1/2 (50 %) to succeed. It did"
    ]
    assert ElementTree.fromstring(review(game(DETOUR))._repr_svg_()).get("width") == "744"


def test_reports_need_nothing_else() -> None:
    found = review(game(LEAP, 1, 1))
    data = review_data(found)
    written = page(found, data, "Friday <night>")
    assert "Friday &lt;night&gt;" in written
    assert "http:" not in written.replace("http://www.w3.org/2000/svg", "")
    assert "https:" not in written
    assert written.count("<svg") >= 3
    assert markdown(data, "Friday").startswith("# Friday\n")


def test_the_command_shows_writes_and_prints(tmp_path: Path) -> None:
    path = tmp_path / "friday.game"
    scenario = loads(LEAP)
    session = Session(scenario.table)
    surefoot.create_game(path, session)
    session.declare(scenario.declarations[0])
    session.play_out(surefoot.script([1, 1]))
    name = str(path)
    shown = Ended("review", name)
    assert shown.code == 0
    assert "Red was unluckier than 50 of 100 games like this" in shown.lines
    assert "     A result this bad or worse: 1/2 (50 %)." in [line.rstrip() for line in shown.lines]
    assert json.loads("\n".join(Ended("review", name, "--json").lines))["turning_points"] == [1]
    report = tmp_path / "friday.html"
    assert Ended("review", name, "-o", str(report)).code == 0
    assert report.read_text(encoding="utf-8").startswith("<!doctype html>")
    wrong = Ended("review", name, "-o", "friday.doc")
    assert wrong.code == 2
    assert ".html" in wrong.said


def test_a_branch_takes_up_the_game_before_an_entry_and_leaves_it_alone(tmp_path: Path) -> None:
    path, other = tmp_path / "friday.game", tmp_path / "what-if.game"
    scenario = loads(LEAP)
    session = Session(scenario.table)
    surefoot.create_game(path, session)
    session.declare(scenario.declarations[0])
    session.play_out(surefoot.script([1, 1]))
    before = path.read_bytes()
    answer = next(
        number for number, entry in enumerate(session.entries, 1) if entry.reply and entry.reply.faces
    )
    assert Ended("branch", str(path), str(answer), "-o", str(other)).code == 0
    assert Ended("move", str(other), "--dice", "6").code == 0
    assert path.read_bytes() == before
    told = [json.loads("\n".join(Ended("review", str(each), "--json").lines)) for each in (path, other)]
    assert [each["sides"][0]["tests"]["passed"] for each in told] == [0, 1]
    assert surefoot.verify_game(other) == ()
    again = Ended("branch", str(path), str(answer), "-o", str(other))
    assert (again.code, "never overwritten" in again.said) == (2, True)
    wrong = Ended("branch", str(path), "99", "-o", str(tmp_path / "x.game"))
    assert (wrong.code, "from 1 to" in wrong.said) == (2, True)


def test_sixty_declarations_are_reviewed_in_ten_seconds_and_the_first_one_at_once() -> None:
    """A long game of random moves: the review comes move by move, and takes little of the processor."""
    session, dice, made = Session(playable()["gantry"].table), Random(4), 0
    ticks = [name for name, action in ruleset_of(session.now).actions.items() if action.kind == "tick"]
    for attempt in range(400):
        if made == 60:
            break
        who = dice.choice([name for name, each in session.now.models.items() if each.place.on_table])
        pose = session.now.pose(who)
        to = (to_lattice(pose.x + dice.uniform(-5, 5)), to_lattice(pose.y + dice.uniform(-5, 5)))
        by: By = dice.choice(("walk", "walk", "leap", "climb", "jump"))
        verdict = session.declare(Declaration("move", (who,), (Leg(to, by),))).verdict
        if session.open is not None:
            session.play_out(Seeded(str(attempt)))
        made += verdict != "illegal"
        for tick in ticks if attempt % 6 == 5 else ():
            session.declare(Declaration(tick, (), kind="tick"))
    assert made == 60
    begun = time.process_time()
    moments = reviewed(session)
    next(moments)
    assert time.process_time() - begun < 2
    assert len(list(moments)) >= 59
    assert time.process_time() - begun < 10


def test_a_share_that_is_too_long_to_read_is_shown_in_percent() -> None:
    assert sentences._share(Fraction(1, 3)) == Notation("1/3")
    assert sentences._share(Fraction(754189, 10_000_001)) == Notation("7.54 %")
