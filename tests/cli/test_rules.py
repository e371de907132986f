"""`surefoot rules`: clauses listed, found and shown."""

import json
from pathlib import Path

import pytest
from tests.cli.playing import Ended
from tests.testing.rules import corpus, editions

from surefoot.cli.commands.rules import find_clauses
from surefoot.referee.protocol import find, installed

PROVEN = """
    - clause: move.walk
      also: [move.allowance]
      name: walking is priced
      rulesets: [tiny, tiny-second]
      expect: {cost: 4}
      twin: {set: {models.ana.status: [prone]}, expect: {verdict: illegal}}
"""


def clauses(*arguments: str) -> list[dict[str, object]]:
    ended = Ended("rules", *arguments, "--json")
    assert (ended.code, ended.said) == (0, "")
    found: list[dict[str, object]] = json.loads(ended.out)["clauses"]
    return found


# --- lists ----------------------------------------------------------------------------------------


def test_the_json_has_the_fields_that_others_build_on() -> None:
    first, *rest = clauses("tiny")

    assert len(rest) == 14
    assert first == {
        "id": "tiny/move.walk",
        "ruleset": "tiny",
        "kind": "cost",
        "section": "Moving",
        "title": "Walking is priced by the inch",
        "summary": "Each inch walked takes one inch.",
        "ruling": None,
        "inherited_from": None,
        "proof": "case",
    }


def test_a_list_of_one_ruleset_is_grouped_by_section() -> None:
    ended = Ended("rules", "tiny")

    assert ended.code == 0
    assert ended.lines[:6] == [
        "Moving",
        "  move.walk       Walking is priced by the inch  cost",
        "  move.allowance  No further than M  limit",
        "  move.prone      The prone stay where they are  limit",
        "",
        "Leaping",
    ]


def test_a_topic_is_found_in_all_rulesets() -> None:
    found = clauses("--topic", "leap")

    assert {"tiny", "necromunda-classic"} <= {each["ruleset"] for each in found}
    assert {str(each["id"]).rpartition("/")[2].partition(".")[0] for each in found} == {"leap"}
    assert "tiny: Leaping" in Ended("rules", "--topic", "leap").lines


def test_all_rulesets_at_once_are_shown_as_topics_and_listed_in_full_as_json() -> None:
    ended = Ended("rules")

    at = ended.lines.index("tiny  15 clauses")
    assert (
        ended.lines[at + 1] == "  move 3, leap 3, hurt 2, dash 1, sprint 1, march 1, camp 2, shove 1, clock 1"
    )
    listed = [each["id"] for each in clauses()]
    assert len(listed) == len(dict.fromkeys(listed)) > 500


def test_what_is_inherited_is_listed_with_the_later_edition_alone(tmp_path: Path) -> None:
    with editions(tmp_path):
        own = {each["id"]: each["inherited_from"] for each in clauses("tiny-second")}
        everything = [(each["ruleset"], each["id"]) for each in clauses() if "tiny" in str(each["id"])]

    assert own["tiny-second/move.pace"] is None
    assert own["tiny/move.allowance"] == "tiny"
    assert "tiny/move.walk" not in own
    assert ("tiny", "tiny/move.allowance") in everything
    assert ("tiny-second", "tiny/move.allowance") not in everything


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["tinny"], "The ruleset 'tinny' isn't installed; did you mean 'tiny'?"),
        (["tiny", "--topic", "lepa"], "tiny has no topic 'lepa'; did you mean 'leap'?"),
        (["--topic", "swimlng"], "No installed ruleset has a topic 'swimlng'; did you mean 'swimlong'?"),
        (["tiny", "leap.test"], "Unexpected 'leap.test'"),
        (["show"], "Give the id of one clause"),
        (["show", "leap.test", "leap.fall"], "Give the id of one clause"),
        (["show", "leap.test", "--topic", "leap"], "Give the id of one clause"),
        (["show", "tiny/leap.tset"], "tiny has no clause 'leap.tset'; did you mean 'leap.test'?"),
        (["show", "shove.scater"], "There is no clause 'shove.scater'; did you mean 'shove.scatter'?"),
        (["show", "tinny/leap.test"], "did you mean 'tiny'?"),
        (["show", "shove"], "'shove' is a topic. List its clauses with: surefoot rules --topic shove"),
        (["show", "xyzzy"], "There is no clause 'xyzzy'; see all topics with surefoot rules"),
    ],
)
def test_what_does_not_exist_is_a_mistake_of_usage_with_a_instead(arguments: list[str], says: str) -> None:
    ended = Ended("rules", *arguments, width=200)

    assert (ended.code, ended.out, ended.error) == (2, "", None)
    assert says in ended.said.replace("\n", " ")


# --- one clause -----------------------------------------------------------------------------------


def test_every_clause_of_every_installed_ruleset_can_be_shown() -> None:
    names = [name for name in installed() if name != "tiny"]
    assert len(names) >= 5
    for name in names:
        catalogue = find(name).catalogue
        for clause in catalogue:
            (held,) = find_clauses(f"{name}/{clause.id}")
            assert held.clause == clause
            assert clause.id in [each.clause.id for each in find_clauses(clause.id)]


def test_a_clause_is_shown_with_its_option_and_without_a_pair_that_would_prove_it(tmp_path: Path) -> None:
    ended = Ended("rules", "show", "tiny/leap.test", "--corpus", str(tmp_path))

    assert ended.code == 0
    assert ended.lines == [
        "A leap is tested  tiny/leap.test",
        "  test · Leaping",
        "",
        "  On a 4 or more the leap succeeds.",
        "",
        "Options",
        "  leap_target=4",
        "  What a leap must roll.",
        "",
        "Proof: no pair of the conformance corpus yet",
    ]


def test_the_pairs_that_prove_a_clause_are_named_under_every_name_it_has(tmp_path: Path) -> None:
    with editions(tmp_path):
        folder = tmp_path / "corpus"
        (folder / "tiny").mkdir(parents=True)
        (folder / "tiny" / "walking.yaml").write_text(corpus(PROVEN), encoding="utf-8")
        shown = {
            name: clauses("show", name, "--corpus", str(folder))[0]["cases"]
            for name in ("tiny/move.walk", "tiny/move.allowance", "tiny-second/move.pace", "tiny/leap.test")
        }
        ended = Ended("rules", "show", "tiny-second/move.walk", "--corpus", str(folder))

    where = {"name": "walking is priced", "file": f"{folder}/tiny/walking.yaml", "line": 9}
    assert shown == {
        "tiny/move.walk": [where],
        "tiny/move.allowance": [where],
        "tiny-second/move.pace": [where],
        "tiny/leap.test": [],
    }
    assert ended.lines[:2] == ["Paces  tiny-second/move.pace", "  cost · Moving"]
    assert "Replaces tiny/move.walk" in ended.lines
    assert "Proof: 1 pair of the conformance corpus" in ended.lines


def test_an_inherited_a_dropped_and_an_exempt_clause_say_so(tmp_path: Path) -> None:
    with editions(tmp_path):
        inherited = Ended("rules", "show", "tiny-second/leap.test")
        dropped = Ended("rules", "show", "tiny-second/leap.helped")
        exempt = Ended("rules", "show", "move.advice")

    assert "Inherited from tiny" in inherited.lines
    assert "tiny-second has dropped the clause leap.helped" in dropped.said
    assert "Proof: none needed. advice" in exempt.lines


def test_a_bare_id_shows_the_clause_of_every_ruleset_that_has_one(tmp_path: Path) -> None:
    found = clauses("show", "leap.test", "--corpus", str(tmp_path))

    assert {"tiny/leap.test", "necromunda-classic/leap.test"} <= {each["id"] for each in found}
    assert all(not each["inherited_from"] for each in found)


def test_a_table_is_shown_row_by_row(tmp_path: Path) -> None:
    ended = Ended("rules", "show", "necromunda-classic/fall.table", "--corpus", str(tmp_path))
    (clause,) = clauses("show", "necromunda-classic/fall.table", "--corpus", str(tmp_path))
    table = clause["table"]

    assert isinstance(table, list)
    heading = next(line for line in ended.lines if line.startswith("  label"))
    at = ended.lines.index(heading)
    assert len(table) > 5
    assert all(row["label"] in line for row, line in zip(table, ended.lines[at + 1 :], strict=False))


@pytest.mark.parametrize("width", [50, 80, 120])
def test_no_line_is_wider_than_the_terminal(width: int, tmp_path: Path) -> None:
    for arguments in (
        ["rules"],
        ["rules", "necromunda-classic"],
        ["rules", "show", "fall.table", "--corpus", str(tmp_path)],
        ["rulesets", "-v"],
    ):
        ended = Ended(*arguments, width=width)
        assert ended.code == 0
        assert max(map(len, ended.lines)) <= width
        assert not [line for line in ended.lines if line != line.rstrip()]


def test_the_words_of_a_ruleset_are_listed_with_their_meaning() -> None:
    ended = Ended("rules", "words", "necromunda-classic")

    assert ended.code == 0
    assert any(line.startswith("Tags of terrain") for line in ended.lines)
    assert any("flimsy" in line for line in ended.lines)
    assert any("Movement in inches" in line for line in ended.lines)


def test_the_words_of_a_ruleset_are_data_too() -> None:
    found = json.loads(Ended("rules", "words", "wh40k-10e", "--json").out)["words"]

    assert {"Fly", "Infantry"} <= {word["name"] for word in found["keywords"]}
    assert next(each for each in found["models"][0]["profile"] if each["name"] == "W")["schema"] == {
        "type": "integer",
        "minimum": 1,
        "maximum": 100,
    }


def test_words_of_no_ruleset_are_none() -> None:
    assert Ended("rules", "words").code == 2
    assert "did you mean" in Ended("rules", "words", "necromunda-clasic").said


@pytest.mark.parametrize("ruleset", [name for name in installed() if not name.startswith("tiny")])
def test_inches_of_every_rule_are_shown_as_the_other_lengths_are(ruleset: str) -> None:
    texts = [f"{each['title']} {each['summary']} {each['ruling']}" for each in clauses(ruleset)]

    assert texts
    assert not [text for text in texts if any(f'{digit}"' in text for digit in range(10))]
