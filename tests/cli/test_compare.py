"""`surefoot compare`: one table under several rulesets."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.playing import FAR, SPRINT, WALK, Ended, scenario

EXAMPLE = Path(__file__).parents[2] / "examples" / "compare.yaml"
THREE = "necromunda-classic,wh40k-10e,gemini-arap"


def compared(*arguments: str) -> dict[str, Any]:
    ended = Ended("compare", *arguments, "--json")
    assert (ended.code, ended.said) == (0, "")
    told = json.loads(ended.out)
    assert list(told) == ["rulesets"]
    found: dict[str, Any] = told["rulesets"]
    return found


def test_the_example_is_judged_by_three_rulesets_side_by_side() -> None:
    ended = Ended("compare", str(EXAMPLE), "--rulesets", THREE)

    assert (ended.code, ended.said) == (0, "")
    assert ended.lines[0] == "One table, many rules  under 3 rulesets"
    headings = [line.split() for line in ended.lines if line.split() == THREE.split(",")]
    assert len(headings) == 3
    verdicts = [line.split(maxsplit=1)[1] for line in ended.lines if line.startswith("  verdict")]
    assert [" ".join(line.split()) for line in verdicts] == [
        "stops short, 6″ legal, 4.5″ illegal",
        "legal, 6″ legal, 4″ illegal",
        "legal, 3″ illegal legal, 4″",
    ]


def test_ledger_tests_reasons_and_ends_of_each_stand_below_it() -> None:
    ended = Ended("compare", str(EXAMPLE), "--rulesets", "necromunda-classic,gemini-arap", width=120)

    text = "\n".join(ended.lines)
    for part in (
        "walk 2 × 2 = 4",
        "difficult.cost",
        "✗ The path is 4.5″ long",
        "allowance.value",
        "Initiative test to leap, D6, needs 3+, 2/3 (67 %)",
        "D6, needs 4 or",
        "Bo on the roof at 20.5, 8",
    ):
        assert part in text


def test_the_json_holds_what_check_says_under_each_ruleset(tmp_path: Path) -> None:
    found = compared(str(EXAMPLE), "--rulesets", THREE)
    own = json.loads(Ended("check", str(EXAMPLE), "--json").out)

    assert sorted(found) == sorted(THREE.split(","))
    classic = found["necromunda-classic"]
    assert classic["state"] == own["state"]
    assert [{key: value for key, value in each.items() if key != "n"} for each in classic["outcomes"]] == own[
        "outcomes"
    ]
    assert [each["verdict"] for each in found["wh40k-10e"]["outcomes"]] == ["legal", "legal", "illegal"]
    assert found["wh40k-10e"]["outcomes"][0]["declaration"]["action"] == "normal"


def test_all_rulesets_that_the_file_speaks_for_are_compared_if_none_is_named() -> None:
    found = compared(str(EXAMPLE))

    assert len(found) >= 4
    assert {"dark-heresy-2e", *THREE.split(",")} <= set(found)


def test_two_settings_of_one_ruleset_can_be_compared(tmp_path: Path) -> None:
    leap = "{who: ana, action: leap, path: [[5, 3]]}"
    found = compared(scenario(tmp_path, leap), "--rulesets", "tiny, tiny(leap_target=6)")

    needs = {name: each["outcomes"][0]["tests"][0]["needs"] for name, each in found.items()}
    assert needs == {"tiny": "4+", "tiny(leap_target=6)": "6+"}


def test_a_declaration_that_one_ruleset_does_not_know_is_left_out_there(tmp_path: Path) -> None:
    only = "{who: ana, action: walk, path: [[4, 3]], actions: {necromunda-classic: null}}"
    moved = "{who: bo, action: walk, path: [[9, 3]], actions: {necromunda-classic: move}}"
    file = Path(
        scenario(tmp_path, only, moved, SPRINT.replace("ana", "ana, actions: {necromunda-classic: null}"))
    )
    text = file.read_text(encoding="utf-8").replace(
        "profile: {M: 5000000}", "profiles: {tiny: {M: 5000000}, necromunda-classic: {M: 5, I: 4}}"
    )
    file.write_text(text, encoding="utf-8")

    found = compared(str(file))
    assert [each["n"] for each in found["tiny"]["outcomes"]] == [1, 2, 3]
    assert [each["n"] for each in found["necromunda-classic"]["outcomes"]] == [2]
    lines = Ended("compare", str(file)).lines
    assert [line.split(maxsplit=2)[-1] for line in lines if line.startswith("  action")] == [
        "not declared",
        "Move (Simple)",
        "not declared",
    ]
    assert any("sprint is 6: legal" in line for line in lines)


def test_a_file_that_says_too_little_for_one_ruleset_is_invalid_there_and_judged_elsewhere(
    tmp_path: Path,
) -> None:
    file = scenario(tmp_path, WALK)
    ended = Ended("compare", file, "--rulesets", "tiny,necromunda-classic")

    assert (ended.code, ended.error) == (4, None)
    assert "The file can't be read for necromunda-classic:" in ended.said
    assert "legal, 4″" in ended.out
    told = json.loads(Ended("compare", file, "--rulesets", "tiny,necromunda-classic", "--json").out)
    problem = told["rulesets"]["necromunda-classic"]["problems"][0]
    assert set(problem) == {"file", "line", "field", "says", "clause"}


@pytest.mark.parametrize(
    ("rulesets", "says"),
    [
        ("tiny,necromunda-clasic", "did you mean 'necromunda-classic'?"),
        ("tiny", "Name at least two rulesets"),
        ("tiny,tiny", "Name at least two rulesets"),
        ("", "The file is written for one ruleset"),
    ],
)
def test_what_cannot_be_compared_is_a_mistake_of_usage(tmp_path: Path, rulesets: str, says: str) -> None:
    ended = Ended("compare", scenario(tmp_path, FAR), "--rulesets", rulesets, width=200)

    assert (ended.code, ended.out, ended.error) == (2, "", None)
    assert says in ended.said


def test_a_file_that_is_no_scenario_is_invalid(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text("a: [", encoding="utf-8")

    for file in (tmp_path / "x.yaml", tmp_path / "nowhere.yaml"):
        ended = Ended("compare", str(file), "--rulesets", "tiny,wh40k-10e")
        assert (ended.code, ended.out, ended.error) == (4, "", None)


@pytest.mark.parametrize("width", [30, 60, 80, 120, 200])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    ended = Ended("compare", str(EXAMPLE), width=width)

    assert ended.error is None
    assert max(map(len, ended.lines)) <= width
    assert not [line for line in ended.lines if line != line.rstrip()]
