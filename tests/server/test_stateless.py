"""The API that needs no game: it says what the command line says, and every example of it works."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from surefoot.answers.bundled import bundled
from surefoot.language import Quoted, say
from surefoot.language.pseudo import escaped
from surefoot.server.problems import KINDS, Problem
from surefoot.server.questions import QUESTIONS
from surefoot.server.samples import AS_TEXT, DRAFT, GAP, LEAP, SAMPLES, YARD
from tests.cli.playing import Ended
from tests.server.serving import opened

CASES = [(kind, name) for kind, samples in SAMPLES.items() for name in samples]


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    # An interpreted kernel is slow, and it is not the point here.
    with opened(tmp_path_factory.mktemp("api"), seconds=120, client_rate=1e6, client_burst=10**6) as client:
        yield client


def told(api: TestClient, kind: str, **body: Any) -> dict[str, Any]:
    answer = api.post(f"/v1/{kind}", json=body)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def refused(api: TestClient, kind: str, **body: Any) -> dict[str, Any]:
    answer = api.post(f"/v1/{kind}", json=body)
    assert answer.headers["content-type"] == "application/problem+json"
    found: dict[str, Any] = answer.json()
    assert (found["status"], found["type"]) == (answer.status_code, f"/v1/problems/{found['code']}")
    return found


def typed(tmp_path: Path, scenario: dict[str, Any], *words: str, declare: Any = None) -> Any:
    """What the command line prints about the same scenario."""
    file = tmp_path / "table.json"
    file.write_text(json.dumps(scenario | ({"declare": declare} if declare else {})))
    return json.loads(Ended(words[0], str(file), *words[1:], "--json").out)


@pytest.mark.parametrize(("kind", "name"), CASES)
def test_every_example_is_answered(api: TestClient, kind: str, name: str) -> None:
    assert told(api, kind, **SAMPLES[kind][name][1])


def test_there_is_an_example_for_everything_that_can_be_asked() -> None:
    assert list(SAMPLES) == list(QUESTIONS)


def test_check_says_what_the_command_line_says(api: TestClient, tmp_path: Path) -> None:
    assert told(api, "check", scenario=GAP, declare=[LEAP]) == typed(tmp_path, GAP, "check", declare=[LEAP])


def test_move_says_what_the_command_line_says(api: TestClient, tmp_path: Path) -> None:
    by_dice = told(api, "move", scenario=GAP, declare=[LEAP], dice=[{"leap": 2}, {"wound roll": 1}])
    assert by_dice == typed(tmp_path, GAP, "move", "--dice", "leap=2; wound roll=1", declare=[LEAP])
    by_seed = told(api, "move", scenario=GAP, declare=[LEAP], seed=7)
    assert by_seed == typed(tmp_path, GAP, "move", "--seed", "7", declare=[LEAP])
    assert by_seed["open"] is None


def test_odds_say_what_the_command_line_says(api: TestClient, tmp_path: Path) -> None:
    asked = told(api, "odds", scenario=GAP, declare=[LEAP], ask="status", who=["kal"], clauses=True)
    words = ("odds", "--ask", "status", "--who", "kal", "--clauses")
    assert asked == typed(tmp_path, GAP, *words, declare=[LEAP])
    assert {each["odds"] for each in asked["odds"][0]["answers"]} == {"1/2", "1/3", "1/8", "1/24"}


def test_ways_say_what_the_command_line_says(api: TestClient, tmp_path: Path) -> None:
    found = told(api, "route", scenario=YARD, who="kal", to=[8, 3.5], others=1)
    assert found == typed(tmp_path, YARD, "route", "--who", "kal", "--to", "8,3.5", "--others", "1")
    assert found["found"]
    area = told(api, "reach", scenario=YARD, who="kal", budget=1, step=1)
    assert area == typed(tmp_path, YARD, "reach", "--who", "kal", "--budget", "1", "--step", "1")


def test_feats_and_journeys_say_what_the_command_line_says(api: TestClient) -> None:
    feat = told(
        api, "feat", feat="leap", amount=4.5, who={"name": "vex", "S": 42, "Ag": 41}, run_up=8, seed=3
    )
    typed_feat = Ended(
        "feat", "leap", "4.5", "--who", "vex: S 42 Ag 41", "--run-up", "8", "--seed", "3", "--json"
    )
    assert feat == json.loads(typed_feat.out)
    legs = [{"hours": 16.0}, {"rest": True, "hours": 8.0}, {"hours": 4.0, "pace": "hurry"}]
    road = told(api, "travel", party=[{"Ag": 41, "T": 35}], legs=legs)
    typed_road = Ended(
        "travel", "--who", "Ag 41 T 35", "--leg", "16h", "--leg", "rest 8h", "--leg", "4h hurry", "--json"
    )
    assert road == json.loads(typed_road.out)


def test_a_party_may_come_with_its_scenario(api: TestClient) -> None:
    scenario = {"ruleset": "dark-heresy-2e", "characters": {"vex": {"profile": {"Ag": 41, "T": 35}}}}
    assert told(api, "travel", scenario=scenario, legs=[{"hours": 16}])["arrivals"][0]["who"] == "vex"
    twice = refused(api, "travel", scenario=scenario, party=[{"Ag": 41}], legs=[{"hours": 16}])
    assert (twice["code"], twice["problems"][0]["where"]) == ("question/wrong", "party")
    assert refused(api, "travel")["problems"][0]["where"] == "legs"


def test_a_table_in_the_making_is_shown_with_every_mistake_in_it(api: TestClient) -> None:
    whole = told(api, "table", scenario=YARD)
    assert whole["problems"] == []
    assert [each["id"] for each in whole["table"]["pieces"]] == ["rubble", "wall"]
    assert whole["state"]["models"]["kal"]["place"]["at"] == [4, 2, 0]
    draft = told(api, "table", scenario=DRAFT)
    assert draft["table"] == whole["table"]
    assert [each["where"] for each in draft["problems"]] == ["terrain.stub.width"]
    twin = {"id": "twin", "base": 25.4, "at": [4.2, 2], "profile": {"M": 6}}
    crowded = told(api, "table", scenario=YARD | {"models": [*YARD["models"], twin]})
    assert [each["id"] for each in crowded["table"]["models"]] == ["kal", "twin"]
    wrong = {each["where"]: each["says"] for each in crowded["problems"]}
    assert sorted(wrong) == ["models.twin.at", "models.twin.profile"]
    assert "overlaps kal: their centres" in wrong["models.twin.at"]
    assert told(api, "table", scenario=AS_TEXT)["scenario"]["board"] == [16, 8]
    assert told(api, "table", scenario={}) | {"problems": []} == {
        "scenario": None,
        "table": None,
        "state": None,
        "problems": [],
        "advice": [],
    }


def test_an_open_question_is_told_and_can_be_answered(api: TestClient) -> None:
    waits = told(api, "move", scenario=GAP, declare=[LEAP, LEAP])
    assert waits["open"]["kind"] == "roll"
    assert (waits["open"]["dice"], waits["open"]["clause"]) == ("D6", "necromunda-classic/leap.test")
    assert waits["left"] == 1
    again = told(api, "move", scenario=GAP, declare=[LEAP], dice=[waits["open"]["highest"]])
    assert again["open"] is None
    assert again["state"]["models"]["kal"]["place"]["at"][:2] == [8.5, 4]


# --- what is wrong ------------------------------------------------------------------------------------


def test_every_mistake_of_a_scenario_is_told_at_once(api: TestClient) -> None:
    wrong = {
        **GAP,
        "board": "large",
        "modles": [],
        "declare": [{"who": "kla", "action": "move", "path": [[1, 1]]}],
    }
    found = refused(api, "check", scenario=wrong)
    assert (found["status"], found["code"]) == (422, "file/invalid")
    assert [each["where"] for each in found["problems"]] == ["modles", "board", "declare[0].who"]
    assert "did you mean 'kal'?" in found["problems"][2]["says"]
    assert not any("line" in each for each in found["problems"])


def test_mistakes_in_a_text_have_their_line(api: TestClient) -> None:
    found = refused(api, "check", scenario=AS_TEXT.replace("board: [16, 8]", "board: large"))
    assert [(each["where"], each["line"]) for each in found["problems"]] == [("board", 2)]
    assert refused(api, "check", scenario="{")["code"] == "file/invalid"


def test_a_declaration_beside_a_text_is_read_like_one_in_it(api: TestClient) -> None:
    walk = {"who": "kal", "action": "move", "path": [[5, 4]]}
    (outcome,) = told(api, "check", scenario=AS_TEXT, declare=walk)["outcomes"]
    assert outcome["cost"] == 1
    found = refused(api, "check", scenario=AS_TEXT, declare=[walk, {"who": "kal", "action": "mvoe"}])
    assert [each["where"] for each in found["problems"]] == ["declare[1].action"]


@pytest.mark.parametrize(
    ("kind", "body", "code", "where"),
    [
        ("check", {}, "request/malformed", "scenario"),
        ("check", {"scenario": 4}, "request/malformed", "scenario"),
        ("check", {"scenario": GAP, "declare": ["kal"]}, "request/malformed", "declare"),
        ("check", {"scenario": GAP, "declaer": []}, "request/malformed", "declaer"),
        ("move", {"scenario": GAP, "dice": ["six"]}, "request/malformed", "dice[0]"),
        ("move", {"scenario": GAP, "dice": [4], "seed": 4}, "question/wrong", "seed"),
        ("reach", {"scenario": YARD, "who": "kla"}, "question/wrong", "who"),
        ("reach", {"scenario": YARD, "who": "kal", "action": "swim"}, "question/wrong", "action"),
        ("route", {"scenario": YARD, "who": "kal", "to": [1]}, "request/malformed", "to[1]"),
        ("odds", {"scenario": GAP, "declare": [LEAP], "ask": "luck"}, "question/wrong", "ask"),
        ("odds", {"scenario": GAP, "declare": [LEAP], "choose": "luck"}, "question/wrong", "choose"),
        ("odds", {"scenario": GAP, "declare": [LEAP], "who": ["kla"]}, "question/wrong", "who"),
        ("odds", {"scenario": GAP, "declare": [LEAP], "given": [9]}, "question/wrong", "given"),
        ("odds", {"scenario": GAP, "declare": [LEAP], "given": [5, 5]}, "question/wrong", "given"),
        ("odds", {"scenario": GAP, "declare": []}, "file/invalid", "declare"),
        ("feat", {"feat": "dance", "amount": 1}, "question/wrong", "feat"),
    ],
)
def test_a_question_that_is_put_wrongly_is_told_where(
    api: TestClient, kind: str, body: dict[str, Any], code: str, where: str
) -> None:
    found = refused(api, kind, **body)
    assert (found["status"], found["code"]) == (KINDS[code].status, code)
    assert where in [each["where"] for each in found["problems"]]


@pytest.mark.parametrize("body", [b"", b"{", b"\xff\xfe", b"[" * 5_000, b'{"scenario": NaN'])
def test_what_is_no_json_is_called_that(api: TestClient, body: bytes) -> None:
    answer = api.post("/v1/check", content=body)
    assert (answer.status_code, answer.json()["code"]) == (400, "request/unreadable")


# --- what there is --------------------------------------------------------------------------------------


def test_rulesets_and_clauses_are_those_of_the_command_line(api: TestClient) -> None:
    assert api.get("/v1/rulesets").json() == json.loads(Ended("rulesets", "--json").out)
    clause = api.get("/v1/rulesets/necromunda-classic/clauses/climb.cost").json()
    (typed_clause,) = json.loads(Ended("rules", "show", "necromunda-classic/climb.cost", "--json").out)[
        "clauses"
    ]
    assert clause == {key: value for key, value in typed_clause.items() if key != "cases"}
    listed = api.get("/v1/rulesets/necromunda-classic/clauses").json()["clauses"]
    assert listed == json.loads(Ended("rules", "necromunda-classic", "--json").out)["clauses"]


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("/v1/rulesets/chess/clauses", "ruleset/unknown"),
        ("/v1/rulesets/chess/clauses/castling", "ruleset/unknown"),
        ("/v1/rulesets/necromunda-classic/clauses/climb.costs", "ruleset/unknown"),
        ("/v1/scenarios/waterloo", "scenario/unknown"),
        ("/v1/problems/no/such", "request/unknown-address"),
        ("/v2", "request/unknown-address"),
    ],
)
def test_what_there_is_not_is_said_so(api: TestClient, address: str, code: str) -> None:
    answer = api.get(address)
    assert (answer.status_code, answer.json()["code"]) == (404, code)


@pytest.mark.parametrize("hours", ["x", "1/0", True, [1, 2], {"a": 1}, "", [0] * 2_000])
def test_a_leg_that_is_no_number_is_refused_in_words(api: TestClient, hours: Any) -> None:
    road = told(api, "travel", party=[{"Ag": 41, "T": 35}], legs=[{"hours": 4}, {"hours": hours}])
    assert road["timeline"][-1]["verdict"] == "illegal"
    assert all(len(stage["says"]) < 200 for stage in road["stages"])


def test_every_scenario_that_is_offered_can_be_sent_back(api: TestClient) -> None:
    listed = api.get("/v1/scenarios").json()["scenarios"]
    assert [each["name"] for each in listed] == list(bundled())
    whole = api.get("/v1/scenarios/gantry").json()
    by_data, by_text = (told(api, "check", scenario=whole[form]) for form in ("scenario", "text"))
    assert by_data == by_text
    assert whole["declarations"] == len(by_data["outcomes"]) > 0


def test_every_kind_of_problem_is_explained_where_its_type_points(api: TestClient) -> None:
    listed = api.get("/v1/problems").json()["problems"]
    assert [each["code"] for each in listed] == list(KINDS)
    for each in listed:
        assert api.get(f"/v1/problems/{each['code']}").json() == each
        assert each["title"]
        assert each["means"]


def test_a_method_that_an_address_does_not_know_is_told_which_it_knows(api: TestClient) -> None:
    answer = api.get("/v1/check")
    assert (answer.status_code, answer.json()["code"], answer.headers["allow"]) == (
        405,
        "request/wrong-method",
        "POST",
    )


def test_problems_are_in_the_language_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Problem("game/unknown", say("There is no game {game}", game=Quoted("g")))
    assert problem.data()["detail"] == "There is no game 'g'"

    monkeypatch.setenv("SUREFOOT_LANGUAGE", "en-XA")
    told = problem.data()
    assert [escaped(told["title"]), escaped(told["detail"])] == [[], []]
    assert told["detail"].startswith("⟦Théré")


def test_a_list_that_every_page_needs_is_made_even_where_a_question_would_take_too_long(
    tmp_path: Path,
) -> None:
    # No time at all for questions: a machine that is too slow for them still shows its tables.
    with opened(tmp_path, seconds=1e-6) as api:
        listed = api.get("/v1/scenarios")
        assert (listed.status_code, len(listed.json().get("scenarios", [])) > 5) == (200, True)
        assert api.get("/v1/rulesets").status_code == 200
        assert api.get("/v1/scenarios/gantry").json()["code"] == "limit/time"


def test_a_body_without_its_header_is_told_which_one(tmp_path: Path) -> None:
    with opened(tmp_path) as api:
        sent = api.post(
            "/v1/games", content='{"bundled": "gantry"}', headers={"content-type": "text/plain"}
        ).json()
        assert sent["detail"] == "Send the body with the header content-type: application/json"


def test_an_unknown_kind_of_request_gets_the_one_that_was_probably_meant(tmp_path: Path) -> None:
    with opened(tmp_path) as api:
        begun = api.post("/v1/games", json={"bundled": "gantry"}).json()
        address, headers = (
            f"/v1/games/{begun['game']}/requests",
            {"authorization": f"Bearer {begun['token']}"},
        )
        wrong = api.post(address, json={"kind": "declair", "id": "1"}, headers=headers).json()
        assert wrong["detail"] == "There is no kind 'declair'; did you mean 'declare'?"
        assert api.post(address, json={"id": "1"}, headers=headers).json()["detail"] == "kind is missing"
