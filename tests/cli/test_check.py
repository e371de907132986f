"""`surefoot check`: the verdict beforehand."""

import json
from pathlib import Path

import pytest
from tests.cli.playing import DASH, FAR, LEAP, SPRINT, WALK, Ended, scenario


def test_a_legal_move_is_shown_with_its_ledger_and_ends_well(tmp_path: Path) -> None:
    ended = Ended("check", scenario(tmp_path, WALK))

    assert ended.code == 0
    assert ended.said == ""
    assert ended.lines[:6] == [
        "A walk in the yard  tiny",
        "─" * 80,
        "1  Ana · Walk to 6, 3 → 6, 4                                legal, would cost 4″",
        "  from → to    what  length  rate  cost  total  rule",
        "  3, 3 → 6, 3  walk       3   × 1     3      3  [1]",
        "  6, 3 → 6, 4  walk       1   × 1     1      4  [1]",
    ]


def test_an_illegal_move_names_every_reason_its_clause_and_what_would_be_legal(tmp_path: Path) -> None:
    ended = Ended("check", scenario(tmp_path, FAR))

    assert ended.code == 3
    assert ended.lines[2].endswith("illegal")
    assert "  ✗  17 is more than 5 (3, 20)" in ended.lines
    assert "     No further than M  move.allowance" in ended.lines
    assert ended.lines[-2].startswith("  This far is legal: 3, 8")


UNIT = """
ruleset: wh40k-10e
board: [44, 30]
units: {reds: {of: trooper, base: 32, count: 5, at: [5, 8], side: a, profile: {M: 6, W: 1}}}
declare: [{who: reds, action: normal, plan: {shift: [8, 0]}}]
"""


def test_what_holds_for_each_model_of_a_unit_is_told_once(tmp_path: Path) -> None:
    file = tmp_path / "unit.yaml"
    file.write_text(UNIT, encoding="utf-8")
    ended = Ended("check", str(file))

    at = ended.lines.index("  ✗  Reds 1 is 2″ short: this path takes 8″, but it can move 6″ (5, 8)")
    assert ended.lines[at + 1 : at + 3] == [
        "     and 4 more like this",
        "     A Normal move reaches up to M  normal.distance",
    ]
    assert not any("Reds 2 is 2″ short" in line for line in ended.lines)
    # Other programs get them all.
    told = json.loads(Ended("check", str(file), "--json").out)
    assert sum(each["clause"].endswith("normal.distance") for each in told["outcomes"][0]["reasons"]) == 5


def test_what_each_model_of_a_unit_does_is_told_once(tmp_path: Path) -> None:
    file = tmp_path / "unit.yaml"
    file.write_text(UNIT.replace("[8, 0]", "[4, 0]"), encoding="utf-8")
    ended = Ended("check", str(file))

    assert [line for line in ended.lines if "moves" in line] == [
        "  •  Reds 1 moves 4″ (also 4 other models)  [3,4]"
    ]
    # Other programs get them all.
    told = json.loads(Ended("check", str(file), "--json").out)
    assert sum("moves 4″" in each["says"] for each in told["outcomes"][0]["events"]) == 5


def test_two_models_that_do_the_same_are_both_named(tmp_path: Path) -> None:
    file = tmp_path / "unit.yaml"
    file.write_text(UNIT.replace("[8, 0]", "[4, 0]").replace("count: 5", "count: 3"), encoding="utf-8")
    ended = Ended("check", str(file))

    assert "  •  Reds 1 moves 4″ (also Reds 2 and Reds 3)  [3,4]" in ended.lines


def test_a_roll_that_is_too_low_for_a_unit_is_told_once_for_all_its_models(tmp_path: Path) -> None:
    file = tmp_path / "unit.yaml"
    file.write_text(UNIT.replace("action: normal", "action: advance"), encoding="utf-8")
    ended = Ended("check", str(file))

    said = " ".join(" ".join(ended.lines).split())
    assert "Reds 1 is 1″ short" in said
    assert "and 4 more like this" in said
    assert "Reds 2 is 1″ short" not in said


def test_a_test_is_shown_with_its_need_its_modifiers_and_its_exact_chance(tmp_path: Path) -> None:
    ended = Ended("check", scenario(tmp_path, LEAP))

    assert ended.code == 0
    at = ended.lines.index("  test         dice  needs  chance      rule")
    assert ended.lines[at + 1 : at + 3] == [
        "  ana leaps    D6    3+     2/3 (67 %)  [2]",
        "    +1 run-up                           [3]",
    ]
    assert [line for line in ended.lines if line.startswith("  [3]")] == [
        "  [3]  A run-up helps  leap.helped"
    ]


def test_an_amount_still_to_be_rolled_is_shown_face_by_face(tmp_path: Path) -> None:
    ended = Ended("check", scenario(tmp_path, SPRINT))

    at = ended.lines.index("  if           chance      verdict  cost  because          rule")
    assert ended.lines[at + 4 : at + 6] == [
        "  sprint is 4  1/6 (17 %)  illegal        4 is not enough  [2]",
        "  sprint is 5  1/6 (17 %)  legal      5″",
    ]
    assert ended.code == 0


def test_each_declaration_is_judged_on_the_table_that_the_one_before_is_hoped_to_leave(
    tmp_path: Path,
) -> None:
    ended = Ended("check", scenario(tmp_path, LEAP, WALK), "--json")

    first, second = json.loads(ended.out)["outcomes"]
    assert first["events"][-1]["to"]["at"] == [5, 3, 0]
    assert second["ledger"][0]["from"] == [5, 3, 0]


def test_what_is_only_hoped_for_has_no_result(tmp_path: Path) -> None:
    (test,) = json.loads(Ended("check", scenario(tmp_path, LEAP), "--json").out)["outcomes"][0]["tests"]

    assert test["rolled"] is test["passed"] is test["reading"] is None
    assert (test["needs"], test["odds"]) == ("3+", "2/3")


def test_the_json_has_the_fields_that_others_build_on(tmp_path: Path) -> None:
    told = json.loads(Ended("check", scenario(tmp_path, FAR), "--json").out)

    assert list(told) == ["left", "open", "outcomes", "state"]
    (outcome,) = told["outcomes"]
    assert outcome["declaration"] == {"who": "ana", "action": "walk", "path": [[3, 20]]}
    assert outcome["verdict"] == "illegal"
    assert outcome["reasons"] == [
        {"clause": "tiny/move.allowance", "says": "17 is more than 5", "where": [3, 20, 0]}
    ]
    assert {"cost", "ledger", "tests", "events", "nearest"} <= set(outcome)
    assert told["state"]["models"]["ana"] == {
        "counters": {},
        "place": {"at": [3.0, 3.0, 0.0], "facing": 0.0, "is": "surface", "on": "board"},
        "status": [],
    }


def test_a_question_that_nobody_can_answer_beforehand_is_named(tmp_path: Path) -> None:
    ended = Ended("check", scenario(tmp_path, "{who: ana, action: camp}", WALK))

    assert ended.code == 0
    assert "It depends on an answer: Red: the camp" in ended.said
    assert "1 later declaration was not judged" in ended.said
    assert "legal so far" in ended.out


def test_a_file_without_declarations_is_said_to_have_none(tmp_path: Path) -> None:
    ended = Ended("check", scenario(tmp_path))

    assert (ended.code, ended.said) == (0, f"{tmp_path}/yard.yaml has no declarations\n")


def test_a_scenario_can_be_piped_in(tmp_path: Path) -> None:
    text = Path(scenario(tmp_path, WALK)).read_text(encoding="utf-8")

    assert (
        Ended("check", "-", "--json", piped=text).out == Ended("check", f"{tmp_path}/yard.yaml", "--json").out
    )


@pytest.mark.parametrize(
    ("piped", "says"),
    [
        (b"ruleset: tiny\nmodels: \xff\n", "<stdin>:2: this is not UTF-8 text"),
        (b"x" * 2_000_001, "<stdin>: the file is larger than 2,000,000 bytes"),
        (b"", "<stdin>:1: the file is empty"),
    ],
)
def test_what_is_piped_in_and_cannot_be_read_is_refused(piped: bytes, says: str) -> None:
    ended = Ended("check", "-", piped=piped)

    assert ended.code == 4
    assert ended.out == ""
    assert ended.said.startswith(says)


def test_every_problem_of_a_file_is_named_with_its_line(tmp_path: Path) -> None:
    path = Path(scenario(tmp_path, WALK.replace("walk", "wlak")))
    path.write_text(path.read_text(encoding="utf-8").replace("board:", "bord:"), encoding="utf-8")

    ended = Ended("check", str(path))

    assert (ended.code, ended.out) == (4, "")
    first, second = ended.said.splitlines()
    assert first.startswith(f"{path}:3: bord:")
    assert first.endswith("did you mean 'board'?")
    assert "did you mean 'walk'?" in second


def test_a_file_that_is_not_there_is_invalid(tmp_path: Path) -> None:
    ended = Ended("check", str(tmp_path / "nowhere.yaml"))

    assert (ended.code, ended.out) == (4, "")
    assert ended.said == f"{tmp_path}/nowhere.yaml: there is no such file\n"


def test_bookkeeping_is_shown_only_on_demand(tmp_path: Path) -> None:
    file = scenario(tmp_path, "{tick: end-round}")

    assert "Round 1 ends" not in Ended("check", file).out
    assert "Round 1 ends" in Ended("check", file, "--verbose").out


@pytest.mark.parametrize("width", [40, 60, 80, 120, 200])
def test_no_line_is_wider_than_the_terminal(tmp_path: Path, width: int) -> None:
    ended = Ended("check", scenario(tmp_path, WALK, LEAP, DASH, SPRINT, FAR), width=width)

    assert ended.error is None
    assert max(map(len, ended.lines)) <= width
    assert not [line for line in ended.lines if line != line.rstrip()]


@pytest.mark.parametrize("width", [40, 60])
def test_a_narrow_ledger_cites_its_rules(tmp_path: Path, width: int) -> None:
    ended = Ended("check", scenario(tmp_path, LEAP), width=width)
    ledger = ended.lines[next(i for i, line in enumerate(ended.lines) if "from → to" in line) :]

    assert ledger[0].endswith("rule")
    assert ledger[1].endswith("[1]")


WALL = """
ruleset: gemini-arap
board: [30, 30]
terrain: {wall: {wall: [[0, 6], [30, 6]], width: 0.25, height: 1.6, tags: [rough-stone]}}
models: {kal: {base: 25.4, at: [10, 5.3], height: 1.5, side: a, profile: {M: 4, I: 4}}}
declare: [{who: kal, action: move, path: [{climb: [10, 6.7]}]}]
"""


def test_what_two_rules_forbid_in_the_same_words_is_told_once_with_both(tmp_path: Path) -> None:
    file = tmp_path / "wall.yaml"
    file.write_text(WALL, encoding="utf-8")
    ended = Ended("check", str(file))

    assert sum("taller than Kal" in line for line in ended.lines) == 1
    at = ended.lines.index("     A real climb takes two actions  climb.two-actions")
    assert ended.lines[at + 1] == "     Climbing down takes two actions  descend.two-actions"
