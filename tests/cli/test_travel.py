"""A party on the road, on the command line."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tests.command_line import CliRunner

from surefoot.cli.app import app
from surefoot.cli.exits import ExitCode

RUN = CliRunner()
VEX, TOR = "vex: Ag 41 T 35 WP 33", "tor: Ag 30 T 42 WP 30"


def asked(*typed: str) -> dict[str, Any]:
    done = RUN.invoke(app, ["travel", *typed, "--json"])
    assert done.exit_code == ExitCode.OK, done.output
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def fatigue(found: dict[str, Any], who: str) -> dict[str, str]:
    shares: dict[str, str] = next(each["fatigue"] for each in found["arrivals"] if each["who"] == who)
    return shares


def test_a_forced_march_has_the_odds_that_one_counts_by_hand() -> None:
    # Hours 14, 15 and 16 at 35, 25 and 15.
    passed = [Fraction(35, 100), Fraction(25, 100), Fraction(15, 100)]
    none = passed[0] * passed[1] * passed[2]
    every = (1 - passed[0]) * (1 - passed[1]) * (1 - passed[2])
    shares = fatigue(asked("--who", VEX, "--leg", "16h"), "vex")

    assert (Fraction(shares["0"]), Fraction(shares["3"])) == (none, every)
    assert sum(map(Fraction, shares.values())) == 1


def test_a_party_goes_at_the_pace_of_its_slowest() -> None:
    def metres(*more: str) -> list[int]:
        events = asked("--who", VEX, "--who", TOR, "--leg", "2h", *more)["timeline"][0]["events"]
        return [event["metres"] for event in events if event["what"] == "travels"]

    assert metres() == [8000, 8000]
    assert metres("--own-pace") == [12000, 8000]


def test_rests_part_journeys_and_legs_between_them_are_one() -> None:
    found = asked(
        "--who", VEX, "--leg", "2h", "--leg", "3km difficult", "--leg", "rest 8h", "--leg", "30min hurry"
    )

    assert [each["declaration"]["action"] for each in found["timeline"]] == ["journey", "rest", "journey"]
    assert found["minutes"] == 120 + 60 + 480 + 30


def test_the_timeline_is_told_with_the_tests_that_fall_due() -> None:
    done = RUN.invoke(app, ["travel", "--who", VEX, "--leg", "15h"])

    assert done.exit_code == ExitCode.OK, done.output
    words = " ".join(done.stdout.split())
    assert "15 h 00 Journey: 15 h 90 km Vex: Toughness test for forced marching, 35 % 35 or less" in words
    assert "Fatigue on arrival 0 1 2 collapses Vex 9 % 42 % 49 % –" in words


def test_dice_make_the_journey() -> None:
    done = RUN.invoke(app, ["travel", "--who", VEX, "--leg", "15h", "--dice", "36,25"])

    assert done.exit_code == ExitCode.OK, done.output
    words = " ".join(done.stdout.split())
    assert "rolled 36, failed" in words
    assert "rolled 25, passed" in words
    assert words.endswith("Vex: Fatigue 1")


def test_a_seed_rolls_the_same_twice() -> None:
    once, again = (asked("--who", VEX, "--leg", "20h run", "--seed", "3")["timeline"] for _ in range(2))

    assert once == again


def test_who_bears_too_much_drops() -> None:
    found = asked("--who", f"{VEX} fatigue 6", "--leg", "1h run")

    assert found["arrivals"][0]["drops"] == "13/20"


def test_a_file_names_the_party(tmp_path: Path) -> None:
    file = tmp_path / "party.yaml"
    file.write_text(
        "ruleset: dark-heresy-2e\n"
        "options: {chain_break_hours: 2}\n"
        "characters: {vex: {Ag: 41, T: 35}, tor: {Ag: 25}}\n"
        "declare: [{who: [vex, tor], action: journey, hours: 3}]\n",
        encoding="utf-8",
    )

    assert asked(str(file))["minutes"] == 180
    assert asked(str(file), "--leg", "5h")["minutes"] == 300


def test_the_odds_are_drawn(tmp_path: Path) -> None:
    file = tmp_path / "odds.svg"
    done = RUN.invoke(app, ["travel", "--who", VEX, "--leg", "14h", "-o", str(file)])

    assert done.exit_code == ExitCode.OK, done.output
    assert "Vex: Fatigue 1" in file.read_text(encoding="utf-8")


def test_what_the_rules_forbid_is_told_with_its_clause() -> None:
    done = RUN.invoke(app, ["travel", "--who", "in_combat", "--leg", "1h"])

    assert done.exit_code == ExitCode.ILLEGAL
    assert "time.narrative-when" in done.stdout


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ((), "Give at least one leg"),
        (("--leg", "soon"), "'soon' isn't part of a leg"),
        (("--leg", "1h", "--dice", "1", "--seed", "1"), "not both"),
        (("--leg", "1h", "-o", "odds.gif"), "must end in .svg or .png"),
    ],
)
def test_what_cannot_be_read_is_told_plainly(typed: tuple[str, ...], says: str) -> None:
    done = RUN.invoke(app, ["travel", *typed])

    assert done.exit_code == ExitCode.USAGE
    assert says in " ".join(done.output.split())
